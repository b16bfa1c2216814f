//! A hint that something on disk may have changed.

use std::sync::Arc;

/// A hint from a watcher or a test. Contents are always compared, so a false alarm costs only a read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The file or folder at this path (relative to the project's root, with `/`) was created, edited or deleted.
    Path(Arc<str>),
    /// Events were lost: check all files again.
    Rescan,
}
