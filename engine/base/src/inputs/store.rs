//! The only code that changes inputs: reads, compares, sets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use salsa::{Durability, Setter};

use super::{Change, Contents, Db, File, FileSet, ImageSize, LeftOut, ReadError, System};

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

/// The durability of files in the source folders until they are edited. After an edit of another file, salsa need not
/// visit what was computed from them alone.
const AT_REST: Durability = Durability::MEDIUM;
/// The durability of edited files. That of a spec from the start: a memo that becomes less durable counts as changed, so
/// the first edit would check every operation again. That of `tool.json` never, since everything depends on it.
const EDITED: Durability = Durability::LOW;

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
        let config = create(&db, path.clone(), read(system.as_ref(), &path, true), AT_REST);
        let set = FileSet::builder(
            config,
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            false,
            (),
        )
        .durability(AT_REST)
        .edits_durability(EDITED)
        .new(&db);
        Self { db, system, known: BTreeMap::from([(path, config)]), folders: Vec::new(), set }
    }

    /// The database, for queries.
    pub fn db(&self) -> &D {
        &self.db
    }

    /// Drops the values of bounded queries that were used longest ago.
    pub fn trim(&mut self) {
        self.db.trigger_lru_eviction();
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
        let mut touched: BTreeMap<Arc<str>, File> = BTreeMap::new();
        if rescan {
            touched = self.known.clone();
        }
        for path in paths.iter().filter(|_| !rescan) {
            touched.extend(self.known.get_key_value(path).map(|(path, &file)| (path.clone(), file)));
            let folder: Arc<str> = format!("{path}/").into();
            let below = self.known.range(folder.clone()..).take_while(|(path, _)| path.starts_with(&*folder));
            touched.extend(below.map(|(path, &file)| (path.clone(), file)));
        }
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

    /// Scans the source folders again, reads new files, and sets the found files if they differ.
    fn scan(&mut self) -> bool {
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
        let unread: Vec<&Arc<str>> = found.iter().filter(|path| !self.known.contains_key(*path)).collect();
        let (system, folders) = (self.system.as_ref(), self.folders.as_slice());
        let contents: Vec<(Arc<str>, Contents)> = unread
            .into_par_iter()
            .map(|path| (path.clone(), read_found(system, folders, path, is_text(path))))
            .collect();
        for (path, contents) in contents {
            let file = create(&self.db, path.clone(), contents, AT_REST);
            self.known.insert(path, file);
        }
        let all = found.into_iter().filter_map(|path| self.known.get(&path).map(|&file| (path, file)));
        let is_skipped = |(path, file): &(Arc<str>, File)| {
            !is_text(path) && matches!(file.contents(&self.db), Contents::Outside | Contents::Missing)
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
            let file = create(&self.db, path.clone(), read(self.system.as_ref(), path, true), EDITED);
            self.known.insert(path.clone(), file);
            return file;
        };
        if matches!(file.contents(&self.db), Contents::Binary { .. }) {
            // It was found as an asset before the project referred to it as text.
            let contents = read(self.system.as_ref(), path, true);
            file.set_contents(&mut self.db).with_durability(EDITED).to(contents);
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
        let durability = if &**path == CONFIG_PATH { AT_REST } else { EDITED };
        file.set_contents(&mut self.db).with_durability(durability).to(contents);
        true
    }
}

fn create(db: &dyn Db, path: Arc<str>, contents: Contents, durability: Durability) -> File {
    File::builder(path, contents).path_durability(Durability::NEVER_CHANGE).contents_durability(durability).new(db)
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

fn read(system: &dyn System, path: &str, text: bool) -> Contents {
    let limit = if text { TEXT_LIMIT } else { ASSET_LIMIT };
    match system.read(path, limit) {
        Ok(bytes) if text => match String::from_utf8(bytes) {
            Ok(text) => Contents::Text(text.into()),
            Err(error) => Contents::not_utf8(error),
        },
        Ok(bytes) => Contents::Binary {
            hash: rapidhash::v3::rapidhash_v3(&bytes),
            len: bytes.len() as u64,
            image: ImageSize::of(&bytes),
        },
        Err(ReadError::Missing) => Contents::Missing,
        Err(ReadError::Outside) => Contents::Outside,
        Err(ReadError::NotRegular) => Contents::Unreadable("it is not a regular file".into()),
        Err(ReadError::TooLarge(len)) => {
            Contents::Unreadable(format!("it has {len} bytes, more than the limit of {limit}").into())
        }
        Err(ReadError::Other(reason)) => Contents::Unreadable(reason.into()),
    }
}
