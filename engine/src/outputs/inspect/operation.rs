//! Operations for `inspect`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::field::{InspectedField, InspectedSchema};
use super::media::{self, InspectedBody, InspectedContent, InspectedHeader};
use super::{InspectedServer, InspectedSource};
use openapi::endpoint::{CodeSample, Endpoint, Link, ServerLevel};
use openapi::operation::address;
use openapi::spec::Text;

/// An operation.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedOperation {
    /// Its `operationId`.
    pub operation_id: Option<String>,
    /// Its `ref` in pages: its ID, or method and path without a unique one.
    #[serde(rename = "ref")]
    pub reference: String,
    /// In uppercase.
    pub method: String,
    /// The path, or the name of a webhook.
    pub path: String,
    /// Its summary.
    pub summary: Option<String>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// Including those of its path item; ordered by location: headers, path, query, cookies.
    pub parameters: Vec<InspectedParameter>,
    /// Its request body.
    pub request_body: Option<InspectedBody>,
    /// First the successful ones that have a schema, then all others in document order.
    pub responses: Vec<InspectedResponse>,
    /// The security alternatives, each with schemes and scopes. An empty one means that no credentials are needed.
    pub security: Vec<BTreeMap<Text, Vec<Text>>>,
    /// Its servers, or those of its path item, or of the document.
    pub servers: Vec<InspectedServer>,
    /// The owner of the servers: `operation`, `path` or `document`; absent without servers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers_of: Option<&'static str>,
    /// Its external documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_docs: Option<InspectedExternalDocs>,
    /// `x-badges`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Text>,
    /// The spec's own samples.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_samples: Vec<InspectedCodeSample>,
    /// Its callbacks. The path of each is the runtime expression of its URL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub callbacks: Vec<InspectedOperation>,
    /// The name of a callback.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callback: Option<Text>,
    /// Unresolved references of the operation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The position of its method; for a callback only if a single operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

impl InspectedOperation {
    /// The operation with this position.
    pub(super) fn at(self, source: InspectedSource) -> Self {
        Self { source: Some(source), ..self }
    }
}

/// A link to external documentation.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedExternalDocs {
    /// Its URL.
    pub url: Text,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
}

/// A sample of the spec: `x-tool-examples` or `x-codeSamples`.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedCodeSample {
    /// The name of its tab.
    pub label: Text,
    /// Its language, as written.
    pub lang: Text,
    /// Its text.
    pub source: Text,
}

/// A parameter.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedParameter {
    /// Its name.
    pub name: Text,
    /// `path`, `query`, `querystring`, `header` or `cookie`.
    #[serde(rename = "in")]
    pub location: &'static str,
    /// Whether it is required.
    pub required: bool,
    /// Its style, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Text>,
    /// Whether each value is a separate pair, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explode: Option<bool>,
    /// Whether reserved characters are not encoded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub allow_reserved: bool,
    /// The media type of its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Text>,
    /// The schema of its values.
    pub schema: InspectedSchema,
    /// The fields of its value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<InspectedField>,
    /// Its source position; only if a single operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

/// A response.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedResponse {
    /// `200`, `4XX`, `default`.
    pub status: Text,
    /// Markdown.
    pub description: Option<Text>,
    /// Its media types.
    pub content: Vec<InspectedContent>,
    /// Its headers.
    pub headers: Vec<InspectedHeader>,
    /// Its links to other operations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<InspectedLink>,
}

/// A link from a response to another operation.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedLink {
    /// Its name.
    pub name: Text,
    /// The `operationId` of the operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_id: Option<Text>,
    /// The reference of the operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_ref: Option<Text>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Parameters and their values: runtime expressions, or values as written in the source.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<Text, Text>,
    /// The request body: a runtime expression, or a value as written in the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_body: Option<Text>,
    /// The server of the operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<InspectedServer>,
}

impl InspectedLink {
    fn of(link: &Link) -> Self {
        Self {
            name: link.name.clone(),
            operation_id: link.operation_id.clone(),
            operation_ref: link.operation_ref.clone(),
            description: link.description.clone(),
            parameters: link.parameters.iter().cloned().collect(),
            request_body: link.request_body.clone(),
            server: link.server.as_ref().map(InspectedServer::of),
        }
    }
}

/// Converts an endpoint; `field` converts its fields.
pub(super) fn operation<F>(
    endpoint: &Endpoint<F>,
    reference: String,
    field: &mut dyn FnMut(&F) -> InspectedField,
) -> InspectedOperation {
    let head = &endpoint.head;
    let mut parameters = Vec::with_capacity(endpoint.parameters.len());
    for parameter in &endpoint.parameters {
        let InspectedField { name, required, schema, fields, source } = field(&parameter.field);
        let location = parameter.location.name();
        parameters.push(InspectedParameter {
            name,
            location,
            required,
            style: parameter.style.clone(),
            explode: parameter.explode,
            allow_reserved: parameter.allow_reserved,
            content: parameter.content.clone(),
            schema,
            fields,
            source,
        });
    }
    let request_body = endpoint.body.as_ref().map(|body| media::body(body, field));
    let mut responses = Vec::with_capacity(endpoint.responses.len());
    for response in &endpoint.responses {
        responses.push(InspectedResponse {
            status: response.status.clone(),
            description: response.description.clone(),
            content: media::content(&response.media, field),
            headers: media::headers(&response.headers, field),
            links: response.links.iter().map(InspectedLink::of).collect(),
        });
    }
    let mut callbacks = Vec::with_capacity(endpoint.callbacks.len());
    for callback in &endpoint.callbacks {
        let source = field(&callback.at).source;
        let reference = address(&callback.operation.head).into();
        let called = operation(&callback.operation, reference, field);
        callbacks.push(InspectedOperation { callback: Some(callback.name.clone()), source, ..called });
    }
    let security = endpoint.security.iter().map(|needs| {
        let of_scheme = needs.iter().map(|need| (need.name.clone(), need.scopes.clone()));
        of_scheme.collect()
    });
    let samples = endpoint.samples.iter().cloned();
    let samples =
        samples.map(|CodeSample { label, language: lang, source }| InspectedCodeSample { label, lang, source });
    InspectedOperation {
        operation_id: head.operation_id.as_deref().map(str::to_owned),
        reference,
        method: head.method.to_string(),
        path: head.path.to_string(),
        summary: head.summary.as_deref().map(str::to_owned),
        description: endpoint.description.clone(),
        tags: head.tags.iter().map(ToString::to_string).collect(),
        deprecated: head.deprecated,
        parameters,
        request_body,
        responses,
        security: security.collect(),
        servers: endpoint.servers.iter().map(InspectedServer::of).collect(),
        servers_of: (!endpoint.servers.is_empty()).then_some(match endpoint.servers_of {
            ServerLevel::Operation => "operation",
            ServerLevel::Path => "path",
            ServerLevel::Document => "document",
        }),
        external_docs: endpoint
            .external_docs
            .as_ref()
            .map(|docs| InspectedExternalDocs { url: docs.url.clone(), description: docs.description.clone() }),
        badges: endpoint.badges.clone(),
        code_samples: samples.collect(),
        callbacks,
        callback: None,
        notes: endpoint.unresolved.iter().map(openapi::endpoint::FieldNote::words).collect(),
        source: None,
    }
}
