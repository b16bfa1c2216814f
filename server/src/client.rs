//! Requests to other servers over HTTP/1.1, with TLS for `https`. Resolved addresses are checked before anything is sent.
//! The proxy of the request panel and the link checker use it.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::uri::Scheme;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// How long reaching a server may take.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// Sends requests. TLS is set up on first use.
#[derive(Default)]
pub(crate) struct Client {
    tls: OnceLock<Option<TlsConnector>>,
}

/// Why a request got no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestError {
    /// The host has no public address, and its origin is not allowed.
    Private,
    /// The URL is invalid.
    Malformed,
    /// The request failed; the reason, to follow "could not reach it".
    Failed(String),
}

/// The server and path that a request is sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) is_secure: bool,
    /// Without the brackets of an IPv6 address, in lower case.
    pub(crate) host: String,
    pub(crate) port: u16,
    /// Host and port as written.
    pub(crate) authority: String,
    /// Path and query.
    pub(crate) path: String,
}

/// The target of an http or https URL. `None` for other schemes and URLs with a user name.
pub(crate) fn origin(url: &str) -> Option<Target> {
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

/// Which addresses a host name may resolve to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Public addresses only.
    Public,
    /// All addresses.
    Any,
}

impl Client {
    /// Sends a request with these headers and `Host`.
    ///
    /// # Errors
    /// Fails if nothing could be sent, or nothing came back.
    pub(crate) async fn send(
        &self,
        target: &Target,
        reach: Reach,
        method: Method,
        headers: HeaderMap,
        body: Body,
    ) -> Result<hyper::Response<Incoming>, RequestError> {
        let mut request = hyper::Request::new(body);
        *request.method_mut() = method;
        *request.uri_mut() = target.path.parse().map_err(|_| RequestError::Malformed)?;
        *request.headers_mut() = headers;
        let host = HeaderValue::from_str(&target.authority).map_err(|_| RequestError::Malformed)?;
        request.headers_mut().insert(header::HOST, host);
        let stream = connect(target, reach).await?;
        if !target.is_secure {
            return exchange(stream, request).await;
        }
        let tls = self.tls().ok_or_else(|| failed("TLS is not available"))?;
        let name = ServerName::try_from(target.host.clone()).map_err(|_| RequestError::Malformed)?;
        let stream = timeout(CONNECT_TIME, tls.connect(name, stream)).await;
        let stream = stream.map_err(|_| failed("the TLS handshake timed out"))?.map_err(|why| failed(&said(&why)))?;
        exchange(stream, request).await
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

/// The system's error message without the error number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or(&text).to_lowercase()
}

fn failed(why: &str) -> RequestError {
    RequestError::Failed(why.to_owned())
}

/// The innermost cause of an error, which is the most specific.
fn said(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

async fn exchange<S>(stream: S, request: hyper::Request<Body>) -> Result<hyper::Response<Incoming>, RequestError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|why| failed(&said(&why)))?;
    // Ends with the response, or when the response is dropped.
    tokio::spawn(async move { drop(connection.await) });
    sender.send_request(request).await.map_err(|why| failed(&said(&why)))
}

/// Connects to one of the addresses that the host resolves to: exactly those that were checked.
async fn connect(target: &Target, reach: Reach) -> Result<TcpStream, RequestError> {
    let found = timeout(CONNECT_TIME, tokio::net::lookup_host((target.host.as_str(), target.port))).await;
    let found = found.map_err(|_| failed("resolving its name timed out"))?.map_err(|why| failed(&reason(&why)))?;
    let addresses = reachable(found, reach);
    if addresses.is_empty() {
        return Err(RequestError::Private);
    }
    let stream = timeout(CONNECT_TIME, TcpStream::connect(addresses.as_slice())).await;
    stream.map_err(|_| failed("connecting timed out"))?.map_err(|why| failed(&reason(&why)))
}

/// Those of the addresses of a host that may be connected to. The host is not resolved again.
fn reachable(found: impl Iterator<Item = SocketAddr>, reach: Reach) -> Vec<SocketAddr> {
    found.filter(|address| reach == Reach::Any || is_public(address.ip())).take(8).collect()
}

/// Whether an address is public (IANA's special-purpose registries, RFC 6890).
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

/// Whether an address is global unicast and does not embed an address of another network (Teredo, 6to4).
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_special = (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002 || a == 0x3fff;
    a & 0xe000 == 0x2000 && !is_special
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Reach, is_public, reachable};

    #[test]
    fn of_what_a_name_resolves_to_only_public_addresses_are_dialed() {
        let found = |texts: &[&str], reach| -> Vec<String> {
            let addresses = texts.iter().map(|text| text.parse().unwrap());
            reachable(addresses, reach).iter().map(ToString::to_string).collect()
        };
        let mixed = ["127.0.0.1:80", "1.1.1.1:80", "[::1]:80", "169.254.169.254:80"];
        assert_eq!(found(&mixed, Reach::Public), ["1.1.1.1:80"]);
        assert_eq!(found(&mixed[2..], Reach::Public), [""; 0]);
        assert_eq!(found(&mixed, Reach::Any), mixed);
    }

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
}
