//! The inputs that the fuzzer kept: each runs once through the check of its target.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engine::testing::fuzz::TARGETS;

/// The folder of the fuzzer.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_input_of_the_corpus_keeps_the_promises() {
    for target in TARGETS {
        let folder = folder().join("corpus").join(target.name);
        let inputs = names(&folder);
        assert!(inputs.len() > 20, "{} has {} inputs", folder.display(), inputs.len());
        for input in inputs {
            let bytes = std::fs::read(folder.join(&input)).unwrap();
            let check = std::panic::catch_unwind(|| (target.check)(&bytes));
            assert!(check.is_ok(), "fuzz/corpus/{}/{input}", target.name);
        }
    }
}

#[test]
fn every_target_has_a_program_and_every_program_is_a_target() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    let programs: BTreeSet<String> =
        names(&folder().join("fuzz_targets")).iter().map(|name| name.trim_end_matches(".rs").to_owned()).collect();
    assert_eq!(targets, programs);
    let manifest = std::fs::read_to_string(folder().join("Cargo.toml")).unwrap();
    for name in targets {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}
