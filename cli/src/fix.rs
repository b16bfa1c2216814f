//! Applies fixes of findings: first in memory, pass by pass until nothing is left to fix, then on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Change, Code, Diagnostic, Edit, History, NoHistory, Project, ReadError, Severity, Site, System, Walk};
use similar::TextDiff;

use crate::failure::Outcome;
use crate::write;

/// The most passes: fixing one finding may uncover another.
const MOST_PASSES: usize = 100;

/// The applied fixes.
#[derive(Debug, Default)]
pub(crate) struct Fixes {
    /// The fixed findings, in the order of their passes.
    pub(crate) fixed: Vec<Diagnostic>,
    /// The texts of the changed files before and after, by path relative to the project's folder.
    changes: BTreeMap<Arc<str>, (String, String)>,
}

impl Fixes {
    /// The changed files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.changes.keys().map(|file| &**file)
    }

    /// Returns the findings of the first check that are not fixed.
    pub(crate) fn remaining(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let file = |found: &Diagnostic| found.place.as_ref().map(|place| place.file.clone());
        for fixed in &self.fixed {
            let is_same = |other: &Diagnostic| {
                (other.code, &other.message, file(other)) == (fixed.code, &fixed.message, file(fixed))
            };
            // Those before it were taken out already.
            if let Some(at) = found.iter().position(|other| other.fix.is_some() && is_same(other)) {
                found.remove(at);
            }
        }
        found
    }

    /// The changes as a unified diff for `git apply`.
    pub(crate) fn diff(&self, prefix: &str) -> String {
        let one = |(file, (old, new)): (&Arc<str>, &(String, String))| {
            let (from, to) = (format!("a/{prefix}{file}"), format!("b/{prefix}{file}"));
            TextDiff::from_lines(old.as_str(), new).unified_diff().header(&from, &to).to_string()
        };
        self.changes.iter().map(one).collect()
    }

    /// Writes the changed files, each of them completely or not at all.
    ///
    /// # Errors
    /// Fails if a file was changed meanwhile or cannot be written.
    pub(crate) fn write(&self, root: &Path) -> Outcome<()> {
        let replace = |(file, (old, new)): (&Arc<str>, &(String, String))| {
            write::replace(&root.join(&**file), old.as_bytes(), new.as_bytes())
        };
        self.changes.iter().try_for_each(replace)
    }
}

/// Fixes the findings that `is_chosen` accepts in the project that `open` opens. Returns the fixed project and the changes;
/// writes nothing to disk.
pub(crate) fn fix(
    system: Arc<dyn System>,
    open: fn(Arc<dyn System>) -> Project,
    is_chosen: &dyn Fn(&Diagnostic) -> bool,
) -> (Project, Fixes) {
    let edited = Arc::new(Edited { system, texts: Mutex::default() });
    let project = open(edited.clone());
    let known = errors(&project.site().diagnostics()).map(|(code, _)| code).collect();
    let mut passes = Passes {
        edited,
        project,
        known,
        fixes: Fixes::default(),
        last: BTreeMap::new(),
        careful: BTreeSet::new(),
        refused: BTreeSet::new(),
        seen: BTreeSet::new(),
    };
    for _ in 0..MOST_PASSES {
        if !passes.run(is_chosen) {
            break;
        }
    }
    (passes.project, passes.fixes)
}

/// The codes of the errors among findings, with their files.
fn errors(found: &[Diagnostic]) -> impl Iterator<Item = (Code, Option<&Arc<str>>)> {
    let errors = found.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| (found.code, found.place.as_ref().map(|place| &place.file)))
}

/// A finding without its position in the file.
type Key = (Arc<str>, Code, String);

fn key(found: &Diagnostic) -> Option<Key> {
    Some((found.place.as_ref()?.file.clone(), found.code, found.message.clone()))
}

struct Passes {
    edited: Arc<Edited>,
    project: Project,
    /// The codes of the errors before any fix.
    known: BTreeSet<Code>,
    fixes: Fixes,
    /// The files that the last pass changed, with their texts before the pass.
    last: BTreeMap<Arc<str>, String>,
    /// Files whose findings are fixed one per pass, because fixing all at once caused a new error.
    careful: BTreeSet<Arc<str>>,
    /// Findings that are not fixed because their fix alone causes a new error.
    refused: BTreeSet<Key>,
    /// Texts that files have already had.
    seen: BTreeSet<(Arc<str>, String)>,
}

impl Passes {
    /// Fixes the current findings, or undoes the last pass where it caused new errors. Returns whether there was anything
    /// to do.
    fn run(&mut self, is_chosen: &dyn Fn(&Diagnostic) -> bool) -> bool {
        let site = self.project.site();
        let all = site.diagnostics();
        let wrong: BTreeSet<Arc<str>> = errors(&all)
            .filter(|(code, _)| !self.known.contains(code))
            .filter_map(|(_, file)| file.filter(|file| self.last.contains_key(*file)).cloned())
            .collect();
        if !wrong.is_empty() {
            drop(site);
            self.take_back(&wrong);
            return true;
        }
        let is_wanted =
            |found: &&Diagnostic| is_chosen(found) && !key(found).is_some_and(|key| self.refused.contains(&key));
        let found: Vec<&Diagnostic> = all.iter().filter(is_wanted).collect();
        let plan = Pass::of(&found, &self.careful);
        let texts = plan.texts(&site);
        drop(site);
        // Returning to an earlier text would loop forever.
        let is_new = texts.iter().all(|(file, _, new)| self.seen.insert((file.clone(), new.clone())));
        if texts.is_empty() || !is_new {
            return false;
        }
        self.fixes.fixed.extend(plan.taken.into_iter().cloned());
        self.last.clear();
        for (file, old, new) in texts {
            self.fixes.changes.entry(file.clone()).or_insert_with(|| (old.clone(), String::new())).1.clone_from(&new);
            self.last.insert(file.clone(), old);
            self.edited.lock().insert(file, new);
        }
        let changed: Vec<Change> = self.last.keys().cloned().map(Change::Path).collect();
        self.project.apply(&changed);
        true
    }

    /// Restores the texts that files had before the last pass.
    fn take_back(&mut self, files: &BTreeSet<Arc<str>>) {
        for file in files {
            let Some(old) = self.last.remove(file) else { continue };
            // The fixes of the last pass are at the end of the list; in a careful file there is one.
            let is_here = |found: &Diagnostic| found.place.as_ref().is_some_and(|place| place.file == *file);
            let is_careful = !self.careful.insert(file.clone());
            let texts = self.fixes.changes.get_mut(file);
            let is_first = texts.as_ref().is_some_and(|(first, _)| *first == old);
            if is_careful {
                let at = self.fixes.fixed.iter().rposition(is_here);
                self.refused.extend(at.and_then(|at| key(&self.fixes.fixed.remove(at))));
            } else {
                self.fixes.fixed.retain(|found| !is_here(found));
            }
            match texts {
                Some((_, new)) if is_careful && !is_first => {
                    new.clone_from(&old);
                    self.edited.lock().insert(file.clone(), old);
                }
                _ => {
                    // Start again, one finding per pass.
                    self.fixes.changes.remove(file);
                    self.edited.lock().remove(file);
                }
            }
        }
        self.seen.retain(|(file, _)| !files.contains(file));
        self.last.clear();
        let changed: Vec<Change> = files.iter().cloned().map(Change::Path).collect();
        self.project.apply(&changed);
    }
}

/// The fixes of one pass, none of which overlaps an earlier one.
struct Pass<'d> {
    taken: Vec<&'d Diagnostic>,
    edits: BTreeMap<Arc<str>, Vec<&'d Edit>>,
}

impl<'d> Pass<'d> {
    /// The fixes of these findings; in careful files, only the first one.
    fn of(found: &[&'d Diagnostic], careful: &BTreeSet<Arc<str>>) -> Self {
        let mut plan = Self { taken: Vec::new(), edits: BTreeMap::new() };
        for &diagnostic in found {
            let Some(fix) = &diagnostic.fix else { continue };
            let is_enough = |edit: &Edit| {
                let file = &edit.place.file;
                careful.contains(file) && plan.edits.contains_key(file)
            };
            if fix.edits.iter().any(|edit| plan.is_touched(edit) || is_enough(edit)) {
                continue;
            }
            for edit in &fix.edits {
                plan.edits.entry(edit.place.file.clone()).or_default().push(edit);
            }
            plan.taken.push(diagnostic);
        }
        plan
    }

    /// Whether another edit overlaps this one or inserts at the same place.
    fn is_touched(&self, edit: &Edit) -> bool {
        let span = edit.place.span;
        self.edits.get(&edit.place.file).is_some_and(|edits| {
            edits.iter().any(|other| {
                let other = other.place.span;
                (other.start < span.end && span.start < other.end) || other.start == span.start
            })
        })
    }

    /// The changed files with their texts before and after.
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

/// The disk with the edited texts of some files.
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

    fn walk(&self, dir: &str) -> Walk {
        self.system.walk(dir)
    }

    fn is_within(&self, path: &str, dir: &str) -> bool {
        self.system.is_within(path, dir)
    }

    fn is_frozen(&self, path: &str) -> bool {
        self.system.is_frozen(path)
    }

    fn history(&self, tree: Option<&str>) -> Result<Arc<History>, NoHistory> {
        self.system.history(tree)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::{Code, Diagnostic, Fix, Place, Span};

    use super::Pass;

    /// Which of these fixes, each a range of `a.md` or `b.md`, are applied in one pass.
    fn taken(places: &[(&str, usize, usize)], careful: &[&str]) -> Vec<bool> {
        let found: Vec<Diagnostic> = places
            .iter()
            .map(|&(file, start, end)| {
                let place = Place { file: file.into(), span: Span::new(start, end) };
                Diagnostic::new(Code::BrokenLink, "no", place.clone()).with_fix(Fix::replace("change", place, "x"))
            })
            .collect();
        let found: Vec<&Diagnostic> = found.iter().collect();
        let careful: BTreeSet<_> = careful.iter().map(|&file| file.into()).collect();
        let pass = Pass::of(&found, &careful);
        found.iter().map(|found| pass.taken.iter().any(|taken| std::ptr::eq(*taken, *found))).collect()
    }

    #[test]
    fn edits_of_one_pass_touch_no_other() {
        let first = ("a.md", 2, 4);
        for (second, is_taken) in [
            (("a.md", 4, 6), true),
            (("a.md", 0, 2), true),
            (("a.md", 3, 5), false),
            (("a.md", 1, 3), false),
            (("a.md", 0, 9), false),
            (("a.md", 2, 2), false),
            (("a.md", 3, 3), false),
            (("a.md", 4, 4), true),
            (("b.md", 2, 4), true),
        ] {
            assert_eq!(taken(&[first, second], &[]), [true, is_taken], "{second:?}");
        }
        assert_eq!(taken(&[("a.md", 2, 2), ("a.md", 2, 2)], &[]), [true, false], "two insertions");
        assert_eq!(taken(&[first, ("a.md", 6, 7), ("b.md", 6, 7)], &["a.md"]), [true, false, true]);
    }
}
