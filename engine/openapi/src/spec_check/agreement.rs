//! Compares the check of examples with a validator: over real specs, each diagnostic must be one of the validator's
//! too. Skipped without the test data.

use jsonschema::Registry;
use serde_json::Value;

use super::examples::{finding, sites};
use crate::bundle;
use crate::chunks::file_index;
use crate::endpoint::validity::prepared_part;
use crate::spec::{Version, version};
use crate::testing::{Database, real_spec};
use base::testing::{real_documents, texts};
use base::tree::JsonWriter;

/// The results of both for the examples of one spec.
#[derive(Default)]
struct Verdicts {
    examples: usize,
    /// Found by the validator.
    wrong: usize,
    /// Found by both.
    both: usize,
    /// Found only by the check.
    false_alarms: Vec<String>,
}

/// Makes the references of a schema resolve into the document.
fn rooted(schema: &mut Value) {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                if let Some(Value::String(reference)) = members.get_mut("$ref")
                    && reference.starts_with('#')
                {
                    reference.insert_str(0, "urn:document");
                }
                open.extend(members.values_mut());
            }
        }
    }
}

/// Whether the validator rejects an example; `None` if it does not understand the schema.
fn is_wrong(registry: &Registry<'_>, document: &Value, schema: &str, example: &str) -> Option<bool> {
    let schema: Value = serde_json::from_str(schema).ok()?;
    let example: Value = serde_json::from_str(example).ok()?;
    let mut schema = prepared_part(document, schema, &["readOnly", "writeOnly"]);
    rooted(&mut schema);
    let options = jsonschema::options().with_registry(registry).with_draft(jsonschema::Draft::Draft202012);
    Some(!options.build(&schema).ok()?.is_valid(&example))
}

/// Checks every `step`th example of a spec with both.
fn compare(folder: &std::path::Path, path: &str, step: usize) -> Verdicts {
    let (inputs, file) = real_spec::<Database>(folder, path);
    let db = inputs.db();
    let mut verdicts = Verdicts::default();
    let text = bundle::write(db, file, JsonWriter::default()).finish();
    let Ok(document) = serde_json::from_str::<Value>(&text) else { return verdicts };
    let prepared = prepared_part(&document, document.clone(), &["readOnly", "writeOnly"]);
    let registry = Registry::new().add("urn:document", prepared).unwrap().prepare().unwrap();
    let is_old = version(db, file) == Version::V30;
    let chunks = file_index(db, file).chunks.iter();
    let all = chunks.flat_map(|&chunk| sites(db, chunk, is_old).into_iter().map(move |site| (chunk, site)));
    for (chunk, site) in all.step_by(step) {
        let (schema, example) = (site.schema.to_json(), site.example.to_json());
        let Some(is_wrong) = is_wrong(&registry, &document, &schema, &example) else { continue };
        let found = finding(db, chunk, &site, is_old);
        verdicts.examples += 1;
        verdicts.wrong += usize::from(is_wrong);
        verdicts.both += usize::from(is_wrong && found.is_some());
        if let Some(found) = found.filter(|_| !is_wrong) {
            verdicts.false_alarms.push(format!("{path} {}: {}", chunk.key(db).member, found.message));
        }
    }
    verdicts
}

/// Compares the results for real specs.
#[expect(clippy::print_stderr, reason = "says what was compared")]
fn compare_all(step: impl Fn(u64) -> usize) {
    let Some((folder, system)) = real_documents() else { return };
    let mut all = Verdicts::default();
    for (path, text) in texts(&system, "specs/big", &["json", "yaml", "yml"]) {
        let of_spec = compare(&folder, path.trim_start_matches("specs/"), step(text.len() as u64));
        eprintln!("{path}: {} examples, {} wrong, {} of them found", of_spec.examples, of_spec.wrong, of_spec.both);
        all.examples += of_spec.examples;
        all.wrong += of_spec.wrong;
        all.both += of_spec.both;
        all.false_alarms.extend(of_spec.false_alarms);
    }
    eprintln!("{} examples, {} wrong, {} of them found", all.examples, all.wrong, all.both);
    assert!(all.false_alarms.is_empty(), "{}", all.false_alarms.join("\n"));
    assert!(all.examples > 300 && all.both * 2 > all.wrong, "{} of {} found", all.both, all.wrong);
}

/// A share of the examples of large documents, so that it ends soon without optimization.
#[test]
fn what_is_said_of_examples_is_said_by_a_validator() {
    compare_all(|bytes| (bytes / 60_000).max(1) as usize);
}

/// All examples.
#[test]
#[ignore = "takes long; the test above takes a share of the examples"]
fn what_is_said_of_all_examples_is_said_by_a_validator() {
    compare_all(|_| 1);
}
