// The fields of schemas that a page leaves out: each section loads them when it is opened. A URL that points into a section
// that was never opened loads one level after another.
(function () {
  "use strict";

  const root = escaped(toolFiles.root);
  const index = location.protocol === "file:" ? "index.html" : "";
  // The number of levels that a URL can open.
  const deepest = 100;
  const selector = "details[data-model]";

  let filled = new WeakMap();

  function escaped(text) {
    return text.replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
  }

  // Puts the fields of a schema into its section, with IDs that continue the ID of the enclosing field.
  async function fill(section) {
    if (filled.has(section)) return filled.get(section);
    const done = insert(section);
    filled.set(section, done);
    return done;
  }

  async function insert(section) {
    section.setAttribute("aria-busy", "true");
    let html;
    try {
      html = await toolFiles.load("m/" + section.dataset.model + ".js");
    } catch (error) {
      // The link to the schema's page remains, and opening the section again retries.
      filled.delete(section);
      return;
    } finally {
      section.removeAttribute("aria-busy");
    }
    const template = document.createElement("template");
    template.innerHTML = (html || "")
      .replaceAll("\x01", root)
      .replaceAll("\x02", index)
      .replaceAll("\x03", escaped(section.dataset.at));
    // Content that another part of the page already shows is not repeated.
    for (const part of Array.from(template.content.querySelectorAll("[id]"))) {
      if (document.getElementById(part.id)) (part.closest("li") || part).remove();
    }
    for (const list of template.content.querySelectorAll("ul:empty")) list.remove();
    const parts = Array.from(template.content.childNodes);
    section.append(...parts);
    if (toolFiles.link) toolFiles.link(section);
    return parts;
  }

  function target() {
    const hash = location.hash.slice(1);
    try {
      return document.getElementById(hash) || document.getElementById(decodeURIComponent(hash));
    } catch (error) {
      return null;
    }
  }

  async function seek() {
    const hash = location.hash.slice(1);
    if (!hash || hash.length > 10000 || target()) return;
    const tried = new Set();
    while (tried.size < deepest && !target()) {
      const leads = (section) => hash.startsWith(section.dataset.at + ".") && !tried.has(section);
      const sections = Array.from(document.querySelectorAll(selector)).filter(leads);
      if (!sections.length) return;
      const next = sections.reduce((a, b) => (b.dataset.at.length > a.dataset.at.length ? b : a));
      tried.add(next);
      await fill(next);
    }
    if (!target() || location.hash.slice(1) !== hash) return;
    // The site's script expands the ancestors. The browser marks the target only when it navigates to it itself.
    dispatchEvent(new HashChangeEvent("hashchange"));
    location.replace("#" + hash);
  }

  document.addEventListener(
    "toggle",
    (event) => {
      const section = event.target;
      if (section.open && section.matches && section.matches(selector)) fill(section);
    },
    true,
  );
  // The dev server changed the page, and possibly the schemas.
  document.addEventListener("wc:update", async () => {
    const before = filled;
    filled = new WeakMap();
    for (const section of document.querySelectorAll(selector)) {
      if (!section.isConnected || !before.has(section)) continue;
      for (const part of (await before.get(section)) || []) part.remove();
      if (section.open) fill(section);
    }
  });
  addEventListener("hashchange", seek);
  seek();
})();
