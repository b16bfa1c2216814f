//! Copies the encoding of form properties and parts to the descriptions of their fields.

use std::sync::Arc;

use super::body::EACH_ITEM;
use super::{Encoding, Field, Media};
use crate::schema::{Constraint, Literal};

/// Adds the encoding of a body to its fields.
pub(super) fn add_encoding(media: &mut Media) {
    if let Some(field) = &mut media.field {
        add_all(field, "", &media.encoding);
    }
}

/// Adds the encoding of a part to its fields; `path` is given for the parts of a field that is not shown here. The
/// recursion is as deep as encodings are read.
fn add_all(field: &mut Field, path: &str, encodings: &[Encoding]) {
    for encoding in encodings {
        let own = field.children.iter().position(|child| path.is_empty() && child.name == encoding.name);
        match own.and_then(|at| field.children.get_mut(at)) {
            Some(own) => {
                add(own, None, encoding);
                add_all(own, "", &encoding.nested);
            }
            // Fields that another media type shows are named.
            None => {
                let is_item = &*encoding.name == EACH_ITEM;
                let dot = if path.is_empty() || encoding.name.starts_with('[') { "" } else { "." };
                let name = if is_item { path.to_owned() } else { format!("{path}{dot}{}", encoding.name) };
                add(field, Some(&*name).filter(|name| !name.is_empty()), encoding);
                add_all(field, &name, &encoding.nested);
            }
        }
    }
}

fn add(field: &mut Field, name: Option<&str>, encoding: &Encoding) {
    let explode = encoding.explode.map(|explode| explode.to_string());
    let told = [
        (Constraint::ContentType, encoding.content_type.as_deref()),
        (Constraint::Style, encoding.style.as_deref()),
        (Constraint::Explode, explode.as_deref()),
        (Constraint::AllowReserved, encoding.allow_reserved.then_some("allowed")),
    ];
    let told = told.into_iter().filter_map(|(constraint, text)| Some((constraint, text?.to_owned())));
    let headers = encoding.headers.iter().map(|header| {
        let required = if header.required { ", required" } else { "" };
        (Constraint::PartHeader, format!("{} ({}{required})", header.name, header.kind))
    });
    let word = |(constraint, text): (Constraint, String)| {
        let text = name.map_or_else(|| text.clone(), |name| format!("{name}: {text}"));
        (constraint, Literal::word(text))
    };
    let told: Vec<_> = told.chain(headers).map(word).collect();
    if !told.is_empty() {
        let facts = Arc::make_mut(field.facts.get_or_insert_default());
        facts.constraints.extend(told);
        facts.constraints.sort_by_key(|(constraint, _)| *constraint);
    }
}
