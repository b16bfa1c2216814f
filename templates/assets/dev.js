// Live reload, in the dev server alone. The server says when the bytes of this page differ; the page is fetched again, and
// what differs between the page as it was sent and as it is sent now is changed in place. All else stays as the reader
// left it: scroll, focus, open sections, chosen tabs. `wc:update` on the document tells other scripts.
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

  // Browsers open few connections to one server, so a page that nobody sees gives its own back.
  function connect() {
    if (stream || document.hidden) return;
    const known = version ? `&version=${version}` : '';
    const opened = new EventSource(`${EVENTS}?page=${encodeURIComponent(location.pathname)}${known}`);
    stream = opened;
    opened.addEventListener('current', (event) => {
      version = version || event.data;
    });
    opened.addEventListener('changed', update);
    opened.addEventListener('error', () => {
      // Most losses the browser repairs by itself.
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
        // A page that fails just now leaves the last good one on display.
        if (fetched.response.status < 500 && fetched.version !== version) await show(fetched);
      } while (changedMeanwhile);
    } catch {
      // The server went away; the stream tells when it is back.
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

  /** What a page cannot exchange without being loaded anew: its scripts, its own styles, and the policy for both. */
  function fixedParts(page) {
    const parts = page.head.querySelectorAll('script[src], style, meta[http-equiv]');
    const describe = (part) => [part.localName, part.getAttribute('src'), part.getAttribute('content'), part.textContent];
    return JSON.stringify([...parts].map(describe));
  }

  /** Adds new stylesheets, waits until they apply, and returns those that are to go. */
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
   * Changes `live` by what differs between `old` and `next`. False when `live` is built too differently from `old`, by a
   * script, to tell what corresponds to what: then it has to be replaced as a whole.
   */
  function patch(live, old, next) {
    if (old.isEqualNode(next)) return true;
    if (live.nodeName !== old.nodeName || old.nodeName !== next.nodeName) return false;
    if (live.nodeType !== Node.ELEMENT_NODE) {
      live.nodeValue = next.nodeValue;
      return true;
    }
    const [was, is, now] = [[...old.childNodes], [...live.childNodes], [...next.childNodes]];
    // What scripts appended may stay.
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

  /** Puts `come` in the place of `gone`, in `parent` before `anchor`. Sections stay as open as they were. */
  function replace(gone, come, parent, anchor) {
    const sections = (nodes) =>
      nodes.flatMap((node) => {
        if (node.nodeType !== Node.ELEMENT_NODE) return [];
        return [...(node.matches('details') ? [node] : []), ...node.querySelectorAll('details')];
      });
    // By id, else by the summary's text and how many before it have the same.
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
  // A page that is kept for the back button must not hold a connection.
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', connect);
  window.addEventListener('load', rememberSource);
  connect();
})();
