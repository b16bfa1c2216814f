//! The manual says what the tables say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engine::{Code, Severity};

#[test]
fn the_manual_describes_every_diagnostic() {
    let text = read("templates/demo/docs/reference/diagnostics.md");
    let mut described = BTreeSet::new();
    for section in text.split("\n### `").skip(1) {
        let (name, rest) = section.split_once('`').unwrap();
        let code = Code::ALL.iter().find(|code| code.name() == name);
        let code = code.unwrap_or_else(|| panic!("there is no code `{name}`"));
        assert!(described.insert(name), "`{name}` has two headings");
        let severity = match code.info().severity {
            Severity::Error => "Error",
            Severity::Warning => "Warning",
            Severity::Info => "Info",
        };
        let begin = format!("{severity}{}. ", if code.info().blocks_build { ", blocks" } else { "" });
        assert!(rest.trim_start().starts_with(&begin), "`{name}` should begin with {begin:?}");
    }
    let missing: Vec<_> = Code::ALL.iter().map(|code| code.name()).filter(|name| !described.contains(name)).collect();
    assert!(missing.is_empty(), "the manual lacks {missing:?}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}
