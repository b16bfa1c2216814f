// The search dialog: a combobox over the entries of the index. Text from the index or from the reader is inserted into the
// page as text, never as markup.
(function (search) {
  "use strict";

  const { Index, TEXT, UNSPACED, fitter, fold, whole } = search;
  const MOST = { operations: 8, pages: 6, sections: 6 };
  const SNIPPET = 150;
  const local = location.protocol === "file:";
  let texts, view, index, files, shown, waiting, active, moved, last, extra;
  let serial = 0;
  // The number of the tab that results are in; zero means all.
  let tab = 0;

  // An element: `name.class`, attributes, children.
  function el(name, attributes, ...children) {
    const [tag, ...classes] = name.split(".");
    const element = document.createElement(tag);
    if (classes.length) element.className = classes.join(" ");
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children.filter(Boolean));
    return element;
  }
  const span = (name, ...children) => el("span.search-" + name, null, ...children);
  const code = (...children) => el("code", { dir: "ltr" }, ...children);
  const button = (name, text, onclick, label = text) => Object.assign(el(name, { "aria-label": label }, text), { onclick });

  // A file of the index, loaded once.
  function file(name) {
    if (!files.has(name)) {
      const done = toolFiles.load("search/" + name + ".js").then((text) => JSON.parse(text));
      files.set(name, done);
      done.then((data) => (done.data = data), () => files.delete(name));
    }
    return files.get(name);
  }

  function reset() {
    [index, files, shown, waiting, active] = [null, new Map(), [], [], 0];
    serial++;
  }

  // The location of an entry: its page, and the anchor on it.
  function address(id, anchor) {
    const path = id === "index" ? "" : id.split("/").map(encodeURIComponent).join("/") + "/";
    return toolFiles.root + path + (local ? "index.html" : "") + (anchor ? "#" + anchor : "");
  }

  const encoded = (name) => encodeURIComponent(name).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());

  // The anchor of a field: the part before its name, or all of it after `=`.
  function fieldAnchor(parent, name) {
    if (parent.startsWith("=")) return parent.slice(1);
    return parent + (parent ? "." : "") + encoded(name);
  }

  // The positions of the search words in a text. Words in the index contain only letters and digits.
  function places(text, { terms, open }) {
    const folded = fold(text);
    if (folded.length !== text.length || !terms.size) return [];
    if (terms.has(whole(text))) return [[0, text.length]];
    const one = (word) => {
      if (UNSPACED.test(word)) return word[0] + "(?=" + word.slice(1) + ")|(?<=" + word[0] + ")" + word.slice(1);
      return "(?<!L)" + (open && word.startsWith(open) ? open : word + "(?!L)");
    };
    const words = Array.from(terms).sort((a, b) => b.length - a.length);
    const pattern = words.map(one).join("|").replaceAll("L", "[\\p{Alphabetic}\\p{N}]");
    return Array.from(folded.matchAll(new RegExp(pattern, "gu")), (found) => [found.index, found.index + found[0].length]);
  }

  // A text with highlights, truncated around the first one if it is long.
  function marked(text, item, most = Infinity) {
    const found = places(text, item);
    const first = found.length ? found[0][0] : 0;
    let from = first > most / 2 ? text.lastIndexOf(" ", first - most / 3) + 1 : 0;
    const to = from + most;
    const nodes = from ? ["…"] : [];
    for (const [start, end] of found) {
      if (end > to) break;
      nodes.push(text.slice(from, start), el("mark", null, text.slice(start, end)));
      from = end;
    }
    nodes.push(text.slice(from, to));
    if (to < text.length) nodes.push("…");
    return nodes;
  }

  // Results grouped by kind, as the dialog shows them; the group with the best result comes first.
  function grouped({ results, query }) {
    const groups = { operations: [], pages: [], sections: [] };
    const put = (group, item) => groups[group].push(item);
    const end = query.chunks.at(-1);
    const open = end && end.open && end.plain.at(-1);
    for (const result of results) {
      const { best, named, score } = result;
      const item = { ...result, open, section: 0, textual: best && best.rank <= TEXT };
      if (best && Array.isArray(best.place)) [item.parent, item.field] = best.place;
      const [section, weight] = Array.from(result.sections).sort(fitter)[0] || [0];
      if (index.methodOf[result.doc]) put("operations", item);
      else {
        if (named || !section) put("pages", item);
        if (section) put("sections", { ...item, section, score: Math.min(weight, score) });
      }
    }
    return Object.entries(groups)
      .filter(([, items]) => items.length)
      .sort((a, b) => b[1][0].score - a[1][0].score);
  }

  // The texts of an entry's sections, or none until they are loaded.
  function details(doc) {
    let at = index.details.length - 1;
    while (index.details[at] > doc) at--;
    const loading = file("d-" + at);
    if (!loading.data) waiting.push(loading);
    return (loading.data || [])[doc - index.details[at]] || [];
  }

  function row(item, group) {
    const { doc, section, field, parent } = item;
    const [place, heading, excerpt] = details(doc)[section] || [];
    const method = index.methodOf[doc];
    const [name, value] = (field || "").split(/=(.*)/s);
    const title = (section && heading) || index.titles[doc];
    const crumb = [index.crumbOf[doc], section && heading && index.titles[doc]].filter(Boolean).join(" › ");
    const anchor = field ? fieldAnchor(parent, name) : (section && place) || index.anchorOf.get(doc) || "";
    const main = span(
      "main",
      span("title", ...marked(title, item)),
      method ? code(...marked(index.pathOf[doc], item)) : crumb && span("crumb", crumb),
      field && span("field", code(...marked(name, item)), value && " = ", value && code(...marked(value, item)), " ", parent[0] !== "=" && parent),
      !field && excerpt && (!method || item.textual) && span("text", ...marked(excerpt, item, SNIPPET)),
    );
    const kind = method ? el("span.method", { "data-method": method.toLowerCase() }, method) : el("span.search-kind", { "data-kind": group });
    const option = el("a.search-result", { href: address(index.ids[doc], anchor), role: "option", tabindex: -1 }, kind, main);
    option.classList.toggle("search-deprecated", index.isDeprecated.has(doc));
    return option;
  }

  function choose(at) {
    active = shown.length && (at + shown.length) % shown.length;
    shown.forEach((option, other) => option.setAttribute("aria-selected", other === active));
    view.input.setAttribute("aria-activedescendant", shown.length ? shown[active].id : "");
  }

  function render(found) {
    const before = moved && shown[active] ? shown[active].href : "";
    waiting = [];
    if (last !== found.query.text) [last, extra] = [found.query.text, {}];
    let total = 0;
    const groups = grouped(found).map(([group, items]) => {
      const some = items.slice(0, MOST[group] + (extra[group] || 0));
      const isCut = items[some.length];
      total += items.length;
      const title = el("div.search-group", { "aria-hidden": true }, texts[group], isCut && span("total", some.length + " / " + items.length));
      return el("div", { role: "group", "aria-label": texts[group] }, title, ...some.map((item) => row(item, group)), isCut && further(group));
    });
    view.list.replaceChildren(...groups);
    shown = Array.from(view.list.querySelectorAll("a"));
    shown.forEach((option, at) => (option.id = "search-option-" + at));
    if (shown.length) view.show("list");
    else nothing(found);
    // The option for more results has no address.
    choose(Math.max(0, shown.findIndex((option) => before && option.href === before)));
    if (!before) view.body.scrollTop = 0;
    say(shown.length ? texts.count + " " + total : texts.nothing);
  }

  // The last option of a group: shows more of its results.
  function further(group) {
    const option = el("a.search-further", { role: "option" }, texts.further);
    option.onclick = (event) => {
      event.stopPropagation();
      extra[group] = (extra[group] || 0) + 20;
      // The first new result takes the place of this option.
      const at = active;
      const top = view.body.scrollTop;
      run();
      view.body.scrollTop = top;
      choose(at);
      moved = true;
    };
    return option;
  }

  // Suggestions for a reader who found nothing.
  function nothing({ query }) {
    const near = index.suggestions(query).map((word) => button("button", word, () => ask(word)));
    empty(
      el("p.search-none-title", null, texts.none, " ", el("strong", null, query.text.trim())),
      near.length && el("p.search-near", null, texts.meant, " ", ...near),
      tab && el("p.search-near", null, button("button", texts.everything, () => within(0))),
      el("p", null, texts.tip, " ", el("a", { href: address("all-pages") }, texts.all)),
    );
  }

  function empty(...children) {
    view.none.replaceChildren(...children.filter(Boolean));
    view.show("none");
  }

  let saying;
  function say(text) {
    clearTimeout(saying);
    saying = setTimeout(() => (view.status.textContent = text), 400);
  }

  // Searches for the typed text: immediately in the loaded files, and again when missing files have loaded.
  async function run() {
    const text = view.input.value;
    const mine = ++serial;
    view.clear.hidden = !text;
    moved = false;
    if (!text.trim()) {
      shown = [];
      choose(0);
      say("");
      return view.show("idle");
    }
    try {
      if (!index) index = new Index(await file("core"));
      for (let round = 0; round < 6 && mine === serial; round++) {
        const found = index.search(text, tab);
        if (found.results.length || !found.wanted.length) render(found);
        const loads = found.wanted.map((name) => file(name).then((data) => index.add(name, data)));
        if (!loads.length && !waiting.length) return;
        await Promise.all(loads.length ? loads : waiting);
      }
    } catch (error) {
      if (mine === serial) empty(el("p.search-none-title", { role: "alert" }, texts.failed));
    }
  }

  // The buttons that limit results to a tab.
  function scopes({ tabs = [] }) {
    if (tab > tabs.length) tab = 0;
    const chip = (title, at) => {
      const chip = button("button.search-tab", title, ({ detail }) => within(at, !detail));
      chip.setAttribute("aria-pressed", at === tab);
      return chip;
    };
    view.tabs.hidden = !tabs.length;
    view.tabs.replaceChildren(...[texts.everything, ...tabs].map(chip));
  }

  // Limits the results to a tab. After a key, the arrow keys move through them.
  function within(at, byKey) {
    tab = at;
    Array.from(view.tabs.children).forEach((chip, other) => chip.setAttribute("aria-pressed", other === tab));
    if (byKey) view.input.focus();
    run();
  }

  function ask(text) {
    view.input.value = text;
    view.input.focus();
    run();
  }

  function key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const command = event.ctrlKey || event.metaKey;
    const option = shown[active];
    if (event.isComposing || event.altKey || !(step || event.key === "Enter" || (command && event.key === "k"))) return;
    event.preventDefault();
    if (step && option) {
      moved = true;
      choose(active + step);
      shown[active].scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && option && command) window.open(option.href, "_blank", "noopener");
    else if (event.key === "Enter" && option) option.click();
    else if (event.key === "k") view.dialog.close();
  }

  function build() {
    const input = el("input.search-input", {
      role: "combobox",
      "aria-label": texts.label,
      "aria-controls": "search-list",
      "aria-autocomplete": "list",
      placeholder: texts.label,
      autocomplete: "off",
      spellcheck: false,
      enterkeyhint: "go",
    });
    const clear = button("button.search-clear.icon-button", "", () => ask(""), texts.clear);
    const list = el("div.search-list", { id: "search-list", role: "listbox", "aria-label": texts.results });
    const none = el("div.search-none");
    const idle = el("p.search-none", null, texts.idle);
    const body = el("div.search-body", null, list, idle, none);
    const status = el("p.visually-hidden", { role: "status" });
    const hint = (keys, text) => el("span", null, ...Array.from(keys, (key) => el("kbd", null, key)), " ", text);
    const keys = el("div.search-keys", { "aria-hidden": true }, hint("↑↓", texts.move), hint("↵", texts.follow), hint(["esc"], texts.close));
    const bar = el("div.search-bar", null, input, clear, button("button.search-close", texts.cancel, () => dialog.close()));
    const tabs = el("div.search-tabs", { role: "group", "aria-label": texts.scope, hidden: "" });
    const dialog = el("dialog.search-dialog", { "aria-label": texts.title }, bar, tabs, body, status, keys);
    const parts = { list, idle, none };
    function show(name) {
      for (const part in parts) parts[part].hidden = part !== name;
      input.setAttribute("aria-expanded", name === "list");
    }
    input.oninput = run;
    input.onkeydown = key;
    // The return value of such a function can cancel the default action of a click.
    dialog.onclick = ({ target }) => {
      if (target === dialog) dialog.close();
    };
    list.onpointermove = ({ target }) => {
      const at = shown.indexOf(target.closest("a"));
      if (at >= 0 && at !== active) choose(at);
    };
    // A target on this page is behind the dialog.
    list.onclick = ({ target, ctrlKey, metaKey }) => {
      if (target.closest("a") && !ctrlKey && !metaKey) dialog.close();
    };
    document.body.append(dialog);
    return { dialog, input, clear, tabs, list, none, body, status, show };
  }

  // Opens the dialog with a given text, or with the last one typed.
  search.open = (text, all) => {
    texts = JSON.parse(all);
    if (!view || !view.dialog.isConnected) view = build();
    if (text !== undefined) view.input.value = text;
    if (!view.dialog.open) view.dialog.showModal();
    view.input.focus();
    view.input.select();
    run();
    file("core").then(scopes).catch(() => {});
  };

  reset();
  // The dev server changed something, possibly the index.
  document.addEventListener("wc:update", reset);
})(toolFiles.search);
