//! Scaffolding: what a spec becomes beside what the project has.

use std::fmt::Write as _;
use std::sync::Arc;

use engine::testing::project;
use engine::{Code, LineIndex, MemorySystem, Place, Project, Scaffold, ScaffoldOptions, Severity, System};

const SMALL: &str = r##"
//- /tool.json
{
  "name": "Test",
  "sidebar": []
}
//- /docs/index.md
---
title: Home
---
//- /api.json
{
  "openapi": "3.1.0",
  "info": { "title": "Pets", "version": "1.0", "description": "All about pets.\n\nMore." },
  "tags": [{ "name": "pet", "x-displayName": "Pets" }],
  "paths": {
    "/pets": {
      "get": { "operationId": "listPets", "summary": "List pets", "tags": ["pet"], "description": "Lists them.\n\nAll." },
      "post": { "operationId": "createPet", "tags": ["pet"] }
    },
    "/pets/{id}": {
      "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
      "delete": { "summary": "Remove *one*: now" }
    }
  }
}
"##;

pub(crate) fn run(project: &mut Project, new_only: bool) -> Scaffold {
    project.scaffold("api.json", ScaffoldOptions { new_only })
}

/// Carries a plan out, `tool.json` only if asked, and opens the project again.
pub(crate) fn carry_out(system: &Arc<MemorySystem>, plan: &Scaffold, config: bool) -> Project {
    assert!(plan.diagnostics.iter().all(|found| found.severity < Severity::Error), "{:?}", plan.diagnostics);
    for file in &plan.files {
        assert!(system.read(&file.path, 1 << 20).is_err(), "{} exists", file.path);
        system.write(&file.path, file.contents.clone());
    }
    if let (Some(change), true) = (&plan.config, config) {
        assert_eq!(system.read("tool.json", 1 << 20).unwrap(), change.old.as_bytes());
        system.write("tool.json", change.new.clone());
    }
    Project::open(system.clone())
}

/// A plan as text.
pub(crate) fn shown(system: &MemorySystem, plan: &Scaffold) -> String {
    let line = |place: &Place| {
        let text = String::from_utf8(system.read(&place.file, 1 << 20).unwrap()).unwrap();
        LineIndex::new(&text).line_column(place.span.start).0
    };
    let mut out = String::new();
    for file in &plan.files {
        let _ = write!(out, "=== {}\n{}", file.path, file.contents);
    }
    if let Some(config) = &plan.config {
        let _ = write!(out, "=== tool.json\n{}", config.new);
    }
    for (what, found) in [("kept", &plan.kept), ("vanished", &plan.vanished)] {
        for operation in found {
            let place = &operation.place;
            let _ = writeln!(out, "{what}: {} at {}:{}", operation.operation, place.file, line(place));
        }
    }
    for found in &plan.unclear {
        let place = &found.place;
        let _ = writeln!(out, "unclear: {} of {} at {}:{}", found.operation, found.spec, place.file, line(place));
    }
    let errors = plan.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    for diagnostic in errors {
        let help = diagnostic.help.as_ref().map(|help| format!(" / {help}")).unwrap_or_default();
        let _ = writeln!(out, "{}: {}{help}", diagnostic.code.name(), diagnostic.message);
    }
    out
}

pub(crate) fn paths(plan: &Scaffold) -> Vec<&str> {
    plan.files.iter().map(|file| &*file.path).collect()
}

pub(crate) fn problems(project: &Project) -> Vec<String> {
    // What the operations of these specs lack has its own tests.
    let lacking = [Code::MissingSummary, Code::MissingResponses, Code::MissingTags];
    let found = project.site().diagnostics().into_iter().filter(|found| !lacking.contains(&found.code));
    found.map(|found| format!("{}: {}", found.code.name(), found.message)).collect()
}

#[test]
fn a_spec_becomes_pages_and_entries() {
    let (system, mut project) = project(SMALL);
    let plan = run(&mut project, false);
    insta::assert_snapshot!(shown(&system, &plan), @r#"
    === docs/introduction.md
    ---
    title: Pets
    description: All about pets.
    ---

    # Pets

    - **Version:** 1.0

    All about pets.

    More.
    === docs/api/list-pets.md
    ---
    title: List pets
    description: Lists them.
    layout: api
    ---

    # List pets

    <wc-endpoint ref="listPets"></wc-endpoint>
    === docs/api/create-pet.md
    ---
    title: Create pet
    layout: api
    ---

    # Create pet

    <wc-endpoint ref="createPet"></wc-endpoint>
    === docs/api/delete-pets-id.md
    ---
    title: "Remove *one*: now"
    description: "Remove *one*: now"
    layout: api
    ---

    # Remove \*one\*: now

    <wc-endpoint ref="DELETE /pets/{id}"></wc-endpoint>
    === tool.json
    {
      "name": "Test",
      "sidebar": [
        {
          "group": "API Reference",
          "pages": [
            "introduction",
            {
              "group": "Pets",
              "pages": [
                { "id": "api/list-pets", "title": "List pets", "method": "GET" },
                { "id": "api/create-pet", "title": "Create pet", "method": "POST" }
              ]
            },
            { "id": "api/delete-pets-id", "title": "Remove *one*: now", "method": "DELETE" }
          ]
        }
      ],
      "openapi": "api.json"
    }
    "#);
    let mut project = carry_out(&system, &plan, true);
    assert_eq!(problems(&project), Vec::<String>::new());
    let again = run(&mut project, false);
    assert_eq!((again.files.len(), again.config, again.kept.len()), (0, None, 3));
}

#[test]
fn a_run_that_ended_before_the_config_is_completed() {
    let (system, mut project) = project(SMALL);
    let plan = run(&mut project, false);
    let mut project = carry_out(&system, &plan, false);
    let second = run(&mut project, false);
    assert_eq!(second.files, []);
    assert_eq!(second.config, plan.config);
}

#[test]
fn pages_of_the_user_are_kept_and_found_by_their_ref() {
    let (system, _) = project(SMALL);
    system
        .write("docs/guide.md", "---\ntitle: Guide\n---\n\n# Guide\n\n<wc-endpoint ref=\"listPets\"></wc-endpoint>\n");
    system.write("docs/api/create-pet.md", "---\ntitle: Mine\n---\n\n# My own text\n");
    system.write("docs/api/old.md", "---\ntitle: Old\n---\n\n# Old\n\n<wc-endpoint ref=\"gone\"></wc-endpoint>\n");
    let mut project = Project::open(system.clone());
    insta::assert_snapshot!(shown(&system, &run(&mut project, true)), @r#"
    === docs/api/create-pet-67e289.md
    ---
    title: Create pet
    layout: api
    ---

    # Create pet

    <wc-endpoint ref="createPet"></wc-endpoint>
    === docs/api/delete-pets-id.md
    ---
    title: "Remove *one*: now"
    description: "Remove *one*: now"
    layout: api
    ---

    # Remove \*one\*: now

    <wc-endpoint ref="DELETE /pets/{id}"></wc-endpoint>
    === tool.json
    {
      "name": "Test",
      "sidebar": [
        {
          "group": "API Reference",
          "pages": [
            {
              "group": "Pets",
              "pages": [
                { "id": "api/create-pet-67e289", "title": "Create pet", "method": "POST" }
              ]
            },
            { "id": "api/delete-pets-id", "title": "Remove *one*: now", "method": "DELETE" }
          ]
        }
      ],
      "openapi": "api.json"
    }
    kept: listPets at docs/guide.md:7
    vanished: gone at docs/api/old.md:7
    "#);
}

#[test]
fn new_operations_join_their_group() {
    let (system, mut project) = project(SMALL);
    let plan = run(&mut project, false);
    carry_out(&system, &plan, true);
    let spec = String::from_utf8(system.read("api.json", 1 << 20).unwrap()).unwrap();
    let new = r#""/new": { "get": { "operationId": "newOne", "tags": ["pet"] }, "put": {} }, "/pets": {"#;
    system.write("api.json", spec.replace("\"/pets\": {", new));
    let mut project = Project::open(system.clone());
    let plan = run(&mut project, true);
    assert_eq!(paths(&plan), ["docs/api/new-one.md", "docs/api/put-new.md"]);
    insta::assert_snapshot!(plan.config.as_ref().unwrap().new, @r#"
    {
      "name": "Test",
      "sidebar": [
        {
          "group": "API Reference",
          "pages": [
            "introduction",
            {
              "group": "Pets",
              "pages": [
                { "id": "api/list-pets", "title": "List pets", "method": "GET" },
                { "id": "api/create-pet", "title": "Create pet", "method": "POST" },
                { "id": "api/new-one", "title": "New one", "method": "GET" }
              ]
            },
            { "id": "api/delete-pets-id", "title": "Remove *one*: now", "method": "DELETE" },
            { "id": "api/put-new", "title": "PUT /new", "method": "PUT" }
          ]
        }
      ],
      "openapi": "api.json"
    }
    "#);
    let mut project = carry_out(&system, &plan, true);
    assert_eq!(run(&mut project, false).config, None);
    assert_eq!(problems(&project), Vec::<String>::new());
}

#[test]
fn a_sidebar_made_from_folders_is_written_down() {
    let (system, _) = project(SMALL);
    system.write("tool.json", "{\"name\": \"x\"}");
    system.write("docs/guides/a.md", "---\ntitle: A\n---\n\n# A\n");
    let mut project = Project::open(system.clone());
    assert_eq!(run(&mut project, true).config.unwrap().new, "{\"name\": \"x\",\n  \"openapi\": \"api.json\"\n}");
    let plan = run(&mut project, false);
    insta::assert_snapshot!(plan.config.as_ref().unwrap().new, @r#"
    {"name": "x",
      "openapi": "api.json",
      "sidebar": [
        "index",
        {
          "group": "Guides",
          "pages": ["guides/a"]
        },
        {
          "group": "API Reference",
          "pages": [
            "introduction",
            {
              "group": "Pets",
              "pages": [
                { "id": "api/list-pets", "title": "List pets", "method": "GET" },
                { "id": "api/create-pet", "title": "Create pet", "method": "POST" }
              ]
            },
            { "id": "api/delete-pets-id", "title": "Remove *one*: now", "method": "DELETE" }
          ]
        }
      ]
    }
    "#);
    assert_eq!(problems(&carry_out(&system, &plan, true)), Vec::<String>::new());
}

#[test]
fn hostile_names_become_portable_files() {
    let long = "x".repeat(10_000);
    let ids = [
        "a/b",
        "..",
        ".",
        "",
        "con",
        "NUL.txt",
        "a\\\\b",
        "-rf",
        "🦀",
        "قائمة",
        "café",
        "cafe\\u0301",
        "trailing. ",
        "index",
        "introduction",
        "GetUser",
        "getuser",
        "get_user",
        "%2e%2e",
        "a?b#c",
        "line\\nbreak",
        "GET /p0",
        "\\\"><script>",
        "{{x}}",
        "same",
        "same",
        &long,
    ];
    let operations: Vec<String> = ids
        .iter()
        .enumerate()
        .map(|(number, id)| format!("\"/p{number}\": {{ \"get\": {{ \"operationId\": \"{id}\" }} }}"))
        .collect();
    let (system, _) = project(SMALL);
    let spec =
        format!(r#"{{"openapi": "3.1.0", "info": {{"title": "T"}}, "paths": {{ {} }} }}"#, operations.join(", "));
    system.write("api.json", spec);
    let mut project = Project::open(system.clone());
    let plan = run(&mut project, false);
    let mut names: Vec<&str> = paths(&plan);
    assert_eq!(names.len(), ids.len() + 1);
    for name in names.iter().filter(|name| **name != "docs/introduction.md") {
        let stem = name.strip_prefix("docs/api/").and_then(|name| name.strip_suffix(".md")).unwrap();
        assert!(stem.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{name}");
        assert!(!stem.is_empty() && stem.len() <= 87 && !stem.starts_with('-'), "{name}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ids.len() + 1);
    let mut project = carry_out(&system, &plan, true);
    // What is said of the ids themselves is no matter here.
    let of_spec = ["duplicate-operation-id", "invalid-spec", "missing-spec-field"];
    let is_of_spec = |found: &String| of_spec.iter().any(|code| found.starts_with(code));
    let unmatched: Vec<String> = problems(&project).into_iter().filter(|found| !is_of_spec(found)).collect();
    assert_eq!(unmatched, Vec::<String>::new());
    let again = run(&mut project, false);
    assert_eq!((again.files.len(), again.config), (0, None));
}

#[test]
fn what_is_unclear_is_refused() {
    let check = |path: &str, text: &str| {
        let (system, _) = project(SMALL);
        system.write(path, text);
        let plan = run(&mut Project::open(system.clone()), false);
        assert!(plan.files.is_empty() && plan.config.is_none(), "{path}: {text}");
        shown(&system, &plan)
    };
    let mut out = String::new();
    for (path, text) in [
        ("tool.json", "{\"name\": \"x\",}"),
        ("tool.json", "{\"name\": \"x\", \"name\": \"y\"}"),
        ("tool.json", "{\"name\": \"x\", \"openapi\": \"other.json\"}"),
        ("tool.json", "\u{feff}{\"name\": \"x\", \"openapi\": [\"api.json\", {\"spec\": \"/etc/passwd\"}]}"),
        ("tool.json", "{\"name\": \"x\", \"openapi\": [{\"spec\": \"api.json\"}, {\"spec\": \"api.json\"}]}"),
        ("tool.json", ""),
        ("api.json", "{\"swagger\": \"2.0\"}"),
        ("api.json", "<html>"),
        ("api.json", "{\"openapi\": \"3.1.0\""),
    ] {
        out.push_str(&check(path, text));
    }
    insta::assert_snapshot!(out, @r#"
    invalid-config: `tool.json` cannot be updated: expected a key in double quotes, found `}`
    invalid-config: `tool.json` cannot be updated: duplicate key `name`
    invalid-config: `tool.json` cannot be updated: it names `other.json`, which cannot be read / correct the path if the file was renamed to `api.json`
    invalid-config: the spec `api.json` has no `name`, which is required if there are several specs / write `{ "name": "…", "spec": "…" }`, with a unique name for each spec
    outside-project: `/etc/passwd` is not a path within the project / use a path relative to the project folder, with forward slashes
    invalid-config: the spec `api.json` has no `name`, which is required if there are several specs / write `{ "name": "…", "spec": "…" }`, with a unique name for each spec
    invalid-config: the spec `api.json` has no `name`, which is required if there are several specs / write `{ "name": "…", "spec": "…" }`, with a unique name for each spec
    invalid-config: the spec `api.json` is listed twice / remove one of the entries; to apply other overlays, point the second entry to a copy of the file
    invalid-config: `tool.json` cannot be updated: unexpected end of the document
    not-openapi: this is a Swagger 2.0 document, which is not supported / OpenAPI 3.0, 3.1 and 3.2 are supported; convert it to OpenAPI 3 first
    not-openapi: the file is an HTML page / it may be a server's error or login page; download the document again
    invalid-json: unexpected end of the document
    "#);
}

/// OpenAPI 3.2 has operations of any method; `tool.json` knows the usual ones.
#[test]
fn operations_of_other_methods_get_pages_without_a_finding() {
    let (system, _) = project(SMALL);
    system.write(
        "api.json",
        r#"{"openapi": "3.2.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {
        "query": {"operationId": "find", "responses": {}},
        "additionalOperations": {"COPY": {"operationId": "copyIt", "responses": {}}, "m-search": {"responses": {}}}}}}"#,
    );
    let mut project = Project::open(system.clone());
    let plan = run(&mut project, false);
    insta::assert_snapshot!(plan.config.as_ref().unwrap().new.split_once("\"API Reference\"").unwrap().1, @r#"
    ,
          "pages": [
            "introduction",
            { "id": "api/find", "title": "Find", "method": "QUERY" },
            { "id": "api/copy-it", "title": "Copy it" },
            { "id": "api/m-search-a", "title": "m-search /a" }
          ]
        }
      ],
      "openapi": "api.json"
    }
    "#);
    let mut project = carry_out(&system, &plan, true);
    assert_eq!(problems(&project), Vec::<String>::new());
    assert!(engine::testing::text(&project, "index.html").contains(">COPY<"));
    assert_eq!(run(&mut project, false).config, None);
}

/// What the API sends gets pages too: under its tags, or in a group of its own.
#[test]
fn webhooks_get_pages() {
    let (system, _) = project(SMALL);
    system.write(
        "api.json",
        r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://api.test"}],
        "security": [{"key": []}], "paths": {"/a": {"post": {"operationId": "make", "tags": ["a"], "responses": {}}}},
        "components": {"securitySchemes": {"key": {"type": "apiKey", "name": "X-Key", "in": "header"}}},
        "webhooks": {"made": {"post": {"operationId": "onMade", "tags": ["a"], "summary": "Something was made"}},
        "petLost": {"post": {"requestBody": {"content": {"text/plain": {}}}}}, "/a": {"post": {}}}}"#,
    );
    let mut project = Project::open(system.clone());
    let plan = run(&mut project, false);
    assert_eq!(
        paths(&plan),
        ["docs/introduction.md", "docs/api/make.md", "docs/api/on-made.md", "docs/api/post-pet-lost.md"]
    );
    insta::assert_snapshot!(plan.config.as_ref().unwrap().new.split_once("\"API Reference\"").unwrap().1, @r#"
    ,
          "pages": [
            {
              "group": "a",
              "pages": [
                { "id": "api/make", "title": "Make", "method": "POST" },
                { "id": "api/on-made", "title": "Something was made", "method": "POST" }
              ]
            }
          ]
        },
        {
          "group": "Webhooks",
          "pages": [
            { "id": "api/post-pet-lost", "title": "Pet lost", "method": "POST" }
          ]
        }
      ],
      "openapi": "api.json"
    }
    "#);
    let mut project = carry_out(&system, &plan, true);
    assert_eq!(problems(&project), Vec::<String>::new());
    let again = run(&mut project, false);
    assert_eq!((again.files.len(), again.config), (0, None));
    let twin = engine::testing::text(&project, "api/post-pet-lost.md");
    assert!(twin.contains("# Pet lost") && twin.contains("Webhook") && twin.contains("POST petLost"), "{twin}");
    // They go to the reader: the servers and security of the API are not theirs.
    assert!(!twin.contains("api.test") && !twin.contains("X-Key"), "{twin}");
    let html = engine::testing::text(&project, "api/post-pet-lost/index.html");
    assert!(html.contains(">Webhook<") && !html.contains("https://api.test"), "{html}");
    system.remove("docs/api/post-pet-lost.md");
    let found = Project::open(system).site().diagnostics();
    let missing = found.iter().find(|found| found.code == Code::UndocumentedOperations).unwrap();
    assert_eq!(
        (missing.message.as_str(), missing.notes[0].message.as_str()),
        ("1 operation has no page", "POST petLost")
    );
}
