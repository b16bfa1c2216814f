//! Where the site may be written, and where the state between runs is kept.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::failure::{Failure, Outcome};
use crate::state;

/// A folder to publish to.
#[derive(Debug)]
pub(crate) struct Target {
    /// The folder, absolute; what exists of it has no symbolic links.
    pub(super) out: PathBuf,
    /// The folder whose state folder holds manifests, locks and unfinished files.
    base: PathBuf,
    /// Tells the manifests of several output folders apart.
    key: u64,
}

/// What must not be overwritten.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// The project's folder, absolute.
    pub(crate) root: Option<PathBuf>,
    /// Files and folders that the site is made from, relative to it.
    pub(crate) paths: Vec<String>,
    /// The user's home, if known.
    pub(crate) home: Option<PathBuf>,
}

impl Target {
    /// The target at `out`.
    ///
    /// # Errors
    /// When writing there would endanger something.
    pub(crate) fn new(out: &Path, sources: &Sources) -> Outcome<Self> {
        let refuse = |why: &str| {
            Err(Failure::new(format!("cannot write the site to {}: {why}", out.display()))
                .with_help("choose a folder of its own with --out"))
        };
        if fs::symlink_metadata(out).is_ok_and(|metadata| metadata.is_symlink()) {
            return refuse("it is a symbolic link");
        }
        let out_path = resolve(out)?;
        if out_path.exists() && !out_path.is_dir() {
            return refuse("it is no folder");
        }
        let Some(parent) = out_path.parent() else { return refuse("it is the root of the file system") };
        if sources.home.iter().any(|home| home.starts_with(&out_path)) {
            return refuse("it holds your home folder");
        }
        if let Some(root) = &sources.root {
            if root == &out_path {
                return refuse("it is the project's own folder");
            }
            if root.starts_with(&out_path) {
                return refuse("it holds the project");
            }
            for source in &sources.paths {
                let source = resolve(&root.join(source))?;
                if source.starts_with(&out_path) || out_path.starts_with(&source) {
                    return refuse("the site is made from what is there");
                }
            }
        }
        let base = sources.root.as_deref().unwrap_or(parent);
        if out_path.starts_with(state::folder(base)) {
            return refuse("the state of earlier builds is kept there");
        }
        // A project that was moved keeps its manifests.
        let named = out_path.strip_prefix(base).unwrap_or(&out_path);
        let key = super::manifest::hash(named.to_string_lossy().as_bytes());
        Ok(Self { base: base.to_owned(), out: out_path, key })
    }

    /// The folder, for messages.
    pub(crate) fn folder(&self) -> &Path {
        &self.out
    }

    /// Where the manifest is.
    pub(super) fn manifest(&self) -> PathBuf {
        state::folder(&self.base).join(format!("manifest-{:016x}", self.key))
    }

    /// A folder for unfinished files, which no other run uses.
    pub(super) fn staging(&self) -> PathBuf {
        state::folder(&self.base).join(format!("unfinished-{:016x}", self.key))
    }

    /// The same in the output folder, for where the state is on another file system.
    fn staging_beside(&self) -> PathBuf {
        self.out.join(".tool-unfinished")
    }

    /// A folder from which files can be renamed into the output folder.
    pub(super) fn staging_for_rename(&self) -> Outcome<PathBuf> {
        let (probe, landed) = (self.staging().join("probe"), self.staging_beside().join("probe"));
        let create = |folder: &Path| {
            fs::create_dir_all(folder).map_err(|error| Failure::system("cannot create", folder, &error))
        };
        // What a sudden end leaves of this goes with the other unfinished files.
        create(&self.staging_beside())?;
        create(&self.staging())?;
        let renamed = File::create(&probe).and_then(|_| fs::rename(&probe, &landed));
        if renamed.is_err() {
            return Ok(self.staging_beside());
        }
        let _ = fs::remove_dir_all(self.staging_beside());
        Ok(self.staging())
    }

    /// Removes what a run that ended suddenly has left.
    pub(super) fn clean(&self) -> Outcome<()> {
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

    /// Refuses a folder with files of which none is known to be ours.
    pub(super) fn check_contents(&self, has_manifest: bool) -> Outcome<()> {
        let failed = |error| Failure::system("cannot read", &self.out, &error);
        let is_empty = fs::read_dir(&self.out).map_err(failed)?.next().is_none();
        if has_manifest || is_empty {
            return Ok(());
        }
        let message = format!("{} is not empty, and no earlier build wrote it", self.out.display());
        Err(Failure::new(message).with_help("remove it, or choose another folder with --out"))
    }

    /// The right to write, held until it is dropped. Waits for another run that has it.
    pub(super) fn lock(&self) -> Outcome<File> {
        state::lock(&self.base, &format!("{:016x}", self.key))
    }
}

/// The absolute path without symbolic links in what exists of it.
fn resolve(path: &Path) -> Outcome<PathBuf> {
    let failed = |error: io::Error| Failure::system("cannot find", path, &error);
    let absolute = std::path::absolute(path).map_err(failed)?;
    for existing in absolute.ancestors() {
        match existing.canonicalize() {
            Ok(real) => {
                let rest = absolute.strip_prefix(existing).unwrap_or(Path::new(""));
                if rest.components().any(|part| part == Component::ParentDir) {
                    return Err(Failure::new(format!("{} leads through a folder that does not exist", path.display())));
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
