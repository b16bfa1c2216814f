//! Rules about text that pages, specs and settings share.

mod bidi;
mod destination;

pub use bidi::{BIDI_LEAD, bidi_controls};
pub use destination::DestinationKind;
