//! Tokens of programming languages: one scanner, driven by a table of comments, strings and keywords.
//!
//! Makes one pass, at 10 to 20 nanoseconds per byte, without a grammar. Unclosed constructs become plain text.

use memchr::{memchr, memchr2, memchr3, memmem};

use super::Token;
use super::paint::Painter;

/// The lexical syntax of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// In byte order.
    pub(super) keywords: &'static [&'static str],
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// If an opening is a prefix of another, the longer one comes first.
    pub(super) strings: &'static [Quote],
    /// Keywords are case-insensitive.
    pub(super) fold_case: bool,
    /// A word that begins with a capital is a type.
    pub(super) types: bool,
    /// A word before a colon is the name of a property.
    pub(super) labels: bool,
    /// Letters right before a quote belong to the string.
    pub(super) prefixes: bool,
    /// `/x/` is a regular expression, unless it follows a value.
    pub(super) regexes: bool,
    /// `<x>` is an element, unless it follows a value.
    pub(super) tags: bool,
    /// `'a` without a closing quote is a lifetime, and `name!(` calls a macro.
    pub(super) lifetimes: bool,
    /// `:name` is a symbol.
    pub(super) symbols: bool,
    /// `#word` at the start of a line is a directive.
    pub(super) directives: bool,
    /// Characters that start the name of a variable or an annotation.
    pub(super) sigils: &'static [u8],
    /// Characters allowed in words, besides letters, digits and `_`.
    pub(super) in_words: &'static [u8],
}

/// A kind of string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// Whether it may span lines.
    pub(super) lines: bool,
    /// The character that escapes the next one.
    pub(super) escape: Option<u8>,
    /// Interpolated code: its opening, and the opening and closing brackets.
    pub(super) code: Option<(&'static str, u8, u8)>,
}

/// The keywords that are values.
const VALUES: &[&str] =
    &["false", "False", "nil", "None", "null", "self", "super", "this", "true", "True", "undefined", "NULL"];

/// Scans a text in a language.
pub(super) fn scan(language: &Words, text: &str, painter: &mut Painter<'_>) {
    let mut scanner = WordScanner {
        words: language,
        text,
        bytes: text.as_bytes(),
        at: 0,
        after_value: false,
        frames: Vec::new(),
        brackets: 0,
        markup: Markup::default(),
        unclosed: (usize::MAX, 0),
        painter,
    };
    scanner.code();
}

/// The position in JSX elements.
#[derive(Clone, Copy, Debug, Default)]
struct Markup {
    /// Between `<` and `>`.
    in_tag: bool,
    /// The current tag is a closing tag.
    closing: bool,
    /// The number of open elements.
    depth: u32,
}

/// Code within a string or an element.
struct Frame {
    open: u8,
    close: u8,
    /// The number of open brackets around it.
    brackets: usize,
    /// The elements around it.
    markup: Markup,
    /// The string that continues after it.
    string: Option<Quote>,
}

struct WordScanner<'t, 'p, 'o> {
    words: &'t Words,
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// Whether the last token is a value, so that `/` divides and `<` compares.
    after_value: bool,
    frames: Vec<Frame>,
    /// The number of open brackets in the innermost frame.
    brackets: usize,
    markup: Markup,
    /// The index of a quote that is not closed on a line, and the end of that line.
    unclosed: (usize, usize),
    painter: &'p mut Painter<'o>,
}

impl WordScanner<'_, '_, '_> {
    fn code(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.markup.depth > 0 && !self.markup.in_tag && !matches!(byte, b'<' | b'{') {
                self.markup_text();
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else if is_word(byte) {
                self.word();
            } else if !self.comment() && !self.string(self.at) && !self.special(byte) {
                self.punctuation(byte);
            }
        }
    }

    /// Adds a token from `start` to the current offset.
    fn token(&mut self, token: Token, start: usize) {
        self.painter.token(token, start, self.at);
    }

    fn line_end(&self, from: usize) -> usize {
        memchr(b'\n', &self.bytes[from..]).map_or(self.bytes.len(), |offset| from + offset)
    }

    fn starts_with(&self, text: &str) -> bool {
        self.bytes[self.at..].starts_with(text.as_bytes())
    }

    fn comment(&mut self) -> bool {
        let start = self.at;
        if let Some((open, close)) = self.words.block_comment.filter(|(open, _)| self.starts_with(open)) {
            let body = start + open.len();
            let end = memmem::find(&self.bytes[body..], close.as_bytes());
            self.at = end.map_or(self.bytes.len(), |offset| body + offset + close.len());
        } else if self.words.line_comments.iter().any(|mark| self.starts_with(mark)) {
            self.at = self.line_end(start);
        } else {
            return false;
        }
        self.token(Token::Comment, start);
        true
    }

    /// Reads a string that opens here; its token starts at `from`.
    fn string(&mut self, from: usize) -> bool {
        let quotes = self.words.strings;
        let Some(index) = quotes.iter().position(|quote| self.starts_with(quote.open)) else { return false };
        let quote = quotes[index];
        let start = self.at;
        if !quote.lines {
            let end = self.line_end(start);
            if self.unclosed == (index, end) {
                return false;
            }
            if !self.closes(quote, start + quote.open.len(), end) {
                self.unclosed = (index, end);
                return false;
            }
        }
        self.at = start + quote.open.len();
        self.string_rest(quote, from);
        true
    }

    /// Whether a string whose text begins at `at` is closed before `end`.
    fn closes(&self, quote: Quote, mut at: usize, end: usize) -> bool {
        let close = quote.close.as_bytes()[0];
        let escape = quote.escape.unwrap_or(close);
        while let Some(offset) = memchr3(close, escape, b'\n', &self.bytes[at..end]) {
            at += offset;
            if self.bytes[at] == close {
                return true;
            }
            at = (at + 2).min(end);
        }
        false
    }

    /// Reads a string to its end, or to interpolated code; its token starts at `start`.
    fn string_rest(&mut self, quote: Quote, start: usize) {
        let close = quote.close.as_bytes()[0];
        let escape = quote.escape.unwrap_or(close);
        let code = quote.code.map_or(close, |(open, ..)| open.as_bytes()[0]);
        self.after_value = true;
        while let Some(offset) = memchr3(close, escape, code, &self.bytes[self.at..]) {
            self.at += offset;
            if self.starts_with(quote.close) {
                self.at += quote.close.len();
                self.token(Token::String, start);
                return;
            }
            if let Some((opening, open, end)) = quote.code.filter(|(opening, ..)| self.starts_with(opening)) {
                self.at += opening.len();
                self.token(Token::String, start);
                self.enter(open, end, Some(quote));
                return;
            }
            let is_escape = quote.escape == Some(self.bytes[self.at]);
            self.at += if is_escape && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii) { 2 } else { 1 };
        }
        self.at = self.bytes.len();
        self.token(Token::String, start);
    }

    /// Continues with code up to its closing bracket.
    fn enter(&mut self, open: u8, close: u8, string: Option<Quote>) {
        self.frames.push(Frame { open, close, brackets: self.brackets, markup: self.markup, string });
        self.brackets = 0;
        self.markup = Markup::default();
        self.after_value = false;
    }

    /// Reads a token that is not a word, a comment or a string.
    fn special(&mut self, byte: u8) -> bool {
        let next = self.bytes.get(self.at + 1).copied().unwrap_or(b' ');
        let start = self.at;
        let words = self.words;
        if words.sigils.contains(&byte) && (is_word(next) || words.sigils.contains(&next)) {
            self.at += 1 + usize::from(!is_word(next));
            self.at = self.word_end(self.at);
            self.token(Token::Variable, start);
        } else if words.symbols && byte == b':' && is_letter(next) && (start == 0 || self.bytes[start - 1] != b':') {
            self.at = self.word_end(start + 1);
            self.token(Token::Number, start);
        } else if words.directives && byte == b'#' && is_letter(next) && self.begins_line() {
            self.at = self.word_end(start + 1);
            self.token(Token::Keyword, start);
            self.after_value = false;
            return true;
        } else if words.lifetimes && byte == b'\'' {
            self.character_or_lifetime();
        } else if words.regexes && byte == b'/' && !self.after_value && !self.markup.in_tag {
            return self.regex();
        } else {
            return false;
        }
        self.after_value = true;
        true
    }

    fn begins_line(&self) -> bool {
        let line = &self.bytes[..self.at];
        line.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|&byte| byte == b'\n')
    }

    /// Reads `'a'`, `'\n'` or `'a`.
    fn character_or_lifetime(&mut self) {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let mut characters = rest.char_indices();
        let first = characters.next().map(|(_, first)| first);
        let after = if first == Some('\\') {
            let body = rest.bytes().take(12).skip(2).position(|byte| byte == b'\'');
            body.map(|offset| offset + 2)
        } else {
            characters.next().filter(|&(_, second)| second == '\'').map(|(offset, _)| offset)
        };
        match after {
            Some(offset) => {
                self.at = start + 1 + offset + 1;
                self.token(Token::String, start);
            }
            None => {
                self.at = self.word_end(start + 1);
                self.token(Token::Variable, start);
            }
        }
    }

    /// Reads a regular expression, which must be closed on its line.
    fn regex(&mut self) -> bool {
        let start = self.at;
        let mut at = start + 1;
        let mut in_class = false;
        loop {
            match self.bytes.get(at) {
                None | Some(b'\n') => return false,
                Some(b'\\') => at += 1,
                Some(b'[') => in_class = true,
                Some(b']') => in_class = false,
                Some(b'/') if !in_class => break,
                Some(_) => {}
            }
            // Each slash of a long line starts another attempt, so the length is limited.
            if at > start + 300 {
                return false;
            }
            at += 1;
        }
        self.at = self.word_end(at + 1);
        self.token(Token::String, start);
        self.after_value = true;
        true
    }

    fn punctuation(&mut self, byte: u8) {
        let start = self.at;
        if !byte.is_ascii() {
            self.at += self.text[start..].chars().next().map_or(1, char::len_utf8);
            return;
        }
        if self.markup_mark(byte) {
            return;
        }
        self.at += 1;
        if let Some(frame) = self.frames.last() {
            if byte == frame.open {
                self.brackets += 1;
            } else if byte == frame.close && self.brackets > 0 {
                self.brackets -= 1;
            } else if byte == frame.close
                && let Some(frame) = self.frames.pop()
            {
                (self.brackets, self.markup) = (frame.brackets, frame.markup);
                if let Some(quote) = frame.string {
                    self.string_rest(quote, start);
                }
                return;
            }
        }
        self.after_value = matches!(byte, b')' | b']' | b'}');
    }

    /// Reads the punctuation of an element: `<a`, `</a`, `>`, `/>`, or `{` within it.
    fn markup_mark(&mut self, byte: u8) -> bool {
        if !self.words.tags {
            return false;
        }
        let markup = self.markup;
        let next = self.bytes.get(self.at + 1).copied().unwrap_or(b' ');
        match byte {
            b'<' if !markup.in_tag && (!self.after_value || markup.depth > 0) => {
                let closing = next == b'/' && markup.depth > 0;
                let name = self.at + 1 + usize::from(closing);
                if !closing && !is_letter(next) && next != b'>' {
                    return false;
                }
                self.markup = Markup { in_tag: true, closing, ..markup };
                self.at = self.bytes[name..]
                    .iter()
                    .position(|&byte| !is_word(byte) && !matches!(byte, b'.' | b'-' | b':'))
                    .map_or(self.bytes.len(), |offset| name + offset);
                self.token(Token::Keyword, name);
            }
            b'/' if markup.in_tag && next == b'>' => {
                self.at += 2;
                self.markup.in_tag = false;
            }
            b'>' if markup.in_tag => {
                self.at += 1;
                let depth = if markup.closing { markup.depth.saturating_sub(1) } else { markup.depth + 1 };
                self.markup = Markup { in_tag: false, closing: false, depth };
            }
            b'{' if markup.in_tag || markup.depth > 0 => {
                self.at += 1;
                self.enter(b'{', b'}', None);
                return true;
            }
            _ => return false,
        }
        self.after_value = !self.markup.in_tag && self.markup.depth == 0;
        true
    }

    /// Skips text between tags.
    fn markup_text(&mut self) {
        let next = memchr2(b'<', b'{', &self.bytes[self.at..]);
        self.at = next.map_or(self.bytes.len(), |offset| self.at + offset);
    }

    fn word_end(&self, from: usize) -> usize {
        let in_words = self.words.in_words;
        let ends = |&byte: &u8| !is_word(byte) && !in_words.contains(&byte);
        self.bytes[from..].iter().position(ends).map_or(self.bytes.len(), |offset| from + offset)
    }

    fn word(&mut self) {
        let start = self.at;
        self.at = self.word_end(start);
        if self.bytes[start].is_ascii_digit() {
            self.number(start);
            return;
        }
        if self.words.prefixes && self.prefixed(start) {
            return;
        }
        let word = &self.text[start..self.at];
        let rest = &self.bytes[self.at..];
        let is_member = start > 0 && self.bytes[start - 1] == b'.';
        let is_label = self.words.labels
            && rest.first() == Some(&b':')
            && !matches!(rest.get(1), Some(b':' | b'='))
            && word != "default";
        let is_attribute = self.markup.in_tag;
        let is_call = rest.first() == Some(&b'(')
            || self.words.lifetimes && rest.first() == Some(&b'!') && matches!(rest.get(1), Some(b'(' | b'[' | b'{'));
        let token = if is_attribute || is_label && !is_member {
            Some(Token::Property)
        } else if !is_member && self.is_keyword(word) {
            Some(Token::Keyword)
        } else if is_call {
            Some(Token::Function)
        } else if self.words.types && word.starts_with(|first: char| first.is_ascii_uppercase()) {
            Some(Token::Type)
        } else {
            None
        };
        self.after_value = token != Some(Token::Keyword) || VALUES.contains(&word);
        if let Some(token) = token {
            self.token(token, start);
        }
    }

    fn is_keyword(&self, word: &str) -> bool {
        let keywords = self.words.keywords;
        if !self.words.fold_case {
            return keywords.binary_search(&word).is_ok();
        }
        let longest = 24;
        word.len() <= longest && keywords.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
    }

    fn number(&mut self, start: usize) {
        while self.bytes.get(self.at) == Some(&b'.') && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
            self.at = self.word_end(self.at + 1);
        }
        self.token(Token::Number, start);
        self.after_value = true;
    }

    /// Reads a string with a prefix, such as `f"a"` or `r#"a"#`.
    fn prefixed(&mut self, start: usize) -> bool {
        if self.at - start > 2 {
            return false;
        }
        let hashes = self.bytes[self.at..].iter().take(16).take_while(|&&byte| byte == b'#').count();
        let quote = self.at + hashes;
        if self.words.lifetimes && hashes > 0 && self.bytes.get(quote) == Some(&b'"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let end = memmem::find(&self.bytes[quote + 1..], close.as_bytes());
            self.at = end.map_or(self.bytes.len(), |offset| quote + 1 + offset + close.len());
            self.token(Token::String, start);
            self.after_value = true;
            return true;
        }
        hashes == 0 && matches!(self.bytes.get(quote), Some(b'"' | b'\'')) && self.string(start)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}
