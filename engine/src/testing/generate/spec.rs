//! A synthetic OpenAPI 3.1 document: resources with the usual six operations, families of schemas that nest, refer to
//! each other and recur, shared parameters and responses.

use super::SiteShape;
use super::json::JsonDocument;
use super::random::{NOUNS, Random, capitalized};

/// Schemas refer only to others of their family, so what an operation reaches does not grow with the document.
const FAMILY: usize = 8;
/// The number of consecutive operations that use the same family.
const OPERATIONS_PER_FAMILY: usize = 16;
const OPERATIONS_PER_TAG: usize = 24;
const TAGS_PER_GROUP: usize = 6;

/// The action of an operation on its resource; these six repeat.
pub(super) struct OperationSlot {
    pub(super) method: &'static str,
    verb: &'static str,
    /// Acts on one member of the collection, not on the collection.
    on_member: bool,
    body: bool,
    success: &'static str,
}

const SLOTS: [OperationSlot; 6] = [
    OperationSlot { method: "get", verb: "list", on_member: false, body: false, success: "200" },
    OperationSlot { method: "post", verb: "create", on_member: false, body: true, success: "201" },
    OperationSlot { method: "get", verb: "get", on_member: true, body: false, success: "200" },
    OperationSlot { method: "put", verb: "replace", on_member: true, body: true, success: "200" },
    OperationSlot { method: "patch", verb: "update", on_member: true, body: true, success: "200" },
    OperationSlot { method: "delete", verb: "delete", on_member: true, body: false, success: "204" },
];

pub(super) fn slot(index: usize) -> &'static OperationSlot {
    &SLOTS[index % SLOTS.len()]
}

/// The resource of an operation, made unique by its number.
fn resource(index: usize) -> String {
    let number = index / SLOTS.len();
    format!("{}-{}s-{number}", NOUNS[number % NOUNS.len()], NOUNS[(number / NOUNS.len() + 7) % NOUNS.len()])
}

pub(super) fn operation_id(index: usize) -> String {
    format!("{}-{}", slot(index).verb, resource(index))
}

pub(super) fn summary(index: usize) -> String {
    format!("{} {}", capitalized(slot(index).verb), resource(index).replace('-', " "))
}

/// Words that occur only in the description of that operation: replace them to edit it.
#[must_use]
pub fn operation_marker(index: usize) -> String {
    format!("Operation number {index:06}")
}

pub(super) fn tag(index: usize) -> usize {
    index / OPERATIONS_PER_TAG
}

pub(super) fn tag_name(tag: usize) -> String {
    format!("{} {tag}", capitalized(NOUNS[tag % NOUNS.len()]))
}

fn families(shape: &SiteShape) -> usize {
    shape.schemas.div_ceil(FAMILY).max(1)
}

fn schema_name(family: usize, member: usize) -> String {
    const KINDS: [&str; FAMILY] = ["Record", "Address", "Owner", "Node", "Event", "Draft", "State", "Filter"];
    format!("{}{}{family}", capitalized(NOUNS[family % NOUNS.len()]), KINDS[member % FAMILY])
}

/// The document.
pub(super) fn spec(shape: &SiteShape) -> String {
    JsonDocument::document(|json| {
        json.text("openapi", "3.1.0");
        json.object("info", |json| {
            json.text("title", "Generated");
            json.text("version", "1.0.0");
            json.text("description", &Random::new(shape.seed, "info", 0).paragraph(4));
        });
        json.array("servers", |json| {
            json.item(|json| json.text("url", "https://api.example.com/v1"));
            json.item(|json| json.text("url", "https://staging.example.com/v1"));
        });
        json.array("security", |json| json.item(|json| json.array("token", |_| {})));
        let tags = shape.operations.div_ceil(OPERATIONS_PER_TAG);
        json.array("tags", |json| {
            for tag in 0..tags {
                json.item(|json| {
                    json.text("name", &tag_name(tag));
                    json.text("description", &Random::new(shape.seed, "tag", tag).sentence(9));
                });
            }
        });
        json.array("x-tagGroups", |json| {
            for group in 0..tags.div_ceil(TAGS_PER_GROUP) {
                json.item(|json| {
                    json.text("name", &format!("Area {group}"));
                    let first = group * TAGS_PER_GROUP;
                    json.array("tags", |json| {
                        (first..tags.min(first + TAGS_PER_GROUP)).for_each(|tag| json.item_text(&tag_name(tag)));
                    });
                });
            }
        });
        json.object("paths", |json| paths(shape, json));
        json.object("components", |json| components(shape, json));
    })
}

fn paths(shape: &SiteShape, json: &mut JsonDocument) {
    for first in (0..shape.operations).step_by(SLOTS.len()) {
        let operations = first..shape.operations.min(first + SLOTS.len());
        for (path, on_member) in
            [(format!("/{}", resource(first)), false), (format!("/{}/{{id}}", resource(first)), true)]
        {
            let mut on_path = operations.clone().filter(|&index| slot(index).on_member == on_member).peekable();
            if on_path.peek().is_some() {
                json.object(&path, |json| {
                    on_path.for_each(|index| json.object(slot(index).method, |json| operation(shape, index, json)));
                });
            }
        }
    }
}

fn operation(shape: &SiteShape, index: usize, json: &mut JsonDocument) {
    let mut random = Random::new(shape.seed, "operation", index);
    let slot = slot(index);
    let family = (index / OPERATIONS_PER_FAMILY) % families(shape);
    json.text("operationId", &operation_id(index));
    json.text("summary", &summary(index));
    let (before, after) = (random.paragraph(2), random.paragraph(1));
    let list = format!("- {}\n- `{}`\n", random.sentence(5), random.pick(NOUNS));
    let link = "See [the rules](https://example.com/rules).";
    json.text("description", &format!("{}. {before}\n\n{list}\n{after} {link}", operation_marker(index)));
    json.array("tags", |json| json.item_text(&tag_name(tag(index))));
    if random.percent(5) {
        json.raw("deprecated", "true");
    }
    json.array("parameters", |json| parameters(slot, &mut random, json));
    if slot.body {
        json.object("requestBody", |json| {
            json.raw("required", "true");
            json.object("content", |json| {
                json.object("application/json", |json| {
                    let member = if slot.method == "patch" { 5 } else { 0 };
                    json.object("schema", |json| json.reference("schemas", &schema_name(family, member)));
                });
            });
        });
    }
    json.object("responses", |json| {
        json.object(slot.success, |json| {
            json.text("description", &random.sentence(4));
            if slot.success != "204" {
                json.object("content", |json| {
                    json.object("application/json", |json| {
                        json.object("schema", |json| success_schema(slot, family, json));
                    });
                });
            }
        });
        if slot.on_member {
            json.object("404", |json| json.reference("responses", "NotFound"));
        }
        json.object("422", |json| json.reference("responses", "Invalid"));
    });
}

fn parameters(slot: &OperationSlot, random: &mut Random, json: &mut JsonDocument) {
    if slot.on_member {
        json.item(|json| json.reference("parameters", "id"));
    } else if slot.method == "get" {
        json.item(|json| json.reference("parameters", "page"));
        json.item(|json| json.reference("parameters", "per-page"));
    }
    for number in 0..random.between(0, 4) {
        json.item(|json| {
            json.text("name", &format!("{}-{number}", random.pick(NOUNS)));
            json.text("in", if random.percent(85) { "query" } else { "header" });
            json.text("description", &random.sentence(8));
            json.object("schema", |json| scalar(random, json));
        });
    }
}

fn success_schema(slot: &OperationSlot, family: usize, json: &mut JsonDocument) {
    let record = schema_name(family, 0);
    if slot.verb != "list" {
        return json.reference("schemas", &record);
    }
    json.text("type", "object");
    json.array("required", |json| json.item_text("data"));
    json.object("properties", |json| {
        json.object("data", |json| {
            json.text("type", "array");
            json.object("items", |json| json.reference("schemas", &record));
        });
        json.object("next", |json| json.raw("type", r#"["string", "null"]"#));
    });
}

fn components(shape: &SiteShape, json: &mut JsonDocument) {
    json.object("securitySchemes", |json| {
        json.object("token", |json| {
            json.text("type", "http");
            json.text("scheme", "bearer");
        });
    });
    json.object("parameters", |json| {
        for (name, place, kind) in
            [("id", "path", "string"), ("page", "query", "integer"), ("per-page", "query", "integer")]
        {
            json.object(name, |json| {
                json.text("name", name);
                json.text("in", place);
                json.raw("required", if place == "path" { "true" } else { "false" });
                json.text("description", &Random::new(shape.seed, name, 0).sentence(7));
                json.object("schema", |json| json.text("type", kind));
            });
        }
    });
    json.object("responses", |json| {
        for name in ["NotFound", "Invalid"] {
            json.object(name, |json| {
                json.text("description", &Random::new(shape.seed, name, 0).sentence(6));
                json.object("content", |json| {
                    json.object("application/json", |json| {
                        json.object("schema", |json| json.reference("schemas", "Problem"));
                    });
                });
            });
        }
    });
    json.object("schemas", |json| {
        json.object("Problem", |json| {
            json.text("type", "object");
            json.object("properties", |json| {
                json.object("title", |json| json.text("type", "string"));
                json.object("status", |json| json.text("type", "integer"));
            });
        });
        for family in 0..families(shape) {
            (0..FAMILY).for_each(|member| schema(shape.seed, family, member, json));
        }
    });
}

fn schema(seed: u64, family: usize, member: usize, json: &mut JsonDocument) {
    let mut random = Random::new(seed, "schema", family * FAMILY + member);
    let name = |member| schema_name(family, member);
    json.object(&name(member), |json| {
        json.text("description", &random.paragraph(1));
        match member {
            // A record refers to most of its family.
            0 => {
                let references = [("address", &*name(1)), ("owner", &*name(2)), ("state", &*name(6))];
                object(&mut random, json, &references, &name(4));
            }
            1 => object(&mut random, json, &[], "Problem"),
            2 => object(&mut random, json, &[("address", &name(1)), ("root", &name(3))], &name(7)),
            // Recursion through a property and through an array.
            3 => object(&mut random, json, &[("parent", &name(3))], &name(3)),
            4 => {
                json.array("oneOf", |json| {
                    for member in [1, 2, 3] {
                        json.item(|json| json.reference("schemas", &name(member)));
                    }
                });
            }
            5 => {
                json.array("allOf", |json| {
                    json.item(|json| json.reference("schemas", &name(0)));
                    json.item(|json| object(&mut random, json, &[], &name(1)));
                });
            }
            6 => {
                json.text("type", "string");
                json.raw("enum", r#"["open", "waiting", "closed", "archived"]"#);
            }
            _ => {
                json.array("anyOf", |json| {
                    json.item(|json| json.text("type", "string"));
                    json.item(|json| object(&mut random, json, &[("state", &name(6))], &name(1)));
                });
            }
        }
    });
}

/// An object with a few scalars, an inline object, the given references, and an array of `items`.
fn object(random: &mut Random, json: &mut JsonDocument, references: &[(&str, &str)], items: &str) {
    json.text("type", "object");
    json.raw("required", r#"["id"]"#);
    json.object("properties", |json| {
        json.object("id", |json| json.members(r#""type": "string", "format": "uuid""#));
        for number in 0..random.between(2, 7) {
            let property = format!("{}_{number}", random.pick(NOUNS));
            json.object(&property, |json| scalar(random, json));
        }
        for (property, schema) in references {
            json.object(property, |json| json.reference("schemas", schema));
        }
        json.object("details", |json| {
            json.text("type", "object");
            json.object("properties", |json| {
                json.object("note", |json| scalar(random, json));
                json.object("labels", |json| {
                    json.members(r#""type": "object", "additionalProperties": { "type": "string" }"#);
                });
            });
        });
        json.object("items", |json| {
            json.text("type", "array");
            json.object("items", |json| json.reference("schemas", items));
        });
    });
}

fn scalar(random: &mut Random, json: &mut JsonDocument) {
    json.text("description", &random.sentence(10));
    match random.below(6) {
        0 => json.members(r#""type": "integer", "minimum": 0, "maximum": 1000, "default": 30"#),
        1 => json.members(r#""type": "string", "maxLength": 80, "example": "north""#),
        2 => json.members(r#""type": ["string", "null"], "format": "date-time""#),
        3 => json.members(r#""type": "boolean", "default": false"#),
        4 => json.members(r#""type": "string", "enum": ["low", "mid", "high"]"#),
        _ => json.members(r#""type": "array", "items": { "type": "string" }, "uniqueItems": true"#),
    }
}
