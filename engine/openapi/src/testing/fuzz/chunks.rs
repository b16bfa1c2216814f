//! Compares a spec in chunks with its whole tree.

use std::sync::Arc;

use crate::chunks::{chunk_key_place, chunk_place, chunk_tree, file_diagnostics, file_index};
use crate::misplaced::has_misplaced;
use crate::parse::split::by_tree;
use crate::testing::Inputs;
use base::diagnostic::{Diagnostic, Span};
use base::inputs::MemorySystem;
use base::testing::fuzz::tree::equal;
use base::tree::{Extent, Limits, MOST_DUPLICATES, Tree};

/// The values and spans of the chunks are those of the whole document, if that parses.
pub fn check_chunks(text: &str) {
    let whole = Tree::from_any(text, Limits::default());
    let system = Arc::new(MemorySystem::default());
    system.write("spec", text);
    let mut inputs = Inputs::new(system);
    let (file, _) = inputs.require(&Arc::from("spec"));
    let db = inputs.db();
    let chunks = &file_index(db, file).chunks;
    for &chunk in chunks {
        let tree = chunk_tree(db, chunk);
        let place = chunk_place(db, chunk, tree.root().id());
        assert!(text.get(place.span.range()).is_some(), "{place:?} in {text:?}");
    }
    for found in file_diagnostics(db, file) {
        let notes = found.notes.iter().filter_map(|note| note.place);
        for span in found.place.into_iter().chain(notes) {
            assert!(text.get(span.range()).is_some(), "{found:?} in {text:?}");
        }
    }
    // Misplaced references are replaced by what they refer to.
    if whole.extent == Extent::Cut || has_misplaced(db, file) {
        return;
    }
    let parts = by_tree(&whole.tree);
    let keys: Vec<_> = parts.iter().map(|part| &part.key).collect();
    assert_eq!(chunks.iter().map(|chunk| chunk.key(db)).collect::<Vec<_>>(), keys, "{text}");
    for (&chunk, part) in chunks.iter().zip(&parts) {
        assert!(equal(chunk_tree(db, chunk).root(), part.value), "{:?} in {text}", part.key);
        let place = chunk_place(db, chunk, chunk_tree(db, chunk).root().id());
        assert_eq!((place.span, chunk_key_place(db, chunk).span), (part.value.span(), part.keys.own), "{text}");
    }
    check_findings(file_diagnostics(db, file), &whole.diagnostics, text);
}

/// The diagnostics are those of the whole document, as far as it has not too many duplicate keys to report them all.
fn check_findings(found: &[Diagnostic<Span>], whole: &[Diagnostic<Span>], text: &str) {
    let is_same = found.len() == whole.len() && whole.iter().all(|of_whole| found.contains(of_whole));
    assert!(is_same || whole.len() >= MOST_DUPLICATES, "{found:?} instead of {whole:?} in {text}");
}
