// Behavior of every page. Each part enhances markup that is complete without it. Texts come from attributes.
(function () {
  "use strict";

  const script = document.currentScript;
  const root = document.documentElement;
  const prefix = script.dataset.key + ":";
  const find = (selector, from) => (from || document).querySelector(selector);
  const all = (selector, from) => Array.from((from || document).querySelectorAll(selector));

  // Storage may be unavailable or full; nothing depends on it.
  function store(area, key, value) {
    try {
      if (value === undefined) return area().getItem(prefix + key);
      if (value === null) area().removeItem(prefix + key);
      else area().setItem(prefix + key, value);
    } catch (error) {
      // The page works without stored values.
    }
    return null;
  }
  const lasting = () => localStorage;
  const session = () => sessionStorage;

  // Announces a text to screen readers.
  let live;
  function announce(text) {
    if (!live) {
      live = document.createElement("div");
      live.className = "visually-hidden";
      live.setAttribute("aria-live", "polite");
      document.body.append(live);
    }
    live.textContent = "";
    setTimeout(() => (live.textContent = text), 50);
  }

  // Files in `_tool/` that are loaded on demand. A data script provides a text, registered under its path without `.js`.
  const loads = new Map();
  const handed = new Map();
  // An edition has its own data, and the tool's own files, which have a hash in their name, are those of the site.
  const shared = new URL(".", script.src);
  const folder = script.dataset.root ? new URL(script.dataset.root + "_tool/", location.href) : shared;
  function load(name) {
    if (loads.has(name)) return loads.get(name);
    const style = name.endsWith(".css");
    const element = document.createElement(style ? "link" : "script");
    if (style) element.rel = "stylesheet";
    element[style ? "href" : "src"] = new URL(name, /\.[0-9a-f]{16}\.\w+$/.test(name) ? shared : folder).href;
    const done = new Promise((resolve, reject) => {
      element.onload = () => resolve(handed.get(name.slice(0, -3)));
      element.onerror = () => {
        loads.delete(name);
        element.remove();
        reject(new Error(name));
      };
    });
    loads.set(name, done);
    document.head.append(element);
    return done;
  }
  window.toolFiles = { load, announce, root: new URL("..", folder).href, site: new URL("..", shared).href, put: (key, text) => handed.set(key, text), groups: (titles) => store(session, "groups", titles) };
  document.addEventListener("wc:update", () => {
    for (const key of handed.keys()) loads.delete(key + ".js");
  });

  // The search dialog is loaded when it is first opened: with a button, `/`, Ctrl or Command and K, or `?q=`.
  function searching() {
    const open = (text) =>
      Promise.all(["search/texts.js", "SEARCH_STYLE", "SEARCH_SCRIPT"].map(load)).then(
        ([texts]) => toolFiles.search.open(text, texts),
        () => announce(script.dataset.failed),
      );
    const hint = find(".search-open kbd");
    if (hint && /Mac|iP/.test(navigator.platform)) hint.textContent = "⌘ K";
    document.addEventListener("click", (event) => {
      const button = event.target.closest && event.target.closest("[data-search]");
      if (button) open(button.dataset.search || undefined);
    });
    addEventListener("keydown", (event) => {
      const typing = event.target.closest && event.target.closest("input, textarea, select, [contenteditable]");
      const key = (event.key || "").toLowerCase();
      const slash = key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
      const command = key === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!(slash || command) || event.defaultPrevented || find("dialog[open]")) return;
      event.preventDefault();
      open();
    });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) open(asked.slice(0, 200));
  }

  // Theme: cycles through auto, light and dark.
  function themes(button) {
    if (!button) return;
    const names = ["auto", "light", "dark"];
    const current = () => root.dataset.theme || "auto";
    const label = () => button.dataset.label + ": " + button.dataset[current()];
    const show = () => {
      button.setAttribute("aria-label", label());
      button.title = label();
    };
    button.addEventListener("click", () => {
      const next = names[(names.indexOf(current()) + 1) % names.length];
      if (next === "auto") delete root.dataset.theme;
      else root.dataset.theme = next;
      store(lasting, "theme", next === "auto" ? null : next);
      show();
      announce(label());
    });
    show();
  }

  // The drawer on small screens. Without JavaScript, its link and URL fragment open and close it.
  function drawer(toggle, sidebar) {
    if (!toggle || !sidebar) return;
    const wide = matchMedia("(width >= 64rem)");
    const rest = all("main, .toc, .skip-link, .topbar, .announcement");
    const isOpen = () => root.classList.contains("nav-open");
    function set(open, focus) {
      root.classList.toggle("nav-open", open);
      toggle.setAttribute("aria-expanded", String(open));
      for (const part of rest) part.inert = open;
      if (!focus) return;
      if (open) find(".nav-close", sidebar).focus({ preventScroll: true });
      else toggle.focus();
    }
    toggle.setAttribute("role", "button");
    toggle.setAttribute("aria-controls", sidebar.id);
    set(location.hash === "#" + sidebar.id && !wide.matches, false);
    const on = (element, open) =>
      element.addEventListener("click", (event) => {
        event.preventDefault();
        if (location.hash === "#" + sidebar.id) location.hash = "";
        set(open, true);
      });
    on(toggle, true);
    on(find(".nav-close", sidebar), false);
    on(find(".scrim"), false);
    toggle.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      set(true, true);
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isOpen()) set(false, true);
    });
    wide.addEventListener("change", () => isOpen() && set(false, false));
  }

  // The sidebar keeps its scroll position from page to page, and the current entry is in view.
  function sidebarPosition(sidebar) {
    if (!sidebar) return;
    const kept = Number(store(session, "sidebar"));
    if (kept > 0) sidebar.scrollTop = kept;
    const current = find("[aria-current=page]", sidebar);
    if (current) {
      const box = sidebar.getBoundingClientRect();
      const entry = current.getBoundingClientRect();
      if (entry.top < box.top + 16 || entry.bottom > box.bottom - 16) {
        sidebar.scrollTop += entry.top - box.top - box.height / 3;
      }
    }
    addEventListener("pagehide", () => store(session, "sidebar", String(Math.round(sidebar.scrollTop))));
  }

  // The filter of the sidebar, and the entries that the page leaves out: their script is loaded on first use.
  function navigation(sidebar) {
    if (!sidebar) return;
    const nav = () => load("NAV_SCRIPT").then(() => toolFiles.nav);
    const input = find(".nav-filter input", sidebar);
    if (input) input.addEventListener("focus", () => nav().then(({ begin }) => begin(), () => announce(script.dataset.failed)));
    sidebar.addEventListener("click", (event) => {
      const link = event.target.closest("[data-more]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      nav().then(({ expand }) => expand(link)).catch(() => (location.href = link.href));
    });
    // Groups that the reader opened stay open from page to page.
    sidebar.addEventListener("click", ({ target }) => target.closest("summary") && nav().then(({ keep }) => keep()));
    if (toolFiles.groups()) nav();
  }

  function copied(button) {
    button.dataset.done = "";
    announce(script.dataset.copied);
    setTimeout(() => delete button.dataset.done, 1600);
  }

  // Copy buttons: their own text, or the code of the enclosing figure.
  function copying() {
    if (!navigator.clipboard) return;
    root.classList.add("can-copy");
    document.addEventListener("click", (event) => {
      const button = event.target.closest && event.target.closest("[data-copy]");
      if (!button) return;
      const code = find("pre code", button.closest("figure") || button);
      const text = button.dataset.copy || (code && code.textContent);
      if (!text) return;
      navigator.clipboard.writeText(text).then(() => copied(button), () => {});
    });
  }

  // The menu above the page. Its button copies the page's Markdown, which is fetched on demand, or else opens it, as from
  // `file://`, where fetch does not work. The clipboard receives a promise, since some browsers allow writing only immediately.
  function pageMenu(menu) {
    if (!menu) return;
    const button = find(".copy-page", menu);
    const copy = async () => {
      const { href } = find("link[type='text/markdown']");
      const text = () => fetch(href).then((response) => (response.ok ? response.blob() : Promise.reject()));
      const plain = () => text().then((blob) => blob.slice(0, blob.size, "text/plain"));
      try {
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": plain() })]);
        copied(button);
      } catch (error) {
        location.href = href;
      }
    };
    if (button) button.addEventListener("click", copy);
  }

  // The keys of the lists of menus, and what closes them, are loaded when one is first used.
  function menus() {
    for (const more of all(".page-menu details, .edition-menu"))
      for (const name of ["focusin", "toggle"]) more.addEventListener(name, () => load("MENU_SCRIPT"));
  }

  // A dismissed announcement stays hidden; the theme script hides it before the first paint.
  function announcement(button) {
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      store(lasting, "announcement", find("script[data-announcement]").dataset.announcement);
      root.classList.add("no-announcement");
      find("main").focus({ preventScroll: true });
    });
  }

  // Tooltips appear by themselves; Escape closes the visible one until the pointer or focus leaves it.
  function tooltips() {
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      for (const shown of all("wc-tooltip:is(:hover, :focus-within)")) shown.dataset.closed = "";
    });
    for (const name of ["pointerout", "focusout"]) {
      document.addEventListener(name, (event) => {
        const tooltip = event.target.closest && event.target.closest("wc-tooltip[data-closed]");
        if (tooltip && !tooltip.contains(event.relatedTarget)) delete tooltip.dataset.closed;
      });
    }
  }

  // Tabs. Groups with the same key switch together, and the choice is remembered across the site.
  const groups = new Map();
  let count = 0;

  class Tabs extends HTMLElement {
    connectedCallback() {
      if (this.list) return this.join();
      const panels = Array.from(this.children).filter((child) => /^wc-((code-)?tab|view-panel|version)$/.test(child.localName));
      if (!panels.length) return;
      this.panels = panels;
      this.labels = panels.map((panel, index) => {
        const heading = find(":scope > .tab-label", panel);
        return panel.getAttribute("label") || panel.getAttribute("name") || (heading && heading.textContent) || String(index + 1);
      });
      const menu = this.localName === "wc-versions" ? script.dataset.version : this.dataset.menu;
      this.key = (this.localName === "wc-versions" ? "version:" : "tab:") + (this.getAttribute("sync") || this.labels.join("|"));
      if (menu) this.buildMenu(menu);
      else this.build("tabs-" + ++count);
      if (this.localName === "wc-code-group") this.titles();
      this.panels.forEach((panel, index) => panel.addEventListener("beforematch", () => this.choose(index)));
      this.prepend(this.list);
      this.dataset.ready = "";
      const kept = this.labels.indexOf(store(lasting, this.key));
      this.choose(Math.max(0, kept < 0 ? this.labels.indexOf(this.getAttribute("default")) : kept));
      this.join();
    }

    build(id) {
      this.list = document.createElement("div");
      this.list.setAttribute("role", "tablist");
      this.tabs = this.panels.map((panel, index) => {
        const tab = document.createElement("button");
        tab.type = "button";
        tab.id = id + "-" + index;
        tab.textContent = this.labels[index];
        const icon = find(":scope > .tab-label .icon", panel);
        if (icon) tab.prepend(icon.cloneNode(true));
        tab.setAttribute("role", "tab");
        panel.id = panel.id || tab.id + "-panel";
        tab.setAttribute("aria-controls", panel.id);
        panel.setAttribute("role", "tabpanel");
        panel.setAttribute("aria-labelledby", tab.id);
        this.list.append(tab);
        return tab;
      });
      this.list.addEventListener("click", (event) => {
        const index = this.tabs.indexOf(event.target.closest("button"));
        if (index >= 0) this.pick(index);
      });
      this.list.addEventListener("keydown", (event) => this.move(event));
    }

    // If the tabs do not fit, a menu replaces them.
    buildMenu(label) {
      this.list = document.createElement("label");
      this.list.className = "picker";
      this.menu = document.createElement("select");
      this.menu.setAttribute("aria-label", label);
      this.labels.forEach((label) => this.menu.add(new Option(label)));
      this.list.append(this.localName === "wc-versions" ? label : "", this.menu);
      this.menu.addEventListener("change", () => this.pick(this.menu.selectedIndex));
    }

    disconnectedCallback() {
      const group = groups.get(this.key);
      if (group) group.delete(this);
    }

    join() {
      if (!groups.has(this.key)) groups.set(this.key, new Set());
      groups.get(this.key).add(this);
    }

    // A title that repeats the tab or the language is redundant.
    titles() {
      this.panels.forEach((panel, index) => {
        const title = find(".code-title", panel);
        if (!title) return;
        const text = title.textContent.trim().toLowerCase();
        const language = (title.closest("figure").dataset.lang || "").toLowerCase();
        title.hidden = text === "" || text === this.labels[index].toLowerCase() || text === language;
      });
    }

    choose(chosen) {
      const hidden = "onbeforematch" in this ? "until-found" : "";
      this.panels.forEach((panel, index) => {
        this.mark(index, index === chosen);
        if (index === chosen) panel.removeAttribute("hidden");
        else panel.setAttribute("hidden", hidden);
      });
      this.dispatchEvent(new Event("wc:choose", { bubbles: true }));
    }

    // A panel hidden with `until-found` is still exposed to the keyboard and to screen readers, unless told otherwise.
    mark(index, chosen) {
      if (this.menu) {
        if (chosen) this.menu.selectedIndex = index;
        return;
      }
      const [tab, panel] = [this.tabs[index], this.panels[index]];
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panel.ariaHidden = chosen ? null : "true";
      if (!find("pre", panel)) panel.tabIndex = tab.tabIndex;
    }

    // The reader's choice also applies to the other groups, while this one keeps its position on the screen.
    pick(index) {
      const before = this.list.getBoundingClientRect().top;
      const label = this.labels[index];
      for (const group of groups.get(this.key)) {
        const same = group.labels.indexOf(label);
        if (same >= 0) group.choose(same);
      }
      store(lasting, this.key, label);
      const moved = this.list.getBoundingClientRect().top - before;
      if (moved) scrollBy({ top: moved, behavior: "instant" });
      const tab = this.tabs && this.tabs[index];
      if (tab) tab.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    }

    move(event) {
      const at = this.tabs.indexOf(event.target);
      const last = this.tabs.length - 1;
      const step = getComputedStyle(this).direction === "rtl" ? -1 : 1;
      const to = {
        ArrowRight: at + step,
        ArrowLeft: at - step,
        Home: 0,
        End: last,
      }[event.key];
      if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const next = to < 0 ? last : to > last ? 0 : to;
      this.pick(next);
      this.tabs[next].focus();
    }
  }

  // A dismissed banner stays hidden.
  class Banner extends HTMLElement {
    connectedCallback() {
      const button = find(".banner-close", this);
      if (!button) return;
      const key = "banner:" + (this.id || this.textContent.trim().slice(0, 200));
      this.hidden = store(lasting, key) !== null;
      button.hidden = false;
      button.addEventListener("click", () => {
        store(lasting, key, "dismissed");
        this.hidden = true;
        const main = find("main");
        if (main) main.focus({ preventScroll: true });
      });
    }
  }

  // A tree with the keyboard controls of a tree view: the rows are its items, and one of them is in the tab order.
  class Tree extends HTMLElement {
    connectedCallback() {
      if (this.rows) return;
      const nodes = all("wc-tree-item", this);
      if (!nodes.length) return;
      const id = "tree-" + ++count + "-";
      find("ul", this).setAttribute("role", "tree");
      this.rows = nodes.map((node, index) => {
        const row = document.createElement("div");
        row.className = "tree-row";
        row.setAttribute("role", "treeitem");
        row.tabIndex = index ? -1 : 0;
        node.parentElement.setAttribute("role", "none");
        const details = find(":scope > details", node);
        const label = find(".tree-label", node);
        if (details) this.branch(row, details, label, id + index);
        else label.replaceWith(row);
        row.prepend(label);
        return row;
      });
      this.addEventListener("click", (event) => {
        const row = event.target.closest(".tree-row");
        if (!row) return;
        this.focusOn(row);
        this.fold(row, this.isOpen(row));
      });
      this.addEventListener("keydown", (event) => this.key(event));
      this.addEventListener("beforematch", (event) => this.fold(event.target.previousElementSibling, false));
    }

    branch(row, details, label, id) {
      const body = document.createElement("div");
      body.className = "tree-body";
      body.append(...Array.from(details.childNodes).slice(1));
      details.replaceWith(row, body);
      const group = find(":scope > ul", body);
      if (group) {
        group.setAttribute("role", "group");
        row.setAttribute("aria-owns", (group.id = id));
      }
      this.fold(row, !details.open);
    }

    isOpen(row) {
      return row.getAttribute("aria-expanded") === "true";
    }

    fold(row, folded) {
      const body = row.nextElementSibling;
      if (!body || body.className !== "tree-body") return;
      row.setAttribute("aria-expanded", String(!folded));
      if (folded) body.setAttribute("hidden", "onbeforematch" in this ? "until-found" : "");
      else body.removeAttribute("hidden");
    }

    focusOn(row) {
      if (!row) return;
      for (const other of this.rows) other.tabIndex = other === row ? 0 : -1;
      row.focus();
    }

    key(event) {
      const row = event.target;
      const shown = this.rows.filter((other) => !other.closest("[hidden]"));
      const at = shown.indexOf(row);
      if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const open = this.isOpen(row);
      const rtl = getComputedStyle(this).direction === "rtl";
      const toggle = () => this.fold(row, open);
      const into = () => (open ? this.focusOn(find(".tree-row", row.nextElementSibling)) : toggle());
      const out = () => {
        const body = row.closest(".tree-body");
        if (open) toggle();
        else if (body) this.focusOn(body.previousElementSibling);
      };
      const actions = {
        ArrowDown: () => this.focusOn(shown[at + 1]),
        ArrowUp: () => this.focusOn(shown[at - 1]),
        Home: () => this.focusOn(shown[0]),
        End: () => this.focusOn(shown[shown.length - 1]),
        ArrowRight: rtl ? out : into,
        ArrowLeft: rtl ? into : out,
        Enter: toggle,
        " ": toggle,
      };
      let action = actions[event.key];
      if (!action && event.key.length === 1) {
        const starts = (other) => other.textContent.toLowerCase().startsWith(event.key.toLowerCase());
        action = () => this.focusOn(shown.slice(at + 1).concat(shown.slice(0, at)).find(starts));
      }
      if (!action) return;
      event.preventDefault();
      action();
    }
  }

  // A URL that points into collapsed parts expands them.
  function reveal() {
    const hash = location.hash;
    if (hash.length < 2 || hash.length > 10000) return;
    let target = document.getElementById(hash.slice(1));
    try {
      target = target || document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch (error) {
      // A malformed percent sequence: the target does not exist.
    }
    if (!target) return;
    let changed = false;
    for (let element = target; element; element = element.parentElement) {
      if (element.localName === "details" && !element.open) changed = element.open = true;
      const owner = element.parentElement;
      if (owner && element.hasAttribute("hidden")) {
        if (owner.panels) owner.choose(owner.panels.indexOf(element));
        else if (element.className === "tree-body") owner.closest("wc-tree").fold(element.previousElementSibling, false);
        else continue;
        changed = true;
      }
    }
    const own = find(":scope > details", target);
    if (own) own.open = true;
    if (changed) target.scrollIntoView();
  }

  // Marks the current heading in the table of contents.
  function contents(toc) {
    if (!toc) return;
    const links = new Map();
    for (const link of all("a", toc)) {
      const heading = document.getElementById(link.getAttribute("href").slice(1));
      if (heading) links.set(heading, link);
    }
    const headings = Array.from(links.keys());
    if (!headings.length) return;
    let marked = null;
    const mark = () => {
      let current = headings[0];
      for (const heading of headings) {
        if (heading.getBoundingClientRect().top > innerHeight / 4) break;
        current = heading;
      }
      if (current === marked) return;
      if (marked) links.get(marked).removeAttribute("aria-current");
      links.get(current).setAttribute("aria-current", "true");
      marked = current;
      // Entries of the sidebar may link to headings of this page.
      const own = links.get(current).href;
      for (const entry of all(".nav-list a[href*='#']")) {
        if (entry.href === own) entry.setAttribute("aria-current", "location");
        else entry.removeAttribute("aria-current");
      }
    };
    const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -75% 0px" });
    for (const heading of headings) observer.observe(heading);
    mark();
  }

  const sidebar = find(".sidebar");
  searching();
  themes(find(".theme-toggle"));
  drawer(find(".nav-toggle"), sidebar);
  navigation(sidebar);
  sidebarPosition(sidebar);
  copying();
  pageMenu(find(".page-menu"));
  menus();
  announcement(find(".announcement-close"));
  tooltips();
  for (const name of ["tabs", "code-group", "view", "versions"]) customElements.define("wc-" + name, class extends Tabs {});
  customElements.define("wc-banner", Banner);
  customElements.define("wc-tree", Tree);
  contents(find(".toc"));
  reveal();
  addEventListener("hashchange", reveal);
})();
