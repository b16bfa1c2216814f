//! Where bundles are published, and what an edit runs again.

use engine::testing::{executed, fixture, project, text};
use engine::{Change, Code, OutputOptions, Project};

#[test]
fn json_is_always_there_and_yaml_where_the_source_is() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "openapi": "spec.json"}
//- /spec.json
{"openapi": "3.1.0", "info": {"version": 1.0}, "paths": {}, "x": [0x1, .inf]}
"#,
    );
    assert_eq!(
        text(&project, "openapi.json"),
        "{\"openapi\":\"3.1.0\",\"info\":{\"version\":1.0},\"paths\":{},\"x\":[\"0x1\",\".inf\"]}\n"
    );
    assert!(!project.site().has_output("openapi.yaml"));
}

fn outputs(files: &str) -> Vec<String> {
    let project = Project::open(fixture(files));
    let site = project.site();
    site.outputs().iter().filter(|path| path.contains("openapi.")).map(ToString::to_string).collect()
}

#[test]
fn several_specs_have_folders() {
    let specs =
        "//- /a.yaml\nopenapi: 3.1.0\n//- /b.json\n{\"openapi\": \"3.1.0\"}\n//- /old.json\n{\"swagger\": \"2.0\"}\n";
    let config = r#"{"name": "N", "openapi": [{"name": "My API", "spec": "a.yaml"}, {"name": "my api", "spec": "b.json"}, {"name": "old", "spec": "old.json"}, {"name": "gone", "spec": "gone.json"}]}"#;
    let found = outputs(&format!("//- /tool.json\n{config}\n{specs}"));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("my-api-") && found[0].ends_with("/openapi.json"), "{found:?}");
    assert_eq!(found[1..], ["my-api/openapi.json", "my-api/openapi.yaml"]);
    let off = r#"{"name": "N", "openapi": "a.yaml", "api": {"download": false}}"#;
    assert_eq!(outputs(&format!("//- /tool.json\n{off}\n{specs}")), [""; 0]);
}

#[test]
fn a_file_of_the_project_keeps_its_place() {
    let config =
        "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"api.yaml\"}\n//- /api.yaml\nopenapi: 3.1.0\npaths: {}\n";
    let found = |files: &str| {
        let (_, project) = project(&format!("{config}{files}"));
        let site = project.site();
        let duplicates = site.diagnostics().into_iter().filter(|found| found.code == Code::DuplicatePage);
        let messages: Vec<String> = duplicates.map(|found| found.message).collect();
        let copies = matches!(site.output("openapi.json", OutputOptions::default()), Some(engine::Output::Copy(_)));
        (messages, copies, site.has_output("openapi.yaml"))
    };
    assert_eq!(found(""), (vec![], false, true));
    let message = "`docs/openapi.json` and the bundled spec have the same URL `/openapi.json`".to_owned();
    assert_eq!(found("//- /docs/openapi.json\n{}\n"), (vec![message], true, true));
    let message = "`docs/openapi.yaml/a.md` and the bundled spec have the same URL `/openapi.yaml`".to_owned();
    assert_eq!(found("//- /docs/openapi.yaml/a.md\n# A\n"), (vec![message], false, false));
    // A spec among the pages is published as it is.
    let (_, own) = project(
        "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"docs/openapi.yaml\"}\n//- /docs/openapi.yaml\nopenapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n",
    );
    assert!(own.site().diagnostics().is_empty(), "{:?}", own.site().diagnostics());
    assert!(own.site().has_output("openapi.json") && own.site().has_output("openapi.yaml"));
}

#[test]
fn an_edit_looks_for_components_once_and_only_where_references_leave() {
    let (system, mut project) = project(
        r#"
//- /tool.json
{"name": "N", "openapi": "openapi.yaml"}
//- /openapi.yaml
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get: {summary: Here., responses: {"200": {description: D, content: {application/json: {schema: {$ref: pet.yaml}}}}}}
  /b:
    get: {summary: There., responses: {"200": {description: D}}}
//- /pet.yaml
type: object
//- /docs/index.md
---
title: H
---
Prose.
"#,
    );
    let everything = |project: &Project| text(project, "openapi.json") + &text(project, "openapi.yaml");
    everything(&project);
    let mut edit = |path: &str, from: &str, to: &str| {
        let before = String::from_utf8(engine::System::read(&*system, path, u64::MAX).unwrap()).unwrap();
        system.write(path, before.replacen(from, to, 1));
        let executed = executed(&mut project, |project| {
            assert!(project.apply(&[Change::Path(path.into())]));
            everything(project);
        });
        (executed.into_iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>(), everything(&project))
    };
    // The first edit of a page also runs what reads all pages.
    edit("docs/index.md", "Prose", "Prose.");
    let (ran, _) = edit("docs/index.md", "Prose", "Text");
    // A draft would be no page.
    assert_eq!(ran, ["1 frontmatter"]);
    let (ran, bundle) = edit("openapi.yaml", "There", "Elsewhere");
    assert_eq!(ran, ["1 chunk_parsed", "1 chunk_syntax", "1 external_references", "1 misplaced", "1 split"]);
    assert!(bundle.contains("Elsewhere"));
    let (ran, bundle) = edit("openapi.yaml", "Here", "Nowhere");
    assert_eq!(
        ran,
        [
            "1 bundle",
            "1 chunk_anchors",
            "1 chunk_parsed",
            "1 chunk_syntax",
            "1 external_references",
            "1 misplaced",
            "1 split"
        ]
    );
    assert!(bundle.contains("Nowhere"));
    let (_, bundle) = edit("pet.yaml", "object", "string");
    assert!(bundle.contains("type: string"));
}

#[test]
fn pages_link_to_the_bundle() {
    let (_, project) = project(
        "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"api.json\"}\n//- /api.json\n{\"openapi\": \"3.1.0\"}\n\
        //- /docs/a/b.md\n---\ntitle: B\n---\n[JSON](/openapi.json) [YAML](/openapi.yaml)\n",
    );
    let site = project.site();
    let found = site.diagnostics().into_iter().filter(|found| found.code == Code::BrokenLink);
    assert_eq!(found.map(|found| found.message).collect::<Vec<_>>(), ["no page or file `/openapi.yaml`"]);
    assert!(text(&project, "a/b/index.html").contains("href=\"../../openapi.json\""));
}

#[test]
fn a_page_shows_the_example_that_the_bundle_has() {
    let (_, project) = project(
        r#"
//- /tool.json
{"name": "N", "openapi": "openapi.yaml"}
//- /openapi.yaml
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    post:
      parameters:
        - {name: q, in: query, examples: {x: {value: {$ref: files/word.json}}}}
      requestBody:
        content:
          application/json: {example: {$ref: files/body.json}}
      responses:
        "200":
          description: D
          content: {application/json: {examples: {x: {value: {$ref: files/body.json}}}}}
//- /files/word.json
"quercus"
//- /files/body.json
{"tree": "oak"}
//- /docs/index.md
---
title: H
---
<wc-endpoint ref="POST /a"></wc-endpoint>
"#,
    );
    let (page, bundle) = (text(&project, "index.md"), text(&project, "openapi.json"));
    assert_eq!(page.matches("\"tree\": \"oak\"").count(), 3, "request, response and sample: {page}");
    assert_eq!(bundle.matches("\"tree\":\"oak\"").count(), 2);
    assert!(page.contains("quercus") && bundle.contains("\"quercus\""), "{page}");
    assert!(!page.contains("$ref") && !bundle.contains("$ref"));
}
