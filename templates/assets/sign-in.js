// Passes the provider's response to a sign-in to the page with the request panel, which is listening, and closes the window.
(function () {
  "use strict";

  const text = document.querySelector("[data-done]");
  const said = Object.fromEntries(new URLSearchParams(location.search));
  if (!said.state || !(said.code || said.error)) return;
  // The code can be used only once; it should not stay in the browser's history.
  history.replaceState(null, "", location.pathname);
  // Providers can sever the link between the windows, so this is sent to all pages of the site.
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
