//! The manifest: the files that a run wrote, with their hashes. The next run may replace and remove only these.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;

use rapidhash::v3::{DEFAULT_RAPID_SECRETS, RapidStreamHasherV3};

use crate::failure::{Failure, Outcome};

const FIRST_LINE: &str = "tool manifest 1";

/// Paths with the hashes of their contents; no hash if a run may have ended before or after writing the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    files: BTreeMap<String, Option<u64>>,
}

/// The hash of a file in a manifest.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    rapidhash::v3::rapidhash_v3(bytes)
}

/// Waits until the names in a folder are on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only Unix opens folders as files.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The same hash of a content that is read in parts.
pub(super) fn hasher() -> RapidStreamHasherV3<'static> {
    RapidStreamHasherV3::new(&DEFAULT_RAPID_SECRETS)
}

impl FromIterator<(String, Option<u64>)> for Manifest {
    fn from_iter<I: IntoIterator<Item = (String, Option<u64>)>>(files: I) -> Self {
        Self { files: files.into_iter().collect() }
    }
}

impl Manifest {
    /// Reads a manifest, if it exists. Malformed lines are skipped, so the files that they name are kept.
    ///
    /// # Errors
    /// Fails if it exists but cannot be read.
    pub(super) fn read(path: &Path) -> Outcome<Option<Self>> {
        let bytes = match super::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::system("cannot read", path, &error)),
        };
        let text = String::from_utf8_lossy(&bytes);
        let Some(lines) = text.strip_prefix(FIRST_LINE).and_then(|rest| rest.strip_prefix('\n')) else {
            return Ok(None);
        };
        let entry = |line: &str| {
            let (hash, path) = line.split_once(' ')?;
            let hash = if hash == "-" { None } else { Some(u64::from_str_radix(hash, 16).ok()?) };
            super::check_path(path).ok()?;
            Some((path.to_owned(), hash))
        };
        Ok(Some(lines.lines().filter_map(entry).collect()))
    }

    /// Replaces the manifest at `path`; `staging` is on the same file system. It survives a power loss, since the next run
    /// would take the folder for the user's without it.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub(super) fn write(&self, path: &Path, staging: &Path) -> Outcome<()> {
        let mut text = format!("{FIRST_LINE}\n");
        for (path, hash) in &self.files {
            let _ = match hash {
                Some(hash) => writeln!(text, "{hash:016x} {path}"),
                None => writeln!(text, "- {path}"),
            };
        }
        let staged = staging.join("manifest");
        fs::create_dir_all(staging)
            .and_then(|()| super::write_new(&staged, text.as_bytes()))
            .and_then(|()| File::open(&staged)?.sync_all())
            .and_then(|()| fs::rename(&staged, path))
            .and_then(|()| path.parent().map_or(Ok(()), sync_folder))
            .map_err(|error| Failure::system("cannot write", path, &error))
    }

    /// Whether an earlier run wrote the file.
    pub(super) fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// The paths of all files, sorted.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The hash of a file; `None` if it is not listed, or if a run may have ended before writing it.
    pub(super) fn hash_of(&self, path: &str) -> Option<u64> {
        self.files.get(path).copied().flatten()
    }

    /// The files that are not among `paths`, which are sorted.
    pub(super) fn without(&self, paths: &[Arc<str>]) -> Vec<(&str, Option<u64>)> {
        let is_stale = |path: &str| paths.binary_search_by(|other| (**other).cmp(path)).is_err();
        self.files.iter().filter(|(path, _)| is_stale(path)).map(|(path, &hash)| (path.as_str(), hash)).collect()
    }

    /// The manifest of a run that is about to begin: all files that exist or may be written.
    pub(super) fn intent(&self, paths: &[Arc<str>]) -> Self {
        let stale = self.without(paths).into_iter().map(|(path, hash)| (path.to_owned(), hash));
        stale.chain(paths.iter().map(|path| (path.to_string(), None))).collect()
    }
}
