//! Fields as readers see them: the resolved form of properties, parameters, headers and bodies.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::words::Words;
use crate::schema::{AllowedValue, Facts};
use crate::spec::Text;

/// A field with all that is shown of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Empty for a body as a whole.
    pub name: Text,
    /// The type in words.
    pub kind: Words,
    /// Whether the value must be present.
    pub required: bool,
    /// The element that an author wrote it in; absent for a field of the spec.
    pub written: Option<Written>,
    /// Its description and constraints; `None` if the spec has neither.
    pub facts: Option<Arc<Facts>>,
    /// Remarks on what could not be shown.
    pub notes: Vec<FieldNote>,
    /// Alternatives, where there are several that differ.
    pub variants: Vec<Variant>,
    /// The fields inside it.
    pub children: Box<[Field]>,
}

/// The number of an element that an author wrote: what stands in it is not for this floor to render.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written(NonZeroU32);

impl Written {
    /// The element at that place of a list.
    pub fn at(place: usize) -> Option<Self> {
        u32::try_from(place).ok().and_then(|place| NonZeroU32::new(place.checked_add(1)?)).map(Self)
    }

    /// Its place in the list.
    pub const fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A schema that a field does not show, and where it is shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaLink {
    /// The name that the spec gives it.
    pub name: Text,
    /// The key of its page and fragment; absent where it has none.
    pub model: Option<Text>,
}

impl AsRef<str> for SchemaLink {
    fn as_ref(&self) -> &str {
        &self.name
    }
}

impl From<&str> for SchemaLink {
    fn from(name: &str) -> Self {
        Self { name: name.into(), model: None }
    }
}

/// Why a field shows less than its schema has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldNote {
    /// The schema contains itself.
    Recursive(SchemaLink),
    /// The schema's fields stand elsewhere, or beyond the page's budget or depth.
    More(SchemaLink),
    /// The same for a schema without name.
    MoreLevels,
    /// A reference that leads nowhere, and why.
    Unresolved {
        /// The reference as written.
        reference: Text,
        /// Completes "the reference …".
        reason: &'static str,
    },
}

impl FieldNote {
    /// The note in words.
    pub fn words(&self) -> String {
        match self {
            Self::Recursive(schema) => format!("recursive: {}", schema.name),
            Self::More(schema) => format!("More in schema {}", schema.name),
            Self::MoreLevels => "More levels in the schema".to_owned(),
            Self::Unresolved { reference, reason } => format!("Unresolved reference {reference}: {reason}"),
        }
    }
}

/// One of several alternatives that a field's value may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The discriminator's value, else the title, else the schema's name, else its type.
    pub label: Text,
    /// Its type in words.
    pub kind: Words,
    /// What it says of its values, without title and examples.
    pub facts: Option<Arc<Facts>>,
    /// What sets it apart from the other alternatives.
    pub fields: Vec<VariantField>,
    /// Whether all of them are named.
    pub is_whole: bool,
}

/// A field that not all alternatives share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantField {
    pub name: Text,
    pub required: bool,
    pub values: Vec<AllowedValue>,
}
