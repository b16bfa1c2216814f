//! What a reader of a page, or of its Markdown, finds of an operation.

use std::collections::BTreeSet;

/// A field with all that is said of it, or an alternative of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub(super) name: String,
    /// Absent in Markdown.
    pub(super) anchor: Option<String>,
    pub(super) kind: String,
    pub(super) required: bool,
    /// What a page says instead of values that readers receive.
    pub(super) is_optional: bool,
    /// `deprecated`, `read-only`, `write-only`.
    pub(super) flags: BTreeSet<String>,
    /// Label and value of each constraint.
    pub(super) facts: Vec<(String, String)>,
    pub(super) values: Vec<String>,
    /// `recursive: Pet`, `More in schema Pet`.
    pub(super) notes: Vec<String>,
    pub(super) variants: Vec<Shown>,
    pub(super) children: Vec<Shown>,
}

/// A media type of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownMedia {
    pub(super) name: String,
    /// It has the fields of the first.
    pub(super) is_same: bool,
    pub(super) whole: Shown,
}

/// A response.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownResponse {
    pub(super) status: String,
    pub(super) headers: Vec<Shown>,
    pub(super) media: Vec<ShownMedia>,
}

/// A scheme that a way to be let in needs.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownNeed {
    pub(super) name: String,
    pub(super) scopes: Vec<String>,
}

/// One way to be let in.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownRequirement {
    pub(super) needs: Vec<ShownNeed>,
    /// All that is said of it.
    pub(super) text: String,
}

/// An operation.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownOperation {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) security: Vec<ShownRequirement>,
    /// Each server's texts in code: its URL, then names and values of variables.
    pub(super) servers: Vec<Vec<String>>,
    /// By the title of the group.
    pub(super) parameters: Vec<(String, Vec<Shown>)>,
    pub(super) body: Vec<ShownMedia>,
    pub(super) responses: Vec<ShownResponse>,
    /// By name, method and path.
    pub(super) callbacks: Vec<(String, ShownOperation)>,
}
