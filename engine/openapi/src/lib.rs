//! OpenAPI documents as queries: a file in chunks, references across files, overlays, schemas, operations and endpoints,
//! bundles, and the checks of a spec.
//!
//! Knows nothing of pages, sidebars, components or HTML. What it needs of the project around a spec is in [`Db`].

pub mod address;
pub mod anchors;
pub mod bundle;
pub mod chunks;
mod db;
pub mod endpoint;
pub mod external_files;
pub mod fragment_check;
pub mod fragments;
pub mod misplaced;
pub mod operation;
pub mod overlay;
pub mod parse;
pub mod reference;
pub mod schema;
pub mod security;
pub mod server;
pub mod shape;
pub mod spec;
pub mod spec_check;
#[cfg(feature = "testing")]
pub mod testing;
pub mod uses;

pub use db::Db;
