//! The paths on disk that matter to a project, and the folders to watch for them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The files and folders that a project reads, whether they exist or not.
#[derive(Debug, Default)]
pub(super) struct Scope {
    root: PathBuf,
    /// Relative to the root, with `/`; the root itself is empty.
    watched: BTreeSet<Arc<str>>,
    /// The real paths of watched paths that are, or are behind, symbolic links.
    behind_links: BTreeMap<PathBuf, Arc<str>>,
}

impl Scope {
    /// The scope of a project that reads `watched` below `root`. Reads symbolic links from disk.
    pub(super) fn new(root: &Path, watched: impl IntoIterator<Item = Arc<str>>) -> Self {
        let watched: BTreeSet<Arc<str>> = watched.into_iter().map(|path| path.trim_end_matches('/').into()).collect();
        let behind_links = watched.iter().filter_map(|path| {
            let named = root.join(&**path);
            let real = named.canonicalize().ok()?;
            (real != named && real.starts_with(root)).then(|| (real, path.clone()))
        });
        Self { root: root.to_owned(), behind_links: behind_links.collect(), watched }
    }

    /// The project's root.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The files and folders, relative to the root.
    pub(super) fn watched(&self) -> &BTreeSet<Arc<str>> {
        &self.watched
    }

    /// The project's path for a path on disk. `None` if it does not matter.
    pub(super) fn relevant(&self, path: &Path) -> Option<Arc<str>> {
        let direct = path.strip_prefix(&self.root).ok().and_then(slashed).filter(|path| self.matters(path));
        direct
            .or_else(|| {
                self.behind_links.iter().find_map(|(real, name)| {
                    let rest = slashed(path.strip_prefix(real).ok()?)?;
                    let name = if rest.is_empty() { name.to_string() } else { format!("{name}/{rest}") };
                    self.matters(&name).then_some(name)
                })
            })
            .map(Into::into)
    }

    /// Whether `path` is watched or contains a watched path.
    pub(super) fn holds_watched(&self, path: &str) -> bool {
        if path.is_empty() || self.watched.contains(path) {
            return true;
        }
        let folder = format!("{path}/");
        let from: (Bound<&str>, Bound<&str>) = (Bound::Included(folder.as_str()), Bound::Unbounded);
        self.watched.range::<str, _>(from).next().is_some_and(|next| next.starts_with(&folder))
    }

    fn matters(&self, path: &str) -> bool {
        if self.holds_watched(path) {
            return true;
        }
        let below = |folder: &str, rest: &str| self.watched.contains(folder) && !is_ignored(folder, rest);
        below("", path) || path.match_indices('/').any(|(at, _)| below(&path[..at], &path[at + 1..]))
    }

    /// The folders to watch, and whether recursively. Every watched path is covered by its own folder or the nearest existing
    /// one, and the deletion of a folder by its parent.
    pub(super) fn folders(&self) -> BTreeMap<PathBuf, bool> {
        let mut folders = BTreeMap::new();
        let mut whole: Vec<PathBuf> = Vec::new();
        // In order, a folder comes before those below it.
        for path in self.watched.iter().map(|path| self.root.join(&**path)) {
            if path.is_dir() && !whole.iter().any(|folder| path.starts_with(folder)) {
                whole.push(path);
            }
        }
        let named = self.watched.iter().map(|path| self.root.join(&**path));
        for path in named.chain(self.behind_links.keys().cloned()) {
            for above in path.ancestors().skip(1).take_while(|above| above.starts_with(&self.root)) {
                let covered = whole.iter().any(|folder| above.starts_with(folder));
                if !covered && !folders.contains_key(above) && above.is_dir() {
                    folders.insert(above.to_owned(), false);
                }
            }
        }
        folders.extend(whole.into_iter().map(|folder| (folder, true)));
        folders
    }
}

/// A relative path with `/`; `None` if it has other components or is not UTF-8.
fn slashed(path: &Path) -> Option<String> {
    let mut text = String::new();
    for component in path.components() {
        let Component::Normal(name) = component else { return None };
        if !text.is_empty() {
            text.push('/');
        }
        text.push_str(name.to_str()?);
    }
    Some(text)
}

/// Whether a path below a watched folder is ignored: hidden, of another tool, or an editor's temporary file.
fn is_ignored(folder: &str, rest: &str) -> bool {
    let output = folder.is_empty() && rest.split('/').next() == Some("dist");
    output
        || rest.split('/').any(|name| {
            name.starts_with('.')
                || name == "node_modules"
                || name == "4913"
                || name.ends_with('~')
                || (name.starts_with('#') && name.ends_with('#'))
                || name.ends_with("___jb_tmp___")
                || name.ends_with("___jb_old___")
        })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Scope;

    fn relevant(scope: &Scope, path: &str) -> Option<String> {
        scope.relevant(Path::new(path)).map(|path| path.to_string())
    }

    #[test]
    fn watched_paths_and_their_parents_and_children_matter() {
        let watched = ["tool.json", "docs", "api/v1/openapi.yaml", ".hidden/overlay.yaml"];
        let scope = Scope::new(Path::new("/p"), watched.map(Into::into));
        for path in [
            "tool.json",
            "docs",
            "docs/a/b.md",
            "docs/dist/a.md",
            "api",
            "api/v1",
            "api/v1/openapi.yaml",
            ".hidden/overlay.yaml",
            ".hidden",
        ] {
            assert_eq!(relevant(&scope, &format!("/p/{path}")).as_deref(), Some(path));
        }
        for path in [
            "/p/docsx",
            "/p/doc",
            "/p/api/v2",
            "/p/api/v1/other.yaml",
            "/p/dist/index.html",
            "/p/.git/HEAD",
            "/p/docs/.git/x",
            "/p/docs/a.md~",
            "/p/docs/4913",
            "/p/docs/.a.md.swp",
            "/p/docs/#a.md#",
            "/p/docs/node_modules/a/b.md",
            "/p/docs/a.md___jb_tmp___",
            "/q/docs/a.md",
        ] {
            assert_eq!(relevant(&scope, path), None, "{path}");
        }
    }

    #[test]
    fn a_project_with_pages_in_its_root() {
        let scope = Scope::new(Path::new("/p"), ["".into()]);
        assert_eq!(relevant(&scope, "/p/a.md").as_deref(), Some("a.md"));
        assert_eq!(relevant(&scope, "/p/a/dist/b.md").as_deref(), Some("a/dist/b.md"));
        assert_eq!(relevant(&scope, "/p/dist/a.md"), None);
        assert_eq!(relevant(&scope, "/p/a/node_modules/b.md"), None);
    }
    #[test]
    fn folders_cover_each_watched_path_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for path in ["docs/a", "api/v1", "real/deep"] {
            fs::create_dir_all(root.join(path)).unwrap();
        }
        fs::write(root.join("docs/page.md"), "").unwrap();
        let watched = |paths: &[&str]| {
            let folders = Scope::new(&root, paths.iter().map(|path| (*path).into())).folders();
            let relative = folders.iter().map(|(path, whole)| (path.strip_prefix(&root).unwrap(), *whole));
            let all: Vec<String> = relative.map(|(path, whole)| format!("{} {whole}", path.display())).collect();
            all.join(", ")
        };
        for (paths, expected) in [
            (&["tool.json"][..], " false"),
            (&["docs", "docs/a", "docs/page.md"], " false, docs true"),
            (&["docs/a", "docs/page.md"], " false, docs false, docs/a true"),
            (&["api/v1/openapi.yaml", "gone/a.md"], " false, api false, api/v1 false"),
            (&["", "docs"], " true"),
        ] {
            assert_eq!(watched(paths), expected, "{paths:?}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("real/deep"), root.join("linked")).unwrap();
            assert_eq!(watched(&["linked"]), " false, linked true, real false");
        }
    }
}
