//! The literals of JavaScript and TypeScript, in pages ([`Literal`]) and in settings ([`Modules`]). Nothing is executed:
//! computed values have no value here, and are listed with their place and the reason.

mod code;
mod modules;
mod page;
mod scope;
mod slots;
mod tokens;
mod value;

pub(crate) use modules::Modules;
pub(super) use modules::data;
pub(crate) use page::Literal;
pub(crate) use slots::filled_slots;
pub(crate) use tokens::Lexer;
pub(crate) use value::Evaluated;
