//! Changes that are applied together: those known when the first one is handled, and later ones only while a file is being
//! written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use engine::Change;
use notify::event::{AccessKind, AccessMode, CreateKind, ModifyKind};
use notify::{Event, EventKind};

use super::scope::Scope;

/// A message to the watcher's thread.
#[derive(Debug)]
pub(super) enum Signal {
    /// A file system event.
    Event(Event),
    /// File watching failed, for this reason.
    Failed(String),
    /// The server stops.
    Stop,
}

/// The changes collected so far.
#[derive(Debug)]
pub(super) struct Batch {
    /// When the first of it was noticed.
    pub(super) since: Instant,
    /// Paths that may differ, relative to the root.
    pub(super) paths: BTreeSet<Arc<str>>,
    /// Whether everything may differ.
    pub(super) everything: bool,
    /// Whether events were lost, so that even folders may have appeared or disappeared.
    pub(super) lost: bool,
    /// Paths on disk that appeared or disappeared and are or contain watched paths.
    pub(super) moved: BTreeSet<PathBuf>,
    /// Folders that appeared.
    pub(super) new_folders: BTreeSet<Arc<str>>,
    /// Why the system's events are no longer reliable.
    pub(super) failure: Option<String>,
    /// Files that are being written, and files that are missing or empty, perhaps only for a moment.
    unsettled: BTreeSet<Arc<str>>,
    created: BTreeSet<Arc<str>>,
}

impl Batch {
    /// An empty batch that starts now.
    pub(super) fn new() -> Self {
        Self {
            since: Instant::now(),
            paths: BTreeSet::new(),
            everything: false,
            lost: false,
            moved: BTreeSet::new(),
            new_folders: BTreeSet::new(),
            failure: None,
            unsettled: BTreeSet::new(),
            created: BTreeSet::new(),
        }
    }

    /// Whether no file seems to be half-written.
    pub(super) fn is_settled(&self) -> bool {
        self.unsettled.is_empty()
    }

    /// The changes, for the engine.
    pub(super) fn changes(&self) -> Vec<Change> {
        if self.everything || self.lost {
            return vec![Change::Rescan];
        }
        self.paths.iter().cloned().map(Change::Path).collect()
    }

    /// Adds a file system event.
    pub(super) fn add(&mut self, event: &Event, scope: &Scope) {
        self.lost |= event.need_rescan();
        let closed = event.kind == EventKind::Access(AccessKind::Close(AccessMode::Write));
        if !closed && matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        for path in &event.paths {
            let Some(name) = scope.relevant(path) else { continue };
            if closed {
                self.look(path, name, false);
            } else {
                self.add_path(event.kind, path, name, scope);
            }
        }
    }

    fn add_path(&mut self, kind: EventKind, path: &Path, name: Arc<str>, scope: &Scope) {
        self.paths.insert(name.clone());
        if kind == EventKind::Create(CreateKind::File) {
            self.created.insert(name.clone());
        }
        let written = matches!(kind, EventKind::Modify(ModifyKind::Data(_)));
        let moved = !written && !matches!(kind, EventKind::Modify(ModifyKind::Metadata(_)));
        if moved && scope.holds_watched(&name) {
            self.moved.insert(path.to_owned());
        }
        if moved && path.is_dir() {
            self.new_folders.insert(name.clone());
        }
        // Only Linux reports that a writer has closed the file.
        self.look(path, name, written && cfg!(target_os = "linux"));
    }

    /// Checks whether a file seems complete.
    fn look(&mut self, path: &Path, name: Arc<str>, being_written: bool) {
        let settled = match path.metadata() {
            Ok(metadata) => !metadata.is_file() || (metadata.len() > 0 && !being_written),
            // A temporary file that was renamed does not come back.
            Err(_) => self.created.contains(&name),
        };
        if settled {
            self.unsettled.remove(&name);
        } else {
            self.unsettled.insert(name);
        }
    }
}
