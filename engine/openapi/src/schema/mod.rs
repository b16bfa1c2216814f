//! Schemas as the document spells them: a component or an inline schema lowered to typed values, with `$ref`s as text.
//!
//! Contains no positions and follows no references, so an edit of white space or of another component leaves it equal.

mod constraint;
mod lower;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::address::{file_stem, last_token};
use super::chunks::{Chunk, ChunkKey, ChunkName, Section, chunk_tree, find_chunk};
use super::reference::{Located, Reason, Unresolved, descend, with_located};
use super::spec::{Text, version};
use crate::Db;
use base::inputs::File;

pub use constraint::Constraint;
pub(crate) use constraint::Kept;
pub(crate) use lower::{facts_of_parameter, literal, lower};

/// A schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// The text of its `$ref`. Members beside it apply as well.
    pub(crate) reference: Option<Text>,
    pub(crate) types: Types,
    /// `nullable` of 3.0 beside a composition, which has the types of its parts.
    pub(crate) nullable: bool,
    /// Facts about its values; `None` if there are none.
    pub facts: Option<Arc<Facts>>,
    /// Its composition; `None` for scalars.
    pub(crate) shape: Option<Box<Shape>>,
    /// It is neither an object nor a boolean, and allows everything.
    pub is_wrong: bool,
}

impl Schema {
    /// Whether it, or a schema in it, contains a reference. Recursion is bounded by the document's depth.
    pub(crate) fn has_reference(&self) -> bool {
        let of_shape = |shape: &Shape| {
            let named = shape.properties.iter().chain(&shape.pattern_properties).map(|(_, schema)| schema);
            let lists = shape.prefix_items.iter().chain(&shape.all_of).chain(&shape.alternatives);
            named.chain(lists).chain(&shape.additional).chain(&shape.items).any(Self::has_reference)
        };
        self.reference.is_some() || self.shape.as_deref().is_some_and(of_shape)
    }
}

/// A set of JSON types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Types(u8);

impl Types {
    /// `null`.
    pub const NULL: Self = Self(1);
    /// `boolean`.
    pub const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    /// `number`.
    pub const NUMBER: Self = Self(8);
    /// `string`.
    pub const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    /// Each type with its name, in display order.
    pub(crate) const NAMED: [(Self, &'static str); 7] = [
        (Self::STRING, "string"),
        (Self::INTEGER, "integer"),
        (Self::NUMBER, "number"),
        (Self::BOOLEAN, "boolean"),
        (Self::OBJECT, "object"),
        (Self::ARRAY, "array"),
        (Self::NULL, "null"),
    ];

    /// The type of that name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it contains all of `other`.
    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[must_use]
    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The types that both allow; an integer is also a number. An empty set allows everything.
    #[must_use]
    pub(crate) fn intersect(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => {
                let widened = |types: Self| if types.has(Self::NUMBER) { types.with(Self::INTEGER) } else { types };
                let both = Self(widened(self).0 & widened(other).0);
                if both.has(Self::NUMBER) { both.without(Self::INTEGER) } else { both }
            }
        }
    }
}

/// Longer values, in bytes, are truncated on pages.
const LONGEST_SHOWN: usize = 2_000;

/// A value as spelled in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The text of a string or number; JSON for anything else.
    pub text: Text,
    /// Whether it is a string, which is displayed in quotes.
    pub is_string: bool,
}

impl Literal {
    /// A literal that is displayed, but never used as a value.
    pub(crate) fn word(text: impl Into<Text>) -> Self {
        Self { text: text.into(), is_string: false }
    }

    /// The text for pages; a long one is truncated with `…`.
    pub fn shown(&self) -> Cow<'_, str> {
        if self.text.len() <= LONGEST_SHOWN {
            return Cow::Borrowed(&self.text);
        }
        let end = (0..=LONGEST_SHOWN).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or_default();
        Cow::Owned(format!("{}…", self.text.get(..end).unwrap_or_default()))
    }
}

/// An allowed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedValue {
    /// The value.
    pub literal: Literal,
    /// From `x-enumDescriptions`, after its name from `x-enum-varnames`; both have several spellings.
    pub description: Option<Text>,
}

/// The texts of allowed values. Among values of several types, a string that reads like another value is in quotes: `1` and
/// `"1"` differ.
pub fn told_apart(values: &[AllowedValue]) -> impl Iterator<Item = Cow<'_, str>> {
    let is_mixed = values.iter().any(|value| !value.literal.is_string);
    values.iter().map(move |AllowedValue { literal, .. }| {
        let text = &*literal.text;
        let reads_as_other = || matches!(text, "true" | "false" | "null") || text.parse::<f64>().is_ok();
        match is_mixed && literal.is_string && reads_as_other() {
            true => Cow::Owned(format!("\"{text}\"")),
            false => Cow::Borrowed(text),
        }
    })
}

/// Allowed values as displayed: [`told_apart`], and truncated like [`Literal::shown`].
pub fn shown_values(values: &[AllowedValue]) -> impl Iterator<Item = Cow<'_, str>> {
    values.iter().zip(told_apart(values)).map(|(value, text)| match text {
        Cow::Borrowed(_) => value.literal.shown(),
        told => told,
    })
}

/// The letters and digits of a text, in lowercase: `Full Repository` says the same as `full-repository`.
pub(crate) fn letters(text: &str) -> String {
    if text.is_ascii() {
        return text
            .bytes()
            .filter(u8::is_ascii_alphanumeric)
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .collect();
    }
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Facts about the values of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// `title`.
    pub title: Option<Text>,
    /// Markdown.
    pub description: Option<Text>,
    /// `deprecated`.
    pub deprecated: bool,
    /// `readOnly`.
    pub read_only: bool,
    /// `writeOnly`.
    pub write_only: bool,
    /// Marked `x-internal`: left out wherever it is used.
    pub internal: bool,
    /// A `type` that JSON Schema does not define.
    pub unknown_type: Option<Text>,
    /// In the order of [`Constraint`]; several examples follow each other.
    pub constraints: Vec<(Constraint, Literal)>,
    /// `enum`, or `const` as its only value.
    pub values: Vec<AllowedValue>,
    /// `xml`.
    pub xml: Option<Box<Xml>>,
}

/// How a value is written as XML (OpenAPI 3.2, section 4.25).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Xml {
    pub(crate) name: Option<Text>,
    pub(crate) namespace: Option<Text>,
    pub(crate) prefix: Option<Text>,
    pub(crate) node: XmlNode,
    /// Whether a list has an element of its own: `wrapped`, or `nodeType: element`.
    pub(crate) is_wrapped: bool,
}

/// What a value is in XML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum XmlNode {
    #[default]
    Element,
    Attribute,
    Text,
    /// Text in `<![CDATA[…]]>`.
    CharacterData,
}

impl Facts {
    /// The value of a constraint.
    pub fn get(&self, constraint: Constraint) -> Option<&Literal> {
        self.constraints.iter().find(|(kind, _)| *kind == constraint).map(|(_, literal)| literal)
    }
}

/// The composition of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) properties: Vec<(Text, Schema)>,
    pub(crate) required: Vec<Text>,
    pub(crate) pattern_properties: Vec<(Text, Schema)>,
    pub(crate) additional: Option<Schema>,
    pub(crate) items: Option<Schema>,
    pub(crate) prefix_items: Vec<Schema>,
    pub(crate) all_of: Vec<Schema>,
    /// `oneOf`, then `anyOf`.
    pub(crate) alternatives: Vec<Schema>,
    /// All alternatives are from `oneOf`: a value must not match two of them.
    pub(crate) is_exclusive: bool,
    pub(crate) discriminator: Option<Discriminator>,
}

impl Shape {
    /// Whether it describes an object's members.
    pub(crate) fn is_object(&self) -> bool {
        !self.properties.is_empty() || self.additional.is_some() || !self.pattern_properties.is_empty()
    }

    /// Whether it describes an array's items.
    pub(crate) fn is_array(&self) -> bool {
        self.items.is_some() || !self.prefix_items.is_empty()
    }
}

/// Distinguishes alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Discriminator {
    pub(crate) property: Text,
    /// Each value with the reference of its schema, in order.
    pub(crate) mapping: Vec<(Text, Text)>,
    /// The reference of the schema of all other values (OpenAPI 3.2).
    pub(crate) default: Option<Text>,
}

impl Discriminator {
    /// All references, each with its value; the default has none.
    pub(crate) fn targets(&self) -> impl Iterator<Item = (Option<&Text>, &Text)> {
        let mapped = self.mapping.iter().map(|(value, reference)| (Some(value), reference));
        mapped.chain(self.default.iter().map(|reference| (None, reference)))
    }
}

/// A value below the root of a chunk, as a key of queries.
#[salsa::interned(debug)]
pub(crate) struct Below<'db> {
    #[returns(copy)]
    chunk: Chunk<'db>,
    /// A JSON Pointer, not empty.
    #[returns(ref)]
    pointer: Box<str>,
}

/// The schema in a chunk. Equal after an edit of white space, or of anything that is not displayed.
#[salsa::tracked(returns(ref))]
pub fn schema<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Schema {
    lower(chunk_tree(db, chunk).root(), version(db, chunk.spec(db)))
}

/// The schema somewhere within a chunk.
#[salsa::tracked(returns(ref))]
fn schema_below<'db>(db: &'db dyn Db, place: Below<'db>) -> Option<Schema> {
    let chunk = place.chunk(db);
    let node = descend(chunk_tree(db, chunk).root(), place.pointer(db))?;
    Some(lower(node, version(db, chunk.spec(db))))
}

/// The target of a reference to a schema.
#[derive(Clone, Copy, Debug)]
pub struct FoundSchema<'db> {
    pub(crate) schema: &'db Schema,
    /// The chunk that contains it; its own references are resolved against that chunk.
    pub chunk: Chunk<'db>,
    /// Whether it is the whole chunk.
    pub(crate) is_whole: bool,
}

/// The text of a `$recursiveRef` (JSON Schema 2019-09, section 8.2.4.2): it refers to the component that contains it.
pub(crate) const RECURSIVE_REFERENCE: &str = "$recursiveRef";

/// Resolves a reference to a schema in the chunk `from`; the target may contain a reference itself.
pub(crate) fn find_schema<'db>(
    db: &'db dyn Db,
    from: Chunk<'db>,
    reference: &str,
) -> Result<FoundSchema<'db>, Unresolved> {
    if reference == RECURSIVE_REFERENCE {
        let key = from.key(db);
        let is_component = key.section == Section::Components && &*key.name == "schemas";
        let found = is_component.then(|| FoundSchema { schema: schema(db, from), chunk: from, is_whole: true });
        return found.ok_or_else(|| Unresolved { text: reference.into(), reason: Reason::Missing });
    }
    // What an edit of an operation runs does not include its references, which nothing else shares.
    let targets = if from.key(db).section == Section::Components { chunk_targets(db, from) } else { &[] };
    let target = match targets.binary_search_by(|(known, _)| (**known).cmp(reference)) {
        Ok(at) => targets.get(at).map_or(Err(Reason::Missing), |(_, target)| *target),
        Err(_) => schema_target(db, from, reference),
    };
    let found = target.and_then(|SchemaTarget { chunk, below }| {
        let schema = match below {
            None => schema(db, chunk),
            Some(place) => schema_below(db, place).as_ref().ok_or(Reason::Missing)?,
        };
        let found = FoundSchema { schema, chunk, is_whole: below.is_none() };
        if schema.is_wrong { Err(Reason::NotASchema) } else { Ok(found) }
    });
    found.map_err(|reason| Unresolved { text: reference.into(), reason })
}

/// The place that a reference resolves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct SchemaTarget<'db> {
    chunk: Chunk<'db>,
    /// `None` for the whole chunk.
    below: Option<Below<'db>>,
}

/// The text of a reference, and what it resolves to.
type NamedTarget<'db> = (Box<str>, Result<SchemaTarget<'db>, Reason>);

/// The place that a reference in the chunk `from` resolves to.
fn schema_target<'db>(db: &'db dyn Db, from: Chunk<'db>, reference: &str) -> Result<SchemaTarget<'db>, Reason> {
    let target = with_located(db, from, reference, |Located { chunk, rest }| {
        let below = (!rest.is_empty()).then(|| Below::new(db, chunk, Box::from(rest)));
        Some(SchemaTarget { chunk, below })
    });
    target.map_err(|unresolved| unresolved.reason)
}

/// The references in a component and what each resolves to, sorted by their texts: whatever contains the component follows
/// them.
#[salsa::tracked(returns(deref))]
fn chunk_targets<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Box<[NamedTarget<'db>]> {
    let references: BTreeSet<&str> = chunk_tree(db, chunk).document().members_named("$ref").collect();
    references.into_iter().map(|reference| (reference.into(), schema_target(db, chunk, reference))).collect()
}

/// The schema with that name among the components of `spec`.
pub fn find_component<'db>(db: &'db dyn Db, spec: File, name: &str) -> Option<FoundSchema<'db>> {
    let key = ChunkKey { section: Section::Components, name: "schemas".into(), member: name.into() };
    let chunk = find_chunk(db, ChunkName::new(db, spec, key))?;
    Some(FoundSchema { schema: schema(db, chunk), chunk, is_whole: true })
}

/// The displayed name of a reference's target.
pub(crate) fn schema_name(db: &dyn Db, from: Chunk<'_>, reference: &str) -> Text {
    // An anchor is the name of a place; readers know the schema by the name of its component.
    let is_anchor = reference.split_once('#').is_some_and(|(_, below)| !below.is_empty() && !below.contains('/'));
    if (is_anchor || reference == RECURSIVE_REFERENCE)
        && let Ok(found) = find_schema(db, from, reference)
        && found.is_whole
        && found.chunk.key(db).section == Section::Components
    {
        return found.chunk.key(db).last().into();
    }
    let name = last_token(reference);
    if name.is_empty() { file_stem(from.file(db).path(db)).as_ref().into() } else { name.as_ref().into() }
}

/// Whether the target of a reference is a schema with a name of its own, not a place within another schema.
pub(crate) fn is_named(reference: &str) -> bool {
    let fragment = reference.split_once('#').map_or("", |(_, fragment)| fragment);
    // Without a slash it is a file or an anchor.
    let Some((before, _)) = fragment.rsplit_once('/') else { return true };
    matches!(before.rsplit('/').next(), Some("" | "schemas" | "definitions" | "$defs")) && !before.ends_with('/')
}

#[cfg(test)]
mod shown {
    use super::{AllowedValue, Literal, shown_values};

    #[test]
    fn values_of_several_types_are_told_apart() {
        let of = |texts: &[(&str, bool)]| {
            let value = |&(text, is_string): &(&str, bool)| AllowedValue {
                literal: Literal { text: text.into(), is_string },
                description: None,
            };
            let values: Vec<AllowedValue> = texts.iter().map(value).collect();
            shown_values(&values).map(std::borrow::Cow::into_owned).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of(&[("1", false), ("1", true), ("a", true)]), r#"1 "1" a"#);
        assert_eq!(of(&[("null", true), ("null", false)]), r#""null" null"#);
        assert_eq!(of(&[("1", true), ("2", true)]), "1 2");
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let of = |text: &str| Literal::word(text).shown().into_owned();
        assert_eq!(of("short"), "short");
        assert_eq!(of(&"x".repeat(2_000)), "x".repeat(2_000));
        assert_eq!(of(&"x".repeat(2_001)), format!("{}…", "x".repeat(2_000)));
        assert_eq!(of(&format!("x{}", "é".repeat(1_000))), format!("x{}…", "é".repeat(999)));
    }
}
