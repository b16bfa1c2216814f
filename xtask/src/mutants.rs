//! Mutants: small faults that cargo-mutants plants one at a time, to see whether the tests notice.

#![expect(clippy::disallowed_methods, reason = "a chore reads files itself")]

use std::path::Path;
use std::time::Instant;

use crate::step::{Failure, cargo, root};
use crate::tools;

/// How many mutants are drawn without an argument.
const USUAL: usize = 60;

/// The crates with mutants, and the crates whose tests must notice them: rules of the lower crates of the engine are tested
/// through the pages that they end in.
const CRATES: &[(&str, &[&str])] = &[
    ("base", &["base", "openapi", "engine"]),
    ("openapi", &["openapi", "engine"]),
    ("engine", &["engine"]),
    ("import", &["import"]),
    ("server", &["server", "cli"]),
    ("cli", &["cli"]),
    ("dist", &["dist"]),
];

/// `cargo xtask mutants [count] [crate] [seed]`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let usage = || Failure::Usage("mutants [count] [crate or `all`] [seed]".to_owned());
    let number = |text: &str| text.parse::<usize>().map_err(|_| usage());
    let (count, only, seed) = match arguments {
        [] => (USUAL, "all", 1),
        [count] => (number(count)?, "all", 1),
        [count, only] => (number(count)?, only.as_str(), 1),
        [count, only, seed] => (number(count)?, only.as_str(), number(seed)?),
        _ => return Err(usage()),
    };
    let chosen: Vec<_> = CRATES.iter().filter(|(name, _)| only == "all" || *name == only).collect();
    if chosen.is_empty() || count == 0 {
        return Err(usage());
    }
    tools::cargo_mutants()?;
    let mut all = Vec::new();
    for (name, testers) in chosen {
        all.push((*name, *testers, list(name)?));
    }
    let total: usize = all.iter().map(|(.., mutants)| mutants).sum();
    let draw = Draw { every: total.div_ceil(count).max(1), seed };
    println!("{total} mutants, of which one in {} is tried", draw.every);
    let mut sum = Outcomes::default();
    for (name, testers, mutants) in all {
        if draw.first() >= mutants {
            continue;
        }
        let started = Instant::now();
        let outcomes = draw.try_crate(name, testers)?;
        println!("\n{name}: {outcomes} ({:.0} s)", started.elapsed().as_secs_f64());
        sum.add(outcomes);
    }
    println!("\nall: {sum}");
    for line in &sum.missed {
        println!("    missed: {line}");
    }
    Ok(())
}

/// How many mutants a crate has.
fn list(name: &str) -> Result<usize, Failure> {
    let mut command = cargo(&["mutants", "--list", "--package", name]);
    let output = command.current_dir(root()).output().map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().count())
}

/// Which mutants are tried: each `every`th of a crate. Another seed draws others.
struct Draw {
    every: usize,
    seed: usize,
}

impl Draw {
    fn first(&self) -> usize {
        self.seed % self.every
    }

    /// Tries a crate's mutants on the tests of these crates.
    fn try_crate(&self, name: &str, testers: &[&str]) -> Result<Outcomes, Failure> {
        let folder = root().join("target/mutants").join(name);
        std::fs::create_dir_all(&folder).map_err(|error| failed(&error.to_string()))?;
        let mut command = cargo(&["mutants", "--package", name, "--sharding", "round-robin", "--no-shuffle"]);
        command.args(["--shard", &format!("{}/{}", self.first(), self.every)]);
        command.args(testers.iter().flat_map(|tester| ["--test-package", tester]));
        command.arg("--output").arg(&folder).current_dir(root());
        // Each run copies the sources; what they depend on is compiled once.
        command.env("CARGO_TARGET_DIR", root().join("target/mutants/target"));
        command.envs(tools::test_data().map(|data| ("TOOL_TEST_DATA", data)));
        // The same random cases for each mutant.
        command.env("PROPTEST_RNG_SEED", "1");
        let status = command.status().map_err(|error| failed(&error.to_string()))?;
        // 2: mutants were missed, 3: tests ran out of time. Others: nothing was tried.
        if !matches!(status.code(), Some(0 | 2 | 3)) {
            return Err(failed(&format!("cargo mutants for {name} ended with {status}")));
        }
        Ok(Outcomes::read(&folder.join("mutants.out")))
    }
}

/// What became of the mutants. Those that did not compile are no faults, and are not counted.
#[derive(Default)]
struct Outcomes {
    /// How many made a test fail or not end.
    caught: usize,
    /// The places of those that no test noticed.
    missed: Vec<String>,
}

impl Outcomes {
    fn read(folder: &Path) -> Self {
        let lines = |name: &str| -> Vec<String> {
            let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        Self { caught: lines("caught.txt").len() + lines("timeout.txt").len(), missed: lines("missed.txt") }
    }

    fn add(&mut self, other: Self) {
        self.caught += other.caught;
        self.missed.extend(other.missed);
    }
}

impl std::fmt::Display for Outcomes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = self.caught + self.missed.len();
        let percent = (self.caught * 100).checked_div(all).unwrap_or(100);
        write!(f, "{} of {all} mutants caught ({percent} %)", self.caught)
    }
}

fn failed(reason: &str) -> Failure {
    Failure::Step { name: "mutants".to_owned(), reason: reason.trim().to_owned() }
}
