//! The floors of the engine: registry → parse → resolve → render → outputs. A floor imports only floors before it.

use std::path::{Path, PathBuf};

/// Each floor with the floors that it may import besides itself.
const FLOORS: [(&str, &[&str]); 5] = [
    ("registry", &[]),
    ("parse", &["registry"]),
    ("resolve", &["registry", "parse"]),
    ("render", &["registry", "parse", "resolve"]),
    ("outputs", &["registry", "parse", "resolve", "render"]),
];

#[test]
fn a_floor_imports_only_floors_before_it() {
    let mut wrong = Vec::new();
    for (floor, allowed) in FLOORS {
        for file in sources(&source_root().join(floor)) {
            let text = std::fs::read_to_string(&file).unwrap();
            for (number, line) in code_lines(&text) {
                for imported in imports(line) {
                    let known = FLOORS.iter().any(|(name, _)| *name == imported);
                    if known && imported != floor && !allowed.contains(&imported) {
                        wrong.push(format!("{}:{number}: {floor} imports {imported}", file.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn plain_values_know_no_salsa() {
    for floor in ["base/src/diagnostic", "base/src/tree", "base/src/text", "src/registry"] {
        for file in sources(&source_root().join("..").join(floor)) {
            let text = std::fs::read_to_string(&file).unwrap();
            for (number, line) in code_lines(&text) {
                assert!(!line.contains("salsa"), "{}:{number}: {line}", file.display());
            }
        }
    }
}

#[test]
fn only_the_crates_of_the_engine_depend_on_salsa() {
    let root = source_root().join("../..");
    let workspace = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let members = workspace.lines().find(|line| line.starts_with("members = ")).unwrap();
    let packages: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(packages.contains(&"engine"), "{members}");
    for package in packages.into_iter().filter(|package| !["engine", "engine/base", "engine/openapi"].contains(package))
    {
        let manifest = std::fs::read_to_string(root.join(package).join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("salsa"), "{package} depends on salsa");
    }
}

#[test]
fn every_floor_exists() {
    for (floor, _) in FLOORS {
        assert!(!sources(&source_root().join(floor)).is_empty(), "floor {floor} has no sources");
    }
}

/// The sources of the engine.
pub(crate) fn source_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The Rust files below a folder.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The lines that are no comment, with their numbers. Test modules may look anywhere.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    let numbered = text[..end].lines().enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The modules of the crate's root that a line names.
fn imports(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(move |(at, marker)| {
        let rest = &line[at + marker.len()..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}
