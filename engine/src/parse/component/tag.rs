//! One tag: `<wc-name a="b" c>`, `</wc-name>`.

use std::borrow::Cow;

use pulldown_cmark::{Event, Parser};

use crate::registry::{ComponentKind, Content};
use base::diagnostic::{Fix, Span};

/// A tag as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag<'t> {
    /// Lower case, including `wc-`.
    pub(crate) name: Cow<'static, str>,
    /// The component of that name.
    pub(crate) kind: Option<ComponentKind>,
    pub(crate) closing: bool,
    /// It ends with `/>`.
    pub(crate) empty: bool,
    pub(crate) attributes: Vec<TagAttribute<'t>>,
    /// From `<` to `>`.
    pub(crate) span: Span,
}

/// An attribute as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TagAttribute<'t> {
    /// Lower case.
    pub(crate) name: Cow<'static, str>,
    pub(crate) name_span: Span,
    /// Character references decoded; `None` if there is no `=`. Borrowed from the file if it is spelled the same there.
    pub(crate) value: Option<Cow<'t, str>>,
    /// Without quotes; the span of the name if there is no value.
    pub(crate) value_span: Span,
    /// From the end of the preceding token to its own end: removing it leaves the rest of the tag intact.
    pub(crate) whole: Span,
}

impl Tag<'_> {
    /// The tag without borrowing from the file.
    pub(crate) fn into_owned(self) -> Tag<'static> {
        let Self { name, kind, closing, empty, attributes, span } = self;
        let owned = |attribute: TagAttribute<'_>| {
            let TagAttribute { name, name_span, value, value_span, whole } = attribute;
            let value = value.map(|value| Cow::Owned(value.into_owned()));
            TagAttribute { name, name_span, value, value_span, whole }
        };
        let attributes = attributes.into_iter().map(owned).collect();
        Tag { name, kind, closing, empty, attributes, span }
    }

    /// Makes the opening tag of a component without content self-closing.
    pub(crate) fn close_itself(&self) -> Option<Fix<Span>> {
        let holds_nothing = self.kind.is_some_and(|kind| kind.entry().content == Content::None);
        let end = self.span.end.checked_sub(1).filter(|_| holds_nothing && !self.empty)?;
        let place = Span { start: end, end };
        Some(Fix::replace(format!("write `<{} … />`", self.name), place, " /"))
    }
}

impl TagAttribute<'_> {
    /// Whether the file spells the value exactly like this.
    pub(crate) fn is_verbatim(&self) -> bool {
        self.value.as_deref().is_some_and(|value| value.len() == self.value_span.range().len())
    }

    /// The span of the character at a byte of the value; the span of the whole value if the file spells it differently.
    pub(crate) fn place_in_value(&self, offset: usize) -> Span {
        let value = self.value.as_deref().unwrap_or_default();
        // Character references and quote markers make the file's text longer.
        if self.value_span.range().len() != value.len() {
            return self.value_span;
        }
        let mut letters = value.char_indices().map(|(at, letter)| (at, at + letter.len_utf8()));
        let Some((from, to)) = letters.find(|(_, to)| *to > offset) else { return self.value_span };
        let start = self.value_span.start as usize;
        Span::new(start + from, start + to)
    }
}

/// Reads tags in a text. Remembers which quotes do not occur any more, so that broken tags cost no more than others.
pub(crate) struct TagReader<'t> {
    text: &'t str,
    /// For each kind of quote: the position from which on it does not occur.
    no_double: usize,
    no_single: usize,
}

impl<'t> TagReader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, no_double: usize::MAX, no_single: usize::MAX }
    }

    /// Whether `<name` or `</name` with a component's name is at `at`.
    pub(crate) fn starts_component(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        let name = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'/'));
        bytes.get(at) == Some(&b'<')
            && bytes.get(name..name + 3).is_some_and(|start| start.eq_ignore_ascii_case(b"wc-"))
            && bytes.get(name + 3).is_some_and(u8::is_ascii_alphanumeric)
    }

    /// Whether a `div` tag is at `at`.
    pub(crate) fn starts_div(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        let name = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'/'));
        bytes.get(at) == Some(&b'<')
            && bytes.get(name..name + 3).is_some_and(|start| start.eq_ignore_ascii_case(b"div"))
            && bytes.get(name + 3).is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))
    }

    /// The tag that starts at `at`, within `quotes` block quotes. `None` if it does not end.
    pub(crate) fn read(&mut self, at: usize, quotes: usize) -> Option<Tag<'t>> {
        let text = self.text;
        let bytes = text.as_bytes();
        let closing = bytes.get(at + 1) == Some(&b'/');
        let name = at + 1 + usize::from(closing);
        let mut place = name;
        while bytes.get(place).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')) {
            place += 1;
        }
        let written = &text[name..place];
        let kind = ComponentKind::named(written);
        let mut tag = Tag {
            name: lower_case(written, kind.map(ComponentKind::name)),
            kind,
            closing,
            empty: false,
            attributes: Vec::new(),
            span: Span::default(),
        };
        loop {
            let before = place;
            place = self.skip_space(place, quotes);
            match bytes.get(place)? {
                b'>' => {
                    tag.span = Span::new(at, place + 1);
                    return Some(tag);
                }
                b'/' => {
                    tag.empty = bytes.get(place + 1) == Some(&b'>');
                    place += 1;
                }
                b'<' => return None,
                _ => {
                    let (mut attribute, end) = self.attribute(kind, place, quotes)?;
                    attribute.whole = Span::new(before, end);
                    if tag.attributes.is_empty() {
                        // Most tags have one or two attributes.
                        tag.attributes.reserve_exact(2);
                    }
                    tag.attributes.push(attribute);
                    place = end;
                }
            }
        }
    }

    fn attribute(
        &mut self,
        kind: Option<ComponentKind>,
        at: usize,
        quotes: usize,
    ) -> Option<(TagAttribute<'t>, usize)> {
        let text = self.text;
        let bytes = text.as_bytes();
        let ends_name = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'>' | b'/' | b'<');
        // A name that starts with `=` or a quote is invalid, but must be skipped.
        let length = bytes[at + 1..].iter().position(ends_name)?;
        let name_end = at + 1 + length;
        let name_span = Span::new(at, name_end);
        let written = text.get(at..name_end)?;
        let known = kind.and_then(|kind| kind.entry().attribute(written)).map(|attribute| attribute.name);
        let name = lower_case(written, known);
        let equals = self.skip_space(name_end, quotes);
        if bytes.get(equals) != Some(&b'=') {
            let whole = Span::default();
            return Some((TagAttribute { name, name_span, value: None, value_span: name_span, whole }, name_end));
        }
        let start = self.skip_space(equals + 1, quotes);
        let (from, to, end) = match bytes.get(start)? {
            quote @ (b'"' | b'\'') => {
                let close = self.find_quote(*quote, start + 1)?;
                (start + 1, close, close + 1)
            }
            b'>' => (start, start, start),
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'<');
                let mut end = start + bytes[start..].iter().position(ends)?;
                if bytes[end] == b'<' {
                    return None;
                }
                if bytes[end] == b'>' && end > start + 1 && bytes[end - 1] == b'/' {
                    end -= 1;
                }
                (start, end, end)
            }
        };
        let value = match without_quote_marks(&text[from..to], quotes) {
            Cow::Borrowed(value) => decoded(value),
            Cow::Owned(value) => Cow::Owned(decoded(&value).into_owned()),
        };
        let (value, value_span) = (Some(value), Span::new(from, to));
        Some((TagAttribute { name, name_span, value, value_span, whole: Span::default() }, end))
    }

    fn find_quote(&mut self, quote: u8, from: usize) -> Option<usize> {
        let none_from = if quote == b'"' { &mut self.no_double } else { &mut self.no_single };
        if from >= *none_from {
            return None;
        }
        let found = memchr::memchr(quote, &self.text.as_bytes()[from..]);
        if found.is_none() {
            *none_from = from;
        }
        found.map(|offset| from + offset)
    }

    /// The first position from `at` on that is not white space. After a line break, the markers of the block quotes
    /// around the tag count as white space.
    fn skip_space(&self, mut at: usize, quotes: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut marks = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\n' => marks = quotes,
                b'>' if marks > 0 => marks -= 1,
                _ if byte.is_ascii_whitespace() => {}
                _ => break,
            }
            at += 1;
        }
        at
    }
}

/// A name in lower case. Most are spelled like the known name and need no allocation.
fn lower_case(written: &str, known: Option<&'static str>) -> Cow<'static, str> {
    match known.filter(|known| *known == written) {
        Some(known) => known.into(),
        None => written.to_ascii_lowercase().into(),
    }
}

/// A multi-line value without the markers of the block quotes around it.
fn without_quote_marks(value: &str, quotes: usize) -> Cow<'_, str> {
    if quotes == 0 || !value.contains('\n') {
        return value.into();
    }
    let mut out = String::with_capacity(value.len());
    for (n, line) in value.split('\n').enumerate() {
        let mut rest = line;
        if n > 0 {
            out.push('\n');
            for _ in 0..quotes {
                let Some(after) = rest.trim_start().strip_prefix('>') else { break };
                rest = after.strip_prefix(' ').unwrap_or(after);
            }
        }
        out.push_str(rest);
    }
    out.into()
}

/// `text` with its character references decoded.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    const LONGEST_NAME: usize = 32;
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = rest[1..].bytes().take(LONGEST_NAME).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
        let reference = &rest[..1 + name];
        if name == 0 || rest.as_bytes().get(1 + name) != Some(&b';') {
            out.push_str(reference);
        } else {
            // The Markdown parser has the table of entity names.
            for event in Parser::new(&rest[..name + 2]) {
                if let Event::Text(text) = event {
                    out.push_str(&text);
                }
            }
        }
        rest = rest[reference.len()..].strip_prefix(';').filter(|_| name > 0).unwrap_or(&rest[reference.len()..]);
    }
    out.push_str(rest);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::{TagReader, decoded};

    fn read(text: &str) -> String {
        let Some(tag) = TagReader::new(text).read(0, text.matches("\n>").count()) else { return "none".to_owned() };
        let mut out = format!("{} {}..{}", tag.name, tag.span.start, tag.span.end);
        for attribute in &tag.attributes {
            out.push_str(&format!(" {}={:?}", attribute.name, attribute.value));
            assert_eq!(text[attribute.name_span.range()].to_ascii_lowercase(), *attribute.name);
        }
        out.push_str(if tag.closing { " closing" } else { "" });
        out.push_str(if tag.empty { " empty" } else { "" });
        out
    }

    #[test]
    fn a_place_in_a_value_is_a_whole_letter() {
        let text = "<wc-x a=\"é\u{202e}b\">";
        let tag = TagReader::new(text).read(0, 0).unwrap();
        let at = |offset| &text[tag.attributes[0].place_in_value(offset).range()];
        assert_eq!([at(0), at(1), at(2), at(4), at(5)], ["é", "é", "\u{202e}", "\u{202e}", "b"]);
        assert_eq!(at(6), "é\u{202e}b");
    }

    #[test]
    fn reads_tags() {
        insta::assert_snapshot!(read("<wc-a>"), @"wc-a 0..6");
        insta::assert_snapshot!(read("</WC-A >x"), @"wc-a 0..8 closing");
        insta::assert_snapshot!(read("<wc-a b/>"), @"wc-a 0..9 b=None empty");
        insta::assert_snapshot!(
            read("<wc-a B=\"x > 'y'\nz\" c='\"' d = e/f g=/ h=i/>"),
            @r#"wc-a 0..43 b=Some("x > 'y'\nz") c=Some("\"") d=Some("e/f") g=Some("/") h=Some("i") empty"#
        );
        insta::assert_snapshot!(read("<wc-a b=&lt;&#x41;&amp;&nope;&AMP>"), @r#"wc-a 0..34 b=Some("<A&&nope;&AMP")"#);
        insta::assert_snapshot!(read("<wc-a\n> b=\"c\n> d\">"), @r#"wc-a 0..18 b=Some("c\nd")"#);
        insta::assert_snapshot!(read("<wc-a \"b\" = =c é=é>"), @r#"wc-a 0..21 "b"=Some("=c") é=Some("é")"#);
        insta::assert_snapshot!(read("<wc-a b=\"c>"), @"none");
        insta::assert_snapshot!(read("<wc-a b <wc-c>"), @"none");
        insta::assert_snapshot!(read("<wc-a b="), @"none");
    }

    #[test]
    fn decodes_character_references() {
        assert_eq!(decoded("a &quot;b&quot; &#38; &eacute; & &; &x;"), "a \"b\" & é & &; &x;");
    }
}
