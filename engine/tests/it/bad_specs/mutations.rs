//! Valid specs with one value replaced by one of another kind: whatever stands anywhere, nothing panics.
//!
//! `TOOL_MUTATIONS` is how many mutations are tried of each spec, `TOOL_MUTATION_SEED` which ones.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a long run says what it did")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::testing::{as_json, value_ranges};
use engine::{Change, MemorySystem, Project, ScaffoldOptions};

use super::everything;

/// How many mutations of each spec are tried, if nobody says otherwise.
const MUTATIONS: usize = 30;
/// How many real specs are drawn.
const DRAWN: usize = 30;
/// Larger ones take too long each.
const LARGEST: usize = 60 << 10;
/// Operations that have a page.
const PAGES: usize = 6;

const REPLACEMENTS: [&str; 12] = [
    "null",
    "true",
    "7",
    "-1e400",
    "\"\"",
    "\"text\"",
    "\"#/components/schemas\"",
    "\"../../etc/passwd\"",
    "[]",
    "[null, 7, \"x\", [], {}]",
    "{}",
    "{\"\": null, \"$ref\": 7, \"type\": [], \"properties\": \"x\", \"items\": [[]], \"allOf\": [7]}",
];

pub(super) fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().map_or(default, |text| text.parse().unwrap())
}

/// SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }
}

/// Says which case it was, when it is dropped by a panic.
pub(super) struct Case(pub(super) String);

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the case: {}", self.0);
        }
    }
}

/// JSON as YAML of blocks, so that a spec is split by its lines.
fn as_yaml(value: &serde_json::Value, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    match value {
        serde_json::Value::Object(members) if !members.is_empty() => {
            out.push('\n');
            for (key, value) in members {
                out.push_str(&format!("{pad}{}:", serde_json::to_string(key).unwrap()));
                as_yaml(value, indent + 2, out);
            }
        }
        serde_json::Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            for item in items {
                out.push_str(&format!("{pad}-"));
                as_yaml(item, indent + 2, out);
            }
        }
        value => out.push_str(&format!(" {value}\n")),
    }
}

/// A project that shows operations of a spec, on a disk that can be written to.
fn open(name: &str, text: &str) -> (Arc<MemorySystem>, Project) {
    let system = Arc::new(MemorySystem::default());
    system.write("tool.json", format!("{{\"name\": \"N\", \"openapi\": \"{name}\"}}"));
    system.write("docs/index.md", "---\ntitle: H\n---\n");
    system.write(name, text);
    let mut project = Project::open(system.clone());
    let scaffold = project.scaffold(name, ScaffoldOptions { new_only: false });
    for file in scaffold.files.iter().take(PAGES) {
        system.write(&file.path, file.contents.as_str());
    }
    project.apply(&[Change::Rescan]);
    (system, project)
}

/// Looks at all that a project says, shows and tells of a spec.
fn look(project: &mut Project, name: &str) {
    everything(project);
    let inspection = project.inspect(name, None);
    let operations: Vec<String> = inspection.operations.iter().map(|operation| operation.reference.clone()).collect();
    for operation in operations.iter().take(PAGES) {
        let _ = project.inspect(name, Some(operation)).to_json();
    }
    let _ = inspection.to_json();
    let _ = project.scaffold(name, ScaffoldOptions { new_only: true });
}

/// Tries mutations of a spec: some where it is JSON, some where it is YAML. Returns how many.
fn mutate(title: &str, text: &str, random: &mut Random) -> usize {
    let Some(json) = as_json(text) else { return 0 };
    let ranges = value_ranges(&json);
    let count = number("TOOL_MUTATIONS", MUTATIONS).min(ranges.len() * REPLACEMENTS.len());
    let (json_disk, mut json_project) = open("openapi.json", &json);
    let mut block = String::new();
    as_yaml(&serde_json::from_str(&json).unwrap(), 0, &mut block);
    let (yaml_disk, mut yaml_project) = open("openapi.yaml", &block);
    look(&mut json_project, "openapi.json");
    look(&mut yaml_project, "openapi.yaml");
    // Every value in turn where there are enough tries, else some of them.
    let stride = ranges.len().div_ceil(count);
    let first = random.below(stride);
    let mut tried = 0;
    for at in (first..ranges.len()).step_by(stride).cycle().take(count) {
        let range = ranges[at].clone();
        let replacement = REPLACEMENTS[random.below(REPLACEMENTS.len())];
        let case = Case(format!("{title}: {} by {replacement} at {range:?} of {json}", &json[range.clone()]));
        let mutated = format!("{}{replacement}{}", &json[..range.start], &json[range.end..]);
        if tried % 3 == 2 {
            let mut block = String::new();
            as_yaml(&serde_json::from_str(&mutated.replace("-1e400", "-1e30")).unwrap(), 0, &mut block);
            yaml_disk.write("openapi.yaml", block);
            yaml_project.apply(&[Change::Path("openapi.yaml".into())]);
            look(&mut yaml_project, "openapi.yaml");
        } else {
            json_disk.write("openapi.json", mutated);
            json_project.apply(&[Change::Path("openapi.json".into())]);
            look(&mut json_project, "openapi.json");
        }
        tried += 1;
        drop(case);
    }
    tried
}

#[test]
fn a_wrong_value_anywhere_in_our_specs_breaks_nothing() {
    let mut random = Random(number("TOOL_MUTATION_SEED", 1) as u64);
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/demo/openapi.yaml");
    let generated = engine::testing::generate::SiteShape::operations(12).files();
    let generated = generated.into_iter().find(|(path, _)| path == engine::testing::generate::SPEC).unwrap().1;
    let own = [std::fs::read_to_string(demo).unwrap(), generated, EVERYTHING.to_owned()];
    let tried: usize = own.iter().enumerate().map(|(at, text)| mutate(&format!("own {at}"), text, &mut random)).sum();
    println!("{tried} mutations");
    assert!(tried >= own.len());
}

#[test]
fn a_wrong_value_anywhere_in_real_specs_breaks_nothing() {
    let Some(data) = crate::corpus::test_data() else { return };
    let mut random = Random(number("TOOL_MUTATION_SEED", 1) as u64);
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = ["big", "tricky"].iter().map(|folder| data.join("specs").join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_spec =
                path.extension().is_some_and(|extension| ["json", "yaml", "yml"].iter().any(|one| extension == *one));
            if path.is_dir() {
                folders.push(path);
            } else if is_spec && path.metadata().unwrap().len() < LARGEST as u64 {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut tried = 0;
    for _ in 0..DRAWN.min(files.len()) {
        let path = files.swap_remove(random.below(files.len()));
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        tried += mutate(&path.display().to_string(), &text, &mut random);
    }
    println!("{tried} mutations");
    assert!(tried > 0);
}

/// A bit of everything that OpenAPI has.
const EVERYTHING: &str = r##"{"openapi": "3.1.0", "info": {"title": "T", "version": "1", "description": "d", "termsOfService": "https://e.test", "contact": {"name": "n", "url": "https://e.test", "email": "a@e.test"}, "license": {"name": "MIT", "identifier": "MIT"}, "x-logo": {"url": "l.png", "altText": "a"}},
"servers": [{"url": "https://{host}.e.test", "description": "d", "variables": {"host": {"default": "a", "enum": ["a", "b"]}}}],
"security": [{"key": []}, {"auth": ["read"]}], "tags": [{"name": "one", "description": "d", "externalDocs": {"url": "https://e.test"}}], "x-tagGroups": [{"name": "G", "tags": ["one"]}],
"externalDocs": {"url": "https://e.test"},
"paths": {"/a/{id}": {"summary": "s", "description": "d", "servers": [{"url": "/v1"}], "parameters": [{"$ref": "#/components/parameters/Id"}],
 "post": {"operationId": "one", "tags": ["one"], "summary": "s", "description": "# d\n\n- x", "deprecated": true, "externalDocs": {"url": "https://e.test", "description": "d"}, "x-badges": [{"name": "b"}], "x-codeSamples": [{"lang": "sh", "label": "l", "source": "x"}],
  "parameters": [{"name": "q", "in": "query", "required": true, "style": "deepObject", "explode": true, "allowReserved": true, "schema": {"type": "object", "properties": {"a": {"type": "string"}}}, "examples": {"e": {"summary": "s", "value": {"a": "b"}}}},
   {"name": "h", "in": "header", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}, "example": {"name": "x"}}}}, {"name": "c", "in": "cookie", "schema": {"type": "array", "items": {"enum": [1, 2]}}, "example": [1]}],
  "requestBody": {"description": "d", "required": true, "content": {"multipart/form-data": {"schema": {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}, "meta": {"type": "object"}}}, "encoding": {"file": {"contentType": "image/png", "headers": {"X": {"schema": {"type": "string"}}}}}}, "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}, "examples": {"one": {"$ref": "#/components/examples/One"}}}}},
  "responses": {"200": {"description": "d", "headers": {"X-Rate": {"$ref": "#/components/headers/Rate"}}, "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}, "links": {"next": {"operationId": "one", "parameters": {"id": "$response.body#/id"}}}}, "4XX": {"$ref": "#/components/responses/Error"}, "default": {"description": "d"}},
  "callbacks": {"changed": {"{$request.body#/url}": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}, "responses": {"200": {"description": "d"}}}}}},
  "security": [{}], "servers": [{"url": "https://e.test"}]}, "get": {"x-internal": true, "responses": {}}}, "/b": {"$ref": "#/components/pathItems/B"}},
"webhooks": {"made": {"post": {"summary": "s", "requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}, "responses": {"200": {"description": "d"}}}}},
"components": {"schemas": {"Pet": {"type": "object", "title": "t", "description": "d", "required": ["name", "kind"], "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog"}}, "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
  "properties": {"name": {"type": ["string", "null"], "minLength": 1, "maxLength": 9, "pattern": "^a", "format": "x", "default": "a", "examples": ["a"], "readOnly": true}, "kind": {"const": "cat"}, "size": {"type": "number", "minimum": 1, "exclusiveMaximum": 5, "multipleOf": 0.5}, "tags": {"type": "array", "items": {"type": "string"}, "prefixItems": [{"type": "integer"}], "minItems": 1, "maxItems": 2, "uniqueItems": true}, "more": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Pet"}, "patternProperties": {"^x": {"type": "string"}}, "propertyNames": {"pattern": "a"}, "minProperties": 1}, "e": {"enum": ["a", 1, null], "x-enumDescriptions": {"a": "d"}}, "n": {"not": {"type": "string"}, "writeOnly": true, "deprecated": true, "externalDocs": {"url": "https://e.test"}}}},
  "Cat": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"lives": {"type": "integer"}}}]}, "Dog": {"anyOf": [{"$ref": "#/components/schemas/Base"}, {"type": "null"}], "if": {"required": ["a"]}, "then": true, "else": false}, "Base": {"$id": "base", "$anchor": "b", "$defs": {"D": {"type": "string"}}, "type": "object", "properties": {"d": {"$ref": "#/components/schemas/Base/$defs/D"}}, "unevaluatedProperties": false}},
 "parameters": {"Id": {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}}, "examples": {"One": {"summary": "s", "value": {"name": "x"}}}, "headers": {"Rate": {"description": "d", "schema": {"type": "integer"}, "required": true}},
 "responses": {"Error": {"description": "d", "content": {"application/problem+json": {"schema": {"type": "object"}}}}}, "requestBodies": {"B": {"content": {}}}, "links": {"L": {"operationId": "one"}}, "callbacks": {"C": {"x": {"post": {"responses": {}}}}}, "pathItems": {"B": {"put": {"operationId": "put", "responses": {}}}},
 "securitySchemes": {"key": {"type": "apiKey", "name": "k", "in": "header"}, "auth": {"type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "https://e.test", "tokenUrl": "https://e.test", "scopes": {"read": "d"}}}}, "http": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}, "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://e.test"}}}}"##;
