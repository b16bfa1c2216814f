//! The site's files and diagnostics as values: callers write, serve and print them.

mod agents;
mod cards;
mod clashes;
mod config_edit;
pub(crate) mod diagnostics;
pub(crate) mod edition_end;
pub(crate) mod edition_hash;
pub(crate) mod editions;
pub(crate) mod external_links;
pub(crate) mod host;
pub(crate) mod inspect;
mod listed;
mod models;
mod navigation;
pub(crate) mod output;
mod page;
pub(crate) mod redirects;
pub(crate) mod request_servers;
pub(crate) mod scaffold;
pub(crate) mod search;
mod sign_in;
pub(crate) mod site;
mod site_parts;
mod sitemap;
mod summary;
pub(crate) mod translations;
pub(crate) mod version_cut;
