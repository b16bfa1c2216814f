//! Real specs against the counts of an independent reader. Without the test data it says so and does nothing.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::{Location, endpoint};
use crate::inputs::{Db, File, Inputs, OsSystem, System};
use crate::parse::tree::tests::files::test_data;
use crate::resolve::operation::{METHODS, operations};

/// The spec at `path` below the test data.
pub(crate) fn real_spec(folder: &Path, path: &str) -> (Inputs, File) {
    let mut inputs = Inputs::new(Arc::new(OsSystem::new(folder).unwrap()));
    let (file, _) = inputs.require(&Arc::from(format!("specs/{path}")));
    (inputs, file)
}

/// The counts of a spec, in the form of the truth.
fn counts(db: &dyn Db, file: File) -> Vec<(String, u64)> {
    let mut found = vec![0_u64; 9];
    for &chunk in operations(db, file) {
        let endpoint = endpoint(db, chunk);
        // The truth knows the methods of 3.0 and 3.1 alone.
        if !METHODS.iter().any(|method| *method != "query" && method.eq_ignore_ascii_case(&endpoint.head.method)) {
            continue;
        }
        found[0] += 1;
        found[1] += u64::from(endpoint.head.operation_id.is_some());
        found[2] += u64::from(!endpoint.parameters.is_empty());
        for parameter in &endpoint.parameters {
            found[match parameter.location {
                Location::Path => 3,
                Location::Query => 4,
                Location::Header => 5,
                Location::Cookie => 6,
            }] += 1;
        }
        let has_field = |media: &super::Media| media.field.is_some();
        found[7] += u64::from(endpoint.body.as_ref().is_some_and(|body| body.media.iter().any(has_field)));
        found[8] += endpoint.responses.iter().filter(|response| response.is_main()).count() as u64;
    }
    let names = [
        "operations",
        "operations_with_id",
        "operations_with_params",
        "params/path",
        "params/query",
        "params/header",
        "params/cookie",
        "operations_with_request_body_schema",
        "responses_2xx_with_schema",
    ];
    names.into_iter().map(str::to_owned).zip(found).collect()
}

/// What differs from the truth, a line each.
fn differing(path: &str, expected: &Value, counts: Vec<(String, u64)>) -> Vec<String> {
    let of_count = |(name, count): (String, u64)| {
        let known = match name.strip_prefix("params/") {
            Some(location) => &expected["params"][location],
            None => &expected[&name],
        };
        (known.as_u64() != Some(count)).then(|| format!("{path}: {name} is {count}, not {known}"))
    };
    counts.into_iter().filter_map(of_count).collect()
}

/// The references of an operation and its fields that lead nowhere.
fn unresolved(endpoint: &super::Endpoint) -> Vec<String> {
    let mut found: Vec<String> = endpoint.unresolved.iter().map(super::FieldNote::words).collect();
    let media = endpoint.responses.iter().flat_map(|response| &response.media);
    let media = media.chain(endpoint.body.iter().flat_map(|body| &body.media));
    let mut open: Vec<&super::Field> = media.filter_map(|media| media.field.as_ref()).collect();
    open.extend(endpoint.parameters.iter().map(|parameter| &parameter.field));
    open.extend(endpoint.responses.iter().flat_map(|response| &response.headers));
    while let Some(field) = open.pop() {
        // What is on the network is marked and not fetched.
        let is_lost = |note: &&super::FieldNote| matches!(note, super::FieldNote::Unresolved { reference, .. } if !reference.starts_with("https://"));
        let notes = field.notes.iter().filter(is_lost);
        found.extend(notes.map(super::FieldNote::words));
        open.extend(&field.children);
    }
    found
}

#[test]
fn specs_of_many_files_agree_with_the_truth() {
    let Some((folder, system)) = test_data() else { return };
    let truth: Value = serde_json::from_slice(&system.read("specs/truth.json", u64::MAX).unwrap()).unwrap();
    let mut differences = Vec::new();
    let (mut compared, mut counted) = (0, 0);
    for (path, expected) in truth.as_object().unwrap() {
        let Some(tree) = path.strip_prefix("multi/") else { continue };
        if expected["status"] != "ok" {
            continue;
        }
        let (tree, spec) = tree.split_once('/').unwrap();
        let root = folder.join("specs/multi").join(tree);
        let mut project = crate::Project::open(Arc::new(OsSystem::new(&root).unwrap()));
        project.settle(Some(spec));
        let db = project.inputs.db();
        let file = project.inputs.set().named(db)[spec];
        compared += 1;
        // The truth counts what is marked `x-internal`, which no page shows.
        let has_internal =
            project.inputs.set().named(db).values().any(|file| {
                ["x-internal: true", "\"x-internal\": true"].iter().any(|mark| file.text(db).contains(mark))
            });
        if !has_internal {
            differences.extend(differing(path, expected, counts(db, file)));
            counted += 1;
        }
        for &chunk in operations(db, file) {
            let endpoint = endpoint(db, chunk);
            let address = || format!("{path}: {} {}", endpoint.head.method, endpoint.head.path);
            differences.extend(unresolved(endpoint).into_iter().map(|note| format!("{}: {note}", address())));
        }
    }
    assert!(compared > 30 && counted > 20, "{counted} of {compared}");
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn counts_agree_with_the_truth() {
    let Some((folder, system)) = test_data() else { return };
    let truth: Value = serde_json::from_slice(&system.read("specs/truth.json", u64::MAX).unwrap()).unwrap();
    let mut differences = Vec::new();
    let mut compared = 0;
    for (path, expected) in truth.as_object().unwrap() {
        let is_in_scope = path.starts_with("big/") || path.starts_with("tricky/");
        if !is_in_scope || expected["status"] != "ok" || expected.get("files").is_some() {
            continue;
        }
        let (inputs, file) = real_spec(&folder, path);
        compared += 1;
        differences.extend(differing(path, expected, counts(inputs.db(), file)));
    }
    assert!(compared > 200, "{compared}");
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}
