//! The JSON reader: strictly RFC 8259, iterative, in one pass.

use memchr::memchr2;

use super::builder::{Failure, TreeBuilder};
use super::{Extent, FlatNode, Kind, Limits, NodeId, Parsed, Syntax, Tree};
use crate::diagnostic::{Code, Diagnostic, Span};

/// Parses `text` as one JSON value.
pub(super) fn parse(text: &str, limits: Limits) -> Parsed {
    let mut reader = JsonReader {
        text,
        bytes: text.as_bytes(),
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        builder: TreeBuilder::new(text, limits, text.len() / 24),
        diagnostics: Vec::new(),
    };
    let failure = reader.document().err();
    let extent = if failure.is_none() { Extent::Whole } else { Extent::Cut };
    let JsonReader { mut builder, mut diagnostics, at, .. } = reader;
    diagnostics.extend(builder.finish(at));
    diagnostics.extend(failure.map(|failure| *failure));
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    let TreeBuilder { nodes, owned, .. } = builder;
    Parsed {
        tree: Tree { text: text.into(), nodes, owned, root: NodeId(0) },
        diagnostics,
        extent,
        syntax: Syntax::Json,
    }
}

struct JsonReader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    builder: TreeBuilder<'t>,
    diagnostics: Vec<Diagnostic<Span>>,
}

/// The token that must come next.
#[derive(Clone, Copy)]
enum Expect {
    Value,
    /// A value, or the end of an array that was just opened.
    FirstItem,
    Key,
    /// A key, or the end of an object that was just opened.
    FirstKey,
    /// A comma or the end of the container; at the top level the end of the document.
    Separator,
}

impl JsonReader<'_> {
    fn document(&mut self) -> Result<(), Failure> {
        let mut expect = Expect::Value;
        loop {
            self.skip_white_space();
            let byte = self.bytes.get(self.at).copied();
            expect = match (expect, byte) {
                (Expect::Separator, None) if self.builder.innermost().is_none() => return Ok(()),
                (_, None) => return Err(self.unexpected_end()),
                (Expect::FirstItem, Some(b']')) | (Expect::FirstKey, Some(b'}')) => self.close(),
                (Expect::Value | Expect::FirstItem, Some(byte)) => self.value(byte)?,
                (Expect::Key | Expect::FirstKey, Some(b'"')) => {
                    let key = self.string()?;
                    self.builder.push_key(key)?;
                    self.skip_white_space();
                    if self.bytes.get(self.at) != Some(&b':') {
                        return Err(self.unexpected("`:` after a key"));
                    }
                    self.at += 1;
                    Expect::Value
                }
                (Expect::Key | Expect::FirstKey, Some(_)) => return Err(self.unexpected("a key in double quotes")),
                (Expect::Separator, Some(byte)) => self.separator(byte)?,
            };
        }
    }

    fn separator(&mut self, byte: u8) -> Result<Expect, Failure> {
        let Some(container) = self.builder.innermost() else {
            return Err(self.unexpected("the end of the document"));
        };
        let is_object = container.kind == Kind::Object;
        match (byte, is_object) {
            (b',', true) => {
                self.at += 1;
                Ok(Expect::Key)
            }
            (b',', false) => {
                self.at += 1;
                Ok(Expect::Value)
            }
            (b'}', true) | (b']', false) => Ok(self.close()),
            (_, true) => Err(self.unexpected("`,` or `}`")),
            (_, false) => Err(self.unexpected("`,` or `]`")),
        }
    }

    fn value(&mut self, byte: u8) -> Result<Expect, Failure> {
        let node = match byte {
            b'{' => {
                self.builder.begin(Kind::Object, self.at)?;
                self.at += 1;
                return Ok(Expect::FirstKey);
            }
            b'[' => {
                self.builder.begin(Kind::Array, self.at)?;
                self.at += 1;
                return Ok(Expect::FirstItem);
            }
            b'"' => self.string()?,
            b'-' | b'0'..=b'9' => self.number()?,
            _ => self.literal()?,
        };
        self.builder.push(node)?;
        Ok(Expect::Separator)
    }

    fn close(&mut self) -> Expect {
        self.at += 1;
        self.builder.end(self.at);
        Expect::Separator
    }

    fn skip_white_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
            // Most white space is indentation.
            while let Some(b"        ") = self.bytes.get(self.at..self.at + 8) {
                self.at += 8;
            }
        }
    }

    /// Reads a string, from its opening quote.
    fn string(&mut self) -> Result<FlatNode, Failure> {
        let start = self.at + 1;
        let mut at = start;
        let mut escaped = false;
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            match memchr2(b'"', b'\\', rest).map(|offset| (at + offset, rest[offset])) {
                None => return Err(self.unclosed_string()),
                Some((quote, b'"')) => {
                    at = quote;
                    break;
                }
                Some((backslash, _)) => {
                    escaped = true;
                    // The byte after the backslash cannot end the string.
                    at = backslash + 2;
                }
            }
        }
        let content = self.text.get(start..at).unwrap_or_default();
        // Without an early exit this vectorizes.
        if content.bytes().fold(false, |found, byte| found | (byte < 0x20)) {
            return Err(control_character(content, start));
        }
        let mut node = FlatNode { quoted: true, ..FlatNode::new(start, at, Kind::String) };
        if escaped {
            let decoded = self.unescape(content, start)?;
            self.builder.owned.push(decoded.into());
            node.extra = self.builder.owned.len() as u32;
        }
        self.at = at + 1;
        Ok(node)
    }

    fn unclosed_string(&self) -> Failure {
        let start = self.at + 1;
        let rest = self.text.get(start..).unwrap_or_default();
        // A string cannot span lines, so the quote is missing on this line.
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let span = Span::new(self.at, start + line);
        Box::new(Diagnostic::new(Code::InvalidJson, "string without a closing quote", span))
    }

    /// Decodes the escapes in the content of a string that starts at `start`.
    fn unescape(&mut self, content: &str, start: usize) -> Result<String, Failure> {
        let mut out = String::with_capacity(content.len());
        let mut rest = content;
        while let Some((plain, escape)) = rest.split_once('\\') {
            out.push_str(plain);
            let at = start + content.len() - escape.len() - 1;
            let (decoded, len) = match escape.as_bytes().first() {
                Some(b'"') => ('"', 1),
                Some(b'\\') => ('\\', 1),
                Some(b'/') => ('/', 1),
                Some(b'b') => ('\u{8}', 1),
                Some(b'f') => ('\u{c}', 1),
                Some(b'n') => ('\n', 1),
                Some(b'r') => ('\r', 1),
                Some(b't') => ('\t', 1),
                Some(b'u') => self.unicode_escape(escape, at)?,
                _ => {
                    let wrong = escape.chars().next().map_or(0, char::len_utf8);
                    let span = Span::new(at, at + 1 + wrong);
                    return Err(Box::new(
                        Diagnostic::new(Code::InvalidJson, "invalid escape in a string", span)
                            .with_help("write a backslash as `\\\\`".to_owned()),
                    ));
                }
            };
            out.push(decoded);
            rest = escape.get(len..).unwrap_or_default();
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Decodes an escape from its `u` on; its backslash is at `at`. Also returns its length without the backslash.
    fn unicode_escape(&mut self, escape: &str, at: usize) -> Result<(char, usize), Failure> {
        let unit = |from: usize| {
            let digits = escape.get(from..from + 4)?;
            let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            u32::from_str_radix(digits, 16).ok().filter(|_| are_digits)
        };
        let Some(first) = unit(1) else {
            let span = Span::new(at, at + 2);
            return Err(Box::new(Diagnostic::new(Code::InvalidJson, "`\\u` without four hexadecimal digits", span)));
        };
        if let Some(c) = char::from_u32(first) {
            return Ok((c, 5));
        }
        let second = unit(7).filter(|_| escape.get(5..7) == Some("\\u"));
        if let (0xD800..0xDC00, Some(second @ 0xDC00..0xE000)) = (first, second)
            && let Some(c) = char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        {
            return Ok((c, 11));
        }
        // The grammar allows it, but it is not a character. The rest can still be read.
        let message = format!("unpaired surrogate `\\u{first:04x}` in a string");
        self.diagnostics.push(Diagnostic::new(Code::InvalidJson, message, Span::new(at, at + 6)));
        Ok((char::REPLACEMENT_CHARACTER, 5))
    }

    fn number(&mut self) -> Result<FlatNode, Failure> {
        let start = self.at;
        let mut at = start + usize::from(self.bytes.get(start) == Some(&b'-'));
        let digits = |at: &mut usize| {
            let from = *at;
            while self.bytes.get(*at).is_some_and(u8::is_ascii_digit) {
                *at += 1;
            }
            *at - from
        };
        let leading_zero = self.bytes.get(at) == Some(&b'0');
        let integer = digits(&mut at);
        let mut valid = integer == 1 || (integer > 1 && !leading_zero);
        if valid && self.bytes.get(at) == Some(&b'.') {
            at += 1;
            valid = digits(&mut at) > 0;
        }
        if valid && matches!(self.bytes.get(at), Some(b'e' | b'E')) {
            at += 1;
            at += usize::from(matches!(self.bytes.get(at), Some(b'+' | b'-')));
            valid = digits(&mut at) > 0;
        }
        if !valid {
            return Err(Box::new(Diagnostic::new(Code::InvalidJson, "invalid number", Span::new(start, at))));
        }
        self.at = at;
        Ok(FlatNode::new(start, at, Kind::Number))
    }

    fn literal(&mut self) -> Result<FlatNode, Failure> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let words = [("true", Kind::Bool), ("false", Kind::Bool), ("null", Kind::Null)];
        let Some((word, kind)) = words.into_iter().find(|(word, _)| rest.starts_with(word.as_bytes())) else {
            return Err(self.unexpected("a value"));
        };
        self.at += word.len();
        Ok(FlatNode::new(start, self.at, kind))
    }

    fn unexpected_end(&self) -> Failure {
        let diagnostic = Diagnostic::new(
            Code::InvalidJson,
            "unexpected end of the document",
            Span::new(self.bytes.len(), self.bytes.len()),
        );
        Box::new(match self.builder.innermost() {
            Some(container) => {
                let name = if container.kind == Kind::Object { "object" } else { "array" };
                let start = container.start as usize;
                diagnostic.with_note(format!("this {name} is not closed"), Span::new(start, start + 1))
            }
            None => diagnostic,
        })
    }

    fn unexpected(&self, wanted: &str) -> Failure {
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        let message = match found {
            Some(found @ ('"' | '\'')) => format!("expected {wanted}, found `{found}`"),
            Some(found) => format!("expected {wanted}, found `{}`", found.escape_debug()),
            None => format!("expected {wanted}, found the end of the document"),
        };
        let end = self.at + found.map_or(0, char::len_utf8);
        Box::new(Diagnostic::new(Code::InvalidJson, message, Span::new(self.at, end)))
    }
}

/// The failure for the first control character in the content of a string that starts at `start`.
fn control_character(content: &str, start: usize) -> Failure {
    let found = content.bytes().enumerate().find(|(_, byte)| *byte < 0x20);
    let (offset, byte) = found.unwrap_or_default();
    let span = Span::new(start + offset, start + offset + 1);
    Box::new(match byte {
        b'\n' | b'\r' => Diagnostic::new(Code::InvalidJson, "line break in a string", span)
            .with_help("close the string with `\"`, or write the line break as `\\n`".to_owned()),
        _ => Diagnostic::new(Code::InvalidJson, format!("control character U+{byte:04X} in a string"), span)
            .with_help(format!("write it as `\\u{byte:04x}`")),
    })
}
