// Opens the request panel. It and its data are loaded when the reader first asks for them.
(function () {
  "use strict";

  const folder = new URL(".", document.currentScript.src);
  const loaded = new Map();
  const data = new Map();
  const panel = (window.toolPlayground = { put: (key, text) => data.set(key, text) });

  function load(name) {
    if (loaded.has(name)) return loaded.get(name);
    const style = name.endsWith(".css");
    const element = document.createElement(style ? "link" : "script");
    if (style) element.rel = "stylesheet";
    element[style ? "href" : "src"] = new URL(name, folder).href;
    const done = new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = () => {
        loaded.delete(name);
        element.remove();
        reject(new Error(name));
      };
    });
    loaded.set(name, done);
    document.head.append(element);
    return done;
  }

  async function open(button) {
    const key = button.dataset.playground;
    const files = ["PLAYGROUND_STYLE", "PLAYGROUND_SCRIPT", "p/settings.js"];
    if (key) files.push("p/" + key + ".js");
    button.setAttribute("aria-busy", "true");
    try {
      await Promise.all(files.map(load));
      panel.open(button, key ? data.get(key) : button.dataset.operation, data.get("settings"));
    } catch (error) {
      button.textContent = button.title = "PLAYGROUND_FAILED";
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  function show() {
    for (const button of document.querySelectorAll(".try-it[hidden]:not([data-open])")) button.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest(".try-it");
    if (button) open(button);
  });
  // The dev server changed the page, and the operation perhaps with it.
  document.addEventListener("wc:update", () => {
    for (const name of loaded.keys()) if (name.startsWith("p/")) loaded.delete(name);
    show();
  });
  show();
})();
