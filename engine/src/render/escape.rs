//! Escaping for HTML, in one place: text, attribute values, and every `{{ … }}` of a template.
//!
//! Rendered pieces are position independent through the markers [`ROOT`] and [`INDEX`]. Author text can forge neither,
//! since escaping replaces both characters.

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::parse::component::decoded;
pub(crate) use crate::resolve::links::{INDEX, ROOT};

/// Appends `text`, escaped for HTML content and for double- or single-quoted attribute values.
pub(crate) fn escape(text: &str, out: &mut String) {
    let _ = write_escaped(text, out);
}

/// Appends `text`, escaped for HTML content only: quotation marks stay, of which code has many.
pub(crate) fn escape_content(text: &str, out: &mut String) {
    let _ = write_escaped_but(text, |byte| matches!(byte, b'"' | b'\''), out);
}

/// Appends HTML text: everything is escaped except the character references that HTML knows.
pub(crate) fn escape_but_references(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        escape(&rest[..at], out);
        let name = &rest[at + 1..];
        let length = name.bytes().take(33).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
        let reference = rest.get(at..at + length + 2).filter(|text| text.ends_with(';') && decoded(text) != *text);
        if let Some(reference) = reference {
            out.push_str(reference);
            rest = &rest[at + reference.len()..];
        } else {
            out.push_str("&amp;");
            rest = name;
        }
    }
    escape(rest, out);
}

/// `text` escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}

/// Appends a URL that contains our markers, which stay; the rest is escaped.
pub(crate) fn escape_address(address: &str, out: &mut String) {
    let _ = write_address(address, out);
}

fn write_address(address: &str, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    write_escaped_but(address, |byte| byte == ROOT as u8 || byte == INDEX as u8, out)
}

/// A URL with every byte percent-encoded that a URL cannot contain; our markers stay.
pub(crate) fn encoded_address(address: &str) -> Cow<'_, str> {
    let stays = |byte: u8| IN_ADDRESSES[usize::from(byte)];
    if address.bytes().all(stays) {
        return address.into();
    }
    let mut out = String::with_capacity(address.len() + 16);
    for byte in address.bytes() {
        if stays(byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out.into()
}

/// The bytes that a URL may contain, and our markers.
const IN_ADDRESSES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        table[byte as usize] = byte.is_ascii_alphanumeric()
            || matches!(byte, b'!' | b'#'..=b'/' | b':' | b';' | b'=' | b'?' | b'@' | b'_' | b'~')
            || byte == ROOT as u8
            || byte == INDEX as u8;
        byte += 1;
    }
    table
};

/// A URL for templates, which write it with `|safe`: it escapes itself except for its markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Address(pub(crate) String);

impl Address {
    /// Whether it has no target.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_address(&self.0, f)
    }
}

impl askama::FastWritable for Address {
    fn write_into(&self, dest: &mut dyn Write, _: &dyn askama::Values) -> askama::Result<()> {
        Ok(write_address(&self.0, dest)?)
    }
}

/// The entity of a byte that must be escaped in HTML.
const fn entity(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' => "&quot;",
        b'\'' => "&#39;",
        0..=2 => "\u{fffd}",
        _ => return None,
    })
}

/// The bytes that have an entity.
const ESCAPED: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = entity(byte as u8).is_some();
        byte += 1;
    }
    table
};

/// The next byte from `from` on that has an entity. Most texts have few, so sixteen bytes are tested at a time.
fn next_escaped(bytes: &[u8], from: usize) -> Option<usize> {
    let may_be = |chunk: &[u8; 16]| {
        let is_any =
            |any: bool, &byte: &u8| any | (byte <= 2) | (byte == b'"') | (byte | 1 == b'\'') | (byte | 2 == b'>');
        chunk.iter().fold(false, is_any)
    };
    let rest = bytes.get(from..)?;
    let (chunks, _) = rest.as_chunks();
    let clean = chunks.iter().take_while(|chunk| !may_be(chunk)).count();
    // The remainder is tested together with the bytes before it.
    if clean == chunks.len() && rest.last_chunk().is_some_and(|chunk| !may_be(chunk)) {
        return None;
    }
    let at = from + 16 * clean;
    bytes[at..].iter().position(|&byte| ESCAPED[usize::from(byte)]).map(|offset| at + offset)
}

/// Writes `text`, escaped for HTML content and quoted attribute values.
pub(crate) fn write_escaped(text: &str, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    write_escaped_but(text, |_| false, out)
}

/// Writes `text`, escaped except for the bytes that stay.
fn write_escaped_but(text: &str, stays: impl Fn(u8) -> bool, out: &mut (impl Write + ?Sized)) -> fmt::Result {
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut next = 0;
    while let Some(at) = next_escaped(bytes, next) {
        next = at + 1;
        if stays(bytes[at]) {
            continue;
        }
        out.write_str(&text[from..at])?;
        out.write_str(entity(bytes[at]).unwrap_or_default())?;
        from = at + 1;
    }
    out.write_str(&text[from..])
}

/// The escaper of all templates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Html;

impl askama::filters::Escaper for Html {
    fn write_escaped_str<W: Write>(&self, mut dest: W, string: &str) -> fmt::Result {
        write_escaped(string, &mut dest)
    }
}

#[cfg(test)]
mod tests {
    use super::{escape_but_references, escaped};

    #[test]
    fn only_character_references_are_kept() {
        for (text, expected) in [
            ("a &amp; b &#38; &#x26; &nbsp;c", "a &amp; b &#38; &#x26; &nbsp;c"),
            ("&gd; &; &#; &#x; &amp &é; &", "&amp;gd; &amp;; &amp;#; &amp;#x; &amp;amp &amp;é; &amp;"),
        ] {
            let mut out = String::new();
            escape_but_references(text, &mut out);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn escapes_markup_and_markers() {
        assert_eq!(escaped("<a href=\"x\">'&'\u{1}"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;\u{fffd}");
        // Each byte is found at every position among others, and no other byte is.
        for byte in 0..=0x7f_u8 {
            for before in 0..34 {
                let text = format!("{}{}{}", "é".repeat(before), char::from(byte), "b=%?".repeat(5));
                let expected = escaped(&char::from(byte).to_string());
                assert_eq!(escaped(&text), format!("{}{expected}{}", "é".repeat(before), "b=%?".repeat(5)));
            }
        }
    }
}
