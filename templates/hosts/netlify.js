// Made by tool. Netlify runs it for every page.
export default async (request, context) => {
  const twin = twinOf(request.url);
  if (!twin) return undefined;
  if (prefersMarkdown(request.headers.get("Accept") || "")) {
    const found = await fetch(twin);
    if (found.status === 200) return asPage(found, twin);
  }
  return varying(await context.next());
};

export const config = { path: "/*", excludedPath: ["/_tool/*", "/*.md"], method: ["GET", "HEAD"], onError: "bypass" };

