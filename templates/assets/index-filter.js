// The filter above a list of pages or schemas. It shows the entries that contain all words, in their own title or in the
// title of a group around them.
(function () {
  "use strict";

  const all = (selector, from) => Array.from(from.querySelectorAll(selector));
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  // The text that each group and entry is matched against, computed once.
  const texts = new WeakMap();

  function text(element) {
    if (!element || element.className === "index-page") return "";
    if (!texts.has(element)) {
      const title = element.querySelector(":scope > :is(a, h2, h3, h4, h5, h6) > bdi");
      const own = title && element.className !== "index-letter" ? plain(title.textContent) : "";
      texts.set(element, text(element.parentElement) + " " + own);
    }
    return texts.get(element);
  }

  function filter(input) {
    const page = input.closest(".index-page");
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const item of all(".index > li", page)) {
      const found = text(item);
      item.hidden = !words.every((word) => found.includes(word));
      if (!item.hidden) count += 1;
    }
    for (const group of all(".index, section", page)) group.hidden = !group.querySelector("li:not([hidden])");
    for (const link of all(".index-letters a", page)) {
      link.parentElement.hidden = document.getElementById(link.hash.slice(1)).parentElement.hidden;
    }
    const none = page.querySelector(".index-none");
    none.hidden = count > 0;
    if (words.length) toolFiles.announce(count ? input.dataset.count + " " + count : none.textContent);
  }

  const inputOf = ({ target }) => target.closest && target.closest(".index-filter input");
  document.addEventListener("input", (event) => {
    const input = inputOf(event);
    if (input) filter(input);
  });
  document.addEventListener("keydown", (event) => {
    const input = inputOf(event);
    if (!input || !input.value || event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      input.value = "";
      filter(input);
    } else if (event.key === "Enter") {
      const link = input.closest(".index-page").querySelector(".index > li:not([hidden]) a");
      if (link) link.click();
    }
  });
})();
