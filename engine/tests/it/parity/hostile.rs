//! Hostile texts in every place of an operation: page and Markdown still read back as the document has it.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::compare::Report;
use super::own::alone;
use super::{Draw, compare};

/// A piece of a text that could open or end something.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a",
        "b ",
        " ",
        "\n",
        "\n\n",
        "\t",
        "|",
        "\\|",
        "\\",
        "`",
        "``",
        "```",
        "~~~",
        "*",
        "**",
        "_",
        "__",
        "~~",
        "#",
        "# ",
        "## GET /x",
        "- ",
        "+ ",
        "1. ",
        "> ",
        "---",
        "===",
        "<",
        "<b>",
        "</b>",
        "<a href=\"",
        "<!--",
        "-->",
        "<?",
        "]]>",
        "<script>",
        "[",
        "](",
        "[x]: y",
        "![",
        ")",
        "(",
        "&",
        "&amp;",
        "&#124;",
        "\"",
        "'",
        "$",
        "{",
        "}",
        "{{a}}",
        "<wc-callout>",
        "One of: ",
        "Default: `x`.",
        "Variant ",
        "é",
        "\u{202e}",
        "|-|-|",
        ":",
        ";",
    ])
}

fn hostile() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 1..8).prop_map(|pieces| pieces.concat())
}

/// A name: not empty, and more than white space.
fn name() -> impl Strategy<Value = String> {
    hostile().prop_map(|text| format!("n{text}e"))
}

fn spec(texts: &[String], names: &[String]) -> Value {
    let text = |at: usize| texts[at % texts.len()].as_str();
    let mut properties = serde_json::Map::new();
    let nested = json!({"type": "object", "description": text(1), "properties": {names[1].as_str(): {"type": "integer", "maximum": 3, "description": text(2)}}});
    properties.insert(names[0].clone(), nested);
    let choice = json!({"description": text(3), "anyOf": [{"type": "string", "maxLength": 4, "description": text(4)}, {"enum": [text(5)]}]});
    properties.insert(names[2].clone(), choice);
    json!({
        "openapi": "3.1.0", "info": {"title": "T", "version": "1"},
        "servers": [{"url": "https://a.test", "description": text(6)}],
        "security": [{"key": []}],
        "paths": {"/x": {"post": {
            "summary": text(7), "description": text(8),
            "parameters": [
                {"name": names[3], "in": "query", "description": text(9), "schema": {"type": "string", "default": text(10), "enum": [text(10), text(11)]}},
                {"name": names[4], "in": "header", "description": text(0), "schema": {"type": "array", "minItems": 2, "items": {"type": "string", "pattern": text(1)}}}],
            "requestBody": {"description": text(2), "content": {"application/json": {"schema": {"type": "object", "description": text(3), "properties": properties}}}},
            "responses": {
                "200": {"description": text(4), "headers": {names[4].as_str(): {"description": text(5), "schema": {"type": "integer", "minimum": 1}}},
                    "content": {"application/json": {"schema": {"type": "object", "title": text(6), "properties": {names[2].as_str(): {"const": text(7)}}}}}},
                "404": {"description": text(8)}}}}},
        "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key", "description": text(9)}}}
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn hostile_texts_read_back(
        texts in prop::collection::vec(hostile(), 12),
        names in prop::collection::hash_set(name(), 5..6),
    ) {
        // Readers see white space as one: the number keeps them apart.
        let names: Vec<String> = names.into_iter().enumerate().map(|(at, name)| format!("{at}{name}")).collect();
        let (files, sources) = alone(&spec(&texts, &names));
        let mut report = Report::default();
        compare(&files, &sources, "api.json", Draw::All, &mut report);
        prop_assert!(report.differences.is_empty(), "{}", report.differences.join("\n"));
    }
}
