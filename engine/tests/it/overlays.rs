//! Overlays as a project has them: pages, places of findings, and what an edit runs again.

use engine::testing::{executed, project, text};
use engine::{Change, Project};

use crate::shown::findings;

const PROJECT: &str = r#"
//- /tool.json
{"name": "N", "openapi": {"spec": "api.yaml", "overlay": ["first.yaml", "second.yaml"]}}
//- /docs/index.md
---
title: Home
---
<wc-endpoint ref="list"></wc-endpoint>
<wc-endpoint ref="fresh"></wc-endpoint>
//- /docs/other.md
---
title: Other
---
<wc-endpoint ref="other"></wc-endpoint>
//- /api.yaml
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets:
    get:
      operationId: list
      description: All of them
      responses: {'200': {description: OK}}
  /other:
    get:
      operationId: other
      description: Another
      responses: {'200': {description: OK}}
  /old:
    get: {operationId: old, responses: {'200': {description: OK}}}
//- /first.yaml
overlay: 1.0.0
info: {title: O, version: 1.0.0}
actions:
  - target: $.paths['/pets'].get
    update: {description: Every pet}
  - target: $.paths['/old']
    remove: true
//- /second.yaml
overlay: 1.1.0
info: {title: O, version: 1.0.0}
actions:
  - target: $.paths
    update:
      /new:
        get:
          operationId: fresh
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses: {'200': {description: OK}}
"#;

#[test]
fn pages_show_the_overlaid_document_and_findings_stand_in_the_overlay() {
    let (system, mut project) = project(PROJECT);
    let page = text(&project, "index.html");
    assert!(page.contains("Every pet") && page.contains("/new"), "{page}");
    assert_eq!(
        findings(&project),
        "path-parameters second.yaml:9:31 the path parameter `id` is not in the path `/new`\n"
    );
    // What an overlay takes away is gone, what it adds must have a page.
    system.write("docs/other.md", "---\ntitle: Other\n---\n<wc-endpoint ref=\"old\"></wc-endpoint>\n");
    project.apply(&[Change::Path("docs/other.md".into())]);
    insta::assert_snapshot!(findings(&project), @r"
    undocumented-operations api.yaml:10:5 1 operation has no page [GET /other] / `tool openapi scaffold api.yaml --new-only` creates the missing pages
    unmatched-ref docs/other.md:4:19 no operation matches `old`
    path-parameters second.yaml:9:31 the path parameter `id` is not in the path `/new`
    ");
    let found = project.inspect("api.yaml", Some("fresh"));
    let source = found.operations[0].source.as_ref().unwrap();
    assert_eq!((&*source.file, source.line, source.column), ("second.yaml", 7, 9));
    assert_eq!((source.overlaid[0].pointer.as_str(), source.overlaid[0].action), ("", 1));
}

#[test]
fn inspect_names_the_action_that_set_a_value() {
    let (_, mut project) = project(
        r##"
//- /tool.json
{"name": "N", "openapi": {"spec": "api.yaml", "overlay": "o.yaml"}}
//- /api.yaml
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets:
    get:
      operationId: list
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses:
        '200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
components:
  schemas:
    Pet:
      properties:
        name: {type: string, enum: [a]}
//- /o.yaml
overlay: 1.1.0
info: {title: O, version: 1.0.0}
actions:
  - {target: "$.paths['/pets'].get", update: {description: New}}
  - {target: "$.paths['/pets'].get.parameters[0]", update: {schema: {maximum: 5}}}
  - {target: $.components.schemas.Pet.properties.name, update: {enum: [b]}}
"##,
    );
    let found = project.inspect("api.yaml", Some("list"));
    let operation = &found.operations[0];
    let parameter = &operation.parameters[0];
    let field = &operation.responses[0].content[0].fields[0];
    let said = [&operation.source, &parameter.source, &field.source].map(|source| {
        let source = source.as_ref().unwrap();
        let overlaid = source.overlaid.iter();
        let set =
            overlaid.map(|set| format!("{} {}:{}:{} #{}", set.pointer, set.file, set.line, set.column, set.action));
        format!("{}:{} {}", source.file, source.line, set.collect::<Vec<_>>().join(", "))
    });
    assert_eq!(
        said,
        [
            "api.yaml:5 /description o.yaml:4:60 #1",
            "api.yaml:7 /schema/maximum o.yaml:5:79 #2",
            "api.yaml:14 /enum/1 o.yaml:6:72 #3",
        ]
    );
}

#[test]
fn overlays_that_are_missing_outside_or_the_spec_itself_are_errors() {
    let (system, mut project) = project(
        r#"
//- /tool.json
{"name": "N", "openapi": {"spec": "api.yaml", "overlay": ["gone.yaml", "api.yaml", "../up.yaml"]}}
//- /api.yaml
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths: {}
"#,
    );
    insta::assert_snapshot!(findings(&project), @r"
    missing-file tool.json:1:59 `gone.yaml`: the file does not exist
    invalid-config tool.json:1:72 `api.yaml` is listed as an overlay of itself / an overlay is a separate file that describes changes to the spec
    outside-project tool.json:1:84 `../up.yaml` is not a path within the project / use a path relative to the project folder, with forward slashes
    ");
    system.write(
        "gone.yaml",
        "overlay: 1.1.0\ninfo: {title: O, version: 1.0.0}\nactions:\n- {target: $.info, update: {title: New}}\n",
    );
    project.apply(&[Change::Path("gone.yaml".into())]);
    let found = project.inspect("api.yaml", None);
    assert_eq!(found.title.as_deref(), Some("New"));
    system.write("gone.yaml", "overlay: 1.1.0\nactions: [\n");
    project.apply(&[Change::Path("gone.yaml".into())]);
    insta::assert_snapshot!(findings(&project), @r"
    invalid-yaml gone.yaml:2:10 `[` is not closed
    invalid-config tool.json:1:72 `api.yaml` is listed as an overlay of itself / an overlay is a separate file that describes changes to the spec
    outside-project tool.json:1:84 `../up.yaml` is not a path within the project / use a path relative to the project folder, with forward slashes
    ");
}

/// The queries that run until all is current after an edit.
fn after(file: &str, from: &str, to: &str) -> Vec<(String, usize)> {
    after_in(PROJECT, file, from, to)
}

fn after_in(fixture: &str, file: &str, from: &str, to: &str) -> Vec<(String, usize)> {
    let (system, mut project) = project(fixture);
    let all = |project: &Project| {
        let site = project.site();
        for path in site.outputs() {
            let _ = site.output(&path, engine::OutputOptions::default());
        }
        let _ = site.diagnostics();
    };
    all(&project);
    executed(&mut project, |project| {
        let contents = project.site().source(file).unwrap().to_owned();
        assert!(contents.contains(from));
        system.write(file, contents.replace(from, to));
        project.apply(&[Change::Path(file.into())]);
        all(project);
    })
}

#[test]
fn an_edit_runs_only_what_it_reaches() {
    let renders = |ran: &[(String, usize)]| {
        ran.iter().find(|(name, _)| name.contains("endpoint_html")).map_or(0, |(_, count)| *count)
    };
    // An operation that no action selects: the overlays are not applied again.
    let ran = after("api.yaml", "Another", "One more");
    assert!(ran.iter().all(|(name, _)| name != "applied"), "{ran:?}");
    assert_eq!(renders(&ran), 1, "{ran:?}");
    // White space in an overlay changes nothing.
    let ran = after("first.yaml", "actions:\n", "actions:\n\n");
    assert!(ran.iter().all(|(name, _)| name != "applied"), "{ran:?}");
    // An edit of an overlay reaches its targets alone.
    let ran = after("first.yaml", "Every pet", "Each pet");
    assert_eq!(renders(&ran), 1, "{ran:?}");
}

#[test]
fn white_space_in_an_overlay_that_replaces_a_primitive_changes_nothing() {
    let fixture = PROJECT.replace(
        "update: {description: Every pet}",
        "update: {description: Every pet}\n  - target: $.info.title\n    update: Animals",
    );
    let ran = after_in(&fixture, "first.yaml", "actions:\n", "actions:\n\n");
    assert!(ran.iter().any(|(name, _)| name == "overlay"), "{ran:?}");
    assert!(ran.iter().all(|(name, _)| name != "applied"), "{ran:?}");
}

#[test]
fn scaffold_names_the_overlays_it_was_given() {
    let named = |openapi: &str, overlays: &[&str]| {
        let spec = r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"summary": "A"}}}}"#;
        let add = "overlay: 1.1.0\ninfo: {title: O, version: 1.0.0}\nactions:\n- target: $.paths\n  update: {/b: {get: {summary: B}}}\n";
        let (system, mut project) = project(&format!(
            "//- /tool.json\n{{\"name\": \"N\"{openapi}, \"sidebar\": []}}\n//- /api.json\n{spec}\n//- /o.yaml\n{add}//- /p.yaml\n{}",
            add.replace("/b", "/c")
        ));
        let overlays: Vec<std::sync::Arc<str>> = overlays.iter().map(|path| (*path).into()).collect();
        project.add_overlays("api.json", &overlays);
        let plan = project.scaffold("api.json", engine::ScaffoldOptions::default());
        assert!(
            plan.diagnostics.iter().all(|found| found.severity < engine::Severity::Error),
            "{:?}",
            plan.diagnostics
        );
        for file in &plan.files {
            system.write(&file.path, file.contents.as_str());
        }
        let new = plan.config.unwrap().new;
        let openapi = new.split("\"openapi\"").nth(1).unwrap().split("\"sidebar\"").next().unwrap().trim_end();
        format!("{} pages, \"openapi\"{openapi}\n", plan.files.len())
    };
    let found: String = [
        named("", &["o.yaml"]),
        named("", &["o.yaml", "p.yaml"]),
        named(", \"openapi\": \"api.json\"", &["o.yaml"]),
        named(", \"openapi\": {\"spec\": \"api.json\", \"x\": 1.0}", &["o.yaml"]),
        named(", \"openapi\": {\"spec\": \"api.json\", \"overlay\": \"o.yaml\"}", &["o.yaml", "p.yaml"]),
        named(", \"openapi\": {\"spec\": \"api.json\", \"overlay\": [\"o.yaml\"]}", &["p.yaml"]),
    ]
    .concat();
    insta::assert_snapshot!(found, @r#"
    3 pages, "openapi": { "spec": "api.json", "overlay": "o.yaml" }
    }
    4 pages, "openapi": {
        "spec": "api.json",
        "overlay": ["o.yaml", "p.yaml"]
      }
    }
    3 pages, "openapi": { "spec": "api.json", "overlay": "o.yaml" },
    3 pages, "openapi": {"spec": "api.json", "x": 1.0,
      "overlay": "o.yaml"
    },
    4 pages, "openapi": {"spec": "api.json", "overlay": [
      "o.yaml",
      "p.yaml"
    ]},
    4 pages, "openapi": {"spec": "api.json", "overlay": ["o.yaml", "p.yaml"]},
    "#);
}

#[test]
fn an_action_may_take_away_the_reference_that_it_looks_through() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "openapi": {"spec": "api.yaml", "overlay": "overlay.yaml"}}
//- /docs/index.md
---
title: Home
---
<wc-endpoint ref="GET /a"></wc-endpoint>
<wc-endpoint ref="GET /b"></wc-endpoint>
//- /api.yaml
openapi: 3.1.0
info: {title: T, version: 1.0.0}
paths:
  /a: {$ref: paths/a.yaml}
//- /paths/a.yaml
get:
  summary: A
  description: Of the file
  responses: {"200": {$ref: ok.yaml}}
//- /paths/ok.yaml
description: Fine
//- /paths/b.yaml
get: {summary: B, description: Named by the overlay, responses: {}}
//- /overlay.yaml
overlay: 1.1.0
info: {title: O, version: 1.0.0}
actions:
  - target: $.paths['/a'].get
    update: {description: Of the overlay}
  - target: $.paths
    update: {/b: {$ref: paths/b.yaml}}
  - target: $.paths['/b'].get
    update: {description: Changed too}
"#,
    );
    assert_eq!(findings(&project), "");
    let page = text(&project, "index.html");
    for shown in ["Of the overlay", "Fine", "Changed too"] {
        assert!(page.contains(shown), "{shown} in {page}");
    }
}

/// A page that names an operation, a spec, and an overlay with one action.
fn renamed(action: &str) -> Project {
    let (_, project) = project(&format!(
        r#"
//- /tool.json
{{"name": "N", "openapi": {{"spec": "api.yaml", "overlay": "o.yaml"}}}}
//- /docs/index.md
---
title: Home
---
<wc-endpoint ref="fresh"></wc-endpoint>
//- /api.yaml
openapi: 3.1.0
info: {{title: Pets, version: 1.0.0}}
paths:
  /pets:
    get:
      operationId: old
      summary: {}!
      responses: {{'200': {{description: OK}}}}
//- /o.yaml
overlay: 1.1.0
info: {{title: O, version: 1.0.0}}
actions:
- {action}
"#,
        "a".repeat(20_000)
    ));
    project
}

#[test]
fn an_overlay_may_rename_an_operation() {
    let project = renamed("{target: \"$.paths['/pets'].get\", update: {operationId: fresh}}");
    assert_eq!(findings(&project), "");
    assert!(text(&project, "index.html").contains("/pets"));
}

#[test]
fn a_regular_expression_cannot_stop_the_build() {
    // Backtracking would try every way to share the letters out.
    let project = renamed("{target: \"$.paths['/pets'].get[?match(@, '(a+)+b')]\", remove: true}");
    let found = findings(&project);
    assert!(found.contains("overlay-no-match o.yaml:4:"), "{found}");
    assert!(found.contains("unmatched-ref docs/index.md:4:"), "{found}");
}

#[test]
fn remove_counts_where_an_action_updates_too() {
    let project = renamed("{target: \"$.paths['/pets'].get\", update: {operationId: fresh}, remove: true}");
    let found = findings(&project);
    assert!(found.contains("unmatched-ref docs/index.md:4:"), "{found}");
}
