// Compares values with the rules of the API description. Does not access the page. It is a help for readers, not a
// validator: what is not certain is not checked.
(function (panel) {
  "use strict";

  const { texts, words } = panel;
  const MOST_FAULTS = 20;
  const LONGEST_MATCHED = 5000;
  const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
  const FORMATS = {
    date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
    "date-time": (text) => /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) && isDay(text.slice(0, 10)),
    uuid: (text) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
    email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    uri: (text) => /^[a-z][a-z\d+.-]*:\S+$/i.test(text),
  };

  function isDay(text) {
    const date = new Date(text + "T00:00:00Z");
    return !isNaN(date) && date.toISOString().slice(0, 10) === text;
  }

  const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

  // A pattern whose groups repeat repetitions can take forever, and browsers do not support every pattern.
  function matches(pattern, text) {
    if (text.length > LONGEST_MATCHED || /[+*}]\)+[+*{]/.test(pattern)) return true;
    try {
      return new RegExp(pattern, "u").test(text);
    } catch (error) {
      return true;
    }
  }

  function checkText(rules, text, say) {
    const length = Array.from(text).length;
    if (length < rules.minLength) say("tooShort", { count: rules.minLength });
    if (length > rules.maxLength) say("tooLong", { count: rules.maxLength });
    if (rules.pattern && !matches(rules.pattern, text)) say("noMatch", { pattern: rules.pattern });
    if (has(FORMATS, rules.format) && !FORMATS[rules.format](text)) say("badFormat", { format: rules.format });
  }

  function checkNumber(rules, value, say) {
    if (value < Number(rules.minimum)) say("tooSmall", { value: rules.minimum });
    if (value > Number(rules.maximum)) say("tooLarge", { value: rules.maximum });
    if (value <= Number(rules.exclusiveMinimum)) say("notAbove", { value: rules.exclusiveMinimum });
    if (value >= Number(rules.exclusiveMaximum)) say("notBelow", { value: rules.exclusiveMaximum });
    const times = value / Number(rules.multipleOf);
    if (Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times))) say("notMultiple", { value: rules.multipleOf });
  }

  // Appends a pair of path and message to `found` for each fault. `typed`: the value was typed into an input, so a number is a
  // text, and numbers in a text are meant as numbers.
  function check(schema, value, typed, path = "", found = []) {
    if (found.length >= MOST_FAULTS) return found;
    const kind = schema.type || "string";
    const rules = schema.rules || {};
    const say = (name, values) => found.push([path, words(texts[name], values)]);
    const wrong = () => say("wrongType", { type: kind === "date" || kind === "password" ? "string" : kind });
    if (kind === "any" || kind === "file" || (value === null && schema.nullable)) return found;
    if (kind === "array") {
      if (!Array.isArray(value)) wrong();
      else {
        if (value.length < rules.minItems) say("tooFew", { count: rules.minItems });
        if (value.length > rules.maxItems) say("tooMany", { count: rules.maxItems });
        const item = { ...schema, type: schema.items, items: "", nullable: true };
        value.forEach((one, at) => check(item, one, typed, path + "[" + at + "]", found));
      }
    } else if (kind === "object") {
      if (typeof value !== "object" || !value || Array.isArray(value)) wrong();
      else {
        for (const field of schema.fields || []) {
          const inner = (path && path + ".") + field.name;
          if (has(value, field.name)) check(field, value[field.name], typed, inner, found);
          else if (field.required) found.push([inner, texts.missing]);
        }
      }
    } else {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const isNumber = typed ? NUMBER.test(text) : typeof value === "number";
      if (schema.values) {
        const isListed = schema.values.some((one) => one === text || (isNumber && Number(one) === Number(text)));
        if (!isListed) say("notListed", { values: schema.values.slice(0, 8).join(", ") + (schema.values.length > 8 ? ", …" : "") });
      } else if (kind === "integer" || kind === "number") {
        if (!isNumber || (kind === "integer" && Number(text) % 1)) wrong();
        else checkNumber(rules, Number(text), say);
      } else if (kind === "boolean") {
        if (typed ? !/^(true|false)$/.test(text) : typeof value !== "boolean") wrong();
      } else if (typeof value !== "string") wrong();
      else checkText(kind === "date" ? { ...rules, format: "date" } : rules, value, say);
    }
    return found;
  }

  Object.assign(panel, { check, NUMBER });
})(window.toolPlayground);
