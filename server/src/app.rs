//! The state that all requests, the watcher and live reload share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engine::{Change, Project, Site};
use tokio::sync::{Notify, Semaphore, watch};

use crate::Event;
use crate::authoring::Authoring;
use crate::findings::Findings;
use crate::guard::Guard;
use crate::open_pages::OpenPages;
use crate::proxy::Proxy;
use crate::reader::Reader;
use crate::token::Token;

/// How many reads run at once per core; others wait without occupying a thread.
const READS_PER_CORE: usize = 4;

/// The state of a running server.
pub(crate) struct App {
    pub(crate) reader: Reader,
    pub(crate) guard: Guard,
    pub(crate) token: Token,
    pub(crate) proxy: Proxy,
    pub(crate) authoring: Option<Arc<dyn Authoring>>,
    pub(crate) open_pages: OpenPages,
    /// Notified when a change is applied or a page is opened.
    pub(crate) wake: Notify,
    /// Whether the next check is reported even if nothing differs.
    pub(crate) is_check_asked: AtomicBool,
    /// Whether a change is being applied.
    is_applying: AtomicBool,
    /// Whether every edition is read.
    is_loaded: watch::Sender<bool>,
    applied: Mutex<Option<Applied>>,
    checked: Mutex<Option<Arc<Checked>>>,
    reads: Arc<Semaphore>,
    on_event: Box<dyn Fn(Event) + Send + Sync>,
}

/// Changes whose effect on open pages has not been checked yet.
pub(crate) struct Applied {
    pub(crate) paths: Vec<Arc<str>>,
    /// When the first of them was noticed.
    pub(crate) since: Instant,
}

/// The last check of the project.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// Its number, from 1. A check with the same findings at the same positions keeps it.
    pub(crate) version: u64,
    pub(crate) findings: Findings,
}

/// Why a read returned nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// A change cancelled the read.
    Cancelled,
    /// The engine panicked.
    Panicked,
}

impl App {
    pub(crate) fn new(
        project: Project,
        guard: Guard,
        token: Token,
        authoring: Option<Arc<dyn Authoring>>,
        on_event: Box<dyn Fn(Event) + Send + Sync>,
    ) -> Self {
        Self {
            is_loaded: watch::Sender::new(project.is_loaded()),
            reader: Reader::new(project),
            guard,
            proxy: Proxy::new(token.clone()),
            token,
            authoring,
            open_pages: OpenPages::default(),
            wake: Notify::new(),
            is_check_asked: AtomicBool::new(false),
            is_applying: AtomicBool::new(false),
            applied: Mutex::default(),
            checked: Mutex::default(),
            reads: Arc::new(Semaphore::new(most_reads())),
            on_event,
        }
    }

    /// Reports an event. May block, for example on a terminal.
    pub(crate) fn report(&self, event: Event) {
        (self.on_event)(event);
    }

    /// Runs `read` on the site, on a thread that may block. Retries when a change cancels it.
    pub(crate) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl Fn(&Site) -> T + Send + 'static,
    ) -> Result<T, ReadError> {
        self.blocking(move |app| app.reader.read(read)).await
    }

    /// Runs `read` on the site, on a thread that may block. The next change cancels it.
    pub(crate) async fn try_read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl Fn(&Site) -> T + Send + 'static,
    ) -> Result<T, ReadError> {
        self.blocking(move |app| app.reader.try_read(read)).await
    }

    /// Checks the project. The next change cancels it. The first check reads every page, so it drops what it read in
    /// between: the first change would have to do that before it is served.
    pub(crate) async fn check<T: Send + 'static>(
        self: &Arc<Self>,
        result: impl Fn(&Site) -> T + Send + 'static,
    ) -> Result<T, ReadError> {
        if self.checked().is_none() {
            for part in 0..self.try_read(Site::check_parts).await? {
                self.try_read(move |site| site.check_part(part)).await?;
                self.blocking(|app| {
                    app.reader.trim();
                    Some(())
                })
                .await?;
            }
        }
        self.try_read(result).await
    }

    /// Reads the editions that are not read yet, one after the other, so that requests need not wait for all of them.
    /// Returns whether there were any.
    pub(crate) async fn load(self: &Arc<Self>) -> bool {
        if self.is_loaded() {
            return false;
        }
        // After a panic the edition stays as far as it was read.
        while let Ok(false) = self.blocking(|app| Some(app.reader.load_next())).await {}
        self.is_loaded.send_replace(true);
        true
    }

    /// Whether every edition is read.
    pub(crate) fn is_loaded(&self) -> bool {
        *self.is_loaded.borrow()
    }

    /// Waits until every edition is read.
    pub(crate) async fn loaded(&self) {
        // The sender is not dropped before the application.
        let _ = self.is_loaded.subscribe().wait_for(|is_loaded| *is_loaded).await;
    }

    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Option<T> + Send + 'static,
    ) -> Result<T, ReadError> {
        // The semaphore is never closed. The thread holds the permit, since it outlives a request that is dropped.
        let permit = self.reads.clone().acquire_owned().await.map_err(|_| ReadError::Cancelled)?;
        let app = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || {
            let value = work(&app);
            drop(permit);
            value
        });
        done.await.map_err(|_| ReadError::Panicked)?.ok_or(ReadError::Cancelled)
    }

    /// Whether a change is being applied, which takes long for a large file.
    pub(crate) fn is_applying(&self) -> bool {
        self.is_applying.load(Ordering::Relaxed)
    }

    /// Whether a read is running.
    pub(crate) fn is_reading(&self) -> bool {
        self.reads.available_permits() < most_reads()
    }

    /// Applies changes that were noticed at `since`, and triggers a check of open pages. Blocks. Returns whether anything
    /// changed.
    pub(crate) fn apply(&self, changes: &[Change], since: Instant) -> bool {
        self.is_applying.store(true, Ordering::Relaxed);
        let is_changed = self.reader.apply(changes);
        self.is_applying.store(false, Ordering::Relaxed);
        if !is_changed {
            return false;
        }
        {
            let mut applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner);
            let applied = applied.get_or_insert_with(|| Applied { paths: Vec::new(), since });
            for change in changes {
                match change {
                    Change::Path(path) => applied.paths.push(path.clone()),
                    Change::Rescan => {}
                }
            }
        }
        self.wake.notify_one();
        true
    }

    /// The last check of the project; `None` before the first one is done.
    pub(crate) fn checked(&self) -> Option<Arc<Checked>> {
        self.checked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the last check.
    pub(crate) fn set_checked(&self, findings: Findings) -> Arc<Checked> {
        let mut checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        let version = checked.as_ref().map_or(0, |checked| checked.version) + 1;
        checked.insert(Arc::new(Checked { version, findings })).clone()
    }

    /// Returns the changes since the last call.
    pub(crate) fn take_applied(&self) -> Option<Applied> {
        let mut applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        applied.paths.sort_unstable();
        applied.paths.dedup();
        Some(applied)
    }
}

fn most_reads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from) * READS_PER_CORE
}
