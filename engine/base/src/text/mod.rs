//! Rules about text that pages, specs and settings share.

mod bidi;
mod destination;

pub use bidi::bidi_controls;
pub use destination::DestinationKind;
