//! Detects changes by polling file sizes and times, for systems without file watching.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;

use engine::{OsSystem, System};

use super::scope::Scope;

/// The size and modification time of a file.
type Stamp = (u64, Option<SystemTime>);

/// The last known state of all watched files.
#[derive(Debug, Default)]
pub(super) struct Poll {
    stamps: BTreeMap<Arc<str>, Stamp>,
}

impl Poll {
    /// Returns the files that appeared, disappeared or changed since the last sweep.
    pub(super) fn sweep(&mut self, scope: &Scope) -> Vec<Arc<str>> {
        let stamps = stamps(scope);
        let came = stamps.iter().filter(|(path, stamp)| self.stamps.get(*path) != Some(stamp)).map(|(path, _)| path);
        let went = self.stamps.keys().filter(|path| !stamps.contains_key(*path));
        let changed = came.chain(went).cloned().collect();
        self.stamps = stamps;
        changed
    }
}

fn stamps(scope: &Scope) -> BTreeMap<Arc<str>, Stamp> {
    let mut stamps = BTreeMap::new();
    // Without a root there are no files.
    let Ok(system) = OsSystem::new(scope.root()) else { return stamps };
    for watched in scope.watched() {
        let files =
            if scope.root().join(&**watched).is_dir() { system.walk(watched).files } else { vec![watched.clone()] };
        for file in files {
            let path = scope.root().join(&*file);
            if scope.relevant(&path).is_some()
                && let Ok(metadata) = path.metadata()
            {
                stamps.insert(file, (metadata.len(), metadata.modified().ok()));
            }
        }
    }
    stamps
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Poll, Scope};

    #[test]
    fn a_sweep_finds_what_came_changed_and_went() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        fs::create_dir(root.join("docs")).unwrap();
        fs::write(root.join("docs/a.md"), "one").unwrap();
        fs::write(root.join("docs/b.md"), "one").unwrap();
        let scope = Scope::new(&root, ["tool.json".into(), "docs".into()]);
        let mut poll = Poll::default();
        assert_eq!(poll.sweep(&scope).len(), 2);
        assert!(poll.sweep(&scope).is_empty());
        fs::write(root.join("tool.json"), "{}").unwrap();
        fs::write(root.join("docs/a.md"), "longer").unwrap();
        fs::remove_file(root.join("docs/b.md")).unwrap();
        fs::create_dir(root.join("docs/new")).unwrap();
        fs::write(root.join("docs/new/c.md"), "three").unwrap();
        let mut changed = poll.sweep(&scope);
        changed.sort_unstable();
        let changed: Vec<&str> = changed.iter().map(|path| &**path).collect();
        assert_eq!(changed, ["docs/a.md", "docs/b.md", "docs/new/c.md", "tool.json"]);
    }
}
