//! Bodies for `inspect`: media types, examples, headers.

use serde::Serialize;

use super::InspectedSource;
use super::field::{InspectedField, InspectedSchema};
use openapi::endpoint::{Body, Encoding, Example, ExternalExample, Media};
use openapi::spec::Text;

/// A request body.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedBody {
    /// Whether it is required.
    pub required: bool,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The media type shown first, then the others.
    pub content: Vec<InspectedContent>,
}

/// A media type of a body.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedContent {
    /// The media type.
    pub media_type: Text,
    /// The fields of the body; empty if it has the schema of the first media type.
    pub fields: Vec<InspectedField>,
    /// The schema of the whole body, if it has one.
    pub schema: Option<InspectedSchema>,
    /// Whether its schema is that of the first media type.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub same_as_first: bool,
    /// Whether the schema applies to each item of a stream.
    #[serde(rename = "itemSchema", skip_serializing_if = "std::ops::Not::not")]
    pub of_items: bool,
    /// How the properties of a form or of parts are encoded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encoding: Vec<InspectedEncoding>,
    /// The examples of the spec, or one generated from the schema.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<InspectedExample>,
    /// The examples that are not in the document.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub external_examples: Vec<InspectedExternalExample>,
    /// Its source position; only if a single operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

/// An example elsewhere.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedExternalExample {
    /// Its summary, or else its name.
    pub title: Text,
    /// Its URL, as written.
    pub url: Text,
}

impl InspectedExternalExample {
    fn of(example: &ExternalExample) -> Self {
        Self { title: example.title.clone(), url: example.url.clone() }
    }
}

/// The encoding of one property of a body.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedEncoding {
    /// The property; `[]` for each item of a stream.
    pub name: Text,
    /// Its media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<Text>,
    /// Its style.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Text>,
    /// Whether each value is a separate pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explode: Option<bool>,
    /// Whether reserved characters are not encoded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub allow_reserved: bool,
    /// The headers of its part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<InspectedHeader>,
    /// The encoding of what is in its part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encoding: Vec<InspectedEncoding>,
}

/// An example of a body.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedExample {
    /// Its summary, or else its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The body as sent.
    pub text: Text,
    /// Whether it was generated from the schema because the spec has none.
    pub made: bool,
}

impl InspectedExample {
    fn of(example: &Example) -> Self {
        let Example { title, description, text, short: _, made, is_complete: _, value: _ } = example.clone();
        Self { title, description, text, made }
    }
}

/// A header of a response or of a part.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedHeader {
    /// Its name.
    pub name: Text,
    /// Whether it is required.
    pub required: bool,
    /// The schema of its values.
    pub schema: InspectedSchema,
    /// The fields of its value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<InspectedField>,
    /// Its source position; only if a single operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

/// Converts a body.
pub(super) fn body<F>(body: &Body<F>, field: &mut dyn FnMut(&F) -> InspectedField) -> InspectedBody {
    InspectedBody {
        required: body.required,
        description: body.description.clone(),
        content: content(&body.media, field),
    }
}

/// Converts headers.
pub(super) fn headers<F>(headers: &[F], field: &mut dyn FnMut(&F) -> InspectedField) -> Vec<InspectedHeader> {
    let mut found = Vec::with_capacity(headers.len());
    for header in headers {
        let InspectedField { name, required, schema, fields, source } = field(header);
        found.push(InspectedHeader { name, required, schema, fields, source });
    }
    found
}

/// Converts encodings, which are read to a limited depth.
fn encodings<F>(all: &[Encoding<F>], field: &mut dyn FnMut(&F) -> InspectedField) -> Vec<InspectedEncoding> {
    let mut found = Vec::with_capacity(all.len());
    for part in all {
        found.push(InspectedEncoding {
            name: part.name.clone(),
            content_type: part.content_type.clone(),
            style: part.style.clone(),
            explode: part.explode,
            allow_reserved: part.allow_reserved,
            headers: headers(&part.headers, field),
            encoding: encodings(&part.nested, field),
        });
    }
    found
}

/// Converts media types.
pub(super) fn content<F>(media: &[Media<F>], field: &mut dyn FnMut(&F) -> InspectedField) -> Vec<InspectedContent> {
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
        let encoding = encodings(&media.encoding, field);
        found.push(InspectedContent {
            media_type: media.name.clone(),
            fields,
            schema,
            same_as_first: media.same_as_first,
            of_items: media.of_items,
            encoding,
            examples: media.examples.iter().filter(|one| !one.is_complete).map(InspectedExample::of).collect(),
            external_examples: media.external.iter().map(InspectedExternalExample::of).collect(),
            source,
        });
    }
    found
}
