//! What is wrong with a user's content, and where: the one type that every command reports.
//!
//! Knows nothing of salsa, files on disk or terminals. A diagnostic is generic over its place, because queries must not
//! return positions that shift when something else is edited: inside a spec chunk the place is a node, inside a page a
//! span of that page, and only a finished report holds a [`Place`].

mod codes;
mod line_index;
mod nearest;

use std::sync::Arc;

pub use codes::{Code, CodeInfo};
pub use line_index::LineIndex;
pub(crate) use nearest::did_you_mean;

/// How grave a diagnostic is. The order is from mild to grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The span as a range for slicing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A range of a named file: what a reader can open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Path relative to the project's root, with `/`.
    pub file: Arc<str>,
    /// Byte range in that file.
    pub span: Span,
}

/// One finding about a user's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic<P = Place> {
    /// Which rule, from the one table of codes.
    pub code: Code,
    /// How grave.
    pub severity: Severity,
    /// One short line that is clear alone.
    pub message: String,
    /// Where; absent only for findings about the project as a whole.
    pub place: Option<P>,
    /// Further lines, some with places of their own.
    pub notes: Vec<Note<P>>,
    /// What to do, or the nearest name.
    pub help: Option<String>,
}

/// A detail of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<P = Place> {
    /// One line.
    pub message: String,
    /// Where, if it is about another place.
    pub place: Option<P>,
}

impl<P> Diagnostic<P> {
    /// A diagnostic of the code's own severity at `place`.
    pub fn new(code: Code, message: impl Into<String>, place: impl Into<Option<P>>) -> Self {
        Self {
            code,
            severity: code.info().severity,
            message: message.into(),
            place: place.into(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// The same with a help line.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    /// The same with one more note.
    #[must_use]
    pub fn with_note(mut self, message: impl Into<String>, place: impl Into<Option<P>>) -> Self {
        self.notes.push(Note { message: message.into(), place: place.into() });
        self
    }

    /// The same diagnostic with each place turned into another kind of place.
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
        }
    }
}
