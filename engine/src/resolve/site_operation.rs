//! An operation among the specs of the project: how the `ref` and `spec` of a page find it, and how an ambiguous one is
//! distinguished.

use crate::Db;
use crate::parse::config::spec_settings;
use crate::parse::markdown::EndpointRef;
use base::diagnostic::did_you_mean;
use base::inputs::{File, FileSet};
use openapi::chunks::Chunk;
use openapi::operation::{Lookup, address, find_operation, operation_head, operation_ids, suggest_operation};

/// The greatest number of names in a hint.
const MOST_NAMES: usize = 10;

/// A spec as pages refer to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SiteSpec<'db> {
    pub(crate) name: Option<&'db str>,
    pub(crate) file: File,
}

/// The result of a lookup in the specs of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SiteLookup<'db> {
    Found(Chunk<'db>),
    Missing,
    /// Several operations with this name, in one spec or in several.
    Ambiguous(Vec<Chunk<'db>>),
    /// The project has no spec with this name.
    NoSpec,
}

/// The specs of the project, in the order of `tool.json`.
pub(crate) fn site_specs(db: &dyn Db, set: FileSet) -> Vec<SiteSpec<'_>> {
    let specs = named_specs(db, set).iter();
    specs.map(|(name, file)| SiteSpec { name: name.as_deref(), file: *file }).collect()
}

/// The specs with their names. A firewall: their paths may differ between editions.
#[salsa::tracked(returns(ref))]
fn named_specs(db: &dyn Db, set: FileSet) -> Vec<(Option<Box<str>>, File)> {
    let named = set.named(db);
    let settings = spec_settings(db, set.config(db)).iter();
    settings.filter_map(|setting| Some((setting.name.as_deref().map(Box::from), *named.get(&setting.path)?))).collect()
}

/// The specs that an endpoint may refer to: the one it names, or all.
pub(crate) fn specs_meant<'a, 'db>(
    specs: &'a [SiteSpec<'db>],
    endpoint: &'a EndpointRef,
) -> impl Iterator<Item = SiteSpec<'db>> + 'a {
    specs.iter().copied().filter(|spec| endpoint.spec.is_none() || endpoint.spec.as_deref() == spec.name)
}

/// The operation that an endpoint of a page refers to, looked up in the spec it names, or in all.
pub(crate) fn find_site_operation<'db>(db: &'db dyn Db, set: FileSet, endpoint: &EndpointRef) -> SiteLookup<'db> {
    let specs = site_specs(db, set);
    let mut found: Vec<Chunk<'db>> = Vec::new();
    let mut is_known = endpoint.spec.is_none();
    for spec in specs_meant(&specs, endpoint) {
        is_known = true;
        found.extend(find_operation(db, spec.file, &endpoint.reference).chunks());
    }
    match found.as_slice() {
        [] if !is_known => SiteLookup::NoSpec,
        [] => SiteLookup::Missing,
        [chunk] => SiteLookup::Found(*chunk),
        _ => SiteLookup::Ambiguous(found),
    }
}

/// The operation that an endpoint documents. If several specs have it, the first one's: the page existed before the
/// other specs.
pub(crate) fn documented_operation<'db>(
    db: &'db dyn Db,
    specs: &[SiteSpec<'_>],
    endpoint: &EndpointRef,
) -> Option<Chunk<'db>> {
    let mut found = specs_meant(specs, endpoint).map(|spec| find_operation(db, spec.file, &endpoint.reference));
    match found.find(|found| **found != Lookup::Missing)? {
        Lookup::Found(chunk) => Some(*chunk),
        Lookup::Missing | Lookup::Ambiguous(_) => None,
    }
}

/// "did you mean …" for a `ref` that matches no operation.
pub(crate) fn suggest_site_operation(db: &dyn Db, set: FileSet, endpoint: &EndpointRef) -> Option<String> {
    let specs = site_specs(db, set);
    specs_meant(&specs, endpoint).find_map(|spec| suggest_operation(db, spec.file, &endpoint.reference))
}

/// The `operationId`s of the specs that an endpoint may refer to.
pub(crate) fn meant_operations<'db>(db: &'db dyn Db, set: FileSet, endpoint: &EndpointRef) -> Vec<&'db str> {
    let specs = site_specs(db, set);
    specs_meant(&specs, endpoint).flat_map(|spec| operation_ids(db, spec.file)).collect()
}

/// "did you mean …" for an unknown spec name, or else the known names.
pub(crate) fn suggest_spec(db: &dyn Db, set: FileSet, name: &str) -> Option<String> {
    let specs = site_specs(db, set);
    let names = || specs.iter().filter_map(|spec| spec.name);
    did_you_mean(name, names()).or_else(|| {
        let listed: Vec<String> = names().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
        match listed.as_slice() {
            [] => None,
            [one] => Some(format!("the one spec is {one}")),
            _ => Some(format!("the specs are {}", listed.join(", "))),
        }
    })
}

/// For each of several operations with the same name, what an author adds to its element or writes as its `ref` to
/// select it.
pub(crate) fn distinctions(db: &dyn Db, set: FileSet, chunks: &[Chunk<'_>]) -> Vec<String> {
    let specs = site_specs(db, set);
    let file = |chunk: &Chunk<'_>| chunk.spec(db);
    let of_one_spec = chunks.windows(2).all(|pair| pair.first().map(file) == pair.last().map(file));
    let name_of = |chunk: &Chunk<'_>| specs.iter().find(|spec| spec.file == file(chunk)).and_then(|spec| spec.name);
    let mut found = Vec::new();
    for chunk in chunks.iter().take(MOST_NAMES) {
        let reference = format!("ref=\"{}\"", address(operation_head(db, *chunk)));
        let is_alone = chunks.iter().filter(|other| file(other) == file(chunk)).count() == 1;
        found.push(match name_of(chunk) {
            Some(name) if is_alone => format!("spec=\"{name}\""),
            Some(name) if !of_one_spec => format!("{reference} spec=\"{name}\""),
            _ => reference,
        });
    }
    found
}
