//! The page to which readers return after signing in: whether a site needs it, and its file.

use super::editions;
use super::site_parts::site_parts;
use crate::Db;
use crate::parse::config::{site_texts, strings};
use crate::render::shell::{OutputOptions, place};
use crate::render::sign_in::{SIGN_IN_FILE, sign_in_page};
use crate::resolve::edition_view::EditionView;
use crate::resolve::page_tree::page_facts;
use crate::resolve::pages::pages;
use crate::resolve::site_operation::site_specs;
use base::inputs::FileSet;
use openapi::security::declared_schemes;

/// Whether readers sign in elsewhere for the API of a site or for an author's request. Without such an API it reads all
/// pages. The main edition has the page of all editions, so that a provider needs to know one URL.
pub(super) fn has_sign_in(db: &dyn Db, set: FileSet) -> bool {
    let signs_in = |edition: EditionView| match edition.end(db) {
        Ok(set) => signs_in(db, set),
        Err(end) => end.signs_in,
    };
    editions::is_main(db, set) && EditionView::all(db).any(signs_in)
}

/// Whether readers of an edition sign in elsewhere.
pub(super) fn signs_in(db: &dyn Db, set: FileSet) -> bool {
    let mut schemes = site_specs(db, set).into_iter().flat_map(|spec| declared_schemes(db, spec.file));
    schemes.any(|scheme| scheme.kind.signs_in())
        || pages(db, set).by_id.values().any(|&file| page_facts(db, file).signs_in)
}

/// The page, if requested and needed. Other paths are ruled out before any page is read.
pub(super) fn sign_in_html(db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> Option<String> {
    if path != SIGN_IN_FILE || !has_sign_in(db, set) {
        return None;
    }
    let (texts, s) = (site_texts(db, set.config(db)), strings(db, set.config(db)));
    Some(place(&sign_in_page(s, texts, &site_parts(db, set, None)), path, options))
}
