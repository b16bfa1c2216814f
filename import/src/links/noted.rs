//! What the conversion of pages asks of the site. The requests are carried out when all pages are converted.

use std::collections::{BTreeMap, BTreeSet};

use super::PagePlace;
use crate::report::Loss;

/// The requests of the converted pages.
#[derive(Default)]
pub(crate) struct Noted {
    pub(crate) losses: Vec<Loss>,
    /// The assets that pages use: source file → its path below the folder of the pages.
    pub(crate) assets: BTreeMap<String, String>,
    /// Their paths in lowercase, so that no two differ only by case.
    taken: BTreeSet<String>,
    /// Fragments that pages share: source file → its path below `_reusables`.
    pub(crate) fragments: BTreeMap<String, String>,
    /// The refs of operations that pages show.
    pub(crate) documented: BTreeSet<(String, Option<String>)>,
    /// The links to anchors.
    pub(crate) anchored: Vec<Anchored>,
    /// Drawings of pages, and their paths below the folder of the pages.
    pub(crate) drawings: BTreeMap<String, String>,
    /// The files that a file includes.
    pub(crate) includes: BTreeMap<String, BTreeSet<String>>,
}

/// A link to an anchor.
#[derive(Clone, Debug)]
pub(crate) struct Anchored {
    /// The file that contains it.
    pub(crate) from: String,
    pub(crate) line: u32,
    /// The target, as written in the source.
    pub(crate) written: String,
    /// The target page.
    pub(crate) place: PagePlace,
    /// The anchor, as written in the new project.
    pub(crate) anchor: String,
    /// Whether the source page has it. Otherwise an included file may.
    pub(crate) is_known: bool,
}

impl Noted {
    /// Adds later requests.
    fn add(&mut self, later: Self) {
        self.losses.extend(later.losses);
        self.assets.extend(later.assets);
        self.taken.extend(later.taken);
        self.fragments.extend(later.fragments);
        self.documented.extend(later.documented);
        self.anchored.extend(later.anchored);
        self.drawings.extend(later.drawings);
        for (from, files) in later.includes {
            self.includes.entry(from).or_default().extend(files);
        }
    }
}

/// The requests so far, and those of open trials.
#[derive(Default)]
pub(super) struct Requests {
    pub(super) kept: Noted,
    /// From the outermost trial to the innermost one.
    trials: Vec<Noted>,
}

impl Requests {
    /// Begins a trial in the current one.
    pub(super) fn begin_trial(&mut self) {
        self.trials.push(Noted::default());
    }

    /// Ends the innermost trial. Its requests are discarded unless it is kept.
    pub(super) fn end_trial(&mut self, is_kept: bool) {
        if let Some(trial) = self.trials.pop().filter(|_| is_kept) {
            self.current().add(trial);
        }
    }

    /// The requests to which new ones are added.
    pub(super) fn current(&mut self) -> &mut Noted {
        self.trials.last_mut().unwrap_or(&mut self.kept)
    }

    fn all(&self) -> impl Iterator<Item = &Noted> {
        self.trials.iter().chain([&self.kept])
    }

    /// The path of an asset.
    pub(super) fn asset(&self, file: &str) -> Option<&str> {
        self.all().find_map(|noted| noted.assets.get(file)).map(String::as_str)
    }

    /// The path of a drawing.
    pub(super) fn drawing(&self, svg: &str) -> Option<&str> {
        self.all().find_map(|noted| noted.drawings.get(svg)).map(String::as_str)
    }

    /// The path of a fragment.
    pub(super) fn fragment(&self, file: &str) -> Option<&str> {
        self.all().find_map(|noted| noted.fragments.get(file)).map(String::as_str)
    }

    /// Whether a fragment has this path.
    pub(super) fn has_fragment(&self, src: &str) -> bool {
        self.all().flat_map(|noted| noted.fragments.values()).any(|other| other.eq_ignore_ascii_case(src))
    }

    /// Takes a path for an asset or a drawing. Returns false if another one has it.
    pub(super) fn take(&mut self, path: String) -> bool {
        !self.all().any(|noted| noted.taken.contains(&path)) && self.current().taken.insert(path)
    }
}

#[cfg(test)]
mod tests {
    use super::Requests;

    #[test]
    fn a_trial_that_is_given_up_leaves_nothing() {
        let mut requests = Requests::default();
        let add = |requests: &mut Requests, name: &str| {
            let is_new = requests.take(name.to_owned());
            requests.current().assets.insert(name.to_owned(), name.to_owned());
            is_new
        };
        assert!(add(&mut requests, "a"));
        requests.begin_trial();
        assert!(!requests.take("a".to_owned()));
        assert!(add(&mut requests, "b"));
        requests.begin_trial();
        assert!(add(&mut requests, "c"));
        assert_eq!([requests.asset("a"), requests.asset("b"), requests.asset("c")], [Some("a"), Some("b"), Some("c")]);
        requests.end_trial(true);
        assert_eq!(requests.asset("c"), Some("c"));
        requests.end_trial(false);
        assert_eq!([requests.asset("a"), requests.asset("b"), requests.asset("c")], [Some("a"), None, None]);
        assert!(requests.take("c".to_owned()));
        requests.begin_trial();
        assert!(add(&mut requests, "d"));
        requests.end_trial(true);
        assert_eq!(requests.kept.assets.len(), 2);
    }
}
