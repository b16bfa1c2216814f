//! The search index: the terms of each page, and the files that the search dialog loads.
//!
//! A page's terms are one query and the files of all pages another, so an edit tokenizes one page, and in the dev
//! server the files are rebuilt only when someone searches after it.

mod index;
mod operation;
mod terms;
mod text;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use self::index::Doc;
pub(super) use self::index::SEARCH_FOLDER;
use self::text::page_terms;
use super::navigation;
use crate::parse::config::{ProductSetting, TabContent, product_settings, strings, tab_settings};
use crate::render::handover::handing_over;
use crate::resolve::pages::pages;
use crate::resolve::sidebar::sidebar;
use crate::{Database, Db};
use base::inputs::{File, FileSet};
use base::tree::write_string;

/// The file of the dialog's texts.
pub(crate) const SEARCH_TEXTS_FILE: &str = "_tool/search/texts.js";

/// The script that passes the dialog its texts.
pub(super) fn texts_file(db: &dyn Db, set: FileSet) -> String {
    let mut json = String::from("{");
    for (at, (name, text)) in strings(db, set.config(db)).search_texts().iter().enumerate() {
        json.push_str(if at == 0 { "" } else { "," });
        write_string(name, &mut json);
        json.push(':');
        write_string(text, &mut json);
    }
    json.push('}');
    handing_over("search/texts", &json)
}

/// The files of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchIndex {
    pub(crate) by_path: BTreeMap<Arc<str>, Arc<str>>,
}

/// The files of the index, by output path. Reads all pages.
#[salsa::tracked(returns(ref))]
pub(crate) fn search_index(db: &dyn Db, set: FileSet) -> SearchIndex {
    set.reads_all_pages(db);
    let mut docs = Vec::new();
    let sidebar = sidebar(db, set);
    let scopes = scopes(db, set);
    for (id, &file) in &pages(db, set).by_id {
        let around = navigation::around(db, set, id);
        let groups: Vec<&str> = around.breadcrumbs.iter().map(|crumb| crumb.title.as_str()).collect();
        let crumb = groups.join(" › ");
        let part = sidebar.part_of_page(id);
        let tab = scopes.iter().position(|(parts, _)| part.is_some_and(|part| parts.contains(&part)));
        for entry in &page_terms(db, file).entries {
            docs.push(Doc { id, crumb: crumb.clone(), tab, entry });
        }
    }
    let titles: Vec<&str> = scopes.iter().map(|(_, title)| *title).collect();
    SearchIndex { by_path: index::write(&docs, &titles) }
}

/// What readers can limit results to: the products of the site if there are several, otherwise its tabs; each with the
/// indices of its tabs.
fn scopes(db: &dyn Db, set: FileSet) -> Vec<(Range<u16>, &str)> {
    let sidebar = sidebar(db, set);
    let has_pages = |product: &&ProductSetting| product.tabs().any(|tab| sidebar.first_page_of(tab).is_some());
    let products = product_settings(db, set.config(db));
    if products.len() > 1 {
        return products.iter().filter(has_pages).map(|it| (it.tabs(), &*it.title)).collect();
    }
    (0..)
        .zip(tab_settings(db, set.config(db)))
        .filter(|(_, tab)| matches!(tab.content, TabContent::Sidebar(_)))
        .map(|(number, tab)| (number..number + 1, &*tab.title))
        .collect()
}

/// Computes the terms of all pages on all cores, before [`search_index`] requests them one by one.
pub(super) fn prepare(db: &Database, set: FileSet) {
    let files: Vec<File> = pages(db, set).by_id.values().copied().collect();
    files.into_par_iter().for_each_with(db.clone(), |db, file| {
        page_terms(db, file);
    });
}
