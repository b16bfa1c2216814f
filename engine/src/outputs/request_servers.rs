//! Where requests of the panel may go, for the proxy of the dev server: the addresses that the project's author vouches for.

use crate::Db;
use crate::parse::config::playground_setting;
use crate::render::playground::{PLAYGROUND_FOLDER, playground_files};
use crate::resolve::site_operation::site_specs;
use base::inputs::FileSet;
use openapi::endpoint::endpoint;
use openapi::security::declared_schemes;
use openapi::server::Server;
use openapi::spec::root_servers;

/// A server has at most that many addresses, by the values of its variables.
const MOST_ADDRESSES: usize = 64;

/// Addresses that requests of the panel may go to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestServers {
    /// Those of the specs, and of the operation that is asked about; also where their security schemes give tokens out.
    pub servers: Vec<String>,
    /// Those that `playground.allow` names.
    pub allowed: Vec<String>,
}

/// The addresses for the operation whose data has that key; of the specs alone, where there is none.
pub(crate) fn request_servers(db: &dyn Db, set: FileSet, key: &str) -> RequestServers {
    let file = format!("{PLAYGROUND_FOLDER}{key}.js");
    let own = playground_files(db, set).by_path.get(&*file).map(|&chunk| &endpoint(db, chunk).servers);
    let specs = site_specs(db, set);
    let shared = specs.iter().flat_map(|spec| root_servers(db, spec.file));
    let servers = own.into_iter().flatten().chain(shared).flat_map(addresses);
    let schemes = specs.iter().flat_map(|spec| declared_schemes(db, spec.file));
    let tokens = schemes.flat_map(|scheme| scheme.kind.token_urls()).map(|url| url.to_string());
    RequestServers {
        servers: servers.chain(tokens).collect(),
        allowed: playground_setting(db, set.config(db)).allow.iter().map(|origin| origin.to_string()).collect(),
    }
}

/// The addresses of a server with each variable at its default or one of its values.
fn addresses(server: &Server) -> Vec<String> {
    let mut found = vec![server.url.to_string()];
    for variable in &server.variables {
        let name = format!("{{{}}}", variable.name);
        let values = std::iter::once(&variable.default).chain(&variable.values);
        let next = found.iter().flat_map(|url| values.clone().map(|value| url.replace(&name, value)));
        found = next.take(MOST_ADDRESSES).collect();
    }
    found
}
