//! Parses a single file into a tree. Nothing here depends on a second file.

pub mod accepted;
pub(crate) mod component;
pub(crate) mod config;
pub(crate) mod date;
pub(crate) mod fields;
pub(crate) mod frontmatter;
pub(crate) mod frontmatter_fix;
pub(crate) mod hero;
pub(crate) mod markdown;
pub(crate) mod variables;
