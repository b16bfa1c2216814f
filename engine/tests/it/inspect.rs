//! Inspection: what a spec says as data.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use engine::testing::project;
use engine::{InspectedField, OsSystem, Project};

use crate::corpus::{documents, test_data};

const SPEC: &str = r##"
//- /tool.json
{}
//- /api.yaml
openapi: 3.1.0
info: {title: Pets, version: '1.0'}
tags: [{name: pet, x-displayName: Pets}, {name: secret, x-internal: true}]
paths:
  /pets/{id}:
    parameters:
      - name: id
        in: path
        required: true
        schema: {type: integer, minimum: 1.0, maximum: 123456789012345678901234567890}
    put:
      operationId: putPet
      tags: [pet, secret, other]
      requestBody:
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Pet'
      responses:
        '200':
          description: Done
          headers:
            X-Rate: {schema: {type: integer}}
          content:
            application/json:
              schema:
                type: array
                items: {$ref: '#/components/schemas/Pet'}
  /hidden:
    get: {x-internal: true, operationId: hidden}
components:
  schemas:
    Pet:
      allOf:
        - $ref: '#/components/schemas/Named'
        - properties:
            kind: {const: cat}
            parts:
              type: array
              items: {$ref: '#/components/schemas/Part'}
    Named:
      required: [name]
      properties:
        name: {type: string, minLength: 1}
    Part:
      properties:
        inner:
          properties:
            deep:
              properties:
                deepest:
                  properties: {beyond: {type: string}}
        whole: {$ref: '#/components/schemas/Pet'}
    Secret: {x-internal: true}
"##;

/// The fields with their places, indented by level.
fn tree(fields: &[InspectedField], level: usize, out: &mut String) {
    for field in fields {
        let place = field.source.as_ref().map(|source| format!("{}:{}", source.line, source.column));
        let constraints: Vec<String> =
            field.schema.constraints.values.iter().map(|(keyword, value)| format!("{keyword}={value}")).collect();
        let indent = "  ".repeat(level);
        let (kind, notes) = (&field.schema.kind, field.schema.notes.join(", "));
        let line = format!("{}: {kind} @{} {} {notes}", field.name, place.unwrap_or_default(), constraints.join(" "));
        let words: Vec<&str> = line.split_whitespace().collect();
        let _ = writeln!(out, "{indent}{}", words.join(" "));
        tree(&field.fields, level + 1, out);
    }
}

#[test]
fn one_operation_is_complete_with_places() {
    let (_, mut project) = project(SPEC);
    let found = project.inspect("api.yaml", Some("put /pets/{id}"));
    assert!(!found.has_failed(), "{:?}", found.diagnostics);
    let [operation] = found.operations.as_slice() else { panic!("{found:?}") };
    assert_eq!(operation.reference, "putPet");
    let source = operation.source.as_ref().unwrap();
    assert_eq!((&*source.file, source.line, source.column), ("api.yaml", 11, 5));
    let parameter = &operation.parameters[0];
    assert_eq!(parameter.source.as_ref().map(|source| (source.line, source.column)), Some((7, 9)));
    let values = &parameter.schema.constraints.values;
    assert_eq!((&*values["minimum"], &*values["maximum"]), ("1.0", "123456789012345678901234567890"));
    let mut out = String::new();
    tree(&operation.request_body.as_ref().unwrap().content[0].fields, 0, &mut out);
    insta::assert_snapshot!(out, @r"
    name: string @44:9 minLength=1
    kind: enum @37:13
    parts: array of Part @38:13
      inner: object @47:9
        deep: object @49:13
          deepest: object @51:17 More levels in the schema
      whole: Pet @53:9 recursive: Pet
    ");
    let mut other = String::new();
    tree(&operation.responses[0].content[0].fields, 0, &mut other);
    assert_eq!(other, out);
    assert_eq!(operation.responses[0].headers[0].source.as_ref().map(|source| source.line), Some(23));
}

#[test]
fn a_whole_spec_has_top_level_fields_and_nothing_internal() {
    let (_, mut project) = project(SPEC);
    let found = project.inspect("api.yaml", None);
    assert_eq!(found.operations.len(), 1);
    let tags: Vec<(&str, bool, usize)> =
        found.tags.iter().map(|tag| (tag.name.as_str(), tag.declared, tag.operations)).collect();
    assert_eq!(tags, [("pet", true, 1), ("other", false, 1)]);
    assert_eq!(found.schemas, ["Pet", "Named", "Part"]);
    assert_eq!(found.version.as_deref(), Some("1.0"));
    let body = &found.operations[0].request_body.as_ref().unwrap().content[0];
    let names: Vec<&str> = body.fields.iter().map(|field| &*field.name).collect();
    assert_eq!(names, ["name", "kind", "parts"]);
    assert!(body.fields.iter().all(|field| field.fields.is_empty()));
}

#[test]
fn what_is_not_there_is_said() {
    let (system, mut project) = project(SPEC);
    let found = project.inspect("api.yaml", Some("putPett"));
    assert!(found.has_failed());
    assert_eq!(found.diagnostics[0].message, "`api.yaml` has no operation `putPett`");
    assert_eq!(found.diagnostics[0].help.as_deref(), Some("did you mean `putPet`?"));
    system.write("old.json", r#"{"swagger": "2.0"}"#);
    let found = project.inspect("old.json", None);
    assert!(found.has_failed() && found.operations.is_empty());
    assert!(project.inspect("gone.json", None).has_failed());
}

/// How many fields there are, and the names of those without a place.
fn without_place(fields: &[InspectedField], missing: &mut Vec<String>) -> usize {
    let mut count = fields.len();
    for field in fields {
        if field.source.is_none() {
            missing.push(field.name.to_string());
        }
        count += without_place(&field.fields, missing);
    }
    count
}

/// A mapping is a reference, a file or the name of a component; its schemas have no other reference to them.
#[test]
fn fields_of_schemas_that_only_a_mapping_names_have_places() {
    let (_, mut project) = project(
        r##"
//- /tool.json
{}
//- /api.yaml
openapi: 3.1.0
info: {title: Pets, version: '1.0'}
paths:
  /pet:
    get:
      operationId: getPet
      responses:
        '200': {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
components:
  schemas:
    Pet:
      properties:
        kind: {type: string}
      discriminator:
        propertyName: kind
        mapping: {cat: '#/components/schemas/Cat', dog: Dog, fish: fish.yaml}
    Cat:
      allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {whiskers: {type: integer}}}]
    Dog:
      allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {tail: {type: string}}}]
//- /fish.yaml
properties: {fins: {type: integer}}
"##,
    );
    let found = project.inspect("api.yaml", Some("getPet"));
    let fields = &found.operations[0].responses[0].content[0].fields;
    let mut out = String::new();
    tree(fields, 0, &mut out);
    insta::assert_snapshot!(out, @r"
    kind: string @13:9
    whiskers: integer @18:65
    tail: string @20:65
    fins: integer @1:14
    ");
}

#[test]
fn every_field_of_real_operations_has_a_place() {
    let Some(root) = test_data() else { return };
    let mut fields = 0;
    let mut differences = Vec::new();
    for (path, _) in documents(&root) {
        let file = format!("specs/{path}");
        let mut project = Project::open(Arc::new(OsSystem::new(&root).unwrap()));
        let listed = project.inspect(&file, None).operations;
        // The first, one from the middle, the last.
        for at in BTreeSet::from([0, listed.len() / 2, listed.len().saturating_sub(1)]) {
            let Some(operation) = listed.get(at) else { continue };
            let mut missing = Vec::new();
            for operation in project.inspect(&file, Some(&operation.reference)).operations {
                let body = operation.request_body.iter().flat_map(|body| &body.content);
                for media in body.chain(operation.responses.iter().flat_map(|response| &response.content)) {
                    fields += without_place(&media.fields, &mut missing);
                }
                for parameter in &operation.parameters {
                    assert!(parameter.source.is_some(), "{path}: {}", parameter.name);
                    fields += without_place(&parameter.fields, &mut missing);
                }
            }
            if !missing.is_empty() {
                differences.push(format!("{path} {}: {missing:?}", operation.reference));
            }
        }
    }
    assert!(fields > 5_000, "{fields}");
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}
