//! Files as salsa inputs.

#![expect(missing_docs, reason = "salsa generates functions without documentation")]

use std::collections::BTreeMap;
use std::string::FromUtf8Error;
use std::sync::Arc;

use super::ImageSize;
use crate::diagnostic::{Code, Diagnostic, Span};

/// A file that the project has or names. A missing file is an input too: its creation re-runs what looked for it.
#[salsa::input(debug)]
pub struct File {
    /// Path relative to the project's root, with `/`.
    #[returns(ref)]
    pub path: Arc<str>,
    /// What was last read.
    #[returns(ref)]
    pub contents: Contents,
}

/// What reading a file gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// UTF-8 text.
    Text(Arc<str>),
    /// An asset: only its identity matters to queries, its bytes are copied when the site is written.
    Binary {
        /// Hash of the bytes.
        hash: u64,
        /// Length in bytes.
        len: u64,
        /// Of an image, how large it is.
        image: Option<ImageSize>,
    },
    /// A file read as text that is no UTF-8.
    NotUtf8 {
        /// What it is instead, if its first bytes tell, to follow "is".
        found: Option<&'static str>,
        /// The text before the first wrong byte, and U+FFFD for the rest: what a report can show.
        seen: Arc<str>,
    },
    /// No such file.
    Missing,
    /// It exists and cannot be read; the reason is fit for a message.
    Unreadable(Box<str>),
    /// It lies outside the project, perhaps behind a symbolic link.
    Outside,
}

impl Contents {
    /// Bytes that are no UTF-8.
    pub(super) fn not_utf8(error: FromUtf8Error) -> Self {
        let valid = error.utf8_error().valid_up_to();
        let mut bytes = error.into_bytes();
        let known = NOT_TEXT.iter().find(|(start, _)| bytes.starts_with(start));
        bytes.truncate(if known.is_some() { 0 } else { valid });
        let mut seen = String::from_utf8_lossy(&bytes).into_owned();
        seen.push(char::REPLACEMENT_CHARACTER);
        Self::NotUtf8 { found: known.map(|(_, what)| *what), seen: seen.into() }
    }

    /// The finding that the bytes of `file`, a name in words, are no text.
    pub fn not_text(&self, file: &str) -> Option<Diagnostic<Span>> {
        let Self::NotUtf8 { found, seen } = self else { return None };
        let offset = seen.len() - char::REPLACEMENT_CHARACTER.len_utf8();
        let message = match found {
            Some(found) => format!("{file} is {found}, not UTF-8 text"),
            None => format!("{file} is not UTF-8 from byte {offset} on"),
        };
        let is_text = found.is_none_or(|found| found == UTF_16);
        let found = Diagnostic::new(Code::NotText, message, Span::new(offset, seen.len()));
        Some(found.with_help(is_text.then(|| "save it as UTF-8".to_owned())))
    }
}

const UTF_16: &str = "UTF-16";
/// How files begin that are no UTF-8, and what they are.
const NOT_TEXT: &[(&[u8], &str)] = &[
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
];

impl File {
    /// The text, or an empty string for whatever is not text; the reason is reported by the file's check.
    pub fn text(self, db: &dyn super::Db) -> &str {
        match self.contents(db) {
            Contents::Text(text) => text,
            _ => "",
        }
    }
}

/// The files of the project. Changes on create and delete, and when the project names another file.
#[salsa::input(singleton, debug)]
pub struct FileSet {
    /// `tool.json`.
    #[returns(copy)]
    pub config: File,
    /// The files found in the source folders, by path.
    #[returns(ref)]
    pub found: BTreeMap<Arc<str>, File>,
    /// The symbolic links in the source folders that are left out, since they lead out of the project or nowhere.
    #[returns(ref)]
    pub skipped: BTreeMap<Arc<str>, File>,
    /// The files that the project names (specs, overlays), by path; those that are missing too.
    #[returns(ref)]
    pub named: BTreeMap<Arc<str>, File>,
    /// The overlays that a command names instead of those of `tool.json`, by the path of the spec.
    #[returns(ref)]
    pub overlays: BTreeMap<Arc<str>, Vec<Arc<str>>>,
    /// Whether drafts are pages too.
    #[returns(copy)]
    pub drafts: bool,
}
