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
      = help: name a page, a folder, tool.json or the OpenAPI file; without a name, everything is checked
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

#[test]
fn a_folder_stands_for_the_files_in_it() {
    let site = faulty();
    site.write("docs/guide-2/x.md", "x\n");
    let files = |arguments: &str| {
        let report = site.json(arguments);
        let found = report["diagnostics"].as_array().unwrap().iter();
        let mut files: Vec<_> = found.map(|found| found["place"]["file"].as_str().unwrap().to_owned()).collect();
        files.dedup();
        files
    };
    assert_eq!(files("validate docs/guide"), ["docs/guide/start.md"]);
    assert_eq!(files("validate docs/guide/ docs/untitled.md"), ["docs/guide/start.md", "docs/untitled.md"]);
    assert_eq!(files("validate docs").len(), 3);
    assert_eq!(files("validate ."), files("validate"));
}

#[test]
fn a_log_in_sarif_stands_alone() {
    let site = faulty();
    site.write("docs/a b.md", "---\ntitle: A\n---\n\n[x](/nope)\n");
    let output = site.command("validate --format sarif").output().unwrap();
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), log["version"].as_str()), (Some(1), Some("2.1.0")));
    let run = &log["runs"][0];
    let rules: Vec<_> = run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    let results = run["results"].as_array().unwrap();
    assert!(results.iter().all(|result| rules.contains(&&result["ruleId"])), "{rules:?}");
    let broken = results.iter().find(|result| result["ruleId"] == "broken-link").unwrap();
    insta::assert_json_snapshot!(broken, @r#"
    {
      "ruleId": "broken-link",
      "level": "error",
      "message": {
        "text": "no page or file `/nope`"
      },
      "locations": [
        {
          "physicalLocation": {
            "artifactLocation": {
              "uri": "docs/a%20b.md"
            },
            "region": {
              "startLine": 5,
              "startColumn": 1,
              "endLine": 5,
              "endColumn": 11
            }
          }
        }
      ],
      "relatedLocations": []
    }
    "#);
}
