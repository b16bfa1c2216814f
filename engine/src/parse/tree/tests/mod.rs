//! Tests of the readers and the tree.

mod any;
mod arbitrary;
pub(crate) mod files;
mod json;
mod write;
mod yaml;

use super::{Extent, Limits, NodeId, NodeRef, Parsed, Tree};

/// The findings, one per line: code, the text they underline, message, and of notes the text they underline.
fn findings(text: &str, parsed: &Parsed) -> Vec<String> {
    parsed
        .diagnostics
        .iter()
        .map(|found| {
            let shown = |place: Option<crate::diagnostic::Span>| match place {
                Some(span) => format!("{}:{}", span.start, text.get(span.range()).unwrap().replace('\n', "⏎")),
                None => "nowhere".to_owned(),
            };
            let notes: String = found.notes.iter().map(|note| format!(" [{}]", shown(note.place))).collect();
            format!("{} `{}` {}{notes}", found.code.name(), shown(found.place), found.message)
        })
        .collect()
}

/// A tree as JSON, where strings, numbers, booleans and nulls keep apart.
fn json(tree: &Tree) -> String {
    tree.root().to_json()
}

/// The source text of the value at a path of keys and indices.
fn source<'a>(text: &'a str, tree: &Tree, path: &[&str]) -> &'a str {
    let node = path.iter().fold(tree.root(), |node, step| match step.parse::<usize>() {
        Ok(index) if node.is_array() => node.items().nth(index).unwrap(),
        _ => node.get(step).unwrap(),
    });
    &text[node.span().range()]
}

/// Looks at every node in every way: nothing may panic, every span lies in the text.
fn walk(text: &str, parsed: &Parsed) {
    let tree = &parsed.tree;
    let _ = json(tree);
    for id in 0..tree.len() {
        let node = tree.node(NodeId(id as u32));
        assert!(text.get(node.span().range()).is_some(), "{:?} of {text:?}", node.span());
        let _ = (node.text(), node.as_bool(), node.items().count(), node.entries().count());
    }
    for found in &parsed.diagnostics {
        let notes = found.notes.iter().filter_map(|note| note.place);
        for span in found.place.into_iter().chain(notes) {
            assert!(text.get(span.range()).is_some(), "{found:?} in {text:?}");
        }
    }
    assert!(parsed.extent == Extent::Whole || !parsed.diagnostics.is_empty(), "silent loss in {text:?}");
}

/// Whether two trees hold the same value: kinds and texts, not places.
pub(crate) fn equal(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    let flat = |node: NodeRef<'_>| {
        let (tree, _) = node.cut();
        (0..tree.len() as u32)
            .map(|id| {
                let node = tree.node(NodeId(id));
                (node.kind(), node.text().to_owned(), node.after())
            })
            .collect::<Vec<_>>()
    };
    flat(a) == flat(b)
}
