//! Publishes all changes in one step: a second folder, which shares the unchanged files, takes the place of the first.
//! Wherever the process ends, the site is the old one or the new one.
//!
//! It needs hard links, and a file system that can exchange two folders. Where either is missing, nothing is changed and
//! the files are replaced one by one instead.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The changes between the site in a folder and the new one.
pub(super) struct Changes<'a> {
    /// The files to write, with the paths of their new contents.
    pub(super) files: &'a [(&'a str, &'a Path)],
    /// The files to remove.
    pub(super) stale: &'a [&'a str],
    /// Whether a file at this path belongs to the site, or did.
    pub(super) is_ours: &'a dyn Fn(&str) -> bool,
}

/// Replaces the folder `out` by a changed one, which is prepared at `next`, on the same file system. Removing the old
/// folder, which is then at `next`, is up to the caller.
///
/// # Errors
/// Fails if the system cannot do that; `out` is then unchanged.
pub(super) fn exchange(out: &Path, next: &Path, changes: &Changes<'_>) -> io::Result<()> {
    prepare(out, next, changes)?;
    swap(next, out)?;
    keep_late_files(next, out, changes.is_ours);
    Ok(())
}

/// Creates the new folder: links to the files that stay, including those of others, and to the changed ones.
fn prepare(out: &Path, next: &Path, changes: &Changes<'_>) -> io::Result<()> {
    let replaced: HashSet<&Path> =
        changes.files.iter().map(|(path, _)| *path).chain(changes.stale.iter().copied()).map(Path::new).collect();
    fs::create_dir_all(next)?;
    fs::set_permissions(next, fs::metadata(out)?.permissions())?;
    let mut folders = Folders { out, next, known: BTreeSet::from([PathBuf::new()]) };
    for entry in walk(out)? {
        match entry {
            Entry::EmptyFolder(path) => folders.create(&path)?,
            Entry::File(path, _) if replaced.contains(&*path) => {}
            Entry::File(path, _) => {
                folders.create_parent(&path)?;
                fs::hard_link(out.join(&path), next.join(&path))?;
            }
        }
    }
    for (path, staged) in changes.files {
        folders.create_parent(Path::new(path))?;
        fs::hard_link(staged, next.join(path))?;
    }
    Ok(())
}

/// The folders below the new one, created as files need them.
struct Folders<'a> {
    out: &'a Path,
    next: &'a Path,
    known: BTreeSet<PathBuf>,
}

impl Folders<'_> {
    fn create_parent(&mut self, path: &Path) -> io::Result<()> {
        path.parent().map_or(Ok(()), |parent| self.create(parent))
    }

    fn create(&mut self, path: &Path) -> io::Result<()> {
        let missing: Vec<&Path> = path.ancestors().take_while(|folder| !self.known.contains(*folder)).collect();
        for folder in missing.into_iter().rev() {
            let new = self.next.join(folder);
            fs::create_dir(&new)?;
            if let Ok(old) = fs::symlink_metadata(self.out.join(folder))
                && old.is_dir()
            {
                fs::set_permissions(&new, old.permissions())?;
            }
            self.known.insert(folder.to_owned());
        }
        Ok(())
    }
}

/// An entry below a folder; its path is relative to the folder.
enum Entry {
    File(PathBuf, Metadata),
    EmptyFolder(PathBuf),
}

/// Everything below a folder. Holds one open descriptor at a time.
fn walk(root: &Path) -> io::Result<Vec<Entry>> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(folder) = open.pop() {
        let entries: Vec<fs::DirEntry> = fs::read_dir(root.join(&folder))?.collect::<io::Result<_>>()?;
        if entries.is_empty() && folder.parent().is_some() {
            found.push(Entry::EmptyFolder(folder));
            continue;
        }
        for entry in entries {
            let path = folder.join(entry.file_name());
            let metadata = entry.metadata()?;
            if metadata.is_dir() { open.push(path) } else { found.push(Entry::File(path, metadata)) }
        }
    }
    Ok(found)
}

/// Moves what others wrote into the old folder while the new one was prepared.
fn keep_late_files(old: &Path, new: &Path, is_ours: &dyn Fn(&str) -> bool) {
    for entry in walk(old).unwrap_or_default() {
        let Entry::File(path, metadata) = entry else { continue };
        let is_known = path.to_str().is_some_and(is_ours)
            || fs::symlink_metadata(new.join(&path)).is_ok_and(|linked| is_same_file(&metadata, &linked));
        if !is_known {
            let moved = path.parent().map_or(Ok(()), |parent| fs::create_dir_all(new.join(parent)));
            drop(moved.and_then(|()| fs::rename(old.join(&path), new.join(&path))));
        }
    }
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    one.modified().ok() == other.modified().ok() && one.len() == other.len()
}

/// Exchanges two folders atomically.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn swap(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
