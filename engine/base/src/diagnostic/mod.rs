//! Diagnostics about the user's content: the one type that every command reports.
//!
//! Independent of salsa, the disk and the terminal. A diagnostic is generic over its place, because queries must not
//! return positions that shift when something else is edited: in a spec chunk the place is a node, in a page it is a
//! span of that page, and only a finished report has a [`Place`].

mod codes;
mod fix;
mod line_index;
mod nearest;

use std::sync::Arc;

pub use codes::{Code, CodeInfo};
pub use fix::{Edit, Fix};
pub use line_index::LineIndex;
pub use nearest::{did_you_mean, nearest, only_typo};

/// The severity of a diagnostic, ordered from low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Severity {
    /// Worth knowing; never fails a command.
    Info,
    /// Probably wrong; fails `--strict`.
    Warning,
    /// Wrong; `validate` exits with 1.
    Error,
}

impl Severity {
    /// The lower-case name used in reports: `error`, `warning`, `info`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A half-open range of byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`, in bytes. Offsets beyond 4 GiB do not occur: files have a size limit below it.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: clamp(start), end: clamp(end) }
    }

    /// The same span, `by` bytes further on.
    #[must_use]
    pub fn shifted(self, by: u32) -> Self {
        Self { start: self.start.saturating_add(by), end: self.end.saturating_add(by) }
    }

    /// The span of `part` of `text`, if `file` contains `text` verbatim within this span. Otherwise, as behind the
    /// prefixes of a quote, or if the part is blank, the whole span.
    #[must_use]
    pub fn of_part(self, file: &str, text: &str, part: std::ops::Range<usize>) -> Self {
        let is_blank = text.get(part.clone()).is_none_or(|part| part.trim().is_empty());
        let found = file.get(self.range()).and_then(|written| written.find(text)).filter(|_| !is_blank);
        found.map_or(self, |offset| {
            let start = self.start as usize + offset;
            Self::new(start + part.start, start + part.end)
        })
    }

    /// The span as a range for slicing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A range of a named file, which an editor can open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Place {
    /// Path relative to the project's root, with `/`.
    pub file: Arc<str>,
    /// Byte range in that file.
    pub span: Span,
}

/// One diagnostic about the user's content.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Diagnostic<P = Place> {
    /// The rule, from the table of codes.
    pub code: Code,
    /// Usually the severity of the code.
    pub severity: Severity,
    /// One short line that makes sense by itself.
    pub message: String,
    /// `None` only for diagnostics about the project as a whole.
    pub place: Option<P>,
    /// Further lines, some with places of their own.
    pub notes: Vec<Note<P>>,
    /// What to do, or the nearest known name.
    pub help: Option<String>,
    /// The edit that resolves it, if there is exactly one right answer.
    pub fix: Option<Box<Fix<P>>>,
}

/// A detail of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Note<P = Place> {
    /// One line.
    pub message: String,
    /// The place, if it differs from that of the diagnostic.
    pub place: Option<P>,
}

/// Truncates a message: a name from untrusted input may be as long as its file.
fn shortened(message: String) -> String {
    const LONGEST: usize = 1000;
    const KEPT: usize = 400;
    if message.len() <= LONGEST {
        return message;
    }
    let boundary = |at: &usize| message.is_char_boundary(*at);
    let head = (0..=KEPT).rev().find(boundary).and_then(|at| message.get(..at));
    let tail = (message.len() - KEPT..=message.len()).find(boundary).and_then(|at| message.get(at..));
    format!("{}…{}", head.unwrap_or_default(), tail.unwrap_or_default())
}

impl<P> Diagnostic<P> {
    /// Creates a diagnostic at `place` with the severity of the code.
    pub fn new(code: Code, message: impl Into<String>, place: impl Into<Option<P>>) -> Self {
        Self {
            code,
            severity: code.info().severity,
            message: shortened(message.into()),
            place: place.into(),
            notes: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// Adds a help line.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into().map(shortened);
        self
    }

    /// Whether nothing is built because of it. Not if it is less severe than its code, as in the version of a commit.
    #[must_use]
    pub fn blocks_build(&self) -> bool {
        self.code.info().blocks_build && self.severity >= self.code.info().severity
    }

    /// Adds a fix.
    #[must_use]
    pub fn with_fix(mut self, fix: impl Into<Option<Fix<P>>>) -> Self {
        self.fix = fix.into().map(Box::new);
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, message: impl Into<String>, place: impl Into<Option<P>>) -> Self {
        self.notes.push(Note { message: shortened(message.into()), place: place.into() });
        self
    }

    /// Converts every place to another kind of place.
    pub fn map_place<Q>(self, mut to: impl FnMut(P) -> Q) -> Diagnostic<Q> {
        Diagnostic {
            code: self.code,
            severity: self.severity,
            message: self.message,
            place: self.place.map(&mut to),
            notes: self
                .notes
                .into_iter()
                .map(|note| Note { message: note.message, place: note.place.map(&mut to) })
                .collect(),
            help: self.help,
            fix: self.fix.map(|fix| Box::new(fix.map_place(&mut to))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Diagnostic};

    #[test]
    fn messages_are_bounded() {
        let long = "é".repeat(10_000);
        let found: Diagnostic = Diagnostic::new(Code::BrokenLink, format!("no page `{long}` here"), None);
        let found = found.with_help(long.clone()).with_note(long, None);
        assert!(found.message.starts_with("no page `éé") && found.message.ends_with("éé` here"), "{}", found.message);
        for text in [&found.message, found.help.as_ref().unwrap(), &found.notes[0].message] {
            assert!(text.contains('…') && text.len() < 1_000, "{}", text.len());
        }
    }
}
