//! Real specs from scaffold to site: what the scaffold writes has no finding of ours, lists every operation, builds, and is
//! written once.

#![expect(clippy::print_stdout, reason = "says what is found of the specs themselves")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use engine::testing::text;
use engine::{Code, MemorySystem, OsSystem, Project, System};
use serde_json::Value;

use crate::corpus::{documents, test_data};
use crate::scaffold::carry_out;

/// A document with more operations takes too long for every run.
const MOST_OPERATIONS: u64 = 60;
/// Of how many operations of a document the pages are looked at.
const MOST_PAGES: usize = 12;

/// The documents with an operation, those that are tried always or the others.
fn chosen(root: &Path, is_small: bool) -> Vec<String> {
    let folders = ["big/", "multi/", "tricky/"];
    let count = |known: &Value, name: &str| known[name].as_u64().unwrap_or_default();
    let all = documents(root).into_iter().filter(|(path, _)| folders.iter().any(|folder| path.starts_with(folder)));
    let with_operations = all.filter(|(_, known)| count(known, "operations") + count(known, "webhooks") > 0);
    with_operations
        .filter(|(_, known)| (count(known, "operations") <= MOST_OPERATIONS) == is_small)
        .map(|(path, _)| path)
        .collect()
}

/// A project without pages of its own that holds a document with the files around it, and the document's path in it.
fn disk(root: &Path, path: &str) -> (Arc<MemorySystem>, String) {
    let system = Arc::new(MemorySystem::default());
    let (folder, rest) = path.split_once('/').unwrap();
    let tree = rest.split('/').next().unwrap();
    let source = OsSystem::new(&root.join("specs").join(folder)).unwrap();
    let files = if rest == tree { vec![rest.into()] } else { source.walk(tree).files };
    for file in files {
        system.write(&file, source.read(&file, u64::MAX).unwrap());
    }
    system.write("tool.json", "{\"name\": \"Real\"}");
    system.write("docs/index.md", "---\ntitle: Home\n---\n\n# Home\n");
    (system, rest.to_owned())
}

/// The ids of the sidebar's entries with a title, as operations have.
fn entries<'a>(sidebar: &'a Value, ids: &mut Vec<&'a str>) {
    let mut open = vec![sidebar];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) if members.contains_key("id") => ids.push(members["id"].as_str().unwrap()),
            Value::Object(members) => open.extend(members.get("pages")),
            _ => {}
        }
    }
}

/// What is wrong with the way of one document from scaffold to site; `known` counts what is said of the spec itself.
fn faults(root: &Path, path: &str, known: &mut BTreeMap<String, usize>) -> Vec<String> {
    let (system, spec) = disk(root, path);
    let mut project = Project::open(system.clone());
    let plan = project.scaffold(&spec, Default::default());
    let mut project = carry_out(&system, &plan, true);
    let mut faults = Vec::new();
    for found in project.site().diagnostics() {
        let (code, severity) = (found.code.name(), found.severity.name());
        let file = found.place.as_ref().map(|place| &*place.file);
        let is_ours =
            file.is_none_or(|file| file == "tool.json" || file.starts_with("docs/") && !is_of(root, path, file));
        // A file that is not there is what the test data lack.
        let is_blocked = found.code.info().blocks_build && found.code != Code::MissingFile;
        if is_ours || is_blocked {
            faults.push(format!("{severity} {code} in {}: {}", file.unwrap_or("the project"), found.message));
        } else {
            *known.entry(format!("{severity} {code}")).or_default() += 1;
        }
    }
    let config: Value = serde_json::from_str(&plan.config.unwrap().new).unwrap();
    let mut ids = Vec::new();
    entries(&config["sidebar"], &mut ids);
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    let inspection = project.inspect(&spec, None);
    let operations = inspection.operations.len() + inspection.webhooks.len();
    if ids.len() != operations || unique.len() != operations {
        faults.push(format!("{operations} operations, {} entries for {} pages", ids.len(), unique.len()));
    }
    for id in ids.iter().step_by(operations.div_ceil(MOST_PAGES).max(1)) {
        let page = text(&project, &format!("{id}/index.html"));
        if !page.contains("aria-current=\"page\"") {
            faults.push(format!("{id} is not in its own sidebar"));
        }
        if !text(&project, &format!("{id}.md")).starts_with("---\ntitle: ") {
            faults.push(format!("{id} has no twin"));
        }
    }
    let _ = (text(&project, "introduction/index.html"), text(&project, "all-pages/index.html"));
    let again = project.scaffold(&spec, Default::default());
    if !again.files.is_empty() || again.config.is_some() || again.kept.len() != operations {
        faults.push(format!("a second run writes {} files, config {}", again.files.len(), again.config.is_some()));
    }
    faults
}

/// Whether a file below `docs` belongs to the spec, whose tree may have such a folder.
fn is_of(root: &Path, path: &str, file: &str) -> bool {
    let folder = path.split('/').next().unwrap();
    root.join("specs").join(folder).join(file).is_file()
}

fn check(root: &Path, paths: &[String]) {
    let mut known = BTreeMap::new();
    let mut all = Vec::new();
    for path in paths {
        all.extend(faults(root, path, &mut known).into_iter().map(|fault| format!("{path}: {fault}")));
    }
    println!("{} documents; of the specs themselves: {known:?}", paths.len());
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

#[test]
fn small_real_specs_become_clean_sites() {
    let Some(root) = test_data() else { return };
    let paths = chosen(&root, true);
    assert!(paths.len() > 100, "{}", paths.len());
    check(&root, &paths);
}

#[test]
#[ignore = "takes minutes; run by hand"]
fn large_real_specs_become_clean_sites() {
    let Some(root) = test_data() else { return };
    let paths = chosen(&root, false);
    assert!(paths.len() > 10, "{}", paths.len());
    check(&root, &paths);
}
