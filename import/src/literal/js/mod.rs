//! The literals of JavaScript and TypeScript, in pages and in settings files. Nothing is executed: in pages, computed
//! values become their source; in settings they have no value and are listed with their line for the report.

mod tokens;

use std::collections::BTreeMap;

use super::{DEEPEST, LARGEST, Value};
pub(crate) use tokens::Lexer;
use tokens::{JsToken, Placed, string_value, tokens};

/// A value, as far as it is literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    /// `null`, `undefined`.
    Nothing,
    Flag(bool),
    /// Decimal digits.
    Number(String),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// The source of JSX.
    Jsx(String),
    /// The source of a computed value, such as a name or a call.
    Other(String),
}

impl Literal {
    /// The value of an expression in a page. Names are not resolved, and a list or an object with a computed part is
    /// computed as a whole.
    pub(crate) fn read(source: &str) -> Self {
        let reader = JsReader { text: source, tokens: tokens(source), names: BTreeMap::new(), is_settings: false };
        if reader.tokens.is_empty() {
            return Self::Nothing;
        }
        let (value, next) = reader.value(0, 0, &mut State::default());
        let last = reader.tokens.len();
        if next < last { Self::Other(reader.source(0, last).to_owned()) } else { value }
    }

    /// As text, if it is a string, a number, or a boolean.
    pub(crate) fn as_text(&self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text.clone()),
            Self::Flag(flag) => Some(flag.to_string()),
            _ => None,
        }
    }

    /// A member of an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Whether no part of it is computed.
    pub(crate) fn is_whole(&self) -> bool {
        let mut open = vec![self];
        while let Some(value) = open.pop() {
            match value {
                Self::Jsx(_) | Self::Other(_) => return false,
                Self::List(items) => open.extend(items),
                Self::Object(members) => open.extend(members.iter().map(|(_, value)| value)),
                _ => {}
            }
        }
        true
    }

    /// As a YAML value; computed parts become their source.
    pub(crate) fn to_yaml(&self) -> serde_yaml::Value {
        match self {
            Self::Nothing => serde_yaml::Value::Null,
            Self::Flag(flag) => (*flag).into(),
            Self::Number(text) | Self::Text(text) | Self::Jsx(text) | Self::Other(text) => text.as_str().into(),
            Self::List(items) => serde_yaml::Value::Sequence(items.iter().map(Self::to_yaml).collect()),
            Self::Object(members) => serde_yaml::Value::Mapping(
                members.iter().map(|(key, value)| (serde_yaml::Value::from(key.as_str()), value.to_yaml())).collect(),
            ),
        }
    }

    /// As a JSON value; computed parts become `null`.
    fn into_json(self) -> Value {
        match self {
            Self::Nothing | Self::Jsx(_) | Self::Other(_) => Value::Null,
            Self::Flag(flag) => flag.into(),
            Self::Number(digits) => number_value(digits.parse().unwrap_or_default()),
            Self::Text(text) => text.into(),
            Self::List(items) => items.into_iter().map(Self::into_json).collect(),
            Self::Object(members) => {
                Value::Object(members.into_iter().map(|(key, value)| (key, value.into_json())).collect())
            }
        }
    }
}

/// A value of a settings file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Evaluated {
    /// The value; `null` where it is computed.
    pub(crate) value: Value,
    /// The computed parts.
    pub(crate) computed: Vec<Computed>,
}

/// A computed part of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Computed {
    pub(crate) line: u32,
    /// Its source, shortened.
    pub(crate) source: String,
    /// Its path: the keys of objects, joined by dots.
    pub(crate) path: String,
}

/// The default export of a file: `export default X`, `module.exports = X`, through names of the same file,
/// `defineConfig(X)` and the like, `X satisfies T`, and functions that return it.
pub(crate) fn exported(text: &str) -> Option<Evaluated> {
    let reader = JsReader::new(text)?;
    let at = reader.default_export()?;
    Some(reader.read(at))
}

/// The value of a named export or declaration.
pub(crate) fn exported_as(text: &str, name: &str) -> Option<Evaluated> {
    let reader = JsReader::new(text)?;
    let at = *reader.names.get(name)?;
    Some(reader.read(at))
}

/// Evaluates the expression at the start of the text. `None` if there are no tokens or the text cannot be read.
pub(super) fn expression(text: &str) -> Option<Evaluated> {
    let reader = JsReader::new(text)?;
    let literal = reader.read(0);
    reader.tokens.first()?;
    Some(literal)
}

/// Keywords between a value and its type.
const CASTS: [&str; 2] = ["as", "satisfies"];
/// Keywords that begin a statement, so an expression on earlier lines has ended.
const STATEMENTS: [&str; 7] = ["export", "const", "let", "var", "function", "import", "module"];
/// The greatest number of values that are read, including through names.
const MOST_VALUES: usize = 50_000;
/// The greatest nesting of values in pages.
const DEEPEST_IN_PAGES: usize = 24;
/// Functions that return their argument, in addition to those whose names begin with `define` and `with`.
const PASSED_THROUGH: [&str; 4] = ["starlight", "nextra", "mergeConfigs", "Object.freeze"];

struct JsReader<'t> {
    text: &'t str,
    tokens: Vec<Placed>,
    /// The position of each name's value.
    names: BTreeMap<String, usize>,
    /// Whether it is a settings file: names, functions and spreads are followed, and computed parts are recorded.
    is_settings: bool,
}

/// The state of reading one value.
#[derive(Default)]
struct State {
    computed: Vec<Computed>,
    values: usize,
    path: Vec<String>,
}

impl<'t> JsReader<'t> {
    fn new(text: &'t str) -> Option<Self> {
        if text.len() > LARGEST {
            return None;
        }
        let tokens = tokens(text);
        let mut reader = Self { text, tokens, names: BTreeMap::new(), is_settings: true };
        reader.names = reader.declared();
        Some(reader)
    }

    fn token(&self, at: usize) -> Option<JsToken> {
        self.tokens.get(at).map(|placed| placed.token)
    }

    fn is(&self, at: usize, mark: &str) -> bool {
        matches!(self.token(at), Some(JsToken::Mark(found)) if found == mark)
    }

    fn word(&self, at: usize) -> Option<&'t str> {
        (self.token(at) == Some(JsToken::Word)).then(|| self.source(at, at + 1))
    }

    /// The source of a range of tokens.
    fn source(&self, from: usize, to: usize) -> &'t str {
        let start = self.tokens.get(from).map_or(self.text.len(), |token| token.start);
        let end = to.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The names declared by `const`, `let`, `var` and `function`, with the position of their value; the first
    /// declaration wins.
    fn declared(&self) -> BTreeMap<String, usize> {
        let mut names = BTreeMap::new();
        for at in 0..self.tokens.len() {
            let Some(name) = self.word(at + 1) else { continue };
            let value = match self.word(at) {
                Some("const" | "let" | "var") => self.behind_equals(at + 2),
                Some("function") => Some(at),
                _ => None,
            };
            if let Some(value) = value {
                names.entry(name.to_owned()).or_insert(value);
            }
        }
        names
    }

    /// The position after the `=` of a declaration, past a type.
    fn behind_equals(&self, mut at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for _ in 0..400 {
            match self.token(at)? {
                JsToken::Mark("=") if depth == 0 => return Some(at + 1),
                JsToken::Mark(";") => return None,
                JsToken::Mark("{" | "[" | "(" | "<") => depth += 1,
                JsToken::Mark("}" | "]" | ")" | ">") => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        None
    }

    fn default_export(&self) -> Option<usize> {
        let exports = |at: &usize| {
            let at = *at;
            match (self.word(at), self.word(at + 1)) {
                (Some("export"), Some("default")) => Some(at + 2),
                (Some("module"), _) if self.is(at + 1, ".") && self.word(at + 2) == Some("exports") => {
                    self.is(at + 3, "=").then_some(at + 4)
                }
                _ => None,
            }
        };
        (0..self.tokens.len()).find_map(|at| exports(&at))
    }

    /// The value at a position.
    fn read(&self, at: usize) -> Evaluated {
        let mut state = State::default();
        let (value, _) = self.value(at, 0, &mut state);
        Evaluated { value: value.into_json(), computed: state.computed }
    }

    /// A computed value from `from` to `to`: its source, recorded in shortened form in settings.
    fn computed(&self, from: usize, to: usize, state: &mut State) -> Literal {
        let source = self.source(from, to).trim();
        if !self.is_settings {
            return Literal::Other(source.to_owned());
        }
        let start = self.tokens.get(from).map_or(0, |token| token.start);
        let line = self.text.get(..start).unwrap_or_default().matches('\n').count() + 1;
        let mut short: String = source.lines().next().unwrap_or_default().trim().chars().take(60).collect();
        if short.len() < source.len() {
            short.push('…');
        }
        let found = Computed { line: u32::try_from(line).unwrap_or(0), source: short, path: state.path.join(".") };
        if state.computed.len() < 1000 && !state.computed.contains(&found) {
            state.computed.push(found);
        }
        Literal::Other(String::new())
    }

    /// The value at a position, and the position after it.
    fn value(&self, at: usize, depth: usize, state: &mut State) -> (Literal, usize) {
        state.values += 1;
        let end = self.end(at);
        let deepest = if self.is_settings { DEEPEST } else { DEEPEST_IN_PAGES };
        let noted = state.computed.len();
        if depth <= deepest && state.values <= MOST_VALUES {
            let (value, next) = self.operand(at, depth, state);
            let (value, next) = self.suffix(value, next, depth, state);
            if let Some(value) = value.filter(|_| next == end) {
                return (value, end);
            }
        }
        state.computed.truncate(noted);
        (self.computed(at, end, state), end)
    }

    /// The value at a position, and the position after it. `None` if it is computed in settings.
    fn known(&self, at: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        let (value, next) = self.value(at, depth, state);
        (Some(value).filter(|value| !self.is_settings || !matches!(value, Literal::Other(_))), next)
    }

    /// The position of the end of the expression at `at`: a comma, a closing bracket, a semicolon, or the end.
    fn end(&self, mut at: usize) -> usize {
        let mut depth = 0_usize;
        let first = at;
        while let Some(token) = self.token(at) {
            match token {
                JsToken::Mark("(" | "[" | "{") => depth += 1,
                JsToken::Mark(")" | "]" | "}") if depth == 0 => return at,
                JsToken::Mark(")" | "]" | "}") => depth -= 1,
                JsToken::Mark("," | ";") if depth == 0 => return at,
                // Without a semicolon, a statement on the next line ends the expression.
                JsToken::Word
                    if depth == 0
                        && at > first
                        && STATEMENTS.contains(&self.source(at, at + 1))
                        && self.begins_line(at) =>
                {
                    return at;
                }
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// Whether a token is the first of its line.
    fn begins_line(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or(0, |token| token.end);
        let start = self.tokens.get(at).map_or(before, |token| token.start);
        self.text.get(before..start).is_some_and(|between| between.contains('\n'))
    }

    fn operand(&self, at: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        match self.token(at) {
            Some(JsToken::Text) => (Some(Literal::Text(string_value(self.source(at, at + 1)))), at + 1),
            Some(JsToken::Number) => (self.number("", at), at + 1),
            Some(JsToken::Mark("-")) if self.token(at + 1) == Some(JsToken::Number) => {
                (self.number("-", at + 1), at + 2)
            }
            Some(JsToken::Mark("{")) => self.object(at, depth, state),
            Some(JsToken::Mark("[")) => self.array(at, depth, state),
            Some(JsToken::Mark("(")) => self.bracketed(at, depth, state),
            Some(JsToken::Word) => self.named(self.source(at, at + 1), at, depth, state),
            Some(JsToken::Mark("<")) => self.element(at),
            _ => (None, at),
        }
    }

    fn number(&self, sign: &str, at: usize) -> Option<Literal> {
        let digits = format!("{sign}{}", self.source(at, at + 1).replace('_', ""));
        digits.parse::<f64>().is_ok().then_some(Literal::Number(digits))
    }

    /// JSX; in settings, the text of an element that contains only text and elements.
    fn element(&self, at: usize) -> (Option<Literal>, usize) {
        let end = self.end(at);
        let source = self.source(at, end);
        if !self.is_settings {
            return (Some(Literal::Jsx(source.to_owned())), end);
        }
        let mut words = String::new();
        let mut rest = source;
        while let Some((before, after)) = rest.split_once('<') {
            words.push_str(before);
            rest = after.split_once('>').map_or("", |(_, rest)| rest);
        }
        words.push_str(rest);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_plain = !words.is_empty() && !words.contains(['{', '}']) && source.ends_with('>');
        (is_plain.then_some(Literal::Text(words)), end)
    }

    /// `+ "more"`, and casts.
    fn suffix(&self, value: Option<Literal>, next: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        let (mut value, mut next) = (value, next);
        while let (Some(Literal::Text(text)), true) = (&value, self.is(next, "+")) {
            let (Some(Literal::Text(more)), after) = self.operand(next + 1, depth + 1, state) else { break };
            value = Some(Literal::Text(format!("{text}{more}")));
            next = after;
        }
        if self.word(next).is_some_and(|word| CASTS.contains(&word)) {
            next = self.end(next);
        }
        (value, next)
    }

    /// `(x)`, `() => x`, `() => { return x }`.
    fn bracketed(&self, at: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        let close = self.closing(at);
        if self.is_settings && self.is(close + 1, "=>") {
            return self.body(close + 2, depth, state);
        }
        let (value, next) = self.known(at + 1, depth + 1, state);
        if next == close { (value, close + 1) } else { (None, next) }
    }

    /// The result of a function: its expression, or that of its first `return`.
    fn body(&self, at: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        if !self.is(at, "{") {
            return self.known(at, depth + 1, state);
        }
        let close = self.closing(at);
        let result = (at..close).find(|at| self.word(*at) == Some("return"));
        let value = result.and_then(|result| self.known(result + 1, depth + 1, state).0);
        (value, close + 1)
    }

    /// The position of the bracket that closes the one at `at`, or the end.
    fn closing(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (index, placed) in self.tokens.iter().enumerate().skip(at) {
            match placed.token {
                JsToken::Mark("(" | "[" | "{") => depth += 1,
                JsToken::Mark(")" | "]" | "}") => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// A keyword, a call, or a name of the file with member accesses.
    fn named(&self, word: &str, at: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        match word {
            "true" => return (Some(Literal::Flag(true)), at + 1),
            "false" => return (Some(Literal::Flag(false)), at + 1),
            "null" | "undefined" => return (Some(Literal::Nothing), at + 1),
            _ if !self.is_settings => return (None, at),
            "async" | "await" => return self.operand(at + 1, depth, state),
            "function" => {
                let open = (at..at + 4).find(|at| self.is(*at, "(")).unwrap_or(at);
                let body = self.closing(open) + 1;
                return self.body(body, depth, state);
            }
            _ => {}
        }
        if self.is(at + 1, "=>") {
            return self.body(at + 2, depth, state);
        }
        let mut name = word.to_owned();
        let mut next = at + 1;
        while let (true, Some(member)) = (self.is(next, "."), self.word(next + 1)) {
            name = format!("{name}.{member}");
            next += 2;
        }
        if self.is(next, "(") {
            let is_passed = name.starts_with("define")
                || (name.starts_with("with") && name.len() > 4)
                || PASSED_THROUGH.contains(&name.as_str());
            if !is_passed {
                return (None, at);
            }
            let (value, _) = self.known(next + 1, depth + 1, state);
            return (value, self.closing(next) + 1);
        }
        let Some(&declared) = self.names.get(word) else { return (None, at) };
        let (value, _) = self.known(declared, depth + 1, state);
        let member = name.split('.').skip(1).try_fold(value.as_ref(), |value, key| value.map(|value| value.get(key)));
        (member.flatten().cloned(), next)
    }

    fn array(&self, at: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        let mut items = Vec::new();
        let mut next = at + 1;
        while !self.is(next, "]") {
            if self.token(next).is_none() {
                return (None, next);
            }
            if self.is(next, ",") {
                next += 1;
                continue;
            }
            let is_spread = self.is(next, "...");
            if is_spread && !self.is_settings {
                return (None, next);
            }
            let (value, after) = self.known(next + usize::from(is_spread), depth + 1, state);
            match value {
                Some(Literal::List(more)) if is_spread => items.extend(more),
                Some(value) if !is_spread => items.push(value),
                _ => {}
            }
            next = after.max(next + 1);
            if !self.is(next, ",") && !self.is(next, "]") {
                return (None, next);
            }
        }
        (Some(Literal::List(items)), next + 1)
    }

    fn object(&self, at: usize, depth: usize, state: &mut State) -> (Option<Literal>, usize) {
        let mut members = Vec::new();
        let mut next = at + 1;
        while !self.is(next, "}") {
            if self.is(next, ",") {
                next += 1;
                continue;
            }
            let source = self.source(next, next + 1);
            let key = match self.token(next) {
                Some(JsToken::Word | JsToken::Number) => source.to_owned(),
                Some(JsToken::Text) => string_value(source),
                None => return (None, next),
                _ if !self.is_settings => return (None, next),
                Some(JsToken::Mark("...")) => {
                    let (value, after) = self.known(next + 1, depth + 1, state);
                    if let Some(Literal::Object(more)) = value {
                        members.extend(more);
                    }
                    next = after.max(next + 1);
                    continue;
                }
                _ => {
                    // A computed key, or misplaced punctuation.
                    let end = self.end(next).max(next + 1);
                    self.computed(next, end, state);
                    next = end;
                    continue;
                }
            };
            state.path.push(key.clone());
            let (value, after) = if self.is(next + 1, ":") {
                self.known(next + 2, depth + 1, state)
            } else if !self.is_settings {
                return (None, next);
            } else if self.is(next + 1, ",") || self.is(next + 1, "}") {
                (self.known(next, depth + 1, state).0, next + 1)
            } else {
                let end = self.end(next).max(next + 1);
                self.computed(next, end, state);
                (None, end)
            };
            state.path.pop();
            members.push((key, value.unwrap_or(Literal::Nothing)));
            next = after.max(next + 1);
            if !self.is_settings && !self.is(next, ",") && !self.is(next, "}") {
                return (None, next);
            }
        }
        (Some(Literal::Object(members)), next + 1)
    }
}

/// A number as in JSON: an integer if possible.
fn number_value(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
    if is_whole { Value::from(number as i64) } else { Value::from(number) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Literal, exported, exported_as};

    #[track_caller]
    fn check(text: &str, expected: serde_json::Value) {
        let literal = exported(text).unwrap();
        assert_eq!(literal.value, expected, "{text}");
        assert_eq!(literal.computed, [], "{text}");
    }

    #[test]
    fn every_form_of_export_is_read() {
        let expected = json!({ "a": 1 });
        check("export default { a: 1 }", expected.clone());
        check("export default defineConfig({ a: 1 })\n", expected.clone());
        check("module.exports = { 'a': 1, };", expected.clone());
        check("const x = { a: 1 }\nexport default x\nconst y = 2", expected.clone());
        check("const x: Config<{ a: number }> = { a: 1 };\nexport default x satisfies Config;", expected.clone());
        check("export default { a: 1 } as const", expected.clone());
        check("export default defineConfig(() => ({ a: 1 }))", expected.clone());
        check("export default async function config() { const z = 1; return { a: z } }", expected.clone());
        check("export default withMermaid(defineConfig({ a: 1 }))", expected.clone());
        check("/** @type {X} */ // y\nexport default { /* b */ a: 1 /* c */ }", expected);
    }

    #[test]
    fn literals_are_read() {
        let text = r#"
            import x from "y";
            const base = "/guide/";
            const more = [{ text: 'C', link: base + 'c' }];
            export default {
              "quoted-key": 'it\'s', b: `plain
template`, c: [true, false, null, -1.5, 2e3], base,
              items: [...more, { ...{ d: 1 }, e: "\u00e9\u{1F331}" }],
              nested: { pattern: "a/b" },
            }"#;
        let expected = json!({
            "quoted-key": "it's", "b": "plain\ntemplate", "c": [true, false, null, -1.5, 2000], "base": "/guide/",
            "items": [{ "text": "C", "link": "/guide/c" }, { "d": 1, "e": "é🌱" }],
            "nested": { "pattern": "a/b" },
        });
        check(text, expected);
        assert_eq!(exported_as("export const metadata = { title: 'T' }", "metadata").unwrap().value["title"], "T");
    }

    #[test]
    fn what_is_computed_is_listed_with_its_line() {
        let text = "export default {\n  a: run(1, { b: 2 }),\n  c: `x${y}`,\n  d: z ? 'a' : 'b',\n  [k]: 1,\n  m() { return 1 },\n  \
                    e: /x[/]y/g,\n  f: <Icon name=\"x\" />,\n  g: 'kept',\n  h: <b>Two <i>words</i></b>,\n}";
        let literal = exported(text).unwrap();
        assert_eq!(literal.value["g"], "kept");
        assert_eq!(literal.value["h"], "Two words");
        assert!(literal.value["a"].is_null());
        let lines: Vec<u32> = literal.computed.iter().map(|computed| computed.line).collect();
        assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8]);
        assert_eq!((literal.computed[0].source.as_str(), literal.computed[0].path.as_str()), ("run(1, { b: 2 })", "a"));
    }

    #[test]
    fn hostile_files_end() {
        for text in [
            format!("export default {}", "[".repeat(200_000)),
            format!("export default {}", "(".repeat(200_000)),
            "const a = b; const b = a; export default a".to_owned(),
            "export default { a: ".to_owned(),
            "export default `".to_owned(),
            "export default { a b c }".to_owned(),
        ] {
            let literal = exported(&text).unwrap();
            assert!(!literal.computed.is_empty(), "{}", &text[..30]);
        }
        let mut bomb = String::from("const a0 = ['x'];");
        for level in 1..40 {
            let before = level - 1;
            bomb.push_str(&format!("const a{level} = [a{before}, a{before}, a{before}, a{before}];"));
        }
        bomb.push_str("export default a39");
        assert!(!exported(&bomb).unwrap().computed.is_empty());
    }

    #[test]
    fn expressions_of_pages_are_read() {
        let read = |source: &str| format!("{:?}", Literal::read(source));
        insta::assert_snapshot!(read("['a', \"b\" + 'c', `d`,]"), @r#"List([Text("a"), Text("bc"), Text("d")])"#);
        insta::assert_snapshot!(read("{ a: 1, 'b-c': [true, null], d: <b>{x}</b>, /* e */ f: g(1, 2) }"), @r#"Object([("a", Number("1")), ("b-c", List([Flag(true), Nothing])), ("d", Jsx("<b>{x}</b>")), ("f", Other("g(1, 2)"))])"#);
        insta::assert_snapshot!(read("`a${b}`"), @r#"Other("`a${b}`")"#);
        insta::assert_snapshot!(read("a.b ? 1 : 2"), @r#"Other("a.b ? 1 : 2")"#);
        insta::assert_snapshot!(read("<Icon icon=\"x\" />"), @r#"Jsx("<Icon icon=\"x\" />")"#);
        insta::assert_snapshot!(read("{ a, ...b }"), @r#"Other("{ a, ...b }")"#);
        insta::assert_snapshot!(read(""), @"Nothing");
    }

    #[test]
    fn both_readers_know_the_same_strings() {
        let text = r#"'\u{1F331}\u00e9\r' + "b""#;
        assert_eq!(Literal::read(text), Literal::Text("\u{1f331}\u{e9}b".to_owned()));
        check(&format!("export default {text}"), json!("\u{1f331}\u{e9}b"));
        assert_eq!(Literal::read("/a[/]}/.test(x)"), Literal::Other("/a[/]}/.test(x)".to_owned()));
        let nested = exported("export default { a: `${x ? `}` : ''}`, b: 1e-3 }").unwrap();
        assert_eq!((nested.value, nested.computed.len()), (json!({ "a": null, "b": 0.001 }), 1));
    }

    #[test]
    fn broken_expressions_are_sources() {
        for source in ["[", "{", "[1", "{a:", "{a:1", "'", "[[[", "{{{{", "(", "...", ")", "]"] {
            let _ = Literal::read(source);
            let _ = Literal::read(&source.repeat(2000));
        }
    }
}
