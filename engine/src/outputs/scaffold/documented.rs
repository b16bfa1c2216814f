//! The operations that the project's pages document, and its other pages.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::{Documented, Unclear, sidebar::group_value};
use crate::Db;
use crate::outputs::config_edit::NewValue;
use crate::outputs::diagnostics::page_place;
use crate::resolve::page_tree::{page_facts, page_tree};
use crate::resolve::pages::pages;
use crate::resolve::sidebar::{SidebarItem, SidebarKind, sidebar};
use crate::resolve::site_operation::{SiteSpec, documented_operation, specs_meant};
use base::diagnostic::Span;
use base::inputs::{File, FileSet};
use openapi::chunks::Chunk;
use openapi::operation::{Lookup, find_operation};

/// The first page that documents an operation.
#[derive(Clone, Copy)]
pub(super) struct PageOf<'db> {
    pub(super) id: &'db Arc<str>,
    /// Whether the page documents only this operation.
    pub(super) is_alone: bool,
}

/// The operations that pages document.
pub(super) struct DocumentedOperations<'db> {
    pages: HashMap<Chunk<'db>, PageOf<'db>>,
    pub(super) kept: Vec<Documented>,
    pub(super) vanished: Vec<Documented>,
    pub(super) unclear: Vec<Unclear>,
}

impl<'db> DocumentedOperations<'db> {
    /// Reads the refs of all pages to one of the specs.
    pub(super) fn find(db: &'db dyn Db, set: FileSet, spec: File, specs: &[SiteSpec<'_>]) -> Self {
        let mut found = Self { pages: HashMap::new(), kept: Vec::new(), vanished: Vec::new(), unclear: Vec::new() };
        for (id, &file) in &pages(db, set).by_id {
            let endpoints = &page_facts(db, file).endpoints;
            let is_alone = endpoints.len() == 1;
            for (number, endpoint) in endpoints.iter().enumerate() {
                let having: Vec<SiteSpec<'_>> = specs_meant(specs, endpoint)
                    .filter(|meant| *find_operation(db, meant.file, &endpoint.reference) != Lookup::Missing)
                    .collect();
                let may_be_ours = specs_meant(specs, endpoint).any(|meant| meant.file == spec);
                if !may_be_ours {
                    continue;
                }
                let place = || page_place(db, file, span_of(db, file, number));
                let operation = || endpoint.reference.to_string();
                let documented = || Documented { operation: operation(), place: place(), is_scaffolded: is_alone };
                if having.is_empty() {
                    found.vanished.push(documented());
                }
                if let [first, _, ..] = having.as_slice()
                    && having.iter().any(|other| other.file == spec)
                {
                    let spec = first.name.unwrap_or_default().to_owned();
                    found.unclear.push(Unclear { operation: operation(), place: place(), spec });
                }
                // A `ref` that is ambiguous in its spec is reported by the check.
                let Some(chunk) = documented_operation(db, specs, endpoint) else { continue };
                if chunk.spec(db) == spec && !found.pages.contains_key(&chunk) {
                    found.kept.push(documented());
                    found.pages.insert(chunk, PageOf { id, is_alone });
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

/// The span of the page's endpoint with this number.
fn span_of(db: &dyn Db, file: File, number: usize) -> Span {
    page_tree(db, file).endpoints().nth(number).map(|(_, span)| span).unwrap_or_default()
}

/// The default sidebar, without the pages of the API. A configured sidebar must list these pages, or they would be
/// lost.
pub(super) fn other_pages(db: &dyn Db, set: FileSet, of_api: &BTreeSet<&str>) -> Vec<NewValue> {
    values(&sidebar(db, set).items, of_api)
}

fn values(items: &[SidebarItem], of_api: &BTreeSet<&str>) -> Vec<NewValue> {
    items
        .iter()
        .filter_map(|item| match &item.kind {
            SidebarKind::Page { id, .. } => (!of_api.contains(&**id)).then(|| NewValue::String(id.to_string())),
            SidebarKind::Anchor { .. } | SidebarKind::Schema { .. } | SidebarKind::Link { .. } => None,
            SidebarKind::Group { items, .. } => {
                let pages = values(items, of_api);
                (!pages.is_empty()).then(|| group_value(&item.title, pages))
            }
        })
        .collect()
}
