//! The author's content of an endpoint that the operation itself does not contain.

use crate::render::code::CodeView;
use openapi::endpoint::Endpoint;

/// The author's content of an endpoint, as HTML where it is more than a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Authored<'a> {
    /// The `ref` shown on the element; by default the operation's name.
    pub(crate) reference: Option<&'a str>,
    /// Further attributes of the element, each preceded by a space.
    pub(crate) attributes: &'a str,
    /// Further attributes of the element around the responses, each preceded by a space.
    pub(crate) response_attributes: &'a str,
    /// Shown above the head, to distinguish the operations of a page.
    pub(crate) summary: Option<&'a str>,
    /// HTML below the description.
    pub(crate) prose: &'a str,
    /// HTML of further groups of fields.
    pub(crate) fields: &'a str,
    /// The content of field and response elements, by their number.
    pub(crate) elements: &'a [AuthoredElement<'a>],
    /// Request samples, which come first.
    pub(crate) tabs: &'a [(&'a str, CodeView<'a>)],
    /// HTML of further examples.
    pub(crate) examples: &'a str,
    /// The endpoint that samples send, if it is more than the one shown.
    pub(crate) requested: Option<&'a Endpoint>,
    /// Whether samples and examples are generated in addition to the author's.
    pub(crate) makes_examples: bool,
    /// The key of the operation's data for the request panel; empty without a panel.
    pub(crate) playground: &'a str,
    /// The data itself if the author changed it; otherwise empty.
    pub(crate) operation: &'a str,
    /// The prefix of ids, from the second endpoint of a page on: the operation's name, written by `push_anchor`.
    pub(crate) anchor_prefix: &'a str,
    /// The level of the headings of groups.
    pub(crate) level: u8,
}

/// The element of a field or response.
#[derive(Clone, Debug, Default)]
pub(crate) struct AuthoredElement<'a> {
    /// HTML of its blocks.
    pub(crate) html: String,
    /// Its id, if it does not follow from its position.
    pub(crate) anchor: Option<&'a str>,
    /// A class given by the author.
    pub(crate) class: &'a str,
    /// The location of the field, unless its group states it.
    pub(crate) location: &'a str,
    /// Whether the author wants the details of a field folded.
    pub(crate) collapsible: bool,
    /// The media type of a response, if the author names it.
    pub(crate) content_type: &'a str,
}

impl Default for Authored<'_> {
    fn default() -> Self {
        Self {
            reference: None,
            attributes: "",
            response_attributes: "",
            summary: None,
            prose: "",
            fields: "",
            elements: &[],
            tabs: &[],
            examples: "",
            requested: None,
            makes_examples: true,
            playground: "",
            operation: "",
            anchor_prefix: "",
            level: 2,
        }
    }
}
