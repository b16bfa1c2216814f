//! Tokens of YAML, read line by line: approximate for unusual documents, but the text is always complete.

use memchr::{memchr, memchr2};

use super::Token;
use super::paint::Painter;

pub(super) fn scan(text: &str, painter: &mut Painter<'_>) {
    Yaml { text, bytes: text.as_bytes(), at: 0, indent: 0, flow: 0, painter }.document();
}

struct Yaml<'t, 'p, 'o> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// The indentation of the current line.
    indent: usize,
    /// The number of open brackets of flow collections.
    flow: usize,
    painter: &'p mut Painter<'o>,
}

impl Yaml<'_, '_, '_> {
    fn document(&mut self) {
        while self.at < self.bytes.len() {
            let line = self.at;
            self.indent = self.bytes[line..].iter().take_while(|&&byte| byte == b' ').count();
            self.at += self.indent;
            let end = self.line_end();
            let text = self.text[self.at..end].trim_end();
            if self.indent == 0 && matches!(text, "---" | "...") {
                self.painter.token(Token::Operator, self.at, self.at + 3);
                self.at = end;
            } else {
                self.line();
            }
            // Quoted text may extend past the line.
            self.at = (self.line_end() + 1).min(self.bytes.len());
        }
    }

    /// Reads to the end of the line, or of the last line of a value that starts on it.
    fn line(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            let start = self.at;
            let spaced = start == 0 || self.bytes[start - 1].is_ascii_whitespace();
            match byte {
                b'\n' => return,
                b' ' | b'\t' | b'\r' | b',' => self.at += 1,
                b'#' if spaced => {
                    self.at = self.line_end();
                    self.painter.token(Token::Comment, start, self.at);
                }
                b'-' | b'?' | b':' if self.ends_word(start + 1) => {
                    self.at += 1;
                    self.painter.token(Token::Operator, start, self.at);
                }
                b'[' | b'{' => {
                    self.flow += 1;
                    self.at += 1;
                }
                b']' | b'}' => {
                    self.flow = self.flow.saturating_sub(1);
                    self.at += 1;
                }
                b'"' | b'\'' => self.quoted(byte),
                b'&' | b'*' | b'!' => {
                    self.at = self.word_end();
                    let token = if byte == b'!' { Token::Keyword } else { Token::Variable };
                    self.painter.token(token, start, self.at);
                }
                b'|' | b'>' if self.flow == 0 => {
                    self.block_scalar();
                    return;
                }
                _ => self.plain(),
            }
        }
    }

    fn quoted(&mut self, quote: u8) {
        let start = self.at;
        self.at += 1;
        loop {
            let Some(offset) = memchr2(quote, b'\\', &self.bytes[self.at..]) else {
                self.at = self.bytes.len();
                break;
            };
            self.at += offset + 1;
            if self.bytes[self.at - 1] == quote {
                break;
            }
            if quote == b'"' {
                // Skips the escaped character; the rest of a longer escape contains no quotes.
                let escaped = self.text.get(self.at..).and_then(|rest| rest.chars().next());
                self.at += escaped.map_or(0, char::len_utf8);
            }
        }
        let token = if self.is_key(self.at) { Token::Property } else { Token::String };
        self.painter.token(token, start, self.at);
    }

    /// Reads `|` or `>` and the lines below it that are indented further.
    fn block_scalar(&mut self) {
        let start = self.at;
        self.at = self.line_end();
        let header = self.text[start..self.at].trim_end().len();
        self.painter.token(Token::Operator, start, start + header);
        let body = (self.at + 1).min(self.bytes.len());
        let mut end = body;
        while end < self.bytes.len() {
            let line = &self.text[end..memchr(b'\n', &self.bytes[end..]).map_or(self.bytes.len(), |at| end + at)];
            let indent = line.len() - line.trim_start_matches(' ').len();
            if indent <= self.indent && !line.trim().is_empty() {
                break;
            }
            end = (end + line.len() + 1).min(self.bytes.len());
        }
        if end > body {
            self.painter.token(Token::String, body, end);
            // The caller continues after the line break at this offset.
            self.at = end - 1;
        }
    }

    /// Reads a plain scalar: a key, a literal, a number, or text.
    fn plain(&mut self) {
        let start = self.at;
        let mut end = start;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'\n' => break,
                b':' if self.ends_word(end + 1) => break,
                b',' | b'[' | b']' | b'{' | b'}' if self.flow > 0 => break,
                b'#' if end > start && matches!(self.bytes[end - 1], b' ' | b'\t') => break,
                _ => end += 1,
            }
        }
        self.at = end.max(start + 1);
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        let text = self.text[start..self.at].trim_end();
        let token = if self.is_key(self.at) {
            Token::Property
        } else if matches!(text, "true" | "false" | "null" | "~" | "True" | "False" | "Null" | "yes" | "no") {
            Token::Keyword
        } else if is_number(text) {
            Token::Number
        } else {
            Token::String
        };
        self.painter.token(token, start, start + text.len());
    }

    /// Whether the colon at `at` makes the text before it a key.
    fn is_key(&self, at: usize) -> bool {
        let spaces = self.bytes[at..].iter().take_while(|&&byte| byte == b' ').count();
        self.bytes.get(at + spaces) == Some(&b':') && self.ends_word(at + spaces + 1)
    }

    /// Whether white space, a flow bracket or the end of the text is at `at`.
    fn ends_word(&self, at: usize) -> bool {
        match self.bytes.get(at) {
            None => true,
            Some(b',' | b'[' | b']' | b'{' | b'}') => self.flow > 0,
            Some(byte) => byte.is_ascii_whitespace(),
        }
    }

    fn word_end(&self) -> usize {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}');
        self.bytes[self.at..].iter().position(ends).map_or(self.bytes.len(), |offset| self.at + offset)
    }

    fn line_end(&self) -> usize {
        memchr(b'\n', &self.bytes[self.at..]).map_or(self.bytes.len(), |offset| self.at + offset)
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-' | b'_'))
}
