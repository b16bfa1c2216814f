//! The `.tool` folder: state that is kept between runs.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Outcome};

/// The state folder of the project (or other folder) `base`.
pub(crate) fn folder(base: &Path) -> PathBuf {
    base.join(".tool")
}

/// The state folder, created if it does not exist.
///
/// # Errors
/// Fails if it cannot be created.
pub(crate) fn make(base: &Path) -> Outcome<PathBuf> {
    let state = folder(base);
    if !state.exists() {
        // Keep it out of version control.
        fs::create_dir_all(&state)
            .and_then(|()| File::create(state.join(".gitignore"))?.write_all(b"*\n"))
            .map_err(|error| Failure::system("cannot create", &state, &error))?;
    }
    Ok(state)
}

/// Takes the exclusive lock `name`, held until the file is dropped. If another run holds it, says so and waits.
///
/// # Errors
/// Fails if the lock cannot be created.
pub(crate) fn lock(base: &Path, name: &str) -> Outcome<File> {
    let state = make(base)?;
    let path = state.join(format!("lock-{name}"));
    // In a separate file, since some systems do not let others read a locked one.
    let owner = state.join(format!("owner-{name}"));
    let failed = |error| Failure::system("cannot lock", &path, &error);
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let known = File::open(&owner).and_then(io::read_to_string).unwrap_or_default();
        let who = if known.is_empty() { "another run" } else { known.trim_end() };
        // A closed pipe is not a failure.
        let _ = writeln!(io::stderr().lock(), "waiting for {who}, which is writing here");
    }
    match file.lock() {
        Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(failed(error)),
        // Without locks on this system, the user must avoid concurrent runs.
        _ => {}
    }
    let command: Vec<String> = std::env::args_os().skip(1).map(|part| part.to_string_lossy().into_owned()).collect();
    let command: String = command.join(" ").chars().filter(|c| !c.is_control()).take(100).collect();
    let _ = fs::write(&owner, format!("`tool {command}` (process {})\n", std::process::id()));
    Ok(file)
}
