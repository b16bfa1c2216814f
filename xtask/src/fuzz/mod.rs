//! The fuzzer: installs what it needs, gives it seeds, runs it, and keeps what reached new code.

mod literals;
mod seeds;

use std::path::{Path, PathBuf};

use crate::step::{self, Failure, cargo, root};
use crate::tools;

/// How long a target runs when nothing is said, in seconds.
const SECONDS: &str = "60";
/// Inputs are no longer than this, in bytes: what is wrong with a long one is wrong with a short one.
const LONGEST: usize = 4096;

/// `cargo xtask fuzz [target] [seconds]`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let all = targets()?;
    let (chosen, seconds) = match arguments {
        [] => (all, SECONDS),
        [target] => (vec![target.clone()], SECONDS),
        [target, seconds] => (vec![target.clone()], seconds.as_str()),
        _ => return Err(Failure::Usage("a target and a number of seconds at most".to_owned())),
    };
    if let Some(unknown) = chosen.iter().find(|target| !targets().is_ok_and(|all| all.contains(target))) {
        return Err(Failure::Usage(format!("no target named `{unknown}`; there are {}", targets()?.join(", "))));
    }
    if seconds.parse::<u32>().is_err() {
        return Err(Failure::Usage(format!("`{seconds}` is no number of seconds")));
    }
    tools::cargo_fuzz()?;
    chosen.iter().try_for_each(|target| fuzz(target, seconds))
}

/// The names of the programs.
fn targets() -> Result<Vec<String>, Failure> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| failed(&folder, &error))?;
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort_unstable();
    Ok(names)
}

fn fuzz(target: &str, seconds: &str) -> Result<(), Failure> {
    let folder = |name: &str| -> Result<PathBuf, Failure> {
        let folder = root().join("target/fuzz-inputs").join(target).join(name);
        std::fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
        Ok(folder)
    };
    let (found, seeds) = (folder("found")?, folder("seeds")?);
    let count = seeds::write(target, &seeds)?;
    println!("\n{count} seeds for `{target}` from the fixtures");
    let kept = root().join("fuzz/corpus").join(target);
    std::fs::create_dir_all(&kept).map_err(|error| failed(&kept, &error))?;
    // New inputs go to the first folder; the others are only read.
    let mut run = program(target, &[&found, &kept, &seeds]);
    run.arg(format!("-dict={}", root().join("fuzz/words.dict").display()));
    run.arg(format!("-max_total_time={seconds}"));
    run.args(["-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"]);
    step::run(&format!("fuzz {target}"), &mut run)?;
    // By the code they reach, not by how often: fewer inputs, for these run in every test.
    let mut merge = program(target, &[&kept, &found]);
    merge.args(["-merge=1", "-set_cover_merge=1", "-use_counters=0"]);
    step::run(&format!("keep new inputs in fuzz/corpus/{target}"), &mut merge)
}

/// The program of a target on these folders, ready for options. Without a sanitizer, which would find what safe code
/// cannot do wrong and needs a nightly compiler.
fn program(target: &str, folders: &[&Path]) -> std::process::Command {
    let mut command = cargo(&["fuzz", "run", "--sanitizer", "none", "--target-dir", "target/fuzz", target]);
    command.args(folders).arg("--").arg(format!("-max_len={LONGEST}"));
    command
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Step { name: "fuzz".to_owned(), reason: format!("{}: {error}", path.display()) }
}
