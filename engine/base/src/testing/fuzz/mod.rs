//! What must hold for every text that a reader of trees is given.

pub mod json;
pub mod tree;
