//! The body of a page in parts, so that what is memoized beside a spec is not copied into pages.

use openapi::chunks::Chunk;

/// A part of a page's body.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) enum HtmlPiece<'db> {
    Html(Box<str>),
    /// An operation as the spec has it: its HTML is kept once, beside the operation.
    Endpoint(Chunk<'db>),
    /// A schema as the spec has it, with the level of its title. Its HTML is kept once, beside the schema.
    Schema(Chunk<'db>, u8),
}
