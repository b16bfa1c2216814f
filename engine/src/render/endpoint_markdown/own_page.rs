//! The Markdown alternate of a named schema's page. The caller adds the uses of the schema.

use super::text::{code, fence};
use super::{heading, schema_link, shortened_note, whole};
use crate::Db;
use openapi::chunks::Chunk;
use openapi::endpoint::{model_example, own_model};

/// The Markdown of a schema's page: its title, its fields and an example.
#[salsa::tracked(returns(deref))]
pub(crate) fn model_markdown<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Box<str> {
    let model = own_model(db, chunk);
    let title = model.title.as_ref().map(|title| format!(" ({title})")).unwrap_or_default();
    let mut out = String::new();
    heading(1, &format!("{}{title}", model.name), &mut out);
    for (at, base) in model.extends.iter().enumerate() {
        out.push_str(if at == 0 { "Extends " } else { ", " });
        match &base.model {
            Some(key) => out.push_str(&schema_link(&base.name, key)),
            None => code(&base.name, &mut out),
        }
    }
    if !model.extends.is_empty() {
        out.push_str(".\n\n");
    }
    whole(&model.field, "", &mut out);
    if let Some(example) = model_example(db, chunk) {
        heading(2, "Example", &mut out);
        fence("json", example.shown(), &mut out);
        shortened_note(example, &mut out);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out.into()
}
