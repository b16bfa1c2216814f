//! The Markdown twin of a page: its source, with each operation that it refers to written out.

use super::endpoint_markdown::{authored_markdown, endpoint_markdown};
use crate::diagnostic::Span;
use crate::inputs::{Db, File, FileSet};
use crate::parse::markdown::{Component, PageTree, page_tree};
use crate::resolve::chunks::Chunk;
use crate::resolve::endpoint::{authored_endpoint, endpoint};
use crate::resolve::site_operation::{SiteLookup, find_site_operation};

/// A part of a page's twin.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
enum Piece<'db> {
    /// The page's own text, byte for byte.
    Source(Span),
    /// An operation: its Markdown is kept once, beside the operation.
    Endpoint(Chunk<'db>),
    /// An operation with what the author wrote of it.
    Authored(Box<str>),
}

/// The Markdown twin of a page.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct PageMarkdown<'db> {
    file: File,
    pieces: Vec<Piece<'db>>,
}

impl<'db> PageMarkdown<'db> {
    /// The text.
    pub(crate) fn text(&self, db: &'db dyn Db) -> String {
        let source = self.file.text(db);
        let mut text = String::with_capacity(source.len());
        for piece in &self.pieces {
            match piece {
                Piece::Source(span) => text.push_str(source.get(span.range()).unwrap_or_default()),
                Piece::Endpoint(chunk) => text.push_str(endpoint_markdown(db, *chunk).trim_end()),
                Piece::Authored(markdown) => text.push_str(markdown),
            }
        }
        text
    }
}

/// The twin of a page: the source as it is, but for the elements whose `ref` is an operation, and without what is for people
/// alone. What an author wrote in an element with a `ref` is a part of the operation.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_markdown(db: &dyn Db, file: File) -> PageMarkdown<'_> {
    let source = file.text(db);
    let mut pieces = Vec::new();
    // Up to where the source is dealt with.
    let mut done = 0;
    let set = FileSet::get(db);
    let tree = page_tree(db, file);
    for component in tree.twin_components() {
        let Span { start, end } = component.span;
        if start < done {
            continue;
        }
        let piece = match component.endpoint_ref() {
            _ if component.is_for("humans") => None,
            None => continue,
            Some(reference) => match find_site_operation(db, set, &reference) {
                SiteLookup::Found(chunk) => Some(operation(db, chunk, component, source, tree)),
                SiteLookup::Missing | SiteLookup::Ambiguous(_) | SiteLookup::NoSpec => continue,
            },
        };
        pieces.push(Piece::Source(Span { start: done, end: start }));
        pieces.extend(piece);
        done = end;
    }
    pieces.push(Piece::Source(Span { start: done, end: Span::new(0, source.len()).end }));
    PageMarkdown { file, pieces }
}

/// The operation of an element, with what the author wrote in that.
fn operation<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    component: &Component,
    source: &str,
    tree: &PageTree,
) -> Piece<'db> {
    if component.is_only_a_ref() {
        return Piece::Endpoint(chunk);
    }
    let source = without_people(source, tree);
    let found = authored_endpoint(db, Some((chunk, endpoint(db, chunk))), component, Some(&source));
    Piece::Authored(authored_markdown(db, &found, &source).trim_end().into())
}

/// The source with spaces in the place of what is for people alone, so that places stay.
fn without_people(source: &str, tree: &PageTree) -> String {
    let mut bytes = source.as_bytes().to_vec();
    for component in tree.twin_components().filter(|component| component.is_for("humans")) {
        let hidden = bytes.get_mut(component.span.range()).into_iter().flatten();
        hidden.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8(bytes).unwrap_or_default()
}
