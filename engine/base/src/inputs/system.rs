//! Access to the disk: the operating system's, or one in memory for embedded projects and tests.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Debug, Formatter};
use std::fs::FileType;
use std::hash::{Hash as _, Hasher as _};
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use rapidhash::fast::RapidHasher;

use super::git::{Git, TREE_END};
use super::{History, NoHistory};

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The file does not exist.
    Missing,
    /// The file is outside the project's root once symbolic links are resolved.
    Outside,
    /// The path is a directory, pipe, socket or device.
    NotRegular,
    /// The file is larger than the limit; its size in bytes.
    TooLarge(u64),
    /// Any other error, in the system's words.
    Other(String),
}

/// A file opened for reading in parts.
pub struct OpenFile {
    /// The contents, from the first byte on.
    pub contents: Box<dyn ReadSeek>,
    /// The length in bytes.
    pub len: u64,
    /// Changes with the contents.
    pub version: u128,
}

impl OpenFile {
    fn of_bytes(bytes: Vec<u8>) -> Self {
        let version = u128::from(rapidhash::v3::rapidhash_v3(&bytes));
        Self { len: bytes.len() as u64, version, contents: Box::new(Cursor::new(bytes)) }
    }
}

impl Debug for OpenFile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenFile").field("len", &self.len).field("version", &self.version).finish_non_exhaustive()
    }
}

/// Contents that can be read from any position, on any thread.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// The result of a walk below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// The paths of files, sorted.
    pub files: Vec<Arc<str>>,
    /// The folders and links that were not followed, with the reason.
    pub left_out: BTreeMap<Arc<str>, LeftOut>,
}

/// Why a walk did not follow a folder or link.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LeftOut {
    /// The folder cannot be listed; the reason is fit for a message.
    Unlisted(String),
    /// The symbolic link cannot be resolved; the reason is fit for a message.
    Unresolved(String),
    /// The symbolic link points to a folder that contains it.
    Cycle,
}

/// Reads a project's files. Paths are relative to the project's root, with `/`, without `.` and `..`.
pub trait System: Send + Sync + Debug {
    /// Returns the bytes of a regular file within the root, at most `limit` of them.
    ///
    /// # Errors
    /// [`ReadError`] if the file cannot be read. Never blocks on pipes or devices.
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError>;

    /// Opens a regular file within the root that has at most `limit` bytes.
    ///
    /// # Errors
    /// As [`System::read`].
    fn open(&self, path: &str, limit: u64) -> Result<OpenFile, ReadError> {
        self.read(path, limit).map(OpenFile::of_bytes)
    }

    /// The regular files below `dir`, without hidden ones (`.x`). Symbolic links are followed as long as they stay within
    /// the root. Includes whatever is named like a page (`.md`), and links that point outside the root or to nothing, so
    /// that reading them reports the problem. Empty if the folder does not exist.
    fn walk(&self, dir: &str) -> Walk;

    /// Whether the file at `path`, which is spelled below `dir`, is also there once symbolic links are resolved. Always
    /// true on systems without links.
    fn is_within(&self, _path: &str, _dir: &str) -> bool {
        true
    }

    /// What changes whenever the contents of the file at `path` do, and takes no reading to know. `None` if there is no such
    /// thing, or if the file was changed so recently that its next change may have the same time.
    fn state(&self, _path: &str) -> Option<u64> {
        None
    }

    /// Whether the file at `path` can never change: it is in a commit.
    fn is_frozen(&self, _path: &str) -> bool {
        false
    }

    /// The history of the Markdown files in the Git tree with this name, or of those on the disk.
    ///
    /// # Errors
    /// [`NoHistory`] if it is not known or not complete.
    fn history(&self, _tree: Option<&str>) -> Result<Arc<History>, NoHistory> {
        Err(NoHistory::Failed("the project is not in a Git repository".to_owned()))
    }
}

/// The real disk, seen from a project's root. A path of the form `<tree>:/<path>` is that of a file in a Git tree: `<tree>` is
/// a commit, which means the project's folder in it, or `<commit>:<folder>`.
#[derive(Debug)]
pub struct OsSystem {
    root: PathBuf,
    git: Git,
}

impl OsSystem {
    /// Opens the disk below `root`.
    ///
    /// # Errors
    /// Fails if `root` does not exist or is not accessible.
    pub fn new(root: &Path) -> std::io::Result<Self> {
        let root = std::fs::canonicalize(root)?;
        Ok(Self { git: Git::new(root.clone()), root })
    }

    /// The project's root, absolute and without symbolic links.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The tree and the path in it, if `path` is that of a file in a Git tree.
    fn in_tree<'p>(&self, path: &'p str) -> Option<(&'p str, &'p str)> {
        path.split_once(TREE_END).filter(|_| !self.root.join(path).exists())
    }

    /// The real path of `path`, if it is within the root.
    fn resolve(&self, path: &str) -> Result<PathBuf, ReadError> {
        let real = std::fs::canonicalize(self.root.join(path)).map_err(|error| read_error(&error))?;
        if real.starts_with(&self.root) { Ok(real) } else { Err(ReadError::Outside) }
    }

    /// Opens a regular file of at most `limit` bytes.
    fn open_file(&self, path: &str, limit: u64) -> Result<(std::fs::File, std::fs::Metadata), ReadError> {
        let check = |metadata: std::fs::Metadata| match metadata.len() {
            _ if !metadata.is_file() => Err(ReadError::NotRegular),
            length if length > limit => Err(ReadError::TooLarge(length)),
            _ => Ok(metadata),
        };
        if let Some((file, metadata)) = self.open_beneath(path) {
            return check(metadata).map(|metadata| (file, metadata));
        }
        let real = self.resolve(path)?;
        let metadata = std::fs::metadata(&real).map_err(|error| read_error(&error)).and_then(check)?;
        let file = std::fs::File::open(&real).map_err(|error| read_error(&error))?;
        Ok((file, metadata))
    }

    /// Opens a path within the root, which takes a tenth of the calls that resolving it does. `None` if the system cannot do that,
    /// or the path cannot be opened, or a link in it is absolute, which may be one into the root all the same.
    #[cfg(target_os = "linux")]
    fn open_beneath(&self, path: &str) -> Option<(std::fs::File, std::fs::Metadata)> {
        use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat, openat2};
        let root = openat(CWD, &self.root, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).ok()?;
        // A pipe is opened without waiting for what writes to it.
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        let beneath = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let file = std::fs::File::from(openat2(root, path, flags, Mode::empty(), beneath).ok()?);
        let metadata = file.metadata().ok()?;
        Some((file, metadata))
    }

    #[cfg(not(target_os = "linux"))]
    fn open_beneath(&self, _path: &str) -> Option<(std::fs::File, std::fs::Metadata)> {
        None
    }
}

/// The greatest depth of listed folders, relative to the start of the walk.
const DEEPEST_FOLDER: usize = 64;
/// The greatest number of folders listed behind symbolic links: a few links can form exponentially many paths.
const MOST_LINKED_FOLDERS: usize = 10_000;

/// An entry of a folder: its name and file type.
type Entry = (OsString, std::io::Result<FileType>);

/// A walk over the folders of a disk. Holds one open descriptor at a time.
struct Walker<'s> {
    system: &'s OsSystem,
    found: Walk,
    /// The real paths of the folders from the start of the walk to the current one.
    above: Vec<PathBuf>,
    /// The real paths of links that are reported as cycles.
    cycles: BTreeSet<PathBuf>,
    /// The number of folders listed behind symbolic links.
    linked: usize,
}

impl Walker<'_> {
    /// Lists the folder whose real path is `real`, and all below it. `is_linked` says whether the path to it contains a
    /// symbolic link.
    fn folder(&mut self, real: PathBuf, path: &str, is_linked: bool) {
        self.linked += usize::from(is_linked);
        if self.above.len() > DEEPEST_FOLDER {
            return self.unlisted(path, format!("folders are nested more than {DEEPEST_FOLDER} deep"));
        }
        if self.linked > MOST_LINKED_FOLDERS {
            let reason = format!("symbolic links reach more than {MOST_LINKED_FOLDERS} folders");
            return self.unlisted(path, reason);
        }
        // A `DirEntry` keeps its folder open, so a walk that held the entries of each level would run out of descriptors.
        let list = || -> std::io::Result<Vec<Entry>> {
            std::fs::read_dir(&real)?.map(|entry| entry.map(|entry| (entry.file_name(), entry.file_type()))).collect()
        };
        let mut entries = match list() {
            Ok(entries) => entries,
            Err(error) => return self.unlisted(path, error.to_string()),
        };
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        self.above.push(real.clone());
        for (name, kind) in entries {
            self.entry(&real, &name, kind, path, is_linked);
        }
        self.above.pop();
    }

    /// Adds the file `name` of the folder whose real path is `parent`, or lists it if it is a folder.
    fn entry(&mut self, parent: &Path, name: &OsStr, kind: std::io::Result<FileType>, folder: &str, is_linked: bool) {
        // A page whose name is not UTF-8 is included, so that its check reports it.
        let is_page = name.as_encoded_bytes().ends_with(b".md");
        let lossy = name.to_string_lossy();
        if lossy.starts_with('.') {
            return;
        }
        let path = if folder.is_empty() { lossy.into_owned() } else { format!("{folder}/{lossy}") };
        let kind = match kind {
            Ok(kind) => kind,
            Err(error) => return self.unlisted(&path, error.to_string()),
        };
        if name.to_str().is_none() && !is_page {
            if kind.is_dir() {
                self.unlisted(&path, "its name is not UTF-8".to_owned());
            }
            return;
        }
        if kind.is_symlink() {
            return self.link(parent.join(name), path, is_page);
        }
        if kind.is_dir() {
            self.folder(parent.join(name), &path, is_linked);
        } else if kind.is_file() || is_page {
            self.found.files.push(path.into());
        }
    }

    /// Follows the symbolic link `link`, which is at `path` in the project.
    fn link(&mut self, link: PathBuf, path: String, is_page: bool) {
        let resolved = self.system.resolve(&path).and_then(|real| {
            let metadata = std::fs::metadata(&real).map_err(|error| read_error(&error))?;
            Ok((real, metadata))
        });
        match resolved {
            Ok((real, metadata)) if metadata.is_dir() => {
                if !self.above.iter().any(|above| above.starts_with(&real)) {
                    self.folder(real, &path, true);
                } else if self.cycles.insert(link) {
                    self.found.left_out.insert(path.into(), LeftOut::Cycle);
                }
            }
            Ok((_, metadata)) if !metadata.is_file() && !is_page => {}
            Err(ReadError::Other(reason)) if !is_page => {
                self.found.left_out.insert(path.into(), LeftOut::Unresolved(reason));
            }
            _ => self.found.files.push(path.into()),
        }
    }

    fn unlisted(&mut self, path: &str, reason: String) {
        self.found.left_out.insert(path.into(), LeftOut::Unlisted(reason));
    }
}

impl System for OsSystem {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        if let Some((tree, below)) = self.in_tree(path) {
            return self.git.read(tree, below, limit);
        }
        let (file, metadata) = self.open_file(path, limit)?;
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
        file.take(limit).read_to_end(&mut bytes).map_err(|error| read_error(&error))?;
        Ok(bytes)
    }

    fn open(&self, path: &str, limit: u64) -> Result<OpenFile, ReadError> {
        if self.in_tree(path).is_some() {
            return self.read(path, limit).map(OpenFile::of_bytes);
        }
        let (file, metadata) = self.open_file(path, limit)?;
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let version = modified.unwrap_or_default().as_nanos();
        Ok(OpenFile { contents: Box::new(file), len: metadata.len(), version })
    }

    fn walk(&self, dir: &str) -> Walk {
        if let Some((tree, below)) = self.in_tree(dir) {
            return self.git.walk(tree, below);
        }
        let found = Walk::default();
        let mut walker = Walker { system: self, found, above: Vec::new(), cycles: BTreeSet::new(), linked: 0 };
        match self.resolve(dir) {
            Ok(real) => walker.folder(real, dir, false),
            Err(ReadError::Missing) => {}
            Err(ReadError::Outside) => walker.unlisted(dir, "it is outside the project's folder".to_owned()),
            Err(ReadError::Other(reason)) => walker.unlisted(dir, reason),
            Err(ReadError::NotRegular | ReadError::TooLarge(_)) => {}
        }
        walker.found.files.sort_unstable();
        walker.found
    }

    fn state(&self, path: &str) -> Option<u64> {
        if self.in_tree(path).is_some() {
            return Some(0);
        }
        state_of(&std::fs::metadata(self.root.join(path)).ok()?, SystemTime::now())
    }

    fn is_frozen(&self, path: &str) -> bool {
        self.git.has(path) && self.in_tree(path).is_some()
    }

    fn history(&self, tree: Option<&str>) -> Result<Arc<History>, NoHistory> {
        self.git.history(tree)
    }

    fn is_within(&self, path: &str, dir: &str) -> bool {
        match (self.resolve(path), self.resolve(dir)) {
            (Ok(path), Ok(dir)) => path.starts_with(dir),
            // A path that cannot be resolved cannot be read either, and reading reports why.
            _ => true,
        }
    }
}

/// A hash of what the system changes with the contents of a file. The time of the last change of any kind is part of it, which
/// no program can set. `None` if that time may be the present one.
#[cfg(unix)]
fn state_of(metadata: &std::fs::Metadata, now: SystemTime) -> Option<u64> {
    use std::os::unix::fs::MetadataExt as _;
    /// In seconds. File systems count time in steps of two seconds at most.
    const STEP: i64 = 2;
    let now = now.duration_since(UNIX_EPOCH).ok()?.as_secs();
    if metadata.ctime() + STEP > i64::try_from(now).ok()? {
        return None;
    }
    let mut hasher = RapidHasher::default_const();
    (metadata.dev(), metadata.ino(), metadata.len()).hash(&mut hasher);
    (metadata.ctime(), metadata.ctime_nsec(), metadata.mtime(), metadata.mtime_nsec()).hash(&mut hasher);
    Some(hasher.finish())
}

#[cfg(not(unix))]
fn state_of(_metadata: &std::fs::Metadata, _now: SystemTime) -> Option<u64> {
    None
}

fn read_error(error: &std::io::Error) -> ReadError {
    match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => ReadError::Missing,
        _ => ReadError::Other(error.to_string()),
    }
}

/// An in-memory disk.
#[derive(Debug, Default)]
pub struct MemorySystem {
    files: Mutex<BTreeMap<Arc<str>, Vec<u8>>>,
    history: Mutex<Option<Arc<History>>>,
}

impl MemorySystem {
    /// Creates or replaces a file.
    pub fn write(&self, path: &str, contents: impl Into<Vec<u8>>) {
        self.lock().insert(path.into(), contents.into());
    }

    /// Sets the history of the files.
    pub fn set_history(&self, history: History) {
        *self.history.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(Arc::new(history));
    }

    /// Deletes a file, if it exists.
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

    fn walk(&self, dir: &str) -> Walk {
        let hidden = |path: &str| path.split('/').any(|part| part.starts_with('.'));
        let below = |path: &str| dir.is_empty() || path.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'));
        let files = self.lock().keys().filter(|path| below(path) && !hidden(path)).cloned().collect();
        Walk { files, left_out: BTreeMap::new() }
    }

    fn history(&self, _tree: Option<&str>) -> Result<Arc<History>, NoHistory> {
        let history = self.history.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        history.ok_or_else(|| NoHistory::Failed("the project is not in a Git repository".to_owned()))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use super::{MOST_LINKED_FOLDERS, OsSystem, System as _, Walk, Walker, state_of};

    #[test]
    fn folders_behind_links_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let system = OsSystem::new(folder.path()).unwrap();
        let linked = MOST_LINKED_FOLDERS - 1;
        let mut walker =
            Walker { system: &system, found: Walk::default(), above: Vec::new(), cycles: Default::default(), linked };
        for (path, is_linked) in [("last", true), ("beyond", true), ("other", false)] {
            walker.folder(folder.path().to_owned(), path, is_linked);
        }
        let left_out: Vec<&str> = walker.found.left_out.keys().map(|path| &**path).collect();
        assert_eq!(left_out, ["beyond", "other"]);
    }

    #[test]
    fn the_state_of_a_file_changes_with_its_contents() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        let later = SystemTime::now() + Duration::from_secs(60);
        let state = || state_of(&fs::metadata(&path).unwrap(), later).unwrap();
        fs::write(&path, "old").unwrap();
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        let before = state();
        assert_eq!(state(), before);
        let system = OsSystem::new(folder.path()).unwrap();
        assert_eq!(system.state("a.md"), None, "it was just written");
        assert_eq!(system.state("none.md"), None);
        // Neither the length nor the time of the last change of the contents tells.
        std::thread::sleep(Duration::from_millis(50));
        fs::write(&path, "new").unwrap();
        File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
        assert_ne!(state(), before);
    }
}
