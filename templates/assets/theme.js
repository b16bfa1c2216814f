// Runs before the first paint: the reader's theme, a dismissed announcement, and the class that says that JavaScript
// is enabled.
(function () {
  "use strict";
  var root = document.documentElement;
  var data = document.currentScript.dataset;
  var theme = null;
  var gone = null;
  try {
    theme = localStorage.getItem(data.key + ":theme");
    gone = localStorage.getItem(data.key + ":announcement");
  } catch (error) {
    // Storage may be unavailable: the system's theme is used.
  }
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (gone && gone === data.announcement) root.classList.add("no-announcement");
  root.classList.add("js");
  // If the site's script fails to load, the page must not wait for it.
  addEventListener("load", function () {
    if (!customElements.get("wc-tabs")) root.classList.remove("js");
  });
})();
