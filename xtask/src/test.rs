//! The test command: every check in the order of what it costs, up to the first that fails.

use std::path::Path;
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
        let absent = "TOOL_TEST_DATA names no folder of real specs";
        if is_ci() {
            return Err(Failure::Step { name: "test data".to_owned(), reason: absent.to_owned() });
        }
        println!("skipped: tests over real specs ({absent})");
    }
    checks(data.as_deref())?;
    println!("\nall checks passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

fn checks(data: Option<&Path>) -> Result<(), Failure> {
    let with_data = |mut command: Command| {
        if let Some(data) = data {
            command.env("TOOL_TEST_DATA", data);
        }
        command
    };
    tools::toolchain_components()?;
    step::run("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    step::run("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    // The tests in a browser have a step of their own: they need the binary, and a look at what they print.
    let tests: &[&str] = if tools::has_nextest() {
        &["nextest", "run", "--workspace", "--exclude", "browser", "--no-fail-fast"]
    } else {
        &["test", "--workspace", "--exclude", "browser", "--lib", "--bins", "--tests", "--no-fail-fast"]
    };
    step::run("unit and integration tests", &mut with_data(cargo(tests)))?;
    step::run("documentation tests", &mut with_data(cargo(&["test", "--workspace", "--doc", "--quiet"])))?;
    let mut browser_tests = with_data(cargo(&["test", "--package", "browser"]));
    if let Some(browser) = tools::browser() {
        browser_tests.env("CHROMIUM", browser);
    }
    step::run("the command, for the browser tests", &mut cargo(&["build", "--package", "cli"]))?;
    step::run("browser tests", &mut browser_tests)
}
