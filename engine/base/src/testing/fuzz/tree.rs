//! Properties of every tree, whatever its text.

use crate::diagnostic::Span;
use crate::tree::{Extent, Limits, NodeId, NodeRef, Parsed, Tree};

/// Checks every node and every diagnostic: spans lie within the text, the limits hold, and nothing is lost silently.
pub fn check_tree(text: &str, parsed: &Parsed, limits: Limits) {
    let tree = &parsed.tree;
    let most = limits.nodes.saturating_add(limits.copies).saturating_add(limits.depth + 2);
    assert!(tree.len() <= most, "{} nodes of {text:?}", tree.len());
    let mut seen = 0;
    walk(tree.document(), |node, depth| {
        assert!(depth <= limits.depth, "{depth} levels in {text:?}");
        assert_eq!(node.id(), NodeId(seen), "{text:?}");
        assert!(text.get(node.span().range()).is_some(), "{:?} of {text:?}", node.span());
        let _ = (node.text(), node.as_bool(), node.as_str(), node.scalar());
        seen += 1;
    });
    assert_eq!(seen as usize, tree.len(), "{text:?}");
    let mut last = None;
    for found in &parsed.diagnostics {
        let notes = found.notes.iter().filter_map(|note| note.place);
        for span in found.place.into_iter().chain(notes) {
            assert!(text.get(span.range()).is_some(), "{found:?} in {text:?}");
        }
        assert!(last <= found.place, "{found:?} in {text:?}");
        last = found.place;
    }
    assert!(parsed.extent == Extent::Whole || !parsed.diagnostics.is_empty(), "silent loss in {text:?}");
}

/// Every node lies within its container, after the nodes before it.
pub fn check_nesting(text: &str, tree: &Tree) {
    walk(tree.document(), |node, _| {
        let Span { start, end } = node.span();
        let mut before = start;
        for child in children(node) {
            let span = child.span();
            assert!(before <= span.start && span.end <= end, "{span:?} in {:?} of {text:?}", node.span());
            before = span.end;
        }
    });
}

/// The value written as JSON, on one line and indented, parses to the same value.
pub fn check_written(text: &str, tree: &Tree) {
    let line = tree.root().to_json();
    let mut lines = String::new();
    tree.root().write_json(Some(0), &mut lines);
    for written in [&line, &lines] {
        let again = Tree::from_json(written, Limits::default());
        assert_eq!(again.extent, Extent::Whole, "{written:?} of {text:?}");
        assert_eq!(again.tree.root().to_json(), line, "{text:?}");
    }
}

/// The subtree cut out has the same value and the right spans.
pub fn check_cut(text: &str, tree: &Tree) {
    let (cut, places) = tree.root().cut();
    assert!(equal(cut.root(), tree.root()), "{text:?}");
    assert_eq!(cut.len(), places.len(), "{text:?}");
    walk(tree.root(), |node, _| {
        let at = (node.id().0 - tree.root().id().0) as usize;
        assert_eq!(places.get(at), Some(&node.span()), "{text:?}");
    });
}

/// Whether two trees have the same value: kinds and texts, not spans.
pub fn equal(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        let same = a.kind() == b.kind() && a.text() == b.text();
        let (below_a, below_b): (Vec<_>, Vec<_>) = (children(a).collect(), children(b).collect());
        if !same || below_a.len() != below_b.len() {
            return false;
        }
        open.extend(below_a.into_iter().zip(below_b));
    }
    true
}

/// The children of a container in order, including the keys of objects.
fn children(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    node.items().chain(node.entries().flat_map(|(key, value)| [key, value]))
}

/// Visits a node and its descendants in document order, each with the number of open containers, including itself.
fn walk<'t>(root: NodeRef<'t>, mut visit: impl FnMut(NodeRef<'t>, usize)) {
    let mut open = vec![(root, 0)];
    while let Some((node, depth)) = open.pop() {
        let inner = depth + usize::from(node.is_object() || node.is_array());
        visit(node, inner);
        let from = open.len();
        open.extend(children(node).map(|child| (child, inner)));
        open[from..].reverse();
    }
}
