//! The schemas with a page of their own: their URLs, which of them the site's pages reach, and their uses.
//!
//! A URL depends only on the names in a spec, so an operation is rendered without reading the others.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::sync::Arc;

use super::page_tree::page_facts;
use super::pages::{PageId, pages};
use super::sidebar::{API, Parts, sidebar};
use super::site_operation::{SiteLookup, find_site_operation, site_specs};
use super::site_schema::{find_site_schema, is_shown};
use super::slug::{slug, unique};
use crate::Db;
use crate::parse::config::{SpecSetting, api_setting, spec_settings};
use crate::resolve::downloads::spec_folder;
use base::inputs::{File, FileSet};
use openapi::chunks::{Chunk, ChunkKey, Section, file_index};
use openapi::endpoint::model_name;
use openapi::spec::Text;
use openapi::uses::{operation_uses, schema_uses};

/// The folder of the schema pages, which are named by their keys.
pub(crate) const MODELS_ID: &str = "api/models";
/// The greatest number of listed operations that use a schema only through others.
const MOST_INDIRECT: usize = 30;

/// The ID of a schema's page.
pub(crate) fn model_id(key: &str) -> String {
    format!("{MODELS_ID}/{key}")
}

/// The key of a schema's page and fragment, unique in the site: the slug of its name, with several specs below the
/// folder of the spec. `None` for a chunk that is not a schema, an internal one, and if the project disables such
/// pages.
#[salsa::tracked(returns(ref))]
pub(crate) fn model_key<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Option<Text> {
    let set = FileSet::of(db, chunk.spec(db));
    let key = chunk.key(db);
    let is_part = key.section == Section::Fragment || is_schema(key);
    if !is_part || !api_setting(db, set.config(db)).models || !is_shown(db, chunk) {
        return None;
    }
    let spec = chunk.spec(db);
    let slugs = model_slugs(db, spec);
    let slug = if chunk.file(db) == spec {
        slugs.get(&*key.member)?.clone()
    } else {
        // Other files are unknown until something refers to them, so their path distinguishes them.
        let name = model_name(db, chunk);
        let identity = format!("{}\n{}\n{}", chunk.file(db).path(db), key.name, key.member);
        let base = slug(&name, &identity).unwrap_or_else(|| "schema".to_owned());
        let is_taken = |slug: &str| slug == base || slugs.values().any(|known| **known == *slug);
        unique(base.clone(), &identity, is_taken).into()
    };
    Some(format!("{}{slug}", spec_folder(db, set, spec)).into())
}

/// Whether a chunk is a schema among the components of a document.
fn is_schema(key: &ChunkKey) -> bool {
    key.section == Section::Components && &*key.name == "schemas" && !key.member.is_empty()
}

/// The slugs of a spec's component schemas, unique ignoring case. Of names with equal slugs, the first by its bytes has
/// the plain one.
#[salsa::tracked(returns(ref))]
fn model_slugs(db: &dyn Db, spec: File) -> BTreeMap<Box<str>, Text> {
    let keys = file_index(db, spec).chunks.iter().map(|chunk| chunk.key(db));
    let names: BTreeSet<&str> = keys.filter(|key| is_schema(key)).map(|key| &*key.member).collect();
    let mut taken: HashSet<String> = HashSet::new();
    let mut slugs = BTreeMap::new();
    for name in names {
        let base = slug(name, name).unwrap_or_else(|| "schema".to_owned());
        let slug = unique(base, name, |slug| taken.contains(slug));
        slugs.insert(name.into(), slug.as_str().into());
        taken.insert(slug);
    }
    slugs
}

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
        let facts = page_facts(db, file);
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
        && sidebar(db, set).items.iter().any(|item| item.operations() > 0)
        && site_specs(db, set).iter().any(|spec| !model_slugs(db, spec.file).is_empty())
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
        let start = model_id(&spec_folder(db, set, spec));
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
