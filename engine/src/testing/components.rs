//! The component table as plain values, for tests in other crates that set every attribute.

use crate::registry::{COMMON_ATTRIBUTES, ComponentKind, Content};

/// An entry of the component table.
#[derive(Clone, Debug)]
pub struct ComponentFacts {
    /// Includes the `wc-` prefix.
    pub name: &'static str,
    /// Its own attributes, their aliases, and the common attributes.
    pub attributes: Vec<&'static str>,
    /// The first allowed parent; `None` if it is allowed anywhere.
    pub parent: Option<&'static str>,
    /// Whether it takes literal text.
    pub is_text: bool,
    /// Whether it takes no content.
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
