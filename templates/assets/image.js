// Enlarges images over the page, on a click or with the button in their corner. Escape or a click closes them again.
(function () {
  "use strict";

  function open(button, image) {
    const dialog = document.createElement("dialog");
    const copy = image.cloneNode();
    const close = document.createElement("button");
    dialog.className = "image-dialog";
    dialog.setAttribute("aria-label", image.alt || button.getAttribute("aria-label"));
    for (const name of ["class", "width", "height", "loading"]) copy.removeAttribute(name);
    close.type = "button";
    close.className = "icon-button image-close";
    close.setAttribute("aria-label", button.dataset.close);
    dialog.append(copy, close);
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  document.addEventListener("click", (event) => {
    const root = event.target.closest && event.target.closest("wc-image");
    const button = root && root.querySelector(".image-open");
    if (!button || !event.target.matches("img, button")) return;
    const shown = Array.from(root.querySelectorAll("img")).find((image) => image.getClientRects().length);
    if (shown) open(button, shown);
  });
  customElements.define("wc-image", class extends HTMLElement {});
})();
