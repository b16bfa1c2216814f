//! Checks a spec: the document as a whole, and each of its chunks.

#[cfg(test)]
mod agreement;
mod chunk;
mod conform;
mod direction;
mod document;
mod examples;
mod link;
mod operations;
mod server;

pub(crate) use chunk::unresolved;
pub use chunk::{check_chunk, check_operation, walk_below, walk_chunk};
pub use document::{SpecPlace, check_spec};
pub use examples::check_examples;
pub use operations::{OperationsPlace, check_operations};
