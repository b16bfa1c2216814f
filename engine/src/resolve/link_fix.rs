//! What a link that leads nowhere was meant to be, where there is no doubt, and how it is written in the author's place.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::{docs_folder, rooted};
use crate::resolve::include::{included, page_text};
use crate::resolve::links::{DestinationParts, Target, page_folder, resolve};
use crate::resolve::page_tree::{PagePlaces, page_places};
use crate::resolve::pages::pages;
use crate::resolve::redirects::redirects;
use base::diagnostic::{Fix, Span, only_slip};
use base::inputs::{File, FileSet};

/// The fix that writes `new` in the place of `destination`, which stands somewhere at `span` of a file: alone, in quotes, or
/// as the destination of a Markdown link. None where it is spelled in another way there.
///
/// In a fragment a way that is not from the root means another page in each page that includes it.
pub(crate) fn write_link(db: &dyn Db, file: File, span: Span, destination: &str, new: &str) -> Option<Fix<Span>> {
    let is_page = file != FileSet::get(db).config(db);
    let text = if is_page { page_text(db, file) } else { file.text(db) };
    let origin = included(db, file).filter(|_| is_page).and_then(|page| page.origin(span));
    let is_shared = origin.is_some_and(|origin| origin.inclusion.is_some());
    if (is_shared && !destination.starts_with('/')) || !new.chars().all(is_plain) {
        return None;
    }
    let place = place_of(text.get(span.range())?, destination)?;
    Some(Fix::rename(Span::new(place, place + destination.len()).shifted(span.start), new))
}

/// Whether a character stands for itself in Markdown, HTML, JSON and YAML as a part of an address.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '.' | '_' | '~' | '/' | '#' | '?' | '=')
}

/// Where a destination stands in what is written for it.
fn place_of(written: &str, destination: &str) -> Option<usize> {
    if destination.is_empty() {
        return None;
    }
    if written == destination {
        return Some(0);
    }
    if ['"', '\''].iter().any(|quote| {
        written
            .strip_prefix(*quote)
            .and_then(|rest| rest.strip_suffix(*quote))
            .is_some_and(|inner| inner == destination)
    }) {
        return Some(1);
    }
    written.match_indices("](").map(|(at, mark)| at + mark.len()).find_map(|open| {
        let rest = written.get(open..)?;
        let start = rest.len() - rest.trim_start_matches([' ', '<']).len();
        let behind = rest.get(start..)?.strip_prefix(destination)?;
        // Its title follows, or its end: another pair of brackets stands in the text of the link.
        let is_title = behind.starts_with([' ', '\n']) && behind.trim_start().starts_with(['"', '\'', '(']);
        (behind.trim_start_matches(['>', ' ']) == ")" || is_title).then_some(open + start)
    })
}

/// The destination that a broken one is a slip of, spelled as its author spells: from the root or from the page, with
/// `.md` or without.
pub(crate) fn meant_path(db: &dyn Db, from: File, destination: &str) -> Option<String> {
    let DestinationParts { path, query, fragment } = DestinationParts::parse(destination);
    if path.contains(['%', '\\']) {
        return None;
    }
    let set = FileSet::get(db);
    let all = pages(db, set);
    let docs = docs_folder(db, set.config(db));
    let folder = page_folder(docs, from.path(db));
    let folders =
        if path.starts_with('/') { [Some(""), None] } else { [Some(folder), (!path.starts_with('.')).then_some("")] };
    folders.into_iter().flatten().find_map(|folder| {
        let wanted = rooted(folder, path)?;
        let stem = wanted.strip_suffix(".md").unwrap_or(&wanted);
        if all.drafts.contains_key(stem) {
            return None;
        }
        let page = || only_slip(stem, all.by_id.keys().map(|id| &**id)).and_then(|id| respelled(path, stem, id));
        let asset =
            || only_slip(&wanted, all.assets.keys().map(|at| &**at)).and_then(|at| respelled(path, &wanted, at));
        let new = page().or_else(asset)?;
        let new = with_rest(&new, query, fragment);
        leads_there(db, from, &new).then_some(new)
    })
}

/// The address with another fragment, if what the page lacks is a slip of what it has.
pub(crate) fn meant_anchor(destination: &str, anchor: &str, places: &PagePlaces) -> Option<String> {
    let DestinationParts { path, query, .. } = DestinationParts::parse(destination);
    let meant = only_slip(anchor, places.anchors.iter().map(|id| &**id))?;
    Some(with_rest(path, query, Some(meant)))
}

/// Where a link to an old address of `tool.json` ends, if that is a page or file of the site.
pub(crate) fn end_of_redirect<'db>(db: &'db dyn Db, id: &Arc<str>) -> Option<&'db str> {
    let set = FileSet::get(db);
    let config = set.config(db);
    let mut seen: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut id = id.clone();
    while seen.insert(id.clone()) {
        let to = redirects(db, set).get(&id)?;
        match resolve(db, config, to) {
            Target::Redirect(next) => id = next,
            Target::External | Target::Missing => return None,
            Target::Page { .. } | Target::Asset(_) | Target::Model(_) => return Some(to),
        }
    }
    None
}

/// Whether a destination leads to a page or file, and to a place of it that is there.
pub(crate) fn leads_there(db: &dyn Db, from: File, destination: &str) -> bool {
    match resolve(db, from, destination) {
        Target::External | Target::Missing | Target::Redirect(_) => false,
        Target::Asset(_) | Target::Model(_) => true,
        Target::Page { file, .. } => {
            let fragment = DestinationParts::parse(destination).fragment.filter(|fragment| !fragment.is_empty());
            fragment.is_none_or(|fragment| page_places(db, file).anchors.iter().any(|known| **known == *fragment))
        }
    }
}

fn with_rest(path: &str, query: &str, fragment: Option<&str>) -> String {
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    format!("{path}{query}{fragment}")
}

/// `path`, which leads to `wanted`, as it leads to `meant`, which has as many parts: with the dots and ends that it is
/// written with.
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
    use super::{place_of, respelled};

    #[test]
    fn a_destination_is_found_in_what_is_written_for_it() {
        for (written, expected) in [
            ("/a", Some(0)),
            ("\"/a\"", Some(1)),
            ("[text](/a)", Some(7)),
            ("![text](/a \"title](/a)\")", Some(8)),
            ("[![image](/a)](</a>)", Some(16)),
            ("[text](/a\n'title')", Some(7)),
            ("[text][label]", None),
            ("[text](/b)", None),
            ("[](/a)](/b)", None),
        ] {
            assert_eq!(place_of(written, "/a"), expected, "{written}");
        }
    }

    #[test]
    fn a_path_keeps_the_way_it_is_written() {
        assert_eq!(respelled("/guide/steup", "guide/steup", "guide/setup").as_deref(), Some("/guide/setup"));
        assert_eq!(respelled("../Guide/a.md", "Guide/a", "guide/a").as_deref(), Some("../guide/a.md"));
        assert_eq!(respelled("./steup/", "guide/steup", "guide/setup").as_deref(), Some("./setup/"));
        assert_eq!(respelled("steup", "Guide/steup", "guide/setup"), None);
    }
}
