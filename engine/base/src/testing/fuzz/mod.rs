//! Properties that hold for every text that the tree readers parse.

pub mod json;
pub mod tree;
