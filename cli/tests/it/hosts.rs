//! The rules for hosts, carried out by the servers that read them: one table of checks for all of them.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use engine::testing::skipped;

use crate::test_site::TestSite;

const SITE: &str = r#"
//- /tool.json
{ "name": "N", "host": "HOST", "redirects": { "/old": "/a/b#x" }, "versions": [{ "version": "2" }, { "version": "1" }],
  "languages": [{ "lang": "en" }, { "lang": "fr" }] }
//- /docs/index.md
---
title: Home
---
//- /docs/a/b.md
---
title: B
---

# X

A page that is long enough to be compressed.
//- /docs/i.svg
<svg xmlns="http://www.w3.org/2000/svg"/>
//- /versions/1/index.md
---
title: Home of 1
---
//- /i18n/fr/index.md
---
title: Maison
---
"#;

/// A server, ended with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program by its name, where it is installed.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        skipped(&format!("rules of hosts, carried out by {name}"), "it is not installed");
    }
    found
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A built site for a host, with the rules that were printed.
fn built(host: &str) -> (TestSite, String) {
    let site = TestSite::new(&SITE.replace("HOST", host));
    let result = site.json("build");
    let rules = result["build"]["host"][0]["text"].as_str().unwrap_or_default().to_owned();
    (site, rules)
}

/// Starts a server and waits until it answers.
fn start(command: &mut Command, port: u16) -> Server {
    let server = Server(command.stdin(Stdio::null()).spawn().unwrap());
    let since = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(since.elapsed() < Duration::from_secs(30), "it does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    server
}

/// A response: status, headers and body.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// The values of a header, separated by commas; empty if it is absent.
    fn header(&self, name: &str) -> String {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let values = lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value);
        values.collect::<Vec<_>>().join(", ")
    }
}

fn get(port: u16, path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{headers}Connection: close\r\n\r\n").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body: bytes[end + 4..].to_vec() }
}

const BROWSER: &str = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
const AGENT: &str = "Accept: text/markdown, text/html, */*\r\n";
const PACKED: &str = "Accept: text/html\r\nAccept-Encoding: gzip\r\n";

/// What a host that is set up answers.
struct Check {
    what: &'static str,
    path: &'static str,
    /// The header lines of the request.
    asked: &'static str,
    /// The statuses that are right.
    status: &'static [u16],
    /// Headers and what their values contain. An empty text: the header is absent.
    headers: &'static [(&'static str, &'static str)],
    /// What the body contains.
    body: &'static str,
}

/// A row of the table.
const fn row(
    what: &'static str,
    path: &'static str,
    asked: &'static str,
    status: &'static [u16],
    headers: &'static [(&'static str, &'static str)],
    body: &'static str,
) -> Check {
    Check { what, path, asked, status, headers, body }
}

const HTML: &str = "<!doctype html>";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
/// Headers of every page, and of its Markdown alternate.
const PAGE: &[(&str, &str)] = &[("vary", "accept"), ("content-location", ""), ("content-type", "text/html")];

/// The checks. `STYLE` is the path of the style sheet, whose name has a hash.
const CHECKS: &[Check] = &[
    row("page", "/", BROWSER, &[200], PAGE, HTML),
    row("page", "/a/b/", "Accept: */*\r\n", &[200], PAGE, HTML),
    row("page", "/a/b/", "", &[200], PAGE, HTML),
    row("page of a language", "/fr/", BROWSER, &[200], PAGE, "Maison"),
    row("page of a version", "/1/", BROWSER, &[200], PAGE, "Home of 1"),
    row("no Markdown at quality 0", "/a/b/", "Accept: text/markdown;q=0\r\n", &[200], PAGE, HTML),
    row("HTML before Markdown", "/a/b/", "Accept: text/html, text/markdown\r\n", &[200], PAGE, HTML),
    row(
        "Markdown",
        "/",
        "Accept: text/markdown\r\n",
        &[200],
        &[("content-type", MARKDOWN), ("content-location", "/index.md"), ("vary", "accept")],
        "title: Home",
    ),
    row(
        "Markdown before HTML",
        "/a/b/",
        AGENT,
        &[200],
        &[("content-type", MARKDOWN), ("content-location", "/a/b.md"), ("vary", "accept")],
        "title: B",
    ),
    row("Markdown of a language", "/fr/", AGENT, &[200], &[("content-location", "/fr/index.md")], "title: Maison"),
    row("a page without Markdown", "/all-pages/", AGENT, &[200], &[("content-location", "")], HTML),
    row("Markdown by its URL", "/a/b.md", BROWSER, &[200], &[("content-type", MARKDOWN)], "title: B"),
    row("trailing slash", "/a/b", BROWSER, &[301, 308], &[("location", "/a/b/")], ""),
    row("trailing slash of a language", "/fr", BROWSER, &[301, 308], &[("location", "/fr/")], ""),
    row("redirect", "/old", BROWSER, &[308], &[("location", "/a/b/#x")], ""),
    row("redirect with a slash", "/old/", BROWSER, &[308], &[("location", "/a/b/#x")], ""),
    row("unknown page", "/none/", BROWSER, &[404], &[("content-type", "text/html")], "Page not found"),
    row("unknown page of a language", "/fr/none/", BROWSER, &[404], &[], "Page not found"),
    row("unknown page of a version", "/1/none/x/", BROWSER, &[404], &[], "Page not found"),
    row("unknown page for an agent", "/none/", AGENT, &[404], &[("content-location", "")], "Page not found"),
    row("unknown file", "/none.css", BROWSER, &[404], &[], "Page not found"),
    row("policies", "/", BROWSER, &[200], &[("content-security-policy", "frame-ancestors 'self'")], HTML),
    row("media types", "/", BROWSER, &[200], &[("x-content-type-options", "nosniff")], HTML),
    row("images", "/i.svg", BROWSER, &[200], &[("content-security-policy", "sandbox")], "<svg"),
    row(
        "caching",
        "STYLE",
        BROWSER,
        &[200],
        &[("cache-control", "immutable"), ("x-content-type-options", "nosniff")],
        "",
    ),
    row("pages are not cached for long", "/", BROWSER, &[200], &[("cache-control", ""), ("etag", "\"")], HTML),
    row("compression", "STYLE", PACKED, &[200], &[("content-encoding", "gzip"), ("vary", "accept-encoding")], ""),
    row("compressed pages", "/", PACKED, &[200], &[("content-encoding", "gzip"), ("vary", "accept")], ""),
    row("compression is not forced", "STYLE", BROWSER, &[200], &[("content-encoding", "")], ""),
];

/// Runs the table, and asks again for what the client has.
fn check(port: u16, site: &TestSite) {
    let style =
        site.files("dist").into_iter().find(|file| file.starts_with("_tool/site.") && file.ends_with(".css")).unwrap();
    let style = format!("/{style}");
    let mut wrong = Vec::new();
    for check in CHECKS {
        let path = check.path.replace("STYLE", &style);
        let answer = get(port, &path, check.asked);
        let are_right = check.headers.iter().all(|(name, value)| {
            let found = answer.header(name).to_ascii_lowercase();
            if value.is_empty() { found.is_empty() } else { found.contains(value) }
        });
        let has_body = String::from_utf8_lossy(&answer.body).contains(check.body);
        if !check.status.contains(&answer.status) || !are_right || !has_body {
            wrong.push(format!("{}: {path} {:?}\n{}", check.what, check.asked, answer.head));
        }
    }
    for path in ["/", style.as_str()] {
        for encoding in ["", "Accept-Encoding: gzip\r\n"] {
            let asked = format!("{BROWSER}{encoding}");
            let tag = get(port, path, &asked).header("etag");
            let again = get(port, path, &format!("{asked}If-None-Match: {tag}\r\n"));
            if again.status != 304 {
                wrong.push(format!("not modified: {path} {encoding:?} {tag}\n{}", again.head));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn nginx_serves_the_site_as_it_is_meant() {
    let Some(nginx) = program("nginx") else { return };
    let (site, rules) = built("nginx");
    let (root, port) = (site.root(), free_port());
    let folder = root.join("nginx");
    fs::create_dir(&folder).unwrap();
    let rules = rules
        .replace("listen 80;", &format!("listen 127.0.0.1:{port};"))
        .replace("/srv/docs", root.join("dist").to_str().unwrap());
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {}/{name};", folder.display()))
        .concat();
    let place = folder.display();
    let all = format!(
        "daemon off; pid {place}/pid; error_log {place}/error.log; events {{}} http {{ access_log off; {temporary}\n{rules}}}"
    );
    fs::write(folder.join("nginx.conf"), all).unwrap();
    fs::write(
        folder.join("mime.types"),
        "types { text/html html; text/css css; application/javascript js; image/svg+xml svg; }",
    )
    .unwrap();
    let mut command = Command::new(nginx);
    command.arg("-p").arg(&folder).arg("-c").arg(folder.join("nginx.conf")).args(["-g", "master_process off;"]);
    let _server = start(&mut command, port);
    check(port, &site);
}

#[test]
fn caddy_serves_the_site_as_it_is_meant() {
    let Some(caddy) = program("caddy") else { return };
    let (site, rules) = built("caddy");
    let (root, port) = (site.root(), free_port());
    let rules = rules
        .replace("docs.example.com {", &format!("http://:{port} {{"))
        .replace("/srv/docs", root.join("dist").to_str().unwrap());
    fs::write(root.join("Caddyfile"), format!("{{\n\tadmin off\n\tauto_https off\n}}\n{rules}")).unwrap();
    let mut command = Command::new(caddy);
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(root.join("Caddyfile")).env("HOME", &root);
    let _server = start(command.stderr(Stdio::null()), port);
    check(port, &site);
}

#[test]
fn apache_serves_the_site_as_it_is_meant() {
    let Some(apache) = program("apache2") else { return };
    let (site, rules) = built("apache");
    assert!(rules.is_empty());
    let (root, port) = (site.root(), free_port());
    let modules = apache.parent().and_then(Path::parent).unwrap().join("lib/apache2/modules");
    let loads: String = [
        "mpm_event",
        "authz_core",
        "dir",
        "mime",
        "alias",
        "rewrite",
        "headers",
        "env",
        "negotiation",
        "filter",
        "deflate",
    ]
    .map(|name| format!("LoadModule {name}_module {}/mod_{name}.so\n", modules.display()))
    .concat();
    let place = root.display();
    let all = format!(
        "ServerRoot {place}\nServerName localhost\nListen 127.0.0.1:{port}\nPidFile {place}/pid\nErrorLog {place}/error.log\n{loads}\
         TypesConfig {place}/mime.types\nDocumentRoot {place}/dist\n<Directory {place}/dist>\nAllowOverride All\nRequire all granted\n</Directory>\n"
    );
    fs::write(root.join("apache.conf"), all).unwrap();
    fs::write(root.join("mime.types"), "text/html html\ntext/css css\nimage/svg+xml svg\n").unwrap();
    let mut command = Command::new(apache);
    let _server = start(command.arg("-f").arg(root.join("apache.conf")).arg("-X"), port);
    check(port, &site);
}

/// The cases of negotiation that the servers of the tool are tested with, and what a worker answers.
const WORKER: &str = r##"
import assert from "node:assert";
const files = { "/": "<!doctype html>", "/index.md": "# Home", "/a/b/": "<!doctype html>", "/a/b.md": "# B", "/fr/": "<!doctype html>", "/fr/index.md": "# Fr", "/list/": "<!doctype html>", "/x.css": "css" };
const serve = (request) => {
  const body = files[new URL(request.url || request).pathname];
  return new Response(body || "none", { status: body ? 200 : 404, headers: { "Content-Type": "text/x" } });
};
const ask = ASK;
const table = [
  ["text/html,application/xhtml+xml,*/*;q=0.8", false], ["", false], ["*/*", false], ["text/markdown", true],
  ["TEXT/Markdown ; charset=utf-8", true], ["text/markdown, text/html, */*", true], ["*/*, text/markdown", true],
  ["text/html, text/markdown", false], ["text/html;q=0.1, text/markdown", true], ["text/markdown;q=0", false],
  ["text/markdown;q=0.000, */*", false], ["text/html;q=0, */*", true], ["text/markdown;q=2", false], ["text/markdown;q=", false],
  ["text/markdown;variant=\"a,b;q=0\";q=0.7, text/html;q=0.6", true], ["text/markdown;x=\"\\\",\";q=1", true], [",;,=;q,text/markdown", true],
];
for (const [accept, markdown] of table) {
  for (const [path, twin] of [["/", "/index.md"], ["/a/b/?q", "/a/b.md"], ["/fr/", "/fr/index.md"]]) {
    const response = await ask(new Request("https://a.test" + path, { headers: { Accept: accept } }));
    assert.strictEqual((await response.text()).startsWith("#"), markdown, accept + " " + path);
    assert.strictEqual(response.headers.get("Content-Location"), markdown ? twin : null);
    assert.strictEqual(response.headers.get("Vary"), "Accept");
    if (markdown) assert.strictEqual(response.headers.get("Content-Type"), "text/markdown; charset=utf-8");
  }
}
const markdown = { headers: { Accept: "text/markdown" } };
assert.strictEqual(await (await ask(new Request("https://a.test/list/", markdown))).text(), "<!doctype html>");
assert.strictEqual((await ask(new Request("https://a.test/none/", markdown))).status, 404);
const file = await ask(new Request("https://a.test/x.css", markdown));
assert.strictEqual(await file.text(), "css");
"##;

/// Runs a worker in Node; `ask` is how it is called.
fn run_worker(site: &TestSite, worker: &str, ask: &str) {
    let Some(node) = program("node") else { return };
    site.write("worker.mjs", worker);
    site.write("test.mjs", &format!("import worker, * as all from './worker.mjs';\n{}", WORKER.replace("ASK", ask)));
    let output = Command::new(node).arg(site.root().join("test.mjs")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_worker_of_cloudflare_negotiates() {
    let (site, _) = built("cloudflare");
    let worker = site.read("dist/_worker.js");
    run_worker(
        &site,
        &worker,
        "(request) => worker.fetch(request, { ASSETS: { fetch: async (asked) => serve(asked) } })",
    );
}

#[test]
fn the_edge_function_of_netlify_negotiates() {
    let (site, rules) = built("netlify");
    let ask = "async (request) => { globalThis.fetch = async (asked) => serve(asked); \
               return (await worker(request, { next: async () => serve(request) })) || serve(request); }";
    run_worker(&site, &rules, ask);
}

/// A function of CloudFront in Node, in front of a bucket.
const CLOUDFRONT: &str = r##"
import assert from "node:assert";
import fs from "node:fs";
const handler = new Function(fs.readFileSync("function.js", "utf8") + "; return handler;")();
const ask = (uri, accept, querystring = {}) => handler({
  context: { eventType: "viewer-request" },
  request: { method: "GET", uri, querystring, headers: accept ? { accept: { value: accept } } : {} },
});
for (const [uri, accept, found] of [
  ["/", "text/html, */*", "/index.html"], ["/", "text/markdown", "/index.md"], ["/a/b/", "", "/a/b/index.html"],
  ["/a/b/", "text/markdown, text/html", "/a/b.md"], ["/a/b/", "text/html, text/markdown", "/a/b/index.html"],
  ["/fr/", "text/markdown", "/fr/index.md"], ["/fr/x/", "text/markdown", "/fr/x.md"], ["/fr/1/", "text/markdown", "/fr/1/index.md"],
  ["/a/b/", "text/markdown;q=0", "/a/b/index.html"], ["/all-pages/", "text/markdown", "/all-pages/index.html"],
  ["/a/b.md", "", "/a/b.md"], ["/_tool/x.js", "", "/_tool/x.js"],
]) assert.strictEqual(ask(uri, accept).uri, found, uri + " " + accept);
for (const [uri, status, to] of [["/old", 308, "/a/b/#x"], ["/old/", 308, "/a/b/#x"], ["/a/b", 301, "/a/b/"]]) {
  const answer = ask(uri, "");
  assert.deepStrictEqual([answer.statusCode, answer.headers.location.value], [status, to]);
}
assert.strictEqual(ask("/a", "", { q: { value: "1" }, r: { value: "" } }).headers.location.value, "/a/?q=1&r");
const sent = (uri) => handler({ context: { eventType: "viewer-response" }, request: { uri }, response: { headers: {} } }).headers;
assert.strictEqual(sent("/a/index.html").vary.value, "Accept");
assert.strictEqual(sent("/a.md").vary.value, "Accept");
assert.strictEqual(sent("/i.svg")["content-security-policy"].value.split(";")[0], "sandbox");
assert.ok(sent("/_tool/site.0123456789abcdef.css")["cache-control"].value.includes("immutable"));
assert.ok(!sent("/_tool/search/0.js")["cache-control"]);
"##;

#[test]
fn the_function_of_cloudfront_finds_files() {
    let Some(node) = program("node") else { return };
    let (site, rules) = built("cloudfront");
    // The limit of CloudFront.
    assert!(rules.len() < 10_000, "{}", rules.len());
    site.write("function.js", &rules);
    site.write("test.mjs", CLOUDFRONT);
    let output = Command::new(node).arg("test.mjs").current_dir(site.root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
