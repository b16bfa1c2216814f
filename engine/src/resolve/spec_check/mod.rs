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

pub(crate) use chunk::{check_chunk, check_operation, walk_below, walk_chunk};
pub(crate) use document::{SpecPlace, check_spec};
pub(crate) use examples::check_examples;
pub(crate) use operations::{OperationsPlace, check_operations};
