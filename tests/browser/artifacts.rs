//! Where pictures are kept: in the target folder, outside the sources.

use std::path::{Path, PathBuf};

/// A folder of files for people to look at after a run.
#[derive(Clone, Debug)]
pub struct Artifacts {
    folder: PathBuf,
}

impl Artifacts {
    /// The folder beside cargo's folder for temporary files of tests, `CARGO_TARGET_TMPDIR`.
    #[must_use]
    pub fn beside(target_tmp: &Path) -> Self {
        Self { folder: target_tmp.with_file_name("browser-artifacts") }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn keep(&self, name: &str, bytes: &[u8]) {
        std::fs::create_dir_all(&self.folder).unwrap();
        std::fs::write(self.folder.join(name), bytes).unwrap();
    }
}
