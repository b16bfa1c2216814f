//! The salsa database.

/// The database that every query takes. Gives access only to the memo tables.
#[salsa::db]
pub(crate) trait Db: salsa::Database {}

/// The database of a project. A clone shares the same memos; while a clone exists, no input can change.
#[salsa::db]
#[derive(Clone)]
pub(crate) struct Database {
    storage: salsa::Storage<Self>,
    #[cfg(feature = "testing")]
    log: ExecutionLog,
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {}

#[cfg(not(feature = "testing"))]
impl Database {
    /// Creates an empty database.
    pub(crate) fn new() -> Self {
        Self { storage: salsa::Storage::new(None) }
    }
}

/// The names of executed queries in order, while recording.
#[cfg(feature = "testing")]
type ExecutionLog = std::sync::Arc<std::sync::Mutex<Option<Vec<String>>>>;

#[cfg(feature = "testing")]
impl Database {
    /// Creates an empty database that can record which queries run.
    pub(crate) fn new() -> Self {
        let log = ExecutionLog::default();
        let sink = log.clone();
        let callback = move |event: salsa::Event| {
            if let salsa::EventKind::WillExecute { database_key } = event.kind
                && let Ok(mut log) = sink.lock()
                && let Some(names) = log.as_mut()
            {
                names.push(format!("{database_key:?}"));
            }
        };
        Self { storage: salsa::Storage::new(Some(Box::new(callback))), log }
    }

    /// Starts recording (`true`) or stops it, and returns the recorded executions as `query(Id(n))`, in order.
    pub(crate) fn record_executions(&self, on: bool) -> Vec<String> {
        let next = on.then(Vec::new);
        self.log.lock().map(|mut log| std::mem::replace(&mut *log, next)).ok().flatten().unwrap_or_default()
    }
}
