//! Why a release cannot be made.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;

/// A reason in one line.
#[derive(Debug)]
pub struct Failure(String);

/// The result of a step.
pub type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// A failure with its reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// A failed system call: what was tried, on which path, and the system's reason.
    pub fn system(tried: impl Display, path: &Path, error: &io::Error) -> Self {
        Self(format!("{tried} {}: {error}", path.display()))
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
