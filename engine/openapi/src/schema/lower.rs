//! Lowers the tree's nodes to [`Schema`]. Values of the wrong type are skipped; the check reports them.

use std::sync::Arc;

use super::{
    AllowedValue, Constraint, Discriminator, Facts, Literal, RECURSIVE_REFERENCE, Schema, Shape, Types, Xml, XmlNode,
    letters,
};
use crate::address::last_token;
use crate::external_files::names_file;
use crate::spec::{Text, Version, shown_text};
use base::tree::{Kind, NodeRef};

/// Lowers a schema. The reader's depth limit bounds the recursion.
pub(crate) fn lower(node: NodeRef<'_>, version: Version) -> Schema {
    match node.kind() {
        Kind::Object => {}
        // `false` allows nothing. The text tells readers so.
        Kind::Bool if node.as_bool() == Some(false) => {
            let facts = Facts { unknown_type: Some("never".into()), ..Facts::default() };
            return Schema { facts: Some(Arc::new(facts)), ..Schema::default() };
        }
        Kind::Bool => return Schema::default(),
        _ => return Schema { is_wrong: true, ..Schema::default() },
    }
    let reference = node.get_str("$ref").or_else(|| dynamic_reference(node, version)).map(Text::from);
    if reference.is_some() && version == Version::V30 {
        // In 3.0 the siblings of a reference are ignored, but a description is kept.
        let description = node.get_str("description").map(|text| shown_text(text).into());
        let facts = description.map(|text| Arc::new(Facts { description: Some(text), ..Facts::default() }));
        return Schema { reference, facts, ..Schema::default() };
    }
    let mut reader = Reader::default();
    for (key, value) in node.entries() {
        reader.member(key.text(), value, version);
    }
    reader.finish(reference)
}

/// A `$dynamicRef` (JSON Schema 2020-12, section 8.2.3.2) as if no schema around it had the anchor too, or a `$recursiveRef`.
fn dynamic_reference(node: NodeRef<'_>, version: Version) -> Option<&str> {
    if version == Version::V30 {
        return None;
    }
    node.get_str("$dynamicRef").or_else(|| node.get_str("$recursiveRef").map(|_| RECURSIVE_REFERENCE))
}

/// A value as spelled in the source.
pub(crate) fn literal(node: NodeRef<'_>) -> Literal {
    match node.kind() {
        Kind::String => Literal { text: node.text().into(), is_string: true },
        // YAML has numbers that JSON does not; they stay as written.
        Kind::Number => Literal { text: node.text().into(), is_string: false },
        _ => Literal { text: node.to_json().into(), is_string: false },
    }
}

/// The facts in a parameter or header, outside of its schema.
pub(crate) fn facts_of_parameter(node: NodeRef<'_>) -> Facts {
    let mut reader = Reader::default();
    for (key, value) in node.entries() {
        let flag = value.as_bool() == Some(true);
        match key.text() {
            "description" => reader.facts.description = value.as_str().map(|text| shown_text(text).into()),
            "deprecated" => reader.facts.deprecated = flag,
            "example" => reader.constrain(Constraint::Example, value),
            "style" => reader.constrain(Constraint::Style, value),
            "explode" => reader.constrain(Constraint::Explode, value),
            "allowReserved" if flag => reader.word(Constraint::AllowReserved, "allowed"),
            "allowEmptyValue" if flag => reader.word(Constraint::AllowEmptyValue, "allowed"),
            _ => {}
        }
    }
    reader.sorted()
}

#[derive(Default)]
struct Reader {
    types: Types,
    facts: Facts,
    shape: Shape,
    nullable: bool,
    exclusive_minimum: bool,
    exclusive_maximum: bool,
    value_names: ValueTexts,
    value_descriptions: ValueTexts,
}

/// What an extension says of enumerated values.
#[derive(Default)]
struct ValueTexts {
    /// By value, from an object.
    named: Vec<(Text, Text)>,
    /// By position, from a list.
    listed: Vec<Option<Text>>,
}

impl ValueTexts {
    fn read(node: NodeRef<'_>) -> Self {
        let entry = |(value, text): (NodeRef<'_>, NodeRef<'_>)| Some((value.text().into(), text.scalar()?.into()));
        let text = |text: NodeRef<'_>| text.as_str().map(Text::from);
        Self { named: node.entries().filter_map(entry).collect(), listed: node.items().map(text).collect() }
    }

    /// The text for the value at a position.
    fn of(&self, at: usize, value: &Literal) -> Option<&Text> {
        let named = self.named.iter().find(|(text, _)| *text == value.text).map(|(_, about)| about);
        named.or_else(|| self.listed.get(at)?.as_ref()).filter(|text| !text.trim().is_empty())
    }
}

impl Reader {
    fn member(&mut self, key: &str, value: NodeRef<'_>, version: Version) {
        let flag = value.as_bool() == Some(true);
        match key {
            "type" => self.read_type(value),
            "title" => self.facts.title = value.scalar().map(Text::from),
            "description" => self.facts.description = value.as_str().map(|text| shown_text(text).into()),
            "nullable" => self.nullable = flag,
            "deprecated" => self.facts.deprecated = flag,
            "readOnly" => self.facts.read_only = flag,
            "writeOnly" => self.facts.write_only = flag,
            "x-internal" => self.facts.internal = flag,
            "enum" => self.facts.values = value.items().map(allowed).collect(),
            "const" => self.facts.values = vec![allowed(value)],
            "x-enumDescriptions" | "x-enum-descriptions" => self.value_descriptions = ValueTexts::read(value),
            "x-enumNames" | "x-enum-varnames" => self.value_names = ValueTexts::read(value),
            "properties" => self.shape.properties = members(value, version),
            "patternProperties" => self.shape.pattern_properties = members(value, version),
            "required" => {
                self.shape.required = value.items().filter_map(NodeRef::scalar).map(Text::from).collect();
            }
            "additionalProperties" | "unevaluatedProperties" if value.as_bool() == Some(false) => {
                self.word(Constraint::AdditionalProperties, "not allowed");
            }
            "additionalProperties" if value.is_object() => self.shape.additional = Some(lower(value, version)),
            "unevaluatedProperties" if value.is_object() && self.shape.additional.is_none() => {
                self.shape.additional = Some(lower(value, version));
            }
            "items" | "unevaluatedItems" if value.as_bool() == Some(false) => {
                self.word(Constraint::UnevaluatedItems, "not allowed");
            }
            "items" if value.is_array() => self.shape.prefix_items = list(value, version),
            "items" if value.is_object() => self.shape.items = Some(lower(value, version)),
            "prefixItems" => self.shape.prefix_items = list(value, version),
            "allOf" => self.shape.all_of = list(value, version),
            "oneOf" => {
                let any_of = std::mem::replace(&mut self.shape.alternatives, list(value, version));
                self.shape.is_exclusive = any_of.is_empty() && !self.shape.alternatives.is_empty();
                self.shape.alternatives.extend(any_of);
            }
            "anyOf" => {
                self.shape.alternatives.extend(list(value, version));
                self.shape.is_exclusive = false;
            }
            "xml" if value.is_object() => self.facts.xml = Some(Box::new(xml(value))),
            "discriminator" => {
                self.shape.discriminator = discriminator(value);
                if let Some(property) = value.get_str("propertyName") {
                    self.word(Constraint::Discriminator, property);
                }
                if let Some(default) = self.shape.discriminator.as_ref().and_then(|it| it.default.as_deref()) {
                    let is_reference = default.contains('#') || names_file(default);
                    let name = if is_reference { last_token(default) } else { default.into() };
                    let name = name.into_owned();
                    self.word(Constraint::DefaultMapping, &name);
                }
            }
            _ => self.constraint(key, value),
        }
    }

    fn read_type(&mut self, value: NodeRef<'_>) {
        let names = value.as_str().into_iter().chain(value.items().filter_map(NodeRef::as_str));
        for name in names {
            match Types::named(name) {
                Some(known) => self.types = self.types.with(known),
                None => self.facts.unknown_type = Some(name.into()),
            }
        }
    }

    /// Handles keywords that are more than their row in the table of constraints, then all others.
    fn constraint(&mut self, key: &str, value: NodeRef<'_>) {
        match key {
            "examples" => value.items().for_each(|example| self.constrain(Constraint::Example, example)),
            "exclusiveMinimum" if value.kind() == Kind::Bool => self.exclusive_minimum = value.as_bool() == Some(true),
            "exclusiveMaximum" if value.kind() == Kind::Bool => self.exclusive_maximum = value.as_bool() == Some(true),
            "externalDocs" => {
                if let Some(url) = value.get("url") {
                    self.constrain(Constraint::ExternalDocs, url);
                }
            }
            _ => {
                if let Some(constraint) = Constraint::of_member(key, value) {
                    self.constrain(constraint, value);
                }
            }
        }
    }

    fn constrain(&mut self, constraint: Constraint, value: NodeRef<'_>) {
        self.facts.constraints.push((constraint, literal(value)));
    }

    fn word(&mut self, constraint: Constraint, word: &str) {
        self.facts.constraints.push((constraint, Literal::word(word)));
    }

    /// The facts with their constraints in order.
    fn sorted(mut self) -> Facts {
        for (kind, _) in &mut self.facts.constraints {
            *kind = match *kind {
                Constraint::Minimum if self.exclusive_minimum => Constraint::ExclusiveMinimum,
                Constraint::Maximum if self.exclusive_maximum => Constraint::ExclusiveMaximum,
                kind => kind,
            };
        }
        self.facts.constraints.sort_by_key(|(constraint, _)| *constraint);
        for (at, value) in self.facts.values.iter_mut().enumerate() {
            let description = self.value_descriptions.of(at, &value.literal);
            // The name of a constant often repeats its value.
            let name =
                self.value_names.of(at, &value.literal).filter(|name| letters(name) != letters(&value.literal.text));
            value.description = match (name, description) {
                (Some(name), Some(description)) => Some(format!("{name}: {description}").into()),
                (name, description) => name.or(description).cloned(),
            };
        }
        self.facts
    }

    fn finish(mut self, reference: Option<Text>) -> Schema {
        let mut types = self.types;
        if self.nullable && !types.is_empty() {
            types = types.with(Types::NULL);
        }
        if types.is_empty() && self.facts.unknown_type.is_none() {
            let is_composed =
                reference.is_some() || !self.shape.all_of.is_empty() || !self.shape.alternatives.is_empty();
            types = self.implied_types(is_composed);
        }
        let nullable = self.nullable && types.is_empty();
        let shape = std::mem::take(&mut self.shape);
        if shape.additional.is_some() {
            // Its properties are evaluated, so `unevaluatedProperties` does not forbid them.
            self.facts.constraints.retain(|(constraint, _)| *constraint != Constraint::AdditionalProperties);
        }
        let facts = self.sorted();
        Schema {
            reference,
            types,
            nullable,
            facts: (facts != Facts::default()).then(|| Arc::new(facts)),
            shape: (shape != Shape::default()).then(|| Box::new(shape)),
            is_wrong: false,
        }
    }

    /// The types that a schema without `type` implies by its other members. Bounds imply none if the schema is composed
    /// of typed ones, since a bound of another type has no effect.
    fn implied_types(&self, is_composed: bool) -> Types {
        let mut types = Types::default();
        if self.shape.is_object() {
            types = types.with(Types::OBJECT);
        }
        if self.shape.is_array() {
            types = types.with(Types::ARRAY);
        }
        for value in &self.facts.values {
            types = types.with(match value.literal.text.as_bytes() {
                _ if value.literal.is_string => Types::STRING,
                b"null" => Types::NULL,
                b"true" | b"false" => Types::BOOLEAN,
                [b'{', ..] => Types::OBJECT,
                [b'[', ..] => Types::ARRAY,
                text if text.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+')) => Types::INTEGER,
                _ => Types::NUMBER,
            });
        }
        if types.is_empty() && !is_composed {
            for (constraint, _) in &self.facts.constraints {
                types = types.with(match constraint {
                    Constraint::MinLength | Constraint::MaxLength | Constraint::Pattern => Types::STRING,
                    Constraint::Minimum | Constraint::Maximum | Constraint::MultipleOf => Types::NUMBER,
                    _ => continue,
                });
            }
        }
        if self.nullable && !types.is_empty() { types.with(Types::NULL) } else { types }
    }
}

fn allowed(node: NodeRef<'_>) -> AllowedValue {
    AllowedValue { literal: literal(node), description: None }
}

fn list(node: NodeRef<'_>, version: Version) -> Vec<Schema> {
    node.items().map(|item| lower(item, version)).collect()
}

/// The members of `properties`, without internal ones.
fn members(node: NodeRef<'_>, version: Version) -> Vec<(Text, Schema)> {
    // A text under that key is a reference without a target.
    let is_schema = |(key, value): &(NodeRef<'_>, NodeRef<'_>)| key.text() != "$ref" || value.as_str().is_none();
    let visible = node.entries().filter(is_schema).filter(|(_, value)| !value.get_bool("x-internal"));
    visible.map(|(name, value)| (name.text().into(), lower(value, version))).collect()
}

fn xml(node: NodeRef<'_>) -> Xml {
    let text = |key: &str| node.get_str(key).filter(|text| !text.is_empty()).map(Text::from);
    let kind = node.get_str("nodeType");
    let node_kind = match kind {
        Some("attribute") => XmlNode::Attribute,
        Some("text") => XmlNode::Text,
        Some("cdata") => XmlNode::CharacterData,
        None if node.get_bool("attribute") => XmlNode::Attribute,
        _ => XmlNode::Element,
    };
    let is_wrapped = node.get_bool("wrapped") || kind == Some("element");
    Xml { name: text("name"), namespace: text("namespace"), prefix: text("prefix"), node: node_kind, is_wrapped }
}

fn discriminator(node: NodeRef<'_>) -> Option<Discriminator> {
    let mapping = node.get("mapping").into_iter().flat_map(NodeRef::entries);
    let entry =
        |(value, reference): (NodeRef<'_>, NodeRef<'_>)| Some((value.text().into(), reference.as_str()?.into()));
    Some(Discriminator {
        property: node.get_str("propertyName")?.into(),
        mapping: mapping.filter_map(entry).collect(),
        default: node.get_str("defaultMapping").map(Text::from),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Constraint, Schema, Types};
    use super::lower;
    use crate::spec::Version;
    use base::tree::{Limits, Tree};

    fn read(text: &str, version: Version) -> Schema {
        lower(Tree::from_json(text, Limits::default()).tree.root(), version)
    }

    fn constraints(schema: &Schema) -> Vec<(Constraint, String)> {
        let facts = schema.facts.as_ref().unwrap();
        facts.constraints.iter().map(|(kind, literal)| (*kind, literal.text.to_string())).collect()
    }

    #[test]
    fn siblings_of_a_reference_count_by_version() {
        let text = r##"{"$ref": "#/x", "description": "d", "title": "t", "properties": {"a": {}}}"##;
        let old = read(text, Version::V30);
        assert_eq!(old.facts.as_ref().unwrap().description.as_deref(), Some("d"));
        assert!(old.facts.unwrap().title.is_none() && old.shape.is_none());
        let new = read(text, Version::V31);
        assert_eq!(new.facts.unwrap().title.as_deref(), Some("t"));
        assert_eq!(new.shape.unwrap().properties.len(), 1);
    }

    #[test]
    fn numbers_keep_their_text() {
        let schema = read(
            r#"{"minimum": 1.0, "exclusiveMinimum": true, "maximum": 1e400, "default": 123456789012345678901234567890.10}"#,
            Version::V30,
        );
        assert_eq!(
            constraints(&schema),
            [
                (Constraint::Default, "123456789012345678901234567890.10".to_owned()),
                (Constraint::ExclusiveMinimum, "1.0".to_owned()),
                (Constraint::Maximum, "1e400".to_owned()),
            ]
        );
        assert_eq!(schema.types, Types::NUMBER);
    }

    #[test]
    fn types_are_lists_nullable_or_implied() {
        assert_eq!(read(r#"{"type": ["string", "null"]}"#, Version::V31).types, Types::STRING.with(Types::NULL));
        assert_eq!(
            read(r#"{"type": "string", "nullable": true}"#, Version::V30).types,
            Types::STRING.with(Types::NULL)
        );
        assert_eq!(read(r#"{"properties": {"a": true}}"#, Version::V31).types, Types::OBJECT);
        assert_eq!(read(r#"{"items": {}}"#, Version::V31).types, Types::ARRAY);
        assert_eq!(read(r#"{"const": 1.5}"#, Version::V31).types, Types::NUMBER);
        assert_eq!(read(r#"{"type": "file"}"#, Version::V31).facts.unwrap().unknown_type.as_deref(), Some("file"));
    }

    #[test]
    fn wrong_forms_are_passed_over() {
        for text in ["null", "7", "[]", "\"x\""] {
            assert_eq!(read(text, Version::V31), Schema { is_wrong: true, ..Schema::default() }, "{text}");
        }
        for text in [
            "true",
            r#"{"type": 7, "properties": [], "required": "x", "enum": {}, "allOf": 1}"#,
            r#"{"items": 3, "oneOf": {}, "discriminator": "kind", "examples": {"a": 1}, "additionalProperties": 0}"#,
        ] {
            assert_eq!(read(text, Version::V31), Schema::default(), "{text}");
        }
    }

    #[test]
    fn enum_values_carry_their_descriptions() {
        let schema = read(r#"{"enum": ["a", 1, null], "x-enumDescriptions": {"a": "the a"}}"#, Version::V31);
        let facts = schema.facts.unwrap();
        assert_eq!(facts.values[0].description.as_deref(), Some("the a"));
        assert_eq!(facts.values.iter().map(|value| &*value.literal.text).collect::<Vec<_>>(), ["a", "1", "null"]);
        assert_eq!(schema.types, Types::STRING.with(Types::INTEGER).with(Types::NULL));
    }

    #[test]
    fn enum_values_carry_their_names() {
        let about = |text: &str| {
            let schema = read(text, Version::V30);
            let facts = schema.facts.unwrap();
            facts.values.iter().map(|value| value.description.as_deref().unwrap_or("-").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(about(r#"{"enum": [1, 2, 3], "x-enumNames": ["Low", "High"]}"#), ["Low", "High", "-"]);
        let both =
            r#"{"enum": [1, 2], "x-enum-varnames": ["LOW", "HIGH"], "x-enum-descriptions": ["Not urgent", null]}"#;
        assert_eq!(about(both), ["LOW: Not urgent", "HIGH"]);
        let same = r#"{"enum": ["in-transit", "x"], "x-enum-varnames": ["IN_TRANSIT", ""], "x-enumDescriptions": {"x": "The x"}}"#;
        assert_eq!(about(same), ["-", "The x"]);
        assert_eq!(about(r#"{"enum": ["a"], "x-enum-varnames": "a", "x-enum-descriptions": 7}"#), ["-"]);
    }
}
