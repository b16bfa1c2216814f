// Signing in from the request panel: OAuth 2 (RFC 6749) with PKCE (RFC 7636), and OpenID Connect. The result is a token,
// which is stored and sent like a pasted one.
(function (panel) {
  "use strict";

  const { TIMEOUT, texts, el, words, newId, field, select, button, transmit, said, reason, isStructure } = panel;
  const MINUTES = 10;
  const FORM = "application/x-www-form-urlencoded";
  // The errors that providers report (RFC 6749, sections 4.1.2.1 and 5.2), and our texts for them.
  const ERRORS = new Map([
    ["access_denied", "accessDenied"],
    ["invalid_client", "invalidClient"],
    ["invalid_grant", "invalidGrant"],
    ["invalid_request", "invalidRequest"],
    ["invalid_scope", "invalidScope"],
    ["unauthorized_client", "unauthorizedClient"],
    ["unsupported_grant_type", "unsupportedFlow"],
    ["unsupported_response_type", "unsupportedFlow"],
    ["server_error", "providerFailed"],
    ["temporarily_unavailable", "providerFailed"],
  ]);
  // Our texts for the flows.
  const FLOWS = new Map([
    ["authorizationCode", "authorizationCode"],
    ["clientCredentials", "clientCredentials"],
    ["implicit", "implicit"],
    ["password", "passwordFlow"],
    ["deviceAuthorization", "deviceAuthorization"],
    ["openId", "openId"],
  ]);
  const described = new Map();

  const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = async (verifier) => base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
  const encoded = (text) => new URLSearchParams([["", text]]).toString().slice(1);

  // Resolves a URL from the document to an http or https URL, against the server if it is relative. Throws the error message otherwise.
  function endpoint(url, name, server) {
    let found;
    try {
      found = new URL(url);
    } catch (error) {
      try {
        if (server) found = new URL(url, new URL(server, location.href));
      } catch (error) {
        // Not a valid URL.
      }
    }
    if (!url || !found || !/^https?:$/.test(found.protocol) || found.username || found.password) throw said(words(texts.badEndpoint, { name }));
    found.hash = "";
    return found;
  }

  function trouble({ error, error_description: about }) {
    const detail = [error, about].filter((part) => typeof part === "string" && part).join(": ");
    const text = texts[ERRORS.get(error) || "providerError"];
    return said(text + (detail ? " (" + detail.slice(0, 300) + ")" : ""));
  }

  // The JSON object in an endpoint's response.
  async function ask(request, route, signal) {
    const state = { closed: texts.providerCors };
    const stop = new AbortController();
    const timer = setTimeout(() => {
      state.timedOut = true;
      stop.abort();
    }, TIMEOUT);
    signal.addEventListener("abort", () => {
      state.aborted = true;
      stop.abort();
    });
    try {
      const response = await transmit(request, route, stop.signal, state);
      const text = await response.text();
      let answer;
      try {
        answer = JSON.parse(text);
      } catch (error) {
        // Reported below.
      }
      if (isStructure(answer) && (response.ok || answer.error)) return answer;
      throw said(words(texts.badAnswer, { value: response.status }));
    } catch (error) {
      throw said(await reason(error, state));
    } finally {
      clearTimeout(timer);
    }
  }

  // The values to store from a token response.
  async function token(url, parameters, scope, client, route, signal) {
    const body = new URLSearchParams(parameters);
    const headers = [["Accept", "application/json"], ["Content-Type", FORM]];
    if (client.secret && !client.inBody) headers.push(["Authorization", "Basic " + btoa(encoded(client.id) + ":" + encoded(client.secret))]);
    else {
      body.set("client_id", client.id);
      if (client.secret) body.set("client_secret", client.secret);
    }
    const request = { method: "POST", url: url.href, headers, body: { type: FORM, text: body.toString() } };
    const answer = await ask(request, route, signal);
    if (answer.error) throw trouble(answer);
    if (!answer.access_token || typeof answer.access_token !== "string") throw said(texts.tokenless);
    const seconds = Number(answer.expires_in);
    return {
      value: answer.access_token,
      expires: seconds > 0 ? Date.now() + seconds * 1000 : undefined,
      granted: typeof answer.scope === "string" ? answer.scope : scope,
      again: typeof answer.refresh_token === "string" ? answer.refresh_token : undefined,
      at: url.href,
      client,
    };
  }

  // The metadata of an OpenID provider (OpenID Connect Discovery 1.0, section 4).
  async function discover(url, route, signal) {
    if (!described.has(url.href)) described.set(url.href, await ask({ method: "GET", url: url.href, headers: [["Accept", "application/json"]] }, route, signal));
    const found = described.get(url.href);
    const address = (name) => endpoint(typeof found[name] === "string" ? found[name] : "", name);
    return { authorize: address("authorization_endpoint"), token: address("token_endpoint"), issuer: found.issuer };
  }

  // Closes a window that is on a page of our site; the provider's pages belong to the reader.
  function shut(popup) {
    try {
      if (popup.location.href) popup.close();
    } catch (error) {
      // The window is on another origin.
    }
  }

  // The parameters that the provider sent the reader back with, matched to this request by its state.
  function comeBack(state, popup, signal, onclose) {
    return new Promise((resolve, reject) => {
      const channel = new BroadcastChannel("tool-sign-in");
      const taken = new Set();
      // If the provider severs the link between the windows, the other one seems closed although it is not.
      let open = true;
      const watch = setInterval(() => {
        if (open && popup.closed) onclose();
        open = open && !popup.closed;
      }, 500);
      const end = (settle, value) => {
        clearInterval(watch);
        clearTimeout(late);
        channel.close();
        settle(value);
      };
      const late = setTimeout(() => end(reject, said(words(texts.late, { count: MINUTES }))), MINUTES * 60000);
      signal.addEventListener("abort", () => {
        shut(popup);
        end(reject, said(texts.aborted));
      });
      channel.onmessage = ({ data }) => {
        if (!isStructure(data)) return;
        if (data.taken) taken.add(data.taken);
        else if (data.state === state) {
          channel.postMessage({ taken: state });
          end(resolve, data);
        } else {
          // It may be intended for another page, which then reports it.
          setTimeout(() => taken.has(data.state) || end(reject, said(texts.foreign)), 500);
        }
      };
    });
  }

  // Runs in a window for the provider. It is opened before any await: browsers allow this only directly on a click.
  async function byCode(ends, client, scope, signal, onclose) {
    const [width, height] = [520, 720];
    const [left, top] = [screenX + (outerWidth - width) / 2, screenY + (outerHeight - height) / 2].map(Math.round);
    const popup = window.open("about:blank", "", "popup,width=" + width + ",height=" + height + ",left=" + left + ",top=" + top);
    if (!popup) throw said(texts.blocked);
    try {
      // The provider's page must not have access to this one.
      popup.opener = null;
      const { authorize, token: url, issuer } = await ends();
      const [state, verifier, redirect] = [random(), random(), redirectUri()];
      const asked = { response_type: "code", client_id: client.id, redirect_uri: redirect, scope, state, code_challenge: await challenge(verifier), code_challenge_method: "S256" };
      for (const [name, value] of Object.entries(asked)) if (value) authorize.searchParams.set(name, value);
      authorize.search = authorize.search.replace(/\+/g, "%20");
      const back = comeBack(state, popup, signal, onclose);
      popup.location.replace(authorize.href);
      const answer = await back;
      if (answer.error) throw trouble(answer);
      // RFC 9207: the response must come from the provider that was asked.
      if (issuer && answer.iss && answer.iss !== issuer) throw said(texts.foreign);
      return [url, { grant_type: "authorization_code", code: answer.code, redirect_uri: redirect, code_verifier: verifier }];
    } catch (error) {
      shut(popup);
      throw error;
    }
  }

  // The redirect URL on our site.
  const redirectUri = () => new URL("_tool/oauth/", toolFiles.site).href;

  // Why readers cannot sign in with a flow here; empty if they can.
  function whyNot(flow) {
    if (/^(implicit|password)$/.test(flow.name)) return texts.droppedFlow;
    if (flow.name === "deviceAuthorization") return texts.deviceFlow;
    const isMachine = flow.name === "clientCredentials";
    if (!isMachine && location.protocol === "file:") return texts.fromDisk;
    if (!isMachine && (!crypto.subtle || !window.BroadcastChannel)) return texts.insecure;
    // The server that relative URLs are resolved against is known when they are used.
    const check = (name, url) => endpoint(url, name, "https://any.invalid");
    try {
      if (flow.discovery) check("openIdConnectUrl", flow.discovery);
      else {
        if (!isMachine) check("authorizationUrl", flow.authorize);
        check("tokenUrl", flow.token);
      }
    } catch (error) {
      return error.reason;
    }
    return "";
  }

  // The flows of a scheme, each with its scopes.
  function ways(scheme) {
    if (scheme.discovery) return [{ name: "openId", discovery: scheme.discovery, scopes: [["openid", ""]] }];
    let before = [];
    const all = (scheme.flows || []).map((flow) => {
      before = flow.scopes || before;
      return { ...flow, scopes: before };
    });
    return all.filter((flow) => FLOWS.has(flow.name));
  }

  // Checkboxes for scopes. Those that the operation needs come first and are checked; the reader's choices are kept.
  function scopeBoxes(flow, needed, chosen) {
    const abouts = new Map(flow.scopes);
    const names = new Set([...(flow.discovery ? ["openid"] : []), ...needed, ...abouts.keys()]);
    const all = [...names].map((name) => [name, abouts.get(name)]);
    const boxes = all.map(([value, about]) => {
      const fixed = flow.discovery && value === "openid";
      const box = el("input", { type: "checkbox", value, checked: fixed || needed.includes(value) || chosen.includes(value), disabled: fixed });
      const text = el("span", {}, el("span", { class: "pg-name" }, value), about ? " " : null, about ? el("span", { class: "pg-hint" }, about) : null);
      return { box, label: el("label", {}, box, text) };
    });
    const label = el("span", { class: "pg-name", id: newId() }, texts.scopes);
    const set = el("fieldset", { class: "pg-boxes pg-scopes", "aria-labelledby": label.id }, ...boxes.map((one) => one.label));
    return {
      element: all.length ? el("div", { class: "pg-field" }, label, set) : "",
      read: () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value),
    };
  }

  function timeOf(moment) {
    const form = { dateStyle: moment - Date.now() < 12 * 3600000 ? undefined : "medium", timeStyle: "short" };
    try {
      return new Date(moment).toLocaleString(document.documentElement.lang, form);
    } catch (error) {
      // Browsers do not support the site's language.
      return new Date(moment).toLocaleString([], form);
    }
  }

  // A note about the stored token and its limits; empty for a pasted token.
  function account({ value, expires, granted }, needed) {
    if (!value || granted === undefined) return ["", ""];
    if (expires && expires < Date.now()) return ["", texts.expired];
    const has = new Set(granted.split(/[ ,]+/));
    const lacking = granted ? needed.filter((scope) => !has.has(scope)) : [];
    const text = expires ? words(texts.signedInUntil, { value: timeOf(expires) }) : texts.signedIn;
    return [text, lacking.length ? words(texts.lacking, { names: lacking.join(", ") }) : ""];
  }

  // The inputs for a flow.
  function form(flow, needed, { client: given, chosen }) {
    const client = given || {};
    const isMachine = flow.name === "clientCredentials";
    const text = (type, value) => el("input", { type, value: value || "", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    const id = field(texts.clientId, text("text", client.id), { required: true });
    const secret = field(texts.clientSecret, text("password", client.secret), { required: isMachine, kind: isMachine ? "" : texts.optional });
    const by = field(texts.secretBy, select([["", texts.inHeader], ["body", texts.inBody]], client.inBody ? "body" : ""));
    const scopes = scopeBoxes(flow, needed, chosen || []);
    const followed = () => (by.element.hidden = !secret.control.value);
    secret.control.addEventListener("input", followed);
    followed();
    const parts = [id.element, secret.element, by.element, scopes.element];
    if (!isMachine) parts.push(redirectPart());
    return {
      parts,
      scope: () => scopes.read().join(" "),
      read: () => ({ client: { id: id.control.value.trim(), secret: secret.control.value, inBody: by.control.value === "body" }, chosen: scopes.read() }),
      // The first required field that is empty.
      missing() {
        const lacks = [id, secret].filter((one) => one.complain(!one.control.value.trim() && (one === id || isMachine) && texts.missing));
        return lacks[0];
      },
    };
  }

  // The redirect URL, to be registered with the provider.
  function redirectPart() {
    const uri = redirectUri();
    const copy = el("button", { class: "copy", type: "button", "data-copy": uri, "aria-label": texts.copy + " " + texts.redirectUri }, texts.copy);
    const pill = el("span", { class: "copy-pill" }, el("span", { class: "copy-text" }, el("code", {}, uri)), copy);
    return el("div", { class: "pg-field" }, el("span", { class: "pg-name" }, texts.redirectUri), el("div", {}, pill), el("p", { class: "pg-hint" }, texts.register));
  }

  // The part of the panel that obtains a token for a scheme. `store` keeps it, and has the input that shows it.
  class SignIn {
    constructor(scheme, store, route) {
      Object.assign(this, { store, route, needed: scheme.scopes || [], flows: ways(scheme) });
      const names = this.flows.map((flow) => flow.name);
      const first = [store.held().flow, "authorizationCode", "openId", "clientCredentials"].map((name) => names.indexOf(name)).find((at) => at >= 0);
      const choice = select(names.map((name, at) => [String(at), texts[FLOWS.get(name)]]), String(first || 0));
      this.room = el("div", { class: "pg-fields" });
      this.go = button("", () => this.begin(), { class: "pg-go" });
      this.forget = button(texts.forget, () => this.drop(), { class: "pg-forget" });
      this.live = el("p", { class: "pg-said", role: "status" });
      const way = names.length > 1 ? field(texts.flow, choice).element : undefined;
      this.element = el("div", { class: "pg-oauth" }, way, this.room, el("div", { class: "pg-row" }, this.go, this.forget), this.live);
      choice.addEventListener("change", () => {
        store.hold({ flow: names[choice.value] });
        this.show(this.flows[choice.value]);
      });
      this.room.addEventListener("input", () => store.hold(this.form.read()));
      this.room.addEventListener("change", () => store.hold(this.form.read()));
      this.element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !event.target.matches("input:not([type=checkbox])")) return;
        event.preventDefault();
        if (!this.attempt) this.begin();
      });
      // Nothing is known about a pasted token.
      store.control.addEventListener("input", () => {
        store.hold({ expires: undefined, granted: undefined, again: undefined });
        this.tell("");
      });
      if (names.length) this.show(this.flows[first || 0]);
      this.account();
    }

    // The fields of a flow, or the reason why there are none.
    show(flow) {
      this.flow = flow;
      const obstacle = whyNot(flow);
      this.form = obstacle ? undefined : form(flow, this.needed, this.store.held());
      this.room.replaceChildren(...(obstacle ? [el("p", { class: "pg-hint" }, obstacle)] : this.form.parts));
      this.go.hidden = Boolean(obstacle);
      this.label();
    }

    label() {
      const own = this.flow.name === "clientCredentials" ? texts.getToken : texts.signIn;
      this.go.textContent = this.attempt && !this.attempt.quiet ? texts.cancel : own;
    }

    // Shows a text or an error.
    tell(text, wrong) {
      this.live.replaceChildren(text, wrong ? el("span", { class: "pg-error" }, wrong) : "");
      this.forget.hidden = !this.store.held().value;
    }

    account() {
      const [text, mind] = account(this.store.held(), this.needed);
      this.live.replaceChildren(text && el("span", { class: "pg-held" }, text), text && mind && " ", mind);
      this.forget.hidden = !this.store.held().value;
    }

    drop() {
      this.store.hold({ value: "", expires: undefined, granted: undefined, again: undefined });
      this.store.control.value = "";
      this.store.changed();
      this.tell(texts.forgotten);
      (this.go.hidden ? this.store.control : this.go).focus();
    }

    async begin() {
      const { attempt, form, flow, route } = this;
      if (attempt) attempt.stop.abort();
      if (attempt && !attempt.quiet) return;
      const missing = form.missing();
      if (missing) return missing.focus();
      const own = (this.attempt = { stop: new AbortController(), quiet: false });
      const isCurrent = () => this.attempt === own;
      this.label();
      this.store.hold(form.read());
      const { client } = form.read();
      const scope = form.scope();
      const { signal } = own.stop;
      try {
        let asked;
        if (flow.name === "clientCredentials") {
          this.tell(texts.asking);
          asked = [endpoint(flow.token, "tokenUrl", route.server()), scope ? { grant_type: "client_credentials", scope } : { grant_type: "client_credentials" }];
        } else {
          this.tell(texts.waiting);
          asked = await byCode(() => this.ends(signal), client, scope, signal, () => {
            // The response may still arrive: see `comeBack`.
            own.quiet = true;
            if (!isCurrent()) return;
            this.label();
            this.tell("", texts.closed);
          });
          if (isCurrent()) this.tell(texts.asking);
        }
        const parts = await token(...asked, scope, client, route, signal);
        if (flow.refresh) parts.at = endpoint(flow.refresh, "refreshUrl", route.server()).href;
        if (isCurrent()) this.take(parts);
      } catch (error) {
        if (isCurrent()) this.tell("", words(texts.noToken, { reason: error.reason || error.message }));
      } finally {
        if (isCurrent()) this.attempt = undefined;
        this.label();
      }
    }

    async ends(signal) {
      const { flow, route } = this;
      const server = route.server();
      if (flow.discovery) return discover(endpoint(flow.discovery, "openIdConnectUrl", server), route, signal);
      return { authorize: endpoint(flow.authorize, "authorizationUrl", server), token: endpoint(flow.token, "tokenUrl", server) };
    }

    take(parts) {
      const { store } = this;
      store.hold(parts);
      store.control.value = parts.value;
      store.changed();
      this.account();
      // The panel was redrawn in the meantime.
      if (!this.element.isConnected) store.draw();
    }
  }

  panel.signIn = (scheme, store, route) => new SignIn(scheme, store, route).element;

  // Renews an expired token if the provider issued a refresh token (RFC 6749, section 6). Returns whether it did.
  panel.renew = async ({ expires, again, at, client, granted }, hold, route, signal) => {
    if (!again || !expires || expires > Date.now()) return false;
    try {
      const parts = await token(new URL(at), { grant_type: "refresh_token", refresh_token: again }, granted, client, route, signal);
      hold({ ...parts, again: parts.again || again });
      return true;
    } catch (error) {
      if (!signal.aborted) hold({ again: undefined });
      throw said(words(texts.notRenewed, { reason: error.reason || error.message }));
    }
  };
})(window.toolPlayground);
