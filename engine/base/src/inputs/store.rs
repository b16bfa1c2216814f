//! The only code that changes inputs: reads, compares, sets.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read as _};
use std::sync::Arc;

use rayon::prelude::*;
use salsa::{Durability, Setter};

use rapidhash::v3::{DEFAULT_RAPID_SECRETS, RapidStreamHasherV3};

use super::{Change, Contents, Db, File, FileSet, ImageSize, LeftOut, OpenFile, ReadError, System};

/// The largest text file that is read, in bytes. Spans are 32-bit, and this leaves headroom for derived text.
const TEXT_LIMIT: u64 = 512 << 20;
/// The largest asset that is published or served, in bytes.
pub const ASSET_LIMIT: u64 = 2 << 30;
/// The configuration file, which also marks the project root.
pub const CONFIG_PATH: &str = "tool.json";
/// The folder of fragments that pages include, below the pages' folder.
pub const FRAGMENTS: &str = "_reusables/";
/// The folder of the project's own components.
pub const COMPONENTS: &str = "components";

/// The database and the files that feed it.
pub struct Inputs<D> {
    db: D,
    system: Arc<dyn System>,
    /// Every file that was ever found or referred to. salsa inputs are never freed, so a file that reappears is reused.
    known: BTreeMap<Arc<str>, File>,
    /// The source folders, which are scanned for files.
    folders: Vec<Arc<str>>,
    set: FileSet,
}

impl<D: Db + Default> Inputs<D> {
    /// Creates inputs over `system` and reads only `tool.json`.
    pub fn new(system: Arc<dyn System>) -> Self {
        let db = D::default();
        let path: Arc<str> = CONFIG_PATH.into();
        let config = create(&db, path.clone(), read(system.as_ref(), &path, true));
        let set = FileSet::builder(
            config,
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            false,
        )
        .durability(Durability::MEDIUM)
        .new(&db);
        Self { db, system, known: BTreeMap::from([(path, config)]), folders: Vec::new(), set }
    }

    /// The database, for queries.
    pub fn db(&self) -> &D {
        &self.db
    }

    /// The disk that the inputs are read from.
    pub fn system(&self) -> &Arc<dyn System> {
        &self.system
    }

    /// The files of the project.
    pub fn set(&self) -> FileSet {
        self.set
    }

    /// Publishes drafts.
    pub fn show_drafts(&mut self) {
        self.set.set_drafts(&mut self.db).to(true);
    }

    /// Sets the named files to those at `paths`, reading new ones as text. Returns whether anything changed.
    pub fn set_named(&mut self, paths: &BTreeSet<Arc<str>>) -> bool {
        if self.set.named(&self.db).keys().eq(paths) {
            return false;
        }
        let named: BTreeMap<Arc<str>, File> = paths.iter().map(|path| (path.clone(), self.text_file(path))).collect();
        self.set.set_named(&mut self.db).to(named);
        true
    }

    /// Sets the overlays of the spec at `spec`, overriding `tool.json`; an empty list restores those of `tool.json`.
    /// Returns whether anything changed.
    pub fn set_overlays(&mut self, spec: &Arc<str>, paths: &[Arc<str>]) -> bool {
        let mut overlays = self.set.overlays(&self.db).clone();
        if paths.is_empty() {
            overlays.remove(spec);
        } else {
            overlays.insert(spec.clone(), paths.to_vec());
        }
        if overlays == *self.set.overlays(&self.db) {
            return false;
        }
        self.set.set_overlays(&mut self.db).to(overlays);
        true
    }

    /// Adds the file at `path` to the named files. Returns it, and whether anything changed.
    #[cfg(feature = "testing")]
    pub fn require(&mut self, path: &Arc<str>) -> (File, bool) {
        let mut paths: BTreeSet<Arc<str>> = self.set.named(&self.db).keys().cloned().collect();
        paths.insert(path.clone());
        let changed = self.set_named(&paths);
        (self.text_file(path), changed)
    }

    /// Sets the source folders and scans them. Returns whether anything changed.
    pub fn set_folders(&mut self, folders: Vec<Arc<str>>) -> bool {
        if folders == self.folders {
            return false;
        }
        self.folders = folders;
        self.scan()
    }

    /// Checks the paths in `changes` and sets the inputs that differ. Returns whether any input changed.
    pub fn apply(&mut self, changes: &[Change]) -> bool {
        let rescan = changes.contains(&Change::Rescan);
        let paths: BTreeSet<Arc<str>> = changes
            .iter()
            .filter_map(|change| match change {
                Change::Path(path) => Some(path.clone()),
                Change::Rescan => None,
            })
            .collect();
        let touched: Vec<(Arc<str>, File)> = self
            .known
            .iter()
            .filter(|(path, _)| rescan || paths.contains(*path) || ancestors(path).any(|folder| paths.contains(folder)))
            .map(|(path, &file)| (path.clone(), file))
            .collect();
        let mut changed = false;
        for (path, file) in touched {
            changed |= self.refresh(&path, file);
        }
        if rescan || paths.iter().any(|path| self.may_change_found(path)) {
            changed |= self.scan();
        }
        changed
    }

    /// Whether a change at `path` may have created or deleted something in the source folders.
    fn may_change_found(&self, path: &str) -> bool {
        let in_folders = self.folders.iter().any(|folder| {
            let folder = &**folder;
            path == folder || is_below(path, folder) || is_below(folder, path)
        });
        (in_folders || path == COMPONENTS || is_component(path))
            && match self.known.get(path) {
                None => true,
                Some(file) => {
                    let present = *file.contents(&self.db) != Contents::Missing;
                    present != self.set.found(&self.db).contains_key(path)
                }
            }
    }

    /// The first file that differs from what was read, or that came or went since. Reads every file again.
    pub fn changed_on_disk(&self) -> Option<Arc<str>> {
        let (found, _) = self.walk();
        let (known, skipped) = (self.set.found(&self.db), self.set.skipped(&self.db));
        let is_known = |path: &Arc<str>| known.contains_key(path) || skipped.contains_key(path);
        if let Some(path) = found.iter().find(|path| !is_known(path)) {
            return Some(path.clone());
        }
        if let Some(path) = known.keys().chain(skipped.keys()).find(|path| !found.contains(*path)) {
            return Some(path.clone());
        }
        let named = self.set.named(&self.db);
        let config = self.set.config(&self.db);
        let all = known.iter().chain(skipped).chain(named).map(|(path, &file)| (path, file));
        let files: Vec<(&Arc<str>, &Contents)> =
            all.chain([(config.path(&self.db), config)]).map(|(path, file)| (path, file.contents(&self.db))).collect();
        let (system, folders) = (self.system.as_ref(), self.folders.as_slice());
        let differs = |(path, contents): &(&Arc<str>, &Contents)| {
            let text = is_text(path) || &***path == CONFIG_PATH || named.contains_key(*path);
            read_found(system, folders, path, text) != **contents
        };
        files.into_par_iter().find_first(differs).map(|(path, _)| path.clone())
    }

    /// Lists the source folders: the files, and the folders and links that were not followed.
    fn walk(&self) -> (BTreeSet<Arc<str>>, BTreeMap<Arc<str>, LeftOut>) {
        let components = self.system.walk(COMPONENTS);
        let mut found: BTreeSet<Arc<str>> = components.files.into_iter().filter(|path| is_component(path)).collect();
        // Components are direct children of their folder, so only the folder itself matters.
        let mut left_out: BTreeMap<Arc<str>, LeftOut> =
            components.left_out.into_iter().filter(|(path, _)| &**path == COMPONENTS).collect();
        for folder in &self.folders {
            let walk = self.system.walk(folder);
            found.extend(walk.files);
            left_out.extend(walk.left_out);
        }
        (found, left_out)
    }

    /// Scans the source folders again, reads new files, and sets the found files if they differ.
    fn scan(&mut self) -> bool {
        let (found, left_out) = self.walk();
        let unread: Vec<&Arc<str>> = found.iter().filter(|path| !self.known.contains_key(*path)).collect();
        let (system, folders) = (self.system.as_ref(), self.folders.as_slice());
        let contents: Vec<(Arc<str>, Contents)> = unread
            .into_par_iter()
            .map(|path| (path.clone(), read_found(system, folders, path, is_text(path))))
            .collect();
        for (path, contents) in contents {
            let file = create(&self.db, path.clone(), contents);
            self.known.insert(path, file);
        }
        let all = found.into_iter().filter_map(|path| self.known.get(&path).map(|&file| (path, file)));
        let is_skipped = |(path, file): &(Arc<str>, File)| {
            let contents = file.contents(&self.db);
            !is_text(path) && matches!(contents, Contents::Outside | Contents::Missing | Contents::Unreadable(_))
        };
        let (skipped, files): (BTreeMap<_, _>, BTreeMap<_, _>) = all.partition(is_skipped);
        let is_same = &skipped == self.set.skipped(&self.db) && &left_out == self.set.left_out(&self.db);
        if !is_same {
            self.set.set_skipped(&mut self.db).to(skipped);
            self.set.set_left_out(&mut self.db).to(left_out);
        }
        if &files == self.set.found(&self.db) {
            return !is_same;
        }
        // A file may have been deleted and created again while it was not in the set.
        let back: Vec<(Arc<str>, File)> = files
            .iter()
            .filter(|(_, file)| *file.contents(&self.db) == Contents::Missing)
            .map(|(path, &file)| (path.clone(), file))
            .collect();
        for (path, file) in back {
            self.refresh(&path, file);
        }
        self.set.set_found(&mut self.db).to(files);
        true
    }

    /// The file at `path`, read as text.
    fn text_file(&mut self, path: &Arc<str>) -> File {
        let Some(&file) = self.known.get(path) else {
            let file = create(&self.db, path.clone(), read(self.system.as_ref(), path, true));
            self.known.insert(path.clone(), file);
            return file;
        };
        if matches!(file.contents(&self.db), Contents::Binary { .. }) {
            // It was found as an asset before the project referred to it as text.
            let contents = read(self.system.as_ref(), path, true);
            file.set_contents(&mut self.db).to(contents);
        }
        file
    }

    /// Reads a known file again. Compares first, because setting even an equal value would start a new revision.
    fn refresh(&mut self, path: &Arc<str>, file: File) -> bool {
        let text = is_text(path) || &**path == CONFIG_PATH || self.set.named(&self.db).contains_key(path);
        let contents = read_found(self.system.as_ref(), &self.folders, path, text);
        if &contents == file.contents(&self.db) {
            return false;
        }
        file.set_contents(&mut self.db).to(contents);
        true
    }
}

fn create(db: &dyn Db, path: Arc<str>, contents: Contents) -> File {
    File::builder(path, contents).path_durability(Durability::NEVER_CHANGE).new(db)
}

fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a file in a source folder is read as text; all others are assets.
fn is_text(path: &str) -> bool {
    is_component(path) || std::path::Path::new(path).extension().is_some_and(|extension| extension == "md")
}

/// Whether a path is that of a component of the project: `components/wc-*.js`.
pub fn is_component(path: &str) -> bool {
    let name = path.strip_prefix(COMPONENTS).and_then(|rest| rest.strip_prefix("/wc-")?.strip_suffix(".js"));
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(is_part))
}

/// Reads a file of the source folders. A fragment must be in the folder of fragments even after resolving symbolic
/// links.
fn read_found(system: &dyn System, folders: &[Arc<str>], path: &str, text: bool) -> Contents {
    let is_fragment = |rest: &str| rest.strip_prefix('/').is_some_and(|rest| rest.starts_with(FRAGMENTS));
    let folder = folders.iter().find(|folder| path.strip_prefix(&***folder).is_some_and(is_fragment));
    match folder.map(|folder| format!("{folder}/{}", FRAGMENTS.trim_end_matches('/'))) {
        Some(fragments) if !system.is_within(path, &fragments) => Contents::Outside,
        _ => read(system, path, text),
    }
}

/// The hash, length and dimensions of an asset, which is never in memory as a whole.
fn read_asset(file: OpenFile, limit: u64) -> io::Result<Contents> {
    const HEAD: u64 = 1 << 20;
    let mut contents = file.contents;
    let mut head = Vec::with_capacity(usize::try_from(file.len.min(HEAD)).unwrap_or(0) + 1);
    let mut len = (&mut contents).take(HEAD.min(limit)).read_to_end(&mut head)? as u64;
    let mut hasher = RapidStreamHasherV3::new(&DEFAULT_RAPID_SECRETS);
    hasher.write(&head);
    let mut part = [0; 1 << 14];
    while len < limit {
        let read = contents.read(&mut part)?;
        if read == 0 {
            break;
        }
        hasher.write(&part[..read]);
        len += read as u64;
    }
    Ok(Contents::Binary { hash: hasher.finish(), len, image: ImageSize::of(&head) })
}

fn read(system: &dyn System, path: &str, text: bool) -> Contents {
    let limit = if text { TEXT_LIMIT } else { ASSET_LIMIT };
    let contents = if text {
        system.read(path, limit).map(|bytes| match String::from_utf8(bytes) {
            Ok(text) => Contents::Text(text.into()),
            Err(error) => Contents::not_utf8(error),
        })
    } else {
        system
            .open(path, limit)
            .and_then(|file| read_asset(file, limit).map_err(|error| ReadError::Other(error.to_string())))
    };
    match contents {
        Ok(contents) => contents,
        Err(ReadError::Missing) => Contents::Missing,
        Err(ReadError::Outside) => Contents::Outside,
        Err(ReadError::NotRegular) => Contents::Unreadable("it is not a regular file".into()),
        Err(ReadError::TooLarge(len)) => {
            Contents::Unreadable(format!("it has {len} bytes, more than the limit of {limit}").into())
        }
        Err(ReadError::Other(reason)) => Contents::Unreadable(reason.into()),
    }
}
