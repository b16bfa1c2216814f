//! A named schema as HTML: a type's box around the fields of a body.

use std::fmt::Formatter;

use super::authored::AuthoredElement;
use super::fields::FieldRenderer;
use crate::Db;
use crate::parse::config::{Strings, strings};
use crate::render::escape::escape;
use crate::render::fields::{GroupView, Slot, push_anchor, render};
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::{Model, model};

/// The author's content of a type's element, and its context.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuthoredSchema<'a> {
    /// The attributes of the element, each preceded by a space.
    pub(crate) attributes: &'a str,
    /// The anchor of the type.
    pub(crate) anchor: &'a str,
    /// Whether the anchor is the title's id.
    pub(crate) title_has_id: bool,
    /// HTML below the description.
    pub(crate) prose: &'a str,
    /// The author's content of its fields.
    pub(crate) elements: &'a [AuthoredElement<'a>],
    /// The level of the title.
    pub(crate) level: u8,
}

/// The HTML of a schema without content of the author's, below a heading of `level - 1`.
#[salsa::tracked(returns(deref))]
pub(crate) fn schema_html<'db>(db: &'db dyn Db, chunk: Chunk<'db>, level: u8) -> Box<str> {
    let model = model(db, chunk);
    let mut attributes = " ref=\"".to_owned();
    escape(&model.name, &mut attributes);
    attributes.push_str("\" class=\"schema\"");
    let mut anchor = String::new();
    push_anchor(&mut anchor, &model.name);
    let authored = AuthoredSchema {
        attributes: &attributes,
        anchor: &anchor,
        title_has_id: true,
        prose: "",
        elements: &[],
        level,
    };
    let mut out = String::new();
    write_schema(strings(db, FileSet::of(db, chunk.spec(db)).config(db)), model, &authored, &mut out);
    out.into()
}

/// Appends a schema with the author's content.
pub(crate) fn write_schema(s: &Strings, model: &Model, authored: &AuthoredSchema<'_>, out: &mut String) {
    let renderer =
        FieldRenderer { elements: authored.elements, is_read: true, ..FieldRenderer::new(s, authored.level) };
    let anchor = authored.anchor;
    let mut title = String::new();
    if !model.name.is_empty() {
        title.push_str("<code>");
        escape(&model.name, &mut title);
        title.push_str("</code>");
    }
    if let Some(words) = &model.title {
        title.push_str(" <span class=\"schema-extends\">");
        escape(words, &mut title);
        title.push_str("</span>");
    }
    push_bases(s, &model.extends, &mut title);
    let intro = |f: &mut Formatter<'_>| {
        renderer.whole(&model.field, anchor, f)?;
        f.write_str(authored.prose)
    };
    let fields = |f: &mut Formatter<'_>| renderer.fields(&model.field.children, anchor, f);
    let view = GroupView {
        s,
        element: "wc-schema",
        root: &authored.attributes,
        id: if authored.title_has_id { anchor } else { "" },
        label: &model.name,
        level: authored.level,
        class: "schema-title",
        title: &title,
        intro: Slot::Write(&intro),
        fields: if model.field.children.is_empty() { Slot::Empty } else { Slot::Write(&fields) },
    };
    // Writing to a string does not fail.
    let _ = render(&view, out);
}

/// Appends the schemas that a type extends to its title.
pub(crate) fn push_bases<T: AsRef<str>>(s: &Strings, bases: &[T], title: &mut String) {
    if bases.is_empty() {
        return;
    }
    title.push_str(" <span class=\"schema-extends\">");
    escape(s.extends(), title);
    for (at, base) in bases.iter().enumerate() {
        title.push_str(if at == 0 { " <code>" } else { ", <code>" });
        escape(base.as_ref(), title);
        title.push_str("</code>");
    }
    title.push_str("</span>");
}
