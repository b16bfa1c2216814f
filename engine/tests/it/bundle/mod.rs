//! The bundled spec as files of the site: one document that says the same without another file.
#![expect(clippy::too_many_lines, reason = "a fixture and what it becomes stand side by side")]

mod corpus;
mod outputs;

use engine::testing::{project, text};

/// The bundle in YAML of the spec of a fixture.
fn bundled(files: &str) -> String {
    let (_, project) = project(&format!("//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"openapi.yaml\"}}\n{files}"));
    text(&project, "openapi.yaml")
}

/// The bundle's text, which is its own bundle too.
#[track_caller]
fn check(files: &str, expected: &str) {
    let found = bundled(files);
    assert_eq!(found, expected);
    assert_eq!(bundled(&format!("//- /openapi.yaml\n{found}")), found, "a bundle is its own bundle");
}

#[test]
fn a_single_file_keeps_its_order_and_its_scalars() {
    let spec = r##"openapi: 3.1.0
x-first: ~
info:
  version: 1.0
  title: "no"
webhooks: {}
paths:
  /b:
    parameters: []
    get:
      operationId: b
      responses:
        "200":
          $ref: "#/components/responses/Ok"
  /a: {}
components:
  responses:
    Ok:
      description: |
        Two
        lines.
  schemas: {}
tags: []
"##;
    check(&format!("//- /openapi.yaml\n{spec}"), spec);
}

#[test]
fn every_kind_of_component_has_its_place() {
    check(
        r##"
//- /openapi.yaml
openapi: 3.2.0
info: {title: T, version: "1"}
paths:
  /a:
    parameters:
      - $ref: parts/limit.yaml
    post:
      parameters:
        - {name: x, in: query, schema: {$ref: "parts/all.yaml#/schemas/X"}}
      requestBody: {$ref: "parts/all.yaml#/bodies/Make"}
      responses:
        "200": {$ref: "parts/all.yaml#/responses/Ok"}
      callbacks:
        done: {$ref: "parts/all.yaml#/callbacks/Done"}
components:
  securitySchemes:
    key: {$ref: "parts/all.yaml#/key"}
//- /parts/limit.yaml
name: limit
in: query
schema: {type: integer}
//- /parts/all.yaml
schemas:
  X: {type: string}
bodies:
  Make:
    content:
      application/json: {$ref: "#/media"}
responses:
  Ok:
    description: OK
    headers:
      X-Rate: {$ref: "#/headers/Rate"}
    links:
      next: {$ref: "#/links/next"}
    content:
      application/json:
        schema: {$ref: "#/schemas/X"}
        examples:
          one: {$ref: "#/examples/one"}
headers:
  Rate: {schema: {$ref: "#/schemas/X"}}
links:
  next: {operationId: make}
examples:
  one: {value: 1}
media:
  schema: {$ref: "#/schemas/X"}
callbacks:
  Done:
    "{$url}":
      $ref: "#/item"
item:
  post: {responses: {}}
key: {type: apiKey, name: k, in: header}
"##,
        r##"openapi: 3.2.0
info:
  title: T
  version: "1"
paths:
  /a:
    parameters:
      - $ref: "#/components/parameters/limit"
    post:
      parameters:
        - name: x
          in: query
          schema:
            $ref: "#/components/schemas/X"
      requestBody:
        $ref: "#/components/requestBodies/Make"
      responses:
        "200":
          $ref: "#/components/responses/Ok"
      callbacks:
        done:
          $ref: "#/components/callbacks/Done"
components:
  securitySchemes:
    key:
      type: apiKey
      name: k
      in: header
  schemas:
    X:
      type: string
  responses:
    Ok:
      description: OK
      headers:
        X-Rate:
          $ref: "#/components/headers/Rate"
      links:
        next:
          $ref: "#/components/links/next"
      content:
        application/json:
          schema:
            $ref: "#/components/schemas/X"
          examples:
            one:
              $ref: "#/components/examples/one"
  parameters:
    limit:
      name: limit
      in: query
      schema:
        type: integer
  examples:
    one:
      value: 1
  requestBodies:
    Make:
      content:
        application/json:
          $ref: "#/components/mediaTypes/media"
  headers:
    Rate:
      schema:
        $ref: "#/components/schemas/X"
  links:
    next:
      operationId: make
  callbacks:
    Done:
      "{$url}":
        $ref: "#/components/pathItems/item"
  pathItems:
    item:
      post:
        responses: {}
  mediaTypes:
    media:
      schema:
        $ref: "#/components/schemas/X"
"##,
    );
}

#[test]
fn schemas_of_other_files_are_components_once() {
    check(
        r##"
//- /openapi.yaml
openapi: 3.1.0
paths: {}
components:
  schemas:
    Pet: {$ref: schemas/pet.yaml}
    Other: {$ref: schemas/pet.yaml, description: Sibling.}
    Tag: {type: string}
    Zoo:
      $anchor: zoo
      $id: zoo.json
      oneOf:
        - {$ref: schemas/pet.yaml}
        - {$ref: "schemas/more.yaml#cat"}
        - {$ref: "schemas/more.yaml#/Tag"}
        - {$ref: "#zoo"}
        - {$ref: zoo.json}
      discriminator:
        propertyName: kind
        mapping: {pet: schemas/pet.yaml, tag: Tag, cat: "schemas/more.yaml#/x~1y/Cat"}
//- /schemas/pet.yaml
type: object
properties:
  $ref: {type: string}
  owner: {$ref: owner.yaml}
  tag: {$ref: "../openapi.yaml#/components/schemas/Tag"}
  own: {$ref: "more.yaml#/x~1y/Cat/properties/name"}
//- /schemas/owner.yaml
properties:
  pets:
    items: {$ref: ./pet.yaml}
  me: {$ref: "#"}
//- /schemas/more.yaml
x/y:
  Cat:
    $anchor: cat
    properties:
      name: {type: string}
    discriminator: {propertyName: p, mapping: {a: "#/Tag"}}
Tag: {type: integer}
"##,
        r##"openapi: 3.1.0
paths: {}
components:
  schemas:
    Pet:
      type: object
      properties:
        $ref:
          type: string
        owner:
          $ref: "#/components/schemas/owner"
        tag:
          $ref: "#/components/schemas/Tag"
        own:
          $ref: "#/components/schemas/name"
    Other:
      $ref: "#/components/schemas/Pet"
      description: Sibling.
    Tag:
      type: string
    Zoo:
      $anchor: zoo
      $id: zoo.json
      oneOf:
        - $ref: "#/components/schemas/Pet"
        - $ref: "#/components/schemas/cat"
        - $ref: "#/components/schemas/Tag-2"
        - $ref: "#zoo"
        - $ref: "#/components/schemas/Zoo"
      discriminator:
        propertyName: kind
        mapping:
          pet: "#/components/schemas/Pet"
          tag: Tag
          cat: "#/components/schemas/cat"
    Tag-2:
      type: integer
    cat:
      $anchor: cat
      properties:
        name:
          $ref: "#/components/schemas/name"
      discriminator:
        propertyName: p
        mapping:
          a: "#/components/schemas/Tag-2"
    name:
      type: string
    owner:
      properties:
        pets:
          items:
            $ref: "#/components/schemas/Pet"
        me:
          $ref: "#/components/schemas/owner"
"##,
    );
}

#[test]
fn a_path_item_stands_at_its_paths() {
    check(
        r##"
//- /openapi.yaml
openapi: 3.0.4
paths:
  /a:
    $ref: a.yaml
    get: {summary: Own}
  /b: {$ref: shared.yaml}
  /c: {$ref: way/shared.yaml}
//- /a.yaml
get: {summary: Hidden, responses: {"200": {$ref: none.yaml}}}
put:
  responses:
    "200": {$ref: "shared.yaml#/x-ok"}
//- /way/shared.yaml
$ref: ../shared.yaml
//- /shared.yaml
get: {summary: Shared}
x-ok: {description: OK}
"##,
        r##"openapi: 3.0.4
paths:
  /a:
    put:
      responses:
        "200":
          $ref: "#/components/responses/x-ok"
    get:
      summary: Own
  /b:
    get:
      summary: Shared
    x-ok:
      description: OK
  /c:
    get:
      summary: Shared
    x-ok:
      description: OK
components:
  responses:
    x-ok:
      description: OK
"##,
    );
}

#[test]
fn large_path_items_of_several_paths_are_components() {
    // 3.0 has no place for them but an extension.
    for (version, section) in [("3.1.0", "pathItems"), ("3.0.4", "x-pathItems")] {
        let paths: String = (0..5).map(|n| format!("  /{n}: {{$ref: shared.yaml}}\n")).collect();
        let text = "t".repeat(300_000);
        let found = bundled(&format!(
            "//- /openapi.yaml\nopenapi: {version}\npaths:\n{paths}//- /shared.yaml\nget: {{summary: {text}}}\n"
        ));
        let paths: String = (0..5).map(|n| format!("  /{n}:\n    $ref: \"#/components/{section}/shared\"\n")).collect();
        let item = format!("components:\n  {section}:\n    shared:\n      get:\n        summary: {text}\n");
        assert!(found == format!("openapi: {version}\npaths:\n{paths}{item}"), "{}", found.len());
    }
}

#[test]
fn where_no_component_can_be_the_value_stands() {
    check(
        r##"
//- /openapi.yaml
openapi: 3.1.0
info:
  description: {$ref: about.md}
tags:
  - {$ref: tag.yaml, name: Own}
x-note: {$ref: tag.yaml}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            example: {$ref: ./example.json}
          text/plain: {$ref: "media.yaml"}
          text/x:
            example: {inner: {$ref: ./example.json}}
            examples:
              a: {value: {$ref: ./example.json}}
              b: {value: {$ref: example.json, more: 1}}
            schema:
              default: {$ref: ./example.json}
              description: {$ref: about.md}
//- /about.md
# About

Text.
//- /tag.yaml
name: T
externalDocs: {$ref: docs.yaml}
//- /docs.yaml
url: https://e.test/
//- /media.yaml
schema: {$ref: "tag.yaml#/name"}
//- /example.json
{"$ref": "#/data", "num": 1.0}
"##,
        r##"openapi: 3.1.0
info:
  description: |
    # About

    Text.
tags:
  - name: Own
    externalDocs:
      url: https://e.test/
x-note:
  name: T
  externalDocs:
    url: https://e.test/
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            example:
              $ref: "#/data"
              num: 1.0
          text/plain:
            schema:
              $ref: "#/components/schemas/name"
          text/x:
            example:
              inner:
                $ref: ./example.json
            examples:
              a:
                value:
                  $ref: "#/data"
                  num: 1.0
              b:
                value:
                  $ref: example.json
                  more: 1
            schema:
              default:
                $ref: ./example.json
              description: |
                # About

                Text.
components:
  schemas:
    name: T
"##,
    );
}

#[test]
fn references_that_lead_nowhere_stay() {
    let spec = r##"openapi: 3.1.0
paths:
  /a:
    $ref: gone.yaml
  /b:
    $ref: "#/paths/~1a"
components:
  schemas:
    A:
      $ref: https://e.test/a.yaml
    B:
      $ref: ../outside.yaml
    C:
      $ref: "#/components/schemas/None"
    D:
      allOf:
        - $ref: openapi.yaml
        - $ref: ""
        - $ref: 7
"##;
    check(&format!("//- /openapi.yaml\n{spec}"), spec);
}

#[test]
fn the_bundle_is_as_large_as_its_sources_together() {
    // Each file uses the next one twice: expanded, that is 2^30.
    let mut files = String::from(
        "//- /openapi.yaml\nopenapi: 3.1.0\ncomponents:\n  schemas:\n    A: {$ref: s0.yaml}\nx-a: {$ref: x0.yaml}\n",
    );
    let mut sources = files.len();
    for n in 0..30 {
        let next = n + 1;
        let pair = |prefix: &str| {
            format!(
                "properties:\n  a: {{$ref: {prefix}{next}.yaml}}\n  b: {{$ref: {prefix}{next}.yaml}}\ntext: {}\n",
                "t".repeat(500)
            )
        };
        for prefix in ["s", "x"] {
            let text = pair(prefix);
            sources += text.len();
            files += &format!("//- /{prefix}{n}.yaml\n{text}");
        }
    }
    let found = bundled(&files);
    assert!(found.len() < 4 * sources, "{} of {sources}", found.len());
}

#[test]
fn values_that_repeat_too_much_stay_references() {
    let mut files = String::from("//- /openapi.yaml\nopenapi: 3.1.0\nx-a:\n");
    for _ in 0..3000 {
        files += "  - {$ref: long.md}\n";
    }
    files += &format!("//- /long.md\n{}\n", "long ".repeat(1000));
    let found = bundled(&files);
    assert!(found.len() < files.len() * 2, "{}", found.len());
    assert!(found.contains("- $ref: long.md"));
    // An object may be a schema that contains itself.
    let found = bundled(&files.replace("long.md", "long.yaml").replacen("long long", "text: long", 1));
    assert!(found.contains("- $ref: \"#/components/schemas/long\""), "{}", &found[..200]);
    assert_eq!(found.matches("text: long").count(), 1);
}
