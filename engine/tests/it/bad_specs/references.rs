//! References that leave the project, come back to themselves, or lead nowhere.

use std::net::TcpListener;

use engine::testing::executed;

use super::{answering, everything, fields, in_time, of_spec, project, project_with};
use crate::shown::words;

/// An operation with a property for each reference, named by its number.
fn referring(version: &str, references: &[&str], components: &str) -> String {
    let property = |(at, reference): (usize, &&str)| {
        format!("\"p{at}\": {{\"$ref\": {}}}", serde_json::to_string(reference).unwrap())
    };
    let properties: Vec<String> = references.iter().enumerate().map(property).collect();
    answering(version, &properties.join(",\n"), components)
}

#[test]
fn paths_out_of_the_project_are_errors_however_they_are_spelled() {
    let references = [
        "../../../../etc/passwd",
        "a/../../etc/passwd",
        "%2e%2e/%2E%2E/etc/passwd",
        "..%2f..%2Fetc%2fpasswd",
        "/etc/passwd",
        "%2Fetc%2Fpasswd",
        "/etc/passwd#/root",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "file%3A%2F%2F%2Fetc%2Fpasswd",
        "file:etc/passwd",
        "C:\\x",
        "c:/x",
        "C%3A%5Cx",
        "\\\\host\\x",
        "%5C%5Chost%5Cx",
        "..\\x",
        "a\0b",
        "a%00b",
        "%ff%fe",
        "a%zz",
    ];
    let project = project("openapi.json", referring("3.1.0", &references, ""));
    let found = of_spec(&project);
    insta::assert_snapshot!(found);
    assert_eq!(found.lines().count(), references.len());
    let shown = words(&project, "index.html");
    assert_eq!(shown.matches("points outside the project").count(), references.len() - 2, "{shown}");
}

#[test]
fn remote_references_are_warnings_and_nothing_is_fetched() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let port = server.local_addr().unwrap().port();
    let local = format!("http://127.0.0.1:{port}/pet.json");
    let references = [
        &*local,
        "https://example.test/pet.yaml#/Pet",
        "HTTPS://example.test/x",
        "//example.test/x",
        "ftp://example.test/x",
        "urn:example:pet",
        "javascript:alert(1)",
    ];
    let project = project("openapi.json", referring("3.1.0", &references, ""));
    insta::assert_snapshot!(of_spec(&project).replace(&port.to_string(), "PORT"));
    everything(&project);
    let shown = words(&project, "index.html");
    assert_eq!(shown.matches("is remote, and remote references are not fetched").count(), references.len(), "{shown}");
    assert!(server.accept().is_err(), "something was fetched");
}

#[test]
fn recursion_is_marked_and_ends() {
    let schemas = r##""schemas": {
        "Self": {"$ref": "#/components/schemas/Self"},
        "A": {"$ref": "#/components/schemas/B"},
        "B": {"$ref": "#/components/schemas/A"},
        "Pet": {"type": "object", "properties": {"parent": {"$ref": "#/components/schemas/Pet"}}},
        "Egg": {"type": "object", "properties": {"hen": {"$ref": "#/components/schemas/Hen"}}},
        "Hen": {"type": "object", "properties": {"eggs": {"type": "array", "items": {"$ref": "#/components/schemas/Egg"}}}},
        "All": {"allOf": [{"$ref": "#/components/schemas/All"}, {"type": "object", "properties": {"x": {"type": "string"}}}]},
        "Map": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Map"}},
        "Any": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/Any"}]},
        "Not": {"not": {"$ref": "#/components/schemas/Not"}, "items": {"$ref": "#/components/schemas/Not"}}}"##;
    let names = ["Self", "A", "Pet", "Egg", "All", "Map", "Any", "Not"];
    let mut references: Vec<String> = names.iter().map(|name| format!("#/components/schemas/{name}")).collect();
    references.push("#".to_owned());
    references.push("one.yaml".to_owned());
    let references: Vec<&str> = references.iter().map(String::as_str).collect();
    let spec = referring("3.1.0", &references, schemas);
    let files = [
        ("one.yaml", "type: object\nproperties: {two: {$ref: two.yaml}}\n"),
        ("two.yaml", "type: object\nproperties: {three: {$ref: three.yaml#/Three}}\n"),
        ("three.yaml", "Three: {type: object, properties: {one: {$ref: one.yaml}, whole: {$ref: '#'}}}\n"),
    ];
    let (found, shown, bytes) = in_time(move || {
        let project = project_with("openapi.json", spec, &files);
        (of_spec(&project), fields(&project), everything(&project))
    });
    insta::assert_snapshot!(format!("{found}---\n{shown}"));
    for name in ["Pet", "Egg", "All", "Map", "one"] {
        assert!(shown.contains(&format!("recursive: {name}\n")), "{name}: {shown}");
    }
    // The tool's own files are more than half of it.
    assert!(bytes < 400_000, "{bytes}");
}

/// A chain of schemas each of which uses the next one twice, in a way of its own.
fn doubling(depth: usize) -> String {
    let schema = |at: usize| {
        let next = format!("{{\"$ref\": \"#/components/schemas/S{}\"}}", at + 1);
        let body = match at % 4 {
            _ if at == depth => "{\"type\": \"string\"}".to_owned(),
            0 => format!("{{\"type\": \"object\", \"properties\": {{\"a{at}\": {next}, \"b{at}\": {next}}}}}"),
            1 => format!("{{\"allOf\": [{next}, {{\"properties\": {{\"c{at}\": {next}}}}}]}}"),
            2 => format!("{{\"oneOf\": [{next}, {{\"type\": \"array\", \"items\": {next}}}]}}"),
            _ => format!("{{\"type\": \"array\", \"items\": {next}, \"prefixItems\": [{next}, {next}]}}"),
        };
        format!("\"S{at}\": {body}")
    };
    let schemas: Vec<String> = (0..=depth).map(schema).collect();
    answering(
        "3.1.0",
        "\"s\": {\"$ref\": \"#/components/schemas/S0\"}",
        &format!("\"schemas\": {{{}}}", schemas.join(",\n")),
    )
}

#[test]
fn what_doubles_with_each_level_is_not_expanded() {
    let run = |depth: usize| {
        in_time(move || {
            let mut project = project("openapi.json", doubling(depth));
            let mut bytes = 0;
            let ran = executed(&mut project, |project| bytes = everything(project));
            assert!(words(&project, "index.html").contains("a0"));
            assert_eq!(of_spec(&project), "");
            (bytes, ran.iter().map(|(_, count)| count).sum::<usize>())
        })
    };
    let (small, large) = (run(20), run(40));
    assert!(large.0 < 1_000_000, "{} bytes", large.0);
    // Each schema has a page and a fragment.
    assert!(large.0 < 2 * small.0, "{} bytes after {}", large.0, small.0);
    // Each schema is read and checked once.
    assert!(large.1 <= small.1 + 20 * 24, "{} queries after {}", large.1, small.1);
}

#[test]
fn pointers_are_followed_to_the_letter() {
    let schemas = r##""schemas": {
        "a/b": {"{id}": {"type": "string", "title": "Escaped"}, "list": [{"type": "string"}, {"type": "integer"}], "": {"type": "boolean"}},
        "String": "text", "Number": 7, "Array": [], "Null": null, "True": true,
        "Hop": {"$ref": "#/components/schemas/Hop2"}, "Hop2": {"$ref": "#/components/schemas/End"}, "End": {"title": "End", "type": "string"},
        "Wrong": {"$ref": "#/components/schemas/Nope"}, "Anchored": {"$anchor": "foo", "type": "string", "title": "Anchored"}}"##;
    let good = [
        "#/components/schemas/a~1b/%7Bid%7D",
        "#/components/schemas/a~1b/list/0",
        "#/components/schemas/a~1b/list/1",
        "#/components/schemas/a~1b/",
        "#/components/schemas/True",
        "#/components/schemas/Hop",
        "#foo",
    ];
    let bad = [
        "",
        "#",
        "#/",
        "#bar",
        "#/components",
        "#/components/schemas",
        "#/components/schemas/",
        "#/components/schemas/End/",
        "#/components/schemas/a/b",
        "#/components/schemas/a~2b",
        "#/components/schemas/a~",
        "#/components/schemas/a~1b/%7Bid",
        "#/components/schemas/a~1b/%zz",
        "#/components/schemas/a~1b/list/01",
        "#/components/schemas/a~1b/list/-1",
        "#/components/schemas/a~1b/list/-",
        "#/components/schemas/a~1b/list/2",
        "#/components/schemas/a~1b/list/18446744073709551616",
        "#/components/schemas/String",
        "#/components/schemas/Number",
        "#/components/schemas/Array",
        "#/components/schemas/Null",
        "#/components/schemas/String/x",
        "#/components/schemas/Wrong",
        "components/schemas/End",
        "#components/schemas/End",
    ];
    let project = project("openapi.json", referring("3.1.0", &[&good[..], &bad[..]].concat(), schemas));
    let found = of_spec(&project);
    insta::assert_snapshot!(format!("{found}---\n{}", fields(&project)));
    for reference in good {
        assert!(!found.contains(&format!("`{reference}`")), "{reference}: {found}");
    }
    for reference in bad.iter().filter(|reference| !reference.ends_with("Wrong")) {
        assert!(found.contains(&format!("`{reference}`")), "{reference}: {found}");
    }
}

#[test]
fn siblings_of_a_reference_count_by_version() {
    let shown = |version: &str| {
        let property = r##""p": {"$ref": "#/components/schemas/S", "maxLength": 5, "description": "Beside it."}, "q": {"$ref": 7}, "r": {"$ref": null}, "s": {"$ref": ["#/components/schemas/S"]}, "t": {"$ref": {"type": "string"}}"##;
        let project = project(
            "openapi.json",
            answering(version, property, "\"schemas\": {\"S\": {\"type\": \"string\", \"description\": \"Its own.\"}}"),
        );
        format!("## {version}\n{}---\n{}", of_spec(&project), fields(&project))
    };
    insta::assert_snapshot!([shown("3.0.3"), shown("3.1.0"), shown("3.2.0")].concat());
}

#[test]
fn what_is_not_there_is_named_with_the_nearest() {
    let references = [
        "#/components/schemas/Pte",
        "#/components/schemas/pet",
        "#/components/responses/Pet",
        "#/component/schemas/Pet",
        "#/components/schemas/Pet/properties/nmae",
        "models.yaml#/Ownr",
        "Models.yaml#/Owner",
        "models.yml#/Owner",
    ];
    let schemas = "\"schemas\": {\"Pet\": {\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}}";
    let project = project_with(
        "openapi.json",
        referring("3.1.0", &references, schemas),
        &[("models.yaml", "Owner: {type: string}\n")],
    );
    let shown = words(&project, "index.html");
    insta::assert_snapshot!(of_spec(&project));
    for reference in references {
        assert!(shown.contains(reference), "{reference}: {shown}");
    }
}

#[test]
fn each_missing_file_is_told_once() {
    const FILES: usize = 3_000;
    let response = |at: usize| format!("\"{at}\": {{\"$ref\": \"common/v{}/types.json#/x{at}\"}}", at % FILES);
    let responses: Vec<String> = (0..FILES * 2).map(response).collect();
    let spec = format!(
        "{{\"openapi\": \"3.0.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{\"/a\": {{\"get\": {{\"responses\": {{\n{}}}}}}}}}}}",
        responses.join(",\n")
    );
    let found = in_time(move || of_spec(&project("openapi.json", spec)));
    let lines: Vec<&str> = found.lines().filter(|line| line.starts_with("missing-file error ")).collect();
    assert_eq!(lines.len(), FILES);
    assert_eq!(
        lines[1],
        "missing-file error openapi.json:3:15 the file `common/v1/types.json` does not exist [also named here openapi.json:3003:18]"
    );
    let length: usize = lines.iter().map(|line| line.len()).sum();
    assert!(length < FILES * 160, "{length}");
}
