//! The test command: runs all checks, cheapest first, until one fails.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::step::{self, Failure, cargo, is_ci, no_arguments};
use crate::tools;

/// `cargo xtask test`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    no_arguments(arguments)?;
    let started = Instant::now();
    let data = tools::test_data();
    if data.is_none() {
        let absent = "../shared does not exist, and TOOL_TEST_DATA is not set";
        if is_ci() {
            return Err(Failure::Step { name: "test data".to_owned(), reason: absent.to_owned() });
        }
        println!("skipped: tests over real specs ({absent})");
    }
    let skipped = SkippedTests::start()?;
    let outcome = checks(data.as_deref(), &skipped);
    skipped.print();
    outcome?;
    println!("\nall checks passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

fn checks(data: Option<&Path>, skipped: &SkippedTests) -> Result<(), Failure> {
    tools::toolchain_components()?;
    step::run("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
    step::run("lints", &mut cargo(&lints))?;
    if tools::has_deny() {
        // Not the advisories: their database is fetched.
        let deny = ["deny", "--offline", "check", "licenses", "bans", "sources"];
        step::run("dependencies", &mut cargo(&deny))?;
    } else {
        println!("skipped: the check of dependencies (cargo deny is not installed)");
    }
    let browser = tools::browser();
    tools::npm();
    tools::sample_runtimes();
    tools::web_servers();
    let tests = |arguments: &[&str]| {
        let mut command = cargo(arguments);
        command.envs(data.map(|data| ("TOOL_TEST_DATA", data)));
        command.env("TOOL_SKIPPED", &skipped.0);
        command.envs(browser.as_deref().map(|browser| ("CHROMIUM", browser)));
        command
    };
    // Every step selects the whole workspace: other selections have other features and recompile everything.
    if tools::has_nextest() {
        let all_but_browser =
            ["nextest", "run", "--workspace", "--no-fail-fast", "-E", "not (package(browser) & kind(test))"];
        step::run("unit and integration tests", &mut tests(&all_but_browser))?;
        step::run("browser tests", &mut tests(&["test", "--workspace", "--test", "browser"]))?;
    } else {
        let all = ["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"];
        step::run("unit, integration and browser tests", &mut tests(&all))?;
    }
    step::run("documentation tests", &mut tests(&["test", "--workspace", "--doc", "--quiet"]))?;
    let without_features = ["check", "--package", "cli", "--no-default-features", "--quiet"];
    step::run("the tool without its features", &mut cargo(&without_features))?;
    oldest_rust()?;
    // In the workspace, one crate's features hide that another one forgot to ask for them.
    for member in step::members()? {
        let alone = ["check", "--package", &member, "--tests", "--quiet"];
        step::run(&format!("the tests of {member}, compiled alone"), &mut cargo(&alone))?;
    }
    Ok(())
}

/// Checks the workspace with the oldest supported Rust, `rust-version` in `Cargo.toml`, unless everything else ran with it. Only
/// on CI, since it compiles everything again.
fn oldest_rust() -> Result<(), Failure> {
    const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
    let current = Command::new("rustc").arg("--version").output();
    let current = current.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    if !is_ci() || current.starts_with(&format!("rustc {OLDEST}.")) {
        return Ok(());
    }
    let install = ["toolchain", "install", OLDEST, "--profile", "minimal"];
    step::run("install the oldest supported Rust", Command::new("rustup").args(install))?;
    let check = ["run", OLDEST, "cargo", "check", "--workspace", "--quiet", "--target-dir", "target/oldest"];
    step::run("the workspace with the oldest supported Rust", Command::new("rustup").args(check).env_remove("CARGO"))
}

/// The file to which tests append what they skip, a line each: `TOOL_SKIPPED`.
struct SkippedTests(PathBuf);

impl SkippedTests {
    /// An empty list.
    fn start() -> Result<Self, Failure> {
        let file = std::env::temp_dir().join(format!("tool-skipped-{}", std::process::id()));
        std::fs::write(&file, "").map_err(|error| Failure::Step {
            name: "list of skipped tests".to_owned(),
            reason: format!("{}: {error}", file.display()),
        })?;
        Ok(Self(file))
    }

    /// Prints what was skipped and why, each once.
    #[expect(clippy::disallowed_methods, reason = "a chore reads files itself")]
    fn print(self) {
        let list = std::fs::read_to_string(&self.0).unwrap_or_default();
        let skipped: BTreeSet<&str> = list.lines().collect();
        if !skipped.is_empty() {
            println!("\n==> skipped");
        }
        for line in skipped {
            println!("    {line}");
        }
        drop(std::fs::remove_file(self.0));
    }
}
