//! What an author wrote in an endpoint's element, as far as the operation itself does not hold it.

use crate::render::code::CodeView;
use openapi::endpoint::Endpoint;

/// The author's content of an endpoint, as HTML where it is more than a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Authored<'a> {
    /// The `ref` to show on the element; without one, the operation's name.
    pub(crate) reference: Option<&'a str>,
    /// Further attributes of the element, each behind a space.
    pub(crate) attributes: &'a str,
    /// The same of the element around the responses.
    pub(crate) response_attributes: &'a str,
    /// Shown above the head. A page that shows several operations names them by it.
    pub(crate) summary: Option<&'a str>,
    /// HTML below the description.
    pub(crate) prose: &'a str,
    /// HTML of further groups of fields.
    pub(crate) fields: &'a str,
    /// What stands in the elements of fields and responses, by the number that these have.
    pub(crate) elements: &'a [AuthoredElement<'a>],
    /// Request samples, which come first.
    pub(crate) tabs: &'a [(&'a str, CodeView<'a>)],
    /// HTML of further examples.
    pub(crate) examples: &'a str,
    /// What samples send, where that is more than what is shown.
    pub(crate) requested: Option<&'a Endpoint>,
    /// Whether there are samples and examples beside the author's.
    pub(crate) makes_examples: bool,
    /// The key of the operation's data for the request panel; empty where it cannot be tried out.
    pub(crate) playground: &'a str,
    /// The data itself, where the author changed it; else empty.
    pub(crate) operation: &'a str,
    /// Put before each id, from the second endpoint of a page on: the operation's name, made with `push_anchor`.
    pub(crate) anchor_prefix: &'a str,
    /// The level of the headings of groups.
    pub(crate) level: u8,
}

/// An element of a field or response.
#[derive(Clone, Debug, Default)]
pub(crate) struct AuthoredElement<'a> {
    /// HTML of its blocks.
    pub(crate) html: String,
    /// Its id, where that does not follow from its place.
    pub(crate) anchor: Option<&'a str>,
    /// A class of the author's.
    pub(crate) class: &'a str,
    /// Where the field travels, if its group does not say so.
    pub(crate) location: &'a str,
    /// Whether the author wants what is said of a field folded.
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
