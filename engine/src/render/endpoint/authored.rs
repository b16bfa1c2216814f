//! What an author wrote in an endpoint's element.

/// The author's attributes and content, as HTML where they are more than a word. What is given wins over the spec.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Authored<'a> {
    /// The `ref`, where it is not resolved.
    pub(crate) reference: &'a str,
    pub(crate) method: Option<&'a str>,
    pub(crate) url: Option<&'a str>,
    /// Shown above the head. A page that shows several operations names them by it.
    pub(crate) summary: Option<&'a str>,
    /// HTML in the place of the spec's description.
    pub(crate) description: Option<&'a str>,
    /// HTML in the place of the spec's security.
    pub(crate) security: Option<&'a str>,
    /// HTML in the place of the spec's examples.
    pub(crate) examples: Option<&'a str>,
    /// HTML below the description.
    pub(crate) prose: &'a str,
    /// HTML of further groups of fields.
    pub(crate) fields: &'a str,
    /// HTML of further responses.
    pub(crate) responses: &'a str,
    /// Put before each id, from the second endpoint of a page on: the operation's name, made with `push_anchor`.
    pub(crate) anchor_prefix: &'a str,
    /// The level of the headings of groups.
    pub(crate) level: u8,
}

impl Default for Authored<'_> {
    fn default() -> Self {
        Self {
            reference: "",
            method: None,
            url: None,
            summary: None,
            description: None,
            security: None,
            examples: None,
            prose: "",
            fields: "",
            responses: "",
            anchor_prefix: "",
            level: 3,
        }
    }
}
