//! A schema among the specs of the project: how the `ref` and `spec` of a page's type find it.

use super::site_operation::{SiteLookup, site_specs, specs_meant};
use crate::Db;
use crate::parse::markdown::EndpointRef;
use base::diagnostic::did_you_mean;
use base::inputs::{File, FileSet};
use openapi::chunks::{Chunk, ChunkKey, ChunkName, Section, file_index, find_chunk};
use openapi::schema::schema;

/// The schema that a type of a page refers to, looked up in the spec it names, or in all.
pub(crate) fn find_site_schema<'db>(db: &'db dyn Db, set: FileSet, wanted: &EndpointRef) -> SiteLookup<'db> {
    let specs = site_specs(db, set);
    let mut is_known = wanted.spec.is_none();
    let mut found = Vec::new();
    for spec in specs_meant(&specs, wanted) {
        is_known = true;
        found.extend(named_schema(db, spec.file, &wanted.reference));
    }
    match found.as_slice() {
        [] if !is_known => SiteLookup::NoSpec,
        [] => SiteLookup::Missing,
        [chunk] => SiteLookup::Found(*chunk),
        _ => SiteLookup::Ambiguous(found),
    }
}

/// The component schema of a spec with this name, unless it is internal.
fn named_schema<'db>(db: &'db dyn Db, spec: File, name: &str) -> Option<Chunk<'db>> {
    let key = ChunkKey { section: Section::Components, name: "schemas".into(), member: name.into() };
    find_chunk(db, ChunkName::new(db, spec, key)).filter(|&chunk| is_shown(db, chunk))
}

/// Whether a schema is public. Equal after most edits of it.
#[salsa::tracked(returns(copy))]
pub(crate) fn is_shown<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> bool {
    let schema = schema(db, chunk);
    !schema.is_wrong && !schema.facts.as_ref().is_some_and(|facts| facts.internal)
}

/// "did you mean …" for a `ref` that matches no schema.
pub(crate) fn suggest_site_schema(db: &dyn Db, set: FileSet, wanted: &EndpointRef) -> Option<String> {
    let specs = site_specs(db, set);
    let keys =
        specs_meant(&specs, wanted).flat_map(|spec| &file_index(db, spec.file).chunks).map(|chunk| chunk.key(db));
    let names = keys.filter(|key| key.section == Section::Components && &*key.name == "schemas");
    did_you_mean(&wanted.reference, names.map(|key| &*key.member))
}

/// For each of several schemas with the same name, the name of its spec.
pub(crate) fn specs_of<'db>(db: &'db dyn Db, set: FileSet, chunks: &[Chunk<'_>]) -> Vec<&'db str> {
    let specs = site_specs(db, set);
    let of = |chunk: &Chunk<'_>| specs.iter().find(|spec| spec.file == chunk.spec(db)).and_then(|spec| spec.name);
    chunks.iter().filter_map(of).collect()
}
