//! The log of executed queries.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Names of executed queries in order, while recording, and the number of memos that were validated instead.
#[derive(Clone, Default)]
pub struct ExecutionLog(Arc<Mutex<Option<Vec<String>>>>, Arc<AtomicUsize>);

impl fmt::Debug for ExecutionLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExecutionLog").finish_non_exhaustive()
    }
}

impl ExecutionLog {
    /// Empty memo tables whose executed queries are written to this log.
    #[must_use]
    pub fn storage<D: salsa::Database>(&self) -> salsa::Storage<D> {
        let (sink, validated) = (self.0.clone(), self.1.clone());
        let callback = move |event: salsa::Event| match event.kind {
            salsa::EventKind::WillExecute { database_key } => {
                if let Ok(mut log) = sink.lock()
                    && let Some(names) = log.as_mut()
                {
                    names.push(format!("{database_key:?}"));
                }
            }
            salsa::EventKind::DidValidateMemoizedValue { .. } => {
                validated.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        };
        salsa::Storage::new(Some(Box::new(callback)))
    }

    /// The number of memos that were found to be valid in a later revision, so far.
    #[must_use]
    pub fn validated(&self) -> usize {
        self.1.load(Ordering::Relaxed)
    }

    /// Starts recording (`true`) or stops it, and returns what was recorded: `query(Id(n))`, in order of execution.
    pub fn record(&self, on: bool) -> Vec<String> {
        let next = on.then(Vec::new);
        self.0.lock().map(|mut log| std::mem::replace(&mut *log, next)).ok().flatten().unwrap_or_default()
    }
}
