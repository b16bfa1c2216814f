//! The benchmarks: where they are and how they are started. What they measure is theirs.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{Failure, cargo, root, run as run_step};
use crate::tools;

/// The benchmark of the tool as a process, which can be held against that of another commit.
const OF_PROCESS: &str = "dev";

/// `cargo xtask bench [name] [--against commit]`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let (name, baseline) = match arguments {
        [] => (None, None),
        [name] if !name.starts_with('-') => (Some(&**name), None),
        [option, commit] if option == "--against" => (None, Some(commit)),
        [name, option, commit] if name == OF_PROCESS && option == "--against" => (Some(OF_PROCESS), Some(commit)),
        _ => {
            let usage = format!("usage: bench [name], bench --against commit, bench {OF_PROCESS} --against commit");
            return Err(Failure::Usage(usage));
        }
    };
    let mut command = cargo(&["bench", "--package", "benches"]);
    match name {
        None => command.arg("--benches"),
        Some(name) => command.args(["--bench", name]),
    };
    match tools::test_data() {
        Some(data) => {
            command.env("TOOL_TEST_DATA", data);
        }
        None => println!(
            "skipped: real specs (there is no folder ../shared, and TOOL_TEST_DATA names none); generated ones remain"
        ),
    }
    if name.is_none_or(|name| name == OF_PROCESS) {
        if let Some(commit) = baseline {
            command.env("TOOL_BASELINE", build_commit(commit)?);
        }
        let target = root().join("target");
        run_step("the tool", cargo(&["build", "--release", "--package", "cli"]).env("CARGO_TARGET_DIR", &target))?;
        command.env("TOOL_BINARY", target.join("release/tool"));
    }
    run_step("benchmarks", &mut command)
}

/// Builds the tool of a commit, in a clone of its own. Returns the binary.
fn build_commit(commit: &str) -> Result<PathBuf, Failure> {
    let folder = root().join("target/baseline");
    let source = folder.join("source");
    if source.exists() {
        std::fs::remove_dir_all(&source).map_err(|error| Failure::Step {
            name: "remove the earlier clone".to_owned(),
            reason: error.to_string(),
        })?;
    }
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--shared", "--no-checkout", "."]).arg(&source);
    run_step("a clone", &mut clone)?;
    run_step(commit, Command::new("git").arg("-C").arg(&source).args(["checkout", "--quiet", "--detach", commit]))?;
    let manifest = source.join("Cargo.toml");
    let mut build = cargo(&["build", "--release", "--package", "cli", "--manifest-path"]);
    run_step(&format!("the tool of {commit}"), build.arg(manifest).env("CARGO_TARGET_DIR", folder.join("target")))?;
    Ok(folder.join("target/release/tool"))
}
