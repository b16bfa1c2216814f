//! The proxy of the request panel: forwards requests of this server's own pages to the servers of the specs, whose answers
//! browsers hide from pages of other origins.
//!
//! Only those pages can use it: a request needs a header with the token of this run, which pages of other sites can neither
//! read nor send. It reaches public addresses of the servers that the specs name, including their token endpoints, and the
//! origins in `playground.allow`.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request};
use axum::response::Response;
use engine::RequestServers;

use crate::address::percent_decode;
use crate::client::{Client, Reach, RequestError, Target, origin};
use crate::token::Token;

/// The path of the proxy.
pub(crate) const PATH: &str = "/_tool/proxy";

/// The outcome of a request: `passed`, `refused` or `declined` (nothing was sent), `failed` (no answer).
const VERDICT: HeaderName = HeaderName::from_static("x-tool-proxy");
/// The key of the operation that the panel shows.
const OPERATION: HeaderName = HeaderName::from_static("x-tool-operation");

/// The largest body that is forwarded, in bytes.
const LARGEST_BODY: usize = 32 << 20;

/// The proxy of one run.
pub(crate) struct Proxy {
    token: Token,
    client: Client,
}

impl Proxy {
    /// A proxy for requests with this token.
    pub(crate) fn new(token: Token) -> Self {
        Self { token, client: Client::default() }
    }

    /// The script that announces the proxy to this server's pages.
    pub(crate) fn script(&self) -> String {
        let token = self.token.text();
        token
            .map_or_else(String::new, |token| format!("window.toolDevProxy = {{ url: '{PATH}', token: '{token}' }};\n"))
    }

    /// Forwards a request of the panel and returns the answer. `servers` returns the servers that an operation's panel may
    /// reach, by the operation's key, or `None` while the project is changing.
    pub(crate) async fn answer<F: Future<Output = Option<RequestServers>>>(
        &self,
        request: &request::Parts,
        body: Body,
        servers: impl FnOnce(String) -> F,
    ) -> Response {
        match self.forward(request, body, servers).await {
            Ok(response) => response,
            Err(ProxyError::Refused(why)) => verdict(StatusCode::FORBIDDEN, "refused", why.to_owned()),
            // Status 200, so that the browser's console shows no error.
            Err(ProxyError::Declined(why)) => verdict(StatusCode::OK, "declined", why.to_owned()),
            Err(ProxyError::Failed(why)) => verdict(StatusCode::BAD_GATEWAY, "failed", why),
        }
    }

    async fn forward<F: Future<Output = Option<RequestServers>>>(
        &self,
        request: &request::Parts,
        body: Body,
        servers: impl FnOnce(String) -> F,
    ) -> Result<Response, ProxyError> {
        let own = |name: &HeaderName| request.headers.get(name).map(HeaderValue::as_bytes).unwrap_or_default();
        if !self.token.is_in(&request.headers) {
            return Err(ProxyError::Refused("the token of this run is missing"));
        }
        let target = request.uri.query().and_then(target).ok_or(ProxyError::Refused("the URL is invalid"))?;
        let servers = servers(String::from_utf8_lossy(own(&OPERATION)).into_owned()).await;
        let servers = servers.ok_or(ProxyError::Refused("the project is changing"))?;
        let reach = reach(&target, &servers)
            .ok_or(ProxyError::Declined("neither a server of the API nor `playground.allow` has this address"))?;
        let body = to_bytes(body, LARGEST_BODY).await.map_err(|_| ProxyError::Refused("the body is too large"))?;

        let headers = request_headers(&request.headers);
        let sent = self.client.send(&target, reach, request.method.clone(), headers, body).await;
        let received = sent.map_err(|error| match error {
            RequestError::Private => {
                ProxyError::Declined("the address is on a private network, and not in `playground.allow`")
            }
            RequestError::Malformed => ProxyError::Refused("the URL is invalid"),
            RequestError::Failed(why) => ProxyError::Failed(format!("The dev server could not reach it: {why}.")),
        })?;
        let (mut head, body) = received.into_parts();
        head.headers = response_headers(&head.headers);
        Ok(Response::from_parts(head, Body::new(body)))
    }
}

/// Why a request was not forwarded, or got no answer.
enum ProxyError {
    /// The request does not come from this server's pages.
    Refused(&'static str),
    /// The proxy does not forward to this address; the page may send the request itself.
    Declined(&'static str),
    Failed(String),
}

fn verdict(status: StatusCode, verdict: &'static str, why: String) -> Response {
    let mut response = Response::new(Body::from(why));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(VERDICT, HeaderValue::from_static(verdict));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// The value of `url` in a query.
fn target(query: &str) -> Option<Target> {
    let value = query.split('&').find_map(|pair| pair.strip_prefix("url="))?;
    origin(&percent_decode(value)?)
}

/// Which addresses a request to `target` may reach; `None` if it may not be sent.
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

/// The request headers to forward: none that belong to this connection, this server's cookies, or the browser's record of
/// where the request comes from.
fn request_headers(headers: &HeaderMap) -> HeaderMap {
    let is_dropped = |name: &str| {
        is_hop_by_hop(name)
            || name.starts_with("sec-")
            || name.starts_with("x-tool-")
            || matches!(name, "host" | "origin" | "referer" | "cookie" | "accept-encoding" | "expect")
    };
    without(headers, is_dropped)
}

/// The response headers to return: none that a browser would apply to this server.
fn response_headers(headers: &HeaderMap) -> HeaderMap {
    const APPLIED: [&str; 12] = [
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
    let mut headers = without(headers, |name| {
        is_hop_by_hop(name)
            || name.starts_with("x-tool-")
            || name.starts_with("access-control-")
            || APPLIED.contains(&name)
    });
    headers.insert(VERDICT, HeaderValue::from_static("passed"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers
}

/// Whether a header belongs to one connection (RFC 9110, section 7.6.1), or is a length, which the next connection sets.
fn is_hop_by_hop(name: &str) -> bool {
    name.starts_with("proxy-")
        || matches!(
            name,
            "connection" | "keep-alive" | "te" | "trailer" | "transfer-encoding" | "upgrade" | "content-length"
        )
}

fn without(headers: &HeaderMap, is_dropped: impl Fn(&str) -> bool) -> HeaderMap {
    let kept = headers.iter().filter(|(name, _)| !is_dropped(name.as_str()));
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
