//! The rules of extraction, each with a spec that shows it.

use std::fmt::Write as _;

use super::{Endpoint, Field, endpoint};
use crate::operation::{operations, webhooks};
use crate::schema::{Constraint, Literal};
use crate::testing::spec;

/// The first operation of a spec, resolved.
fn resolved(text: &str) -> Endpoint {
    let (inputs, file) = spec(text);
    let db = inputs.db();
    endpoint(db, operations(db, file)[0]).clone()
}

/// The endpoint of an operation whose response is the schema `A` among `schemas`.
fn of_schemas(version: &str, schemas: &str) -> Endpoint {
    resolved(&format!(
        r##"{{"openapi": "{version}", "paths": {{"/x": {{"get": {{"responses": {{"200": {{"content":
            {{"application/json": {{"schema": {{"$ref": "#/components/schemas/A"}}}}}}}}}}}}}}}},
            "components": {{"schemas": {schemas}}}}}"##
    ))
}

#[test]
fn encodings_within_encodings_end_at_a_limit() {
    let nested = (0..9).fold("{}".to_owned(), |inner, _| format!(r#"{{"encoding": {{"a": {inner}}}}}"#));
    let endpoint = resolved(&format!(
        r#"{{"openapi": "3.2.0", "paths": {{"/x": {{"post": {{"requestBody": {{"content": {{"multipart/form-data": {nested}}}}}}}}}}}}}"#
    ));
    let mut encodings = &endpoint.body.as_ref().unwrap().media[0].encoding;
    let mut levels = 0;
    while let Some(encoding) = encodings.first() {
        levels += 1;
        encodings = &encoding.nested;
    }
    assert_eq!(levels, 4);
}

/// The response of [`of_schemas`] as one field a line: name, type, `*` for required, what is said of it, notes.
fn fields(version: &str, schemas: &str) -> String {
    let endpoint = of_schemas(version, schemas);
    let mut out = String::new();
    write_field(endpoint.responses[0].media[0].field.as_ref().unwrap(), 0, &mut out);
    out
}

fn write_field(field: &Field, level: usize, out: &mut String) {
    let _ = write!(out, "{}{} {}", "  ".repeat(level), if level == 0 { "body" } else { &field.name }, field.kind);
    if field.required {
        out.push('*');
    }
    if let Some(facts) = &field.facts {
        out.push_str(if facts.read_only { " readOnly" } else { "" });
        for text in facts.title.iter().chain(&facts.description) {
            let _ = write!(out, " {text:?}");
        }
        for (constraint, literal) in &facts.constraints {
            let _ = write!(out, " {}={}", constraint.label(), literal.text);
        }
        let values: Vec<&str> = facts.values.iter().map(|value| &*value.literal.text).collect();
        if !values.is_empty() {
            let _ = write!(out, " {values:?}");
        }
    }
    for note in &field.notes {
        let _ = write!(out, " ({})", note.words());
    }
    for variant in &field.variants {
        let _ = write!(out, " <{}: {}", variant.label, names_of(&variant.fields));
        if let Some(facts) = &variant.facts {
            let flags =
                [(facts.read_only, "readOnly"), (facts.write_only, "writeOnly"), (facts.deprecated, "deprecated")];
            let mut told: Vec<String> = facts.description.iter().map(|text| format!("{text:?}")).collect();
            told.extend(flags.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word.to_owned()));
            let constraint =
                |(constraint, literal): &(Constraint, Literal)| format!("{}={}", constraint.label(), literal.text);
            told.extend(facts.constraints.iter().map(constraint));
            told.extend(facts.values.iter().map(|value| format!("={}", value.literal.text)));
            out.push_str(&told.join(" "));
        }
        out.push('>');
    }
    out.push('\n');
    for child in &field.children {
        write_field(child, level + 1, out);
    }
}

/// The names of a variant's fields, those of each in brackets.
fn names_of(fields: &[super::VariantField]) -> String {
    let name = |field: &super::VariantField| match field.fields.as_slice() {
        [] => field.name.to_string(),
        below => format!("{}[{}]", field.name, names_of(below)),
    };
    fields.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn count(field: &Field) -> usize {
    1 + field.children.iter().map(count).sum::<usize>()
}

#[test]
fn path_parameters_merge_and_the_operation_wins() {
    let endpoint = resolved(
        r##"{"openapi": "3.1.0", "paths": {"/x/{id}": {
            "parameters": [{"name": "id", "in": "path", "description": "of path"}, {"name": "q", "in": "query"}, {"name": "q", "in": "header"}],
            "get": {"parameters": [{"$ref": "#/components/parameters/Id"}, {"name": "c", "in": "cookie", "x-internal": true}, {"name": "s", "in": "cookie"}]}}},
            "components": {"parameters": {"Id": {"name": "id", "in": "path", "description": "of operation", "schema": {"type": "string", "format": "uuid"}}}}}"##,
    );
    let found: Vec<String> = endpoint
        .parameters
        .iter()
        .map(|parameter| {
            let facts = parameter.field.facts.as_ref();
            let about = facts.and_then(|facts| facts.description.as_deref()).unwrap_or_default();
            format!("{} {} {} {about}", parameter.location.name(), parameter.field.name, parameter.field.required)
        })
        .collect();
    assert_eq!(found, ["header q false ", "path id true of operation", "query q false ", "cookie s false "]);
}

#[test]
fn the_first_media_type_is_json_then_form_then_multipart() {
    let first = |types: &str| {
        let content: Vec<String> = types.split(' ').map(|name| format!(r#""{name}": {{"schema": {{}}}}"#)).collect();
        let endpoint = resolved(&format!(
            r#"{{"openapi": "3.1.0", "paths": {{"/x": {{"post": {{"requestBody": {{"content": {{"text/none": {{}}, {}}}}}}}}}}}}}"#,
            content.join(", ")
        ));
        endpoint.body.unwrap().media.iter().map(|media| media.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        first("text/plain multipart/form-data application/x-www-form-urlencoded application/hal+json"),
        "application/hal+json text/none text/plain multipart/form-data application/x-www-form-urlencoded"
    );
    assert_eq!(
        first("text/plain multipart/form-data application/x-www-form-urlencoded").split(' ').next(),
        Some("application/x-www-form-urlencoded")
    );
    assert_eq!(first("text/plain multipart/form-data").split(' ').next(), Some("multipart/form-data"));
    assert_eq!(first("text/plain image/png").split(' ').next(), Some("text/plain"));
}

#[test]
fn properties_and_items_are_walked_and_schemas_without_a_name_are_not_cut() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"type": "array", "items": {"properties": {"one": {"properties": {"two": {"items": {"properties": {"three": {
            "properties": {"four": {"properties": {"five": {}}}, "leaf": {"type": "integer"}}}}}}}}}}},
            "B": {}}"##,
    );
    assert_eq!(
        text,
        "body array of object\n  one object\n    two array of object\n      three object\n        four object\n          five any\n        leaf integer\n"
    );
}

#[test]
fn what_is_merged_with_a_schema_is_not_recursive_in_it() {
    let compact = r##""Compact": {"properties": {"id": {"type": "string"}}}"##;
    let base = format!(
        r##"{{"A": {{"allOf": [{{"$ref": "#/components/schemas/Compact"}},
            {{"properties": {{"parent": {{"$ref": "#/components/schemas/Compact"}}}}}}]}}, {compact}}}"##
    );
    assert_eq!(fields("3.1.0", &base), "body A\n  id string\n  parent Compact\n    id string\n");
    // An alternative of the field above, and of a list within it.
    let sibling = format!(
        r##"{{"A": {{"oneOf": [{{"$ref": "#/components/schemas/Compact"}}, {{"$ref": "#/components/schemas/Many"}}]}},
            "Many": {{"properties": {{"all": {{"type": "array", "items": {{"oneOf": [
                {{"$ref": "#/components/schemas/Compact"}}, {{"$ref": "#/components/schemas/Many"}}]}}}}}}}}, {compact}}}"##
    );
    let text = fields("3.1.0", &sibling);
    assert!(text.ends_with("\n    id string\n") && text.contains(" (recursive: Many) "), "{text}");
    assert!(!text.contains("recursive: Compact"), "{text}");
    // A list of the field's own type, as its other alternative.
    let list = format!(
        r##"{{"A": {{"properties": {{"x": {{"oneOf": [{{"$ref": "#/components/schemas/Compact"}},
            {{"type": "array", "items": {{"$ref": "#/components/schemas/Compact"}}}}]}}}}}}, {compact}}}"##
    );
    assert!(!fields("3.1.0", &list).contains("recursive"), "{}", fields("3.1.0", &list));
    // What a base says of itself is recursive in all that extend it.
    let inherited = r##"{"A": {"allOf": [{"$ref": "#/components/schemas/Base"}]},
        "Base": {"properties": {"next": {"$ref": "#/components/schemas/Base"}, "id": {"type": "string"}}}}"##;
    assert_eq!(fields("3.1.0", inherited), "body A\n  next Base (recursive: Base)\n  id string\n");
}

#[test]
fn keywords_next_to_a_reference_say_the_type() {
    let type_of = |version: &str, schema: &str, target: &str| {
        let text = fields(version, &format!(r##"{{"A": {{"properties": {{"x": {schema}}}}}, "D": {target}}}"##));
        let line = text.lines().find_map(|line| line.trim_start().strip_prefix("x ")).unwrap_or_default();
        line.to_owned()
    };
    let silent = r#"{"title": "D"}"#;
    let beside = |more: &str| format!(r##"{{"$ref": "#/components/schemas/D", {more}}}"##);
    let of = |more: &str, target: &str| type_of("3.1.0", &beside(more), target);
    assert_eq!(of(r#""type": "string""#, silent), "string \"D\"");
    assert_eq!(of(r#""type": ["string", "null"]"#, silent), "string or null \"D\"");
    assert_eq!(of(r#""enum": ["a"]"#, r#"{"type": "string"}"#), "enum [\"a\"]");
    assert_eq!(of(r#""type": "string""#, r#"{"type": ["string", "null"]}"#), "string");
    assert_eq!(of(r#""type": "array", "items": {"type": "integer"}"#, "{}"), "array of integer");
    assert!(of(r#""oneOf": [{"type": "integer"}, {"type": "string"}]"#, "{}").starts_with("integer or string"));
    assert_eq!(of(r#""properties": {"y": {}}"#, "{}"), "object");
    assert_eq!(of(r#""properties": {"y": {}}"#, r#"{"properties": {"z": {}}}"#), "D");
    assert_eq!(type_of("3.0.3", &beside(r#""type": "string""#), silent), "any \"D\"");
}

#[test]
fn recursion_is_marked() {
    let direct = r##"{"A": {"properties": {"next": {"$ref": "#/components/schemas/A"}, "all": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}}}}"##;
    assert_eq!(fields("3.1.0", direct), "body A\n  next A (recursive: A)\n  all array of A (recursive: A)\n");
    let two = r##"{"A": {"properties": {"b": {"$ref": "#/components/schemas/B"}}}, "B": {"properties": {"a": {"$ref": "#/components/schemas/A"}}}}"##;
    assert_eq!(fields("3.1.0", two), "body A\n  b B\n    a A (recursive: A)\n");
    let all_of = r##"{"A": {"allOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]},
        "B": {"allOf": [{"$ref": "#/components/schemas/A"}], "properties": {"x": {"type": "string"}}}}"##;
    assert!(fields("3.1.0", all_of).ends_with("  x string\n"), "{}", fields("3.1.0", all_of));
    let map = r##"{"A": {"additionalProperties": {"$ref": "#/components/schemas/A"}}}"##;
    assert_eq!(fields("3.1.0", map), "body A\n  {key} A (recursive: A)\n");
    let itself = r##"{"A": {"$ref": "#/components/schemas/A"}}"##;
    assert_eq!(fields("3.1.0", itself), "body A (recursive: A)\n");
    let document = r##"{"A": {"properties": {"all": {"$ref": "#"}}}}"##;
    assert!(
        fields("3.1.0", document).contains("(Unresolved reference #: resolves to a whole section of the document)")
    );
}

#[test]
fn compositions_are_one_list() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["own", "id"], "properties": {"own": {"enum": ["x", "y"]}}},
                {"properties": {"own": {"enum": ["y", "z"]}}}]},
            "Base": {"title": "The base", "required": ["id"], "properties": {"id": {"type": "integer", "minimum": 1}}}}"##,
    );
    assert_eq!(text, "body A \"The base\"\n  id integer* Minimum=1\n  own enum* [\"y\"]\n");
    let text = fields(
        "3.1.0",
        r##"{"A": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}, {"title": "Fish", "properties": {"kind": {"const": "fish"}}}],
              "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Cat"}}},
            "Cat": {"required": ["kind"], "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}, "name": {"$ref": "#/components/schemas/Name"}}},
            "Dog": {"properties": {"kind": {"const": "dog"}, "name": {"$ref": "#/components/schemas/Name"}}}, "Name": {"type": "string"}}"##,
    );
    assert_eq!(
        text,
        "body Cat or Dog or object Discriminator=kind <meow: kind lives name> <Dog: kind name> <Fish: kind>\n  kind enum [\"cat\", \"dog\", \"fish\"]\n  lives integer\n  name string\n"
    );
}

#[test]
fn alternatives_that_say_the_same_are_one_and_others_are_told_apart() {
    let text = fields(
        "3.1.0",
        r#"{"A": {"oneOf": [
            {"title": "One", "properties": {"kind": {"type": "string"}, "size": {"type": "integer", "format": "int32"}, "name": {"type": "string", "maxLength": 5}}},
            {"title": "Two", "properties": {"kind": {"const": "two"}, "size": {"type": "integer", "format": "int32"}, "name": {"type": "string", "maxLength": 9}}},
            {"title": "Three", "properties": {"kind": {"const": "three"}}}]}}"#,
    );
    assert!(text.contains("  size integer Format=int32\n"), "{text}");
    assert!(text.contains("  kind string or enum <Two: =two> <Three: =three>\n"), "{text}");
    assert!(text.contains("  name string <One: Max length=5> <Two: Max length=9>\n"), "{text}");
}

#[test]
fn an_alternative_of_null_makes_nullable() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"properties": {"a": {"anyOf": [{"$ref": "#/components/schemas/B"}, {"type": "null"}]}, "b": {"type": ["string", "null"]},
            "c": {"oneOf": [{"type": "string"}, {"type": "integer"}]}, "d": {"type": "array", "items": {"type": ["string", "integer"]}}}},
            "B": {"properties": {"x": {}}}}"##,
    );
    assert_eq!(
        text,
        "body A\n  a B or null\n    x any\n  b string or null\n  c string or integer\n  d array of (string or integer)\n"
    );
}

#[test]
fn siblings_count_by_version() {
    let schemas = r##"{"A": {"properties": {"p": {"$ref": "#/components/schemas/P", "description": "own", "default": 3}}}, "P": {"type": "integer", "description": "P's", "default": 1}}"##;
    assert_eq!(fields("3.0.3", schemas), "body A\n  p integer \"own\" Default=1\n");
    assert_eq!(fields("3.1.0", schemas), "body A\n  p integer \"own\" Default=3\n");
}

#[test]
fn a_page_beyond_the_budget_expands_a_schema_once() {
    let leaf: Vec<String> = (0..50).map(|n| format!(r#""f{n}": {{"type": "string"}}"#)).collect();
    let schemas = |count: usize| {
        let uses = (0..count).map(|n| format!(r##""u{n}": {{"$ref": "#/components/schemas/Leaf"}}"##));
        let uses = uses.collect::<Vec<String>>().join(",");
        format!(r#"{{"A": {{"properties": {{{uses}}}}}, "Leaf": {{"properties": {{{}}}}}}}"#, leaf.join(","))
    };
    let whole = of_schemas("3.1.0", &schemas(7));
    assert_eq!(count(whole.responses[0].media[0].field.as_ref().unwrap()), 1 + 7 + 7 * 50);
    let cut = fields("3.1.0", &schemas(20));
    assert_eq!(cut.matches("f0 string").count(), 1);
    assert_eq!(cut.matches("(More in schema Leaf)").count(), 19);
}

#[test]
fn exponential_references_stay_small() {
    let mut schemas = String::from("{");
    for depth in 0..40 {
        let next = depth + 1;
        let name = if depth == 0 { "A".to_owned() } else { format!("S{depth}") };
        let _ = write!(
            schemas,
            r##""{name}": {{"allOf": [{{"$ref": "#/components/schemas/S{next}"}}, {{"$ref": "#/components/schemas/S{next}"}}],
               "properties": {{"a{depth}": {{"$ref": "#/components/schemas/S{next}"}}, "b{depth}": {{"$ref": "#/components/schemas/S{next}"}}}}}},"##
        );
    }
    schemas.push_str(r#""S40": {"type": "object", "properties": {"end": {"type": "string"}}}}"#);
    let endpoint = of_schemas("3.1.0", &schemas);
    let body = &endpoint.responses[0].media[0];
    assert!(count(body.field.as_ref().unwrap()) < 600);
    assert!(body.examples[0].text.len() < 20_000);
}

#[test]
fn five_hundred_alternatives_are_bounded() {
    let alternatives: Vec<String> = (0..500)
        .map(|n| {
            format!(
                r#"{{"title": "T{n}", "properties": {{"p{n}": {{"type": "string"}}, "same": {{"type": "string"}}}}}}"#
            )
        })
        .collect();
    let endpoint = of_schemas("3.1.0", &format!(r#"{{"A": {{"oneOf": [{}]}}}}"#, alternatives.join(",")));
    let field = endpoint.responses[0].media[0].field.as_ref().unwrap();
    assert_eq!(field.variants.len(), 101);
    assert_eq!(field.children.len(), 501);
}

#[test]
fn wrong_types_lose_only_what_is_wrong() {
    let wrong = [
        "null",
        "7",
        "\"x\"",
        "[]",
        "[7]",
        "{}",
        "true",
        "{\"$ref\": 7}",
        "{\"$ref\": \"#/nope\"}",
        "{\"a\": 1}",
        "[[]]",
    ];
    let template = r##"{"openapi": "3.1.0", "servers": W, "security": W, "tags": W, "paths": {"/x": {"servers": W, "parameters": W, "get": {
        "tags": W, "operationId": W, "description": W, "servers": W, "security": W, "externalDocs": W, "x-codeSamples": W, "callbacks": W,
        "parameters": [W, {"name": W, "in": "query", "schema": W, "content": W, "examples": W}, {"name": "n", "in": W}],
        "requestBody": W, "responses": {"200": W, "201": {"headers": W, "content": W, "links": W}, "202": {"headers": {"h": W}, "content": {"application/json": W}},
          "203": {"content": {"application/json": {"schema": W, "examples": W}}}, "204": {"content": {"a/json": {"schema": {"properties": W, "allOf": W, "oneOf": [W], "items": W,
            "type": W, "required": W, "enum": W, "discriminator": W, "additionalProperties": W, "title": W, "minimum": W}, "examples": {"e": W}}}}}}}}, "components": {"schemas": W, "securitySchemes": {"s": W}}}"##;
    let slots = template.matches('W').count();
    for value in wrong {
        // Everywhere at once, and at each place alone.
        let _ = spec_of(&template.replace('W', value));
        for slot in 0..slots {
            let mut at = 0;
            let text: String = template
                .split('W')
                .enumerate()
                .map(|(n, part)| {
                    at = n;
                    if n == 0 {
                        part.to_owned()
                    } else if n == slot + 1 {
                        format!("{value}{part}")
                    } else {
                        format!("{{}}{part}")
                    }
                })
                .collect();
            assert_eq!(at, slots);
            let _ = spec_of(&text);
        }
    }
    fn spec_of(text: &str) -> usize {
        let (inputs, file) = spec(text);
        let db = inputs.db();
        operations(db, file).iter().map(|&chunk| endpoint(db, chunk).responses.len()).sum()
    }
}

#[test]
fn examples_leave_out_what_cannot_be_made() {
    let endpoint = of_schemas(
        "3.1.0",
        r##"{"A": {"type": "object", "required": ["both", "size"], "maxProperties": 5, "properties": {
            "closed": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/A"}}]},
            "second": {"oneOf": [{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/components/schemas/A"}}}, {"type": "integer"}]},
            "never": {"allOf": [{"type": "string"}, {"type": "array"}]},
            "beside": {"type": "string", "anyOf": [{"type": "integer"}, {"maxLength": 2}]},
            "both": {"allOf": [{"anyOf": [{"type": "object"}, {"type": "array"}]}, {"enum": [null]}]},
            "size": {"allOf": [{"$ref": "#/components/schemas/B"}], "minLength": 1}, "many": {"type": "string"}, "more": {"type": "string"}}},
            "B": {"type": "array", "items": {"type": "boolean"}}}"##,
    );
    assert_eq!(
        &*endpoint.responses[0].media[0].examples[0].text,
        "{\n  \"second\": 1,\n  \"beside\": \"st\",\n  \"both\": null,\n  \"size\": [\n    true\n  ],\n  \"many\": \"string\"\n}"
    );
}

#[test]
fn of_alternatives_that_exclude_each_other_examples_follow_one() {
    let endpoint = of_schemas(
        "3.1.0",
        r##"{"A": {"type": "object", "properties": {
            "one": {"oneOf": [{"$ref": "#/components/schemas/Pet"}, {"$ref": "#/components/schemas/Tag"}]},
            "any": {"anyOf": [{"$ref": "#/components/schemas/Pet"}, {"$ref": "#/components/schemas/Tag"}]},
            "told": {"oneOf": [{"$ref": "#/components/schemas/Pet"}, {"$ref": "#/components/schemas/Tag"}], "discriminator": {"propertyName": "id"}},
            "closed": {"oneOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"id": {"type": "integer"}}, "additionalProperties": false}]},
            "below": {"oneOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"id": {"type": "string"}}}]},
            "same": {"oneOf": [{"$ref": "#/components/schemas/Tag"}, {"properties": {"id": {"type": "number"}}}]},
            "typed": {"type": "object", "oneOf": [{"type": "string"}, {"$ref": "#/components/schemas/Pet"}]}}},
            "Pet": {"type": "object", "required": ["name"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}},
            "Tag": {"type": "object", "properties": {"id": {"type": "integer"}}}}"##,
    );
    let made: serde_json::Value = serde_json::from_str(&endpoint.responses[0].media[0].examples[0].text).unwrap();
    let pet = serde_json::json!({"id": 1, "name": "string"});
    let tag = serde_json::json!({"id": 1});
    assert_eq!(
        made,
        serde_json::json!({"one": tag, "any": pet, "told": pet, "closed": pet, "below": pet, "same": tag, "typed": pet})
    );
}

#[test]
fn examples_are_made_from_the_schema() {
    let endpoint = of_schemas(
        "3.1.0",
        r##"{"A": {"type": "object", "required": ["self"], "properties": {
            "id": {"type": "string", "format": "uuid"}, "n": {"type": "integer", "minimum": 5}, "big": {"type": "number", "example": 1.50},
            "kind": {"enum": ["a", "b"]}, "c": {"const": true}, "secret": {"type": "string", "writeOnly": true}, "list": {"type": "array", "minItems": 2, "items": {"type": "boolean"}},
            "next": {"$ref": "#/components/schemas/A"}, "many": {"type": "array", "items": {"$ref": "#/components/schemas/A"}},
            "one": {"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "string", "maxLength": 3}]}, "short": {"type": "string", "minLength": 8}, "low": {"type": "integer", "exclusiveMaximum": 0}}}}"##,
    );
    assert_eq!(
        &*endpoint.responses[0].media[0].examples[0].text,
        "{\n  \"id\": \"123e4567-e89b-12d3-a456-426614174000\",\n  \"n\": 5,\n  \"big\": 1.50,\n  \"kind\": \"a\",\n  \"c\": true,\n  \"list\": [\n    true,\n    true\n  ],\n  \"many\": [],\n  \"one\": \"str\",\n  \"short\": \"stringst\",\n  \"low\": -1,\n  \"self\": \"string\"\n}"
    );
}

#[test]
fn lists_in_examples_keep_their_limits() {
    let list = |limits: &str| {
        let endpoint =
            of_schemas("3.1.0", &format!(r#"{{"A": {{"type": "array", "items": {{"type": "boolean"}} {limits}}}}}"#));
        let made: Vec<bool> = serde_json::from_str(&endpoint.responses[0].media[0].examples[0].text).unwrap();
        made.len()
    };
    for (limits, count) in [("", 1), (r#", "minItems": 2, "maxItems": 2"#, 2), (r#", "minItems": 3, "maxItems": 2"#, 2)]
    {
        assert_eq!(list(limits), count, "{limits}");
    }
}

#[test]
fn examples_of_other_media_types_are_made_of_text_alone() {
    let made = |media: &str, schema: &str| {
        let endpoint = resolved(&format!(
            r#"{{"openapi": "3.1.0", "paths": {{"/x": {{"get": {{"responses": {{"200": {{"content": {{"{media}": {{"schema": {schema}}}}}}}}}}}}}}}}}"#
        ));
        endpoint.responses[0].media[0].examples.first().map(|example| example.text.to_string())
    };
    let text = r#"{"type": "string"}"#;
    assert_eq!(made("text/plain", text).as_deref(), Some("string"));
    assert_eq!(made("text/plain; charset=utf-8", text).as_deref(), Some("string"));
    for (media, schema) in [("text/*", text), ("image/png", text), ("text/plain", r#"{"type": "integer"}"#)] {
        assert_eq!(made(media, schema), None, "{media} {schema}");
    }
}

#[test]
fn responses_put_success_first_and_security_is_resolved() {
    let endpoint = resolved(
        r##"{"openapi": "3.1.0", "security": [{"key": []}], "servers": [{"url": "https://root.test"}], "paths": {"/x": {"servers": [{"url": "https://path.test"}], "get": {
            "security": [{"oauth": ["read", "write"]}, {}], "responses": {"default": {"description": "Other"}, "404": {"$ref": "#/components/responses/Gone"},
            "201": {"content": {"application/json": {"schema": {}}}}, "200": {"content": {"application/json": {"schema": {}}}, "headers": {"X-N": {"schema": {"type": "integer"}}}}, "204": {"description": "Empty"}}}}},
            "components": {"responses": {"Gone": {"description": "Gone"}}, "securitySchemes": {"oauth": {"type": "oauth2", "flows": {"implicit": {"scopes": {"read": "Read"}}}}}}}"##,
    );
    let statuses: Vec<&str> = endpoint.responses.iter().map(|response| &*response.status).collect();
    assert_eq!(statuses, ["200", "201", "default", "404", "204"]);
    assert_eq!(endpoint.responses[3].description.as_deref(), Some("Gone"));
    assert_eq!(endpoint.responses[0].headers[0].kind, "integer");
    assert_eq!(endpoint.servers[0].default_url(), "https://path.test");
    assert_eq!(endpoint.security.len(), 2);
    assert_eq!(endpoint.security[0][0].scopes.len(), 2);
    assert!(endpoint.security[0][0].scheme.is_some() && endpoint.security[1].is_empty());
}

#[test]
fn references_within_other_places_resolve() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"properties": {"x": {"$ref": "#/components/schemas/B/properties/deep~1er/items"}, "y": {"$ref": "#/components/schemas/B/$defs/D"}, "z": {"$ref": "#/definitions/old"}}},
            "B": {"$defs": {"D": {"type": "boolean"}}, "properties": {"deep/er": {"items": {"properties": {"leaf": {"type": "string"}}}}}}}"##,
    );
    assert_eq!(
        text,
        "body A\n  x object\n    leaf string\n  y boolean\n  z unresolved reference (Unresolved reference #/definitions/old: has no target)\n"
    );
}

#[test]
fn items_are_described_with_their_array() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"properties": {
            "own": {"type": "array", "items": {"type": "string", "description": "Of items"}},
            "both": {"type": "array", "description": "Of all", "items": {"type": "string", "description": "Of items"}},
            "same": {"type": "array", "description": "The ids", "items": {"type": "string", "description": "The ids"}},
            "deep": {"type": "array", "items": {"type": "array", "items": {"type": "integer", "description": "Of each"}}},
            "named": {"type": "array", "items": {"$ref": "#/components/schemas/B"}},
            "told": {"type": "array", "description": "Of all", "items": {"$ref": "#/components/schemas/B"}}}},
          "B": {"type": "string", "description": "Of B"}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body A
      own array of string "Of items"
      both array of string "Of all\n\nOf items"
      same array of string "The ids"
      deep array of array of integer "Of each"
      named array of string "Of B"
      told array of string "Of all"
    "#);
}

#[test]
fn what_is_said_at_a_place_counts_before_what_a_name_says() {
    let text = fields(
        "3.0.0",
        r##"{"A": {"allOf": [{"$ref": "#/components/schemas/B"}, {"description": "Of A", "properties": {"id": {"description": "Its own"}}}],
              "properties": {
                "after": {"allOf": [{"$ref": "#/components/schemas/C"}, {"description": "Here", "title": "T", "default": 2}]},
                "beside": {"description": "Beside", "allOf": [{"$ref": "#/components/schemas/C"}, {"description": "Here"}]},
                "alone": {"allOf": [{"$ref": "#/components/schemas/C"}]}}},
          "B": {"description": "Of B", "properties": {"id": {"type": "string", "description": "Of B", "maxLength": 9}}},
          "C": {"type": "integer", "title": "C's", "description": "Of C", "default": 1, "minimum": 0}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body A "Of A"
      after integer "T" "Here" Default=2 Minimum=0
      beside integer "C's" "Beside" Default=1 Minimum=0
      alone integer "C's" "Of C" Default=1 Minimum=0
      id string "Its own" Max length=9
    "#);
}

#[test]
fn nullable_beside_a_composition_counts() {
    let text = fields(
        "3.0.0",
        r##"{"A": {"properties": {
            "all": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/B"}]},
            "one": {"nullable": true, "oneOf": [{"$ref": "#/components/schemas/B"}, {"type": "string"}]},
            "typed": {"nullable": true, "type": "object", "allOf": [{"$ref": "#/components/schemas/B"}]},
            "any": {"nullable": true}, "not": {"allOf": [{"$ref": "#/components/schemas/B"}]}}},
          "B": {"type": "object", "properties": {"x": {"type": "string"}}}}"##,
    );
    let kinds: Vec<&str> = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")).collect();
    assert_eq!(kinds, ["  all B or null", "  one B or string or null", "  typed B or null", "  any any", "  not B"]);
}

#[test]
fn an_alternative_of_nullable_makes_nullable() {
    let text = fields(
        "3.0.3",
        r##"{"A": {"properties": {
            "any": {"anyOf": [{"$ref": "#/components/schemas/B"}, {"nullable": true}]},
            "one": {"oneOf": [{"nullable": true, "description": "No value"}, {"type": "string"}]},
            "limited": {"anyOf": [{"type": "string"}, {"nullable": true, "maxLength": 3}]}}},
          "B": {"type": "object", "description": "Of B", "properties": {"x": {"type": "string"}}}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body A
      any B or null "Of B"
        x string
      one string or null
      limited string or null <string: > <string or null: Max length=3>
    "#);
}

#[test]
fn a_schema_around_one_other_keeps_its_name() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"properties": {
            "outer": {"$ref": "#/components/schemas/Outer"}, "inner": {"$ref": "#/components/schemas/Inner"},
            "many": {"type": "array", "items": {"$ref": "#/components/schemas/Outer"}},
            "here": {"title": "Here", "allOf": [{"$ref": "#/components/schemas/Inner"}]},
            "word": {"$ref": "#/components/schemas/Word"}, "list": {"$ref": "#/components/schemas/List"}}},
          "Outer": {"title": "The outer", "description": "Of Outer", "allOf": [{"$ref": "#/components/schemas/Inner"}]},
          "Inner": {"type": "object", "title": "The inner", "description": "Of Inner", "properties": {"x": {"type": "string"}}},
          "Word": {"allOf": [{"$ref": "#/components/schemas/Plain"}]}, "Plain": {"type": "string"},
          "List": {"allOf": [{"$ref": "#/components/schemas/Inners"}]},
          "Inners": {"type": "array", "items": {"$ref": "#/components/schemas/Inner"}}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body A
      outer Outer "The outer" "Of Outer"
        x string
      inner Inner "The inner" "Of Inner"
        x string
      many array of Outer "Of Outer"
        x string
      here Inner "Here" "Of Inner"
        x string
      word string
      list array of Inner "Of Inner"
        x string
    "#);
}

#[test]
fn a_declared_type_counts() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"properties": {
            "beside": {"$ref": "#/components/schemas/Untyped", "type": "string", "maxLength": 3},
            "no_object": {"type": "string", "properties": {"x": {"type": "integer"}}},
            "kept": {"$ref": "#/components/schemas/Untyped"}}},
          "Untyped": {"description": "Of it"}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body A
      beside string "Of it" Max length=3
      no_object string
        x integer
      kept any "Of it"
    "#);
}

#[test]
fn an_object_and_an_array_both_keep_their_fields() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"properties": {"output": {"oneOf": [{"$ref": "#/components/schemas/Shot"},
            {"type": "array", "maxItems": 9, "items": {"$ref": "#/components/schemas/Text"}}, {"type": "null"}]}}},
          "Shot": {"type": "object", "required": ["type", "url"], "properties": {"type": {"const": "shot"}, "url": {"type": ["string", "null"]}}},
          "Text": {"type": "object", "required": ["type"], "properties": {"type": {"const": "text"}, "url": {"type": "integer"}, "text": {"type": "string"}}}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body A
      output Shot or array of Text or null <Shot: type url> <array of Text: type url textMax items=9>
        type enum* ["shot", "text"]
        url string or integer or null
        text string
    "#);
}

#[test]
fn fields_of_alternatives_state_what_all_agree_on() {
    let text = fields(
        "3.0.3",
        r##"{"A": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}, {"type": "string"}]},
          "Cat": {"title": "Cat", "type": "object", "required": ["id", "name", "home"], "properties": {
            "id": {"type": "string", "readOnly": true, "description": "The cat's ID"}, "name": {"type": "string", "description": "The name"},
            "age": {"type": "integer", "deprecated": true, "maximum": 30}, "home": {"$ref": "#/components/schemas/House"}, "lives": {"type": "integer"}}},
          "Dog": {"title": "Dog", "type": "object", "required": ["id", "home"], "properties": {
            "id": {"type": "string", "readOnly": true, "description": "The dog's ID"}, "name": {"type": "string", "description": "The name", "maxLength": 9},
            "age": {"type": "integer"}, "home": {"$ref": "#/components/schemas/Hut"}}},
          "House": {"type": "object", "required": ["street"], "properties": {"street": {"type": "string"}, "floor": {"type": "integer"}}},
          "Hut": {"type": "object", "required": ["street", "floor"], "properties": {"street": {"type": "string"}, "floor": {"type": "string"}, "roof": {"type": "string"}}}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body Cat or Dog or string <Cat: id name age home[floor] lives> <Dog: id name age home[floor roof]> <string: >
      id string* readOnly <Cat: "The cat's ID"> <Dog: "The dog's ID">
      name string "The name" <Dog: Max length=9>
      age integer <Cat: deprecated Maximum=30>
      home House or Hut*
        street string*
        floor integer or string
        roof string
      lives integer
    "#);
}

#[test]
fn choices_within_choices_state_what_all_agree_on() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"properties": {"rule": {"anyOf": [{"$ref": "#/components/schemas/Web"}, {"$ref": "#/components/schemas/Queue"}]}}},
          "Web": {"oneOf": [{"title": "Get", "required": ["kind", "at"], "properties": {"kind": {"const": "get"}, "at": {"$ref": "#/components/schemas/Url"}}},
            {"title": "Post", "required": ["kind", "at"], "properties": {"kind": {"const": "post"}, "at": {"$ref": "#/components/schemas/Url"}}}]},
          "Queue": {"required": ["kind"], "properties": {"kind": {"const": "queue"}, "at": {"required": ["url"], "properties": {"url": {"type": "string"}, "key": {"type": "string"}}}}},
          "Url": {"type": "object", "required": ["url"], "properties": {"url": {"type": "string"}, "query": {"type": "string"}}}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body A
      rule object or Queue <Get: kind at[query]> <Post: kind at[query]> <Queue: kind at[key]>
        kind enum* ["get", "post", "queue"]
        at Url or object
          url string*
          query string
          key string
    "#);
}

#[test]
fn choices_that_apply_together_all_count() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"allOf": [
            {"oneOf": [{"title": "One", "required": ["a"], "properties": {"a": {"const": 1}}}, {"title": "Two", "required": ["a"], "properties": {"a": {"const": 2}}}]},
            {"oneOf": [{"required": ["b", "c"], "properties": {"b": {"const": 1}, "c": {}}}, {"required": ["b"], "properties": {"b": {"const": 2}}}]}]}}"##,
    );
    insta::assert_snapshot!(text, @r#"
    body object <One: a> <Two: a>
      a integer enum* ["1", "2"]
      b integer enum* ["1", "2"]
      c any
    "#);
    // A choice that contains itself ends.
    let text = fields(
        "3.1.0",
        r##"{"A": {"allOf": [{"oneOf": [{"properties": {"x": {}}}, {"properties": {"y": {}}}]},
            {"oneOf": [{"$ref": "#/components/schemas/A"}, {"properties": {"z": {}}}]}]}}"##,
    );
    assert!(text.contains("  z any\n"), "{text}");
}

#[test]
fn a_base_names_the_schemas_of_its_values() {
    let endpoint = of_schemas(
        "3.0.3",
        r##"{"A": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog"}}},
          "Cat": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object", "properties": {"lives": {"type": "integer"}}}]},
          "Dog": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object", "properties": {"tail": {"type": "string"}}}]}}"##,
    );
    let field = endpoint.responses[0].media[0].field.clone().unwrap();
    let variants: Vec<String> = field
        .variants
        .iter()
        .map(|variant| format!("{} {} {}", variant.label, variant.kind, names_of(&variant.fields)))
        .collect();
    assert_eq!(variants, ["cat Cat lives", "dog Dog tail"]);
}

#[test]
fn alternatives_that_are_shown_elsewhere_count() {
    let leaf: Vec<String> = (0..90).map(|n| format!(r#""f{n}": {{"type": "string"}}"#)).collect();
    let uses: Vec<String> = (0..9).map(|n| format!(r##""u{n}": {{"$ref": "#/components/schemas/Big"}}"##)).collect();
    let text = fields(
        "3.1.0",
        &format!(
            r##"{{"A": {{"properties": {{{}, "first": {{"$ref": "#/components/schemas/One"}},
                "both": {{"oneOf": [{{"$ref": "#/components/schemas/One"}}, {{"properties": {{"code": {{"const": "b"}}}}}}]}},
                "all": {{"allOf": [{{"$ref": "#/components/schemas/One"}}, {{"properties": {{"code": {{"maxLength": 3}}}}}}]}},
                "kind": {{"$ref": "#/components/schemas/Kind"}},
                "kinds": {{"anyOf": [{{"$ref": "#/components/schemas/Kind"}}, {{"type": "object", "properties": {{"k": {{}}}}}}]}}}}}},
              "Kind": {{"oneOf": [{{"const": "a"}}, {{"const": "b"}}]}},
              "One": {{"required": ["code"], "properties": {{"code": {{"type": ["string", "null"], "enum": ["a", null]}}, "x": {{}}}}}},
              "Big": {{"properties": {{{}}}}}}}"##,
            uses.join(","),
            leaf.join(",")
        ),
    );
    let own: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("  first"))
        .filter(|line| !line.starts_with("    f"))
        .collect();
    insta::assert_snapshot!(own.join("
"), @r#"
    first One
      code enum or null* ["a", "null"]
      x any
    both One or object (More in schema One) <One: code x> <object: code>
      code enum or null ["a", "null", "b"]
    all object (More in schema One)
      code enum* Max length=3 ["a", "null"]
    kind enum ["a", "b"]
    kinds enum or object <Kind: =a =b> <a: =a> <b: =b> <object: >
      k any
    "#);
}

#[test]
fn fields_of_alternatives_have_a_limit_together() {
    let object = |letter: char| {
        let fields: Vec<String> = (0..250).map(|n| format!(r#""{letter}{n}": {{"type": "string"}}"#)).collect();
        format!(r#"{{"title": "{letter}", "properties": {{{}}}}}"#, fields.join(","))
    };
    let endpoint = of_schemas(
        "3.1.0",
        &format!(
            r#"{{"A": {{"type": "object", "properties": {{"x": {{}}}}, "oneOf": [{}, {}, {}]}}}}"#,
            object('a'),
            object('b'),
            object('c')
        ),
    );
    let variants = &endpoint.responses[0].media[0].field.as_ref().unwrap().variants;
    let counts: Vec<usize> = variants.iter().map(|variant| variant.fields.len()).collect();
    assert_eq!(counts, [250, 150, 0]);
}

#[test]
fn alternatives_that_only_require_are_told_apart() {
    let text = fields(
        "3.1.0",
        r##"{"A": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}},
            "oneOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}}"##,
    );
    assert_eq!(text, "body A <a: a> <b, c: b c>\n  a string\n  b string\n  c string\n");
}

#[test]
fn properties_that_one_keyword_allows_the_other_does_not_forbid() {
    let facts = |keywords: &str| fields("3.1.0", &format!(r#"{{"A": {{"type": "object", {keywords}}}}}"#));
    let open = facts(r#""unevaluatedProperties": false, "additionalProperties": {"type": "string"}"#);
    assert_eq!(open, "body A\n  {key} string\n");
    let closed = facts(r#""unevaluatedProperties": false, "properties": {"a": {}}"#);
    assert_eq!(closed, "body A Additional properties=not allowed\n  a any\n");
}

#[test]
fn what_no_value_follows_is_in_no_example() {
    let endpoint = of_schemas("3.1.0", r#"{"A": {"properties": {"a": {"type": "integer"}, "b": false}}}"#);
    let text = &endpoint.responses[0].media[0].examples[0].text;
    assert_eq!(&**text, "{\n  \"a\": 1\n}");
}

#[test]
fn a_value_with_a_media_type_has_the_examples_of_that() {
    let endpoint = resolved(
        r#"{"openapi": "3.2.0", "paths": {"/x": {"get": {"parameters": [
            {"name": "one", "in": "query", "content": {"application/json": {"schema": {"type": "object"}, "example": {"a": 1}}}},
            {"name": "many", "in": "query", "content": {"application/json": {"examples": {"x": {"value": [1]}, "y": {"dataValue": [2]}}}}},
            {"name": "data", "in": "query", "schema": {"type": "string"}, "examples": {"x": {"dataValue": "d", "serializedValue": "data=d"}}}]}}}}"#,
    );
    let examples: Vec<Vec<&str>> = endpoint
        .parameters
        .iter()
        .map(|parameter| {
            let facts = parameter.field.facts.as_ref().unwrap();
            let of = facts.constraints.iter().filter(|(constraint, _)| constraint.label() == "Example");
            of.map(|(_, literal)| &*literal.text).collect()
        })
        .collect();
    assert_eq!(examples, [vec!["{\"a\":1}"], vec!["[1]", "[2]"], vec!["d"]]);
}

#[test]
fn a_response_has_its_summary_and_its_description() {
    let endpoint = resolved(
        r#"{"openapi": "3.2.0", "paths": {"/x": {"get": {"responses": {"200": {"summary": "Short", "description": "Long"},
            "201": {"summary": "Same", "description": "Same"}, "202": {"summary": "Short"}, "203": {"description": "Long"}}}}}}"#,
    );
    let about: Vec<_> = endpoint.responses.iter().map(|response| response.description.as_deref().unwrap()).collect();
    assert_eq!(about, ["Short\n\nLong", "Same", "Short", "Long"]);
}

/// The names of an operation's body and first response, a field at a time.
fn exchanged(endpoint: &Endpoint) -> String {
    let names = |field: &Field| field.children.iter().map(|field| field.name.to_string()).collect::<Vec<_>>().join(" ");
    let of_media = |media: &super::Media| media.field.as_ref().map(names).unwrap_or_default();
    let body = endpoint.body.as_ref().map(|body| of_media(&body.media[0])).unwrap_or_default();
    let response = endpoint.responses.first().map(|response| of_media(&response.media[0])).unwrap_or_default();
    format!("{body} | {response}")
}

const ONE_WAY: &str = r##""requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}},
    "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}"##;

#[test]
fn a_request_has_no_read_only_fields_and_a_response_no_write_only_ones() {
    let schemas = r##""components": {"schemas": {
        "A": {"type": "object", "required": ["id", "name"], "properties": {
            "id": {"type": "string", "readOnly": true}, "name": {"type": "string"}, "secret": {"type": "string", "writeOnly": true},
            "made": {"$ref": "#/components/schemas/Made"}, "part": {"allOf": [{"$ref": "#/components/schemas/Made"}]},
            "some": {"oneOf": [{"type": "string", "readOnly": true}, {"type": "integer"}]}}},
        "Made": {"type": "string", "readOnly": true}}}"##;
    let own =
        resolved(&format!(r##"{{"openapi": "3.1.0", "paths": {{"/x": {{"post": {{{ONE_WAY}}}}}}}, {schemas}}}"##));
    assert_eq!(exchanged(&own), "name secret some | id name made part some");
    // The API sends these requests: nothing says which of its own fields it omits.
    let text = format!(r##"{{"openapi": "3.1.0", "webhooks": {{"x": {{"post": {{{ONE_WAY}}}}}}}, {schemas}}}"##);
    let (inputs, file) = spec(&text);
    let sent = endpoint(inputs.db(), webhooks(inputs.db(), file)[0]).clone();
    assert_eq!(exchanged(&sent), "id name secret made part some | id name secret made part some");
    let text = format!(
        r##"{{"openapi": "3.1.0", "paths": {{"/x": {{"post": {{{ONE_WAY}, "callbacks": {{"c": {{"{{$url}}": {{"post": {{{ONE_WAY}}}}}}}}}}}}}}}, {schemas}}}"##
    );
    let callback = &resolved(&text).callbacks[0].operation;
    assert_eq!(exchanged(callback), "id name secret made part some | id name secret made part some");
}

#[test]
fn a_sample_sends_what_is_required_or_stated() {
    let of = |schema: &str| {
        let endpoint = resolved(&format!(
            r##"{{"openapi": "3.1.0", "paths": {{"/x": {{"post": {{"requestBody": {{"content": {{"application/json": {{"schema": {schema}}}}}}}}}}}}}}}"##
        ));
        let examples = &endpoint.body.unwrap().media[0].examples;
        let text = |example: &super::Example| {
            let text: String = example.text.split_whitespace().collect();
            if example.is_complete { format!("all {text}") } else { text }
        };
        examples.iter().map(text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        of(
            r#"{"type": "object", "required": ["a", "in"], "properties": {"a": {"type": "integer"}, "b": {"type": "string"},
            "c": {"type": "string", "default": "x"}, "d": {"type": "string", "examples": ["y"]},
            "in": {"type": "object", "required": ["p"], "properties": {"p": {"type": "boolean"}, "q": {"type": "string"}}}}}"#
        ),
        r#"{"a":1,"c":"x","d":"y","in":{"p":true}} all {"a":1,"b":"string","c":"x","d":"y","in":{"p":true,"q":"string"}}"#
    );
    // One branch, with its own required members.
    assert_eq!(
        of(
            r#"{"oneOf": [{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "n": {"type": "string"}}},
            {"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}}}]}"#
        ),
        r#"{"a":1} all {"a":1,"n":"string"}"#
    );
    // As many as the schema demands.
    assert_eq!(
        of(
            r#"{"type": "object", "minProperties": 2, "properties": {"a": {"type": "integer"}, "b": {"type": "boolean"}, "c": {"type": "null"}}}"#
        ),
        r#"{"a":1,"b":true} all {"a":1,"b":true,"c":null}"#
    );
    // Nothing more to say: one example.
    assert_eq!(of(r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#), r#"{"a":1}"#);
}

#[test]
fn recursive_and_dynamic_references_are_references() {
    let found = fields(
        "3.1.0",
        r##"{"A": {"type": "object", "properties": {"filter": {"$ref": "#/components/schemas/Compound"}, "tree": {"$ref": "#/components/schemas/Tree"}}},
            "Compound": {"$recursiveAnchor": true, "type": "object", "properties": {"filters": {"type": "array", "items": {"oneOf": [
                {"$ref": "#/components/schemas/Comparison"}, {"$recursiveRef": "#"}]}}}},
            "Comparison": {"type": "object", "properties": {"value": {"type": "string"}}},
            "Tree": {"$dynamicAnchor": "node", "type": "object", "properties": {"children": {"type": "array", "items": {"$dynamicRef": "#node"}}}}}"##,
    );
    insta::assert_snapshot!(found, @r"
    body A
      filter Compound
        filters array of (Comparison or Compound) (recursive: Compound) <Comparison: value> <Compound: filters>
          value string
      tree Tree
        children array of Tree (recursive: Tree)
    ");
}
