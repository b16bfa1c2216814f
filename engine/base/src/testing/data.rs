//! Test data that is not in the repository.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::inputs::{OsSystem, System};

/// The folder of real specs and documentation projects, if it contains `part`: `TOOL_TEST_DATA`, or else `shared` next
/// to the repository. If it is missing, prints a message that `what` is skipped.
///
/// # Panics
/// If it is missing in continuous integration (`CI=true`), where nothing may be skipped.
#[must_use]
pub fn test_data(part: &str, what: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let named = std::env::var_os("TOOL_TEST_DATA").filter(|value| !value.is_empty());
    let folder = named.map_or_else(beside, PathBuf::from);
    if folder.join(part).exists() {
        return Some(folder);
    }
    let reason = format!("there is no {part} in {}, see TOOL_TEST_DATA", folder.display());
    skipped(what, &reason);
    None
}

/// Says that a test, or a part of one, did not run: on standard error, and in a line of the file that `TOOL_SKIPPED`
/// names, from which the test command repeats it at its end.
///
/// # Panics
/// In continuous integration (`CI=true`), where nothing may be skipped; and if the file cannot be written.
#[expect(clippy::disallowed_methods, clippy::print_stderr, reason = "a test asks its environment and says so")]
pub fn skipped(what: &str, reason: &str) {
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{what}: {reason}");
    eprintln!("skipped: {what} ({reason})");
    if let Some(list) = std::env::var_os("TOOL_SKIPPED") {
        // Tests run in many processes; a short line is appended in one piece.
        let mut list = std::fs::File::options().append(true).create(true).open(list).expect("the list opens");
        list.write_all(format!("{what} ({reason})\n").as_bytes()).expect("the list is written");
    }
}

/// The folder of real specs and a disk rooted there; `None` if it is missing.
///
/// # Panics
/// As [`test_data`].
#[must_use]
pub fn real_documents() -> Option<(PathBuf, OsSystem)> {
    let root = test_data("specs/truth.json", "tests over real documents")?;
    let system = OsSystem::new(&root).expect("the folder exists");
    Some((root, system))
}

/// The texts of the files below `folder` with one of the extensions.
#[must_use]
pub fn texts(system: &OsSystem, folder: &str, extensions: &[&str]) -> Vec<(String, String)> {
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
