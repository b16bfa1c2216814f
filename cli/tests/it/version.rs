//! `tool version cut`.

use crate::test_site::TestSite;

const SITE: &str = r#"
//- /tool.json
{
  "name": "N",
  "openapi": { "spec": "api/spec.yaml", "overlay": "api/overlay.yaml" },
  "attributes": { "RELEASE": "2.1" },
  "languages": [{ "lang": "en" }, { "lang": "de" }],
  "sidebar": [
    "index",
    { "group": "API", "pages": ["api/get"] }
  ]
}
//- /api/spec.yaml
openapi: 3.1.0
info: { title: T, version: "2" }
paths:
  /a: { $ref: "paths/a.yaml" }
//- /api/paths/a.yaml
get:
  operationId: get
  summary: Get
  responses: { "200": { description: OK } }
//- /api/overlay.yaml
overlay: 1.0.0
info: { title: O, version: "1" }
actions: [{ target: "$.info", update: { description: More. } }]
//- /docs/index.md
---
title: Home
---
Release {{RELEASE}}. <wc-include src="a.md"></wc-include>
//- /docs/api/get.md
---
title: Get
layout: api
---
<wc-endpoint ref="get"></wc-endpoint>
//- /docs/_reusables/a.md
Shared.
//- /i18n/de/index.md
---
title: Start
---
"#;

#[test]
fn the_current_pages_become_a_version_with_everything_they_need() {
    let site = TestSite::new(SITE);
    insta::assert_snapshot!(site.run("version cut 2.x --current 3.x"), @r"
    exit 0
    copied 7 files as version 2.x, listed in tool.json
    ");
    insta::assert_snapshot!(site.read("tool.json"), @r#"
    {
      "name": "N",
      "openapi": { "spec": "api/spec.yaml", "overlay": "api/overlay.yaml" },
      "attributes": { "RELEASE": "2.1" },
      "languages": [{ "lang": "en" }, { "lang": "de" }],
      "sidebar": [
        "index",
        { "group": "API", "pages": ["api/get"] }
      ],
      "versions": [
        { "version": "3.x" },
        {
          "version": "2.x",
          "openapi": { "spec": "versions/2.x/_openapi/api/spec.yaml", "overlay": "versions/2.x/_openapi/api/overlay.yaml" },
          "sidebar": [
            "index",
            { "group": "API", "pages": ["api/get"] }
          ],
          "attributes": { "RELEASE": "2.1" }
        }
      ]
    }
    "#);
    insta::assert_snapshot!(site.files("versions").join("\n"), @r"
    2.x/_openapi/api/overlay.yaml
    2.x/_openapi/api/paths/a.yaml
    2.x/_openapi/api/spec.yaml
    2.x/_reusables/a.md
    2.x/api/get.md
    2.x/index.md
    ");
    insta::assert_snapshot!(site.files("i18n").join("\n"), @r"
    de-2.x/index.md
    de/index.md
    ");
    // What changes now belongs to the main version.
    site.write(
        "api/paths/a.yaml",
        "get: { operationId: get, summary: Get, description: Renewed, responses: { \"200\": { description: OK } } }\n",
    );
    insta::assert_snapshot!(site.run("validate --strict"), @r#"
    exit 0
    info[outdated-translation]: it is not known which translations are outdated: the project is not in a Git repository
     --> tool.json:5:45
      |
    5 |   "languages": [{ "lang": "en" }, { "lang": "de" }],
      |                                             ^^^^

    found 1 info
    "#);
    site.ok("build");
    assert!(site.read("dist/api/get/index.html").contains("Renewed"));
    assert!(!site.read("dist/2.x/api/get/index.html").contains("Renewed"));
    assert!(site.read("dist/de/2.x/index.html").contains("Start"));
}

#[test]
fn a_version_has_copies_of_the_apis_of_products() {
    let config = r#"  "products": [
    { "product": "Home", "sidebar": ["index"] },
    { "product": "API", "tabs": [
      { "tab": "Calls", "openapi": { "spec": "api/spec.yaml", "overlay": ["api/overlay.yaml"] }, "sidebar": ["api/get"] }
    ] }
  ]
}"#;
    let (head, rest) = SITE.split_once("  \"openapi\"").unwrap();
    let (_, files) = rest.split_once("\n}\n").unwrap();
    let site = TestSite::new(&format!("{head}{config}\n{files}"));
    site.ok("version cut 1");
    insta::assert_snapshot!(site.read("tool.json"), @r#"
    {
      "name": "N",
      "products": [
        { "product": "Home", "sidebar": ["index"] },
        { "product": "API", "tabs": [
          { "tab": "Calls", "openapi": { "spec": "api/spec.yaml", "overlay": ["api/overlay.yaml"] }, "sidebar": ["api/get"] }
        ] }
      ],
      "versions": [
        { "version": "latest" },
        {
          "version": "1",
          "products": [
            { "product": "Home", "sidebar": ["index"] },
            { "product": "API", "tabs": [
              { "tab": "Calls", "openapi": { "spec": "versions/1/_openapi/api/spec.yaml", "overlay": ["versions/1/_openapi/api/overlay.yaml"] }, "sidebar": ["api/get"] }
            ] }
          ]
        }
      ]
    }
    "#);
    site.ok("validate");
    site.ok("build");
    assert!(site.read("dist/1/api/get/index.html").contains("aria-label=\"Product: API\""));
}

#[test]
fn a_second_version_comes_after_the_main_one_and_none_is_cut_twice() {
    let site = TestSite::new("//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: Home\n---\n");
    site.ok("version cut 1");
    site.ok("version cut 2");
    insta::assert_snapshot!(site.read("tool.json"), @r#"
    {"name": "N",
      "versions": [
        { "version": "latest" },
        { "version": "2" },
        { "version": "1" }
      ]
    }
    "#);
    insta::assert_snapshot!(site.run("version cut 2"), @r"
    exit 2
    stderr:
    error: the version `2` exists already
    ");
    insta::assert_snapshot!(site.run("version cut a/b"), @r"
    exit 2
    stderr:
    error: `a/b` cannot be a part of a URL: use letters, digits, `-`, `_` and `.`
    ");
    insta::assert_snapshot!(site.run("version cut latest"), @r"
    exit 2
    stderr:
    error: the version `latest` exists already
    ");
    site.write("versions/3/index.md", "mine");
    insta::assert_snapshot!(site.run("version cut 3"), @r"
    exit 2
    stderr:
    error: versions/3/index.md exists already and differs from docs/index.md
    ");
    assert_eq!(site.read("versions/3/index.md"), "mine");
}

#[test]
fn a_version_is_added_to_the_list_that_is_read() {
    let cut = |versions: &str| {
        let config = format!("{{ \"name\": \"N\", \"versions\": {versions} }}");
        let site = TestSite::new(&format!("//- /tool.json\n{config}\n//- /docs/index.md\n---\ntitle: Home\n---\n"));
        let said = site.run("version cut 9");
        let config = site.read("tool.json");
        if said.starts_with("exit 0") { config } else { said }
    };
    insta::assert_snapshot!(cut("[]"), @r#"
    { "name": "N", "versions": [
      { "version": "latest" },
      { "version": "9" }
    ] }
    "#);
    insta::assert_snapshot!(cut(r#"{ "default": "2", "list": [{ "version": "1" }, { "version": "2" }] }"#), @r#"
    { "name": "N", "versions": { "default": "2", "list": [{ "version": "1" }, { "version": "2" },
      { "version": "9" }
    ] } }
    "#);
    insta::assert_snapshot!(cut(r#"[{ "versiol": "2" }, { "version": "1" }]"#), @r"
    exit 2
    stderr:
    error: `versions` in `tool.json` is invalid; run `validate` to see why
    ");
    insta::assert_snapshot!(cut("7"), @r"
    exit 2
    stderr:
    error: `versions` in `tool.json` is invalid; run `validate` to see why
    ");
}
