//! How far JavaScript goes: `{…}` with strings, templates, comments and JSX in it, and lists of statements.

/// How far a search may go. It shrinks with each search that finds nothing, so that broken input costs no more than other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach(usize);

impl Default for Reach {
    fn default() -> Self {
        Self(4 << 20)
    }
}

impl Reach {
    /// Bytes.
    pub(crate) fn bytes(self) -> usize {
        self.0
    }

    /// After a search that found nothing within `searched` bytes.
    pub(crate) fn failed(&mut self, searched: usize) {
        if searched > 256 {
            self.0 = (self.0 / 2).max(256);
        }
    }
}

/// What is open within an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Brace,
    Other,
    Template,
}

/// The place behind the `}` that closes the `{` at `at`.
pub(crate) fn expression_end(text: &str, at: usize, reach: &mut Reach) -> Option<usize> {
    let end = at.saturating_add(reach.bytes()).min(text.len());
    let mut walk = Walk { bytes: text.as_bytes(), at, end, open: Vec::new(), comments: true };
    while walk.step() {
        if walk.open.is_empty() {
            return Some(walk.at);
        }
    }
    reach.failed(walk.at - at);
    None
}

/// The end of the statement that begins at `at`: that of the first line where no bracket is open and the next line is
/// blank or begins a new statement. None where a bracket stays open.
pub(crate) fn statement_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut walk = Walk { bytes, at, end: text.len(), open: Vec::new(), comments: true };
    while walk.at < walk.end {
        if bytes.get(walk.at) == Some(&b'\n') && walk.open.is_empty() {
            let line = text.get(at..walk.at).unwrap_or_default();
            let next = text.get(walk.at + 1..).unwrap_or_default();
            let next = next.split('\n').next().unwrap_or_default();
            if ends_statement(line, next) {
                return Some(walk.at + 1);
            }
        }
        walk.step();
    }
    walk.open.is_empty().then_some(text.len())
}

fn ends_statement(so_far: &str, next: &str) -> bool {
    let last = so_far.trim_end();
    let goes_on = last.ends_with(['=', '(', ',', '{', '[', '?', ':', '+', '|', '&']) || last.ends_with("=>");
    next.trim().is_empty() && !goes_on
        || next.starts_with("import ")
        || next.starts_with("export ")
        || last.ends_with(';')
        || last.ends_with(['"', '\''])
            && last.rsplit('\n').next().is_some_and(|line| line.contains(" from ") || line.starts_with("import"))
}

/// A walk over JavaScript.
struct Walk<'t> {
    bytes: &'t [u8],
    at: usize,
    end: usize,
    open: Vec<Open>,
    /// Whether a comment that begins may have an end.
    comments: bool,
}

impl Walk<'_> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied().filter(|_| self.at + ahead < self.end)
    }

    /// Passes over one character, string or comment. False at the end.
    fn step(&mut self) -> bool {
        let Some(byte) = self.byte(0) else { return false };
        if self.open.last() == Some(&Open::Template) {
            match byte {
                b'\\' => self.at += 1,
                b'`' => {
                    self.open.pop();
                }
                b'$' if self.byte(1) == Some(b'{') => {
                    self.open.push(Open::Brace);
                    self.at += 1;
                }
                _ => {}
            }
            self.at += 1;
            return true;
        }
        match byte {
            b'{' => self.open.push(Open::Brace),
            b'(' | b'[' => self.open.push(Open::Other),
            b'}' => {
                // A bracket that was not closed is closed by the brace around it.
                while self.open.last() == Some(&Open::Other) {
                    self.open.pop();
                }
                self.open.pop();
            }
            b')' | b']' if self.open.last() == Some(&Open::Other) => {
                self.open.pop();
            }
            b'`' => self.open.push(Open::Template),
            b'"' | b'\'' => self.string(byte),
            b'/' if self.comments && self.byte(1) == Some(b'*') => {
                let rest = self.bytes.get(self.at + 2..self.end).unwrap_or_default();
                let found = rest.windows(2).position(|two| two == b"*/");
                self.comments = found.is_some();
                self.at += found.map_or(1, |offset| offset + 3);
            }
            b'/' if self.byte(1) == Some(b'/') && (self.at == 0 || self.bytes.get(self.at - 1) != Some(&b':')) => {
                let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
                let line = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                self.at += line;
                return true;
            }
            _ => {}
        }
        self.at += 1;
        true
    }

    /// Goes to the last byte of the string that begins here. An apostrophe in text has none on its line.
    fn string(&mut self, quote: u8) {
        let mut at = self.at + 1;
        while at < self.end {
            match self.bytes.get(at) {
                Some(b'\\') => at += 1,
                Some(b'\n') | None => return,
                Some(&byte) if byte == quote => {
                    self.at = at;
                    return;
                }
                _ => {}
            }
            at += 1;
        }
    }
}
