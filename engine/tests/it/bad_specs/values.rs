//! Scalars are shown as they are written: no number is rounded, no word becomes a boolean.

use std::sync::Arc;

use engine::testing::text;
use engine::{MemorySystem, Project};

use super::{answering, of_spec, project};

/// A scalar as written in YAML, and as it is shown.
const YAML: &[(&str, &str)] = &[
    ("no", "no"),
    ("on", "on"),
    ("y", "y"),
    ("NO", "NO"),
    ("1_000", "1_000"),
    ("012", "012"),
    ("0o14", "0o14"),
    ("0x1F", "0x1F"),
    ("1.0", "1.0"),
    ("1.10", "1.10"),
    ("2024-01-01", "2024-01-01"),
    ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"),
    ("12:30:45", "12:30:45"),
    (".inf", ".inf"),
    ("-.INF", "-.INF"),
    (".nan", ".nan"),
    ("1e400", "1e400"),
    ("1E+2", "1E+2"),
    ("+1", "+1"),
    ("-0", "-0"),
    ("-0.0", "-0.0"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
    ("-9223372036854776000", "-9223372036854776000"),
    ("18446744073709551616", "18446744073709551616"),
    ("0.12345678901234567", "0.12345678901234567"),
    ("0.1", "0.1"),
    ("1.", "1."),
    (".5", ".5"),
    ("TRUE", "true"),
    ("'no'", "no"),
    ("\"1.0\"", "1.0"),
    ("!!str 1.0", "1.0"),
    ("~", "null"),
    ("Null", "null"),
    ("null", "null"),
];

/// The same in JSON.
const JSON: &[(&str, &str)] = &[
    ("1.0", "1.0"),
    ("1.10", "1.10"),
    ("1e400", "1e400"),
    ("1E+2", "1E+2"),
    ("-0", "-0"),
    ("-0.0", "-0.0"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
    ("-9223372036854776000", "-9223372036854776000"),
    ("0.12345678901234567", "0.12345678901234567"),
    ("\"no\"", "no"),
    ("\"1.0\"", "1.0"),
    ("null", "null"),
    ("true", "true"),
];

fn open(spec: &str, version: &str, of: impl Fn(usize) -> String) -> Project {
    let system = MemorySystem::default();
    system.write("tool.json", format!("{{\"name\": \"N\", \"openapi\": \"{spec}\"}}"));
    system.write("docs/index.md", "---\ntitle: H\n---\n\n<wc-endpoint ref=\"GET /a\"></wc-endpoint>\n");
    let count = if spec.ends_with("json") { JSON.len() } else { YAML.len() };
    let parameters: Vec<String> = (0..count).map(of).collect();
    system.write(
        spec,
        format!(
            "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": {version}}}, \"paths\": {{\"/a\": {{\"get\": {{\"responses\": {{}}, \"parameters\": [\n{}\n]}}}}}}}}\n",
            parameters.join(",\n")
        ),
    );
    Project::open(Arc::new(system))
}

/// Every constraint of every parameter, as `name keyword=value`, from what is inspected.
fn inspected(project: &mut Project, spec: &str) -> Vec<String> {
    let inspection = project.inspect(spec, Some("GET /a")).to_json();
    let mut found = Vec::new();
    for parameter in inspection["operations"][0]["parameters"].as_array().unwrap() {
        let name = parameter["name"].as_str().unwrap();
        for (keyword, value) in parameter["schema"]["constraints"].as_object().unwrap() {
            found.push(format!("{name} {keyword}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        }
    }
    found
}

#[test]
fn values_are_shown_as_written() {
    for (spec, values) in [("openapi.yaml", YAML), ("openapi.json", JSON)] {
        let parameter = |at: usize| {
            let (written, _) = values[at];
            format!(
                "{{\"name\": \"p{at}\", \"in\": \"query\", \"schema\": {{\"default\": {written} , \"enum\": [ {written} , \"other\"]}}}}"
            )
        };
        let mut project = open(spec, values[0].0, parameter);
        let found = of_spec(&project);
        // The version is one of the numbers.
        assert!(found.lines().all(|line| line.starts_with("unquoted-version")), "{spec}: {found}");
        let html = text(&project, "index.html");
        let markdown = text(&project, "index.md");
        let data = inspected(&mut project, spec);
        for (at, (written, shown)) in values.iter().enumerate() {
            let row = html.split(&format!("id=\"query.p{at}\"")).nth(1).unwrap();
            let row = row.split("id=\"query.p").next().unwrap();
            assert!(row.contains(&format!("<code>{shown}</code>")), "{spec}: {written}: {row}");
            let line = markdown
                .lines()
                .find(|line| line.contains(&format!("| `p{at}` |")) || line.contains(&format!("| p{at} |")))
                .unwrap_or_else(|| panic!("{markdown}"));
            assert!(line.contains(&format!("`{shown}`")), "{spec}: {written}: {line}");
            assert!(
                data.iter().any(|line| line.starts_with(&format!("p{at} ")) && line.contains(shown)),
                "{spec}: {written}: {data:?}"
            );
        }
        insta::assert_snapshot!(
            format!("inspected_{}", if spec.ends_with("json") { "json" } else { "yaml" }),
            data.join("\n")
        );
    }
}

/// Addresses that no request goes to, wherever servers may stand.
#[test]
fn servers_that_are_no_addresses_are_reported_where_they_stand() {
    let project = project(
        "openapi.yaml",
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers:\n  - url: javascript:alert(1)\n  - url: https://fine.test\npaths:\n  /a:\n    \
         servers:\n      - url: file:///etc/passwd\n    get:\n      servers:\n        - url: //evil.test\n        - url: https://{h}/\n          \
         variables: {h: {default: a@evil.test}}\n      responses: {}\n",
    );
    insta::assert_snapshot!(of_spec(&project), @r"
    invalid-server warning openapi.yaml:4:10 the server `javascript:alert(1)` has the scheme `javascript:`, which requests cannot use / use `https://` and a host, or a path; the request panel ignores this server
    invalid-server warning openapi.yaml:9:14 the server `file:///etc/passwd` has the scheme `file:`, which requests cannot use / use `https://` and a host, or a path; the request panel ignores this server
    invalid-server warning openapi.yaml:13:16 the server `https://a@evil.test` contains a user name / use `https://` and a host, or a path; the request panel ignores this server
    ");
}

#[test]
fn controls_of_direction_are_reported() {
    let project = project(
        "openapi.json",
        answering("3.1.0", "\"a\u{202e}b\": {\"description\": \"c\\u202ed\", \"enum\": [\"e\u{2066}\"]}", ""),
    );
    insta::assert_snapshot!(of_spec(&project), @r"
    bidi-control warning openapi.json:3:1 the text contains U+202E RIGHT-TO-LEFT OVERRIDE, which changes the order in which the text is displayed / remove it; bidirectional text displays correctly without it
    bidi-control info openapi.json:3:24 the text contains U+202E RIGHT-TO-LEFT OVERRIDE, which changes the order in which the text is displayed / remove it; bidirectional text displays correctly without it
    bidi-control warning openapi.json:3:45 the text contains U+2066 LEFT-TO-RIGHT ISOLATE, which changes the order in which the text is displayed / remove it; bidirectional text displays correctly without it
    ");
}
