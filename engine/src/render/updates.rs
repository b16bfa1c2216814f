//! The entries of a page's changelog, for feeds.

use super::component::text::update_title;
use super::html::HtmlWriter;
use super::marked_texts::with_texts;
use super::variables::with_variables;
use crate::Db;
use crate::parse::config::strings;
use crate::resolve::page_tree::page_tree;
use base::inputs::{File, FileSet};

/// An entry of a changelog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Update {
    pub(crate) anchor: Box<str>,
    pub(crate) title: Box<str>,
    /// An ISO 8601 date: `2026-03-04`.
    pub(crate) date: Box<str>,
    /// Its content, independent of the page's URL.
    pub(crate) html: Box<str>,
}

/// The dated entries of a page's changelog, in page order.
#[salsa::tracked(returns(ref))]
pub(crate) fn page_updates(db: &dyn Db, file: File) -> Vec<Update> {
    let tree = page_tree(db, file);
    let s = strings(db, FileSet::of(db, file).config(db));
    let entry = |(component, date): (_, String)| {
        let component: &crate::parse::markdown::Component = component;
        let writer = HtmlWriter::new(db, file, &tree.footnotes);
        let title = update_title(s, component).into();
        let html = with_texts(&writer.apart(component), s).into();
        Update {
            anchor: component.anchor.clone().unwrap_or_default(),
            title,
            date: date.into(),
            html: with_variables(html, &tree.variables),
        }
    };
    tree.updates().map(entry).collect()
}
