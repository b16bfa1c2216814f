//! Test data that is not in the repository.

use std::path::{Path, PathBuf};

/// The folder of real specs and documentation projects, if it contains `part`: `TOOL_TEST_DATA`, or else `shared` next
/// to the repository. If it is missing, prints a message that `what` is skipped.
///
/// # Panics
/// If it is missing in continuous integration (`CI=true`), where nothing may be skipped.
#[must_use]
#[expect(clippy::disallowed_methods, clippy::print_stderr, reason = "a test asks its environment and says so")]
pub fn test_data(part: &str, what: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let named = std::env::var_os("TOOL_TEST_DATA").filter(|value| !value.is_empty());
    let folder = named.map_or_else(beside, PathBuf::from);
    if folder.join(part).exists() {
        return Some(folder);
    }
    let reason = format!("there is no {part} in {}, see TOOL_TEST_DATA", folder.display());
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{what}: {reason}");
    eprintln!("skipped: {what} ({reason})");
    None
}
