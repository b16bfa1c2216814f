//! The pages at old paths, and their redirect targets.

use std::sync::Arc;

use crate::Db;
use crate::parse::config::{redirect_settings, site_texts, strings};
use crate::parse::frontmatter::frontmatter;
use crate::render::redirect::redirect_page;
use crate::render::shell::{OutputOptions, place};
use crate::resolve::edition_view::EditionView;
use crate::resolve::links::below_root;
use crate::resolve::pages::pages;
use crate::resolve::redirect_chain::follow;
use crate::resolve::redirects::{redirect_output, redirects};
use base::inputs::{File, FileSet};

/// The files at the old paths of `tool.json`, each with its ID. Pages take precedence.
pub(super) fn redirect_paths(db: &dyn Db, set: FileSet) -> Vec<(String, Arc<str>)> {
    let free = redirects(db, set).keys().filter(|id| !pages(db, set).by_id.contains_key(*id));
    free.map(|id| (redirect_output(id), id.clone())).collect()
}

/// The old path whose file is at `path`.
fn old_address(db: &dyn Db, set: FileSet, path: &str) -> Option<Arc<str>> {
    let known = redirects(db, set);
    let id = path.strip_suffix("/index.html").filter(|id| known.contains_key(*id)).unwrap_or(path);
    let (id, _) = known.get_key_value(id)?;
    (!pages(db, set).by_id.contains_key(id)).then(|| id.clone())
}

/// The target of the page at an old path, independent of its URL; `None` in a redirect loop.
fn end(db: &dyn Db, set: FileSet, id: &Arc<str>) -> Option<String> {
    let to = redirects(db, set).get(id)?;
    follow(db, set.config(db), to).end
}

/// The file for an old path of `tool.json`.
pub(super) fn redirect_html(db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> Option<String> {
    let id = old_address(db, set, path)?;
    let html = redirect_page(strings(db, set.config(db)), site_texts(db, set.config(db)), end(db, set, &id).as_deref());
    Some(place(&html, path, options))
}

/// The file of a page that has moved elsewhere.
pub(super) fn moved_html(db: &dyn Db, set: FileSet, file: File, path: &str, options: OutputOptions) -> Option<String> {
    let to = frontmatter(db, file).redirect.as_ref()?;
    let html =
        redirect_page(strings(db, set.config(db)), site_texts(db, set.config(db)), follow(db, file, to).end.as_deref());
    Some(place(&html, path, options))
}

/// The target of the file at `path`, from the root of the site, if it is a redirect.
pub(crate) fn location(db: &dyn Db, set: FileSet, path: &str) -> Option<String> {
    let moved = || {
        let id = if path == "index.html" { "index" } else { path.strip_suffix("/index.html")? };
        let &file = pages(db, set).by_id.get(id)?;
        follow(db, file, frontmatter(db, file).redirect.as_ref()?).end
    };
    let end = old_address(db, set, path).map_or_else(moved, |id| end(db, set, &id))?;
    Some(below_root(&site_texts(db, set.config(db)).path, &end))
}

/// The old paths of all editions, from the root of the site and without trailing slashes, with their targets: below
/// `base`, or elsewhere. Ordered by path within each edition.
pub(super) fn all(db: &dyn Db, base: &str) -> Vec<(String, String)> {
    let of_edition = |edition: EditionView| {
        let prefix = edition.prefix(db);
        let root = format!("{base}{prefix}");
        let full = move |(id, end): (Arc<str>, String)| (format!("{prefix}{id}"), below_root(&root, &end));
        let old_paths = match edition.end(db) {
            Ok(set) => old_paths(db, set),
            Err(end) => end.old_paths.clone(),
        };
        old_paths.into_iter().map(full)
    };
    EditionView::all(db).flat_map(of_edition).collect()
}

/// The old paths of an edition, below its root, with their targets.
pub(super) fn old_paths(db: &dyn Db, set: FileSet) -> Vec<(Arc<str>, String)> {
    let of_config = redirect_settings(db, set.config(db)).iter().map(|setting| setting.from.clone());
    let of_config = of_config.filter(|id| !pages(db, set).by_id.contains_key(id)).filter_map(|id| {
        let end = end(db, set, &id)?;
        Some((id, end))
    });
    let of_pages = pages(db, set).by_id.iter().filter_map(|(id, &file)| {
        let to = frontmatter(db, file).redirect.as_ref()?;
        Some((id.clone(), follow(db, file, to).end?))
    });
    let mut found: Vec<(Arc<str>, String)> = of_config.chain(of_pages).collect();
    found.sort();
    found.dedup_by(|a, b| a.0 == b.0);
    found
}
