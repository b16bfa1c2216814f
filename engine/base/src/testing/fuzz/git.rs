//! Properties of what is read from the output of `git`.

use std::collections::BTreeSet;

use crate::inputs::History;
use crate::inputs::git::{ListedObject, lfs_id, resolve};

/// Checks the readers of `git` on its output: the log, the list of a tree, and the contents of links and pointers.
///
/// # Panics
/// If a path leaves the tree, or a history is not one of the log's commits.
pub fn check(bytes: &[u8]) {
    check_log(&String::from_utf8_lossy(bytes));
    for line in bytes.split(|&byte| byte == 0) {
        let Some(object) = ListedObject::read(line, "folder") else { continue };
        let path = object.path.unwrap_or(object.lossy);
        assert!(path.starts_with("folder/"), "{path:?}");
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let (link, target) = text.split_once('\n').unwrap_or((text, ""));
        let resolved = resolve(link, target).unwrap_or_default();
        let is_inside = |path: &str| path.split('/').all(|part| !matches!(part, "." | ".."));
        assert!(!is_inside(link) || is_inside(&resolved), "{link:?} links to {resolved:?}");
    }
    assert!(lfs_id(bytes).is_none_or(|id| id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit())));
}

fn check_log(log: &str) {
    let commits = log.split('\0').filter(|token| token.starts_with('\u{1}')).count();
    let all = History::read(log, "");
    for (path, history) in all.files() {
        assert!((history.newer_commits as usize) < commits, "{path:?} {history:?}");
        assert!(!history.updated.is_empty() && log.contains(&*history.updated), "{path:?} {history:?}");
        let names: BTreeSet<&str> = history.contributors.iter().map(|name| &**name).collect();
        assert!(names.len() == history.contributors.len() && !names.contains(""), "{path:?} {history:?}");
    }
    let below = History::read(log, "docs/");
    for (path, history) in below.files() {
        assert_eq!(all.of(&format!("docs/{path}")), Some(history), "{path:?}");
    }
}
