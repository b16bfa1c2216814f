//! Properties that hold for every text that is read: by the tree readers, and as output of `git`.

pub mod git;
pub mod json;
pub mod tree;
