//! The salsa database.

/// What every query takes: access to the memo tables, and nothing else.
#[salsa::db]
pub(crate) trait Db: salsa::Database {}

/// The one database of a project. A clone is a handle on the same memos; while a clone lives, no input can change.
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
    /// An empty database.
    pub(crate) fn new() -> Self {
        Self { storage: salsa::Storage::new(None) }
    }
}

/// Names of executed queries in order, while recording.
#[cfg(feature = "testing")]
type ExecutionLog = std::sync::Arc<std::sync::Mutex<Option<Vec<String>>>>;

#[cfg(feature = "testing")]
impl Database {
    /// An empty database that can record which queries run.
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

    /// Starts recording (`true`) or stops it, and returns what was recorded: `query(Id(n))`, in order of execution.
    pub(crate) fn record_executions(&self, on: bool) -> Vec<String> {
        let next = on.then(Vec::new);
        self.log.lock().map(|mut log| std::mem::replace(&mut *log, next)).ok().flatten().unwrap_or_default()
    }
}
