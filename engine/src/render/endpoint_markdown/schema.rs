//! A named schema as Markdown: a nested list of its fields, as for a body.

use super::text::code;
use super::{described, heading, whole};
use crate::Db;
use crate::parse::markdown::Block;
use crate::resolve::authored::{AuthoredModel, source_of};
use openapi::chunks::Chunk;
use openapi::endpoint::{Model, model};

/// The Markdown of a named schema.
#[salsa::tracked(returns(deref))]
pub(crate) fn schema_markdown<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Box<str> {
    let mut out = String::new();
    write(model(db, chunk), "", &mut out);
    out.into()
}

/// The Markdown of a named schema with the author's content, taken from the page's text.
pub(crate) fn authored_schema_markdown(found: &AuthoredModel<'_>, source: &str) -> String {
    let mut out = String::new();
    write(&found.model, &source_of(source, &found.prose), &mut out);
    out
}

/// The Markdown of a named schema with the author's content. `text` renders the author's blocks, also those in fields.
pub(crate) fn authored_schema_plain<'t>(
    found: AuthoredModel<'t>,
    text: &mut dyn FnMut(&[&'t Block]) -> String,
) -> String {
    let texts: Vec<String> = found.elements.iter().map(|element| text(&element.blocks)).collect();
    let field = described(found.model.field, &texts);
    let mut out = String::new();
    write(&Model { field, ..found.model }, &text(&found.prose), &mut out);
    out
}

fn write(model: &Model, prose: &str, out: &mut String) {
    let title = model.title.as_ref().map(|title| format!(" ({title})")).unwrap_or_default();
    heading(3, &format!("Schema {}{title}", model.name), out);
    for (at, base) in model.extends.iter().enumerate() {
        out.push_str(if at == 0 { "Extends " } else { ", " });
        code(&base.name, out);
    }
    if !model.extends.is_empty() {
        out.push_str(".\n\n");
    }
    whole(&model.field, prose, out);
    out.truncate(out.trim_end().len());
    out.push('\n');
}
