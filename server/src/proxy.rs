//! The proxy of the request panel: passes requests of this server's own pages on to the servers of the specs, whose answers
//! browsers keep from pages of other origins.
//!
//! It is for those pages alone: a request needs the token of this run in a header, which a page of another site can neither
//! read nor send. It reaches public addresses of the servers that the specs name, theirs that give out tokens among them, and the
//! origins in `playground.allow`.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request};
use axum::response::Response;
use engine::RequestServers;

use crate::app::App;
use crate::client::{Client, Reach, Target, Unreached, origin};

/// Where the proxy answers.
pub(crate) const PATH: &str = "/_tool/proxy";

/// What the proxy says of a response: `passed`, `refused` or `declined` (nothing was sent), `failed` (nothing came back).
const VERDICT: HeaderName = HeaderName::from_static("x-tool-proxy");
const TOKEN: HeaderName = HeaderName::from_static("x-tool-token");
/// The key of the operation that the panel shows.
const OPERATION: HeaderName = HeaderName::from_static("x-tool-operation");

/// The largest body that is passed on, in bytes.
const LARGEST_BODY: usize = 32 << 20;

/// The proxy of one run.
pub(crate) struct Proxy {
    /// Empty where the server answers other machines: then there is no proxy.
    token: String,
    client: Client,
}

impl Proxy {
    /// A proxy with a token of its own, for a server that only this machine can ask.
    pub(crate) fn new(is_local: bool) -> Self {
        // The keys of the standard library's hash come from the system's random numbers.
        let random = || RandomState::new().build_hasher().finish();
        let token = if is_local { format!("{:016x}{:016x}", random(), random()) } else { String::new() };
        Self { token, client: Client::default() }
    }

    /// The script that tells this server's pages of the proxy.
    pub(crate) fn script(&self) -> String {
        if self.token.is_empty() {
            return String::new();
        }
        format!("window.toolDevProxy = {{ url: '{PATH}', token: '{}' }};\n", self.token)
    }
}

/// Why a request was not passed on, or nothing came back.
enum Trouble {
    /// The request is none that this server's pages send.
    Refused(&'static str),
    /// It goes where the proxy does not go; the page may send it by itself.
    Declined(&'static str),
    Failed(String),
}

/// Answers a request of the panel with what the server answers that it is meant for.
pub(crate) async fn answer(app: &Arc<App>, request: &request::Parts, body: Body) -> Response {
    match pass_on(app, request, body).await {
        Ok(response) => response,
        Err(Trouble::Refused(why)) => verdict(StatusCode::FORBIDDEN, "refused", why.to_owned()),
        // What is no error is no line on the browser's console.
        Err(Trouble::Declined(why)) => verdict(StatusCode::OK, "declined", why.to_owned()),
        Err(Trouble::Failed(why)) => verdict(StatusCode::BAD_GATEWAY, "failed", why),
    }
}

fn verdict(status: StatusCode, verdict: &'static str, why: String) -> Response {
    let mut response = Response::new(Body::from(why));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(VERDICT, HeaderValue::from_static(verdict));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

async fn pass_on(app: &Arc<App>, request: &request::Parts, body: Body) -> Result<Response, Trouble> {
    let own = |name: &HeaderName| request.headers.get(name).map(HeaderValue::as_bytes).unwrap_or_default();
    if app.proxy.token.is_empty() || own(&TOKEN) != app.proxy.token.as_bytes() {
        return Err(Trouble::Refused("the token of this run is missing"));
    }
    let target = request.uri.query().and_then(target).ok_or(Trouble::Refused("the address is malformed"))?;
    let key = String::from_utf8_lossy(own(&OPERATION)).into_owned();
    let servers = app.read(move |site| site.request_servers(&key)).await;
    let servers = servers.map_err(|_| Trouble::Refused("the project is changing"))?;
    let reach = reach(&target, &servers)
        .ok_or(Trouble::Declined("no server of the API has this address, nor does `playground.allow` name it"))?;
    let body = to_bytes(body, LARGEST_BODY).await.map_err(|_| Trouble::Refused("the body is too large"))?;

    let headers = request_headers(&request.headers);
    let sent = app.proxy.client.send(&target, reach, request.method.clone(), headers, body).await;
    let received = sent.map_err(|unreached| match unreached {
        Unreached::Private => Trouble::Declined("it is on a private network, and `playground.allow` does not name it"),
        Unreached::Malformed => Trouble::Refused("the address is malformed"),
        Unreached::Failed(why) => Trouble::Failed(format!("The dev server could not reach it: {why}.")),
    })?;
    let (mut head, body) = received.into_parts();
    head.headers = response_headers(&head.headers);
    Ok(Response::from_parts(head, Body::new(body)))
}

/// The value of `url` in a query.
fn target(query: &str) -> Option<Target> {
    let value = query.split('&').find_map(|pair| pair.strip_prefix("url="))?;
    origin(&percent_decoded(value)?)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        match byte {
            b'%' => bytes.push(u8::try_from(digit(rest.next()?)? * 16 + digit(rest.next()?)?).ok()?),
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

/// How far a request to that address may go; `None` when it may not be sent.
fn reach(target: &Target, servers: &RequestServers) -> Option<Reach> {
    let is_same = |url: &String| {
        origin(url).is_some_and(|known| {
            (known.is_secure, &known.host, known.port) == (target.is_secure, &target.host, target.port)
        })
    };
    if servers.allowed.iter().any(is_same) {
        Some(Reach::Any)
    } else {
        servers.servers.iter().any(is_same).then_some(Reach::Public)
    }
}

/// What of the panel's headers goes on: nothing of this connection, of this server's cookies, or of the browser's account of
/// where the request comes from.
fn request_headers(headers: &HeaderMap) -> HeaderMap {
    let stays = |name: &str| {
        is_of_the_connection(name)
            || name.starts_with("sec-")
            || name.starts_with("x-tool-")
            || matches!(name, "host" | "origin" | "referer" | "cookie" | "accept-encoding" | "expect")
    };
    kept(headers, stays)
}

/// What of the answer's headers comes back: nothing that a browser would act on for this server.
fn response_headers(headers: &HeaderMap) -> HeaderMap {
    const ACTED_ON: [&str; 12] = [
        "set-cookie",
        "location",
        "refresh",
        "link",
        "clear-site-data",
        "alt-svc",
        "service-worker-allowed",
        "strict-transport-security",
        "www-authenticate",
        "report-to",
        "reporting-endpoints",
        "nel",
    ];
    let mut headers = kept(headers, |name| {
        is_of_the_connection(name)
            || name.starts_with("x-tool-")
            || name.starts_with("access-control-")
            || ACTED_ON.contains(&name)
    });
    headers.insert(VERDICT, HeaderValue::from_static("passed"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers
}

/// Headers of one connection (RFC 9110, section 7.6.1), and lengths, which are those of the next one.
fn is_of_the_connection(name: &str) -> bool {
    name.starts_with("proxy-")
        || matches!(
            name,
            "connection" | "keep-alive" | "te" | "trailer" | "transfer-encoding" | "upgrade" | "content-length"
        )
}

fn kept(headers: &HeaderMap, stays: impl Fn(&str) -> bool) -> HeaderMap {
    let kept = headers.iter().filter(|(name, _)| !stays(name.as_str()));
    kept.map(|(name, value)| (name.clone(), value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use engine::RequestServers;

    use super::{Reach, origin, reach, target};

    #[test]
    fn only_servers_of_the_project_are_reached() {
        let servers = RequestServers {
            servers: vec!["https://API.test/v1".to_owned(), "/relative".to_owned(), "http://b.test:8080".to_owned()],
            allowed: vec!["http://localhost:9".to_owned()],
        };
        let how = |url: &str| origin(url).and_then(|target| reach(&target, &servers));
        assert_eq!(how("https://api.test/other?x=1"), Some(Reach::Public));
        assert_eq!(how("https://api.test:443/"), Some(Reach::Public));
        assert_eq!(how("http://localhost:9/a"), Some(Reach::Any));
        for refused in [
            "http://api.test/v1",
            "https://api.test:8443/",
            "https://api.test.evil.test/",
            "https://api.test@evil.test/",
            "https://user@api.test/",
            "http://b.test/",
            "http://localhost/",
            "file:///etc/passwd",
            "//api.test/",
            "api.test",
            "",
        ] {
            assert_eq!(how(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_target_is_decoded_once() {
        let found = target("a=b&url=https%3A%2F%2Fapi.test%2Fa%252Fb%3Fc%3Dd").unwrap();
        assert_eq!((found.host.as_str(), found.path.as_str(), found.port), ("api.test", "/a%2Fb?c=d", 443));
        for bad in ["", "url=", "url=%", "url=%zz", "url=https%3A%2F%2Fa.test%2F%0d%0aHost%3A%20b"] {
            assert_eq!(target(bad), None, "{bad}");
        }
    }
}
