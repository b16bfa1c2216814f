//! What queries need of a database to read input files.

/// Access to the memo tables, for queries that need nothing but files. The `Db` of each crate above extends that of the
/// crate below; the one database type is in `engine`.
#[salsa::db]
pub trait Db: salsa::Database {}
