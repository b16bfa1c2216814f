//! Builds the binary for a platform, such that its bytes depend only on the sources, their dependencies and the toolchain.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::{Failure, Outcome};
use crate::platform::{Cpu, Os, Platform};
use crate::product::BINARY;

/// Why the binary cannot be built here for a platform; `None` if it can.
///
/// # Errors
/// Fails if the compiler cannot be run.
pub fn obstacle(platform: &Platform) -> Outcome<Option<String>> {
    let target = platform.target;
    let libraries = PathBuf::from(ask_rustc(&["--print", "target-libdir", "--target", target])?);
    let has_std = std::fs::read_dir(libraries).into_iter().flatten().flatten().any(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with("libstd-")
    });
    if !has_std {
        return Ok(Some(format!("the standard library is not installed: rustup target add {target}")));
    }
    if is_host(platform)? || platform.compilers.iter().any(|compiler| exists(compiler)) {
        return Ok(None);
    }
    let is_same_os = match platform.os {
        Os::Linux => false,
        Os::Darwin => cfg!(target_os = "macos"),
        Os::Windows => cfg!(target_os = "windows"),
    };
    Ok(match (is_same_os, platform.compilers) {
        (true, _) => None,
        (false, []) => Some("its linker exists only on that operating system".to_owned()),
        (false, compilers) => Some(format!("there is no linker: {}", compilers.join(" or "))),
    })
}

/// Builds the binary and returns its path. `root`: the repository; `time`: see [`crate::source_date`].
///
/// # Errors
/// Fails if cargo does, after it printed why.
pub fn build(platform: &Platform, root: &Path, time: u64) -> Outcome<PathBuf> {
    let target = platform.target;
    let folder = root.join("target");
    let mut command = Command::new(cargo());
    command.args(["build", "--release", "--locked", "--package", "cli", "--target", target]);
    command.current_dir(root).env("CARGO_TARGET_DIR", &folder).env("SOURCE_DATE_EPOCH", time.to_string());
    let paths = remapped(root)?;
    let mut flags = OsString::new();
    for (from, to) in &paths {
        if !flags.is_empty() {
            flags.push("\u{1f}");
        }
        flags.push("--remap-path-prefix=");
        flags.push(from);
        flags.push("=");
        flags.push(to);
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags);
    let underscored = target.replace('-', "_");
    if !target.ends_with("msvc") {
        let flags = paths.iter().map(|(from, to)| format!("'-ffile-prefix-map={}={to}'", from.display()));
        let flags: Vec<String> = flags.collect();
        command.env(format!("CFLAGS_{underscored}"), flags.join(" ")).env("CC_SHELL_ESCAPED_FLAGS", "1");
    }
    if platform.cpu == Cpu::Arm64 {
        // The allocator is compiled for one size of pages or less, and there are kernels with 64 KiB.
        command.env("JEMALLOC_SYS_WITH_LG_PAGE", "16");
    }
    if !is_host(platform)?
        && let Some(compiler) = platform.compilers.iter().find(|compiler| exists(compiler))
    {
        command.env(format!("CC_{underscored}"), compiler);
        command.env(format!("CARGO_TARGET_{}_LINKER", underscored.to_uppercase()), compiler);
    }
    let failed = |reason: String| Failure::new(format!("the build for {target} failed: {reason}"));
    let status = command.stdin(Stdio::null()).status().map_err(|error| failed(error.to_string()))?;
    if !status.success() {
        return Err(failed(status.to_string()));
    }
    Ok(folder.join(target).join("release").join(platform.executable(BINARY)))
}

/// The folders whose paths must not be in the binary, with what is written instead. Of several that contain a file, the
/// compilers take the last.
fn remapped(root: &Path) -> Outcome<Vec<(PathBuf, &'static str)>> {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let cargo_home = cargo_home.ok_or_else(|| Failure::new("CARGO_HOME is not set, and there is no home folder"))?;
    Ok(vec![
        (PathBuf::from(ask_rustc(&["--print", "sysroot"])?), "/rust"),
        (cargo_home, "/cargo"),
        (root.to_owned(), "/source"),
    ])
}

/// Whether programs for the platform run on this machine.
fn is_host(platform: &Platform) -> Outcome<bool> {
    let facts = ask_rustc(&["-vV"])?;
    let host = facts.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host == Some(platform.target))
}

/// What the compiler prints, without the final line break.
fn ask_rustc(arguments: &[&str]) -> Outcome<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    output(Command::new(rustc).args(arguments))
}

/// What a command prints, without the final line break.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |reason: String| Failure::new(format!("{name} failed: {reason}"));
    let output = command.stdin(Stdio::null()).output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    let text = String::from_utf8(output.stdout).map_err(|error| failed(error.to_string()))?;
    Ok(text.trim_end().to_owned())
}

/// The cargo that runs this program, or the one on the path.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Whether a command is on the path.
fn exists(command: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(command).is_file())
}
