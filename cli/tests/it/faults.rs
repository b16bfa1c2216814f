//! Faults of the environment and odd files of a project: each is an error with its place, and nothing is lost.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use engine::testing::skipped;

use crate::test_site::{CLEAN, TestSite};

/// Runs the binary with limits of `prlimit`: its exit status and what it printed. `None` if that is missing.
fn run_limited(site: &TestSite, limit: &str, arguments: &str) -> Option<(Option<i32>, String)> {
    let command = |arguments: &str| {
        let mut command = Command::new("prlimit");
        command.arg(limit).arg(env!("CARGO_BIN_EXE_tool")).args(arguments.split(' ')).current_dir(site.root());
        command
    };
    let probe = Command::new("prlimit").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        skipped(&format!("`tool {arguments}` with {limit}"), "prlimit is not installed");
        return None;
    }
    let output = command(arguments).output().unwrap();
    let shown = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Some((output.status.code(), shown))
}

#[test]
fn a_file_beyond_the_limit_is_an_error_with_its_path() {
    let site = TestSite::new(CLEAN);
    site.ok("build");
    let before = site.files("dist");
    site.write("docs/large.md", &format!("---\ntitle: Large\n---\n\n{}\n", "Words and more. ".repeat(2_000)));
    site.write("tool.json", r#"{ "name": "Other", "sidebar": ["index", "guide/start", "large"] }"#);
    let Some((status, shown)) = run_limited(&site, "--fsize=16384", "build") else { return };
    assert!(status == Some(2) && shown.contains("error: cannot write ") && shown.contains("file too large"), "{shown}");
    assert_eq!(site.files("dist"), before);
    assert_eq!(run_limited(&site, "--fsize=100", "init new").unwrap().0, Some(2));
}

/// A full disk or a signal may end `init` after some files.
#[test]
fn an_init_that_ended_halfway_can_be_run_again() {
    let site = TestSite::new("");
    site.ok("init docs");
    for gone in ["tool.json", "docs/index.md"] {
        fs::remove_file(site.root().join("docs").join(gone)).unwrap();
    }
    site.ok("init docs");
    site.ok("validate --project docs");
    fs::remove_file(site.root().join("docs/tool.json")).unwrap();
    site.write("docs/docs/index.md", "mine");
    assert!(site.run("init docs").contains("index.md already exists, and `tool init` never overwrites files"));
    assert_eq!(site.read("docs/docs/index.md"), "mine");
}

#[test]
fn a_reference_says_nothing_about_the_output_folder() {
    let long = "a".repeat(5_000);
    for reference in [".", "./", "dist", "dist/x.json", &long] {
        let site = TestSite::new(CLEAN);
        site.write("tool.json", r#"{ "name": "Test", "openapi": "api.json" }"#);
        site.write(
            "api.json",
            &format!(
                r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{}}, "components": {{"schemas": {{"A": {{"$ref": "{reference}"}}}}}}}}"#
            ),
        );
        for command in ["build", "build --keep-going", "build", "build --keep-going"] {
            let shown = site.run(command);
            assert!(!shown.contains("exit 2"), "{shown}");
            assert!(!shown.starts_with("exit 1") || shown.contains("--> api.json:1:"), "{shown}");
        }
        assert!(site.exists("dist/index.html"));
    }
}

#[test]
fn what_the_author_did_is_an_error_with_its_place() {
    // A page whose folder is a file of another page.
    let site = TestSite::new(CLEAN);
    site.write("docs/index.html.md", "---\ntitle: Other\n---\n");
    let shown = site.run("build --keep-going");
    assert!(
        shown.starts_with("exit 1\nerror[duplicate-page]") && shown.contains("--> docs/index.html.md:1:1"),
        "{shown}"
    );
    assert!(site.read("dist/index.html").contains("Home"));

    // A component outside of the project.
    let site = TestSite::new(CLEAN);
    site.write("../outside.js", "customElements.define(\"wc-evil\", class extends HTMLElement {});");
    fs::create_dir(site.root().join("components")).unwrap();
    symlink("../../outside.js", site.root().join("components/wc-evil.js")).unwrap();
    let shown = site.run("build --keep-going");
    assert!(shown.starts_with("exit 1\nerror[outside-project]") && shown.contains("components/wc-evil.js"), "{shown}");
    assert!(site.exists("dist/index.html") && !site.exists("dist/components/wc-evil.js"));

    // An asset beyond the limit: a sparse file takes no space.
    let site = TestSite::new(CLEAN);
    fs::File::create(site.root().join("docs/film.mp4")).unwrap().set_len(5 << 29).unwrap();
    for command in ["validate", "build", "build --keep-going"] {
        let shown = site.run(command);
        assert!(shown.starts_with("exit 1\nerror[unreadable-file]: the file cannot be read: it has"), "{shown}");
        assert!(shown.contains("--> docs/film.mp4"), "{shown}");
    }
    assert!(site.exists("dist/index.html") && !site.exists("dist/film.mp4"));

    // A pipe instead of `tool.json`.
    let site = TestSite::new(CLEAN);
    fs::remove_file(site.root().join("tool.json")).unwrap();
    let made = Command::new("mkfifo").arg(site.root().join("tool.json")).status();
    if made.is_ok_and(|status| status.success()) {
        let shown = site.run("validate");
        assert!(shown.starts_with("exit 1\nerror[unreadable-file]") && shown.contains("not a regular file"), "{shown}");
    }
}

/// Assets are copied in parts, and a copy equals its source.
#[test]
fn large_assets_are_copied_in_little_memory() {
    let site = TestSite::new(CLEAN);
    let asset = site.root().join("docs/film.mp4");
    fs::File::create(&asset).unwrap().set_len(300 << 20).unwrap();
    let Some((status, shown)) = run_limited(&site, "--data=260000000", "build") else { return };
    assert_eq!(status, Some(0), "{shown}");
    assert_eq!(fs::metadata(site.root().join("dist/film.mp4")).unwrap().len(), 300 << 20);
    let (status, shown) = run_limited(&site, "--data=260000000", "build").unwrap();
    assert!(status == Some(0) && shown.contains(" 0 written"), "{shown}");
}
