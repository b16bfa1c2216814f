//! The URLs that requests of the panel may go to, for the proxy of the dev server: those that the project's author
//! trusts.

use std::collections::HashSet;

use super::editions;
use crate::Db;
use crate::parse::config::playground_setting;
use crate::render::playground::{PLAYGROUND_FOLDER, playground_files};
use crate::resolve::site_operation::site_specs;
use base::inputs::FileSet;
use openapi::endpoint::endpoint;
use openapi::security::declared_schemes;
use openapi::server::Server;
use openapi::spec::root_servers;

/// The greatest number of URLs of one server, from the values of its variables.
const MOST_ADDRESSES: usize = 64;

/// The URLs that requests of the panel may go to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestServers {
    /// Those of the specs and of the operation, and the token endpoints of their security schemes.
    pub servers: Vec<String>,
    /// The origins in `playground.allow`.
    pub allowed: Vec<String>,
}

/// The URLs for the operation whose data has this key; only those of the specs if there is none.
pub(crate) fn request_servers(db: &dyn Db, key: &str) -> RequestServers {
    let file = format!("{PLAYGROUND_FOLDER}{key}.js");
    let editions: Vec<FileSet> = editions::all(db).into_iter().map(|(_, set)| set).collect();
    let chunk_of = |set: FileSet| playground_files(db, set).by_path.get(&*file).copied();
    // An operation has the same key in each edition, but not in all of them the same servers.
    let mut having: Vec<FileSet> = editions.iter().copied().filter(|&set| chunk_of(set).is_some()).collect();
    if having.is_empty() {
        having.extend(editions.first());
    }
    let mut found = RequestServers::default();
    for set in having {
        let own = chunk_of(set).map(|chunk| &endpoint(db, chunk).servers);
        let specs = site_specs(db, set);
        let shared = specs.iter().flat_map(|spec| root_servers(db, spec.file));
        let servers = own.into_iter().flatten().chain(shared).flat_map(addresses);
        let schemes = specs.iter().flat_map(|spec| declared_schemes(db, spec.file));
        let tokens = schemes.flat_map(|scheme| scheme.kind.token_urls()).map(|url| url.to_string());
        found.servers.extend(servers.chain(tokens));
        let allowed = &playground_setting(db, set.config(db)).allow;
        found.allowed.extend(allowed.iter().map(ToString::to_string));
    }
    let mut known = HashSet::new();
    found.servers.retain(|server| known.insert(server.clone()));
    found.allowed.sort();
    found.allowed.dedup();
    found
}

/// The URLs of a server with each variable at its default or one of its values.
fn addresses(server: &Server) -> Vec<String> {
    let mut found = vec![server.absolute_template().into_owned()];
    for variable in &server.variables {
        let name = format!("{{{}}}", variable.name);
        let values = std::iter::once(&variable.default).chain(&variable.values);
        let next = found.iter().flat_map(|url| values.clone().map(|value| url.replace(&name, value)));
        found = next.take(MOST_ADDRESSES).collect();
    }
    found
}
