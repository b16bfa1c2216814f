//! Specs of several files that refer to each other, and edits of them, generated from bytes.
//!
//! Every value may be replaced with a reference: to a component, into another file, by an anchor, malformed, circular,
//! or to something of another kind.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::choices::{Choices, char_boundary};
use super::story::{Story, Write};
use super::yaml_text::write_yaml;

/// The intended kind of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum ValueKind {
    PathItem,
    Operation,
    Parameter,
    Body,
    Response,
    Media,
    Header,
    Schema,
    Discriminator,
    Example,
    Link,
    Callback,
    Server,
    Scheme,
    /// Anything at all.
    Value,
}

/// Every kind that may be the root of a file.
pub(super) const KINDS: [ValueKind; 8] = [
    ValueKind::Value,
    ValueKind::PathItem,
    ValueKind::Operation,
    ValueKind::Parameter,
    ValueKind::Response,
    ValueKind::Media,
    ValueKind::Schema,
    ValueKind::Server,
];

/// The value of a member.
#[derive(Clone, Copy, Debug)]
enum MemberValue {
    One(ValueKind),
    List(ValueKind),
    Map(ValueKind),
    Text(&'static [&'static str]),
    Flag,
    /// The text of a reference, without the enclosing object.
    Reference,
}

use MemberValue::{Flag, List, One, Reference, Text};

/// The kinds of a document's components, by section.
const SECTIONS: [(&str, ValueKind); 10] = [
    ("schemas", ValueKind::Schema),
    ("parameters", ValueKind::Parameter),
    ("responses", ValueKind::Response),
    ("requestBodies", ValueKind::Body),
    ("headers", ValueKind::Header),
    ("examples", ValueKind::Example),
    ("links", ValueKind::Link),
    ("callbacks", ValueKind::Callback),
    ("pathItems", ValueKind::PathItem),
    ("securitySchemes", ValueKind::Scheme),
];

const FILES: [(&str, FileRole); 7] = [
    ("api.yaml", FileRole::Spec),
    ("parts.yaml", FileRole::Fragment),
    ("d/models.json", FileRole::Fragment),
    ("d/e.yaml", FileRole::Fragment),
    ("note.md", FileRole::Fixed),
    ("tool.json", FileRole::Fixed),
    ("docs/index.md", FileRole::Fixed),
];
const OVERLAYS: [(&str, FileRole); 2] = [("first.yaml", FileRole::Overlay), ("second.json", FileRole::Overlay)];
const NAMES: [&str; 12] =
    ["A", "B", "C", "a/b", "m~n", "x", "200", "default", "application/json", "{id}", "", "properties"];
const TOKENS: [&str; 32] = [
    "A",
    "B",
    "C",
    "a~1b",
    "m~0n",
    "x",
    "200",
    "application~1json",
    "%7Bid%7D",
    "",
    "properties",
    "items",
    "allOf",
    "0",
    "1",
    "01",
    "-1",
    "~2",
    "%zz",
    "schema",
    "content",
    "get",
    "post",
    "responses",
    "parameters",
    "~1a",
    "~1b~1{id}",
    "paths",
    "components",
    "schemas",
    "$defs",
    "$ref",
];
const ANCHORS: [&str; 4] = ["one", "two", "a b", ""];
const TARGETS: [&str; 16] = [
    "",
    "api.yaml",
    "parts.yaml",
    "d/models.json",
    "models.json",
    "e.yaml",
    "../parts.yaml",
    "./d/../parts.yaml",
    "d%2Fe.yaml",
    "../../out.yaml",
    "missing.yaml",
    "note.md",
    "https://e.test/x.yaml",
    "/etc/hosts",
    "d",
    "%",
];
const INSERTS: [&str; 16] = [
    " ",
    "\n",
    "\"",
    "{",
    "}",
    "]",
    ",",
    ": ",
    "- ",
    "&a ",
    "*a",
    "#",
    "\n  ",
    "\"$ref\": \"#/components/schemas/A\", ",
    "$ref: parts.yaml\n",
    "<<: ",
];
const PAGE: &str = "---\ntitle: H\n---\n\n# H\n\n<wc-endpoint ref=\"GET /a\"></wc-endpoint>\n\n<wc-endpoint ref=\"POST /a\"></wc-endpoint>\n\n<wc-endpoint ref=\"GET /b/{id}\"></wc-endpoint>\n\n<wc-endpoint ref=\"one\"></wc-endpoint>\n";

/// The possible members of a kind.
#[expect(clippy::too_many_lines, reason = "a table")]
fn members(kind: ValueKind) -> &'static [(&'static str, MemberValue)] {
    match kind {
        ValueKind::PathItem => &[
            ("get", One(ValueKind::Operation)),
            ("post", One(ValueKind::Operation)),
            ("parameters", List(ValueKind::Parameter)),
            ("servers", List(ValueKind::Server)),
            ("summary", Text(&["S", ""])),
            ("$ref", Reference),
        ],
        ValueKind::Operation => &[
            ("responses", MemberValue::Map(ValueKind::Response)),
            ("parameters", List(ValueKind::Parameter)),
            ("requestBody", One(ValueKind::Body)),
            ("callbacks", MemberValue::Map(ValueKind::Callback)),
            ("operationId", Text(&["one", "two", "a/b", ""])),
            ("security", List(ValueKind::Value)),
            ("servers", List(ValueKind::Server)),
            ("tags", List(ValueKind::Value)),
            ("description", One(ValueKind::Value)),
            ("x-internal", Flag),
            ("x-codeSamples", List(ValueKind::Example)),
        ],
        ValueKind::Parameter => &[
            ("name", Text(&["id", "x", ""])),
            ("in", Text(&["path", "query", "header", "cookie", "body"])),
            ("required", Flag),
            ("schema", One(ValueKind::Schema)),
            ("content", MemberValue::Map(ValueKind::Media)),
            ("examples", MemberValue::Map(ValueKind::Example)),
        ],
        ValueKind::Body => {
            &[("content", MemberValue::Map(ValueKind::Media)), ("required", Flag), ("description", Text(&["B"]))]
        }
        ValueKind::Response => &[
            ("description", Text(&["R", ""])),
            ("content", MemberValue::Map(ValueKind::Media)),
            ("headers", MemberValue::Map(ValueKind::Header)),
            ("links", MemberValue::Map(ValueKind::Link)),
        ],
        ValueKind::Media => &[
            ("schema", One(ValueKind::Schema)),
            ("examples", MemberValue::Map(ValueKind::Example)),
            ("example", One(ValueKind::Value)),
            ("itemSchema", One(ValueKind::Schema)),
        ],
        ValueKind::Header => &[("schema", One(ValueKind::Schema)), ("description", Text(&["H"])), ("required", Flag)],
        ValueKind::Schema => &[
            ("properties", MemberValue::Map(ValueKind::Schema)),
            ("items", One(ValueKind::Schema)),
            ("allOf", List(ValueKind::Schema)),
            ("oneOf", List(ValueKind::Schema)),
            ("anyOf", List(ValueKind::Schema)),
            ("not", One(ValueKind::Schema)),
            ("additionalProperties", One(ValueKind::Schema)),
            ("$defs", MemberValue::Map(ValueKind::Schema)),
            ("$anchor", Text(&ANCHORS)),
            ("$id", Text(&["one", "missing.yaml", "https://e.test/x.yaml"])),
            ("$dynamicRef", Reference),
            ("discriminator", One(ValueKind::Discriminator)),
            ("type", Text(&["object", "array", "string", "null", "strange"])),
            ("title", Text(&["T", ""])),
            ("required", List(ValueKind::Value)),
            ("enum", List(ValueKind::Value)),
            ("default", One(ValueKind::Value)),
            ("example", One(ValueKind::Value)),
            ("nullable", Flag),
            ("readOnly", Flag),
            ("format", Text(&["date", "binary"])),
        ],
        ValueKind::Discriminator => {
            &[("propertyName", Text(&["x", "A"])), ("mapping", MemberValue::Map(ValueKind::Discriminator))]
        }
        ValueKind::Example => {
            &[("value", One(ValueKind::Value)), ("summary", Text(&["E"])), ("source", One(ValueKind::Value))]
        }
        ValueKind::Link => &[("operationId", Text(&["one", "three"])), ("operationRef", Reference)],
        ValueKind::Callback => &[("{$request.body#/url}", One(ValueKind::PathItem)), ("x", One(ValueKind::PathItem))],
        ValueKind::Server => {
            &[("url", Text(&["https://e.test/{v}", ""])), ("variables", MemberValue::Map(ValueKind::Value))]
        }
        ValueKind::Scheme => &[
            ("type", Text(&["http", "apiKey", "oauth2", "openIdConnect"])),
            ("scheme", Text(&["bearer", "basic"])),
            ("flows", MemberValue::Map(ValueKind::Value)),
        ],
        ValueKind::Value => &[("A", One(ValueKind::Value)), ("x", List(ValueKind::Value)), ("$ref", Reference)],
    }
}

/// The role of a file in a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileRole {
    Spec,
    Fragment,
    Overlay,
    /// The configuration and the pages, which are not generated from bytes.
    Fixed,
}

/// The project with one spec that the bytes encode.
pub(super) fn story(bytes: &[u8]) -> Story {
    of_files(bytes, r#"{"name": "N", "openapi": "api.yaml"}"#, &FILES)
}

/// The project with one spec and overlays that the bytes encode.
pub(super) fn overlaid_story(bytes: &[u8]) -> Story {
    let config = r#"{"name": "N", "openapi": {"spec": "api.yaml", "overlay": ["first.yaml", "second.json"]}}"#;
    let files: Vec<(&str, FileRole)> = FILES.into_iter().chain(OVERLAYS).collect();
    of_files(bytes, config, &files)
}

fn of_files(bytes: &[u8], config: &str, files: &[(&'static str, FileRole)]) -> Story {
    let mut grammar = SpecGrammar { choices: Choices::new(bytes), fuel: 0 };
    let mut contents: BTreeMap<&str, String> = BTreeMap::new();
    contents.insert("tool.json", config.to_owned());
    contents.insert("docs/index.md", PAGE.to_owned());
    contents.insert("note.md", "A *note*.\n".to_owned());
    for &(file, role) in files {
        let is_there = match role {
            FileRole::Spec | FileRole::Overlay => true,
            FileRole::Fragment => grammar.choices.below(4) > 0,
            FileRole::Fixed => false,
        };
        if is_there {
            contents.insert(file, grammar.file(role));
        }
    }
    let writes = contents.iter().map(|(path, text)| Write { path: (*path).to_owned(), contents: Some(text.clone()) });
    let mut story = Story { files: writes.collect(), edits: Vec::new() };
    for _ in 0..grammar.choices.below(5) {
        let (file, role) = grammar.choices.pick(files);
        let text = contents.get(file).cloned();
        let text = grammar.edited(text, role);
        match &text {
            Some(text) => contents.insert(file, text.clone()),
            None => contents.remove(file),
        };
        story.edits.push(Write { path: file.to_owned(), contents: text });
    }
    story
}

/// Generates texts from bytes.
pub(super) struct SpecGrammar<'b> {
    pub(super) choices: Choices<'b>,
    /// The number of values that the file may still have.
    pub(super) fuel: usize,
}

impl SpecGrammar<'_> {
    /// Generates the text of a file.
    fn file(&mut self, role: FileRole) -> String {
        if role == FileRole::Overlay {
            return self.overlay();
        }
        self.fuel = 80;
        let value = match self.choices.below(8) {
            _ if role == FileRole::Spec => self.document(),
            0 => self.map(ValueKind::Schema, 0),
            1 => self.document(),
            2 => self.value(ValueKind::PathItem, 0),
            3 => self.value(ValueKind::Schema, 0),
            4 => self.value(ValueKind::Value, 0),
            5 => json!({ "components": self.components() }),
            _ => self.components(),
        };
        self.text(&value)
    }

    /// The text of a value, in one of several spellings.
    pub(super) fn text(&mut self, value: &Value) -> String {
        match self.choices.below(3) {
            0 => value.to_string(),
            1 => format!("{value:#}"),
            _ => write_yaml(value),
        }
    }

    fn document(&mut self) -> Value {
        let version = self.choices.pick(&["3.1.0", "3.0.3", "3.2.0", "2.0"]);
        let mut paths = Map::new();
        for path in ["/a", "/b/{id}"] {
            paths.insert(path.to_owned(), self.value(ValueKind::PathItem, 0));
        }
        let mut document = json!({ "openapi": version, "info": {"title": "T", "version": "1"}, "paths": paths });
        document["components"] = self.components();
        match self.choices.below(4) {
            1 => document["webhooks"] = self.map(ValueKind::PathItem, 0),
            2 => document["security"] = json!([{"A": []}]),
            3 => document["paths"] = self.value(ValueKind::Value, 0),
            _ => {}
        }
        document
    }

    fn components(&mut self) -> Value {
        let mut components = Map::new();
        for _ in 0..self.choices.below(5) {
            let (name, kind) = self.choices.pick(&SECTIONS);
            components.insert(name.to_owned(), self.map(kind, 0));
        }
        Value::Object(components)
    }

    fn map(&mut self, kind: ValueKind, depth: usize) -> Value {
        let mut map = Map::new();
        for _ in 0..self.choices.below(4) {
            let name = self.choices.pick(&NAMES);
            map.insert(name.to_owned(), self.value(kind, depth + 1));
        }
        Value::Object(map)
    }

    /// A value that usually is of this kind.
    pub(super) fn value(&mut self, kind: ValueKind, depth: usize) -> Value {
        const DEEPEST: usize = 12;
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 || depth > DEEPEST {
            return Value::Null;
        }
        match self.choices.below(16) {
            0..5 => {
                let mut object = json!({ "$ref": self.reference() });
                if self.choices.below(8) == 1 {
                    object["description"] = json!("beside");
                }
                object
            }
            5 => self.odd(),
            _ => {
                let table = members(kind);
                let mut object = Map::new();
                for _ in 0..=self.choices.below(5) {
                    let (name, member) = self.choices.pick(table);
                    object.insert(name.to_owned(), self.member(member, depth));
                }
                Value::Object(object)
            }
        }
    }

    fn member(&mut self, member: MemberValue, depth: usize) -> Value {
        match member {
            One(kind) => self.value(kind, depth + 1),
            List(kind) => (0..self.choices.below(4)).map(|_| self.value(kind, depth + 1)).collect(),
            MemberValue::Map(ValueKind::Discriminator) => json!({ "A": self.reference(), "x": self.reference() }),
            MemberValue::Map(kind) => self.map(kind, depth),
            Text(texts) => json!(self.choices.pick(texts)),
            Flag => json!(self.choices.below(2) == 1),
            Reference => json!(self.reference()),
        }
    }

    /// A value of the wrong type.
    pub(super) fn odd(&mut self) -> Value {
        match self.choices.below(7) {
            0 => Value::Null,
            1 => json!([]),
            2 => json!("text"),
            3 => json!(1.5),
            4 => json!(true),
            5 => json!([{"$ref": self.reference()}]),
            _ => json!({"$ref": 1}),
        }
    }

    fn reference(&mut self) -> String {
        let file = self.choices.pick(&TARGETS);
        match self.choices.below(8) {
            0..4 => {
                let (section, _) = self.choices.pick(&SECTIONS);
                format!("{file}#/components/{section}/{}", self.pointer(1))
            }
            4 => format!("{file}#/{}", self.pointer(1)),
            5 => {
                let length = self.choices.below(5);
                format!("{file}#/{}", self.pointer(length))
            }
            6 => format!("{file}#{}", self.choices.pick(&ANCHORS)),
            _ => file.to_owned(),
        }
    }

    /// A JSON pointer with this many tokens.
    fn pointer(&mut self, length: usize) -> String {
        let tokens: Vec<&str> = (0..length).map(|_| self.choices.pick(&TOKENS)).collect();
        tokens.join("/")
    }

    /// The text of a file after an edit.
    fn edited(&mut self, text: Option<String>, role: FileRole) -> Option<String> {
        let text = text.unwrap_or_default();
        match self.choices.below(6) {
            0 => None,
            1 => Some(self.file(role)),
            2 => {
                let at = self.choices.place(&text);
                Some(text[..at].to_owned())
            }
            3 => {
                let reference = self.reference();
                let at = self.choices.place(&text);
                let (before, after) = text.split_at(at);
                let Some((name, rest)) = after.split_once("$ref\":\"") else { return Some(format!("{text} ")) };
                let rest = rest.split_once('"').map_or("", |(_, rest)| rest);
                Some(format!("{before}{name}$ref\":\"{reference}\"{rest}"))
            }
            _ => {
                let at = self.choices.place(&text);
                let to = char_boundary(&text, at + self.choices.below(8));
                Some(format!("{}{}{}", &text[..at], self.choices.pick(&INSERTS), &text[to..]))
            }
        }
    }
}
