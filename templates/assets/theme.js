// Runs before the first paint: the reader's theme, and the class that says that scripts run.
(function () {
  "use strict";
  var root = document.documentElement;
  var theme = null;
  try {
    theme = localStorage.getItem(document.currentScript.dataset.key + ":theme");
  } catch (error) {
    // Storage may be refused: the system's theme stays.
  }
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  root.classList.add("js");
  // Where the site's script does not arrive, the page must not wait for it.
  addEventListener("load", function () {
    if (!customElements.get("wc-tabs")) root.classList.remove("js");
  });
})();
