//! From changes on disk to changes of the project: one thread that hears of the first, waits for nothing, and applies.
//!
//! Folders are watched, not files: editors save by renaming another file over the old one. What an event says is a hint;
//! the engine compares contents.

mod batch;
mod poll;
mod scope;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{ErrorKind, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::Event;
use crate::app::App;
use batch::{Batch, Signal};
use poll::Poll;
use scope::Scope;

/// How many signals may wait. When more come, they are dropped and everything is looked at again.
const QUEUE: usize = 1 << 14;
/// How long a file may look half-written before it is taken as it is.
const SETTLE: Duration = Duration::from_millis(30);
/// When a new folder is looked at again: what was put into it before the system watched it made no event.
const SECOND_LOOK: Duration = Duration::from_millis(100);
/// When everything is looked at again after the start: it may have changed after it was read and before it was watched.
const FIRST_LOOK: Duration = Duration::from_millis(500);
/// How often files are looked at where the system does not report changes.
const POLL: Duration = Duration::from_secs(1);

/// A running watcher; it ends when this is dropped.
pub(crate) struct Watching {
    queue: Queue,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.queue.stopping.store(true, Ordering::Relaxed);
        self.queue.send(Signal::Stop);
    }
}

/// Starts to watch the project of `app`.
pub(crate) fn start(app: Arc<App>) -> Watching {
    let (sender, signals) = sync_channel(QUEUE);
    let queue = Queue { sender, overflowed: Arc::default(), stopping: Arc::default() };
    let watching = Watching { queue: queue.clone() };
    std::thread::spawn(move || {
        let watch = Watch {
            scope: Scope::default(),
            source: Source::Poll(Poll::default()),
            second_looks: vec![(Instant::now() + FIRST_LOOK, None)],
            app,
            signals,
            queue,
        };
        watch.run();
    });
    watching
}

/// The way to the watcher's thread.
#[derive(Clone)]
struct Queue {
    sender: SyncSender<Signal>,
    overflowed: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
}

impl Queue {
    fn send(&self, signal: Signal) {
        if let Err(TrySendError::Full(_)) = self.sender.try_send(signal) {
            self.overflowed.store(true, Ordering::Relaxed);
        }
    }

    /// Passes on what the system says, without the many events of files being read.
    fn pass(&self, event: notify::Result<notify::Event>) {
        match event {
            Ok(event) => {
                let closed = EventKind::Access(AccessKind::Close(AccessMode::Write));
                if event.kind == closed || !matches!(event.kind, EventKind::Access(_)) {
                    self.send(Signal::Event(event));
                }
            }
            Err(error) => self.send(Signal::Failed(reason(&error))),
        }
    }
}

/// Where changes are heard of.
enum Source {
    /// The system's events, and the folders that are watched, `true` for those with all below them.
    System { watcher: RecommendedWatcher, folders: BTreeMap<PathBuf, bool> },
    /// Our own looking.
    Poll(Poll),
}

/// The state of the watcher's thread.
struct Watch {
    app: Arc<App>,
    signals: Receiver<Signal>,
    queue: Queue,
    scope: Scope,
    source: Source,
    /// Paths to look at again, and when; `None` is everything.
    second_looks: Vec<(Instant, Option<Arc<str>>)>,
}

impl Watch {
    fn run(mut self) {
        // A project that cannot say what it reads may read anything.
        let watched = self.app.reader.read(engine::Site::watched).unwrap_or_else(|| vec!["".into()]);
        self.scope = Scope::new(&self.app.root, watched);
        let queue = self.queue.clone();
        match notify::recommended_watcher(move |event| queue.pass(event)) {
            Ok(watcher) => {
                self.source = Source::System { watcher, folders: BTreeMap::new() };
                self.watch_folders(|_| false);
            }
            Err(error) => self.poll(reason(&error)),
        }
        while let Some(mut batch) = self.next_batch() {
            self.rewatch(&mut batch);
            let changes = batch.changes();
            if !changes.is_empty() && self.app.apply(&changes, batch.since) {
                self.follow();
            }
        }
    }

    /// Waits for a change, and takes all that are there then. `None` when the server ends.
    fn next_batch(&mut self) -> Option<Batch> {
        let first = match self.deadline() {
            Some(deadline) => self.signals.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            None => self.signals.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let mut batch = Batch::new();
        match first {
            Ok(signal) => self.take(&mut batch, signal),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        loop {
            while let Ok(signal) = self.signals.try_recv() {
                self.take(&mut batch, signal);
                if batch.since.elapsed() > SETTLE {
                    break;
                }
            }
            let left = SETTLE.saturating_sub(batch.since.elapsed());
            if self.queue.stopping.load(Ordering::Relaxed) {
                return None;
            }
            if batch.is_settled() || left.is_zero() {
                break;
            }
            if let Ok(signal) = self.signals.recv_timeout(left) {
                self.take(&mut batch, signal);
            }
        }
        batch.lost |= self.queue.overflowed.swap(false, Ordering::Relaxed);
        self.look_again(&mut batch);
        Some(batch)
    }

    fn take(&self, batch: &mut Batch, signal: Signal) {
        match signal {
            Signal::Event(event) => batch.add(&event, &self.scope),
            Signal::Failed(reason) => batch.failure = Some(reason),
            Signal::Stop => {}
        }
    }

    /// When the next look is due.
    fn deadline(&self) -> Option<Instant> {
        let poll = matches!(self.source, Source::Poll(_)).then(|| Instant::now() + POLL);
        self.second_looks.iter().map(|(when, _)| *when).chain(poll).min()
    }

    /// Adds what is due to be looked at.
    fn look_again(&mut self, batch: &mut Batch) {
        let now = Instant::now();
        let (due, later) = std::mem::take(&mut self.second_looks).into_iter().partition(|(when, _)| *when <= now);
        self.second_looks = later;
        let due: Vec<(Instant, Option<Arc<str>>)> = due;
        for (_, path) in due {
            match path {
                Some(path) => {
                    self.watch_again(&path);
                    batch.paths.insert(path);
                }
                None => batch.everything = true,
            }
        }
        if let Source::Poll(poll) = &mut self.source {
            batch.paths.extend(poll.sweep(&self.scope));
        }
    }

    /// Watches folders that came, before they are read.
    fn rewatch(&mut self, batch: &mut Batch) {
        if let Some(reason) = batch.failure.take() {
            self.poll(reason);
        }
        let when = Instant::now() + SECOND_LOOK;
        self.second_looks.extend(batch.new_folders.iter().map(|folder| (when, Some(folder.clone()))));
        if batch.lost {
            batch.moved.insert(self.scope.root().to_owned());
        }
        if !batch.moved.is_empty() {
            self.scope = Scope::new(self.scope.root(), self.scope.watched().iter().cloned());
            self.watch_folders(|folder| batch.moved.iter().any(|moved| folder.starts_with(moved)));
        }
    }

    /// Watches what the project reads now.
    fn follow(&mut self) {
        let watched = self.app.reader.read(engine::Site::watched);
        // A project that cannot say it reads what it read before.
        let Some(watched) = watched else { return };
        let scope = Scope::new(&self.app.root, watched);
        let known = std::mem::replace(&mut self.scope, scope);
        if known.watched() == self.scope.watched() {
            return;
        }
        self.watch_folders(|_| false);
        // They were read before they were watched.
        let now = Instant::now();
        let new = self.scope.watched().difference(known.watched()).cloned();
        self.second_looks.extend(new.map(|path| (now, Some(path))));
    }

    /// Watches the folders that the scope needs, those anew that are `stale`: another folder may have their name now.
    fn watch_folders(&mut self, stale: impl Fn(&Path) -> bool) {
        let Source::System { watcher, folders } = &mut self.source else { return };
        let needed = self.scope.folders();
        folders.retain(|folder, whole| {
            let keep = needed.get(folder) == Some(whole) && !stale(folder);
            if !keep {
                // A folder that is gone is not watched any more.
                let _ = watcher.unwatch(folder);
            }
            keep
        });
        for (folder, whole) in needed {
            if folders.contains_key(&folder) {
                continue;
            }
            let mode = if whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            match watcher.watch(&folder, mode) {
                Ok(()) => {
                    folders.insert(folder, whole);
                }
                // It has just gone; the folder above tells when it comes back.
                Err(error) if is_missing(&error) => {}
                Err(error) => return self.poll(reason(&error)),
            }
        }
    }

    /// Watches a folder below a watched one anew: on Linux a folder in it can come before the system watches it.
    fn watch_again(&mut self, path: &str) {
        let path = self.scope.root().join(path);
        let Source::System { watcher, folders } = &mut self.source else { return };
        let below = folders.iter().any(|(folder, whole)| *whole && path.starts_with(folder));
        if cfg!(target_os = "linux")
            && below
            && path.is_dir()
            && let Err(error) = watcher.watch(&path, RecursiveMode::Recursive)
            && !is_missing(&error)
        {
            self.poll(reason(&error));
        }
    }

    /// Looks at the files again and again from now on, first at all of them.
    fn poll(&mut self, reason: String) {
        let mut poll = Poll::default();
        poll.sweep(&self.scope);
        self.source = Source::Poll(poll);
        self.second_looks.push((Instant::now(), None));
        self.app.report(Event::Polling { reason });
    }
}

fn is_missing(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

fn reason(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => "the system's limit of watched folders is reached".to_owned(),
        ErrorKind::Io(error) => error.to_string(),
        _ => error.to_string(),
    }
}
