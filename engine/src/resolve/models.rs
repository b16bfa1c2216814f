//! The schemas with a page of their own: which of them the site's pages and its sidebar reach, and their uses.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

use super::model_keys::{MODELS_ID, model_id, model_key, model_slugs};
use super::page_tree::api_facts;
use super::pages::{PageId, pages};
use super::sidebar::{API, Parts, sidebar};
use super::site_operation::{SiteLookup, find_site_operation, site_specs};
use super::site_schema::find_site_schema;
use crate::Db;
use crate::parse::config::{
    SidebarContents, SpecSetting, TabSetting, api_setting, sidebar_setting, spec_settings, tab_settings,
};
use crate::parse::markdown::EndpointRef;
use crate::resolve::downloads::spec_folder;
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::model_name;
use openapi::spec::Text;
use openapi::uses::{operation_uses, schema_uses};

/// The greatest number of listed operations that use a schema only through others.
const MOST_INDIRECT: usize = 30;

/// An operation that a page shows.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct ShownOperation<'db> {
    pub(crate) chunk: Chunk<'db>,
    /// The first page by ID.
    pub(crate) page: Arc<str>,
}

/// A schema with a page, and its uses.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct UsedModel<'db> {
    pub(crate) chunk: Chunk<'db>,
    /// The operations whose parameters or bodies contain it, by index.
    pub(crate) operations: Vec<usize>,
    /// The keys of the schemas that contain it, sorted.
    pub(crate) schemas: BTreeSet<Text>,
    /// The pages that show it on its own.
    pub(crate) pages: Vec<Arc<str>>,
}

/// The schemas that pages reach, by key. Separate from the other outputs, since finding them reads all pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Models<'db> {
    pub(crate) by_key: BTreeMap<Text, UsedModel<'db>>,
    pub(crate) operations: Vec<ShownOperation<'db>>,
}

impl<'db> Models<'db> {
    /// Some operations that use a schema through others, the nearest first.
    pub(crate) fn indirect(&self, key: &str) -> Vec<&ShownOperation<'db>> {
        let mut seen: HashSet<&str> = HashSet::from([key]);
        let mut open: VecDeque<&str> = VecDeque::from([key]);
        let mut found: Vec<usize> = Vec::new();
        while let Some(model) = open.pop_front().and_then(|key| self.by_key.get(key)) {
            for &operation in &model.operations {
                if !found.contains(&operation) && found.len() < MOST_INDIRECT {
                    found.push(operation);
                }
            }
            if found.len() == MOST_INDIRECT {
                break;
            }
            open.extend(model.schemas.iter().map(|key| &**key).filter(|key| seen.insert(key)));
        }
        found.iter().filter_map(|&at| self.operations.get(at)).collect()
    }

    /// Records a schema that something in the site contains.
    fn reach(&mut self, key: &Text, chunk: Chunk<'db>, open: &mut Vec<Chunk<'db>>) -> &mut UsedModel<'db> {
        self.by_key.entry(key.clone()).or_insert_with(|| {
            open.push(chunk);
            UsedModel { chunk, operations: Vec::new(), schemas: BTreeSet::new(), pages: Vec::new() }
        })
    }
}

/// See [`Models`].
#[salsa::tracked(returns(ref))]
pub(crate) fn models(db: &dyn Db, set: FileSet) -> Models<'_> {
    set.reads_all_pages(db);
    let mut models = Models::default();
    if !api_setting(db, set.config(db)).models {
        return models;
    }
    let mut open: Vec<Chunk<'_>> = Vec::new();
    let mut known: HashSet<Chunk<'_>> = HashSet::new();
    for (id, &file) in &pages(db, set).by_id {
        let Some(facts) = api_facts(db, file) else { continue };
        for wanted in &facts.endpoints {
            let SiteLookup::Found(chunk) = find_site_operation(db, set, wanted) else { continue };
            if !known.insert(chunk) {
                continue;
            }
            let at = models.operations.len();
            models.operations.push(ShownOperation { chunk, page: id.clone() });
            for &used in operation_uses(db, chunk) {
                if let Some(key) = model_key(db, used) {
                    models.reach(key, used, &mut open).operations.push(at);
                }
            }
        }
        for wanted in &facts.schemas {
            let SiteLookup::Found(chunk) = find_site_schema(db, set, wanted) else { continue };
            if let Some(key) = model_key(db, chunk) {
                let used = models.reach(key, chunk, &mut open);
                if used.pages.last() != Some(id) {
                    used.pages.push(id.clone());
                }
            }
        }
    }
    for wanted in schemas_of_sidebar(db, set) {
        let SiteLookup::Found(chunk) = find_site_schema(db, set, &wanted) else { continue };
        if let Some(key) = model_key(db, chunk) {
            models.reach(key, chunk, &mut open);
        }
    }
    while let Some(user) = open.pop() {
        let Some(by) = model_key(db, user) else { continue };
        for &used in schema_uses(db, user) {
            if let Some(key) = model_key(db, used) {
                let model = models.reach(key, used, &mut open);
                if key != by {
                    model.schemas.insert(by.clone());
                }
            }
        }
    }
    models
}

/// The schemas that the configured sidebars list.
fn schemas_of_sidebar(db: &dyn Db, set: FileSet) -> Vec<EndpointRef> {
    let config = set.config(db);
    let of_tabs = tab_settings(db, config).iter().flat_map(TabSetting::entries);
    let entries = sidebar_setting(db, config).iter().flatten().chain(of_tabs);
    let reference =
        |(name, spec): (&str, Option<&str>)| EndpointRef { reference: name.into(), spec: spec.map(Into::into) };
    SidebarContents::of(entries).schemas.into_iter().map(reference).collect()
}

/// The schemas with a page, as names and page IDs, sorted by name.
#[salsa::tracked(returns(deref))]
pub(crate) fn model_list(db: &dyn Db, set: FileSet) -> Box<[(Text, String)]> {
    let all = models(db, set).by_key.iter();
    let mut all: Vec<(Text, String)> = all.map(|(key, used)| (model_name(db, used.chunk), model_id(key))).collect();
    all.sort_by_cached_key(|(name, id)| (name.to_lowercase(), id.clone()));
    all.into()
}

/// Whether the site has a list of schemas, decided without reading the operations: an API page is in the sidebar, and a
/// document has component schemas. If the pages reach none of them, the list is empty.
#[salsa::tracked(returns(copy))]
pub(crate) fn has_model_list(db: &dyn Db, set: FileSet) -> bool {
    api_setting(db, set.config(db)).models
        && !pages(db, set).by_id.contains_key(MODELS_ID)
        && site_specs(db, set).iter().any(|spec| !model_slugs(db, spec.file).is_empty())
        && sidebar(db, set).items.iter().any(|item| item.operations() > 0)
}

/// The part of the sidebar with the schemas of a spec: its tab, or else the part with most operations.
pub(crate) fn part_of_spec(db: &dyn Db, set: FileSet, setting: &SpecSetting) -> u16 {
    let sidebar = sidebar(db, set);
    match (sidebar.parts, setting.tab) {
        (Parts::One, _) => 0,
        (Parts::GuidesAndApi, _) => API,
        (Parts::Tabs(_), Some(tab)) => tab,
        (Parts::Tabs(count), None) => {
            let operations = |part: u16| sidebar.part(part).map(|(_, item)| item.operations()).sum::<usize>();
            (0..count).rev().max_by_key(|&part| operations(part)).unwrap_or_default()
        }
    }
}

/// The parts of the sidebar with schemas, each with what the IDs of their pages begin with; all of them if it is empty.
pub(crate) fn parts_with_models(db: &dyn Db, set: FileSet) -> Vec<(u16, Vec<String>)> {
    let mut parts: Vec<(u16, Vec<String>)> = Vec::new();
    for setting in spec_settings(db, set.config(db)) {
        let Some(&spec) = set.named(db).get(&setting.path) else { continue };
        if matches!(sidebar(db, set).parts, Parts::Tabs(_)) && model_slugs(db, spec).is_empty() {
            continue;
        }
        let part = part_of_spec(db, set, setting);
        let start = model_id(spec_folder(db, spec));
        match parts.iter_mut().find(|(known, _)| *known == part) {
            Some((_, starts)) => starts.push(start),
            None => parts.push((part, vec![start])),
        }
    }
    if let [(_, starts)] = parts.as_mut_slice() {
        starts.clear();
    }
    parts
}

/// Whether the page of a schema, or the list of schemas, has this ID. A firewall over [`models`].
#[salsa::tracked(returns(copy))]
pub(crate) fn is_model_page<'db>(db: &'db dyn Db, id: PageId<'db>) -> bool {
    let by_key = &models(db, id.set(db)).by_key;
    match id.id(db).strip_prefix(MODELS_ID) {
        Some("") => !by_key.is_empty() || has_model_list(db, id.set(db)),
        Some(rest) => rest.strip_prefix('/').is_some_and(|key| by_key.contains_key(key)),
        None => false,
    }
}
