//! A spec as data for programs: the operations with the values from which their pages are rendered.
//!
//! In a whole spec, each operation has its top-level fields. A single operation has four levels of fields, with
//! positions.

mod field;
mod media;
mod operation;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::diagnostics::{at_file, of_chunk, of_document, of_operations, of_overlays, of_spec, operation_place};
use crate::{Database, Db};
use base::diagnostic::{Code, Diagnostic, LineIndex, Place};
use base::inputs::{Contents, File, FileSet};
use openapi::chunks::{Chunk, Section, chunk_key_place, file_index};
use openapi::endpoint::{complete_endpoint, endpoint};
use openapi::operation::{
    Lookup, OperationHead, address, find_operation, operation_target, operations, suggest_operation, webhooks,
};
use openapi::overlay::{SetValue, set_values};
use openapi::schema::schema;
use openapi::security::{OAuthFlow, SecurityKind, SecurityScheme, security_scheme};
use openapi::server::Server;
use openapi::spec::{Text, spec_info};

pub use field::{InspectedConstraints, InspectedField, InspectedSchema, InspectedVariant};
pub use media::{InspectedBody, InspectedContent, InspectedEncoding, InspectedExample, InspectedHeader};
pub use operation::{
    InspectedCodeSample, InspectedExternalDocs, InspectedLink, InspectedOperation, InspectedParameter,
    InspectedResponse,
};

/// A spec. Scalars are kept as written in the source.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// The `openapi` field.
    pub openapi: Option<String>,
    /// The API's title.
    pub title: Option<String>,
    /// The API's version.
    pub version: Option<String>,
    /// `$self`: the document's own URI.
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    pub own_uri: Option<String>,
    /// The servers of the document.
    pub servers: Vec<InspectedServer>,
    /// `x-tagGroups`.
    pub tag_groups: Vec<InspectedTagGroup>,
    /// The declared tags in order, then those that are only used.
    pub tags: Vec<InspectedTag>,
    /// By name; `None` for one that is declared and cannot be read.
    pub security_schemes: BTreeMap<String, Option<InspectedScheme>>,
    /// The operations of `paths` in document order, without internal ones; only the requested one, if any.
    pub operations: Vec<InspectedOperation>,
    /// The webhooks, under the same rules as `operations`.
    pub webhooks: Vec<InspectedOperation>,
    /// The names of the component schemas in document order, without internal ones.
    pub schemas: Vec<String>,
    /// The diagnostics of the spec, or of the one operation.
    #[serde(skip)]
    pub diagnostics: Vec<Diagnostic>,
}

impl Inspection {
    /// The inspection as JSON, without the diagnostics.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Whether the spec cannot be read, or does not contain the requested operation.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        let fails = |code: Code| code.info().blocks_build || code == Code::UnmatchedRef;
        self.diagnostics.iter().any(|found| fails(found.code))
    }
}

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InspectedSource {
    /// Relative to the project root.
    pub file: Arc<str>,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The values here that overlays set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlaid: Vec<InspectedOverlaid>,
}

/// A value set by an action of an overlay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InspectedOverlaid {
    /// Its JSON Pointer, relative to the object at this position; empty for the object itself.
    pub pointer: String,
    /// The overlay, relative to the project root.
    pub file: Arc<str>,
    /// The number of the action, from 1.
    pub action: u32,
    /// The line of the action, from 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// A server.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedServer {
    /// May contain `{variable}`.
    pub url: Text,
    /// The short name (OpenAPI 3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The variables of the URL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<InspectedVariable>,
}

impl InspectedServer {
    fn of(server: &Server) -> Self {
        let variables = server.variables.iter().map(|variable| InspectedVariable {
            name: variable.name.clone(),
            default: variable.default.clone(),
            values: variable.values.clone(),
            description: variable.description.clone(),
        });
        Self {
            url: server.url.clone(),
            name: server.name.clone(),
            description: server.description.clone(),
            variables: variables.collect(),
        }
    }
}

/// A variable of a server's URL.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedVariable {
    /// Its name.
    pub name: Text,
    /// Its default.
    pub default: Text,
    /// The allowed values, if listed.
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Text>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
}

/// An entry of `x-tagGroups`.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedTagGroup {
    /// Its name.
    pub name: String,
    /// Its tags.
    pub tags: Vec<String>,
}

/// A tag.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedTag {
    /// Its name.
    pub name: String,
    /// The display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The parent tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Its purpose: `nav`, `badge`, `audience`, or another word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The URL of its external documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_docs: Option<String>,
    /// Whether the document declares it.
    pub declared: bool,
    /// The number of operations in `paths` that have it.
    pub operations: usize,
}

/// A security scheme.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedScheme {
    /// `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`, or another as written.
    #[serde(rename = "type")]
    pub kind: Text,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Whether it is deprecated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deprecated: bool,
    /// The name of a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// The location of a key.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub location: Option<Text>,
    /// The scheme of an `Authorization` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme: Option<Text>,
    /// The format of a bearer token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bearer_format: Option<Text>,
    /// The URL of OpenID Connect discovery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_id_connect_url: Option<Text>,
    /// The metadata URL of the OAuth 2 authorization server.
    #[serde(rename = "oauth2MetadataUrl", skip_serializing_if = "Option::is_none")]
    pub metadata_url: Option<Text>,
    /// The OAuth 2 flows by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub flows: BTreeMap<Text, InspectedFlow>,
}

/// An OAuth 2 flow.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedFlow {
    /// The authorization URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<Text>,
    /// The device authorization URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_authorization_url: Option<Text>,
    /// The token URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_url: Option<Text>,
    /// The refresh URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_url: Option<Text>,
    /// Each scope with its description.
    pub scopes: BTreeMap<Text, Text>,
}

impl InspectedScheme {
    fn of(scheme: &SecurityScheme) -> Self {
        let of = |kind: &str| Self {
            kind: kind.into(),
            description: scheme.description.clone(),
            deprecated: scheme.deprecated,
            ..Self::default()
        };
        match &scheme.kind {
            SecurityKind::ApiKey { name, location } => {
                Self { name: Some(name.clone()), location: Some(location.clone()), ..of("apiKey") }
            }
            SecurityKind::Http { scheme, bearer_format } => {
                Self { scheme: Some(scheme.clone()), bearer_format: bearer_format.clone(), ..of("http") }
            }
            SecurityKind::OAuth2 { flows, metadata_url } => {
                let flow = |flow: &OAuthFlow| InspectedFlow {
                    authorization_url: flow.authorization_url.clone(),
                    device_authorization_url: flow.device_authorization_url.clone(),
                    token_url: flow.token_url.clone(),
                    refresh_url: flow.refresh_url.clone(),
                    scopes: flow.scopes.iter().cloned().collect(),
                };
                let flows = flows.iter().map(|it| (it.name.clone(), flow(it))).collect();
                Self { flows, metadata_url: metadata_url.clone(), ..of("oauth2") }
            }
            SecurityKind::OpenIdConnect { url } => {
                Self { open_id_connect_url: Some(url.clone()), ..of("openIdConnect") }
            }
            SecurityKind::MutualTls => of("mutualTLS"),
            SecurityKind::Other(kind) => of(kind),
        }
    }
}

/// Inspects the spec at this path, one of the named files: all of it, or the operations that `operation` names.
pub(crate) fn inspect(db: &Database, set: FileSet, spec: &str, operation: Option<&str>) -> Inspection {
    let Some(&spec) = set.named(db).get(spec) else { return Inspection::default() };
    if let Some(found) = spec.unreadable(db) {
        return Inspection { diagnostics: vec![at_file(db, spec, found)], ..Inspection::default() };
    }
    let mut inspection = document(db, spec);
    let mut lines = SourceLines { db, set, indices: HashMap::new() };
    match operation {
        None => {
            inspection.operations = all(db, spec, InspectedPart::Paths, &mut lines);
            inspection.webhooks = all(db, spec, InspectedPart::Webhooks, &mut lines);
            inspection.diagnostics = of_spec(db, spec);
        }
        Some(reference) => one(db, spec, reference, &mut inspection, &mut lines),
    }
    inspection.diagnostics.sort_by(|a, b| (&a.place, a.code, &a.message).cmp(&(&b.place, b.code, &b.message)));
    inspection.diagnostics.dedup();
    inspection
}

/// The document's metadata.
fn document(db: &Database, spec: File) -> Inspection {
    let info = spec_info(db, spec);
    let text = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned);
    let names = |names: &[Box<str>]| names.iter().map(ToString::to_string).collect();
    let groups = info.tag_groups.iter();
    let schemes = info.security_schemes.iter().map(|name| {
        let scheme = security_scheme(db, spec, &Text::from(name.as_ref()));
        (name.to_string(), scheme.map(InspectedScheme::of))
    });
    Inspection {
        openapi: text(&info.openapi),
        own_uri: text(&info.own_uri),
        title: text(&info.title),
        version: text(&info.version),
        servers: info.servers.iter().map(InspectedServer::of).collect(),
        tag_groups: groups
            .map(|group| InspectedTagGroup { name: group.name.to_string(), tags: names(&group.tags) })
            .collect(),
        tags: tags(db, spec),
        security_schemes: schemes.collect(),
        schemas: schemas(db, spec),
        ..Inspection::default()
    }
}

fn tags(db: &dyn Db, spec: File) -> Vec<InspectedTag> {
    let mut found: Vec<InspectedTag> = Vec::new();
    let mut index: HashMap<&str, Option<usize>> = HashMap::new();
    for tag in &spec_info(db, spec).tags {
        if index.contains_key(&*tag.name) {
            continue;
        }
        index.insert(&tag.name, (!tag.internal).then_some(found.len()));
        if !tag.internal {
            let text = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned);
            found.push(InspectedTag {
                name: tag.name.to_string(),
                display_name: text(&tag.display_name),
                description: text(&tag.description),
                parent: text(&tag.parent),
                kind: text(&tag.kind),
                external_docs: text(&tag.external_docs),
                declared: true,
                operations: 0,
            });
        }
    }
    for &chunk in operations(db, spec) {
        for name in &openapi::operation::operation_head(db, chunk).tags {
            let at = *index.entry(name).or_insert_with(|| {
                found.push(InspectedTag { name: name.to_string(), ..InspectedTag::default() });
                Some(found.len() - 1)
            });
            if let Some(tag) = at.and_then(|at| found.get_mut(at)) {
                tag.operations += 1;
            }
        }
    }
    found
}

fn schemas(db: &dyn Db, spec: File) -> Vec<String> {
    let is_schema = |chunk: &&Chunk<'_>| {
        let key = chunk.key(db);
        let is_internal = || schema(db, **chunk).facts.as_ref().is_some_and(|facts| facts.internal);
        key.section == Section::Components && &*key.name == "schemas" && !key.member.is_empty() && !is_internal()
    };
    file_index(db, spec).chunks.iter().filter(is_schema).map(|chunk| chunk.key(db).member.to_string()).collect()
}

#[derive(Clone, Copy)]
enum InspectedPart {
    Paths,
    Webhooks,
}

impl InspectedPart {
    fn chunks<'db>(self, db: &'db dyn Db, spec: File) -> &'db [Chunk<'db>] {
        match self {
            Self::Paths => operations(db, spec),
            Self::Webhooks => webhooks(db, spec),
        }
    }
}

/// Every operation, with its top-level fields.
fn all(db: &Database, spec: File, part: InspectedPart, lines: &mut SourceLines<'_>) -> Vec<InspectedOperation> {
    let numbers = 0..part.chunks(db, spec).len();
    let found: Vec<(InspectedOperation, Place)> = numbers
        .into_par_iter()
        .map_with(db.clone(), |db, at| {
            let chunk = part.chunks(db, spec)[at];
            let endpoint = endpoint(db, chunk);
            let reference = reference(db, spec, chunk, &endpoint.head);
            let operation = operation::operation(endpoint, reference, &mut |shown| InspectedField::top(shown));
            (operation, chunk_key_place(db, chunk))
        })
        .collect();
    let placed = found.into_iter().map(|(operation, place)| operation.at(lines.source(&place, &[])));
    placed.collect()
}

/// The operation that `reference` names, in full detail; several if an ID is not unique.
fn one(db: &Database, spec: File, reference: &str, inspection: &mut Inspection, lines: &mut SourceLines<'_>) {
    inspection.diagnostics = of_document(db, spec);
    inspection.diagnostics.extend(of_overlays(db, spec));
    let lookup = find_operation(db, spec, reference);
    if *lookup == Lookup::Missing {
        let message = format!("`{}` has no operation `{reference}`", spec.path(db));
        let mut diagnostic = Diagnostic::new(Code::UnmatchedRef, message, None);
        diagnostic.help = suggest_operation(db, spec, reference);
        inspection.diagnostics.push(diagnostic);
    }
    for &chunk in lookup.chunks() {
        let endpoint = complete_endpoint(db, chunk);
        let name = self::reference(db, spec, chunk, &endpoint.head);
        let operation = operation::operation(&endpoint, name, &mut |shown| InspectedField::complete(shown, lines));
        let set = set_values(db, operation_target(db, chunk));
        let operation = operation.at(lines.source(&chunk_key_place(db, chunk), &set));
        let list = if endpoint.head.webhook { &mut inspection.webhooks } else { &mut inspection.operations };
        list.push(operation);
        inspection.diagnostics.extend(of_chunk(db, chunk));
    }
    if let Lookup::Ambiguous(chunks) = lookup {
        let ids: Vec<Place> = chunks.iter().map(|&chunk| operation_place(db, chunk, Some("operationId"))).collect();
        let is_about_them = |found: &Diagnostic| found.place.as_ref().is_some_and(|place| ids.contains(place));
        let found = of_operations(db, spec).into_iter();
        let duplicates = found.filter(|found| found.code == Code::DuplicateOperationId);
        inspection.diagnostics.extend(duplicates.filter(is_about_them));
    }
}

/// The `ref` by which a page names the operation: its ID if unique, otherwise method and path.
fn reference<'db>(db: &'db dyn Db, spec: File, chunk: Chunk<'db>, head: &OperationHead) -> String {
    match head.operation_id.as_deref() {
        Some(id) if *find_operation(db, spec, id) == Lookup::Found(chunk) => id.to_owned(),
        _ => address(head).into(),
    }
}

/// Finds lines and columns, reading each file once.
struct SourceLines<'db> {
    db: &'db dyn Db,
    set: FileSet,
    indices: HashMap<Arc<str>, LineIndex<'db>>,
}

impl SourceLines<'_> {
    /// A position, with the values that overlays set there.
    fn source(&mut self, place: &Place, set: &[SetValue]) -> InspectedSource {
        let (line, column) = self.line_column(place);
        let mut overlaid = Vec::with_capacity(set.len());
        for SetValue { pointer, overlay, action, place } in set {
            let (line, column) = self.line_column(place);
            let file = overlay.path(self.db).clone();
            overlaid.push(InspectedOverlaid { pointer: pointer.clone(), file, action: *action, line, column });
        }
        InspectedSource { file: place.file.clone(), line, column, overlaid }
    }

    fn line_column(&mut self, place: &Place) -> (usize, usize) {
        let (db, set) = (self.db, self.set);
        let index = self.indices.entry(place.file.clone()).or_insert_with(|| {
            let text = match set.named(db).get(&place.file).map(|file| file.contents(db)) {
                Some(Contents::Text(text)) => text,
                _ => "",
            };
            LineIndex::new(text)
        });
        index.line_column(place.span.start)
    }
}
