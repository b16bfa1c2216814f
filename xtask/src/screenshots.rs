//! Pictures of the demo for a look at the design; taken by the browser tests, which keep them outside the sources. Those in
//! `README.md` are copied into the sources.

use crate::step::{Failure, cargo, no_arguments, root, run as run_step};
use crate::tools;

/// `cargo xtask screenshots`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    no_arguments(arguments)?;
    let mut command = cargo(&["test", "--workspace", "--test", "browser", "--", "screenshots"]);
    if let Some(browser) = tools::browser() {
        command.env("CHROMIUM", browser);
    }
    run_step("screenshots", &mut command)?;
    for name in ["site-light.webp", "site-dark.webp"] {
        let (from, to) = (root().join("target/browser-artifacts").join(name), root().join(".github").join(name));
        std::fs::copy(&from, &to).map_err(|error| Failure::Step {
            name: "pictures in README.md".to_owned(),
            reason: format!("{}: {error}", from.display()),
        })?;
    }
    Ok(())
}
