//! Compares the YAML reader with the JSON reader, and whole documents with their chunks.

use super::chunks::check_chunks;
use base::diagnostic::Code;
use base::testing::fuzz::tree::{check_cut, check_nesting, check_tree, check_written, equal};
use base::tree::{Extent, Limits, Tree};

/// Checks the YAML reader and the splitter on a text.
///
/// # Panics
/// If a promise is broken.
pub fn check(text: &str) {
    let limits = Limits::default();
    let parsed = Tree::from_yaml(text, limits);
    check_tree(text, &parsed, limits);
    check_cut(text, &parsed.tree);
    check_written(text, &parsed.tree);
    // The target of an alias is elsewhere.
    if !text.contains('*') {
        check_nesting(text, &parsed.tree);
    }
    let tight = Limits { depth: 5, nodes: 20, copies: 10 };
    check_tree(text, &Tree::from_yaml(text, tight), tight);
    check_json(text);
    check_chunks(text);
}

/// JSON is YAML: it gives the same tree, without diagnostics.
fn check_json(text: &str) {
    let json = Tree::from_json(text, Limits::default());
    let is_sound = json.diagnostics.iter().all(|found| found.code == Code::DuplicateKey);
    if !is_sound || !text.chars().all(is_printable) {
        return;
    }
    let yaml = Tree::from_yaml(text, Limits::default());
    assert_eq!(yaml.extent, Extent::Whole, "{:?} in {text:?}", yaml.diagnostics);
    assert!(equal(json.tree.root(), yaml.tree.root()), "{text:?}");
    assert_eq!(json.diagnostics, yaml.diagnostics, "{text:?}");
}

/// Whether YAML 1.2 allows the character (section 5.1); JSON allows more of them within strings.
fn is_printable(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}' | '\u{10000}'..)
}
