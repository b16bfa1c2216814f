//! The OpenAPI documents of the source: their operations, and the pages that show them. The engine reads them, so the
//! results match the new project.

mod overrides;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::{MemorySystem, Severity};
use serde_json::{Value, json};

use crate::paths;
use crate::project::{METHODS, Project, SourceSpec};
use crate::report::{Loss, LossKind, Origin};
use crate::source::Source;

/// The greatest number of spec errors that are listed.
const MOST_ERRORS: usize = 200;
/// The greatest number of files that specs may refer to.
const MOST_FILES: usize = 5_000;

/// A spec of the new project.
#[derive(Clone, Debug)]
struct Spec {
    /// Its index in the source project.
    index: usize,
    /// Its name in `tool.json`.
    name: String,
    /// Its path in the new project.
    path: String,
    overlays: Vec<String>,
    /// The names by which pages refer to it.
    names: Vec<String>,
    /// All its files in the new project.
    files: BTreeSet<String>,
}

/// A `ref`, and the name of its spec if there are several.
type Reference = (String, Option<String>);

/// The specs.
pub(crate) struct Operations {
    specs: Vec<Spec>,
    /// Files to copy: path in the new project → source file.
    pub(crate) files: BTreeMap<String, String>,
    /// Generated files: path in the new project → text.
    pub(crate) texts: BTreeMap<String, String>,
    engine: RefCell<Option<engine::Project>>,
    /// The results of lookups, by the name of an operation.
    found: RefCell<BTreeMap<String, Option<Reference>>>,
    pub(crate) losses: Vec<Loss>,
    /// Whether the settings name a spec that the import cannot read.
    misses_spec: bool,
    /// Whether the project names no spec.
    names_no_spec: bool,
}

/// The page of an operation, as scaffolded.
#[derive(Clone, Debug)]
pub(crate) struct OperationPage {
    /// Its ID.
    pub(crate) id: String,
    pub(crate) text: String,
    /// Its `ref`.
    pub(crate) reference: String,
}

/// The pages of a spec's operations, and their sidebar entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct ApiPages {
    pub(crate) pages: Vec<OperationPage>,
    /// In the format of `sidebar` in `tool.json`.
    pub(crate) sidebar: Vec<Value>,
}

/// The end of the outcome for a reference to a missing file.
const NOT_THERE: &str = "which is not there";

impl Operations {
    /// Reads the specs of a project. An unreadable one is reported, and not part of the new project.
    pub(crate) fn new(source: &Source, project: &Project) -> Self {
        let mut operations = Self {
            specs: Vec::new(),
            files: BTreeMap::new(),
            texts: BTreeMap::new(),
            engine: RefCell::default(),
            found: RefCell::default(),
            losses: Vec::new(),
            names_no_spec: project.specs.is_empty(),
            misses_spec: project.losses.iter().any(|loss| loss.kind == LossKind::Spec && loss.origin != Origin::Source),
        };
        let mut taken = BTreeSet::new();
        for (index, spec) in project.specs.iter().enumerate() {
            let stem = paths::name(&spec.file);
            let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
            let base = Some(paths::slug(stem)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| "api".to_owned());
            let mut name = base.clone();
            let mut number = 2_u32;
            while !taken.insert(name.clone()) {
                name = format!("{base}-{number}");
                number += 1;
            }
            let files: Vec<&String> = std::iter::once(&spec.file).chain(&spec.overlays).collect();
            if let Some(missing) = files.iter().find(|file| !source.has(file)) {
                operations.report_missing(missing, "the file is not there");
                continue;
            }
            let mut files = operations.add_files(source, &spec.file);
            for overlay in &spec.overlays {
                files.append(&mut operations.add_files(source, overlay));
            }
            let mut overlays = operations.overridden(source, spec);
            files.extend(overlays.iter().cloned());
            overlays.extend(spec.overlays.iter().map(|overlay| place(overlay)));
            operations.specs.push(Spec {
                index,
                name,
                path: place(&spec.file),
                overlays,
                names: spec.names.clone(),
                files,
            });
        }
        operations.open(source);
        operations
    }

    /// The overlays generated from the overrides of a spec.
    fn overridden(&mut self, source: &Source, spec: &SourceSpec) -> Vec<String> {
        let mut out = Vec::new();
        for file in &spec.overrides {
            let title = format!("Overrides of {}", paths::name(&spec.file));
            let texts = source.text(&spec.file).ok().zip(source.text(file).ok());
            let mut left_out = Vec::new();
            let read =
                |(text, overrides): (String, String)| overrides::overlay(&text, &overrides, &title, &mut left_out);
            let Some(text) = texts.and_then(read) else {
                self.report_loss(file, "these overrides change nothing, or cannot be read");
                continue;
            };
            for place in left_out {
                let outcome = format!(
                    "at {place}, they have a list for an object of the document, or an object for a list: left out"
                );
                self.report_loss(file, outcome);
            }
            let path = place(file);
            let stem = path.rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
            let path = format!("{stem}.overlay.yaml");
            self.texts.insert(path.clone(), text);
            out.push(path);
        }
        out
    }

    fn report_loss(&mut self, file: &str, outcome: impl Into<String>) {
        self.losses.push(Loss::new(LossKind::Spec, file, 0, paths::name(file), outcome));
    }

    /// Reports a file that is missing or invalid in the source.
    fn report_missing(&mut self, file: &str, outcome: impl Into<String>) {
        self.losses.push(Loss::new(LossKind::Spec, file, 0, paths::name(file), outcome).by(Origin::Source));
    }

    /// The origin of a missing operation: the import, if it omitted a spec or found none.
    pub(crate) fn origin(&self) -> Origin {
        if self.is_incomplete() || self.names_no_spec { Origin::Import } else { Origin::Source }
    }

    /// Whether the import omitted a spec.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.misses_spec || self.losses.iter().any(|loss| loss.origin == Origin::Import)
    }

    /// Whether the project names no spec.
    pub(crate) fn names_no_spec(&self) -> bool {
        self.names_no_spec
    }

    /// Whether the new project has a spec.
    pub(crate) fn is_any(&self) -> bool {
        !self.specs.is_empty()
    }

    /// Adds the files of a spec, by the `$ref`s in their texts, and returns them.
    fn add_files(&mut self, source: &Source, file: &str) -> BTreeSet<String> {
        let mut own = BTreeSet::new();
        let mut open = vec![file.to_owned()];
        while let Some(file) = open.pop() {
            if own.len() > MOST_FILES || !own.insert(place(&file)) {
                continue;
            }
            self.files.insert(place(&file), file.clone());
            let Ok(text) = source.text(&file) else { continue };
            for reference in references(&text) {
                let path = paths::join(paths::folder(&file), &paths::decoded(reference));
                match path.filter(|path| source.has(path)) {
                    Some(path) => open.push(path),
                    None => self.report_missing(&file, format!("it refers to {reference}, {NOT_THERE}")),
                }
            }
        }
        own
    }

    /// Opens the specs in the engine. Those without a usable plan are dropped.
    fn open(&mut self, source: &Source) {
        if self.specs.is_empty() {
            return;
        }
        let system = MemorySystem::default();
        for (path, file) in &self.files {
            if let Ok(bytes) = source.bytes(file) {
                system.write(path, bytes);
            }
        }
        for (path, text) in &self.texts {
            system.write(path, text.as_bytes());
        }
        let config = json!({ "name": "API", "openapi": self.setting() });
        system.write("tool.json", config.to_string());
        let mut engine = engine::Project::open(Arc::new(system));
        let found = engine.site().diagnostics();
        let errors = found.iter().filter(|found| found.severity == Severity::Error);
        let mut blocked: BTreeSet<String> = BTreeSet::new();
        let mut shown: BTreeSet<(String, String)> = BTreeSet::new();
        for error in errors.take(MOST_ERRORS) {
            let place = error.place.as_ref().map(|place| place.file.to_string()).unwrap_or_default();
            let Some(file) = self.files.get(&place).cloned() else { continue };
            if error.code.info().blocks_build {
                blocked.insert(place);
            }
            if shown.insert((file.clone(), error.message.clone())) {
                self.report_missing(&file, error.message.clone());
            }
        }
        for spec in &self.specs {
            // A document with errors has no plan.
            let plan = engine.scaffold(&spec.path, engine::ScaffoldOptions::default());
            let error = plan.diagnostics.iter().find(|found| found.severity == Severity::Error);
            if error.is_some() {
                blocked.insert(spec.path.clone());
            }
        }
        let all = std::mem::take(&mut self.specs);
        let (left_out, kept): (Vec<Spec>, Vec<Spec>) =
            all.into_iter().partition(|spec| spec.files.iter().any(|file| blocked.contains(file)));
        self.specs = kept;
        for spec in left_out {
            let file = self.files.get(&spec.path).cloned().unwrap_or_default();
            let outcome = "it is left out, since no site could be built with it";
            let is_torn = self
                .losses
                .iter()
                .any(|loss| loss.outcome.ends_with(NOT_THERE) && spec.files.contains(&place(&loss.file)));
            if is_torn { self.report_missing(&file, outcome) } else { self.report_loss(&file, outcome) }
        }
        self.engine = RefCell::new(Some(engine));
    }

    /// The setting `openapi` of `tool.json`; `None` without specs.
    pub(crate) fn setting(&self) -> Option<Value> {
        let is_several = self.specs.len() > 1;
        let setting = |spec: &Spec| {
            let mut object = serde_json::Map::new();
            if is_several {
                object.insert("name".to_owned(), json!(spec.name));
            }
            object.insert("spec".to_owned(), json!(spec.path));
            match spec.overlays.as_slice() {
                [] => {}
                [one] => drop(object.insert("overlay".to_owned(), json!(one))),
                several => drop(object.insert("overlay".to_owned(), json!(several))),
            }
            Value::Object(object)
        };
        match self.specs.as_slice() {
            [] => None,
            [one] if one.overlays.is_empty() => Some(json!(one.path)),
            [one] => Some(setting(one)),
            several => Some(several.iter().map(setting).collect()),
        }
    }

    /// The operation that a page names: `GET /x`, `file.json GET /x`, `file.json id`, an ID. Returns the new `ref`,
    /// with the name of the spec if there are several.
    pub(crate) fn find(&self, named: &str) -> Option<(String, Option<String>)> {
        if let Some(known) = self.found.borrow().get(named) {
            return known.clone();
        }
        let words: Vec<&str> = named.split_whitespace().collect();
        let found = match words.as_slice() {
            [] => None,
            [first, rest @ ..] if !rest.is_empty() && !is_method(first) => {
                let spec = self.specs.iter().find(|spec| spec.is_called(first));
                spec.map_or_else(
                    || self.among(&rest.join(" "), None),
                    |spec| self.among(&rest.join(" "), Some(spec.index)),
                )
            }
            _ => self.among(&words.join(" "), None),
        };
        self.found.borrow_mut().insert(named.to_owned(), found.clone());
        found
    }

    /// The operation in this spec of the source, or in the first one that has it. Other tools see no difference in a slash at
    /// the end of a path.
    pub(crate) fn among(&self, operation: &str, spec: Option<usize>) -> Option<(String, Option<String>)> {
        // Fern: the operation whose response is a stream.
        if let Some(path) = operation.strip_prefix("STREAM ") {
            return ["POST", "GET"].iter().find_map(|method| self.among(&format!("{method} {path}"), spec));
        }
        self.exactly(operation, spec).or_else(|| {
            let (method, path) = operation.split_once(' ')?;
            let path = path.trim();
            let other = path.strip_suffix('/').map_or_else(|| format!("{path}/"), ToOwned::to_owned);
            self.exactly(&format!("{method} {other}"), spec)
        })
    }

    fn exactly(&self, operation: &str, spec: Option<usize>) -> Option<(String, Option<String>)> {
        let mut engine = self.engine.borrow_mut();
        let engine = engine.as_mut()?;
        let operation = match operation.split_once(' ') {
            Some((method, path)) => format!("{} {}", method.to_uppercase(), path.trim()),
            None => operation.to_owned(),
        };
        let specs = self.specs.iter().filter(|known| spec.is_none_or(|spec| known.index == spec));
        for known in specs {
            let inspected = engine.inspect(&known.path, Some(&operation));
            if let Some(found) = inspected.operations.first().or(inspected.webhooks.first()) {
                let name = (self.specs.len() > 1).then(|| known.name.clone());
                return Some((found.reference.clone(), name));
            }
        }
        None
    }

    /// The name of a spec in `tool.json`, if there are several.
    pub(crate) fn name_of(&self, spec: usize) -> Option<String> {
        let known = self.specs.iter().find(|known| known.index == spec)?;
        (self.specs.len() > 1).then(|| known.name.clone())
    }

    /// The pages of all operations of a spec, by its index in the source project.
    pub(crate) fn pages(&self, spec: usize) -> ApiPages {
        let mut engine = self.engine.borrow_mut();
        let known = self.specs.iter().find(|known| known.index == spec);
        let (Some(engine), Some(known)) = (engine.as_mut(), known) else { return ApiPages::default() };
        let plan = engine.scaffold(&known.path, engine::ScaffoldOptions::default());
        let config: Value = plan.config.and_then(|config| serde_json::from_str(&config.new).ok()).unwrap_or_default();
        let sidebar = config.get("sidebar").and_then(Value::as_array).cloned().unwrap_or_default();
        let pages = plan.files.iter().filter_map(|file| {
            let id = file.path.strip_prefix("docs/")?.strip_suffix(".md")?.to_owned();
            Some(OperationPage { id, text: file.contents.clone(), reference: file.operation.clone()? })
        });
        ApiPages { pages: pages.collect(), sidebar }
    }
}

impl Spec {
    fn is_called(&self, name: &str) -> bool {
        let bare = name.trim_start_matches(['.', '/']);
        self.names.iter().any(|known| known == bare || known.ends_with(&format!("/{bare}")))
    }
}

/// The path of a spec file in the new project: that of the source.
fn place(file: &str) -> String {
    let path = paths::portable(file);
    if path == "tool.json" || path.starts_with("dist/") { format!("specs/{path}") } else { path }
}

fn is_method(word: &str) -> bool {
    METHODS.iter().chain(&["query", "webhook"]).any(|method| word.eq_ignore_ascii_case(method))
}

/// The files that a text refers to by `$ref`, without other hosts and references within the file.
fn references(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for (at, mark) in text.match_indices("$ref") {
        let rest = text.get(at + mark.len()..).unwrap_or_default();
        let rest = rest.trim_start_matches(['"', '\'']).trim_start();
        let Some(rest) = rest.strip_prefix(':') else { continue };
        let value = rest.trim_start_matches([' ', '\t', '"', '\'']);
        let value = value.split(['"', '\'', '\n', '#', ',', '}']).next().unwrap_or_default().trim();
        if !value.is_empty() && !engine::is_external(value) {
            found.insert(value);
        }
    }
    found
}
