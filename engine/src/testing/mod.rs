//! Fixtures, projects in memory, and the log of executed queries. For tests and benchmarks alone.

mod fixture;
pub mod generate;
mod held;

pub use fixture::{executed, fixture, project, text};
pub use held::{Held, held};

use crate::parse::tree::{Limits, Tree};

/// The nodes in a document's tree: parsing alone, as the floor of a build does it.
#[must_use]
pub fn parse_spec(text: &str) -> usize {
    Tree::from_any(text, Limits::default()).tree.len()
}
