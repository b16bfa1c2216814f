//! What a page shows of its history in Git.

use std::sync::Arc;

use crate::Db;
use crate::parse::config::{config_file, site_editions, site_texts};
use crate::parse::frontmatter::frontmatter;
use base::diagnostic::{Code, Diagnostic, Place};
use base::inputs::{File, FileHistory, FileSet, NoHistory};

/// What a page shows of its history.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PageHistory {
    /// The date of the last change: that of the frontmatter, or else the day of the last commit.
    pub(crate) updated: Option<Box<str>>,
    /// The names of the authors, those of the most commits first.
    pub(crate) contributors: Vec<Arc<str>>,
}

/// What a page shows of its history: only what `pageFacts` in `tool.json` asks for.
pub(crate) fn page_history(db: &dyn Db, file: File) -> Option<&PageHistory> {
    // A site that shows nothing of it needs no query for that.
    let facts = site_texts(db, FileSet::of(db, file).config(db)).page_facts;
    if facts.is_empty() { None } else { Some(shown_history(db, file)) }
}

#[salsa::tracked(returns(ref))]
fn shown_history(db: &dyn Db, file: File) -> PageHistory {
    let facts = site_texts(db, FileSet::of(db, file).config(db)).page_facts;
    let history = file_history(db, file);
    let of_author = || frontmatter(db, file).updated.clone();
    let of_git = || history.map(|history| Box::from(&*history.updated));
    PageHistory {
        updated: facts.updated.then(|| of_author().or_else(of_git)).flatten(),
        contributors: history
            .filter(|_| facts.contributors)
            .map(|history| history.contributors.clone())
            .unwrap_or_default(),
    }
}

/// The commits of a file; `None` if they are not known, or if there are none.
pub(crate) fn file_history(db: &dyn Db, file: File) -> Option<&FileHistory> {
    let history = FileSet::of(db, file).history(db).as_ref()?.as_ref().ok()?;
    history.of(path_in_tree(db, file))
}

/// The path of a file from the root of the project, also if the file is in a commit.
pub(crate) fn path_in_tree(db: &dyn Db, file: File) -> &str {
    let (path, set) = (file.path(db), FileSet::of(db, file));
    let editions = site_editions(db, set.config(db));
    let tree = editions.tree(editions.key(set.number(db).into()));
    tree.and_then(|tree| path.strip_prefix(&*tree.path(""))).unwrap_or(path)
}

/// The reason why pages show nothing of their history. The main edition reports it for all: they share the repository.
pub(crate) fn check_history(db: &dyn Db, set: FileSet) -> Option<Diagnostic> {
    let config = set.config(db);
    let is_shown = set.number(db) == 0 && !site_texts(db, config).page_facts.is_empty();
    let reason = set.history(db).as_ref()?.as_ref().err().filter(|_| is_shown)?;
    let (message, help) = match reason {
        NoHistory::Shallow => (
            "this clone is shallow, so pages show neither dates nor contributors".to_owned(),
            "get the other commits with `git fetch --unshallow`; in GitHub Actions, give `actions/checkout` the option `fetch-depth: 0`",
        ),
        NoHistory::Failed(reason) => (
            format!("pages show neither dates nor contributors: {reason}"),
            "`pageFacts` reads the commits of the project's Git repository",
        ),
    };
    let span = config_file(db, config).site_spans.page_facts.unwrap_or_default();
    let place = Place { file: config.path(db).clone(), span };
    Some(Diagnostic::new(Code::NoHistory, message, place).with_help(help.to_owned()))
}
