//! The URLs of the pages of schemas. A URL depends only on the names in a spec, so an operation is rendered without reading
//! the others.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::site_schema::is_shown;
use super::slug::{slug, unique};
use crate::Db;
use crate::parse::config::api_setting;
use crate::resolve::downloads::spec_folder;
use base::inputs::{File, FileSet};
use openapi::chunks::{Chunk, ChunkKey, Section, file_index};
use openapi::endpoint::model_name;
use openapi::spec::Text;

/// The folder of the schema pages, which are named by their keys.
pub(crate) const MODELS_ID: &str = "api/models";

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
    Some(format!("{}{slug}", spec_folder(db, spec)).into())
}

/// Whether a chunk is a schema among the components of a document.
fn is_schema(key: &ChunkKey) -> bool {
    key.section == Section::Components && &*key.name == "schemas" && !key.member.is_empty()
}

/// The slugs of a spec's component schemas, unique ignoring case. Of names with equal slugs, the first by its bytes has
/// the plain one.
#[salsa::tracked(returns(ref))]
pub(crate) fn model_slugs(db: &dyn Db, spec: File) -> BTreeMap<Box<str>, Text> {
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
