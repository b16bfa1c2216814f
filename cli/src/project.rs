//! Locates the project of a command: a folder on disk or the embedded demo.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{MemorySystem, OsSystem, Project, System};

use crate::embedded;
use crate::failure::{Failure, Outcome};

/// The file that marks a folder as a project.
pub(crate) const CONFIG: &str = "tool.json";

/// A project that stays in memory until the command ends: the system frees it in less time than we would, value by value.
pub(crate) fn until_exit(project: Project) -> ManuallyDrop<Project> {
    ManuallyDrop::new(project)
}

/// A project that a command works on.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    /// Its folder, absolute and without symbolic links; `None` for the embedded project.
    pub(crate) root: Option<PathBuf>,
    /// Its files.
    pub(crate) system: Arc<dyn System>,
    /// The path from the current folder to it, ending with `/`; empty if it is not below the current folder.
    pub(crate) prefix: String,
}

impl Location {
    /// The project in `project`, or else in the current folder or its nearest parent that is a project.
    ///
    /// # Errors
    /// Fails if there is no project.
    pub(crate) fn find(project: Option<&Path>) -> Outcome<Self> {
        let root = match project {
            Some(dir) if is_project(dir) => dir.to_owned(),
            Some(dir) if dir.is_dir() => {
                return Err(Failure::new(format!("{} has no {CONFIG}", dir.display())).with_help(no_project_help(dir)));
            }
            Some(dir) => return Err(Failure::new(format!("the folder {} does not exist", dir.display()))),
            None => {
                let current = current_folder()?;
                match enclosing(&current) {
                    Some(root) => root,
                    None => {
                        let message = format!("no {CONFIG} in {} or any parent folder", current.display());
                        return Err(Failure::new(message).with_help(no_project_help(&current)));
                    }
                }
            }
        };
        Self::at(&root)
    }

    /// The project in `root`.
    ///
    /// # Errors
    /// Fails if the folder is not accessible.
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

const HOW_TO_GET_ONE: &str = "create a project with `tool init <name>`, select one with `--project DIR`, or try `tool dev --demo`, which needs none";

/// The help line if `folder` is not a project: names the first project below it, if any.
fn no_project_help(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let below = entries.map(|entry| entry.path()).filter(|path| is_project(path)).min();
    match below.as_deref().and_then(Path::file_name) {
        Some(name) => {
            format!("{0} is a project: change to that folder, or add `--project {0}`", Path::new(name).display())
        }
        None => HOW_TO_GET_ONE.to_owned(),
    }
}

/// The current folder.
///
/// # Errors
/// Fails if it was deleted.
pub(crate) fn current_folder() -> Outcome<PathBuf> {
    std::env::current_dir().map_err(|error| Failure::new(format!("the current folder is not accessible: {error}")))
}

/// Whether a folder is a project. What cannot be read of its `tool.json` is reported as a problem of that file.
fn is_project(folder: &Path) -> bool {
    folder.join(CONFIG).metadata().is_ok_and(|metadata| !metadata.is_dir())
}

/// The nearest project at or above `folder`.
pub(crate) fn enclosing(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|dir| is_project(dir)).map(Path::to_owned)
}

/// The relative path from a folder to itself or a folder below it, ending with `/`. `None` for other folders.
pub(crate) fn way(from: &Path, to: &Path) -> Option<String> {
    let below = to.strip_prefix(from.canonicalize().ok()?).ok()?;
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    Some(parts?.iter().map(|part| format!("{part}/")).collect())
}

/// Converts a path given on the command line to a path relative to the project's root, with `/`.
///
/// # Errors
/// Fails if the file does not exist or is outside the project.
pub(crate) fn within(root: &Path, path: &Path) -> Outcome<String> {
    let real = path.canonicalize().map_err(|error| Failure::system("cannot open", path, &error))?;
    let outside = || {
        Failure::new(format!("{} is outside the project {}", path.display(), root.display()))
            .with_help("only files in the project folder are read: copy the file there and use the copy")
    };
    let below = real.strip_prefix(root).map_err(|_| outside())?;
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    match parts {
        Some(parts) => Ok(parts.join("/")),
        None => Err(Failure::new(format!("the name of {} is not UTF-8", path.display()))),
    }
}

/// Converts several paths as [`within`] does, in order.
pub(crate) fn all_within(root: &Path, paths: &[PathBuf]) -> Outcome<Vec<Arc<str>>> {
    paths.iter().map(|path| within(root, path).map(Arc::from)).collect()
}
