//! Writes YAML in block style; scalars keep their source spelling.
//!
//! A string is plain if readers of YAML 1.2 (core schema) and of YAML 1.1 both read it back unchanged; a multi-line
//! text is a literal block; everything else is in double quotes.

use super::Kind;
use super::scalar::resolve;
use super::sink::Sink;
use super::write::write_quoted;

/// The longest key written on one line with its colon; YAML allows 1,024 characters.
const LONGEST_KEY: usize = 1000;

/// Writes YAML.
#[derive(Debug, Default)]
pub struct YamlWriter {
    out: String,
    open: Vec<OpenYaml>,
    lead: Preceding,
}

/// A container that is not closed yet.
#[derive(Debug)]
struct OpenYaml {
    kind: Kind,
    is_empty: bool,
    /// What precedes it.
    lead: Preceding,
    /// The column of its members.
    column: usize,
}

/// What precedes the next value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Preceding {
    /// Nothing: it is the whole document.
    #[default]
    Start,
    /// A key and its colon.
    Key,
    /// The dash of an item.
    Dash,
}

impl YamlWriter {
    /// The text, with a trailing line break.
    pub fn finish(self) -> String {
        self.out
    }

    fn indent(&mut self, column: usize) {
        self.out.extend(std::iter::repeat_n(' ', column));
    }

    /// Moves to the position of the next member or item of the innermost container.
    fn next_line(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        let column = open.column;
        match (std::mem::replace(&mut open.is_empty, false), open.lead) {
            (true, Preceding::Start) => {}
            // The first member is on the line of the dash.
            (true, Preceding::Dash) => self.out.push(' '),
            (true, Preceding::Key) => {
                self.out.push('\n');
                self.indent(column);
            }
            (false, _) => self.indent(column),
        }
    }

    /// What precedes the next value. Writes the dash of an array item.
    fn lead(&mut self) -> Preceding {
        if self.open.last().is_some_and(|open| open.kind == Kind::Array) {
            self.next_line();
            self.out.push('-');
            return Preceding::Dash;
        }
        self.lead
    }

    /// Ends the line with a scalar that is already escaped.
    fn put(&mut self, lead: Preceding, text: &str) {
        if lead != Preceding::Start && !text.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn literal(&mut self, text: &str) {
        let column = self.open.last().map_or(0, |open| open.column) + 2;
        let body = text.strip_suffix('\n');
        let header = match body {
            None => " |-\n",
            Some(body) if body.ends_with('\n') => " |+\n",
            Some(_) => " |\n",
        };
        self.out.push_str(header);
        for line in body.unwrap_or(text).split('\n') {
            if !line.is_empty() {
                self.indent(column);
                self.out.push_str(line);
            }
            self.out.push('\n');
        }
    }
}

impl Sink for YamlWriter {
    fn begin(&mut self, kind: Kind) {
        let lead = self.lead();
        let outer = self.open.last().map(|open| open.column);
        self.open.push(OpenYaml { kind, is_empty: true, lead, column: outer.map_or(0, |column| column + 2) });
    }

    fn key(&mut self, text: &str) {
        self.next_line();
        let start = self.out.len();
        if is_plain(text) {
            self.out.push_str(text);
        } else {
            write_yaml_string(text, &mut self.out);
        }
        if self.out.len() - start > LONGEST_KEY {
            self.out.insert_str(start, "? ");
            self.out.push('\n');
            let column = self.open.last().map_or(0, |open| open.column);
            self.indent(column);
        }
        self.out.push(':');
        self.lead = Preceding::Key;
    }

    fn scalar(&mut self, kind: Kind, text: &str) {
        let lead = self.lead();
        match kind {
            Kind::Bool | Kind::Number => self.put(lead, text),
            // A member without a value is kept without a value.
            Kind::Null if text.is_empty() && lead != Preceding::Start => self.put(lead, text),
            Kind::Null if matches!(text, "~" | "Null" | "NULL") => self.put(lead, text),
            Kind::String if is_plain(text) => self.put(lead, text),
            Kind::String if lead != Preceding::Start && is_literal(text) => self.literal(text),
            Kind::String => {
                if lead != Preceding::Start {
                    self.out.push(' ');
                }
                write_yaml_string(text, &mut self.out);
                self.out.push('\n');
            }
            Kind::Null | Kind::Array | Kind::Object => self.put(lead, "null"),
        }
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.is_empty {
            self.put(open.lead, if open.kind == Kind::Array { "[]" } else { "{}" });
        }
    }
}

/// Appends a one-line text that every reader reads back unchanged, quoted if necessary.
pub fn write_yaml_scalar(text: &str, out: &mut String) {
    if is_plain(text) { out.push_str(text) } else { write_yaml_string(text, out) }
}

/// Whether a string can be written without quotes, as a value or a key.
fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let Some(first) = text.chars().next() else { return false };
    let second = text.chars().nth(1);
    let may_begin = match first {
        '-' => second.is_some_and(|second| second != ' ') && !text.starts_with("---"),
        '.' => !text.starts_with("..."),
        '?' | ':' | ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => {
            false
        }
        '~' | '=' | '<' => text.chars().any(char::is_alphanumeric),
        _ => true,
    };
    may_begin
        && text.trim() == text
        && text.chars().all(is_printable)
        && !text.contains(['\n', '\t'])
        && !text.contains(": ")
        && !text.ends_with(':')
        && !text.contains(" #")
        && resolve(text) == Kind::String
        && !WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        && !is_like_number(text)
}

/// Whether a YAML 1.1 reader may treat a string as a number or a date: it begins like one, and contains only characters
/// that occur in them. `1.2.3` is neither.
fn is_like_number(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'));
    let is_version = text.matches('.').count() > 1 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let may_have = |c: char| {
        c.is_ascii_hexdigit()
            || matches!(c, 'x' | 'X' | 'o' | 'O' | '_' | '.' | ',' | ':' | '+' | '-' | 'T' | 't' | 'Z' | 'z' | ' ')
    };
    begins && !(is_version && !text.starts_with('.') && !text.ends_with('.')) && text.chars().all(may_have)
}

/// Whether a multi-line string can be a literal block whose indentation is determined by its first line.
fn is_literal(text: &str) -> bool {
    let is_blank = |line: &str| !line.is_empty() && line.trim().is_empty();
    text.contains('\n')
        && !text.starts_with([' ', '\t', '\n'])
        && text.chars().all(is_printable)
        && !text.split('\n').any(is_blank)
}

/// Whether YAML 1.1 and 1.2 allow the character unescaped, and treat it as a line break only if it is `\n`.
fn is_printable(c: char) -> bool {
    match c {
        '\n' | '\t' => true,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        c => !c.is_control(),
    }
}

/// `text` as a YAML scalar in double quotes, on one line, which every reader reads back unchanged.
#[must_use]
pub fn yaml_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_yaml_string(text, &mut out);
    out
}

/// Appends the result of [`yaml_string`].
pub fn write_yaml_string(text: &str, out: &mut String) {
    write_quoted(text, is_printable, out);
}

#[cfg(test)]
mod tests {
    use super::write_yaml_scalar;
    use crate::tree::{Limits, Tree};

    #[test]
    fn scalars_are_quoted_where_their_start_means_something() {
        let written = |text: &str| {
            let mut out = String::new();
            write_yaml_scalar(text, &mut out);
            assert_eq!(Tree::from_yaml(&out, Limits::default()).tree.root().as_str(), Some(text), "{out}");
            out
        };
        for text in ["-g", "..g", "~a", "=1", "<b>", "a"] {
            assert_eq!(written(text), text);
        }
        for text in ["", "-", "- g", "---", "---g", "...", "...a", "?a", ":a", "~", "=", "<", "#a", "&a", "*a", "!a"] {
            assert_ne!(written(text), text);
        }
    }
}
