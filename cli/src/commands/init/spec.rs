//! The OpenAPI document of a new project: checked before anything is created.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{OsSystem, Project, ReadError, ScaffoldOptions, System, Walk};

use crate::commands::scaffold::refused;
use crate::failure::{Failure, Outcome};
use crate::project::{CONFIG, current_folder, way, within};
use crate::report::Reporter;

/// The folder of the new project for a document of several files.
pub(super) const FOLDER: &str = "openapi";

/// A document that pages can be created for.
pub(super) struct Spec {
    /// Its path in the new project.
    pub(super) path: PathBuf,
    /// The files to copy into the project, with their contents; empty if the document is already there.
    pub(super) copies: Vec<(PathBuf, Vec<u8>)>,
    /// Referenced files that cannot be copied, relative to the folder that may contain them.
    pub(super) missing: Vec<Arc<str>>,
}

impl Spec {
    /// Reads the document at `path` for a project in `root`. `None` if it has errors, which are then reported.
    ///
    /// # Errors
    /// Fails if the file does not exist.
    pub(super) fn read(path: &Path, root: &Path, reporter: &Reporter) -> Outcome<Option<Self>> {
        let real = path.canonicalize().map_err(|error| Failure::system("cannot read", path, &error))?;
        if !real.is_file() {
            return Err(Failure::new(format!("{} is not a file", path.display())));
        }
        let inside = root.canonicalize().ok().filter(|root| real.starts_with(root));
        let base = inside.clone().map_or_else(|| base(&real), Ok)?;
        let system = DocumentSystem::new(&base, &real)?;
        let spec = within(system.disk.root(), &real)?;
        let system = Arc::new(system);
        let mut project = Project::open(system.clone());
        let plan = project.scaffold(&spec, ScaffoldOptions::default());
        let prefix = current_folder().ok().and_then(|current| way(&current, &base));
        let reporter = reporter.clone().with_prefix(prefix.unwrap_or_else(|| format!("{}/", base.display())));
        if refused(&plan, &project.site(), &reporter)? {
            return Ok(None);
        }
        if inside.is_some() {
            return Ok(Some(Self { path: real, copies: Vec::new(), missing: Vec::new() }));
        }
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for file in project.spec_files(&spec) {
            match system.read(&file, u64::MAX) {
                Ok(bytes) => found.push((file, bytes)),
                Err(_) => missing.push(file),
            }
        }
        let files: Vec<&str> = found.iter().map(|(file, _)| &**file).collect();
        let shared = shared_folder(&files);
        let folder = if files.len() > 1 { root.join(FOLDER) } else { root.to_owned() };
        let place = |file: &str| folder.join(file.get(shared..).unwrap_or(file));
        let path = place(&spec);
        let copies = found.into_iter().map(|(file, bytes)| (place(&file), bytes)).collect();
        Ok(Some(Self { path, copies, missing }))
    }
}

/// The folder whose files a document may refer to: the current folder if it contains the document, or else its own.
fn base(spec: &Path) -> Outcome<PathBuf> {
    let folder = spec.parent().ok_or_else(|| Failure::new(format!("{} is not in a folder", spec.display())))?;
    let current = current_folder()?.canonicalize();
    Ok(current.ok().filter(|current| folder.starts_with(current)).unwrap_or_else(|| folder.to_owned()))
}

/// The length in bytes of the folders that all paths begin with.
fn shared_folder(files: &[&str]) -> usize {
    let Some(first) = files.first() else { return 0 };
    let folders = first.match_indices('/').map(|(at, _)| at + 1);
    let is_shared =
        |end: &usize| first.get(..*end).is_some_and(|folder| files.iter().all(|file| file.starts_with(folder)));
    folders.take_while(is_shared).last().unwrap_or(0)
}

/// The disk with one document and the files that it refers to, as a project without pages. Since the document is untrusted,
/// hidden files, which may contain keys or settings, are reported as missing.
#[derive(Debug)]
struct DocumentSystem {
    disk: OsSystem,
    /// The document's folder, relative to the root, with `/` at its end; empty for the root.
    folder: String,
}

impl DocumentSystem {
    fn new(base: &Path, spec: &Path) -> Outcome<Self> {
        let disk = OsSystem::new(base).map_err(|error| Failure::system("cannot open", base, &error))?;
        let folder = spec.parent().and_then(|folder| way(disk.root(), folder)).unwrap_or_default();
        Ok(Self { disk, folder })
    }
}

impl System for DocumentSystem {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        if path == CONFIG {
            return Ok(b"{\"name\": \"API\"}".to_vec());
        }
        let below = path.strip_prefix(&*self.folder).unwrap_or(path);
        if below.split('/').any(|part| part.starts_with('.')) {
            return Err(ReadError::Missing);
        }
        self.disk.read(path, limit)
    }

    fn walk(&self, _: &str) -> Walk {
        Walk::default()
    }
}

#[cfg(test)]
mod tests {
    use super::shared_folder;

    #[test]
    fn folders_that_all_share_are_left_out() {
        assert_eq!(shared_folder(&["api/v1/openapi.yaml"]), 7);
        assert_eq!(shared_folder(&["api/v1/openapi.yaml", "api/v1/paths/a.yaml"]), 7);
        assert_eq!(shared_folder(&["api/v1/openapi.yaml", "api/v10/a.yaml"]), 4);
        assert_eq!(shared_folder(&["openapi.yaml", "paths/a.yaml"]), 0);
        assert_eq!(shared_folder(&[]), 0);
    }
}
