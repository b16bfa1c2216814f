//! `tool validate`, and the forms of its report.

use crate::test_site::{CLEAN, TestSite};

fn faulty() -> TestSite {
    let site = TestSite::new(CLEAN);
    site.write("tool.json", "{ \"name\": \"Test\", \"sidebar\": [\"index\", \"gone\"] }\n");
    site.write("docs/untitled.md", "# No title\n");
    site
}

#[test]
fn findings_are_shown_with_their_source() {
    let site = faulty();
    insta::assert_snapshot!(site.run("validate"), @r#"
    exit 1
    warning[orphan-page]: page `guide/start` is not in the sidebar
     --> docs/guide/start.md:1:1
      |
    1 | ---
      | ^
      |
      = help: add `"guide/start"` to `sidebar` in `tool.json`

    warning[orphan-page]: page `untitled` is not in the sidebar
     --> docs/untitled.md:1:1
      |
    1 | # No title
      | ^
      |
      = help: add `"untitled"` to `sidebar` in `tool.json`

    error[missing-title]: the page has no `title` in its frontmatter
     --> docs/untitled.md:1:1
      |
    1 | # No title
      | ^
      |
      = help: begin the file with a line `---`, a line `title: …` and a line `---`

    error[missing-page]: no page `gone`
     --> tool.json:1:40
      |
    1 | { "name": "Test", "sidebar": ["index", "gone"] }
      |                                        ^^^^^^
      |
      = help: create `docs/gone.md`

    found 2 errors, 2 warnings
    "#);
    insta::assert_snapshot!(site.run_in("docs", "validate untitled.md"), @r#"
    exit 1
    warning[orphan-page]: page `untitled` is not in the sidebar
     --> docs/untitled.md:1:1
      |
    1 | # No title
      | ^
      |
      = help: add `"untitled"` to `sidebar` in `tool.json`

    error[missing-title]: the page has no `title` in its frontmatter
     --> docs/untitled.md:1:1
      |
    1 | # No title
      | ^
      |
      = help: begin the file with a line `---`, a line `title: …` and a line `---`

    found 1 error, 1 warning
    "#);
    insta::assert_snapshot!(site.run("validate --quiet docs/index.md"), @r"
    exit 0
    ");
}

#[test]
fn findings_are_data() {
    let site = faulty();
    let report = site.json("validate");
    assert_eq!(report["summary"]["errors"], 2);
    let missing =
        &report["diagnostics"].as_array().unwrap().iter().find(|found| found["code"] == "missing-page").unwrap();
    assert_eq!(missing["place"]["file"], "tool.json");
    assert_eq!(missing["place"]["start"]["line"], 1);
    insta::assert_snapshot!(site.run("validate --format github"), @r#"
    exit 1
    ::warning title=orphan-page,file=docs/guide/start.md,line=1,endLine=1,col=1,endColumn=1::page `guide/start` is not in the sidebar%0Ahelp: add `"guide/start"` to `sidebar` in `tool.json`
    ::warning title=orphan-page,file=docs/untitled.md,line=1,endLine=1,col=1,endColumn=1::page `untitled` is not in the sidebar%0Ahelp: add `"untitled"` to `sidebar` in `tool.json`
    ::error title=missing-title,file=docs/untitled.md,line=1,endLine=1,col=1,endColumn=1::the page has no `title` in its frontmatter%0Ahelp: begin the file with a line `---`, a line `title: …` and a line `---`
    ::error title=missing-page,file=tool.json,line=1,endLine=1,col=40,endColumn=46::no page `gone`%0Ahelp: create `docs/gone.md`
    found 2 errors, 2 warnings
    "#);
}

#[test]
fn strict_fails_on_warnings() {
    let site = TestSite::new(CLEAN);
    site.write("docs/orphan.md", "---\ntitle: Orphan\n---\n\n# Orphan\n");
    assert!(site.run("validate").starts_with("exit 0\n"));
    assert!(site.run("validate --strict").starts_with("exit 1\n"));
}

#[test]
fn files_must_be_of_the_project() {
    let site = TestSite::new(CLEAN);
    insta::assert_snapshot!(site.run("validate /etc/hosts"), @r"
    exit 2
    stderr:
    error: /etc/hosts lies outside of the project [SITE]
      = help: only files in the project's folder are read: copy it there, then name the copy
    ");
    insta::assert_snapshot!(site.run("validate docs/gone.md"), @r"
    exit 2
    stderr:
    error: cannot open docs/gone.md: no such file or directory
    ");
    site.write("notes.txt", "x");
    insta::assert_snapshot!(site.run("validate notes.txt"), @r"
    exit 2
    stderr:
    error: `notes.txt` is no text that the site is made from
      = help: name a page, tool.json or the OpenAPI file; without a name, everything is checked
    ");
}

#[test]
fn nothing_is_written() {
    let site = TestSite::new(CLEAN);
    let before = site.files("");
    site.ok("validate");
    assert_eq!(site.files(""), before);
    assert!(!site.exists(".tool"));
}
