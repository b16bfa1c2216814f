//! The benchmarks: where they are and how they are started. What they measure is theirs.

use crate::step::{Failure, cargo, root, run as run_step};
use crate::tools;

/// `cargo xtask bench [name]`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let mut command = cargo(&["bench", "--package", "benches"]);
    match arguments {
        [] => {
            command.arg("--benches");
        }
        [name] => {
            command.args(["--bench", name]);
        }
        _ => return Err(Failure::Usage("one name at most".to_owned())),
    }
    match tools::test_data() {
        Some(data) => {
            command.env("TOOL_TEST_DATA", data);
        }
        None => println!(
            "skipped: real specs (there is no folder ../shared, and TOOL_TEST_DATA names none); generated ones remain"
        ),
    }
    if arguments.first().is_none_or(|name| name == "dev") {
        let target = root().join("target");
        run_step("the tool", cargo(&["build", "--release", "--package", "cli"]).env("CARGO_TARGET_DIR", &target))?;
        command.env("TOOL_BINARY", target.join("release/tool"));
    }
    run_step("benchmarks", &mut command)
}
