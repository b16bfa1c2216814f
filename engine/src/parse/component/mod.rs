//! Components in Markdown. They are found before the Markdown is parsed, because CommonMark would treat their content
//! as raw HTML or code. Each element gets its own Markdown text, without the prefixes of the containers around it, and
//! leaves a placeholder in the surrounding text; so does math, in which Markdown syntax has no meaning.

mod check;
mod elements;
mod lines;
mod scan;
mod security;
mod source;
mod tag;

pub(crate) use check::{Checked, check, check_icon, held_value, json_offset, json_reason};
pub(crate) use elements::{Element, ElementRole, IncludeTag, Placeholders, TextPiece};
pub(crate) use scan::{CodeSpans, Formula, scan, starts_rows};
pub(crate) use security::{WrittenNeed, read_security};
pub(crate) use source::Source;
pub(crate) use tag::{Tag, TagAttribute, TagReader, decoded};
