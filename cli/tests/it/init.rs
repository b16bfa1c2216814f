//! `tool init`.

use crate::test_site::{API, TestSite};

#[test]
fn a_new_project_validates_and_builds_clean() {
    let site = TestSite::new("");
    insta::assert_snapshot!(site.run("init api"), @r"
    exit 0
    made a project in api/ with 5 files
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
    made a project in this folder with 4 files
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
    error: [SITE]/api/docs/index.md exists already, and init overwrites nothing
      = help: move it away, or choose another name
    ");
    assert_eq!(site.files("api"), ["docs/index.md"]);
    site.write("file", "");
    insta::assert_snapshot!(site.run("init file"), @r"
    exit 2
    stderr:
    error: [SITE]/file exists and is no folder
    ");
}

#[test]
fn names_and_places_are_checked() {
    let site = TestSite::new("");
    insta::assert_snapshot!(site.run("init ../x"), @r#"
    exit 2
    stderr:
    error: "../x" cannot be the project's folder: it is a path; change to the folder that shall hold the project first
      = help: `tool init docs`, for instance
    "#);
    insta::assert_snapshot!(site.run("init CON"), @r#"
    exit 2
    stderr:
    error: "CON" cannot be the project's folder: Windows reserves it for a device
      = help: `tool init docs`, for instance
    "#);
    let empty = site.command("init").arg("").output().unwrap();
    assert_eq!(empty.status.code(), Some(2));
    site.ok("init outer");
    insta::assert_snapshot!(site.run_in("outer", "init inner"), @r"
    exit 2
    stderr:
    error: [SITE]/outer/inner would lie in the project [SITE]/outer
      = help: choose a place outside of it
    ");
    insta::assert_snapshot!(site.run_in("outer", "init ."), @r"
    exit 2
    stderr:
    error: [SITE]/outer is a project already
      = help: `tool dev` serves it; `tool openapi scaffold <spec>` adds an API
    ");
}

#[test]
fn an_api_is_copied_in_and_gets_its_pages() {
    let site = TestSite::new("");
    site.write("pets.json", API);
    insta::assert_snapshot!(site.run("init api --openapi pets.json"), @r"
    exit 0
    made a project in api/ with 5 files
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
