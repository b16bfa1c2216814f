//! The OpenAPI document of a new project: read where it lies, so that nothing is made for one that cannot be used.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{OsSystem, Project, ReadError, ScaffoldOptions, System};

use crate::commands::scaffold::refused;
use crate::failure::{Failure, Outcome};
use crate::project::{CONFIG, current_folder, way, within};
use crate::report::Reporter;

/// The folder of the new project that gets a document of several files.
pub(super) const FOLDER: &str = "openapi";

/// A document that pages can be made of.
pub(super) struct Spec {
    /// Where it is or will be.
    pub(super) path: PathBuf,
    /// The files that have to be copied into the project, with what they hold; none when the document lies there.
    pub(super) copies: Vec<(PathBuf, Vec<u8>)>,
    /// The files that it refers to and that cannot be copied, as seen from the nearest folder that may hold them.
    pub(super) missing: Vec<Arc<str>>,
}

impl Spec {
    /// The document at `path`, for a project in `root`. None when it cannot be used, which was reported then.
    ///
    /// # Errors
    /// When there is no such file.
    pub(super) fn read(path: &Path, root: &Path, reporter: &Reporter) -> Outcome<Option<Self>> {
        let real = path.canonicalize().map_err(|error| Failure::system("cannot read", path, &error))?;
        if !real.is_file() {
            return Err(Failure::new(format!("{} is no file", path.display())));
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

/// The folder whose files a document may refer to: the current one if the document lies there, or else its own.
fn base(spec: &Path) -> Outcome<PathBuf> {
    let folder = spec.parent().ok_or_else(|| Failure::new(format!("{} lies in no folder", spec.display())))?;
    let current = current_folder()?.canonicalize();
    Ok(current.ok().filter(|current| folder.starts_with(current)).unwrap_or_else(|| folder.to_owned()))
}

/// How many bytes at the start of all paths name folders that they share.
fn shared_folder(files: &[&str]) -> usize {
    let Some(first) = files.first() else { return 0 };
    let folders = first.match_indices('/').map(|(at, _)| at + 1);
    let is_shared =
        |end: &usize| first.get(..*end).is_some_and(|folder| files.iter().all(|file| file.starts_with(folder)));
    folders.take_while(is_shared).last().unwrap_or(0)
}

/// The disk with one document and what it refers to, in a project without pages. A document may come from anywhere: what it
/// names with a dot in front (keys, settings) is not there.
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

    fn walk(&self, _: &str) -> Vec<Arc<str>> {
        Vec::new()
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
