//! Comparison with other parsers, on the available test data.

use super::{Extent, Limits, Tree, equal};
use crate::testing::fuzz::json::check_value;
use crate::testing::{real_documents, texts};

#[test]
fn json_files_are_read_as_by_serde_json_and_the_yaml_reader() {
    let Some((_, system)) = real_documents() else { return };
    let files = texts(&system, "specs", &["json"]);
    assert!(files.len() > 50);
    for (path, text) in files {
        let parsed = Tree::from_json(&text, Limits::default());
        let json: Result<serde_json::Value, _> = serde_json::from_str(text.trim_start_matches('\u{feff}'));
        match json {
            Ok(value) => {
                assert_eq!(parsed.extent, Extent::Whole, "{path}: {:?}", parsed.diagnostics);
                check_value(parsed.tree.root(), &value, &path);
                // The only character that JSON allows unescaped and YAML does not.
                if text.contains('\u{7f}') {
                    continue;
                }
                let yaml = Tree::from_yaml(&text, Limits::default());
                assert_eq!(yaml.extent, Extent::Whole, "{path}: {:?}", yaml.diagnostics);
                assert!(equal(parsed.tree.root(), yaml.tree.root()), "{path} as YAML");
            }
            Err(error) => assert_eq!(parsed.extent, Extent::Cut, "{path}: {error}"),
        }
    }
}

#[test]
fn yaml_files_are_read_whole() {
    let Some((_, system)) = real_documents() else { return };
    let files = texts(&system, "specs", &["yaml", "yml"]);
    assert!(files.len() > 3000);
    for (path, text) in files {
        let parsed = Tree::from_yaml(&text, Limits::default());
        assert_eq!(parsed.extent, Extent::Whole, "{path}: {:?}", parsed.diagnostics);
    }
}
