// Splits a header value at separators outside quoted strings.
function unquoted(text, separator) {
  const parts = [""];
  let quoted = false;
  let escaped = false;
  for (const c of text) {
    if (escaped) escaped = false;
    else if (quoted && c === "\\") escaped = true;
    else if (c === '"') quoted = !quoted;
    else if (c === separator && !quoted) {
      parts.push("");
      continue;
    }
    parts[parts.length - 1] += c;
  }
  return parts;
}

// Whether a client prefers Markdown, according to its Accept header (RFC 9110, section 12.5.1). At equal quality, it gets
// Markdown if it names Markdown, and names it before HTML if it names both.
function prefersMarkdown(accept) {
  const none = () => ({ specificity: 0, quality: 0, position: 0 });
  const html = none();
  const markdown = none();
  const note = (rank, specificity, quality, position) => {
    const better = specificity === rank.specificity && quality > rank.quality;
    if (specificity > rank.specificity || better) Object.assign(rank, { specificity, quality, position });
  };
  unquoted(accept, ",").forEach((range, position) => {
    const [type, ...parameters] = unquoted(range, ";").map((part) => part.trim().toLowerCase());
    const weight = parameters.map((part) => part.split("=")).find((pair) => pair[0].trim() === "q" && pair.length > 1);
    const value = weight ? weight[1].trim() : "1";
    if (!/^(0(\.\d*)?|1(\.0*)?)$/.test(value)) return;
    const quality = Number(value);
    if (type === "text/html") note(html, 3, quality, position);
    else if (type === "text/markdown") note(markdown, 3, quality, position);
    else if (["text/*", "*/*", "*"].includes(type)) {
      for (const rank of [html, markdown]) note(rank, type === "text/*" ? 2 : 1, quality, position);
    }
  });
  const named = markdown.quality > 0 && markdown.specificity === 3;
  const first = named && (html.specificity < 3 || markdown.position < html.position);
  return markdown.quality > html.quality || (markdown.quality === html.quality && first);
}

// The URLs at which the Markdown alternate of a page may be: next to its folder, or in it for a home page. Empty if the URL is
// not a page.
function markdownUrls(address) {
  const url = new URL(address);
  const folder = url.pathname;
  if (!folder.endsWith("/")) return [];
  const paths = folder === "/" ? ["/index.md"] : [folder.slice(0, -1) + ".md", folder + "index.md"];
  return paths.map((path) => new URL(path, url.origin));
}

// The Markdown alternate as the response to a request for the page.
function asPage(found, url) {
  const headers = new Headers(found.headers);
  headers.set("Content-Type", "text/markdown; charset=utf-8");
  headers.set("Content-Location", url.pathname);
  headers.append("Vary", "Accept");
  return new Response(found.body, { status: found.status, headers });
}

// A page response, marked as depending on the Accept header.
function varying(found) {
  const response = new Response(found.body, found);
  response.headers.append("Vary", "Accept");
  return response;
}
