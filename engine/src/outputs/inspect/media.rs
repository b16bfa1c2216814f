//! Bodies as data: media types, examples, headers.

use serde::Serialize;

use super::InspectedSource;
use super::field::{InspectedField, InspectedSchema};
use openapi::endpoint::{Body, Example, Media};
use openapi::spec::Text;

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
    /// The schema is that of each item of a stream.
    #[serde(rename = "itemSchema", skip_serializing_if = "std::ops::Not::not")]
    pub of_items: bool,
    /// How the properties of a form or of parts are written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encoding: Vec<InspectedEncoding>,
    /// Those of the spec; where it has none, one made from the schema.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<InspectedExample>,
    /// Where it stands; known where one operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

/// How one property of a body is written.
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
    /// Whether each value stands alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explode: Option<bool>,
    /// Whether reserved characters stand as they are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub allow_reserved: bool,
    /// The headers of its part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<InspectedHeader>,
}

/// An example of a body.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedExample {
    /// Its summary, else its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The body as it would be sent.
    pub text: Text,
    /// Whether it was made from the schema, since the spec has none.
    pub made: bool,
}

impl InspectedExample {
    fn of(example: &Example) -> Self {
        let Example { title, description, text, short: _, made } = example.clone();
        Self { title, description, text, made }
    }
}

/// A header of a response or of a part.
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

/// A body as data.
pub(super) fn body<F>(body: &Body<F>, field: &mut dyn FnMut(&F) -> InspectedField) -> InspectedBody {
    InspectedBody {
        required: body.required,
        description: body.description.clone(),
        content: content(&body.media, field),
    }
}

/// Headers as data.
pub(super) fn headers<F>(headers: &[F], field: &mut dyn FnMut(&F) -> InspectedField) -> Vec<InspectedHeader> {
    let mut found = Vec::with_capacity(headers.len());
    for header in headers {
        let InspectedField { name, required, schema, fields, source } = field(header);
        found.push(InspectedHeader { name, required, schema, fields, source });
    }
    found
}

/// Media types as data.
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
        let mut encoding = Vec::with_capacity(media.encoding.len());
        for part in &media.encoding {
            encoding.push(InspectedEncoding {
                name: part.name.clone(),
                content_type: part.content_type.clone(),
                style: part.style.clone(),
                explode: part.explode,
                allow_reserved: part.allow_reserved,
                headers: headers(&part.headers, field),
            });
        }
        found.push(InspectedContent {
            media_type: media.name.clone(),
            fields,
            schema,
            same_as_first: media.same_as_first,
            of_items: media.of_items,
            encoding,
            examples: media.examples.iter().map(InspectedExample::of).collect(),
            source,
        });
    }
    found
}
