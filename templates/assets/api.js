// Operations and fields: alternatives select the fields that are shown, groups expand all at once, and a field and its line
// in the example highlight each other. The page is complete without this script.
(function () {
  "use strict";

  const all = (selector, from) => Array.from((from || document).querySelectorAll(selector));
  const closest = (event, selector) => event.target.closest && event.target.closest(selector);
  const fieldOf = (item) => item.querySelector("wc-field[id]");

  // The IDs of the fields that an alternative has and that others may lack.
  const idsOf = (panel) => all(":scope > .variant-fields a", panel).map((link) => link.getAttribute("href").slice(1));

  // Hides the fields that the selected alternative lacks, and sections that contain only such fields.
  function select(group) {
    const chosen = group.panels.find((panel) => !panel.hasAttribute("hidden"));
    const own = new Set(idsOf(chosen));
    for (const id of new Set(group.panels.flatMap(idsOf))) {
      const field = document.getElementById(id);
      const item = field && field.closest("li");
      if (!item) continue;
      hide(item, !own.has(id));
      const section = item.parentElement.parentElement;
      if (section.className === "field-children") {
        hide(section, Array.from(item.parentElement.children).every((one) => one.hasAttribute("hidden")));
      }
    }
  }

  function hide(element, hidden) {
    if (hidden) element.setAttribute("hidden", "onbeforematch" in element ? "until-found" : "");
    else element.removeAttribute("hidden");
  }

  // Selects the alternatives that contain the target inside hidden items.
  function unhide(target) {
    let changed = false;
    for (let item = target; item; item = item.parentElement && item.parentElement.closest("li[hidden]")) {
      const field = item.matches("li[hidden]") && fieldOf(item);
      if (!field) continue;
      for (const group of all("wc-tabs[data-selects]")) {
        const index = (group.panels || []).findIndex((panel) => idsOf(panel).includes(field.id));
        if (index < 0) continue;
        group.choose(index);
        changed = true;
        break;
      }
    }
    return changed;
  }

  // The keys of a JSON example, by the IDs of their fields. Array items use the IDs of the array's item fields.
  const known = new WeakMap();
  function keysOf(holder) {
    let keys = known.get(holder);
    const code = holder.querySelector("pre code");
    if (keys && keys.code === code) return keys;
    keys = new Map();
    keys.code = code;
    known.set(holder, keys);
    if (!code || !code.classList.contains("lang-json")) return keys;
    const outer = [];
    let path = holder.dataset.of;
    let named = path;
    for (const node of Array.from(code.childNodes)) {
      if (node.classList && node.classList.contains("tk-p")) {
        named = path + "." + anchor(node.textContent);
        if (keys.has(named) || !document.getElementById(named)) continue;
        // An enclosing container has already made this a link.
        const link = node.localName === "a" ? node : document.createElement("a");
        if (link !== node) {
          link.className = "tk-p";
          link.href = "#" + named;
          link.tabIndex = -1;
          link.append(...node.childNodes);
          node.replaceWith(link);
        }
        keys.set(named, link);
      } else if (node.nodeType === Node.TEXT_NODE) {
        for (const c of node.data) {
          if (c === "{" || c === "[") {
            outer.push(path);
            path = named;
          } else if (c === "}" || c === "]") named = path = outer.pop() || path;
        }
      }
    }
    return keys;
  }

  // A key as it is written in IDs.
  function anchor(key) {
    const hex = (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase();
    try {
      return encodeURIComponent(JSON.parse(key)).replace(/[!'()*]/g, hex);
    } catch (error) {
      return "";
    }
  }

  // The line of a field in the example that is shown next to it.
  function lineOf(field) {
    const endpoint = field.closest(".endpoint");
    for (const holder of endpoint ? all(".endpoint-examples [data-of]", endpoint) : []) {
      if (!field.id.startsWith(holder.dataset.of + ".") || !holder.checkVisibility()) continue;
      const link = keysOf(holder).get(field.id);
      if (link) return link;
    }
    return null;
  }

  let lit = [];
  function light(...elements) {
    for (const element of lit) element.classList.remove("lit");
    lit = elements.filter(Boolean);
    for (const element of lit) element.classList.add("lit");
  }

  // Scrolls the block, and nothing around it.
  function bringIntoView(link) {
    const block = link.closest("pre");
    const [line, box] = [link.getBoundingClientRect(), block.getBoundingClientRect()];
    if (line.top < box.top || line.bottom > box.bottom) block.scrollTop += line.top - box.top - box.height / 3;
  }

  function point(event) {
    const link = closest(event, "a.tk-p");
    if (link) {
      let field = document.getElementById(link.getAttribute("href").slice(1));
      while (field && !field.checkVisibility()) field = field.parentElement.closest("wc-field[id]");
      return light(link, field);
    }
    const holder = closest(event, "[data-of]");
    if (holder) keysOf(holder);
    const field = closest(event, "wc-field[id]");
    const line = field && lineOf(field);
    if (!line) return light();
    light(line, field);
    bringIntoView(line);
  }

  // Shows the examples of a response.
  function showExamples(id, endpoint) {
    for (const panel of all("wc-code-tab[data-of]", endpoint)) {
      const group = panel.parentElement;
      if (panel.dataset.of === id && panel.hasAttribute("hidden") && group.panels) group.choose(group.panels.indexOf(panel));
    }
  }

  // Arrow keys move between the lines of an example.
  function walk(event) {
    const block = closest(event, "[data-of] pre");
    if (!block || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const links = all("a.tk-p", block);
    const next = links[links.indexOf(closest(event, "a.tk-p")) + step];
    if (!next) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    bringIntoView(next);
  }

  function arrive() {
    let id = location.hash.slice(1);
    let target = document.getElementById(id);
    try {
      target = target || document.getElementById((id = decodeURIComponent(id)));
    } catch (error) {
      // A malformed percent sequence: the target does not exist.
    }
    if (!target || !target.closest("wc-endpoint, wc-schema, wc-fields, wc-response-fields")) return;
    const hidden = target.closest("li[hidden]");
    if (hidden && unhide(hidden)) target.scrollIntoView();
    const response = target.closest("wc-response, wc-fields");
    const examples = response && (response.id || response.getAttribute("aria-labelledby"));
    if (examples) showExamples(examples, target.closest("wc-endpoint") || undefined);
    if (target.localName !== "wc-field") return;
    const line = lineOf(target);
    light(line);
    if (line) bringIntoView(line);
  }

  // The name of each field links to it. Pages leave the links out, since they repeat the IDs.
  const link = (part) => {
    for (const name of all("wc-field[id] > p > code", part)) {
      const self = document.createElement("a");
      self.href = "#" + name.closest("wc-field").id;
      name.replaceWith(self);
      self.append(name);
    }
  };
  toolFiles.link = link;

  // Large examples have no colors in the page. Each is colored when it is first shown.
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      toolFiles.load("COLOR_SCRIPT").then(() => {
        target.replaceChildren(toolFiles.paint(target.textContent, "json"));
        known.delete(target.closest("[data-of]"));
      }, () => {});
    }
  });

  const sections = (button) => all("details.field-children", button.parentElement);
  const label = (button) => {
    const open = sections(button).every((section) => section.open);
    button.textContent = open ? button.dataset.collapse : button.dataset.expand;
    return open;
  };

  function start() {
    link();
    for (const code of all("code[data-plain]")) seen.observe(code);
    for (const group of all("wc-tabs[data-selects]")) if (group.panels) select(group);
    for (const button of all(".expand-all")) {
      button.hidden = sections(button).length < 2;
      label(button);
    }
    for (const tab of all(".endpoint-examples [role=tab]")) {
      if (/^[1-5](\d\d|XX)$/.test(tab.textContent)) tab.dataset.status = tab.textContent[0];
    }
    arrive();
  }

  document.addEventListener("wc:choose", (event) => {
    if (event.target.matches("wc-tabs[data-selects]")) select(event.target);
  });
  document.addEventListener("beforematch", (event) => unhide(event.target), true);
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (details.className === "field-children") all(".expand-all", details.closest("wc-fields, wc-response-fields, wc-schema") || details).forEach(label);
    else if (details.className === "response" && details.open) showExamples(details.parentElement.id, details.closest("wc-endpoint") || undefined);
  }, true);
  document.addEventListener("click", (event) => {
    const button = closest(event, ".expand-all");
    if (!button) return;
    const open = !label(button);
    for (const section of sections(button)) section.open = open;
    label(button);
  });
  // The link to a field is copied when it is followed.
  document.addEventListener("click", (event) => {
    const link = closest(event, "wc-field > p > a");
    if (link) link.dataset.copy = link.href;
  }, true);
  document.addEventListener("pointerover", (event) => event.pointerType !== "touch" && point(event));
  document.addEventListener("focusin", point);
  document.addEventListener("keydown", walk);
  document.addEventListener("wc:update", start);
  addEventListener("hashchange", arrive);
  start();
})();
