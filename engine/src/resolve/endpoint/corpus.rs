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
        for (name, count) in counts(inputs.db(), file) {
            let known = match name.strip_prefix("params/") {
                Some(location) => &expected["params"][location],
                None => &expected[&name],
            };
            if known.as_u64() != Some(count) {
                differences.push(format!("{path}: {name} is {count}, not {known}"));
            }
        }
    }
    assert!(compared > 200, "{compared}");
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}
