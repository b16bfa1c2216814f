// Live reload, only in the dev server. The server reports when the bytes of this page change. The page is fetched again, and
// the differences between the old and the new source are applied in place. Everything else stays as the reader left it:
// scroll position, focus, open sections, selected tabs. A `wc:update` event on the document notifies other scripts.
(() => {
  'use strict';

  const EVENTS = '/_tool/events';
  /** The document as the server sent it, before scripts changed it; null while unknown. */
  let source = null;
  /** The version that is shown. */
  let version = versionIn(navigationTiming());
  let stream = null;
  let updating = false;
  let changedMeanwhile = false;

  function navigationTiming() {
    const [navigation] = performance.getEntriesByType('navigation');
    const timings = (navigation && navigation.serverTiming) || [];
    return timings.map((timing) => `${timing.name};desc="${timing.description}"`).join();
  }

  function versionIn(serverTiming) {
    const found = /version;desc="([0-9a-f]{16})"/.exec(serverTiming || '');
    return found ? found[1] : null;
  }

  // Browsers limit the connections per server, so a hidden page closes its own.
  function connect() {
    if (stream || document.hidden) return;
    const known = version ? `&version=${version}` : '';
    const opened = new EventSource(`${EVENTS}?page=${encodeURIComponent(location.pathname)}${known}`);
    stream = opened;
    opened.addEventListener('current', (event) => {
      version = version || event.data;
    });
    opened.addEventListener('changed', update);
    opened.addEventListener('findings', (event) => {
      document.dispatchEvent(new CustomEvent('tool:findings', { detail: JSON.parse(event.data) }));
    });
    opened.addEventListener('error', () => {
      // The browser repairs most connection losses itself.
      if (stream === opened && opened.readyState === EventSource.CLOSED) {
        stream = null;
        setTimeout(connect, 1000);
      }
    });
  }

  function disconnect() {
    if (stream) stream.close();
    stream = null;
  }

  async function fetchPage() {
    const response = await fetch(location.pathname + location.search, {
      headers: { Accept: 'text/html' },
      cache: 'no-cache',
    });
    const html = (response.headers.get('Content-Type') || '').startsWith('text/html');
    const page = html ? new DOMParser().parseFromString(await response.text(), 'text/html') : null;
    return { response, page, version: versionIn(response.headers.get('Server-Timing')) };
  }

  async function rememberSource() {
    try {
      const fetched = await fetchPage();
      if (source || !fetched.page) return;
      version = version || fetched.version;
      if (fetched.version === version) source = fetched.page;
    } catch {
      // Without it, the whole body is replaced once.
    }
  }

  async function update() {
    if (updating) {
      changedMeanwhile = true;
      return;
    }
    updating = true;
    try {
      do {
        changedMeanwhile = false;
        const fetched = await fetchPage();
        if (!fetched.page || fetched.response.redirected) {
          location.reload();
          return;
        }
        // If a page fails to render, the last good one remains visible.
        if (fetched.response.status < 500 && fetched.version !== version) await show(fetched);
      } while (changedMeanwhile);
    } catch {
      // The server is gone; the event stream reports when it is back.
    } finally {
      updating = false;
    }
  }

  async function show(fetched) {
    const next = fetched.page;
    if (fixedParts(source || document) !== fixedParts(next)) {
      location.reload();
      return;
    }
    const outdated = await addStylesheets(next);
    const focused = document.activeElement && document.activeElement.id;
    const { scrollX, scrollY } = window;
    document.title = next.title;
    if (source) patchAttributes(document.documentElement, source.documentElement, next.documentElement);
    if (!source || !patch(document.body, source.body, next.body)) {
      replace([...document.body.childNodes], [...next.body.childNodes], document.body, null);
    }
    outdated.forEach((link) => link.remove());
    source = next;
    version = fetched.version;
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    const target = focused && document.activeElement === document.body && document.getElementById(focused);
    if (target) target.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent('wc:update'));
  }

  /** Parts that require a full reload when they change: the page's scripts, its own styles, and the policy for both. */
  function fixedParts(page) {
    const parts = page.head.querySelectorAll('script[src], style, meta[http-equiv]');
    const describe = (part) => [part.localName, part.getAttribute('src'), part.getAttribute('content'), part.textContent];
    return JSON.stringify([...parts].map(describe));
  }

  /** Adds new stylesheets, waits until they are applied, and returns those to remove. */
  async function addStylesheets(next) {
    const sheets = (page) => [...page.querySelectorAll('head link[rel~="stylesheet"]')];
    const address = (link) => link.getAttribute('href');
    const before = sheets(document);
    const wanted = sheets(next);
    const missing = wanted.filter((link) => !before.some((other) => address(other) === address(link)));
    await Promise.all(
      missing.map((link) => {
        const added = document.importNode(link, true);
        const applied = new Promise((resolve) => {
          added.addEventListener('load', resolve);
          added.addEventListener('error', resolve);
        });
        document.head.append(added);
        return applied;
      }),
    );
    return before.filter((link) => !wanted.some((other) => address(other) === address(link)));
  }

  /**
   * Applies the differences between `old` and `next` to `live`. Returns false if a script changed `live` so much that its
   * children no longer correspond to those of `old`: then it must be replaced as a whole.
   */
  function patch(live, old, next) {
    if (old.isEqualNode(next)) return true;
    if (live.nodeName !== old.nodeName || old.nodeName !== next.nodeName) return false;
    if (live.nodeType !== Node.ELEMENT_NODE) {
      live.nodeValue = next.nodeValue;
      return true;
    }
    const [was, is, now] = [[...old.childNodes], [...live.childNodes], [...next.childNodes]];
    // Nodes that scripts appended can stay.
    if (is.length < was.length || was.some((node, at) => node.nodeName !== is[at].nodeName)) return false;
    patchAttributes(live, old, next);
    let start = 0;
    while (start < was.length && start < now.length && was[start].isEqualNode(now[start])) start += 1;
    let end = 0;
    const most = Math.min(was.length, now.length) - start;
    while (end < most && was[was.length - 1 - end].isEqualNode(now[now.length - 1 - end])) end += 1;
    const gone = was.slice(start, was.length - end);
    const come = now.slice(start, now.length - end);
    const place = is.slice(start, was.length - end);
    if (gone.length === come.length) {
      come.forEach((node, at) => {
        if (!patch(place[at], gone[at], node)) replace([place[at]], [node], live, place[at].nextSibling);
      });
    } else {
      replace(place, come, live, is[was.length - end] || null);
    }
    return true;
  }

  function patchAttributes(live, old, next) {
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) live.removeAttribute(name);
    for (const { name, value } of [...next.attributes]) {
      if (old.getAttribute(name) !== value) live.setAttribute(name, value);
    }
  }

  /** Replaces `gone` with `come`, in `parent` before `anchor`. Sections stay open or closed. */
  function replace(gone, come, parent, anchor) {
    const sections = (nodes) =>
      nodes.flatMap((node) => {
        if (node.nodeType !== Node.ELEMENT_NODE) return [];
        return [...(node.matches('details') ? [node] : []), ...node.querySelectorAll('details')];
      });
    // By ID, or else by the summary's text and the number of earlier summaries with the same text.
    const keyed = (nodes) => {
      const seen = new Map();
      return sections(nodes).map((section) => {
        const name = section.id || (section.querySelector('summary') || section).textContent.trim();
        const before = seen.get(name) || 0;
        seen.set(name, before + 1);
        return [`${before} ${name}`, section];
      });
    };
    const open = new Map(keyed(gone).map(([key, section]) => [key, section.open]));
    const added = come.map((node) => document.importNode(node, true));
    keyed(added).forEach(([key, section]) => {
      if (open.has(key)) section.open = open.get(key);
    });
    gone.forEach((node) => node.remove());
    added.forEach((node) => parent.insertBefore(node, anchor));
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
  // A page in the back/forward cache must not keep a connection open.
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', connect);
  window.addEventListener('load', rememberSource);
  connect();
})();
