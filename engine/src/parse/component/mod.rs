//! Components in Markdown: found before the Markdown is parsed, because CommonMark alone would take their content for raw
//! HTML or for code. Each element gets a Markdown text of its own, without the prefixes of the containers it stands in,
//! and leaves a placeholder in the text around it; so does math, in which Markdown's marks mean nothing.

mod check;
mod elements;
mod lines;
mod scan;
mod security;
mod source;
mod tag;

pub(crate) use check::{Checked, check, check_icon, held_value, json_offset, json_reason};
pub(crate) use elements::{Element, IncludeTag, Piece, Placeholders, Role};
pub(crate) use scan::{Formula, scan};
pub(crate) use security::{WrittenNeed, read_security};
pub(crate) use source::Source;
pub(crate) use tag::{Tag, TagAttribute, TagReader, decoded};
