// Variables: a reader sets a value, and every occurrence on the page is updated, until the session ends.
(function () {
  "use strict";

  const site = document.querySelector("script[data-key]");
  const key = (name) => (site ? site.dataset.key : "") + ":var:" + name;

  // Storage may be unavailable or full; nothing depends on it.
  function read(name) {
    try {
      return sessionStorage.getItem(key(name));
    } catch (error) {
      return null;
    }
  }
  function write(name, value) {
    try {
      if (value === null) sessionStorage.removeItem(key(name));
      else sessionStorage.setItem(key(name), value);
    } catch (error) {
      // The page works without stored values.
    }
  }

  // Shows a value in all occurrences of a variable except the one being typed in. Names need no escaping in selectors.
  function show(name, value, typed) {
    const places = `[data-var="${name}"], wc-var[name="${name}"] > var`;
    for (const place of document.querySelectorAll(places)) {
      if (place !== typed && place.textContent !== value) place.textContent = value;
    }
  }

  customElements.define(
    "wc-var",
    class extends HTMLElement {
      connectedCallback() {
        const field = this.querySelector(":scope > var");
        if (!field || this.field) return;
        this.field = field;
        this.name = this.getAttribute("name");
        this.initial = this.getAttribute("default") || this.name;
        if (!this.name || this.hasAttribute("readonly")) return;
        try {
          field.contentEditable = "plaintext-only";
        } catch (error) {
          field.contentEditable = "true";
        }
        field.setAttribute("role", "textbox");
        field.setAttribute("aria-label", this.name);
        field.setAttribute("enterkeyhint", "done");
        field.setAttribute("autocapitalize", "off");
        field.spellcheck = false;
        field.addEventListener("focus", () => (this.before = field.textContent));
        field.addEventListener("input", () => this.typed());
        field.addEventListener("blur", () => this.left());
        field.addEventListener("keydown", (event) => this.key(event));
        field.addEventListener("paste", (event) => {
          event.preventDefault();
          const text = event.clipboardData.getData("text/plain").replace(/\s*[\r\n]+\s*/g, " ");
          document.execCommand("insertText", false, text);
        });
        const kept = read(this.name);
        if (kept !== null) show(this.name, kept);
      }

      typed() {
        const value = this.field.textContent;
        write(this.name, value);
        show(this.name, value, this.field);
      }

      // Without a value, it reverts to its initial content.
      left() {
        if (this.field.textContent.trim()) return;
        write(this.name, null);
        show(this.name, this.initial);
      }

      key(event) {
        if (event.isComposing) return;
        if (event.key === "Escape") this.field.textContent = this.before;
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        this.typed();
        this.field.blur();
      }
    },
  );
})();
