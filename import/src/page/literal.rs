//! Values written in JavaScript, as far as they are literal.

use super::read::expression::{Reach, expression_end};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    /// `null`, `undefined`.
    Nothing,
    Flag(bool),
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// The source of what is JSX.
    Jsx(String),
    /// The source of what is computed: a name, a call.
    Other(String),
}

/// How deep lists and objects may be nested.
const DEEPEST: usize = 24;

impl Literal {
    /// Reads a source.
    pub(crate) fn read(source: &str) -> Self {
        let mut reader = Reader { text: source, at: 0 };
        let value = reader.value(0);
        reader.space();
        if reader.at < source.len() { Self::Other(source.trim().to_owned()) } else { value }
    }

    /// As text, where it is one, a number, or a flag.
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
            Self::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Whether nothing in it is computed.
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

    /// As a value of YAML; what is computed becomes its source.
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

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes over white space and comments.
    fn space(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let comment = if trimmed.starts_with("/*") {
                trimmed.find("*/").map(|end| end + 2)
            } else if trimmed.starts_with("//") {
                Some(trimmed.find('\n').unwrap_or(trimmed.len()))
            } else {
                None
            };
            match comment {
                Some(length) => self.at += length,
                None => return,
            }
        }
    }

    fn eat(&mut self, mark: char) -> bool {
        self.space();
        let found = self.rest().starts_with(mark);
        self.at += if found { mark.len_utf8() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Literal {
        self.space();
        let start = self.at;
        let mut value = self.simple(depth);
        // Texts that are put together.
        while let Literal::Text(text) = &mut value {
            let before = self.at;
            if !self.eat('+') {
                self.at = before;
                break;
            }
            let Literal::Text(more) = self.simple(depth) else { return self.other(start) };
            text.push_str(&more);
        }
        let before = self.at;
        self.space();
        let ends = matches!(self.rest().chars().next(), None | Some(',' | ']' | '}' | ')' | ';'));
        if !ends {
            // `as const` of TypeScript says nothing here.
            if self.rest().starts_with("as const") {
                self.at += "as const".len();
                return value;
            }
            return self.other(start);
        }
        self.at = before;
        value
    }

    fn simple(&mut self, depth: usize) -> Literal {
        self.space();
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return Literal::Nothing };
        match first {
            '"' | '\'' | '`' => self.string(first).unwrap_or_else(|| self.other(start)),
            '[' if depth < DEEPEST => self.list(depth),
            '{' if depth < DEEPEST => self.object(depth),
            '<' => match self.other(start) {
                Literal::Other(source) => Literal::Jsx(source),
                other => other,
            },
            '(' if depth < DEEPEST => {
                self.at += 1;
                let value = self.value(depth + 1);
                if self.eat(')') { value } else { self.other(start) }
            }
            c if c.is_ascii_digit() || c == '-' || c == '.' => {
                let rest = self.rest();
                let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
                let length = rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
                self.at += length;
                let written = rest.get(..length).unwrap_or_default();
                if written.parse::<f64>().is_ok() { Literal::Number(written.to_owned()) } else { self.other(start) }
            }
            _ => {
                let rest = self.rest();
                let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                self.at += length;
                match rest.get(..length).unwrap_or_default() {
                    "true" => Literal::Flag(true),
                    "false" => Literal::Flag(false),
                    "null" | "undefined" => Literal::Nothing,
                    _ => self.other(start),
                }
            }
        }
    }

    /// Everything from `start` to the next `,`, or bracket that closes what is around it, as it is written.
    fn other(&mut self, start: usize) -> Literal {
        self.at = start;
        let bytes = self.text.as_bytes();
        let mut open = 0_usize;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'{' => {
                    let end = expression_end(self.text, self.at, &mut Reach::default());
                    self.at = end.unwrap_or(self.text.len());
                    continue;
                }
                b'(' | b'[' => open += 1,
                b')' | b']' if open > 0 => open -= 1,
                b')' | b']' | b'}' | b',' | b';' if open == 0 => break,
                b'"' | b'`' => {
                    let rest = bytes.get(self.at + 1..).unwrap_or_default();
                    self.at += rest.iter().position(|&other| other == byte).map_or(0, |offset| offset + 1);
                }
                _ => {}
            }
            self.at += 1;
        }
        Literal::Other(self.text.get(start..self.at).unwrap_or_default().trim().to_owned())
    }

    fn string(&mut self, quote: char) -> Option<Literal> {
        let mut out = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                c if c == quote => {
                    self.at += at + 1;
                    return Some(Literal::Text(out));
                }
                '\\' => match chars.next()?.1 {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' | '\n' => {}
                    'u' => {
                        let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                        out.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
                    }
                    other => out.push(other),
                },
                '$' if quote == '`' && self.rest().get(at + 1..)?.starts_with('{') => return None,
                '\n' if quote != '`' => return None,
                c => out.push(c),
            }
        }
        None
    }

    fn list(&mut self, depth: usize) -> Literal {
        let start = self.at;
        self.at += 1;
        let mut items = Vec::new();
        while !self.eat(']') {
            let before = self.at;
            if self.rest().starts_with("...") {
                return self.other(start);
            }
            items.push(self.value(depth + 1));
            let more = self.eat(',');
            if !more && !self.rest().starts_with(']') || self.at == before {
                return self.other(start);
            }
        }
        Literal::List(items)
    }

    fn object(&mut self, depth: usize) -> Literal {
        let start = self.at;
        self.at += 1;
        let mut members = Vec::new();
        while !self.eat('}') {
            let before = self.at;
            let key = match self.rest().chars().next() {
                Some(quote @ ('"' | '\'')) => match self.string(quote) {
                    Some(Literal::Text(key)) => key,
                    _ => return self.other(start),
                },
                _ => {
                    let rest = self.rest();
                    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
                    let length = rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
                    self.at += length;
                    rest.get(..length).unwrap_or_default().to_owned()
                }
            };
            if key.is_empty() || !self.eat(':') {
                return self.other(start);
            }
            let value = self.value(depth + 1);
            members.push((key, value));
            let more = self.eat(',');
            if !more && !self.rest().starts_with('}') || self.at == before {
                return self.other(start);
            }
        }
        Literal::Object(members)
    }
}

#[cfg(test)]
mod tests {
    use super::Literal;

    #[test]
    fn literals_are_read() {
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
    fn broken_ones_are_sources() {
        for source in ["[", "{", "[1", "{a:", "{a:1", "'", "[[[", "{{{{", "(", "...", ")", "]"] {
            let _ = Literal::read(source);
            let _ = Literal::read(&source.repeat(2000));
        }
    }
}
