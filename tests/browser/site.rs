//! A folder of files for one test.

use std::path::Path;

use tempfile::TempDir;

/// A temporary folder with the given files, deleted when dropped.
#[must_use]
pub fn temporary_site(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::with_prefix("site-").unwrap();
    for (path, contents) in files {
        let path = folder.path().join(Path::new(path));
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).unwrap();
        }
        std::fs::write(path, contents).unwrap();
    }
    folder
}
