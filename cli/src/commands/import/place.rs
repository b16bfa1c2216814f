//! The folders that an import reads and writes.

use std::path::{Path, PathBuf};

use crate::failure::{Failure, Outcome};
use crate::project::enclosing;

/// The folder that is read and the one that is written to, both absolute and without symbolic links. The second one may
/// not exist yet.
///
/// # Errors
/// When there is no folder to read, or what is written would mix with what is read, with another project, or follow a
/// link.
pub(super) fn places(folder: &Path, out: Option<&Path>) -> Outcome<(PathBuf, PathBuf)> {
    let from = folder.canonicalize().map_err(|error| Failure::system("cannot open", folder, &error))?;
    if !from.is_dir() {
        let message = format!("{} is not a folder", folder.display());
        return Err(Failure::new(message).with_help("name the folder of the documentation project"));
    }
    let out = match out {
        Some(out) => out.to_owned(),
        None => default(&from)?,
    };
    if out.is_symlink() {
        let message = format!("{} is a symbolic link, and `tool import` does not write through links", out.display());
        return Err(Failure::new(message).with_help("name the folder itself with `--out`"));
    }
    if out.exists() && !out.is_dir() {
        return Err(Failure::new(format!("{} exists and is not a folder", out.display())));
    }
    let to = real(&out)?;
    let help = "choose a folder next to it with `--out`";
    if to == from {
        let message = format!("{} is the imported folder", out.display());
        return Err(Failure::new(message).with_help(help));
    }
    if to.starts_with(&from) {
        let message = format!("{} would be inside the imported folder", out.display());
        return Err(Failure::new(message).with_help(help));
    }
    if from.starts_with(&to) {
        let message = format!("the imported folder is inside {}", out.display());
        return Err(Failure::new(message).with_help(help));
    }
    if let Some(project) = to.parent().and_then(enclosing) {
        let message = format!("{} would be inside the project {}", out.display(), project.display());
        return Err(Failure::new(message).with_help("choose a place outside of it"));
    }
    Ok((from, to))
}

/// `<folder>-tool`, beside it.
fn default(from: &Path) -> Outcome<PathBuf> {
    match (from.parent(), from.file_name()) {
        (Some(parent), Some(name)) => {
            let mut name = name.to_owned();
            name.push("-tool");
            Ok(parent.join(name))
        }
        _ => Err(Failure::new("there is no room next to that folder").with_help("name the new folder with `--out`")),
    }
}

/// The real path of a folder that may not exist: that of the nearest one above that does, and the rest.
fn real(path: &Path) -> Outcome<PathBuf> {
    let failed = |error| Failure::system("cannot find", path, &error);
    let absolute = std::path::absolute(path).map_err(failed)?;
    let mut rest = PathBuf::new();
    for above in absolute.ancestors() {
        if above.exists() {
            let real = above.canonicalize().map_err(failed)?;
            return Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) });
        }
        let name = above.file_name().map(PathBuf::from).unwrap_or_default();
        rest = if rest.as_os_str().is_empty() { name } else { name.join(rest) };
    }
    Ok(absolute)
}
