//! `tool init`.

use crate::test_site::{API, TestSite};

#[test]
fn a_new_project_validates_and_builds_clean() {
    let site = TestSite::new("");
    insta::assert_snapshot!(site.run("init api"), @r"
    exit 0
    created a project in api/ with 5 files
    next: cd api && tool dev
    ");
    assert!(site.read("api/.gitignore").contains("dist/"));
    assert!(site.read("api/tool.json").contains("\"name\": \"api\""));
    insta::assert_snapshot!(site.run("validate --strict --project api"), @r"
    exit 0
    no problems found
    ");
    assert!(site.ok("build --strict --project api").contains("written"));
    assert!(site.exists("api/dist/index.html"));
}

#[test]
fn the_current_folder_may_hold_other_things() {
    let site = TestSite::new("");
    site.write("README.md", "mine");
    site.write(".gitignore", "mine");
    insta::assert_snapshot!(site.run("init ."), @r"
    exit 0
    created a project in this folder with 4 files
    next: tool dev
    ");
    assert_eq!((site.read("README.md"), site.read(".gitignore")), ("mine".to_owned(), "mine".to_owned()));
    assert!(site.read("tool.json").contains("\"name\": \"site\""));
}

#[test]
fn nothing_is_overwritten() {
    let site = TestSite::new("");
    site.write("api/docs/index.md", "mine");
    insta::assert_snapshot!(site.run("init api"), @r"
    exit 2
    stderr:
    error: [SITE]/api/docs/index.md already exists, and `tool init` never overwrites files
      = help: move it, or choose another name
    ");
    assert_eq!(site.files("api"), ["docs/index.md"]);
    site.write("file", "");
    insta::assert_snapshot!(site.run("init file"), @r"
    exit 2
    stderr:
    error: [SITE]/file exists and is not a folder
    ");
}

#[test]
fn names_and_places_are_checked() {
    let site = TestSite::new("");
    insta::assert_snapshot!(site.run("init ../x"), @r#"
    exit 2
    stderr:
    error: "../x" cannot be the name of the project folder: it is a path; change to the parent folder first
      = help: for example: `tool init docs`
    "#);
    insta::assert_snapshot!(site.run("init CON"), @r#"
    exit 2
    stderr:
    error: "CON" cannot be the name of the project folder: it is a reserved name on Windows
      = help: for example: `tool init docs`
    "#);
    let empty = site.command("init").arg("").output().unwrap();
    assert_eq!(empty.status.code(), Some(2));
    site.ok("init outer");
    insta::assert_snapshot!(site.run_in("outer", "init inner"), @r"
    exit 2
    stderr:
    error: [SITE]/outer/inner would be inside the project [SITE]/outer
      = help: choose a folder outside it
    ");
    insta::assert_snapshot!(site.run_in("outer", "init ."), @r"
    exit 2
    stderr:
    error: [SITE]/outer is already a project
      = help: `tool dev` serves it; `tool openapi scaffold <spec>` adds an API
    ");
}

#[test]
fn an_api_is_copied_in_and_gets_its_pages() {
    let site = TestSite::new("");
    site.write("pets.json", API);
    insta::assert_snapshot!(site.run("init api --openapi pets.json"), @r"
    exit 0
    created a project in api/ with 5 files
    3 pages written, tool.json updated
    next: cd api && tool dev
    ");
    assert_eq!(site.read("api/pets.json"), API);
    assert!(site.exists("api/docs/api/list-pets.md"));
    site.ok("validate --strict --project api");
    insta::assert_snapshot!(site.run("init other --openapi gone.json"), @r"
    exit 2
    stderr:
    error: cannot read gone.json: no such file or directory
    ");
    assert!(!site.exists("other"));
}

/// What cannot be used leaves nothing behind, and the place of the mistake is the file that was named.
#[test]
fn nothing_is_made_for_an_api_that_cannot_be_used() {
    let site = TestSite::new("");
    site.write("old/pets.json", "{\n  \"swagger\": \"2.0\",\n  \"paths\": {}\n}\n");
    let said = site.run("init api --openapi old/pets.json");
    insta::assert_snapshot!(said, @r#"
    exit 1
    error[not-openapi]: this is a Swagger 2.0 document, which is not supported
     --> old/pets.json:2:14
      |
    2 |   "swagger": "2.0",
      |              ^^^^^
      |
      = help: OpenAPI 3.0, 3.1 and 3.2 are supported; convert it to OpenAPI 3 first

    found 1 error
    nothing was written
    "#);
    assert_eq!(site.files(""), ["old/pets.json"]);
    assert_eq!(site.run("init . --openapi old/pets.json"), said);
    assert_eq!(site.files(""), ["old/pets.json"]);
}

/// A document of several files comes whole, its references as they are; nothing else comes with it.
#[test]
fn an_api_of_several_files_is_copied_whole() {
    let site = TestSite::new("");
    let root = "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\npaths:\n  /pets: {$ref: paths/pets.yaml}\n  /key: {$ref: ../.keys/key.yaml}\n";
    site.write("apis/pets/openapi.yaml", root);
    let pets = "get:\n  operationId: listPets\n  summary: List pets\n  tags: [Pets]\n  responses:\n    '200':\n      description: Pets\n      content:\n        application/json:\n          schema: {$ref: ../../shared/pet.yaml#/Pet}\n";
    site.write("apis/pets/paths/pets.yaml", pets);
    site.write("apis/pets/paths/unused.yaml", "a: 1\n");
    site.write("apis/.keys/key.yaml", "get: {responses: {'200': {description: A key}}}\n");
    site.write(
        "apis/shared/pet.yaml",
        "Pet:\n  type: object\n  properties:\n    name: {type: string, description: What it answers to}\n",
    );
    insta::assert_snapshot!(site.run("init docs --openapi apis/pets/openapi.yaml"), @r#"
    exit 0
    created a project in docs/ with 5 files
    copied 3 files of the API to docs/openapi
    not copied because they are missing, hidden, or outside the current folder: apis/.keys/key.yaml
    2 pages written, tool.json updated
    next: cd docs && tool dev
    "#);
    let copied: Vec<String> = site.files("docs").into_iter().filter(|path| path.starts_with("openapi/")).collect();
    assert_eq!(copied, ["openapi/pets/openapi.yaml", "openapi/pets/paths/pets.yaml", "openapi/shared/pet.yaml"]);
    assert!(site.read("docs/tool.json").contains("\"openapi\": \"openapi/pets/openapi.yaml\""));
    assert!(site.read("docs/docs/api/list-pets.md").contains("wc-endpoint"));
    site.write("docs/openapi/.keys/key.yaml", "get: {responses: {'200': {description: A key}}}\n");
    site.ok("build --project docs");
    assert!(site.read("docs/dist/api/list-pets.md").contains("What it answers to"));
    // Seen from elsewhere its own folder is the limit.
    site.write("elsewhere/x", "");
    assert!(site.run_in("elsewhere", "init docs --openapi ../apis/pets/openapi.yaml").contains("copied 2 files"));
}

#[test]
fn an_api_in_the_folder_is_used_where_it_is() {
    let site = TestSite::new("");
    site.write("spec/pets.json", API);
    site.ok("init . --openapi spec/pets.json");
    assert!(site.read("tool.json").contains("\"openapi\": \"spec/pets.json\""));
    site.ok("validate --strict");
}

/// Nothing is written where a name is an option, or a folder cannot be made.
#[test]
fn what_is_no_name_writes_nothing() {
    let site = TestSite::new("");
    site.write("file", "");
    for name in ["-x", "NUL.txt", "a:b", "trailing.", "x/", "/tmp/x", "file"] {
        let output = site.command("init").arg(name).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(site.files(""), ["file"], "{name}");
    }
    std::fs::create_dir(site.root().join("mine")).unwrap();
    site.ok("init mine");
    site.ok("validate --strict --project mine");
}
