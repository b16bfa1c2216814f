//! A document in which every text is hostile.

use serde_json::{Map, Value, json};

use super::project::{MARKUP, NAMES, raw_html};

/// Fields on one page of descriptions: few enough that all are shown in place.
const FIELDS: usize = 40;

const SCRIPT: &str = "javascript:alert(1)";

/// The whole document.
pub(super) fn document() -> Value {
    let mut paths = Map::new();
    for (number, text) in MARKUP.iter().enumerate() {
        paths.insert(format!("/texts/{number}/{{id}}/{text}"), json!({ "post": operation(text) }));
    }
    for (number, texts) in raw_html().chunks(FIELDS).enumerate() {
        paths.insert(format!("/descriptions/{number}"), json!({ "put": described(texts) }));
    }
    paths.insert("/names".to_owned(), json!({ "patch": named() }));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": MARKUP[0], "version": MARKUP[1], "summary": MARKUP[2], "description": raw_html().join("\n\n"),
            "termsOfService": SCRIPT, "contact": { "name": MARKUP[3], "url": SCRIPT, "email": "a@b.c\" onclick=\"alert(1)" },
            "license": { "name": MARKUP[4], "url": SCRIPT, "identifier": MARKUP[5] },
            "x-logo": { "url": SCRIPT, "href": SCRIPT, "altText": MARKUP[1], "backgroundColor": "red;background:url(absent)" },
        },
        "externalDocs": { "url": SCRIPT, "description": MARKUP[4] },
        "servers": servers(),
        "tags": MARKUP.iter().map(|text| json!({
            "name": text, "description": text, "x-displayName": text, "externalDocs": { "url": SCRIPT, "description": text },
        })).collect::<Vec<_>>(),
        "x-tagGroups": [{ "name": MARKUP[1], "tags": [MARKUP[0], MARKUP[1], MARKUP[2]] }],
        "security": [{ MARKUP[0]: [MARKUP[1]] }, { MARKUP[2]: [] }, { "key": [] }],
        "paths": paths,
        "webhooks": { MARKUP[0]: { "post": operation(MARKUP[0]) } },
        "components": { "schemas": schemas(), "securitySchemes": schemes() },
    })
}

fn servers() -> Value {
    json!([
        { "url": SCRIPT, "description": MARKUP[0] },
        { "url": "file:///etc/passwd", "description": MARKUP[1] },
        { "url": "//evil.example", "description": MARKUP[2] },
        { "url": "https://{host}.example/\"><script>alert(1)</script>", "description": MARKUP[3], "variables": {
            "host": { "default": "a@evil.example/", "enum": MARKUP, "description": MARKUP[4] },
            "absent\" onclick=\"alert(1)": { "default": MARKUP[1] },
        } },
    ])
}

fn schemes() -> Value {
    json!({
        MARKUP[0]: { "type": "oauth2", "description": MARKUP[0], "flows": {
            "authorizationCode": { "authorizationUrl": SCRIPT, "tokenUrl": SCRIPT, "refreshUrl": SCRIPT, "scopes": { MARKUP[1]: MARKUP[1] } },
            "implicit": { "authorizationUrl": "data:text/html,<script>alert(1)</script>", "scopes": {} },
        } },
        MARKUP[2]: { "type": "openIdConnect", "openIdConnectUrl": SCRIPT, "description": MARKUP[2] },
        "key": { "type": "apiKey", "in": "header", "name": "X-A\r\nX-B: \"><script>alert(1)</script>", "description": MARKUP[1] },
    })
}

/// Schemas by hostile names, one of them in a circle.
fn schemas() -> Value {
    let each = |text: &&str| {
        (
            (*text).to_owned(),
            json!({ "type": "object", "title": text, "description": text, "properties": { "again": { "$ref": reference(text) } } }),
        )
    };
    Value::Object(MARKUP.iter().map(each).collect())
}

fn reference(name: &str) -> String {
    let escaped = name.replace('~', "~0").replace('/', "~1").replace('%', "%25");
    format!("#/components/schemas/{escaped}")
}

/// An operation that has one text wherever a text may stand.
fn operation(text: &str) -> Value {
    let schema = json!({
        "type": "string", "title": text, "description": text, "enum": [text, "a"], "default": text, "example": text, "examples": [text],
        "pattern": text, "format": text, "const": text, "x-enumDescriptions": { text: text }, "contentMediaType": text,
        "externalDocs": { "url": SCRIPT, "description": text },
    });
    let media = json!({ "schema": {
        "title": text, "description": text, "required": [text],
        "properties": { text: schema, "known": { "$ref": reference(text) }, "list": { "type": "array", "items": { "$ref": reference(text) } } },
        "patternProperties": { text: schema }, "additionalProperties": schema,
        "discriminator": { "propertyName": text, "mapping": { text: reference(text) } },
        "oneOf": [{ "title": text, "properties": { "a": schema } }, { "title": format!("{text} again"), "properties": { "b": schema } }],
    }, "examples": { text: { "summary": text, "description": text, "value": { text: text } }, "outside": { "externalValue": SCRIPT } } });
    let places = ["path", "query", "header", "cookie"].map(|place| json!({
        "name": if place == "path" { "id" } else { text }, "in": place, "required": true, "description": text, "schema": schema, "example": text,
    }));
    let sample = json!({ "lang": text, "label": text, "code": format!("{text}</script><!--"), "source": text });
    json!({
        "operationId": text, "summary": text, "description": text, "tags": [text], "externalDocs": { "url": SCRIPT, "description": text },
        "x-badges": [text, { "name": text, "label": text, "color": "red;background:url(absent)" }], "x-codeSamples": [sample, { "lang": "js\" onload=\"alert(1)", "source": text }],
        "x-tool-examples": [sample], "parameters": places,
        "requestBody": { "description": text, "content": { "application/json": media, "text/html; x=\"><script>alert(1)</script>": media, text: media } },
        "callbacks": { text: { format!("{{$request.body#/{text}}}"): { "post": { "summary": text, "description": text, "responses": {} } } } },
        "responses": {
            "200": { "description": text, "headers": { text: { "description": text, "schema": schema } }, "content": { "application/json": media, text: media },
                "links": { text: { "operationId": text, "description": text, "parameters": { text: text } } } },
            text: { "description": text },
        },
    })
}

/// An operation whose fields are described in these texts.
fn described(texts: &[String]) -> Value {
    let fields = texts
        .iter()
        .enumerate()
        .map(|(number, text)| (format!("field{number}"), json!({ "type": "string", "description": text })));
    let fields: Map<String, Value> = fields.collect();
    json!({
        "summary": "Descriptions", "description": texts.first(), "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": fields } } } },
        "responses": { "204": { "description": texts.last() } },
    })
}

/// An operation whose fields have names that scripts might look up.
fn named() -> Value {
    let fields: Map<String, Value> =
        NAMES.iter().map(|name| ((*name).to_owned(), json!({ "type": "string", "description": name }))).collect();
    json!({
        "operationId": "__proto__", "tags": ["constructor"], "summary": "constructor",
        "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": fields } } } },
        "responses": { "200": { "description": "toString", "content": { "application/json": { "schema": { "type": "object", "properties": fields } } } } },
    })
}
