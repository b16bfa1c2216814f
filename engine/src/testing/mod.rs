//! Fixtures, in-memory projects, the log of executed queries, and checks of arbitrary input. Only for tests, benchmarks
//! and the fuzzer.

mod components;
mod files;
mod fixture;
pub mod fuzz;
pub mod generate;
pub mod html;
mod pages;
pub(crate) mod pieces;
pub mod reference;
mod schemas;
#[cfg(test)]
mod specs;

pub use base::testing::{skipped, test_data};
pub use components::{ComponentFacts, components};
pub use files::{files_below, percent_decoded};
pub use fixture::{executed, fixture, held, project, text};
pub use openapi::testing::Held;
pub use pages::{HOSTILE_PAGES, HostilePage, ReadPage, bare_html, list_pages, page_bodies, parse_pages, read_page};
pub use schemas::{SchemaField, SchemaOf};
#[cfg(test)]
pub(crate) use specs::{real_spec, spec};

use std::ops::Range;

use base::tree::{Extent, Limits, Tree};

/// Parses a document as a lower bound for a build; returns the number of nodes in its tree.
#[must_use]
pub fn parse_spec(text: &str) -> usize {
    Tree::from_any(text, Limits::default()).tree.len()
}

/// Converts a JSON or YAML document to JSON on one line; `None` if it does not parse completely.
#[must_use]
pub fn as_json(text: &str) -> Option<String> {
    let parsed = Tree::from_any(text, Limits::default());
    (parsed.extent == Extent::Whole).then(|| parsed.tree.root().to_json())
}

/// The byte ranges of all values in a JSON document, without keys, in order.
#[must_use]
pub fn value_ranges(json: &str) -> Vec<Range<usize>> {
    let tree = Tree::from_json(json, Limits::default()).tree;
    let mut found = Vec::new();
    let mut open = vec![tree.root()];
    while let Some(node) = open.pop() {
        found.push(node.span().range());
        open.extend(node.items());
        open.extend(node.entries().map(|(_, value)| value));
    }
    found.sort_by_key(|range| (range.start, range.end));
    found
}
