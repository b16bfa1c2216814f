//! Pages as a tree of blocks, inline content and components. Everything that is known about a page is derived from this
//! tree.

mod autolink;
mod build;
mod code;
mod custom;
mod data_table;
mod hero;
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
pub(crate) use slug::{EndpointPrefixes, push_encoded};
pub(crate) use tree::{
    Alert, Alignment, Block, BlockKind, CodeBlock, Component, ComponentContent, CustomElement, Definition, Footnote,
    HeroBlock, Image, Inline, Link, Math, PageTree, Substitution, Table, Variable, plain_text, shown_text,
};
pub(crate) use variables::mark;
pub(crate) use walk::{EndpointRef, PageFacts};

use super::frontmatter;
use super::variables::Declared;

/// The Markdown extensions in use. Heading ids and autolinks follow our own rules.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_DEFINITION_LIST);

/// The extensions for this text. The parser treats every line that begins with a colon as a definition, even `:smile:`;
/// definitions are therefore enabled only if some such colon is followed by white space.
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

/// The maximum depth of the tree; deeper nodes add their content to the enclosing node.
const DEEPEST: usize = 128;

/// Parses the text of a page, with the declarations from elsewhere. Spans refer to that text.
pub(crate) fn parse_page(text: &str, declared: &Declared<'_>) -> PageTree {
    let (_, start) = frontmatter::split(text);
    let mut tree = build::build(text, start, declared);
    if let Some((title, hero)) = frontmatter::home(text) {
        tree.blocks = hero::with_hero(title, hero, tree.blocks);
    }
    ids::give_ids(&mut tree);
    tree
}

#[cfg(test)]
pub(crate) mod tests;
