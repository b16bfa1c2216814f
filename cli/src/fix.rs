//! Carries out what makes findings go: in memory first, pass after pass until nothing more is to be done, then on the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Change, Diagnostic, Edit, Project, ReadError, Site, System};
use similar::TextDiff;

use crate::failure::Outcome;
use crate::write;

/// How often findings are looked for again after some were fixed: one that is gone may uncover another.
const MOST_PASSES: usize = 10;

/// What was fixed.
#[derive(Debug, Default)]
pub(crate) struct Fixes {
    /// How many findings.
    pub(crate) count: usize,
    /// The findings of the first pass that were fixed.
    pub(crate) first: Vec<Diagnostic>,
    /// The texts of the files before and after, by their paths from the project's folder.
    changes: BTreeMap<Arc<str>, (String, String)>,
}

impl Fixes {
    /// The files that change.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.changes.keys().map(|file| &**file)
    }

    /// The changes as a unified diff, as `git apply` reads it.
    pub(crate) fn diff(&self, prefix: &str) -> String {
        let one = |(file, (old, new)): (&Arc<str>, &(String, String))| {
            let (from, to) = (format!("a/{prefix}{file}"), format!("b/{prefix}{file}"));
            TextDiff::from_lines(old.as_str(), new).unified_diff().header(&from, &to).to_string()
        };
        self.changes.iter().map(one).collect()
    }

    /// Writes the files below the project's folder, each whole or as it was.
    ///
    /// # Errors
    /// When somebody else changed one meanwhile, or the system refuses.
    pub(crate) fn write(&self, root: &Path) -> Outcome<()> {
        let replace = |(file, (old, new)): (&Arc<str>, &(String, String))| {
            write::replace(&root.join(&**file), old.as_bytes(), new.as_bytes())
        };
        self.changes.iter().try_for_each(replace)
    }
}

/// The project after its findings that `is_chosen` were fixed, and what that changes. Nothing is written.
pub(crate) fn fix(system: Arc<dyn System>, is_chosen: &dyn Fn(&Diagnostic) -> bool) -> (Project, Fixes) {
    let edited = Arc::new(Edited { system, texts: Mutex::default() });
    let mut project = Project::open(edited.clone());
    let mut fixes = Fixes::default();
    let mut seen: BTreeSet<(Arc<str>, String)> = BTreeSet::new();
    for pass in 0..MOST_PASSES {
        let site = project.site();
        let found: Vec<Diagnostic> = site.diagnostics().into_iter().filter(is_chosen).collect();
        let plan = Plan::of(&found);
        let texts = plan.texts(&site);
        drop(site);
        // What comes back to a text that was there already would never end.
        let is_new = texts.iter().all(|(file, _, new)| seen.insert((file.clone(), new.clone())));
        if texts.is_empty() || !is_new {
            break;
        }
        fixes.count += plan.taken.len();
        if pass == 0 {
            fixes.first = plan.taken.into_iter().cloned().collect();
        }
        let paths: Vec<Change> = texts.iter().map(|(file, ..)| Change::Path(file.clone())).collect();
        for (file, old, new) in texts {
            edited.lock().insert(file.clone(), new.clone());
            fixes.changes.entry(file).or_insert_with(|| (old, String::new())).1 = new;
        }
        project.apply(&paths);
    }
    (project, fixes)
}

/// The fixes of one pass: those that touch nothing which an earlier one changes.
struct Plan<'d> {
    taken: Vec<&'d Diagnostic>,
    edits: BTreeMap<Arc<str>, Vec<&'d Edit>>,
}

impl<'d> Plan<'d> {
    fn of(found: &'d [Diagnostic]) -> Self {
        let mut plan = Self { taken: Vec::new(), edits: BTreeMap::new() };
        for diagnostic in found {
            let Some(fix) = &diagnostic.fix else { continue };
            if fix.edits.iter().any(|edit| plan.is_touched(edit)) {
                continue;
            }
            for edit in &fix.edits {
                plan.edits.entry(edit.place.file.clone()).or_default().push(edit);
            }
            plan.taken.push(diagnostic);
        }
        plan
    }

    /// Whether another edit changes what this one does, or inserts at the same place.
    fn is_touched(&self, edit: &Edit) -> bool {
        let span = edit.place.span;
        self.edits.get(&edit.place.file).is_some_and(|edits| {
            edits.iter().any(|other| {
                let other = other.place.span;
                (other.start < span.end && span.start < other.end) || other.start == span.start
            })
        })
    }

    /// The files with their texts before and after.
    fn texts(&self, site: &Site) -> Vec<(Arc<str>, String, String)> {
        let text = |(file, edits): (&Arc<str>, &Vec<&Edit>)| {
            let old = site.source(file)?;
            let mut edits = edits.clone();
            edits.sort_by_key(|edit| (edit.place.span.start, edit.place.span.end));
            let mut new = String::with_capacity(old.len());
            let mut done = 0;
            for edit in edits {
                let range = edit.place.span.range();
                new.push_str(old.get(done..range.start)?);
                new.push_str(&edit.replacement);
                done = range.end;
            }
            new.push_str(old.get(done..)?);
            (new != old).then(|| (file.clone(), old.to_owned(), new))
        };
        self.edits.iter().filter_map(text).collect()
    }
}

/// The disk with some files as they will be.
#[derive(Debug)]
struct Edited {
    system: Arc<dyn System>,
    texts: Mutex<BTreeMap<Arc<str>, String>>,
}

impl Edited {
    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<Arc<str>, String>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl System for Edited {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        if let Some(text) = self.lock().get(path) {
            return Ok(text.clone().into_bytes());
        }
        self.system.read(path, limit)
    }

    fn walk(&self, dir: &str) -> Vec<Arc<str>> {
        self.system.walk(dir)
    }

    fn is_within(&self, path: &str, dir: &str) -> bool {
        self.system.is_within(path, dir)
    }
}
