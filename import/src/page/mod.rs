//! The text of one page: read into one tree for all dialects, converted, written as Markdown with `wc-*` components.
//!
//! `read` makes the tree (`tree`) from the text; it follows containers, fences, tags and expressions in one pass over the
//! lines. `convert` gives each thing that another tool has its counterpart here, with what the site knows
//! ([`Surroundings`]); `write` makes text of it. Everything that is not carried over is a [`Loss`].

mod convert;
mod facts;
mod fields;
mod frontmatter;
mod pairs;
mod places;
mod read;
mod tree;
mod whole;
mod write;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use serde_yaml::Mapping;

use self::convert::Converter;
use self::read::Document;
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
    /// and of HTML elements. Sorted.
    pub(crate) anchors: Vec<String>,
    /// The same without marks and case, each with its number; made when it is asked for.
    near: OnceCell<BTreeMap<String, usize>>,
    /// What else a link may call one of them that is made here in another way: a heading without the components in it.
    other_names: BTreeMap<String, String>,
    /// The values in quotes on the lines of components for fields.
    pub(crate) fields: BTreeSet<String>,
    /// The imports of the page.
    pub(crate) imports: Vec<Import>,
    /// The page as it was read, until it is converted.
    parsed: RefCell<Option<Parsed>>,
}

/// A page's text, and the tree of its body.
#[derive(Clone, Debug)]
struct Parsed {
    text: String,
    document: Document,
}

impl PageFacts {
    /// Whether the page has the place of that name.
    pub(crate) fn has_anchor(&self, name: &str) -> bool {
        self.anchors.binary_search_by(|anchor| anchor.as_str().cmp(name)).is_ok()
    }

    /// The name of the field that a link calls so, or with hyphens in place of its dots.
    pub(crate) fn field(&self, called: &str) -> Option<&str> {
        if let Some(name) = self.fields.get(called) {
            return Some(name);
        }
        let dotted = |name: &&String| name.contains('.') && name.replace('.', "-").eq_ignore_ascii_case(called);
        self.fields.iter().find(dotted).map(String::as_str)
    }

    /// The place that a link calls otherwise, or that differs from what it names in case or marks alone. None: there is none.
    pub(crate) fn near_anchor(&self, decoded: &str) -> Option<&str> {
        if let Some(name) = self.other_names.get(decoded) {
            return Some(name);
        }
        let near = self.near.get_or_init(|| {
            let mut near = BTreeMap::new();
            for (number, anchor) in self.anchors.iter().enumerate() {
                near.entry(bare(anchor)).or_insert(number);
            }
            near
        });
        let wanted = Some(bare(decoded)).filter(|wanted| !wanted.is_empty())?;
        self.anchors.get(*near.get(&wanted)?).map(String::as_str)
    }

    /// What `ask` says of the page's text. None where it could not be read, or is converted already.
    pub(crate) fn of_text<T>(&self, ask: impl FnOnce(&str) -> T) -> Option<T> {
        self.parsed.borrow().as_ref().map(|parsed| ask(&parsed.text))
    }
}

/// The letters and digits of a place's name, in small letters.
pub(crate) fn bare(anchor: &str) -> String {
    anchor.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
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
    /// The address of a file that holds a drawing of the page.
    fn drawing(&self, _from: &str, _svg: String) -> String {
        "/drawing.svg".to_owned()
    }
    /// What a page includes or imports, by the path as it is written.
    fn include(&self, from: &str, path: &str) -> Include;
    /// The text of another file of the project: code that is shown from a file.
    fn file(&self, from: &str, path: &str) -> Option<String>;
    /// The operation that a page or component names (`GET /x`, `file.json GET /x`, an id), as our `ref`, and the name of the
    /// spec where `tool.json` has several. None: there is none.
    fn operation(&self, from: &str, named: &str) -> Option<(String, Option<String>)>;
    /// Whether references may name headings of other pages by their ids.
    fn has_references(&self) -> bool {
        false
    }
    /// The address of the heading with that id, wherever it is.
    fn reference(&self, _id: &str) -> Option<String> {
        None
    }
    /// The value of a variable that is defined outside of pages.
    fn variable(&self, name: &str) -> Option<String>;
    /// The pages that the navigation has below a page; of one that has no entries below it those beside it, where `beside`
    /// says so.
    fn neighbours(&self, _file: &str, _beside: bool) -> Vec<Neighbour> {
        Vec::new()
    }
}

/// A page near another one in the navigation.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    pub(crate) title: String,
    pub(crate) address: String,
    pub(crate) description: Option<String>,
}

/// A converted page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Converted {
    /// All of the new file: frontmatter and body, with `\n`.
    pub(crate) text: String,
    pub(crate) losses: Vec<Loss>,
    /// The fields of the frontmatter that say nothing here.
    pub(crate) dropped_fields: Vec<String>,
    /// Places in it that links may name; it may have others.
    pub(crate) places: Vec<Box<str>>,
}

/// A title of a navigation that may have HTML in it, as the text that readers see: without tags and character references.
pub(crate) fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        let name = after.strip_prefix('/').unwrap_or(after);
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let end = after.find('>').filter(|_| read::lines::is_html_inline(name));
        match end {
            Some(end) => rest = after.get(end + 1..).unwrap_or_default(),
            None => {
                out.push('<');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    let invisible = ['\u{200b}', '\u{ad}'];
    convert::attributes::decoded(&out).replace(invisible, "").trim().to_owned()
}

/// The id that the source tool gives a heading of that text, if it is the first of its words.
pub(crate) fn heading_id(text: &str, dialect: Dialect) -> String {
    convert::headings::slug(&convert::headings::plain(text), dialect)
}

/// What else links may call a heading of that text.
pub(crate) fn other_heading_ids(text: &str, dialect: Dialect) -> Vec<String> {
    facts::other_names(text, &convert::headings::plain(text), dialect)
}

/// A text as an attribute's value.
pub(crate) fn escaped(text: &str) -> String {
    write::escaped(text)
}

/// What a page says of itself.
pub(crate) fn facts(text: String, dialect: Dialect) -> PageFacts {
    facts::facts(text, dialect)
}

/// A page of the source as a page here.
pub(crate) fn convert(page: &SourcePage, text: &str, dialect: Dialect, around: &dyn Surroundings) -> Converted {
    let facts = facts(text.to_owned(), dialect);
    convert_read(page, &facts, dialect, around).unwrap_or_default()
}

/// A page whose facts were read, as a page here: it is not read again. None where its text could not be read, or it was
/// converted already.
pub(crate) fn convert_read(
    page: &SourcePage,
    facts: &PageFacts,
    dialect: Dialect,
    around: &dyn Surroundings,
) -> Option<Converted> {
    let parsed = facts.parsed.take()?;
    Some(whole::convert(page, facts, parsed, dialect, around))
}

/// The same for a fragment that pages share: it has no frontmatter.
pub(crate) fn convert_fragment(file: &str, text: &str, dialect: Dialect, around: &dyn Surroundings) -> Converted {
    let parts = frontmatter::split(text);
    let mut converter = Converter::new(file, dialect, around);
    let nodes = converter.body(parts.body, read::read(parts.body, parts.line, dialect));
    Converted { text: pairs::paired(write::write(&nodes)), losses: converter.into_losses(), ..Converted::default() }
}

/// The same for an entry of a changelog, which stands below the heading of its page.
pub(crate) fn convert_update(file: &str, text: &str, dialect: Dialect, around: &dyn Surroundings) -> Converted {
    let parts = frontmatter::split(text);
    let mut converter = Converter::new(file, dialect, around);
    let mut nodes = converter.body(parts.body, read::read(parts.body, parts.line, dialect));
    let is_title = |node: &tree::Node| matches!(node.kind, tree::Kind::Heading { level: 1, .. });
    if nodes.iter().any(is_title) {
        for node in &mut nodes {
            if let tree::Kind::Heading { level, .. } = &mut node.kind {
                *level = (*level + 1).min(6);
            }
        }
    }
    Converted { text: pairs::paired(write::write(&nodes)), losses: converter.into_losses(), ..Converted::default() }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod trial;
