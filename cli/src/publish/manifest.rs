//! The manifest: the files that a run wrote, with their hashes. The next run may replace and remove only these.

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
    /// Sorted by path.
    files: Vec<(Arc<str>, Option<u64>)>,
}

/// The manifest of a folder as it was read; empty if there was none.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadManifest {
    pub(super) manifest: Arc<Manifest>,
    /// The hash of its bytes, if there was one.
    hash: Option<u64>,
}

impl ReadManifest {
    /// Reads the manifest at `path`. Malformed lines are skipped, so the files that they name are kept. `known`: an earlier
    /// reading, for which it need not be parsed again.
    ///
    /// # Errors
    /// Fails if it exists but cannot be read.
    pub(super) fn read(path: &Path, known: &Self) -> Outcome<Self> {
        let bytes = match super::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::system("cannot read", path, &error)),
        };
        let hash = Some(hash(&bytes));
        if hash == known.hash {
            return Ok(known.clone());
        }
        let manifest = Manifest::parse(&String::from_utf8_lossy(&bytes));
        Ok(manifest.map(|manifest| Self { manifest: manifest.into(), hash }).unwrap_or_default())
    }

    /// Whether there was one.
    pub(super) fn exists(&self) -> bool {
        self.hash.is_some()
    }

    /// Whether both are the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
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

impl FromIterator<(Arc<str>, Option<u64>)> for Manifest {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Option<u64>)>>(files: I) -> Self {
        let mut files: Vec<_> = files.into_iter().collect();
        if !files.is_sorted_by(|a: &(Arc<str>, _), b| a.0 < b.0) {
            files.sort_by(|a, b| a.0.cmp(&b.0));
            files.dedup_by(|a, b| a.0 == b.0);
        }
        Self { files }
    }
}

impl Manifest {
    /// Parses a manifest. `None` if the text does not begin as a manifest does.
    fn parse(text: &str) -> Option<Self> {
        let lines = text.strip_prefix(FIRST_LINE)?.strip_prefix('\n')?;
        let entry = |line: &str| {
            let (hash, path) = line.split_once(' ')?;
            let hash = if hash == "-" { None } else { Some(u64::from_str_radix(hash, 16).ok()?) };
            super::check_path(path).ok()?;
            Some((path.into(), hash))
        };
        Some(lines.lines().filter_map(entry).collect())
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
        self.find(path).is_some()
    }

    /// The paths of all files with their hashes, sorted; no hash if a run may have ended before writing the file.
    pub(super) fn files(&self) -> &[(Arc<str>, Option<u64>)] {
        &self.files
    }

    /// The hash of a file; `None` if it is not listed, or if a run may have ended before writing it.
    pub(super) fn hash_of(&self, path: &str) -> Option<u64> {
        self.find(path)?.1
    }

    fn find(&self, path: &str) -> Option<&(Arc<str>, Option<u64>)> {
        self.files.get(self.files.binary_search_by(|(other, _)| (**other).cmp(path)).ok()?)
    }

    /// The files that are not among `paths`, which are sorted.
    pub(super) fn without(&self, paths: &[Arc<str>]) -> Vec<(&str, Option<u64>)> {
        let mut paths = paths.iter().peekable();
        let is_stale = |(path, _): &&(Arc<str>, Option<u64>)| {
            while paths.next_if(|other| **other < *path).is_some() {}
            paths.peek().is_none_or(|other| **other != *path)
        };
        self.files.iter().filter(is_stale).map(|(path, hash)| (&**path, *hash)).collect()
    }

    /// The manifest of a run that is about to begin: all files that exist or may be written. `paths` are sorted.
    pub(super) fn intent(&self, paths: &[Arc<str>]) -> Self {
        let stale = self.without(paths).into_iter().map(|(path, hash)| (path.into(), hash));
        stale.chain(paths.iter().map(|path| (path.clone(), None))).collect()
    }
}
