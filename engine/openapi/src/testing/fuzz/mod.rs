//! Properties that hold for every document that is split.

pub mod chunks;
pub mod yaml;
