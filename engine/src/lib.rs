//! The engine of a documentation site: one salsa database from source files to every output.
//!
//! [`Project`] is the one writer: it reads files and applies changes. [`Site`] is a reader: everything it returns is a
//! memoized query, so a second call is nearly free, and after a change only what depends on it is recomputed.
//!
//! # Build a site
//!
//! The files are in memory here; [`OsSystem`] reads them from disk. The engine writes nothing: outputs are values.
//!
//! ```
//! use std::sync::Arc;
//! use engine::{MemorySystem, Output, OutputOptions, Project};
//!
//! let files = Arc::new(MemorySystem::default());
//! files.write("tool.json", r#"{"name": "Tides"}"#);
//! files.write("docs/index.md", "---\ntitle: Home\n---\n\nHigh and low.\n");
//! let site = Project::open(files).site();
//! assert!(site.diagnostics().is_empty());
//! let Some(Output::Bytes(page)) = site.output("index.html", OutputOptions::default()) else { panic!("no page") };
//! assert!(String::from_utf8_lossy(&page).contains("High and low."));
//! ```
//!
//! [`Site::outputs`] lists the paths of all files. [`Output::Copy`] names a file of the project that is published as it is. The
//! fields of `tool.json` and the components of pages are described in the manual (`tool dev --demo`).
//!
//! # Follow edits
//!
//! [`Project::apply`] takes what has changed. Only what depends on it is computed again.
//!
//! ```
//! use std::sync::Arc;
//! use engine::{Change, MemorySystem, Output, OutputOptions, Project};
//!
//! let system = Arc::new(MemorySystem::default());
//! system.write("tool.json", r#"{"name": "Tides"}"#);
//! system.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n\nHigh and low.\n");
//! let mut project = Project::open(system.clone());
//! let html = |project: &Project| match project.site().output("index.html", OutputOptions::default()) {
//!     Some(Output::Bytes(bytes)) => String::from_utf8(bytes).unwrap(),
//!     other => panic!("no page: {other:?}"),
//! };
//! assert!(html(&project).contains("High and low."));
//!
//! system.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n\nSpring and neap.\n");
//! assert!(project.apply(&[Change::Path("docs/index.md".into())]));
//! assert!(html(&project).contains("Spring and neap."));
//! ```

mod db;
mod outputs;
mod parse;
mod registry;
mod render;
mod resolve;
#[cfg(feature = "testing")]
pub mod testing;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

pub use base::diagnostic::{
    Code, CodeInfo, Diagnostic, Edit, Fix, LineIndex, Note, Place, Severity, Span, did_you_mean,
};
pub use base::inputs::{
    ASSET_LIMIT, Change, FileHistory, History, LeftOut, MOST_EDITIONS, MemorySystem, NoHistory, OpenFile, OsSystem,
    ReadError, ReadSeek, System, Walk,
};
pub use base::tree::yaml_string;
pub use outputs::diagnostics::in_order;
pub use outputs::external_links::{ExternalLink, ExternalState};
pub use outputs::host::HostRules;
pub use outputs::inspect::{
    InspectedBody, InspectedCodeSample, InspectedConstraints, InspectedContent, InspectedEncoding, InspectedExample,
    InspectedExternalDocs, InspectedField, InspectedFlow, InspectedHeader, InspectedLink, InspectedOperation,
    InspectedOverlaid, InspectedParameter, InspectedResponse, InspectedSchema, InspectedScheme, InspectedServer,
    InspectedSource, InspectedTag, InspectedTagGroup, InspectedVariable, InspectedVariant, Inspection,
};
pub use outputs::output::Output;
pub use outputs::request_servers::RequestServers;
pub use outputs::scaffold::{ConfigChange, Documented, NewFile, Scaffold, ScaffoldOptions, Unclear};
pub use outputs::version_cut::VersionCut;

pub use parse::accepted;
pub use parse::config::{GroupTitles, is_site_url, leads_somewhere, old_address, theme_presets};
pub use parse::markdown::Slugs;
pub use registry::other_tools;
pub use render::shell::OutputOptions;
pub use resolve::edition_view::AGENT_FILES;
pub use resolve::links::{is_external, is_refused};

use base::inputs::{Contents, FileSet, SeenOnDisk};
use db::{Database, Db, Inputs};
use resolve::edition_record::{EditionEnd, EditionPlaces, EditionRecord, Recorded};
use salsa::Setter as _;
use serde::{Deserialize, Serialize};

/// A project and everything computed from it. The one writer of its inputs.
pub struct Project {
    inputs: Inputs,
    /// Whether the history of a site with several languages is read.
    compares_translations: bool,
    /// How many editions are read, the main one first. The others have no files but `tool.json`.
    loaded: usize,
}

impl std::fmt::Debug for Project {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Project").finish_non_exhaustive()
    }
}

impl Project {
    /// Opens the project at the root of `system` and reads `tool.json`, the pages' folder and every file they refer to.
    /// Never fails: missing or invalid files become diagnostics.
    #[must_use]
    pub fn open(system: Arc<dyn System>) -> Self {
        Self::new(Inputs::new(system), usize::MAX)
    }

    /// As [`Project::open`], but reads only the main edition. [`Project::load_next`] reads the others; until then they have
    /// no pages.
    #[must_use]
    pub fn open_main_edition(system: Arc<dyn System>) -> Self {
        Self::new(Inputs::new(system), 1)
    }

    /// Whether every edition is read.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.loaded >= self.inputs.sets().len()
    }

    /// Reads the next edition that is not read yet, if there is one. Cancels running queries and waits until every [`Site`]
    /// is dropped, so the calling thread must hold none.
    pub fn load_next(&mut self) {
        self.loaded = self.loaded.saturating_add(1);
        self.load_referenced_files(None);
        if self.is_loaded() {
            self.loaded = usize::MAX;
        }
    }

    fn new(inputs: Inputs, loaded: usize) -> Self {
        let _ = Recorded::builder(BTreeMap::new(), BTreeMap::new(), BTreeMap::new())
            .durability(salsa::Durability::HIGH)
            .new(inputs.db());
        let mut project = Self { inputs, compares_translations: false, loaded };
        project.load_referenced_files(None);
        project
    }

    /// As [`Project::open`], with one edition loaded at a time, at first the main one: see [`Project::survey`].
    #[must_use]
    pub fn open_one_by_one(system: Arc<dyn System>) -> Self {
        Self::new(Inputs::one_by_one(system), usize::MAX)
    }

    /// Reads every edition, and records what others show of it. Then [`Project::visit`] loads an edition, whose outputs and
    /// diagnostics are those that it has beside all others. The last edition is loaded at the end.
    ///
    /// Files that editions have in common are computed once, and memory holds what belongs to one edition. Only a project
    /// from [`Project::open_one_by_one`] is surveyed.
    ///
    /// An edition that a build [remembers](Self::remember) is not loaded if it has not changed since: `known` has them by their
    /// paths.
    pub fn survey(&mut self, known: &BTreeMap<String, EditionMemory>) -> Vec<Surveyed> {
        let paths = self.site().editions();
        if paths.len() == 1 {
            let sources = self.site().sources();
            return vec![Surveyed { sources, ..Surveyed::default() }];
        }
        let mut surveyed: Vec<Surveyed> = Vec::new();
        let (mut records, mut places, mut ends) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut seen = SeenOnDisk::default();
        // Anchors need the text of every page, and few sites link from one edition to another.
        let mut needs_places = false;
        let places_of = |site: &Site| Arc::new(outputs::editions::places(&site.db, site.set));
        for (number, path) in (0..).zip(paths) {
            let mut states = |folders: &[_], named: &[_]| self.inputs.states_on_disk(number, folders, named, &mut seen);
            let is_same = |surveyed: &Surveyed, states: Option<u64>| {
                let hash = || self.inputs.hash_on_disk(number, &surveyed.folders, &surveyed.named);
                !surveyed.has_history && (states.is_some() && states == surveyed.states || hash() == surveyed.inputs)
            };
            // The main edition names the others.
            if number > 0
                && let Some(memory) = known.get(&path)
                && let states = states(&memory.surveyed.folders, &memory.surveyed.named)
                && is_same(&memory.surveyed, states)
            {
                records.insert(number, memory.record.clone());
                places.extend(memory.places.clone().map(|places| (number, places)));
                ends.insert(number, memory.end.clone());
                needs_places |= memory.surveyed.may_link_to_others;
                surveyed.push(Surveyed { states, ..memory.surveyed.clone() });
                continue;
            }
            self.visit(number.into());
            let site = self.site();
            let (db, set) = (&site.db, site.set);
            let record = resolve::edition_view::edition_record(db, set);
            let may_link_to_others = outputs::diagnostics::may_link_to_others(db, set);
            needs_places |= may_link_to_others;
            if needs_places {
                places.insert(number, places_of(&site));
            }
            let folders = self.inputs.folders(set).to_vec();
            let named: Vec<Arc<str>> = set.named(db).keys().cloned().collect();
            surveyed.push(Surveyed {
                path,
                inputs: outputs::edition_hash::inputs_hash(db, set, self.inputs.hash_as_read(set)),
                // The main edition is made in any case.
                states: if number == 0 {
                    None
                } else {
                    self.inputs.states_on_disk(number, &folders, &named, &mut seen)
                },
                addresses: record.address_hash(),
                sources: site.sources(),
                may_link_to_others,
                folders,
                named,
                has_history: set.history(db).is_some(),
            });
            records.insert(number, Arc::new(record));
        }
        if needs_places {
            let without: Vec<u16> = records.keys().filter(|number| !places.contains_key(number)).copied().collect();
            for number in without {
                self.visit(number.into());
                places.insert(number, places_of(&self.site()));
            }
        }
        let db = self.inputs.db_mut();
        Recorded::get(db).set_records(db).to(records);
        Recorded::get(db).set_places(db).to(places);
        Recorded::get(db).set_ends(db).to(ends);
        surveyed
    }

    /// What a later build must know of an edition, which was recorded to its end. `findings`: what it has to report.
    #[must_use]
    pub fn remember(&self, number: usize, surveyed: &Surveyed, findings: Vec<Diagnostic>) -> EditionMemory {
        let db = self.inputs.db();
        let (recorded, number) = (Recorded::get(db), u16::try_from(number).unwrap_or_default());
        EditionMemory {
            surveyed: surveyed.clone(),
            findings,
            record: recorded.records(db).get(&number).cloned().unwrap_or_default(),
            places: recorded.places(db).get(&number).cloned(),
            end: recorded.ends(db).get(&number).cloned().unwrap_or_default(),
        }
    }

    /// Loads the edition at this place in [`Site::editions`] instead of another, and reads its files.
    pub fn visit(&mut self, edition: usize) {
        let config = self.inputs.set().config(self.inputs.db());
        let version = parse::config::site_editions(self.inputs.db(), config).key(edition).version;
        let number = |place: usize| u16::try_from(place).unwrap_or_default();
        self.inputs.visit(number(edition), number(version));
        self.load_referenced_files(None);
    }

    /// The hash of everything that the files of the loaded edition are made from, except for the
    /// [addresses](Surveyed::addresses) in other editions. Comparable between runs of one program.
    #[must_use]
    pub fn inputs_hash(&self) -> u64 {
        let set = self.inputs.set();
        outputs::edition_hash::inputs_hash(self.inputs.db(), set, self.inputs.hash_as_read(set))
    }

    /// Records what files of the main edition show of the loaded one. All other editions are recorded before the main one
    /// is built.
    pub fn record_end(&mut self) {
        let (number, end) = {
            let (db, set) = (self.inputs.db(), self.inputs.set());
            (set.number(db), outputs::edition_end::edition_end(db, set))
        };
        let db = self.inputs.db_mut();
        let mut ends = Recorded::get(db).ends(db).clone();
        ends.insert(number, Arc::new(end));
        Recorded::get(db).set_ends(db).to(ends);
    }

    /// Publishes drafts as pages too.
    pub fn show_drafts(&mut self) {
        self.inputs.show_drafts();
    }

    /// Reads the history of a site with several languages, so that [`Site::translations`] knows which are outdated.
    pub fn compare_translations(&mut self) {
        self.compares_translations = true;
        self.load_referenced_files(None);
    }

    /// Reads the changed files and sets the inputs that differ. Returns whether any input changed. Cancels running
    /// queries and waits until every [`Site`] is dropped, so the calling thread must hold none.
    pub fn apply(&mut self, changes: &[Change]) -> bool {
        let mut changed = self.inputs.apply(changes);
        if changed {
            changed |= self.load_referenced_files(None);
        }
        changed
    }

    /// The path of a file that differs from what was read, or that came or went since; `None` if everything that was read
    /// is one state of the disk. Reads every file again, those that several visited editions have once.
    #[must_use]
    pub fn changed_on_disk(&mut self) -> Option<Arc<str>> {
        self.inputs.changed_on_disk()
    }

    /// Returns the pages and sidebar entries that are missing for the spec at `spec` (relative to the root). Reads the
    /// spec whether or not `tool.json` lists it; writes nothing.
    pub fn scaffold(&mut self, spec: &str, options: ScaffoldOptions) -> Scaffold {
        self.load_referenced_files(Some(spec));
        outputs::scaffold::scaffold(self.inputs.db(), self.inputs.set(), spec, options)
    }

    /// Plans to make the current pages in every language a version with this name; writes nothing. `current` is the name
    /// of the main version if `tool.json` lists none yet.
    ///
    /// # Errors
    /// If the version cannot be added, with the reason.
    pub fn cut_version(&self, version: &str, current: &str) -> Result<VersionCut, String> {
        outputs::version_cut::cut_version(self.inputs.db(), self.inputs.set(), version, current)
    }

    /// The paths of the files that make up the spec at `spec`: the spec itself and every file that it refers to,
    /// existing or not. Relative to the root, sorted.
    pub fn spec_files(&mut self, spec: &str) -> BTreeSet<Arc<str>> {
        self.load_referenced_files(Some(spec));
        let (db, set) = (self.inputs.db(), self.inputs.set());
        let known = set.named(db).get(spec);
        let referred = known.map(|&file| &openapi::fragments::spec_files(db, file).paths);
        referred.into_iter().flatten().cloned().chain([Arc::from(spec)]).collect()
    }

    /// Applies these overlays, in order, to the spec at `spec`, overriding those in `tool.json`; an empty list restores
    /// them. Paths are relative to the root.
    pub fn set_overlays(&mut self, spec: &str, overlays: &[Arc<str>]) {
        self.inputs.set_overlays(&Arc::from(spec), overlays);
    }

    /// Applies these overlays to the spec at `spec` after those in `tool.json`; [`Project::scaffold`] adds them to that
    /// file. Paths are relative to the root.
    pub fn add_overlays(&mut self, spec: &str, overlays: &[Arc<str>]) {
        let (db, set) = (self.inputs.db(), self.inputs.set());
        let settings = parse::config::spec_settings(db, set.config(db));
        let setting = settings.iter().find(|setting| *setting.path == *spec);
        let mut all: Vec<Arc<str>> = setting.map(|setting| setting.overlays.clone()).unwrap_or_default();
        all.extend(overlays.iter().filter(|path| !all.contains(path)).cloned().collect::<Vec<_>>());
        self.set_overlays(spec, &all);
    }

    /// Inspects the spec at `spec` (relative to the root): the whole spec, or in full detail the operation with that
    /// `operationId` or `METHOD /path`. Reads the spec whether or not `tool.json` lists it.
    pub fn inspect(&mut self, spec: &str, operation: Option<&str>) -> Inspection {
        self.load_referenced_files(Some(spec));
        outputs::inspect::inspect(self.inputs.db(), self.inputs.set(), spec, operation)
    }

    /// Checks all pages; [`Site::diagnostics`] has the results. Trees of pages are dropped in between, so that those of a
    /// large site are never in memory together. Waits until every [`Site`] is dropped.
    pub fn check_pages(&mut self) {
        let parts = self.site().check_parts();
        for part in 0..parts {
            self.site().check_part(part);
            self.trim();
        }
    }

    /// Drops what was not used lately and can be computed again. Cancels running queries and waits until every [`Site`] is
    /// dropped, so the calling thread must hold none.
    pub fn trim(&mut self) {
        self.inputs.trim();
    }

    /// A handle for reading. Keep it short-lived: changes wait until it is dropped.
    #[must_use]
    pub fn site(&self) -> Site {
        Site { db: self.inputs.db().clone(), set: self.inputs.set(), system: self.inputs.system().clone() }
    }

    /// Reads the files that other files refer to, repeatedly, until there are no new ones: specs, including `also`, the
    /// files they refer to, and overlays. Returns whether any input changed.
    fn load_referenced_files(&mut self, also: Option<&str>) -> bool {
        let mut changed = false;
        loop {
            let main = self.inputs.set();
            let count = parse::config::site_editions(self.inputs.db(), main.config(self.inputs.db())).count();
            let mut settled = !self.inputs.set_editions(count);
            let sets: Vec<FileSet> = self.inputs.sets().iter().take(self.loaded).copied().collect();
            for set in sets {
                settled &= !self.load_edition(set, also.filter(|_| set == main));
            }
            if settled {
                return changed;
            }
            changed = true;
        }
    }

    /// Reads the files that the known files of an edition refer to, and `also`. Returns whether any input changed.
    fn load_edition(&mut self, set: FileSet, also: Option<&str>) -> bool {
        let (folders, named, needs_history, tree) = {
            let db = self.inputs.db();
            let config = set.config(db);
            let docs = parse::config::docs_folder(db, config).clone();
            let untranslated = parse::config::untranslated_docs(db, config).clone();
            let settings = parse::config::spec_settings(db, set.config(db));
            let asked = set.overlays(db).values().flatten();
            let overlays = settings.iter().flat_map(|setting| &setting.overlays).chain(asked).cloned();
            let specs: BTreeSet<Arc<str>> =
                settings.iter().map(|setting| setting.path.clone()).chain(also.map(Arc::from)).collect();
            let known = specs.iter().filter_map(|path| set.named(db).get(path));
            let referred = known.flat_map(|&spec| &openapi::fragments::spec_files(db, spec).paths).cloned();
            let images = resolve::site_files::further_files(db, set).cloned();
            let editions = parse::config::site_editions(db, config);
            let tree = editions.tree(editions.key(set.number(db).into()));
            let of_commit = tree.map(|tree| tree.path(base::inputs::CONFIG_PATH));
            let theme = parse::config::theme_file(db, config).clone();
            let files = referred.chain(specs.iter().cloned()).chain(overlays).chain(of_commit).chain(theme);
            let named: BTreeSet<Arc<str>> = files.chain(images).collect();
            let needs_history = !parse::config::site_texts(db, config).page_facts.is_empty()
                || (self.compares_translations && editions.languages.len() > 1 && tree.is_none());
            let tree = tree.map(|tree| tree.name().to_owned());
            (std::iter::once(docs).chain(untranslated).collect(), named, needs_history, tree)
        };
        let changed = self.inputs.set_named(set, &named)
            | self.inputs.set_folders(set, folders)
            | self.inputs.set_history(set, needs_history, tree.as_deref());
        // Assets name no files.
        changed || self.inputs.set_assets(set)
    }

    /// Starts (`true`) or stops recording the executed queries, and returns those recorded so far, in order.
    #[cfg(feature = "testing")]
    pub fn record_executions(&self, on: bool) -> Vec<String> {
        self.inputs.db().record_executions(on)
    }

    /// The number of memos that were found to be valid after an edit, so far: work that executes no query.
    #[cfg(feature = "testing")]
    #[must_use]
    pub fn validated(&self) -> usize {
        self.inputs.db().validated()
    }
}

/// A handle for reading a project's outputs and diagnostics. Cheap to clone; each thread takes its own clone.
///
/// Calls unwind while a change is pending: wrap them in [`cancellable`] if another thread may apply changes.
#[derive(Clone)]
pub struct Site {
    db: Database,
    set: FileSet,
    system: Arc<dyn System>,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").finish_non_exhaustive()
    }
}

impl Site {
    /// Every path below the output folder, sorted: `index.html`, `a/b/index.html`, `a/b.md`, `_tool/site.….css`.
    #[must_use]
    pub fn outputs(&self) -> Vec<Arc<str>> {
        outputs::site::output_paths(&self.db)
    }

    /// The editions of the site, which are its versions in each language, the main one first: the path of each below the
    /// output folder, with a trailing slash. That of the main one is empty.
    #[must_use]
    pub fn editions(&self) -> Vec<String> {
        outputs::editions::prefixes(&self.db)
    }

    /// Whether the site has a file at this path. Renders no page.
    #[must_use]
    pub fn has_output(&self, path: &str) -> bool {
        outputs::site::has_output(&self.db, path)
    }

    /// The file at this path below the output folder, or `None` if the site has no such file. Renders only that file.
    #[must_use]
    pub fn output(&self, path: &str, options: OutputOptions) -> Option<Output> {
        outputs::site::output(&self.db, path, options)
    }

    /// The hash of the project's file at this path when it was read (rapidhash, version 3). `None` if it is unknown or could
    /// not be read.
    #[must_use]
    pub fn hash(&self, path: &str) -> Option<u64> {
        let of_edition = |(_, set): (String, FileSet)| {
            set.found(&self.db).get(path).or_else(|| set.named(&self.db).get(path)).copied()
        };
        let found = outputs::editions::all(&self.db).into_iter().find_map(of_edition)?;
        match found.contents(&self.db) {
            Contents::Binary { hash, .. } => Some(*hash),
            Contents::Text(text) => Some(rapidhash::v3::rapidhash_v3(text.as_bytes())),
            _ => None,
        }
    }

    /// The servers that the request panel may reach for the operation whose data is the file `_tool/p/<key>.js`.
    #[must_use]
    pub fn request_servers(&self, key: &str) -> RequestServers {
        outputs::request_servers::request_servers(&self.db, key)
    }

    /// The redirect target of the file at this path below the output folder, or `None` if it is not a redirect: a URL
    /// of another site, or a path from the root of this one.
    #[must_use]
    pub fn redirect(&self, path: &str) -> Option<String> {
        let (set, path) = outputs::editions::of_path(&self.db, path);
        outputs::redirects::location(&self.db, set, path)
    }

    /// The rules for the host in `tool.json` that the host does not read from the output folder.
    #[must_use]
    pub fn host_rules(&self) -> Vec<HostRules> {
        outputs::host::rules(&self.db, self.set)
    }

    /// All diagnostics of the project, by file and place.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        outputs::diagnostics::sweep(&self.db)
    }

    /// The diagnostics of a project whose editions are visited, as far as the loaded one has them: [`in_order`] takes those of
    /// all editions.
    #[must_use]
    pub fn diagnostics_of_loaded(&self) -> Vec<Diagnostic> {
        outputs::diagnostics::of_edition(&self.db, self.set)
    }

    /// As [`Self::diagnostics_of_loaded`], for an edition that had none and has not changed since: only what other editions may
    /// have changed.
    #[must_use]
    pub fn diagnostics_by_others(&self) -> Vec<Diagnostic> {
        outputs::diagnostics::of_links_to_others(&self.db, self.set)
    }

    /// The pages that are not translated, and the translations that are older than their sources: see
    /// [`Project::compare_translations`].
    #[must_use]
    pub fn translations(&self) -> Vec<Diagnostic> {
        outputs::translations::translations(&self.db)
    }

    /// In how many parts the pages are checked, so that [`Project::trim`] can run in between.
    #[must_use]
    pub fn check_parts(&self) -> usize {
        outputs::diagnostics::parts(&self.db)
    }

    /// Checks a part of the pages. [`Site::diagnostics`] has the results.
    pub fn check_part(&self, part: usize) {
        outputs::diagnostics::check_part(&self.db, part);
    }

    /// Whether the page with this id has the target of the link fragment, by the same rule as [`Site::diagnostics`].
    /// Reads only that page. `None` if the page does not exist.
    #[must_use]
    pub fn has_place(&self, id: &str, fragment: &str) -> Option<bool> {
        let page = resolve::pages::pages(&self.db, self.set).by_id.get(id).copied()?;
        let anchor = resolve::links::percent_decode(fragment);
        Some(resolve::link_check::has_place(&self.db, page, &anchor))
    }

    /// The URLs of other sites that the project links to, sorted and deduplicated. Makes no network requests.
    #[must_use]
    pub fn external_links(&self) -> Vec<ExternalLink> {
        outputs::external_links::external_links(&self.db)
    }

    /// The diagnostics for links to other sites, by file and place.
    #[must_use]
    pub fn external_diagnostics(&self, states: &[(ExternalLink, ExternalState)]) -> Vec<Diagnostic> {
        outputs::external_links::findings(&self.db, self.set, states)
    }

    /// The origins in `playground.allow`, which may be on private networks.
    #[must_use]
    pub fn allowed_origins(&self) -> Vec<String> {
        let playground = parse::config::playground_setting(&self.db, self.set.config(&self.db));
        playground.allow.iter().map(ToString::to_string).collect()
    }

    /// The text of a file of the project, for code frames; if it is not UTF-8, the text before the first invalid byte.
    /// `None` if the file is unknown or cannot be read.
    #[must_use]
    pub fn source(&self, file: &str) -> Option<&str> {
        self.shared_source(file).map(|text| &**text)
    }

    /// As [`Site::source`], for callers that keep it.
    #[must_use]
    pub fn shared_source(&self, file: &str) -> Option<&Arc<str>> {
        let config = self.set.config(&self.db);
        let found = (&**config.path(&self.db) == file).then_some(config);
        let of_edition = |(_, set): (String, FileSet)| {
            set.named(&self.db).get(file).or_else(|| set.found(&self.db).get(file)).copied()
        };
        let file = found.or_else(|| outputs::editions::all(&self.db).into_iter().find_map(of_edition))?;
        match file.contents(&self.db) {
            Contents::Text(text) | Contents::NotUtf8 { seen: text, .. } => Some(text),
            _ => None,
        }
    }

    /// The pages' folder, relative to the root.
    #[must_use]
    pub fn docs_folder(&self) -> Arc<str> {
        parse::config::docs_folder(&self.db, self.set.config(&self.db)).clone()
    }

    /// The nearest readable accent color for light and for dark pages, as `#rrggbb`; `None` where text in the accent of
    /// `tool.json` is readable (WCAG 2.2, 1.4.3).
    #[must_use]
    pub fn accent_corrections(&self) -> [Option<String>; 2] {
        let theme = parse::config::theme_setting(&self.db, self.set.config(&self.db));
        theme.accent_corrections().map(|color| color.map(|color| color.to_string()))
    }

    /// Whether the site has any page.
    #[must_use]
    pub fn has_pages(&self) -> bool {
        !resolve::pages::pages(&self.db, self.set).by_id.is_empty()
    }

    /// How many pages the site has, and how many operations its specs have.
    #[must_use]
    pub fn size(&self) -> SiteSize {
        let sets = outputs::editions::all(&self.db);
        let pages = sets.iter().map(|&(_, set)| resolve::pages::pages(&self.db, set).by_id.len()).sum();
        let specs = resolve::site_operation::site_specs(&self.db, self.set);
        let operations = specs.iter().map(|spec| openapi::operation::operations(&self.db, spec.file).len()).sum();
        SiteSize { pages, operations }
    }

    /// The file of the page that is published at this path below the output folder. `None` if no page is.
    #[must_use]
    pub fn page_file(&self, output: &str) -> Option<Arc<str>> {
        let (set, output) = outputs::editions::of_path(&self.db, output);
        let folder = output.strip_suffix("index.html")?;
        let id = if folder.is_empty() { "index" } else { folder.strip_suffix('/')? };
        let file = *resolve::pages::pages(&self.db, set).by_id.get(id)?;
        Some(file.path(&self.db).clone())
    }

    /// The files and folders that the site is made from, relative to the root: the folders of pages and components, and the
    /// files that `tool.json` names, as far as they exist.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<str>> {
        let of_edition = |(_, set): (String, FileSet)| {
            let config = set.config(&self.db);
            let settings = parse::config::spec_settings(&self.db, config);
            let named = settings.iter().flat_map(|setting| std::iter::once(&setting.path).chain(&setting.overlays));
            let is_read =
                |path: &&Arc<str>| set.named(&self.db).get(&***path).is_some_and(|file| !file.is_absent(&self.db));
            let folders = parse::config::untranslated_docs(&self.db, config).iter();
            let docs = parse::config::docs_folder(&self.db, config);
            folders.chain([docs]).cloned().chain(named.filter(is_read).cloned()).collect::<Vec<_>>()
        };
        let fixed = [base::inputs::CONFIG_PATH.into(), base::inputs::COMPONENTS.into()];
        let all: BTreeSet<Arc<str>> =
            fixed.into_iter().chain(outputs::editions::all(&self.db).into_iter().flat_map(of_edition)).collect();
        all.into_iter().filter(|path| !self.system.is_frozen(path)).collect()
    }

    /// The files and folders to watch for changes, relative to the root; some may not exist yet.
    #[must_use]
    pub fn watched(&self) -> Vec<Arc<str>> {
        let sets = outputs::editions::all(&self.db);
        let of_edition = |&(_, set): &(String, FileSet)| {
            let config = set.config(&self.db);
            let docs = parse::config::docs_folder(&self.db, config).clone();
            let folders = parse::config::untranslated_docs(&self.db, config).iter().cloned().chain([docs]);
            folders.chain(set.named(&self.db).keys().cloned()).collect::<Vec<_>>()
        };
        let fixed = [base::inputs::CONFIG_PATH.into(), base::inputs::COMPONENTS.into()];
        let all: BTreeSet<Arc<str>> = fixed.into_iter().chain(sets.iter().flat_map(of_edition)).collect();
        all.into_iter().filter(|path| !self.system.is_frozen(path)).collect()
    }

    /// The disk that the project is read from, for files that are published unchanged.
    #[must_use]
    pub fn system(&self) -> &dyn System {
        self.system.as_ref()
    }
}

/// An edition that [`Project::survey`] has read. Without hashes if it is the only one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surveyed {
    /// Its path below the output folder, with a trailing slash; empty for the main edition.
    pub path: String,
    /// See [`Project::inputs_hash`].
    pub inputs: u64,
    /// The hash of what other editions show of it: its addresses. Comparable between runs of one program.
    pub addresses: u64,
    /// See [`Site::sources`].
    pub sources: Vec<Arc<str>>,
    /// Whether a page, a fragment or `tool.json` may link to another edition.
    pub may_link_to_others: bool,
    /// The folders that it is read from.
    folders: Vec<Arc<str>>,
    /// The files that it names.
    named: Vec<Arc<str>>,
    /// The hash of the states of all of these files on the disk, if it is known: if it is the same, they need not be read.
    states: Option<u64>,
    /// Whether its pages show their history, which its files do not tell.
    has_history: bool,
}

/// What a build remembers of an edition: see [`Project::remember`]. Its form is that of one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditionMemory {
    /// What it was.
    pub surveyed: Surveyed,
    /// What it had to report.
    pub findings: Vec<Diagnostic>,
    record: Arc<EditionRecord>,
    places: Option<Arc<EditionPlaces>>,
    end: Arc<EditionEnd>,
}

/// How large a site is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SiteSize {
    /// The number of pages that authors wrote.
    pub pages: usize,
    /// The number of operations in all specs.
    pub operations: usize,
}

/// Returns the result of `read`, or `None` if it was cancelled because an input is about to change: take a new [`Site`]
/// and try again. Other panics propagate.
pub fn cancellable<T>(read: impl FnOnce() -> T) -> Option<T> {
    salsa::Cancelled::catch(AssertUnwindSafe(read)).ok()
}
