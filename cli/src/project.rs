//! Where the project is, and what is embedded in place of one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{MemorySystem, OsSystem, System};

use crate::embedded;
use crate::failure::{Failure, Outcome};

/// The file that makes a folder a project.
pub(crate) const CONFIG: &str = "tool.json";

/// A project that a command works on.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    /// Its folder, absolute and without symbolic links; none for the embedded project.
    pub(crate) root: Option<PathBuf>,
    /// Its files.
    pub(crate) system: Arc<dyn System>,
    /// The way from the current folder to it, ending with `/`; empty where there is no short one.
    pub(crate) prefix: String,
}

impl Location {
    /// The project in `project`, or else in the nearest folder at or above the current one.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn find(project: Option<&Path>) -> Outcome<Self> {
        let root = match project {
            Some(dir) if dir.join(CONFIG).is_file() => dir.to_owned(),
            Some(dir) if dir.is_dir() => {
                return Err(Failure::new(format!("{} has no {CONFIG}", dir.display())).with_help(where_to_go(dir)));
            }
            Some(dir) => return Err(Failure::new(format!("there is no folder {}", dir.display()))),
            None => {
                let current = current_folder()?;
                match enclosing(&current) {
                    Some(root) => root,
                    None => {
                        let message = format!("no {CONFIG} in {} or any folder above it", current.display());
                        return Err(Failure::new(message).with_help(where_to_go(&current)));
                    }
                }
            }
        };
        Self::at(&root)
    }

    /// The project in that folder.
    ///
    /// # Errors
    /// When the folder is not accessible.
    pub(crate) fn at(root: &Path) -> Outcome<Self> {
        let system = OsSystem::new(root).map_err(|error| Failure::system("cannot open", root, &error))?;
        let root = system.root().to_owned();
        let prefix = std::env::current_dir().ok().and_then(|current| way(&current, &root)).unwrap_or_default();
        Ok(Self { root: Some(root), system: Arc::new(system), prefix })
    }

    /// The embedded project.
    pub(crate) fn demo() -> Self {
        let system = MemorySystem::default();
        for (path, bytes) in embedded::DEMO {
            system.write(path, *bytes);
        }
        Self { root: None, system: Arc::new(system), prefix: String::new() }
    }
}

const MAKE_ONE: &str = "`tool init <name>` makes a project, with `--openapi SPEC` from an API; `--project DIR` names one elsewhere; `tool dev --demo` needs none";

/// What to do where there is no project: the first of the projects in the folder is named.
fn where_to_go(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let below = entries.map(|entry| entry.path()).filter(|path| path.join(CONFIG).is_file()).min();
    match below.as_deref().and_then(Path::file_name) {
        Some(name) => {
            format!("there is a project in {0}: change to it, or add `--project {0}`", Path::new(name).display())
        }
        None => MAKE_ONE.to_owned(),
    }
}

/// The folder that the command was started in.
///
/// # Errors
/// When it was deleted.
pub(crate) fn current_folder() -> Outcome<PathBuf> {
    std::env::current_dir().map_err(|error| Failure::new(format!("the current folder is not accessible: {error}")))
}

/// The nearest folder at or above `folder` that is a project.
pub(crate) fn enclosing(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|dir| dir.join(CONFIG).is_file()).map(Path::to_owned)
}

/// The way from one folder to another that is the same or lies below it, ending with `/`.
pub(crate) fn way(from: &Path, to: &Path) -> Option<String> {
    let below = to.strip_prefix(from.canonicalize().ok()?).ok()?;
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    Some(parts?.iter().map(|part| format!("{part}/")).collect())
}

/// A path given on the command line, as a path relative to the project's root with `/`.
///
/// # Errors
/// When there is no such file, or it lies outside of the project.
pub(crate) fn within(root: &Path, path: &Path) -> Outcome<String> {
    let real = path.canonicalize().map_err(|error| Failure::system("cannot open", path, &error))?;
    let outside = || {
        Failure::new(format!("{} lies outside of the project {}", path.display(), root.display()))
            .with_help("only files in the project's folder are read: copy it there, then name the copy")
    };
    let below = real.strip_prefix(root).map_err(|_| outside())?;
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    match parts {
        Some(parts) => Ok(parts.join("/")),
        None => Err(Failure::new(format!("the name of {} is not UTF-8", path.display()))),
    }
}

/// The same for several paths, in order.
pub(crate) fn all_within(root: &Path, paths: &[PathBuf]) -> Outcome<Vec<Arc<str>>> {
    paths.iter().map(|path| within(root, path).map(Arc::from)).collect()
}
