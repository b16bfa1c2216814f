//! The real specs of the test data, and what an independent reader counted in them.

use std::path::{Path, PathBuf};

use engine::{OsSystem, System};
use serde_json::Value;

/// The folder of real specs, or nothing with a word about it.
pub(crate) fn test_data() -> Option<PathBuf> {
    engine::testing::test_data("specs/truth.json", "tests over real specs")
}

/// The text of a file below `specs/`.
pub(crate) fn read(root: &Path, path: &str) -> Vec<u8> {
    OsSystem::new(root).unwrap().read(&format!("specs/{path}"), u64::MAX).unwrap()
}

/// Every file of the truth and what is known of it, by path below `specs/`.
pub(crate) fn truth(root: &Path) -> Vec<(String, Value)> {
    let truth: Value = serde_json::from_slice(&read(root, "truth.json")).unwrap();
    truth.as_object().unwrap().iter().map(|(path, expected)| (path.clone(), expected.clone())).collect()
}

/// The documents with status `ok`.
pub(crate) fn documents(root: &Path) -> Vec<(String, Value)> {
    truth(root).into_iter().filter(|(_, expected)| expected["status"] == "ok").collect()
}
