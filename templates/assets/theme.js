// Runs before the first paint: the reader's theme, an announcement that was dismissed, and the class that says that scripts
// run.
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
    // Storage may be refused: the system's theme stays.
  }
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (gone && gone === data.announcement) root.classList.add("no-announcement");
  root.classList.add("js");
  // Where the site's script does not arrive, the page must not wait for it.
  addEventListener("load", function () {
    if (!customElements.get("wc-tabs")) root.classList.remove("js");
  });
})();
