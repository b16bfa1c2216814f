//! Extracts the draft of an endpoint from an operation's node: its values, with a number for each field that is to be
//! walked.

use super::body::{request_body, response};
use super::parameter::parameters;
use super::walk::{Root, RootOrigin};
use super::{Callback, CodeSample, Endpoint, ExternalDocs, FieldNote, Response, SecurityNeed, ServerLevel};
use crate::Db;
use crate::chunks::Chunk;
use crate::external_files::file_of_example;
use crate::operation::{METHODS, OperationHead, PathItem, head_of, operation_head, operation_target};
use crate::reference::{Target, Unresolved, follow, resolve};
use crate::security::{SecurityRequirement, security_requirements, security_scheme};
use crate::server::servers;
use crate::spec::{Text, Version, badge_tags, root_security, root_servers, shown_text, version};
use base::inputs::File;
use base::tree::NodeRef;

/// More callbacks are omitted.
const MOST_CALLBACKS: usize = 50;

/// The inputs and results of an extraction.
pub(super) struct Extraction<'db> {
    pub(super) db: &'db dyn Db,
    pub(super) version: Version,
    /// The values with a schema, to be walked together.
    pub(super) roots: Vec<Root<'db>>,
    pub(super) unresolved: Vec<FieldNote>,
}

impl<'db> Extraction<'db> {
    /// Adds a value with a schema; returns the number that represents its field.
    pub(super) fn add(&mut self, root: Root<'db>) -> usize {
        self.roots.push(root);
        self.roots.len() - 1
    }

    /// Follows the references of a value; records unresolved ones.
    pub(super) fn follow(&mut self, target: Target<'db>) -> Option<Target<'db>> {
        match follow(self.db, target) {
            Ok(target) => Some(target),
            Err(Unresolved { text, reason }) => {
                let note = FieldNote::Unresolved { reference: text.as_ref().into(), reason: reason.words() };
                if !self.unresolved.contains(&note) {
                    self.unresolved.push(note);
                }
                None
            }
        }
    }
}

/// The text of a scalar member.
pub(super) fn text(node: NodeRef<'_>, key: &str) -> Option<Text> {
    node.get(key).and_then(NodeRef::scalar).filter(|text| !text.is_empty()).map(|text| shown_text(text).into())
}

/// The draft of an operation's endpoint, and the values to be walked for it.
pub(super) fn extract<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> (Endpoint<usize>, Vec<Root<'db>>) {
    let spec = chunk.spec(db);
    let operation = operation_target(db, chunk);
    let item = PathItem::of(db, chunk);
    let mut extraction = Extraction { db, version: version(db, spec), roots: Vec::new(), unresolved: Vec::new() };
    // If the operation's own reference is unresolved, there is nothing else to show.
    extraction.follow(operation);
    let head = operation_head(db, chunk).clone();
    let mut endpoint = draft(&mut extraction, head, operation, &|field| item.get(db, field));
    let own = if endpoint.head.webhook { 0 } else { extraction.roots.len() };
    // The document's servers and security do not apply to webhooks.
    let is_webhook = endpoint.head.webhook;
    if endpoint.servers.is_empty() && !is_webhook {
        endpoint.servers.clone_from(root_servers(db, spec));
        endpoint.servers_of = ServerLevel::Document;
    }
    let of_tags = badge_tags(db, spec).iter().filter(|(name, _)| endpoint.head.tags.contains(name));
    endpoint.badges.extend(of_tags.map(|(_, badge)| badge.clone()));
    let of_document = if is_webhook { None } else { root_security(db, spec).as_deref() };
    endpoint.security = security(db, spec, operation, of_document);
    endpoint.callbacks = callbacks(&mut extraction, spec, operation);
    // Requests of webhooks and callbacks are sent by the API, for which `readOnly` and `writeOnly` say nothing.
    for root in extraction.roots.iter_mut().skip(own) {
        root.direction = None;
    }
    endpoint.unresolved = extraction.unresolved;
    (endpoint, extraction.roots)
}

/// The parts from an operation and its path item; `item` finds a field of the latter. Excludes what the document adds,
/// and callbacks.
fn draft<'db>(
    extraction: &mut Extraction<'db>,
    head: OperationHead,
    operation: Target<'db>,
    item: &dyn Fn(&str) -> Option<Target<'db>>,
) -> Endpoint<usize> {
    let db = extraction.db;
    let node = operation.node(db);
    let parameters = parameters(extraction, item("parameters"), operation);
    let body = node.get("requestBody").and_then(|body| request_body(extraction, operation.at(body)));
    let responses = responses(extraction, operation);
    let description =
        text(node, "description").or_else(|| Some(shown_text(item("description")?.node(db).scalar()?).into()));
    let own = node.get("servers").map(servers).unwrap_or_default();
    let servers_of = if own.is_empty() { ServerLevel::Path } else { ServerLevel::Operation };
    let shared = || item("servers").map(|target| servers(target.node(db))).unwrap_or_default();
    Endpoint {
        head,
        description,
        external_docs: node.get("externalDocs").and_then(external_docs),
        badges: badges(node),
        servers: if own.is_empty() { shared() } else { own },
        servers_of,
        security: Vec::new(),
        parameters,
        body,
        responses,
        callbacks: Vec::new(),
        samples: samples(db, operation),
        unresolved: Vec::new(),
    }
}

fn external_docs(node: NodeRef<'_>) -> Option<ExternalDocs> {
    Some(ExternalDocs { url: text(node, "url")?, description: text(node, "description") })
}

/// `x-badges`: names, or objects with a name.
fn badges(node: NodeRef<'_>) -> Vec<Text> {
    let items = node.get("x-badges").into_iter().flat_map(NodeRef::items);
    items
        .filter_map(|item| item.scalar().map(Text::from).or_else(|| text(item, "name").or_else(|| text(item, "label"))))
        .collect()
}

/// The operation's requirements, or else `global` ones.
fn security<'db>(
    db: &'db dyn Db,
    spec: File,
    operation: Target<'db>,
    global: Option<&[SecurityRequirement]>,
) -> Vec<Vec<SecurityNeed>> {
    let own = operation.node(db).get("security").and_then(security_requirements);
    // An empty list means that the operation needs none.
    if own.as_ref().is_some_and(Vec::is_empty) {
        return vec![Vec::new()];
    }
    let need = |used: &crate::security::SecurityUse| SecurityNeed {
        name: used.name.clone(),
        scopes: used.scopes.clone(),
        scheme: security_scheme(db, spec, &used.name).cloned(),
    };
    let requirements = own.as_deref().or(global).unwrap_or_default();
    requirements.iter().map(|requirement| requirement.iter().map(need).collect()).collect()
}

fn responses<'db>(extraction: &mut Extraction<'db>, operation: Target<'db>) -> Vec<Response<usize>> {
    let db = extraction.db;
    let Some(node) = operation.node(db).get("responses") else { return Vec::new() };
    let mut found: Vec<Response<usize>> = Vec::new();
    for (status, value) in node.entries() {
        if status.text().starts_with("x-") || status.text() == "$ref" {
            continue;
        }
        // For duplicate statuses the last one wins.
        found.retain(|response| *response.status != *status.text());
        found.extend(response(extraction, status.text(), operation.at(value)));
    }
    // A stable sort keeps all others in document order.
    found.sort_by(|a, b| match (a.is_main(), b.is_main()) {
        (true, true) => a.status.cmp(&b.status),
        (a, b) => b.cmp(&a),
    });
    found
}

/// The callbacks. The document's servers and security do not apply to them.
fn callbacks<'db>(extraction: &mut Extraction<'db>, spec: File, operation: Target<'db>) -> Vec<Callback<usize>> {
    let db = extraction.db;
    let mut found = Vec::new();
    let node = operation.node(db).get("callbacks");
    for (name, value) in node.into_iter().flat_map(NodeRef::entries) {
        let Some(callback) = extraction.follow(operation.at(value)) else { continue };
        for (expression, item) in callback.node(db).entries() {
            let Some(item) = extraction.follow(callback.at(item)) else { continue };
            let item_node = item.node(db);
            if callback.node(db).get_bool("x-internal") || item_node.get_bool("x-internal") {
                continue;
            }
            let additional = item_node.get("additionalOperations").into_iter().flat_map(NodeRef::entries);
            let usual = item_node.entries().filter(|(method, _)| METHODS.contains(&method.text()));
            for (method, request) in usual.chain(additional) {
                if found.len() >= MOST_CALLBACKS {
                    return found;
                }
                let Some(target) = extraction.follow(item.at(request)) else { continue };
                let node = target.node(db);
                if !node.is_object() || node.get_bool("x-internal") {
                    continue;
                }
                let head = head_of(node, method.text(), expression.text());
                let of_item = |field: &str| Some(item.at(item_node.get(field)?));
                let mut operation = draft(extraction, head, target, &of_item);
                operation.security = security(db, spec, target, None);
                let origin = RootOrigin { place: target.key(db), schema: None, of_items: false };
                let at = Root {
                    name: method.text().into(),
                    required: false,
                    facts: None,
                    schema: None,
                    chunk: target.chunk,
                    direction: None,
                    origin,
                };
                let at = extraction.add(at);
                found.push(Callback { name: name.text().into(), at, operation });
            }
        }
    }
    found
}

/// The value of an example; the content of its file if it is a reference to one.
pub(super) fn example_value<'db>(db: &'db dyn Db, target: Target<'db>) -> NodeRef<'db> {
    let value = target.node(db);
    let found = file_of_example(value).and_then(|reference| resolve(db, target.chunk, reference).ok());
    found.map_or(value, |found| found.node(db))
}

/// `x-tool-examples`, then `x-codeSamples`. A sample or its text may be in another file.
fn samples<'db>(db: &'db dyn Db, operation: Target<'db>) -> Vec<CodeSample> {
    let sample = |item: NodeRef<'db>, source: &str| {
        let item = follow(db, operation.at(item)).ok()?;
        let node = item.node(db);
        let source = follow(db, item.at(node.get(source)?)).ok()?;
        let language = text(node, "lang").or_else(|| text(node, "language")).unwrap_or_default();
        let label = text(node, "label").unwrap_or_else(|| language.clone());
        let label = if label.is_empty() { "Sample".into() } else { label };
        Some(CodeSample { label, language, source: source.node(db).scalar()?.into() })
    };
    let list = |key: &str| operation.node(db).get(key).into_iter().flat_map(NodeRef::items);
    let own = list("x-tool-examples").filter_map(|item| sample(item, "code"));
    let common = list("x-codeSamples").chain(list("x-code-samples")).filter_map(|item| sample(item, "source"));
    own.chain(common).collect()
}
