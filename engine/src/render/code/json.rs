//! Tokens of JSON, with the comments that its dialects allow.

use memchr::{memchr, memchr3, memmem};

use super::Token;
use super::paint::Painter;

pub(super) fn scan(text: &str, painter: &mut Painter<'_>) {
    scan_from(text, 0, painter);
}

/// Scans from the byte offset `at`.
pub(super) fn scan_from(text: &str, mut at: usize, painter: &mut Painter<'_>) {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                let next = bytes[at..].iter().find(|byte| !byte.is_ascii_whitespace());
                let token = if next == Some(&b':') { Token::Property } else { Token::String };
                painter.token(token, start, at);
                // This white space was already searched.
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |offset| at + offset);
                painter.token(Token::Comment, start, at);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = memmem::find(&bytes[at + 2..], b"*/").map_or(bytes.len(), |offset| at + 2 + offset + 2);
                painter.token(Token::Comment, start, at);
            }
            b'-' | b'0'..=b'9' => {
                at += word_length(&bytes[at..]);
                painter.token(Token::Number, start, at);
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                at += word_length(&bytes[at..]);
                if matches!(&bytes[start..at], b"true" | b"false" | b"null") {
                    painter.token(Token::Keyword, start, at);
                }
            }
            _ => at += 1,
        }
    }
}

/// The end of the string that opens at `at`: after its closing quote, or at the end of its line.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(offset) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) {
        at += offset;
        match bytes[at] {
            b'"' => return at + 1,
            b'\n' => return at,
            // A backslash does not escape the end of a line.
            _ => at += if bytes.get(at + 1).is_some_and(|&byte| byte.is_ascii() && byte != b'\n') { 2 } else { 1 },
        }
    }
    bytes.len()
}

fn word_length(bytes: &[u8]) -> usize {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_');
    bytes.iter().take_while(is_word).count().max(1)
}
