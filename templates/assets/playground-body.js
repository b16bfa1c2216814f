// The body in the request panel: a form for its fields, an editor for its text, and a file for anything else.
(function (panel) {
  "use strict";

  const { parse, layout, laidOut, formPairs, isStructure, texts, el, words, newId, field, select, area, group, inputs, check, NUMBER } = panel;
  const MOST_SHOWN_FAULTS = 3;
  // Longer text is edited without colors.
  const MOST_COLORED = 60000;
  // The reader's last choice between form and text applies to the panels opened after it.
  let prefersText = false;

  const formBody = (type, given) => ({ type, text: given.flatMap(([input, value]) => formPairs(input, value)).join("&") });

  // A media type, unless it is a list or a pattern.
  const oneType = (content) => (content && !/[*,]/.test(content) ? content : "");

  // The parts of a multipart body that a value produces: one for each item of an array.
  function partsOf(input, value) {
    const name = input.name;
    const list = Array.isArray(value) ? value : [value];
    return list.map((one) => {
      if (one instanceof File) return { name, file: one, type: oneType(input.content) };
      return { name, text: isStructure(one) ? JSON.stringify(one) : String(one), type: oneType(input.content) };
    });
  }

  // The members of a JSON object, or the items of an array, each with its text as written. Other values have none.
  function rawParts(json) {
    JSON.parse(json);
    const text = json.trim();
    const found = [];
    let name = "";
    let from = 1;
    let depth = 0;
    for (let at = 0; at < text.length; at++) {
      const c = text[at];
      if (c === '"') while (text[++at] !== '"') at += text[at] === "\\" ? 1 : 0;
      else if (c === "{" || c === "[") depth++;
      else if (depth === 1 && c === ":") {
        name = JSON.parse(text.slice(from, at));
        from = at + 1;
      } else if ((depth === 1 && c === ",") || c === "}" || c === "]") {
        const part = text.slice(from, at).trim();
        if (depth === 1 && part) found.push([name, part]);
        if (depth === 1) from = at + 1;
        if (c !== ",") depth--;
      }
    }
    return found;
  }

  const object = (members) => "{" + Array.from(members, ([name, text]) => JSON.stringify(name) + ":" + text).join(",") + "}";

  // A value as JSON, as an input of this type means it.
  function rawScalar(kind, text) {
    const isRaw = kind === "integer" || kind === "number" ? NUMBER.test(text) : kind === "boolean" && /^(true|false)$/.test(text);
    return isRaw ? text : JSON.stringify(text);
  }

  function rawOf({ type, items, content }, value, text) {
    if (Array.isArray(value) && value.every((one) => typeof one === "string") && items !== "object" && items !== "any") {
      return "[" + value.map((one) => rawScalar(items, one)).join(",") + "]";
    }
    return isStructure(value) || (content && /^\s*[[{]/.test(text)) ? text : rawScalar(type, value);
  }

  // The text with which an input shows a member, or undefined if it cannot.
  function shownIn({ type, items }, raw, control) {
    const value = parse(raw);
    const isArea = control.matches("textarea");
    if (type === "object" || type === "any" || items === "object" || items === "any") {
      if (isStructure(value)) return isArea ? layout(raw) : undefined;
    } else if (type === "array") {
      if (!Array.isArray(value) || !value.every((one) => one !== null && !isStructure(one) && one !== "" && !/\n/.test(one))) return undefined;
      return value.map(String).join("\n");
    }
    if (value === null || value === "" || isStructure(value)) return undefined;
    const text = raw[0] === '"' ? value : raw;
    if (!isArea && /\n/.test(text)) return undefined;
    if (type === "boolean" && raw[0] === '"') return undefined;
    if (/^(integer|number)$/.test(type) ? !NUMBER.test(raw) : type !== "boolean" && type !== "any" && raw[0] !== '"') return undefined;
    return text;
  }

  // Writes a text into a control. Returns whether the control accepts it.
  function put(control, text) {
    if (control.matches("fieldset")) {
      const boxes = [...control.querySelectorAll("input")];
      const chosen = new Set(text ? text.split("\n") : []);
      for (const box of boxes) box.checked = chosen.delete(box.value);
      return !chosen.size;
    }
    control.value = text;
    return control.value === text;
  }

  // Without the members that the description does not require.
  function onlyRequired(raw, schema) {
    const fields = new Map((schema.fields || []).map((one) => [one.name, one]));
    if (!fields.size || !/^\s*[[{]/.test(raw)) return raw;
    const parts = rawParts(raw);
    if (raw.trim()[0] === "[") return "[" + parts.map(([, part]) => onlyRequired(part, schema)).join(",") + "]";
    const kept = parts.filter(([name]) => fields.has(name) && fields.get(name).required);
    return object(kept.map(([name, part]) => [name, onlyRequired(part, fields.get(name))]));
  }

  // A text area with colors: a copy of its text behind it, which scrolls with it. `show` replaces the text.
  function codeArea(text) {
    const input = area(text, 4);
    const copy = el("pre", { class: "pg-paint", "aria-hidden": "true" });
    const box = el("div", { class: "pg-editor" }, copy, input);
    const scroll = () => ([copy.scrollTop, copy.scrollLeft] = [input.scrollTop, input.scrollLeft]);
    const draw = () => {
      const isPlain = input.value.length > MOST_COLORED;
      box.classList.toggle("pg-plain", isPlain);
      if (isPlain) copy.replaceChildren();
      else copy.replaceChildren(toolFiles.paint(input.value, "json"), "\n");
      scroll();
    };
    input.addEventListener("input", draw);
    input.addEventListener("scroll", scroll);
    const show = (value) => {
      input.value = value;
      input.rows = Math.min(18, Math.max(4, value.split("\n").length + 1));
      draw();
    };
    show(text);
    return { box, input, show };
  }

  // A choice between a few views, as buttons of which one is pressed.
  function viewSwitch(label, options, chosen, onchoose) {
    const name = newId();
    const radios = options.map(([value]) => el("input", { type: "radio", name, value, class: "visually-hidden", checked: value === chosen }));
    const labels = options.map(([, text], at) => el("label", {}, radios[at], text));
    for (const radio of radios) radio.addEventListener("change", () => onchoose(radio.value));
    return {
      element: el("fieldset", { class: "pg-switch" }, el("legend", { class: "visually-hidden" }, label), ...labels),
      choose: (value) => radios.forEach((radio) => (radio.checked = radio.value === value)),
    };
  }

  // A body that is a file.
  function fileEditor(type, required) {
    const input = el("input", { type: "file" });
    const one = field(type, input, { required });
    return {
      elements: [one.element],
      read(strict) {
        const file = input.files[0];
        const wrong = required && !file;
        if (strict || !wrong) one.complain(strict && wrong && texts.missing);
        return { body: file ? { type, file } : null, faults: wrong ? [{ field: one }] : [] };
      },
      state: () => [...input.files],
      restore(files) {
        const list = new DataTransfer();
        files.forEach((file) => list.items.add(file));
        input.files = list.files;
      },
    };
  }

  // The editor for one media type. It has a form, a text, or both, and then the reader chooses.
  function editor(media, required, about, changed) {
    const type = media.name;
    const form = /^application\/x-www-form-urlencoded/i.test(type);
    const multipart = /^multipart\//i.test(type);
    const json = /[/+]json\b|json$/i.test(type) || form || multipart;
    const single = json && !/seq|ndjson|jsonl/i.test(type);
    const schema = media.schema || { type: "any" };
    const fields = media.fields || (single && media.flat && schema.fields) || [];
    if (!json && !/^text\/|xml|yaml|graphql|javascript|csv|sql/i.test(type) && media.example === undefined) return fileEditor(type, required);
    const hasForm = fields.length > 0;
    const hasText = !(multipart && hasForm);

    const sample = json ? laidOut(media.example || "") : media.example || "";
    const list = hasForm && inputs(fields, about);
    const code = hasText && single && codeArea(sample);
    const plain = hasText && !code && area(sample, 3 + sample.split("\n").length);
    const text = code ? code.input : plain;
    const write = (value) => (code ? code.show(value) : (plain.value = value));
    const one = hasText && field(type, code ? code.box : plain, { required });
    if (one) {
      one.element.classList.add("pg-code");
      text.addEventListener("change", () => (one.left = true));
    }
    let view = hasForm && !(hasText && prefersText) ? "form" : "text";
    // The text from which the form was filled, with members that the form does not show.
    let base = "";

    // Fills the form from the text. Throws if that is not possible.
    function toForm() {
      base = text.value.trim() ? text.value : "";
      const members = new Map(base ? rawParts(base) : []);
      if (base && base.trim()[0] !== "{") throw new SyntaxError(texts.jsonObject);
      for (const entry of list.all) {
        const { input, control } = entry;
        const raw = members.get(input.name);
        const shown = raw === undefined ? "" : shownIn(input, raw, control);
        const isShown = shown !== undefined && put(control, shown);
        if (!isShown) put(control, "");
        entry.kept = isShown ? undefined : raw;
        if ("placeholder" in control) control.placeholder = isShown ? input.hint || input.default || "" : raw;
      }
    }

    // The form as JSON. A member that the form does not show stays as it was.
    function composed(values) {
      const members = new Map(base ? rawParts(base) : []);
      values.forEach(([input, value], at) => {
        const { kept, control } = list.all[at];
        if (value !== undefined) members.set(input.name, rawOf(input, value, control.value || ""));
        else if (kept === undefined) members.delete(input.name);
      });
      return members;
    }

    // The members in the text that the form does not show.
    const hiddenMembers = () =>
      (base ? rawParts(base) : [])
        .filter(([name]) => !list.all.some((entry) => entry.input.name === name && entry.kept === undefined))
        .map(([name, raw]) => [fields.find((input) => input.name === name) || { name }, parse(raw)]);

    function readForm(strict) {
      const values = list.read(strict);
      const faults = values.map(([, , fault]) => fault).filter(Boolean);
      const given = values.filter((pair) => pair[1] !== undefined);
      let body = null;
      if (form || multipart) {
        const pairs = given.concat(hiddenMembers());
        if (pairs.length || required) body = form ? formBody(type, pairs) : { parts: pairs.flatMap(([input, value]) => partsOf(input, value)) };
      } else {
        const members = composed(values);
        if (members.size || required) body = { type, text: layout(object(members)) };
      }
      return { body, faults };
    }

    function readText(strict) {
      const empty = !text.value.trim();
      let value;
      let wrong = empty && required ? texts.missing : "";
      let fatal = false;
      try {
        if (!empty && single) {
          value = parse(text.value);
          const found = check(schema, JSON.parse(text.value));
          const shown = found.slice(0, MOST_SHOWN_FAULTS).map(([path, message]) => (path ? path + ": " : "") + message);
          if (found.length > MOST_SHOWN_FAULTS) shown.push(words(texts.moreFaults, { count: found.length - MOST_SHOWN_FAULTS }));
          wrong = shown.join("\n");
        }
      } catch (error) {
        wrong = words(texts.badJson, { reason: error.message });
        fatal = form || multipart;
      }
      if (strict) one.left = true;
      one.complain(one.left && wrong);
      const faults = wrong ? [{ field: one, fatal }] : [];
      if (empty) return { body: null, faults };
      if (!form && !multipart) return { body: { type, text: text.value }, faults };
      const members = Object.entries(isStructure(value) ? value : {}).map(([name, member]) => [fields.find((input) => input.name === name) || { name }, member]);
      return { body: form ? formBody(type, members) : { parts: members.flatMap(([given, member]) => partsOf(given, member)) }, faults };
    }

    const room = el("div", { class: "pg-fields" });
    const draw = () => room.replaceChildren(...(view === "form" ? list.all.map((entry) => entry.element) : [one.element]));

    // Switches the view and carries what was typed over, or marks what cannot be carried over.
    function turn(to) {
      if (to === view) return;
      try {
        if (to === "form") toForm();
        else {
          const values = list.read(false);
          const bad = values.find(([, , fault]) => fault && fault.fatal);
          if (bad) {
            bad[2].field.complain(bad[2].text);
            bad[2].field.focus();
            return views.choose(view);
          }
          const members = composed(values);
          write(members.size || required ? layout(object(members)) : "");
        }
      } catch (error) {
        one.complain(words(texts.badJson, { reason: error.message }));
        one.focus();
        return views.choose(view);
      }
      view = to;
      prefersText = to === "text";
      draw();
      changed();
    }
    const views = hasForm && hasText && viewSwitch(texts.bodyView, [["form", texts.form], ["text", "JSON"]], view, turn);

    // What the body can start from. The reader's own text is one of the choices as soon as another one replaces it.
    const starts = new Map();
    if (single && !form && !multipart && media.example !== undefined) {
      const needed = media.schema && media.schema.fields ? laidOut(onlyRequired(media.example, schema)) : sample;
      starts.set("sample", sample);
      if (needed !== sample) starts.set("requiredOnly", needed);
      if (media.all) starts.set("allFields", laidOut(media.all));
    }
    const current = () => (view === "text" ? text.value : laidOut(object(composed(list.read(false)))));
    const start = starts.size > 1 && select([...starts.keys()].map((name) => [name, texts[name]]), "sample");
    if (start) {
      start.addEventListener("change", () => {
        const now = current();
        if (start.value !== "ownText" && ![...starts.values()].includes(now)) {
          if (!starts.has("ownText")) start.add(new Option(texts.ownText, "ownText"));
          starts.set("ownText", now);
        }
        write(starts.get(start.value));
        if (view === "form") toForm();
        changed();
      });
    }

    if (view === "text" && form && hasForm) write(layout(object(composed(list.read(false)))));
    else if (hasForm && hasText && !form) toForm();
    draw();
    const tools = views || start ? el("div", { class: "pg-tools" }, views ? views.element : "", start ? el("label", { class: "picker" }, texts.startFrom, start) : "") : undefined;
    return {
      elements: tools ? [tools, room] : [room],
      read: (strict) => (view === "form" ? readForm(strict) : readText(strict)),
      state: () => [view, base, hasText && text.value, list && list.state(), list && list.all.map((entry) => entry.kept)],
      restore([shown, from, written, state, kept]) {
        [view, base] = [shown, from];
        if (hasText) write(written);
        if (list) list.restore(state);
        if (list) list.all.forEach((entry, at) => (entry.kept = kept[at]));
        if (views) views.choose(view);
        draw();
      },
    };
  }

  panel.bodyPart = (body, about, changed) => {
    const names = body.media.map((media, at) => [String(at), media.name]);
    const choice = select(names);
    const room = el("div", { class: "pg-fields" });
    const editors = new Map();
    const current = () => {
      if (!editors.has(choice.value)) editors.set(choice.value, editor(body.media[choice.value], body.required, about, changed));
      return editors.get(choice.value);
    };
    const draw = () => room.replaceChildren(...current().elements);
    choice.addEventListener("change", draw);
    choice.addEventListener("change", changed);
    draw();
    const shown = names.length > 1 ? field(texts.mediaType, choice, { plain: true }).element : undefined;
    return {
      element: group(texts.body, shown, room),
      read: (strict) => current().read(strict),
      state: () => [choice.value, current().state()],
      restore([chosen, state]) {
        choice.value = chosen;
        draw();
        current().restore(state);
      },
    };
  };
})(window.toolPlayground);
