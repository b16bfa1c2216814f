//! Failures of a command: invalid usage or environment errors. Problems in the user's content are diagnostics instead.

use std::fmt::Display;
use std::io;
use std::path::Path;

/// The outcome of a command that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// No errors: exit status 0.
    Clean,
    /// The user's files have errors: exit status 1.
    FoundErrors,
}

/// Why a command could not do its work: exit status 2.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    /// Whether the output pipe was closed, which is not a failure of the command.
    pub(crate) is_broken_pipe: bool,
}

/// The result of every command.
pub(crate) type Outcome<T = Done> = Result<T, Failure>;

impl Failure {
    /// A failure with its one-line reason.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, is_broken_pipe: false }
    }

    /// Adds a help line.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A failed system call: what was tried, on which path, and the reason.
    pub(crate) fn system(tried: impl Display, path: &Path, error: &io::Error) -> Self {
        Self::new(format!("{tried} {}: {}", path.display(), reason(error)))
    }
}

/// Output that cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let is_broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Self { is_broken_pipe, ..Self::new(format!("cannot write the output: {}", reason(&error))) }
    }
}

/// The system's error message without the error number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_lowercase(),
        None => text,
    }
}
