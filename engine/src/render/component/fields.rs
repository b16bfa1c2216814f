//! Fields written by the author, as the views that also render the spec's fields.

use super::{Root, description};
use crate::parse::markdown::{BlockKind, Component};
use crate::registry::ComponentKind;
use crate::render::assets::Extra;
use crate::render::endpoint::{AuthoredSchema, push_bases, write_field, write_schema};
use crate::render::escape::escaped;
use crate::render::fields::{GroupView, Slot, push_anchor};
use crate::render::html::HtmlWriter;
use crate::render::html_piece::HtmlPiece;
use crate::resolve::authored::{Fields, WrittenElement, authored_model};
use crate::resolve::site_operation::{SiteLookup, suggest_spec};
use crate::resolve::site_schema::{find_site_schema, specs_of, suggest_site_schema};
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::model;

impl<'db> HtmlWriter<'db> {
    pub(super) fn fields(&mut self, component: &Component) {
        let title = component.value("title").unwrap_or_default();
        self.field_group(component, "fields-title", title, &escaped(title), "");
    }

    /// A type with its fields: a schema of the spec with the author's additions, or only the author's fields.
    pub(super) fn schema(&mut self, component: &Component) {
        let Some(wanted) = component.schema_ref() else {
            self.schema_by_hand(component);
            return;
        };
        let set = FileSet::of(self.db, self.file);
        let (message, hint) = match find_site_schema(self.db, set, &wanted) {
            SiteLookup::Found(chunk) => return self.schema_of_spec(chunk, component),
            SiteLookup::Missing => (self.s.no_schema(), suggest_site_schema(self.db, set, &wanted)),
            SiteLookup::NoSpec => {
                let name = wanted.spec.as_deref().unwrap_or_default();
                self.problem_box(self.s.no_spec(), name, suggest_spec(self.db, set, name).as_deref());
                return self.rest_of_schema(component);
            }
            SiteLookup::Ambiguous(chunks) => {
                let ways = specs_of(self.db, set, &chunks).into_iter().map(|spec| format!("spec=\"{spec}\""));
                let ways = ways.collect::<Vec<_>>().join("`, `");
                (self.s.several_schemas(), Some(format!("{}: `{ways}`", self.s.told_apart())))
            }
        };
        self.problem_box(message, &wanted.reference, hint.as_deref());
        self.rest_of_schema(component);
    }

    /// The author's content of a type whose schema does not exist.
    fn rest_of_schema(&mut self, component: &Component) {
        if !component.is_empty() || component.flag("name") || component.flag("description") {
            self.schema_by_hand(component);
        }
    }

    fn schema_of_spec(&mut self, chunk: Chunk<'db>, component: &Component) {
        self.extras.insert(Extra::Models);
        let level = self.next_level();
        let anchor = component.anchor.as_deref().unwrap_or_default();
        let mut usual = String::new();
        push_anchor(&mut usual, &chunk.key(self.db).member);
        if component.is_only_a_ref() && self.inside == 0 && *anchor == *usual {
            self.flush();
            self.pieces.push(HtmlPiece::Schema(chunk, level));
            return;
        }
        let found = authored_model(model(self.db, chunk), component, None);
        let outer = std::mem::replace(&mut self.level, level);
        let prose = self.html_of(&found.prose);
        let elements = self.elements(&found.elements, false);
        self.level = outer;
        let authored = AuthoredSchema {
            attributes: &Root { component, class: "schema" }.to_string(),
            anchor,
            title_has_id: component.given("id").is_none(),
            prose: &prose,
            elements: &elements,
            level,
        };
        write_schema(self.s, &found.model, &authored, &mut self.out);
    }

    fn schema_by_hand(&mut self, component: &Component) {
        let name = component.text("name").unwrap_or_default();
        let mut title = String::new();
        if !name.is_empty() {
            title = format!("<code>{}</code>", escaped(name));
        }
        let base = component.text("extends");
        push_bases(self.s, base.as_slice(), &mut title);
        self.field_group(component, "schema-title", name, &title, &description(self.s, component, self.level));
    }

    /// Writes fields below a title, whose text is `label`. The title has the anchor unless the author gave the element
    /// an id.
    fn field_group(&mut self, component: &Component, class: &str, label: &str, title: &str, intro: &str) {
        let outer = self.level;
        let level = self.next_level();
        self.level = level;
        let (body, fields) = self.intro_and_fields(component);
        self.level = outer;
        let id = component.anchor.as_deref().filter(|_| component.given("id").is_none() && !title.is_empty());
        let class_of_root = if component.kind == ComponentKind::Schema { "schema" } else { "" };
        let view = GroupView {
            s: self.s,
            element: component.kind.name(),
            root: &Root { component, class: class_of_root },
            id: id.unwrap_or_default(),
            label,
            level,
            class,
            title,
            intro: Slot::Html(&[intro, &body].concat()),
            fields: Slot::Html(&fields),
        };
        self.template(&view);
    }

    /// The blocks of a component that are not fields, and its fields as list items.
    fn intro_and_fields(&mut self, component: &Component) -> (String, String) {
        let (mut intro, mut fields) = (String::new(), String::new());
        for block in component.blocks() {
            match &block.kind {
                BlockKind::Component(field) if field.kind == ComponentKind::Field => {
                    fields.push_str("<li>");
                    self.field(field, &mut fields);
                    fields.push_str("</li>");
                }
                _ => intro.push_str(&self.captured(|writer| writer.block(block))),
            }
        }
        (intro, fields)
    }

    /// Appends a field.
    pub(super) fn field(&mut self, component: &Component, out: &mut String) {
        let mut fields = Fields::default();
        let field = fields.field(component);
        let mut elements = self.elements(&fields.elements, true);
        for (own, WrittenElement { component, .. }) in elements.iter_mut().zip(&fields.elements) {
            own.location = component.value("in").unwrap_or_default();
        }
        write_field(self.s, &field, &elements, out);
    }
}
