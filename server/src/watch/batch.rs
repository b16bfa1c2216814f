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

#[cfg(test)]
mod tests {
    use std::fs;

    use engine::Change;
    use notify::event::{AccessKind, AccessMode, CreateKind, DataChange, Flag, MetadataKind, ModifyKind, RemoveKind};
    use notify::{Event, EventKind};

    use super::{Batch, Scope};

    const CLOSED: EventKind = EventKind::Access(AccessKind::Close(AccessMode::Write));
    const FILE: EventKind = EventKind::Create(CreateKind::File);
    const FOLDER: EventKind = EventKind::Create(CreateKind::Folder);
    const DATA: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Content));
    const METADATA: EventKind = EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any));
    const REMOVED: EventKind = EventKind::Remove(RemoveKind::File);

    #[test]
    fn an_event_says_what_may_differ_and_whether_a_file_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("docs/new")).unwrap();
        fs::write(root.join("docs/full.md"), "text").unwrap();
        fs::write(root.join("docs/empty.md"), "").unwrap();
        let scope = Scope::new(&root, ["docs".into()]);
        let outcome = |events: &[(EventKind, &str)]| {
            let mut batch = Batch::new();
            for (kind, path) in events {
                batch.add(&Event::new(*kind).add_path(root.join(path)), &scope);
            }
            let relative = |path: &std::path::PathBuf| path.strip_prefix(&root).unwrap().display().to_string();
            let moved: Vec<String> = batch.moved.iter().map(relative).collect();
            (
                batch.paths.iter().map(|path| &**path).collect::<Vec<_>>().join(" "),
                moved.join(" "),
                batch.new_folders.iter().map(|path| &**path).collect::<Vec<_>>().join(" "),
                batch.is_settled(),
            )
        };
        let on_linux = cfg!(target_os = "linux");
        for (events, paths, moved, new_folders, is_settled) in [
            (&[(FILE, "docs/full.md")][..], "docs/full.md", "", "", true),
            (&[(FILE, "docs/empty.md")], "docs/empty.md", "", "", false),
            (&[(DATA, "docs/full.md")], "docs/full.md", "", "", !on_linux),
            (&[(DATA, "docs/full.md"), (CLOSED, "docs/full.md")], "docs/full.md", "", "", true),
            (&[(METADATA, "docs/full.md")], "docs/full.md", "", "", true),
            (&[(METADATA, "docs")], "docs", "", "", true),
            // A temporary file that is gone again; another file may come back.
            (&[(FILE, "docs/gone.md"), (REMOVED, "docs/gone.md")], "docs/gone.md", "", "", true),
            (&[(REMOVED, "docs/gone.md")], "docs/gone.md", "", "", false),
            (&[(FOLDER, "docs/new")], "docs/new", "", "docs/new", true),
            (&[(FOLDER, "docs")], "docs", "docs", "docs", true),
            (&[(FILE, "other.md")], "", "", "", true),
            (&[(EventKind::Access(AccessKind::Read), "docs/empty.md")], "", "", "", true),
        ] {
            let expected = (paths.to_owned(), moved.to_owned(), new_folders.to_owned(), is_settled);
            assert_eq!(outcome(events), expected, "{events:?}");
        }
    }

    #[test]
    fn everything_is_read_again_if_events_are_lost() {
        let scope = Scope::new("/p".as_ref(), ["docs".into()]);
        let mut batch = Batch::new();
        batch.add(&Event::new(FILE).add_path("/p/docs/a.md".into()), &scope);
        assert_eq!(batch.changes(), [Change::Path("docs/a.md".into())]);
        batch.add(&Event::new(EventKind::Other).set_flag(Flag::Rescan), &scope);
        assert_eq!(batch.changes(), [Change::Rescan]);
    }
}
