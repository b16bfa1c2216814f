//! A project is read as one state of the disk: what changed meanwhile is found.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::{Change, MemorySystem, Project, ReadError, System, Walk};

/// A disk on which the second of two files changes after the first was read, a number of times.
#[derive(Debug, Default)]
struct Restless {
    files: MemorySystem,
    changes: AtomicUsize,
}

impl System for Restless {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let bytes = self.files.read(path, limit);
        if path == "docs/a.md" && self.changes.load(Ordering::SeqCst) > 0 {
            let left = self.changes.fetch_sub(1, Ordering::SeqCst) - 1;
            for file in ["docs/a.md", "docs/b.md"] {
                self.files.write(file, format!("---\ntitle: T\n---\n\nVersion {left}.\n"));
            }
        }
        bytes
    }

    fn walk(&self, dir: &str) -> Walk {
        self.files.walk(dir)
    }
}

#[test]
fn a_file_that_changes_while_others_are_read_is_read_again() {
    let system = Arc::new(Restless { changes: AtomicUsize::new(3), ..Restless::default() });
    system.files.write("tool.json", "{\"name\": \"N\"}");
    for file in ["docs/a.md", "docs/b.md"] {
        system.files.write(file, "---\ntitle: T\n---\n\nVersion 3.\n");
    }
    let mut project = Project::open(system);
    let mut found = Vec::new();
    while let Some(path) = project.changed_on_disk() {
        found.push(path);
        project.apply(&[Change::Rescan]);
        assert!(found.len() < 10, "{found:?}");
    }
    assert!(found.iter().any(|path| &**path == "docs/a.md"), "{found:?}");
    for page in ["a.md", "b.md"] {
        assert!(engine::testing::text(&project, page).contains("Version 0."), "{page}");
    }
}

#[test]
fn every_kind_of_change_is_found() {
    let system = Arc::new(MemorySystem::default());
    system.write("tool.json", "{\"name\": \"N\", \"openapi\": \"api.json\"}");
    system.write("docs/index.md", "---\ntitle: T\n---\n");
    system.write("docs/image.png", "1");
    let mut project = Project::open(system.clone());
    let mut changed = |path: &str, text: Option<&str>| {
        assert_eq!(project.changed_on_disk(), None);
        match text {
            Some(text) => system.write(path, text),
            None => system.remove(path),
        }
        assert_eq!(project.changed_on_disk().as_deref(), Some(path));
        project.apply(&[Change::Rescan]);
    };
    changed("tool.json", Some("{\"name\": \"O\", \"openapi\": \"api.json\"}"));
    changed("docs/index.md", Some("---\ntitle: U\n---\n"));
    changed("docs/image.png", Some("2"));
    changed("docs/new.md", Some("---\ntitle: N\n---\n"));
    changed("docs/image.png", None);
    changed(
        "api.json",
        Some("{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": {}}"),
    );
    changed("components/wc-x.js", Some("customElements.define(\"wc-x\", class {})"));
}
