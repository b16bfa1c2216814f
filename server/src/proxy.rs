//! The proxy of the request panel: forwards requests of this server's own pages to the servers of the specs, whose answers
//! browsers hide from pages of other origins.
//!
//! Only those pages can use it: a request needs a header with the token of this run, which pages of other sites can neither
//! read nor send. It reaches public addresses of the servers that the specs name, including their token endpoints, and the
//! origins in `playground.allow`.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request};
use axum::response::Response;
use engine::RequestServers;
use futures_util::stream::try_unfold;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Body as _, Incoming};
use tokio::time::timeout;

use crate::address::percent_decode;
use crate::client::{Client, Reach, RequestError, Target, origin};
use crate::response::lines;
use crate::token::Token;

/// The path of the proxy.
pub(crate) const PATH: &str = "/_tool/proxy";

/// Why a request to a private address is not forwarded.
const PRIVATE: &str = "the address is on a private network, and not in `playground.allow`";
/// The outcome of a request: `passed`, `refused` or `declined` (nothing was sent), `failed` (no answer).
const VERDICT: HeaderName = HeaderName::from_static("x-tool-proxy");
/// The key of the operation that the panel shows.
const OPERATION: HeaderName = HeaderName::from_static("x-tool-operation");

/// The largest body that is forwarded, in bytes.
const LARGEST_BODY: usize = 32 << 20;
/// The largest answer that is returned, in bytes. The panel shows less of it.
const LARGEST_ANSWER: usize = 32 << 20;
/// The largest compressed answer that is returned. No answer is asked to be compressed, and a small one may be a large text.
const LARGEST_COMPRESSED: usize = 1 << 20;
/// How long the head of an answer may take: less than any response of this server.
const HEAD_TIME: Duration = Duration::from_secs(25);
/// How long each further part of an answer may take.
const STALL_TIME: Duration = Duration::from_secs(60);

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

    /// The script that announces the proxy to this server's pages, with the origins in `playground.allow`: pages do not
    /// ask for others on this machine, since browsers report each refusal as an error.
    pub(crate) fn script(&self, allowed: &[String]) -> String {
        let Some(token) = self.token.text() else { return String::new() };
        let allow: Vec<String> = allowed.iter().map(|origin| format!("{origin:?}")).collect();
        let allow = allow.join(", ");
        format!("window.toolDevProxy = {{ url: '{PATH}', token: '{token}', allow: [{allow}], near: '{PRIVATE}' }};\n")
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
            Err(ProxyError::Refused(status, why)) => verdict(status, "refused", why.to_owned()),
            Err(ProxyError::Declined(why)) => verdict(StatusCode::FORBIDDEN, "declined", why.to_owned()),
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
        let refused = |why| ProxyError::Refused(StatusCode::FORBIDDEN, why);
        let malformed = || ProxyError::Refused(StatusCode::BAD_REQUEST, "the URL is invalid");
        if !self.token.is_in(&request.headers) {
            return Err(refused("the token of this run is missing"));
        }
        // They are about this connection, not about the server behind it.
        if matches!(request.method, Method::TRACE | Method::CONNECT) {
            return Err(ProxyError::Refused(StatusCode::METHOD_NOT_ALLOWED, "the method is not forwarded"));
        }
        let target = request.uri.query().and_then(target).ok_or_else(malformed)?;
        let servers = servers(String::from_utf8_lossy(own(&OPERATION)).into_owned()).await;
        let servers = servers.ok_or(refused("the project is changing"))?;
        let reach = reach(&target, &servers)
            .ok_or(ProxyError::Declined("neither a server of the API nor `playground.allow` has this address"))?;
        if body.size_hint().lower() > LARGEST_BODY as u64 {
            return Err(ProxyError::Refused(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large"));
        }
        // The body is forwarded as it arrives, so that pending requests hold no memory.
        let body = Body::new(Limited::new(body, LARGEST_BODY));

        let headers = request_headers(&request.headers);
        let sent = self.client.send(&target, reach, request.method.clone(), headers, body);
        let sent = timeout(HEAD_TIME, sent).await;
        let unreachable = |why: &str| ProxyError::Failed(format!("The dev server could not reach it: {why}."));
        let received = sent.map_err(|_| unreachable("there was no answer in time"))?.map_err(|error| match error {
            RequestError::Private => ProxyError::Declined(PRIVATE),
            RequestError::Malformed => malformed(),
            RequestError::Failed(why) => unreachable(&why),
        })?;
        let (mut head, body) = received.into_parts();
        if head.status.is_informational() {
            return Err(unreachable("it wants to use another protocol"));
        }
        let is_compressed = head.headers.contains_key(header::CONTENT_ENCODING);
        let largest = if is_compressed { LARGEST_COMPRESSED } else { LARGEST_ANSWER };
        head.headers = response_headers(&head.headers);
        if let Some(length) = body.size_hint().exact().filter(|length| *length <= largest as u64) {
            head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
        Ok(Response::from_parts(head, bounded(body, largest)))
    }
}

/// An answer that ends with an error when it becomes too large or stalls.
fn bounded(body: Incoming, largest: usize) -> Body {
    Body::from_stream(try_unfold(Limited::new(body, largest), |mut body| async move {
        loop {
            let frame =
                timeout(STALL_TIME, body.frame()).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?;
            let Some(frame) = frame else { return Ok::<_, io::Error>(None) };
            // Trailers are left out.
            if let Ok(data) = frame.map_err(io::Error::other)?.into_data() {
                return Ok(Some((data, body)));
            }
        }
    }))
}

/// Why a request was not forwarded, or got no answer.
enum ProxyError {
    /// The request does not come from this server's pages, or is not one that the panel sends.
    Refused(StatusCode, &'static str),
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
pub(crate) fn target(query: &str) -> Option<Target> {
    let value = query.split('&').find_map(|pair| pair.strip_prefix("url="))?;
    origin(&percent_decode(value)?)
}

/// Which addresses a request to `target` may reach; `None` if it may not be sent.
pub(crate) fn reach(target: &Target, servers: &RequestServers) -> Option<Reach> {
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
pub(crate) fn request_headers(headers: &HeaderMap) -> HeaderMap {
    let named = named_in_connection(headers);
    let is_dropped = |name: &str| {
        is_hop_by_hop(name)
            || named.iter().any(|named| named == name)
            || name.starts_with("sec-")
            || name.starts_with("x-tool-")
            || matches!(name, "host" | "origin" | "referer" | "cookie" | "accept-encoding" | "expect")
    };
    let mut headers = without(headers, is_dropped);
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    headers
}

/// The response headers to return: none that a browser would apply to this server. Opened by itself, the answer is data
/// without an origin.
pub(crate) fn response_headers(headers: &HeaderMap) -> HeaderMap {
    const APPLIED: [&str; 32] = [
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
        "accept-ch",
        "activate-storage-access",
        "content-security-policy",
        "content-security-policy-report-only",
        "critical-ch",
        "cross-origin-embedder-policy",
        "cross-origin-opener-policy",
        "cross-origin-resource-policy",
        "document-policy",
        "feature-policy",
        "integrity-policy",
        "origin-agent-cluster",
        "origin-trial",
        "permissions-policy",
        "public-key-pins",
        "set-login",
        "sourcemap",
        "speculation-rules",
        "x-dns-prefetch-control",
        "x-sourcemap",
    ];
    let named = named_in_connection(headers);
    let mut headers = without(headers, |name| {
        is_hop_by_hop(name)
            || named.iter().any(|named| named == name)
            || name.starts_with("x-tool-")
            || name.starts_with("access-control-")
            || APPLIED.contains(&name)
    });
    headers.insert(VERDICT, HeaderValue::from_static("passed"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    headers
}

/// The headers that belong to one connection because `Connection` names them, in lower case.
fn named_in_connection(headers: &HeaderMap) -> Vec<String> {
    let named = lines(headers, &header::CONNECTION).flat_map(|line| line.split(','));
    named.map(|name| name.trim().to_ascii_lowercase()).collect()
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
