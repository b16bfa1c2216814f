//! What pages say about their history: what is read from real repositories.

use std::fs;

use crate::dev::{get, start};
use crate::git::{git, git_as};
use crate::test_site::TestSite;

const SITE: &str = r#"
//- /website/tool.json
{ "name": "N", "pageFacts": { "updated": true, "contributors": true } }
//- /website/docs/index.md
---
title: Home
---
Text.
//- /website/docs/old.md
---
title: Renamed
---
The text of this page is long enough to be recognized after a rename.
//- /website/docs/guía.md
---
title: Guía
---
Texto.
"#;

const ANN: (&str, &str) = ("Ann", "ann@a.test");
const CY: (&str, &str) = ("Cy", "cy@a.test");

/// A project in a folder of a repository, with three commits.
fn site() -> TestSite {
    let site = TestSite::new(SITE);
    let root = site.root();
    git(&root, &["init", "--quiet", "--initial-branch", "main"]);
    git(&root, &["add", "--all"]);
    // In UTC, it is the next day.
    git_as(&root, ANN, "2026-01-01T23:30:00-0800", &["commit", "--quiet", "--message", "First"]);
    git(&root, &["tag", "v1"]);
    site.write("website/docs/index.md", "---\ntitle: Home\n---\nOther text.\n");
    let message = "Second\n\nCo-authored-by: Zoë <zoe@a.test>";
    git_as(&root, CY, "2026-02-01T00:30:00+0900", &["commit", "--quiet", "--all", "--message", message]);
    git(&root, &["mv", "website/docs/old.md", "website/docs/renamed.md"]);
    git_as(&root, CY, "2026-03-01T12:00:00Z", &["commit", "--quiet", "--message", "Third"]);
    site
}

/// The facts at the foot of a page: the day, and the names.
fn facts(html: &str) -> String {
    let Some((_, facts)) = html.split_once("<dl class=\"page-facts\">") else { return "none".to_owned() };
    let facts = facts.split_once("</dl>").unwrap().0;
    let marked: Vec<&str> = facts.split("<dd>").skip(1).map(|part| part.split("</dd>").next().unwrap()).collect();
    marked.join(" ").replace("</bdi>", "").replace("<bdi>", "")
}

/// A clone of the repository around a site.
fn clone(site: &TestSite, option: &[&str]) -> TestSite {
    let clone = TestSite::new("");
    fs::remove_dir(clone.root()).unwrap();
    let from = format!("file://{}", site.root().display());
    let arguments = [["clone", "--quiet"].as_slice(), option, [&*from, "site"].as_slice()].concat();
    git(clone.root().parent().unwrap(), &arguments);
    clone
}

#[test]
fn facts_are_those_of_the_commits_of_a_page() {
    let site = site();
    assert!(site.run("build --project website --strict").starts_with("exit 0"));
    let page = |path: &str| facts(&site.read(&format!("website/dist/{path}")));
    let time = |day: &str| format!("<time datetime=\"{day}\">{day}</time>");
    assert_eq!(page("index.html"), format!("{} Ann Cy Zoë", time("2026-02-01")));
    assert_eq!(page("renamed/index.html"), format!("{} Ann", time("2026-01-01")));
    assert_eq!(page("guía/index.html"), format!("{} Ann", time("2026-01-01")));
    // Settings and the time zone of the user change nothing.
    for (name, value) in [
        ("log.showRoot", "false"),
        ("diff.renames", "false"),
        ("core.quotePath", "true"),
        ("log.date", "relative"),
        ("color.ui", "always"),
    ] {
        git(&site.root(), &["config", name, value]);
    }
    let before = site.read("website/dist/renamed/index.html");
    fs::remove_dir_all(site.root().join("website/dist")).unwrap();
    let path = std::env::var("PATH").unwrap();
    let build = |zone| site.command("build --project website").env("PATH", &path).env("TZ", zone).output().unwrap();
    assert!(build("Asia/Tokyo").status.success());
    assert_eq!(site.read("website/dist/renamed/index.html"), before);
}

#[test]
fn a_version_of_a_commit_has_the_facts_of_that_commit() {
    let site = site();
    site.write(
        "website/tool.json",
        r#"{ "name": "N", "pageFacts": { "updated": true }, "versions": [{ "version": "2" }, { "version": "1", "git": "v1" }] }"#,
    );
    assert!(site.run("build --project website --strict").starts_with("exit 0"));
    let page = |path: &str| facts(&site.read(&format!("website/dist/{path}index.html")));
    assert!(page("1/").contains("\"2026-01-01\""));
    assert!(page("1/old/").contains("\"2026-01-01\""));
    assert!(page("").contains("\"2026-02-01\""));
}

/// The files of the version are the same, but not their history.
#[test]
fn a_version_whose_history_grew_is_built_again() {
    let site = site();
    site.write(
        "website/tool.json",
        r#"{ "name": "N", "pageFacts": { "updated": true }, "versions": [{ "version": "2" }, { "version": "1" }] }"#,
    );
    let commit = |date: &str, text: &str| {
        site.write("website/versions/1/index.md", &format!("---\ntitle: Home\n---\n{text}\n"));
        git(&site.root(), &["add", "--all"]);
        git_as(&site.root(), ANN, date, &["commit", "--quiet", "--message", "More"]);
    };
    let day = |day: &str| {
        assert!(site.run("build --project website --strict").starts_with("exit 0"));
        let page = facts(&site.read("website/dist/1/index.html"));
        assert!(page.contains(day), "{page}");
    };
    commit("2026-04-01T12:00:00Z", "Old.");
    day("\"2026-04-01\"");
    commit("2026-04-02T12:00:00Z", "Other.");
    commit("2026-04-03T12:00:00Z", "Old.");
    day("\"2026-04-03\"");
}

#[test]
fn what_is_missing_of_a_history_is_reported() {
    let site = site();
    let shallow = clone(&site, &["--depth", "1"]);
    insta::assert_snapshot!(shallow.run("validate --project website"), @r#"
    exit 0
    warning[no-history]: this clone is shallow, so pages show neither dates nor contributors
     --> website/tool.json:1:29
      |
    1 | { "name": "N", "pageFacts": { "updated": true, "contributors": true } }
      |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: get the other commits with `git fetch --unshallow`; in GitHub Actions, give `actions/checkout` the option `fetch-depth: 0`

    found 1 warning
    "#);
    assert!(shallow.run("build --project website").starts_with("exit 0"));
    assert_eq!(facts(&shallow.read("website/dist/index.html")), "none");
    let config = r#"{ "name": "N", "pageFacts": { "updated": true } }"#;
    let plain = TestSite::new(&format!("//- /tool.json\n{config}\n//- /docs/index.md\n---\ntitle: T\n---\n"));
    insta::assert_snapshot!(plain.run("validate"), @r#"
    exit 0
    warning[no-history]: pages show neither dates nor contributors: the project is not in a Git repository
     --> tool.json:1:29
      |
    1 | { "name": "N", "pageFacts": { "updated": true } }
      |                             ^^^^^^^^^^^^^^^^^^^
      |
      = help: `pageFacts` reads the commits of the project's Git repository

    found 1 warning
    "#);
    git(&plain.root(), &["init", "--quiet"]);
    insta::assert_snapshot!(plain.run("validate"), @r#"
    exit 0
    warning[no-history]: pages show neither dates nor contributors: the repository has no commit `HEAD`
     --> tool.json:1:29
      |
    1 | { "name": "N", "pageFacts": { "updated": true } }
      |                             ^^^^^^^^^^^^^^^^^^^
      |
      = help: `pageFacts` reads the commits of the project's Git repository

    found 1 warning
    "#);
    let output = site.command("validate --project website").env("PATH", "/nowhere").output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(text.contains("pages show neither dates nor contributors: `git` is not installed\n"), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_clone_without_old_contents_knows_its_history() {
    let site = site();
    git(&site.root(), &["config", "uploadpack.allowFilter", "true"]);
    let clone = clone(&site, &["--filter=blob:none"]);
    assert!(clone.run("build --project website --strict").starts_with("exit 0"));
    assert!(facts(&clone.read("website/dist/renamed/index.html")).contains("\"2026-01-01\""));
}

#[test]
fn a_commit_while_the_site_is_served_changes_no_facts() {
    let site = site();
    let (_server, port) = start(&site, "dev --port 0 --project website");
    assert!(get(port, "/").contains("2026-02-01"));
    site.write("website/docs/index.md", "---\ntitle: Home\n---\nThird text.\n");
    git_as(&site.root(), CY, "2026-04-01T12:00:00Z", &["commit", "--quiet", "--all", "--message", "Fourth"]);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !get(port, "/").contains("Third text.") {
        assert!(std::time::Instant::now() < until, "the edit is not served");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(get(port, "/").contains("2026-02-01"));
}
