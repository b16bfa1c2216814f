//! What the commands say of bad specs, with which exit status, and that nothing is written then.

use std::fs;

use crate::test_site::{CLEAN, TestSite};

/// A site with a spec, built once.
fn built() -> TestSite {
    let site = TestSite::new(CLEAN);
    site.write(
        "tool.json",
        "{ \"name\": \"Test\", \"openapi\": \"openapi.yaml\", \"sidebar\": [\"index\", \"guide/start\"] }\n",
    );
    site.write("docs/index.md", "---\ntitle: Home\n---\n\n<wc-endpoint ref=\"getPet\"></wc-endpoint>\n");
    site.write("openapi.yaml", &spec("description: A pet"));
    site.ok("build");
    site
}

/// A spec whose one response is that.
fn spec(response: &str) -> String {
    format!(
        "openapi: 3.1.0\ninfo:\n  {{title: Pets, version: '1'}}\npaths:\n  /pets:\n    get:\n      operationId: getPet\n      summary: Get a pet\n      responses:\n        '200':\n          {response}\n"
    )
}

/// Builds with another spec, which is wrong: the old output stays. Returns the report.
#[track_caller]
fn refused(site: &TestSite) -> String {
    let before = (site.files("dist"), site.read("dist/index.html"), site.read("openapi.yaml"));
    let shown = site.run("build");
    assert!(shown.starts_with("exit 1\n") && shown.contains("nothing was written"), "{shown}");
    assert_eq!((site.files("dist"), site.read("dist/index.html"), site.read("openapi.yaml")), before);
    shown
}

#[test]
fn errors_in_a_spec_leave_the_old_site() {
    let site = built();
    let mut report = String::new();
    let swagger = "swagger: '2.0'\npaths: {}\n".to_owned();
    let conflict = spec("description: A pet").replace("info:\n", "<<<<<<< HEAD\ninfo:\n=======\n>>>>>>> theirs\n");
    for (title, text) in [
        ("a reference out of the project", spec("$ref: ../../../etc/passwd")),
        ("a missing file", spec("$ref: parts/pet.yaml")),
        ("Swagger", swagger),
        ("a merge conflict", conflict),
        ("nesting", spec(&format!("x: {}", "[".repeat(1_000)))),
    ] {
        site.write("openapi.yaml", &text);
        report.push_str(&format!("## {title}\n{}", refused(&site)));
    }
    insta::assert_snapshot!(report);
}

#[test]
fn bytes_that_are_no_text_are_shown_by_their_line() {
    let site = built();
    let latin1: Vec<u8> = spec("description: Früh").chars().map(|c| u8::try_from(c as u32).unwrap()).collect();
    fs::write(site.root().join("openapi.yaml"), latin1).unwrap();
    insta::assert_snapshot!(site.run("validate"));
    assert!(site.run("build").starts_with("exit 1\n"));
    assert!(site.read("dist/index.html").contains("A pet"));
}

#[test]
fn warnings_let_a_site_through_unless_strict() {
    let site = built();
    site.write("openapi.yaml", &spec("description: First\n          description: Last"));
    insta::assert_snapshot!(site.run("validate"));
    assert!(site.run("validate --strict").starts_with("exit 1\n"));
    assert!(site.run("build --strict").starts_with("exit 1\n"));
    assert!(site.read("dist/index.html").contains("A pet"));
    assert!(site.run("build").starts_with("exit 0\n"));
    assert!(site.read("dist/index.html").contains("Last"));
    site.write("openapi.yaml", &spec("$ref: https://example.test/pet.yaml"));
    let shown = site.run("build");
    assert!(shown.starts_with("exit 0\n") && shown.contains("warning[remote-reference]"), "{shown}");
    assert!(site.read("dist/index.html").contains("is remote, and remote references are not fetched"));
}

#[cfg(unix)]
#[test]
fn a_pipe_does_not_block() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let site = built();
    fs::remove_file(site.root().join("openapi.yaml")).unwrap();
    assert!(Command::new("mkfifo").arg(site.root().join("openapi.yaml")).status().unwrap().success());
    let mut child = site.command("validate").stdout(Stdio::piped()).spawn().unwrap();
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("blocked");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(1));
}
