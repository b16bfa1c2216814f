// The lists of the menu above a page and of the menus of editions: arrow keys, and what closes them. Loaded when one is
// first used.
(function () {
  "use strict";

  for (const more of document.querySelectorAll(".page-menu details, .edition-menu")) enhance(more);

  function enhance(more) {
    const summary = more.querySelector("summary");
    const links = Array.from(more.querySelectorAll("a"));

    more.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape" && more.open) {
        more.open = false;
        summary.focus();
      } else if (step) {
        event.preventDefault();
        more.open = true;
        const at = Math.max(links.indexOf(event.target), step < 0 ? 0 : -1);
        links[(at + step + links.length) % links.length].focus();
      }
    });
    for (const name of ["click", "focusin"]) {
      document.addEventListener(name, (event) => {
        if (!more.contains(event.target)) more.open = false;
      });
    }
  }
})();
