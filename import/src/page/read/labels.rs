//! The labels of link definitions: `[label]: target`.

use std::collections::{BTreeMap, BTreeSet};

use crate::paths;

/// The longest label, in bytes.
const LONGEST: usize = 999;

/// The labels of the link definitions in a text, without differences of case and of spaces.
#[derive(Debug, Default)]
pub(in crate::page) struct LinkLabels {
    all: BTreeSet<String>,
    /// Those that nothing in the text refers to.
    unused: BTreeSet<String>,
    /// The destinations of labels that are defined several times: that of the first definition is used.
    first: BTreeMap<String, String>,
}

impl LinkLabels {
    /// Returns the labels in a text. A text that inserts others may have uses in these: then no label is unused.
    pub(in crate::page) fn of(text: &str) -> Self {
        const INSERTIONS: [&str; 6] = ["--8<--", "{%", "{!", "@include", "{include}", "<include"];
        let mut all = BTreeSet::new();
        // The definitions that may be lines of a paragraph, since they define a label a second time.
        let mut again = BTreeSet::new();
        let mut first = BTreeMap::new();
        let mut fence: Option<&str> = None;
        // Only there does a definition not belong to a paragraph.
        let mut is_after_block = true;
        for line in text.lines() {
            let trimmed = line.trim();
            let marks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
            match fence {
                Some(open) if trimmed.len() == marks && trimmed.starts_with(open) => fence = None,
                Some(_) => {}
                None => fence = trimmed.get(..marks).filter(|mark| mark.len() >= 3),
            }
            let found = defined(line);
            if let Some(label) = found {
                let label = plain(label);
                let destination = destination(line).filter(|_| is_after_block && fence.is_none());
                if all.insert(label.clone()) {
                    first.extend(destination.map(|destination| (label, destination.to_owned())));
                } else {
                    again.insert(label);
                }
            }
            is_after_block = trimmed.is_empty() || is_after_block && found.is_some();
        }
        first.retain(|label, _| again.contains(label));
        let mut unused = BTreeSet::new();
        let has_insertion = || INSERTIONS.iter().any(|mark| text.contains(mark)) || inserts_page(text);
        if !all.is_empty() && !has_insertion() {
            let used: BTreeSet<String> = references(text).map(plain).collect();
            unused.extend(all.iter().filter(|label| !used.contains(*label) && !again.contains(*label)).cloned());
        }
        Self { all, unused, first }
    }

    /// Returns whether the text defines a label.
    pub(in crate::page) fn has(&self, label: &str) -> bool {
        self.all.contains(&plain(label))
    }

    /// Returns whether a definition of a label with this destination is not used, since an earlier one has another.
    pub(in crate::page) fn is_overridden(&self, label: &str, destination: &str) -> bool {
        !self.first.is_empty() && self.first.get(&plain(label)).is_some_and(|first| first != destination)
    }

    /// Returns whether the text defines a label that nothing in it refers to.
    pub(in crate::page) fn is_unused(&self, label: &str) -> bool {
        !self.unused.is_empty() && self.unused.contains(&plain(label))
    }
}

/// Returns whether a directive of mdBook inserts Markdown: a page or a template, but no code.
fn inserts_page(text: &str) -> bool {
    text.split("{{#").skip(1).any(|directive| {
        let path = directive.strip_prefix("include ").and_then(|rest| rest.trim_start().split(['}', ':', '\n']).next());
        directive.starts_with("template ") || path.is_some_and(|path| paths::is_page(path.trim_end()))
    })
}

/// Returns a label without differences that do not count.
fn plain(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the label that a line defines.
fn defined(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('[')?.split_once("]:").map(|(label, _)| label)
}

/// Returns the destination in a line that is a definition without a title. `None` for any other line.
fn destination(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("]:")?;
    let destination = rest.trim();
    let is_one = !destination.is_empty() && !destination.contains(char::is_whitespace) && !line.starts_with("    ");
    is_one.then(|| destination.trim_start_matches('<').trim_end_matches('>'))
}

/// Returns the texts between innermost brackets that are no definitions at the start of a line. Some of the brackets may
/// be code or text.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut open = None;
    let mut is_start = true;
    let mut begins_line = false;
    let mut is_escaped = false;
    (0..bytes.len()).filter_map(move |at| {
        let byte = bytes.get(at).copied().unwrap_or_default();
        let was_start = is_start;
        is_start = byte == b'\n' || was_start && byte.is_ascii_whitespace();
        if std::mem::replace(&mut is_escaped, false) {
            return None;
        }
        match byte {
            b'\\' => is_escaped = true,
            b'[' => (open, begins_line) = (Some(at + 1), was_start),
            b']' => {
                let label = text.get(open.take()?..at).filter(|label| label.len() <= LONGEST)?;
                let is_definition = begins_line && bytes.get(at + 1) == Some(&b':');
                return Some(label).filter(|_| !is_definition);
            }
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::LinkLabels;

    #[test]
    fn a_label_without_a_reference_is_unused() {
        for (text, label, expected) in [
            ("[a]: x\n", "a", true),
            ("[a]\n\n[a]: x\n", "a", false),
            ("[Text][A  B]\n\n[a b]: x\n", "a b", false),
            ("[Text][a\nb]\n\n[A b]: x\n", "a b", false),
            ("[![alt][pic]][a]\n\n[a]: x\n[pic]: y\n", "pic", false),
            ("[a][]\n\n  [a]: x\n", "a", false),
            ("[b]\n\n[a]: x\n[b]: [a]\n", "a", false),
            ("[a\\]b]\n\n[a]: x\n", "a", true),
            ("> [a]: x\n", "a", false),
            // The second one may be a line of a paragraph.
            ("[a]: x\n\nText\n[a]: y\n", "a", false),
            ("--8<-- \"x.md\"\n\n[a]: x\n", "a", false),
            ("{{#include x.md:2}}\n\n[a]: x\n", "a", false),
            ("{{#include x.py}}\n\n[a]: x\n", "a", true),
            ("Text.\n", "a", false),
        ] {
            assert_eq!(LinkLabels::of(text).is_unused(label), expected, "{text}");
        }
        assert!(LinkLabels::of("[A  b]: x").has("a B"));
    }

    #[test]
    fn the_first_definition_of_a_label_is_used() {
        let is_overridden = |text: &str| LinkLabels::of(text).is_overridden("A", "y");
        assert!(is_overridden("[b]: x\n[a]: <x>\n\n[A]: y\n"));
        for text in ["[a]: y\n[a]: x\n", "Text\n[a]: x\n\n[a]: y\n", "```\n[a]: x\n```\n\n[a]: y\n", "[a]: y\n"] {
            assert!(!is_overridden(text), "{text}");
        }
    }
}
