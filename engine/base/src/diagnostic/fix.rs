//! What makes a finding go, where there is exactly one right answer.

use super::{Place, Span};

/// A change of the user's files after which a finding is no more. Made where the finding is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix<P = Place> {
    /// What it does, in a few words.
    pub title: String,
    /// What is replaced, at places that do not overlap.
    pub edits: Vec<Edit<P>>,
}

/// A range of a file, and the text that takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<P = Place> {
    /// Empty where text is inserted.
    pub place: P,
    /// Empty where text is removed.
    pub replacement: String,
}

impl<P> Fix<P> {
    /// A fix that replaces one range.
    pub fn replace(title: impl Into<String>, place: P, replacement: impl Into<String>) -> Self {
        Self { title: title.into(), edits: vec![Edit { place, replacement: replacement.into() }] }
    }

    /// The same with one more range.
    #[must_use]
    pub fn and(mut self, place: P, replacement: impl Into<String>) -> Self {
        self.edits.push(Edit { place, replacement: replacement.into() });
        self
    }

    /// The same fix with each place turned into another kind of place.
    pub fn map_place<Q>(self, mut to: impl FnMut(P) -> Q) -> Fix<Q> {
        let edits = self.edits.into_iter();
        let edits = edits.map(|edit| Edit { place: to(edit.place), replacement: edit.replacement }).collect();
        Fix { title: self.title, edits }
    }
}

impl Fix<Span> {
    /// Writes a name in the place of another.
    pub fn rename(span: Span, name: &str) -> Self {
        Self::replace(format!("write `{name}`"), span, name)
    }
}
