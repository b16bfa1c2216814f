//! The benchmarks: where they are and how they are started. What they measure is theirs.

use crate::step::{Failure, cargo, run as run_step};
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
    run_step("benchmarks", &mut command)
}
