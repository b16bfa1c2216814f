//! Projects written as a single text.

use std::sync::Arc;

use openapi::testing::Held;

use crate::{MemorySystem, Output, OutputOptions, Project};

/// An in-memory disk with the files of a fixture, each of which starts with a line such as `//- /docs/index.md`.
///
/// # Panics
/// If there is text before the first file.
#[must_use]
pub fn fixture(text: &str) -> Arc<MemorySystem> {
    let system = MemorySystem::default();
    let mut file: Option<(&str, String)> = None;
    for line in text.split_inclusive('\n') {
        if let Some(path) = line.strip_prefix("//- /") {
            if let Some((path, contents)) = file.replace((path.trim_end(), String::new())) {
                system.write(path, contents);
            }
        } else if let Some((_, contents)) = &mut file {
            contents.push_str(line);
        } else {
            assert!(line.trim().is_empty(), "a fixture begins with `//- /path`, not {line:?}");
        }
    }
    if let Some((path, contents)) = file {
        system.write(path, contents);
    }
    Arc::new(system)
}

/// The disk of a fixture and its project.
#[must_use]
pub fn project(text: &str) -> (Arc<MemorySystem>, Project) {
    let system = fixture(text);
    let project = Project::open(system.clone());
    (system, project)
}

/// An output as text.
///
/// # Panics
/// If the output does not exist or is not text.
#[must_use]
pub fn text(project: &Project, path: &str) -> String {
    match project.site().output(path, OutputOptions::default()) {
        Some(Output::Bytes(bytes)) => String::from_utf8(bytes).expect("outputs are UTF-8"),
        Some(Output::Copy(from)) => panic!("{path} is a copy of {from}"),
        None => panic!("no output {path}; there are {:?}", project.site().outputs()),
    }
}

/// The names of the queries executed by `run`, each with its count, sorted by name.
pub fn executed(project: &mut Project, run: impl FnOnce(&mut Project)) -> Vec<(String, usize)> {
    project.record_executions(true);
    run(project);
    let mut names: Vec<String> = project
        .record_executions(false)
        .into_iter()
        .map(|key| key.split('(').next().unwrap_or(&key).to_owned())
        .collect();
    names.sort_unstable();
    let mut counts: Vec<(String, usize)> = Vec::new();
    for name in names {
        match counts.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => counts.push((name, 1)),
        }
    }
    counts
}

/// What the spec at `path` makes the engine hold when every operation is resolved.
pub fn held(project: &mut Project, path: &str) -> Held {
    project.load_referenced_files(Some(path));
    let db = project.inputs.db();
    project.inputs.set().named(db).get(path).map_or_else(Held::default, |&spec| openapi::testing::held(db, spec))
}
