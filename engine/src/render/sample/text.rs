//! Helpers for all languages: literals, and what HTTP clients do by default.

use std::fmt::Write as _;

use super::{Payload, Request};

/// The media type of a form, which every client sets by default.
const FORM: &str = "application/x-www-form-urlencoded";

impl Request {
    /// The headers that a sample sets, without a form's media type.
    pub(super) fn own_headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_form = matches!(self.body, Payload::Form(_));
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        headers.filter(move |(name, value)| !(is_form && name.eq_ignore_ascii_case("Content-Type") && *value == FORM))
    }
}

/// The name by which libraries call a method, such as `Get`; `None` for a method that they lack.
pub(super) fn method_name(method: &str) -> Option<&'static str> {
    Some(match method {
        "GET" => "Get",
        "POST" => "Post",
        "PUT" => "Put",
        "PATCH" => "Patch",
        "DELETE" => "Delete",
        "HEAD" => "Head",
        "OPTIONS" => "Options",
        "TRACE" => "Trace",
        _ => return None,
    })
}

/// The escapes in double quotes that most languages share.
pub(super) const ESCAPES: [(char, &str); 5] =
    [('"', "\\\""), ('\\', "\\\\"), ('\n', "\\n"), ('\r', "\\r"), ('\t', "\\t")];

/// Whether a character is invisible or changes how others are read: it is always escaped.
fn is_hidden(c: char) -> bool {
    let changes_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || changes_direction || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// A string in double quotes. `escapes` maps characters to their spelling; `hidden` spells invisible ones.
pub(super) fn quoted(text: &str, escapes: &[(char, &str)], hidden: fn(u32) -> String) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match escapes.iter().find(|(escaped, _)| *escaped == c) {
            Some((_, spelled)) => out.push_str(spelled),
            None if is_hidden(c) => out.push_str(&hidden(c as u32)),
            None => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The common spelling of an invisible character: `\u0007`.
pub(super) fn four_digits(c: u32) -> String {
    let mut out = String::new();
    let _ = write!(out, "\\u{c:04x}");
    out
}

/// Whether a text can be written as an indented block of lines: several lines without invisible characters, none ending
/// with a space or beginning with a tab, the first not indented.
pub(super) fn is_block(text: &str) -> bool {
    let is_plain = |line: &str| !line.ends_with(' ') && !line.starts_with('\t') && !line.chars().any(is_hidden);
    text.contains('\n') && !text.starts_with([' ', '\n']) && !text.ends_with('\n') && text.split('\n').all(is_plain)
}

/// The lines of a text, each preceded by `by`; empty lines stay empty.
pub(super) fn indented(text: &str, by: &str) -> String {
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("{by}{line}") };
    text.split('\n').map(line).collect::<Vec<String>>().join("\n")
}

/// The delimiter of a heredoc: named after the kind of text, and not the start of any of its lines.
pub(super) fn block_word(body: &Payload, text: &str) -> Option<&'static str> {
    let word = if matches!(body, Payload::Json(_)) { "JSON" } else { "TEXT" };
    let is_free = !text.lines().any(|line| line.trim_start().starts_with(word));
    (is_block(text) && is_free).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::method_name;

    #[test]
    fn every_method_of_http_has_a_name() {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"] {
            assert_eq!(method_name(method).map(str::to_uppercase).as_deref(), Some(method));
        }
        assert_eq!(method_name("QUERY"), None);
    }
}
