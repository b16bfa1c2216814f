//! What pages, checks and bundles make of references where OpenAPI allows none.

use std::sync::Arc;

use base::inputs::{Change, File, MemorySystem, System};
use base::tree::JsonWriter;

use crate::Db;
use crate::bundle::write;
use crate::chunks::{chunk_place, file_index};
use crate::endpoint::{Endpoint, Field, endpoint};
use crate::misplaced::check_misplaced;
use crate::operation::{address, operation_head, operations, webhooks};
use crate::spec::spec_info;
use crate::spec_check::check_chunk;
use crate::testing::{Inputs, load_referenced_files, open};

const SPEC: &str = "openapi.yaml";

/// A project of files: `--- name`, then its text.
fn project(text: &str) -> (Arc<MemorySystem>, Inputs, File) {
    let system = Arc::new(MemorySystem::default());
    for part in text.split("--- ").skip(1) {
        let (name, text) = part.split_once('\n').unwrap();
        system.write(name, text);
    }
    let (mut inputs, file) = open(system.clone(), SPEC);
    load_referenced_files(&mut inputs, file);
    (system, inputs, file)
}

/// The parameters, bodies and responses of an endpoint: names and types, children in braces.
fn shown(endpoint: &Endpoint) -> String {
    fn line(field: &Field) -> String {
        let children: Vec<String> = field.children.iter().map(line).collect();
        let below = if children.is_empty() { String::new() } else { format!(" {{{}}}", children.join(", ")) };
        format!("{} {}{below}", field.name, field.kind)
    }
    let mut out: Vec<String> = endpoint.parameters.iter().map(|it| line(&it.field)).collect();
    let body = endpoint.body.iter().flat_map(|body| &body.media);
    out.extend(body.map(|media| format!("body {}", media.field.as_ref().map(line).unwrap_or_default())));
    for response in &endpoint.responses {
        out.push(format!("{} {}", response.status, response.description.as_deref().unwrap_or_default()));
        out.extend(response.headers.iter().map(line));
        out.extend(response.media.iter().map(|media| {
            let examples: Vec<&str> = media.examples.iter().filter(|it| !it.made).map(|it| &*it.text).collect();
            format!("{}{} {}", media.name, media.field.as_ref().map(line).unwrap_or_default(), examples.join(" "))
        }));
    }
    out.extend(endpoint.callbacks.iter().map(|it| format!("{} {}", it.name, it.operation.head.path)));
    out.extend(endpoint.samples.iter().map(|it| it.source.to_string()));
    out.join("; ")
}

fn first(db: &dyn Db, file: File) -> String {
    shown(endpoint(db, operations(db, file)[0]))
}

/// `file:start-end code: message` of all findings, each text as in its file.
fn findings(system: &MemorySystem, db: &dyn Db, file: File) -> Vec<String> {
    let line = |place: base::diagnostic::Place, code: &str, message: &str| {
        let text = String::from_utf8(system.read(&place.file, u64::MAX).unwrap()).unwrap();
        format!("{} {:?} {code}: {message}", place.file, text.get(place.span.range()).unwrap_or_default())
    };
    let mut found = Vec::new();
    for (chunk, diagnostics) in check_misplaced(db, file) {
        for it in diagnostics {
            found.push(line(chunk_place(db, chunk, it.place.unwrap()), it.code.name(), &it.message));
        }
    }
    for &chunk in &file_index(db, file).chunks {
        for it in check_chunk(db, chunk) {
            found.push(line(chunk_place(db, chunk, it.place.unwrap()), it.code.name(), &it.message));
        }
    }
    found
}

fn bundled(db: &dyn Db, file: File) -> String {
    write(db, file, JsonWriter::default()).finish()
}

#[test]
fn references_in_place_of_lists_maps_and_texts_are_followed() {
    let (system, inputs, file) = project(
        r"--- openapi.yaml
openapi: 3.1.0
info: {$ref: parts/info.yaml}
tags: {$ref: parts/all.yaml#/tags}
servers: {$ref: parts/all.yaml#/servers}
paths:
  /a:
    post:
      tags: [t]
      description: {$ref: parts/about.md}
      parameters: {$ref: parts/all.yaml#/parameters}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: {$ref: parts/all.yaml#/required}
              properties: {$ref: parts/all.yaml#/properties}
      responses: {$ref: '#/x-responses'}
      callbacks: {$ref: parts/all.yaml#/callbacks}
      x-codeSamples:
        - {lang: sh, source: {$ref: parts/missing.sh}}
x-responses:
  '200':
    description: ok
    headers: {$ref: parts/all.yaml#/headers}
    content: {$ref: parts/content.yaml}
--- parts/info.yaml
title: {$ref: name.txt}
version: '1'
--- parts/name.txt
Pets
--- parts/about.md
Adds a pet.
--- parts/all.yaml
tags: [{name: t, description: {$ref: about.md}}]
servers: [{url: 'https://e.test'}]
parameters: [{name: q, in: query, schema: {type: integer}}]
required: [droplets]
properties:
  droplets: {type: array, items: {$ref: '#/ids'}}
  kind: {enum: {$ref: '#/kinds'}}
  $ref: {type: string}
  some: {oneOf: {$ref: '#/either'}}
ids: {type: integer}
kinds: [a, b]
either: [{type: string}, {type: integer}]
headers: {X-Rate: {schema: {type: number}}}
callbacks: {done: {'{$request.body#/url}': {post: {responses: {'204': {description: ok}}}}}}
--- parts/content.yaml
application/json:
  schema: {type: array, items: {$ref: 'all.yaml#/ids'}}
  examples: {$ref: examples.yaml}
--- parts/examples.yaml
one: {value: [7]}
",
    );
    let db = inputs.db();
    assert_eq!(
        first(db, file),
        "q integer; body  object {droplets array of integer, kind enum, $ref string, some string or integer}; 200 ok; \
         X-Rate number; application/json array of integer [\n  7\n]; done {$request.body#/url}"
    );
    let endpoint = endpoint(db, operations(db, file)[0]);
    let body = endpoint.body.as_ref().unwrap().media[0].field.as_ref().unwrap();
    assert!(body.children[0].required && !body.children[1].required);
    assert_eq!(endpoint.description.as_deref(), Some("Adds a pet.\n"));
    let info = spec_info(db, file);
    assert_eq!(info.title.as_deref(), Some("Pets\n"));
    assert_eq!(info.tags[0].description.as_deref(), Some("Adds a pet.\n"));
    assert_eq!(&*info.servers[0].url, "https://e.test");
    let bundle = bundled(db, file);
    assert!(!bundle.contains("parts/") || bundle.matches("parts/").count() == 1, "{bundle}");
    assert!(bundle.contains("\"X-Rate\"") && bundle.contains("\"https://e.test\""), "{bundle}");
    insta::assert_snapshot!(findings(&system, db, file).join("\n"));
}

#[test]
fn sections_of_the_document_may_be_in_other_files() {
    let (system, inputs, file) = project(
        r"--- openapi.yaml
openapi: 3.1.0
paths: {$ref: paths/_index.yaml}
webhooks: {$ref: hooks.yaml}
components:
  schemas: {$ref: schemas/_index.yaml}
  responses: {$ref: responses.yaml}
--- hooks.yaml
added: {post: {operationId: added, responses: {}}}
--- paths/_index.yaml
/a: {get: {responses: {'200': {$ref: '../openapi.yaml#/components/responses/Pet'}}}}
/b: {$ref: b.yaml}
--- paths/b.yaml
get: {responses: {'200': {description: own, content: {application/json: {schema: {$ref: ../schemas/_index.yaml#/Pet}}}}}}
--- responses.yaml
Pet: {description: pet, content: {application/json: {schema: {$ref: openapi.yaml#/components/schemas/Pet}}}}
--- schemas/_index.yaml
Pet: {$ref: Pet.yaml}
Id: {type: integer}
--- schemas/Pet.yaml
type: object
properties:
  id: {$ref: _index.yaml#/Id}
  $ref: {$ref: _index.yaml#/Id}
",
    );
    let db = inputs.db();
    let all: Vec<String> = operations(db, file).iter().map(|&chunk| shown(endpoint(db, chunk))).collect();
    assert_eq!(
        all,
        [
            "200 pet; application/json Pet {id integer, $ref integer} ",
            "200 own; application/json Pet {id integer, $ref integer} "
        ]
    );
    assert_eq!(webhooks(db, file).len(), 1);
    let bundle = bundled(db, file);
    assert!(!bundle.contains(".yaml"), "{bundle}");
    insta::assert_snapshot!(findings(&system, db, file).join("\n"));
}

#[test]
fn a_path_may_refer_to_another() {
    let (system, inputs, file) = project(
        r"--- openapi.yaml
openapi: 3.1.0
paths:
  /a: {$ref: '#/paths/~1b'}
  /b: {$ref: '#/paths/x-shared', put: {operationId: put}}
  /c: {$ref: c.yaml, parameters: [{name: c, in: query, schema: {}}]}
  /d: {$ref: '#/webhooks/w'}
  /e: {$ref: '#/paths/~1f'}
  /f: {$ref: '#/paths/~1e'}
  /g: {$ref: '#/components/pathItems/x'}
  x-shared: {get: {operationId: get}, parameters: [{name: q, in: query, schema: {}}]}
webhooks: {w: {post: {operationId: hook}}}
components: {pathItems: {x: {$ref: '#/paths/~1b'}}}
--- c.yaml
$ref: openapi.yaml#/paths/~1b
",
    );
    let db = inputs.db();
    let all = operations(db, file)
        .iter()
        .map(|&chunk| format!("{} {}", address(operation_head(db, chunk)), shown(endpoint(db, chunk))));
    assert_eq!(
        all.collect::<Vec<_>>(),
        [
            "PUT /a q any",
            "GET /a q any",
            "GET /b q any",
            "PUT /b q any",
            "PUT /c c any",
            "GET /c c any",
            "POST /d ",
            "PUT /g q any",
            "GET /g q any"
        ]
    );
    assert_eq!(
        findings(&system, db, file),
        [
            "openapi.yaml \"'#/paths/~1f'\" unresolved-reference: `$ref` to `#/paths/~1f` refers back to itself",
            "openapi.yaml \"'#/paths/~1e'\" unresolved-reference: `$ref` to `#/paths/~1e` refers back to itself"
        ]
    );
    let bundle = bundled(db, file);
    assert!(bundle.contains(r##""/a":{"$ref":"#/paths/~1b"}"##), "{bundle}");
    assert!(bundle.contains(r##""/c":{"$ref":"#/paths/~1b","##), "{bundle}");
}

#[test]
fn references_without_a_target_or_an_end_are_reported_and_kept() {
    let (system, inputs, file) = project(
        r"--- openapi.yaml
openapi: 3.1.0
info: {title: T, version: '1', description: {$ref: none.md}}
paths:
  /a:
    get:
      parameters: {$ref: none.yaml}
      responses:
        '200':
          description: ok
          content:
            a/b: {schema: {properties: {$ref: '#/components/schemas/A/properties'}}}
            c/d: {schema: {$ref: '#/components/schemas/A'}}
components:
  schemas:
    A: {properties: {$ref: '#/components/schemas/B/properties'}}
    B: {properties: {$ref: '#/components/schemas/A/properties'}}
    C: {properties: {c: {properties: {$ref: '#/components/schemas/C/properties'}}}}
  headers: {$ref: '#/nowhere'}
",
    );
    let db = inputs.db();
    assert_eq!(first(db, file), "200 ok; a/b any ; c/d any ");
    insta::assert_snapshot!(findings(&system, db, file).join("\n"));
    assert!(bundled(db, file).contains(r#""parameters":{"$ref":"none.yaml"}"#));
}

#[test]
fn an_edit_of_a_part_changes_what_shows_it() {
    let text = |kind: &str| format!("properties: {{a: {{type: {kind}}}}}\n");
    let (system, mut inputs, file) = project(&format!(
        r"--- openapi.yaml
openapi: 3.1.0
paths:
  /a: {{get: {{responses: {{'200': {{description: a, content: {{a/b: {{schema: {{properties: {{$ref: p.yaml#/properties}}}}}}}}}}}}}}}}
  /b: {{get: {{responses: {{'200': {{description: b}}}}}}}}
--- p.yaml
{}",
        text("string")
    ));
    let db = inputs.db();
    assert_eq!(first(db, file), "200 a; a/b object {a string} ");
    assert_eq!(shown(endpoint(db, operations(db, file)[1])), "200 b");
    system.write("p.yaml", text("integer"));
    inputs.apply(&[Change::Path("p.yaml".into())]);
    let db = inputs.db();
    db.record_executions(true);
    assert_eq!(first(db, file), "200 a; a/b object {a integer} ");
    assert_eq!(shown(endpoint(db, operations(db, file)[1])), "200 b");
    let ran = db.record_executions(false);
    assert_eq!(ran.iter().filter(|name| name.starts_with("endpoint(")).count(), 1, "{ran:?}");
}

#[test]
fn references_in_extensions_are_kept_if_they_are_local_and_moved_if_not() {
    let (_, inputs, file) = project(
        r"--- openapi.yaml
openapi: 3.0.3
paths: {}
x-webhooks:
  new: {post: {requestBody: {content: {application/json: {schema: {$ref: Pet.yaml}}}}}}
x-own: {$ref: '#/x-webhooks'}
--- Pet.yaml
properties: {parent: {$ref: Pet.yaml}}
",
    );
    let bundle = bundled(inputs.db(), file);
    assert!(!bundle.contains(".yaml"), "{bundle}");
    assert!(bundle.contains(r##""x-own":{"$ref":"#/x-webhooks"}"##), "{bundle}");
    assert!(
        bundle.contains(r##""schemas":{"Pet":{"properties":{"parent":{"$ref":"#/components/schemas/Pet"}}}}"##),
        "{bundle}"
    );
}
