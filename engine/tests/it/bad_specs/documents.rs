//! Files that are no OpenAPI document, keys that come twice, and names that lie.

use super::{of_spec, project, project_with, report};
use crate::shown::words;

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn what_is_no_openapi_document_is_named() {
    let lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";
    let html = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head></html>\n";
    let operations = "\"paths\": {\"/a\": {\"get\": {\"parameters\": [{\"in\": \"body\", \"name\": \"b\", \"schema\": {\"$ref\": \"#/definitions/B\"}}]}}}";
    let json = |head: &str| format!("{{{head}\"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{}}}}");
    let conflict = |text: &str| text.replacen('\n', "\n<<<<<<< HEAD\n", 1) + "=======\n>>>>>>> theirs\n";
    let cases = [
        ("Swagger 2.0", project("a.json", format!("{{\"swagger\": \"2.0\", {operations}}}"))),
        (
            "Swagger 2.0 with a wrong info",
            project("a.json", format!("{{\"swagger\": \"2.0\", \"info\": [], \"tags\": 7, {operations}}}")),
        ),
        (
            "Swagger 2.0, a number",
            project("a.yaml", "swagger: 2.0\ninfo: {title: T, version: 1}\npaths: {/a: {get: {}}}\n"),
        ),
        ("Swagger 1.2", project("a.json", r#"{"swaggerVersion": "1.2", "apis": []}"#)),
        ("openapi: 2.0", project("a.yaml", "openapi: '2.0'\npaths: {}\n")),
        ("openapi: 3.9", project("a.json", json("\"openapi\": \"3.9.0\", "))),
        ("openapi: 4.0", project("a.json", json("\"openapi\": \"4.0.0\", "))),
        ("openapi: 3", project("a.json", json("\"openapi\": \"3\", "))),
        ("openapi: latest", project("a.json", json("\"openapi\": \"latest\", "))),
        ("openapi: ''", project("a.json", json("\"openapi\": \"\", "))),
        ("openapi: null", project("a.json", json("\"openapi\": null, "))),
        ("openapi: true", project("a.json", json("\"openapi\": true, "))),
        ("openapi: an object", project("a.json", json("\"openapi\": {\"version\": \"3.1.0\"}, "))),
        (
            "number 3.1",
            project("a.yaml", "openapi: 3.1\ninfo: {title: T, version: 1}\npaths: {/a: {get: {summary: S}}}\n"),
        ),
        ("number 3.0", project("a.json", json("\"openapi\": 3.0, "))),
        ("number 3.10", project("a.json", json("\"openapi\": 3.10, "))),
        ("number 3", project("a.json", json("\"openapi\": 3, "))),
        ("number 2.0", project("a.json", json("\"openapi\": 2.0, "))),
        ("no version", project("a.json", json(""))),
        ("AsyncAPI", project("a.yaml", "asyncapi: 3.0.0\ninfo: {title: T, version: 1}\nchannels: {}\n")),
        ("Arazzo", project("a.yaml", "arazzo: 1.0.0\ninfo: {title: T, version: 1}\nworkflows: []\n")),
        ("an overlay", project("a.yaml", "overlay: 1.0.0\ninfo: {title: T, version: 1}\nactions: []\n")),
        (
            "a Postman collection",
            project(
                "a.json",
                r#"{"info": {"_postman_id": "x", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": []}"#,
            ),
        ),
        ("list at the root, JSON", project("a.json", "[{\"openapi\": \"3.1.0\"}]")),
        ("list at the root, YAML", project("a.yaml", "- openapi: 3.1.0\n")),
        ("string at the root, JSON", project("a.json", "\"https://example.test/openapi.json\"")),
        ("string at the root, YAML", project("a.yaml", "https://example.test/openapi.json\n")),
        ("number at the root", project("a.json", "404")),
        ("null at the root", project("a.json", "null")),
        ("empty object", project("a.json", "{}")),
        ("HTML saved as JSON", project("a.json", html)),
        ("HTML saved as YAML", project("a.yaml", format!("\n\n{html}"))),
        ("HTML after a BOM", project("a.yaml", "\u{feff}<html></html>")),
        ("XML", project("a.yaml", "<?xml version=\"1.0\"?>\n<wsdl/>\n")),
        ("Git LFS pointer as YAML", project("a.yaml", lfs)),
        ("Git LFS pointer as JSON", project("a.json", lfs)),
        ("merge conflict, JSON", project("a.json", conflict("{\n\"openapi\": \"3.1.0\"}\n"))),
        ("merge conflict, YAML", project("a.yaml", conflict("openapi: 3.1.0\ninfo: {title: T}\n"))),
        (
            "merge conflict, three ways and CRLF",
            project(
                "a.yaml",
                "openapi: 3.1.0\r\n<<<<<<< ours\r\ninfo: {}\r\n||||||| base\r\n=======\r\ninfo: {title: T}\r\n>>>>>>> theirs\r\n",
            ),
        ),
        (
            "merge conflict within a text",
            project(
                "a.yaml",
                "openapi: 3.1.0\ninfo:\n  title: T\n  version: '1'\n  description: |\n    A\n<<<<<<< HEAD\n    B\n=======\n    C\n>>>>>>> x\npaths: {}\n",
            ),
        ),
        ("gzip", project("a.json", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
        ("ZIP", project("a.yaml", *b"PK\x03\x04\x14\x00\x00\x00")),
        ("PDF", project("a.yaml", "%PDF-1.7\n%\u{e2}\n")),
        ("JavaScript", project("a.json", "module.exports = {\n  openapi: '3.1.0'\n}\n")),
        ("JSON with comments", project("a.json", "// The API\n{\"openapi\": \"3.1.0\"}\n")),
        ("JSON within an array of lines", project("a.json", "{\"openapi\": \"3.1.0\"}\n{\"openapi\": \"3.1.0\"}\n")),
    ];
    let found = report(cases.iter().map(|(title, project)| (*title, project)));
    insta::assert_snapshot!(found);
    for case in found.split("## ").skip(1) {
        let is_warning = ["number 3.1\n", "number 3.0\n"].iter().any(|title| case.starts_with(title));
        assert_eq!(case.contains(" error "), !is_warning, "{case}");
    }
    let (_, unquoted) = cases.iter().find(|(title, _)| *title == "number 3.1").unwrap();
    assert!(words(unquoted, "index.html").contains("GET"));
}

#[test]
fn of_keys_that_come_twice_the_last_one_counts() {
    let cases = [
        (
            "a path in JSON",
            "a.json",
            "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {\n\"/a\": {\"get\": {\"description\": \"First\"}},\n\"/a\": {\"get\": {\"description\": \"Last\"}}}}",
        ),
        (
            "a path in YAML",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {description: First}\n  /a:\n    get: {description: Last}\n",
        ),
        (
            "a method",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {description: First}\n    get: {description: Last}\n",
        ),
        (
            "a method, quoted and not",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {description: First}\n    'get': {description: Last}\n",
        ),
        (
            "a description",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      description: First\n      description: Last\n",
        ),
        (
            "a status as number and text",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get:\n      responses:\n        200: {description: First}\n        '200': {description: Last}\n",
        ),
        (
            "an escaped key",
            "a.json",
            "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {\"/a\": {\"get\": {\n\"description\": \"First\",\n\"\\u0064escription\": \"Last\"}}}}",
        ),
        (
            "three times",
            "a.json",
            "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {\"/a\": {\"get\": {\n\"description\": \"First\",\n\"description\": \"Second\",\n\"description\": \"Last\"}}}}",
        ),
        (
            "a top-level field in JSON",
            "a.json",
            "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"},\n\"paths\": {\"/a\": {\"get\": {\"description\": \"First\"}}},\n\"paths\": {\"/a\": {\"get\": {\"description\": \"Last\"}}}}",
        ),
        (
            "a top-level field in YAML",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {description: First}\npaths:\n  /a:\n    get: {description: Last}\n",
        ),
        (
            "a component",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {responses: {'200': {$ref: '#/components/responses/R'}}}\ncomponents:\n  responses:\n    R: {description: First}\n    R: {description: Last}\n",
        ),
        (
            "in another file",
            "a.yaml",
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {responses: {'200': {$ref: r.yaml}}}\n",
        ),
    ];
    let mut found = String::new();
    for (title, spec, text) in cases {
        let project = project_with(spec, text, &[("r.yaml", "description: First\ndescription: Last\n")]);
        found.push_str(&report([(title, &project)]));
        let shown = words(&project, "index.html");
        assert!(shown.contains("Last") && !shown.contains("First"), "{title}: {shown}");
    }
    insta::assert_snapshot!(found);
    for case in found.split("## ").skip(1) {
        let warnings = case.matches("duplicate-key warning").count();
        assert_eq!(warnings, if case.starts_with("three times") { 2 } else { 1 }, "{case}");
        assert_eq!(warnings, case.matches("[first used here; the last one is used ").count(), "{case}");
    }
}

#[test]
fn extensions_may_lie() {
    let yaml = "# An API\nopenapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {description: Shown, responses: {'200': {$ref: part}}}\n";
    let json = "\n{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {\"/a\": {\"get\": {\"description\": \"Shown\", \"responses\": {\"200\": {\"$ref\": \"part\"}}}}}}";
    let flow = "{openapi: 3.1.0, info: {title: T, version: '1'}, paths: {/a: {get: {description: Shown, responses: {'200': {$ref: part}}}}}}";
    for (spec, text) in
        [("a.json", yaml), ("a.yml", json), ("a.yaml", json), ("a.json", flow), ("a.txt", yaml), ("a", json)]
    {
        for (part, content) in [
            ("part.json", "description: Found\n"),
            ("part.yml", "{\"description\": \"Found\"}"),
            ("part", "description: Found\n"),
        ] {
            let text = text.replace("$ref: part", &format!("$ref: {part}")).replace("\"part\"", &format!("\"{part}\""));
            let project = project_with(spec, text, &[(part, content)]);
            assert_eq!(of_spec(&project), "", "{spec} {part}");
            let shown = words(&project, "index.html");
            assert!(shown.contains("Shown") && shown.contains("Found"), "{spec} {part}: {shown}");
        }
    }
}

#[test]
fn the_request_body_of_a_link_is_any_value() {
    let project = project(
        "openapi.json",
        r##"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"summary": "s", "responses": {"200": {
            "description": "OK", "links": {"a": {"operationId": "x", "requestBody": "$response.body"}, "b": {"$ref": "#/components/links/b"}}}}}}},
            "components": {"links": {"b": {"operationId": "x", "requestBody": [1]}}}}"##,
    );
    assert_eq!(of_spec(&project), "");
}
