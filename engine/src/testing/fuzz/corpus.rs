//! The inputs that the fuzzer kept.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::FuzzTarget;

/// The folder of the fuzzer.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

#[expect(clippy::disallowed_methods, reason = "tests read their data")]
fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
}

/// Runs each input of the corpus once through the check of its target.
///
/// # Panics
/// If an input breaks a property, or a target has hardly any inputs.
pub fn replay(targets: &[FuzzTarget]) {
    for target in targets {
        let folder = folder().join("corpus").join(target.name);
        let inputs = names(&folder);
        assert!(inputs.len() > 20, "{} has {} inputs", folder.display(), inputs.len());
        for input in inputs {
            let bytes = read(&folder.join(&input));
            let check = std::panic::catch_unwind(|| (target.check)(&bytes));
            assert!(check.is_ok(), "fuzz/corpus/{}/{input}", target.name);
        }
    }
}

/// Checks that each target has a program that calls its check in the crate `of`, and that each such program is a target.
///
/// # Panics
/// If one has not.
pub fn check_programs(of: &str, targets: &[FuzzTarget]) {
    let folder = folder();
    let is_of_crate = |name: &&String| {
        let program = read(&folder.join("fuzz_targets").join(name));
        String::from_utf8_lossy(&program).contains(&format!("{of}::testing::fuzz::"))
    };
    let files = names(&folder.join("fuzz_targets"));
    let programs: BTreeSet<&str> = files.iter().filter(is_of_crate).map(|name| name.trim_end_matches(".rs")).collect();
    assert_eq!(programs, targets.iter().map(|target| target.name).collect());
    let manifest = String::from_utf8_lossy(&read(&folder.join("Cargo.toml"))).into_owned();
    for name in programs {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}
