//! One shape of a description for everyone who walks over it: the checks, the search for files, the bundle and the search
//! for anchors agree at every position on whether a `$ref` is a reference.

use engine::Project;
use engine::testing::{project, text};

use crate::shown::findings;

/// A value at each position that may be a reference, written `@`, by the section of the component around it. The positions
/// of schemas come first.
const REFERENCES: [(&str, &[&str]); 9] = [
    (
        "schemas",
        &[
            r#"{"properties": {"a": @}}"#,
            r#"{"patternProperties": {"a": @}}"#,
            r#"{"$defs": {"a": @}}"#,
            r#"{"definitions": {"a": @}}"#,
            r#"{"dependentSchemas": {"a": @}}"#,
            r#"{"allOf": [@]}"#,
            r#"{"anyOf": [@]}"#,
            r#"{"oneOf": [@]}"#,
            r#"{"prefixItems": [@]}"#,
            r#"{"items": @}"#,
            r#"{"items": [@]}"#,
            r#"{"additionalItems": @}"#,
            r#"{"additionalProperties": @}"#,
            r#"{"not": @}"#,
            r#"{"if": @}"#,
            r#"{"then": @}"#,
            r#"{"else": @}"#,
            r#"{"contains": @}"#,
            r#"{"propertyNames": @}"#,
            r#"{"unevaluatedItems": @}"#,
            r#"{"unevaluatedProperties": @}"#,
            r#"{"contentSchema": @}"#,
            // Names that are keywords elsewhere.
            r#"{"properties": {"default": @}}"#,
            r#"{"properties": {"example": @}}"#,
            r#"{"properties": {"const": @}}"#,
            r#"{"properties": {"enum": @}}"#,
            r#"{"properties": {"value": @}}"#,
            r#"{"properties": {"examples": @}}"#,
            r#"{"properties": {"properties": @}}"#,
            r#"{"properties": {"discriminator": @}}"#,
            r#"{"properties": {"mapping": @}}"#,
            r#"{"properties": {"x-a": @}}"#,
            r#"{"properties": {"$ref": @}}"#,
            r#"{"patternProperties": {"x-a": @}}"#,
        ],
    ),
    ("parameters", &[r#"{"name": "a", "in": "query", "schema": @}"#]),
    ("headers", &[r#"{"schema": @}"#]),
    ("mediaTypes", &[r#"{"schema": @}"#, r#"{"itemSchema": @}"#]),
    (
        "headers",
        &[
            r#"{"examples": {"a": @}}"#,
            r#"{"examples": {"value": @}}"#,
            r#"{"content": {"a/b": @}}"#,
            r#"{"content": {"a/b": {"itemSchema": {"items": @}}}}"#,
        ],
    ),
    (
        "mediaTypes",
        &[
            r#"{"examples": {"default": @}}"#,
            r#"{"encoding": {"a": {"headers": {"x-a": @}}}}"#,
            r#"{"prefixEncoding": [{"headers": {"A": @}}]}"#,
            r#"{"itemEncoding": {"headers": {"A": @}}}"#,
            r#"{"itemEncoding": {"prefixEncoding": [{"encoding": {"a": {"headers": {"A": @}}}}]}}"#,
        ],
    ),
    (
        "responses",
        &[
            r#"{"description": "", "headers": {"A": @}}"#,
            r#"{"description": "", "headers": {"x-a": @}}"#,
            r#"{"description": "", "links": {"a": @}}"#,
            r#"{"description": "", "content": {"a/b": @}}"#,
        ],
    ),
    ("requestBodies", &[r#"{"content": {"a/b": @}}"#]),
    (
        "pathItems",
        &[
            r#"{"parameters": [@]}"#,
            r#"{"get": {"parameters": [@]}}"#,
            r#"{"query": {"requestBody": @}}"#,
            r#"{"additionalOperations": {"COPY": {"requestBody": @}}}"#,
            r#"{"get": {"responses": {"200": @}}}"#,
            r#"{"get": {"responses": {"default": @}}}"#,
            r#"{"get": {"callbacks": {"a": @}}}"#,
            r#"{"get": {"callbacks": {"a": {"{$url}": @}}}}"#,
            r#"{"get": {"callbacks": {"a": {"{$url}": {"post": {"requestBody": @}}}}}}"#,
        ],
    ),
];

/// The same where it is data.
const DATA: [(&str, &[&str]); 5] = [
    (
        "schemas",
        &[
            r#"{"default": @}"#,
            r#"{"const": @}"#,
            r#"{"enum": [@]}"#,
            r#"{"example": {"a": @}}"#,
            r#"{"examples": [@]}"#,
            r#"{"properties": {"default": {"default": @}}}"#,
        ],
    ),
    ("links", &[r#"{"operationId": "a", "parameters": {"a": @}}"#, r#"{"operationId": "a", "requestBody": @}"#]),
    ("examples", &[r#"{"value": {"a": @}}"#, r#"{"dataValue": [@]}"#]),
    ("mediaTypes", &[r#"{"example": [@]}"#]),
    ("parameters", &[r#"{"name": "a", "in": "query", "schema": {}, "examples": [@]}"#]),
];

/// A spec with a component in which `value` is written for `@`, and a file `part.json`.
fn spec(section: &str, component: &str, value: &str) -> Project {
    let component = component.replace('@', value);
    let part = if section == "schemas" { r#"{"description": "Of the part"}"# } else { "{}" };
    let (_, project) = project(&format!(
        r##"
//- /tool.json
{{"name": "N", "openapi": "openapi.json"}}
//- /openapi.json
{{"openapi": "3.2.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/a": {{"get": {{"operationId": "a"}}}}}},
"components": {{"{section}": {{"A": {component}}}, "x-user": {{}}, "securitySchemes": {{}}}}}}
//- /part.json
{part}
"##
    ));
    project
}

/// The components of a table.
fn rows<'t>(table: &'t [(&'t str, &'t [&'t str])]) -> impl Iterator<Item = (&'t str, &'t str)> {
    table.iter().flat_map(|(section, rows)| rows.iter().map(move |row| (*section, *row)))
}

/// How many errors a spec has: references that are unresolved, and values of the wrong type.
fn errors(project: &Project) -> usize {
    let is_error = |line: &&str| line.starts_with("unresolved-reference") || line.starts_with("invalid-spec");
    findings(project).lines().filter(is_error).count()
}

#[test]
fn each_reference_is_checked_and_data_is_not() {
    let broken = r##"{"$ref": "#/components/schemas/Nope"}"##;
    let missed: Vec<_> = rows(&REFERENCES).filter(|(s, row)| errors(&spec(s, row, broken)) != 1).collect();
    assert!(missed.is_empty(), "not checked: {missed:#?}");
    let checked: Vec<_> = rows(&DATA).filter(|(s, row)| errors(&spec(s, row, broken)) != 0).collect();
    assert!(checked.is_empty(), "data is checked: {checked:#?}");
}

#[test]
fn each_reference_to_a_file_is_bundled_and_data_is_not() {
    let is_bundled = |(section, row): &(&str, &str)| {
        !text(&spec(section, row, r#"{"$ref": "part.json"}"#), "openapi.json").contains("part.json")
    };
    let missed: Vec<_> = rows(&REFERENCES).filter(|row| !is_bundled(row)).collect();
    assert!(missed.is_empty(), "not bundled: {missed:#?}");
    let bundled: Vec<_> = rows(&DATA).filter(is_bundled).collect();
    assert!(bundled.is_empty(), "data is bundled: {bundled:#?}");
}

#[test]
fn each_schema_has_its_anchor_and_data_has_none() {
    let is_found = |(section, row): &(&str, &str)| {
        let row = format!(r##"{{"$defs": {{"user": {{"$ref": "#here"}}, "a": {row}}}}}"##);
        errors(&spec(section, &row, r#"{"$anchor": "here"}"#)) == 0
    };
    let of_schemas = || rows(&REFERENCES).take_while(|(section, _)| *section == "schemas");
    let missed: Vec<_> = of_schemas().filter(|row| !is_found(row)).collect();
    assert!(missed.is_empty(), "without its anchor: {missed:#?}");
    let anchored: Vec<_> = rows(&DATA).filter(|(section, _)| *section == "schemas").filter(is_found).collect();
    assert!(anchored.is_empty(), "data has an anchor: {anchored:#?}");
}

#[test]
fn a_default_mapping_is_a_reference() {
    let schema = |target: &str| {
        format!(
            r#"{{"oneOf": [{{"type": "object"}}], "discriminator": {{"propertyName": "a", "defaultMapping": "{target}"}}}}"#
        )
    };
    assert_eq!(errors(&spec("schemas", &schema("Nope"), "")), 1);
    assert_eq!(errors(&spec("schemas", &schema("A"), "")), 0);
    let bundle = text(&spec("schemas", &schema("./part.json"), ""), "openapi.json");
    assert!(bundle.contains("Of the part") && !bundle.contains("part.json"), "{bundle}");
}
