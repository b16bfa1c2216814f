//! The result of checking a project, and what differs between two results.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use engine::{Code, Diagnostic, Place, Severity, Site};

/// How much of a line identifies a finding in it, in bytes to each side: a minified spec is one line.
const CONTEXT: usize = 200;

/// The result of checking a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// All findings.
    pub diagnostics: Vec<Diagnostic>,
    /// The text of each file that the findings name, as of the check.
    pub sources: BTreeMap<Arc<str>, Arc<str>>,
}

/// What identifies a finding wherever it moves in its file.
type Key<'f> = (Code, &'f str, &'f str);

impl Findings {
    /// Checks a project.
    pub(crate) fn of(site: &Site) -> Self {
        let diagnostics = site.diagnostics();
        let mut sources = BTreeMap::new();
        for diagnostic in &diagnostics {
            let places = diagnostic.place.iter().chain(diagnostic.notes.iter().filter_map(|note| note.place.as_ref()));
            for place in places {
                if !sources.contains_key(&place.file)
                    && let Some(text) = site.shared_source(&place.file)
                {
                    sources.insert(place.file.clone(), text.clone());
                }
            }
        }
        Self { diagnostics, sources }
    }

    /// Whether a finding or one of its notes is in a file.
    pub(crate) fn names(&self, file: &str) -> bool {
        let is_in = |place: &Option<Place>| place.as_ref().is_some_and(|place| *place.file == *file);
        self.diagnostics.iter().any(|found| is_in(&found.place) || found.notes.iter().any(|note| is_in(&note.place)))
    }

    /// The findings that `earlier` does not have, and those of `earlier` that are resolved, both in order. A finding that
    /// moved, or whose line was edited, is neither.
    pub(crate) fn since(&self, earlier: &Self) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let (diagnostics, earlier_diagnostics) = self.without_common_ends(earlier);
        let mut on_line: HashMap<(Key<'_>, &[u8]), usize> = HashMap::new();
        let mut left: HashMap<Key<'_>, usize> = HashMap::new();
        for found in earlier_diagnostics {
            *on_line.entry((key(found), earlier.line(found))).or_default() += 1;
            *left.entry(key(found)).or_default() += 1;
        }
        let mut take = |found, is_same_line: bool| {
            let Some(left) = left.get_mut(&key(found)).filter(|left| **left > 0) else { return false };
            if is_same_line {
                let on_line = on_line.get_mut(&(key(found), self.line(found))).filter(|count| **count > 0);
                let Some(on_line) = on_line else { return false };
                *on_line -= 1;
            }
            *left -= 1;
            true
        };
        // Findings on unchanged lines first, so that the new one of several equal findings is the one that is new.
        let mut new: Vec<&Diagnostic> = diagnostics.iter().filter(|found| !take(found, true)).collect();
        new.retain(|found| !take(found, false));
        let new = new.into_iter().cloned().collect();
        // Of several equal findings, those whose line is gone too.
        let is_on_line = |found: &&Diagnostic| on_line.get(&(key(found), earlier.line(found))).is_some_and(|n| *n > 0);
        let (mut lost, kept): (Vec<&Diagnostic>, Vec<&Diagnostic>) = earlier_diagnostics.iter().partition(is_on_line);
        lost.extend(kept);
        lost.retain(|found| left.get_mut(&key(found)).filter(|left| **left > 0).map(|left| *left -= 1).is_some());
        lost.sort_by(|a, b| a.place.cmp(&b.place));
        (new, lost.into_iter().cloned().collect())
    }

    /// The findings of both without those at the start and at the end that are the same in the same text: findings are in
    /// order of their files, so after an edit these are all but those of the edited file.
    fn without_common_ends<'f>(&'f self, earlier: &'f Self) -> (&'f [Diagnostic], &'f [Diagnostic]) {
        let text = |findings: &'f Self, found: &Diagnostic| findings.sources.get(&found.place.as_ref()?.file);
        let is_same = |(a, b): &(&'f Diagnostic, &'f Diagnostic)| {
            let is_same_text = match (text(self, a), text(earlier, b)) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (a, b) => a.is_none() && b.is_none(),
            };
            is_same_text && a == b
        };
        let (mut own, mut other) = (self.diagnostics.as_slice(), earlier.diagnostics.as_slice());
        let start = own.iter().zip(other).take_while(is_same).count();
        (own, other) = (&own[start..], &other[start..]);
        let end = own.iter().rev().zip(other.iter().rev()).take_while(is_same).count();
        (&own[..own.len() - end], &other[..other.len() - end])
    }

    /// The line where a finding starts, or the part around the finding if the line is long; empty if the text is unknown.
    fn line(&self, found: &Diagnostic) -> &[u8] {
        let Some(place) = &found.place else { return &[] };
        let text = self.sources.get(&place.file).map_or(&[][..], |text| text.as_bytes());
        let at = (place.span.start as usize).min(text.len());
        let (before, after) = text.split_at(at);
        let before = &before[at.saturating_sub(CONTEXT)..];
        let after = &after[..after.len().min(CONTEXT)];
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end = after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len());
        &text[at - before.len() + start..at + end]
    }
}

/// Findings that a check cannot see, because a file that it needs cannot be read. They are neither resolved when they
/// disappear nor new when they come back.
#[derive(Debug, Default)]
pub(crate) struct Hidden {
    findings: Vec<Diagnostic>,
}

impl Hidden {
    /// Whether the result of a check may be that of a half-written file: it has a new error.
    pub(crate) fn is_held(&self, earlier: Option<&Findings>, findings: &Findings) -> bool {
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        let may_be_new = || findings.diagnostics.iter().any(is_error);
        earlier
            .is_some_and(|earlier| may_be_new() && findings.since(&self.base(earlier, findings)).0.iter().any(is_error))
    }

    /// The new and the resolved findings of a check.
    pub(crate) fn news(
        &mut self,
        earlier: Option<&Findings>,
        findings: &Findings,
    ) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let base = earlier.map(|earlier| self.base(earlier, findings)).unwrap_or_default();
        let (new, mut resolved) = findings.since(&base);
        if !findings.diagnostics.iter().any(blocks) {
            self.findings.clear();
        } else if new.iter().any(blocks) {
            let (gone, hidden) = resolved.into_iter().partition(blocks);
            (self.findings, resolved) = ([std::mem::take(&mut self.findings), hidden].concat(), gone);
        }
        (new, resolved)
    }

    /// What a check is compared with: the earlier findings, and the hidden ones if nothing hides them now.
    fn base<'f>(&self, earlier: &'f Findings, findings: &Findings) -> Cow<'f, Findings> {
        let mut base = Cow::Borrowed(earlier);
        if !self.findings.is_empty() && !findings.diagnostics.iter().any(blocks) {
            base.to_mut().diagnostics.extend(self.findings.iter().cloned());
        }
        base
    }
}

fn blocks(found: &Diagnostic) -> bool {
    found.blocks_build()
}

fn key(found: &Diagnostic) -> Key<'_> {
    (found.code, found.place.as_ref().map_or("", |place| &*place.file), &found.message)
}

#[cfg(test)]
mod tests {
    use engine::{Code, Diagnostic, Place, Span};

    use super::{Findings, Hidden};

    /// A finding at each `!` of a text.
    fn findings(text: &str) -> Findings {
        let place = |at| Place { file: "a.md".into(), span: Span::new(at, at + 1) };
        let diagnostics = text.match_indices('!').map(|(at, _)| Diagnostic::new(Code::BrokenLink, "no", place(at)));
        let sources = [("a.md".into(), text.into())].into();
        Findings { diagnostics: diagnostics.collect(), sources }
    }

    #[test]
    fn only_new_findings_differ() {
        let table: [(&str, &str, &[u32], usize); 8] = [
            ("a!", "a!", &[], 0),
            ("", "a!", &[1], 0),
            ("a!", "", &[], 1),
            ("a!\nb!", "new\n\na!\nb!", &[], 0),
            ("a!\nb!", "b!", &[], 1),
            ("a!", "a! edited", &[], 0),
            ("a!", "b!\na!", &[1], 0),
            ("a!\nb!", "a!\nc!\nd!", &[7], 0),
        ];
        for (before, after, starts, count) in table {
            let (new, resolved) = findings(after).since(&findings(before));
            let new: Vec<u32> = new.iter().map(|found| found.place.as_ref().unwrap().span.start).collect();
            assert_eq!((new.as_slice(), resolved.len()), (starts, count), "{before:?} {after:?}");
        }
    }

    #[test]
    fn of_equal_findings_the_removed_one_is_resolved() {
        let (_, resolved) = findings("a!\nc!").since(&findings("a!\nb!\nc!"));
        let starts: Vec<u32> = resolved.iter().map(|found| found.place.as_ref().unwrap().span.start).collect();
        assert_eq!(starts, [4]);
    }

    #[test]
    fn what_a_syntax_error_hides_is_neither_resolved_nor_new() {
        let good = findings("a!\nb!");
        let mut broken = findings("");
        broken.diagnostics.push(Diagnostic::new(Code::InvalidJson, "broken", None));
        let mut hidden = Hidden::default();
        let counts = |(new, resolved): (Vec<Diagnostic>, Vec<Diagnostic>)| (new.len(), resolved.len());
        assert_eq!(counts(hidden.news(None, &good)), (2, 0));
        assert!(hidden.is_held(Some(&good), &broken));
        assert_eq!(counts(hidden.news(Some(&good), &broken)), (1, 0));
        assert_eq!(counts(hidden.news(Some(&broken), &broken)), (0, 0));
        assert!(!hidden.is_held(Some(&broken), &good));
        // One of the two was resolved meanwhile.
        assert_eq!(counts(hidden.news(Some(&broken), &findings("a!"))), (0, 2));
        assert_eq!(counts(hidden.news(Some(&findings("a!")), &good)), (1, 0));
    }
}
