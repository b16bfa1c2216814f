//! Properties of the answer to every request, whatever its path, query and headers contain.

use std::path::{Component, Path};

use axum::http::header::{ACCEPT, HOST};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Uri};
use engine::RequestServers;
use engine::testing::fuzz::FuzzTarget;

use crate::address::{Address, locate, markdown_alternate, query_value, url_path};
use crate::guard::{Guard, Use};
use crate::negotiate::{Variant, preferred};
use crate::preview::from_root;
use crate::proxy::{reach, request_headers, response_headers, target};
use crate::response::lines;

/// The fuzz targets of the server.
pub const TARGETS: &[FuzzTarget] = &[FuzzTarget { name: "requests", check }];

/// Headers that the proxy never forwards in a request, and never returns in an answer.
const NEVER_SENT: [&str; 10] = [
    "connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "cookie",
    "origin",
    "referer",
    "host",
    "x-tool-token",
];
const NEVER_RETURNED: [&str; 8] = [
    "connection",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "set-cookie",
    "location",
    "access-control-allow-origin",
    "clear-site-data",
];
/// What the proxy may connect to in [`check_proxy`]: host, port, and whether with TLS.
const REACHED: [(&str, u16, bool); 3] = [("api.test", 443, true), ("b.test", 8080, false), ("::1", 9, false)];

/// A request. Its lines are the path, the query, and headers as `name: value`. Ignores bytes that are not UTF-8.
///
/// # Panics
/// If a path resolves to a file outside the site, the proxy reaches a server that is not listed or forwards a header of
/// the connection, or the answer depends on something that it must not depend on.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut parts = text.split('\n');
    let (path, query) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let mut headers = HeaderMap::new();
    for line in parts.take(64) {
        let Some((name, value)) = line.split_once(':') else { continue };
        if let (Ok(name), Ok(value)) = (name.trim().parse::<HeaderName>(), value.trim().parse::<HeaderValue>()) {
            headers.append(name, value);
        }
    }
    check_path(path);
    check_redirect(path, query);
    check_accept(&headers);
    check_host(&headers);
    check_proxy(query);
    check_headers(&headers);
}

/// Every path names an output inside the site, by any rule of any system.
fn check_path(path: &str) {
    for has_all in [true, false] {
        let has_output = |output: &str| has_all || output.ends_with("index.html");
        let (output, is_redirected) = match locate(path, has_output) {
            Address::Output(output) => (output, false),
            Address::Slashless(output) => (output, true),
            Address::Unknown | Address::Malformed => continue,
        };
        let markdown = markdown_alternate(&output, |_| true);
        for output in markdown.iter().chain([&output]) {
            let is_inside = Path::new(output).components().all(|part| matches!(part, Component::Normal(_)));
            let is_plain = output.split('/').all(|part| !matches!(part, "" | "." | ".."));
            assert!(is_inside && is_plain && !output.contains('\\'), "{path:?} is {output:?}");
            assert!(!output.chars().any(char::is_control), "{path:?} is {output:?}");
        }
        assert_eq!(locate(&url_path(&output), |_| true), Address::Output(output.clone()), "{path:?}");
        // The answer redirects to the path with a slash, which must not be the URL of another host.
        assert!(!is_redirected || !path.starts_with("//"), "{path:?} is redirected");
    }
}

/// A relative target in a built page stays on the site.
fn check_redirect(output: &str, target: &str) {
    let is_relative =
        !target.starts_with('/') && !target.split(['/', '?', '#']).next().unwrap_or_default().contains(':');
    let location = from_root(output, target);
    assert!(
        !is_relative || location.starts_with('/') && !location.starts_with("//"),
        "{output:?} {target:?}: {location:?}"
    );
}

/// The form of a page depends only on the media types of pages, and Markdown is sent only to clients that want it.
fn check_accept(headers: &HeaderMap) {
    let accept: Vec<&str> = lines(headers, &ACCEPT).collect();
    let found = preferred(accept.iter().copied());
    let further = accept.iter().copied().chain(["image/png;q=0.7", "application/json"]);
    assert_eq!(preferred(further), found, "{accept:?}");
    let all = accept.concat().to_ascii_lowercase();
    let is_asked = all.contains("text/markdown") || all.contains("text/html");
    assert!(found == Variant::Html || is_asked, "{accept:?}");
}

/// Only requests to this server's own names are answered.
fn check_host(headers: &HeaderMap) {
    let Ok(request) = Request::builder().uri("/").body(()) else { return };
    let (mut request, ()) = request.into_parts();
    request.headers = headers.clone();
    if Guard::new(3000, None).refusal(&request, Use::Own).is_none() {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default().to_ascii_lowercase();
        let name = host.rsplit_once(':').map_or("", |(name, _)| name);
        assert!(matches!(name, "localhost" | "127.0.0.1" | "[::1]" | "::1"), "{host:?} is answered");
        assert!(headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none"));
    }
}

/// The proxy reaches listed servers only, with a path on them.
fn check_proxy(query: &str) {
    let servers = RequestServers {
        servers: vec!["https://API.test/v1".to_owned(), "/relative".to_owned(), "http://b.test:8080".to_owned()],
        allowed: vec!["http://[::1]:9".to_owned()],
    };
    query_value(Some(query), "url");
    let Some(target) = target(query) else { return };
    assert!(target.path.starts_with('/') && !target.path.contains(|c: char| c.is_control() || c == ' '), "{target:?}");
    if reach(&target, &servers).is_some() {
        let reached = (target.host.as_str(), target.port, target.is_secure);
        assert!(REACHED.contains(&reached), "{target:?}");
        let name = target.authority.to_ascii_lowercase();
        let name = name.strip_suffix(&format!(":{}", target.port)).unwrap_or(&name);
        assert_eq!(name.trim_matches(['[', ']']), target.host, "{target:?}");
        assert!(target.path.parse::<Uri>().is_ok_and(|uri| uri.authority().is_none()), "{target:?}");
    }
}

/// No header of one connection, or about this server, is passed on in either direction.
fn check_headers(headers: &HeaderMap) {
    let named: Vec<String> = headers
        .get_all("connection")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(',').map(|name| name.trim().to_ascii_lowercase()))
        .collect();
    let (sent, returned) = (request_headers(headers), response_headers(headers));
    for (passed, never) in [(&sent, &NEVER_SENT[..]), (&returned, &NEVER_RETURNED[..])] {
        for name in passed.keys().map(HeaderName::as_str) {
            let is_ours =
                matches!(name, "accept-encoding" | "x-tool-proxy" | "cache-control" | "content-security-policy");
            assert!(!never.contains(&name) && !name.starts_with("proxy-"), "{name} is passed on");
            assert!(is_ours || !named.iter().any(|named| named == name), "{name} is passed on");
        }
    }
    assert!(returned.get("content-security-policy").is_some_and(|policy| policy.as_bytes().starts_with(b"sandbox")));
    assert!(sent.get("accept-encoding").is_some_and(|encoding| encoding == "identity"));
}
