//! What other editions, and the files of the whole site, read of an edition: nothing else of it may appear in their outputs or
//! diagnostics. It is the same whether the edition is loaded or only recorded.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::{EditionKey, Editions, GitTree, site_editions, site_texts};
use crate::parse::frontmatter::{Layout, frontmatter};
use crate::resolve::downloads::{downloads, is_download, is_named_like_one};
use crate::resolve::edition_record::{CommitProblem, EditionEnd, EditionRecord, Recorded};
use crate::resolve::model_keys::{MODELS_ID, model_id};
use crate::resolve::models::{has_model_list, is_model_page, models};
use crate::resolve::page_tree::{PagePlaces, page_places};
use crate::resolve::pages::{PageId, asset_at, below_docs, has_page, page_by_id, pages};
use crate::resolve::redirects::{redirect_at, redirects};
use base::inputs::{CONFIG_PATH, Contents, Editions as Sets, FileSet};

/// The list of the pages for agents, which every edition publishes.
pub(crate) const LLMS: &str = "llms.txt";
/// All pages for agents, in one file.
pub(crate) const LLMS_FULL: &str = "llms-full.txt";
/// The files for agents, which every edition publishes at these paths unless it has something else there.
pub const AGENT_FILES: [&str; 2] = [LLMS, LLMS_FULL];

/// An edition as other editions and the files of the whole site see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditionView {
    /// An edition with its files.
    Loaded(FileSet),
    /// The record of the edition with this number.
    Recorded(u16),
}

/// What an edition publishes at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Published {
    /// A page, by its ID.
    Page(Arc<str>),
    /// An asset, a bundled spec, or one of [`AGENT_FILES`].
    Asset(Arc<str>),
    /// The page of a schema, or the list of schemas, by its ID.
    Model(Arc<str>),
    /// A redirect in `tool.json`, by the ID that a page with its path would have.
    Redirect(Arc<str>),
}

impl EditionView {
    /// Every edition that is loaded or recorded, the main one first.
    pub(crate) fn all(db: &dyn Db) -> impl Iterator<Item = Self> {
        let sets = Sets::get(db).sets(db);
        let count = match sets.as_slice() {
            [only] => site_editions(db, only.config(db)).count(),
            sets => sets.len(),
        };
        (0..u16::try_from(count).unwrap_or(u16::MAX)).filter_map(|number| Self::numbered(db, number))
    }

    /// An edition by its place among the versions and languages. `None` if it is neither loaded nor recorded.
    pub(crate) fn at(db: &dyn Db, settings: &Editions, key: EditionKey) -> Option<Self> {
        Self::numbered(db, u16::try_from(settings.number(key)).ok()?)
    }

    /// An edition by its number.
    fn numbered(db: &dyn Db, number: u16) -> Option<Self> {
        let sets = Sets::get(db).sets(db);
        let loaded = sets.get(usize::from(number)).or(sets.first()).filter(|set| set.number(db) == number);
        let recorded = || Recorded::get(db).records(db).contains_key(&number).then_some(Self::Recorded(number));
        loaded.map(|&set| Self::Loaded(set)).or_else(recorded)
    }

    /// The edition with these files.
    pub(crate) const fn of(set: FileSet) -> Self {
        Self::Loaded(set)
    }

    /// Its record, unless it is loaded.
    fn record(self, db: &dyn Db) -> Result<FileSet, &EditionRecord> {
        static NONE: std::sync::LazyLock<EditionRecord> = std::sync::LazyLock::new(EditionRecord::default);
        match self {
            Self::Loaded(set) => Ok(set),
            Self::Recorded(number) => {
                Err(Recorded::get(db).records(db).get(&number).map_or(&*NONE, |record| record.as_ref()))
            }
        }
    }

    /// The versions and languages of the site.
    pub(crate) fn settings(self, db: &dyn Db) -> &Editions {
        let first = || Sets::get(db).sets(db).first().copied().expect("a project has an edition");
        site_editions(db, self.record(db).unwrap_or_else(|_| first()).config(db))
    }

    /// Its place among the versions and languages.
    pub(crate) fn key(self, db: &dyn Db) -> EditionKey {
        let number = match self {
            Self::Loaded(set) => set.number(db),
            Self::Recorded(number) => number,
        };
        self.settings(db).key(number.into())
    }

    /// Its path below the root of the site, with a trailing slash; empty for the main one.
    pub(crate) fn prefix(self, db: &dyn Db) -> String {
        self.settings(db).prefix(self.key(db))
    }

    /// Its canonical URL: see [`crate::parse::config::SiteTexts`].
    pub(crate) fn url(self, db: &dyn Db) -> Option<&str> {
        match self.record(db) {
            Ok(set) => site_texts(db, set.config(db)).url.as_deref(),
            Err(record) => record.url.as_deref(),
        }
    }

    /// What its URLs begin with: see [`crate::parse::config::SiteTexts`].
    pub(crate) fn base(self, db: &dyn Db) -> &str {
        self.record(db).map_or_else(|record| &*record.base, |set| &*site_texts(db, set.config(db)).base)
    }

    /// Its path from the root of the site: see [`crate::parse::config::SiteTexts`].
    pub(crate) fn path(self, db: &dyn Db) -> &str {
        self.record(db).map_or_else(|record| &*record.path, |set| &*site_texts(db, set.config(db)).path)
    }

    /// Whether search engines must not index it.
    pub(crate) fn is_hidden(self, db: &dyn Db) -> bool {
        let version = self.key(db).version;
        version > 0 && self.settings(db).versions.get(version).is_some_and(|setting| setting.notice.noindex)
    }

    /// What it publishes at `path`, which is below its root.
    pub(crate) fn find(self, db: &dyn Db, path: &str) -> Option<Published> {
        self.find_in(db, "", path)
    }

    /// What it publishes at `path`, which is relative to `folder` below its root.
    pub(crate) fn find_in(self, db: &dyn Db, folder: &str, path: &str) -> Option<Published> {
        let mut joined = String::with_capacity(folder.len() + 1 + path.len());
        for part in folder.split('/').filter(|part| !part.is_empty()).chain(path.split('/')) {
            match part {
                "" | "." => {}
                ".." if joined.is_empty() => return None,
                ".." => joined.truncate(joined.rfind('/').unwrap_or(0)),
                part => {
                    if !joined.is_empty() {
                        joined.push('/');
                    }
                    joined.push_str(part);
                }
            }
        }
        let page = |id: &str| self.page(db, if id.is_empty() { "index" } else { id }).map(Published::Page);
        let stem = joined.strip_suffix(".md").unwrap_or(&joined);
        let by_index = |stem: &str| (stem != "index").then(|| stem.strip_suffix("/index")).flatten().and_then(page);
        page(stem)
            .or_else(|| by_index(stem))
            .or_else(|| page(stem.strip_suffix("/index.html").or_else(|| stem.strip_suffix(".html"))?))
            .or_else(|| {
                let path: Arc<str> = joined.as_str().into();
                self.has_file(db, &path).then_some(Published::Asset(path))
            })
            .or_else(|| {
                let may_be = stem.strip_prefix(MODELS_ID).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
                let id: Arc<str> = stem.strip_suffix("/index.html").unwrap_or(stem).into();
                (may_be && self.has_model_page(db, &id)).then_some(Published::Model(id))
            })
            .or_else(|| self.has_redirect(db, stem).then(|| Published::Redirect(stem.into())))
            .or_else(|| AGENT_FILES.contains(&joined.as_str()).then(|| Published::Asset(joined.as_str().into())))
    }

    /// The anchors of a page. `None` if it has no such page, or if they are not recorded.
    pub(crate) fn places<'db>(self, db: &'db dyn Db, id: &Arc<str>) -> Option<&'db PagePlaces> {
        match self {
            Self::Loaded(set) => Some(page_places(db, page_by_id(db, PageId::new(db, set, id.clone()))?)),
            Self::Recorded(number) => Recorded::get(db).places(db).get(&number)?.get(id),
        }
    }

    /// The ID of a page, if it has that page.
    pub(crate) fn page(self, db: &dyn Db, id: &str) -> Option<Arc<str>> {
        match self.record(db) {
            Ok(set) => {
                let id = PageId::new(db, set, id);
                has_page(db, id).then(|| id.id(db).clone())
            }
            Err(record) => record.pages.get_key_value(id).map(|(id, _)| id.clone()),
        }
    }

    /// As [`Self::page`]. Not for queries, which would depend on the list of all pages.
    pub(crate) fn listed_page<'db>(self, db: &'db dyn Db, id: &str) -> Option<&'db Arc<str>> {
        match self.record(db) {
            Ok(set) => pages(db, set).by_id.get_key_value(id).map(|(id, _)| id),
            Err(record) => record.pages.get_key_value(id).map(|(id, _)| id),
        }
    }

    /// Whether it publishes an asset or a bundled spec at this path.
    fn has_file(self, db: &dyn Db, path: &Arc<str>) -> bool {
        match self.record(db) {
            Ok(set) => {
                let key = PageId::new(db, set, path.clone());
                asset_at(db, key).is_some() || (is_named_like_one(path) && is_download(db, key))
            }
            Err(record) => record.files.contains(path),
        }
    }

    /// Whether the page of a schema, or the list of schemas, has this ID.
    pub(crate) fn has_model_page(self, db: &dyn Db, id: &Arc<str>) -> bool {
        match self.record(db) {
            Ok(set) => is_model_page(db, PageId::new(db, set, id.clone())),
            Err(record) => record.models.contains(id),
        }
    }

    /// Whether `tool.json` redirects this ID.
    fn has_redirect(self, db: &dyn Db, id: &str) -> bool {
        match self.record(db) {
            Ok(set) => redirect_at(db, PageId::new(db, set, id)).is_some(),
            Err(record) => record.redirects.contains_key(id),
        }
    }

    /// The target of a redirect in `tool.json`, as written. Not for queries, which would depend on all redirects.
    pub(crate) fn redirect<'db>(self, db: &'db dyn Db, id: &str) -> Option<&'db str> {
        let redirects = self.record(db).map_or_else(|record| &record.redirects, |set| redirects(db, set));
        redirects.get(id).map(|to| &**to)
    }

    /// Whether the text of a page is in the main language. The text of an API page is that of its document.
    pub(crate) fn is_untranslated(self, db: &dyn Db, id: &str) -> bool {
        match self.record(db) {
            Ok(set) => {
                let all = pages(db, set);
                let is_api_page = |file| frontmatter(db, file).layout == Layout::Api;
                all.untranslated.contains(id) && all.by_id.get(id).is_some_and(|&file| !is_api_page(file))
            }
            Err(record) => record.pages.get(id).is_some_and(|is_untranslated| *is_untranslated),
        }
    }

    /// Why the commit whose files it shows is not a project.
    pub(crate) fn commit_problem(self, db: &dyn Db, tree: &GitTree) -> Option<CommitProblem> {
        match self.record(db) {
            Ok(set) => commit_problem(db, set, tree),
            Err(record) => record.commit_problem.clone(),
        }
    }

    /// What only files of the main edition show of it, unless it is loaded.
    pub(crate) fn end(self, db: &dyn Db) -> Result<FileSet, Arc<EditionEnd>> {
        match self {
            Self::Loaded(set) => Ok(set),
            Self::Recorded(number) => Err(Recorded::get(db).ends(db).get(&number).cloned().unwrap_or_default()),
        }
    }
}

/// What other editions show of a loaded edition.
pub(crate) fn edition_record(db: &dyn Db, set: FileSet) -> EditionRecord {
    let view = EditionView::of(set);
    let pages = pages(db, set);
    let bundles = downloads(db, set).published.iter().map(|download| download.path.clone());
    let mut models: BTreeSet<Arc<str>> = models(db, set).by_key.keys().map(|key| model_id(key).into()).collect();
    if !models.is_empty() || has_model_list(db, set) {
        models.insert(MODELS_ID.into());
    }
    let texts = site_texts(db, set.config(db));
    EditionRecord {
        pages: pages.by_id.keys().map(|id| (id.clone(), view.is_untranslated(db, id))).collect(),
        files: pages.assets.keys().cloned().chain(bundles).collect(),
        models,
        redirects: redirects(db, set).clone(),
        commit_problem: view.settings(db).tree(view.key(db)).and_then(|tree| commit_problem(db, set, tree)),
        url: texts.url.clone(),
        base: texts.base.clone(),
        path: texts.path.clone(),
    }
}

/// Why the commit of a loaded edition is not a project.
fn commit_problem(db: &dyn Db, set: FileSet, tree: &GitTree) -> Option<CommitProblem> {
    let has_pages = || set.found(db).keys().any(|path| below_docs(db, set, path).is_some());
    match set.named(db).get(&tree.path(CONFIG_PATH))?.contents(db) {
        Contents::Unreadable(reason) => Some(CommitProblem::Unreadable(reason.clone())),
        Contents::Text(_) => None,
        _ => (!has_pages()).then_some(CommitProblem::Empty),
    }
}
