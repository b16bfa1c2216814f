//! What is wrong with a spec: with the document as a whole, and with each of its chunks.

mod chunk;
mod document;
mod operations;

pub(crate) use chunk::{Role, check_chunk, check_operation, walk_below, walk_chunk};
pub(crate) use document::{SpecPlace, check_spec};
pub(crate) use operations::{OperationsPlace, check_operations};
