//! Resolution across files: pages, settings and specs combined.

pub(crate) mod authored;
pub(crate) mod downloads;
pub(crate) mod edition_record;
pub(crate) mod edition_view;
pub(crate) mod history;
pub(crate) mod include;
pub(crate) mod link_check;
pub(crate) mod link_fix;
pub(crate) mod link_text;
pub(crate) mod links;
pub(crate) mod model_keys;
pub(crate) mod models;
pub(crate) mod overlays;
pub(crate) mod page_tree;
pub(crate) mod pages;
pub(crate) mod project_components;
pub(crate) mod redirect_chain;
pub(crate) mod redirects;
pub(crate) mod ref_check;
pub(crate) mod sidebar;
pub(crate) mod sidebar_check;
pub(crate) mod site_check;
pub(crate) mod site_files;
pub(crate) mod site_operation;
pub(crate) mod site_schema;
pub(crate) mod slug;
