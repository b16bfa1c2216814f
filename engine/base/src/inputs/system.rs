//! The way to the disk: the operating system's, or one in memory for tests.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is none.
    Missing,
    /// It lies outside the project's root once symbolic links are followed.
    Outside,
    /// It is a directory, pipe, socket or device.
    NotRegular,
    /// It is larger than the limit, in bytes.
    TooLarge(u64),
    /// Anything else, in the system's words.
    Other(String),
}

/// Reads a project's files. Paths are relative to the project's root, with `/`, without `.` and `..`.
pub trait System: Send + Sync + Debug {
    /// The bytes of a regular file within the root, at most `limit` of them.
    ///
    /// # Errors
    /// [`ReadError`] says why there are none. Never blocks on pipes or devices.
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError>;

    /// The regular files below `dir`, sorted, hidden ones (`.x`) left out. Symbolic links are followed while they stay
    /// within the root. What is named like a page (`.md`) is among them whatever it is, and so are links that cannot be
    /// followed, so that reading them says what is wrong. Empty when the folder does not exist.
    fn walk(&self, dir: &str) -> Vec<Arc<str>>;

    /// Whether the file at `path`, which is spelled below `dir`, lies there after symbolic links too. Where there are none it
    /// does.
    fn is_within(&self, _path: &str, _dir: &str) -> bool {
        true
    }
}

/// The real disk, seen from a project's root.
#[derive(Debug)]
pub struct OsSystem {
    root: PathBuf,
}

impl OsSystem {
    /// The disk below `root`.
    ///
    /// # Errors
    /// When `root` does not exist or is not accessible.
    pub fn new(root: &Path) -> std::io::Result<Self> {
        Ok(Self { root: std::fs::canonicalize(root)? })
    }

    /// The project's root, absolute and without symbolic links.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The real path of `path`, when it lies within the root.
    fn resolve(&self, path: &str) -> Result<PathBuf, ReadError> {
        let real = std::fs::canonicalize(self.root.join(path)).map_err(|error| read_error(&error))?;
        if real.starts_with(&self.root) { Ok(real) } else { Err(ReadError::Outside) }
    }

    fn walk_into(&self, dir: &Path, prefix: &str, depth: usize, found: &mut Vec<Arc<str>>) {
        const DEEPEST_FOLDER: usize = 64;
        let Ok(entries) = std::fs::read_dir(dir) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            // No author loses a page without a word: what has the name of one and cannot be read is found all the same.
            let is_page = name.as_encoded_bytes().ends_with(b".md");
            let name = match name.to_str() {
                Some(name) => name.into(),
                None if is_page => name.to_string_lossy(),
                None => continue,
            };
            if name.starts_with('.') || depth > DEEPEST_FOLDER {
                continue;
            }
            let path = if prefix.is_empty() { name.into_owned() } else { format!("{prefix}/{name}") };
            let Ok(mut kind) = entry.file_type() else { continue };
            if kind.is_symlink() {
                let real = match self.resolve(&path) {
                    Ok(real) => real,
                    Err(error) => {
                        let leads_away = matches!(error, ReadError::Outside | ReadError::Missing);
                        found.extend((is_page || leads_away).then(|| path.into()));
                        continue;
                    }
                };
                // A link to a folder that holds the link would never end.
                if dir.starts_with(&real) {
                    continue;
                }
                let Ok(metadata) = std::fs::metadata(&real) else { continue };
                kind = metadata.file_type();
            }
            if kind.is_dir() {
                self.walk_into(&entry.path(), &path, depth + 1, found);
            } else if kind.is_file() || is_page {
                found.push(path.into());
            }
        }
    }
}

impl System for OsSystem {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let real = self.resolve(path)?;
        let metadata = std::fs::metadata(&real).map_err(|error| read_error(&error))?;
        if !metadata.is_file() {
            return Err(ReadError::NotRegular);
        }
        if metadata.len() > limit {
            return Err(ReadError::TooLarge(metadata.len()));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
        let file = std::fs::File::open(&real).map_err(|error| read_error(&error))?;
        file.take(limit).read_to_end(&mut bytes).map_err(|error| read_error(&error))?;
        Ok(bytes)
    }

    fn walk(&self, dir: &str) -> Vec<Arc<str>> {
        let mut found = Vec::new();
        if let Ok(real) = self.resolve(dir) {
            self.walk_into(&real, dir, 0, &mut found);
        }
        found.sort_unstable();
        found
    }

    fn is_within(&self, path: &str, dir: &str) -> bool {
        match (self.resolve(path), self.resolve(dir)) {
            (Ok(path), Ok(dir)) => path.starts_with(dir),
            // What cannot be resolved cannot be read, and reading says why.
            _ => true,
        }
    }
}

fn read_error(error: &std::io::Error) -> ReadError {
    match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => ReadError::Missing,
        _ => ReadError::Other(error.to_string()),
    }
}

/// A disk in memory.
#[derive(Debug, Default)]
pub struct MemorySystem {
    files: Mutex<BTreeMap<Arc<str>, Vec<u8>>>,
}

impl MemorySystem {
    /// Creates or replaces a file.
    pub fn write(&self, path: &str, contents: impl Into<Vec<u8>>) {
        self.lock().insert(path.into(), contents.into());
    }

    /// Deletes a file, if it is there.
    pub fn remove(&self, path: &str) {
        self.lock().remove(path);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<Arc<str>, Vec<u8>>> {
        self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl System for MemorySystem {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let files = self.lock();
        let bytes = files.get(path).ok_or(ReadError::Missing)?;
        let len = bytes.len() as u64;
        if len > limit { Err(ReadError::TooLarge(len)) } else { Ok(bytes.clone()) }
    }

    fn walk(&self, dir: &str) -> Vec<Arc<str>> {
        let hidden = |path: &str| path.split('/').any(|part| part.starts_with('.'));
        let below = |path: &str| dir.is_empty() || path.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'));
        self.lock().keys().filter(|path| below(path) && !hidden(path)).cloned().collect()
    }
}
