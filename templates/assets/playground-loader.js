// Opens the request panel. The panel and its data are loaded when the reader first opens it.
(function () {
  "use strict";

  const { load } = toolFiles;
  const { failed } = document.querySelector("[data-failed]").dataset;
  const data = new Map();
  const samples = new Map();
  const panel = (window.toolPlayground = { put: (key, text, more) => data.set(key, text) && samples.set(key, more) });

  async function open(button) {
    const key = button.dataset.playground;
    const files = ["PLAYGROUND_STYLE", "COLOR_SCRIPT", "PLAYGROUND_SCRIPT", "p/settings.js"];
    if (key) files.push("p/" + key + ".js");
    button.setAttribute("aria-busy", "true");
    try {
      await Promise.all(files.map(load));
      panel.open(button, key ? data.get(key) : button.dataset.operation, data.get("settings"));
    } catch (error) {
      button.textContent = button.title = failed;
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  // A sample in an additional language is loaded with the data of its operation when its tab is first shown. Each private-use
  // character represents a line, either of this operation or shared by all operations.
  const shown = new MutationObserver((changes) => changes.forEach((change) => fill(change.target)));

  async function fill(tab) {
    if (!tab.hasAttribute("data-sample") || tab.hidden) return;
    const key = tab.parentElement.dataset.samples;
    tab.removeAttribute("data-sample");
    try {
      await Promise.all(["p/settings.js", "p/" + key + ".js"].map(load));
      const { lines, texts } = samples.get(key);
      const shared = samples.get("settings").lines;
      const line = (c) => (c < "\uf000" ? shared[c.charCodeAt(0) - 0xe000] : lines[c.charCodeAt(0) - 0xf000]) + "\n";
      tab.innerHTML = texts[tab.getAttribute("label")].replace(/[\ue000-\uf8ff]/g, line);
      tab.querySelector(".code-title").hidden = true;
      tab.removeAttribute("tabindex");
    } catch (error) {
      tab.textContent = failed;
      tab.dataset.sample = "";
    }
  }

  function show() {
    for (const tab of document.querySelectorAll("[data-sample]")) {
      shown.observe(tab, { attributes: true, attributeFilter: ["hidden"] });
      fill(tab);
    }
    for (const button of document.querySelectorAll(".try-it[hidden]:not([data-open])")) button.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest(".try-it");
    if (button) open(button);
  });
  // The dev server changed the page, and the operation's data has already been discarded.
  document.addEventListener("wc:update", show);
  show();
})();
