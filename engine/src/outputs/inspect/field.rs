//! Fields and schemas for `inspect`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{InspectedSource, SourceLines};
use openapi::endpoint::{Field, Placed, Variant, VariantField};
use openapi::schema::{AllowedValue, Constraint, Facts, told_apart};
use openapi::spec::Text;

/// A field of a body or of a parameter's value.
#[derive(Clone, Debug, Default, Serialize)]
pub struct InspectedField {
    /// The property; `{key}` for additional properties, `/pattern/` for pattern properties, `[0]` for the first item of
    /// an array.
    pub name: Text,
    /// Whether it is required.
    pub required: bool,
    /// The schema of its values.
    #[serde(flatten)]
    pub schema: InspectedSchema,
    /// The nested fields; empty at the fourth level and where a schema contains itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<InspectedField>,
    /// Its source position; only if a single operation is inspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InspectedSource>,
}

/// A schema.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedSchema {
    /// The type in words: `array of string`, `Pet or null`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Whether it is deprecated.
    #[serde(skip_serializing_if = "is_false")]
    pub deprecated: bool,
    /// Whether it is only in responses.
    #[serde(skip_serializing_if = "is_false")]
    pub read_only: bool,
    /// Whether it is only in requests.
    #[serde(skip_serializing_if = "is_false")]
    pub write_only: bool,
    /// The allowed values: strings without quotes, others as JSON.
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Text>,
    /// Bounds, defaults, formats and other constraints.
    #[serde(skip_serializing_if = "InspectedConstraints::is_empty")]
    pub constraints: InspectedConstraints,
    /// The alternatives, one of which applies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<InspectedVariant>,
    /// Why it shows less than the schema contains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Constraints by keyword, each with its value as written in the source, strings without quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InspectedConstraints {
    /// The keywords with a single value.
    #[serde(flatten)]
    pub values: BTreeMap<&'static str, Text>,
    /// All examples.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Text>,
}

impl InspectedConstraints {
    /// Whether there are no constraints.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.examples.is_empty()
    }

    fn of(facts: &Facts) -> Self {
        let mut found = Self::default();
        for (constraint, literal) in &facts.constraints {
            match constraint {
                Constraint::Example => found.examples.push(literal.text.clone()),
                constraint => {
                    found.values.entry(constraint.keyword()).or_insert_with(|| literal.text.clone());
                }
            }
        }
        found
    }
}

/// One of several alternatives.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InspectedVariant {
    /// The discriminator's value, or else the title, the schema's name, or its type.
    pub label: Text,
    /// The type in words.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it is what the field adds in some alternatives of the value around it.
    #[serde(skip)]
    pub is_case: bool,
    /// Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Whether it is deprecated.
    #[serde(skip_serializing_if = "is_false")]
    pub deprecated: bool,
    /// Whether it is only in responses.
    #[serde(skip_serializing_if = "is_false")]
    pub read_only: bool,
    /// Whether it is only in requests.
    #[serde(skip_serializing_if = "is_false")]
    pub write_only: bool,
    /// The allowed values, as those of a schema.
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Text>,
    /// Bounds, defaults, formats and other constraints.
    #[serde(skip_serializing_if = "InspectedConstraints::is_empty")]
    pub constraints: InspectedConstraints,
    /// The names of the fields that not all alternatives share; nested ones follow those around them and a dot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Text>,
}

impl InspectedVariant {
    fn of(variant: &Variant) -> Self {
        let no_facts = Facts::default();
        let facts = variant.facts.as_deref().unwrap_or(&no_facts);
        let mut fields = Vec::new();
        push_names(&variant.fields, "", &mut fields);
        Self {
            label: variant.label.clone(),
            kind: variant.kind.to_string(),
            is_case: variant.is_case,
            description: facts.description.clone(),
            deprecated: facts.deprecated,
            read_only: facts.read_only,
            write_only: facts.write_only,
            values: shown(&facts.values),
            constraints: InspectedConstraints::of(facts),
            fields,
        }
    }
}

/// Appends the names of fields, which are nested to a fixed depth.
fn push_names(fields: &[VariantField], parent: &str, names: &mut Vec<Text>) {
    for field in fields {
        let name = format!("{parent}{}", field.name);
        names.push(name.as_str().into());
        push_names(&field.fields, &format!("{name}."), names);
    }
}

/// Allowed values as on pages, whole.
fn shown(values: &[AllowedValue]) -> Vec<Text> {
    told_apart(values).map(Text::from).collect()
}

impl InspectedSchema {
    fn of(field: &Field) -> Self {
        let no_facts = Facts::default();
        let facts = field.facts.as_deref().unwrap_or(&no_facts);
        Self {
            kind: field.kind.to_string(),
            title: facts.title.clone(),
            description: facts.description.clone(),
            deprecated: facts.deprecated,
            read_only: facts.read_only,
            write_only: facts.write_only,
            values: shown(&facts.values),
            constraints: InspectedConstraints::of(facts),
            variants: field.variants.iter().map(InspectedVariant::of).collect(),
            notes: field.notes.iter().map(openapi::endpoint::FieldNote::words).collect(),
        }
    }
}

impl InspectedField {
    /// A field with the names and types of its direct children.
    pub(super) fn top(field: &Field) -> Self {
        let child = |child: &Field| Self {
            name: child.name.clone(),
            required: child.required,
            schema: InspectedSchema { kind: child.kind.to_string(), ..InspectedSchema::default() },
            ..Self::default()
        };
        Self { fields: field.children.iter().map(child).collect(), ..Self::alone(field) }
    }

    /// A field with all its descendants. The recursion is bounded by the depth of the walk.
    pub(super) fn complete(placed: &Placed, lines: &mut SourceLines<'_>) -> Self {
        Self {
            source: placed.place.as_ref().map(|place| lines.source(place, &placed.set)),
            fields: placed.children.iter().map(|child| Self::complete(child, lines)).collect(),
            ..Self::alone(&placed.field)
        }
    }

    fn alone(field: &Field) -> Self {
        Self {
            name: field.name.clone(),
            required: field.required,
            schema: InspectedSchema::of(field),
            ..Self::default()
        }
    }
}
