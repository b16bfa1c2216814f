//! Extraction against the counts that an independent reader made of the same documents, one file or many.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use engine::testing::{executed, parse_spec};
use engine::{
    Diagnostic, InspectedContent, InspectedField, InspectedOperation, InspectedResponse, Inspection, OsSystem, Project,
};
use serde_json::Value;

use crate::corpus::{documents, test_data, truth};
use crate::walk::{Files, LEVEL, OPEN, Walk, names as names_of};

/// A project whose root holds every file that a document of the test data refers to.
fn open(root: &Path) -> Project {
    Project::open(Arc::new(OsSystem::new(root).unwrap()))
}

fn count(operations: &[InspectedOperation], is_counted: impl Fn(&InspectedOperation) -> usize) -> Value {
    operations.iter().map(is_counted).sum::<usize>().into()
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> Value {
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The counts of an inspection, by their names in the truth. Its operations are made from the values of `endpoint`.
fn counts(found: &Inspection) -> Vec<(&'static str, Value)> {
    let operations = found.operations.as_slice();
    let parameters = |location: &'static str| {
        count(operations, |operation| operation.parameters.iter().filter(|it| it.location == location).count())
    };
    let has_schema = |content: &[InspectedContent]| content.iter().any(|media| media.schema.is_some());
    let body = |it: &InspectedOperation| it.request_body.as_ref().is_some_and(|body| has_schema(&body.content));
    let is_main = |it: &&InspectedResponse| it.status.starts_with('2') && has_schema(&it.content);
    vec![
        ("operations", operations.len().into()),
        ("operations_with_id", count(operations, |operation| operation.operation_id.is_some().into())),
        ("operations_with_params", count(operations, |operation| (!operation.parameters.is_empty()).into())),
        ("/params/path", parameters("path")),
        ("/params/query", parameters("query")),
        ("/params/header", parameters("header")),
        ("/params/cookie", parameters("cookie")),
        ("operations_with_request_body_schema", count(operations, |operation| body(operation).into())),
        (
            "responses_2xx_with_schema",
            count(operations, |operation| operation.responses.iter().filter(is_main).count()),
        ),
        ("webhooks", found.webhooks.len().into()),
        ("x_tag_groups", found.tag_groups.iter().map(|group| group.name.as_str()).collect()),
        ("tags_in_use", names(operations.iter().flat_map(|operation| &operation.tags).map(String::as_str))),
        ("security_schemes", names(found.security_schemes.keys().map(String::as_str))),
        ("schemas", found.schemas.len().into()),
    ]
}

/// The differences from the truth, a line each, with the name of the count.
fn differing(path: &str, expected: &Value, found: &Inspection) -> Vec<(&'static str, String)> {
    let of_count = |(name, count): (&'static str, Value)| {
        let known = if name.starts_with('/') { expected.pointer(name) } else { expected.get(name) };
        let known = known.cloned().unwrap_or_else(|| 0.into());
        (known != count).then(|| (name, format!("{path}: {name} is {count}, not {known}")))
    };
    counts(found).into_iter().filter_map(of_count).collect()
}

/// Where the independent reader counts otherwise, and why.
const EXPLAINED: [(&str, &[&str], &str); 1] = [(
    "invalid/mermade/openapi-vue/edit1.json",
    &["operations_with_params"],
    "parameters in body and formData are no locations of OpenAPI 3",
)];

/// How many fields an inspection holds.
fn fields(found: &Inspection) -> usize {
    fn below(fields: &[InspectedField]) -> usize {
        fields.iter().map(|field| 1 + below(&field.fields)).sum()
    }
    let content = |content: &[InspectedContent]| content.iter().map(|media| below(&media.fields)).sum::<usize>();
    let operations = found.operations.iter().chain(&found.webhooks);
    operations
        .map(|operation| {
            let parameters: usize = operation.parameters.iter().map(|it| 1 + below(&it.fields)).sum();
            let body = operation.request_body.as_ref().map_or(0, |body| content(&body.content));
            parameters + body + operation.responses.iter().map(|it| content(&it.content)).sum::<usize>()
        })
        .sum()
}

/// Inspects a document and checks what that took: no more queries than the document's files have nodes, and no more
/// fields than pages show. A clock would say something else on each machine.
fn inspect_within_bounds(root: &Path, path: &str) -> Inspection {
    let mut project = open(root);
    let mut inspection = Inspection::default();
    let queries: usize = executed(&mut project, |project| inspection = project.inspect(&format!("specs/{path}"), None))
        .iter()
        .map(|(_, count)| count)
        .sum();
    let site = project.site();
    let files = site.watched();
    let nodes: usize = files.iter().filter_map(|file| site.source(file)).map(parse_spec).sum();
    assert!(queries <= 3 * nodes + 100, "{path}: {queries} queries for {nodes} nodes");
    let operations = inspection.operations.len() + inspection.webhooks.len();
    let most = operations * MOST_FIELDS;
    assert!(fields(&inspection) <= most, "{path}: {} fields in {operations} operations", fields(&inspection));
    inspection
}

/// More fields of the first two levels than any page of the test data has.
const MOST_FIELDS: usize = 2_000;

#[test]
#[expect(clippy::print_stderr, reason = "prints what is explained")]
fn counts_equal_those_of_an_independent_reader() {
    let Some(root) = test_data() else { return };
    let documents = documents(&root);
    assert!(documents.len() > 400, "{}", documents.len());
    let mut differences = Vec::new();
    let mut explained = 0;
    for (path, expected) in &documents {
        let found = inspect_within_bounds(&root, path);
        for (name, difference) in differing(path, expected, &found) {
            match EXPLAINED.iter().find(|(of, names, _)| path == of && names.contains(&name)) {
                Some((.., reason)) => {
                    explained += 1;
                    eprintln!("{difference}: {reason}");
                }
                None => differences.push(difference),
            }
        }
    }
    eprintln!("{} documents compared, {explained} with an explanation", documents.len());
    assert_eq!(explained, EXPLAINED.len(), "an explanation is out of date");
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}

/// What each status other than `ok` is told: code and message. A version without quotes is a warning, and the document is
/// read as meant.
const TOLD: [(&str, &str, &str); 9] = [
    ("fragment", "not-openapi", "the document has no `openapi` field"),
    ("fragment", "not-openapi", "the file is empty"),
    ("fragment", "not-openapi", "this is an Arazzo 1.1.0 document, which is not supported"),
    ("swagger", "not-openapi", "this is a Swagger 2.0 document, which is not supported"),
    ("swagger", "not-openapi", "this is a Swagger 1.2 document, which is not supported"),
    ("swagger", "not-openapi", "this is a Swagger 3.0 document, which is not supported"),
    ("not-an-object", "not-openapi", "the file is empty"),
    ("parse-error", "not-openapi", "the file is empty"),
    ("bad-version", "unquoted-version", "`openapi` is the number 3.0, not a string"),
];

#[test]
fn what_is_no_document_gets_a_clear_error() {
    let Some(root) = test_data() else { return };
    let mut differences = Vec::new();
    let mut seen = 0;
    for (path, expected) in truth(&root) {
        let status = expected["status"].as_str().unwrap();
        if status == "ok" {
            continue;
        }
        seen += 1;
        let found = inspect_within_bounds(&root, &path);
        let is_told = |diagnostic: &Diagnostic| {
            let said = (diagnostic.code.name(), diagnostic.message.as_str());
            TOLD.iter().any(|(of, code, message)| (*of, (*code, *message)) == (status, said))
        };
        let is_read = status == "bad-version";
        if !found.diagnostics.iter().any(is_told) || found.has_failed() == is_read {
            let told = found.diagnostics.iter().map(|found| format!("{} {}", found.code.name(), found.message));
            differences.push(format!("{path} ({status}): {:?}", told.collect::<Vec<_>>()));
        }
    }
    assert!(seen >= 39, "{seen}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// How many documents are drawn: as many of the large ones as of the others, as far as there are.
const DRAWN: usize = 50;
/// A document with more operations is large.
const LARGE: u64 = 10;
/// Of how many operations of a document the second level is compared. Parameters and the first are of all.
const MOST_COMPLETE: usize = 24;

/// Documents that the independent reader cannot read: a key comes twice.
const UNREADABLE: [&str; 1] = ["invalid/swagger-parser/duplicateHttpStatusCodes.yaml"];

/// The documents in an order that a seed decides (SplitMix64).
fn shuffled(mut documents: Vec<(String, Value)>, seed: u64) -> Vec<(String, Value)> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    documents.sort_by_cached_key(|_| next());
    documents
}

/// The documents of a seed.
fn drawn(root: &Path, seed: u64) -> Vec<String> {
    let mut documents = documents(root);
    documents.retain(|(path, expected)| expected["operations"] != 0 && !UNREADABLE.contains(&path.as_str()));
    let is_large = |(_, expected): &(String, Value)| expected["operations"].as_u64() > Some(LARGE);
    let (large, small): (Vec<_>, Vec<_>) = shuffled(documents, seed).into_iter().partition(is_large);
    let large: Vec<_> = large.into_iter().take(DRAWN / 2).collect();
    let rest = DRAWN - large.len();
    large.into_iter().chain(small.into_iter().take(rest)).map(|(path, _)| path).collect()
}

/// The seed of a further draw: `TOOL_WALK_SEED`, a number. The first is always the same.
fn seeds() -> Vec<u64> {
    let other = std::env::var("TOOL_WALK_SEED").ok().map(|text| text.parse().expect("TOOL_WALK_SEED is a number"));
    [1].into_iter().chain(other).collect()
}

/// What one document's names differ in, and how many were compared.
fn compare(root: &Path, path: &str, differences: &mut Vec<String>) -> usize {
    let Some(files) = Files::of(root, path) else {
        differences.push(format!("{path}: the independent reader cannot read it"));
        return 0;
    };
    let file = format!("specs/{path}");
    let mut project = open(root);
    let mut walked = Walk::new(&files, path).operations();
    let listed = project.inspect(&file, None);
    let operations: Vec<&InspectedOperation> = listed.operations.iter().chain(&listed.webhooks).collect();
    let step = operations.len().div_ceil(MOST_COMPLETE).max(1);
    let mut compared = 0;
    for (at, operation) in operations.into_iter().enumerate() {
        let address = format!("{} {}", operation.method, operation.path);
        let Some(expected) = walked.remove(&address) else {
            differences.push(format!("{path}: {address} is not expected"));
            continue;
        };
        let top = expected.iter().filter(|name| !name.contains(LEVEL)).cloned().collect();
        let mut pair = (names_of(operation), top);
        // A page beyond its budget shows a schema once; the operation alone shows it at each use.
        if at % step == 0 || pair.0 != pair.1 {
            let complete = project.inspect(&file, Some(&address));
            let complete = complete.operations.iter().chain(&complete.webhooks).next();
            pair = (complete.map(names_of).unwrap_or_default(), expected);
        }
        let (found, expected) = pair;
        let (open, expected): (BTreeSet<String>, BTreeSet<String>) =
            expected.into_iter().partition(|it| it.ends_with(OPEN));
        let found: BTreeSet<String> = found.into_iter().filter(|it| !open.contains(&format!("{it}{OPEN}"))).collect();
        compared += found.len();
        for (which, one, other) in [("missing", &expected, &found), ("not expected", &found, &expected)] {
            let names: Vec<&String> = one.difference(other).take(5).collect();
            if !names.is_empty() {
                differences.push(format!("{path}: {address}: {which}: {names:?}"));
            }
        }
    }
    differences.extend(walked.keys().map(|address| format!("{path}: {address} is missing")));
    compared
}

#[test]
#[expect(clippy::print_stderr, reason = "says what was compared")]
fn names_equal_those_of_an_independent_walk() {
    let Some(root) = test_data() else { return };
    let mut differences = Vec::new();
    for seed in seeds() {
        let paths = drawn(&root, seed);
        assert_eq!(paths.len(), DRAWN);
        let mut total = 0;
        for path in paths {
            total += compare(&root, &path, &mut differences);
        }
        eprintln!("seed {seed}: {total} names compared");
        assert!(total > 10_000, "{total}");
    }
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}
