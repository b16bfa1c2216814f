//! The examples of diagnostics in the manual: the wrong one has its code, the right one has neither that nor any error.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use engine::Code;

use crate::test_site::TestSite;

/// What no short text shows: encodings, folders, sizes, how the tool was built, other sites; and what would be in the manual
/// itself.
const WITHOUT: [Code; 14] = [
    Code::NotText,
    Code::UnreadableFile,
    Code::UnreadableFolder,
    Code::SkippedLink,
    Code::LimitExceeded,
    Code::LongCode,
    Code::NestingTooDeep,
    Code::DiagramsOff,
    Code::BrokenExternalLink,
    Code::MovedExternalLink,
    Code::BidiControl,
    Code::MissingTranslation,
    Code::OutdatedTranslation,
    Code::NoHistory,
];

/// The project that examples are parts of.
const PROJECT: &str = r#"
//- /tool.json
{ "name": "Example", "openapi": "openapi.yaml" }
//- /openapi.yaml
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get: { operationId: listPets, summary: List pets, responses: { "204": { description: Done } } }
//- /docs/index.md
---
title: Home
---

<wc-include src="limits.md" />
//- /docs/guide/setup.md
---
title: Setup
---

# Setup

## Install
//- /docs/guide/plan.png
//- /docs/_reusables/limits.md
At most 100.
"#;

/// A block of code below a code's heading.
struct Example<'m> {
    is_wrong: bool,
    language: &'m str,
    file: Option<&'m str>,
    text: String,
}

/// The examples of a section of the manual.
fn examples(section: &str) -> Vec<Example<'_>> {
    let mut found = Vec::new();
    let mut lines = section.lines();
    while let Some(line) = lines.next() {
        let fence = &line[..line.len() - line.trim_start_matches('`').len()];
        let Some((language, title)) = line[fence.len()..].split_once(" filename=\"").filter(|_| fence.len() > 2) else {
            continue;
        };
        let title = title.trim_end_matches('"');
        let (label, file) = title.split_once(": ").map_or((title, None), |(label, file)| (label, Some(file)));
        assert!(matches!(label, "Wrong" | "Right"), "{line}");
        let text = lines.by_ref().take_while(|line| *line != fence).map(|line| format!("{line}\n")).collect();
        found.push(Example { is_wrong: label == "Wrong", language, file, text });
    }
    found
}

/// Writes an example into a project, with what it leaves out.
fn write(site: &TestSite, code: Code, example: &Example<'_>) {
    let text = &example.text;
    match (example.language, example.file) {
        ("text", None) => {
            text.lines().for_each(|file| site.write(file, "---\ntitle: A page\n---\n"));
        }
        ("json", None) => site.write("tool.json", &text.replacen('{', "{ \"name\": \"Example\",", 1)),
        ("yaml", None) => site.write("openapi.yaml", &whole_spec(text)),
        ("yaml", Some("overlay.yaml")) => {
            let config = r#"{ "name": "Example", "openapi": { "spec": "openapi.yaml", "overlay": "overlay.yaml" } }"#;
            site.write("tool.json", config);
            site.write("overlay.yaml", text);
        }
        ("md", None) => {
            let has_head = text.starts_with("---") || code == Code::MissingTitle;
            let head = if has_head { "" } else { "---\ntitle: Example\n---\n\n" };
            site.write("docs/example.md", &format!("{head}{text}"));
        }
        (_, Some(file)) => site.write(file, text),
        (language, None) => panic!("{}: where does an example in {language} stand?", code.name()),
    }
}

/// A document with the fields that every document has.
fn whole_spec(text: &str) -> String {
    let has = |field: &str| text.lines().any(|line| line.starts_with(field));
    let mut whole = String::new();
    if !has("openapi:") && !has("swagger:") {
        whole.push_str("openapi: 3.1.0\n");
    }
    if !has("info:") {
        whole.push_str("info: { title: Pets, version: \"1\" }\n");
    }
    whole.push_str(text);
    if !has("paths:") && !has("openapi: 3.1.0") {
        whole.push_str("paths: {}\n");
    }
    whole
}

/// The codes that a project with these examples has, and those of errors among them.
fn codes(code: Code, examples: &[Example<'_>], is_wrong: bool) -> (BTreeSet<String>, BTreeSet<String>) {
    let site = TestSite::new(PROJECT);
    let mut wanted = examples.iter().filter(|example| example.is_wrong == is_wrong).peekable();
    assert!(wanted.peek().is_some(), "{}: no {} example", code.name(), if is_wrong { "wrong" } else { "right" });
    wanted.for_each(|example| write(&site, code, example));
    let report = site.json("validate");
    let found = report["diagnostics"].as_array().unwrap();
    let name = |found: &serde_json::Value| found["code"].as_str().unwrap().to_owned();
    let errors = found.iter().filter(|found| found["severity"] == "error").map(name).collect();
    (found.iter().map(name).collect(), errors)
}

#[test]
fn the_examples_of_the_manual_show_what_is_wrong_and_what_is_right() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo/docs/reference/diagnostics.md");
    let page = fs::read_to_string(page).unwrap();
    for &code in Code::ALL {
        let (_, below) = page.split_once(&format!("\n### `{}`\n", code.name())).unwrap();
        let section = below.split("\n### `").next().unwrap();
        let examples = examples(section);
        assert_eq!(examples.is_empty(), WITHOUT.contains(&code), "{}", code.name());
        if examples.is_empty() || (code == Code::InvalidDiagram && !cfg!(feature = "diagrams")) {
            continue;
        }
        let (wrong, _) = codes(code, &examples, true);
        assert!(wrong.contains(code.name()), "{}: the wrong example has {wrong:?}", code.name());
        let (right, errors) = codes(code, &examples, false);
        assert!(!right.contains(code.name()) && errors.is_empty(), "{}: the right example has {right:?}", code.name());
    }
}
