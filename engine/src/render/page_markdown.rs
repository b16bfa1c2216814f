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

/// The twin of a page: the source as it is, but for the elements whose `ref` is an operation. What an author wrote in such
/// an element follows the operation.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_markdown(db: &dyn Db, file: File) -> PageMarkdown<'_> {
    let source = file.text(db);
    let mut pieces = Vec::new();
    let mut done = 0;
    let set = FileSet::get(db);
    for component in page_tree(db, file).endpoint_components() {
        let Some(endpoint) = component.endpoint_ref() else { continue };
        let SiteLookup::Found(chunk) = find_site_operation(db, set, &endpoint) else { continue };
        // An endpoint in an endpoint is a part of what the author wrote there.
        if component.span.start < done {
            continue;
        }
        pieces.push(Piece::Source(Span { start: done, end: component.span.start }));
        pieces.push(Piece::Endpoint(chunk));
        let inner = component.inner;
        if source.get(inner.range()).is_some_and(|inner| !inner.trim().is_empty()) {
            pieces.push(Piece::Source(inner));
        }
        done = component.span.end;
    }
    pieces.push(Piece::Source(Span { start: done, end: Span::new(0, source.len()).end }));
    PageMarkdown { file, pieces }
}
