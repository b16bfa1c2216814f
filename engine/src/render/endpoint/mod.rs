//! An operation as HTML: head, access, groups of fields, responses, and the panel of examples.
//!
//! One function writes resolved operations and operations written by the author; the author's text overrides the
//! spec's.

mod access;
mod authored;
mod brief;
mod examples;
mod fields;
mod long_text;
mod media;
mod model;
mod own_page;
mod responses;
mod security;
mod servers;
mod variants;

#[cfg(test)]
pub(super) mod tests;

use std::fmt::{self, Formatter};

use askama::Template;

use self::fields::FieldRenderer;
use super::escape::escape;
use super::fields::{FieldsView, Slot, render};
use super::playground::{has_playground, playground_key};
use super::spec_text::spec_text_below;
use crate::Db;
use crate::parse::config::{Strings, strings};
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::{Endpoint, ExternalDocs, Field, Location, endpoint};
use openapi::operation::address;

pub(crate) use authored::{Authored, AuthoredElement};
pub(crate) use fields::{language_of, write_field};
pub(crate) use model::{AuthoredSchema, push_bases, schema_html, write_schema};
pub(crate) use own_page::{MODEL_FRAGMENTS, model_fragment, model_page};
pub(crate) use security::{flow_words, words as security_words};

/// The frame of an endpoint. Absent texts are empty.
#[derive(Clone, Copy, Template)]
#[template(path = "components/endpoint.html", whitespace = "preserve")]
struct EndpointView<'a> {
    s: &'a Strings,
    reference: &'a str,
    /// The author's further attributes, each preceded by a space.
    attributes: &'a str,
    /// For display: uppercase.
    method: &'a str,
    /// For CSS: lowercase.
    method_class: &'a str,
    url: &'a str,
    summary: &'a str,
    path: Slot<'a>,
    /// The key of the data for the request panel; may be empty.
    playground: &'a str,
    /// The data itself if no file has it; may be empty.
    operation: &'a str,
    deprecated: bool,
    badges: &'a [&'a str],
    description: Slot<'a>,
    access: Slot<'a>,
    content: Slot<'a>,
    examples: Slot<'a>,
}

/// The HTML of a resolved operation without content of the author's.
#[salsa::tracked(returns(deref))]
pub(crate) fn endpoint_html<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Box<str> {
    let mut out = String::new();
    let set = FileSet::of(db, chunk.spec(db));
    let key = if has_playground(db, set) { playground_key(db, chunk) } else { None };
    let authored = Authored { playground: key.as_deref().unwrap_or_default(), ..Authored::default() };
    write_endpoint(db, set, endpoint(db, chunk), &authored, &mut out);
    out.into()
}

/// Appends an endpoint with the author's content.
pub(crate) fn write_endpoint(
    db: &dyn Db,
    set: FileSet,
    endpoint: &Endpoint,
    authored: &Authored<'_>,
    out: &mut String,
) {
    let s = strings(db, set.config(db));
    let renderer = FieldRenderer {
        prefix: authored.anchor_prefix,
        elements: authored.elements,
        ..FieldRenderer::new(s, authored.level)
    };
    let head = &endpoint.head;
    let reference: Box<str> = match authored.reference {
        Some(reference) => reference.into(),
        None => head.operation_id.clone().unwrap_or_else(|| address(head)),
    };
    let method = head.method.to_uppercase();
    let path = |f: &mut Formatter<'_>| f.write_str(&path_html(&head.path));
    let content = |f: &mut Formatter<'_>| content(endpoint, authored, renderer, f);
    let kind = head.webhook.then(|| s.webhook());
    let badges: Vec<&str> = kind.into_iter().chain(endpoint.badges.iter().map(AsRef::as_ref)).collect();
    let view = EndpointView {
        s,
        reference: &reference,
        attributes: authored.attributes,
        method: &method,
        method_class: &method.to_lowercase(),
        url: &head.path,
        summary: authored.summary.unwrap_or_default(),
        path: Slot::Write(&path),
        playground: authored.playground,
        operation: authored.operation,
        deprecated: head.deprecated,
        badges: &badges,
        description: Slot::Html(&description_html(s, endpoint, authored)),
        access: Slot::Html(&access_html(s, endpoint)),
        content: Slot::Write(&content),
        examples: Slot::Html(&examples::html(db, set, renderer, endpoint, authored)),
    };
    // Writing to a string does not fail.
    let _ = render(&view, out);
}

/// Appends responses outside an endpoint.
pub(crate) fn write_responses(s: &Strings, endpoint: &Endpoint, authored: &Authored<'_>, out: &mut String) {
    let renderer = FieldRenderer {
        prefix: authored.anchor_prefix,
        elements: authored.elements,
        ..FieldRenderer::new(s, authored.level)
    };
    let write =
        |f: &mut Formatter<'_>| responses::write(renderer, &endpoint.responses, authored.response_attributes, f);
    // Writing to a string does not fail.
    let _ = fmt::Write::write_fmt(out, format_args!("{}{}", authored.prose, Slot::Write(&write)));
}

/// A path with its parameters marked. Long paths may break after a slash.
pub(crate) fn path_html(path: &str) -> String {
    let mut out = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        write_segments(before, "{", &mut out);
        out.push_str("<span class=\"path-param\">{");
        escape(name, &mut out);
        out.push_str("}</span>");
        rest = after;
    }
    write_segments(rest, "", &mut out);
    out
}

/// Appends a part of a path, which may break after each slash between segments. `next` is the text after it.
fn write_segments(part: &str, next: &str, out: &mut String) {
    let mut rest = part;
    while let Some((segment, after)) = rest.split_once('/') {
        escape(segment, out);
        // No line contains only the first slash, and the two of a scheme stay together.
        let breaks = !out.is_empty() && !out.ends_with('/') && !after.starts_with('/');
        out.push('/');
        if breaks && !(after.is_empty() && next.is_empty()) {
            out.push_str("<wbr>");
        }
        rest = after;
    }
    escape(rest, out);
}

fn description_html(s: &Strings, endpoint: &Endpoint, authored: &Authored<'_>) -> String {
    let mut out = String::new();
    if let Some(description) = &endpoint.description {
        let mut html = String::new();
        spec_text_below(s, authored.level.saturating_sub(1), description, &mut html);
        long_text::push_folded(s, &html, &mut out);
    }
    out.push_str(authored.prose);
    out
}

/// The link to the external documentation, and the row with what a request needs, which are on one line if both fit.
fn access_html(s: &Strings, endpoint: &Endpoint) -> String {
    let mut out = String::new();
    if let Some(ExternalDocs { url, description }) = &endpoint.external_docs {
        out.push_str("<p class=\"endpoint-docs\">");
        link(url, description.as_deref().unwrap_or(url), &mut out);
        out.push_str("</p>");
    }
    out.push_str(&access::html(s, &endpoint.servers, &endpoint.security));
    out
}

/// Appends a link of the spec if its URL cannot run anything.
fn link(url: &str, text: &str, out: &mut String) {
    if url.starts_with("https://") || url.starts_with("http://") {
        out.push_str("<a href=\"");
        escape(url, out);
        out.push_str("\">");
        escape(text, out);
        out.push_str("</a>");
    } else {
        escape(text, out);
    }
}

/// Everything below the head, from parameters to callbacks.
fn content(
    endpoint: &Endpoint,
    authored: &Authored<'_>,
    renderer: FieldRenderer<'_>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    for note in &endpoint.unresolved {
        let mut text = String::new();
        escape(&fields::note_words(renderer.s, note), &mut text);
        write!(f, "<div class=\"problem\" role=\"note\"><p>{text}</p></div>")?;
    }
    // Readers read the requests of a webhook, and send the responses.
    let request = FieldRenderer { is_read: endpoint.head.webhook, ..renderer };
    let response = FieldRenderer { is_read: !endpoint.head.webhook, ..renderer };
    request.parameters(endpoint, f)?;
    if let Some(body) = &endpoint.body {
        request.body(body, f)?;
    }
    f.write_str(authored.fields)?;
    responses::write(response, &endpoint.responses, authored.response_attributes, f)?;
    responses::callbacks(renderer, &endpoint.callbacks, f)
}

impl FieldRenderer<'_> {
    /// The parameters, grouped by location.
    fn parameters(self, endpoint: &Endpoint, f: &mut Formatter<'_>) -> fmt::Result {
        for location in Location::ALL {
            let fields: Vec<_> = endpoint
                .parameters
                .iter()
                .filter(|parameter| parameter.location == location)
                .map(|parameter| &parameter.field)
                .collect();
            if fields.is_empty() {
                continue;
            }
            self.group(self.location(location), &[location.group()], location.name(), &fields, f)?;
        }
        Ok(())
    }

    /// A titled group, whose fields have ids below `place`.
    fn group(self, title: &str, anchor: &[&str], place: &str, fields: &[&Field], f: &mut Formatter<'_>) -> fmt::Result {
        let id = self.anchor(anchor);
        let parent = self.anchor(&[place]);
        let list = |f: &mut Formatter<'_>| self.fields(fields.iter().copied(), &parent, f);
        let view = FieldsView {
            s: self.s,
            title,
            status: "",
            badge: "",
            required: false,
            can_expand: fields::can_expand(fields.iter().copied()),
            anchor: &id,
            level: self.level,
            intro: Slot::Empty,
            fields: Slot::Write(&list),
        };
        render(&view, f)
    }
}
