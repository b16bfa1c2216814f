//! Finds the end of JavaScript in a page: `{…}` with strings, templates, comments and JSX in it, and statements.

use crate::literal::Lexer;

/// The distance that a search may cover. It shrinks with each failed search, so broken input costs no more than other
/// input.
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

    /// Records a search that found nothing within `searched` bytes.
    pub(crate) fn failed(&mut self, searched: usize) {
        if searched > 256 {
            self.0 = (self.0 / 2).max(256);
        }
    }
}

/// The position after the bracket that closes the one at `at`.
pub(crate) fn expression_end(text: &str, at: usize, reach: &mut Reach) -> Option<usize> {
    let mut lexer = Lexer::new(text, at, at.saturating_add(reach.bytes()));
    while lexer.step().is_some() {
        if !lexer.is_open() {
            return Some(lexer.at());
        }
    }
    reach.failed(lexer.at() - at);
    None
}

/// The end of the statement that begins at `at`: that of the first line where no bracket is open and the next line is
/// blank or begins a new statement. `None` if a bracket stays open.
pub(crate) fn statement_end(text: &str, at: usize) -> Option<usize> {
    let mut lexer = Lexer::new(text, at, text.len());
    loop {
        if !lexer.is_open()
            && let Some(next) = text.get(lexer.at()..).and_then(|rest| rest.strip_prefix('\n'))
        {
            let line = text.get(at..lexer.at()).unwrap_or_default();
            if ends_statement(line, next.split('\n').next().unwrap_or_default()) {
                return Some(lexer.at() + 1);
            }
        }
        if lexer.step().is_none() {
            return (!lexer.is_open()).then_some(text.len());
        }
    }
}

fn ends_statement(so_far: &str, next: &str) -> bool {
    let last = so_far.trim_end();
    let goes_on = last.ends_with(['=', '(', ',', '{', '[', '?', ':', '+', '|', '&']) || last.ends_with("=>");
    next.trim().is_empty() && !goes_on
        || next.starts_with("import ")
        || next.starts_with("export ")
        || ["const ", "let ", "function "].iter().any(|word| next.starts_with(word)) && !goes_on
        || last.ends_with(';')
        || last.ends_with(['"', '\''])
            && last.rsplit('\n').next().is_some_and(|line| line.contains(" from ") || line.starts_with("import"))
}
