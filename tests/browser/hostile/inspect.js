// What a page holds that no page may hold, as a list of sentences. Takes the address of the site.
((site) => {
  "use strict";
  const names = (text) => new Set(text.split(" "));
  const head = names("meta title link script");
  const body = names(
    "a abbr address article aside audio b bdi bdo big blockquote br button caption center cite code col colgroup dd del details dfn " +
      "div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd label li main mark nav ol p picture " +
      "pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track " +
      "tt u ul var video wbr",
  );
  // Elements of ours alone, each with what it has to match.
  const ours = new Map([
    ["input", "li > input[type=checkbox][disabled], :is(.nav-filter, .index-filter) > input[type=search]"],
    ["select", ":is(wc-versions, [data-menu]) > label.picker > select"],
    ["option", ":is(wc-versions, [data-menu]) > label.picker > select > option"],
    ["button", "button[type=button]"],
    ["label", ":is(wc-versions, [data-menu]) > label.picker"],
  ]);
  const svg = names("svg g path rect circle ellipse line polyline polygon title");
  const refused = names(
    "srcdoc style formaction action ping is slot background popover popovertarget autofocus contenteditable accesskey nonce " +
      "attributionsrc usemap ismap dynsrc lowsrc longdesc http-equiv manifest command commandfor part exportparts",
  );
  const addresses = names("href src poster cite data srcset xlink:href action formaction");
  const found = [];
  // The page that readers come back to when they have signed in: it has no text of an author, and nothing around its own.
  const signsIn = location.href.startsWith(`${site}_tool/oauth/`);
  const at = (element) => element.outerHTML.slice(0, 160);

  function checkAddress(element, { name, value }) {
    const bad = () => found.push(`address ${name} of ${at(element)}`);
    let url;
    try {
      url = new URL(value, document.baseURI);
    } catch {
      return;
    }
    if (!["http:", "https:", "mailto:", "tel:", location.protocol].includes(url.protocol)) bad();
    else if (url.protocol === "file:" && !url.href.startsWith(site)) bad();
    else if (url.origin !== location.origin && !/^\s*(https?|mailto|tel|file):/i.test(value)) bad();
    else if (element.localName === "iframe" && url.protocol !== "https:") bad();
  }

  function checkPlace(element) {
    const name = element.localName;
    if (["html", "head", "body"].includes(name)) return element.parentElement === (name === "html" ? null : document.documentElement);
    if (element.closest("head")) {
      const fits = head.has(name) && (name !== "script" || (element.src.startsWith(site) && element.textContent === ""));
      const rel = name !== "link" || ["stylesheet", "alternate", "canonical", "icon"].includes(element.rel);
      const meta = !element.httpEquiv || element.httpEquiv === "Content-Security-Policy";
      return fits && rel && meta;
    }
    if (element instanceof SVGElement) return svg.has(name);
    if (!(element instanceof HTMLElement)) return false;
    if (name === "main") return element.matches(signsIn ? "body > main.not-found:only-child" : "body > .page > main#toolContent");
    if (ours.has(name)) return element.matches(ours.get(name));
    // Elements of components do nothing but what the site's script defines.
    return body.has(name) || name.startsWith("wc-");
  }

  for (const element of document.querySelectorAll("*")) {
    if (!checkPlace(element)) found.push(`element ${at(element)}`);
    if (element.shadowRoot) found.push(`shadow root in ${at(element)}`);
    for (const attribute of element.attributes) {
      const name = attribute.name.toLowerCase();
      // What readers edit is made so by our script.
      const ours = name === "contenteditable" && element.matches("wc-var[name] > var");
      if (name.startsWith("on") || (refused.has(name) && !ours && !element.matches("head > meta"))) {
        found.push(`attribute ${attribute.name} of ${at(element)}`);
      } else if (addresses.has(name)) {
        checkAddress(element, attribute);
      }
    }
  }
  if (/[\0-\u0002]/.test(document.documentElement.outerHTML)) found.push("a marker of ours");
  if (signsIn) return found;
  // Nothing reaches out of the text, and nothing swallows what follows it.
  const frame = Array.from(document.body.children, (child) => child.className).join();
  if (!/^skip-link,topbar,page(,visually-hidden)?$/.test(frame)) found.push(`children of the body: ${frame}`);
  const text = document.querySelector("main#toolContent > article.prose");
  if (!text) found.push("no text");
  const last = document.querySelector("main#toolContent > footer.footer");
  if (!last || last.nextElementSibling) found.push("the footer is not where it was");
  for (const paragraph of document.querySelectorAll("p")) {
    if (/^Sentinel \d+\.$/.test(paragraph.textContent) && paragraph.parentElement !== text) found.push(`swallowed: ${paragraph.textContent}`);
  }
  const expected = (/ expects (\d+) sentinels/.exec(text ? text.textContent : "") || [])[1];
  const seen = Array.from(document.querySelectorAll("p")).filter((each) => /^Sentinel \d+\.$/.test(each.textContent)).length;
  if (expected !== undefined && Number(expected) !== seen) found.push(`${seen} sentinels of ${expected}`);
  return Array.from(new Set(found)).slice(0, 40);
})
