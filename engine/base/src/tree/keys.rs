//! Detects duplicate keys in objects. Linear for any input, except for a sort within large objects.

use super::FlatNode;
use crate::diagnostic::{Code, Diagnostic, Span};

/// The maximum number of reports per document: enough to see the pattern, and a bound on memory.
pub const MOST_DUPLICATES: usize = 1000;
/// Up to this many keys are compared pairwise.
const FEW: usize = 16;

/// The keys of all open objects, innermost last.
#[derive(Default)]
pub(super) struct KeyTracker {
    noted: Vec<TrackedKey>,
    diagnostics: Vec<Diagnostic<Span>>,
}

#[derive(Clone, Copy)]
struct TrackedKey {
    /// Half of the text's hash: distinguishes most keys without comparing their text.
    hash: u32,
    node: u32,
}

impl KeyTracker {
    pub(super) fn len(&self) -> usize {
        self.noted.len()
    }

    #[inline]
    pub(super) fn note(&mut self, node: u32, text: &str) {
        let hash = rapidhash::v3::rapidhash_v3(text.as_bytes()) as u32;
        self.noted.push(TrackedKey { hash, node });
    }

    /// Reports duplicates among the keys from index `first` on, which belong to one object, and forgets these keys.
    pub(super) fn close<'a>(&mut self, first: usize, nodes: &[FlatNode], text: impl Fn(&FlatNode) -> &'a str) {
        let node = |key: TrackedKey| nodes.get(key.node as usize);
        let text = |key: TrackedKey| node(key).map(&text);
        let same = |a: TrackedKey, b: TrackedKey| a.hash == b.hash && text(a) == text(b);
        let keys = self.noted.get_mut(first..).unwrap_or_default();
        let found = &mut self.diagnostics;
        let mut report = |earlier: TrackedKey, later: TrackedKey| {
            if let (Some(earlier), Some(name), Some(later)) = (node(earlier), text(later), node(later))
                && found.len() < MOST_DUPLICATES
            {
                found.push(duplicate(name, earlier.span(), later.span()));
            }
        };
        if keys.len() <= FEW {
            for (at, &later) in keys.iter().enumerate() {
                if let Some(&earlier) = keys[..at].iter().rev().find(|&&earlier| same(earlier, later)) {
                    report(earlier, later);
                }
            }
        } else {
            keys.sort_unstable_by(|&a, &b| {
                a.hash.cmp(&b.hash).then_with(|| text(a).cmp(&text(b))).then(a.node.cmp(&b.node))
            });
            for pair in keys.windows(2) {
                if same(pair[0], pair[1]) {
                    report(pair[0], pair[1]);
                }
            }
        }
        self.noted.truncate(first);
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic<Span>> {
        self.diagnostics
    }
}

/// The diagnostic for a key at `later` that duplicates the one at `earlier`.
pub fn duplicate(name: &str, earlier: Span, later: Span) -> Diagnostic<Span> {
    let shown: String = name.chars().take(80).collect();
    let more = if shown.len() < name.len() { "…" } else { "" };
    Diagnostic::new(Code::DuplicateKey, format!("duplicate key `{shown}{more}`"), later)
        .with_note("first used here; the last one is used", earlier)
}
