//! Decides which requests are answered: those that name this server and come from its own pages or from a user's
//! navigation. Any page that is open in the browser can send requests here; none may read the answers.

use std::net::{Ipv4Addr, Ipv6Addr, UdpSocket};

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, request};

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A page or file.
    Document,
    /// Something that only this server's own pages ask for, such as the event stream.
    Own,
}

/// The host names that this server answers to.
#[derive(Debug)]
pub(crate) struct Guard {
    port: u16,
    host: Option<String>,
    any_address: bool,
}

impl Guard {
    /// A guard for a server on `port` that answers to `localhost` and, if given, to `host`.
    ///
    /// A server bound to all addresses answers to any IP address: the owner of a name can point it here (DNS rebinding),
    /// but nobody can do that with an address.
    pub(crate) fn new(port: u16, host: Option<&str>) -> Self {
        let bare = host.map(bare_host);
        let any_address = bare
            .is_some_and(|host| host.parse() == Ok(Ipv4Addr::UNSPECIFIED) || host.parse() == Ok(Ipv6Addr::UNSPECIFIED));
        Self { port, host: bare.map(str::to_ascii_lowercase), any_address }
    }

    /// The site's URL for a browser.
    pub(crate) fn url(&self) -> String {
        let host = self.host.as_deref().filter(|_| !self.any_address).unwrap_or("localhost");
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        format!("http://{host}:{}/", self.port)
    }

    /// The site's URL for other machines. `None` unless the server is bound to all addresses and the machine has one on a
    /// network.
    pub(crate) fn network_url(&self) -> Option<String> {
        // Connecting sends nothing: the system only chooses the address that it would send from.
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok().filter(|_| self.any_address)?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        let address = socket.local_addr().ok()?.ip();
        (!address.is_loopback() && !address.is_unspecified()).then(|| format!("http://{address}:{}/", self.port))
    }

    /// The reason to refuse a request; `None` if it is allowed.
    pub(crate) fn refusal(&self, request: &request::Parts, purpose: Use) -> Option<&'static str> {
        let headers = &request.headers;
        let Some(host) = only(headers, &HOST) else { return Some("the request needs one Host header") };
        let authority = request.uri.authority().map(|authority| authority.as_str());
        if !self.is_own(host) || !authority.is_none_or(|authority| self.is_own(authority)) {
            return Some("this server does not answer to that host name");
        }
        if headers.contains_key(ORIGIN) {
            let own = only(headers, &ORIGIN)
                .and_then(|origin| origin.strip_prefix("http://"))
                .is_some_and(|origin| origin.eq_ignore_ascii_case(host));
            if !own {
                return Some("requests from other origins are refused");
            }
        }
        let fetch = |name| headers.get(HeaderName::from_static(name)).map(|value| value.as_bytes());
        let allowed = match (purpose, fetch("sec-fetch-site")) {
            (_, None | Some(b"same-origin" | b"none")) => true,
            (Use::Own, _) => false,
            (Use::Document, Some(b"cross-site")) => {
                fetch("sec-fetch-mode") == Some(b"navigate") && fetch("sec-fetch-dest") == Some(b"document")
            }
            (Use::Document, _) => true,
        };
        if allowed { None } else { Some("requests from other sites are refused") }
    }

    /// Whether `authority` (`host` or `host:port`) is this server.
    fn is_own(&self, authority: &str) -> bool {
        let Some((host, port)) = split_port(authority) else { return false };
        if port != self.port {
            return false;
        }
        let host = bare_host(host).to_ascii_lowercase();
        if matches!(host.as_str(), "localhost" | "127.0.0.1" | "::1") {
            return true;
        }
        let literal = || host.parse::<Ipv4Addr>().is_ok() || host.parse::<Ipv6Addr>().is_ok();
        self.host.as_deref() == Some(host.as_str()) || (self.any_address && literal())
    }
}

/// A host without the brackets that an IPv6 address has in a URL.
pub(crate) fn bare_host(host: &str) -> &str {
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

/// The value of a header; `None` if it is absent, repeated, or not text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Splits an authority into host and port, 80 by default. `None` if it is malformed.
fn split_port(authority: &str) -> Option<(&str, u16)> {
    let host_end = if authority.starts_with('[') {
        authority.find(']')? + 1
    } else {
        authority.find(':').unwrap_or(authority.len())
    };
    let (host, port) = authority.split_at_checked(host_end)?;
    if port.is_empty() {
        return Some((host, 80));
    }
    let digits = port.strip_prefix(':')?;
    let port = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some((host, port))
}

#[cfg(test)]
mod tests {
    use super::Guard;

    #[test]
    fn only_own_names_with_the_right_port_are_answered() {
        let guard = Guard::new(3000, None);
        for own in ["localhost:3000", "LocalHost:3000", "127.0.0.1:3000", "[::1]:3000"] {
            assert!(guard.is_own(own), "{own}");
        }
        let foreign = [
            "",
            "localhost",
            "localhost:",
            "localhost:3001",
            "localhost:03000x",
            "localhost:+3000",
            "evil.com:3000",
            "localhost.evil.com:3000",
            "127.0.0.1.nip.io:3000",
            "localhost.:3000",
            "192.168.0.9:3000",
            "0.0.0.0:3000",
            "[::]:3000",
            "[::1:3000",
            "::1:3000",
            "[::1]3000",
            "127.1:3000",
            "2130706433:3000",
            "user@localhost:3000",
            "localhost:3000:3000",
            "localhost:93000",
            "[::ffff:127.0.0.1]:3000",
        ];
        for name in foreign {
            assert!(!guard.is_own(name), "{name}");
        }
        assert!(Guard::new(80, None).is_own("localhost"));
    }

    #[test]
    fn a_configured_host_is_an_own_name() {
        let named = Guard::new(3000, Some("Docs.local"));
        assert!(named.is_own("docs.local:3000") && named.is_own("localhost:3000"));
        assert!(!named.is_own("192.168.0.9:3000"));
        let all = Guard::new(3000, Some("0.0.0.0"));
        assert!(all.is_own("192.168.0.9:3000") && all.is_own("[fe80::1]:3000"));
        assert!(!all.is_own("192.168.0.9:3001") && !all.is_own("evil.com:3000") && !all.is_own("1.2.3.4.nip.io:3000"));
        assert!(Guard::new(3000, Some("[fd00::1]")).is_own("[fd00::1]:3000"));
    }
}
