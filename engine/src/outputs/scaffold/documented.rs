//! Which operations the project's pages document, and which pages it has besides.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::{Documented, sidebar::group_value};
use crate::diagnostic::{Place, Span};
use crate::inputs::{Db, File, FileSet};
use crate::outputs::config_edit::Value;
use crate::parse::config::spec_settings;
use crate::parse::markdown::{page_facts, page_tree};
use crate::resolve::chunks::Chunk;
use crate::resolve::operation::{Lookup, find_operation};
use crate::resolve::pages::pages;
use crate::resolve::sidebar::{SidebarItem, SidebarKind, sidebar};

/// The first page that documents an operation.
#[derive(Clone, Copy)]
pub(super) struct PageOf<'db> {
    pub(super) id: &'db Arc<str>,
    /// Whether the page documents this operation alone.
    pub(super) is_alone: bool,
}

/// The operations that pages document.
pub(super) struct DocumentedOperations<'db> {
    pages: HashMap<Chunk<'db>, PageOf<'db>>,
    pub(super) kept: Vec<Documented>,
    pub(super) vanished: Vec<Documented>,
}

impl<'db> DocumentedOperations<'db> {
    /// Reads the refs of all pages to the spec, which has that name where the project has several.
    pub(super) fn find(db: &'db dyn Db, set: FileSet, spec: File, name: Option<&str>) -> Self {
        let mut found = Self { pages: HashMap::new(), kept: Vec::new(), vanished: Vec::new() };
        for (id, &file) in &pages(db, set).by_id {
            let endpoints = &page_facts(db, file).endpoints;
            let is_alone = endpoints.len() == 1;
            for (number, endpoint) in endpoints.iter().enumerate() {
                if endpoint.spec.is_some() && endpoint.spec.as_deref() != name {
                    continue;
                }
                let documented = || Documented {
                    operation: endpoint.reference.to_string(),
                    place: Place { file: file.path(db).clone(), span: span_of(db, file, number) },
                    is_scaffolded: is_alone,
                };
                match find_operation(db, spec, &endpoint.reference) {
                    Lookup::Found(chunk) => {
                        if !found.pages.contains_key(chunk) {
                            found.kept.push(documented());
                            found.pages.insert(*chunk, PageOf { id, is_alone });
                        }
                    }
                    Lookup::Missing if !is_elsewhere(db, set, spec, &endpoint.reference) => {
                        found.vanished.push(documented());
                    }
                    // An ambiguous ref is the check's to report.
                    Lookup::Missing | Lookup::Ambiguous(_) => {}
                }
            }
        }
        found
    }

    /// The page that documents an operation.
    pub(super) fn page_of(&self, operation: Chunk<'db>) -> Option<PageOf<'db>> {
        self.pages.get(&operation).copied()
    }
}

/// Where the page's endpoint of that number stands.
fn span_of(db: &dyn Db, file: File, number: usize) -> Span {
    page_tree(db, file).endpoints().nth(number).map(|(_, span)| span).unwrap_or_default()
}

/// Whether another spec of the project has the operation.
fn is_elsewhere(db: &dyn Db, set: FileSet, spec: File, reference: &str) -> bool {
    spec_settings(db, set.config(db))
        .iter()
        .filter_map(|setting| set.named(db).get(&setting.path).copied())
        .any(|other| other != spec && *find_operation(db, other, reference) != Lookup::Missing)
}

/// The sidebar as it is without configuration, but for the pages of the API: with a configured one, pages that are not in
/// it would have no place.
pub(super) fn other_pages(db: &dyn Db, set: FileSet, of_api: &BTreeSet<&str>) -> Vec<Value> {
    values(&sidebar(db, set).items, of_api)
}

fn values(items: &[SidebarItem], of_api: &BTreeSet<&str>) -> Vec<Value> {
    items
        .iter()
        .filter_map(|item| match &item.kind {
            SidebarKind::Page { id, .. } => (!of_api.contains(&**id)).then(|| Value::String(id.to_string())),
            SidebarKind::Link { .. } => None,
            SidebarKind::Group { items, .. } => {
                let pages = values(items, of_api);
                (!pages.is_empty()).then(|| group_value(&item.title, pages))
            }
        })
        .collect()
}
