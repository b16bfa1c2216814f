// The inputs of the request panel: server, credentials, parameters, body; how they look, and how they are read.
(function (panel) {
  "use strict";

  const { parse, isStructure } = panel;
  const siteKey = (document.querySelector("script[data-key]") || { dataset: {} }).dataset.key + ":playground";

  // Set when the settings have loaded.
  const texts = {};
  let count = 0;
  // The reader's input, by scheme: in memory, and in session storage only on request.
  let secrets = new Map();
  let keep = false;
  try {
    const kept = JSON.parse(sessionStorage.getItem(siteKey));
    if (kept) [secrets, keep] = [new Map(kept), true];
  } catch (error) {
    // Nothing is stored.
  }

  function remember() {
    try {
      if (keep) sessionStorage.setItem(siteKey, JSON.stringify([...secrets]));
      else sessionStorage.removeItem(siteKey);
    } catch (error) {
      // Storage is not available.
    }
  }

  function el(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (typeof value === "function" || name === "value" || name === "textContent") element[name] = value;
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== undefined && child !== null));
    return element;
  }

  const words = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));

  // A labeled control with room for a hint and an error message.
  const newId = () => "playground-" + ++count;

  function field(label, control, { about, kind, required, hint, plain } = {}) {
    const id = newId();
    const target = control.matches("fieldset, div") ? control.querySelector("input, textarea") : control;
    target.id = id;
    const notes = el("p", { class: "pg-hint", id: id + "-hint" });
    notes.textContent = [about, hint].filter(Boolean).join(" ");
    const error = el("p", { class: "pg-error", id: id + "-error", hidden: true });
    (control.matches("div") ? target : control).setAttribute("aria-describedby", id + "-error " + id + "-hint");
    if (required) target.setAttribute("aria-required", "true");
    const name = el("label", { for: id, class: plain && "visually-hidden" }, el("span", { class: "pg-name" }, label));
    if (kind) name.append(" ", el("span", { class: "pg-type" }, kind));
    if (required) name.append(" ", el("span", { class: "required" }, texts.required));
    const element = el("div", { class: "pg-field" }, name, control, error, notes);
    if (control.matches("fieldset")) control.setAttribute("aria-label", label);
    notes.hidden = !notes.textContent;
    return {
      element,
      control,
      complain(text) {
        error.textContent = text || "";
        error.hidden = !text;
        target.setAttribute("aria-invalid", String(Boolean(text)));
        return Boolean(text);
      },
      focus: () => target.focus(),
    };
  }

  function group(title, ...children) {
    return el("fieldset", { class: "pg-group" }, el("legend", {}, title), ...children);
  }

  function select(options, value) {
    const control = el("select");
    for (const [key, text] of options) control.add(new Option(text, key));
    if (value !== undefined) control.value = value;
    return control;
  }

  const area = (value, rows) => el("textarea", { rows: Math.min(rows, 18), spellcheck: "false", autocapitalize: "off", value });

  // The control for an input's schema, how to read it, and hints for filling it in.
  function control(input) {
    const type = input.type || "string";
    const items = input.items || "string";
    const value = input.value;
    const fallback = input.default === undefined ? texts.unset : words(texts.default, { value: input.default });
    if (type === "array" && input.values) {
      const chosen = new Set((value || "").split("\n"));
      const boxes = input.values.map((one) => el("input", { type: "checkbox", value: one, checked: chosen.has(one) }));
      const box = el("fieldset", { class: "pg-boxes" }, ...boxes.map((one) => el("label", {}, one, one.value)));
      return [box, () => orNothing(boxes.filter((one) => one.checked).map((one) => one.value))];
    }
    if (input.values || type === "boolean") {
      const values = (input.values || ["true", "false"]).map((one) => [one, one]);
      const element = select([["", input.required ? texts.choose : fallback], ...values], value || "");
      return [element, () => element.value || undefined];
    }
    if (type === "file" || items === "file") {
      const element = el("input", { type: "file", multiple: type === "array" });
      return [element, () => orNothing([...element.files])];
    }
    if (type === "array" && items !== "object" && items !== "any") {
      const element = area(value || "", 2 + (value || "").split("\n").length);
      return [element, () => orNothing(element.value.split("\n").filter(Boolean)), texts.lines];
    }
    if (type === "array" || type === "object") {
      const element = area(value || "", 2 + (value || "").split("\n").length);
      return [element, () => structure(element.value, type, input.content), type === "array" ? texts.jsonArray : texts.jsonObject];
    }
    const kinds = { integer: "number", number: "number", date: "date", password: "password" };
    const long = (value || "").includes("\n") || type === "any";
    const element = long ? area(value || "", 3) : el("input", { type: kinds[type] || "text", autocomplete: "off", value: value || "" });
    if (type === "number") element.step = "any";
    element.placeholder = input.hint || input.default || "";
    return [element, () => (type === "any" ? either(element.value) : element.value || undefined)];
  }

  const orNothing = (list) => (list.length ? list : undefined);

  // A structure that is written as JSON. If it is also sent as JSON, its text is sent unchanged.
  function structure(text, type, content) {
    if (!text.trim()) return undefined;
    const value = parse(text);
    if (!isStructure(value) || Array.isArray(value) !== (type === "array")) throw new SyntaxError(texts.wrongJson);
    return content ? text : value;
  }

  function either(text) {
    if (!text.trim()) return undefined;
    try {
      const value = parse(text);
      return isStructure(value) ? value : text;
    } catch (error) {
      return text;
    }
  }

  // The controls in an element, and their content: what a request in the history restores.
  const controls = (element) => (element.matches("input, select, textarea") ? [element] : [...element.querySelectorAll("input, select, textarea")]);
  const contents = (element) => controls(element).map((one) => (one.type === "checkbox" ? one.checked : one.files ? [...one.files] : one.value));

  function setContents(element, values) {
    controls(element).forEach((one, at) => {
      if (one.type === "checkbox") one.checked = values[at];
      else if (one.files) {
        const list = new DataTransfer();
        values[at].forEach((file) => list.items.add(file));
        one.files = list.files;
      } else one.value = values[at];
    });
  }

  // The inputs of a list, with functions to read them: pairs of input and value, and what is wrong with the value. A request
  // with a fatal fault cannot be written. Faults are shown once the reader has left the input, and all of them if `strict`.
  function inputs(list, about) {
    const all = list.map((input) => {
      const [element, read, hint] = control(input);
      const kind = (input.type || "string") + (input.items ? " / " + input.items : "");
      const one = { input, read, ...field(input.name, element, { about: about(input), kind, hint, required: input.required }) };
      element.addEventListener("change", () => (one.left = true));
      return one;
    });
    const readOne = (one) => {
      const { input, control } = one;
      const fault = (text, fatal) => text && { field: one, text, fatal };
      try {
        const value = one.read();
        if (control.validity && control.validity.badInput) return [input, undefined, fault(control.validationMessage, true)];
        if (value === undefined) return [input, undefined, fault(input.required && !one.kept && texts.missing, input.in === "path")];
        const [wrong] = input.content ? [] : panel.check(input, value, true);
        return [input, value, fault(wrong && (wrong[0] ? wrong[0] + ": " : "") + wrong[1])];
      } catch (error) {
        return [input, undefined, fault(error.message, true)];
      }
    };
    const read = (strict) =>
      all.map((one) => {
        const found = readOne(one);
        if (strict) one.left = true;
        one.complain(one.left && found[2] && found[2].text);
        return found;
      });
    return {
      all,
      read,
      state: () => all.map((one) => contents(one.control)),
      restore: (state) => all.forEach((one, at) => setContents(one.control, state[at])),
    };
  }

  // The page's description of a field, as plain text: from the fields of an operation, or from a table of parameters.
  function describer(page, places) {
    const rows = new Map();
    for (const row of page ? page.querySelectorAll(".playground-summary tbody tr") : []) {
      const [name, location, , about] = row.cells;
      rows.set(location.textContent + "." + name.firstElementChild.textContent, about.textContent);
    }
    return (input) => {
      const place = places(input);
      if (rows.has(place)) return rows.get(place);
      const found = page && page.querySelector("wc-field[id='" + CSS.escape(place) + "'], wc-field[id$='" + CSS.escape("." + place) + "']");
      const text = found && found.querySelector(":scope > div");
      return text ? (text.firstElementChild || text).textContent.slice(0, 300) : "";
    };
  }

  // The server: one of the document's, with its variables, or a custom one.
  function serverPart(servers, changed) {
    const OTHER = "other";
    const options = servers.map((server, at) => [String(at), server.about ? server.url + " (" + server.about + ")" : server.url]);
    const choice = select([...options, [OTHER, texts.otherServer]]);
    const room = el("div", { class: "pg-fields" });
    let current;
    const draw = () => {
      const server = servers[choice.value];
      room.replaceChildren();
      if (!server) {
        current = field(texts.address, el("input", { type: "url", placeholder: "https://", autocomplete: "off" }), { required: true });
        room.append(current.element);
        return;
      }
      current = (server.variables || []).map((variable) => {
        const values = variable.values && variable.values.map((value) => [value, value]);
        const input = values ? select(values, variable.value) : el("input", { type: "text", value: variable.value, autocomplete: "off" });
        const one = field(variable.name, input);
        room.append(one.element);
        return [variable.name, input];
      });
    };
    choice.addEventListener("change", draw);
    choice.addEventListener("change", changed);
    draw();
    const own = field(texts.server, choice, { plain: true });
    const shown = servers.length ? [own.element, room] : [room];
    return {
      element: group(texts.server, ...shown),
      url() {
        const server = servers[choice.value];
        if (!server) return current.control.value.trim();
        const values = new Map(current.map(([name, input]) => [name, input.value]));
        return server.url.replace(/\{([^{}]*)\}/g, (whole, name) => (values.has(name) ? values.get(name) : whole));
      },
      state: () => [choice.value, contents(room)],
      restore([chosen, values]) {
        choice.value = chosen;
        draw();
        setContents(room, values);
      },
      complain: (text) => (current.complain ? current : own).complain(text),
      focus: () => (current.focus ? current : own).focus(),
    };
  }

  // Credentials for one of the alternatives that the operation accepts. `route` says how requests are sent.
  function authPart(alternatives, host, changed, route) {
    // The credentials stored for a scheme do not depend on its scopes, or on those that an operation needs.
    const secret = (scheme) => JSON.stringify([host, scheme], (key, value) => (key === "scopes" ? undefined : value));
    const held = (scheme) => secrets.get(secret(scheme)) || {};
    const hold = (scheme, parts) => {
      secrets.set(secret(scheme), { ...held(scheme), ...parts });
      remember();
    };
    const name = (schemes) => schemes.map((scheme) => scheme.id).join(" + ") || texts.none;
    const choice = select(alternatives.map((schemes, at) => [String(at), name(schemes)]));
    const room = el("div", { class: "pg-fields" });
    const inputFor = (scheme, part, label, type, hint) => {
      const input = el("input", { type, value: held(scheme)[part] || "", autocomplete: "off", spellcheck: "false" });
      input.addEventListener("input", () => hold(scheme, { [part]: input.value }));
      return field(label, input, { kind: scheme.id, hint });
    };
    const tokenFor = (scheme) => {
      const way = panel.signIn && (scheme.flows || scheme.discovery);
      const isFetched = scheme.discovery || (scheme.flows || []).some((flow) => /^(authorizationCode|clientCredentials)$/.test(flow.name));
      const input = inputFor(scheme, "value", texts.token, "password", way && isFetched && texts.tokenHint);
      if (way) {
        const { control } = input;
        const store = { held: () => held(scheme), hold: (parts) => hold(scheme, parts), control, changed, draw };
        room.append(panel.signIn(scheme, store, route));
      }
      room.append(input.element);
    };
    const draw = () => {
      const schemes = alternatives[choice.value] || [];
      room.replaceChildren();
      const add = (...given) => room.append(inputFor(...given).element);
      for (const scheme of schemes) {
        if (scheme.type === "basic") {
          add(scheme, "user", texts.user, "text");
          add(scheme, "value", texts.password, "password");
        } else if (scheme.type === "apiKey") add(scheme, "value", scheme.name + " (" + scheme.in + ")", "password");
        else if (scheme.type === "bearer") tokenFor(scheme);
        else if (scheme.type === "http") add(scheme, "value", scheme.scheme, "password");
        else room.append(el("p", { class: "pg-hint" }, words(texts.otherScheme, { name: scheme.id })));
      }
      if (!schemes.length) return;
      const box = el("input", { type: "checkbox", checked: keep });
      box.addEventListener("change", () => {
        keep = box.checked;
        remember();
      });
      room.append(el("label", { class: "pg-keep" }, box, texts.keep));
    };
    choice.addEventListener("change", draw);
    choice.addEventListener("change", changed);
    draw();
    const shown = alternatives.length > 1 ? field(texts.way, choice, { plain: true }).element : undefined;
    const chosen = () => (alternatives[choice.value] || []).filter((scheme) => /^(apiKey|basic|bearer|http)$/.test(scheme.type));
    return {
      element: group(texts.authorization, shown, room),
      schemes: chosen,
      given: held,
      draw,
      // Renews expired tokens, if the provider supports it. Returns whether any were renewed.
      async renew(signal) {
        let any = false;
        for (const scheme of panel.renew ? chosen() : []) {
          if (await panel.renew(held(scheme), (parts) => hold(scheme, parts), route, signal)) any = true;
        }
        if (any) draw();
        return any;
      },
    };
  }

  Object.assign(panel, { texts, el, words, newId, field, select, area, group, inputs, describer, serverPart, authPart });
})(window.toolPlayground);
