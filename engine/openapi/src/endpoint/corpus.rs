//! Resolves the references of real specs. Skipped without the test data.

use std::sync::Arc;

use serde_json::Value;

use super::endpoint;
use crate::operation::operations;
use crate::testing::{Database, load_referenced_files, open};
use base::inputs::{OsSystem, System};
use base::testing::real_documents;

/// The unresolved references of an operation and its fields.
fn unresolved(endpoint: &super::Endpoint) -> Vec<String> {
    let mut found: Vec<String> = endpoint.unresolved.iter().map(super::FieldNote::words).collect();
    let media = endpoint.responses.iter().flat_map(|response| &response.media);
    let media = media.chain(endpoint.body.iter().flat_map(|body| &body.media));
    let mut open: Vec<&super::Field> = media.filter_map(|media| media.field.as_ref()).collect();
    open.extend(endpoint.parameters.iter().map(|parameter| &parameter.field));
    open.extend(endpoint.responses.iter().flat_map(|response| &response.headers));
    while let Some(field) = open.pop() {
        // Remote references are marked and not fetched.
        let is_lost = |note: &&super::FieldNote| matches!(note, super::FieldNote::Unresolved { reference, .. } if !reference.starts_with("https://"));
        let notes = field.notes.iter().filter(is_lost);
        found.extend(notes.map(super::FieldNote::words));
        open.extend(&field.children);
    }
    found
}

#[test]
fn every_reference_of_specs_of_many_files_leads_somewhere() {
    let Some((folder, system)) = real_documents() else { return };
    let truth: Value = serde_json::from_slice(&system.read("specs/truth.json", u64::MAX).unwrap()).unwrap();
    let mut differences = Vec::new();
    let mut compared = 0;
    for (path, expected) in truth.as_object().unwrap() {
        let Some(tree) = path.strip_prefix("multi/") else { continue };
        if expected["status"] != "ok" {
            continue;
        }
        let (tree, spec) = tree.split_once('/').unwrap();
        let root = folder.join("specs/multi").join(tree);
        let (mut inputs, file) = open::<Database>(Arc::new(OsSystem::new(&root).unwrap()), spec);
        load_referenced_files(&mut inputs, file);
        let db = inputs.db();
        compared += 1;
        for &chunk in operations(db, file) {
            let endpoint = endpoint(db, chunk);
            let address = || format!("{path}: {} {}", endpoint.head.method, endpoint.head.path);
            differences.extend(unresolved(endpoint).into_iter().map(|note| format!("{}: {note}", address())));
        }
    }
    assert!(compared > 30, "{compared}");
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}
