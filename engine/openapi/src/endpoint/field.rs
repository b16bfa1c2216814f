//! Fields as displayed: the resolved form of properties, parameters, headers and bodies.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::words::Words;
use crate::schema::{AllowedValue, Facts, letters};
use crate::spec::Text;

/// A field with everything that is displayed for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Empty for a whole body.
    pub name: Text,
    /// The type in words.
    pub kind: Words,
    /// The schemas named in the type that have a page.
    pub types: Box<[SchemaLink]>,
    /// Whether the value must be present.
    pub required: bool,
    /// The element that an author wrote it in; absent for a field of the spec.
    pub written: Option<Written>,
    /// Its description and constraints; `None` if the spec has neither.
    pub facts: Option<Arc<Facts>>,
    /// Notes on parts that are omitted.
    pub notes: Vec<FieldNote>,
    /// Its alternatives, if they differ.
    pub variants: Vec<Variant>,
    /// The nested fields.
    pub children: Box<[Field]>,
}

/// A title of at most so many letters says the same as a longer text only at its beginning.
const SHORT_TITLE: usize = 4;

impl Field {
    /// Its title, if it says more than its name, its type and its description.
    pub fn title(&self) -> Option<&str> {
        let facts = self.facts.as_deref()?;
        let (title, description) = (facts.title.as_deref()?, facts.description.as_deref()?);
        // Most titles are the name.
        if title == &*self.name {
            return None;
        }
        let told = letters(title);
        // A short title may be part of a longer word.
        let is_in = |text: &str| text.starts_with(&told) || told.len() > SHORT_TITLE && text.contains(&told);
        // One word that begins with the name is the generated name of a schema.
        let is_word = !title.trim().contains(char::is_whitespace);
        let name = letters(&self.name);
        let is_name = told == name || is_word && !name.is_empty() && told.starts_with(&name);
        let is_said = || is_in(&letters(&self.kind)) || is_in(&letters(description));
        (!is_name && !is_said()).then_some(title)
    }
}

/// The index of an element written by the author. A later layer renders its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written(NonZeroU32);

impl Written {
    /// The element at this index of a list.
    pub fn at(place: usize) -> Option<Self> {
        u32::try_from(place).ok().and_then(|place| NonZeroU32::new(place.checked_add(1)?)).map(Self)
    }

    /// Its index in the list.
    pub const fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A schema that a field omits, with a link to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaLink {
    /// Its name in the spec.
    pub name: Text,
    /// The key of its page and fragment; `None` without a page.
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
    /// The schema's fields are shown elsewhere, or exceed the page's budget or depth.
    More(SchemaLink),
    /// The fields of an unnamed schema exceed the page's budget or depth.
    MoreLevels,
    /// An unresolved reference, and why.
    Unresolved {
        /// The reference as written.
        reference: Text,
        /// Completes "the reference …".
        reason: &'static str,
    },
}

impl FieldNote {
    /// The note as text.
    pub fn words(&self) -> String {
        match self {
            Self::Recursive(schema) => format!("recursive: {}", schema.name),
            Self::More(schema) => format!("More in schema {}", schema.name),
            Self::MoreLevels => "More levels in the schema".to_owned(),
            Self::Unresolved { reference, reason } => format!("Unresolved reference {reference}: {reason}"),
        }
    }
}

/// An alternative of a field's value, or a case in which the field has facts of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// The discriminator's value, or else the title, the schema's name, or its type. For a case, the alternatives of the
    /// value around the field.
    pub label: Text,
    /// Its type in words.
    pub kind: Words,
    /// The schemas named in the type that have a page.
    pub types: Box<[SchemaLink]>,
    /// Its facts, without title and examples.
    pub facts: Option<Arc<Facts>>,
    /// Its differences from the other alternatives.
    pub fields: Vec<VariantField>,
    /// Whether it is a case.
    pub is_case: bool,
    /// Whether all of its fields are listed.
    pub is_whole: bool,
    /// Where the others are, if the page's budget leaves out some.
    pub more: Option<FieldNote>,
}

/// A field that not all alternatives share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantField {
    /// The property.
    pub name: Text,
    /// Its type in words, if it has another one in another alternative; otherwise empty.
    pub kind: Words,
    /// Whether this alternative requires it.
    pub required: bool,
    /// The values that this alternative allows.
    pub values: Vec<AllowedValue>,
    /// Its own fields that not all alternatives share.
    pub fields: Vec<VariantField>,
}
