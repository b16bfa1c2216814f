// Asks whether the page was helpful. An answer is a `wc:feedback` event on the document, and is sent to the URL of the project if it
// has one. Without JavaScript, the question is hidden.
(function () {
  "use strict";

  const form = document.querySelector(".feedback");
  if (!form) return;
  const buttons = Array.from(form.querySelectorAll("[aria-pressed]"));
  const more = form.querySelector(".feedback-more");
  const comment = form.querySelector("textarea");
  const state = form.querySelector("[role=status]");
  // Answers with the same ID are about one visit: the last one counts.
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  let helpful = null;

  function send() {
    const page = location.pathname;
    const detail = { id, page, title: document.title, lang: document.documentElement.lang, helpful, comment: comment.value.trim() };
    document.dispatchEvent(new CustomEvent("wc:feedback", { detail }));
    const { url } = form.dataset;
    if (!url) return Promise.resolve();
    const headers = { "Content-Type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(detail), credentials: "omit", keepalive: true };
    return fetch(url, request).then((response) => (response.ok ? null : Promise.reject()));
  }

  const say = (text) => (state.textContent = text);

  function choose(chosen) {
    helpful = chosen.value === "yes";
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === chosen));
    say("");
    more.hidden = false;
    return send().then(
      () => say(form.dataset.thanks),
      () => {
        // The same button sends it again.
        for (const button of buttons) button.setAttribute("aria-pressed", "false");
        say(form.dataset.failed);
      },
    );
  }

  for (const button of buttons) button.addEventListener("click", () => choose(button));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!comment.value.trim()) return comment.focus();
    say("");
    send().then(
      () => {
        more.hidden = true;
        comment.value = "";
        say(form.dataset.thanks);
        state.focus();
      },
      () => say(form.dataset.failed),
    );
  });
})();
