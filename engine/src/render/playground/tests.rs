//! What the panel's data says of operations, and that nothing of a spec gets out of it.

use serde_json::{Value, json};

use super::{handing_over, operation_json, playground_file, playground_key};
use crate::testing::spec;
use openapi::endpoint::endpoint;
use openapi::operation::{operations, webhooks};

/// The data of the first operation of a spec.
fn data(text: &str) -> Value {
    let (inputs, file) = spec(text);
    let db = inputs.db();
    serde_json::from_str(&operation_json(endpoint(db, operations(db, file)[0]))).unwrap()
}

/// A spec with one operation, `POST /a/{id}`, and further members of the document.
fn post(operation: &str, more: &str) -> String {
    format!(r#"{{"openapi": "3.1.0", "paths": {{"/a/{{id}}": {{"post": {operation}}}}}{more}}}"#)
}

#[test]
fn parameters_have_what_an_input_needs() {
    let operation = r##"{"parameters": [
        {"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "example": 7}},
        {"name": "who", "in": "path", "schema": {"type": "string"}},
        {"name": "kind", "in": "query", "schema": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, "style": "pipeDelimited", "explode": false},
        {"name": "filter", "in": "query", "style": "deepObject", "schema": {"type": "object", "properties": {"x": {"type": "number"}}}},
        {"name": "since", "in": "query", "schema": {"type": "string", "format": "date", "default": "2024-01-01"}, "example": "2024-02-03"},
        {"name": "q", "in": "query", "content": {"application/json": {"schema": {"type": "object"}}}},
        {"name": "odd", "in": "query", "schema": {"type": "string", "properties": {"x": {}}}},
        {"name": "X-Ok", "in": "header", "schema": {"type": ["boolean", "null"]}, "example": true}]}"##;
    assert_eq!(
        data(&post(operation, "")),
        json!({"method": "POST", "path": "/a/{id}", "params": [
            {"name": "X-Ok", "in": "header", "type": "boolean"},
            {"name": "id", "in": "path", "type": "integer", "required": true, "value": "7"},
            {"name": "who", "in": "path", "required": true},
            {"name": "kind", "in": "query", "type": "array", "values": ["a", "b"], "style": "pipeDelimited", "explode": false},
            {"name": "filter", "in": "query", "type": "object", "style": "deepObject"},
            {"name": "since", "in": "query", "type": "date", "hint": "2024-02-03", "default": "2024-01-01", "rules": {"format": "date"}},
            {"name": "q", "in": "query", "type": "object", "content": "application/json"},
            {"name": "odd", "in": "query"}]})
    );
}

#[test]
fn bodies_have_their_example_or_the_fields_of_their_form() {
    let operation = r##"{"requestBody": {"required": true, "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/A"}, "example": {"n": 1.0, "t": "a\n b"}},
        "multipart/form-data": {"schema": {"$ref": "#/components/schemas/A"}, "encoding": {"n": {"contentType": "text/plain"}, "p": {"contentType": "image/png, image/jpeg"}}},
        "text/csv": {"example": "a,b\n1,2"},
        "application/octet-stream": {}}}, "responses": {"200": {"content": {"application/pdf": {}}}}}"##;
    let schemas = r#", "components": {"schemas": {"A": {"required": ["n"], "properties": {
        "n": {"type": "number"}, "made": {"type": "string", "readOnly": true}, "f": {"type": "array", "items": {"type": "string", "format": "binary"}}, "p": {"type": "string"}}}}}"#;
    let found = data(&post(operation, schemas));
    assert_eq!(found["accept"], "application/pdf");
    assert_eq!(
        found["body"],
        json!({"required": true, "media": [
            {"name": "application/json", "example": r#"{"n": 1.0,"t": "a\n b"}"#,
             "schema": {"name": "", "type": "object", "fields": [
                {"name": "n", "type": "number", "required": true},
                {"name": "f", "type": "array"},
                {"name": "p"}]}, "flat": true},
            {"name": "multipart/form-data", "fields": [
                {"name": "n", "type": "number", "required": true, "content": "text/plain"},
                {"name": "f", "type": "array", "items": "file"},
                {"name": "p", "type": "file", "content": "image/png, image/jpeg"}]},
            {"name": "text/csv", "example": "a,b\n1,2"},
            {"name": "application/octet-stream"}]})
    );
}

/// The first media type of an operation whose body has this schema in JSON.
fn json_media(schema: &str) -> Value {
    let operation = format!(r#"{{"requestBody": {{"content": {{"application/json": {{"schema": {schema}}}}}}}}}"#);
    data(&post(&operation, ""))["body"]["media"][0].clone()
}

#[test]
fn what_is_certain_of_a_json_body_is_in_its_schema() {
    let found = json_media(
        r#"{"type": "object", "required": ["a", "list"], "properties": {
            "a": {"type": ["string", "null"], "minLength": 2, "format": "uuid", "pattern": "^x"},
            "n": {"type": "integer", "minimum": 1, "exclusiveMinimum": true, "maximum": 9, "multipleOf": 2},
            "kind": {"enum": ["x", 1]},
            "either": {"oneOf": [{"type": "string", "maxLength": 3}, {"type": "object", "required": ["z"], "properties": {"z": {"type": "string"}}}]},
            "list": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}}}}"#,
    );
    assert_eq!(
        found["schema"],
        json!({"name": "", "type": "object", "fields": [
            {"name": "a", "required": true, "nullable": true, "rules": {"format": "uuid", "minLength": "2", "pattern": "^x"}},
            {"name": "n", "type": "integer", "rules": {"exclusiveMinimum": "1", "maximum": "9", "multipleOf": "2"}},
            {"name": "kind", "type": "any"},
            {"name": "either", "type": "any"},
            {"name": "list", "type": "array", "items": "object", "required": true, "rules": {"minItems": "1"},
             "fields": [{"name": "id", "type": "integer", "required": true}]},
            {"name": "map", "type": "object"}]})
    );
    assert_eq!(found["flat"], Value::Null);
}

#[test]
fn a_flat_body_says_so_and_a_body_may_have_all_fields() {
    let found = json_media(
        r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"},
            "b": {"type": "boolean"}, "c": {"type": "array", "items": {"type": "integer"}}, "d": {"type": "string", "default": "x"}}}"#,
    );
    assert_eq!(found["flat"], true);
    assert_eq!(found["example"], r#"{"a": "string","d": "x"}"#);
    assert_eq!(found["all"], r#"{"a": "string","b": true,"c": [1],"d": "x"}"#);
    assert_eq!(found["schema"]["fields"][3], json!({"name": "d", "default": "x"}));
    for other in [
        r#"{"type": "object", "additionalProperties": {"type": "string"}}"#,
        r#"{"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}"#,
        r#"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "string"}}}}}"#,
    ] {
        assert_eq!(json_media(other)["flat"], Value::Null, "{other}");
    }
}

#[test]
fn forms_say_how_structures_are_written_and_what_is_required() {
    let operation = r#"{"requestBody": {"content": {"application/x-www-form-urlencoded": {
        "encoding": {"items": {"style": "deepObject", "explode": true}},
        "schema": {"required": ["items", "word", "mode"], "properties": {
            "items": {"type": "array", "items": {"type": "object", "properties": {"price": {"type": "string"}}}},
            "word": {"type": "string"},
            "when": {"anyOf": [{"type": "integer"}, {"type": "object", "properties": {"gt": {"type": "integer"}}}]},
            "mode": {"type": "string", "enum": ["x", "y"]}}}}}}}"#;
    assert_eq!(
        data(&post(operation, ""))["body"]["media"][0]["fields"],
        json!([
            {"name": "items", "type": "array", "items": "object", "required": true,
             "value": "[\n  {}\n]", "style": "deepObject", "explode": true},
            // As in the samples.
            {"name": "word", "required": true, "value": "string"},
            {"name": "when", "type": "any"},
            {"name": "mode", "required": true, "values": ["x", "y"], "value": "x"}])
    );
}

#[test]
fn servers_and_credentials_are_what_the_document_says() {
    let operation = r#"{"security": [{"key": [], "user": []}, {"login": ["a"]}, {}, {"lost": []}]}"#;
    let more = r#", "servers": [{"url": "https://{r}.a.test/", "description": "One.\nTwo.", "variables": {"r": {"default": "eu", "enum": ["eu", "us"]}}}],
        "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "k"}, "user": {"type": "http", "scheme": "Basic"},
        "login": {"type": "openIdConnect", "openIdConnectUrl": "https://a.test"}}}"#;
    let found = data(&post(operation, more));
    assert_eq!(
        found["servers"],
        json!([{"url": "https://{r}.a.test/", "about": "One.", "variables": [{"name": "r", "value": "eu", "values": ["eu", "us"]}]}])
    );
    assert_eq!(
        found["security"],
        json!([
            [{"id": "key", "type": "apiKey", "in": "query", "name": "k", "sample": "YOUR_API_KEY"},
             {"id": "user", "type": "basic", "sample": "YOUR_CREDENTIALS"}],
            [{"id": "login", "type": "bearer", "sample": "YOUR_TOKEN", "discovery": "https://a.test", "scopes": ["a"]}],
            [],
            [{"id": "lost", "type": "unknown"}]])
    );
}

/// The schemes of an operation that needs all of them.
fn schemes(schemes: &str) -> Value {
    let parsed: Value = serde_json::from_str(schemes).unwrap();
    let needed: Vec<String> =
        parsed.as_object().unwrap().keys().map(|name| format!(r#""{name}": ["b", "x"]"#)).collect();
    let operation = format!(r#"{{"security": [{{{}}}]}}"#, needed.join(","));
    let more = format!(r#", "components": {{"securitySchemes": {schemes}}}"#);
    data(&post(&operation, &more))["security"][0].clone()
}

#[test]
fn flows_have_what_signing_in_needs() {
    let found = schemes(
        r#"{"login": {"type": "oauth2", "flows": {
            "implicit": {"authorizationUrl": "https://a.test/i", "scopes": {"i": "I"}},
            "authorizationCode": {"authorizationUrl": "HTTPS://a.test/a", "tokenUrl": "/t", "refreshUrl": "r?x", "scopes": {"a": "One.\nTwo.", "b": ""}},
            "clientCredentials": {"tokenUrl": "http://a.test/t", "scopes": {"a": "One.\nTwo.", "b": ""}},
            "x-own": {"tokenUrl": "https://a.test"},
            "deviceAuthorization": {"deviceAuthorizationUrl": "https://a.test/d", "tokenUrl": "https://a.test/t", "scopes": {}}}}}"#,
    );
    assert_eq!(
        found,
        json!([{"id": "login", "type": "bearer", "sample": "YOUR_TOKEN", "scopes": ["b", "x"], "flows": [
            {"name": "implicit"},
            {"name": "authorizationCode", "authorize": "HTTPS://a.test/a", "token": "/t", "refresh": "r?x", "scopes": [["a", "One."], ["b", ""]]},
            {"name": "clientCredentials", "token": "http://a.test/t"},
            {"name": "deviceAuthorization"}]}])
    );
}

#[test]
fn no_hostile_address_reaches_the_panel() {
    for hostile in [
        "javascript:alert(1)",
        " JaVa\\tscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//evil.test/a",
        "\\\\\\\\evil.test",
        "mailto:a@b.test",
        "tel:1",
        "ftp://a.test",
        "",
    ] {
        let found = schemes(&format!(
            r#"{{"flow": {{"type": "oauth2", "flows": {{"authorizationCode": {{"authorizationUrl": "{hostile}", "tokenUrl": "{hostile}", "refreshUrl": "{hostile}", "scopes": {{}}}}}}}},
                "open": {{"type": "openIdConnect", "openIdConnectUrl": "{hostile}"}}}}"#
        ));
        assert_eq!(
            found,
            json!([
                {"id": "flow", "type": "bearer", "sample": "YOUR_TOKEN", "scopes": ["b", "x"], "flows": [{"name": "authorizationCode", "scopes": []}]},
                {"id": "open", "type": "bearer", "sample": "YOUR_TOKEN", "scopes": ["b", "x"]}]),
            "{hostile}"
        );
    }
}

#[test]
fn nothing_leaves_the_string_that_it_is_handed_over_in() {
    let hostile = "</script><!-- ' \\ \u{2028}\u{2029}\u{feff}\n\r\u{1}\u{2} ${x} `";
    assert_eq!(
        handing_over("k", hostile, "{}"),
        "toolPlayground.put('k','\\x3c/script>\\x3c!-- \\' \\\\ \\u2028\\u2029\\ufeff\\n\\r\\x01\\x02 ${x} `',{});\n"
    );
}

#[test]
fn an_operation_has_the_name_that_its_readers_know() {
    let name = |operation: &str| data(&post(operation, ""))["name"].clone();
    assert_eq!(name(r#"{"summary": "Add a thing", "operationId": "add"}"#), "Add a thing");
    assert_eq!(name(r#"{"operationId": "add"}"#), "add");
    assert_eq!(name("{}"), Value::Null);
}

#[test]
fn hostile_names_are_data() {
    let name = "</script>'\\u{2028}__proto__";
    let operation = format!(
        r#"{{"parameters": [{{"name": {0}, "in": "query", "schema": {{"enum": [{0}]}}}}], "servers": [{{"url": "javascript:alert(1)"}}]}}"#,
        json!(name)
    );
    let (inputs, file) = spec(&post(&operation, ""));
    let db = inputs.db();
    let script = playground_file(db, operations(db, file)[0]);
    let (head, samples) = script.split_once(",{lines:[").unwrap();
    assert!(!head.contains('<') && head.matches('\'').count() == 6, "{script}");
    assert!(!script.contains("</script") && !script.contains("<!"), "{script}");
    assert!(samples.contains(",texts:{'Go':'"), "{script}");
    let found = data(&post(&operation, ""));
    assert_eq!((&found["params"][0]["name"], &found["params"][0]["values"][0]), (&json!(name), &json!(name)));
}

#[test]
fn keys_tell_operations_apart_and_webhooks_have_none() {
    let text = r#"{"openapi": "3.1.0", "paths": {"/a": {"get": {}, "put": {}}, "/b": {"get": {}}}, "webhooks": {"w": {"post": {}}}}"#;
    let (inputs, file) = spec(text);
    let db = inputs.db();
    let mut keys: Vec<String> = operations(db, file).iter().filter_map(|&chunk| playground_key(db, chunk)).collect();
    assert!(keys.iter().all(|key| key.len() == 16));
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 3);
    assert_eq!(webhooks(db, file).iter().find_map(|&chunk| playground_key(db, chunk)), None);
}
