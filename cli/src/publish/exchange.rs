//! Publishes all changes in one step: a second folder takes the place of the first. Wherever the process ends, the site is
//! the old one or the new one.
//!
//! The second folder shares the files that stay, by hard links; a large folder in which nothing changes is moved into it
//! instead, however many files it has. Since it must be in both folders when they change places, the second one has a
//! symbolic link to it for that moment. [`Folders::recover`] ends what a process that was killed meanwhile has begun.
//!
//! It needs hard links, and a file system that can exchange two folders. Where either is missing, nothing is changed and
//! the files are replaced one by one instead.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, DirEntry, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use os::{CAN_SWAP, is_same_file, link, swap};

use super::read;

/// From this number of files on, a folder in which nothing changes is moved. The site has a link to it for a moment, so that
/// small ones, which may be many, are shared file by file.
const MANY: usize = 64;

/// The changes between the site in a folder and the new one.
pub(super) struct Changes<'a> {
    /// The files to write, with the paths of their new contents, sorted.
    pub(super) files: &'a [(&'a str, &'a Path)],
    /// The files to remove, sorted.
    pub(super) stale: &'a [&'a str],
    /// The paths of all files of the new site, sorted.
    pub(super) paths: &'a [Arc<str>],
}

impl Changes<'_> {
    /// Whether a file at this path belongs to the site, or did.
    fn is_ours(&self, path: &str) -> bool {
        self.paths.binary_search_by(|other| (**other).cmp(path)).is_ok() || self.is_stale(path)
    }

    fn is_stale(&self, path: &str) -> bool {
        self.stale.binary_search(&path).is_ok()
    }

    /// Whether the file at this path is written or removed.
    fn changes(&self, path: &str) -> bool {
        self.files.binary_search_by_key(&path, |&(path, _)| path).is_ok() || self.is_stale(path)
    }

    /// Whether nothing changes in a folder with many files.
    fn leaves(&self, folder: &str) -> bool {
        // The character after the slash ends the paths that begin with it.
        let bounds = [format!("{folder}/"), format!("{folder}0")];
        let [files, stale, paths] = [
            bounds.each_ref().map(|bound| self.files.partition_point(|(path, _)| *path < bound.as_str())),
            bounds.each_ref().map(|bound| self.stale.partition_point(|path| *path < bound.as_str())),
            bounds.each_ref().map(|bound| self.paths.partition_point(|path| **path < *bound.as_str())),
        ]
        .map(|[start, end]| end - start);
        files + stale == 0 && paths >= MANY
    }
}

/// The folders of an exchange.
pub(super) struct Folders {
    /// The site.
    out: PathBuf,
    /// The new site, then the old one.
    next: PathBuf,
    /// The list of the folders that are moved.
    moved: PathBuf,
}

impl Folders {
    /// `staging` is on the file system of `out`.
    pub(super) fn new(out: &Path, staging: &Path) -> Self {
        Self { out: out.to_owned(), next: staging.join("next"), moved: staging.join("moved") }
    }

    /// Replaces the site by a changed one. Removing the old one is up to the caller.
    ///
    /// # Errors
    /// Fails if the system cannot do that; the site is then unchanged.
    pub(super) fn exchange(&self, changes: &Changes<'_>) -> io::Result<()> {
        if !CAN_SWAP {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let prepared = self.prepare(changes)?;
        self.record(&prepared.moved)?;
        swap(&self.next, &self.out)?;
        if let Err(error) = self.move_folders(&prepared.moved) {
            self.move_back(&prepared.moved)?;
            return Err(error);
        }
        self.keep_late_files(&prepared, changes);
        Ok(())
    }

    /// Ends an exchange that a process did not end: moves the folders that the new site has links to.
    ///
    /// # Errors
    /// Fails if a folder cannot be moved.
    pub(super) fn recover(&self) -> io::Result<()> {
        match read(&self.moved) {
            Ok(list) => {
                let moved: Vec<String> = String::from_utf8_lossy(&list).lines().map(str::to_owned).collect();
                self.move_folders(&moved)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Creates the new folder: links to the files that stay, including those of others, to the changed ones, and to the
    /// folders that are moved.
    fn prepare(&self, changes: &Changes<'_>) -> io::Result<Prepared> {
        let Self { out, next, .. } = self;
        fs::create_dir_all(next)?;
        fs::set_permissions(next, fs::metadata(out)?.permissions())?;
        let mut new = NewFolders { out, next, known: BTreeSet::from([PathBuf::new()]) };
        let mut prepared = Prepared::default();
        let mut open = vec![PathBuf::new()];
        while let Some(folder) = open.pop() {
            let entries = list(&out.join(&folder))?;
            if entries.is_empty() && folder.parent().is_some() {
                new.create(&folder)?;
            }
            for entry in entries {
                let path = folder.join(entry.file_name());
                let name = path.to_str();
                if !entry.file_type()?.is_dir() {
                    if !name.is_some_and(|name| changes.changes(name)) {
                        new.create_parent(&path)?;
                        fs::hard_link(out.join(&path), next.join(&path))?;
                    }
                } else if let Some(name) = name.filter(|name| changes.leaves(name) && !name.contains('\n')) {
                    new.create_parent(&path)?;
                    let placeholder = next.join(&path);
                    link(&placeholder, &placeholder)?;
                    prepared.moved.push(name.to_owned());
                } else {
                    open.push(path);
                }
            }
            prepared.listed.insert(folder);
        }
        for (path, staged) in changes.files {
            new.create_parent(Path::new(path))?;
            fs::hard_link(staged, next.join(path))?;
        }
        Ok(prepared)
    }

    /// Writes down which folders are moved.
    fn record(&self, moved: &[String]) -> io::Result<()> {
        if moved.is_empty() {
            return Ok(());
        }
        let mut list = File::create_new(&self.moved)?;
        list.write_all(moved.join("\n").as_bytes())?;
        list.sync_all()
    }

    /// Puts folders of the old site in the places of the links to them in the new one.
    fn move_folders(&self, moved: &[String]) -> io::Result<()> {
        for folder in moved {
            let (old, new) = (self.next.join(folder), self.out.join(folder));
            if is_link(&new) && old.symlink_metadata()?.is_dir() {
                swap(&old, &new)?;
            }
        }
        Ok(())
    }

    /// Puts the old site with all its folders back in place.
    fn move_back(&self, moved: &[String]) -> io::Result<()> {
        for folder in moved {
            let (old, new) = (self.next.join(folder), self.out.join(folder));
            if is_link(&old) {
                swap(&old, &new)?;
            }
        }
        swap(&self.next, &self.out)?;
        fs::remove_file(&self.moved)
    }

    /// Moves what others wrote into the old folder while the new one was prepared.
    fn keep_late_files(&self, prepared: &Prepared, changes: &Changes<'_>) {
        let mut open: Vec<PathBuf> = prepared.listed.iter().cloned().collect();
        while let Some(folder) = open.pop() {
            for entry in list(&self.next.join(&folder)).unwrap_or_default() {
                let path = folder.join(entry.file_name());
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    if !prepared.listed.contains(&path) {
                        open.push(path);
                    }
                    continue;
                }
                let (old, new) = (self.next.join(&path), self.out.join(&path));
                let is_listed = |path: &str| changes.is_ours(path) || prepared.moved.iter().any(|moved| moved == path);
                if !path.to_str().is_some_and(is_listed) && !is_same_file(&old, &new) {
                    let parent = new.parent().map_or(Ok(()), fs::create_dir_all);
                    drop(parent.and_then(|()| fs::rename(old, new)));
                }
            }
        }
    }
}

/// What is in a folder that takes the place of another.
#[derive(Default)]
struct Prepared {
    /// The folders whose entries were looked at one by one.
    listed: HashSet<PathBuf>,
    /// The folders that are moved.
    moved: Vec<String>,
}

/// The folders below the new one, created as files need them.
struct NewFolders<'a> {
    out: &'a Path,
    next: &'a Path,
    known: BTreeSet<PathBuf>,
}

impl NewFolders<'_> {
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

/// The entries of a folder. Holds a descriptor only while it reads them.
fn list(folder: &Path) -> io::Result<Vec<DirEntry>> {
    fs::read_dir(folder)?.collect()
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())
}

/// What only some systems can do.
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod os {
    use std::fs;
    use std::io;
    use std::os::unix::fs::{MetadataExt as _, symlink};
    use std::path::Path;

    use rustix::fs::{CWD, RenameFlags, renameat_with};

    pub(super) const CAN_SWAP: bool = true;

    /// Exchanges two paths atomically.
    pub(super) fn swap(one: &Path, other: &Path) -> io::Result<()> {
        Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
    }

    /// Creates a symbolic link to a folder.
    pub(super) fn link(folder: &Path, link: &Path) -> io::Result<()> {
        symlink(folder, link)
    }

    /// Whether two paths are those of one file.
    pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
        let [one, other] = [one, other].map(|path| fs::symlink_metadata(path).map(|found| (found.dev(), found.ino())));
        matches!((one, other), (Ok(one), Ok(other)) if one == other)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod os {
    use std::io;
    use std::path::Path;

    pub(super) const CAN_SWAP: bool = false;

    pub(super) fn swap(_one: &Path, _other: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn link(_folder: &Path, _link: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn is_same_file(_one: &Path, _other: &Path) -> bool {
        false
    }
}

#[cfg(all(test, any(target_os = "linux", target_os = "macos")))]
mod tests {
    use std::fs;
    use std::os::unix::fs::MetadataExt as _;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use super::{Changes, Folders, is_link, read, swap};

    struct Site {
        folder: tempfile::TempDir,
        paths: Vec<Arc<str>>,
    }

    impl Site {
        /// Two old versions with many files, one of them in a folder in which something changes, and a small folder.
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let of_version = |version: &'static str| (0..64).map(move |number| format!("{version}/{number}.md"));
            let others = ["de/index.html", "index.html", "small/index.html"].map(str::to_owned);
            let paths = of_version("1.x").chain(of_version("de/1.x")).chain(others);
            let mut paths: Vec<Arc<str>> = paths.map(Arc::from).collect();
            paths.sort_unstable();
            for path in &paths {
                let file = folder.path().join("out").join(&**path);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "old").unwrap();
            }
            fs::write(folder.path().join("out/1.x/CNAME"), "of others").unwrap();
            fs::create_dir(folder.path().join("staging")).unwrap();
            fs::write(folder.path().join("staging/0"), "new").unwrap();
            Self { folder, paths }
        }

        fn path(&self, path: &str) -> PathBuf {
            self.folder.path().join(path)
        }

        fn folders(&self) -> Folders {
            Folders::new(&self.path("out"), &self.path("staging"))
        }

        fn inode(&self, path: &str) -> u64 {
            fs::symlink_metadata(self.path("out").join(path)).unwrap().ino()
        }

        /// Every file of the site has its old content, apart from a new one.
        fn check(&self, new: &[&str]) {
            for path in &self.paths {
                let expected = if new.contains(&&**path) { "new" } else { "old" };
                assert_eq!(read(&self.path("out").join(&**path)).unwrap(), expected.as_bytes(), "{path}");
            }
            assert_eq!(read(&self.path("out/1.x/CNAME")).unwrap(), b"of others");
        }

        fn change(&self, to: impl FnOnce(&Changes<'_>)) {
            let staged = self.path("staging/0");
            let files: [(&str, &Path); 2] = [("de/index.html", &staged), ("index.html", &staged)];
            to(&Changes { files: &files, stale: &[], paths: &self.paths });
        }
    }

    const LARGE: [&str; 2] = ["1.x", "de/1.x"];

    /// Begins an exchange, and moves this many of the large folders.
    fn begin(folders: &Folders, changes: &Changes<'_>, moved: usize) -> Vec<String> {
        let prepared = folders.prepare(changes).unwrap();
        folders.record(&prepared.moved).unwrap();
        swap(&folders.next, &folders.out).unwrap();
        folders.move_folders(&prepared.moved[..moved]).unwrap();
        prepared.moved
    }

    #[test]
    fn a_large_folder_that_stays_is_moved() {
        let site = Site::new();
        let before = ["1.x", "de/1.x", "small", ""].map(|path| site.inode(path));
        site.change(|changes| site.folders().exchange(changes).unwrap());
        site.check(&["de/index.html", "index.html"]);
        let after = ["1.x", "de/1.x", "small", ""].map(|path| site.inode(path));
        assert_eq!([before[0], before[1]], [after[0], after[1]]);
        assert!(before[2] != after[2] && before[3] != after[3], "the others are new");
        site.folders().recover().unwrap();
        site.check(&["de/index.html", "index.html"]);
    }

    /// At every moment, each path of the site leads to a file of the old or the new one, and what was begun can be ended.
    #[test]
    fn an_exchange_that_ended_suddenly_is_ended() {
        let site = Site::new();
        site.change(|changes| {
            let prepared = site.folders().prepare(changes).unwrap();
            site.folders().record(&prepared.moved).unwrap();
        });
        site.check(&[]);
        site.folders().recover().unwrap();
        site.check(&[]);
        for moved in 0..=LARGE.len() {
            let site = Site::new();
            let before = LARGE.map(|path| site.inode(path));
            site.change(|changes| drop(begin(&site.folders(), changes, moved)));
            site.check(&["de/index.html", "index.html"]);
            site.folders().recover().unwrap();
            assert!(!LARGE.iter().any(|path| is_link(&site.path("out").join(path))), "{moved}");
            assert_eq!(LARGE.map(|path| site.inode(path)), before);
            fs::remove_dir_all(site.path("staging")).unwrap();
            site.check(&["de/index.html", "index.html"]);
        }
    }

    #[test]
    fn an_exchange_that_fails_is_undone() {
        for moved in 0..=LARGE.len() {
            let site = Site::new();
            let before = LARGE.map(|path| site.inode(path));
            site.change(|changes| {
                let moved = begin(&site.folders(), changes, moved);
                site.folders().move_back(&moved).unwrap();
            });
            site.check(&[]);
            assert_eq!(LARGE.map(|path| site.inode(path)), before);
        }
    }
}
