//! The text of one page: read into one tree for all dialects, converted, written as Markdown with `wc-*` components.
//!
//! `read` makes the tree (`tree`) from the text; it follows containers, fences, tags and expressions in one pass over the
//! lines. `convert` gives each thing that another tool has its counterpart here, with what the site knows
//! ([`Surroundings`]); `write` makes text of it. Everything that is not carried over is a [`Loss`].

mod frontmatter;

use serde_yaml::{Mapping, Value};

use crate::project::{Dialect, SourcePage};
use crate::report::Loss;

/// What the site must know of a page before any page is converted.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageFacts {
    /// The frontmatter as read; empty where there is none or it is broken.
    pub(crate) frontmatter: Mapping,
    /// The line at which the frontmatter is broken, and why.
    pub(crate) frontmatter_problem: Option<(u32, String)>,
    /// The text of the first heading of level 1, without marks.
    pub(crate) heading: Option<String>,
    /// `export const metadata = {…}` where it is literal (Nextra).
    pub(crate) metadata: Option<Mapping>,
    /// The places that links to this page may name: ids of headings, as the source tool makes them or as they are given,
    /// and of HTML elements.
    pub(crate) anchors: Vec<String>,
    /// The imports of the page.
    pub(crate) imports: Vec<Import>,
}

/// `import … from "path"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Import {
    /// The names that it binds in the page.
    pub(crate) names: Vec<String>,
    /// As it is written.
    pub(crate) path: String,
    pub(crate) line: u32,
}

/// What a path that a page includes leads to.
#[derive(Clone, Debug)]
pub(crate) enum Include {
    /// Markdown, to be put in place.
    Text {
        /// The file, from the root of the source.
        file: String,
        text: String,
        dialect: Dialect,
    },
    /// Markdown that several pages share, as the file below `_reusables` that it becomes.
    Shared {
        /// The `src` of the `wc-include`.
        src: String,
    },
    /// A file of code: nothing here could run it.
    Code,
    /// There is no such file, or it includes itself.
    Missing,
}

/// What a page's conversion asks of the site. `from` is always the file of the source in whose text the thing stands: that
/// of a snippet, where it stands in one.
pub(crate) trait Surroundings {
    /// The target of a link, as it is to be written in the new page. None: it stays as it is (the site has noted the loss).
    fn link(&self, from: &str, target: &str, line: u32) -> Option<String>;
    /// The same for an image, a video or another file; the site notes that the file is used.
    fn asset(&self, from: &str, target: &str, line: u32) -> Option<String>;
    /// What a page includes or imports, by the path as it is written.
    fn include(&self, from: &str, path: &str) -> Include;
    /// The text of another file of the project: code that is shown from a file.
    fn file(&self, from: &str, path: &str) -> Option<String>;
    /// The operation that a page or component names (`GET /x`, `file.json GET /x`, an id), as our `ref`, and the name of the
    /// spec where `tool.json` has several. None: there is none.
    fn operation(&self, from: &str, named: &str) -> Option<(String, Option<String>)>;
    /// The value of a variable that is defined outside of pages.
    fn variable(&self, name: &str) -> Option<String>;
}

/// A converted page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Converted {
    /// All of the new file: frontmatter and body, with `\n`.
    pub(crate) text: String,
    pub(crate) losses: Vec<Loss>,
}

/// What a page says of itself.
pub(crate) fn facts(text: &str, _dialect: Dialect) -> PageFacts {
    let parts = frontmatter::split(text);
    let mut out = PageFacts::default();
    match frontmatter::read(parts.yaml) {
        Ok(fields) => out.frontmatter = fields,
        Err((line, reason)) => out.frontmatter_problem = Some((line, reason)),
    }
    let heading = parts.body.lines().find_map(|line| line.strip_prefix("# "));
    out.heading = heading.map(|text| text.trim().to_owned());
    out
}

/// A page of the source as a page here.
pub(crate) fn convert(page: &SourcePage, text: &str, _dialect: Dialect, _around: &dyn Surroundings) -> Converted {
    let parts = frontmatter::split(text);
    let fields = frontmatter::read(parts.yaml).unwrap_or_default();
    let title = fields.get("title").and_then(Value::as_str).map(ToOwned::to_owned);
    let title = title.or_else(|| page.frontmatter.get("title").cloned()).unwrap_or_default();
    let text = format!("---\ntitle: {}\n---\n\n{}", frontmatter::scalar(&title), parts.body.trim_start_matches('\n'));
    Converted { text, losses: Vec::new() }
}

/// The same for a fragment that pages share: it has no frontmatter.
pub(crate) fn convert_fragment(_file: &str, text: &str, _dialect: Dialect, _around: &dyn Surroundings) -> Converted {
    Converted { text: frontmatter::split(text).body.to_owned(), losses: Vec::new() }
}
