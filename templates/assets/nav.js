// The rest of a long sidebar, which all pages share, and the filter above it. Loaded when either is first used.
(function () {
  "use strict";

  const sidebar = document.querySelector(".sidebar");
  const all = (selector, from) => Array.from((from || sidebar).querySelectorAll(selector));
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let whole = null;

  // The parts of the sidebar that the page leaves out, inserted in place of the shortened ones. Each part is a list. On sites
  // with products, `data-product` has the range of those of the product.
  function complete() {
    if (!("rest" in sidebar.dataset)) return Promise.resolve();
    if (!whole) whole = toolFiles.load("sidebar.js").then(show, fail);
    return whole;
  }

  function fail(error) {
    whole = null;
    throw error;
  }

  function show(text) {
    still(() => insert(text));
  }

  // The current entry keeps its place in the window.
  function still(change) {
    const place = () => {
      const current = sidebar.querySelector(".nav-list:not([hidden]) [aria-current]");
      return current && current.getBoundingClientRect().top;
    };
    const before = place();
    change();
    if (before !== null) sidebar.scrollTop += place() - before;
  }

  function insert(text) {
    const list = sidebar.querySelector(".nav-list");
    const template = document.createElement("template");
    template.innerHTML = text.replaceAll("\x01", toolFiles.root);
    const every = Array.from(template.content.children);
    const own = every[Number(sidebar.dataset.part || 0)];
    const lists = every.slice(...(sidebar.dataset.product || "0").split("-"));
    list.replaceWith(...lists);
    for (const other of lists) other.hidden = other !== own;
    const here = location.href.replace(/[?#].*/, "");
    const current = all(".nav-list a").find((link) => link.href === here);
    if (!current) return;
    current.setAttribute("aria-current", "page");
    for (let at = current; at !== sidebar; at = at.parentElement) {
      if (at.localName === "details") at.open = true;
    }
  }

  const nameOf = (item) => (item.querySelector("bdi") || item.firstElementChild).textContent;

  // The content that a link in a shortened list represents: the entries that it leaves out, or the group that it opens.
  function expand(link) {
    const way = [];
    for (let item = link.closest("li"); item; item = item.parentElement.closest("li")) {
      way.unshift(nameOf(item));
    }
    const more = link.classList.contains("nav-more");
    if (more) way.pop();
    return complete().then(() => {
      let list = sidebar.querySelector(".nav-list:not([hidden])");
      let details = null;
      for (const title of way) {
        const item = Array.from(list.children).find((item) => {
          const name = item.querySelector(":scope > details > summary bdi");
          return name && name.textContent === title;
        });
        if (!item) break;
        details = item.firstElementChild;
        details.open = true;
        list = details.querySelector("ul");
      }
      const line = details ? details.querySelector("summary") : shown()[0];
      line.focus({ preventScroll: more });
      keep();
    });
  }

  // Shows the entries that contain all words, in their own title or in the title of their group.
  const input = sidebar.querySelector(".nav-filter input");
  let before = null;
  // The text that each entry is matched against, computed once.
  const texts = new Map();

  function text(title, above) {
    if (!texts.has(title)) texts.set(title, above + " " + plain(title.textContent));
    return texts.get(title);
  }

  function filter() {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const lists = all(".nav-list");
    if (!words.length) return restore();
    if (!before) before = { open: new Set(all(".nav-list details[open]")), lists: lists.filter((list) => !list.hidden) };
    let count = 0;
    const visit = (item, above) => {
      const title = item.querySelector(":scope > a, :scope > details > summary");
      const found = text(title, above);
      const details = item.querySelector(":scope > details");
      let shown = false;
      if (details) {
        for (const child of details.querySelector("ul").children) shown = visit(child, found) || shown;
        details.open = shown;
      } else if (!title.classList.contains("nav-more")) {
        shown = words.every((word) => found.includes(word));
        if (shown) count += 1;
      }
      item.hidden = !shown;
      return shown;
    };
    for (const list of lists) {
      let shown = false;
      for (const item of list.children) shown = visit(item, "") || shown;
      list.hidden = !shown;
    }
    sidebar.scrollTop = 0;
    tell(count);
  }

  function restore() {
    if (!before) return;
    for (const item of all(".nav-list li")) item.hidden = false;
    for (const details of all(".nav-list details")) details.open = before.open.has(details);
    for (const list of all(".nav-list")) list.hidden = !before.lists.includes(list);
    before = null;
    tell(null);
    const current = sidebar.querySelector(".nav-list [aria-current]");
    if (current) current.scrollIntoView({ block: "nearest" });
  }

  function tell(count) {
    const none = sidebar.querySelector(".nav-none");
    none.hidden = count !== 0;
    none.querySelector("button").dataset.search = input.value;
    if (count !== null) toolFiles.announce(count === 0 ? none.textContent : input.dataset.count + " " + count);
  }

  const shown = () => all(".nav-list :is(a, summary)").filter((line) => line.checkVisibility());

  function key(event) {
    const inside = event.target === input;
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === "Escape" && before) {
      event.stopPropagation();
      event.preventDefault();
      input.value = "";
      restore();
      input.focus();
    } else if (event.key === "Enter" && inside) {
      // A title that equals the words, or begins with them, is what the reader means.
      const links = before ? shown().filter((line) => line.localName === "a") : [];
      const words = plain(input.value.trim());
      const name = (link) => plain(nameOf(link.parentElement));
      const first = links.find((link) => name(link) === words) || links.find((link) => name(link).startsWith(words)) || links[0];
      if (first) first.click();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const lines = shown();
      const at = lines.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1);
      if (!inside && lines.indexOf(event.target) < 0) return;
      if (inside && event.key === "ArrowUp") return;
      event.preventDefault();
      if (at < 0) input && input.focus();
      else if (lines[at]) lines[at].focus();
    }
  }

  // If the rest is unavailable, only the page's own entries are filtered.
  const begin = () => complete().then(filter, filter);
  if (input) input.addEventListener("input", begin);
  sidebar.addEventListener("keydown", key);
  document.addEventListener("wc:update", () => (whole = null));
  // Groups that the reader opened stay open from page to page.
  const title = (details) => details.firstElementChild.textContent;
  function keep() {
    const open = all(".nav-list details[open]").filter((details) => !details.querySelector("[aria-current]"));
    toolFiles.groups(open.map(title).join("\n"));
  }

  const kept = new Set((toolFiles.groups() || "").split("\n"));
  function reopen() {
    for (const details of all(".nav-list details")) if (kept.has(title(details))) details.open = true;
  }
  if (toolFiles.groups()) complete().then(() => still(reopen), () => {});

  toolFiles.nav = { expand, begin, keep };
})();
