// Hands what the provider says of a sign-in to the page with the request panel, which listens, and closes the window.
(function () {
  "use strict";

  const text = document.querySelector("[data-done]");
  const said = Object.fromEntries(new URLSearchParams(location.search));
  if (!said.state || !(said.code || said.error)) return;
  // The code is of use once; it need not stay in the browser's history.
  history.replaceState(null, "", location.pathname);
  // Providers may cut the tie between the windows, so this goes to all pages of the site.
  const channel = new BroadcastChannel("tool-sign-in");
  let done = false;
  channel.onmessage = ({ data }) => {
    if (!data || data.taken !== said.state) return;
    done = true;
    text.textContent = text.dataset.done;
    window.close();
  };
  channel.postMessage(said);
  setTimeout(() => {
    if (!done) text.textContent = text.dataset.lost;
  }, 1500);
})();
