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
    insta::assert_snapshot!(site.run("version cut 2.x --current 3.x"), @"");
    insta::assert_snapshot!(site.read("tool.json"), @"");
    assert_eq!(site.files("versions"), [""; 0]);
    assert_eq!(site.files("i18n"), [""; 0]);
    // What changes now belongs to the main version.
    site.write(
        "api/paths/a.yaml",
        "get: { operationId: get, summary: New, responses: { \"200\": { description: OK } } }\n",
    );
    insta::assert_snapshot!(site.run("validate --strict"), @"");
    insta::assert_snapshot!(site.run("build"), @"");
    assert!(site.read("dist/api/get/index.html").contains("New"));
    assert!(!site.read("dist/2.x/api/get/index.html").contains("New"));
    assert!(site.read("dist/de/2.x/index.html").contains("Start"));
}

#[test]
fn a_second_version_comes_after_the_main_one_and_none_is_cut_twice() {
    let site = TestSite::new("//- /tool.json\n{\"name\": \"N\"}\n//- /docs/index.md\n---\ntitle: Home\n---\n");
    site.ok("version cut 1");
    site.ok("version cut 2");
    insta::assert_snapshot!(site.read("tool.json"), @"");
    insta::assert_snapshot!(site.run("version cut 2"), @"");
    insta::assert_snapshot!(site.run("version cut a/b"), @"");
    insta::assert_snapshot!(site.run("version cut latest"), @"");
    site.write("versions/3/index.md", "mine");
    insta::assert_snapshot!(site.run("version cut 3"), @"");
    assert_eq!(site.read("versions/3/index.md"), "mine");
}
