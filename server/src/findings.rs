//! The result of checking a project, and what differs between two results.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use engine::{Code, Diagnostic, Site};

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
                    && let Some(text) = site.source(&place.file)
                {
                    sources.insert(place.file.clone(), text.into());
                }
            }
        }
        Self { diagnostics, sources }
    }

    /// The findings that `earlier` does not have, in order, and how many of `earlier` are resolved. A finding that moved,
    /// or whose line was edited, is neither.
    pub(crate) fn since(&self, earlier: &Self) -> (Vec<Diagnostic>, usize) {
        let mut on_line: HashMap<(Key<'_>, &[u8]), usize> = HashMap::new();
        let mut left: HashMap<Key<'_>, usize> = HashMap::new();
        for found in &earlier.diagnostics {
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
        let mut new: Vec<&Diagnostic> = self.diagnostics.iter().filter(|found| !take(found, true)).collect();
        new.retain(|found| !take(found, false));
        let new = new.into_iter().cloned().collect();
        (new, left.into_values().sum())
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

fn key(found: &Diagnostic) -> Key<'_> {
    (found.code, found.place.as_ref().map_or("", |place| &*place.file), &found.message)
}

#[cfg(test)]
mod tests {
    use engine::{Code, Diagnostic, Place, Span};

    use super::Findings;

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
            assert_eq!((new.as_slice(), resolved), (starts, count), "{before:?} {after:?}");
        }
    }
}
