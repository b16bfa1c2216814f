//! Versions and languages that did not change are kept from the last build, and every other one is built again.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;

use crate::test_site::TestSite;

const SITE: &str = r##"
//- /tool.json
{
  "name": "N",
  "languages": [{ "lang": "en", "label": "English" }, { "lang": "de", "label": "Deutsch" }],
  "versions": [
    { "version": "3.x", "openapi": "api.json" },
    { "version": "2.x", "openapi": "versions/2.x/api.json" }
  ]
}
//- /api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "3" },
  "paths": { "/a": { "get": { "operationId": "a", "summary": "A", "responses": { "200": { "description": "OK" } } } } }
}
//- /versions/2.x/api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "2" },
  "paths": { "/a": { "get": { "operationId": "a", "summary": "A", "responses": { "200": { "description": "OK" } } } } }
}
//- /docs/index.md
---
title: Home
---
The newest.
//- /docs/get.md
---
title: Get
layout: api
---
<wc-endpoint ref="a"></wc-endpoint>
//- /versions/2.x/index.md
---
title: Home
---
An older one.
//- /versions/2.x/get.md
---
title: Get
layout: api
---
<wc-endpoint ref="a"></wc-endpoint>
//- /versions/2.x/only.md
---
title: Only here
---
What was removed later.
//- /i18n/de/index.md
---
title: Start
---
Die neueste.
"##;

/// The main edition is always built.
const OTHERS: [&str; 3] = ["2.x/", "de/", "de/2.x/"];

/// A page of an edition in the output.
fn page(site: &TestSite, edition: &str) -> PathBuf {
    site.root().join("dist").join(edition).join("index.html")
}

/// Changes a page of each edition without a trace in its length or time: only a build that makes the page repairs it.
fn mark(site: &TestSite) {
    for edition in OTHERS {
        let page = page(site, edition);
        let (text, time) = (fs::read_to_string(&page).unwrap(), fs::metadata(&page).unwrap().modified().unwrap());
        fs::write(&page, text.replacen("<!doctype html>", "<!DOCTYPE html>", 1)).unwrap();
        File::options().append(true).open(&page).unwrap().set_modified(time).unwrap();
    }
}

/// The editions whose marked pages are as they were marked.
fn kept(site: &TestSite) -> Vec<&'static str> {
    let is_marked = |edition: &&str| fs::read_to_string(page(site, edition)).unwrap().starts_with("<!DOCTYPE html>");
    OTHERS.into_iter().filter(is_marked).collect()
}

/// Builds a site, marks it, changes something, and builds it again. Returns the editions that the second build kept.
#[track_caller]
fn kept_after(change: impl FnOnce(&TestSite)) -> Vec<&'static str> {
    kept_by("build", change)
}

#[track_caller]
fn kept_by(second: &str, change: impl FnOnce(&TestSite)) -> Vec<&'static str> {
    let site = TestSite::new(SITE);
    site.ok("build");
    mark(&site);
    change(&site);
    site.ok(second);
    let kept = kept(&site);
    // Apart from the marks, the site is the one that a new build makes.
    for edition in OTHERS {
        let text = fs::read_to_string(page(&site, edition)).unwrap();
        fs::write(page(&site, edition), text.replacen("<!DOCTYPE html>", "<!doctype html>", 1)).unwrap();
    }
    site.ok(&format!("{second} --out fresh"));
    let (old, new) = (site.files("dist"), site.files("fresh"));
    assert_eq!(old, new);
    for file in old {
        let read = |folder: &str| fs::read(site.root().join(folder).join(&file)).unwrap();
        assert!(read("dist") == read("fresh"), "{file} differs");
    }
    kept
}

#[test]
fn a_build_that_may_leave_files_out_keeps_nothing() {
    assert!(kept_by("build --keep-going", |_| ()).is_empty());
}

#[test]
fn an_edit_of_the_main_version_keeps_all_others() {
    let edit = |site: &TestSite| site.write("docs/index.md", "---\ntitle: Start\n---\nChanged.\n");
    assert_eq!(kept_after(edit), ["2.x/", "de/2.x/"]);
    assert_eq!(kept_after(|site| site.write("i18n/de/index.md", "---\ntitle: Anfang\n---\n")), ["2.x/", "de/2.x/"]);
    assert_eq!(kept_after(|_| ()), OTHERS);
}

/// Of the main edition, only files that an edit changes are compared with the disk, unless one was edited there.
#[test]
fn what_is_made_as_before_is_not_compared() {
    let site = TestSite::new(SITE);
    let file = |path: &str| site.root().join("dist").join(path);
    let (edited, other) = (file("index.md"), file("get.md"));
    let edit = |number: u32| {
        site.write("docs/index.md", &format!("---\ntitle: Home\n---\nChanged {number}.\n"));
        site.ok("build");
        assert!(fs::read_to_string(&edited).unwrap().contains(&format!("Changed {number}.")));
        fs::read_to_string(&other).unwrap()
    };
    let right = edit(1);
    let time = fs::metadata(&other).unwrap().modified().unwrap();
    fs::write(&other, right.replace('A', "B")).unwrap();
    File::options().append(true).open(&other).unwrap().set_modified(time).unwrap();
    assert_eq!(edit(2), right.replace('A', "B"), "without a trace of the edit");
    fs::write(&other, "edited").unwrap();
    assert_eq!(edit(3), right);
    assert_eq!(edit(4), right);
}

#[test]
fn an_edit_of_another_version_builds_it_again() {
    let edit = |site: &TestSite| site.write("versions/2.x/index.md", "---\ntitle: Home\n---\nChanged.\n");
    assert_eq!(kept_after(edit), ["de/"]);
    let rename = |site: &TestSite| {
        let spec = site.read("versions/2.x/api.json");
        site.write("versions/2.x/api.json", &spec.replace("\"summary\": \"A\"", "\"summary\": \"B\""));
    };
    assert_eq!(kept_after(rename), ["de/"]);
}

#[test]
fn a_change_of_the_configuration_builds_everything_again() {
    let rename = |site: &TestSite| site.write("tool.json", &site.read("tool.json").replace("\"N\"", "\"M\""));
    assert!(kept_after(rename).is_empty());
    assert!(kept_by("build --offline", |_| ()).is_empty());
}

#[test]
fn an_address_that_comes_or_goes_builds_everything_again() {
    // The menu of versions leads from the page of 2.x to this one.
    assert!(kept_after(|site| site.write("docs/only.md", "---\ntitle: Again\n---\n")).is_empty());
    assert!(kept_after(|site| fs::remove_file(site.root().join("docs/get.md")).unwrap()).is_empty());
}

#[test]
fn another_program_builds_everything_again() {
    let site = TestSite::new(SITE);
    site.ok("build");
    mark(&site);
    // The same program, but for a byte that is never run.
    let other = site.root().join("other-tool");
    fs::copy(env!("CARGO_BIN_EXE_tool"), &other).unwrap();
    let mut file = File::options().append(true).open(&other).unwrap();
    file.write_all(b"\0").unwrap();
    drop(file);
    let status = std::process::Command::new(&other).arg("build").current_dir(site.root()).output().unwrap().status;
    assert!(status.success());
    assert!(kept(&site).is_empty());
}

#[test]
fn files_that_were_edited_or_deleted_in_the_output_are_made_again() {
    let site = TestSite::new(SITE);
    site.ok("build");
    let old = fs::read(page(&site, "2.x/")).unwrap();
    fs::write(page(&site, "2.x/"), "edited").unwrap();
    fs::remove_file(page(&site, "de/")).unwrap();
    site.ok("build");
    assert!(fs::read(page(&site, "2.x/")).unwrap() == old);
    assert!(page(&site, "de/").exists());
}

#[test]
fn findings_in_a_kept_version_are_reported_again() {
    check_findings_of_kept("");
    check_findings_of_kept(&"and so on ".repeat(2000));
}

/// Checks that a link without a target in 2.x, with this behind it, is reported again as it was.
#[track_caller]
fn check_findings_of_kept(rest_of_line: &str) {
    let site = TestSite::new(SITE);
    let page = format!("---\ntitle: Only here\n---\n[gone](missing.md) {rest_of_line}\n");
    site.write("versions/2.x/only.md", &page);
    let first = site.run("build");
    assert!(first.contains("broken-link"), "{first}");
    mark(&site);
    let findings = |report: &str| report.split_once("found 1").unwrap().0.to_owned();
    assert_eq!(findings(&site.run("build")), findings(&first), "with the text around it");
    assert_eq!(kept(&site), OTHERS);
    let other = site.run("build --strict");
    assert!(other.contains("nothing was written"), "{other}");
}

/// Checks that a link in 2.x to a heading of 3.x is reported when the heading is gone, and that 2.x is kept.
#[track_caller]
fn check_link_of_kept(write: impl FnOnce(&TestSite)) {
    let site = TestSite::new(SITE);
    site.write("docs/index.md", "---\ntitle: Home\n---\n## Sow\n");
    site.write("i18n/de/index.md", "---\ntitle: Start\n---\n## Säen {#sow}\n");
    write(&site);
    let first = site.run("build");
    assert!(!first.contains("broken-anchor"), "{first}");
    mark(&site);
    site.write("docs/index.md", "---\ntitle: Home\n---\n## Reap\n");
    for _ in 0..2 {
        let next = site.run("build");
        assert_eq!(next.lines().filter(|line| line.contains("broken-anchor")).count(), 1, "{next}");
        assert!(kept(&site).contains(&"2.x/"));
    }
}

#[test]
fn links_of_kept_pages_to_headings_of_other_versions_are_checked() {
    check_link_of_kept(|site| {
        site.write("versions/2.x/only.md", "---\ntitle: Only here\n---\n[Sow](/3.x/#sow)\n");
    });
}

#[test]
fn links_of_fragments_in_kept_pages_are_checked() {
    check_link_of_kept(|site| {
        site.write("versions/2.x/_reusables/sow.md", "[Sow](/3.x/#sow)");
        let page = "---\ntitle: Only here\n---\n<wc-include src=\"sow.md\"></wc-include>\n";
        site.write("versions/2.x/only.md", page);
    });
}

#[test]
fn links_in_the_sidebar_of_a_kept_version_are_checked() {
    check_link_of_kept(|site| {
        let entry = r#"{ "href": "/3.x/#sow", "title": "Sow" }"#;
        let sidebar = format!(r#""sidebar": ["index", "only", "get", {entry}], "openapi": "versions"#);
        site.write("tool.json", &site.read("tool.json").replacen(r#""openapi": "versions"#, &sidebar, 1));
    });
}

#[test]
fn a_first_link_to_a_heading_of_a_kept_version_is_checked() {
    let site = TestSite::new(SITE);
    site.write("versions/2.x/only.md", "---\ntitle: Only here\n---\n## Sow\n");
    site.ok("build");
    mark(&site);
    site.write("docs/index.md", "---\ntitle: Home\n---\n[Sow](/2.x/only#sow) [Reap](/2.x/only#reap)\n");
    for _ in 0..2 {
        let next = site.run("build");
        let found: Vec<&str> = next.lines().filter(|line| line.contains("broken-anchor")).collect();
        assert!(matches!(found.as_slice(), [only] if only.contains("reap")), "{next}");
        assert!(kept(&site).contains(&"2.x/"));
    }
}

#[test]
fn nothing_unfinished_is_left() {
    let site = TestSite::new(SITE);
    site.ok("build");
    let entries = fs::read_dir(site.root().join(".tool")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left: Vec<String> = names.filter(|name| name.starts_with("unfinished")).collect();
    assert!(left.is_empty(), "{left:?}");
}
