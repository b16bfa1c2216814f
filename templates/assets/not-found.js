// Lists the pages whose paths are most like the requested one. Loaded by the 404 page, whose host serves it at any URL.
(function () {
  "use strict";

  const MOST = 5;
  // Of two, the sum of the similarities of whole paths and of their last segments.
  const LEAST = 0.75;
  const box = document.querySelector(".not-found-near");
  const sidebar = document.querySelector(".sidebar");
  const root = new URL(toolFiles.root).pathname;

  // A path below the site's root, as words: without case, extension and slashes at the end.
  function plain(path) {
    let text = path.slice(root.length);
    try {
      text = decodeURIComponent(text);
    } catch (error) {
      // A malformed percent sequence is compared as it is.
    }
    return text.slice(0, 300).toLowerCase().replace(/(\/|index)?(\.\w+)?\/?$/, "");
  }

  // The pairs of letters of a text, which begins and ends with a blank.
  function pairs(text) {
    const padded = " " + text.replace(/[^\p{L}\p{N}]+/gu, " ").trim() + " ";
    const found = new Set();
    for (let at = 1; at < padded.length; at++) found.add(padded.slice(at - 1, at + 1));
    return found;
  }

  function likeness(a, b) {
    let both = 0;
    for (const pair of a) both += b.has(pair) ? 1 : 0;
    return (2 * both) / (a.size + b.size);
  }

  const parts = (path) => [pairs(path), pairs(path.slice(path.lastIndexOf("/") + 1))];

  // All links of the sidebar. What the page leaves out of it is in a file that all pages share.
  function links() {
    const own = Array.from(sidebar.querySelectorAll(".nav-list a:not(.nav-more)"));
    if (!("rest" in sidebar.dataset)) return Promise.resolve(own);
    return toolFiles.load("sidebar.js").then(
      (text) => {
        const template = document.createElement("template");
        template.innerHTML = text.replaceAll("\x01", toolFiles.root);
        return Array.from(template.content.querySelectorAll("a"));
      },
      () => own,
    );
  }

  function show(found) {
    const asked = plain(location.pathname);
    const wanted = parts(asked);
    const near = new Map();
    for (const link of found) {
      const url = new URL(link.getAttribute("href"), toolFiles.root);
      const path = plain(url.pathname);
      if (url.origin !== location.origin || !url.pathname.startsWith(root) || !path || near.has(path)) continue;
      const [whole, last] = parts(path);
      const score = likeness(wanted[0], whole) + likeness(wanted[1], last);
      if (score >= LEAST) near.set(path, { score, url, title: link.querySelector("bdi") || link });
    }
    const best = Array.from(near.values()).sort((a, b) => b.score - a.score).slice(0, MOST);
    while (best.length && best[best.length - 1].score < 0.6 * best[0].score) best.pop();
    for (const { url, title } of best) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const path = document.createElement("span");
      link.className = "near-link";
      link.href = url.href;
      path.className = "near-path";
      path.textContent = decodeURI(url.pathname);
      link.append(title.textContent, path);
      item.append(link);
      box.querySelector("ul").append(item);
    }
    box.hidden = !best.length;
  }

  const here = location.pathname;
  if (sidebar && here.startsWith(root) && plain(here) && plain(here) !== "404") links().then(show);
})();
