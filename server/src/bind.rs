//! Listening sockets: which addresses, and which port.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use tokio::net::{TcpListener, lookup_host};

use crate::ServeError;
use crate::guard::bare_host;

/// How many ports after the requested one are tried if it is taken.
const MORE_PORTS: u16 = 20;

/// Listens on the first free port from `port` on (any free one if it is 0), with one socket for each address of `host`, or
/// for each loopback address if `host` is `None`.
pub(crate) async fn listen(host: Option<&str>, port: u16) -> Result<Vec<TcpListener>, ServeError> {
    let addresses = match host {
        None => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
        Some(host) => addresses(bare_host(host)).await?,
    };
    let last = if port == 0 { MORE_PORTS } else { port.saturating_add(MORE_PORTS) };
    for candidate in port..=last {
        match listen_on(&addresses, if port == 0 { 0 } else { candidate }).await {
            Ok(listeners) => return Ok(listeners),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(source) => {
                let host = host.unwrap_or("localhost").to_owned();
                return Err(ServeError::Bind { host, port: candidate, source });
            }
        }
    }
    Err(ServeError::PortsTaken { first: port, last })
}

async fn addresses(host: &str) -> Result<Vec<IpAddr>, ServeError> {
    let unknown = |source| ServeError::UnknownHost { host: host.to_owned(), source };
    let mut addresses: Vec<IpAddr> = lookup_host((host, 0)).await.map_err(unknown)?.map(|found| found.ip()).collect();
    addresses.sort_unstable();
    addresses.dedup();
    Ok(addresses)
}

/// Listens on one port of all the addresses that this machine has. Fails if the port is taken on any of them: some browsers
/// would reach another program at `localhost`.
async fn listen_on(addresses: &[IpAddr], port: u16) -> io::Result<Vec<TcpListener>> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut failure: io::Error = io::ErrorKind::AddrNotAvailable.into();
    for address in addresses {
        let port = match listeners.first() {
            Some(first) => first.local_addr()?.port(),
            None => port,
        };
        match TcpListener::bind((*address, port)).await {
            Ok(listener) => listeners.push(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
            Err(error) => failure = error,
        }
    }
    if listeners.is_empty() { Err(failure) } else { Ok(listeners) }
}
