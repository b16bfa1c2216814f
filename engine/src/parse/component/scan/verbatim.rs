//! Verbatim text: `pass:[…]` within a line.

use memchr::memmem;

use super::super::elements::ScanToken;
use super::Scanner;
use base::diagnostic::Span;

/// Opens verbatim text.
const OPENING: &str = "pass:[";

/// The position of the first opening from `at` on; the end of the text if there is none.
pub(super) fn next_verbatim(text: &str, at: usize) -> usize {
    memmem::find(&text.as_bytes()[at..], OPENING.as_bytes()).map_or(text.len(), |offset| at + offset)
}

impl Scanner<'_> {
    /// The position of the next opening on this line; the end of the line if there is none.
    pub(super) fn verbatim_on_line(&mut self) -> usize {
        if self.verbatim < self.at {
            self.verbatim = next_verbatim(self.text, self.at);
        }
        self.verbatim.min(self.line_end)
    }

    /// Replaces the verbatim text here with a placeholder, if its brackets are closed on the same line.
    pub(super) fn verbatim_text(&mut self) {
        let start = self.at;
        self.at += OPENING.len();
        let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\\');
        if self.text[..start].ends_with(in_word) {
            return;
        }
        let mut open = 1_usize;
        let close = self.text.as_bytes()[self.at..self.line_end].iter().position(|byte| {
            match byte {
                b'[' => open += 1,
                b']' => open -= 1,
                _ => {}
            }
            open == 0
        });
        let Some(close) = close.map(|offset| self.at + offset) else { return };
        let inside = Span::new(self.at, close);
        self.out.verbatim.push(Span::new(start, close + 1));
        self.write_to(start);
        self.insert_token(ScanToken::Verbatim(inside), start);
        (self.at, self.from) = (close + 1, close + 1);
    }
}
