//! Across files: from trees to what they mean together.

pub(crate) mod address;
pub(crate) mod anchors;
pub(crate) mod bundle;
pub(crate) mod chunks;
pub(crate) mod endpoint;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod foreign;
pub(crate) mod fragment_check;
pub(crate) mod fragments;
pub(crate) mod include;
pub(crate) mod link_fix;
pub(crate) mod links;
pub(crate) mod models;
pub(crate) mod operation;
pub(crate) mod overlay;
pub(crate) mod page_tree;
pub(crate) mod pages;
pub(crate) mod project_components;
pub(crate) mod redirects;
pub(crate) mod reference;
pub(crate) mod schema;
pub(crate) mod security;
pub(crate) mod server;
pub(crate) mod shape;
pub(crate) mod sidebar;
pub(crate) mod sidebar_check;
pub(crate) mod site_check;
pub(crate) mod site_files;
pub(crate) mod site_operation;
pub(crate) mod site_schema;
pub(crate) mod slug;
pub(crate) mod spec;
pub(crate) mod spec_check;
