//! What an import says of itself: the losses by kind, with their places (formats.md 13).

use crate::format::Format;

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
    /// Lines of code that readers of the old site did not see.
    HiddenCode,
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

/// Why a thing is not in the new project as it was meant in the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The source has it, and the import could not carry it over.
    Import,
    /// It is broken in the source already, or not in it: readers of the old site had no more.
    Source,
    /// It was decided so, without a loss of what readers saw, or as an option or a setting can change.
    Choice,
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
    /// Whose doing it is.
    pub origin: Origin,
}

impl Loss {
    /// A loss of a kind, whose doing it is as mostly with that kind.
    #[must_use]
    pub fn new(kind: LossKind, file: &str, line: u32, subject: &str, outcome: impl Into<String>) -> Self {
        let (file, subject, outcome) = (file.to_owned(), one_line(subject), outcome.into());
        Self { kind, file, line, subject, outcome, origin: kind.origin() }
    }

    /// The same with another origin.
    pub(crate) fn by(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }
}

impl Origin {
    /// All of them, in the order in which a report has them.
    pub const ALL: [Self; 3] = [Self::Import, Self::Source, Self::Choice];

    /// Its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Source => "source",
            Self::Choice => "choice",
        }
    }

    /// What stands behind the number of things of that origin.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Import => "not carried over",
            Self::Source => "broken in the source already, or not in it",
            Self::Choice => "left out or changed on purpose",
        }
    }
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
    /// Files of the source, and the page of the new project that each became.
    pub page_files: Vec<(String, String)>,
    /// Files of pages that were carried over, but that the old navigation did not name.
    pub unlisted: Vec<String>,
}

impl LossKind {
    /// All of them, in the order in which a report has them.
    pub const ALL: [Self; 21] = [
        Self::UnknownComponent,
        Self::CodeImport,
        Self::MissingImport,
        Self::Export,
        Self::Expression,
        Self::Attribute,
        Self::HiddenCode,
        Self::MissingInclude,
        Self::Link,
        Self::Anchor,
        Self::Asset,
        Self::NavigationEntry,
        Self::DuplicateAddress,
        Self::Locale,
        Self::Version,
        Self::UnbalancedBlock,
        Self::Config,
        Self::Frontmatter,
        Self::Redirect,
        Self::Spec,
        Self::File,
    ];

    /// Its name for programs, and what a report calls it.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::UnknownComponent => ("unknown-component", "components that are not known; their content was kept"),
            Self::CodeImport => ("code-import", "imports of code, which nothing here can run"),
            Self::MissingImport => ("missing-import", "imports of files that are not there"),
            Self::Export => ("export", "exports in pages"),
            Self::Expression => ("expression", "expressions, which were left as code"),
            Self::Attribute => ("attribute", "attributes that were dropped"),
            Self::HiddenCode => ("hidden-code", "lines of code that the old site hid"),
            Self::MissingInclude => ("missing-include", "includes of files or parts that are not there"),
            Self::Link => ("link", "links to nothing in the project"),
            Self::Anchor => ("anchor", "links to places that pages do not have"),
            Self::Asset => ("asset", "images and files that are not there"),
            Self::NavigationEntry => ("navigation-entry", "entries of the navigation without a page"),
            Self::DuplicateAddress => ("duplicate-address", "pages whose address another page has"),
            Self::Locale => ("locale", "languages that were left out"),
            Self::Version => ("version", "versions that were left out"),
            Self::UnbalancedBlock => ("unbalanced-block", "blocks that are not closed, or closed twice"),
            Self::Config => ("config", "settings that were not carried over"),
            Self::Frontmatter => ("frontmatter", "fields of frontmatter without a counterpart"),
            Self::Redirect => ("redirect", "redirects that cannot be carried over"),
            Self::Spec => ("spec", "OpenAPI files and operations that are not there, or wrong"),
            Self::File => ("file", "files that were left out, or could not be read"),
        }
    }

    /// Whose doing a loss of the kind is, where nothing else is known of it: what leads to nothing led to nothing before.
    fn origin(self) -> Origin {
        match self {
            Self::MissingImport
            | Self::MissingInclude
            | Self::Link
            | Self::Anchor
            | Self::Asset
            | Self::NavigationEntry
            | Self::DuplicateAddress
            | Self::UnbalancedBlock => Origin::Source,
            // An option brings these, and nobody saw those.
            Self::Locale | Self::Version | Self::HiddenCode => Origin::Choice,
            _ => Origin::Import,
        }
    }

    /// Its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// What losses of the kind are, in the plural.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.names().1
    }
}

/// The text on one line, of bounded length.
pub(crate) fn one_line(text: &str) -> String {
    let mut out = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        if out.len() > 200 {
            let cut = (0..=200).rev().find(|at| out.is_char_boundary(*at)).unwrap_or(0);
            out.truncate(cut);
            out.push('…');
            break;
        }
    }
    out
}
