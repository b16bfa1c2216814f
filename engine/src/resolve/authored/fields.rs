//! Fields written by the author, converted to fields of operations.

use std::sync::Arc;

use crate::parse::markdown::{Block, Component};
use crate::registry::ComponentKind;
use openapi::endpoint::{Field, Words, Written};
use openapi::schema::{AllowedValue, Constraint, Facts, Literal};
use openapi::spec::Text;

/// An author's element that is shown as part of an operation, and those of its blocks that are not.
#[derive(Clone, Debug)]
pub(crate) struct WrittenElement<'t> {
    pub(crate) component: &'t Component,
    pub(crate) blocks: Vec<&'t Block>,
}

/// Converts elements to fields.
#[derive(Debug, Default)]
pub(crate) struct Fields<'t> {
    /// The elements so far, in the order of [`Written`].
    pub(crate) elements: Vec<WrittenElement<'t>>,
    /// The page's text, if the content of a field's element is to become part of its description.
    pub(super) source: Option<&'t str>,
}

impl<'t> Fields<'t> {
    /// Records an element.
    pub(super) fn written(&mut self, component: &'t Component, blocks: Vec<&'t Block>) -> Option<Written> {
        self.elements.push(WrittenElement { component, blocks });
        Written::at(self.elements.len() - 1)
    }

    /// The field of an element, with its children. The page's parser bounds the recursion.
    pub(crate) fn field(&mut self, component: &'t Component) -> Field {
        let blocks: Vec<&Block> = component.blocks().iter().filter(|block| field_in(block).is_none()).collect();
        let facts = facts(component, self.source.map(|source| source_of(source, &blocks)));
        let written = self.written(component, blocks);
        let children = component.blocks().iter().filter_map(field_in).map(|child| self.field(child)).collect();
        Field {
            name: component.value("name").unwrap_or_default().into(),
            kind: Words::Owned(component.text("type").unwrap_or_default().to_owned()),
            types: Box::default(),
            required: component.flag("required"),
            written,
            facts: (facts != Facts::default()).then(|| Arc::new(facts)),
            notes: Vec::new(),
            variants: Vec::new(),
            children,
        }
    }
}

/// The field in a block.
pub(super) fn field_in(block: &Block) -> Option<&Component> {
    block.component().filter(|component| component.kind == ComponentKind::Field)
}

/// Blocks as written by the author.
pub(crate) fn source_of(source: &str, blocks: &[&Block]) -> String {
    let texts = blocks.iter().filter_map(|block| source.get(block.span.range())).map(str::trim);
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// The facts in a field's attributes, with `more` appended to its description.
fn facts(component: &Component, more: Option<String>) -> Facts {
    let texts = [component.value("description"), more.as_deref()].into_iter().flatten();
    let texts: Vec<&str> = texts.map(str::trim).filter(|text| !text.is_empty()).collect();
    let is_string = component.value("type").is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("string"));
    let constraint = |&constraint: &Constraint| {
        let keyword = constraint.keyword();
        let given = component.attributes.iter().find(|given| given.name.eq_ignore_ascii_case(keyword))?;
        let text: Text = (&*given.value).into();
        let is_value = matches!(constraint, Constraint::Default | Constraint::Example);
        Some((constraint, Literal { text, is_string: is_string && is_value }))
    };
    Facts {
        description: (!texts.is_empty()).then(|| texts.join("\n\n").into()),
        deprecated: component.flag("deprecated"),
        constraints: Constraint::ALL.iter().filter_map(constraint).collect(),
        values: component.value("enum").map(|text| values(text, is_string)).unwrap_or_default(),
        ..Facts::default()
    }
}

/// The values of an `enum` attribute: a JSON array, or a comma-separated list.
fn values(text: &str, is_string: bool) -> Vec<AllowedValue> {
    let allowed = |text: String, is_string: bool| {
        let literal = Literal { text: text.into(), is_string };
        AllowedValue { literal, description: None }
    };
    if let Ok(values) = serde_json::from_str::<Vec<serde_json::Value>>(text) {
        let value = |value: serde_json::Value| match value {
            serde_json::Value::String(text) => allowed(text, true),
            other => allowed(other.to_string(), false),
        };
        return values.into_iter().map(value).collect();
    }
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| allowed(word.to_owned(), is_string)).collect()
}
