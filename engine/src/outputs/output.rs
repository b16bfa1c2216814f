//! One file of a site as a value; callers write or serve it.

use std::sync::Arc;

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The content.
    Bytes(Vec<u8>),
    /// The project's file at this path, unchanged.
    Copy(Arc<str>),
}

impl From<String> for Output {
    fn from(text: String) -> Self {
        Self::Bytes(text.into_bytes())
    }
}
