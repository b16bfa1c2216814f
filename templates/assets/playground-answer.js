// The answer in the request panel: its colors, its folds, the search in it. Also the request as code in languages other than
// curl. Loaded with the first answer.
(function (panel) {
  "use strict";

  const MOST_SHOWN = 1 << 20;
  const MOST_LINES = 300;
  const MOST_FOLDS = 2000;
  const MOST_FOUND = 5000;
  const MOST_REMEMBERED = 20;
  // Shorter answers need no search.
  const SEARCHED = 400;
  // So many characters without a space, after which a line may break. Browsers find such a place by themselves, but in
  // quadratic time where letters join.
  const UNBROKEN = /\S{1000}/gu;
  const PICTURES = /^image\/(png|jpeg|gif|webp|avif)$/;
  const { texts, el, words, button, layout, laidOut } = panel;

  // Reads a response's body as it arrives, up to the limit that is shown.
  async function receive(response, show) {
    const chunks = [];
    let size = 0;
    const reader = response.body && response.body.getReader();
    for (;;) {
      const { done, value } = reader ? await reader.read() : { done: true };
      if (done) return { chunks, size, cut: false };
      size += value.length;
      chunks.push(value.subarray(0, Math.max(0, MOST_SHOWN - (size - value.length))));
      if (size > MOST_SHOWN) {
        reader.cancel();
        return { chunks, size: MOST_SHOWN, cut: true };
      }
      show(value);
    }
  }

  // A text of an answer as it is shown: in its colors, with places where lines may break.
  function shown(text, language) {
    const painted = toolFiles.paint(text, language);
    const walker = document.createTreeWalker(painted, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) {
      const parts = [];
      let from = 0;
      for (const { 0: run, index } of node.data.matchAll(UNBROKEN)) {
        parts.push(node.data.slice(from, index + run.length), el("wbr"));
        from = index + run.length;
      }
      if (from) node.replaceWith(...parts, node.data.slice(from));
    }
    return painted;
  }

  // JSON with large structures collapsed. Lines of the layout open and close the structures. Each part is colored when it is
  // first open.
  function folded(lines) {
    const top = el("div", { class: "pg-text" });
    const stack = [top];
    let text = [];
    let folds = 0;
    let skipped = 0;
    const flush = () => {
      if (text.length) stack[stack.length - 1].append(text.join("\n") + "\n");
      text = [];
    };
    for (const [at, line] of lines.entries()) {
      if (/[{[]$/.test(line) && folds < MOST_FOLDS && stack.length < 24 && !skipped) {
        flush();
        folds++;
        const part = el("details", { open: stack.length === 1 }, el("summary", { "data-more": lines[at + 1].trim().slice(0, 60) }, line));
        part.addEventListener("toggle", () => color(part));
        stack[stack.length - 1].append(part);
        stack.push(part);
      } else {
        text.push(line);
        if (/[{[]$/.test(line)) skipped++;
        else if (/^\s*[}\]],?$/.test(line)) {
          if (skipped) skipped--;
          else if (stack.length > 1) {
            flush();
            stack.pop();
          }
        }
      }
    }
    flush();
    color(top);
    top.querySelectorAll(":scope > details").forEach(color);
    return top;
  }

  function color(part) {
    if (part.colored) return;
    part.colored = true;
    for (const child of [...part.childNodes]) {
      if (child.nodeType === Node.TEXT_NODE) child.replaceWith(shown(child.data, "json"));
      else if (child.localName === "details") child.firstChild.replaceChildren(shown(child.firstChild.textContent, "json"));
    }
  }

  function shownText(text, type) {
    const whole = /json/i.test(type) ? laidOut(text) : text;
    const lines = whole.split("\n");
    if (/json/i.test(type) && lines.length > MOST_LINES) return folded(lines);
    return el("pre", { class: "pg-text", tabindex: "0" }, shown(whole, /json/i.test(type) ? "json" : ""));
  }

  async function shownBody(chunks, type, cut) {
    const blob = new Blob(chunks, { type });
    if (PICTURES.test(type) && !cut) {
      const reader = new FileReader();
      const address = new Promise((resolve, reject) => {
        reader.onload = () => resolve(reader.result);
        reader.onerror = reject;
      });
      reader.readAsDataURL(blob);
      return el("img", { src: await address, alt: texts.picture });
    }
    return shownText(new TextDecoder().decode(await blob.arrayBuffer()), type);
  }

  // A search in an answer. Matches are ranges, so the text stays as it is, and parts that hide a match are opened.
  function finder(root) {
    const input = el("input", { type: "search", placeholder: texts.find, "aria-label": texts.find, autocomplete: "off", spellcheck: "false" });
    const said = el("output", { class: "pg-count" });
    const highlights = window.Highlight && CSS.highlights;
    let nodes = [];
    let starts = [];
    let found = [];
    let at = -1;

    // The text nodes, and where each begins in the whole text. Coloring replaces nodes, but not the text.
    function read() {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      let length = 0;
      [nodes, starts] = [[], []];
      while (walker.nextNode()) {
        nodes.push(walker.currentNode);
        starts.push(length);
        length += walker.currentNode.length;
      }
      return nodes.map((node) => node.data).join("");
    }

    function place(offset) {
      let [low, high] = [0, nodes.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= offset) low = middle;
        else high = middle - 1;
      }
      return [nodes[low], offset - starts[low]];
    }

    function range([from, to]) {
      const [[startContainer, startOffset], [last, endOffset]] = [place(from), place(to - 1)];
      return new StaticRange({ startContainer, startOffset, endContainer: last, endOffset: endOffset + 1 });
    }

    function mark() {
      if (!highlights) return;
      highlights.set("pg-find", new Highlight(...found.map(range)));
      highlights.set("pg-found", at < 0 ? new Highlight() : Object.assign(new Highlight(range(found[at])), { priority: 1 }));
    }

    function search() {
      const text = read();
      const query = input.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      found = [];
      for (const match of query ? text.matchAll(new RegExp(query, "gi")) : []) {
        found.push([match.index, match.index + match[0].length]);
        if (found.length === MOST_FOUND) break;
      }
      at = -1;
      if (found.length) go(1);
      else {
        said.textContent = query ? texts.notFound : "";
        mark();
      }
    }

    function go(step) {
      if (!found.length) return;
      at = (at + step + found.length) % found.length;
      for (let part = place(found[at][0])[0].parentElement; part !== root; part = part.parentElement) {
        if (part.localName !== "details" || part.open) continue;
        // A match in the line that stays visible needs no opening.
        if (part.firstChild.contains(place(found[at][0])[0])) continue;
        part.open = true;
        color(part);
      }
      read();
      mark();
      said.textContent = words(texts.found, { at: at + 1, count: found.length + (found.length === MOST_FOUND ? "+" : "") });
      const [[node, from], [last, to]] = [place(found[at][0]), place(found[at][1] - 1)];
      const whole = document.createRange();
      whole.setStart(node, from);
      whole.setEnd(last, to + 1);
      for (let box = root; box; box = box.parentElement) {
        const [outer, line] = [box.getBoundingClientRect(), whole.getBoundingClientRect()];
        if (box.scrollHeight > box.clientHeight && (line.top < outer.top || line.bottom > outer.bottom)) {
          box.scrollTop += line.top - outer.top - outer.height / 2;
        }
        if (box.localName === "dialog") break;
      }
      if (!highlights) {
        getSelection().removeAllRanges();
        getSelection().addRange(whole);
      }
    }

    input.addEventListener("input", (event) => {
      event.stopPropagation();
      search();
    });
    input.addEventListener("change", (event) => event.stopPropagation());
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) go(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape" && input.value) {
        input.value = "";
        search();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const step = (text, by, sign) => button(sign, () => go(by), { "aria-label": text, title: text });
    return el("div", { class: "pg-find", role: "search" }, input, said, step(texts.previous, -1, "↑"), step(texts.next, 1, "↓"));
  }

  const bytes = (size) => (size < 1024 ? size + " B" : size < MOST_SHOWN ? (size / 1024).toFixed(1) + " kB" : (size / MOST_SHOWN).toFixed(1) + " MB");

  // Shows an answer as it arrives, in the elements of a panel.
  panel.showAnswer = async ({ live, result }, response, started, { url, passedOn }) => {
    const time = () => Math.round(performance.now() - started) + " ms";
    const type = (response.headers.get("content-type") || "").split(";")[0].trim().toLowerCase();
    const status = el("span", { class: "status status-" + String(response.status)[0] }, String(response.status));
    const name = response.statusText ? " " + response.statusText : "";
    const facts = el("span", { class: "pg-facts" }, time());
    live.replaceChildren(status, name, " ", facts);
    const headers = [...response.headers].filter(([key]) => !passedOn || key !== "x-tool-proxy").map(([key, value]) => key + ": " + value);
    const hidden = passedOn ? "\n\n" + texts.passedOn : new URL(url).origin === location.origin ? "" : "\n\n" + texts.exposed;
    const list = el("pre", { class: "pg-text", tabindex: "0" }, (headers.join("\n") + hidden).trim());
    const body = el("div", { class: "pg-body" });
    const title = words(texts.headers, { count: headers.length });
    result.replaceChildren(el("details", { class: "pg-headers" }, el("summary", {}, title), list), body);
    if (response.redirected) result.prepend(el("p", { class: "pg-hint" }, words(texts.redirected, { url: response.url })));
    const stream = /event-stream|ndjson|jsonl|json-seq/.test(type) && el("pre", { class: "pg-text", tabindex: "0" });
    if (stream) body.append(stream);
    const decoder = new TextDecoder();
    const received = await receive(response, (chunk) => stream && stream.append(shown(decoder.decode(chunk, { stream: true }), "")));
    facts.textContent = time() + " · " + bytes(received.size) + (type ? " · " + type : "");
    if (!stream && received.size) body.replaceChildren(await shownBody(received.chunks, type, received.cut));
    const text = body.querySelector(".pg-text");
    if (text && received.size > SEARCHED) body.before(finder(text));
    if (!received.size) body.replaceChildren(el("p", { class: "pg-hint" }, texts.empty));
    if (received.cut) body.prepend(el("p", { class: "pg-error" }, words(texts.cut, { size: bytes(MOST_SHOWN) })));
  };

  function pathOf(url) {
    const { pathname } = new URL(url);
    try {
      return decodeURI(pathname);
    } catch (error) {
      return pathname;
    }
  }

  // Adds a request to the history of its panel, with its answer as it is shown. Nothing of it is stored, and its URL has no
  // credentials.
  panel.remember = (view, entry) => {
    const { history, live, result, operation } = view;
    entry.shown = [[...live.childNodes], [...result.childNodes]];
    entry.status = (live.querySelector(".status") || {}).textContent;
    view.past = [entry, ...(view.past || [])].slice(0, MOST_REMEMBERED);
    // Shows a request again: its inputs and its answer.
    const recall = (one, row) => {
      if (view.running) return;
      view.restore(one.inputs);
      live.replaceChildren(...one.shown[0]);
      result.replaceChildren(...one.shown[1]);
      mark(row);
    };
    const rows = view.past.map((one) => {
      const status = one.status ? el("span", { class: "status status-" + one.status[0] }, one.status) : texts.noResponse;
      const row = button("", () => recall(one, row), { class: "pg-past" });
      const time = el("time", { datetime: one.at.toISOString() }, one.at.toLocaleTimeString());
      row.append(el("span", { class: "pg-method" }, operation.method), " ", el("code", {}, pathOf(one.url)), " ", status, " ", time);
      return row;
    });
    const mark = (current) => rows.forEach((row) => row.setAttribute("aria-current", String(row === current)));
    mark(rows[0]);
    const list = el("ol", {}, ...rows.map((row) => el("li", {}, row)));
    history.replaceChildren(el("summary", {}, words(texts.history, { count: rows.length })), list);
    history.hidden = false;
  };

  // JavaScript treats the two line separators as line ends in older browsers.
  const quoted = (text) => JSON.stringify(text).replace(/\u2028/g, "\\u2028").replace(/\u2029/g, "\\u2029");
  const indented = (text, by) => text.replace(/\n/g, "\n" + by);
  const isJson = ({ type, text }) => {
    try {
      return /[/+]json\b/i.test(type) && text !== undefined && JSON.parse(text) !== undefined;
    } catch (error) {
      return false;
    }
  };
  // Whether a value of JSON would be another one as a literal of a language: a long number, an escape, or a name
  // with a meaning of its own.
  const isExact = (json) => !/\d[\d.eE+-]{14}|\d[eE][+-]?\d{3}|__proto__|\\[u/]/.test(json);

  function javascript(request) {
    const { body } = request;
    const file = 'document.querySelector("input[type=file]").files[0]';
    const options = [];
    const before = [];
    if (request.method !== "GET") options.push("method: " + quoted(request.method));
    const headers = request.headers.map(([name, value]) => "    " + quoted(name) + ": " + quoted(value) + ",\n");
    if (headers.length) options.push("headers: {\n" + headers.join("") + "  }");
    if (body && body.parts) {
      before.push("const form = new FormData();");
      for (const part of body.parts) {
        const text = part.type ? "new Blob([" + quoted(part.text || "") + "], { type: " + quoted(part.type) + " })" : quoted(part.text || "");
        before.push("form.append(" + quoted(part.name) + ", " + (part.file ? file : text) + ");");
      }
      before.push("", "");
      options.push("body: form");
    } else if (body && body.file) options.push("body: " + file);
    else if (body) options.push("body: " + (isJson(body) && isExact(body.text) ? "JSON.stringify(" + indented(layout(body.text), "  ") + ")" : quoted(body.text)));
    const call = "fetch(" + quoted(request.url) + (options.length ? ", {\n  " + options.join(",\n  ") + ",\n}" : "") + ")";
    return before.join("\n") + "const response = await " + call + ";\nconst data = await response.text();";
  }

  // A value of JSON as Python: its strings are the same, its words are not.
  const literal = (json) => json.replace(/"(?:\\.|[^"\\])*"|true|false|null/g, (word) => ({ true: "True", false: "False", null: "None" })[word] || word);

  function python(request) {
    const { method, body } = request;
    const isUsual = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method);
    const list = [isUsual ? quoted(request.url) : quoted(method) + ",\n    " + quoted(request.url)];
    const headers = request.headers.map(([name, value]) => "        " + quoted(name) + ": " + quoted(value) + ",\n");
    if (headers.length) list.push("headers={\n" + headers.join("") + "    }");
    if (body && body.parts) {
      const part = ({ name, file, text, type }) => {
        const value = file ? quoted(file.name) + ", open(" + quoted(file.name) + ', "rb")' : "None, " + quoted(text);
        return "        (" + quoted(name) + ", (" + value + (type ? ", " + quoted(type) : "") + ")),\n";
      };
      list.push("files=[\n" + body.parts.map(part).join("") + "    ]");
    } else if (body && body.file) list.push("data=open(" + quoted(body.file.name) + ', "rb")');
    else if (body) list.push(isJson(body) && isExact(body.text) ? "json=" + indented(literal(layout(body.text)).replace(/^ +/gm, "$&$&"), "    ") : "data=" + quoted(body.text) + ".encode()");
    return "import requests\n\nresponse = requests." + (isUsual ? method.toLowerCase() : "request") + "(\n    " + list.join(",\n    ") + ",\n)\nprint(response.text)";
  }

  panel.languages = { JavaScript: javascript, Python: python };
})(window.toolPlayground);
