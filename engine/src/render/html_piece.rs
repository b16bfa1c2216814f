//! The body of a page in parts, so that memoized HTML of a spec is not copied into pages.

use openapi::chunks::Chunk;

/// A part of a page's body.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) enum HtmlPiece<'db> {
    Html(Box<str>),
    /// An operation without content of the author's. Its HTML is stored once, with the operation.
    Endpoint(Chunk<'db>),
    /// A schema without content of the author's, with the level of its title. Its HTML is stored once, with the schema.
    Schema(Chunk<'db>, u8),
}
