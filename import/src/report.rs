//! What an import says of itself: the losses by kind, with their places (formats.md 13).

use crate::Format;

/// A kind of thing that was not carried over, or not as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossKind {
    /// A component that is neither known nor a file of Markdown: its content stays, its tags go.
    UnknownComponent,
    /// An imported file of code: there is nothing here that could run it.
    CodeImport,
    /// An imported file that is not there.
    MissingImport,
    /// `export` of something that the page used or may have used.
    Export,
    /// A JavaScript expression: its source stays in a code span.
    Expression,
    /// An attribute without a counterpart, or with a value that is computed.
    Attribute,
    /// An included file or section that is not there, or includes itself.
    MissingInclude,
    /// A link to a page that is not there.
    Link,
    /// A link to a place in a page that is not there.
    Anchor,
    /// An image or another file that is not there.
    Asset,
    /// An entry of the navigation without a page.
    NavigationEntry,
    /// A page that the navigation does not name.
    UnlistedPage,
    /// Two pages with one address.
    DuplicateAddress,
    /// A language of the site beside the default one.
    Locale,
    /// A version of the site beside the default one.
    Version,
    /// A block that is not closed, or closed twice.
    UnbalancedBlock,
    /// A file of settings, or a part of one, that cannot be read without running it, or is wrong.
    Config,
    /// A field of the frontmatter that has no counterpart.
    Frontmatter,
    /// A redirect that cannot be carried over.
    Redirect,
    /// An OpenAPI document, or an operation of one, that is not there.
    Spec,
    /// A file that is not text, too large, not UTF-8, or a link to outside of the source.
    File,
}

/// One thing that was not carried over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// What kind of thing it is.
    pub kind: LossKind,
    /// The file of the source, from its root, with `/`.
    pub file: String,
    /// Its line there, from 1; 0 for the file as a whole.
    pub line: u32,
    /// What it is: the component's name, the link's target, the expression. One line, as it was written.
    pub subject: String,
    /// What became of it, in a few words; may be empty.
    pub outcome: String,
}

/// What an import found, and what it lost.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which tool the project was written for.
    pub format: Format,
    /// Why that was concluded: the file that says so.
    pub evidence: String,
    /// How many pages were made.
    pub pages: usize,
    /// The losses, by kind, file and line.
    pub losses: Vec<Loss>,
}
