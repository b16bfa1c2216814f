//! Generated examples match their schemas: validates those of all real specs. Skipped without the test data.

use std::collections::BTreeMap;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Registry, ValidationError, Validator};
use serde_json::{Map, Value};

use super::direction::Direction;
use super::{Media, endpoint};
use crate::bundle;
use crate::operation::operations;
use crate::testing::{Database, real_spec};
use base::testing::{real_documents, texts};
use base::tree::JsonWriter;

/// A `oneOf` of which a value matches several alternatives.
const SEVERAL: &str = "oneOf, several";

/// The keywords that examples violate in the real specs, and why.
const CAUSES: &[(&str, &str)] = &[
    (SEVERAL, "the alternatives do not exclude each other: what one allows, another allows as well"),
    ("oneOf", "a nested example is invalid, or keywords next to the alternatives contradict all of them"),
    ("anyOf", "as `oneOf`"),
    ("required", "required schemas contradict each other, or the member contains itself or is read-only in parts"),
    ("type", "an example within an example is wrong"),
    ("enum", "schemas that hold together allow different values, or the list of the values is empty"),
    ("pattern", "a nested example is invalid, or a number is added to make items unique"),
    ("format", "an example is wrong"),
    ("minItems", "more items than an example has"),
    ("minProperties", "the members exceed the number of values in an example"),
    ("additionalProperties", "schemas that hold together forbid each other's members"),
];

/// A document as JSON Schema 2020-12 with OpenAPI 3.0's own keywords translated. For a request, members that only a
/// server sends are not required, and the other way round.
fn prepared(document: &Value, direction: Direction) -> Value {
    let hidden = if direction == Direction::Request { "readOnly" } else { "writeOnly" };
    prepared_part(document, document.clone(), &[hidden])
}

/// A part of a document, translated; members with one of the flags are not required.
pub(crate) fn prepared_part(document: &Value, part: Value, hidden: &[&str]) -> Value {
    let mut prepared = part;
    let is_old = document["openapi"].as_str().is_some_and(|version| version.starts_with("3.0"));
    let mut open = vec![&mut prepared];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                if is_old {
                    modernize(members);
                }
                hidden.iter().for_each(|flag| relax(document, members, flag));
                // Not schemas, and possibly large; unless they are properties with that name.
                members.retain(|name, value| match name.as_str() {
                    "example" | "examples" | "$schema" | "$id" | "id" => is_schema(value),
                    // Also the name of a response.
                    "default" => is_schema(value) || value.get("content").or(value.get("description")).is_some(),
                    _ => true,
                });
                open.extend(members.values_mut());
            }
            _ => {}
        }
    }
    prepared
}

/// Whether a value looks like a schema.
fn is_schema(value: &Value) -> bool {
    ["type", "$ref", "allOf", "anyOf", "oneOf", "properties", "enum"].iter().any(|member| value.get(member).is_some())
}

/// Translates keywords of OpenAPI 3.0 to JSON Schema 2020-12.
fn modernize(members: &mut Map<String, Value>) {
    if members.get("$ref").is_some_and(Value::is_string) {
        members.retain(|name, _| name == "$ref");
    }
    if members.remove("nullable") == Some(Value::Bool(true)) && members.get("type").is_some_and(Value::is_string) {
        let kind = members["type"].take();
        members["type"] = Value::Array(vec![kind, "null".into()]);
        if let Some(Value::Array(values)) = members.get_mut("enum") {
            values.push(Value::Null);
        }
    }
    for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        if let Some(Value::Bool(flag)) = members.get(exclusive).cloned() {
            members.remove(exclusive);
            if let Some(bound) = members.remove(bound) {
                members.insert(
                    (if flag {
                        exclusive
                    } else {
                        if exclusive == "exclusiveMinimum" { "minimum" } else { "maximum" }
                    })
                    .to_owned(),
                    bound,
                );
            }
        }
    }
}

/// Drops members from `required` that are not sent in this direction.
fn relax(document: &Value, members: &mut Map<String, Value>, hidden: &str) {
    let Some(Value::Object(properties)) = members.get("properties") else { return };
    let is_hidden = |schema: &Value| {
        let target = schema["$ref"].as_str().and_then(|reference| document.pointer(reference.strip_prefix('#')?));
        [Some(schema), target].into_iter().flatten().any(|schema| {
            let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
            parts.into_iter().any(|part| part[hidden] == true || part["x-internal"] == true)
        })
    };
    let names: Vec<String> =
        properties.iter().filter(|(_, schema)| is_hidden(schema)).map(|(name, _)| name.clone()).collect();
    if let Some(Value::Array(required)) = members.get_mut("required") {
        required.retain(|name| !names.iter().any(|hidden| name == hidden));
    }
}

/// The pointer at the end of a chain of references.
fn followed(document: &Value, mut pointer: String) -> Option<String> {
    for _ in 0..16 {
        match document.pointer(&pointer)?["$ref"].as_str() {
            Some(reference) => pointer = reference.strip_prefix('#')?.to_owned(),
            None => return Some(pointer),
        }
    }
    None
}

fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The results for one spec.
#[derive(Default)]
struct Found {
    made: usize,
    /// The number of media types whose schema the validator does not understand.
    unread: usize,
    /// The number of media types whose required members contradict each other, so no value matches.
    impossible: usize,
    /// Keyword and position.
    wrong: Vec<(String, String)>,
}

/// Validates the examples of every `step`th operation.
fn check(folder: &std::path::Path, path: &str, step: usize) -> Found {
    let (inputs, file) = real_spec::<Database>(folder, path);
    let db = inputs.db();
    let mut found = Found::default();
    let text = bundle::write(db, file, JsonWriter::default()).finish();
    let Ok(document) = serde_json::from_str::<Value>(&text) else { return found };
    let registry = |direction| {
        let document = prepared(&document, direction);
        Registry::new().add("urn:document", document).ok()?.prepare().ok()
    };
    let Some(requests) = registry(Direction::Request) else { return found };
    let Some(responses) = registry(Direction::Response) else { return found };
    for &chunk in operations(db, file).iter().step_by(step) {
        let endpoint = endpoint(db, chunk);
        let base = format!("/paths/{}/{}", token(&endpoint.head.path), endpoint.head.method.to_lowercase());
        let body = endpoint.body.iter().map(|body| (format!("{base}/requestBody"), &body.media, &requests));
        let answers = endpoint
            .responses
            .iter()
            .map(|response| (format!("{base}/responses/{}", response.status), &response.media, &responses));
        for (holder, media, registry) in body.chain(answers) {
            let Some((media, made)) = media.first().and_then(|media| Some((media, made(media)?))) else { continue };
            found.made += 1;
            let schema = followed(&document, holder.clone())
                .and_then(|holder| followed(&document, format!("{holder}/content/{}", token(&media.name))));
            match schema.and_then(|schema| validator(registry, &format!("{schema}/schema"))) {
                Some(validator) => found.judge(&validator, &made, &holder),
                None => found.unread += 1,
            }
        }
    }
    found
}

/// The validator of the schema at a pointer of the document.
fn validator(registry: &Registry<'_>, pointer: &str) -> Option<Validator> {
    let mut fragment = String::new();
    for c in pointer.chars() {
        match c {
            '%' | '#' | '{' | '}' | ' ' => fragment.push_str(&format!("%{:02X}", u32::from(c))),
            c => fragment.push(c),
        }
    }
    jsonschema::options()
        .with_registry(registry)
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&serde_json::json!({ "$ref": format!("urn:document#{fragment}") }))
        .ok()
}

impl Found {
    /// Validates one example.
    fn judge(&mut self, validator: &Validator, made: &Value, holder: &str) {
        let errors: Vec<ValidationError<'_>> = validator.iter_errors(made).collect();
        let Some(error) = errors.first() else { return };
        if errors.iter().any(|error| is_impossible(validator, made, &place_of(error))) {
            self.impossible += 1;
            return;
        }
        let path = error.schema_path().to_string();
        let keyword = match error.kind() {
            ValidationErrorKind::OneOfMultipleValid { .. } => SEVERAL,
            _ => path.rsplit('/').find(|token| token.parse::<usize>().is_err()).unwrap_or_default(),
        };
        let mut said = error.to_string();
        said.truncate(said.char_indices().nth(200).map_or(said.len(), |(at, _)| at));
        self.wrong.push((keyword.to_owned(), format!("{holder} {} {said}", error.instance_path())));
    }

    /// The share of satisfiable examples that fail for the reasons selected by `counts`.
    fn share(&self, counts: impl Fn(&str) -> bool) -> f64 {
        let wrong = self.wrong.iter().filter(|(keyword, _)| counts(keyword)).count();
        wrong as f64 / (self.made - self.impossible).max(1) as f64
    }
}

/// The position of an error; that of the member itself if it is missing.
fn place_of(error: &ValidationError<'_>) -> String {
    match error.kind() {
        ValidationErrorKind::Required { property: Value::String(name) } => {
            format!("{}/{}", error.instance_path(), token(name))
        }
        _ => error.instance_path().to_string(),
    }
}

/// A value with another one at a position.
fn with(made: &Value, place: &str, new: &Value) -> Option<Value> {
    let mut made = made.clone();
    let Some((parent, name)) = place.rsplit_once('/') else { return Some(new.clone()) };
    match made.pointer_mut(parent)? {
        Value::Object(members) => {
            members.insert(name.replace("~1", "/").replace("~0", "~"), new.clone());
        }
        Value::Array(items) => *items.get_mut(name.parse::<usize>().ok()?)? = new.clone(),
        _ => return None,
    }
    Some(made)
}

/// Whether no value at all is valid at a required position: the applicable types exclude each other, or all enumerated
/// values are invalid.
fn is_impossible(validator: &Validator, made: &Value, place: &str) -> bool {
    if !is_needed(validator, made, place) {
        return false;
    }
    let kinds = |candidate: &Value| -> Vec<ValidationErrorKind> {
        let Some(changed) = with(made, place, candidate) else { return Vec::new() };
        let errors = validator.iter_errors(&changed);
        errors.filter(|error| error.instance_path().to_string() == place).map(|error| error.into_parts().kind).collect()
    };
    let samples = [
        Value::Null,
        true.into(),
        1.into(),
        1.5.into(),
        "string".into(),
        Value::Array(Vec::new()),
        Value::Object(Map::new()),
    ];
    let is_type = |kind: &ValidationErrorKind| matches!(kind, ValidationErrorKind::Type { .. });
    if samples.iter().all(|sample| kinds(sample).iter().any(is_type)) {
        return true;
    }
    let is_wrong = |candidate: &Value| {
        with(made, place, candidate).is_some_and(|changed| {
            validator.iter_errors(&changed).any(|error| error.instance_path().to_string().starts_with(place))
        })
    };
    kinds(&serde_json::json!({ "no value": "of any list" })).iter().any(|kind| match kind {
        ValidationErrorKind::Enum { options } => options.as_array().is_some_and(|list| list.iter().all(is_wrong)),
        ValidationErrorKind::Constant { expected_value } => is_wrong(expected_value),
        _ => false,
    })
}

/// Whether a position and all enclosing ones are required members.
fn is_needed(validator: &Validator, made: &Value, place: &str) -> bool {
    let mut place = place;
    while let Some((parent, name)) = place.rsplit_once('/') {
        let name = name.replace("~1", "/").replace("~0", "~");
        let mut without = made.clone();
        let Some(Value::Object(members)) = without.pointer_mut(parent) else { return false };
        members.remove(&name);
        let is_asked_for = validator.iter_errors(&without).any(|error| {
            error.instance_path().to_string() == parent
                && matches!(error.kind(), ValidationErrorKind::Required { property } if *property == name)
        });
        if !is_asked_for {
            return false;
        }
        place = parent;
    }
    true
}

/// The generated example of a media type.
fn made(media: &Media) -> Option<Value> {
    let example = media.examples.first().filter(|example| example.made)?;
    serde_json::from_str(&example.text).ok()
}

/// Checks the examples of the specs in a folder, all with known causes, and prints a report. Skipped without the test
/// data.
#[expect(clippy::print_stderr, reason = "says what was compared")]
fn check_all(folder_name: &str, step: impl Fn(u64) -> usize) -> Option<(Found, String)> {
    let (folder, system) = real_documents()?;
    let mut all = Found::default();
    let mut places = String::new();
    for (path, text) in texts(&system, &format!("specs/{folder_name}"), &["json", "yaml", "yml"]) {
        let found = check(&folder, path.trim_start_matches("specs/"), step(text.len() as u64));
        let (wrong, impossible) = (found.wrong.len(), found.impossible);
        places.push_str(&format!("{path}: {} made, {wrong} wrong, {impossible} impossible\n", found.made));
        for (keyword, place) in &found.wrong {
            places.push_str(&format!("    {keyword}: {place}\n"));
        }
        all.made += found.made;
        all.unread += found.unread;
        all.impossible += found.impossible;
        all.wrong.extend(found.wrong);
    }
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for (keyword, _) in &all.wrong {
        *causes.entry(keyword).or_default() += 1;
    }
    let (wrong, impossible) = (all.wrong.len(), all.impossible);
    let report = format!(
        "{} made, {wrong} wrong, {} unread, {impossible} impossible\n{causes:?}\n{places}",
        all.made, all.unread
    );
    eprintln!("{report}");
    let unknown: Vec<&&str> =
        causes.keys().filter(|keyword| !CAUSES.iter().any(|(known, _)| known == *keyword)).collect();
    assert!(all.made > 100 && all.unread * 10 <= all.made && unknown.is_empty(), "{unknown:?} {report}");
    Some((all, report))
}

/// A share of the operations of large documents, so that it ends soon without optimization.
#[test]
fn made_examples_follow_their_schemas() {
    let Some((found, report)) = check_all("big", |bytes| (bytes / 60_000).max(1) as usize) else { return };
    assert!(found.share(|_| true) <= 0.02, "{report}");
}

/// Documents written to be difficult: in many, one value matches several alternatives, mostly because they allow the
/// same values. More than half of the others are examples of the documents' own that their patterns forbid.
#[test]
fn made_examples_of_difficult_documents_follow_most_schemas() {
    let Some((found, report)) = check_all("tricky", |_| 1) else { return };
    let (several, others) = (found.share(|cause| cause == SEVERAL), found.share(|cause| cause != SEVERAL));
    assert!(several <= 0.058 && others <= 0.031, "{several} {others} {report}");
}

/// All operations.
#[test]
#[ignore = "takes long; the test above takes a share of the operations"]
fn made_examples_of_all_operations_follow_their_schemas() {
    let Some((found, report)) = check_all("big", |_| 1) else { return };
    assert!(found.share(|_| true) <= 0.02, "{report}");
}
