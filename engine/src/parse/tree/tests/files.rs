//! Comparison with other parsers, on the available test data.

use std::path::PathBuf;

use super::{Extent, Limits, Tree, equal};
use crate::inputs::{OsSystem, System};
use crate::testing::fuzz::json::check_value;

/// The test data; `None`, with a message, if it is not available.
pub(crate) fn test_data() -> Option<(PathBuf, OsSystem)> {
    let root = crate::testing::test_data("specs/truth.json", "tests over real documents")?;
    let system = OsSystem::new(&root).unwrap();
    Some((root, system))
}

/// The texts of the files below `folder` with one of the extensions.
pub(crate) fn texts(system: &OsSystem, folder: &str, extensions: &[&str]) -> Vec<(String, String)> {
    let has_extension =
        |path: &str| path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension));
    system
        .walk(folder)
        .files
        .into_iter()
        .filter(|path| has_extension(path))
        .filter_map(|path| {
            let text = String::from_utf8(system.read(&path, u64::from(u32::MAX)).ok()?).ok()?;
            Some((path.to_string(), text))
        })
        .collect()
}

#[test]
fn json_files_are_read_as_by_serde_json_and_the_yaml_reader() {
    let Some((_, system)) = test_data() else { return };
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
    let Some((_, system)) = test_data() else { return };
    let files = texts(&system, "specs", &["yaml", "yml"]);
    assert!(files.len() > 3000);
    for (path, text) in files {
        let parsed = Tree::from_yaml(&text, Limits::default());
        assert_eq!(parsed.extent, Extent::Whole, "{path}: {:?}", parsed.diagnostics);
    }
}
