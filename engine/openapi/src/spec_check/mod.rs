//! Checks a spec: the document as a whole, and each of its chunks.

#[cfg(test)]
mod agreement;
mod chunk;
mod conform;
mod direction;
mod document;
mod examples;
mod fields;
mod link;
mod operations;
mod parameters;
mod rules;
mod security;
mod server;

pub use chunk::{check_chunk, check_operation, walk_below, walk_chunk};
pub(crate) use chunk::{drop_consequences, unresolved};
pub use document::{SpecPart, SpecPlace, check_spec};
pub use examples::check_examples;
pub use operations::{OperationsPlace, check_operations};
