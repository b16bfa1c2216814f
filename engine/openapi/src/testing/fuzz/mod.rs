//! What must hold for every document that is split.

pub mod chunks;
pub mod yaml;
