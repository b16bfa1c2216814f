//! The terms of an operation.

use pulldown_cmark::{Event, Parser, TagEnd};

use super::terms::{Collector, Operation, Rank};
use crate::parse::markdown::OPTIONS;
use crate::render::fields::push_anchor;
use openapi::endpoint::{Body, Endpoint, Field, Media, VariantField};
use openapi::operation::{OperationHead, address};
use openapi::schema::AllowedValue;

/// The greatest number of a field's values that are indexed.
const MOST_VALUES: usize = 100;
/// Longer values, in bytes, are examples rather than words.
const LONGEST_VALUE: usize = 48;

/// The title of an operation's own search entry.
pub(super) fn title(head: &OperationHead) -> Box<str> {
    head.summary.clone().or_else(|| head.operation_id.clone()).unwrap_or_else(|| address(head))
}

/// Adds an operation; `prefix` is the prefix of its fields' ids.
pub(super) fn operation(entry: &mut Collector, endpoint: &Endpoint, prefix: &str) {
    let head = &endpoint.head;
    entry.operation =
        Some(Operation { method: head.method.clone(), path: head.path.clone(), deprecated: head.deprecated });
    for segment in head.path.split('/') {
        entry.identifier(segment, Rank::Label, Rank::Label);
    }
    if let Some(id) = &head.operation_id {
        entry.identifier(id, Rank::Whole, Rank::Name);
    }
    entry.name(head.summary.as_deref().unwrap_or_default(), Rank::Name);
    head.tags.iter().for_each(|tag| entry.name(tag, Rank::Label));
    markdown(entry, endpoint.description.as_deref().unwrap_or_default());
    let anchor = |names: &[&str]| {
        let mut anchor = prefix.to_owned();
        names.iter().for_each(|name| push_anchor(&mut anchor, name));
        anchor
    };
    for parameter in &endpoint.parameters {
        field(entry, &parameter.field, &anchor(&[parameter.location.name()]), Rank::Field);
        about(entry, &parameter.field);
    }
    if let Some(body) = &endpoint.body {
        request(entry, body, &anchor(&["body"]));
    }
    for response in &endpoint.responses {
        let path = anchor(&["response", &response.status]);
        media(entry, &response.media, &path);
        fields(entry, &response.headers, &format!("{path}.header"), Rank::Nested);
    }
    for callback in &endpoint.callbacks {
        let head = &callback.operation.head;
        entry.name(&callback.name, Rank::Text);
        entry.text(head.summary.as_deref().unwrap_or_default(), Rank::Text);
    }
}

fn request(entry: &mut Collector, body: &Body, path: &str) {
    markdown(entry, body.description.as_deref().unwrap_or_default());
    media(entry, &body.media, path);
    for field in body.media.first().and_then(|media| media.field.as_ref()).into_iter().flat_map(|field| &field.children)
    {
        about(entry, field);
    }
}

/// The fields of a body: those of the first media type, and those of others that differ.
fn media(entry: &mut Collector, media: &[Media], path: &str) {
    for (at, media) in media.iter().enumerate() {
        let mut path = path.to_owned();
        if at > 0 {
            push_anchor(&mut path, &media.name);
        }
        if let Some(field) = media.field.as_ref().filter(|_| !media.same_as_first) {
            fields(entry, &field.children, &path, if at == 0 { Rank::Field } else { Rank::Nested });
        }
    }
}

/// Adds fields with their descendants, which are nested to a fixed depth.
pub(super) fn fields(entry: &mut Collector, found: &[Field], parent: &str, rank: Rank) {
    for one in found {
        field(entry, one, parent, rank);
    }
}

fn field(entry: &mut Collector, field: &Field, parent: &str, rank: Rank) {
    if !field.name.is_empty() {
        entry.field(parent, &field.name, None, rank);
    }
    let values = field.facts.iter().flat_map(|facts| &facts.values);
    add_values(entry, values, parent, &field.name);
    let mut own = parent.to_owned();
    if !parent.starts_with('=') {
        push_anchor(&mut own, &field.name);
    }
    for variant in &field.variants {
        let values = variant.facts.iter().flat_map(|facts| &facts.values);
        add_values(entry, values, parent, &field.name);
        variant_fields(entry, &variant.fields, &own);
    }
    fields(entry, &field.children, &own, Rank::Nested);
}

/// Adds the fields of an alternative, which are nested to a fixed depth.
fn variant_fields(entry: &mut Collector, fields: &[VariantField], parent: &str) {
    for field in fields {
        entry.field(parent, &field.name, None, Rank::Nested);
        add_values(entry, field.values.iter(), parent, &field.name);
        let mut own = parent.to_owned();
        if !parent.starts_with('=') {
            push_anchor(&mut own, &field.name);
        }
        variant_fields(entry, &field.fields, &own);
    }
}

fn add_values<'a>(entry: &mut Collector, values: impl Iterator<Item = &'a AllowedValue>, parent: &str, name: &str) {
    for value in values.take(MOST_VALUES) {
        let text = &value.literal.text;
        if value.literal.is_string && text.len() <= LONGEST_VALUE {
            entry.field(parent, name, Some(text), Rank::Nested);
        }
    }
}

/// The description of a field, as words without an excerpt.
fn about(entry: &mut Collector, field: &Field) {
    let said = field.facts.as_deref().and_then(|facts| facts.description.as_deref());
    entry.text(&plain(said.unwrap_or_default()), Rank::Code);
}

fn markdown(entry: &mut Collector, text: &str) {
    entry.text(&plain(text), Rank::Text);
}

/// The words of a Markdown text of the spec.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for event in Parser::new_ext(text, OPTIONS) {
        match event {
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            Event::SoftBreak | Event::HardBreak | Event::End(_) => out.push(' '),
            _ => {}
        }
    }
    out
}
