// Turns the reader's input into a request: parameters by style and explode, URLs, credentials, and the same request for curl.
// Does not access any element of the page.
(function (panel) {
  "use strict";

  const isStructure = (value) => typeof value === "object" && value !== null;
  const hex = (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase();

  function encode(text, reserved) {
    const whole = String(text).replace(/\p{Surrogate}/gu, "\ufffd");
    const encoded = encodeURIComponent(whole).replace(/[!'()*]/g, hex);
    return reserved ? encoded.replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent) : encoded;
  }

  const plain = (value) => (isStructure(value) ? JSON.stringify(value) : String(value));

  // JSON in which every number keeps its spelling, if the browser provides it.
  function parse(text) {
    return JSON.parse(text, (key, value, context) => {
      const source = typeof value === "number" && context && context.source;
      return source && source !== String(value) ? source : value;
    });
  }

  // The items of an array, or the members of an object, in sequence.
  function parts(value, explode, one) {
    if (Array.isArray(value)) return value.map(one);
    const members = Object.entries(value);
    if (!explode) return members.flat().map(one);
    return members.map(([name, member]) => one(name) + "=" + one(member));
  }

  // Nested members as `a[b]`. Items repeat the name, or have an index where it is needed.
  function brackets(name, value, indexed) {
    if (Array.isArray(value)) {
      return value.flatMap((item, at) => brackets(indexed || isStructure(item) ? name + "[" + at + "]" : name, item, indexed));
    }
    if (!isStructure(value)) return [[name, String(value)]];
    return Object.entries(value).flatMap(([key, member]) => brackets(name + "[" + key + "]", member, indexed));
  }

  function pathText(input, value) {
    const one = (item) => encode(plain(item), input.reserved);
    const name = encode(input.name);
    const explode = Boolean(input.explode);
    const list = isStructure(value) ? parts(value, explode, one) : [one(value)];
    if (input.style === "label") return "." + list.join(explode ? "." : ",");
    if (input.style !== "matrix") return list.join(",");
    if (!explode || !isStructure(value)) return ";" + name + "=" + list.join(",");
    return list.map((item) => ";" + (Array.isArray(value) ? name + "=" : "") + item).join("");
  }

  // The pairs of a query or form, encoded.
  function pairs(input, value) {
    const one = (item) => encode(plain(item), input.reserved);
    const name = encode(input.name);
    const style = input.style || "form";
    const explode = input.explode === undefined ? style === "form" : input.explode;
    if (input.content || !isStructure(value)) return [name + "=" + one(value)];
    if (style === "deepObject") {
      return brackets(input.name, value, true).map(([key, text]) => encode(key) + "=" + one(text));
    }
    if (!explode) {
      const separator = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style] || ",";
      return [name + "=" + parts(value, false, one).join(separator)];
    }
    return Array.isArray(value) ? value.map((item) => name + "=" + one(item)) : parts(value, true, one);
  }

  function formPairs(input, value) {
    if (input.style || input.content) return pairs(input, value);
    return brackets(input.name, value, false).map(([key, text]) => encode(key) + "=" + encode(text));
  }

  function headerText(input, value) {
    return isStructure(value) ? parts(value, Boolean(input.explode), plain).join(",") : plain(value);
  }

  // The URL, or null if requests must not be sent to it: a scheme other than http or https, a user name, or a host that
  // depends on text after the server URL.
  function address(base, rest) {
    try {
      const server = new URL(base, location.href);
      const url = new URL(base.replace(/\/+$/, "") + rest, location.href);
      const absolute = /^https?:\/\//i.test(base);
      const web = (one) => /^https?:$/.test(one.protocol) && !one.username && !one.password;
      if (!web(server) || !web(url) || server.origin !== url.origin) return null;
      if (!absolute && server.origin !== location.origin) return null;
      url.hash = "";
      return url.href;
    } catch (error) {
      return null;
    }
  }

  function base64(text) {
    return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
  }

  function credentials(schemes, given, request, query, cookies) {
    for (const scheme of schemes) {
      const { value, user, sample } = given(scheme);
      if (!value && !user) continue;
      const authorization = (text) => request.headers.push(["Authorization", text]);
      if (scheme.type === "apiKey" && scheme.in === "query") query.push(encode(scheme.name) + "=" + encode(value));
      else if (scheme.type === "apiKey" && scheme.in === "cookie") cookies.push(scheme.name + "=" + encode(value));
      else if (scheme.type === "apiKey") request.headers.push([scheme.name, value]);
      else if (scheme.type === "basic") authorization("Basic " + (sample ? value : base64((user || "") + ":" + (value || ""))));
      else authorization((scheme.scheme || "Bearer") + " " + value);
    }
  }

  // The request for an operation. `state` has: server, schemes, given (credentials of a scheme), values (of inputs), body.
  function build(operation, state) {
    const request = { method: operation.method, headers: [], body: state.body };
    const inPath = new Map();
    const query = [];
    const cookies = [];
    credentials(state.schemes, state.given, request, query, cookies);
    for (const [input, value] of state.values) {
      if (value === undefined) continue;
      if (input.in === "path") inPath.set(input.name, pathText(input, value));
      else if (input.in === "query") query.push(...pairs(input, value));
      else if (input.in === "header") request.headers.push([input.name, headerText(input, value)]);
      else if (input.in === "cookie") cookies.push(input.name + "=" + encode(headerText(input, value)));
      else if (/urlencoded/.test(input.content) && isStructure(value)) query.push(...parts(value, true, (one) => encode(plain(one))));
      else query.push(encode(plain(value), input.reserved));
    }
    if (cookies.length) request.headers.push(["Cookie", cookies.join("; ")]);
    const has = (name) => request.headers.some(([known]) => known.toLowerCase() === name);
    if (operation.accept && !has("accept")) request.headers.push(["Accept", operation.accept]);
    if (state.body && state.body.type && !has("content-type")) request.headers.push(["Content-Type", state.body.type]);
    const path = operation.path.replace(/\{([^{}]*)\}/g, (whole, name) => (inPath.has(name) ? inPath.get(name) : whole));
    const start = (state.server + path).includes("?") ? "&" : "?";
    request.url = address(state.server, path + (query.length ? start + query.join("&") : ""));
    for (const [input, value] of state.values) {
      // Missing values appear as in the document.
      const name = "{" + input.name + "}";
      if (input.in === "path" && value === undefined && request.url) request.url = request.url.replace(encodeURI(name), () => name);
    }
    return request;
  }

  // A shell word: within single quotes, only the quote itself is special.
  const quoted = (text) => "'" + text.replace(/\0/g, "").replace(/'/g, "'\\''") + "'";

  function curlBody(body, lines) {
    if (body.text !== undefined) lines.push("--data-raw " + quoted(body.text));
    if (body.file) lines.push("--data-binary " + quoted("@" + body.file.name));
    for (const part of body.parts || []) {
      const text = (value) => '"' + value.replace(/[\\"]/g, "\\$&") + '"';
      const type = part.type ? ";type=" + part.type : "";
      if (part.file) lines.push("--form " + quoted(part.name + "=@" + text(part.file.name) + type));
      else if (type) lines.push("--form " + quoted(part.name + "=" + text(part.text) + type + ";filename=blob"));
      else lines.push("--form-string " + quoted(part.name + "=" + part.text));
    }
  }

  function curl(request) {
    const lines = [];
    if (request.method === "HEAD") lines.push("--head");
    else if (request.method !== (request.body ? "POST" : "GET")) lines.push("--request " + quoted(request.method));
    if (/[{}[\]]/.test(request.url)) lines.push("--globoff");
    lines.push("--url " + quoted(request.url));
    for (const [name, value] of request.headers) lines.push("--header " + quoted(value ? name + ": " + value : name + ";"));
    if (request.body) curlBody(request.body, lines);
    return "curl " + lines.join(" \\\n  ");
  }

  // Formats JSON, keeping the spelling of every value. Text that would grow excessively is left as it is.
  function layout(text) {
    const MOST = 4 * text.length + 1e6;
    let out = "";
    let depth = 0;
    const line = () => "\n" + "  ".repeat(Math.min(depth, 40));
    for (let at = 0; at < text.length; at++) {
      const c = text[at];
      if (c === '"') {
        let end = at + 1;
        while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
        out += text.slice(at, end + 1);
        at = end;
      } else if (c === "{" || c === "[") {
        let next = at + 1;
        while (/\s/.test(text[next])) next++;
        if (text[next] === "}" || text[next] === "]") {
          out += c + text[next];
          at = next;
        } else {
          depth++;
          out += c + line();
        }
      } else if (c === "}" || c === "]") {
        depth--;
        out += line() + c;
      } else if (c === ",") out += c + line();
      else if (c === ":") out += ": ";
      else if (!/\s/.test(c)) out += c;
      if (out.length > MOST) return text;
    }
    return out;
  }

  // Formats a text that is JSON.
  function laidOut(text) {
    try {
      JSON.parse(text);
      return layout(text);
    } catch (error) {
      return text;
    }
  }

  Object.assign(panel, { parse, build, curl, layout, laidOut, formPairs, isStructure });
})(window.toolPlayground);
