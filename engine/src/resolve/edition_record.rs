//! What is kept of an edition that is not loaded: all that other editions, and the files of the whole site, show of it.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rapidhash::fast::RapidHasher;
use serde::{Deserialize, Serialize};

use crate::resolve::page_tree::PagePlaces;

/// What other editions show of an edition, and read through [`super::edition_view::EditionView`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct EditionRecord {
    /// The IDs of its pages, and whether the text of each is in the main language.
    pub(crate) pages: BTreeMap<Arc<str>, bool>,
    /// The paths of its assets and bundled specs.
    pub(crate) files: BTreeSet<Arc<str>>,
    /// The IDs of the pages of schemas, and of their list.
    pub(crate) models: BTreeSet<Arc<str>>,
    /// The targets of the redirects in `tool.json`, as written, by their old IDs.
    pub(crate) redirects: BTreeMap<Arc<str>, Box<str>>,
    /// Why its commit is not a project, if it is not.
    pub(crate) commit_problem: Option<CommitProblem>,
    /// See [`crate::parse::config::SiteTexts`].
    pub(crate) url: Option<Box<str>>,
    /// See [`crate::parse::config::SiteTexts`].
    pub(crate) base: Box<str>,
    /// See [`crate::parse::config::SiteTexts`].
    pub(crate) path: Box<str>,
}

impl EditionRecord {
    /// The hash of all of it: of what the files of other editions show, except for anchors.
    pub(crate) fn address_hash(&self) -> u64 {
        let mut hasher = RapidHasher::default_const();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// What only files of the main edition show of another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EditionEnd {
    /// Its old paths, below its root, with their targets.
    pub(crate) old_paths: Vec<(Arc<str>, String)>,
    /// Whether its readers sign in elsewhere.
    pub(crate) signs_in: bool,
}

/// The anchors of the pages of an edition, by ID.
pub(crate) type EditionPlaces = BTreeMap<Arc<str>, PagePlaces>;

/// Why a commit is not a project.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum CommitProblem {
    /// It cannot be read, for this reason.
    Unreadable(Box<str>),
    /// It has neither `tool.json` nor pages.
    Empty,
}

/// The editions that are not loaded, by their numbers. Empty if all are.
#[salsa::input(singleton, debug)]
pub(crate) struct Recorded {
    /// What other editions show.
    #[returns(ref)]
    pub(crate) records: BTreeMap<u16, Arc<EditionRecord>>,
    /// The anchors, of editions that others may link to.
    #[returns(ref)]
    pub(crate) places: BTreeMap<u16, Arc<EditionPlaces>>,
    /// What files of the main edition show.
    #[returns(ref)]
    pub(crate) ends: BTreeMap<u16, Arc<EditionEnd>>,
}
