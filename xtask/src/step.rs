//! A step of a chore: a heading, a command, and a failure with the step's name.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Why a chore stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A step's command failed, after printing its errors.
    Step { name: String, reason: String },
    /// The chore was called with unknown arguments.
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

/// Prints the step's heading and runs its command at the root of the repository.
///
/// # Errors
/// Fails if the command fails.
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

/// Whether a command exists and succeeds. Discards its output.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The `cargo` that runs this chore, with these arguments.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    // `cargo run` sets these for this crate; build scripts of dependencies read them and run again when they change.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&*name);
        }
    }
    command
}

/// The names of the workspace's crates.
///
/// # Errors
/// Fails if `cargo` cannot list them.
pub(crate) fn members() -> Result<Vec<String>, Failure> {
    let failed = |reason: String| Failure::Step { name: "list of crates".to_owned(), reason };
    let mut command = cargo(&["tree", "--workspace", "--depth", "0", "--prefix", "none", "--quiet"]);
    let output = command.current_dir(root()).output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(output.status.to_string()));
    }
    let listed = String::from_utf8_lossy(&output.stdout);
    Ok(listed.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Whether this runs in continuous integration, where missing tools and data are failures.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

/// Refuses arguments for a chore that takes none.
pub(crate) fn no_arguments(arguments: &[String]) -> Result<(), Failure> {
    match arguments.first() {
        None => Ok(()),
        Some(first) => Err(Failure::Usage(format!("unexpected argument `{first}`"))),
    }
}
