//! Documents of a hundred megabytes. They take long, so they run by hand, in release, each in a process of its own:
//! `cargo nextest run --release -p engine --test it large --run-ignored only --no-capture`.

#![expect(clippy::print_stdout, reason = "a long run says what it did")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use engine::testing::text;
use engine::{MemorySystem, Project};

use super::{of_spec, project};

/// How many bytes a document has.
const BYTES: usize = 100 << 20;
/// More than this much memory is a failure for any input.
const MOST_MEMORY: u64 = 2 << 30;

/// The most memory that this process ever held, in bytes. Zero where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) * 1024
}

/// Opens a project with a document and looks for what is wrong; says what that took. Nothing is found but that the
/// operations, if there are any, have no page.
fn read(name: &str, text: String) {
    let (bytes, before) = (text.len() as u64, peak_memory());
    let started = Instant::now();
    let project = project(name, text);
    let found = of_spec(&project);
    let (time, peak) = (started.elapsed(), peak_memory());
    println!("{name}: {} MB in {time:.1?}, {} MB before and {} MB at most", bytes >> 20, before >> 20, peak >> 20);
    assert!(found.lines().all(|line| line.starts_with("undocumented-operations ")), "{found}");
    assert!(peak < MOST_MEMORY, "{peak} bytes");
}

/// A document of many operations, in JSON.
fn json() -> String {
    let mut text =
        String::from("{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {\n");
    let mut at = 0;
    while text.len() < BYTES {
        let comma = if at == 0 { "" } else { ",\n" };
        let _ = write!(
            text,
            "{comma}\"/things{at}/{{id}}\": {{\"get\": {{\n  \"operationId\": \"getThing{at}\",\n  \"summary\": \"Get thing {at}\",\n  \"parameters\": [\n    {{\"name\": \"id\", \"in\": \"path\", \"required\": true, \"schema\": {{\"type\": \"string\", \"maxLength\": 40}}}},\n    {{\"name\": \"limit\", \"in\": \"query\", \"schema\": {{\"type\": \"integer\", \"default\": 20}}}}\n  ],\n  \"responses\": {{\n    \"200\": {{\n      \"description\": \"A thing, as it was when it was last seen.\",\n      \"content\": {{\"application/json\": {{\"schema\": {{\"$ref\": \"#/components/schemas/Thing\"}}}}}}\n    }},\n    \"404\": {{\"description\": \"There is no such thing.\"}}\n  }}\n}}}}"
        );
        at += 1;
    }
    text.push_str("}, \"components\": {\"schemas\": {\"Thing\": {\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}}}}\n");
    text
}

/// The same in YAML.
fn yaml() -> String {
    let mut text = String::from("openapi: 3.1.0\ninfo:\n  title: T\n  version: '1'\npaths:\n");
    let mut at = 0;
    while text.len() < BYTES {
        let _ = write!(
            text,
            "  /things{at}/{{id}}:\n    get:\n      operationId: getThing{at}\n      summary: Get thing {at}\n      parameters:\n        - name: id\n          in: path\n          required: true\n          schema:\n            type: string\n            maxLength: 40\n        - name: limit\n          in: query\n          schema:\n            type: integer\n            default: 20\n      responses:\n        '200':\n          description: A thing, as it was when it was last seen.\n          content:\n            application/json:\n              schema:\n                $ref: '#/components/schemas/Thing'\n        '404':\n          description: There is no such thing.\n"
        );
        at += 1;
    }
    text.push_str("components:\n  schemas:\n    Thing:\n      type: object\n      properties:\n        name:\n          type: string\n");
    text
}

/// A document with one more field.
fn with(field: &str) -> String {
    format!(
        "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{}},\n{field}}}\n"
    )
}

#[test]
#[ignore = "takes long"]
fn large_json() {
    read("openapi.json", json());
}

#[test]
#[ignore = "takes long"]
fn large_yaml() {
    read("openapi.yaml", yaml());
}

#[test]
#[ignore = "takes long"]
fn large_string() {
    read("openapi.json", with(&format!("\"x\": \"{}\"", "y".repeat(50 << 20))));
}

#[test]
#[ignore = "takes long"]
fn large_key() {
    read("openapi.json", with(&format!("\"x{}\": 1", "y".repeat(1 << 20))));
}

#[test]
#[ignore = "takes long"]
fn large_object() {
    let properties: Vec<String> = (0..1_000_000).map(|at| format!("\"p{at}\": {{\"type\": \"string\"}}")).collect();
    let schema = format!("{{\"type\": \"object\", \"properties\": {{{}}}}}", properties.join(",\n"));
    read("openapi.json", with(&format!("\"components\": {{\"schemas\": {{\"A\": {schema}}}}}")));
}

#[test]
#[ignore = "takes long"]
fn large_number_of_operations() {
    let path = |at: usize| format!("\"/p{at}\": {{\"get\": {{\"operationId\": \"o{at}\", \"responses\": {{}}}}}}");
    let paths: Vec<String> = (0..100_000).map(path).collect();
    read("openapi.json", with("\"x\": 1").replace("\"paths\": {}", &format!("\"paths\": {{{}}}", paths.join(",\n"))));
}

#[test]
#[ignore = "takes long"]
fn larger_than_the_limit_of_values() {
    let text = format!("[{}0]", "0,".repeat(BYTES / 2));
    let found = of_spec(&project("openapi.json", text));
    assert!(found.starts_with("limit-exceeded error openapi.json:1:"), "{found}");
    assert!(peak_memory() < MOST_MEMORY, "{}", peak_memory());
}

/// A description of so many bytes: of words, and of as many paragraphs as fit.
fn described(bytes: usize, paragraph: &str) -> String {
    let text = paragraph.repeat(bytes / paragraph.len());
    let operation = serde_json::json!({"summary": "A", "description": text, "responses": {"204": {"description": text}},
        "parameters": [{"name": "q", "in": "query", "description": text, "schema": {"type": "string", "description": text}}]});
    with("\"x\": 1").replace("\"paths\": {}", &format!("\"paths\": {{\"/a\": {{\"get\": {operation}}}}}"))
}

#[test]
fn of_a_very_long_description_the_first_mebibyte_is_shown() {
    for paragraph in ["lorem ipsum ", "lorem ipsum\n\n"] {
        let system = MemorySystem::default();
        system.write("tool.json", r#"{"name": "N", "openapi": "api.json"}"#);
        system.write("api.json", described(4 << 20, paragraph));
        system.write("docs/index.md", "<wc-endpoint ref=\"GET /a\" />\n");
        let project = Project::open(Arc::new(system));
        // Three texts: in tables on one line, and with markup for their paragraphs.
        for path in ["index.html", "index.md"] {
            let bytes = text(&project, path).len();
            assert!(bytes > 2 << 20 && bytes < 6 << 20, "{path}: {bytes}");
        }
        let found = of_spec(&project);
        let wanted = "`description` has more than 3 MiB of text; pages show the first 1 MiB";
        assert!(found.contains(wanted) && found.matches("also here").count() == 3, "{found}");
    }
}

#[test]
#[ignore = "takes long"]
fn large_description() {
    for paragraph in ["lorem ipsum ", "lorem ipsum\n\n"] {
        read("openapi.json", described(12 << 20, paragraph));
    }
}
