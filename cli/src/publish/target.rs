//! The output folder, its safety checks, and the state kept between runs.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::exchange::Folders;
use crate::failure::{Failure, Outcome};
use crate::state;

/// A folder to publish to.
#[derive(Debug)]
pub(crate) struct Target {
    /// The folder, absolute; its existing part has no symbolic links.
    pub(super) out: PathBuf,
    /// The folder whose state folder holds manifests, locks and unfinished files.
    base: PathBuf,
    /// Distinguishes the manifests of several output folders.
    key: u64,
}

/// What must not be overwritten.
#[derive(Debug, Default)]
pub(crate) struct ProtectedPaths {
    /// The project's folder, absolute.
    pub(crate) root: Option<PathBuf>,
    /// Source files and folders of the site, relative to the root.
    pub(crate) paths: Vec<String>,
    /// The user's home folder, if known.
    pub(crate) home: Option<PathBuf>,
}

impl Target {
    /// The target at `out`.
    ///
    /// # Errors
    /// Fails if writing there could overwrite something else.
    pub(crate) fn new(out: &Path, sources: &ProtectedPaths) -> Outcome<Self> {
        let refuse = |why: &str| {
            Err(Failure::new(format!("cannot write the site to {}: {why}", out.display()))
                .with_help("choose a separate folder with --out"))
        };
        if fs::symlink_metadata(out).is_ok_and(|metadata| metadata.is_symlink()) {
            return refuse("it is a symbolic link");
        }
        let out_path = resolve(out)?;
        if out_path.exists() && !out_path.is_dir() {
            return refuse("it is not a folder");
        }
        let Some(parent) = out_path.parent() else { return refuse("it is the root of the file system") };
        if sources.home.iter().any(|home| home.starts_with(&out_path)) {
            return refuse("it contains your home folder");
        }
        if let Some(root) = &sources.root {
            if root == &out_path {
                return refuse("it is the project folder");
            }
            if root.starts_with(&out_path) {
                return refuse("it contains the project");
            }
            for source in &sources.paths {
                // A source whose path cannot be resolved cannot be there either.
                let Ok(source) = resolve(&root.join(source)) else { continue };
                if source.starts_with(&out_path) || out_path.starts_with(&source) {
                    return refuse("it overlaps the sources of the site");
                }
            }
        }
        let base = sources.root.as_deref().unwrap_or(parent);
        if out_path.starts_with(state::folder(base)) {
            return refuse("it contains the state of earlier builds");
        }
        // Relative, so that a project that was moved keeps its manifests.
        let named = out_path.strip_prefix(base).unwrap_or(&out_path);
        let key = super::manifest::hash(named.to_string_lossy().as_bytes());
        Ok(Self { base: base.to_owned(), out: out_path, key })
    }

    /// The folder, for messages.
    pub(crate) fn folder(&self) -> &Path {
        &self.out
    }

    /// The path of the manifest.
    pub(super) fn manifest(&self) -> PathBuf {
        state::folder(&self.base).join(format!("manifest-{:016x}", self.key))
    }

    /// The path of the record of editions.
    pub(super) fn editions(&self) -> PathBuf {
        state::folder(&self.base).join(format!("editions-{:016x}", self.key))
    }

    /// The folder for unfinished files, used by no other run.
    pub(super) fn staging(&self) -> PathBuf {
        state::folder(&self.base).join(format!("unfinished-{:016x}", self.key))
    }

    /// The folder for unfinished files if the state is on another file system: inside the output folder.
    fn staging_beside(&self) -> PathBuf {
        self.out.join(".tool-unfinished")
    }

    /// A folder from which files can be renamed into the output folder.
    pub(super) fn staging_for_rename(&self) -> Outcome<PathBuf> {
        let (probe, landed) = (self.staging().join("probe"), self.staging_beside().join("probe"));
        let create = |folder: &Path| {
            fs::create_dir_all(folder).map_err(|error| Failure::system("cannot create", folder, &error))
        };
        create(&self.staging())?;
        // A link to a file of the site can be made where files can be renamed, and leaves the site as it is.
        let files = fs::read_dir(&self.out).into_iter().flatten().flatten();
        let file = files.map(|entry| entry.path()).find(|path| path.is_file());
        if file.is_some_and(|file| fs::hard_link(file, &probe).is_ok()) {
            let _ = fs::remove_file(&probe);
            return Ok(self.staging());
        }
        // After a crash, it is removed with the other unfinished files.
        create(&self.staging_beside())?;
        let renamed = File::create(&probe).and_then(|_| fs::rename(&probe, &landed));
        if renamed.is_err() {
            return Ok(self.staging_beside());
        }
        let _ = fs::remove_dir_all(self.staging_beside());
        Ok(self.staging())
    }

    /// The folders with which the site is exchanged.
    pub(super) fn folders(&self) -> Folders {
        Folders::new(&self.out, &self.staging())
    }

    /// Removes what a crashed run has left. What it had begun to exchange is exchanged.
    pub(super) fn clean(&self) -> Outcome<()> {
        self.folders().recover().map_err(|error| Failure::system("cannot put in place", &self.out, &error))?;
        for folder in [self.staging(), self.staging_beside()] {
            match fs::remove_dir_all(&folder) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Failure::system("cannot remove", &folder, &error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses a folder with files if no earlier build wrote it.
    pub(super) fn check_contents(&self, has_manifest: bool) -> Outcome<()> {
        let failed = |error| Failure::system("cannot read", &self.out, &error);
        let is_empty = fs::read_dir(&self.out).map_err(failed)?.next().is_none();
        if has_manifest || is_empty {
            return Ok(());
        }
        let message = format!("{} is not empty, and no earlier build wrote it", self.out.display());
        Err(Failure::new(message).with_help("remove it, or choose another folder with --out"))
    }

    /// Takes the exclusive lock, held until it is dropped. Waits for another run that holds it.
    pub(super) fn lock(&self) -> Outcome<File> {
        state::lock(&self.base, &format!("{:016x}", self.key))
    }
}

/// The absolute path, without symbolic links in its existing part.
fn resolve(path: &Path) -> Outcome<PathBuf> {
    let failed = |error: io::Error| Failure::system("cannot find", path, &error);
    let absolute = std::path::absolute(path).map_err(failed)?;
    for existing in absolute.ancestors() {
        match existing.canonicalize() {
            Ok(real) => {
                let rest = absolute.strip_prefix(existing).unwrap_or(Path::new(""));
                if rest.components().any(|part| part == Component::ParentDir) {
                    return Err(Failure::new(format!(
                        "{} contains `..` after a folder that does not exist",
                        path.display()
                    )));
                }
                // An empty rest would add a slash.
                return Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(absolute)
}
