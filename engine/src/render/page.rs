//! The body of a page as HTML.

use std::borrow::Cow;

use super::assets::Extras;
use super::endpoint::{endpoint_html, schema_html};
use super::html::HtmlWriter;
use super::html_piece::HtmlPiece;
use super::marked_texts::with_texts;
use super::variables::with_variables;
use crate::Db;
use crate::parse::config::Strings;
use crate::parse::markdown::Block;
use crate::resolve::page_tree::page_tree;
use base::inputs::File;

/// The body of a page.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct PageBody<'db> {
    /// Whether it has a level-1 heading, so the title is not shown.
    pub(crate) has_title: bool,
    /// What it loads beyond what every page loads.
    pub(crate) extras: Extras,
    /// The custom elements of the project that it uses, sorted.
    pub(crate) custom: Vec<Box<str>>,
    pieces: Vec<HtmlPiece<'db>>,
}

impl<'db> PageBody<'db> {
    /// The HTML in parts, to be concatenated, with the texts of a site.
    pub(crate) fn html<'h>(&'h self, db: &'db dyn Db, s: &Strings) -> Vec<Cow<'h, str>>
    where
        'db: 'h,
    {
        let html = |piece: &'h HtmlPiece<'db>| match piece {
            &HtmlPiece::Endpoint(chunk) => endpoint_html(db, chunk).into(),
            &HtmlPiece::Schema(chunk, level) => schema_html(db, chunk, level).into(),
            HtmlPiece::Html(html) => with_texts(html, s),
        };
        self.pieces.iter().map(html).collect()
    }
}

/// The body of a page, independent of its URL.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_body(db: &dyn Db, file: File) -> PageBody<'_> {
    let tree = page_tree(db, file);
    let has_title = tree.blocks.iter().any(Block::has_title);
    let mut writer = HtmlWriter::new(db, file, &tree.footnotes);
    // Markup about doubles the size of the text.
    writer.out.reserve(tree.blocks.last().map_or(0, |last| 2 * last.span.end as usize));
    match tree.blocks.iter().position(Block::has_title) {
        // The page shows them where its author wants them.
        _ if tree.has_page_meta() => writer.blocks(&tree.blocks),
        Some(title) => {
            let (head, rest) = tree.blocks.split_at(title + 1);
            writer.blocks(head);
            writer.page_meta_of_frontmatter();
            writer.blocks(rest);
        }
        None => {
            writer.page_meta_of_frontmatter();
            writer.blocks(&tree.blocks);
        }
    }
    writer.write_footnotes();
    writer.flush();
    let edited = |piece| match piece {
        HtmlPiece::Html(html) => HtmlPiece::Html(with_variables(html, &tree.variables)),
        piece => piece,
    };
    let custom = writer.custom.into_iter().collect();
    PageBody { has_title, extras: writer.extras, custom, pieces: writer.pieces.into_iter().map(edited).collect() }
}

#[cfg(test)]
pub(super) mod tests;
