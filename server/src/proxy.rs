//! The proxy of the request panel: passes requests of this server's own pages on to the servers of the specs, whose answers
//! browsers keep from pages of other origins.
//!
//! It is for those pages alone: a request needs the token of this run in a header, which a page of another site can neither
//! read nor send. It reaches public addresses of the servers that the specs name, and the origins in `playground.allow`.

use std::collections::hash_map::RandomState;
use std::error::Error;
use std::hash::{BuildHasher, Hasher};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::uri::Scheme;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header, request};
use axum::response::Response;
use engine::RequestServers;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::app::App;

/// Where the proxy answers.
pub(crate) const PATH: &str = "/_tool/proxy";

/// What the proxy says of a response: `passed`, `refused` or `declined` (nothing was sent), `failed` (nothing came back).
const VERDICT: HeaderName = HeaderName::from_static("x-tool-proxy");
const TOKEN: HeaderName = HeaderName::from_static("x-tool-token");
/// The key of the operation that the panel shows.
const OPERATION: HeaderName = HeaderName::from_static("x-tool-operation");

/// The largest body that is passed on, in bytes.
const LARGEST_BODY: usize = 32 << 20;
/// How long reaching a server may take.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// The proxy of one run.
pub(crate) struct Proxy {
    /// Empty where the server answers other machines: then there is no proxy.
    token: String,
    tls: OnceLock<Option<TlsConnector>>,
}

impl Proxy {
    /// A proxy with a token of its own, for a server that only this machine can ask.
    pub(crate) fn new(is_local: bool) -> Self {
        // The keys of the standard library's hash come from the system's random numbers.
        let random = || RandomState::new().build_hasher().finish();
        let token = if is_local { format!("{:016x}{:016x}", random(), random()) } else { String::new() };
        Self { token, tls: OnceLock::new() }
    }

    /// The script that tells this server's pages of the proxy.
    pub(crate) fn script(&self) -> String {
        if self.token.is_empty() {
            return String::new();
        }
        format!("window.toolDevProxy = {{ url: '{PATH}', token: '{}' }};\n", self.token)
    }

    fn tls(&self) -> Option<&TlsConnector> {
        let made = self.tls.get_or_init(|| {
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
            let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
            Some(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
        });
        made.as_ref()
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

    let stream = connect(&target, reach).await?;
    let mut sent = hyper::Request::new(Full::new(body));
    *sent.method_mut() = request.method.clone();
    *sent.uri_mut() = target.path.parse().map_err(|_| Trouble::Refused("the address is malformed"))?;
    *sent.headers_mut() = request_headers(&request.headers);
    let host = HeaderValue::from_str(&target.authority).map_err(|_| Trouble::Refused("the address is malformed"))?;
    sent.headers_mut().insert(header::HOST, host);
    let received = if target.is_secure {
        let tls = app.proxy.tls().ok_or_else(|| Trouble::Failed("TLS is not available.".to_owned()))?;
        let name = ServerName::try_from(target.host.clone()).map_err(|_| Trouble::Refused("the name is malformed"))?;
        let stream = timeout(CONNECT_TIME, tls.connect(name, stream)).await;
        let stream = stream.map_err(|_| failed("no TLS connection in time"))?.map_err(|why| failed(&said(&why)))?;
        exchange(stream, sent).await?
    } else {
        exchange(stream, sent).await?
    };
    let (mut head, body) = received.into_parts();
    head.headers = response_headers(&head.headers);
    Ok(Response::from_parts(head, Body::new(body)))
}

fn failed(why: &str) -> Trouble {
    Trouble::Failed(format!("The dev server could not reach it: {why}."))
}

/// The innermost reason of an error, which says the most.
fn said(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

async fn exchange<S>(
    stream: S,
    request: hyper::Request<Full<Bytes>>,
) -> Result<hyper::Response<hyper::body::Incoming>, Trouble>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|why| failed(&said(&why)))?;
    // It ends with the response, or when the reader gives that up.
    tokio::spawn(async move { drop(connection.await) });
    sender.send_request(request).await.map_err(|why| failed(&said(&why)))
}

/// The address that a request is meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    is_secure: bool,
    /// Without the brackets of an IPv6 address, in lower case.
    host: String,
    port: u16,
    /// Host and port as written.
    authority: String,
    /// Path and query.
    path: String,
}

/// The value of `url` in a query.
fn target(query: &str) -> Option<Target> {
    let value = query.split('&').find_map(|pair| pair.strip_prefix("url="))?;
    origin(&percent_decoded(value)?)
}

/// An http or https address, without anybody's name in it.
fn origin(url: &str) -> Option<Target> {
    let uri: Uri = url.parse().ok()?;
    let is_secure = match uri.scheme()? {
        scheme if *scheme == Scheme::HTTPS => true,
        scheme if *scheme == Scheme::HTTP => false,
        _ => return None,
    };
    let authority = uri.authority()?;
    if authority.as_str().contains('@') || authority.host().is_empty() {
        return None;
    }
    let port = authority.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    Some(Target {
        is_secure,
        host: crate::guard::bare_host(authority.host()).to_ascii_lowercase(),
        port,
        authority: authority.as_str().to_owned(),
        path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
    })
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

/// Which addresses a name may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Public,
    Any,
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

/// A connection to one of the addresses that the name stands for: what was checked is what is reached.
async fn connect(target: &Target, reach: Reach) -> Result<TcpStream, Trouble> {
    let found = timeout(CONNECT_TIME, tokio::net::lookup_host((target.host.as_str(), target.port))).await;
    let found = found.map_err(|_| failed("its name was not found in time"))?.map_err(|why| failed(&why.to_string()))?;
    let addresses: Vec<SocketAddr> =
        found.filter(|address| reach == Reach::Any || is_public(address.ip())).take(8).collect();
    if addresses.is_empty() {
        return Err(Trouble::Declined("it is on a private network, and `playground.allow` does not name it"));
    }
    let stream = timeout(CONNECT_TIME, TcpStream::connect(addresses.as_slice())).await;
    stream.map_err(|_| failed("it does not answer"))?.map_err(|why| failed(&why.to_string()))
}

/// Whether an address is one of the Internet's (IANA's special-purpose registries, RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19));
    !is_special
}

/// Global unicast without what carries addresses of other networks (Teredo, 6to4).
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_special = (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002 || a == 0x3fff;
    a & 0xe000 == 0x2000 && !is_special
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
    use std::net::IpAddr;

    use engine::RequestServers;

    use super::{Reach, is_public, origin, reach, target};

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        let is_public = |text: &str| is_public(text.parse::<IpAddr>().unwrap());
        for public in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "100.128.0.1", "172.32.0.1"] {
            assert!(is_public(public), "{public}");
        }
        for special in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "::ffff:1.1.1.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "ff02::1",
        ] {
            assert!(!is_public(special), "{special}");
        }
    }

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
