// The answer in the request panel. Loaded with the first answer.
(function (panel) {
  "use strict";

  const MOST_SHOWN = 1 << 20;
  const MOST_LINES = 300;
  const MOST_FOLDS = 2000;
  const PICTURES = /^image\/(png|jpeg|gif|webp|avif)$/;
  const { texts, el, words, laidOut } = panel;

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

  // JSON with large structures collapsed. Lines of the layout open and close the structures.
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
    return top;
  }

  function shownText(text, type) {
    const whole = /json/i.test(type) ? laidOut(text) : text;
    const lines = whole.split("\n");
    if (/json/i.test(type) && lines.length > MOST_LINES) return folded(lines);
    return el("pre", { class: "pg-text", tabindex: "0" }, whole);
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
    const received = await receive(response, (chunk) => stream && stream.append(decoder.decode(chunk, { stream: true })));
    facts.textContent = time() + " · " + bytes(received.size) + (type ? " · " + type : "");
    if (!stream && received.size) body.replaceChildren(await shownBody(received.chunks, type, received.cut));
    if (!received.size) body.replaceChildren(el("p", { class: "pg-hint" }, texts.empty));
    if (received.cut) body.prepend(el("p", { class: "pg-error" }, words(texts.cut, { size: bytes(MOST_SHOWN) })));
  };
})(window.toolPlayground);
