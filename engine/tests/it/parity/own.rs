//! A document of our own that holds what real ones seldom do, read by the same walk and the same readers.

use engine::testing::text;
use serde_json::Value;

use super::compare::Report;
use super::{Draw, compare, project};
use crate::walk::Files;

const SPEC: &str = include_str!("own.json");

/// The files of a document that stands by itself.
pub(super) fn alone(spec: &Value) -> (Files, Vec<(String, String)>) {
    let path = "api.json".to_owned();
    let files = Files { parsed: [(path.clone(), spec.clone())].into() };
    (files, vec![(path, spec.to_string())])
}

#[test]
fn what_real_documents_seldom_have_is_shown() {
    let spec: Value = serde_json::from_str(SPEC).unwrap();
    let (files, sources) = alone(&spec);
    let mut report = Report::default();
    compare(&files, &sources, "api.json", Draw::All, &mut report);
    assert!(report.differences.is_empty(), "{}", report.differences.join("\n"));
    assert!(report.operations == 3 && report.facts > 100, "{} {}", report.operations, report.facts);
}

/// The comparison can fail: each of these taken out of what is shown is missed.
#[test]
fn what_is_not_shown_is_missed() {
    let spec: Value = serde_json::from_str(SPEC).unwrap();
    let (files, _) = alone(&spec);
    let removed = [
        "/paths/~1a~1{id}/post/parameters/1",
        "/paths/~1a~1{id}/post/parameters/1/schema/minimum",
        "/paths/~1a~1{id}/post/responses/default",
        "/paths/~1a~1{id}/post/responses/200/headers/X-Left",
        "/paths/~1a~1{id}/post/security/0/oauth/1",
        "/components/schemas/Cat/properties/lives/maximum",
        "/components/schemas/Cat/properties/lives",
        "/components/schemas/Cat/properties/lives/type",
        "/components/schemas/All/properties/word/anyOf/1/enum/0",
        "/components/schemas/All/properties/tuple/prefixItems/1",
        "/components/schemas/All/properties/conditional/if",
        "/components/schemas/All/properties/flags/deprecated",
        "/components/schemas/All/required/0",
        "/components/schemas/Pet/discriminator/defaultMapping",
        "/components/schemas/Cat/required/0",
        "/components/securitySchemes/oauth/flows/clientCredentials/tokenUrl",
        "/components/securitySchemes/key/name",
        "/servers/0/variables/region/enum/1",
    ];
    for pointer in removed {
        let mut less = spec.clone();
        let (holder, key) = pointer.rsplit_once('/').unwrap();
        let key = key.replace("~1", "/");
        match less.pointer_mut(holder).unwrap() {
            Value::Object(entries) => drop(entries.remove(&key).unwrap()),
            Value::Array(items) => drop(items.remove(key.parse().unwrap())),
            other => panic!("{other}"),
        }
        let mut report = Report::default();
        compare(&files, &alone(&less).1, "api.json", Draw::All, &mut report);
        let missed = |form: &str| report.differences.iter().any(|difference| difference.contains(form));
        assert!(missed(" page: ") && missed(" twin: "), "{pointer}: {:?}", report.differences);
    }
}

/// What a page states of alternatives and the document does not say is found, too.
#[test]
fn what_is_shown_but_not_said_is_found() {
    let spec: Value = serde_json::from_str(SPEC).unwrap();
    let sources = alone(&spec).1;
    for pointer in [
        "/components/schemas/Dog/required",
        "/components/schemas/Dog/properties/breed/enum",
        "/components/schemas/All/properties/flags/readOnly",
        "/components/schemas/All/properties/secret/type",
    ] {
        let mut less = spec.clone();
        *less.pointer_mut(pointer).unwrap() = match pointer.rsplit('/').next() {
            Some("required") => serde_json::json!([]),
            Some("enum") => serde_json::json!(["b"]),
            Some("type") => "integer".into(),
            _ => false.into(),
        };
        let mut report = Report::default();
        compare(&alone(&less).0, &sources, "api.json", Draw::All, &mut report);
        let found = |form: &str| report.differences.iter().any(|it| it.contains(&format!(" {form}: alternatives: ")));
        assert!(found("page") && found("twin"), "{pointer}: {:?}", report.differences);
    }
}

#[test]
fn the_markdown_of_what_real_documents_seldom_have() {
    let spec: Value = serde_json::from_str(SPEC).unwrap();
    let project = project(&alone(&spec).1, "api.json", &["POST /a/{id}".to_owned()]);
    let twin = text(&project, "p0.md");
    insta::assert_snapshot!(twin.split_once("### Request example").unwrap().0);
}
