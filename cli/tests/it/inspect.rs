//! `tool openapi inspect`: text and JSON, the JSON against its published schema.

use std::fs;

use serde_json::Value;

use crate::test_site::{CLEAN, TestSite};

const PETS: &str = r##"openapi: 3.1.0
info: {title: Pets, version: '1.0'}
servers: [{url: "https://{region}.test", variables: {region: {default: eu, enum: [eu, us]}}}]
tags: [{name: pet, x-displayName: Pets}]
x-tagGroups: [{name: Animals, tags: [pet]}]
security: [{key: []}, {}]
paths:
  /pets:
    get:
      summary: List pets
      tags: [pet]
      deprecated: true
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1.0, default: 10}}
      responses:
        '200':
          description: The pets, all of them that are there to be seen at this very moment, and no other animal
          headers: {X-Rate: {required: true, schema: {type: integer}}}
          content:
            application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}
  /pets/{id}:
    put:
      operationId: putPet
      tags: [pet, other]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: '#/components/schemas/Pet'}}
          application/xml: {schema: {$ref: '#/components/schemas/Pet'}}
      responses:
        '204': {description: Done}
        default: {$ref: '#/components/responses/Gone'}
webhooks:
  born:
    post: {requestBody: {content: {text/plain: {}}}}
components:
  securitySchemes:
    key: {type: apiKey, name: X-Key, in: header}
    web: {type: oauth2, flows: {implicit: {authorizationUrl: "https://a.test", scopes: {read: Read}}}}
  schemas:
    Pet:
      required: [name, kind]
      properties:
        name: {type: string, minLength: 1, examples: [Rex, Tom]}
        kind: {enum: [cat, dog]}
        parent: {$ref: '#/components/schemas/Pet'}
        owner:
          oneOf: [{title: Person, properties: {age: {type: integer}}}, {title: Firm, properties: {tax: {type: string}}}]
"##;

fn pets() -> TestSite {
    let site = TestSite::new(CLEAN);
    site.write("api.yaml", PETS);
    site
}

#[test]
fn an_api_is_a_table() {
    insta::assert_snapshot!(pets().run("openapi inspect api.yaml"), @r"
    exit 0
    Pets 1.0 · OpenAPI 3.1.0 · api.yaml
    2 operations, 1 webhook, 1 schema, 2 security schemes
    Servers: https://{region}.test
    Tag groups: Animals (pet)
    Tags: pet 2, other 1
    Security schemes: key (apiKey), web (oauth2)

    Operations
      GET  /pets       List pets (deprecated)
      PUT  /pets/{id}  putPet

    Webhooks
      POST  born

    warning[missing-summary]: `PUT /pets/{id}` has no `summary`
      --> api.yaml:22:5
       |
    22 |     put:
       |     ^^^
       |
       = help: without a `summary`, the title of a page is derived from the description, the `operationId`, or method and path

    warning[undeclared-tag]: the tag `other` is not declared
      --> api.yaml:24:13
       |
    24 |       tags: [pet, other]
       |             ^^^^^^^^^^^^
       |
       = help: declared tags come first in the sidebar; add them to the `tags` of the document

    warning[unresolved-reference]: `$ref` to `#/components/responses/Gone` has no target
      --> api.yaml:33:25
       |
    33 |         default: {$ref: '#/components/responses/Gone'}
       |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn an_operation_is_a_tree() {
    insta::assert_snapshot!(pets().run("openapi inspect api.yaml putPet"), @r"
    exit 0
    PUT /pets/{id}
    putPet · api.yaml:22:5
    Tags: pet, other
    Servers: https://{region}.test
    Security: key, none
    Unresolved reference #/components/responses/Gone: has no target

    Path parameters
      id  string  required  @25:20

    Request body (required)
      application/json  Pet  @29:11
        name  string  required  minLength 1  example Rex  @45:9
        kind  enum  required  values cat | dog  @46:9
        parent  Pet  recursive: Pet  @47:9
        owner  object  one of Person | Firm  @48:9
          age  integer  @49:48
          tax  string  @49:99
        1 example made from the schema
      application/xml as above
        1 example made from the schema

    Response 204 Done

    warning[unresolved-reference]: `$ref` to `#/components/responses/Gone` has no target
      --> api.yaml:33:25
       |
    33 |         default: {$ref: '#/components/responses/Gone'}
       |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn a_method_and_a_path_name_an_operation_too() {
    let site = pets();
    let output = site.command("openapi inspect api.yaml").arg("get /pets").output().unwrap();
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap(), @r"
    GET /pets
    no operationId · api.yaml:9:5 · deprecated
    List pets
    Tags: pet
    Servers: https://{region}.test
    Security: key, none

    Query parameters
      limit  integer  default 10  minimum 1.0  @14:11

    Response 200 The pets, all of them that are there to be seen at this very
        moment, and no other animal
      X-Rate  integer  required  @18:21
      application/json  array of Pet  @20:13
        name  string  required  minLength 1  example Rex  @45:9
        kind  enum  required  values cat | dog  @46:9
        parent  Pet  recursive: Pet  @47:9
        owner  object  one of Person | Firm  @48:9
          age  integer  @49:48
          tax  string  @49:99
        1 example made from the schema
    ");
}

#[test]
fn json_is_the_same_every_time_and_keeps_scalars() {
    let site = pets();
    let found = site.json("openapi inspect api.yaml putPet");
    assert_eq!(found, site.json("openapi inspect api.yaml putPet"));
    let content = &found["operations"][0]["requestBody"]["content"];
    let fields = content[0]["fields"].as_array().unwrap().iter().chain([&content[1]]);
    insta::assert_snapshot!(fields.map(|value| format!("{value}\n")).collect::<String>(), @r#"
    {"name":"name","required":true,"type":"string","constraints":{"minLength":"1","examples":["Rex","Tom"]},"source":{"file":"api.yaml","line":45,"column":9}}
    {"name":"kind","required":true,"type":"enum","enum":["cat","dog"],"source":{"file":"api.yaml","line":46,"column":9}}
    {"name":"parent","required":false,"type":"Pet","notes":["recursive: Pet"],"source":{"file":"api.yaml","line":47,"column":9}}
    {"name":"owner","required":false,"type":"object","variants":[{"label":"Person","type":"object","fields":["age"]},{"label":"Firm","type":"object","fields":["tax"]}],"fields":[{"name":"age","required":false,"type":"integer","source":{"file":"api.yaml","line":49,"column":48}},{"name":"tax","required":false,"type":"string","source":{"file":"api.yaml","line":49,"column":99}}],"source":{"file":"api.yaml","line":48,"column":9}}
    {"mediaType":"application/xml","fields":[],"schema":{"type":"Pet"},"sameAsFirst":true,"examples":[{"text":"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Pet>\n  <name>Rex</name>\n  <kind>cat</kind>\n</Pet>","made":true}],"source":{"file":"api.yaml","line":30,"column":11}}
    "#);
    assert_eq!(found["version"], "1.0");
    assert_eq!(found["operations"][0]["security"], serde_json::json!([{"key": []}, {}]));
    assert_eq!(found["diagnostics"][0]["code"], "unresolved-reference");
    let all = site.json("openapi inspect api.yaml");
    assert_eq!(all["operations"][0]["parameters"][0]["schema"]["constraints"]["minimum"], "1.0");
    assert_eq!(all["operations"][0]["ref"], "GET /pets");
}

/// Every member that an inspection can have.
const FULL: &str = r##"openapi: 3.2.0
$self: https://e.test/api.yaml
info: {title: Full, version: '1.0'}
servers: [{url: "https://{region}.test", variables: {region: {default: eu, description: Where}}}]
tags: [{name: pet, summary: Pets, kind: nav, parent: all, externalDocs: {url: "https://e.test/pets"}}, {name: all}]
paths:
  /pets:
    servers: [{url: "https://pets.test"}]
    post:
      operationId: addPets
      tags: [pet]
      x-badges: [beta]
      externalDocs: {url: "https://e.test/add", description: More}
      x-codeSamples: [{lang: Shell, label: CLI, source: pets add}]
      security: [{device: [read]}]
      parameters:
        - {name: filter, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {age: {type: integer}}}}}}
        - {name: ids, in: header, style: simple, explode: true, schema: {type: array, items: {type: string}}}
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {photo: {type: string}, hidden: {type: string, x-internal: true}}}
            encoding: {photo: {contentType: image/png, headers: {X-Part: {schema: {type: string}}}}}
      responses:
        '200':
          description: A stream
          content: {application/jsonl: {$ref: '#/components/mediaTypes/Pets'}}
          headers: {X-Secret: {x-internal: true, schema: {type: string}}}
          links:
            one: {operationId: getPet, parameters: {id: $response.body#/id}, requestBody: {a: 1.0}, server: {url: "https://other.test"}}
      callbacks:
        changed:
          '{$request.body#/url}':
            put:
              summary: Changed
              parameters: [{name: X-Signature, in: header, schema: {type: string}}]
              requestBody: {content: {application/json: {schema: {properties: {id: {type: integer}}}, example: {id: 1.0}}}}
              responses: {'204': {description: Noted}}
    additionalOperations:
      COPY: {operationId: copyPets, responses: {}}
components:
  mediaTypes:
    Pets: {itemSchema: {type: object, properties: {name: {type: string}}}, examples: {two: {dataValue: {name: Rex}, serializedValue: '{"name": "Rex"}'}}}
  securitySchemes:
    device:
      type: oauth2
      deprecated: true
      oauth2MetadataUrl: https://a.test/.well-known
      flows: {deviceAuthorization: {deviceAuthorizationUrl: "https://a.test/device", tokenUrl: "https://a.test/token", scopes: {read: Read}}}
"##;

#[test]
fn everything_of_an_operation_is_there() {
    let site = pets();
    site.write("full.yaml", FULL);
    insta::assert_snapshot!(site.run("openapi inspect full.yaml addPets"), @r"
    exit 0
    POST /pets
    addPets · full.yaml:9:5
    Tags: pet
    Servers: https://pets.test
    Security: device (read)
    Badges: beta
    See: https://e.test/add
    Samples: CLI

    Query string
      filter  object  content application/x-www-form-urlencoded  @17:11
        age  integer  @17:125

    Headers
      ids  array of string  explode true  @18:11

    Request body
      multipart/form-data  object  @21:11
        photo  string  @22:49
        1 example made from the schema
        Encoding of photo  image/png

    Response 200 A stream
      application/jsonl  array of object  @43:5
        name  string  @43:52
        1 example of the document
      Link one to getPet  id=$response.body#/id

    Callback changed: PUT {$request.body#/url} @34:13

    Headers
      X-Signature  string  @36:28

    Request body
      application/json  object  @37:39
        id  integer  @37:80
        1 example of the document

    Response 204 Noted
    ");
    let found = site.json("openapi inspect full.yaml");
    let mut members = found["operations"][0].clone();
    members["securitySchemes"] = found["securitySchemes"].clone();
    members["tags"] = found["tags"].clone();
    insta::assert_json_snapshot!(members);
    assert_eq!(found["operations"][1]["method"], "COPY");
    assert_eq!(found["self"], "https://e.test/api.yaml");
}

/// The schema that the binary prints.
fn published(site: &TestSite) -> Value {
    let schema = site.ok("openapi inspect --schema");
    serde_json::from_str(schema.strip_prefix("exit 0\n").unwrap()).unwrap()
}

/// What in `found` is not as the schema says.
fn wrong(validator: &jsonschema::Validator, found: &Value) -> Vec<String> {
    validator.iter_errors(found).take(5).map(|error| format!("{} {error}", error.instance_path())).collect()
}

#[test]
fn json_follows_the_published_schema() {
    let site = pets();
    site.write("full.yaml", FULL);
    site.write("broken.yaml", "openapi: 3.1.0\ninfo: {title: T\n");
    let schema = published(&site);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let arguments = ["api.yaml", "api.yaml putPet", "api.yaml born", "broken.yaml", "full.yaml", "full.yaml addPets"];
    let found = arguments.map(|arguments| site.json(&format!("openapi inspect {arguments}")));
    for (arguments, found) in arguments.iter().zip(&found) {
        assert_eq!(wrong(&validator, found), [""; 0], "{arguments}");
    }
    // Every definition is used by one of them: without it they are wrong.
    for name in schema["$defs"].as_object().unwrap().keys() {
        let mut without = schema.clone();
        without["$defs"][name] = Value::Bool(false);
        let validator = jsonschema::validator_for(&without).unwrap();
        assert!(found.iter().any(|found| !validator.is_valid(found)), "no {name}");
    }
}

#[test]
fn json_of_real_documents_follows_the_published_schema() {
    let Some(root) = engine::testing::test_data("specs/truth.json", "inspection of real specs") else { return };
    let site = pets();
    let validator = jsonschema::validator_for(&published(&site)).unwrap();
    let specs = root.join("specs");
    let truth: Value = serde_json::from_slice(&fs::read(specs.join("truth.json")).unwrap()).unwrap();
    let has_operations = |(_, expected): &(&String, &Value)| expected["operations"].as_u64() > Some(0);
    let documents: Vec<&String> =
        truth.as_object().unwrap().iter().filter(has_operations).map(|(path, _)| path).collect();
    // Every fifteenth, in the order of the truth.
    for path in documents.iter().step_by(documents.len() / 20) {
        let inspect = |operation: Option<&str>| -> Value {
            let mut command = site.command("openapi inspect --format json");
            command.arg(specs.join(path)).args(operation);
            serde_json::from_slice(&command.output().unwrap().stdout).unwrap()
        };
        let all = inspect(None);
        assert_eq!(wrong(&validator, &all), [""; 0], "{path}");
        let one = inspect(all["operations"][0]["ref"].as_str());
        assert_eq!(one["operations"].as_array().map(Vec::len), Some(1), "{path}");
        assert_eq!(wrong(&validator, &one), [""; 0], "{path}");
    }
}

#[test]
fn what_cannot_be_read_is_an_error_with_json_all_the_same() {
    let site = pets();
    site.write("old.json", r#"{"swagger": "2.0"}"#);
    insta::assert_snapshot!(site.run("openapi inspect old.json"), @r#"
    exit 1
    error[not-openapi]: this is a Swagger 2.0 document, which is not supported
     --> old.json:1:13
      |
    1 | {"swagger": "2.0"}
      |             ^^^^^
      |
      = help: OpenAPI 3.0, 3.1 and 3.2 are supported; convert it to OpenAPI 3 first
    "#);
    let found = site.json("openapi inspect old.json");
    assert_eq!(found["operations"], serde_json::json!([]));
    let diagnostics = found["diagnostics"].as_array().unwrap();
    assert!(diagnostics.iter().any(|found| found["code"] == "not-openapi"));
    assert!(site.run("openapi inspect old.json --format json").starts_with("exit 1\n"));
    insta::assert_snapshot!(site.run("openapi inspect api.yaml putPets"), @r"
    exit 1
    error[unmatched-ref]: `api.yaml` has no operation `putPets`
     |
     = help: did you mean `putPet`?
    ");
    insta::assert_snapshot!(site.run("openapi inspect gone.yaml"), @r"
    exit 2
    stderr:
    error: cannot open gone.yaml: no such file or directory
    ");
}

#[test]
fn no_project_is_needed() {
    let site = pets();
    let elsewhere = site.root().join("../elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("api.yaml"), PETS).unwrap();
    let found = site.json("openapi inspect ../elsewhere/api.yaml");
    assert_eq!(found["operations"][0]["source"]["file"], "api.yaml");
    let output = site.command("openapi inspect api.yaml").current_dir(&elsewhere).output().unwrap();
    assert!(output.status.success());
}
