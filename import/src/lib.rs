//! Documentation projects of other tools → the files of a project of ours, and a report of everything that was not carried
//! over. Values only: nothing is written here.
//!
//! One way for data to flow: [`Source`] (the files as they are) → `detect` (which tool wrote them) → `formats` (a
//! [`project::Project`]: pages, navigation, redirects, as one value for all tools) → `page` (the text of one page: read into
//! one tree, converted, written) → [`Imported`].

mod format;
#[cfg_attr(not(test), allow(dead_code, reason = "what the readers of formats use of it comes with them"))]
mod page;
mod project;
mod report;
mod source;

pub use format::Format;
pub use report::{Loss, LossKind, Report};
pub use source::Source;

/// A file of the new project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// From the new project's root, with `/`.
    pub path: String,
    /// What it holds.
    pub contents: Contents,
}

/// What a file of the new project holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Text that the import made.
    Text(String),
    /// The bytes of that file of the source.
    Copy(String),
}

/// A project of ours, made from one of another tool.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The files, by path. `tool.json` is the last one.
    pub files: Vec<NewFile>,
    /// What was found, and what was not carried over.
    pub report: Report,
}
