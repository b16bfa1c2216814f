// Made by tool. Cloudflare Pages runs it for every request but those that _routes.json excludes.
export default {
  async fetch(request, env) {
    const twin = ["GET", "HEAD"].includes(request.method) ? twinOf(request.url) : null;
    if (!twin) return env.ASSETS.fetch(request);
    if (prefersMarkdown(request.headers.get("Accept") || "")) {
      const found = await env.ASSETS.fetch(new Request(twin, request));
      if (found.status === 200 || found.status === 304) return asPage(found, twin);
    }
    return varying(await env.ASSETS.fetch(request));
  },
};

