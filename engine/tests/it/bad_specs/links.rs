//! Addresses in a spec that would run code or lead to another host unseen: a warning at each, and a link nowhere.

use engine::OutputOptions;
use engine::testing::text;

use super::{graded, project};

const SPEC: &str = r##"{"openapi": "3.1.0",
"info": {"title": "T", "version": "1", "termsOfService": "javascript:alert(1)",
  "contact": {"name": "C", "url": "JaVa\tScript:alert(2)", "email": "a@b.test"},
  "license": {"name": "L", "url": "data:text/html,<script>alert(3)</script>"}},
"externalDocs": {"url": "vbscript:msgbox(4)"},
"tags": [{"name": "t", "externalDocs": {"url": "//evil.test/5"}}],
"security": [{"o": []}, {"i": []}],
"paths": {"/a": {"get": {"tags": ["t"], "summary": "A", "externalDocs": {"url": "/\\evil.test/6"},
  "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}}}}}},
"components": {
  "schemas": {"S": {"type": "object", "externalDocs": {"url": "javascript:alert(7)"}, "properties": {
    "externalDocs": {"type": "string", "externalDocs": {"url": "file:///8"}, "default": {"externalDocs": {"url": "javascript:of-data"}}}}}},
  "securitySchemes": {
    "o": {"type": "oauth2", "flows": {
      "implicit": {"authorizationUrl": "javascript:alert(9)", "scopes": {}},
      "authorizationCode": {"authorizationUrl": "data:10", "tokenUrl": "javascript:alert(11)", "refreshUrl": "blob:12", "scopes": {}}}},
    "i": {"type": "openIdConnect", "openIdConnectUrl": "javascript:alert(13)"}}}}
"##;

/// The warnings about addresses, a line each.
fn found(spec: &str) -> String {
    let found = graded(&project("openapi.json", spec));
    found.lines().filter(|line| line.contains("unsafe-link")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn each_is_a_warning_where_it_stands() {
    insta::assert_snapshot!(found(SPEC), @r#"
    unsafe-link warning openapi.json:2:58 `termsOfService` is `javascript:alert(1)`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:3:35 `contact.url` is `JaVa Script:alert(2)`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:4:35 `license.url` is `data:text/html,<script>alert(3)</script>`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:5:25 `externalDocs.url` is `vbscript:msgbox(4)`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:6:48 `externalDocs.url` is `//evil.test/5`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:8:81 `externalDocs.url` is `/\evil.test/6`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:11:63 `externalDocs.url` is `javascript:alert(7)`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:12:64 `externalDocs.url` is `file:///8`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:15:40 `authorizationUrl` is `javascript:alert(9)`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:16:49 `authorizationUrl` is `data:10`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:16:72 `tokenUrl` is `javascript:alert(11)`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:16:110 `refreshUrl` is `blob:12`, which is not allowed as a link / write an http or https URL; this one is shown as text
    unsafe-link warning openapi.json:17:56 `openIdConnectUrl` is `javascript:alert(13)`, which is not allowed as a link / write an http or https URL; this one is shown as text
    "#);
    let fine =
        ["javascript:", "JaVa\\tScript:", "data:", "vbscript:", "file:///", "blob:", "//evil.test", "/\\\\evil.test"]
            .iter()
            .fold(SPEC.to_owned(), |spec, bad| spec.replace(&format!("\": \"{bad}"), "\": \"https://fine.test/"));
    assert_eq!(found(&fine), "");
}

#[test]
fn none_is_a_link() {
    let project = project("openapi.json", SPEC);
    let site = project.site();
    let pages: Vec<_> = site.outputs().into_iter().filter(|path| path.ends_with(".html")).collect();
    assert!(pages.iter().any(|path| path.contains("models")), "{pages:?}");
    for path in pages {
        let Some(engine::Output::Bytes(bytes)) = site.output(&path, OutputOptions::default()) else { continue };
        let html = String::from_utf8(bytes).unwrap();
        for part in html.split(" href=\"").chain(html.split(" src=\"")).skip(1) {
            let address = part.split('"').next().unwrap().replace(['\t', '\n'], "").to_ascii_lowercase();
            let is_bad = ["javascript:", "data:text", "data:10", "vbscript:", "file:", "blob:", "//", "/\\"];
            assert!(!is_bad.iter().any(|bad| address.starts_with(bad)), "{path}: {address}");
        }
    }
    // They are there to be read.
    let shown = text(&project, "index.html");
    assert!(shown.contains("javascript:alert(11)") && shown.contains("evil.test/6"), "{shown}");
}
