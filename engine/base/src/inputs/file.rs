//! Files as salsa inputs.

#![expect(missing_docs, reason = "salsa generates functions without documentation")]

use std::collections::BTreeMap;
use std::string::FromUtf8Error;
use std::sync::Arc;

use super::{History, ImageSize, LeftOut, NoHistory};
use crate::diagnostic::{Code, Diagnostic, Span};

/// A file that the project contains or refers to. A missing file is an input too, so that its creation re-runs the
/// queries that looked for it.
#[salsa::input(debug)]
pub struct File {
    /// Path relative to the project's root, with `/`.
    #[returns(ref)]
    pub path: Arc<str>,
    /// The contents when it was last read.
    #[returns(ref)]
    pub contents: Contents,
    /// The place in [`Editions`] of the set that it is a file of. A file that several editions read is an input of each.
    #[returns(copy)]
    pub place: u16,
}

/// The result of reading a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// UTF-8 text.
    Text(Arc<str>),
    /// An asset: queries depend only on its identity; its bytes are copied when the site is written.
    Binary {
        /// Hash of the bytes.
        hash: u64,
        /// Length in bytes.
        len: u64,
        /// The dimensions, if it is an image.
        image: Option<ImageSize>,
    },
    /// A file read as text that is not valid UTF-8.
    NotUtf8 {
        /// The file type detected from the first bytes, worded to follow "is".
        found: Option<&'static str>,
        /// The text before the first invalid byte, followed by U+FFFD for the rest, for code frames.
        seen: Arc<str>,
    },
    /// The file does not exist.
    Missing,
    /// The file exists but cannot be read; the reason is worded for a message.
    Unreadable(Box<str>),
    /// The file is outside the project, possibly behind a symbolic link.
    Outside,
}

impl Contents {
    /// The contents for bytes that are not UTF-8.
    pub(super) fn not_utf8(error: FromUtf8Error) -> Self {
        let valid = error.utf8_error().valid_up_to();
        let mut bytes = error.into_bytes();
        let known = NOT_TEXT.iter().find(|(start, _)| bytes.starts_with(start));
        bytes.truncate(if known.is_some() { 0 } else { valid });
        let mut seen = String::from_utf8_lossy(&bytes).into_owned();
        seen.push(char::REPLACEMENT_CHARACTER);
        Self::NotUtf8 { found: known.map(|(_, what)| *what), seen: seen.into() }
    }

    /// The diagnostic that `file` (a name in words) is not text, if it is not.
    pub fn not_text(&self, file: &str) -> Option<Diagnostic<Span>> {
        let Self::NotUtf8 { found, seen } = self else { return None };
        let offset = seen.len() - char::REPLACEMENT_CHARACTER.len_utf8();
        let message = match found {
            Some(found) => format!("{file} is {found}, not UTF-8 text"),
            None => format!("{file} is not valid UTF-8: invalid byte at offset {offset}"),
        };
        let is_text = found.is_none_or(|found| found == UTF_16);
        let found = Diagnostic::new(Code::NotText, message, Span::new(offset, seen.len()));
        Some(found.with_help(is_text.then(|| "save it as UTF-8".to_owned())))
    }
}

const UTF_16: &str = "UTF-16";
/// Magic numbers of binary file types, and their names.
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
    /// Whether the file has no contents at all. That is reported where the file is named; other problems in the file.
    pub fn is_absent(self, db: &dyn super::Db) -> bool {
        matches!(self.contents(db), Contents::Missing | Contents::Outside | Contents::Unreadable(_))
    }

    /// The diagnostic that the file is missing, unreadable, or not text; `None` if it was read.
    pub fn unreadable(self, db: &dyn super::Db) -> Option<Diagnostic<Span>> {
        let start = Span::default();
        match self.contents(db) {
            Contents::Text(_) | Contents::Binary { .. } => None,
            Contents::Missing => Some(Diagnostic::new(Code::MissingFile, "the file does not exist", None)),
            Contents::Outside => {
                Some(Diagnostic::new(Code::OutsideProject, "the file is outside the project's folder", start))
            }
            Contents::Unreadable(reason) => {
                Some(Diagnostic::new(Code::UnreadableFile, format!("the file cannot be read: {reason}"), start))
            }
            contents @ Contents::NotUtf8 { .. } => contents.not_text("the file"),
        }
    }

    /// The text, or an empty string if the file is not text; the file's own check reports the reason.
    pub fn text(self, db: &dyn super::Db) -> &str {
        match self.contents(db) {
            Contents::Text(text) => text,
            _ => "",
        }
    }
}

/// The loaded editions of the project: every version in every language, the main one first, or the one that is visited. Never
/// empty.
#[salsa::input(singleton, debug)]
pub struct Editions {
    /// The files of each.
    #[returns(ref)]
    pub sets: Vec<FileSet>,
}

impl FileSet {
    /// The files of the edition that reads `file`.
    pub fn of(db: &dyn super::Db, file: File) -> Self {
        let sets = Editions::get(db).sets(db);
        sets.get(usize::from(file.place(db))).or(sets.first()).copied().expect("a project has an edition")
    }
}

/// The files of an edition. Changes when files are created or deleted, and when the project refers to another file.
#[salsa::input(debug)]
pub struct FileSet {
    /// The place of the edition among all of the project.
    #[returns(copy)]
    pub number: u16,
    /// `tool.json`.
    #[returns(copy)]
    pub config: File,
    /// The files found in the source folders, by path.
    #[returns(ref)]
    pub found: BTreeMap<Arc<str>, File>,
    /// The symbolic links in the source folders that are skipped because they point outside the project or to nothing.
    #[returns(ref)]
    pub skipped: BTreeMap<Arc<str>, File>,
    /// The folders, and links to folders, in the source folders that could not be followed.
    #[returns(ref)]
    pub left_out: BTreeMap<Arc<str>, LeftOut>,
    /// The files that the project refers to (specs, overlays), by path, including missing ones.
    #[returns(ref)]
    pub named: BTreeMap<Arc<str>, File>,
    /// The overlays that a command applies instead of those in `tool.json`, by the path of the spec.
    #[returns(ref)]
    pub overlays: BTreeMap<Arc<str>, Vec<Arc<str>>>,
    /// Whether drafts are published.
    #[returns(copy)]
    pub drafts: bool,
    /// The history of the files; `None` if the project shows nothing of it.
    #[returns(ref)]
    pub history: Option<Result<Arc<History>, NoHistory>>,
    /// Nothing, of the durability of edited files: see [`FileSet::reads_all_pages`].
    #[returns(copy)]
    edits: (),
}

impl FileSet {
    /// For queries that read every page. Gives them the durability of edited files from the start: the first edit of a
    /// page would lower it, and a memo that becomes less durable counts as changed for its dependents.
    pub fn reads_all_pages(self, db: &dyn super::Db) {
        self.edits(db);
    }
}
