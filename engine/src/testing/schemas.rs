//! The JSON Schemas of `tool.json` and of frontmatter, from the tables that the readers have. What a field is for is said by
//! the manual, and passed in.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::parse::config::FIELDS;
use crate::parse::fields::{Field, Object, Rest, Shape};
use crate::parse::frontmatter::FRONTMATTER;
use crate::render::sample::SAMPLE_LANGUAGES;

/// A field that the tables know: where it is and what the manual has to say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaField {
    /// The names on the way to it, with dots between them.
    pub path: String,
    /// Whether it must be there.
    pub required: bool,
    /// What holds in its absence, as JSON.
    pub default: Option<&'static str>,
    /// A value that shows what it is for, as JSON.
    pub example: Option<&'static str>,
    /// The values that it may have, where they are few.
    pub choices: Vec<&'static str>,
}

/// A file that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaOf {
    /// `tool.json`.
    Config,
    /// The frontmatter of a page.
    Frontmatter,
}

impl SchemaOf {
    fn root(self) -> &'static Object {
        match self {
            Self::Config => &FIELDS,
            Self::Frontmatter => &FRONTMATTER,
        }
    }

    /// Every field, in the order of the tables. A field of several objects at one place is there once.
    #[must_use]
    pub fn fields(self) -> Vec<SchemaField> {
        let mut found: Vec<SchemaField> = Vec::new();
        let mut open = vec![(String::new(), vec![self.root()])];
        while let Some((prefix, above)) = open.pop() {
            for field in above.last().map_or(&[][..], |object| object.fields) {
                let path = path(&prefix, field.name);
                let below = objects(&field.shape);
                // What holds itself is described where it is met first.
                if !below.iter().any(|below| above.iter().any(|above| above.name == below.name)) {
                    let chain = |object| above.iter().copied().chain([object]).collect();
                    open.extend(below.into_iter().rev().map(|object| (path.clone(), chain(object))));
                }
                if found.iter().all(|other| other.path != path) {
                    found.push(described(field, path));
                }
            }
        }
        found
    }

    /// The schema. `about` says of a field's path what it is for.
    #[must_use]
    pub fn schema(self, about: &dyn Fn(&str) -> Option<String>) -> Value {
        let mut writer = SchemaWriter { about, named: Vec::new() };
        let root = writer.object(self.root(), "");
        let mut definitions = BTreeMap::new();
        let mut written = 0;
        while let Some((object, path)) = writer.named.get(written).cloned() {
            definitions.insert(object.name, writer.object(object, &path));
            written += 1;
        }
        let head = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": self.root().name });
        let tail = json!({ "$defs": definitions });
        let parts = [head, root, tail].into_iter();
        Value::Object(parts.filter_map(|part| part.as_object().cloned()).flatten().collect())
    }
}

/// The path of a field of the object at `prefix`.
fn path(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

fn described(field: &Field, path: String) -> SchemaField {
    let choices = match field.shape {
        Shape::Choice(names) | Shape::Word(names) => names(),
        _ => Vec::new(),
    };
    let Field { required, default, example, .. } = *field;
    SchemaField { path, required, default, example, choices }
}

/// The objects that a value may be, or hold in lists.
fn objects(shape: &'static Shape) -> Vec<&'static Object> {
    let (mut found, mut open) = (Vec::new(), vec![shape]);
    while let Some(shape) = open.pop() {
        match shape {
            Shape::Object(object) => found.push(*object),
            Shape::List(items) | Shape::Named(_, items) => open.push(items),
            Shape::Either(shapes) => open.extend(shapes.iter().rev()),
            _ => {}
        }
    }
    found
}

struct SchemaWriter<'a> {
    about: &'a dyn Fn(&str) -> Option<String>,
    /// The objects that are met, each with the path where it is met first.
    named: Vec<(&'static Object, String)>,
}

impl SchemaWriter<'_> {
    fn object(&mut self, object: &'static Object, path: &str) -> Value {
        let mut properties = Map::new();
        for field in object.fields {
            let path = self::path(path, field.name);
            let mut schema = self.shape(&field.shape, &path);
            if let Some(members) = schema.as_object_mut() {
                if let Some(about) = (self.about)(&path) {
                    members.insert("description".to_owned(), json!(about));
                }
                let parsed = |json: &str| serde_json::from_str::<Value>(json).unwrap_or_default();
                if let Some(default) = field.default {
                    members.insert("default".to_owned(), parsed(default));
                }
                if let Some(example) = field.example {
                    members.insert("examples".to_owned(), json!([parsed(example)]));
                }
            }
            properties.insert(field.name.to_owned(), schema);
        }
        let required: Vec<&str> = object.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if let Some(members) = schema.as_object_mut() {
            if !required.is_empty() {
                members.insert("required".to_owned(), json!(required));
            }
            if object.rest != Rest::Kept {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
            if object.rest == Rest::Data {
                let data = json!({ "^data-[a-z0-9-]+$": { "type": ["string", "boolean"] } });
                members.insert("patternProperties".to_owned(), data);
            }
        }
        schema
    }

    fn shape(&mut self, shape: &'static Shape, path: &str) -> Value {
        let word =
            |names: &[&str]| json!({ "anyOf": [{ "enum": names }, { "type": "string", "pattern": any_case(names) }] });
        match shape {
            Shape::OfFile(name) => json!({ "$ref": format!("#/properties/{name}") }),
            Shape::Text => json!({ "type": "string", "pattern": "\\S" }),
            Shape::Attribute => json!({ "type": ["string", "boolean"] }),
            Shape::Scalar => json!({ "type": ["string", "number", "boolean", "null"] }),
            Shape::Path => json!({ "type": "string", "pattern": "^[^/\\\\:][^\\\\:]*$" }),
            Shape::JsonFile => json!({ "type": "string", "pattern": "^[^/\\\\:][^\\\\:]*\\.json$" }),
            Shape::Address => json!({ "type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s<>\"]+$" }),
            Shape::Flag => json!({ "type": "boolean" }),
            Shape::Number { least, most } => {
                let bounds = [("minimum", least), ("maximum", most)].into_iter();
                let bounds = bounds.filter_map(|(name, bound)| Some((name.to_owned(), json!((*bound)?))));
                let whole = std::iter::once(("type".to_owned(), json!("integer")));
                Value::Object(whole.chain(bounds).collect())
            }
            Shape::Choice(names) => json!({ "enum": names() }),
            Shape::Word(names) => word(&names()),
            Shape::Language => {
                let names: Vec<&str> = SAMPLE_LANGUAGES.iter().map(|language| language.label).collect();
                word(&names)
            }
            Shape::Object(object) => {
                if self.named.iter().all(|(known, _)| known.name != object.name) {
                    self.named.push((object, path.to_owned()));
                }
                json!({ "$ref": format!("#/$defs/{}", object.name) })
            }
            Shape::List(items) => json!({ "type": "array", "items": self.shape(items, path) }),
            Shape::Named(names, value) => {
                let value = self.shape(value, path);
                let named = names().into_iter().map(|name| (name.to_owned(), value.clone()));
                json!({ "type": "object", "properties": named.collect::<Map<_, _>>() })
            }
            Shape::Texts => json!({ "type": "object", "additionalProperties": { "type": "string", "pattern": "\\S" } }),
            Shape::Variables => json!({
                "type": "object",
                "propertyNames": { "pattern": "^[A-Z][A-Z0-9_]*$" },
                "additionalProperties": { "type": ["string", "number", "boolean"] },
            }),
            Shape::Either(shapes) => {
                json!({ "anyOf": shapes.iter().map(|shape| self.shape(shape, path)).collect::<Vec<_>>() })
            }
        }
    }
}

/// A pattern of these words in small or capital letters.
fn any_case(words: &[&str]) -> String {
    let letter = |c: char| match c {
        c if c.is_ascii_alphabetic() => format!("[{}{}]", c.to_ascii_uppercase(), c.to_ascii_lowercase()),
        '#' => "#".to_owned(),
        c => format!("\\{c}"),
    };
    let words: Vec<String> = words.iter().map(|word| word.chars().map(letter).collect()).collect();
    format!("^({})$", words.join("|"))
}
