//! `.tool`: what is kept between runs and is none of the user's sources.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Outcome};

/// The state folder of the project (or other folder) `base`.
pub(crate) fn folder(base: &Path) -> PathBuf {
    base.join(".tool")
}

/// The same, made where it is not there.
///
/// # Errors
/// When the system refuses.
pub(crate) fn make(base: &Path) -> Outcome<PathBuf> {
    let state = folder(base);
    if !state.exists() {
        // Version control shall not see it.
        fs::create_dir_all(&state)
            .and_then(|()| File::create(state.join(".gitignore"))?.write_all(b"*\n"))
            .map_err(|error| Failure::system("cannot create", &state, &error))?;
    }
    Ok(state)
}

/// The exclusive right to what `name` stands for, held until the file is dropped. Waits for another run that has it.
///
/// # Errors
/// When the system refuses.
pub(crate) fn lock(base: &Path, name: &str) -> Outcome<File> {
    let state = make(base)?;
    let path = state.join(format!("lock-{name}"));
    let failed = |error| Failure::system("cannot lock", &path, &error);
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.lock() {
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(failed(error)),
        // Where the system has no locks, a second run is the user's to avoid.
        _ => Ok(file),
    }
}
