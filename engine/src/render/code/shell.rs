//! Tokens of shell scripts, and of sessions, in which a prompt marks the commands.

use memchr::{memchr, memchr2, memchr3};

use super::Token;
use super::paint::Painter;

const KEYWORDS: &[&str] = &[
    "if", "then", "elif", "else", "fi", "for", "in", "do", "done", "while", "until", "case", "esac", "function",
    "select", "export", "local", "readonly", "return", "set", "unset", "time", "!",
];

/// Keywords after which a command follows.
const BEFORE_COMMAND: &[&str] = &["if", "then", "elif", "else", "do", "while", "until", "time", "!"];

/// Scans a script, in which every line is a command.
pub(super) fn scan(text: &str, painter: &mut Painter<'_>) {
    Shell { bytes: text.as_bytes(), text, at: 0, end: text.len(), painter }.commands();
}

/// Scans a session: lines after a prompt are commands, the others are output.
pub(super) fn scan_session(text: &str, painter: &mut Painter<'_>) {
    let mut at = 0;
    let mut continued = false;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let prompt = line.len() - line.trim_start_matches(['$', '#', '%', '>']).len();
        let is_command = prompt > 0 && line[prompt..].starts_with(' ');
        if is_command {
            painter.token(Token::Operator, at, at + prompt);
        }
        if is_command || continued {
            let from = if is_command { at + prompt } else { at };
            Shell { bytes: text.as_bytes(), text, at: from, end, painter }.commands();
            continued = line.trim_end().ends_with('\\');
        }
        at = end;
    }
}

struct Shell<'t, 'p, 'o> {
    bytes: &'t [u8],
    text: &'t str,
    at: usize,
    end: usize,
    painter: &'p mut Painter<'o>,
}

impl Shell<'_, '_, '_> {
    fn commands(&mut self) {
        let mut command_next = true;
        // The delimiter of a here-document that starts on the next line.
        let mut here: Option<(usize, usize)> = None;
        while self.at < self.end {
            let start = self.at;
            match self.bytes[start] {
                b'\n' => {
                    self.at += 1;
                    if let Some((from, to)) = here.take() {
                        self.here_document(from, to);
                    }
                    command_next = true;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                // A backslash at the end of a line continues the command.
                b'\\' if self.bytes[start + 1..].starts_with(b"\n") => self.at += 2,
                b'\\' if self.bytes[start + 1..].starts_with(b"\r\n") => self.at += 3,
                b'#' => {
                    self.at = self.line_end(start);
                    self.painter.token(Token::Comment, start, self.at);
                }
                b'<' if self.bytes[start + 1..self.end].starts_with(b"<") && here.is_none() => {
                    here = self.here_operator();
                }
                b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' | b'{' | b'}' => {
                    self.at += 1;
                    self.painter.token(Token::Operator, start, self.at);
                    command_next = !matches!(self.bytes[start], b'<' | b'>');
                }
                _ => command_next = self.word(command_next),
            }
        }
    }

    /// Reads a word with its quotes and variables. Returns whether a command follows it.
    fn word(&mut self, is_command: bool) -> bool {
        let start = self.at;
        let plain = self.plain_end(start);
        let text = &self.text[start..plain];
        let assigned = text.find('=').filter(|&at| at > 0 && text[..at].bytes().all(is_name));
        let whole = plain >= self.end || matches!(self.bytes[plain], b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b')');
        if let Some(equals) = assigned.filter(|_| is_command) {
            self.painter.token(Token::Variable, start, start + equals);
            self.at = start + equals + 1;
            self.rest_of_word(None);
            return true;
        }
        if is_command && whole && KEYWORDS.contains(&text) {
            self.painter.token(Token::Keyword, start, plain);
            self.at = plain;
            return BEFORE_COMMAND.contains(&text);
        }
        let token = match text.as_bytes().first() {
            _ if is_command => Some(Token::Function),
            Some(b'-') => Some(Token::Property),
            _ if whole && matches!(text, "do" | "in") => Some(Token::Keyword),
            _ => None,
        };
        self.rest_of_word(token);
        false
    }

    /// Reads to the end of the word; its plain parts are `token`.
    fn rest_of_word(&mut self, token: Option<Token>) {
        while self.at < self.end {
            let start = self.at;
            match self.bytes[start] {
                b'\'' => {
                    let close = memchr(b'\'', &self.bytes[start + 1..self.end]);
                    self.at = close.map_or(self.end, |offset| start + 1 + offset + 1);
                    self.painter.token(Token::String, start, self.at);
                }
                b'"' => self.double_quoted(),
                b'$' => self.variable(),
                b'\\' => self.at = self.after_escape(start),
                b'`' => {
                    self.at += 1;
                    self.painter.token(Token::Operator, start, self.at);
                }
                b' ' | b'\t' | b'\r' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' => return,
                _ => {
                    self.at = self.plain_end(start).max(start + 1);
                    if let Some(token) = token {
                        self.painter.token(token, start, self.at);
                    }
                }
            }
        }
    }

    fn double_quoted(&mut self) {
        let mut from = self.at;
        self.at += 1;
        while let Some(offset) = memchr3(b'"', b'\\', b'$', &self.bytes[self.at..self.end]) {
            self.at += offset;
            match self.bytes[self.at] {
                b'"' => {
                    self.at += 1;
                    self.painter.token(Token::String, from, self.at);
                    return;
                }
                b'\\' => self.at = self.after_escape(self.at),
                _ => {
                    self.painter.token(Token::String, from, self.at);
                    let dollar = self.at;
                    self.variable();
                    // A lone dollar sign is text.
                    from = if self.at == dollar + 1 { dollar } else { self.at };
                }
            }
        }
        self.at = self.end;
        self.painter.token(Token::String, from, self.at);
    }

    /// Reads `$name`, `${…}` or a special parameter; a lone dollar sign stays plain.
    fn variable(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 1..self.end];
        let length = match rest.first() {
            Some(b'{') => memchr2(b'}', b'\n', rest).filter(|&at| rest[at] == b'}').map_or(0, |at| at + 1),
            Some(b'@' | b'*' | b'#' | b'?' | b'!' | b'$' | b'-') => 1,
            Some(_) => rest.iter().take_while(|&&byte| is_name(byte)).count(),
            None => 0,
        };
        self.at = start + 1 + length;
        if length > 0 {
            self.painter.token(Token::Variable, start, self.at);
        }
    }

    /// Reads `<<EOF`, `<<-EOF` or `<<'EOF'` and returns the range of the delimiter. `<<<` is an ordinary operator.
    fn here_operator(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        self.at += 2;
        if self.bytes[self.at..self.end].starts_with(b"<") {
            self.at += 1;
            self.painter.token(Token::Operator, start, self.at);
            return None;
        }
        if self.bytes[self.at..self.end].starts_with(b"-") {
            self.at += 1;
        }
        self.painter.token(Token::Operator, start, self.at);
        self.at += self.bytes[self.at..self.end].iter().take_while(|&&byte| byte == b' ').count();
        let quoted = usize::from(matches!(self.bytes.get(self.at), Some(b'\'' | b'"')) && self.at < self.end);
        let from = self.at + quoted;
        let length = self.bytes[from..self.end].iter().take_while(|&&byte| is_name(byte)).count();
        self.painter.token(Token::Keyword, from, from + length);
        let closing = quoted == 1 && self.bytes[from + length..self.end].first() == Some(&self.bytes[self.at]);
        self.at = from + length + usize::from(closing);
        (length > 0).then_some((from, from + length))
    }

    /// Reads lines up to the one that contains only the delimiter.
    fn here_document(&mut self, from: usize, to: usize) {
        let start = self.at;
        while self.at < self.end {
            let line = self.at;
            self.at = self.line_end(line);
            if self.text[line..self.at].trim() == &self.text[from..to] {
                self.painter.token(Token::String, start, line);
                self.painter.token(Token::Keyword, line, self.at);
                return;
            }
            self.at = (self.at + 1).min(self.end);
        }
        self.painter.token(Token::String, start, self.end);
    }

    fn line_end(&self, at: usize) -> usize {
        memchr(b'\n', &self.bytes[at..self.end]).map_or(self.end, |offset| at + offset)
    }

    fn plain_end(&self, at: usize) -> usize {
        let special = |byte: &u8| {
            matches!(
                byte,
                b' ' | b'\t' | b'\r' | b'\n' | b'\'' | b'"' | b'$' | b'\\' | b'`' | b'|' | b'&' | b';' | b'(' | b')'
            ) || matches!(byte, b'<' | b'>')
        };
        self.bytes[at..self.end].iter().position(special).map_or(self.end, |offset| at + offset)
    }

    /// The offset after the backslash at `at` and the character that it escapes.
    fn after_escape(&self, at: usize) -> usize {
        let escaped = self.text[at + 1..self.end].chars().next();
        at + 1 + escaped.map_or(0, char::len_utf8)
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
