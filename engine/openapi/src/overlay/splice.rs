//! Replaces references in positions where OpenAPI allows none by their targets, so that all other code sees the list, the
//! map or the text. Only for reading: `misplaced.rs` reports them.

use super::document::OverlaidDocument;
use super::draft::{Draft, Step, ValueIdentity};
use crate::misplaced::{Position, misplaced, misplaced_below};
use crate::shape::Holds;
use base::tree::Kind;

/// How many values may replace references within each other.
const DEEPEST: usize = 16;

/// How many nodes may replace references in total.
const MOST_NODES: usize = 1_000_000;

/// Replaces the misplaced references of a document.
pub(super) fn splice(document: &mut OverlaidDocument<'_>) {
    // A reference may resolve to a member of a section that is itself a reference.
    for only_sections in [true, false] {
        let mut root = document.root.clone();
        let mut splicer = Splicer { document, left: MOST_NODES, trail: Vec::new(), only_sections };
        splicer.value(&mut root, Position::Known(Holds::DOCUMENT));
        document.root = root;
    }
}

/// Replaces the misplaced references of a value that is not in the document itself.
pub(super) fn splice_value<'db>(document: &OverlaidDocument<'db>, value: &mut Draft<'db>, position: Position) {
    let mut splicer = Splicer { document, left: MOST_NODES, trail: Vec::new(), only_sections: false };
    splicer.value(value, position);
}

struct Splicer<'w, 'db> {
    document: &'w OverlaidDocument<'db>,
    left: usize,
    /// The values that replace the references being walked into.
    trail: Vec<ValueIdentity<'db>>,
    /// Whether only what is between chunks is replaced.
    only_sections: bool,
}

impl<'db> Splicer<'_, 'db> {
    /// As deep as the documents, and as values may replace references within each other.
    fn value(&mut self, value: &mut Draft<'db>, position: Position) {
        let is_section = matches!(value, Draft::Object(object) if object.origin.is_none());
        if self.only_sections && !is_section || position.is_misplaced() && self.replace(value, position) {
            return;
        }
        for (step, child) in value.children() {
            let position = below(position, step, &child);
            if has_misplaced(&child, position)
                && let Some(child) = value.child_mut(step)
            {
                self.value(child, position);
            }
        }
    }

    /// Replaces a reference by its target. Returns whether it is one.
    fn replace(&mut self, value: &mut Draft<'db>, position: Position) -> bool {
        if value.reference().is_none() {
            return false;
        }
        let Some(followed) = self.document.followed_with_siblings(value) else { return true };
        let is_nested = self.trail.len() >= DEEPEST || self.trail.contains(&followed.identity);
        if is_nested || !position.fits(followed.value.kind()) {
            return true;
        }
        let Some(left) = self.left.checked_sub(weight(&followed.value)) else { return true };
        self.left = left;
        let origin = value.origin();
        *value = followed.value;
        value.set_origin(origin);
        self.trail.push(followed.identity);
        self.value(value, position);
        self.trail.pop();
        true
    }
}

/// The position of a child. Does not parse an unread chunk.
fn below(position: Position, step: Step<'_>, child: &Draft<'_>) -> Position {
    match step {
        Step::Key(key) => position.member(key, !matches!(child, Draft::Chunk(_)) && child.kind() == Kind::Array),
        Step::Index(_) => position.item(),
    }
}

/// Whether a value may contain a misplaced reference.
fn has_misplaced(value: &Draft<'_>, position: Position) -> bool {
    match value {
        Draft::Chunk(unread) => !misplaced(unread.db, unread.chunk).is_empty(),
        Draft::Leaf(leaf) => !misplaced_below(leaf.node, "", position).is_empty(),
        Draft::Object(_) | Draft::Array(_) => true,
    }
}

/// The number of nodes of a value.
fn weight(value: &Draft<'_>) -> usize {
    match value {
        Draft::Leaf(leaf) => leaf.node.count(),
        Draft::Chunk(_) => value.leaf().map_or(1, |leaf| leaf.node.count()),
        Draft::Object(_) | Draft::Array(_) => {
            1 + value.children().iter().map(|(_, child)| weight(child)).sum::<usize>()
        }
    }
}
