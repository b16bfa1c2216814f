//! What the site consists of and what is wrong with it, as values: callers write, serve and print them.

mod config_edit;
pub(crate) mod diagnostics;
pub(crate) mod inspect;
mod models;
mod navigation;
pub(crate) mod request_servers;
pub(crate) mod scaffold;
pub(crate) mod search;
pub(crate) mod site;
