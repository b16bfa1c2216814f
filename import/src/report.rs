//! The report of an import: the losses by kind, with their positions (formats.md 13).

use std::collections::{BTreeMap, BTreeSet};

use crate::format::Format;

/// A kind of loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossKind {
    /// A page whose text consists of parts that cannot be read.
    EmptyPage,
    /// A component that is neither known nor a Markdown file: its content and the text of its attributes stay.
    UnknownComponent,
    /// A component or a type in a code file, which cannot be executed here.
    CodeImport,
    /// A component from a file that does not exist.
    MissingImport,
    /// An `export` that the page used or may have used.
    Export,
    /// A JavaScript expression: its source stays in a code span.
    Expression,
    /// An attribute without a counterpart, or with a computed value.
    Attribute,
    /// Lines of code that readers of the old site did not see.
    HiddenCode,
    /// An included file or section that does not exist, or includes itself.
    MissingInclude,
    /// A link to a page that does not exist.
    Link,
    /// A link to an anchor that does not exist.
    Anchor,
    /// An image or another file that does not exist.
    Asset,
    /// A navigation entry without a page.
    NavigationEntry,
    /// A folder with pages that the navigation does not list.
    Navigation,
    /// Two pages with the same path.
    DuplicateAddress,
    /// A language other than the default one.
    Locale,
    /// A version other than the default one.
    Version,
    /// An unclosed block, or a stray closing tag.
    UnbalancedBlock,
    /// A settings file, or a part of one, that cannot be read without executing it, or is invalid.
    Config,
    /// A frontmatter field without a counterpart.
    Frontmatter,
    /// A redirect that cannot be carried over.
    Redirect,
    /// An OpenAPI document or operation that does not exist.
    Spec,
    /// A file that is not text, too large, not UTF-8, or a link out of the source.
    File,
}

/// Why something is not in the new project as intended in the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The source has it, but the import could not carry it over.
    Import,
    /// It was already broken or missing in the source.
    Source,
    /// A choice that loses nothing visible, or that an option or a setting can change.
    Choice,
}

/// Something that was not carried over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// The kind of loss.
    pub kind: LossKind,
    /// The source file, from its root, with `/`.
    pub file: String,
    /// Its line there, from 1; 0 for the whole file.
    pub line: u32,
    /// The subject on one line, as written: the component's name, the link target, the expression.
    pub subject: String,
    /// The outcome in a few words; may be empty.
    pub outcome: String,
    /// The origin.
    pub origin: Origin,
    /// Whether readers lose a text, a link, an image, code, or an entry of the navigation.
    pub is_content: bool,
    /// The source file of the page that may have a missing anchor in parts that are not read; empty if unknown, or if the
    /// page certainly lacks it.
    pub(crate) target: String,
    /// Whether what is lost may have headings.
    pub(crate) may_have_headings: bool,
    /// The URL path on the old site of the target of a link, joined to that of its page; empty if unknown.
    pub(crate) address: String,
}

impl Loss {
    /// A loss with the usual origin of its kind.
    #[must_use]
    pub fn new(kind: LossKind, file: &str, line: u32, subject: &str, outcome: impl Into<String>) -> Self {
        let (file, subject, outcome) = (file.to_owned(), one_line(subject), outcome.into());
        Self {
            kind,
            file,
            line,
            subject,
            outcome,
            origin: kind.origin(),
            is_content: kind.is_content(),
            target: String::new(),
            may_have_headings: kind.may_have_headings(),
            address: String::new(),
        }
    }

    /// The loss of something without headings.
    pub(crate) fn without_headings(self) -> Self {
        Self { may_have_headings: false, ..self }
    }

    /// The loss of something that readers miss.
    pub(crate) fn of_content(self) -> Self {
        Self { is_content: true, ..self }
    }

    /// The loss with the file of the page that should have the anchor.
    pub(crate) fn to(self, target: &str) -> Self {
        Self { target: target.to_owned(), ..self }
    }

    /// The loss with the URL path of the link's target on the old site.
    pub(crate) fn at(self, address: String) -> Self {
        Self { address, ..self }
    }

    /// The loss with another origin.
    pub(crate) fn by(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }
}

impl Origin {
    /// All origins, in report order.
    pub const ALL: [Self; 3] = [Self::Import, Self::Source, Self::Choice];

    /// Its machine-readable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Source => "source",
            Self::Choice => "choice",
        }
    }

    /// The text after the number of losses with this origin.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Import => "not carried over",
            Self::Source => "already broken or missing in the source",
            Self::Choice => "left out or changed on purpose",
        }
    }
}

/// A version in a language in the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionReport {
    /// The version, as in `tool.json`; `None` if there are no others.
    pub version: Option<String>,
    /// The language, as in `tool.json`; `None` if there are no others.
    pub language: Option<String>,
    /// The number of its own pages.
    pub pages: usize,
}

/// The results of an import, and its losses.
#[derive(Clone, Debug)]
pub struct Report {
    /// The detected tool.
    pub format: Format,
    /// The file by which it was detected.
    pub evidence: String,
    /// The number of pages created.
    pub pages: usize,
    /// The versions and languages, the main one first, with the number of pages of each; one if there are no others.
    pub editions: Vec<EditionReport>,
    /// The losses, by kind, file and line.
    pub losses: Vec<Loss>,
    /// Source files, and the page of the new project that each became.
    pub page_files: Vec<(String, String)>,
    /// Page files that were carried over, but that the old navigation did not list.
    pub unlisted: Vec<String>,
}

impl LossKind {
    /// All kinds, in report order.
    pub const ALL: [Self; 23] = [
        Self::EmptyPage,
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
        Self::Navigation,
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

    /// Its machine-readable name and its title in a report.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::EmptyPage => ("empty-page", "pages that became empty"),
            Self::UnknownComponent => ("unknown-component", "components that are not known"),
            Self::CodeImport => ("code-import", "components and types in code, which is not run"),
            Self::MissingImport => ("missing-import", "components from files that were not found"),
            Self::Export => ("export", "exports in pages"),
            Self::Expression => ("expression", "expressions, which were left as code"),
            Self::Attribute => ("attribute", "attributes that were dropped"),
            Self::HiddenCode => ("hidden-code", "lines of code that the old site hid"),
            Self::MissingInclude => ("missing-include", "includes without a target in the new project"),
            Self::Link => ("link", "links without a target in the new project"),
            Self::Anchor => ("anchor", "links to anchors that the new pages do not have"),
            Self::Asset => ("asset", "images and files that are not in the new project"),
            Self::NavigationEntry => ("navigation-entry", "entries of the navigation without a page"),
            Self::Navigation => ("navigation", "pages that the navigation did not list, by place"),
            Self::DuplicateAddress => ("duplicate-address", "pages with the URL of another page"),
            Self::Locale => ("locale", "languages that were left out"),
            Self::Version => ("version", "versions that were left out"),
            Self::UnbalancedBlock => ("unbalanced-block", "blocks that are not closed, or closed twice"),
            Self::Config => ("config", "settings that were not carried over"),
            Self::Frontmatter => ("frontmatter", "fields of frontmatter and metadata without a counterpart"),
            Self::Redirect => ("redirect", "redirects that are not carried over, or only in part"),
            Self::Spec => ("spec", "OpenAPI files and operations that are not there, or wrong"),
            Self::File => ("file", "files that were left out, or could not be read"),
        }
    }

    /// Whether readers usually lose something by a loss of this kind.
    fn is_content(self) -> bool {
        !matches!(
            self,
            Self::Export
                | Self::Locale
                | Self::Version
                | Self::HiddenCode
                | Self::Config
                | Self::Frontmatter
                | Self::Redirect
        )
    }

    /// Whether a part of a page that is lost this way usually may have headings.
    fn may_have_headings(self) -> bool {
        matches!(self, Self::MissingImport | Self::MissingInclude | Self::UnknownComponent | Self::CodeImport)
    }

    /// The usual origin of a loss of this kind: a missing target was missing before.
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
            // Options import these, and readers never saw those.
            Self::Locale | Self::Version | Self::HiddenCode | Self::Navigation => Origin::Choice,
            _ => Origin::Import,
        }
    }

    /// Its machine-readable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// The title of losses of this kind, in the plural.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.names().1
    }
}

/// Returns sorted losses with one in place of those of the same icon or other decoration on several lines of a file.
pub(crate) fn merged(losses: Vec<Loss>) -> Vec<Loss> {
    let mut out: Vec<Loss> = Vec::with_capacity(losses.len());
    let mut known: BTreeMap<(String, String, String), (usize, BTreeSet<u32>)> = BTreeMap::new();
    for loss in losses {
        if loss.kind == LossKind::Attribute && !loss.is_content {
            let key = (loss.file.clone(), loss.subject.clone(), loss.outcome.clone());
            let (_, lines) = known.entry(key).or_insert_with(|| (out.len(), BTreeSet::new()));
            lines.insert(loss.line);
            if lines.len() > 1 {
                continue;
            }
        }
        out.push(loss);
    }
    for (first, lines) in known.into_values().filter(|(_, lines)| lines.len() > 1) {
        if let Some(loss) = out.get_mut(first) {
            loss.outcome = format!("{}; on {} lines, this is the first", loss.outcome, lines.len());
        }
    }
    out
}

/// A number of things, such as `1 page` or `2 pages`.
pub(crate) fn number_of(count: usize, one: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {one}{end}")
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

#[cfg(test)]
mod tests {
    use super::{Loss, LossKind, merged};

    #[test]
    fn an_icon_on_several_lines_is_one_loss() {
        let icon = |line, subject| Loss {
            is_content: false,
            ..Loss::new(LossKind::Attribute, "a.md", line, subject, "left out")
        };
        let content = |line| Loss::new(LossKind::Attribute, "a.md", line, "x", "left out");
        let found = merged(vec![icon(1, "bean"), content(2), icon(3, "pea"), icon(4, "bean"), content(5)]);
        let found: Vec<(u32, &str)> = found.iter().map(|loss| (loss.line, loss.outcome.as_str())).collect();
        let first = "left out; on 2 lines, this is the first";
        assert_eq!(found, [(1, first), (2, "left out"), (3, "left out"), (5, "left out")]);
    }

    #[test]
    fn readers_lose_nothing_by_some_kinds_of_losses() {
        let of_authors = LossKind::ALL.into_iter().filter(|kind| !kind.is_content());
        let names: Vec<&str> = of_authors.map(LossKind::name).collect();
        assert_eq!(names, ["export", "hidden-code", "locale", "version", "config", "frontmatter", "redirect"]);
    }
}
