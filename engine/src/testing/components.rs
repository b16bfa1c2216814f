//! The table of components as plain values, for tests of other crates that put something into every attribute.

use crate::registry::{COMMON_ATTRIBUTES, ComponentKind, Content};

/// A component as its table has it.
#[derive(Clone, Debug)]
pub struct ComponentFacts {
    /// With `wc-`.
    pub name: &'static str,
    /// Its own attributes, their aliases, and those of every component.
    pub attributes: Vec<&'static str>,
    /// The first of the components that it may stand in; absent when it may stand anywhere.
    pub parent: Option<&'static str>,
    /// Whether it holds text that is never Markdown.
    pub is_text: bool,
    /// Whether it holds nothing.
    pub is_empty: bool,
}

/// Every component, in the order of the table.
#[must_use]
pub fn components() -> Vec<ComponentFacts> {
    let facts = |kind: &ComponentKind| {
        let entry = kind.entry();
        let names = entry.attributes.iter().chain(COMMON_ATTRIBUTES);
        ComponentFacts {
            name: entry.name,
            attributes: names
                .flat_map(|attribute| std::iter::once(&attribute.name).chain(attribute.aliases))
                .copied()
                .collect(),
            parent: entry.parents.first().map(|parent| parent.name()),
            is_text: entry.content == Content::Text,
            is_empty: entry.content == Content::None,
        }
    };
    ComponentKind::ALL.iter().map(facts).collect()
}
