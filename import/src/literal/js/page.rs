//! The literals in pages. Names are not resolved: a computed value is its source.

use std::cell::Cell;

use super::code::Code;
use super::tokens::{JsToken, string_value};

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
        let code = Code::new(source, None);
        if code.len() == 0 {
            return Self::Nothing;
        }
        let (value, next) = LiteralReader { code: &code, values: Cell::new(0) }.value(0, 0);
        if next < code.len() { Self::Other(code.source(0, code.len()).to_owned()) } else { value }
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
}

/// The greatest number of values that are read.
const MOST_VALUES: usize = 50_000;
/// The greatest nesting of values.
const DEEPEST: usize = 24;

struct LiteralReader<'c> {
    code: &'c Code,
    values: Cell<usize>,
}

impl LiteralReader<'_> {
    /// The value at a position, and the position after it. A computed value is its source.
    fn value(&self, at: usize, depth: usize) -> (Literal, usize) {
        self.values.set(self.values.get() + 1);
        let end = self.code.end(at);
        if depth <= DEEPEST
            && self.values.get() <= MOST_VALUES
            && let Some((value, next)) = self.operand(at, depth).map(|(value, next)| self.suffix(value, next, depth))
            && next == end
        {
            return (value, end);
        }
        (Literal::Other(self.code.source(at, end).trim().to_owned()), end)
    }

    fn operand(&self, at: usize, depth: usize) -> Option<(Literal, usize)> {
        let code = self.code;
        let known = |value| Some((value, at + 1));
        match code.token(at)? {
            JsToken::Text => known(Literal::Text(string_value(code.source(at, at + 1)))),
            JsToken::Number => Some((self.number("", at)?, at + 1)),
            JsToken::Mark("-") if code.token(at + 1) == Some(JsToken::Number) => {
                Some((self.number("-", at + 1)?, at + 2))
            }
            JsToken::Mark("{") => self.object(at, depth),
            JsToken::Mark("[") => self.array(at, depth),
            JsToken::Mark("(") => {
                let (value, next) = self.value(at + 1, depth + 1);
                (next == code.closing(at)).then_some((value, next + 1))
            }
            JsToken::Mark("<") => {
                let end = code.end(at);
                Some((Literal::Jsx(code.source(at, end).to_owned()), end))
            }
            JsToken::Word => known(match code.source(at, at + 1) {
                "true" => Literal::Flag(true),
                "false" => Literal::Flag(false),
                "null" | "undefined" => Literal::Nothing,
                _ => return None,
            }),
            _ => None,
        }
    }

    fn number(&self, sign: &str, at: usize) -> Option<Literal> {
        let digits = format!("{sign}{}", self.code.source(at, at + 1).replace('_', ""));
        digits.parse::<f64>().is_ok().then_some(Literal::Number(digits))
    }

    /// `+ "more"`, and casts.
    fn suffix(&self, mut value: Literal, mut next: usize, depth: usize) -> (Literal, usize) {
        while let (Literal::Text(text), true) = (&value, self.code.is(next, "+")) {
            let Some((Literal::Text(more), after)) = self.operand(next + 1, depth + 1) else { break };
            value = Literal::Text(format!("{text}{more}"));
            next = after;
        }
        if matches!(self.code.word(next), Some("as" | "satisfies")) {
            next = self.code.end(next);
        }
        (value, next)
    }

    fn array(&self, at: usize, depth: usize) -> Option<(Literal, usize)> {
        let code = self.code;
        let mut items = Vec::new();
        let mut next = at + 1;
        while !code.is(next, "]") {
            if code.is(next, ",") {
                next += 1;
                continue;
            }
            if code.token(next).is_none() || code.is(next, "...") {
                return None;
            }
            let (value, after) = self.value(next, depth + 1);
            items.push(value);
            next = after.max(next + 1);
            if !code.is(next, ",") && !code.is(next, "]") {
                return None;
            }
        }
        Some((Literal::List(items), next + 1))
    }

    fn object(&self, at: usize, depth: usize) -> Option<(Literal, usize)> {
        let code = self.code;
        let mut members = Vec::new();
        let mut next = at + 1;
        while !code.is(next, "}") {
            if code.is(next, ",") {
                next += 1;
                continue;
            }
            let source = code.source(next, next + 1);
            let key = match code.token(next)? {
                JsToken::Word | JsToken::Number => source.to_owned(),
                JsToken::Text => string_value(source),
                _ => return None,
            };
            if !code.is(next + 1, ":") {
                return None;
            }
            let (value, after) = self.value(next + 2, depth + 1);
            members.push((key, value));
            next = after.max(next + 1);
            if !code.is(next, ",") && !code.is(next, "}") {
                return None;
            }
        }
        Some((Literal::Object(members), next + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::Literal;

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
    fn strings_are_read() {
        assert_eq!(Literal::read(r#"'\u{1F331}\u00e9\r' + "b""#), Literal::Text("\u{1f331}\u{e9}b".to_owned()));
        assert_eq!(Literal::read("/a[/]}/.test(x)"), Literal::Other("/a[/]}/.test(x)".to_owned()));
    }

    #[test]
    fn broken_expressions_are_sources() {
        for source in ["[", "{", "[1", "{a:", "{a:1", "'", "[[[", "{{{{", "(", "...", ")", "]"] {
            let _ = Literal::read(source);
            let _ = Literal::read(&source.repeat(2000));
        }
    }
}
