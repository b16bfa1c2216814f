//! The suites of others, found below `TOOL_TEST_DATA`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Overlaid;
use crate::Db;
use crate::overlay::document::OverlaidDocument;
use crate::overlay::draft::{Draft, Leaf};
use crate::overlay::evaluate::{Budget, evaluate, normalized};
use crate::overlay::origin::{ActionOf, Source};
use crate::parse::overlay::Query;
use crate::testing::spec;
use base::testing::real_documents;
use base::tree::{Limits, Tree};

#[expect(clippy::disallowed_methods, reason = "the suites are no project")]
fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn data(path: &Path) -> Value {
    serde_json::from_str(&Tree::from_any(&text(path), Limits::default()).tree.root().to_json()).unwrap()
}

/// The folder of overlays, if there is test data.
fn folder(name: &str) -> Option<PathBuf> {
    Some(real_documents()?.0.join("specs/overlay").join(name))
}

fn apply(spec: &Path, overlay: &Path) -> Overlaid {
    Overlaid::new(&[("openapi.yaml", &text(spec)), ("overlay.yaml", &text(overlay))])
}

#[test]
fn jsonpath_follows_the_compliance_suite() {
    let Some((folder, _)) = real_documents() else { return };
    let suite = data(&folder.join("specs/jsonpath/cts.json"));
    let (inputs, file) = spec("{}");
    let cases = suite["tests"].as_array().unwrap();
    let failed: Vec<&str> = cases
        .iter()
        .filter(|case| !passes(inputs.db(), file, case))
        .map(|case| case["name"].as_str().unwrap())
        .collect();
    assert_eq!(failed, [""; 0], "of {}", cases.len());
    assert_eq!(cases.len(), 703);
}

fn passes(db: &dyn Db, file: base::inputs::File, case: &Value) -> bool {
    let query = Query::parse(case["selector"].as_str().unwrap());
    if case["invalid_selector"] == Value::Bool(true) {
        return query.is_err();
    }
    let Ok(query) = query else { return false };
    let tree = Tree::from_json(&case["document"].to_string(), Limits::default()).tree;
    let source = Source::Action(ActionOf { overlay: file, index: 0 });
    let root = Draft::Leaf(Leaf { node: tree.root(), source });
    let document = OverlaidDocument::of(db, file, root);
    let selected = evaluate(&document, &mut Budget::default(), &query).unwrap().values;
    let values: Vec<Value> = selected
        .iter()
        .map(|(_, value)| serde_json::from_str(&value.leaf().unwrap().node.to_json()).unwrap())
        .collect();
    let paths: Vec<Value> = selected.iter().map(|(way, _)| Value::String(normalized(way))).collect();
    let is_one_of = |one: &str, several: &str, found: Vec<Value>| {
        let found = Value::Array(found);
        case.get(one).is_some_and(|wanted| *wanted == found)
            || case.get(several).and_then(Value::as_array).is_some_and(|wanted| wanted.contains(&found))
    };
    is_one_of("result", "results", values) && is_one_of("result_paths", "results_paths", paths)
}

#[test]
fn compliant_sets_give_what_they_say() {
    let Some(folder) = folder("oai-compliant-sets") else { return };
    let mut sets: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sets.sort();
    assert_eq!(sets.len(), 8);
    for set in sets {
        let found = apply(&set.join("openapi.yaml"), &set.join("overlay.yaml"));
        assert_eq!(found.document(), data(&set.join("output.yaml")), "{}", set.display());
        assert_eq!(found.findings(), "", "{}", set.display());
    }
}

#[test]
fn schema_tests_get_a_diagnostic_or_none() {
    let Some(folder) = folder("oai-schema-tests") else { return };
    let mut wrong = Vec::new();
    let mut count = 0;
    for version in ["v1.0", "v1.1"] {
        for verdict in ["pass", "fail"] {
            for entry in std::fs::read_dir(folder.join(version).join(verdict)).unwrap() {
                let path = entry.unwrap().path();
                let text = text(&path);
                let found = Overlaid::new(&[("openapi.yaml", "openapi: 3.1.0\npaths: {}\n"), ("overlay.yaml", &text)]);
                let of_form = found.findings_of_form();
                let is_info = of_form.lines().all(|line| line.starts_with("overlay-extension"));
                count += 1;
                // Its query has a name with `-` after a dot in a filter, which RFC 9535 (section 2.5.1.1) does not allow: the
                // schema looks at the first character alone. Later editions of the example have brackets.
                let is_query_wrong = path.ends_with("pass/actions-traits-example.yaml");
                let is_clean = of_form.is_empty()
                    || (is_query_wrong && of_form.lines().all(|line| line.starts_with("invalid-jsonpath")));
                if is_clean != (verdict == "pass") || (path.ends_with("info-missing-version.yaml") && !is_info) {
                    wrong.push(format!("{}: {of_form}", path.display()));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!(count, 67);
}

#[test]
fn the_sets_of_openapi_overlays_js_pass() {
    let Some(folder) = folder("lornajane") else { return };
    for (spec, overlay, expected) in [
        ("petstore", "overlay", "output1"),
        ("openapi-with-servers", "remove-server", "one-less-server"),
        ("responses", "remove-responses", "remove-responses"),
        ("town", "building-description", "town-building-description"),
        ("town", "remove-descriptions", "town-remove-descriptions"),
        ("town", "remove-example", "town-remove-example"),
        ("town", "remove-properties", "town-remove-properties"),
        ("town", "update-root", "town-root-updated"),
        ("empty", "empty", "empty"),
        ("immutable", "immutable", "immutable"),
        ("not-jsonpath", "not-jsonpath", "not-jsonpath"),
        ("not-overlay", "not-overlay", "not-overlay"),
    ] {
        let at = |kind: &str, name: &str| folder.join(kind).join(name).with_extension("yaml");
        let found = apply(&at("openapi", spec), &at("overlays", overlay));
        assert_eq!(found.document(), data(&at("expected", expected)), "{overlay}: {}", found.findings());
        // The last four are wrong in one way each.
        let is_wrong = ["empty", "immutable", "not-jsonpath", "not-overlay"].contains(&spec);
        assert_eq!(found.findings().is_empty(), !is_wrong, "{overlay}: {}", found.findings());
    }
}

#[test]
fn the_sets_of_openapi_overlay_pass_but_for_what_the_specification_says() {
    let Some(folder) = folder("speakeasy-openapi-overlay") else { return };
    let at = |name: &str| folder.join(name);
    let expected = data(&at("openapi-overlayed.yaml"));
    // That tool merges into the reference itself, where the specification has overlays see the dereferenced document
    // (1.0.0, section 1); and it puts an object in place of `true`, which version 1.1.0, section 4.4.3 calls an error.
    let response = "/paths/~1drink~1{name}/get/responses/200/content/application~1json/schema";
    let of_reference = ["$ref", "properties", "required"].map(|member| format!("{response}/{member}"));
    let of_value = "/paths/~1anything~1selectGlobalServer/x-my-ignore".to_owned();
    let mut argued: Vec<String> = of_reference.into_iter().chain([of_value]).collect();
    argued.sort();
    let found = apply(&at("openapi.yaml"), &at("overlay-generated.yaml"));
    assert_eq!(differing(&found.document(), &expected), argued);
    assert!(found.findings().contains("action 3 cannot merge an object into a boolean"), "{}", found.findings());
    // `description~` is no query of RFC 9535.
    argued.push("/tags/3/description".to_owned());
    let found = apply(&at("openapi.yaml"), &at("overlay.yaml"));
    assert_eq!(differing(&found.document(), &expected), argued);
    // What that tool calls mismatched selects nothing, in two ways.
    let found = apply(&at("openapi.yaml"), &at("overlay-mismatched.yaml")).findings();
    assert!(found.contains("`unknown-attribute` is added"), "{found}");
    let found = apply(&at("openapi.yaml"), &at("overlay-old.yaml")).findings();
    assert!(found.contains("did you mean `$.paths.*[?(@['x-my-ignore'])]`?"), "{found}");
    let found = apply(&at("openapi.yaml"), &at("overlay-zero-change.yaml"));
    assert_eq!(found.document(), data(&at("openapi.yaml")));
}

#[test]
fn an_overlay_of_a_real_api_gives_what_its_authors_publish() {
    let Some(folder) = folder("train-travel") else { return };
    let found = apply(&folder.join("../../tricky/train-travel.yaml"), &folder.join("overlays.yaml"));
    // They made it from an earlier version of the file, some of whose texts were others.
    let mut differing = differing(&found.document(), &data(&folder.join("openapi.microcks.yaml")));
    differing.retain(|pointer| !pointer.ends_with("/description") && pointer != "/info/version");
    assert_eq!(differing, [""; 0], "{}", found.findings());
}

/// The pointers of what one value has and the other has not, or has otherwise. Sorted.
fn differing(a: &Value, b: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), Some(a), Some(b))];
    while let Some((at, a, b)) = open.pop() {
        match (a, b) {
            (Some(Value::Object(a)), Some(Value::Object(b))) => {
                let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
                let token = |key: &str| key.replace('~', "~0").replace('/', "~1");
                open.extend(keys.into_iter().map(|key| (format!("{at}/{}", token(key)), a.get(key), b.get(key))));
            }
            (Some(Value::Array(a)), Some(Value::Array(b))) => {
                let items = 0..a.len().max(b.len());
                open.extend(items.map(|index| (format!("{at}/{index}"), a.get(index), b.get(index))));
            }
            _ if a != b => found.push(at),
            _ => {}
        }
    }
    found.sort();
    found
}
