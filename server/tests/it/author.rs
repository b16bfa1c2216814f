//! What pages offer to the author: the findings, the editor and fixes, and who may ask for them.

use std::sync::{Arc, Mutex};

use engine::Diagnostic;
use server::{Authoring, Findings, View};

use crate::client::{Events, get, request};
use crate::site::{Site, page};

/// Remembers what it was asked.
#[derive(Debug, Default)]
struct Recorder(Mutex<Vec<String>>);

impl Authoring for Recorder {
    fn describe(&self, findings: &Findings, view: &View<'_>) -> String {
        let View { version, page, is_local } = view;
        format!("{version} {page:?} {is_local} {}", findings.diagnostics.len())
    }

    fn open(&self, file: &str, line: usize, column: usize) -> Result<(), String> {
        self.0.lock().unwrap().push(format!("open {file}:{line}:{column}"));
        if line == 99 { Err("No editor.".to_owned()) } else { Ok(()) }
    }

    fn fix(&self, finding: &Diagnostic) -> Result<(), String> {
        self.0.lock().unwrap().push(format!("fix {}", finding.code.name()));
        Ok(())
    }
}

/// A site with a link that has a fix, in `docs/index.md`, and a page without problems.
fn site(host: Option<&str>) -> (Site, Arc<Recorder>) {
    let recorder = Arc::new(Recorder::default());
    let (home, other) = (page("[Guide](/giude)"), page("Text."));
    let files = [("docs/index.md", home.as_str()), ("docs/guide.md", other.as_str()), ("secret.txt", "secret")];
    let site = Site::for_author(&files, recorder.clone(), host);
    site.event(|event| matches!(event, server::Event::Checked { .. }).then_some(()));
    (site, recorder)
}

fn token(site: &Site) -> String {
    let script = get(site.port, "/_tool/dev.js").text();
    let (_, rest) = script.split_once("token: '").expect("a token");
    format!("X-Tool-Token: {}", rest.split('\'').next().unwrap())
}

const OPEN: &str = "/_tool/open?file=docs%2Findex.md&line=5&column=3";

#[test]
fn the_author_opens_files_and_writes_fixes() {
    let (site, recorder) = site(None);
    let own =
        [token(&site), format!("Origin: http://localhost:{}", site.port), "Sec-Fetch-Site: same-origin".to_owned()];
    let own = own.each_ref().map(String::as_str);
    let ask = |target: &str| {
        let reply = request(site.port, "POST", target, &own);
        (reply.status, reply.text())
    };
    assert_eq!(ask(OPEN), (204, String::new()));
    assert_eq!(ask("/_tool/open?file=docs%2Findex.md&line=99"), (200, "No editor.".to_owned()));
    assert_eq!(ask("/_tool/fix?version=1&finding=0"), (204, String::new()));
    let stale = "The files have changed; look at the new list.".to_owned();
    for target in ["/_tool/fix?version=0&finding=0", "/_tool/fix?version=2&finding=0", "/_tool/fix?version=1&finding=9"]
    {
        assert_eq!(ask(target), (200, stale.clone()), "{target}");
    }
    for target in
        ["/_tool/fix", "/_tool/fix?version=1", "/_tool/fix?version=1&finding=-1", "/_tool/fix?version=%&finding=0"]
    {
        assert_eq!(ask(target).0, 400, "{target}");
    }
    let asked = ["open docs/index.md:5:3", "open docs/index.md:99:1", "fix broken-link"];
    assert_eq!(*recorder.0.lock().unwrap(), asked);
}

#[test]
fn only_files_with_findings_are_opened() {
    let (site, recorder) = site(None);
    let token = token(&site);
    for file in [
        "..%2Fsecret.txt",
        "secret.txt",
        "%2Fetc%2Fpasswd",
        "docs%2F..%2Fsecret.txt",
        "docs%2Findex.md%00",
        ".%2Fdocs%2Findex.md",
        "docs%2Fguide.md",
        "--help",
        "",
        "%",
    ] {
        let reply = request(site.port, "POST", &format!("/_tool/open?file={file}&line=1"), &[&token]);
        assert_eq!(reply.status, 403, "{file}");
    }
    assert_eq!(request(site.port, "POST", "/_tool/open", &[&token]).status, 403);
    assert_eq!(*recorder.0.lock().unwrap(), [""; 0]);
}

#[test]
fn other_pages_can_neither_open_nor_fix() {
    let (site, recorder) = site(None);
    let token = token(&site);
    let refused: [&[&str]; 9] = [
        &[],
        &["X-Tool-Token: "],
        &["X-Tool-Token: 0123456789abcdef0123456789abcdef"],
        &[&token, "Origin: http://evil.test"],
        &[&token, "Origin: null"],
        &[&token, "Sec-Fetch-Site: cross-site"],
        &[&token, "Sec-Fetch-Site: same-site"],
        &[&token, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
        &[&token, "Host: evil.test"],
    ];
    for headers in refused {
        for target in [OPEN, "/_tool/fix?version=1&finding=0"] {
            let reply = request(site.port, "POST", target, headers);
            assert_eq!(reply.status, 403, "{target} {headers:?}");
            assert_eq!(reply.header("access-control-allow-origin"), None);
        }
    }
    for method in ["GET", "HEAD", "PUT", "OPTIONS"] {
        assert_eq!(request(site.port, method, OPEN, &[&token]).status, 405, "{method}");
    }
    let preflight = ["Origin: http://evil.test", "Access-Control-Request-Method: POST"];
    assert_eq!(request(site.port, "OPTIONS", OPEN, &preflight).status, 403);
    assert_eq!(request(site.port, "GET", "/_tool/findings?page=/", &["Origin: http://evil.test"]).status, 403);
    assert_eq!(request(site.port, "GET", "/_tool/findings?page=/", &["Sec-Fetch-Site: cross-site"]).status, 403);
    assert_eq!(*recorder.0.lock().unwrap(), [""; 0]);
}

#[test]
fn other_machines_see_findings_but_change_nothing() {
    let (site, recorder) = site(Some("127.0.0.1"));
    assert!(!get(site.port, "/_tool/dev.js").text().contains("token: '"));
    assert_eq!(get(site.port, "/_tool/findings?page=%2F").text(), "1 Some(\"docs/index.md\") false 1");
    for header in ["X-Tool-Token: ", "X-Tool-Token: 0"] {
        assert_eq!(request(site.port, "POST", OPEN, &[header]).status, 403);
    }
    assert_eq!(*recorder.0.lock().unwrap(), [""; 0]);
}

#[test]
fn the_list_knows_the_page_that_is_shown() {
    let (site, _) = site(None);
    let list = |page: &str| get(site.port, &format!("/_tool/findings?page={page}"));
    assert_eq!(list("%2F").header("content-type"), Some("application/json"));
    assert_eq!(list("%2F").text(), "1 Some(\"docs/index.md\") true 1");
    assert_eq!(list("%2Fguide%2F").text(), "1 Some(\"docs/guide.md\") true 1");
    assert_eq!(list("%2Fgone%2F").text(), "1 None true 1");
    assert_eq!(get(site.port, "/_tool/findings").status, 400);
    assert_eq!(request(site.port, "POST", "/_tool/findings?page=%2F", &[]).status, 405);
}

#[test]
fn open_pages_hear_of_problems_that_come_and_go() {
    let (site, _) = site(None);
    let mut other = Events::open(site.port, "/guide/", Some(&site.version("/guide/")));
    let summary = |version, [errors, warnings, infos]: [usize; 3]| {
        let counts = format!(r#""errors":{errors},"warnings":{warnings},"infos":{infos}"#);
        ("findings".to_owned(), format!(r#"{{"version":{version},{counts},"failed":false}}"#))
    };
    assert_eq!(other.next(), summary(1, [1, 0, 0]));
    let write = |text: &str| {
        site.write("docs/index.md", text);
        assert!(site.apply(&["docs/index.md"]));
    };
    let edit = |text: &str| write(&page(text));
    edit("[Guide](/guide)");
    assert_eq!(other.next(), summary(2, [0, 0, 0]));
    // A file that is written in two steps is reported once, as it is at the end.
    edit("[Guide](/gui [Guide](/gone)");
    edit("[Guide](/guide) again");
    edit("[Guide](/gone) [Guide](/gone-too)");
    assert_eq!(other.next(), summary(3, [2, 0, 0]));
    write("---\ntitle: A title\nunknown: 1\n---\n\n<wc-badge other=\"a\" more=\"b\">Text</wc-badge>\n");
    assert_eq!(other.next(), summary(4, [0, 2, 1]));
}

/// The page hears nothing of checks that find nothing: the first message is about the first problem.
#[test]
fn a_project_without_problems_is_not_mentioned() {
    let text = page("Text.");
    let files = [("docs/index.md", text.as_str()), ("docs/guide.md", text.as_str())];
    let site = Site::for_author(&files, Arc::new(Recorder::default()), None);
    site.event(|event| matches!(event, server::Event::Checked { .. }).then_some(()));
    let mut home = site.open("/");
    site.write("docs/guide.md", &page("[Guide](/gone)"));
    assert!(site.apply(&["docs/guide.md"]));
    let (name, text) = home.next();
    assert_eq!(name, "findings", "{text}");
    assert!(text.contains(r#""errors":1"#), "{text}");
}

#[test]
fn without_an_author_there_is_nothing() {
    let site = Site::still(&[("docs/index.md", &page("[Guide](/giude)"))]);
    assert_eq!(get(site.port, "/_tool/findings?page=%2F").status, 404);
    assert_eq!(request(site.port, "POST", OPEN, &[&token(&site)]).status, 404);
}
