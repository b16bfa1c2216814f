// Runs before every script of a page: what hostile markup would reach is replaced by a message on the console.
(() => {
  "use strict";
  const say = console.error.bind(console);
  const reached = (what, detail) => say("reached " + what + ": " + String(detail).slice(0, 200));
  for (const name of ["alert", "confirm", "prompt", "print", "open", "fetch", "eval", "postMessage"]) {
    window[name] = (...given) => reached(name, given[0]);
  }
  for (const name of ["Function", "XMLHttpRequest", "WebSocket", "EventSource", "Worker", "SharedWorker", "Image", "Audio", "RTCPeerConnection"]) {
    const trap = (target, self, given) => {
      reached(name, (given || self)[0]);
      return {};
    };
    if (window[name]) window[name] = new Proxy(window[name], { construct: trap, apply: trap });
  }
  for (const name of ["setTimeout", "setInterval"]) {
    const real = window[name].bind(window);
    window[name] = (task, ...rest) => (typeof task === "function" ? real(task, ...rest) : reached(name, task));
  }
  navigator.sendBeacon = (to) => reached("sendBeacon", to);
  for (const name of ["write", "writeln"]) Document.prototype[name] = (text) => reached(name, text);
  const setters = [[HTMLImageElement, "src"], [HTMLScriptElement, "src"], [HTMLIFrameElement, "src"], [Element, "innerHTML"], [Element, "outerHTML"]];
  for (const [owner, name] of setters) {
    const real = Object.getOwnPropertyDescriptor(owner.prototype, name);
    Object.defineProperty(owner.prototype, name, { ...real, set: (value) => reached(name, value) });
  }
  if (window.navigation) {
    let loaded = false;
    addEventListener("load", () => (loaded = true));
    navigation.addEventListener("navigate", (event) => {
      if (!loaded || event.hashChange) return;
      event.preventDefault();
      reached("location", event.destination.url);
    });
  }
  addEventListener("securitypolicyviolation", (event) => reached("the policy", event.violatedDirective + " " + event.blockedURI));
})();
