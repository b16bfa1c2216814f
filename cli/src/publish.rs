//! Writes the site: compares with the existing files, writes the ones that differ, and removes stale ones. It deals with files
//! and bytes only, not with where they come from.
//!
//! All changed files are first written elsewhere on the same file system. Then a second folder, which shares what is
//! unchanged, takes the place of the first, so that the site is the old one or the new one at every moment. Where the system
//! cannot exchange folders, the files are renamed one by one, each complete: those that pages load come before the pages, and
//! stale files are removed last. Only files that an earlier run wrote according to its manifest are replaced or removed.

mod checksums;
mod exchange;
mod folder;
mod kept;
mod manifest;
mod target;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek as _, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use engine::OpenFile;
use rayon::prelude::*;

use crate::failure::{Failure, Outcome};
pub(crate) use checksums::Checksums;
use exchange::Changes;
use folder::{Found, OpenFolder};
pub(crate) use kept::{Editions, KeptFile, LastBuild, Made};
use manifest::Manifest;
pub(crate) use manifest::ReadManifest;
pub(crate) use target::{ProtectedPaths, Target};

/// The result of publishing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published {
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    pub(crate) written: usize,
    pub(crate) unchanged: usize,
    pub(crate) removed: usize,
    /// Stale files that are kept because they were edited.
    pub(crate) kept: Vec<String>,
    /// All files of the site, sorted by path.
    pub(crate) all: Vec<PublishedFile>,
}

/// A file of the site.
#[derive(Clone, Debug)]
pub(crate) struct PublishedFile {
    pub(crate) path: Arc<str>,
    /// What it was when it was written, if it was.
    found: Option<Found>,
}

/// The content of a file to publish.
pub(crate) enum Content {
    Bytes(Vec<u8>),
    /// A file of the project, which is copied in parts.
    File {
        file: OpenFile,
        /// Its hash when the project was read.
        hash: Option<u64>,
        /// Its path, for messages.
        source: Arc<str>,
    },
    /// A file that stays as it is.
    Kept(KeptFile),
}

/// The outcome for one file.
struct FileOutcome {
    hash: u64,
    length: u64,
    written: bool,
    /// What it was when it was written, if it was.
    found: Option<Found>,
    /// Whether it is one of an earlier build that was recognized by its stamp.
    kept: bool,
    /// The path of its new bytes until they are renamed.
    staged: Option<PathBuf>,
}

/// A site that is being written: [`Publication::add`] takes its files, part by part, and [`Publication::finish`] puts all of
/// them in place at once. Dropped before, it leaves the target as it was.
pub(crate) struct Publication<'t> {
    target: &'t Target,
    _lock: File,
    /// The files of earlier runs.
    last: ReadManifest,
    /// The folder of a site where there was none.
    new_site: Option<PathBuf>,
    /// Where files are written before they are renamed; `None` before the first change.
    stage: Mutex<Option<Arc<Path>>>,
    number: AtomicU64,
    files: Vec<(Arc<str>, FileOutcome)>,
    is_done: bool,
}

impl Drop for Publication<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            // Unfinished files may have filled the disk.
            let _ = self.target.clean();
        }
    }
}

impl<'t> Publication<'t> {
    /// Begins to write to a target; waits for another run that does. `known`: its manifest, if it was read before.
    ///
    /// # Errors
    /// Fails if the target must not or cannot be written.
    pub(crate) fn begin(target: &'t Target, known: &ReadManifest) -> Outcome<Self> {
        let lock = target.lock()?;
        target.clean()?;
        let last = ReadManifest::read(&target.manifest(), known)?;
        let is_new = !target.out.exists();
        if !is_new {
            target.check_contents(last.exists())?;
        }
        Ok(Self {
            target,
            _lock: lock,
            last,
            new_site: is_new.then(|| target.staging().join("site")),
            stage: Mutex::new(None),
            number: AtomicU64::new(0),
            files: Vec::new(),
            is_done: false,
        })
    }

    /// Writes the files at `paths` (with `/`), beside those of the site. `content` produces each file; it runs in parallel, and
    /// each thread has its own clone of `source`.
    ///
    /// # Errors
    /// Fails if a file cannot be produced or written, or if the target has a file there that is not of an earlier run.
    pub(crate) fn add<S: Clone + Send>(
        &mut self,
        paths: &[Arc<str>],
        source: S,
        content: impl Fn(&S, &str) -> Outcome<Content> + Sync,
    ) -> Outcome<()> {
        for path in paths {
            check_path(path)?;
        }
        let outcomes = match &self.new_site {
            Some(staged) => {
                create_folders(staged, paths.iter().map(|path| &**path))?;
                let folder =
                    OpenFolder::open(staged).map_err(|error| Failure::system("cannot open", staged, &error))?;
                each(paths, source, |source, path| {
                    let mut content = content(source, path)?;
                    let shown = self.target.out.join(path);
                    let (hash, length, found) = write_content(|| folder.create_new(path), &mut content, &shown)?;
                    Ok(FileOutcome { hash, length, written: true, found, kept: false, staged: None })
                })?
            }
            None => {
                for path in paths.iter().filter(|path| !self.last.manifest.contains(path)) {
                    let file = self.target.out.join(&**path);
                    if fs::symlink_metadata(&file).is_ok_and(|metadata| !metadata.is_dir()) {
                        let message = format!("{} is part of the site, but was not written by `tool`", file.display());
                        return Err(
                            Failure::new(message).with_help("move it away, or choose another folder with --out")
                        );
                    }
                }
                each(paths, source, |source, path| self.write(path, content(source, path)?))?
            }
        };
        self.files.extend(paths.iter().cloned().zip(outcomes));
        Ok(())
    }

    /// Leaves the files of kept editions as they are.
    ///
    /// # Errors
    /// Fails if they are no longer those that were looked at.
    pub(crate) fn keep(&mut self, editions: &Editions) -> Outcome<()> {
        let files = editions.files();
        if !files.is_empty() && (self.new_site.is_some() || !self.last.is_same(editions.manifest())) {
            return Err(written_meanwhile());
        }
        let outcome = |&KeptFile { hash, length }: &_| FileOutcome {
            hash,
            length,
            written: false,
            found: None,
            kept: true,
            staged: None,
        };
        self.files.extend(files.iter().map(|(path, file)| (path.clone(), outcome(file))));
        Ok(())
    }

    /// Puts the new files in place, and removes the stale ones.
    ///
    /// # Errors
    /// Fails if the target cannot be written. It is then unchanged, or, where folders cannot be exchanged and renaming or
    /// removing a file fails, a mix of old and new files, each complete.
    pub(crate) fn finish(mut self) -> Outcome<Published> {
        self.files.sort_by(|a, b| a.0.cmp(&b.0));
        let published = match self.new_site.take() {
            Some(staged) => match self.place_new(&staged)? {
                Some(published) => published,
                None => self.update()?,
            },
            None => self.update()?,
        };
        self.target.clean()?;
        self.is_done = true;
        Ok(published)
    }

    /// Renames the folder of a new site. `None` if the system cannot do that; the files are then staged.
    fn place_new(&mut self, staged: &Path) -> Outcome<Option<Published>> {
        let target = self.target;
        create_folders(staged, std::iter::empty())?;
        if let Some(parent) = target.out.parent() {
            fs::create_dir_all(parent).map_err(|error| Failure::system("cannot create", parent, &error))?;
        }
        // The manifest first: a folder without one is assumed to be the user's.
        self.written().write(&target.manifest(), &target.staging())?;
        if fs::rename(staged, &target.out).is_ok() {
            return Ok(Some(self.summary()));
        }
        fs::create_dir_all(&target.out).map_err(|error| Failure::system("cannot create", &target.out, &error))?;
        for at in 0..self.files.len() {
            let Some((path, _)) = self.files.get(at) else { continue };
            let (from, to) = (staged.join(&**path), self.next_stage()?);
            fs::copy(&from, &to).map_err(|error| Failure::system("cannot write", &target.out.join(&**path), &error))?;
            if let Some((_, file)) = self.files.get_mut(at) {
                (file.staged, file.found) = (Some(to), None);
            }
        }
        Ok(None)
    }

    /// Moves the staged files into the folder.
    fn update(&self) -> Outcome<Published> {
        let (target, last) = (self.target, &self.last.manifest);
        let paths: Vec<Arc<str>> = self.files.iter().map(|(path, _)| path.clone()).collect();
        let (stale, kept) = sort_stale(&target.out, &last.without(&paths));
        let changes: Vec<(&str, &Path)> =
            self.files.iter().filter_map(|(path, file)| Some((&**path, file.staged.as_deref()?))).collect();
        let looked_at = self.files.iter().filter(|(_, file)| !file.kept).map(|(path, _)| &**path);
        check_folders(&target.out, looked_at, &stale)?;
        let is_changed = !changes.is_empty() || !stale.is_empty();
        if is_changed {
            // From here on, a crash leaves the old or the new files.
            last.intent(&paths).write(&target.manifest(), &target.staging())?;
            // One rename or removal is atomic by itself.
            let is_one_step = changes.len() + stale.len() == 1;
            let all = Changes { files: &changes, stale: &stale, paths: &paths };
            if is_one_step || target.folders().exchange(&all).is_err() {
                put_in_place(target, &changes, &stale)?;
            }
        }
        let updated = self.written();
        if is_changed || updated != **last {
            updated.write(&target.manifest(), &target.staging())?;
        }
        Ok(Published { removed: stale.len(), kept, ..self.summary() })
    }

    /// The place of the next staged file.
    fn next_stage(&self) -> Outcome<PathBuf> {
        let mut known = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match &*known {
            Some(folder) => folder.clone(),
            None => known.insert(self.target.staging_for_rename()?.into()).clone(),
        };
        drop(known);
        Ok(folder.join(self.number.fetch_add(1, Ordering::Relaxed).to_string()))
    }

    /// Stages a file, unless the output already has this content under this exact name, which some systems do not distinguish
    /// from others.
    fn write(&self, path: &str, mut content: Content) -> Outcome<FileOutcome> {
        if let Content::Kept(KeptFile { hash, length }) = content {
            if self.last.manifest.hash_of(path) != Some(hash) {
                return Err(written_meanwhile());
            }
            return Ok(FileOutcome { hash, length, written: false, found: None, kept: true, staged: None });
        }
        let file = self.target.out.join(path);
        if self.last.manifest.contains(path)
            && let Some((hash, length)) = has_content(&file, &mut content)
        {
            return Ok(FileOutcome { hash, length, written: false, found: None, kept: false, staged: None });
        }
        let staged = self.next_stage()?;
        let (hash, length, found) = write_content(|| File::create_new(&staged), &mut content, &file)?;
        Ok(FileOutcome { hash, length, written: true, found, kept: false, staged: Some(staged) })
    }

    /// The manifest of all files.
    fn written(&self) -> Manifest {
        self.files.iter().map(|(path, file)| (path.clone(), Some(file.hash))).collect()
    }

    fn summary(&self) -> Published {
        let written = self.files.iter().filter(|(_, file)| file.written).count();
        let published =
            |(path, file): &(Arc<str>, FileOutcome)| PublishedFile { path: path.clone(), found: file.found };
        Published {
            files: self.files.len(),
            bytes: self.files.iter().map(|(_, file)| file.length).sum(),
            written,
            unchanged: self.files.len() - written,
            all: self.files.iter().map(published).collect(),
            ..Published::default()
        }
    }
}

/// Renames the new files to their places and removes the stale ones.
fn put_in_place(target: &Target, changes: &[(&str, &Path)], stale: &[&str]) -> Outcome<()> {
    let files: BTreeSet<String> = changes.iter().map(|(path, _)| path.to_lowercase()).collect();
    let folders = folders_of(files.iter().map(String::as_str));
    let is_in_the_way = |stale: &&str| {
        let stale = stale.to_lowercase();
        let is_below = folders_of([stale.as_str()].into_iter()).iter().any(|folder| files.contains(*folder));
        is_below || folders.contains(&*stale) || files.contains(&stale)
    };
    let (first, last): (Vec<&str>, Vec<&str>) = stale.iter().copied().partition(is_in_the_way);
    remove(&target.out, &first)?;
    create_folders(&target.out, changes.iter().map(|(path, _)| *path))?;
    // Files that pages load come before the pages.
    let (pages, others): (Vec<_>, Vec<_>) = changes.iter().partition(|(path, _)| path.ends_with(".html"));
    for (path, staged) in others.into_iter().chain(pages) {
        let file = target.out.join(path);
        fs::rename(staged, &file).map_err(|error| Failure::system("cannot write", &file, &error))?;
    }
    remove(&target.out, &last)
}

/// Runs a job for each path in parallel. Starts no further jobs after a failure.
fn each<S: Clone + Send>(
    paths: &[Arc<str>],
    source: S,
    job: impl Fn(&S, &str) -> Outcome<FileOutcome> + Sync,
) -> Outcome<Vec<FileOutcome>> {
    // Pages of similar size are grouped; short runs balance the threads.
    paths.par_iter().with_max_len(8).map_with(source, |source, path| job(source, path)).collect()
}

/// Writes a new file. Returns its hash and length, and what it is then. `shown` is its path for messages.
fn write_content(
    create: impl FnOnce() -> io::Result<File>,
    content: &mut Content,
    shown: &Path,
) -> Outcome<(u64, u64, Option<Found>)> {
    let failed = |error| Failure::system("cannot write", shown, &error);
    let open = || create().map_err(failed);
    let (new, hash, length) = match content {
        Content::Bytes(bytes) => {
            let mut new = open()?;
            new.write_all(bytes).map_err(failed)?;
            (new, manifest::hash(bytes), bytes.len() as u64)
        }
        Content::File { file, hash, source } => {
            let mut new = open()?;
            let (copied, length) = copy(file, source, |part| new.write_all(part).map_err(failed).map(|()| true))?;
            if hash.is_some_and(|hash| hash != copied) {
                return Err(changed_meanwhile(source));
            }
            (new, copied, length)
        }
        Content::Kept(_) => return Err(written_meanwhile()),
    };
    Ok((hash, length, new.metadata().ok().and_then(|found| Found::of(&found))))
}

/// Passes a file of the project on in parts until `each` returns false. Returns the hash and the length of these parts.
fn copy(file: &mut OpenFile, source: &str, mut each: impl FnMut(&[u8]) -> Outcome<bool>) -> Outcome<(u64, u64)> {
    let failed = |error| Failure::system("cannot read", Path::new(source), &error);
    let mut hasher = manifest::hasher();
    let mut part = vec![0; 1 << 16];
    let mut length = 0;
    file.contents.rewind().map_err(failed)?;
    loop {
        let read = file.contents.read(&mut part).map_err(failed)?;
        let part = part.get(..read).unwrap_or_default();
        hasher.write(part);
        length += read as u64;
        if read == 0 || !each(part)? {
            return Ok((hasher.finish(), length));
        }
    }
}

/// The failure that a file of the project is not what it was when the project was read.
pub(crate) fn changed_meanwhile(source: &str) -> Failure {
    Failure::new(format!("`{source}` was changed or deleted during the build; try again"))
}

/// The failure that the site is not what it was when this build began.
fn written_meanwhile() -> Failure {
    Failure::new("another build wrote or deleted the site meanwhile; try again")
}

/// Creates a file that does not exist yet.
fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    File::create_new(path)?.write_all(content)
}

/// The hash and length of the content, if the path is a regular file with it.
fn has_content(path: &Path, content: &mut Content) -> Option<(u64, u64)> {
    let length = match content {
        Content::Bytes(bytes) => bytes.len() as u64,
        Content::File { file, .. } => file.len,
        Content::Kept(KeptFile { length, .. }) => *length,
    };
    fs::symlink_metadata(path).ok().filter(|metadata| metadata.is_file() && metadata.len() == length)?;
    match content {
        Content::Bytes(bytes) => read(path).is_ok_and(|old| old == *bytes).then(|| (manifest::hash(bytes), length)),
        Content::File { file, hash, source } => {
            let mut old = File::open(path).ok()?;
            let mut known = Vec::new();
            let mut is_same = true;
            let compared = copy(file, source, |part| {
                known.clear();
                let read = (&mut old).take(part.len() as u64).read_to_end(&mut known);
                is_same = read.is_ok() && known == part;
                Ok(is_same)
            });
            compared.ok().filter(|found| is_same && found.1 == length && hash.is_none_or(|hash| hash == found.0))
        }
        Content::Kept(KeptFile { hash, length }) => Some((*hash, *length)),
    }
}

/// The bytes of a file of the output.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1);
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Splits the files that an earlier run wrote into those that are unchanged and those that were edited.
fn sort_stale<'m>(out: &Path, stale: &[(&'m str, Option<u64>)]) -> (Vec<&'m str>, Vec<String>) {
    let (mut ours, mut changed) = (Vec::new(), Vec::new());
    for &(path, hash) in stale {
        let file = out.join(path);
        let Ok(metadata) = fs::symlink_metadata(&file) else { continue };
        let is_ours = metadata.is_file()
            && is_below_real_folders(out, path)
            && hash.is_none_or(|hash| read(&file).is_ok_and(|bytes| manifest::hash(&bytes) == hash));
        if is_ours { ours.push(path) } else { changed.push(path.to_owned()) }
    }
    (ours, changed)
}

/// Removes files, then folders that are empty as a result.
fn remove(out: &Path, files: &[&str]) -> Outcome<()> {
    let mut folders = BTreeSet::new();
    for path in files {
        let file = out.join(path);
        fs::remove_file(&file).map_err(|error| Failure::system("cannot remove", &file, &error))?;
        folders.extend(Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()));
    }
    // Deepest first; folders that are not empty stay.
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(out.join(folder));
    }
    Ok(())
}

/// The folders of the files, each once, parents before children.
fn folders_of<'p>(paths: impl Iterator<Item = &'p str>) -> BTreeSet<&'p str> {
    let mut folders = BTreeSet::new();
    for path in paths {
        let mut folder = path;
        while let Some((parent, _)) = folder.rsplit_once('/') {
            if !folders.insert(parent) {
                break;
            }
            folder = parent;
        }
    }
    folders
}

/// Creates the folders of the files.
fn create_folders<'p>(out: &Path, paths: impl Iterator<Item = &'p str>) -> Outcome<()> {
    let failed = |path: &Path, error: io::Error| Err(Failure::system("cannot create", path, &error));
    if let Err(error) = fs::create_dir_all(out) {
        return failed(out, error);
    }
    for folder in folders_of(paths) {
        let folder = out.join(folder);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => return failed(&folder, error),
            Ok(()) => {}
        }
    }
    Ok(())
}

/// Fails if a folder of these files is a symbolic link or a file, unless the file is stale.
fn check_folders<'p>(out: &Path, paths: impl Iterator<Item = &'p str>, stale: &[&str]) -> Outcome<()> {
    let stale: BTreeSet<&str> = stale.iter().copied().collect();
    for folder in folders_of(paths).difference(&stale) {
        let folder = out.join(folder);
        if fs::symlink_metadata(&folder).is_ok_and(|metadata| !metadata.is_dir()) {
            let message = format!("{} is a folder of the site, but exists and is not a folder", folder.display());
            return Err(Failure::new(message).with_help("move it away, or choose another folder with --out"));
        }
    }
    Ok(())
}

/// Whether no folder on the path to the file is a symbolic link.
fn is_below_real_folders(out: &Path, path: &str) -> bool {
    path.match_indices('/').all(|(at, _)| fs::symlink_metadata(out.join(&path[..at])).is_ok_and(|data| data.is_dir()))
}

/// Refuses paths that could leave the folder. The engine never produces one, so this is a second line of defense.
fn check_path(path: &str) -> Outcome<()> {
    let is_plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if path.is_empty() || !is_plain || path.contains(['\n', '\r', '\0']) {
        return Err(Failure::new(format!("{path:?} is not a valid path for a file of the site")));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
