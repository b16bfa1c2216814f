//! Operations as data.

use std::collections::BTreeMap;

use serde::Serialize;

use super::field::{InspectedField, InspectedSchema};
use super::{InspectedServer, InspectedSource};
use crate::resolve::endpoint::{Endpoint, Media};
use crate::resolve::spec::Text;

/// An operation.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedOperation {
    /// Its `operationId`.
    pub operation_id: Option<String>,
    /// What pages name it by: its id, or method and path where it has none of its own.
    #[serde(rename = "ref")]
    pub reference: String,
    /// In upper case.
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
    /// Whether it is going out of use.
    pub deprecated: bool,
    /// Those of its path included; headers, path, query, cookies.
    pub parameters: Vec<InspectedParameter>,
    /// Its request body.
    pub request_body: Option<InspectedBody>,
    /// First the successful ones that have a schema, then all others in document order.
    pub responses: Vec<InspectedResponse>,
    /// Ways to be let in, any of which will do: scheme and scopes. An empty one means that no credentials are needed.
    pub security: Vec<BTreeMap<Text, Vec<Text>>>,
    /// Its servers, or those of its path, or of the document.
    pub servers: Vec<InspectedServer>,
    /// References of it that lead nowhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Where its method stands.
    pub source: Option<InspectedSource>,
}

impl InspectedOperation {
    /// The same at its place.
    pub(super) fn at(self, source: InspectedSource) -> Self {
        Self { source: Some(source), ..self }
    }
}

/// A parameter.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedParameter {
    /// Its name.
    pub name: Text,
    /// `path`, `query`, `header` or `cookie`.
    #[serde(rename = "in")]
    pub location: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What is said of its values.
    pub schema: InspectedSchema,
    /// The fields of its value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<InspectedField>,
    /// Where it stands; known where one operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

/// A request body.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedBody {
    /// Whether it must be there.
    pub required: bool,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The media type that is shown first, then the others.
    pub content: Vec<InspectedContent>,
}

/// A media type of a body.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedContent {
    /// Its name.
    pub media_type: Text,
    /// The fields of the body; none where it has the schema of the first media type.
    pub fields: Vec<InspectedField>,
    /// What is said of the body as a whole; absent where it has no schema.
    pub schema: Option<InspectedSchema>,
    /// Whether its schema is that of the first media type.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub same_as_first: bool,
    /// Where it stands; known where one operation is inspected.
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
}

/// A header of a response.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedHeader {
    /// Its name.
    pub name: Text,
    /// Whether it is always there.
    pub required: bool,
    /// What is said of its values.
    pub schema: InspectedSchema,
    /// The fields of its value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<InspectedField>,
    /// Where it stands; known where one operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

/// An endpoint as data; `field` says what becomes of a field.
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
        parameters.push(InspectedParameter { name, location, required, schema, fields, source });
    }
    let request_body = endpoint.body.as_ref().map(|body| InspectedBody {
        required: body.required,
        description: body.description.clone(),
        content: content(&body.media, field),
    });
    let mut responses = Vec::with_capacity(endpoint.responses.len());
    for response in &endpoint.responses {
        let mut headers = Vec::with_capacity(response.headers.len());
        for header in &response.headers {
            let InspectedField { name, required, schema, fields, source } = field(header);
            headers.push(InspectedHeader { name, required, schema, fields, source });
        }
        responses.push(InspectedResponse {
            status: response.status.clone(),
            description: response.description.clone(),
            content: content(&response.media, field),
            headers,
        });
    }
    let security = endpoint.security.iter().map(|needs| {
        let of_scheme = needs.iter().map(|need| (need.name.clone(), need.scopes.clone()));
        of_scheme.collect()
    });
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
        notes: endpoint.unresolved.iter().map(crate::resolve::endpoint::FieldNote::words).collect(),
        source: None,
    }
}

fn content<F>(media: &[Media<F>], field: &mut dyn FnMut(&F) -> InspectedField) -> Vec<InspectedContent> {
    let mut found: Vec<InspectedContent> = Vec::with_capacity(media.len());
    for media in media {
        let whole = media.field.as_ref().map(&mut *field);
        let (fields, source, schema) = match whole {
            Some(InspectedField { schema, fields, source, .. }) => (fields, source, Some(schema)),
            None => (Vec::new(), None, None),
        };
        let schema = match found.first() {
            Some(first) if media.same_as_first => first.schema.clone(),
            _ => schema,
        };
        let (media_type, same_as_first) = (media.name.clone(), media.same_as_first);
        found.push(InspectedContent { media_type, fields, schema, same_as_first, source });
    }
    found
}
