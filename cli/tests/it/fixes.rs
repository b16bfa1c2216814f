//! `tool validate --fix`: a project for each code that can be fixed (`tests/fixes/<code>.txt`), before and after.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::codes::{BASE, fixtures};
use crate::test_site::{TestSite, status};

/// A code, its project, and what the files are afterwards, by path.
type Fixable = (String, TestSite, Vec<(String, String)>);

/// The codes that have a project, with its files and what they are afterwards.
fn fixable() -> Vec<Fixable> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixes");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (before, after) = text.split_once("//= /").unwrap();
        let site = TestSite::new(before);
        for (path, text) in BASE {
            if !site.exists(path) {
                site.write(path, text);
            }
        }
        let after = after.split("//= /").map(|file| file.split_once('\n').unwrap());
        let after = after.map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
        found.push((path.file_stem().unwrap().to_str().unwrap().to_owned(), site, after));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// The files of a project with their bytes.
fn contents(site: &TestSite) -> Vec<(String, Vec<u8>)> {
    let files = site.files("").into_iter();
    files.map(|file| (file.clone(), fs::read(site.root().join(file)).unwrap())).collect()
}

/// The codes of the errors in a report.
fn errors(report: &serde_json::Value) -> BTreeSet<String> {
    let all = report["diagnostics"].as_array().unwrap().iter();
    let errors = all.filter(|found| found["severity"] == "error");
    errors.map(|found| found["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_can_be_fixed_is_fixed_and_nothing_else() {
    for (code, site, after) in fixable() {
        let report = site.json("validate");
        let all = report["diagnostics"].as_array().unwrap();
        let is_fixable = all.iter().any(|found| found["code"] == code.as_str() && !found["fix"].is_null());
        assert!(is_fixable, "{code}: {report:#}");
        let before = contents(&site);
        let planned = site.json("validate --fix --dry-run");
        assert_eq!(before, contents(&site), "{code}: a dry run writes nothing");
        let fixed = site.json("validate --fix");
        assert_eq!(planned["validate"]["files"], fixed["validate"]["files"], "{code}");
        for (path, text) in &after {
            assert_eq!(&site.read(path), text, "{code}: {path}");
        }
        let named: BTreeSet<&str> = after.iter().map(|(path, _)| path.as_str()).collect();
        for (path, bytes) in before.iter().filter(|(path, _)| !named.contains(path.as_str())) {
            assert_eq!(*bytes, fs::read(site.root().join(path)).unwrap(), "{code}: {path}");
        }
    }
}

/// Every project with a finding, fixable or not.
#[test]
fn a_second_run_fixes_nothing_and_no_error_is_new() {
    let sites = fixtures().into_iter().chain(fixable().into_iter().map(|(code, site, _)| (code, site)));
    for (code, site) in sites {
        let before = errors(&site.json("validate"));
        let first = site.json("validate --fix");
        let after = contents(&site);
        let second = site.json("validate --fix");
        assert_eq!(second["validate"]["fixed"], 0, "{code}: {second:#}");
        assert_eq!(after, contents(&site), "{code}");
        assert!(errors(&first).is_subset(&before), "{code}: {before:?} {first:#}");
        assert_eq!(first["diagnostics"], second["diagnostics"], "{code}");
    }
}

#[test]
fn the_manual_says_what_can_be_fixed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo/docs/reference/diagnostics.md");
    let page = fs::read_to_string(page).unwrap();
    let sections = page.split("\n### `").skip(1).filter_map(|section| section.split_once('`'));
    let described: BTreeSet<&str> =
        sections.filter(|(_, text)| text.contains("`--fix`")).map(|(code, _)| code).collect();
    let fixable = fixable();
    let known: BTreeSet<&str> = fixable.iter().map(|(code, ..)| code.as_str()).collect();
    assert_eq!(described, known);
}

#[test]
fn a_dry_run_shows_a_diff() {
    let site = TestSite::new(
        "//- /tool.json\n{ \"name\": \"Test\" }\n//- /docs/index.md\n# Home\n\nSee [it](/guide/steup).\n//- /docs/guide/setup.md\n---\ntitle: Setup\n---\n\nTo [nowhere](/nowhere).\n",
    );
    insta::assert_snapshot!(site.run("validate --fix --dry-run"), @r"
    exit 1
    --- a/docs/index.md
    +++ b/docs/index.md
    @@ -1,3 +1,7 @@
    +---
    +title: Home
    +---
    +
     # Home
     
    -See [it](/guide/steup).
    +See [it](/guide/setup).

    error[broken-link]: no page or file `/nowhere`
     --> docs/guide/setup.md:5:4
      |
    5 | To [nowhere](/nowhere).
      |    ^^^^^^^^^^^^^^^^^^^

    found 1 error
    would fix 2 problems in 1 file
    ");
    insta::assert_snapshot!(site.run_in("docs", "validate --fix --quiet index.md"), @"exit 0");
    insta::assert_snapshot!(site.run("validate --fix"), @r"
    exit 1
    error[broken-link]: no page or file `/nowhere`
     --> docs/guide/setup.md:5:4
      |
    5 | To [nowhere](/nowhere).
      |    ^^^^^^^^^^^^^^^^^^^

    found 1 error
    fixed 0 problems in 0 files
    ");
    let refused = site.run("validate --dry-run");
    assert!(refused.starts_with("exit 2") && refused.contains("--fix"), "{refused}");
}

#[test]
fn bytes_around_a_fix_stay_as_they_are() {
    let site = TestSite::new("//- /docs/guide.md\n---\ntitle: Guide\n---\n");
    site.write("tool.json", "\u{feff}{ \"name\": \"Test\",\r\n\t\"sidebar\": [ \"index\" , \"Guide\" ] }");
    site.write("docs/index.md", "\u{feff}# Home\r\n\r\nSee [it](/Guide).  \r\n\u{a0}\tEnd");
    site.ok("validate --fix");
    assert_eq!(site.read("tool.json"), "\u{feff}{ \"name\": \"Test\",\r\n\t\"sidebar\": [ \"index\" , \"guide\" ] }");
    assert_eq!(
        site.read("docs/index.md"),
        "\u{feff}---\r\ntitle: Home\r\n---\r\n\r\n# Home\r\n\r\nSee [it](/guide).  \r\n\u{a0}\tEnd"
    );
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_said() {
    use std::os::unix::fs::PermissionsExt as _;
    let site = TestSite::new("//- /tool.json\n{ \"name\": \"Test\" }\n//- /docs/index.md\n# Home\n");
    let page = site.root().join("docs/index.md");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o444)).unwrap();
    let output = site.command("validate --fix").output().unwrap();
    assert_eq!(status(&output), "2");
    assert!(String::from_utf8_lossy(&output.stderr).contains("read-only"));
    assert_eq!(site.read("docs/index.md"), "# Home\n");
}
