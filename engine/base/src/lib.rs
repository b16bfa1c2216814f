//! What every part of the engine shares: diagnostics, input files, source trees with positions, and rules about text.
//!
//! Knows no format beyond JSON and YAML, no page and no site.

pub mod diagnostic;
pub mod inputs;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod tree;

pub use inputs::Db;
