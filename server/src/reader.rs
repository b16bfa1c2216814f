//! The project behind its lock: the only way to read and to change it.
//!
//! A change waits until every read handle is gone and cancels the reads that hold one. So a handle is taken for one
//! read, on a thread that may block, and never outlives it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{Change, Project, Site};

/// How often a read may be cancelled by changes before changes have to wait for it.
const CANCELLED_TRIES: usize = 3;

/// The project, shared by requests and the watcher.
pub(crate) struct Reader {
    project: Mutex<Project>,
}

impl Reader {
    pub(crate) fn new(project: Project) -> Self {
        Self { project: Mutex::new(project) }
    }

    /// Runs `read` on the site. Blocks. `None` only if a query that it shares with another thread panicked there.
    pub(crate) fn read<T>(&self, read: impl Fn(&Site) -> T) -> Option<T> {
        for _ in 0..CANCELLED_TRIES {
            if let Some(value) = self.try_read(&read) {
                return Some(value);
            }
        }
        // While the lock is held no change can start, so a stream of changes cannot starve the read.
        let project = self.lock();
        let site = project.site();
        engine::cancellable(|| read(&site))
    }

    /// Runs `read` on the site; `None` as soon as a change cancels it.
    pub(crate) fn try_read<T>(&self, read: impl Fn(&Site) -> T) -> Option<T> {
        let site = self.lock().site();
        engine::cancellable(|| read(&site))
    }

    /// Drops what was not used lately and can be computed again. Cancels running reads.
    pub(crate) fn trim(&self) {
        self.lock().trim();
    }

    /// Reads the next edition. Blocks until reads have ended. Returns whether every edition is read.
    pub(crate) fn load_next(&self) -> bool {
        let mut project = self.lock();
        project.load_next();
        project.is_loaded()
    }

    /// Applies what may have changed on disk. Blocks until reads have ended. Returns whether anything changed.
    pub(crate) fn apply(&self, changes: &[Change]) -> bool {
        self.lock().apply(changes)
    }

    /// A panic while the lock was held leaves the project as it was: its inputs are set one by one, each whole.
    fn lock(&self) -> MutexGuard<'_, Project> {
        self.project.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
