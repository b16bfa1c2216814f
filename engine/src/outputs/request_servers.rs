//! Where requests of the panel may go, for the proxy of the dev server: the addresses that the project's author vouches for.

use crate::inputs::{Db, FileSet};
use crate::parse::config::{playground_setting, spec_settings};
use crate::render::playground::{PLAYGROUND_FOLDER, playground_files};
use crate::resolve::endpoint::endpoint;
use crate::resolve::server::Server;
use crate::resolve::spec::root_servers;

/// A server has at most that many addresses, by the values of its variables.
const MOST_ADDRESSES: usize = 64;

/// Addresses that requests of the panel may go to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestServers {
    /// Those of the specs, and of the operation that is asked about.
    pub servers: Vec<String>,
    /// Those that `playground.allow` names.
    pub allowed: Vec<String>,
}

/// The addresses for the operation whose data has that key; of the specs alone, where there is none.
pub(crate) fn request_servers(db: &dyn Db, set: FileSet, key: &str) -> RequestServers {
    let file = format!("{PLAYGROUND_FOLDER}{key}.js");
    let own = playground_files(db, set).by_path.get(&*file).map(|&chunk| &endpoint(db, chunk).servers);
    let specs = spec_settings(db, set.config(db)).iter().filter_map(|setting| set.named(db).get(&setting.path));
    let shared = specs.flat_map(|&spec| root_servers(db, spec));
    RequestServers {
        servers: own.into_iter().flatten().chain(shared).flat_map(addresses).collect(),
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
