//! Fields that an author wrote, as the views that the spec's fields are written with.

use super::description;
use crate::parse::markdown::{BlockKind, Component};
use crate::registry::ComponentKind;
use crate::render::fields::{ConstraintView, FieldView, FieldsView, Slot, ValueView, render};
use crate::render::html::Writer;
use crate::resolve::schema::Constraint;

impl Writer<'_> {
    pub(super) fn fields(&mut self, component: &Component) {
        let outer = self.level;
        let level = self.next_level();
        self.level = level;
        let (intro, fields) = self.intro_and_fields(component);
        self.level = outer;
        let view = FieldsView {
            title: component.value("title").unwrap_or_default(),
            badge: "",
            anchor: component.anchor.as_deref().unwrap_or_default(),
            level,
            intro: Slot::Html(&intro),
            fields: Slot::Html(&fields),
        };
        // Writing to a string does not fail.
        let _ = render(&view, &mut self.out);
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
        let outer = self.level;
        let (body, children) = self.intro_and_fields(component);
        self.level = outer;
        let mut text = description(component);
        text.push_str(&body);
        let constraints: Vec<ConstraintView<'_>> =
            Constraint::ALL.iter().filter_map(|&constraint| constraint_view(component, constraint)).collect();
        let values = component.value("enum").map(enum_values).unwrap_or_default();
        let values: Vec<ValueView<'_>> = values.iter().map(|text| ValueView { text, description: "" }).collect();
        let view = FieldView {
            name: component.value("name").unwrap_or_default(),
            anchor: component.anchor.as_deref().unwrap_or_default(),
            kind: component.value("type").unwrap_or_default(),
            location: component.value("in").unwrap_or_default(),
            required: component.flag("required"),
            deprecated: component.flag("deprecated"),
            description: Slot::Html(&text),
            constraints: &constraints,
            values: &values,
            children: Slot::Html(&children),
            ..FieldView::default()
        };
        let mut html = String::new();
        // Writing to a string does not fail.
        let _ = render(&view, &mut html);
        html
    }
}

/// What an author says of a constraint: the attribute called like the keyword, if the component takes one.
fn constraint_view(component: &Component, constraint: Constraint) -> Option<ConstraintView<'_>> {
    let attribute = component.kind.entry().attribute(constraint.keyword())?;
    Some(ConstraintView { label: constraint.label(), value: component.value(attribute.name)? })
}

/// The values of an `enum` attribute: a JSON array, or words between commas.
fn enum_values(text: &str) -> Vec<String> {
    if let Ok(values) = serde_json::from_str::<Vec<serde_json::Value>>(text) {
        let word = |value: serde_json::Value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        return values.into_iter().map(word).collect();
    }
    text.split(',').map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()).collect()
}
