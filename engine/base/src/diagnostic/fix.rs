//! Edits that resolve a diagnostic, if there is exactly one right answer.

use super::{Place, Span};

/// An edit of the user's files that resolves a diagnostic. Created together with the diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fix<P = Place> {
    /// What it does, in a few words.
    pub title: String,
    /// The replacements, at places that do not overlap.
    pub edits: Vec<Edit<P>>,
}

/// A range of a file, and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Edit<P = Place> {
    /// Empty for an insertion.
    pub place: P,
    /// Empty for a removal.
    pub replacement: String,
}

impl<P> Fix<P> {
    /// A fix that replaces one range.
    pub fn replace(title: impl Into<String>, place: P, replacement: impl Into<String>) -> Self {
        Self { title: title.into(), edits: vec![Edit { place, replacement: replacement.into() }] }
    }

    /// Adds the replacement of another range.
    #[must_use]
    pub fn and(mut self, place: P, replacement: impl Into<String>) -> Self {
        self.edits.push(Edit { place, replacement: replacement.into() });
        self
    }

    /// Converts every place to another kind of place.
    pub fn map_place<Q>(self, mut to: impl FnMut(P) -> Q) -> Fix<Q> {
        let edits = self.edits.into_iter();
        let edits = edits.map(|edit| Edit { place: to(edit.place), replacement: edit.replacement }).collect();
        Fix { title: self.title, edits }
    }
}

impl Fix<Span> {
    /// Replaces a name with `name`.
    pub fn rename(span: Span, name: &str) -> Self {
        Self::replace(format!("write `{name}`"), span, name)
    }
}
