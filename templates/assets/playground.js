// The request panel: the inputs of one operation, the resulting request, and the response.
(function (panel) {
  "use strict";

  const TIMEOUT = 30000;
  // Headers that pages must not set (https://fetch.spec.whatwg.org/#forbidden-request-header).
  const FORBIDDEN =
    /^(accept-(charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;
  // Loaded with the first answer, or with code in another language than curl.
  const ANSWER = "PLAYGROUND_ANSWER";
  const LANGUAGES = ["curl", "JavaScript", "Python"];
  const { texts, el, words, newId, select, group, inputs, describer, serverPart, authPart, build, curl } = panel;
  const panels = new WeakMap();
  const button = (text, onclick, attributes) => el("button", { type: "button", onclick, ...attributes }, text);
  let siteProxy;
  let languages = LANGUAGES;

  // The group of samples whose language the whole site shares.
  const samples = () => document.querySelector('wc-code-group[sync="lang"][data-ready]');

  // The body for fetch. Browsers treat a part with its own media type as a file.
  function payload(body) {
    if (!body) return undefined;
    if (!body.parts) return body.file || body.text;
    const data = new FormData();
    for (const part of body.parts) {
      if (part.file) data.append(part.name, part.type ? new File([part.file], part.file.name, { type: part.type }) : part.file);
      else if (part.type) data.append(part.name, new Blob([part.text], { type: part.type }));
      else data.append(part.name, part.text);
    }
    return data;
  }

  // Sends a request: through the site's proxy, through `tool dev`, or directly. Stores in `state` the URL that is requested, and
  // the reply of the dev server.
  async function transmit(request, { proxy, key }, signal, state) {
    state.url = request.url;
    const ask = (url, more) =>
      fetch(url, {
        method: request.method,
        headers: request.headers.filter(([name]) => !FORBIDDEN.test(name)).concat(more),
        body: payload(request.body),
        signal,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
      });
    const through = (address) => address + (address.includes("?") ? "&" : "?") + "url=" + encodeURIComponent(request.url);
    // Without `tool dev`, an element of the page could have this id.
    const dev = Object.hasOwn(window, "toolDevProxy") && window.toolDevProxy;
    if (proxy) state.url = new URL(through(proxy), location.href).href;
    else if (dev && isNear(request.url) && !dev.allow.includes(new URL(request.url).origin)) {
      state.declined = " " + words(texts.declined, { reason: dev.near });
    } else if (dev) {
      // It forwards requests to servers of the API, and rejects all others.
      const more = [["X-Tool-Token", dev.token]];
      if (key) more.push(["X-Tool-Operation", key]);
      const response = await ask(through(dev.url), more);
      const verdict = response.headers.get("x-tool-proxy");
      state.passedOn = verdict === "passed";
      if (state.passedOn) return response;
      if (verdict === "failed") throw said(await response.text());
      if (verdict === "declined") state.declined = " " + words(texts.declined, { reason: await response.text() });
    }
    return ask(state.url, []);
  }

  // Whether a URL is on this machine.
  const isNear = (url) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

  // An error whose message is shown to the reader.
  const said = (reason) => Object.assign(new Error(reason), { reason });

  // Why there was no response, as far as a browser can tell.
  async function reason(error, state) {
    if (error.reason) return error.reason;
    return (await cause(state)) + (state.declined || "");
  }

  async function cause({ url, timedOut, aborted, closed }) {
    if (timedOut) return words(texts.timeout, { seconds: TIMEOUT / 1000 });
    if (aborted) return texts.aborted;
    if (!navigator.onLine) return texts.offline;
    const { protocol, origin } = new URL(url);
    const near = isNear(url);
    if (location.protocol === "https:" && protocol === "http:" && !near) return texts.mixed;
    try {
      // The response is not readable, but whether there is one distinguishes the two cases.
      await fetch(origin + "/", { method: "HEAD", mode: "no-cors", credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(5000) });
      return closed || texts.cors;
    } catch (error) {
      return texts.unreachable;
    }
  }

  class Panel {
    constructor(operation, proxy, page, key) {
      this.operation = operation;
      const refresh = () => this.refresh();
      const about = (place) => describer(page, place);
      this.server = serverPart(operation.servers || [], refresh);
      const host = ((operation.servers || [])[0] || {}).url;
      this.route = { proxy, key, server: () => this.server.url() };
      this.auth = operation.security && authPart(operation.security, host, refresh, this.route);
      this.lists = [];
      const groups = [];
      for (const place of ["path", "query", "querystring", "header", "cookie"]) {
        const own = (operation.params || []).filter((input) => input.in === place);
        if (!own.length) continue;
        const list = inputs(own, about((input) => place + "." + input.name));
        this.lists.push(list);
        groups.push(group(texts[place], el("div", { class: "pg-fields" }, ...list.all.map((one) => one.element))));
      }
      this.body = operation.body && panel.bodyPart(operation.body, about((input) => "body." + input.name), refresh);
      this.url = el("code", { class: "pg-url" });
      this.action = el("button", { class: "pg-send" }, texts.send);
      this.command = el("code");
      const copy = el("button", { class: "copy", type: "button", "data-copy": true }, texts.copy);
      const shown = samples();
      const known = shown && shown.labels[shown.panels.findIndex((one) => !one.hasAttribute("hidden"))];
      this.language = select(languages.map((name) => [name, name]), languages.includes(known) ? known : languages[0]);
      this.language.setAttribute("aria-label", texts.language);
      const title = languages.length > 1 ? el("label", { class: "picker" }, this.language) : el("span", { class: "code-title" }, languages[0]);
      const shell = el("figcaption", { class: "code-head pg-code-head" }, title, copy);
      this.notes = el("p", { class: "pg-hint" });
      this.live = el("p", { class: "pg-status", role: "status" });
      this.result = el("div", { class: "pg-result" });
      this.history = el("details", { class: "pg-history", hidden: true });
      const method = el("span", { class: "method", "data-method": operation.method.toLowerCase() }, operation.method);
      const side = el(
        "div",
        { class: "pg-side" },
        el("figure", { class: "code" }, shell, el("pre", { tabindex: "0" }, this.command)),
        this.notes,
        el("section", { class: "pg-response", "aria-label": texts.response }, el("strong", {}, texts.response), this.live, this.result),
        this.history,
      );
      const form = el(
        "form",
        { novalidate: true, class: "pg-room" },
        el("div", { class: "pg-line" }, method, this.url, this.action),
        el("div", { class: "pg-inputs" }, this.server.element, this.auth && this.auth.element, ...groups, this.body && this.body.element),
        side,
      );
      this.language.addEventListener("change", () => {
        const group = samples();
        const at = group ? group.labels.indexOf(this.language.value) : -1;
        if (at >= 0) group.pick(at);
      });
      form.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || this.running) return;
        event.preventDefault();
        form.requestSubmit();
      });
      form.addEventListener("input", refresh);
      form.addEventListener("change", refresh);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (this.running) this.running.abort();
        else this.send();
      });
      this.element = el("div", { class: "playground" }, form);
      this.say(texts.nothing);
      this.refresh();
    }

    say(text) {
      this.live.replaceChildren(text);
    }

    fail(reason) {
      this.live.replaceChildren(el("span", { class: "pg-error" }, words(texts.failed, { reason })));
    }

    // The request that the inputs describe, and what is wrong with them.
    request(strict) {
      const values = this.lists.flatMap((list) => list.read(strict));
      const { body, faults } = this.body ? this.body.read(strict) : { body: null, faults: [] };
      const schemes = this.auth ? this.auth.schemes() : [];
      const made = (schemes, given) => build(this.operation, { server: this.server.url(), schemes, given, values, body });
      const given = (scheme) => this.auth.given(scheme);
      // Credentials that are missing appear as in the samples.
      const shown = (scheme) => {
        const own = given(scheme);
        return own.value || own.user ? own : { value: scheme.sample, sample: true };
      };
      return {
        ...made(schemes, given),
        // Without credentials.
        bare: made([]).url,
        shown: made(schemes, shown),
        faults: values.map(([, , fault]) => fault).filter(Boolean).concat(faults),
      };
    }

    // Shows the request as it would be sent now, complete or not.
    refresh() {
      if (this.doubted) this.action.textContent = texts.send;
      this.doubted = false;
      const request = this.request(false);
      this.url.textContent = request.url || this.server.url() + this.operation.path;
      this.showCode(request.shown);
      const unsent = request.headers.filter(([name]) => FORBIDDEN.test(name)).map(([name]) => name);
      this.notes.textContent = unsent.length ? words(texts.unsent, { names: unsent.join(", ") }) : "";
    }

    showCode(request) {
      const language = this.language.value;
      const write = language === "curl" ? curl : (panel.languages || {})[language];
      if (write) this.command.replaceChildren(request.url ? toolFiles.paint(write(request), language) : "");
      else {
        // If it fails to load, there is still curl.
        const other = () => ((this.language.value = "curl"), this.refresh());
        toolFiles.load(ANSWER).then(() => this.refresh(), languages.includes("curl") ? other : () => {});
      }
    }

    // The reason why the request cannot be sent, if any.
    check(request) {
      if (!request.url) {
        this.server.complain(this.server.url() ? texts.badServer : texts.missing);
        return this.server;
      }
      this.server.complain("");
      const bad = request.headers.find(([name, value]) => !/^[!#$%&'*+.^_\x60|~\w-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value));
      if (bad) return words(texts.badHeader, { name: bad[0] });
      if (/^(TRACE|CONNECT|TRACK)$/i.test(request.method)) return words(texts.badMethod, { method: request.method });
      if (/^(GET|HEAD)$/.test(request.method) && request.body) return words(texts.noBody, { method: request.method });
      return null;
    }

    // What the description rules out is sent all the same, if the reader insists: how a server rejects a request is worth
    // knowing, and descriptions can be wrong.
    async send() {
      let request = this.request(true);
      const { faults } = request;
      const fatal = faults.find((one) => one.fatal);
      const obstacle = fatal ? fatal.field : this.check(request);
      if (typeof obstacle === "string") return this.say(obstacle);
      if (obstacle || (faults.length && !this.doubted)) {
        (obstacle || faults[0].field).focus();
        this.doubted = !obstacle;
        if (this.doubted) this.action.textContent = texts.sendAnyway;
        return this.say(obstacle ? texts.invalid : texts.doubtful);
      }
      const entry = { url: request.bare, at: new Date(), inputs: this.state() };
      this.doubted = false;
      const state = {};
      this.running = new AbortController();
      const timer = setTimeout(() => {
        state.timedOut = true;
        this.running.abort();
      }, TIMEOUT);
      this.running.signal.addEventListener("abort", () => (state.aborted = true));
      this.action.textContent = texts.cancel;
      this.result.replaceChildren();
      this.say(texts.sending);
      try {
        await toolFiles.load(ANSWER).catch(() => {
          throw said(document.querySelector("[data-failed]").dataset.failed);
        });
        if (this.auth && (await this.auth.renew(this.running.signal))) request = this.request(true);
        const started = performance.now();
        const response = await transmit(request, this.route, this.running.signal, state);
        clearTimeout(timer);
        await panel.showAnswer(this, response, started, state);
      } catch (error) {
        this.fail(await reason(error, state));
      } finally {
        clearTimeout(timer);
        // On a phone the answer is shown instead of the form.
        this.live.scrollIntoView({ block: matchMedia("(width < 48rem)").matches ? "start" : "nearest" });
        this.running = null;
        this.action.textContent = texts.send;
        if (panel.remember) panel.remember(this, entry);
      }
    }

    // The inputs without the credentials, which every request takes as they are now.
    state() {
      return [this.server.state(), this.lists.map((list) => list.state()), this.body && this.body.state()];
    }

    restore([server, lists, body]) {
      this.server.restore(server);
      this.lists.forEach((list, at) => list.restore(lists[at]));
      if (this.body) this.body.restore(body);
      this.refresh();
    }
  }

  // Inline if the element is a panel itself, otherwise over the page.
  panel.open = (opener, data, settings) => {
    const { texts: given, proxy, languages: shown } = JSON.parse(settings);
    Object.assign(texts, given);
    siteProxy = proxy;
    if (shown) languages = shown;
    const operation = JSON.parse(data);
    const signsIn = (operation.security || []).flat().some((scheme) => scheme.flows || scheme.discovery);
    const more = [];
    if (operation.body && !panel.bodyPart) more.push(toolFiles.load("PLAYGROUND_BODY"));
    // If it fails to load, readers can paste tokens.
    if (signsIn && !panel.signIn) more.push(toolFiles.load("PLAYGROUND_OAUTH").catch(() => {}));
    return Promise.all(more).then(() => show(opener, data, operation));
  };

  function show(opener, data, operation) {
    let known = panels.get(opener);
    if (!known || known.data !== data) {
      if (known && known.dialog) known.dialog.remove();
      known = { data, ...create(opener, operation) };
      panels.set(opener, known);
    } else known.renewed();
    if (!known.dialog) known.heading.focus();
    else if (!known.dialog.open) known.dialog.showModal();
  }

  function create(opener, operation) {
    const endpoint = opener.closest("wc-endpoint");
    const own = opener.closest("wc-playground");
    const made = new Panel(operation, opener.dataset.proxy || siteProxy, own || endpoint, opener.dataset.playground);
    // Another panel on the page may have obtained a token.
    const renewed = () => made.auth && made.auth.draw();
    // An operation without a summary is called after its ID; the title of its page reads better.
    const page = document.querySelectorAll("wc-endpoint").length === 1 && document.querySelector("h1");
    const name = page && !/\s/.test(operation.name || "") ? page.firstChild.textContent.trim() : operation.name;
    const heading = el("h2", { tabindex: "-1", class: "pg-title" }, name || texts.title);
    if (own) {
      heading.className = "visually-hidden";
      own.querySelector(".playground-summary").replaceChildren(heading, made.element);
      opener.dataset.open = "";
      opener.parentElement.hidden = true;
      return { heading, renewed };
    }
    heading.autofocus = true;
    heading.id = newId();
    const dialog = el("dialog", { class: "pg-dialog", "aria-labelledby": heading.id });
    const route = el("p", { class: "pg-route" }, operation.method, " ", el("code", {}, operation.path));
    const title = el("div", { class: "pg-head" }, heading, route);
    dialog.append(el("div", { class: "pg-bar" }, title, button(texts.close, () => dialog.close(), { class: "pg-close" })), made.element);
    dialog.addEventListener("close", () => opener.focus());
    document.body.append(dialog);
    return { heading, dialog, renewed };
  }
  Object.assign(panel, { TIMEOUT, transmit, said, reason, button });
})(window.toolPlayground);
