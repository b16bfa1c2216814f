//! Writes the site: compares with what is there, writes what differs, removes what is no longer part of it. Knows files
//! and bytes, not where the bytes come from.
//!
//! A file is whole at every moment: it is written elsewhere on the same file system, then renamed. Only files that an
//! earlier run wrote, by its manifest, are ever replaced or removed.

mod manifest;
mod target;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path};
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
}

/// Brings the target up to date with the files at `paths` (sorted, with `/`). `bytes` makes each; it runs in parallel,
/// each thread with its own clone of `source`.
///
/// # Errors
/// When the target may not be written, or the system refuses; the target then holds old and new files, each whole.
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
    create_folders(&staged, paths.iter())?;
    let fates = each(paths, source, |source, path| {
        let content = bytes(source, path)?;
        let file = staged.join(path);
        write_new(&file, &content).map_err(|error| Failure::system("cannot write", &target.out.join(path), &error))?;
        Ok(Fate { hash: manifest::hash(&content), length: content.len() as u64, written: true })
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

/// Compares and writes file by file.
fn update<S: Clone + Send>(
    target: &Target,
    manifest: Manifest,
    paths: &[Arc<str>],
    source: S,
    bytes: &(impl Fn(&S, &str) -> Outcome<Vec<u8>> + Sync),
) -> Outcome<Published> {
    let added: Vec<&Arc<str>> = paths.iter().filter(|path| !manifest.contains(path)).collect();
    for path in &added {
        if fs::symlink_metadata(target.out.join(&***path)).is_ok_and(|metadata| !metadata.is_dir()) {
            let file = target.out.join(&***path);
            return Err(Failure::new(format!("{} is part of the site, but was not written by `tool`", file.display()))
                .with_help("move it away, or choose another folder with --out"));
        }
    }
    let writer = Writer { target, staging: Mutex::new(None), number: AtomicU64::new(0), manifest: &manifest, paths };
    let stale: Vec<(&str, Option<u64>)> = manifest.without(paths);
    let mut kept = Vec::new();
    let mut removed = 0;
    if !stale.is_empty() || !added.is_empty() {
        writer.begin()?;
        (removed, kept) = remove_stale(&target.out, &stale)?;
    }
    check_folders(&target.out, paths)?;
    create_folders(&target.out, added.into_iter())?;
    let fates = each(paths, source, |source, path| {
        let content = bytes(source, path)?;
        let written = writer.write(path, &content)?;
        Ok(Fate { hash: manifest::hash(&content), length: content.len() as u64, written })
    })?;
    let updated = manifest_of(paths, &fates);
    if updated != manifest || writer.has_begun() {
        updated.write(&target.manifest(), &target.staging())?;
    }
    target.clean()?;
    Ok(Published { removed, kept, ..summary(&fates) })
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

/// Replaces files one by one.
struct Writer<'a> {
    target: &'a Target,
    /// Where files are written before they are renamed; none before the first change.
    staging: Mutex<Option<Arc<Path>>>,
    number: AtomicU64,
    manifest: &'a Manifest,
    paths: &'a [Arc<str>],
}

impl Writer<'_> {
    /// Prepares for changes, once: the manifest then allows for a sudden end.
    fn begin(&self) -> Outcome<Arc<Path>> {
        let mut staging = self.staging.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = &*staging {
            return Ok(folder.clone());
        }
        self.manifest.intent(self.paths).write(&self.target.manifest(), &self.target.staging())?;
        let folder: Arc<Path> = self.target.staging_for_rename()?.into();
        *staging = Some(folder.clone());
        Ok(folder)
    }

    /// Whether anything was or may have been changed.
    fn has_begun(&self) -> bool {
        self.staging.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Writes the file unless it has these bytes already. Returns whether it did.
    fn write(&self, path: &str, content: &[u8]) -> Outcome<bool> {
        let file = self.target.out.join(path);
        if has_content(&file, content) {
            return Ok(false);
        }
        let failed = |error: io::Error| Failure::system("cannot write", &file, &error);
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let staged = self.begin()?.join(number.to_string());
        write_new(&staged, content).map_err(failed)?;
        match fs::rename(&staged, &file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Somebody removed the folder.
                if let Some(folder) = file.parent() {
                    fs::create_dir_all(folder).map_err(failed)?;
                }
                fs::rename(&staged, &file).map_err(failed)?;
            }
            result => result.map_err(failed)?,
        }
        Ok(true)
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

/// Removes files that an earlier run wrote, then the folders that this leaves empty. Files that were changed since stay.
fn remove_stale(out: &Path, stale: &[(&str, Option<u64>)]) -> Outcome<(usize, Vec<String>)> {
    let mut removed = 0;
    let mut kept = Vec::new();
    let mut folders = BTreeSet::new();
    for &(path, hash) in stale {
        let file = out.join(path);
        let Ok(metadata) = fs::symlink_metadata(&file) else { continue };
        let is_ours = metadata.is_file()
            && is_below_real_folders(out, path)
            && hash.is_none_or(|hash| read(&file).is_ok_and(|bytes| manifest::hash(&bytes) == hash));
        if !is_ours {
            kept.push(path.to_owned());
            continue;
        }
        fs::remove_file(&file).map_err(|error| Failure::system("cannot remove", &file, &error))?;
        removed += 1;
        folders
            .extend(Path::new(path).ancestors().skip(1).filter(|dir| !dir.as_os_str().is_empty()).map(Path::to_owned));
    }
    // Deepest first; a folder that still holds something stays.
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(out.join(folder));
    }
    Ok((removed, kept))
}

/// The folders of the files, each once, parents before children.
fn folders_of<'p>(paths: impl Iterator<Item = &'p Arc<str>>) -> BTreeSet<&'p str> {
    let mut folders = BTreeSet::new();
    for path in paths {
        let mut folder = &**path;
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
fn create_folders<'p>(out: &Path, paths: impl Iterator<Item = &'p Arc<str>>) -> Outcome<()> {
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

/// Refuses to write through symbolic links.
fn check_folders(out: &Path, paths: &[Arc<str>]) -> Outcome<()> {
    for folder in folders_of(paths.iter()) {
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
