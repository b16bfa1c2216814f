//! A release. What it contains, and how it is built, is in the crate `dist`.

use crate::step::{Failure, cargo, run as run_step};

/// `cargo xtask dist [options]`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let mut command = cargo(&["run", "--quiet", "--package", "dist", "--"]);
    run_step("release", command.args(arguments))
}
