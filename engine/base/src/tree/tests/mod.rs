//! Tests of the readers and the tree.

mod any;
mod arbitrary;
mod files;
mod json;
mod write;
mod yaml;

use super::{Extent, Limits, NodeRef, Parsed, Tree};
use crate::testing::fuzz::tree::{check_nesting, check_tree, equal};

/// The diagnostics, one per line: code, the underlined text, message, and the underlined text of the notes.
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

/// A tree as JSON that distinguishes strings, numbers, booleans and nulls.
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
