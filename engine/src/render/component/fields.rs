//! Fields that an author wrote, as the views that the spec's fields are written with.

use askama::Template;

use super::{Root, description};
use crate::parse::markdown::{BlockKind, Component};
use crate::registry::ComponentKind;
use crate::render::endpoint::write_field;
use crate::render::escape::escaped;
use crate::render::html::Writer;
use crate::render::strings::STRINGS;
use crate::resolve::endpoint::{Element, Fields};

/// A titled group of fields, in the author's element.
#[derive(Template)]
#[template(path = "components/field_group.html", whitespace = "preserve")]
struct FieldGroupView<'a> {
    element: &'a str,
    root: Root<'a>,
    /// Of the title; empty where the element has the author's.
    id: &'a str,
    /// The title without markup.
    label: &'a str,
    level: u8,
    class: &'a str,
    title: &'a str,
    intro: &'a str,
    fields: &'a str,
}

impl Writer<'_> {
    pub(super) fn fields(&mut self, component: &Component) {
        let title = component.value("title").unwrap_or_default();
        self.field_group(component, "fields-title", title, &escaped(title), "");
    }

    /// A type with its fields.
    pub(super) fn schema(&mut self, component: &Component) {
        let name = component.value("name").map(str::trim).unwrap_or_default();
        let mut title = String::new();
        if !name.is_empty() {
            title = format!("<code>{}</code>", escaped(name));
        }
        if let Some(base) = component.value("extends").map(str::trim).filter(|base| !base.is_empty()) {
            let base = escaped(base);
            title.push_str(&format!(" <span class=\"schema-extends\">{} <code>{base}</code></span>", STRINGS.extends));
        }
        self.field_group(component, "schema-title", name, &title, &description(component));
    }

    /// Fields below a title; `label` is the title's text. The title has the anchor, unless the author gave the element an id.
    fn field_group(&mut self, component: &Component, class: &str, label: &str, title: &str, intro: &str) {
        let outer = self.level;
        let level = self.next_level();
        self.level = level;
        let (body, fields) = self.intro_and_fields(component);
        self.level = outer;
        let id = component.anchor.as_deref().filter(|_| component.given("id").is_none() && !title.is_empty());
        let view = FieldGroupView {
            element: component.kind.name(),
            root: Root { component, class: if component.kind == ComponentKind::Schema { "schema" } else { "" } },
            id: id.unwrap_or_default(),
            label,
            level,
            class,
            title,
            intro: &[intro, &body].concat(),
            fields: &fields,
        };
        self.template(&view);
    }

    /// The blocks of a component that are no fields, and its fields as items of a list.
    fn intro_and_fields(&mut self, component: &Component) -> (String, String) {
        let (mut intro, mut fields) = (String::new(), String::new());
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Component(field) if field.kind == ComponentKind::Field => {
                    fields.push_str("<li>");
                    fields.push_str(&self.field(field));
                    fields.push_str("</li>");
                }
                _ => intro.push_str(&self.captured(|writer| writer.block(block))),
            }
        }
        (intro, fields)
    }

    pub(super) fn field(&mut self, component: &Component) -> String {
        let mut fields = Fields::default();
        let field = fields.field(component);
        let mut elements = self.elements(&fields.elements, true);
        for (own, Element { component, .. }) in elements.iter_mut().zip(&fields.elements) {
            own.location = component.value("in").unwrap_or_default();
        }
        let mut html = String::new();
        write_field(&field, &elements, &mut html);
        html
    }
}
