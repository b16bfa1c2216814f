//! The only code that changes inputs: reads, compares, sets.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher as _};
use std::io::{self, Read as _};
use std::sync::Arc;

use rapidhash::fast::RapidHasher;
use rapidhash::v3::{DEFAULT_RAPID_SECRETS, RapidStreamHasherV3};
use rayon::prelude::*;
use salsa::{Durability, Setter};

use super::{Change, Contents, Db, Editions, File, FileSet, ImageSize, LeftOut, OpenFile, ReadError, System, Walk};

/// The largest text file that is read, in bytes. Spans are 32-bit, and this leaves headroom for derived text.
const TEXT_LIMIT: u64 = 512 << 20;
/// The largest asset that is published or served, in bytes.
pub const ASSET_LIMIT: u64 = 2 << 30;
/// The configuration file, which also marks the project root.
pub const CONFIG_PATH: &str = "tool.json";
/// The greatest number of editions of a project.
pub const MOST_EDITIONS: usize = 1_000;
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
    /// Every edition that the project ever had; [`Editions`] lists those that it has. salsa inputs are never freed, so
    /// an edition that reappears is reused.
    editions: Vec<Edition>,
    list: Editions,
    /// Of the only edition of [`Inputs::one_by_one`].
    visit: Option<Visit>,
    /// What is known of the files that were read, by their paths and whether they were read as text. Only of those that had a
    /// [state](System::state).
    seen: HashMap<(Arc<str>, bool), Seen>,
}

/// What is known of a file that was read.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Its state before.
    state: u64,
    /// The hash of its contents.
    hash: u64,
}

/// What was read of a file.
#[derive(Clone)]
struct Read {
    contents: Contents,
    seen: Option<Seen>,
    /// Whether it is in this state now, as it was when it was first read.
    is_confirmed: bool,
}

/// The state of an edition that becomes each edition of a project in turn.
#[derive(Default)]
struct Visit {
    /// The version.
    version: u16,
    /// The last version that each file was one of, by path.
    versions: BTreeMap<Arc<str>, u16>,
    /// The files that were found unchanged on the disk since they were read.
    confirmed: HashSet<File>,
}

/// The inputs of an edition.
struct Edition {
    set: FileSet,
    /// Every file that was ever found or referred to, so that one that reappears is reused.
    known: BTreeMap<Arc<str>, File>,
    /// The source folders, which are scanned for files.
    folders: Vec<Arc<str>>,
    /// Files that were read as text only because they were named, and no longer are.
    unnamed: BTreeSet<Arc<str>>,
    /// The Git tree whose history is known, or the disk if it has no name; `None` if none is.
    history_of: Option<Option<Box<str>>>,
}

/// What was read during one call, so that editions with the same files read each once.
#[derive(Default)]
struct ReadFiles(BTreeMap<(Arc<str>, bool), Read>);

impl<D: Db + Default> Inputs<D> {
    /// Creates inputs over `system` with one edition, and reads only `tool.json`.
    pub fn new(system: Arc<dyn System>) -> Self {
        Self::with(system, None)
    }

    /// As [`Inputs::new`]; the edition stays the only one, and can become each of them in turn.
    pub fn one_by_one(system: Arc<dyn System>) -> Self {
        Self::with(system, Some(Visit::default()))
    }

    fn with(system: Arc<dyn System>, visit: Option<Visit>) -> Self {
        let db = D::default();
        let Read { contents, seen, .. } = Read::of(system.as_ref(), &[], CONFIG_PATH, true);
        let seen = seen.map(|seen| ((CONFIG_PATH.into(), true), seen)).into_iter().collect();
        let first = Edition::new(&db, 0, contents, false, visit.is_some());
        let list = Editions::builder(vec![first.set]).durability(Durability::HIGH).new(&db);
        Self { db, system, editions: vec![first], list, visit, seen }
    }

    /// Turns the only edition into the one with this number, as if every file that differs between them were edited: what
    /// is computed from equal files stays. Its folders and named files are those of the edition before until they are set.
    /// `version` is the place of its version.
    pub fn visit(&mut self, number: u16, version: u16) {
        let set = self.editions[0].set;
        let Some(visit) = self.visit.as_mut().filter(|_| set.number(&self.db) != number) else { return };
        visit.version = version;
        // The found files may be renamed by the named ones, so that they are looked for in any case.
        self.editions[0].folders.clear();
        set.set_number(&mut self.db).with_durability(EDITED).to(number);
    }

    /// The database, for queries.
    pub fn db(&self) -> &D {
        &self.db
    }

    /// The database, for inputs that have no files.
    pub fn db_mut(&mut self) -> &mut D {
        &mut self.db
    }

    /// Drops the values of bounded queries that were used longest ago.
    pub fn trim(&mut self) {
        self.db.trigger_lru_eviction();
    }

    /// The disk that the inputs are read from.
    pub fn system(&self) -> &Arc<dyn System> {
        &self.system
    }

    /// The files of the main edition.
    pub fn set(&self) -> FileSet {
        self.editions[0].set
    }

    /// The files of every edition, the main one first.
    pub fn sets(&self) -> &[FileSet] {
        self.list.sets(&self.db)
    }

    /// Sets the number of editions, at least one. New ones have no files but `tool.json`. Returns whether anything
    /// changed; never if the editions are visited.
    pub fn set_editions(&mut self, count: usize) -> bool {
        let count = count.clamp(1, MOST_EDITIONS);
        if self.visit.is_some() || self.list.sets(&self.db).len() == count {
            return false;
        }
        let main = self.editions[0].set;
        let text = main.config(&self.db).contents(&self.db).clone();
        let drafts = main.drafts(&self.db);
        for number in (0_u16..).take(count).skip(self.editions.len()) {
            self.editions.push(Edition::new(&self.db, number, text.clone(), drafts, false));
        }
        let sets = self.editions.iter().take(count).map(|edition| edition.set).collect();
        self.list.set_sets(&mut self.db).with_durability(Durability::HIGH).to(sets);
        true
    }

    /// Publishes drafts.
    pub fn show_drafts(&mut self) {
        for edition in &self.editions {
            edition.set.set_drafts(&mut self.db).to(true);
        }
    }

    /// Sets the named files of an edition to those at `paths`, reading new ones as text. Returns whether anything
    /// changed.
    pub fn set_named(&mut self, set: FileSet, paths: &BTreeSet<Arc<str>>) -> bool {
        if set.named(&self.db).keys().eq(paths) {
            return false;
        }
        let mut spare = self.spare(set, |path| paths.contains(path));
        let known = |path: &&Arc<str>| !self.place(set).is_some_and(|at| self.editions[at].known.contains_key(*path));
        let new: Vec<Arc<str>> =
            if spare.0.is_empty() { Vec::new() } else { paths.iter().filter(known).cloned().collect() };
        let mut taken = spare.take_all(&new);
        let named: BTreeMap<Arc<str>, File> =
            paths.iter().map(|path| (path.clone(), self.text_file(set, path, taken.remove(path)))).collect();
        self.use_files(paths.iter());
        let dropped = set.named(&self.db).keys().filter(|path| !is_text(path) && !paths.contains(*path)).cloned();
        let dropped: Vec<Arc<str>> = dropped.collect();
        if let Some(at) = self.place(set) {
            self.editions[at].unnamed.extend(dropped);
        }
        set.set_named(&mut self.db).to(named);
        true
    }

    /// Reads the files in the source folders of an edition as assets that were text while the edition named them. For when
    /// its named files and folders are set. Returns whether anything changed.
    pub fn set_assets(&mut self, set: FileSet) -> bool {
        let Some(at) = self.place(set) else { return false };
        let mut changed = false;
        for path in std::mem::take(&mut self.editions[at].unnamed) {
            match set.found(&self.db).get(&path).filter(|_| !set.named(&self.db).contains_key(&path)) {
                Some(&file) => changed |= self.refresh(at, &path, file, &mut ReadFiles::default()),
                None => _ = self.editions[at].unnamed.insert(path),
            }
        }
        changed
    }

    /// Reads the history of the files of an edition, which are those of the Git tree with this name or those on the disk,
    /// unless it is known; forgets it if it is not `wanted`. Returns whether anything changed.
    pub fn set_history(&mut self, set: FileSet, wanted: bool, tree: Option<&str>) -> bool {
        let Some(at) = self.place(set) else { return false };
        let key = wanted.then(|| tree.map(Into::into));
        if self.editions[at].history_of == key {
            return false;
        }
        self.editions[at].history_of = key;
        let history = wanted.then(|| self.system.history(tree));
        let durability = if self.visit.is_some() { EDITED } else { Durability::HIGH };
        set.set_history(&mut self.db).with_durability(durability).to(history);
        true
    }

    /// Sets the overlays of the spec at `spec`, overriding `tool.json`; an empty list restores those of `tool.json`.
    /// Returns whether anything changed.
    pub fn set_overlays(&mut self, spec: &Arc<str>, paths: &[Arc<str>]) -> bool {
        let set = self.set();
        let mut overlays = set.overlays(&self.db).clone();
        if paths.is_empty() {
            overlays.remove(spec);
        } else {
            overlays.insert(spec.clone(), paths.to_vec());
        }
        if overlays == *set.overlays(&self.db) {
            return false;
        }
        set.set_overlays(&mut self.db).to(overlays);
        true
    }

    /// Adds the file at `path` to the named files. Returns it, and whether anything changed.
    #[cfg(feature = "testing")]
    pub fn require(&mut self, path: &Arc<str>) -> (File, bool) {
        let set = self.set();
        let mut paths: BTreeSet<Arc<str>> = set.named(&self.db).keys().cloned().collect();
        paths.insert(path.clone());
        let changed = self.set_named(set, &paths);
        (self.text_file(set, path, None), changed)
    }

    /// Sets the source folders of an edition and scans them. Returns whether anything changed.
    pub fn set_folders(&mut self, set: FileSet, folders: Vec<Arc<str>>) -> bool {
        let Some(at) = self.place(set) else { return false };
        if folders == self.editions[at].folders {
            return false;
        }
        self.editions[at].folders = folders;
        self.scan(&[at])
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
        let mut seen = ReadFiles::default();
        let mut changed = false;
        for at in 0..self.editions.len() {
            let known = &self.editions[at].known;
            let mut touched: BTreeMap<Arc<str>, File> = BTreeMap::new();
            if rescan {
                let is_frozen = |path: &str| self.system.is_frozen(path);
                touched = known
                    .iter()
                    .filter(|(path, _)| !is_frozen(path))
                    .map(|(path, &file)| (path.clone(), file))
                    .collect();
            }
            for path in paths.iter().filter(|_| !rescan) {
                touched.extend(known.get_key_value(path).map(|(path, &file)| (path.clone(), file)));
                let folder: Arc<str> = format!("{path}/").into();
                let below = known.range(folder.clone()..).take_while(|(path, _)| path.starts_with(&*folder));
                touched.extend(below.map(|(path, &file)| (path.clone(), file)));
            }
            for (path, file) in touched {
                changed |= self.refresh(at, &path, file, &mut seen);
            }
        }
        let to_scan: Vec<usize> = (0..self.editions.len())
            .filter(|&at| rescan || paths.iter().any(|path| self.may_change_found(at, path)))
            .collect();
        if !to_scan.is_empty() {
            changed |= self.scan(&to_scan);
        }
        changed
    }

    /// The files of other versions that are not `used` in the visited edition. Those of the same version in another language
    /// are left as they are: texts in different languages have nothing in common, and the other language is visited again.
    fn spare(&self, set: FileSet, used: impl Fn(&Arc<str>) -> bool) -> SpareFiles {
        let Some((visit, at)) = self.visit.as_ref().zip(self.place(set)) else { return SpareFiles::default() };
        let is_spare = |path: &Arc<str>| visit.versions.get(path).is_some_and(|version| *version != visit.version);
        let spare = self.editions[at].known.iter().filter(|(path, _)| is_spare(path) && !used(path));
        SpareFiles(spare.map(|(path, &file)| (SpareFiles::key(path), (path.clone(), file))).collect())
    }

    /// Records that the visited edition uses files.
    fn use_files<'p>(&mut self, paths: impl Iterator<Item = &'p Arc<str>>) {
        if let Some(visit) = &mut self.visit {
            visit.versions.extend(paths.map(|path| (path.clone(), visit.version)));
        }
    }

    /// Gives a spare file another path and contents.
    fn reuse(&mut self, at: usize, (old, file): (Arc<str>, File), path: &Arc<str>, contents: Contents) {
        self.editions[at].known.remove(&old);
        if let Some(visit) = &mut self.visit {
            visit.versions.remove(&old);
        }
        self.editions[at].known.insert(path.clone(), file);
        file.set_path(&mut self.db).with_durability(EDITED).to(path.clone());
        if &contents != file.contents(&self.db) {
            self.set_contents(file, contents, EDITED);
        }
    }

    /// Sets what was read of a file.
    fn set_contents(&mut self, file: File, contents: Contents, durability: Durability) {
        if let Some(visit) = &mut self.visit {
            visit.confirmed.remove(&file);
        }
        file.set_contents(&mut self.db).with_durability(durability).to(contents);
    }

    /// Remembers what was read of the file at `path`.
    fn see(&mut self, path: &Arc<str>, text: bool, seen: Option<Seen>) {
        match seen {
            Some(seen) => _ = self.seen.insert((path.clone(), text), seen),
            None => _ = self.seen.remove(&(path.clone(), text)),
        }
    }

    /// The place of an edition.
    fn place(&self, set: FileSet) -> Option<usize> {
        self.editions.iter().position(|edition| edition.set == set)
    }

    /// Whether a change at `path` may have created or deleted something in the source folders of an edition.
    fn may_change_found(&self, at: usize, path: &str) -> bool {
        let edition = &self.editions[at];
        let in_folders = edition.folders.iter().any(|folder| {
            let folder = &**folder;
            path == folder || is_below(path, folder) || is_below(folder, path)
        });
        (in_folders || path == COMPONENTS || is_component(path))
            && match edition.known.get(path) {
                None => true,
                Some(file) => {
                    let present = *file.contents(&self.db) != Contents::Missing;
                    present != edition.set.found(&self.db).contains_key(path)
                }
            }
    }

    /// The first file that differs from what was read, or that came or went since. Reads every file again whose state is not
    /// known to be the same, apart from those that were confirmed with an edition visited before: all that is in memory is the
    /// state of the disk at that time.
    pub fn changed_on_disk(&mut self) -> Option<Arc<str>> {
        let count = self.sets().len();
        let walks = self.walks(self.editions.iter().take(count));
        for at in 0..count {
            match self.changed_in(&self.editions[at], &walks) {
                Ok(confirmed) => {
                    if let Some(visit) = &mut self.visit {
                        visit.confirmed.extend(confirmed);
                    }
                }
                Err(changed) => return Some(changed),
            }
        }
        None
    }

    /// The files of an edition that were looked at again, all of them as before.
    ///
    /// # Errors
    /// The first file that differs from what was read, or that came or went since.
    fn changed_in(&self, edition: &Edition, walks: &BTreeMap<Arc<str>, Walk>) -> Result<Vec<File>, Arc<str>> {
        let set = edition.set;
        let (found, _) = edition.found(walks);
        let (known, skipped) = (set.found(&self.db), set.skipped(&self.db));
        let is_known = |path: &Arc<str>| known.contains_key(path) || skipped.contains_key(path);
        if let Some(path) = found.iter().find(|path| !is_known(path)) {
            return Err(path.clone());
        }
        if let Some(path) = known.keys().chain(skipped.keys()).find(|path| !found.contains(*path)) {
            return Err(path.clone());
        }
        let named = set.named(&self.db);
        let config = set.config(&self.db);
        let (system, folders, seen) = (self.system.as_ref(), edition.folders.as_slice(), &self.seen);
        let is_confirmed = |file| self.visit.as_ref().is_some_and(|visit| visit.confirmed.contains(file));
        let all = known.iter().chain(skipped).chain(named).chain([(config.path(&self.db), &config)]);
        let files: Vec<(&Arc<str>, &Contents, File)> = all
            .filter(|(path, file)| !is_confirmed(file) && !system.is_frozen(path))
            .map(|(path, &file)| (path, file.contents(&self.db), file))
            .collect();
        let differs = |(path, contents, _): &&(&Arc<str>, &Contents, File)| {
            let text = is_text(path) || &***path == CONFIG_PATH || named.contains_key(*path);
            let is_same = seen.get(&((*path).clone(), text)).is_some_and(|seen| system.state(path) == Some(seen.state));
            !is_same && read_found(system, folders, path, text) != **contents
        };
        match files.par_iter().find_first(differs) {
            Some((path, ..)) => Err((*path).clone()),
            None => Ok(files.into_iter().map(|(.., file)| file).collect()),
        }
    }

    /// The hash of an edition with this number as it is on the disk, without loading it: [`Self::hash_as_read`] of its files in
    /// these folders, and of those that it names. The edition must not show its history.
    pub fn hash_on_disk(&self, number: u16, folders: &[Arc<str>], named: &[Arc<str>]) -> u64 {
        let (found, left_out) = self.files_on_disk(folders);
        let names: BTreeSet<&Arc<str>> = named.iter().collect();
        let system = self.system.as_ref();
        let read_one = |path: Arc<str>| {
            let contents = read_found(system, folders, &path, is_text(&path) || names.contains(&path));
            (path, contents)
        };
        let found: BTreeMap<Arc<str>, Contents> =
            found.into_par_iter().map(read_one).collect::<Vec<_>>().into_iter().collect();
        let others: BTreeMap<&Arc<str>, Contents> = named
            .par_iter()
            .filter(|path| !found.contains_key(*path))
            .map(|path| (path, read(system, path, true)))
            .collect::<Vec<_>>()
            .into_iter()
            .collect();
        let main = self.set();
        let (skipped, kept): (Vec<_>, Vec<_>) = found.iter().partition(|(path, contents)| is_skipped(path, contents));
        let named = names.iter().filter_map(|&path| Some((path, found.get(path).or_else(|| others.get(path))?)));
        let config = main.config(&self.db);
        let config = [(config.path(&self.db), config.contents(&self.db))];
        let files = kept.into_iter().chain(skipped).chain(named).chain(config);
        let files = EditionFiles {
            files: files.map(|(path, contents)| (path, hash_of(contents))).collect(),
            number,
            left_out: &left_out,
            overlays: main.overlays(&self.db),
            drafts: main.drafts(&self.db),
        };
        files.hash()
    }

    /// The hash of everything that an edition is made from as it was read, apart from its history.
    pub fn hash_as_read(&self, set: FileSet) -> u64 {
        let db = &self.db;
        let config = set.config(db);
        // Large texts are not hashed again.
        let hash = |path: &Arc<str>, text: bool, file: File| match self.seen.get(&(path.clone(), text)) {
            Some(seen) => seen.hash,
            None => hash_of(file.contents(db)),
        };
        let named = set.named(db);
        let found = set.found(db).iter().chain(set.skipped(db));
        let found = found.map(|(path, &file)| (path, hash(path, is_text(path) || named.contains_key(path), file)));
        let named = named.iter().map(|(path, &file)| (path, hash(path, true, file)));
        let files = EditionFiles {
            files: found.chain(named).chain([(config.path(db), hash_of(config.contents(db)))]).collect(),
            number: set.number(db),
            left_out: set.left_out(db),
            overlays: set.overlays(db),
            drafts: set.drafts(db),
        };
        files.hash()
    }

    /// The hash of the [states](System::state) of all files that [`Self::hash_on_disk`] would read, and of what else it depends
    /// on. `None` if one has none. `seen`: what was looked up for other editions.
    pub fn states_on_disk(
        &self,
        number: u16,
        folders: &[Arc<str>],
        named: &[Arc<str>],
        seen: &mut SeenOnDisk,
    ) -> Option<u64> {
        self.walk_all(folders, &mut seen.walks);
        let (mut found, left_out) = files_in(folders, &seen.walks);
        found.extend(named.iter().cloned());
        let system = self.system.as_ref();
        let new: Vec<&Arc<str>> = found.iter().filter(|path| !seen.states.contains_key(*path)).collect();
        let known = &self.seen;
        let state = |path: &Arc<str>| {
            let text = is_text(path) || named.contains(path);
            known.get(&(path.clone(), text)).map(|seen| seen.state).or_else(|| system.state(path))
        };
        let new: Vec<_> = new.into_par_iter().map(|path| (path.clone(), state(path))).collect();
        seen.states.extend(new);
        let states: Vec<u64> = found.iter().map(|path| *seen.states.get(path)?).collect::<Option<_>>()?;
        let main = self.set();
        let config = main.config(&self.db).contents(&self.db);
        let mut hasher = RapidHasher::default_const();
        (found, states, left_out, number, config).hash(&mut hasher);
        (main.overlays(&self.db), main.drafts(&self.db)).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// The files below folders, and what is left out there.
    fn files_on_disk(&self, folders: &[Arc<str>]) -> (BTreeSet<Arc<str>>, BTreeMap<Arc<str>, LeftOut>) {
        let mut walks = BTreeMap::new();
        self.walk_all(folders, &mut walks);
        files_in(folders, &walks)
    }

    /// Lists these folders and that of components, unless they were listed before.
    fn walk_all(&self, folders: &[Arc<str>], walks: &mut BTreeMap<Arc<str>, Walk>) {
        for folder in folders.iter().cloned().chain([COMPONENTS.into()]) {
            walks.entry(folder.clone()).or_insert_with(|| self.system.walk(&folder));
        }
    }

    /// The source folders of an edition.
    pub fn folders(&self, set: FileSet) -> &[Arc<str>] {
        self.place(set).map_or(&[], |at| &self.editions[at].folders)
    }

    /// Lists the source folders of editions, each once.
    fn walks<'e>(&'e self, editions: impl Iterator<Item = &'e Edition>) -> BTreeMap<Arc<str>, Walk> {
        let folders: Vec<Arc<str>> = editions.flat_map(|edition| &edition.folders).cloned().collect();
        let mut walks = BTreeMap::new();
        self.walk_all(&folders, &mut walks);
        walks
    }

    /// Scans the source folders of these editions again. Returns whether anything changed.
    fn scan(&mut self, places: &[usize]) -> bool {
        let walks = self.walks(places.iter().filter_map(|&at| self.editions.get(at)));
        let mut changed = false;
        for &at in places {
            changed |= self.set_found(at, &walks);
        }
        changed
    }

    /// Reads the new files of an edition, and sets its found files if they differ.
    fn set_found(&mut self, at: usize, walks: &BTreeMap<Arc<str>, Walk>) -> bool {
        let edition = &self.editions[at];
        let (found, left_out) = edition.found(walks);
        let (system, folders, editions, db) =
            (self.system.as_ref(), edition.folders.as_slice(), &self.editions, &self.db);
        let mut spare =
            self.spare(edition.set, |path| found.contains(path) || edition.set.named(db).contains_key(path));
        let unread = found.iter().filter(|path| !edition.known.contains_key(*path));
        let unread: Vec<Unread<'_>> =
            unread.map(|path| Unread::new(db, editions, (path, is_text(path)), spare.take(path))).collect();
        let read: Vec<Read> = unread.par_iter().map(|file| file.read(system, folders, &self.seen)).collect();
        let unread: Vec<_> = unread.into_iter().map(|file| (file.path.clone(), file.spare)).collect();
        for ((path, spare), Read { contents, seen, is_confirmed }) in unread.into_iter().zip(read) {
            self.see(&path, is_text(&path), seen);
            if let Some(old) = spare {
                let file = old.1;
                self.reuse(at, old, &path, contents);
                if let Some(visit) = self.visit.as_mut().filter(|_| is_confirmed) {
                    visit.confirmed.insert(file);
                }
                continue;
            }
            // Pages show images, fragments and components: lowering their durability would render those pages.
            let fragments = FRAGMENTS.trim_end_matches('/');
            let is_page = path.ends_with(".md") && !path.split('/').any(|part| part == fragments);
            let durability = if is_page && self.visit.is_none() { AT_REST } else { EDITED };
            let file = create(&self.db, path.clone(), contents, place_of(at), durability, self.visit.is_some());
            self.editions[at].known.insert(path, file);
        }
        self.use_files(found.iter());
        let edition = &self.editions[at];
        let set = edition.set;
        let all = found.into_iter().filter_map(|path| edition.known.get(&path).map(|&file| (path, file)));
        let (skipped, files): (BTreeMap<_, _>, BTreeMap<_, _>) =
            all.partition(|(path, file)| is_skipped(path, file.contents(&self.db)));
        let is_same = &skipped == set.skipped(&self.db) && &left_out == set.left_out(&self.db);
        if !is_same {
            set.set_skipped(&mut self.db).to(skipped);
            set.set_left_out(&mut self.db).to(left_out);
        }
        if &files == set.found(&self.db) {
            return !is_same;
        }
        // A file may have been deleted and created again while it was not in the set.
        let back: Vec<(Arc<str>, File)> = files
            .iter()
            .filter(|(_, file)| *file.contents(&self.db) == Contents::Missing)
            .map(|(path, &file)| (path.clone(), file))
            .collect();
        for (path, file) in back {
            self.refresh(at, &path, file, &mut ReadFiles::default());
        }
        set.set_found(&mut self.db).to(files);
        true
    }

    /// The file at `path`, read as text for an edition: one that is known, the one that is `spare` for it, or a new one.
    fn text_file(&mut self, set: FileSet, path: &Arc<str>, spare: Option<(Arc<str>, File)>) -> File {
        let at = self.place(set).unwrap_or_default();
        let Some(&file) = self.editions[at].known.get(path) else {
            let unread = Unread::new(&self.db, &self.editions, (path, true), spare);
            let Read { contents, seen, .. } = unread.read(self.system.as_ref(), &[], &self.seen);
            let spare = unread.spare;
            self.see(path, true, seen);
            if let Some(old) = spare {
                let file = old.1;
                self.reuse(at, old, path, contents);
                return file;
            }
            let file = create(&self.db, path.clone(), contents, place_of(at), EDITED, self.visit.is_some());
            self.editions[at].known.insert(path.clone(), file);
            return file;
        };
        if matches!(file.contents(&self.db), Contents::Binary { .. }) {
            // It was found as an asset before the project referred to it as text.
            let Read { contents, seen, .. } = Read::of(self.system.as_ref(), &[], path, true);
            self.see(path, true, seen);
            self.set_contents(file, contents, EDITED);
        }
        file
    }

    /// Reads a known file again. Compares first, because setting even an equal value would start a new revision.
    fn refresh(&mut self, at: usize, path: &Arc<str>, file: File, files: &mut ReadFiles) -> bool {
        let edition = &self.editions[at];
        let text = is_text(path) || &**path == CONFIG_PATH || edition.set.named(&self.db).contains_key(path);
        let read = || Read::of(self.system.as_ref(), &edition.folders, path, text);
        let Read { contents, seen, .. } = match self.editions.len() {
            1 => read(),
            _ => files.0.entry((path.clone(), text)).or_insert_with(read).clone(),
        };
        self.see(path, text, seen);
        if &contents == file.contents(&self.db) {
            return false;
        }
        let durability = if &**path == CONFIG_PATH { AT_REST } else { EDITED };
        self.set_contents(file, contents, durability);
        true
    }
}

impl Read {
    /// Reads a file of the source folders.
    fn of(system: &dyn System, folders: &[Arc<str>], path: &str, text: bool) -> Self {
        let state = system.state(path);
        let contents = read_found(system, folders, path, text);
        let seen = state.map(|state| Seen { state, hash: hash_of(&contents) });
        Self { contents, seen, is_confirmed: false }
    }
}

/// A file that is to be read.
struct Unread<'i> {
    path: &'i Arc<str>,
    text: bool,
    /// The one that becomes it.
    spare: Option<(Arc<str>, File)>,
    /// What the spare one has.
    of_spare: Option<&'i Contents>,
    /// What another edition has read of it.
    of_other: Option<&'i Contents>,
}

impl<'i> Unread<'i> {
    fn new<D: Db>(
        db: &'i D,
        editions: &'i [Edition],
        (path, text): (&'i Arc<str>, bool),
        spare: Option<(Arc<str>, File)>,
    ) -> Self {
        let known = editions.iter().filter_map(|edition| edition.known.get(path));
        let mut known = known.map(|file| file.contents(db));
        let of_other = known.find(|known| matches!(known, Contents::Text(_)) == text && **known != Contents::Missing);
        Self { path, text, of_spare: spare.as_ref().map(|(_, file)| file.contents(db)), spare, of_other }
    }

    /// Reads the file, unless another edition has, or it is in the state in which it was read before and the spare one has what
    /// was read then.
    fn read(&self, system: &dyn System, folders: &[Arc<str>], seen: &HashMap<(Arc<str>, bool), Seen>) -> Read {
        let before = seen.get(&(self.path.clone(), self.text)).copied();
        if let Some(contents) = self.of_other {
            return Read { contents: contents.clone(), seen: before, is_confirmed: false };
        }
        if let Some((contents, before)) = self.of_spare.zip(before)
            && hash_of(contents) == before.hash
            && system.state(self.path) == Some(before.state)
        {
            return Read { contents: contents.clone(), seen: Some(before), is_confirmed: true };
        }
        Read::of(system, folders, self.path, self.text)
    }
}

fn hash_of(contents: &Contents) -> u64 {
    let mut hasher = RapidHasher::default_const();
    contents.hash(&mut hasher);
    hasher.finish()
}

impl Edition {
    /// An edition with no file but `tool.json`.
    fn new(db: &dyn Db, number: u16, config: Contents, drafts: bool, visits: bool) -> Self {
        let path: Arc<str> = CONFIG_PATH.into();
        let config = create(db, path.clone(), config, number, AT_REST, false);
        let rest = if visits { EDITED } else { AT_REST };
        let set = FileSet::builder(
            number,
            config,
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            BTreeMap::new(),
            drafts,
            None,
            (),
        )
        .durability(rest)
        .number_durability(if visits { EDITED } else { Durability::NEVER_CHANGE })
        .history_durability(if visits { EDITED } else { Durability::HIGH })
        .edits_durability(EDITED)
        .new(db);
        Self {
            set,
            known: BTreeMap::from([(path, config)]),
            folders: Vec::new(),
            unnamed: BTreeSet::new(),
            history_of: None,
        }
    }

    /// The files in the source folders, and the folders and links there that were not followed.
    fn found(&self, walks: &BTreeMap<Arc<str>, Walk>) -> (BTreeSet<Arc<str>>, BTreeMap<Arc<str>, LeftOut>) {
        files_in(&self.folders, walks)
    }
}

/// The files that walks found in folders, with the components, and the folders and links there that were not followed.
fn files_in(
    folders: &[Arc<str>],
    walks: &BTreeMap<Arc<str>, Walk>,
) -> (BTreeSet<Arc<str>>, BTreeMap<Arc<str>, LeftOut>) {
    let walk = |folder: &str| walks.get(folder).into_iter();
    let components = walk(COMPONENTS).flat_map(|walk| &walk.files).filter(|path| is_component(path));
    let mut found: BTreeSet<Arc<str>> = components.cloned().collect();
    // Components are direct children of their folder, so only the folder itself matters.
    let left_out = walk(COMPONENTS).flat_map(|walk| &walk.left_out).filter(|(path, _)| &***path == COMPONENTS);
    let mut left_out: BTreeMap<Arc<str>, LeftOut> =
        left_out.map(|(path, left_out)| (path.clone(), left_out.clone())).collect();
    for walk in folders.iter().flat_map(|folder| walk(folder)) {
        found.extend(walk.files.iter().cloned());
        left_out.extend(walk.left_out.iter().map(|(path, left_out)| (path.clone(), left_out.clone())));
    }
    (found, left_out)
}

/// What is known of the disk from looking up the files of some editions, which share many.
#[derive(Debug, Default)]
pub struct SeenOnDisk {
    walks: BTreeMap<Arc<str>, Walk>,
    states: HashMap<Arc<str>, Option<u64>>,
}

/// What an edition is made from, apart from its history.
#[derive(Debug, Hash)]
struct EditionFiles<'a> {
    /// The files with their paths and the hashes of their contents: those found, those skipped, those that it names, and
    /// `tool.json`; each part by path.
    files: Vec<(&'a Arc<str>, u64)>,
    /// See [`FileSet::number`].
    number: u16,
    /// See [`FileSet::left_out`].
    left_out: &'a BTreeMap<Arc<str>, LeftOut>,
    /// See [`FileSet::overlays`].
    overlays: &'a BTreeMap<Arc<str>, Vec<Arc<str>>>,
    /// See [`FileSet::drafts`].
    drafts: bool,
}

impl EditionFiles<'_> {
    /// The hash of all of it.
    fn hash(&self) -> u64 {
        let mut hasher = RapidHasher::default_const();
        Hash::hash(self, &mut hasher);
        hasher.finish()
    }
}

/// Whether a found asset with these contents is skipped: it is missing, unreadable or outside of the project.
fn is_skipped(path: &str, contents: &Contents) -> bool {
    !is_text(path) && matches!(contents, Contents::Outside | Contents::Missing | Contents::Unreadable(_))
}

/// The files of a visited edition that another may take over, by their names and the folders around them, the inner ones
/// first.
#[derive(Default)]
struct SpareFiles(BTreeMap<String, (Arc<str>, File)>);

impl SpareFiles {
    fn key(path: &str) -> String {
        path.rsplit('/').collect::<Vec<_>>().join("/")
    }

    /// Takes a file for each of these paths, as far as there are any: first those with the same name, then those with the same
    /// extension, since specs are named by their version, too.
    fn take_all(&mut self, paths: &[Arc<str>]) -> BTreeMap<Arc<str>, (Arc<str>, File)> {
        let mut taken = BTreeMap::new();
        let mut rest = Vec::new();
        for path in paths {
            match self.take(path) {
                Some(spare) => _ = taken.insert(path.clone(), spare),
                None => rest.push(path),
            }
        }
        let extension = |path: &str| path.rsplit(['/', '.']).next().map(str::to_owned);
        for path in rest {
            let alike = self.0.iter().find(|(_, (other, _))| extension(other) == extension(path));
            if let Some(key) = alike.map(|(key, _)| key.clone())
                && let Some(spare) = self.0.remove(&key)
            {
                taken.insert(path.clone(), spare);
            }
        }
        taken
    }

    /// Takes a file with the same name, the one whose path has the longest end in common. The choice decides only what is
    /// computed again.
    fn take(&mut self, path: &str) -> Option<(Arc<str>, File)> {
        let key = Self::key(path);
        let common = |other: &String| other.bytes().zip(key.bytes()).take_while(|(a, b)| a == b).count();
        let name = |key: &str| key.find('/').unwrap_or(key.len());
        let near = [self.0.range(..key.clone()).next_back(), self.0.range(key.clone()..).next()];
        let near = near.into_iter().flatten().map(|(other, _)| other).filter(|other| {
            let length = name(&key);
            name(other) == length && other.get(..length) == key.get(..length)
        });
        let nearest = near.max_by_key(|other| common(other))?.clone();
        self.0.remove(&nearest)
    }
}

/// The place of an edition in the list of those that are loaded. There are at most [`MOST_EDITIONS`].
fn place_of(at: usize) -> u16 {
    u16::try_from(at).unwrap_or_default()
}

/// `moves`: whether its path may change.
fn create(db: &dyn Db, path: Arc<str>, contents: Contents, place: u16, durability: Durability, moves: bool) -> File {
    File::builder(path, contents, place)
        .path_durability(if moves { EDITED } else { Durability::NEVER_CHANGE })
        .contents_durability(durability)
        .place_durability(Durability::NEVER_CHANGE)
        .new(db)
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
