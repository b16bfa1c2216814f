//! The manual and the map of the code say what the tables and the sources say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engine::{Code, Severity};

use crate::layers::{source_root, sources};

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

/// A name in back ticks that ends with `/` or with the ending of a file is a path: from the root, from `engine/src/`, or
/// from the folder that begins its row.
#[test]
fn the_paths_of_the_architecture_exist() {
    let text = read("ARCHITECTURE.md");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let names: Vec<&str> = ticked(line).filter(|name| is_path(name)).collect();
        let row = names.first().filter(|_| line.starts_with("| `")).map_or("", |first| first);
        for name in &names {
            let bases = ["", "engine/src", row].into_iter();
            if !bases.map(|base| root().join(base).join(name)).any(|path| path.exists()) {
                wrong.push(*name);
            }
        }
    }
    assert!(wrong.is_empty(), "ARCHITECTURE.md names {wrong:?}");
}

#[test]
fn the_queries_of_the_architecture_are_queries() {
    let text = read("ARCHITECTURE.md");
    let table = text.split_once("## The query graph").unwrap().1.split("\n## ").next().unwrap();
    let named: BTreeSet<&str> =
        table.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next()).flat_map(ticked).collect();
    let folders = ["src", "openapi/src"].map(|folder| source_root().join("..").join(folder));
    let files = folders.iter().flat_map(|folder| sources(folder));
    let sources: Vec<String> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let tracked: BTreeSet<&str> = sources.iter().flat_map(|text| tracked_functions(text)).collect();
    let wrong: Vec<_> = named.difference(&tracked).collect();
    assert!(!named.is_empty() && wrong.is_empty(), "no queries: {wrong:?}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// What stands between back ticks in a line.
fn ticked(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// A path of this project: one with a blank to fill in is none, nor is one of a user's.
fn is_path(name: &str) -> bool {
    let ends_like_one = [".rs", ".md", ".html", ".css", ".js", "/"].iter().any(|ending| name.ends_with(ending));
    ends_like_one && !name.contains(['<', ' '])
}

/// The functions of a source file that are tracked by salsa.
fn tracked_functions(text: &str) -> Vec<&str> {
    let after = text.split("#[salsa::tracked").skip(1);
    after
        .filter_map(|rest| {
            let item = rest.split_once('\n')?.1.trim_start();
            let name = item
                .trim_start_matches("pub(crate) ")
                .trim_start_matches("pub(super) ")
                .trim_start_matches("pub ")
                .strip_prefix("fn ")?;
            name.split(['<', '(']).next()
        })
        .collect()
}
