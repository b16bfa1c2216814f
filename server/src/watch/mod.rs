//! Watches the disk and applies changes to the project, on one thread.
//!
//! It watches folders, not files, because editors save by renaming a new file over the old one. An event is only a hint: the
//! engine compares contents.

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

/// How many signals may wait. Further ones are dropped, and everything is read again.
const QUEUE: usize = 1 << 14;
/// How long to wait for a half-written file before it is read as it is.
const SETTLE: Duration = Duration::from_millis(30);
/// How often to see whether all editions are read, so that their folders are known.
const LOADING: Duration = Duration::from_millis(5);
/// When a new folder is read again: files created in it before it was watched caused no event.
const SECOND_LOOK: Duration = Duration::from_millis(100);
/// When everything is read again after the start: files may have changed after they were read and before they were watched.
const FIRST_LOOK: Duration = Duration::from_millis(500);
/// How often files are polled if file watching is unavailable.
const POLL: Duration = Duration::from_secs(1);

/// A running watcher; it stops when dropped.
pub(crate) struct Watching {
    queue: Queue,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.queue.stopping.store(true, Ordering::Relaxed);
        self.queue.send(Signal::Stop);
    }
}

/// Starts to watch the project of `app`, whose root is `root`: absolute and without symbolic links.
pub(crate) fn start(app: Arc<App>, root: PathBuf) -> Watching {
    let (sender, signals) = sync_channel(QUEUE);
    let queue = Queue { sender, overflowed: Arc::default(), stopping: Arc::default() };
    let watching = Watching { queue: queue.clone() };
    std::thread::spawn(move || {
        let watch = Watch {
            scope: Scope::default(),
            source: Source::Poll(Poll::default()),
            second_looks: Vec::new(),
            app,
            root,
            signals,
            queue,
        };
        watch.run();
    });
    watching
}

/// Sends signals to the watcher's thread.
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

    /// Forwards file system events, except the many about files being read.
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

/// The source of changes.
enum Source {
    /// File watching, and the watched folders; `true` for those watched recursively.
    System { watcher: RecommendedWatcher, folders: BTreeMap<PathBuf, bool> },
    /// Polling.
    Poll(Poll),
}

/// The state of the watcher's thread.
struct Watch {
    app: Arc<App>,
    root: PathBuf,
    signals: Receiver<Signal>,
    queue: Queue,
    scope: Scope,
    source: Source,
    /// Paths to read again, and when; `None` for everything.
    second_looks: Vec<(Instant, Option<Arc<str>>)>,
}

impl Watch {
    fn run(mut self) {
        while !self.app.is_loaded() {
            if self.queue.stopping.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(LOADING);
        }
        self.second_looks.push((Instant::now() + FIRST_LOOK, None));
        // If the project cannot list what it reads, watch everything.
        let watched = self.app.reader.read(engine::Site::watched).unwrap_or_else(|| vec!["".into()]);
        self.scope = Scope::new(&self.root, watched);
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

    /// Waits for a change and collects all that are pending. `None` when the server stops.
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

    /// When the next check is due.
    fn deadline(&self) -> Option<Instant> {
        let poll = matches!(self.source, Source::Poll(_)).then(|| Instant::now() + POLL);
        self.second_looks.iter().map(|(when, _)| *when).chain(poll).min()
    }

    /// Adds the paths that are due to be read again.
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

    /// Watches new folders, before they are read.
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

    /// Updates the watched folders to what the project reads now.
    fn follow(&mut self) {
        let watched = self.app.reader.read(engine::Site::watched);
        // If the project cannot list what it reads, keep the old list.
        let Some(watched) = watched else { return };
        let scope = Scope::new(&self.root, watched);
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

    /// Watches the folders that the scope needs. Watches `stale` ones again, since another folder may now have their name.
    fn watch_folders(&mut self, stale: impl Fn(&Path) -> bool) {
        let Source::System { watcher, folders } = &mut self.source else { return };
        let needed = self.scope.folders();
        folders.retain(|folder, whole| {
            let keep = needed.get(folder) == Some(whole) && !stale(folder);
            if !keep {
                // A deleted folder is no longer watched anyway.
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
                // It was just deleted; its parent folder reports when it comes back.
                Err(error) if is_missing(&error) => {}
                Err(error) => return self.poll(reason(&error)),
            }
        }
    }

    /// Watches a folder below a watched one again: on Linux, a subfolder can appear before the system watches its parent.
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

    /// Switches to polling, and reads everything once.
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
        ErrorKind::MaxFilesWatch => "the system's limit on watched folders is reached".to_owned(),
        ErrorKind::Io(error) => error.to_string(),
        _ => error.to_string(),
    }
}
