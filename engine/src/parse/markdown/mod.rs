//! Pages as one tree of blocks, inlines and components. Everything that is read from a page is read from this tree.

mod autolink;
mod build;
mod code;
mod custom;
mod data_table;
mod ids;
mod info;
mod place;
pub(crate) mod raw_html;
mod run;
mod slug;
mod tree;
mod variables;
mod walk;

use pulldown_cmark::Options;

pub(crate) use autolink::autolinks;
pub(crate) use code::is_highlighted;
pub(crate) use info::{is_lines_of_code, lines_of_code};
pub(crate) use place::{FieldPlace, GroupPlace};
pub use slug::Slugs;
pub(crate) use tree::{
    Alert, Alignment, Block, BlockKind, CodeBlock, Component, ComponentContent, CustomElement, Definition, Footnote,
    Image, Inline, Link, Math, PageTree, Substitution, Table, Variable, plain_text, shown_text,
};
pub(crate) use variables::mark;
pub(crate) use walk::{EndpointRef, PageFacts};

use super::frontmatter;
use super::variables::Declared;

/// What is understood beyond CommonMark. Ids of headings and bare addresses are read by our own rules.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_DEFINITION_LIST);

/// What is understood in this text. The parser takes every line that begins with a colon for a definition, also `:smile:`;
/// without one whose colon has white space behind it such lines are text.
pub(crate) fn options_for(text: &str) -> Options {
    let bytes = text.as_bytes();
    let begins_line = |at: usize| {
        let before = bytes[..at].iter().rev().take_while(|byte| **byte != b'\n');
        before.into_iter().all(|byte| matches!(byte, b' ' | b'\t' | b'>' | b'\r'))
    };
    let mut colons = memchr::memchr_iter(b':', bytes);
    let has_definition = colons.any(|at| matches!(bytes.get(at + 1), Some(b' ' | b'\t')) && begins_line(at));
    if has_definition { OPTIONS } else { OPTIONS.difference(Options::ENABLE_DEFINITION_LIST) }
}

/// How deep nodes are nested in all; beyond it they add their content to the node around them.
const DEEPEST: usize = 128;

/// The tree of a page's text, with spans in that text, and with the values that are declared elsewhere.
pub(crate) fn parse_page(text: &str, declared: &Declared<'_>) -> PageTree {
    let (_, start) = frontmatter::split(text);
    let mut tree = build::build(text, start, declared);
    ids::give_ids(&mut tree);
    tree
}

#[cfg(test)]
mod gallery;
#[cfg(test)]
pub(crate) mod hostile;
#[cfg(test)]
mod math_tests;
#[cfg(test)]
mod tests;
