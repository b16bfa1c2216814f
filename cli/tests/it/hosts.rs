//! The rules for hosts, carried out by the servers that read them. Those that are not installed are passed over.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::test_site::TestSite;

const SITE: &str = r#"
//- /tool.json
{ "name": "N", "host": "HOST", "redirects": { "/old": "/a/b#x" } }
//- /docs/index.md
---
title: Home
---
//- /docs/a/b.md
---
title: B
---

# X
//- /docs/i.svg
<svg xmlns="http://www.w3.org/2000/svg"/>
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
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        eprintln!("skipped: {name} is not installed");
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

/// Status, headers in lower case, and body.
fn get(port: u16, path: &str, accept: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: {accept}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let answer = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_ascii_lowercase(), body.to_owned())
}

/// What every host that is set up does.
fn check(port: u16, site: &TestSite) {
    let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    for (path, twin) in [("/", "/index.md"), ("/a/b/", "/a/b.md")] {
        for accept in [browser, "*/*", "text/markdown;q=0", "text/html, text/markdown"] {
            let (status, head, body) = get(port, path, accept);
            assert!(status == 200 && body.contains("<!doctype html>"), "{path} {accept}: {head}");
            assert!(head.contains("vary: accept") && !head.contains("content-location"), "{path}: {head}");
        }
        for accept in ["text/markdown", "text/markdown, text/html, */*"] {
            let (status, head, body) = get(port, path, accept);
            assert!(status == 200 && body.contains("title: "), "{path} {accept}: {head}\n{body}");
            assert!(head.contains("content-type: text/markdown; charset=utf-8"), "{path}: {head}");
            assert!(head.contains(&format!("content-location: {twin}")) && head.contains("vary: accept"), "{head}");
        }
    }
    let (status, head, body) = get(port, "/all-pages/", "text/markdown");
    assert!(status == 200 && body.contains("<!doctype html>") && !head.contains("content-location"), "{head}");
    for (path, status, location) in
        [("/a/b", [301, 308], "/a/b/"), ("/old", [308; 2], "/a/b/#x"), ("/old/", [308; 2], "/a/b/#x")]
    {
        let (found, head, _) = get(port, path, browser);
        let target = head.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or_default();
        assert!(status.contains(&found) && target.ends_with(location), "{path}: {head}");
    }
    let (status, _, body) = get(port, "/none/", browser);
    assert!(status == 404 && body.contains("Page not found"), "{status} {body}");
    let (_, head, _) = get(port, "/a/b.md", browser);
    assert!(head.contains("content-type: text/markdown; charset=utf-8"), "{head}");
    let (_, head, _) = get(port, "/i.svg", browser);
    assert!(head.contains("content-security-policy: sandbox"), "{head}");
    let style = site.files("dist").into_iter().find(|file| file.starts_with("_tool/site.")).unwrap();
    let (status, head, _) = get(port, &format!("/{style}"), browser);
    assert!(status == 200 && head.contains("immutable"), "{head}");
    let (_, head, _) = get(port, "/", browser);
    assert!(head.contains("frame-ancestors 'self'") && head.contains("nosniff"), "{head}");
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
    let loads: String = ["mpm_event", "authz_core", "dir", "mime", "alias", "rewrite", "headers", "env", "negotiation"]
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
const files = { "/": "<!doctype html>", "/index.md": "# Home", "/a/b/": "<!doctype html>", "/a/b.md": "# B", "/list/": "<!doctype html>", "/x.css": "css" };
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
  for (const [path, twin] of [["/", "/index.md"], ["/a/b/?q", "/a/b.md"]]) {
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
