//! Mutants: small faults that cargo-mutants plants one at a time, to see whether the tests notice.

#![expect(clippy::disallowed_methods, reason = "a chore reads files itself")]

use std::path::{Path, PathBuf};

use crate::step::{Failure, cargo, root};
use crate::tools;

/// How many mutants are drawn without an argument.
const USUAL: usize = 60;

/// The crates with mutants, and the crates whose tests must notice them: rules of the lower crates are tested through the
/// pages that they end in, and those of the server through the commands.
const CRATES: &[(&str, &[&str])] = &[
    ("base", &["base", "openapi", "engine", "import", "cli"]),
    ("openapi", &["openapi", "engine", "cli"]),
    ("engine", &["engine", "import", "server", "cli"]),
    ("import", &["import", "cli"]),
    ("server", &["server", "cli"]),
    ("cli", &["cli"]),
    ("dist", &["dist"]),
    ("diagrams", &["diagrams", "engine"]),
];

/// Tests that are left out: they take longest, and what they notice, others notice too.
const SLOW: &str = "test(random_edits) | test(after_any_edits) | (package(cli) & test(packages::)) | test(soak::) | \
                    test(sample::tests::run)";

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
    let mut tried = Vec::new();
    for (name, testers, mutants) in all {
        if draw.first() < mutants {
            tried.push((name, draw.try_crate(name, testers)?));
        }
    }
    print_table(&tried);
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
        command.args(["--cargo-test-arg=-E", &format!("--cargo-test-arg=not ({SLOW})")]);
        // Each run copies the sources; what they depend on is compiled once.
        command.env("CARGO_TARGET_DIR", root().join("target/mutants/target"));
        command.env("TOOL_TEST_DATA", test_data()?);
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

/// The folder of real specs and projects that the tests read: the one that `TOOL_TEST_DATA` names, or else an empty one.
/// Checking real data takes minutes for each mutant, and our own fixtures have to notice it.
fn test_data() -> Result<PathBuf, Failure> {
    if std::env::var_os("TOOL_TEST_DATA").is_some_and(|value| !value.is_empty()) {
        return tools::test_data().ok_or_else(|| failed("TOOL_TEST_DATA names no folder"));
    }
    let empty = root().join("target/mutants/no-data");
    std::fs::create_dir_all(&empty).map_err(|error| failed(&error.to_string()))?;
    Ok(empty)
}

/// The outcomes of a crate's mutants, each as the place and the fault.
struct Outcomes {
    /// Did not compile, so they are no faults.
    unviable: Vec<String>,
    /// Made a test fail.
    caught: Vec<String>,
    /// Made the tests run out of time.
    timeout: Vec<String>,
    /// Noticed by no test.
    missed: Vec<String>,
}

impl Outcomes {
    fn read(folder: &Path) -> Self {
        let lines = |name: &str| {
            let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        Self {
            unviable: lines("unviable.txt"),
            caught: lines("caught.txt"),
            timeout: lines("timeout.txt"),
            missed: lines("missed.txt"),
        }
    }

    fn counts(&self) -> [usize; 4] {
        [&self.unviable, &self.caught, &self.timeout, &self.missed].map(Vec::len)
    }
}

/// Prints how many mutants of each crate were noticed, and those that were not.
fn print_table(tried: &[(&str, Outcomes)]) {
    let row = |name: &str, counts: [usize; 4]| {
        let [unviable, caught, timeout, missed] = counts;
        let drawn: usize = counts.iter().sum();
        let percent = (caught * 100).checked_div(drawn - unviable).unwrap_or(100);
        println!("{name:10} {drawn:5} {unviable:8} {caught:6} {timeout:7} {missed:6} {percent:5} %");
    };
    println!("\n{:10} drawn unviable caught timeout missed caught", "crate");
    let mut all = [0; 4];
    for (name, outcomes) in tried {
        let counts = outcomes.counts();
        row(name, counts);
        all = std::array::from_fn(|at| all[at] + counts[at]);
    }
    row("all", all);
    for (name, lines) in tried.iter().flat_map(|(_, found)| [("timeout", &found.timeout), ("missed", &found.missed)]) {
        for line in lines {
            println!("    {name}: {line}");
        }
    }
}

fn failed(reason: &str) -> Failure {
    Failure::Step { name: "mutants".to_owned(), reason: reason.trim().to_owned() }
}
