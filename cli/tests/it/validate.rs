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
    1 problem can be fixed with `tool validate --fix`
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
    1 problem can be fixed with `tool validate --fix`
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
    1 problem can be fixed with `tool validate --fix`
    "#);
}

#[test]
fn findings_are_a_sarif_log() {
    let site = faulty();
    let output = site.command("validate --format sarif").output().unwrap();
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    insta::assert_json_snapshot!(run["results"][3], @r##"
    {
      "ruleId": "missing-page",
      "ruleIndex": 0,
      "level": "error",
      "message": {
        "text": "no page `gone`\nhelp: create `docs/gone.md`"
      },
      "locations": [
        {
          "physicalLocation": {
            "artifactLocation": {
              "uri": "tool.json",
              "uriBaseId": "%SRCROOT%"
            },
            "region": {
              "startLine": 1,
              "startColumn": 40,
              "endLine": 1,
              "endColumn": 46
            }
          }
        }
      ],
      "partialFingerprints": {
        "finding/v1": "a34fe0b8869663aa:1"
      }
    }
    "##);
    // A command that has more to say says it elsewhere.
    site.write("a.yaml", "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n");
    let output = site.command("openapi inspect a.yaml --format sarif").output().unwrap();
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "missing-paths");
}

#[test]
fn a_project_says_how_grave_findings_are() {
    let site = faulty();
    let config = r#"{ "name": "Test", "sidebar": ["index", "gone"], "rules": { "orphan-page": "error", "missing-title": "off" } }"#;
    site.write("tool.json", config);
    let report = site.json("validate");
    let found: Vec<(&str, &str)> = report["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| (found["code"].as_str().unwrap(), found["severity"].as_str().unwrap()))
        .collect();
    assert_eq!(found, [("orphan-page", "error"), ("orphan-page", "error"), ("missing-page", "error")]);
    site.write("tool.json", &config.replace("\"error\"", "\"info\""));
    assert!(site.run("validate --strict docs/untitled.md").starts_with("exit 0\n"));
}

#[test]
fn codes_are_explained() {
    let site = TestSite::new(CLEAN);
    insta::assert_snapshot!(site.run("explain warning[invalid-server]"), @r#"
    exit 0
    warning[invalid-server]

    The `url` of a server is not a URL that requests can be sent to (`javascript:`,
    `file:`, a host without a scheme), or contains a user name before its host,
    possibly from the default of a variable. It is shown as written, and the request
    panel never sends requests to it. The code is also reported if the URL has a
    variable that `variables` does not define, or if the default of a variable is
    not in its `enum`.

    Wrong:
        servers:
          - url: ftp://files.pets.test

    Right:
        servers:
          - url: https://api.pets.test

    Until it is resolved, `tool validate --strict` fails. Change its level in
    tool.json: "rules": { "invalid-server": "off" }, or "info", "warning", "error".
    "#);
    insta::assert_snapshot!(site.run("explain invalid-json"), @r#"
    exit 0
    error[invalid-json]

    The file is not valid JSON. The reported location is where parsing failed; often
    the cause is a missing or extra comma just before it.

    Wrong:
        { "lang": "en" "docs": "docs" }

    Right:
        { "lang": "en", "docs": "docs" }

    It blocks `tool build`; its level cannot be changed.
    "#);
    insta::assert_snapshot!(site.run("explain orphan-pages"), @r#"
    exit 2
    stderr:
    error: unknown diagnostic `orphan-pages`
      = help: did you mean `orphan-page`?
    "#);
    let all = site.json("explain");
    assert!(all.as_array().unwrap().iter().any(|code| code["code"] == "broken-link" && code["blocksBuild"] == false));
    assert_eq!(site.json("explain broken-link")["severity"], "error");
    assert!(site.ok("explain").lines().count() > 50);
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
    error: /etc/hosts is outside the project [SITE]
      = help: only files in the project folder are read: copy the file there and use the copy
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
    error: `notes.txt` is not part of this site
      = help: name a page, a folder, tool.json or an OpenAPI file; without arguments, everything is checked
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
fn what_stops_a_build_comes_first() {
    let site = faulty();
    site.write("tool.json", "{ \"name\": \"Test\", }\n");
    let report = site.json("validate");
    assert_eq!(report["diagnostics"][0]["code"], "invalid-json", "{report:#}");
    assert!(report["diagnostics"].as_array().unwrap().len() > 1, "{report:#}");
}
