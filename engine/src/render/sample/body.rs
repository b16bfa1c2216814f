//! The body of a sample request: the example of its body in the format of its media type.

use std::borrow::Cow;

use super::style::{brackets, encoded, query_pairs};
use super::{Part, PartContent, Payload};
use openapi::endpoint::{Body, Encoding, Example, Field, Media, MediaKind, Value, media_kind};
use openapi::schema::{Constraint, Facts};

/// The body of a request. Adds the header with its media type.
pub(super) fn payload(body: &Body, headers: &mut Vec<(String, String)>) -> Payload {
    let Some(media) = body.media.first() else { return Payload::None };
    let kind = media_kind(&media.name);
    // Nothing to send in a body that may be missing.
    if !body.required && media.examples.first().is_some_and(Example::is_blank) {
        return Payload::None;
    }
    // The client chooses the boundary.
    if kind != MediaKind::Multipart {
        super::request::set_default(headers, "Content-Type", &media.name);
    }
    let example = media.examples.first().map(|example| example.shown().to_owned());
    match kind {
        MediaKind::Form => {
            Payload::Form(media.examples.first().map(|example| fields(media, example)).unwrap_or_default())
        }
        MediaKind::Multipart => Payload::Multipart(parts(media)),
        MediaKind::Json => example.map_or(Payload::None, Payload::Json),
        MediaKind::Other => example.map_or(Payload::File, Payload::Text),
    }
}

/// The members of an example, each with its encoding.
fn members<'a>(
    media: &'a Media,
    example: &'a Example,
) -> impl Iterator<Item = (&'a str, &'a Value, Option<&'a Encoding>)> {
    example
        .members()
        .iter()
        .map(|(name, value)| (&**name, value, media.encoding.iter().find(|encoding| encoding.name == *name)))
}

/// The fields of a form. Styles apply as in a query; without one, nested values are named `a[b]`.
fn fields(media: &Media, example: &Example) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (name, value, encoding) in members(media, example) {
        let style = encoding.filter(|encoding| encoding.style.is_some() || encoding.content_type.is_some());
        match style {
            Some(encoding) => query_pairs(name, value, &super::style::Style::of_encoding(encoding), &mut fields),
            None => brackets(name, value, false, &mut |name, text| fields.push((name.to_owned(), text.to_owned()))),
        }
    }
    fields
}

/// The parts of a multipart body: one for each item of a list, JSON for structures, files where the schema says so.
fn parts(media: &Media) -> Vec<Part> {
    let mut parts = Vec::new();
    let fields = media.field.as_ref().map(|field| &*field.children).unwrap_or_default();
    for (name, value, encoding) in media.examples.first().into_iter().flat_map(|example| members(media, example)) {
        let content_type = encoding.and_then(|encoding| encoding.content_type.as_deref());
        let field = fields.iter().find(|field| *field.name == *name);
        let is_file = content_type.is_some_and(is_binary) || field.is_some_and(is_file);
        let items = match value {
            Value::Array(items) => items.as_slice(),
            value => std::slice::from_ref(value),
        };
        for item in items {
            let text = || match item {
                Value::Array(_) | Value::Object(_) => super::style::compact(&item.json()),
                item => item.plain().to_string(),
            };
            let content = if is_file { PartContent::File } else { PartContent::Text(text()) };
            // A list or a pattern of media types leaves the choice to the client.
            let content_type = content_type.filter(|name| !name.contains([',', '*'])).filter(|name| is_plain(name));
            parts.push(Part { name: name.to_owned(), content, content_type: content_type.map(str::to_owned) });
        }
    }
    parts
}

/// Whether a media type is valid in a header.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.chars().any(char::is_control)
}

/// Whether a field of a form is a file.
pub(crate) fn is_file(field: &Field) -> bool {
    field.facts.as_deref().is_some_and(is_binary_string)
}

/// Whether a string is the content of a file: `format: binary`, or a media type without an encoding as text.
fn is_binary_string(facts: &Facts) -> bool {
    facts.get(Constraint::Format).is_some_and(|format| &*format.text == "binary")
        || facts.get(Constraint::ContentMediaType).is_some() && facts.get(Constraint::ContentEncoding).is_none()
}

/// Whether a part with this media type is binary.
pub(crate) fn is_binary(content: &str) -> bool {
    const TEXTS: &[&str] = &["text/", "json", "xml", "yaml", "x-www-form-urlencoded"];
    !TEXTS.iter().any(|text| content.contains(text))
}

/// The text that shows an example: a form as sent, with a line for each field and readable brackets; the example's own
/// text in other formats.
pub(crate) fn shown_body<'a>(media: &Media, example: &'a Example) -> Cow<'a, str> {
    if media_kind(&media.name) != MediaKind::Form || example.members().is_empty() {
        return Cow::Borrowed(example.shown());
    }
    let pair = |(name, value): &(String, String)| format!("{}={}", form_name(name), encoded(value, false));
    Cow::Owned(fields(media, example).iter().map(pair).collect::<Vec<_>>().join("&\n"))
}

/// The name of a form's field, encoded except for brackets, which servers also accept as they are.
pub(super) fn form_name(name: &str) -> String {
    encoded(name, false).replace("%5B", "[").replace("%5D", "]")
}

/// A form as sent.
pub(crate) fn form_text(fields: &[(String, String)]) -> String {
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encoded(name, false), encoded(value, false))).collect();
    pairs.join("&")
}
