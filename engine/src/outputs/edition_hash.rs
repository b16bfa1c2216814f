//! Hashes from which a build sees that the files of an edition are those of an earlier one, without making them.
//!
//! The files of an edition depend on its inputs, on the addresses of the other editions (links to the same page in another
//! version or language, in [`super::editions::around`], and those that authors write), and on the program. Hashes of
//! different programs do not compare.

use std::hash::{Hash, Hasher};

use rapidhash::fast::RapidHasher;

use super::models::model_paths;
use crate::Db;
use crate::parse::frontmatter::{Layout, frontmatter};
use crate::resolve::history::page_history;
use crate::resolve::pages::pages;
use crate::resolve::redirects::redirects;
use base::inputs::{File, FileSet};

/// The hash of all inputs of an edition: its files and what else is known of them.
pub(crate) fn inputs_hash(db: &dyn Db, set: FileSet) -> u64 {
    let mut hasher = RapidHasher::default_const();
    let config = set.config(db);
    let files = set.found(db).values().chain(set.skipped(db).values()).chain(set.named(db).values()).chain([&config]);
    let files: Vec<&File> = files.collect();
    files.len().hash(&mut hasher);
    for file in files {
        file.path(db).hash(&mut hasher);
        file.contents(db).hash(&mut hasher);
    }
    // `config` is read by all editions alike.
    config.edition(db).hash(&mut hasher);
    set.left_out(db).hash(&mut hasher);
    set.overlays(db).hash(&mut hasher);
    set.drafts(db).hash(&mut hasher);
    for &file in set.found(db).values().filter(|file| file.path(db).ends_with(".md")) {
        page_history(db, file).hash(&mut hasher);
    }
    hasher.finish()
}

/// The hash of what pages of other editions show of an edition: the addresses of its pages, assets, redirects and schemas,
/// and which pages are not translated.
pub(crate) fn addresses_hash(db: &dyn Db, set: FileSet) -> u64 {
    let mut hasher = RapidHasher::default_const();
    let pages = pages(db, set);
    pages.by_id.len().hash(&mut hasher);
    for (id, &file) in &pages.by_id {
        let is_untranslated = pages.untranslated.contains(id);
        (id, is_untranslated, is_untranslated && frontmatter(db, file).layout == Layout::Api).hash(&mut hasher);
    }
    pages.assets.len().hash(&mut hasher);
    pages.assets.keys().for_each(|path| path.hash(&mut hasher));
    redirects(db, set).hash(&mut hasher);
    model_paths(db, set).hash(&mut hasher);
    hasher.finish()
}
