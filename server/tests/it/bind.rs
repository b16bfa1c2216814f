//! Where a server listens.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use engine::{MemorySystem, Project};
use server::{ServeError, ServeOptions, Server};
use tokio::runtime::Runtime;

/// What binding gives, and the runtime that the sockets need.
fn bind(port: u16, host: Option<&str>) -> (Result<Server, ServeError>, Runtime) {
    let project = Project::open(Arc::new(MemorySystem::default()));
    let options = ServeOptions { port, host: host.map(str::to_owned), watch: None, authoring: None };
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::bind(project, options, |_| {}));
    (server, runtime)
}

#[test]
fn a_server_listens_on_loopback_alone() {
    let (server, _runtime) = bind(0, None);
    let server = server.unwrap();
    let addresses = server.addresses();
    assert!(!addresses.is_empty());
    assert!(addresses.iter().all(|address| address.ip().is_loopback() && address.port() == addresses[0].port()));
}

#[test]
fn the_next_port_is_tried_when_one_is_taken() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let (server, _runtime) = bind(port, None);
    match server {
        Ok(server) => {
            let other = server.addresses()[0].port();
            assert!(other > port && other - port <= 20, "{other} for {port}");
        }
        // It was the last port there is, or the next ones are taken too.
        Err(error) => assert!(matches!(error, ServeError::PortsTaken { first, .. } if first == port), "{error}"),
    }
}

#[test]
fn a_host_is_an_address_or_a_name_of_this_machine() {
    for (host, url) in [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://localhost:")] {
        let (server, _runtime) = bind(0, Some(host));
        assert!(server.unwrap().url().starts_with(url), "{host}");
    }
    let error = bind(0, Some("not a host")).0.err().unwrap();
    assert!(matches!(error, ServeError::UnknownHost { .. }), "{error}");
    // An address for documentation, which no machine has.
    let error = bind(0, Some("192.0.2.1")).0.err().unwrap();
    assert!(matches!(error, ServeError::Bind { .. }), "{error}");
}

#[test]
fn a_root_that_is_missing_is_an_error() {
    let project = Project::open(Arc::new(MemorySystem::default()));
    let options = ServeOptions { port: 0, host: None, watch: Some(PathBuf::from("/no/such/folder")), authoring: None };
    let bound = Runtime::new().unwrap().block_on(Server::bind(project, options, |_| {}));
    assert!(matches!(bound, Err(ServeError::Root { .. })));
}
