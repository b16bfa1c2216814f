//! Who is answered.

use crate::client::{request, send};
use crate::site::{Site, page};

fn site() -> Site {
    Site::still(&[("docs/index.md", page("The home page.").as_str())])
}

#[test]
fn only_own_names_are_answered() {
    let site = site();
    let port = site.port;
    let ask = |hosts: &str, target: &str| {
        send(port, format!("GET {target} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n").as_bytes()).unwrap().status
    };
    for host in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"] {
        assert_eq!(ask(&format!("Host: {host}:{port}\r\n"), "/"), 200, "{host}");
    }
    for host in [
        "evil.com",
        "localhost.evil.com",
        "127.0.0.1.nip.io",
        "192.168.1.1",
        "10.0.0.1",
        "0.0.0.0",
        "[::]",
        "[fe80::1]",
        "127.1",
        "2130706433",
        "localhost.",
        "",
    ] {
        assert_eq!(ask(&format!("Host: {host}:{port}\r\n"), "/"), 403, "{host}");
    }
    for hosts in [
        String::new(),
        "Host: localhost\r\n".to_owned(),
        "Host: localhost:1\r\n".to_owned(),
        format!("Host: localhost:{port}\r\nHost: localhost:{port}\r\n"),
        format!("Host: localhost:{port}\r\nHost: evil.com\r\n"),
        format!("Host: localhost:{port}, evil.com\r\n"),
    ] {
        assert_eq!(ask(&hosts, "/"), 403, "{hosts}");
    }
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n"), &format!("http://localhost:{port}/")), 200);
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n"), &format!("http://evil.com:{port}/")), 403);
    let old = format!("GET / HTTP/1.0\r\nHost: localhost:{port}\r\n\r\n");
    assert_eq!(send(port, old.as_bytes()).unwrap().status, 200);
    assert_eq!(send(port, b"GET / HTTP/1.0\r\n\r\n").unwrap().status, 403);
}

#[test]
fn other_sites_cannot_request() {
    let site = site();
    let own = format!("Origin: http://localhost:{}", site.port);
    let table: [(&[&str], u16); 9] = [
        (&["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], 200),
        (&["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], 200),
        (&["Sec-Fetch-Site: same-origin", &own], 200),
        (&["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"], 403),
        (&["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"], 403),
        (&["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"], 403),
        (&["Sec-Fetch-Site: cross-site"], 403),
        (&["Origin: http://evil.com"], 403),
        (&["Origin: null"], 403),
    ];
    for (headers, status) in table {
        let reply = request(site.port, "GET", "/", headers);
        assert_eq!(reply.status, status, "{headers:?}");
        assert_eq!(reply.header("access-control-allow-origin"), None, "{headers:?}");
    }
    let preflight = ["Origin: http://evil.com", "Access-Control-Request-Method: GET"];
    assert_eq!(request(site.port, "OPTIONS", "/", &preflight).status, 403);
}

#[test]
fn other_origins_get_no_events() {
    let site = site();
    for header in [
        "Origin: http://evil.com",
        "Origin: null",
        "Origin: http://localhost:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Host: evil.com",
    ] {
        assert_eq!(request(site.port, "GET", "/_tool/events?page=/", &[header]).status, 403, "{header}");
    }
    let navigation = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(request(site.port, "GET", "/_tool/events?page=/", &navigation).status, 403);
    for query in ["", "?page", "?page=a", "?page=%", "?version=0"] {
        assert_eq!(request(site.port, "GET", &format!("/_tool/events{query}"), &[]).status, 400, "{query}");
    }
}
