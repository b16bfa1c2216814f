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
          parameters: [{name: id, in: path, schema: {type: string}}]
          responses: {'200': {description: OK}}
"#;

#[test]
fn pages_show_the_overlaid_document_and_findings_stand_in_the_overlay() {
    let (system, mut project) = project(PROJECT);
    let page = text(&project, "index.html");
    assert!(page.contains("Every pet") && page.contains("/new"), "{page}");
    assert_eq!(
        findings(&project),
        "path-parameters second.yaml:8:11 the path parameter `id` is not in the path `/new`\n"
    );
    // What an overlay takes away is gone, what it adds must have a page.
    system.write("docs/other.md", "---\ntitle: Other\n---\n<wc-endpoint ref=\"old\"></wc-endpoint>\n");
    project.apply(&[Change::Path("docs/other.md".into())]);
    insta::assert_snapshot!(findings(&project), @r"
    undocumented-operations api.yaml:10:5 1 operation has no page / `tool openapi scaffold <spec> --new-only` makes their pages
    unmatched-ref docs/other.md:4:19 no operation matches `old`
    path-parameters second.yaml:8:11 the path parameter `id` is not in the path `/new`
    ");
    let found = project.inspect("api.yaml", Some("fresh"));
    let source = found.operations[0].source.as_ref().unwrap();
    assert_eq!((&*source.file, source.line, source.column), ("second.yaml", 7, 9));
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
    invalid-config tool.json:1:72 `api.yaml` is an overlay of itself / an overlay is a file of its own, which says how to change the spec
    outside-project tool.json:1:84 `../up.yaml` is not a path within the project / write a path relative to the project's folder, with `/`
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
    invalid-config tool.json:1:72 `api.yaml` is an overlay of itself / an overlay is a file of its own, which says how to change the spec
    outside-project tool.json:1:84 `../up.yaml` is not a path within the project / write a path relative to the project's folder, with `/`
    ");
}

/// The queries that run until all is current after an edit.
fn after(file: &str, from: &str, to: &str) -> Vec<(String, usize)> {
    let (system, mut project) = project(PROJECT);
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
