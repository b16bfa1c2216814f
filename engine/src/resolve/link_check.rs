//! The checks of one link: whether its target exists, and whether it names an old address.

use crate::Db;
use crate::resolve::edition_view::Published;
use crate::resolve::link_fix::{end_of_redirect, leads_there, meant_anchor, meant_path};
use crate::resolve::link_text::write_link;
use crate::resolve::links::{DestinationParts, Target, page_of, resolve};
use crate::resolve::page_tree::{PagePlaces, page_places};
use crate::resolve::pages::pages;
use base::diagnostic::{Code, Diagnostic, Span, did_you_mean, nearest};
use base::inputs::{File, FileSet};

/// Whether a page has or may have this anchor: only rendering knows those of an endpoint.
pub(crate) fn has_place(db: &dyn Db, page: File, anchor: &str) -> bool {
    page_places(db, page).may_have(anchor)
}

/// The diagnostics of a link at a span of its file.
pub(super) fn check_link(db: &dyn Db, file: File, destination: &str, span: Span) -> Option<Diagnostic<Span>> {
    check_target(db, file, destination, span, resolve(db, file, destination))
}

/// The diagnostics of a link with this target.
fn check_target(db: &dyn Db, file: File, destination: &str, span: Span, target: Target) -> Option<Diagnostic<Span>> {
    let write = |new: Option<String>| write_link(db, file, span, destination, &new?);
    match target {
        Target::External | Target::Asset(_) | Target::Model(_) | Target::Redirect(_) => None,
        Target::Edition { edition, target: Published::Page(id) } => {
            DestinationParts::parse(destination).fragment?;
            check_anchor(db, file, destination, span, &id, edition.places(db, &id)?)
        }
        Target::Edition { .. } => None,
        Target::Missing => {
            let path = DestinationParts::parse(destination).path;
            let all = pages(db, FileSet::of(db, file));
            let wanted = path.trim_start_matches(['/', '.']).trim_end_matches(".md").trim_end_matches('/');
            let help = if all.drafts.contains_key(wanted) {
                Some("the page is a draft, which is not published".to_owned())
            } else {
                let page = nearest(wanted, all.by_id.keys().map(|id| &**id)).map(|id| format!("did you mean `/{id}`?"));
                page.or_else(|| near_path(wanted, all.assets.keys().map(|path| &**path)))
            };
            let fix = write(meant_path(db, file, destination));
            Some(
                Diagnostic::new(Code::BrokenLink, format!("no page or file `{path}`"), span)
                    .with_help(help)
                    .with_fix(fix),
            )
        }
        Target::Page(id) => {
            // Without a fragment, a link does not depend on the anchors of its target.
            DestinationParts::parse(destination).fragment?;
            check_anchor(db, file, destination, span, &id, page_places(db, page_of(db, file, &id)?))
        }
    }
}

/// The diagnostic for a link to an anchor that its target, the page `id` with these places, does not have.
fn check_anchor(
    db: &dyn Db,
    file: File,
    destination: &str,
    span: Span,
    id: &str,
    places: &PagePlaces,
) -> Option<Diagnostic<Span>> {
    let fragment = DestinationParts::parse(destination).fragment?;
    // A text fragment is about words of the page, which the browser looks for.
    let fragment = fragment.split(":~:").next().filter(|fragment| !fragment.is_empty())?;
    let anchor = crate::resolve::links::percent_decode(fragment);
    if places.may_have(&anchor) {
        return None;
    }
    let near = nearest(&anchor, places.anchors.iter().map(|id| &**id));
    let message = format!("page `{id}` has no heading or anchor `#{anchor}`");
    let meant = meant_anchor(destination, &anchor, places).filter(|_| !destination.contains(":~:"));
    let fix = meant.and_then(|new| write_link(db, file, span, destination, &new));
    let found = Diagnostic::new(Code::BrokenAnchor, message, span);
    Some(found.with_help(near.map(|near| format!("did you mean `#{near}`?"))).with_fix(fix))
}

/// The diagnostic for a link to an old path of `tool.json` whose page has moved within the site.
pub(super) fn check_old_address(db: &dyn Db, file: File, destination: &str, span: Span) -> Option<Diagnostic<Span>> {
    let Target::Redirect(id) = resolve(db, file, destination) else { return None };
    let end = end_of_redirect(db, FileSet::of(db, file), &id)?;
    let parts = DestinationParts::parse(destination);
    let is_path = parts.query.is_empty() && parts.fragment.is_none() && end.starts_with('/');
    let fix = (is_path && leads_there(db, file, end)).then(|| write_link(db, file, span, destination, end)).flatten();
    let found = Diagnostic::new(Code::RedirectedLink, format!("`{}` is an old path", parts.path), span);
    Some(found.with_help(format!("it redirects to `{end}`; link there directly")).with_fix(fix))
}

/// "did you mean …" for the path of a file. Names of one or two letters are too similar to suggest.
pub(super) fn near_path<'p>(path: &str, known: impl Iterator<Item = &'p str>) -> Option<String> {
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    if stem.len() < 3 { None } else { did_you_mean(path, known) }
}
