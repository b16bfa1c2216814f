//! From one file to one tree. Nothing here looks at a second file.

pub mod overlay;
pub mod split;
