//! Compares the JSON reader with `serde_json`.

use serde::de::IgnoredAny;
use serde_json::Value;

use super::tree::{check_cut, check_nesting, check_tree, check_written};
use crate::diagnostic::Code;
use crate::tree::{Extent, Kind, Limits, NodeRef, Tree};

/// Checks the JSON reader on a text.
///
/// # Panics
/// If it differs from `serde_json`.
pub fn check(text: &str) {
    let limits = Limits::default();
    let parsed = Tree::from_json(text, limits);
    check_tree(text, &parsed, limits);
    check_nesting(text, &parsed.tree);
    check_cut(text, &parsed.tree);
    check_written(text, &parsed.tree);
    let tight = Limits { depth: 5, nodes: 20, copies: 0 };
    check_tree(text, &Tree::from_json(text, tight), tight);
    check_grammar(text);
    if let Ok(value) = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        let is_refused = parsed.diagnostics.iter().any(|found| found.code != Code::DuplicateKey);
        assert!(!is_refused, "{:?} in {text:?}", parsed.diagnostics);
        check_value(parsed.tree.root(), &value, text);
    }
}

/// Accepts exactly what RFC 8259 allows. A value that `serde_json` does not keep only checks the grammar: without
/// limits of depth and of numbers, and with unpaired surrogates, which our reader reports but does not stop at. Section
/// 8.1 allows a reader to ignore a byte order mark.
fn check_grammar(text: &str) {
    let unlimited = Limits { depth: usize::MAX, ..Limits::default() };
    let parsed = Tree::from_json(text, unlimited);
    let grammar = serde_json::from_str::<IgnoredAny>(text.strip_prefix('\u{feff}').unwrap_or(text));
    assert_eq!(parsed.extent == Extent::Whole, grammar.is_ok(), "{grammar:?}, {:?} in {text:?}", parsed.diagnostics);
}

/// The values equal those of `serde_json`, which keeps the last of duplicate keys, as [`NodeRef::get`] does.
pub fn check_value(node: NodeRef<'_>, value: &Value, text: &str) {
    let mut open = vec![(node, value)];
    while let Some((node, value)) = open.pop() {
        match (node.kind(), value) {
            (Kind::Null, Value::Null) => {}
            (Kind::Bool, Value::Bool(bool)) => assert_eq!(node.as_bool(), Some(*bool), "{text}"),
            (Kind::Number, Value::Number(number)) => {
                let again: Option<serde_json::Number> = serde_json::from_str(node.text()).ok();
                assert_eq!(again.as_ref(), Some(number), "{text}");
            }
            (Kind::String, Value::String(string)) => assert_eq!(node.text(), string, "{text}"),
            (Kind::Array, Value::Array(items)) => {
                assert_eq!(node.items().count(), items.len(), "{text}");
                open.extend(node.items().zip(items));
            }
            (Kind::Object, Value::Object(members)) => {
                assert!(node.entries().count() >= members.len(), "{text}");
                assert!(node.entries().all(|(key, _)| members.contains_key(key.text())), "{text}");
                for (key, value) in members {
                    let found = node.get(key);
                    assert!(found.is_some(), "no `{key}` in {text}");
                    open.extend(found.map(|node| (node, value)));
                }
            }
            (kind, value) => panic!("{kind:?} and {value:?} in {text}"),
        }
    }
}
