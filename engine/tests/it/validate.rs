//! Every finding about pages, configuration and their links, from fixtures.

use engine::testing::project;

use crate::shown::findings;

fn check(fixture: &str) -> String {
    let (_, project) = project(fixture);
    findings(&project)
}

const CONFIG: &str = "//- /tool.json\n{\"name\": \"N\"}\n";

/// The heading is the title, unless a field is a typo of it.
#[test]
fn a_page_without_a_title_gets_one_fix() {
    for (field, fixes) in [
        ("titel", [("missing-title", false), ("unknown-field", true)]),
        ("descripton", [("missing-title", true), ("unknown-field", true)]),
        ("nothing-near", [("missing-title", true), ("unknown-field", false)]),
    ] {
        let (_, project) = project(&format!("{CONFIG}//- /docs/index.md\n---\n{field}: x\n---\n\n# Heading\n"));
        let found = project.site().diagnostics();
        let mut shown: Vec<_> = found.iter().map(|found| (found.code.name(), found.fix.is_some())).collect();
        shown.sort_unstable();
        assert_eq!(shown, fixes, "{field}");
    }
}

#[test]
fn a_whole_project_has_no_finding() {
    let found = check(
        r#"
//- /tool.json
{"name": "Tides", "openapi": "api.json", "sidebar": ["index", {"group": "API", "pages": ["api/get-tide"]}]}
//- /docs/index.md
---
title: Home
---

# Home

See [the tide](/api/get-tide) or [this](#home).
//- /docs/api/get-tide.md
---
title: Get a tide
layout: api
---

# Get a tide

<wc-endpoint ref="getTide"></wc-endpoint>
//- /api.json
{"openapi": "3.1.0", "info": {"title": "Tides", "version": "1"}, "paths": {"/tides/{id}": {"get": {
  "operationId": "getTide", "summary": "Get a tide",
  "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
  "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"type": "object"}}}}}}}}}
"#,
    );
    assert_eq!(found, "");
}

#[test]
fn links_are_checked_wherever_they_lead() {
    let found = check(&format!(
        "{CONFIG}{}",
        r"//- /docs/index.md
---
title: Home
---

[a](/guides/start) [b](guides/start.md) [c](./guides/start) [d](guides/start#first-steps) [e](https://example.com/x)
[f](/guides/strat) [g](guides/start#frist-steps) [h](/../x) [i](img.png) [j](mailto:a@b.c) [k](guides/)

![missing](nowhere.png)
//- /docs/guides/start.md
---
title: Start
---

## First steps

[up](../index.md) [home](/) [self](start) [root](guides/start)
//- /docs/img.png
not really
"
    ));
    insta::assert_snapshot!(found);
}

#[test]
fn the_sidebar_is_checked_against_the_pages() {
    let found = check(
        r#"
//- /tool.json
{"name": "N", "sidebar": [
  "index", "guids/start",
  {"group": "G", "pages": ["guides/start", "/guides/start.md", {"id": "guides/start", "method": "FETCH"}]},
  {"href": "/nowhere", "title": "x"}
]}
//- /docs/index.md
---
title: Home
---
//- /docs/guides/start.md
---
title: Start
---
//- /docs/guides/orphan.md
---
title: Orphan
---
//- /docs/guides/draft.md
---
title: Draft
draft: true
---
//- /docs/_reusables/part.md
No page.
"#,
    );
    insta::assert_snapshot!(found);
}

#[test]
fn files_with_one_address_are_named_both() {
    let found = check(&format!(
        "{CONFIG}{}",
        "//- /docs/a.md\n---\ntitle: A\n---\n//- /docs/a/index.md\n---\ntitle: A\n---\n\
         //- /docs/B.md\n---\ntitle: B\n---\n//- /docs/b.md\n---\ntitle: b\n---\n\
         //- /docs/con.md\n---\ntitle: C\n---\n"
    ));
    insta::assert_snapshot!(found);
}

#[test]
fn frontmatter_is_checked_field_by_field() {
    let page = |front: &str| check(&format!("{CONFIG}//- /docs/index.md\n{front}"));
    insta::assert_snapshot!(
        [
            page("# Only a heading\n"),
            page("---\ntitle: [a]\n---\n"),
            page("---\ntitle: \"\"\nlayout: apii\norder: first\ntilte: x\n---\n"),
            page("---\ntitle: a\ntitle: b\n---\n"),
            page("---\n- a\n---\n"),
            page("---\ntitle: x\n"),
            page("---\ntitle: 'x\n---\n"),
            page("\u{feff}---\r\ntitle: Fine\r\n---\r\nText\r\n"),
        ]
        .join("--\n")
    );
}

#[test]
fn what_names_a_missing_file_is_told_where() {
    let found = check(
        "//- /tool.json\n{\"name\": \"N\",\n \"openapi\": \"nowhere.yaml\"}\n//- /docs/index.md\n---\ntitle: H\n---\n",
    );
    assert_eq!(found, "missing-file tool.json:2:13 `nowhere.yaml`: the file does not exist\n");
    assert_eq!(check("//- /docs/index.md\n---\ntitle: H\n---\n"), "missing-file the file does not exist\n");
    let found = check(
        "//- /tool.json\n{\"name\": \"N\",\n \"openapi\": {\"spec\": \"api.json\", \"overlay\": [\"a.yaml\", \"b.yaml\"]}}\n\
         //- /api.json\n{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {}}\n\
         //- /a.yaml\noverlay: 1.0.0\ninfo: {title: O, version: '1'}\nactions: [{target: $.info, remove: false}]\n",
    );
    assert_eq!(found, "missing-file tool.json:2:56 `b.yaml`: the file does not exist\n");
}

#[test]
fn refs_are_matched_by_id_and_by_path_and_the_nearest_is_named() {
    let found = check(
        r#"
//- /tool.json
{"name": "N", "openapi": "api.json"}
//- /api.json
{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
 "/tides": {"get": {"operationId": "listTides", "responses": {}}, "post": {"responses": {}}},
 "/moons": {"get": {"responses": {}}}}}
//- /docs/index.md
---
title: H
---

<wc-endpoint ref="listTids"></wc-endpoint>

<wc-endpoint ref="POST /tides"></wc-endpoint>

<wc-endpoint ref="GET /moon"></wc-endpoint>

```md
<wc-endpoint ref="inCode"></wc-endpoint>
```
"#,
    );
    insta::assert_snapshot!(found);
}

#[test]
fn a_spec_that_cannot_be_read_is_reported_alone() {
    let found = |spec: &str| {
        check(&format!(
            "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"api.json\"}}\n//- /docs/index.md\n---\ntitle: H\n---\n\
             <wc-endpoint ref=\"listTides\"></wc-endpoint>\n//- /api.json\n{spec}"
        ))
    };
    let codes = |text: String| text.lines().filter_map(|line| line.split(' ').next()).collect::<Vec<_>>().join(" ");
    assert_eq!(codes(found("")), "not-openapi");
    assert_eq!(codes(found("{\"swagger\": \"2.0\"}")), "not-openapi");
    assert_eq!(codes(found("{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\"}, \"paths\": {")), "invalid-json");
}

#[test]
fn a_setting_after_a_syntax_error_is_not_missing() {
    let found = |config: &str| check(&format!("//- /tool.json\n{config}\n//- /docs/index.md\n---\ntitle: H\n---\n"));
    for config in ["{, \"name\": \"N\"}", "{\"docs\": \"docs\" \"name\": \"N\"}"] {
        let found = found(config);
        assert!(found.starts_with("invalid-json ") && found.lines().count() == 1, "{found}");
    }
    assert!(found("{}").starts_with("invalid-config "));
}
