//! The page of a named schema, and the fragment that loads its fields where other pages omit them. Both come from one
//! value. The caller adds the uses of the schema, so no memo here depends on other pages.

use std::fmt::Formatter;

use super::examples::schema_example;
use super::fields::{FieldRenderer, can_expand};
use crate::Db;
use crate::parse::config::{Strings, strings};
use crate::render::escape::{Address, escape, escaped};
use crate::render::fields::{FieldsView, Slot, push_anchor, render};
use crate::render::handover::handing_over;
use crate::render::spec_links::look_up;
use crate::resolve::links::page_address;
use crate::resolve::model_keys::{model_id, model_key};
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::{Model, SchemaLink, model_example, own_model};

/// The folder of the fragments.
pub(crate) const MODEL_FRAGMENTS: &str = "_tool/m/";

/// Placeholder in a fragment for the id of the field that it is opened in. The script that loads it knows this marker
/// and our other ones.
const ANCHOR: &str = "\u{3}";

/// The id of the group of fields on a schema's page.
const FIELDS_ID: &str = "fields";
/// The id of the example on a schema's page.
const EXAMPLE_ID: &str = "example";

/// The content of a schema's page, below its title and independent of its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModelPage {
    /// What the schema is, up to its fields.
    pub(crate) intro: Box<str>,
    /// The group of fields; may be empty.
    pub(crate) fields: Box<str>,
    /// The example with its title; may be empty.
    pub(crate) example: Box<str>,
}

/// The content of a schema's page.
#[salsa::tracked(returns(ref))]
pub(crate) fn model_page<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> ModelPage {
    let model = own_model(db, chunk);
    let s = strings(db, FileSet::of(db, chunk.spec(db)).config(db));
    let (mut intro, mut fields, mut shown) = (String::new(), String::new(), String::new());
    push_origin(s, model, &mut intro);
    let mut anchor = String::new();
    push_anchor(&mut anchor, &model.name);
    let renderer = FieldRenderer { is_read: true, ..FieldRenderer::new(s, 2) };
    let whole = |f: &mut Formatter<'_>| renderer.whole(&model.field, &anchor, f);
    intro.push_str(&Slot::Write(&whole).to_string());
    if !model.field.children.is_empty() {
        let list = |f: &mut Formatter<'_>| renderer.fields(&model.field.children, &anchor, f);
        let view = FieldsView {
            s,
            title: s.fields(),
            status: "",
            badge: "",
            required: false,
            can_expand: can_expand(&model.field.children),
            anchor: FIELDS_ID,
            level: 2,
            intro: Slot::Empty,
            fields: Slot::Write(&list),
        };
        // Writing to a string does not fail.
        let _ = render(&view, &mut fields);
    }
    if let Some(example) = model_example(db, chunk) {
        shown.push_str(&format!("<h2 id=\"{EXAMPLE_ID}\">{}</h2>", escaped(s.example())));
        schema_example(s, &anchor, example, &mut shown);
    }
    ModelPage { intro: intro.into(), fields: fields.into(), example: shown.into() }
}

/// Appends a schema's title, and what it extends.
fn push_origin(s: &Strings, model: &Model, out: &mut String) {
    if model.title.is_none() && model.extends.is_empty() {
        return;
    }
    out.push_str("<p class=\"model-origin\">");
    if let Some(title) = &model.title {
        escape(title, out);
        out.push_str(if model.extends.is_empty() { "" } else { " " });
    }
    for (at, base) in model.extends.iter().enumerate() {
        escape(if at == 0 { s.extends() } else { "," }, out);
        out.push(' ');
        push_schema(base, out);
    }
    out.push_str("</p>");
}

/// Appends the name of a schema, as a link if it has a page.
fn push_schema(schema: &SchemaLink, out: &mut String) {
    if let Some(key) = &schema.model {
        out.push_str(&format!("<a href=\"{}\">", Address(page_address(&model_id(key)))));
    }
    out.push_str("<code>");
    escape(&schema.name, out);
    out.push_str("</code>");
    if schema.model.is_some() {
        out.push_str("</a>");
    }
}

/// The file with the content of a schema for a page that opens it.
#[salsa::tracked(returns(deref))]
pub(crate) fn model_fragment<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Box<str> {
    let key = model_key(db, chunk).as_deref().unwrap_or_default();
    let field = &own_model(db, chunk).field;
    let config = FileSet::of(db, chunk.spec(db)).config(db);
    let renderer = FieldRenderer::new(strings(db, config), 3);
    let inside = |f: &mut Formatter<'_>| renderer.inside(field, ANCHOR, f);
    let html = Slot::Write(&inside).to_string();
    handing_over(&format!("m/{key}"), &look_up(db, config, &[&html]).concat()).into()
}
