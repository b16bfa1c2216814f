//! Requests that are too much, or no requests at all.

use std::io::Write;

use crate::client::{connect, get, send};
use crate::site::{Site, page};

#[test]
fn broken_requests_are_refused_and_others_still_served() {
    let site = Site::still(&[("docs/index.md", page("The home page.").as_str())]);
    let port = site.port;
    let own = format!("Host: localhost:{port}\r\nConnection: close\r\n");
    let large = format!("GET / HTTP/1.1\r\n{own}X: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\n{own}{}\r\n", "X: y\r\n".repeat(10_000));
    for text in [large, many] {
        assert!(send(port, text.as_bytes()).is_none_or(|reply| reply.status == 431));
    }
    let broken = [
        "GET /\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1}\r\n\r\n".to_owned(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\n{own}X: a\r\n b\r\n\r\n"),
        format!("GET / HTTP/1.1\r\n{own}X : a\r\n\r\n"),
        format!("GET  /  HTTP/1.1\r\n{own}\r\n"),
        format!("POST / HTTP/1.1\r\n{own}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        format!("POST / HTTP/1.1\r\n{own}Content-Length: -1\r\n\r\n"),
    ];
    for text in broken {
        let reply = send(port, text.as_bytes());
        assert!(reply.is_none_or(|reply| (400..500).contains(&reply.status)), "{text}");
    }
    let smuggled = format!("POST / HTTP/1.1\r\n{own}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n");
    assert!(send(port, smuggled.as_bytes()).is_none_or(|reply| (400..500).contains(&reply.status)));
    let upgrade = format!("GET / HTTP/1.1\r\n{own}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n");
    assert_eq!(send(port, upgrade.as_bytes()).unwrap().status, 200);
    assert_eq!(get(port, "/").status, 200);
}

#[test]
fn clients_that_dawdle_do_not_hold_up_others() {
    let site = Site::still(&[("docs/index.md", page("The home page.").as_str())]);
    let mut idle = Vec::new();
    for _ in 0..100 {
        let mut stream = connect(site.port);
        stream.write_all(b"GET / HT").unwrap();
        idle.push(stream);
    }
    assert_eq!(get(site.port, "/").status, 200);
}

#[test]
fn requests_on_one_connection_are_answered_in_order() {
    let site = Site::still(&[("docs/index.md", page("The home page.").as_str())]);
    let own = format!("Host: localhost:{}\r\n", site.port);
    let two = format!("GET /nowhere HTTP/1.1\r\n{own}\r\nGET / HTTP/1.1\r\n{own}Connection: close\r\n\r\n");
    let reply = send(site.port, two.as_bytes()).unwrap();
    assert_eq!(reply.status, 404);
    assert!(reply.text().contains("HTTP/1.1 200 OK"));
}
