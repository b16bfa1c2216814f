//! A report that something on disk may differ.

use std::sync::Arc;

/// A hint from a watcher or a test; contents are always compared, so a false alarm costs a read and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The file or folder at this path (relative to the project's root, with `/`) was created, edited or deleted.
    Path(Arc<str>),
    /// Events were lost: look at everything again.
    Rescan,
}
