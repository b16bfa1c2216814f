//! From one file to one tree. Nothing here looks at a second file.

pub(crate) mod component;
pub(crate) mod config;
pub(crate) mod date;
pub(crate) mod fields;
pub(crate) mod frontmatter;
pub(crate) mod frontmatter_fix;
pub(crate) mod markdown;
pub(crate) mod variables;
