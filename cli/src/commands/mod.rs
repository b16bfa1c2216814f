//! The commands, one per file. Each gathers its inputs, calls the engine, and reports.

pub(crate) mod build;
pub(crate) mod completions;
pub(crate) mod dev;
pub(crate) mod explain;
pub(crate) mod import;
pub(crate) mod init;
pub(crate) mod inspect;
pub(crate) mod man;
pub(crate) mod preview;
pub(crate) mod scaffold;
pub(crate) mod schema;
pub(crate) mod skills;
pub(crate) mod start;
pub(crate) mod upgrade;
pub(crate) mod validate;
pub(crate) mod version;
