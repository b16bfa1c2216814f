//! What is served, and how it is negotiated and validated.

use std::fs;
use std::sync::Arc;

use engine::{OsSystem, Output, OutputOptions, Project};

use crate::client::{get, request, send};
use crate::site::{Site, page};

fn site() -> Site {
    let (home, child) = (page("The home page."), page("A child page."));
    Site::still(&[
        ("docs/index.md", home.as_str()),
        ("docs/a/index.md", child.as_str()),
        ("docs/a/b.md", child.as_str()),
        ("docs/a/note.txt", "0123456789"),
        (".env", "SECRET=1"),
        (".git/config", "SECRET"),
    ])
}

#[test]
fn pages_are_html_with_the_script_for_reloading() {
    let site = site();
    for (target, text) in [("/", "The home page."), ("/a/", "A child page."), ("/a/b/", "A child page.")] {
        let reply = get(site.port, target);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/html; charset=utf-8")), "{target}");
        assert!(reply.text().contains(text) && reply.text().contains("/_tool/dev.js"), "{target}");
    }
    let script = get(site.port, "/_tool/dev.js");
    assert_eq!((script.status, script.header("content-type")), (200, Some("text/javascript; charset=utf-8")));
    assert!(script.text().contains("EventSource"));
}

#[test]
fn the_accept_header_decides_between_html_and_markdown() {
    let site = site();
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let table = [
        (browser, false),
        ("*/*", false),
        ("application/json", false),
        ("text/markdown", true),
        ("text/markdown, text/html, */*", true),
        ("text/html;q=0.1, text/markdown", true),
        ("text/markdown;q=0", false),
        ("text/markdown;q=0.5, text/html", false),
    ];
    for (target, location) in [("/", "/index.md"), ("/a/", "/a.md"), ("/a/b/", "/a/b.md")] {
        for (accept, markdown) in table {
            let reply = request(site.port, "GET", target, &[&format!("Accept: {accept}")]);
            assert_eq!(reply.status, 200);
            let vary = reply.header("vary").unwrap().to_ascii_lowercase();
            assert!(vary.split(',').any(|name| name.trim() == "accept"), "{vary}");
            if markdown {
                assert_eq!(reply.header("content-type"), Some("text/markdown; charset=utf-8"), "{accept}");
                assert_eq!(reply.header("content-location"), Some(location), "{accept}");
                assert_eq!(reply.body, get(site.port, location).body, "{accept}");
            } else {
                assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{accept}");
                assert_eq!(reply.header("content-location"), None, "{accept}");
            }
        }
    }
    let long = format!("Accept: {}text/markdown", "a/b;q=0.1, ".repeat(900));
    assert_eq!(request(site.port, "GET", "/a/b/", &[&long]).header("content-location"), Some("/a/b.md"));
    assert_eq!(get(site.port, "/a/b.md").text(), page("A child page."));
}

#[test]
fn a_page_without_its_slash_redirects() {
    let site = site();
    let reply = get(site.port, "/a/b");
    assert_eq!((reply.status, reply.header("location")), (308, Some("/a/b/")));
    assert_eq!(get(site.port, "/a?q=1").header("location"), Some("/a/?q=1"));
}

#[test]
fn old_addresses_redirect() {
    let moved = "---\ntitle: Moved\nredirect: /a/b\n---\n";
    let (home, draft) = (page("Home."), "---\ntitle: Soon\ndraft: true\n---\n");
    let files = [
        ("tool.json", r#"{"name": "N", "redirects": {"/old": "/a/b#x", "/out": "https://else.test/"}}"#),
        ("docs/a/b.md", home.as_str()),
        ("docs/moved.md", moved),
        ("docs/soon.md", draft),
    ];
    let site = Site::still(&files);
    for (path, location) in
        [("/old", "/a/b/#x"), ("/old/", "/a/b/#x"), ("/out/", "https://else.test/"), ("/moved", "/a/b/")]
    {
        let reply = get(site.port, path);
        assert_eq!((reply.status, reply.header("location")), (308, Some(location)), "{path}");
    }
}

#[test]
fn unknown_addresses_get_the_page_for_that() {
    let site = site();
    let reply = get(site.port, "/nowhere/");
    assert_eq!((reply.status, reply.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(reply.text().contains("/_tool/dev.js"));
}

#[test]
fn nothing_but_outputs_can_be_named() {
    let site = site();
    let long = format!("/{}", "a".repeat(64 << 10));
    let hostile: [&[u8]; 26] = [
        b"/../",
        b"/%2e%2e/",
        b"/..%2f",
        b"/%252e%252e/",
        b"/..;/",
        b"/.%00/",
        b"//etc/passwd",
        b"/\\..\\",
        b"/c:/x",
        b"/%c0%ae",
        b"/\xc0\xae",
        b"/?raw??/../..",
        b"/@fs/etc/passwd",
        b"/.git/config",
        b"/.env",
        b"/tool.json",
        b"/docs/index.md",
        b"/index.md~",
        b"/a/../tool.json",
        b"/a/%2e%2e/tool.json",
        b"/a/..%5ctool.json",
        b"/%",
        b"*",
        b"/a%2fb/",
        b"/etc/passwd",
        long.as_bytes(),
    ];
    for target in hostile {
        let mut bytes = b"GET ".to_vec();
        bytes.extend_from_slice(target);
        bytes.extend_from_slice(
            format!(" HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n", site.port).as_bytes(),
        );
        let reply = send(site.port, &bytes).unwrap();
        let shown = String::from_utf8_lossy(&target[..target.len().min(40)]).into_owned();
        if target == b"/?raw??/../.." {
            assert_eq!(reply.status, 200, "a query names nothing");
            continue;
        }
        assert!(matches!(reply.status, 400 | 404 | 414 | 431), "{shown}: {}", reply.status);
        assert!(!reply.text().contains("SECRET") && !reply.text().contains("root:"), "{shown}");
    }
}

#[test]
fn other_methods_are_refused() {
    let site = site();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let reply = request(site.port, method, "/a/b/", &[]);
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
    let port = site.port;
    let connect = format!("CONNECT localhost:{port} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(send(port, connect.as_bytes()).unwrap().status, 405);
    assert_eq!(request(port, "POST", "/_tool/events?page=/", &[]).status, 405);
}

#[test]
fn head_has_the_head_of_get() {
    let site = site();
    for target in ["/a/b/", "/a/b.md", "/a/note.txt", "/nowhere/", "/a/b", "/_tool/dev.js"] {
        let (head, whole) = (request(site.port, "HEAD", target, &[]), get(site.port, target));
        assert!(head.body.is_empty(), "{target}");
        assert_eq!(head.status, whole.status, "{target}");
        for name in ["content-type", "content-length", "etag", "location", "vary"] {
            assert_eq!(head.header(name), whole.header(name), "{target} {name}");
        }
    }
}

#[test]
fn unchanged_bytes_are_not_sent_again() {
    let site = site();
    for target in ["/a/b/", "/a/b.md", "/a/note.txt", "/_tool/dev.js"] {
        let tag = get(site.port, target).header("etag").unwrap().to_owned();
        let conditional = |value: &str| request(site.port, "GET", target, &[&format!("If-None-Match: {value}")]);
        for known in [tag.as_str(), "*", &format!("\"x\", {tag}"), tag.trim_start_matches("W/")] {
            let reply = conditional(known);
            assert_eq!((reply.status, reply.header("etag")), (304, Some(tag.as_str())), "{target} {known}");
            assert!(reply.body.is_empty(), "{target}");
        }
        assert_eq!(conditional("\"other\"").status, 200, "{target}");
    }
    site.write("docs/a/b.md", &page("Another text."));
    let tag = get(site.port, "/a/b/").header("etag").unwrap().to_owned();
    assert!(site.apply(&["docs/a/b.md"]));
    let reply = request(site.port, "GET", "/a/b/", &[&format!("If-None-Match: {tag}")]);
    assert_eq!(reply.status, 200);
    assert!(reply.text().contains("Another text."));
}

#[test]
fn every_response_keeps_other_sites_out() {
    let site = site();
    for target in ["/", "/a/b.md", "/a/note.txt", "/nowhere/", "/a/b", "/_tool/dev.js", "/%"] {
        let reply = request(site.port, "GET", target, &[&format!("Origin: http://localhost:{}", site.port)]);
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{target}");
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"), "{target}");
        assert_eq!(reply.header("content-security-policy"), Some("frame-ancestors 'none'"), "{target}");
        assert_eq!(reply.header("access-control-allow-origin"), None, "{target}");
    }
}

#[test]
fn drawings_run_no_script() {
    let site = Site::still(&[
        ("docs/index.md", "# H"),
        ("docs/a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
    ]);
    let reply = get(site.port, "/a.svg");
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/svg+xml")));
    let policy = reply.header("content-security-policy").unwrap();
    for directive in ["default-src 'none'", "frame-ancestors 'none'", "sandbox"] {
        assert!(policy.split("; ").any(|part| part == directive), "{policy}");
    }
}

#[test]
fn text_is_compressed_for_who_asks() {
    let text = page(&"A long page. ".repeat(200));
    let site = Site::still(&[("docs/index.md", text.as_str())]);
    let reply = request(site.port, "GET", "/index.md", &["Accept-Encoding: gzip"]);
    assert_eq!((reply.status, reply.header("content-encoding")), (200, Some("gzip")));
    assert!(reply.body.len() < text.len());
    assert!(reply.header("vary").unwrap().to_ascii_lowercase().contains("accept-encoding"));
    let reply = request(site.port, "GET", "/index.md", &["Accept-Encoding: identity;q=0"]);
    assert!(matches!(reply.status, 200 | 406));
}

#[test]
fn files_are_streamed_whole_or_in_part() {
    let site = site();
    let large: Vec<u8> = (0..300_000_u32).map(|number| (number % 251) as u8).collect();
    fs::write(site.path("docs/a/large.bin"), &large).unwrap();
    assert!(site.apply(&["docs/a/large.bin"]));
    let reply = get(site.port, "/a/large.bin");
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/octet-stream")));
    assert_eq!(reply.body, large);
    let part = |range: &str| request(site.port, "GET", "/a/large.bin", &[&format!("Range: bytes={range}")]);
    let reply = part("100000-249999");
    assert_eq!((reply.status, reply.header("content-range")), (206, Some("bytes 100000-249999/300000")));
    assert_eq!(reply.body, large[100_000..250_000]);
    let reply = part("300000-");
    assert_eq!((reply.status, reply.header("content-range")), (416, Some("bytes */300000")));
    assert_eq!(part(&"0-1,".repeat(1000)).status, 200);
    assert_eq!(part("-").status, 200);
}

#[cfg(unix)]
#[test]
fn a_link_to_outside_is_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.txt"), "SECRET").unwrap();
    let site = site();
    std::os::unix::fs::symlink(outside.path().join("secret.txt"), site.path("docs/link.txt")).unwrap();
    std::os::unix::fs::symlink(outside.path(), site.path("docs/folder")).unwrap();
    // A file that turns into a link after the engine has seen it.
    fs::remove_file(site.path("docs/a/note.txt")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret.txt"), site.path("docs/a/note.txt")).unwrap();
    assert_eq!(get(site.port, "/a/note.txt").status, 404);
    site.apply(&["docs/link.txt", "docs/folder", "docs/a/note.txt"]);
    for target in ["/link.txt", "/folder/secret.txt", "/a/note.txt"] {
        let reply = get(site.port, target);
        assert_eq!(reply.status, 404, "{target}");
        assert!(!reply.text().contains("SECRET"), "{target}");
    }
}

/// What the server answers for agents is what a build publishes, byte for byte: of prose, of an operation, of a schema.
#[test]
fn twins_are_those_of_a_build() {
    let spec = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /pets:\n    get:\n      operationId: list\n      \
                responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}\n\
                components: {schemas: {Pet: {type: object, properties: {name: {type: string}}}}}\n";
    let site = Site::still(&[
        ("tool.json", "{ \"name\": \"Test\", \"openapi\": \"api.yaml\" }"),
        ("api.yaml", spec),
        ("docs/index.md", "---\ntitle: Home\n---\n\nProse with *marks*.\n"),
        ("docs/list.md", "---\ntitle: List\nlayout: api\n---\n\n<wc-endpoint ref=\"list\"></wc-endpoint>\n"),
    ]);
    let built = Project::open(Arc::new(OsSystem::new(&site.path("")).unwrap())).site();
    for (path, address, part) in [
        ("index.md", "/", "Prose with *marks*."),
        ("list.md", "/list/", "## GET /pets"),
        ("api/models/pet.md", "/api/models/pet/", "name"),
    ] {
        let Some(Output::Bytes(expected)) = built.output(path, OutputOptions::default()) else {
            panic!("the build has no `{path}`")
        };
        assert!(String::from_utf8_lossy(&expected).contains(part), "{path}");
        assert_eq!(get(site.port, &format!("/{path}")).body, expected, "{path}");
        assert_eq!(request(site.port, "GET", address, &["Accept: text/markdown"]).body, expected, "{address}");
    }
}
