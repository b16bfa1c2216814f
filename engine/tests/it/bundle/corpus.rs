//! The bundles of real specs: each is one document, says what its source says, and is its own bundle.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use engine::testing::text;
use engine::{
    InspectedBody, InspectedContent, InspectedField, InspectedOperation, Inspection, MemorySystem, OsSystem, Project,
    ReadError, System, Walk,
};
use serde_json::Value;

use crate::corpus::test_data;

/// From this many bytes on a spec is compared value by value, which takes less than to inspect it.
const LARGE: usize = 2_000_000;

/// A folder on the disk with a `tool.json` that names a spec in it.
#[derive(Debug)]
struct Named {
    disk: OsSystem,
    spec: String,
}

impl System for Named {
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        if path == "tool.json" { Ok(config(&self.spec).into_bytes()) } else { self.disk.read(path, limit) }
    }

    fn walk(&self, _: &str) -> Walk {
        Walk::default()
    }
}

fn config(spec: &str) -> String {
    format!(r#"{{"name": "N", "openapi": {}}}"#, Value::from(spec))
}

/// A project of one file.
fn single(spec: &str, text: &str) -> Project {
    let system = MemorySystem::default();
    system.write("tool.json", config(spec));
    system.write(spec, text);
    Project::open(Arc::new(system))
}

/// Names, and names of fields below, as far as `inspect` lists them.
fn fields(fields: &[InspectedField]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<(String, &InspectedField)> = fields.iter().map(|field| (String::new(), field)).collect();
    while let Some((above, field)) = open.pop() {
        let name = format!("{above}.{}", field.name);
        open.extend(field.fields.iter().map(|below| (name.clone(), below)));
        found.push(name);
    }
    found.sort();
    found
}

/// What an inspection says of operations, a line each.
fn numbers(inspection: &Inspection) -> Vec<String> {
    let content = |content: &InspectedContent| format!("{} {:?}", content.media_type, fields(&content.fields));
    let body = |body: &InspectedBody| body.content.iter().map(content).collect::<Vec<_>>();
    let line = |operation: &InspectedOperation| {
        let parameters: Vec<String> = operation
            .parameters
            .iter()
            .map(|parameter| format!("{} {} {:?}", parameter.location, parameter.name, fields(&parameter.fields)))
            .collect();
        let responses: Vec<String> = operation
            .responses
            .iter()
            .map(|response| {
                format!("{} {:?}", response.status, response.content.iter().map(content).collect::<Vec<_>>())
            })
            .collect();
        let body = operation.request_body.as_ref().map(body);
        format!("{} {} {parameters:?} {body:?} {responses:?}", operation.method, operation.path)
    };
    inspection.operations.iter().chain(&inspection.webhooks).map(line).collect()
}

/// The references of a bundle that name a file, where they are references. A `$ref` among names is one of them.
fn leaving(value: &Value, among_names: bool, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaving(item, false, found)),
        Value::Object(members) => {
            for (key, value) in members {
                match (key.as_str(), value.as_str()) {
                    ("$ref", Some(reference)) if !reference.starts_with('#') && !among_names => {
                        found.insert(reference.to_owned());
                    }
                    ("example" | "examples" | "default" | "const" | "enum" | "value", _) => {}
                    _ => leaving(value, matches!(key.as_str(), "properties" | "components"), found),
                }
            }
        }
        _ => {}
    }
}

/// Whether a reference may lead to one of the files.
fn may_exist(files: &[Arc<str>], reference: &str) -> bool {
    let path = reference.split('#').next().unwrap_or_default().trim_start_matches(['.', '/']);
    !path.is_empty() && !reference.starts_with("http") && files.iter().any(|file| file.ends_with(path))
}

/// What is wrong with the bundle of the spec at `spec` below `root`, a line each.
fn differences(root: &Path, spec: &str) -> Vec<String> {
    let disk = OsSystem::new(root).unwrap();
    let files = disk.walk("").files;
    let mut project = Project::open(Arc::new(Named { disk, spec: spec.to_owned() }));
    let json = text(&project, "openapi.json");
    assert_eq!(json, text(&project, "openapi.json"), "the same bytes each time");
    let mut wrong = Vec::new();
    let value: Value = match serde_json::from_str(&json) {
        Ok(value) => value,
        Err(error) => return vec![format!("no JSON: {error}")],
    };
    let mut references = BTreeSet::new();
    leaving(&value, false, &mut references);
    // What leads nowhere stays as it is written.
    wrong.extend(references.iter().filter(|found| may_exist(&files, found)).map(|found| format!("leaves: {found}")));
    if project.site().has_output("openapi.yaml") {
        let yaml = text(&project, "openapi.yaml");
        let again = single("openapi.yaml", &yaml);
        if text(&again, "openapi.yaml") != yaml {
            wrong.push("the YAML is not its own bundle".to_owned());
        }
        if text(&again, "openapi.json") != json {
            wrong.push("the YAML says something else than the JSON".to_owned());
        }
    }
    let mut again = single("openapi.json", &json);
    if text(&again, "openapi.json") != json {
        wrong.push("the JSON is not its own bundle".to_owned());
    }
    let source = String::from_utf8(OsSystem::new(root).unwrap().read(spec, u64::MAX).unwrap()).unwrap();
    if source.len() > LARGE {
        // These are single files: the values are the same, all of them.
        let is_json = source.starts_with('{');
        let source: Value =
            if is_json { serde_json::from_str(&source).unwrap() } else { serde_yaml::from_str(&source).unwrap() };
        if source != value {
            wrong.push("the bundle has other values".to_owned());
        }
        return wrong.into_iter().map(|line| format!("{spec}: {line}")).collect();
    }
    let expected = numbers(&project.inspect(spec, None));
    let found = numbers(&again.inspect("openapi.json", None));
    let pairs = expected.iter().zip(&found).filter(|(expected, found)| expected != found);
    wrong.extend(pairs.take(1).map(|(expected, found)| format!("\n  {expected}\n  {found}")));
    if expected.len() != found.len() {
        wrong.push(format!("{} operations, not {}", found.len(), expected.len()));
    }
    wrong.into_iter().map(|line| format!("{spec}: {line}")).collect()
}

/// Compares the specs of a folder of the test data that are in order; there are more than `least`.
fn compare(folder: &str, least: usize) {
    let Some(root) = test_data() else { return };
    let truth: Value = serde_json::from_slice(&std::fs::read(root.join("specs/truth.json")).unwrap()).unwrap();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (path, expected) in truth.as_object().unwrap() {
        let Some(spec) = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) else { continue };
        if expected["status"] != "ok" {
            continue;
        }
        let root = root.join("specs").join(folder);
        wrong.extend(match spec.split_once('/').filter(|_| folder == "multi") {
            Some((tree, spec)) => differences(&root.join(tree), spec),
            None => differences(&root, spec),
        });
        compared += 1;
    }
    assert!(compared > least, "{compared}");
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn bundles_of_large_specs_say_what_their_sources_say() {
    compare("big", 10);
}

#[test]
fn bundles_of_specs_of_many_files_say_what_their_sources_say() {
    compare("multi", 30);
}

#[test]
fn bundles_of_odd_specs_say_what_their_sources_say() {
    compare("tricky", 150);
}
