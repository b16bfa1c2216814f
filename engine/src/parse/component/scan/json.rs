//! JSON as the content of a table. Only its strings are Markdown: each is one line of inline content. A tag in a string is
//! a component if it is an inline one that ends in the same string; all others are text, such as those that a table of
//! components names.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr2, memmem};

use super::super::tag::{Tag, TagReader};
use super::Scanner;
use super::tags::Handled;
use crate::registry::{ComponentKind, Flow};
use base::diagnostic::Span;

/// The greatest distance from an opening tag in a string to its closing tag, in bytes: every tag looks for its own.
const FARTHEST_CLOSE: usize = 10_000;

/// Whether text begins like an array of rows, rather than like Markdown that begins with a link.
pub(crate) fn starts_rows(text: &str) -> bool {
    let after = |text: &str, mark: char| text.trim_start().strip_prefix(mark).map(str::len);
    let rest = |length: usize| text.get(text.len() - length..).unwrap_or_default();
    let Some(first) = after(text, '[').map(rest) else { return false };
    first.trim_start().starts_with('{')
        || after(first, '[').map(rest).is_some_and(|row| row.trim_start().starts_with('"'))
}

/// The strings of a line of JSON, without their quotes. One that is not closed ends with the line.
pub(super) fn strings(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut open = None;
    let mut at = 0;
    while let Some(offset) = memchr2(b'"', b'\\', &bytes[at..]) {
        at += offset;
        match (bytes[at], open) {
            (b'\\', Some(_)) => at += 1,
            (b'\\', None) => {}
            (_, Some(start)) => {
                found.push(start..at);
                open = None;
            }
            (_, None) => open = Some(at + 1),
        }
        at = (at + 1).min(bytes.len());
    }
    found.extend(open.map(|start| start..bytes.len()));
    found
}

/// JSON text of a string in which quotes are not escaped, with the position in the JSON of each byte and of the end.
fn unescaped(json: &str) -> (Cow<'_, str>, Vec<usize>) {
    let mut text = String::with_capacity(json.len());
    let mut places = Vec::with_capacity(json.len() + 1);
    let mut letters = json.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_quote = letter == '\\' && letters.next_if(|(_, next)| *next == '"').is_some();
        let letter = if is_quote { '"' } else { letter };
        text.push(letter);
        places.resize(text.len(), at);
    }
    places.push(json.len());
    (text.into(), places)
}

impl<'t> Scanner<'t> {
    /// Reads the strings of the line, which is JSON.
    pub(super) fn strings_of_line(&mut self) {
        let (start, line_end) = (self.at, self.line_end);
        for string in strings(&self.text[start..line_end]) {
            (self.at, self.line_end) = (start + string.start, start + string.end);
            self.inline_open.clear();
            let _ = self.inline_text(true);
        }
        self.inline_open.clear();
        (self.at, self.line_end) = (start, line_end);
    }

    /// Reads the tag that begins with the `<` here, in a string.
    pub(super) fn tag_in_string(&mut self) -> Handled {
        let Some(tag) = self.read_in_string() else { return Handled::No };
        let is_inline = tag.kind.is_none_or(|kind| kind.entry().flow == Flow::Inline);
        if !is_inline || tag.kind == Some(ComponentKind::Include) {
            return Handled::No;
        }
        let is_paired = if tag.closing {
            self.inline_open.iter().any(|(name, _)| *name == tag.name)
        } else {
            tag.empty || self.closes_in_string(&tag)
        };
        if is_paired { self.tag_among_inlines(tag, true) } else { Handled::No }
    }

    fn closes_in_string(&self, tag: &Tag<'_>) -> bool {
        let end = tag.span.end as usize;
        let rest = &self.text.as_bytes()[end..self.line_end.min(end + FARTHEST_CLOSE)];
        memmem::find(rest, format!("</{}", tag.name).as_bytes()).is_some()
    }

    /// The component's tag here, whose quotes may be escaped, if it ends in the string.
    fn read_in_string(&mut self) -> Option<Tag<'t>> {
        if !self.tags.starts_component(self.at) {
            return None;
        }
        let tag = self.tags.read(self.at, 0).filter(|tag| tag.span.end as usize <= self.line_end)?;
        let written = &self.text[tag.span.range()];
        if !written.contains("\\\"") {
            return Some(tag);
        }
        let (text, places) = unescaped(written);
        let mut tag = TagReader::new(&text).read(0, 0)?.into_owned();
        let start = self.at;
        let place = |at: u32| start + places.get(at as usize).copied().unwrap_or(written.len());
        let moved = |span: Span| Span::new(place(span.start), place(span.end));
        tag.span = moved(tag.span);
        for attribute in &mut tag.attributes {
            attribute.name_span = moved(attribute.name_span);
            attribute.value_span = moved(attribute.value_span);
            attribute.whole = moved(attribute.whole);
        }
        Some(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::{starts_rows, strings, unescaped};

    #[test]
    fn rows_are_recognized_by_their_first_marks() {
        for rows in ["[{", " [\n {\"a\": 1}]", "[[\"a\"]]", "\n[ [ \"a\" ] ]"] {
            assert!(starts_rows(rows), "{rows}");
        }
        for other in ["", "[a](b)", "[[a]](b)", "| a |", "{}", "[", "[\"a\"]"] {
            assert!(!starts_rows(other), "{other}");
        }
    }

    #[test]
    fn strings_of_a_line_end_at_their_quotes() {
        let line = r#"{"a": "b \" c\\", "d": ["é", "open"#;
        let found: Vec<&str> = strings(line).into_iter().map(|range| &line[range]).collect();
        assert_eq!(found, ["a", r#"b \" c\\"#, "d", "é", "open"]);
        assert_eq!(strings(r#""\"#).first(), Some(&(1..2)));
        let (text, places) = unescaped(r#"é\"x\\"#);
        assert_eq!((&*text, places), (r#"é"x\\"#, vec![0, 0, 2, 4, 5, 6, 7]));
    }
}
