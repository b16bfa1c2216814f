//! Pictures of the demo for a look at the design; taken by the browser tests, which keep them outside the sources.

use crate::step::{Failure, cargo, no_arguments, run as run_step};
use crate::tools;

/// `cargo xtask screenshots`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    no_arguments(arguments)?;
    let mut command = cargo(&["test", "--workspace", "--test", "browser", "--", "screenshots"]);
    if let Some(browser) = tools::browser() {
        command.env("CHROMIUM", browser);
    }
    run_step("screenshots", &mut command)
}
