//! What stops a command: wrong usage or environment. What is wrong with the user's content is a diagnostic instead.

use std::fmt::Display;
use std::io;
use std::path::Path;

/// How a command ended that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// All is well: exit status 0.
    Clean,
    /// The user's files have errors: exit status 1.
    FoundErrors,
}

/// Why a command could not do its work: exit status 2.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    /// The reader of the output has gone: no failure of ours.
    pub(crate) is_broken_pipe: bool,
}

/// What every command returns.
pub(crate) type Outcome<T = Done> = Result<T, Failure>;

impl Failure {
    /// A failure with its one-line reason.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, is_broken_pipe: false }
    }

    /// The same with what to do.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Something the system refused: what was tried, on which path, and its reason.
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

/// The system's reason in words, without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_lowercase(),
        None => text,
    }
}
