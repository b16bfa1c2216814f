//! The tokens of a JavaScript or TypeScript file, as far as reading its literals needs them.

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A name, or a word of the language.
    Word(String),
    /// A string, or a template without holes.
    Text(String),
    /// A number.
    Number(f64),
    /// A template with holes, a regular expression: what has no value here.
    Opaque,
    /// A mark; `=>` and `...` are one.
    Mark(&'static str),
}

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) token: Token,
    /// Where it begins, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The marks; of those that begin alike the longest first.
const MARKS: &[&str] = &[
    "...", "=>", "===", "!==", "==", "!=", "&&", "||", "??", "?.", "{", "}", "[", "]", "(", ")", ",", ":", ";", ".",
    "=", "+", "-", "*", "/", "%", "<", ">", "!", "?", "&", "|", "^", "~", "@", "#",
];

/// The tokens of a text. What is no token of the language is left out: the reader takes what it can get.
pub(super) fn tokens(text: &str) -> Vec<Placed> {
    let mut out: Vec<Placed> = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let (token, length) = match c {
            c if c.is_whitespace() => (None, c.len_utf8()),
            '/' if rest.starts_with("//") => (None, rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => (None, rest.find("*/").map_or(rest.len(), |end| end + 2)),
            '"' | '\'' | '`' => string(rest, c),
            '/' if takes_value(out.last()) => match regex(rest) {
                Some(length) => (Some(Token::Opaque), length),
                None => (Some(Token::Mark("/")), 1),
            },
            c if c.is_ascii_digit() => number(rest),
            c if is_word(c) => {
                let end = rest.find(|c: char| !is_word(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
                (rest.get(..end).map(|word| Token::Word(word.to_owned())), end)
            }
            c => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => (Some(Token::Mark(mark)), mark.len()),
                None => (None, c.len_utf8()),
            },
        };
        let end = at + length.max(1);
        if let Some(token) = token {
            out.push(Placed { token, start: at, end });
        }
        at = end;
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

/// Whether a value may begin behind that token, so that `/` opens a regular expression.
fn takes_value(before: Option<&Placed>) -> bool {
    match before.map(|placed| &placed.token) {
        None => true,
        Some(Token::Mark(mark)) => !matches!(*mark, ")" | "]" | "}"),
        Some(Token::Word(word)) => matches!(word.as_str(), "return" | "case" | "typeof"),
        Some(_) => false,
    }
}

/// The length of a regular expression with its flags, if it ends on its line.
fn regex(rest: &str) -> Option<usize> {
    let mut in_class = false;
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => {
                let flags = rest.get(at + 1..)?;
                return Some(at + 1 + flags.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(flags.len()));
            }
            _ => {}
        }
    }
    None
}

fn number(rest: &str) -> (Option<Token>, usize) {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_').unwrap_or(rest.len());
    let digits = rest.get(..end).unwrap_or_default().replace('_', "");
    (Some(digits.parse().map_or(Token::Opaque, Token::Number)), end)
}

/// A string from its opening mark on, and its length.
fn string(rest: &str, mark: char) -> (Option<Token>, usize) {
    let mut out = String::new();
    let mut chars = rest.char_indices().skip(1).peekable();
    let mut has_holes = false;
    while let Some((at, c)) = chars.next() {
        match c {
            c if c == mark => {
                return (Some(if has_holes { Token::Opaque } else { Token::Text(out) }), at + c.len_utf8());
            }
            '\\' => match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 't')) => out.push('\t'),
                Some((_, '\n')) => {}
                Some((at, 'u')) => {
                    let (escaped, length) = unicode(rest.get(at + 1..).unwrap_or_default());
                    out.extend(escaped);
                    while chars.peek().is_some_and(|(next, _)| *next < at + 1 + length) {
                        chars.next();
                    }
                }
                Some((_, c)) => out.push(c),
                None => break,
            },
            '$' if mark == '`' && chars.peek().is_some_and(|(_, c)| *c == '{') => has_holes = true,
            '\n' if mark != '`' => return (Some(Token::Text(out)), at),
            c => out.push(c),
        }
    }
    (Some(Token::Opaque), rest.len())
}

/// The character of `\u`, behind its `u`, and how many bytes it takes.
fn unicode(rest: &str) -> (Option<char>, usize) {
    let (digits, length) = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((digits, _)) => (digits, digits.len() + 2),
        None => (rest.get(..4).unwrap_or_default(), 4),
    };
    match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
        Some(c) => (Some(c), length),
        None => (None, 0),
    }
}
