//! How the work for one page grows with a document whose schemas all refer to each other.

use std::cell::Cell;
use std::fmt::Write as _;

use super::{endpoint, model_example, own_model};
use crate::operation::operations;
use crate::testing::{chunk, spec};

thread_local! {
    /// The number of schemas that lists were made of.
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts schemas that a list is made of.
pub(super) fn count(steps: usize) {
    STEPS.set(STEPS.get() + steps);
}

/// A document of `n` schemas with `n` references each.
fn document(n: usize, begin: &str, member: impl Fn(usize, &str) -> String, end: &str) -> String {
    let reference = |at: usize| format!(r##"{{"$ref": "#/components/schemas/S{at}"}}"##);
    let members: Vec<String> = (0..n).map(|at| member(at, &reference(at))).collect();
    let schema = format!("{begin}{}{end}", members.join(", "));
    let schemas: Vec<String> = (0..n).map(|at| format!(r#""S{at}": {schema}"#)).collect();
    format!(
        r#"{{"openapi": "3.1.0", "paths": {{"/x": {{"post": {{
            "requestBody": {{"content": {{"application/json": {{"schema": {0}}}}}}},
            "responses": {{"200": {{"content": {{"application/json": {{"schema": {0}}}}}}}}}}}}}}},
            "components": {{"schemas": {{{1}}}}}}}"#,
        reference(0),
        schemas.join(", ")
    )
}

/// The schemas read for one operation and one schema's page, and the size of the results.
fn work(text: &str) -> (usize, usize) {
    let (inputs, file) = spec(text);
    let db = inputs.db();
    let model = chunk(db, file, "components/schemas", "S0");
    STEPS.set(0);
    let endpoint = endpoint(db, operations(db, file)[0]);
    let (own, example) = (own_model(db, model), model_example(db, model));
    (STEPS.get(), format!("{endpoint:?}{own:?}{example:?}").len())
}

#[test]
#[expect(clippy::print_stdout, reason = "prints what was measured")]
fn work_grows_at_most_like_the_document() {
    let list = |_: usize, reference: &str| reference.to_owned();
    let property = |at: usize, reference: &str| format!(r#""p{at}": {reference}"#);
    let kinds: [(&str, &dyn Fn(usize) -> String); 6] = [
        ("oneOf", &|n| document(n, r#"{"oneOf": ["#, list, "]}")),
        ("anyOf", &|n| document(n, r#"{"anyOf": ["#, list, "]}")),
        ("allOf", &|n| document(n, r#"{"allOf": ["#, list, "]}")),
        ("typed oneOf", &|n| document(n, r#"{"type": "object", "description": "d", "oneOf": ["#, list, "]}")),
        ("items of oneOf", &|n| document(n, r#"{"type": "array", "items": {"oneOf": ["#, list, "]}}")),
        ("properties", &|n| document(n, r#"{"properties": {"#, property, "}}")),
    ];
    let mut report = String::new();
    let mut is_bounded = true;
    for (name, document) in kinds {
        let mut last: Option<(usize, usize, usize)> = None;
        for n in [20, 40, 80, 160] {
            let text = document(n);
            let (steps, bytes) = work(&text);
            let _ = write!(report, "{name} {n}: {steps} schemas, {bytes} bytes of {}", text.len());
            if let Some((size, earlier_steps, earlier_bytes)) = last {
                let grown = (text.len() as f64 / size as f64).ln();
                let exponent = |now: usize, before: usize| (now as f64 / before as f64).ln() / grown;
                let (of_steps, of_bytes) = (exponent(steps, earlier_steps), exponent(bytes, earlier_bytes));
                let _ = write!(report, ", exponents {of_steps:.2} {of_bytes:.2}");
                is_bounded &= of_steps < 1.1 && of_bytes < 1.1;
            }
            report.push('\n');
            last = Some((text.len(), steps, bytes));
        }
    }
    println!("{report}");
    assert!(is_bounded, "{report}");
}
