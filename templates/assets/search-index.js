// Finds entries in the index. Independent of the page: tests run it without a browser. Words are split as in
// `engine/src/outputs/search/words.rs`.
(function (search) {
  "use strict";

  const LONGEST_QUERY = 200;
  const MOST_CHUNKS = 12;
  const MOST_FORMS = 40;
  const MOST_SHARDS = 4;
  const MOST_RESULTS = 400;
  const WORD = /[\p{Alphabetic}\p{N}]+/gu;
  const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}]+/u;
  const RUNS = new RegExp(UNSPACED, "gu");
  // The role of a word in an entry, as numbered in the index, and its weight.
  const [, TEXT, NESTED, FIELD, HEADING, LABEL, , WHOLE] = [0, 1, 2, 3, 4, 5, 6, 7];
  const WEIGHTS = [0.8, 2, 2, 4, 5, 6, 9, 14];

  const fold = (text) =>
    /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");

  function pairs(run) {
    const letters = Array.from(run);
    return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => letters[at] + letter);
  }

  function words(text) {
    const found = [];
    for (const run of fold(text).match(WORD) || []) {
      let from = 0;
      for (const match of run.matchAll(RUNS)) {
        if (match.index > from) found.push(run.slice(from, match.index));
        found.push(...pairs(match[0]));
        from = match.index + match[0].length;
      }
      if (from < run.length) found.push(run.slice(from));
    }
    return found;
  }

  const parts = (name) =>
    words(name.replace(/(\P{Lu})(?=\p{Lu})|(\p{Lu}\p{Lu}+)(?=\p{Lu}\p{Ll})/gu, (found) => found + " "));
  const whole = (name) => (fold(name).match(WORD) || []).join("");

  function* numbers(codes) {
    for (let at = 0; at < codes.length; ) {
      let number = 0;
      for (let shift = 0; ; shift += 5) {
        const letter = codes.charCodeAt(at++);
        const value = letter === 33 ? 29 : letter - 63;
        number |= (value & 31) << shift;
        if (value < 32) break;
      }
      yield number;
    }
  }

  // The number of letters added, removed, changed or swapped, or more than `most`. With `open`, the second word may continue.
  const rows = [[], [], []];
  function distance(a, b, most, open) {
    const width = b.length;
    let [before, row, next] = rows;
    for (let at = 0; at <= width; at++) row[at] = at;
    for (let i = 1; i <= a.length; i++) {
      const letter = a.charCodeAt(i - 1);
      let least = (next[0] = i);
      for (let j = 1; j <= width; j++) {
        const other = b.charCodeAt(j - 1);
        let cost = letter === other ? row[j - 1] : 1 + Math.min(row[j], next[j - 1], row[j - 1]);
        if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other && before[j - 2] < cost) cost = before[j - 2] + 1;
        next[j] = cost;
        if (cost < least) least = cost;
      }
      if (least > most) return most + 1;
      [before, row, next] = [row, next, before];
    }
    let found = row[width];
    if (open) for (let at = 0; at < width; at++) found = Math.min(found, row[at]);
    return found;
  }

  // The set of letter groups (of 32) in a word: two words that differ in few letters differ in few groups.
  function mask(word) {
    let bits = 0;
    for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
    return bits;
  }

  function bits(number) {
    number -= (number >>> 1) & 0x55555555;
    number = (number & 0x33333333) + ((number >>> 2) & 0x33333333);
    return (((number + (number >>> 4)) & 0xf0f0f0f) * 0x1010101) >>> 24;
  }

  const fitter = (a, b) => b[1] - a[1];
  const isNear = ([, fit]) => fit >= 0.6;
  const tolerance = (word) => (/^\d+$/.test(word) || word.length < 3 ? 0 : word.length < 8 ? 1 : 2);

  // A sorted list of words, with the positions of those that start with certain letters.
  class Words {
    constructor(terms) {
      this.terms = terms;
    }

    from(word) {
      let [low, high] = [0, this.terms.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.terms[middle] < word) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    // Words similar to a word, each with its similarity from 0 to 1.
    like(word, open) {
      const found = [];
      let at = this.from(word);
      const exact = this.terms[at] === word;
      if (exact) found.push([at++, 1]);
      for (; at < this.terms.length && this.terms[at].startsWith(word); at++) {
        const more = this.terms[at].length - word.length;
        if (open || (more <= 2 && word.length > 2)) found.push([at, open ? 0.6 + (0.3 * word.length) / this.terms[at].length : 0.7]);
      }
      found.sort(fitter).splice(MOST_FORMS);
      const most = tolerance(word);
      if (most) this.mistyped(word, open, most, exact ? 0.4 : 1, found);
      return found;
    }

    mistyped(word, open, most, factor, found, room = 12) {
      if (!this.masks) this.masks = Int32Array.from(this.terms, mask);
      const own = mask(word);
      const near = [];
      for (let at = 0; at < this.terms.length; at++) {
        const term = this.terms[at];
        const longer = term.length - word.length;
        if (-longer > most || (longer > most && !open) || Math.max(word.length, term.length) < 4) continue;
        if (term.startsWith(word) || bits(own & ~this.masks[at]) > most || (!open && bits(this.masks[at] & ~own) > most)) continue;
        const whole = longer <= most ? distance(word, term, most, false) : most + 1;
        const begun = open && whole > most && word.length > 3 ? distance(word, term.slice(0, word.length + most), 1, true) : 9;
        // The longer the word, the less likely it is that another one is meant.
        let fit = whole <= most ? 1 - (whole * 2.6) / (word.length + 1.5) : begun <= 1 ? 0.3 : 0;
        if (fit <= 0) continue;
        // A plural is not a typo.
        if (whole === 1 && word.startsWith(term) && word.endsWith("s")) fit = 0.8;
        if (term[0] !== word[0]) fit -= 0.08;
        near.push([at, fit * factor]);
      }
      found.push(...near.sort(fitter).slice(0, room));
    }
  }

  const pathOf = (path) => fold(path).replace(/^(https?:\/\/[^/]*)?\/+|[{}<>\s]|\/+$|:(?=\w)/g, "");

  class Index {
    constructor(core) {
      Object.assign(this, core);
      this.anchorOf = new Map(this.anchors);
      this.crumbOf = Array.from(numbers(this.crumb[0]), (crumb) => this.crumbs[crumb]);
      this.tabOf = Array.from(numbers(this.crumb[0]), (crumb) => (this.tab ? this.tab[crumb] : 0));
      this.methodOf = Array.from(numbers(this.method[0]), (method) => (method ? this.methods[method - 1] : ""));
      let operation = 0;
      this.pathOf = this.methodOf.map((method) => (method ? this.paths[operation++] : ""));
      this.isDeprecated = new Set(this.deprecated);
      this.core = new Words(this.terms);
      this.keys = new Set(this.shards);
      this.loaded = new Map();
      this.all = null;
    }

    // Adds a file of the index.
    add(name, data) {
      if (name === "words") this.all = new Words(data);
      else this.loaded.set(name, Object.assign(new Words(data.terms), data));
    }

    // The files that can contain a word; with `open`, also those with its completions.
    files(word, open) {
      const name = (key) => (key ? "t-" + key : "t");
      if (this.keys.has("")) return ["t"];
      let key = "";
      for (const letter of word) {
        key += /[a-z0-9]/.test(letter) ? letter : "-" + (letter.codePointAt(0) >> 8).toString(16) + "-";
        if (this.keys.has(key)) return [name(key)];
      }
      const found = open ? this.shards.filter((other) => other.startsWith(key)) : this.keys.has(key + "_") ? [key + "_"] : [];
      return found.length > MOST_SHARDS ? [] : found.map(name);
    }

    // How significant a word with these entries is.
    rarity(codes) {
      return 1 - (0.6 * Math.log(1 + codes.length)) / Math.log(5 + this.ids.length * 3);
    }

    // The entries for words in the first file: `each(entry, rank, score, word, place)`.
    named(forms, each) {
      for (const [at, fit] of forms) {
        const codes = this.entries[at];
        let doc = 0;
        for (const number of numbers(codes)) {
          const rank = LABEL + (number & 3);
          each((doc += number >> 2), rank, WEIGHTS[rank] * fit * this.rarity(codes), this.terms[at], 0);
        }
      }
    }

    // The entries for words in another file.
    told(shard, at, fit, each) {
      const names = shard.names[at];
      const codes = shard.entries[at];
      let doc = 0;
      const all = numbers(codes);
      for (const delta of all) {
        const kind = all.next().value;
        const place = all.next().value;
        const rank = kind >> 2;
        const field = rank === NESTED || rank === FIELD;
        const where = field ? [shard.parents[Math.floor(place / names.length)], names[place % names.length]] : place;
        each((doc += delta), rank, WEIGHTS[rank] * fit * this.rarity(codes) * (1 + 0.1 * (kind & 3)), shard.terms[at], where);
      }
    }

    // The entries with a word or a similar one. `wanted` lists files that could contain more.
    hits(word, open, wanted, each) {
      const core = this.core.like(word, open);
      this.named(core, each);
      const names = word.length > 1 ? this.files(word, open) : [];
      let known = core.some(isNear);
      const seen = new Set();
      for (const name of names) {
        const shard = this.loaded.get(name);
        if (!shard) wanted.add(name);
        const forms = shard ? shard.like(word, open) : [];
        known ||= !shard || forms.some(isNear);
        for (const [at, fit] of forms) {
          seen.add(shard.terms[at]);
          this.told(shard, at, fit, each);
        }
      }
      if (known || !tolerance(word)) return;
      // No file starts with these letters: another file may have it.
      if (!this.all) return wanted.add("words");
      const far = this.all.like(word, open).sort(fitter).slice(0, 6);
      for (const [at, fit] of far) {
        const term = this.all.terms[at];
        const [name] = this.files(term);
        const shard = this.loaded.get(name);
        if (!shard && name) wanted.add(name);
        else if (name && !seen.has(term)) this.told(shard, shard.from(term), fit, each);
      }
    }

    // The result: entries, best first, and files that could contain more. With the number of a tab, only entries in it.
    search(text, tab) {
      const wanted = new Set();
      const query = this.parse(text);
      const docs = new Map();
      const of = (doc) => {
        if (!docs.has(doc)) docs.set(doc, { doc, score: 0, seen: 0, best: null, sections: new Map(), terms: new Set() });
        return docs.get(doc);
      };
      query.chunks.forEach((chunk) => this.chunk(chunk, wanted, of));
      if (query.joined) this.joined(query, of);
      if (query.path) this.path(query, of);
      if (tab) for (const doc of docs.keys()) if (this.tabOf[doc] !== tab) docs.delete(doc);
      for (const found of docs.values()) this.shared(found, query);
      const better = (a, b) => b.score - a.score || a.doc - b.doc;
      const results = Array.from(docs.values()).sort(better).slice(0, MOST_RESULTS);
      for (const found of results) this.finish(found, query);
      results.sort(better);
      // Entries far behind the first one are not what the reader meant.
      while (results.length > 3 && results.at(-1).score < results[0].score / 9) results.pop();
      if (query.chunks.length === 1 && !query.path) this.fieldAmong(results);
      return { query, results, wanted: Array.from(wanted) };
    }

    // A single word may be the name of a field, so an entry with such a field is among the first.
    fieldAmong(results) {
      const at = results.findIndex(({ best }) => best && best.complete && best.rank === FIELD);
      if (at > 2) results.splice(2, 0, ...results.splice(at, 1));
    }

    parse(text) {
      text = text.slice(0, LONGEST_QUERY);
      const pieces = text.split(/\s+/).filter(Boolean).slice(0, MOST_CHUNKS);
      const isPath = text.includes("/");
      const first = (pieces[0] || "").toUpperCase();
      const method = pieces[1] && this.methods.some((known) => known.toUpperCase() === first) ? first : "";
      if (method && isPath) pieces.shift();
      const joined = pieces.join("");
      const all = pieces.map((piece, at) => ({
        whole: whole(piece),
        parts: parts(piece).slice(0, MOST_CHUNKS),
        plain: words(piece),
        open: at === pieces.length - 1 && !/\s$/.test(text),
      }));
      const chunks = all.filter((chunk) => chunk.whole);
      return { text, method, chunks, path: isPath && chunks.length ? pathOf(joined.replace(/[?#].*/, "")) : "", joined: whole(joined), title: words(pieces.join(" ")).join(" ") };
    }

    // The matches for one part of the query: as one word, or as its parts combined.
    chunk(chunk, wanted, of) {
      const best = new Map();
      const several = chunk.parts.length > 1;
      let complete = true;
      const take = (doc, score, rank, term, place) => {
        const own = best.get(doc);
        if (!own) return best.set(doc, { score, rank, term: [term], place, complete });
        own.term.push(term);
        if (score <= own.score) return;
        own.score = score;
        // A field with the complete name is what the reader meant, even if its parts score higher.
        if (complete || !own.complete || own.rank > FIELD) Object.assign(own, { rank, place });
      };
      // A reader who writes a name as one word means the name.
      const factor = (rank) => (several && chunk.plain.length > 1 ? chunk.parts.length * (rank === FIELD || rank === NESTED ? 2.2 : 1.25) : 1);
      this.hits(chunk.whole, chunk.open, wanted, (doc, rank, score, term, place) => take(doc, score * factor(rank), rank, term, place));
      complete = false;
      if (several) this.together(chunk, wanted, take);
      for (const [doc, { score, rank, term, place, complete }] of best) {
        const found = of(doc);
        found.score += score;
        found.seen++;
        term.forEach((one) => found.terms.add(one));
        if (!found.best || score > found.best.score) found.best = { score, rank, place, complete };
        if (rank <= HEADING && typeof place === "number") found.sections.set(place, (found.sections.get(place) || 0) + score);
        if (rank >= LABEL) found.named = true;
      }
    }

    together(chunk, wanted, take) {
      const sums = new Map();
      chunk.parts.forEach((part, at) => {
        const open = chunk.open && at === chunk.parts.length - 1;
        const best = new Map();
        this.hits(part, open, wanted, (doc, rank, score, term, place) => {
          if (!best.has(doc) || best.get(doc).score < score) best.set(doc, { score, rank, term, place });
        });
        for (const [doc, hit] of best) {
          const sum = sums.get(doc) || { score: 0, count: 0, terms: [], top: hit };
          sum.score += hit.score;
          sum.count++;
          sum.terms.push(hit.term);
          if (hit.score > sum.top.score) sum.top = hit;
          sums.set(doc, sum);
        }
      });
      for (const [doc, sum] of sums) {
        const share = sum.count / chunk.parts.length;
        for (const term of sum.terms) take(doc, sum.score * share * share, sum.top.rank, term, sum.top.place);
      }
    }

    // The whole query as one name.
    joined(query, of) {
      for (const form of this.core.like(query.joined)) {
        this.named([form], (doc, rank, score, term) => {
          if (rank === WHOLE) this.sure(of(doc), query, 60 * form[1] * form[1]).terms.add(term);
        });
      }
    }

    // An entry that matches the whole query.
    sure(found, query, bonus) {
      found.score += bonus;
      found.seen = query.chunks.length;
      return Object.assign(found, { named: true });
    }

    // A path, spelled as in the document or nearly so.
    path(query, of) {
      const { path } = query;
      if (!this.normal) this.normal = new Words(this.pathOf.map(pathOf));
      const near = [];
      this.normal.mistyped(path, false, path.length < 4 ? 0 : path.length < 8 ? 1 : 2, 1, near, 30);
      for (const [doc, fit] of near) this.sure(of(doc), query, 50 + 35 * fit);
      this.normal.terms.forEach((own, doc) => {
        const share = (20 * path.length) / own.length;
        if (own && own.includes(path)) this.sure(of(doc), query, own === path ? 90 : own.startsWith(path) ? 20 + share : 8 + share);
      });
      this.template(query, of);
    }

    // The path of a request, as in a log: values in place of parameters, after a host or the path of a server.
    template(query, of) {
      this.pathOf.forEach((own, doc) => {
        const pattern = fold(own).replace(/{.*?}|\W/g, (found) => (found[1] ? "[^/]+" : "\\" + found));
        if (pattern && new RegExp(pattern + "$").test("/" + query.path)) this.sure(of(doc), query, 40 + own.replace(/{.*?}/g, "").length);
      });
    }

    // Entries that match more of the query score higher.
    shared(found, query) {
      found.share = Math.min(1, found.seen / query.chunks.length);
      found.score *= found.share * found.share;
    }

    // The score of an entry as a whole.
    finish(found, query) {
      const { doc, share } = found;
      const title = words(this.titles[doc]);
      if (title.length && title.join(" ") === query.title) found.score += 40;
      const said = title.filter((word) => found.terms.has(word)).length;
      if (title.length) found.score += (8 * said * share) / title.length;
      if (query.method && this.methodOf[doc]) found.score *= this.methodOf[doc].toUpperCase() === query.method ? 1.25 : 0.8;
      if (this.isDeprecated.has(doc)) found.score *= 0.9;
      // Among equal matches, the shorter one comes first.
      found.score -= 0.01 * Math.min(60, this.pathOf[doc].length + this.titles[doc].length / 4);
    }

    // Similar words, if nothing was found.
    suggestions(query) {
      const found = [];
      for (const { whole: word } of query.chunks) {
        for (const list of [this.core, this.all || this.core]) {
          const near = [];
          list.mistyped(word, false, Math.ceil(word.length / 3) + 1, 1, near);
          found.push(...near.map(([at, fit]) => [list.terms[at], fit]));
        }
      }
      return Array.from(new Set(found.sort(fitter).map(([term]) => term))).slice(0, 3);
    }
  }

  Object.assign(search, { Index, TEXT, UNSPACED, fitter, fold, whole });
})((toolFiles.search = toolFiles.search || {}));
