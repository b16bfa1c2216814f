//! The intended target of a broken link, if it is unambiguous, and its spelling in the author's style.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::rooted;
use crate::resolve::edition_view::Published;
use crate::resolve::links::{DestinationParts, Target, page_folder, page_of, resolve};
use crate::resolve::page_tree::{PagePlaces, page_places};
use crate::resolve::pages::pages;
use crate::resolve::redirects::redirects;
use base::diagnostic::only_typo;
use base::inputs::{File, FileSet};

/// The destination that a broken one is a misspelling of, in the author's style: from the root or from the page, with
/// `.md` or without.
pub(crate) fn meant_path(db: &dyn Db, from: File, destination: &str) -> Option<String> {
    let DestinationParts { path, query, fragment } = DestinationParts::parse(destination);
    if path.contains(['%', '\\']) {
        return None;
    }
    let set = FileSet::of(db, from);
    let all = pages(db, set);
    let folder = page_folder(db, from);
    let folders =
        if path.starts_with('/') { [Some(""), None] } else { [Some(folder), (!path.starts_with('.')).then_some("")] };
    folders.into_iter().flatten().find_map(|folder| {
        let wanted = rooted(folder, path)?;
        let stem = wanted.strip_suffix(".md").unwrap_or(&wanted);
        if all.drafts.contains_key(stem) {
            return None;
        }
        let page = || only_typo(stem, all.by_id.keys().map(|id| &**id)).and_then(|id| respelled(path, stem, id));
        let asset =
            || only_typo(&wanted, all.assets.keys().map(|at| &**at)).and_then(|at| respelled(path, &wanted, at));
        let new = page().or_else(asset)?;
        let new = with_rest(&new, query, fragment);
        leads_there(db, from, &new).then_some(new)
    })
}

/// The destination with another fragment, if the missing one is a misspelling of an existing one.
pub(crate) fn meant_anchor(destination: &str, anchor: &str, places: &PagePlaces) -> Option<String> {
    let DestinationParts { path, query, .. } = DestinationParts::parse(destination);
    let meant = only_typo(anchor, places.anchors.iter().map(|id| &**id))?;
    Some(with_rest(path, query, Some(meant)))
}

/// The end of a redirect in `tool.json`, if that is a page or file of the site.
pub(crate) fn end_of_redirect<'db>(db: &'db dyn Db, set: FileSet, id: &Arc<str>) -> Option<&'db str> {
    let config = set.config(db);
    let mut seen: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut id = id.clone();
    while seen.insert(id.clone()) {
        let to = redirects(db, set).get(&id)?;
        match resolve(db, config, to) {
            Target::Redirect(next) => id = next,
            Target::External | Target::Missing => return None,
            Target::Page(_) | Target::Asset(_) | Target::Model(_) | Target::Edition { .. } => return Some(to),
        }
    }
    None
}

/// Whether a destination resolves to a page or file, and to an existing anchor of it.
pub(crate) fn leads_there(db: &dyn Db, from: File, destination: &str) -> bool {
    is_there(db, from, destination, &resolve(db, from, destination))
}

/// Whether the target of a destination is a page or file, with the anchor that the destination names.
fn is_there(db: &dyn Db, from: File, destination: &str, target: &Target) -> bool {
    match target {
        Target::External | Target::Missing | Target::Redirect(_) => false,
        Target::Asset(_) | Target::Model(_) => true,
        Target::Edition { target: Published::Redirect(_), .. } => false,
        Target::Edition { edition, target: Published::Page(id) } => has_anchor(destination, || edition.places(db, id)),
        Target::Edition { .. } => true,
        Target::Page(id) => has_anchor(destination, || Some(page_places(db, page_of(db, from, id)?))),
    }
}

/// Whether a destination names no anchor, or one that its page has. `places` is called only if it names one.
fn has_anchor<'db>(destination: &str, places: impl FnOnce() -> Option<&'db PagePlaces>) -> bool {
    let fragment = DestinationParts::parse(destination).fragment.filter(|fragment| !fragment.is_empty());
    fragment
        .is_none_or(|fragment| places().is_some_and(|places| places.anchors.iter().any(|known| **known == *fragment)))
}

fn with_rest(path: &str, query: &str, fragment: Option<&str>) -> String {
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    format!("{path}{query}{fragment}")
}

/// Rewrites `path`, which resolves to `wanted`, to resolve to `meant`, which has as many segments: with the same dots
/// and ending.
fn respelled(path: &str, wanted: &str, meant: &str) -> Option<String> {
    let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
    let mut pairs = wanted.split('/').rev().zip(meant.split('/').rev());
    for part in parts.iter_mut().rev() {
        match part.as_str() {
            "" | "." => {}
            ".." => break,
            written => {
                let (wanted, meant) = pairs.next()?;
                let end = written.strip_prefix(wanted).filter(|end| end.is_empty() || *end == ".md")?;
                *part = format!("{meant}{end}");
            }
        }
    }
    pairs.all(|(wanted, meant)| wanted == meant).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::respelled;

    #[test]
    fn a_path_keeps_the_way_it_is_written() {
        assert_eq!(respelled("/guide/steup", "guide/steup", "guide/setup").as_deref(), Some("/guide/setup"));
        assert_eq!(respelled("../Guide/a.md", "Guide/a", "guide/a").as_deref(), Some("../guide/a.md"));
        assert_eq!(respelled("./steup/", "guide/steup", "guide/setup").as_deref(), Some("./setup/"));
        assert_eq!(respelled("steup", "Guide/steup", "guide/setup"), None);
    }
}
