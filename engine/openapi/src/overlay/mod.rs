//! Overlays applied to a spec (Overlay Specification 1.0 and 1.1).
//!
//! An overlay sees the dereferenced document. A value that a target selects where the source spells it out is changed
//! there, and so for every reference to it. A value that it selects through a `$ref` is changed for that one reference,
//! which becomes an inline copy along the changed path. All actions of all overlays are applied in order to one
//! document, and only the chunks that their queries reach are read.
//!
//! Afterwards, references in positions where OpenAPI allows none are replaced by their targets, also in documents
//! without overlays, and in the other files of a spec.

mod apply;
mod document;
mod draft;
mod evaluate;
mod flatten;
mod origin;
mod set;
mod splice;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::chunks::{Chunk, ChunkContent, FileIndex, KeySpans, chunk_tree, source_index};
use super::misplaced::{Position, misplaced};
use super::shape::Holds;
use crate::Db;
use crate::parse::overlay::overlay;
use apply::apply;
use base::diagnostic::{Code, Diagnostic};
use base::inputs::File;
use base::tree::NodeId;
use document::OverlaidDocument;
use draft::{Draft, Leaf};
use evaluate::{Budget, Spent};
use flatten::{DocumentPart, flatten, written};
pub(crate) use origin::Origins;
use origin::Source;
pub use set::{SetValue, set_values};
use splice::{splice, splice_value};

/// A spec after its overlays.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Applied<'db> {
    /// Its chunks.
    index: FileIndex<'db>,
    /// Findings of the actions, at nodes of the overlay's tree.
    pub findings: Vec<OverlayFinding>,
}

/// The chunks of a spec after its overlays. Equal after an edit that adds and removes none.
#[salsa::tracked(returns(ref))]
pub(crate) fn overlaid_index(db: &dyn Db, spec: File) -> FileIndex<'_> {
    applied(db, spec).index.clone()
}

/// Applies the overlays of a spec.
#[salsa::tracked(returns(ref))]
pub fn applied(db: &dyn Db, spec: File) -> Applied<'_> {
    let (parts, findings) = carry_out(db, spec, Budget::default());
    let index = match parts {
        Ok(parts) => FileIndex { chunks: parts.into_iter().map(|part| chunk_of(db, spec, part)).collect() },
        Err(Spent) => source_index(db, spec).clone(),
    };
    Applied { index, findings }
}

/// A finding about an overlay, at a node of its tree.
type OverlayFinding = (File, Diagnostic<NodeId>);

/// The chunks after all actions, unless they would have too many nodes, and the findings.
fn carry_out(
    db: &dyn Db,
    spec: File,
    mut budget: Budget,
) -> (Result<Vec<DocumentPart<'_>>, Spent>, Vec<OverlayFinding>) {
    let mut document = OverlaidDocument::new(db, spec);
    let mut findings = Vec::new();
    'all: for &file in db.overlays(spec) {
        for action in &overlay(db, file).actions {
            let mut found = Vec::new();
            let goes_on = apply(&mut document, &mut budget, file, action, &mut found);
            findings.extend(found.into_iter().map(|found| (file, found)));
            if !goes_on {
                break 'all;
            }
        }
    }
    splice(&mut document);
    let parts = flatten(&document, budget.nodes);
    if parts.is_err() {
        let message = "the overlaid document is larger than the limit; no overlay is applied";
        let last = db.overlays(spec).last();
        findings.extend(last.map(|&file| (file, Diagnostic::new(Code::LimitExceeded, message, NodeId(0)))));
    }
    (parts, findings)
}

/// A chunk of another file of a spec, with its misplaced references replaced.
pub(crate) fn spliced<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Chunk<'db> {
    if misplaced(db, chunk).is_empty() { chunk } else { spliced_chunk(db, chunk) }
}

#[salsa::tracked(returns(copy))]
fn spliced_chunk<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Chunk<'db> {
    let (file, spec, key) = (chunk.file(db), chunk.spec(db), chunk.key(db));
    let document = OverlaidDocument::new(db, spec);
    let mut value = Draft::Leaf(Leaf { node: chunk_tree(db, chunk).root(), source: Source::Chunk(chunk) });
    splice_value(&document, &mut value, Position::of_chunk(key));
    let Some((tree, origins)) = written(db, file, &value, Holds::of_chunk(key), Budget::default().nodes) else {
        return chunk;
    };
    let (content, origins) = (ChunkContent::Tree(Box::new(tree)), Some(Arc::new(origins)));
    Chunk::new(db, file, spec, key.clone(), content, 0, KeySpans::default(), Box::default(), origins)
}

fn chunk_of<'db>(db: &'db dyn Db, spec: File, part: DocumentPart<'db>) -> Chunk<'db> {
    match part {
        DocumentPart::Kept(chunk) => chunk,
        DocumentPart::Changed { key, tree, origins } => {
            let content = ChunkContent::Tree(Box::new(tree));
            Chunk::new(db, spec, spec, key, content, 0, KeySpans::default(), Box::default(), Some(Arc::new(origins)))
        }
    }
}
