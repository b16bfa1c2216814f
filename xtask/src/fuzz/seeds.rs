//! Seeds from what is in the repository: the projects in `templates/`, and the fixtures in the sources of the tests.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;

use super::literals::literals;
use super::{LONGEST, failed};
use crate::step::{Failure, root};

/// Where texts stand that are of use.
const SOURCES: [&str; 8] = [
    "templates",
    "engine/src",
    "engine/base/src",
    "engine/openapi/src",
    "engine/tests",
    "cli/src",
    "cli/tests",
    "server/src",
];

/// Writes the seeds of a target into a folder, and returns how many there are.
pub(super) fn write(target: &str, folder: &Path) -> Result<usize, Failure> {
    let mut texts = Vec::new();
    for source in SOURCES {
        collect(&root().join(source), &mut texts);
    }
    let is_project = |text: &String| text.starts_with("//- /");
    let is_reader = matches!(target, "json" | "yaml");
    let chosen = texts.into_iter().filter(|text| text.len() <= LONGEST && is_project(text) != is_reader);
    let mut count = 0;
    for text in chosen {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let path = folder.join(format!("{:016x}", hasher.finish()));
        std::fs::write(&path, text).map_err(|error| failed(&path, &error))?;
        count += 1;
    }
    Ok(count)
}

/// Adds the texts of the files below a folder: JSON and YAML as they are, of Rust the literals.
#[expect(clippy::disallowed_methods, reason = "a chore reads the repository")]
fn collect(folder: &Path, texts: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, texts);
            continue;
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !matches!(extension, "json" | "yaml" | "yml" | "rs") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if extension == "rs" {
            literals(&text).iter().for_each(|literal| add(literal, texts));
        } else {
            texts.push(text);
        }
    }
}

/// Adds a literal that is a document, or a fixture and the data files in it.
fn add(literal: &str, texts: &mut Vec<String>) {
    let literal = literal.trim_start_matches('\n');
    if literal.starts_with("//- /") {
        texts.push(literal.to_owned());
        for file in literal.split("//- /").skip(1) {
            let (path, text) = file.split_once('\n').unwrap_or_default();
            if [".json", ".yaml", ".yml"].iter().any(|ending| path.trim_end().ends_with(ending)) {
                texts.push(text.to_owned());
            }
        }
    } else if literal.starts_with(['{', '[', '"', '-', '?', '&', '%'])
        || literal.contains(": ")
        || literal.contains(":\n")
    {
        texts.push(literal.to_owned());
    }
}
