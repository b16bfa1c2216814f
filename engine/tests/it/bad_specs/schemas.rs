//! Schemas that are unusual, contradictory, or too much for a page.

use std::fmt::Write as _;

use engine::testing::text;

use super::{answering, everything, fields, in_time, of_spec, project};

/// What is found in a spec with one property `p`, and what its page shows of it.
fn shown(version: &str, schema: &str, components: &str) -> String {
    let project = project("openapi.json", answering(version, &format!("\"p\": {schema}"), components));
    let fields = fields(&project);
    format!("{}{}", of_spec(&project), fields.strip_prefix("OK\n").unwrap())
}

#[test]
fn patterns_are_shown_and_never_executed() {
    let patterns = [
        r"^(a+)+$",
        r"^([a-zA-Z0-9]+)*@(.*)*\.(.*)*$",
        r"(?<=lookbehind)x",
        r"[a-",
        r"(",
        r"*",
        r"\",
        r"(?P<name>",
        r"a{100000}{100000}{100000}",
        r"\p{Unknown}",
        "`|\n\t\"><script>alert(1)</script>",
        "",
    ];
    let value = "a".repeat(64) + "!";
    let property = |(at, pattern): (usize, &&str)| {
        let pattern = serde_json::to_string(pattern).unwrap();
        format!(
            "\"p{at}\": {{\"type\": \"string\", \"pattern\": {pattern}, \"patternProperties\": {{{pattern}: {{\"type\": \"string\"}}}}, \"example\": \"{value}\"}}"
        )
    };
    let properties: Vec<String> = patterns.iter().enumerate().map(property).collect();
    let spec = answering("3.1.0", &properties.join(",\n"), "");
    let (found, html, markdown, inspected) = in_time(move || {
        let mut project = project("openapi.json", spec);
        let inspected = project.inspect("openapi.json", Some("GET /a")).to_json();
        (of_spec(&project), text(&project, "index.html"), text(&project, "index.md"), inspected.to_string())
    });
    assert_eq!(found, "");
    assert!(!html.contains("<script>alert"));
    let escape =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    for pattern in patterns.iter().filter(|pattern| !pattern.is_empty()) {
        assert!(html.contains(pattern) || html.contains(&escape(pattern)), "{pattern}");
        assert!(inspected.contains(&*serde_json::to_string(pattern).unwrap()), "{pattern}");
        assert!(markdown.contains(pattern.split(['|', '\n']).next().unwrap()), "{pattern}: {markdown}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn unusual_schemas_are_shown_by_rule() {
    let components = r##""schemas": {"Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
        "Dog": {"type": "object", "properties": {"kind": {"type": "string"}, "bark": {"type": "string"}}}}"##;
    let mut report = String::new();
    for (title, version, schema) in [
        ("type and null", "3.1.0", r#"{"type": ["string", "null"]}"#),
        (
            "several types",
            "3.1.0",
            r#"{"type": ["string", "integer", "array", "object", "null"], "items": {"type": "string"}}"#,
        ),
        ("no type in the list", "3.1.0", r#"{"type": []}"#),
        ("null alone", "3.1.0", r#"{"type": "null"}"#),
        ("a list in 3.0", "3.0.3", r#"{"type": ["string", "null"]}"#),
        ("nullable in 3.0", "3.0.3", r#"{"type": "string", "nullable": true}"#),
        ("nullable without a type", "3.0.3", r#"{"nullable": true}"#),
        ("nullable in 3.1", "3.1.0", r#"{"type": "string", "nullable": true}"#),
        ("type of another world", "3.1.0", r#"{"type": "file"}"#),
        ("types of the wrong kind", "3.1.0", r#"{"type": ["string", 7, null]}"#),
        ("anything", "3.1.0", "true"),
        ("nothing", "3.1.0", "false"),
        ("empty", "3.1.0", "{}"),
        ("items true", "3.1.0", r#"{"type": "array", "items": true}"#),
        ("items false", "3.1.0", r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#),
        ("no items", "3.0.3", r#"{"type": "array"}"#),
        ("items as a list", "3.0.3", r#"{"type": "array", "items": [{"type": "string"}, {"type": "integer"}]}"#),
        ("additional properties true", "3.1.0", r#"{"type": "object", "additionalProperties": true}"#),
        ("additional properties false", "3.1.0", r#"{"type": "object", "additionalProperties": false}"#),
        ("allOf of two types", "3.1.0", r#"{"allOf": [{"type": "string"}, {"type": "integer"}]}"#),
        ("allOf of number and integer", "3.1.0", r#"{"allOf": [{"type": "number"}, {"type": "integer"}]}"#),
        ("allOf of two enums", "3.1.0", r#"{"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["c", "b", "d"]}]}"#),
        ("allOf of enums without a common value", "3.1.0", r#"{"allOf": [{"enum": ["a"]}, {"enum": ["b"]}]}"#),
        (
            "allOf of two bounds",
            "3.1.0",
            r#"{"allOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"minimum": 5, "maximum": 7}]}"#,
        ),
        (
            "allOf of two descriptions",
            "3.1.0",
            r#"{"allOf": [{"title": "A", "description": "First."}, {"title": "B", "description": "Second."}], "description": "Own."}"#,
        ),
        ("allOf with false", "3.1.0", r#"{"allOf": [{"type": "string"}, false]}"#),
        ("allOf with true", "3.1.0", r#"{"allOf": [{"type": "string"}, true]}"#),
        (
            "allOf of one property twice",
            "3.1.0",
            r#"{"allOf": [{"properties": {"x": {"type": "string"}}, "required": ["x"]}, {"properties": {"x": {"type": "integer", "minimum": 3}}}]}"#,
        ),
        ("allOf of nothing", "3.1.0", r#"{"allOf": []}"#),
        ("oneOf of nothing", "3.1.0", r#"{"oneOf": []}"#),
        (
            "oneOf and anyOf",
            "3.1.0",
            r#"{"oneOf": [{"type": "string"}], "anyOf": [{"type": "integer"}, {"type": "null"}]}"#,
        ),
        ("not", "3.1.0", r#"{"type": "string", "not": {"enum": ["x"]}}"#),
        ("not nothing", "3.1.0", r#"{"not": {}}"#),
        ("not true", "3.1.0", r#"{"not": true}"#),
        ("const and enum", "3.1.0", r#"{"const": 1, "enum": [2]}"#),
        ("empty enum", "3.1.0", r#"{"type": "string", "enum": []}"#),
        (
            "required of what is not there",
            "3.1.0",
            r#"{"type": "object", "required": ["x", 7, null], "properties": {"y": {"type": "string"}}}"#,
        ),
        ("required as in a field", "3.0.3", r#"{"type": "string", "required": true}"#),
        (
            "if, then, else",
            "3.1.0",
            r#"{"type": "object", "if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}, "else": {"properties": {"c": {"type": "string"}}}}"#,
        ),
        (
            "discriminator with mapping",
            "3.1.0",
            r##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Cat", "woof": "Dog"}}}"##,
        ),
        (
            "discriminator to what is not there",
            "3.1.0",
            r##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Lion", "woof": "Wolf", "x": 7, "y": "gone.yaml#/Z"}}}"##,
        ),
        (
            "discriminator of a property that is not there",
            "3.1.0",
            r##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "gone"}}"##,
        ),
        (
            "discriminator without a name",
            "3.1.0",
            r##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"mapping": {}}}"##,
        ),
        ("discriminator as a text", "3.1.0", r#"{"oneOf": [{"type": "object"}], "discriminator": "kind"}"#),
    ] {
        let _ = writeln!(report, "## {title} ({version})\n{}", shown(version, schema, components));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn schemas_without_a_name_are_shown_in_place_and_the_cut_is_visible() {
    let nested = |depth: usize| {
        (0..depth).rev().fold("{\"type\": \"string\"}".to_owned(), |inner, at| {
            format!("{{\"type\": \"object\", \"properties\": {{\"level{at}\": {inner}}}}}")
        })
    };
    for (depth, is_cut) in [(3, false), (4, false), (100, true)] {
        let project = project("openapi.json", answering("3.1.0", &format!("\"p\": {}", nested(depth)), ""));
        let html = fields(&project);
        let markdown = text(&project, "index.md");
        for shown in [&html, &markdown] {
            assert_eq!(shown.contains("More levels in the schema"), is_cut, "{depth}: {shown}");
        }
        assert!(html.contains("level2") && !html.contains("level16"), "{depth}: {html}");
    }
}

#[test]
fn of_many_alternatives_the_rest_is_counted() {
    let branch = |at: usize| {
        format!(
            "{{\"type\": \"object\", \"title\": \"B{at}\", \"properties\": {{\"own{at}\": {{\"type\": \"string\"}}}}}}"
        )
    };
    let branches: Vec<String> = (0..500).map(branch).collect();
    let schema = format!("{{\"oneOf\": [{}]}}", branches.join(","));
    let spec = answering("3.1.0", "", "").replace("{\"type\": \"object\", \"properties\": {\n\n}}", &schema);
    let project = in_time(move || project("openapi.json", spec));
    let shown = fields(&project);
    assert_eq!(of_spec(&project), "");
    assert!(shown.contains("B99\n") && !shown.contains("B100\n") && shown.contains("400 more\n"), "{shown}");
    assert!(shown.contains("own499\n"), "{shown}");
}

#[test]
fn what_is_too_much_for_a_page_is_bounded() {
    let branches: Vec<String> = (0..500)
        .map(|at| format!("{{\"type\": \"object\", \"title\": \"B{at}\", \"properties\": {{\"own{at}\": {{\"type\": \"string\"}}, \"shared\": {{\"type\": \"integer\"}}}}}}"))
        .collect();
    let branches = format!("\"p\": {{\"oneOf\": [{}]}}", branches.join(","));
    let properties: Vec<String> = (0..5_000).map(|at| format!("\"q{at}\": {{\"type\": \"string\"}}")).collect();
    let properties = properties.join(",\n");
    let values: Vec<String> = (0..10_000).map(|at| format!("\"value{at}\"")).collect();
    let values = format!("\"p\": {{\"type\": \"string\", \"enum\": [{}]}}", values.join(","));
    let all_of: Vec<String> = (0..2_000)
        .map(|at| format!("{{\"properties\": {{\"x\": {{\"allOf\": [{{\"maxLength\": {at}}}]}}}}}}"))
        .collect();
    let all_of = format!("\"p\": {{\"allOf\": [{}]}}", all_of.join(","));
    for (what, text, first, most) in [
        ("500 branches", branches, "own499", 800_000),
        ("5,000 properties", properties, "q4999", 6_000_000),
        ("10,000 values", values, "value0", 2_000_000),
        ("2,000 parts", all_of, "x", 1_000_000),
    ] {
        let spec = answering("3.1.0", &text, "");
        let (found, shown, bytes) = in_time(move || {
            let project = project("openapi.json", spec);
            (of_spec(&project), fields(&project), everything(&project))
        });
        assert_eq!(found, "", "{what}");
        assert!(shown.contains(&format!("{first}\n")), "{what}");
        assert!(bytes < most, "{what}: {bytes} bytes");
    }
}
