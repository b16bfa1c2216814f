//! What every part of the engine shares: diagnostics, input files, source trees with positions, and text rules.
//!
//! Depends on no format beyond JSON and YAML, and on no page or site.

pub mod diagnostic;
pub mod inputs;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod tree;

pub use inputs::Db;
