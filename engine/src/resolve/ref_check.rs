//! The checks of references to operations and schemas of the specs.

use crate::Db;
use crate::parse::markdown::{Component, EndpointRef};
use crate::resolve::site_operation::{
    SiteLookup, SiteSpec, distinctions, find_site_operation, meant_operations, site_specs, specs_meant,
    suggest_site_operation, suggest_spec,
};
use crate::resolve::site_schema::{find_site_schema, specs_of, suggest_site_schema};
use base::diagnostic::{Code, Diagnostic, Fix, Span};
use base::inputs::FileSet;
use openapi::chunks::{Chunk, file_diagnostics};
use openapi::spec::{Version, version};

/// The reason why an endpoint or a request panel shows no operation of the spec, if any.
pub(super) fn check_endpoint(db: &dyn Db, set: FileSet, component: &Component) -> Option<Diagnostic<Span>> {
    let endpoint = &component.endpoint_ref()?;
    let reference = &endpoint.reference;
    let span = component.place_of("ref");
    match find_site_operation(db, set, endpoint) {
        SiteLookup::Found(_) => None,
        // An unreadable spec lacks every operation; that is reported once, in the spec.
        SiteLookup::Missing if has_broken_spec(db, set, endpoint) => None,
        SiteLookup::Missing => Some(
            Diagnostic::new(Code::UnmatchedRef, format!("no operation matches `{reference}`"), span)
                .with_help(nearest_operation(db, set, endpoint))
                .with_fix(rename_ref(component, &meant_operations(db, set, endpoint))),
        ),
        SiteLookup::NoSpec => Some(no_spec(db, set, endpoint, component.place_of("spec"))),
        // Their positions in the spec are added when it is reported.
        SiteLookup::Ambiguous(chunks) => {
            let message = format!("{} operations match `{reference}`", chunks.len());
            let ways = distinctions(db, set, &chunks).join("` or `");
            Some(Diagnostic::new(Code::AmbiguousRef, message, span).with_help(format!("add `{ways}`")))
        }
    }
}

/// The fix that replaces a `ref` by the only name that differs just in case.
fn rename_ref(component: &Component, names: &[&str]) -> Option<Fix<Span>> {
    let given = component.given("ref")?;
    let folded = given.value.to_lowercase();
    let is_same = |name: &&&str| match name.is_ascii() && folded.is_ascii() {
        true => name.eq_ignore_ascii_case(&folded),
        false => name.to_lowercase() == folded,
    };
    let mut same = names.iter().filter(is_same);
    match (same.next(), same.next()) {
        (Some(name), None) if given.span.range().len() == given.value.len() => Some(Fix::rename(given.span, name)),
        _ => None,
    }
}

fn no_spec(db: &dyn Db, set: FileSet, wanted: &EndpointRef, place: Span) -> Diagnostic<Span> {
    let name = wanted.spec.as_deref().unwrap_or_default();
    let help = suggest_spec(db, set, name)
        .unwrap_or_else(|| "the specs in `tool.json` have no names; remove `spec`".to_owned());
    Diagnostic::new(Code::UnknownSpec, format!("no spec is named `{name}`"), place).with_help(help)
}

/// The reason why a type shows no schema of the spec, if any.
pub(super) fn check_schema(db: &dyn Db, set: FileSet, component: &Component) -> Option<Diagnostic<Span>> {
    let place = RefPlace { reference: component.place_of("ref"), spec: component.place_of("spec") };
    find_schema(db, set, &component.schema_ref()?, place, |spec| format!("spec=\"{spec}\"")).err().flatten()
}

/// The spans of a reference and of the name of its spec.
pub(super) struct RefPlace {
    pub(super) reference: Span,
    pub(super) spec: Span,
}

/// The schema that a reference names, or the reason why it names none; without a reason if the spec is broken. `choose` is
/// what the author adds to choose one of several specs.
pub(super) fn find_schema<'db>(
    db: &'db dyn Db,
    set: FileSet,
    wanted: &EndpointRef,
    place: RefPlace,
    choose: impl Fn(&str) -> String,
) -> Result<Chunk<'db>, Option<Diagnostic<Span>>> {
    let reference = &wanted.reference;
    let found = match find_site_schema(db, set, wanted) {
        SiteLookup::Found(chunk) => return Ok(chunk),
        SiteLookup::Missing if has_broken_spec(db, set, wanted) => return Err(None),
        SiteLookup::Missing => {
            let help = if site_specs(db, set).is_empty() { no_specs() } else { suggest_site_schema(db, set, wanted) };
            Diagnostic::new(Code::UnmatchedRef, format!("no schema is named `{reference}`"), place.reference)
                .with_help(help)
        }
        SiteLookup::NoSpec => no_spec(db, set, wanted, place.spec),
        // Their positions in the specs are added when it is reported.
        SiteLookup::Ambiguous(chunks) => {
            let message = format!("{} schemas are named `{reference}`", chunks.len());
            let ways: Vec<String> = specs_of(db, set, &chunks).into_iter().map(choose).collect();
            Diagnostic::new(Code::AmbiguousRef, message, place.reference)
                .with_help(format!("add `{}`", ways.join("` or `")))
        }
    };
    Err(Some(found))
}

/// The help for a page that refers to a spec in a project without one.
fn no_specs() -> Option<String> {
    Some("name the spec in `tool.json`: `\"openapi\": \"openapi.yaml\"`".to_owned())
}

/// Whether one of the specs that an endpoint may refer to is not completely readable.
fn has_broken_spec(db: &dyn Db, set: FileSet, endpoint: &EndpointRef) -> bool {
    specs_meant(&site_specs(db, set), endpoint).any(|SiteSpec { file, .. }| {
        let blocks = |diagnostic: &Diagnostic<Span>| diagnostic.code.info().blocks_build;
        file.is_absent(db) || version(db, file) == Version::Unsupported || file_diagnostics(db, file).iter().any(blocks)
    })
}

fn nearest_operation(db: &dyn Db, set: FileSet, endpoint: &EndpointRef) -> Option<String> {
    if site_specs(db, set).is_empty() {
        return no_specs();
    }
    suggest_site_operation(db, set, endpoint)
}
