//! Writes the site: compares with what is there, writes what differs, removes what is no longer part of it. Knows files
//! and bytes, not where the bytes come from.
//!
//! A file is whole at every moment: what differs is written elsewhere on the same file system, all of it, then renamed file by
//! file: what pages load before the pages, and what is no longer part of the site goes last. So a reader in the middle finds
//! each page with what it loads, and who stands in the folder, such as a server, stays in it. Only files that an earlier run
//! wrote, by its manifest, are ever replaced or removed.

mod manifest;
mod target;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::failure::{Failure, Outcome};
use manifest::Manifest;
pub(crate) use target::{Sources, Target};

/// What was done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published {
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    pub(crate) written: usize,
    pub(crate) unchanged: usize,
    pub(crate) removed: usize,
    /// Files that are no longer part of the site and stay, because somebody changed them.
    pub(crate) kept: Vec<String>,
}

/// What became of one file.
struct Fate {
    hash: u64,
    length: u64,
    written: bool,
    /// Where its new bytes are until they are renamed.
    staged: Option<PathBuf>,
}

/// Brings the target up to date with the files at `paths` (sorted, with `/`). `bytes` makes each; it runs in parallel,
/// each thread with its own clone of `source`.
///
/// # Errors
/// When the target may not be written, or the system refuses; the target is then as it was, or where the system refuses to
/// rename or to remove a file holds old and new files, each whole.
pub(crate) fn publish<S: Clone + Send>(
    target: &Target,
    paths: &[Arc<str>],
    source: S,
    bytes: impl Fn(&S, &str) -> Outcome<Vec<u8>> + Sync,
) -> Outcome<Published> {
    for path in paths {
        check_path(path)?;
    }
    let _lock = target.lock()?;
    target.clean()?;
    let result = bring_up_to_date(target, paths, source, &bytes);
    if result.is_err() {
        // The disk may be full of what was not finished.
        let _ = target.clean();
    }
    result
}

fn bring_up_to_date<S: Clone + Send>(
    target: &Target,
    paths: &[Arc<str>],
    source: S,
    bytes: &(impl Fn(&S, &str) -> Outcome<Vec<u8>> + Sync),
) -> Outcome<Published> {
    let manifest = Manifest::read(&target.manifest())?;
    let is_new = !target.out.exists();
    if !is_new {
        target.check_contents(manifest.is_some())?;
    }
    if is_new && let Some(published) = publish_new(target, paths, source.clone(), bytes)? {
        return Ok(published);
    }
    update(target, manifest.unwrap_or_default(), paths, source, bytes)
}

/// Writes a whole new folder and gives it its name at the end. None when the system cannot rename it there.
fn publish_new<S: Clone + Send>(
    target: &Target,
    paths: &[Arc<str>],
    source: S,
    bytes: &(impl Fn(&S, &str) -> Outcome<Vec<u8>> + Sync),
) -> Outcome<Option<Published>> {
    let staged = target.staging().join("site");
    create_folders(&staged, paths.iter().map(|path| &**path))?;
    let fates = each(paths, source, |source, path| {
        let content = bytes(source, path)?;
        let file = staged.join(path);
        write_new(&file, &content).map_err(|error| Failure::system("cannot write", &target.out.join(path), &error))?;
        Ok(Fate { hash: manifest::hash(&content), length: content.len() as u64, written: true, staged: None })
    })?;
    if let Some(parent) = target.out.parent() {
        fs::create_dir_all(parent).map_err(|error| Failure::system("cannot create", parent, &error))?;
    }
    // The manifest first: a folder without one would be taken for somebody else's.
    let manifest = manifest_of(paths, &fates);
    manifest.write(&target.manifest(), &target.staging())?;
    if fs::rename(&staged, &target.out).is_err() {
        target.clean()?;
        return Ok(None);
    }
    target.clean()?;
    Ok(Some(summary(&fates)))
}

/// Compares all files and writes apart what differs, then puts it into the folder.
fn update<S: Clone + Send>(
    target: &Target,
    manifest: Manifest,
    paths: &[Arc<str>],
    source: S,
    bytes: &(impl Fn(&S, &str) -> Outcome<Vec<u8>> + Sync),
) -> Outcome<Published> {
    for path in paths.iter().filter(|path| !manifest.contains(path)) {
        let file = target.out.join(&**path);
        if fs::symlink_metadata(&file).is_ok_and(|metadata| !metadata.is_dir()) {
            return Err(Failure::new(format!("{} is part of the site, but was not written by `tool`", file.display()))
                .with_help("move it away, or choose another folder with --out"));
        }
    }
    let (stale, kept) = sort_stale(&target.out, &manifest.without(paths));
    check_folders(&target.out, paths, &stale)?;
    // Where names differ in case alone, some systems see one file.
    let folded: BTreeSet<String> = stale.iter().map(|path| path.to_lowercase()).collect();
    let stage = Stage { target, folder: Mutex::new(None), number: AtomicU64::new(0), replaced: folded };
    let fates = each(paths, source, |source, path| {
        let content = bytes(source, path)?;
        let staged = stage.write(path, &content)?;
        let (hash, length) = (manifest::hash(&content), content.len() as u64);
        Ok(Fate { hash, length, written: staged.is_some(), staged })
    })?;
    let changes: Vec<(&str, &Path)> =
        paths.iter().zip(&fates).filter_map(|(path, fate)| Some((&**path, fate.staged.as_deref()?))).collect();
    let is_changed = !changes.is_empty() || !stale.is_empty();
    if is_changed {
        // From here on a sudden end leaves some of both.
        manifest.intent(paths).write(&target.manifest(), &target.staging())?;
        put_in_place(target, &changes, &stale)?;
    }
    let updated = manifest_of(paths, &fates);
    if is_changed || updated != manifest {
        updated.write(&target.manifest(), &target.staging())?;
    }
    target.clean()?;
    Ok(Published { removed: stale.len(), kept, ..summary(&fates) })
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
    // What pages load is there before them.
    let (pages, others): (Vec<_>, Vec<_>) = changes.iter().partition(|(path, _)| path.ends_with(".html"));
    for (path, staged) in others.into_iter().chain(pages) {
        let file = target.out.join(path);
        fs::rename(staged, &file).map_err(|error| Failure::system("cannot write", &file, &error))?;
    }
    remove(&target.out, &last)
}

/// Runs a job for each path in parallel. After a failure no further job begins.
fn each<S: Clone + Send>(
    paths: &[Arc<str>],
    source: S,
    job: impl Fn(&S, &str) -> Outcome<Fate> + Sync,
) -> Outcome<Vec<Fate>> {
    // Large and small pages stand in groups; short runs keep the threads evenly busy.
    paths.par_iter().with_max_len(8).map_with(source, |source, path| job(source, path)).collect()
}

/// Where files are written before they are renamed.
struct Stage<'a> {
    target: &'a Target,
    /// None before the first change.
    folder: Mutex<Option<Arc<Path>>>,
    number: AtomicU64,
    /// Names in lower case that are written in any case, since what has them now goes.
    replaced: BTreeSet<String>,
}

impl Stage<'_> {
    /// The folder, made by the first that asks.
    fn folder(&self) -> Outcome<Arc<Path>> {
        let mut known = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = &*known {
            return Ok(folder.clone());
        }
        let folder: Arc<Path> = self.target.staging_for_rename()?.into();
        *known = Some(folder.clone());
        Ok(folder)
    }

    /// Writes the file apart unless it has these bytes already. Returns where.
    fn write(&self, path: &str, content: &[u8]) -> Outcome<Option<PathBuf>> {
        let file = self.target.out.join(path);
        if has_content(&file, content) && !self.replaced.contains(&path.to_lowercase()) {
            return Ok(None);
        }
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let staged = self.folder()?.join(number.to_string());
        write_new(&staged, content).map_err(|error| Failure::system("cannot write", &file, &error))?;
        Ok(Some(staged))
    }
}

/// Creates a file that is not there yet.
fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    File::create_new(path)?.write_all(content)
}

/// Whether a regular file with these bytes is there.
fn has_content(path: &Path, content: &[u8]) -> bool {
    let same_length =
        fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == content.len() as u64);
    same_length && read(path).is_ok_and(|old| old == content)
}

/// The bytes of a file of the output.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1);
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Of files that an earlier run wrote, those that are there as it wrote them, and those that were changed since.
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

/// Removes files, then the folders that this leaves empty.
fn remove(out: &Path, files: &[&str]) -> Outcome<()> {
    let mut folders = BTreeSet::new();
    for path in files {
        let file = out.join(path);
        fs::remove_file(&file).map_err(|error| Failure::system("cannot remove", &file, &error))?;
        folders.extend(Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()));
    }
    // Deepest first; a folder that still holds something stays.
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

/// Makes the folders of the files.
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

/// Refuses to write through symbolic links, and into files but for stale ones, which go.
fn check_folders(out: &Path, paths: &[Arc<str>], stale: &[&str]) -> Outcome<()> {
    let stale: BTreeSet<&str> = stale.iter().copied().collect();
    for folder in folders_of(paths.iter().map(|path| &**path)).difference(&stale) {
        let folder = out.join(folder);
        if fs::symlink_metadata(&folder).is_ok_and(|metadata| !metadata.is_dir()) {
            let message = format!("{} is part of the site, but is no folder", folder.display());
            return Err(Failure::new(message).with_help("move it away, or choose another folder with --out"));
        }
    }
    Ok(())
}

/// Whether no folder on the way to the file is a symbolic link.
fn is_below_real_folders(out: &Path, path: &str) -> bool {
    path.match_indices('/').all(|(at, _)| fs::symlink_metadata(out.join(&path[..at])).is_ok_and(|data| data.is_dir()))
}

/// Refuses paths that could leave the folder. None is made, so this is the last line of defence.
fn check_path(path: &str) -> Outcome<()> {
    let is_plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if path.is_empty() || !is_plain || path.contains(['\n', '\r', '\0']) {
        return Err(Failure::new(format!("{path:?} cannot be the name of a file of the site")));
    }
    Ok(())
}

fn manifest_of(paths: &[Arc<str>], fates: &[Fate]) -> Manifest {
    paths.iter().zip(fates).map(|(path, fate)| (path.to_string(), Some(fate.hash))).collect()
}

fn summary(fates: &[Fate]) -> Published {
    let written = fates.iter().filter(|fate| fate.written).count();
    Published {
        files: fates.len(),
        bytes: fates.iter().map(|fate| fate.length).sum(),
        written,
        unchanged: fates.len() - written,
        ..Published::default()
    }
}

#[cfg(test)]
mod tests;
