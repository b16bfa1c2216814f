//! Files as salsa inputs.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A file that the project has or names. A missing file is an input too: its creation re-runs what looked for it.
#[salsa::input(debug)]
pub(crate) struct File {
    /// Path relative to the project's root, with `/`.
    #[returns(ref)]
    pub(crate) path: Arc<str>,
    /// What was last read.
    #[returns(ref)]
    pub(crate) contents: Contents,
}

/// What reading a file gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// UTF-8 text.
    Text(Arc<str>),
    /// An asset: only its identity matters to queries, its bytes are copied when the site is written.
    Binary {
        /// Hash of the bytes.
        hash: u64,
        /// Length in bytes.
        len: u64,
    },
    /// A file read as text that is no UTF-8 from this byte on.
    NotUtf8 {
        /// Offset of the first wrong byte.
        offset: u64,
    },
    /// No such file.
    Missing,
    /// It exists and cannot be read; the reason is fit for a message.
    Unreadable(Box<str>),
    /// It lies outside the project, perhaps behind a symbolic link.
    Outside,
}

impl File {
    /// The text, or an empty string for whatever is not text; the reason is reported by the file's check.
    pub(crate) fn text(self, db: &dyn super::Db) -> &str {
        match self.contents(db) {
            Contents::Text(text) => text,
            _ => "",
        }
    }
}

/// The files of the project. Changes on create and delete, and when the project names another file.
#[salsa::input(singleton, debug)]
pub(crate) struct FileSet {
    /// `tool.json`.
    #[returns(copy)]
    pub(crate) config: File,
    /// The files found in the source folders, by path.
    #[returns(ref)]
    pub(crate) found: BTreeMap<Arc<str>, File>,
    /// The files that the project names (specs, overlays), by path; those that are missing too.
    #[returns(ref)]
    pub(crate) named: BTreeMap<Arc<str>, File>,
    /// The overlays that a command names instead of those of `tool.json`, by the path of the spec.
    #[returns(ref)]
    pub(crate) overlays: BTreeMap<Arc<str>, Vec<Arc<str>>>,
}
