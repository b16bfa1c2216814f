//! One step of a chore: a heading, a command, and a failure that carries the step's name.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Why a chore ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A step's command failed; what it printed stands above.
    Step { name: String, reason: String },
    /// The chore was called with arguments it does not have.
    Usage(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { name, reason } => write!(f, "step failed: {name} ({reason})"),
            Self::Usage(message) => f.write_str(message),
        }
    }
}

/// Prints the step's heading, runs its command at the root of the repository, and fails when that does.
pub(crate) fn run(name: &str, command: &mut Command) -> Result<(), Failure> {
    println!("\n==> {name}");
    let started = Instant::now();
    let failed = |reason: String| Failure::Step { name: name.to_owned(), reason };
    let status = command.current_dir(root()).stdin(Stdio::null()).status().map_err(|error| {
        failed(format!("{} could not be started: {error}", command.get_program().to_string_lossy()))
    })?;
    if !status.success() {
        return Err(failed(status.to_string()));
    }
    println!("    {name}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Whether a command exists and succeeds; what it prints is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The `cargo` that runs this chore, with the given arguments.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Whether this runs as continuous integration, where what is absent is a failure.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

/// A chore that takes no arguments refuses them.
pub(crate) fn no_arguments(arguments: &[String]) -> Result<(), Failure> {
    match arguments.first() {
        None => Ok(()),
        Some(first) => Err(Failure::Usage(format!("unexpected argument `{first}`"))),
    }
}
