// Colors of code in the browser, with the classes that pages use: of large examples, and of what the request panel shows. The
// code stays text.
(function () {
  "use strict";

  // Longer code stays plain: each color is an element.
  const MOST_PAINTED = 100000;
  const STRING = /"(?:\\.|[^"\\\n])*"?/.source;
  const NUMBER = /-?\b\d[\d.eE+-]*/.source;
  const grammar = (strings, keywords) => new RegExp("(" + strings + ")|(" + NUMBER + ")|(" + keywords + ")", "g");
  const GRAMMARS = {
    json: grammar(STRING, /\b(?:true|false|null)\b/.source),
    curl: grammar(/'[^']*'?/.source, /^curl\b|--[\w-]+/.source),
    JavaScript: grammar(STRING, /\b(?:await|const|new|true|false|null)\b/.source),
    Python: grammar(STRING, /\b(?:import|True|False|None)\b/.source),
  };
  const CLASSES = ["", "tk-s", "tk-n", "tk-k"];

  // A fragment with the code.
  function paint(text, language) {
    const out = document.createDocumentFragment();
    const known = text.length <= MOST_PAINTED && GRAMMARS[language];
    let from = 0;
    for (const match of known ? text.matchAll(known) : []) {
      const end = match.index + match[0].length;
      const name = CLASSES.findIndex((one, at) => one && match[at]);
      const span = document.createElement("span");
      span.className = CLASSES[name];
      // The name of a member is a string before a colon.
      if (language === "json" && name === 1 && /^\s*:/.test(text.slice(end, end + 8))) span.className = "tk-p";
      if (language === "curl" && name === 3) span.className = match[0] === "curl" ? "tk-f" : "tk-p";
      span.textContent = match[0];
      out.append(text.slice(from, match.index), span);
      from = end;
    }
    out.append(text.slice(from));
    return out;
  }

  toolFiles.paint = paint;
})();
