//! `tool validate --external`: what is asked of other sites, of a server on this machine that stands for them.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::test_site::TestSite;

/// A server that answers by the path, and remembers what it was asked.
pub(crate) struct Elsewhere {
    pub(crate) port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Elsewhere {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = asked.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let first = lines.next().unwrap_or_default();
                let request = first.trim_end_matches(" HTTP/1.1").to_owned();
                lines.take_while(|line| !line.is_empty()).for_each(drop);
                let head = answer(&request);
                seen.lock().unwrap().push(request);
                let _ = (&stream).write_all(format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes());
            }
        });
        Self { port, asked }
    }

    /// What it was asked since the last time, sorted.
    fn asked(&self) -> Vec<String> {
        let mut asked = std::mem::take(&mut *self.asked.lock().unwrap());
        asked.sort();
        asked
    }
}

fn answer(request: &str) -> &'static str {
    match request {
        "HEAD /no-head" => "405 Method Not Allowed",
        "HEAD /head-lost" => "404 Not Found",
        _ => match request.split_once(' ').map_or("", |(_, path)| path) {
            "/moved" => "301 Moved Permanently\r\nLocation: /ok",
            "/moved-and-sent" => "308 Permanent Redirect\r\nLocation: /sent",
            "/sent" => "302 Found\r\nLocation: /ok",
            "/round" => "302 Found\r\nLocation: /round",
            "/sent-to-nothing" => "302 Found\r\nLocation: /gone",
            "/gone" => "410 Gone",
            "/error" => "500 Internal Server Error",
            "/busy" => "429 Too Many Requests",
            "/later" => "503 Service Unavailable",
            _ => "200 OK",
        },
    }
}

fn site(elsewhere: &Elsewhere, allow: bool) -> TestSite {
    let fixture = r#"
//- /tool.json
{ "name": "Test", "openapi": "api.yaml", "playground": { "allow": ["ALLOWED"] },
  "navbar": { "links": [{ "title": "Gone", "href": "AT/gone" }] }, "redirects": { "/old": "AT/gone" },
  "footer": { "links": [{ "title": "Fine", "href": "AT/ok" }] }, "sidebar": ["index", { "href": "AT/gone", "title": "Gone" }] }
//- /api.yaml
openapi: 3.1.0
info:
  title: API
  version: "1"
  description: Read [more](AT/gone), or `AT/in-code`.
  contact: { url: AT/error }
externalDocs: { url: AT/ok }
paths: {}
components:
  schemas:
    Pet:
      description: A pet, see AT/gone.
      example: { description: "AT/in-data" }
      properties:
        example: { type: string, description: "<AT/in-property>" }
//- /docs/index.md
---
title: Home
---

[a](AT/ok) [b](AT/gone#part) [c](AT/gone) [d](AT/moved) [e](AT/moved-and-sent) [f](AT/round) [g](AT/sent-to-nothing)
[h](AT/busy) [i](AT/later) [j](AT/no-head) [k](AT/head-lost) AT/bare ![image](AT/image.png) <img src="AT/html.png" alt="">
[l](ftp://127.0.0.1/x) [m](mailto:a@b.test) [n](/old) [o](AT/{{NAME}}) `AT/code`

<wc-card title="T" href="AT/card">Text.</wc-card>
"#;
    let at = format!("http://127.0.0.1:{}", elsewhere.port);
    let allowed = if allow { at.as_str() } else { "http://127.0.0.1:1" };
    TestSite::new(&fixture.replace("ALLOWED", allowed).replace("AT", &at))
}

#[test]
fn other_sites_are_asked_once_for_each_address() {
    let elsewhere = Elsewhere::start();
    let site = site(&elsewhere, true);
    let port = elsewhere.port.to_string();
    let report = site.json("validate --external");
    let found: Vec<String> = report["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|found| found["code"].as_str().unwrap().ends_with("external-link"))
        .map(|found| {
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().replace(&port, "[PORT]");
            let place = format!("{}:{}", found["place"]["file"].as_str().unwrap(), found["place"]["start"]["line"]);
            format!("{} {place} {} {}", text(&found["severity"]), text(&found["message"]), text(&found["help"]))
        })
        .collect();
    insta::assert_snapshot!(found.join("\n"));
    let asked = elsewhere.asked();
    insta::assert_snapshot!(asked.join("\n"));
    let again = site.json("validate --external");
    assert_eq!(report, again, "the order is the same whoever answers first");
}

#[test]
fn nothing_is_sent_unasked_nor_to_private_networks() {
    let elsewhere = Elsewhere::start();
    let allowed = site(&elsewhere, true);
    allowed.run("validate");
    allowed.run("build");
    assert_eq!(elsewhere.asked(), [""; 0]);
    let site = site(&elsewhere, false);
    let shown = site.run("validate --external --quiet");
    assert!(!shown.contains("external-link"), "{shown}");
    let shown = site.run("validate --external");
    assert!(
        shown.contains("checked 0 external links; 16 on private networks not checked (`playground.allow`"),
        "{shown}"
    );
    assert_eq!(elsewhere.asked(), [""; 0]);
}

#[test]
fn only_links_of_the_files_named_are_asked_for() {
    let elsewhere = Elsewhere::start();
    let site = site(&elsewhere, true);
    site.run("validate --external tool.json");
    assert_eq!(elsewhere.asked(), ["GET /gone", "HEAD /gone", "HEAD /ok"]);
    site.write(
        "tool.json",
        &site.read("tool.json").replace("{ \"name\"", "{ \"rules\": { \"broken-external-link\": \"off\" }, \"name\""),
    );
    let shown = site.run("validate --external tool.json");
    assert!(shown.contains("no problems found"), "{shown}");
}
