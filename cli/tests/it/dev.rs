//! `tool dev`: that it starts, says where, and answers. What it answers is the server's to test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::test_site::{CLEAN, TestSite};

/// A running server, ended with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the command and returns the port that it says.
fn start(site: &TestSite, arguments: &str) -> (Server, u16) {
    let mut child = site.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server(child);
    let port = line.trim().strip_prefix("serving at http://localhost:").and_then(|rest| rest.strip_suffix('/'));
    (server, port.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap())
}

fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("localhost", port)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
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
