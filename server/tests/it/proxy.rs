//! The proxy of the request panel: what it passes on, and what it refuses.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use crate::client::{PATIENCE, Reply, get, send};
use crate::site::{Site, page};

/// A server that answers each request in the same way, and tells what it got.
struct Upstream {
    port: u16,
    requests: Receiver<String>,
}

const ANSWER: &str = "HTTP/1.1 302 Found\r\nContent-Type: text/html\r\nLocation: /elsewhere\r\nSet-Cookie: a=b\r\nX-Tool-Proxy: refused\r\nX-Own: yes\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";

impl Upstream {
    fn start() -> Self {
        Self::answering(|mut stream| drop(stream.write_all(ANSWER.as_bytes())))
    }

    /// A server that answers each request with what `answer` writes.
    fn answering(answer: impl Fn(&TcpStream) + Send + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, requests) = channel();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let mut reader = BufReader::new(&stream);
                let mut request = String::new();
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
                        break;
                    }
                    let lower = line.to_ascii_lowercase();
                    length = lower.strip_prefix("content-length:").map_or(length, |text| text.trim().parse().unwrap());
                    request.push_str(&line);
                }
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                request.push_str(&String::from_utf8(body).unwrap());
                answer(&stream);
                sender.send(request).unwrap();
            }
        });
        Self { port, requests }
    }
}

/// A site with a spec whose server is `upstream`, which `allow` lets the proxy reach.
fn site(upstream: &Upstream, allow: &str) -> Site {
    let port = upstream.port;
    let config = format!(r#"{{"name": "N", "openapi": "api.json", "playground": {{"allow": [{allow}]}}}}"#);
    let spec = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "servers": [{{"url": "http://127.0.0.1:{port}/v1"}}], "paths": {{}}}}"#
    );
    Site::still(&[("tool.json", &config), ("api.json", &spec), ("docs/index.md", &page("Home."))])
}

/// The token of this run, as the site's own pages learn it.
fn token(site: &Site) -> String {
    let script = get(site.port, "/_tool/dev.js").text();
    let (_, rest) = script.split_once("token: '").expect("a token");
    rest.split('\'').next().unwrap().to_owned()
}

fn ask(site: &Site, method: &str, url: &str, headers: &[String], body: &str) -> Reply {
    let url = url.replace('%', "%25").replace(':', "%3A").replace('/', "%2F").replace('?', "%3F").replace('&', "%26");
    let mut request = format!(
        "{method} /_tool/proxy?url={url} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\nContent-Length: {}\r\n",
        site.port,
        body.len()
    );
    for header in headers {
        request.push_str(header);
        request.push_str("\r\n");
    }
    request.push_str("\r\n");
    request.push_str(body);
    send(site.port, request.as_bytes()).expect("an answer")
}

#[test]
fn a_request_is_passed_on_without_what_belongs_to_this_server() {
    let upstream = Upstream::start();
    let origin = format!("http://127.0.0.1:{}", upstream.port);
    let site = site(&upstream, &format!("\"{origin}\""));
    let headers = [
        format!("X-Tool-Token: {}", token(&site)),
        format!("Origin: http://localhost:{}", site.port),
        "Sec-Fetch-Site: same-origin".to_owned(),
        "Cookie: session=of-another-project".to_owned(),
        "Referer: http://localhost/".to_owned(),
        "Authorization: Basic eDp5".to_owned(),
        "X-Count: 3".to_owned(),
    ];
    let reply = ask(&site, "PUT", &format!("{origin}/v1/a%2Fb?c=d&e"), &headers, "{\"a\": 1}");
    assert_eq!((reply.status, reply.text().as_str()), (302, "hello"));
    assert_eq!((reply.header("x-tool-proxy"), reply.header("x-own")), (Some("passed"), Some("yes")));
    for kept_back in ["location", "set-cookie"] {
        assert_eq!(reply.header(kept_back), None);
    }
    let got = upstream.requests.recv_timeout(PATIENCE).unwrap();
    let lower = got.to_ascii_lowercase();
    assert!(got.starts_with("PUT /v1/a%2Fb?c=d&e HTTP/1.1\r\n") && got.ends_with("{\"a\": 1}"), "{got}");
    for there in ["authorization: basic edp5", "x-count: 3", &format!("host: 127.0.0.1:{}", upstream.port)] {
        assert!(lower.contains(there), "{there} in {got}");
    }
    for absent in ["cookie", "referer", "origin", "sec-fetch", "x-tool", "localhost"] {
        assert!(!lower.contains(absent), "{absent} in {got}");
    }
}

#[test]
fn nothing_else_is_sent() {
    let upstream = Upstream::start();
    let origin = format!("http://127.0.0.1:{}", upstream.port);
    let open = site(&upstream, &format!("\"{origin}\""));
    let own = format!("X-Tool-Token: {}", token(&open));
    let url = format!("{origin}/v1/x");
    let cases: [(&str, Vec<String>); 4] = [
        (&url, vec![]),
        (&url, vec!["X-Tool-Token: 0".to_owned()]),
        (&url, vec![own.clone(), "Origin: http://evil.test".to_owned()]),
        (&url, vec![own.clone(), "Sec-Fetch-Site: cross-site".to_owned()]),
    ];
    for (url, headers) in cases {
        let reply = ask(&open, "POST", url, &headers, "x");
        assert_eq!(reply.status, 403, "{url} {headers:?}");
    }

    let reply = ask(&open, "GET", "http://elsewhere.test/", &[own], "");
    assert_eq!((reply.status, reply.header("x-tool-proxy")), (403, Some("declined")));

    // A spec alone does not lead to what is private.
    let closed = site(&upstream, "");
    let reply = ask(&closed, "GET", &url, &[format!("X-Tool-Token: {}", token(&closed))], "");
    assert_eq!((reply.status, reply.header("x-tool-proxy")), (403, Some("declined")));
    assert!(reply.text().contains("playground.allow"), "{}", reply.text());
    assert!(upstream.requests.try_recv().is_err(), "something was sent");

    // Nobody there.
    let gone = "http://127.0.0.1:1";
    let site = site(&upstream, &format!("\"{gone}\""));
    let reply = ask(&site, "GET", gone, &[format!("X-Tool-Token: {}", token(&site))], "");
    assert_eq!((reply.status, reply.header("x-tool-proxy")), (502, Some("failed")));
}

/// An upstream that answers with these bytes, a site that may reach it, and a request for it with these headers.
fn passed_on(answer: impl Fn(&TcpStream) + Send + 'static, method: &str, headers: &[&str]) -> (Reply, Upstream) {
    let upstream = Upstream::answering(answer);
    let origin = format!("http://127.0.0.1:{}", upstream.port);
    let site = site(&upstream, &format!("\"{origin}\""));
    let own = format!("X-Tool-Token: {}", token(&site));
    let headers: Vec<String> = headers.iter().map(|header| (*header).to_owned()).chain([own]).collect();
    (ask(&site, method, &format!("{origin}/v1/a"), &headers, ""), upstream)
}

#[test]
fn an_answer_is_data_without_what_would_act_on_this_server() {
    let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Security-Policy: default-src *\r\nPermissions-Policy: camera=*\r\nOrigin-Trial: x\r\nSourceMap: /x\r\nX-Secret: 1\r\nX-Own: yes\r\nConnection: close, X-Secret\r\nContent-Length: 5\r\n\r\nhello";
    let (reply, upstream) = passed_on(
        move |mut stream| stream.write_all(answer.as_bytes()).unwrap(),
        "GET",
        &["X-Api-Key: 1", "X-Count: 2", "Connection: X-Api-Key"],
    );
    assert_eq!((reply.status, reply.text().as_str(), reply.header("x-own")), (200, "hello", Some("yes")));
    assert_eq!(reply.header("content-security-policy"), Some("sandbox; default-src 'none'"));
    for absent in ["permissions-policy", "origin-trial", "sourcemap", "x-secret"] {
        assert_eq!(reply.header(absent), None, "{absent}");
    }
    let got = upstream.requests.recv_timeout(PATIENCE).unwrap().to_ascii_lowercase();
    assert!(got.contains("x-count: 2") && !got.contains("x-api-key"), "{got}");
    assert!(got.contains("accept-encoding: identity"), "{got}");
}

#[test]
fn an_answer_ends_at_its_limit() {
    for (encoding, limit) in [("", 32 << 20), ("Content-Encoding: gzip\r\n", 1 << 20)] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n{encoding}Connection: close\r\n\r\n");
        let endless = move |mut stream: &TcpStream| {
            drop(stream.write_all(head.as_bytes()));
            while stream.write_all(&[b'x'; 1 << 16]).is_ok() {}
        };
        let (reply, _upstream) = passed_on(endless, "GET", &[]);
        assert_eq!((reply.status, reply.header("x-tool-proxy")), (200, Some("passed")));
        // Somewhat more with the framing of chunks, never twice as much.
        assert!(reply.body.len() > limit / 2 && reply.body.len() < limit + limit / 8, "{}", reply.body.len());
    }
}

#[test]
fn requests_about_the_connection_are_not_passed_on() {
    for method in ["TRACE", "CONNECT"] {
        let (reply, upstream) = passed_on(|mut stream| drop(stream.write_all(ANSWER.as_bytes())), method, &[]);
        assert!(matches!(reply.status, 400..=405), "{method} {}", reply.status);
        assert!(upstream.requests.try_recv().is_err(), "{method} was sent");
    }
    let switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    let (reply, _upstream) = passed_on(move |mut stream| stream.write_all(switching.as_bytes()).unwrap(), "GET", &[]);
    assert_eq!((reply.status, reply.header("x-tool-proxy")), (502, Some("failed")));
}

#[test]
fn an_address_that_is_none_is_a_bad_request() {
    let upstream = Upstream::start();
    let site = site(&upstream, "");
    let own = [format!("X-Tool-Token: {}", token(&site))];
    for url in ["file:///etc/passwd", "gopher://a/", "ftp://a/", "data:,x", "http://a@b/", "javascript:alert(1)", "x"] {
        let reply = ask(&site, "GET", url, &own, "");
        assert_eq!((reply.status, reply.header("x-tool-proxy")), (400, Some("refused")), "{url}");
    }
    let broken = format!(
        "GET /_tool/proxy?url=http%3A%2F%2Fa%2F%0d%0aX HTTP/1.1\r\nHost: localhost:{}\r\n{}\r\nConnection: close\r\n\r\n",
        site.port, own[0]
    );
    assert_eq!(send(site.port, broken.as_bytes()).unwrap().status, 400);
    let large = format!(
        "POST /_tool/proxy?url=http%3A%2F%2F127.0.0.1%3A{}%2Fv1 HTTP/1.1\r\nHost: localhost:{}\r\n{}\r\nConnection: close\r\nContent-Length: 99999999\r\n\r\n",
        upstream.port, site.port, own[0]
    );
    let allowed = self::site(&upstream, &format!("\"http://127.0.0.1:{}\"", upstream.port));
    let large = large
        .replace(&format!("localhost:{}", site.port), &format!("localhost:{}", allowed.port))
        .replace(&own[0], &format!("X-Tool-Token: {}", token(&allowed)));
    assert_eq!(send(allowed.port, large.as_bytes()).unwrap().status, 413);
}

/// However a private address is spelled, a spec alone does not open it.
#[test]
fn private_addresses_are_declined_however_they_are_spelled() {
    let upstream = Upstream::start();
    let port = upstream.port;
    let spellings = [
        "127.0.0.1",
        "localhost",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "2130706433",
        "0x7f.1",
        "017700000001",
        "127.1",
    ];
    let servers: Vec<String> =
        spellings.iter().map(|host| format!("{{\"url\": \"http://{host}:{port}/v1\"}}")).collect();
    let spec = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "servers": [{}], "paths": {{}}}}"#,
        servers.join(", ")
    );
    let config = r#"{"name": "N", "openapi": "api.json"}"#;
    let site = Site::still(&[("tool.json", config), ("api.json", &spec), ("docs/index.md", &page("Home."))]);
    let own = [format!("X-Tool-Token: {}", token(&site))];
    for host in spellings {
        let reply = ask(&site, "GET", &format!("http://{host}:{port}/v1"), &own, "");
        // A spelling that the system cannot resolve is not reached either.
        let verdict = (reply.status, reply.header("x-tool-proxy"));
        assert!(verdict == (403, Some("declined")) || verdict == (502, Some("failed")), "{host}: {verdict:?}");
    }
    assert!(upstream.requests.try_recv().is_err(), "something was sent");
}

#[test]
fn a_proxy_that_is_pointed_at_itself_ends_there() {
    let upstream = Upstream::start();
    let site = site(&upstream, "");
    let own = format!("http://localhost:{}", site.port);
    site.write(
        "tool.json",
        &format!(r#"{{"name": "N", "openapi": "api.json", "playground": {{"allow": ["{own}"]}}}}"#),
    );
    assert!(site.apply(&["tool.json"]));
    let inner = format!("{own}/_tool/proxy?url=http%3A%2F%2Flocalhost%3A{}%2F", site.port);
    let reply = ask(&site, "GET", &inner, &[format!("X-Tool-Token: {}", token(&site))], "");
    // The request within the request has no token, since the proxy forwards none.
    assert_eq!((reply.status, reply.text().as_str()), (403, "the token of this run is missing"));
}
