//! `tool dev` and `tool preview`: they start, print their URL, and answer. The server's own tests cover the answers.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::test_site::{API, CLEAN, TestSite};

/// A running server, ended with the test.
pub(crate) struct Server(pub(crate) Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the command and returns the port that it says.
pub(crate) fn start(site: &TestSite, arguments: &str) -> (Server, u16) {
    let mut child = site.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server(child);
    let port = line.trim().strip_prefix("serving at http://localhost:").and_then(|rest| rest.strip_suffix('/'));
    (server, port.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap())
}

/// A running `tool dev`, and the lines that it prints.
struct Terminal {
    _server: Server,
    lines: Receiver<String>,
}

impl Terminal {
    fn start(site: &TestSite, arguments: &str) -> Self {
        let mut child = site.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).unwrap_or_default();
        });
        Self { _server: Server(child), lines }
    }

    /// What is printed up to a line that starts with `last`, without what differs from run to run.
    fn until(&self, last: &str) -> String {
        let mut text = String::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("only\n{text}"));
            text.push_str(&hidden(&line));
            text.push('\n');
            if hidden(&line).starts_with(last) {
                return text;
            }
        }
    }
}

/// A line without times and ports.
fn hidden(line: &str) -> String {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for at in 0..words.len() {
        let unit = words.get(at + 1).map_or("", |unit| unit.trim_end_matches(':'));
        if is_number(&words[at]) && (matches!(unit, "ms" | "s") || words[at].matches(':').count() == 2) {
            words[at] = "[TIME]".to_owned();
        }
        if let Some((start, port)) = words[at].split_once("localhost:") {
            words[at] = format!("{start}localhost:[PORT]{}", port.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
    }
    words.join(" ").replace("[TIME] s", "[TIME] ms")
}

/// The whole answer to a request: head and body.
pub(crate) fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("localhost", port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// The paths on this site in every `src`, `href` and `srcset` of a page.
fn addresses(page: &str, html: &str) -> Vec<String> {
    let mut found = Vec::new();
    // The `href` of a component is the author's text; a browser follows the link inside it.
    let is_followed =
        |tag: &&str| tag.starts_with(|first: char| first.is_ascii_alphabetic()) && !tag.starts_with("wc-");
    for tag in html.split('<').filter(is_followed) {
        let tag = tag.split('>').next().unwrap_or_default();
        for name in [" src=\"", " href=\"", " srcset=\""] {
            let values = tag.split(name).skip(1).filter_map(|rest| rest.split('"').next());
            for value in values {
                let parts = if name == " srcset=\"" { value.split(',').collect() } else { vec![value] };
                let urls = parts.into_iter().filter_map(|part| part.split_whitespace().next());
                found.extend(urls.filter_map(|url| resolved(page, &url.replace("&amp;", "&"))));
            }
        }
    }
    found
}

/// The path of a relative URL on a page; `None` for other sites.
fn resolved(page: &str, url: &str) -> Option<String> {
    let url = url.split('#').next().filter(|url| !url.is_empty())?;
    let first = url.split(['/', '?']).next().unwrap_or_default();
    if first.contains(':') || url.starts_with("//") {
        return None;
    }
    let mut parts: Vec<&str> = if url.starts_with('/') { Vec::new() } else { page.split('/').collect() };
    parts.pop();
    for part in url.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    let end = if url.ends_with("/..") || url.ends_with("/.") || matches!(url, "." | "..") { "/" } else { "" };
    Some(format!("/{}{end}", path.trim_start_matches('/')))
}

/// Requests every address on every page of the site, and returns them. All must answer 200, and none with the text
/// `SECRET`.
fn crawl(port: u16) -> BTreeSet<String> {
    let mut open = vec!["/".to_owned()];
    let mut seen: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(path) = open.pop() {
        let answer = get(port, &path);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {}", answer.lines().next().unwrap_or_default());
        assert!(!answer.contains("SECRET"), "{path} is a file of the working directory");
        if answer.contains("content-type: text/html") {
            open.extend(addresses(&path, &answer).into_iter().filter(|path| seen.insert(path.clone())));
        }
    }
    seen
}

/// A folder with other files where the demo has its assets.
fn folder_with_decoys() -> TestSite {
    let site = TestSite::new("");
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo");
    for folder in ["docs/img", "components"] {
        for entry in fs::read_dir(demo.join(folder)).unwrap() {
            site.write(&format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()), "SECRET");
        }
    }
    site
}

#[test]
fn every_address_of_the_demo_answers() {
    let site = folder_with_decoys();
    let (served, port) = start(&site, "dev --demo --port 0");
    let served_addresses = crawl(port);
    drop(served);
    site.ok("build --demo --out manual");
    let (_served, port) = start(&site, "preview manual --port 0");
    let built = crawl(port);
    let only_served: Vec<&String> = served_addresses.difference(&built).collect();
    assert!(only_served.iter().all(|path| path.starts_with("/_tool/dev.js")), "{only_served:?}");
    assert!(built.is_subset(&served_addresses) && built.len() > 150, "{}", built.len());
}

#[test]
fn a_project_is_served() {
    let site = TestSite::new(CLEAN);
    let (_server, port) = start(&site, "dev --port 0");
    let answer = get(port, "/");
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("<h1"), "{answer}");
    assert!(get(port, "/gone/").starts_with("HTTP/1.1 404 "));
    assert!(!site.exists(".tool") && !site.exists("dist"), "nothing is written");
}

#[test]
fn the_demo_needs_no_project() {
    let site = TestSite::new("");
    let (_server, port) = start(&site, "dev --demo --port 0");
    assert!(get(port, "/").starts_with("HTTP/1.1 200 "));
    let asset = get(port, "/_tool/");
    assert!(asset.starts_with("HTTP/1.1 404 "), "{asset}");
}

#[test]
fn an_address_of_another_machine_is_an_error() {
    let site = TestSite::new(CLEAN);
    // An address of documentation, which no machine has.
    let shown = site.run("dev --host 192.0.2.1");
    assert!(shown.starts_with("exit 2\nstderr:\nerror: "), "{shown}");
}

#[test]
fn the_terminal_shows_what_a_save_changes() {
    let site = TestSite::new(CLEAN);
    let terminal = Terminal::start(&site, "dev --port 0");
    insta::assert_snapshot!(terminal.until("2 pages"), @r#"
    serving at http://localhost:[PORT]/
    press Ctrl-C to stop
    2 pages, ready in [TIME] ms: no problems
    "#);
    // Everything is read once more shortly after the start.
    std::thread::sleep(Duration::from_secs(1));
    let good = site.read("docs/index.md");
    site.write("docs/index.md", &format!("{good}\n[Start](/guide/strat)\n"));
    insta::assert_snapshot!(terminal.until("now"), @r#"
    [TIME] docs/index.md  [TIME] ms
    error[broken-link]: no page or file `/guide/strat`
      --> docs/index.md:10:1
       |
    10 | [Start](/guide/strat)
       | ^^^^^^^^^^^^^^^^^^^^^
       |
       = help: did you mean `/guide/start`?

    now: 1 error
    "#);
    // The same problem on another line is no news.
    site.write("docs/index.md", &format!("{good}\nMore.\n\n[Start](/guide/strat)\n"));
    insta::assert_snapshot!(terminal.until("[TIME]"), @r#"[TIME] docs/index.md  [TIME] ms"#);
    std::thread::sleep(Duration::from_millis(500));
    site.write("docs/index.md", &good);
    insta::assert_snapshot!(terminal.until("now"), @r#"
    [TIME] docs/index.md  [TIME] ms
    resolved error[broken-link]: docs/index.md: no page or file `/guide/strat`
    now: no problems
    "#);
}

#[test]
fn what_follows_from_a_syntax_error_is_counted() {
    let site = TestSite::new(CLEAN);
    site.write("openapi.json", API);
    let config = "{ \"name\": \"Test\", \"openapi\": \"openapi.json\" }";
    site.write("tool.json", config);
    for (name, operation) in [("a", "listPets"), ("b", "createPet")] {
        let page = format!("---\ntitle: {name}\n---\n\n<wc-endpoint ref=\"{operation}\"></wc-endpoint>\n");
        site.write(&format!("docs/{name}.md"), &page);
    }
    let terminal = Terminal::start(&site, "dev --port 0");
    insta::assert_snapshot!(terminal.until("4 pages"), @r#"
    serving at http://localhost:[PORT]/
    press Ctrl-C to stop
    4 pages, 2 operations, ready in [TIME] ms: no problems
    "#);
    std::thread::sleep(Duration::from_secs(1));
    site.write("tool.json", "{ \"name\": \"Test\" \"openapi\" }");
    insta::assert_snapshot!(terminal.until("now"), @r#"
    [TIME] tool.json  [TIME] ms
    error[invalid-json]: expected `,` or `}`, found `"`
     --> tool.json:1:18
      |
    1 | { "name": "Test" "openapi" }
      |                  ^

    error[unmatched-ref]: 2 times, first docs/a.md:5:19
    now: 3 errors
    "#);
    site.write("tool.json", config);
    insta::assert_snapshot!(terminal.until("now"), @r#"
    [TIME] tool.json  [TIME] ms
    resolved error[unmatched-ref]: docs/a.md: no operation matches `listPets`
    resolved error[unmatched-ref]: docs/b.md: no operation matches `createPet`
    resolved error[invalid-json]: tool.json: expected `,` or `}`, found `"`
    now: no problems
    "#);
}

#[test]
fn a_port_that_is_taken_is_said() {
    let site = TestSite::new(CLEAN);
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = other.local_addr().unwrap().port();
    let terminal = Terminal::start(&site, &format!("dev --port {port}"));
    let line = terminal.until("serving");
    assert!(line.ends_with(&format!(" (port {port} is taken)\n")), "{line}");
}

#[test]
fn a_command_for_the_editor_must_be_one() {
    let site = TestSite::new(CLEAN);
    let shown = site.run("dev --open-editor 'code");
    assert!(shown.starts_with("exit 2\nstderr:\nerror: `'code` is not a command"), "{shown}");
}
