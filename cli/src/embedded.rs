//! The starter project, the demo project and the skills, embedded when the program is built.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// How pages are written, for agents.
pub(crate) const AUTHOR_SKILL: &str = include_str!("../../skills/tool-author.md");
/// The same without examples.
pub(crate) const COMPACT_AUTHOR_SKILL: &str = include_str!("../../skills/compact/tool-author.md");
/// How documentation of other tools moves here, for agents.
pub(crate) const MIGRATE_SKILL: &str = include_str!("../../skills/tool-migrate.md");
/// The same in short.
pub(crate) const COMPACT_MIGRATE_SKILL: &str = include_str!("../../skills/compact/tool-migrate.md");
