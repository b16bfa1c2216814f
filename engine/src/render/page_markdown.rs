//! The Markdown twin of a page: its source, with each operation that it refers to written out.

use super::endpoint_markdown::endpoint_markdown;
use crate::diagnostic::Span;
use crate::inputs::{Db, File, FileSet};
use crate::parse::markdown::page_tree;
use crate::resolve::chunks::Chunk;
use crate::resolve::site_operation::{SiteLookup, find_site_operation};

/// A part of a page's twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
enum Piece<'db> {
    /// The page's own text, byte for byte.
    Source(Span),
    /// An operation: its Markdown is kept once, beside the operation.
    Endpoint(Chunk<'db>),
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
            match *piece {
                Piece::Source(span) => text.push_str(source.get(span.range()).unwrap_or_default()),
                Piece::Endpoint(chunk) => {
                    text.push_str(endpoint_markdown(db, chunk).trim_end());
                }
            }
        }
        text
    }
}

/// The twin of a page: the source as it is, but for the elements whose `ref` is an operation, and without what is for people
/// alone. What an author wrote in an element with a `ref` follows the operation.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_markdown(db: &dyn Db, file: File) -> PageMarkdown<'_> {
    let source = file.text(db);
    let mut pieces = Vec::new();
    // Up to where the source is dealt with, and the tag that closes what is open there.
    let mut done = 0;
    let mut endpoint: Option<Span> = None;
    let set = FileSet::get(db);
    for component in page_tree(db, file).twin_components() {
        let Span { start, end } = component.span;
        if let Some(closing) = endpoint.filter(|closing| closing.end <= start) {
            end_endpoint(source, closing, &mut done, &mut pieces);
            endpoint = None;
        }
        if start < done {
            continue;
        }
        if component.is_for("humans") {
            pieces.push(Piece::Source(Span { start: done, end: start }));
            done = end;
            continue;
        }
        // An endpoint in an endpoint is a part of what the author wrote there.
        let Some(reference) = component.endpoint_ref().filter(|_| endpoint.is_none()) else { continue };
        let SiteLookup::Found(chunk) = find_site_operation(db, set, &reference) else { continue };
        pieces.push(Piece::Source(Span { start: done, end: start }));
        pieces.push(Piece::Endpoint(chunk));
        done = component.inner.start;
        endpoint = Some(Span { start: component.inner.end, end });
    }
    if let Some(closing) = endpoint {
        end_endpoint(source, closing, &mut done, &mut pieces);
    }
    pieces.push(Piece::Source(Span { start: done, end: Span::new(0, source.len()).end }));
    PageMarkdown { file, pieces }
}

/// Adds what is left of an endpoint's content, if it says anything, and passes over its closing tag.
fn end_endpoint<'db>(source: &str, closing: Span, done: &mut u32, pieces: &mut Vec<Piece<'db>>) {
    let rest = Span { start: *done, end: closing.start };
    if source.get(rest.range()).is_some_and(|rest| !rest.trim().is_empty()) {
        pieces.push(Piece::Source(rest));
    }
    *done = closing.end;
}
