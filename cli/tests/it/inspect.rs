//! `tool openapi inspect`: text and JSON, the JSON against its published schema.

use std::fs;

use serde_json::Value;

use crate::test_site::{CLEAN, TestSite};

const PETS: &str = r##"openapi: 3.1.0
info: {title: Pets, version: 1.0}
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
    insta::assert_snapshot!(pets().run("openapi inspect api.yaml"), @r#"
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
       = help: the titles of their pages are made from the `operationId`, or from method and path

    warning[undeclared-tag]: the tag `other` is not declared
      --> api.yaml:24:13
       |
    24 |       tags: [pet, other]
       |             ^^^^^^^^^^^^
       |
       = help: declared tags come first in the sidebar; add them to the `tags` of the document

    warning[unresolved-reference]: `$ref` to `#/components/responses/Gone` leads nowhere
      --> api.yaml:33:25
       |
    33 |         default: {$ref: '#/components/responses/Gone'}
       |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
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
    Unresolved reference #/components/responses/Gone: leads nowhere

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
      application/xml as above

    Response 204 Done

    warning[unresolved-reference]: `$ref` to `#/components/responses/Gone` leads nowhere
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
    {"constraints":{"examples":["Rex","Tom"],"minLength":"1"},"name":"name","required":true,"source":{"column":9,"file":"api.yaml","line":45},"type":"string"}
    {"enum":["cat","dog"],"name":"kind","required":true,"source":{"column":9,"file":"api.yaml","line":46},"type":"enum"}
    {"name":"parent","notes":["recursive: Pet"],"required":false,"source":{"column":9,"file":"api.yaml","line":47},"type":"Pet"}
    {"fields":[{"name":"age","required":false,"source":{"column":48,"file":"api.yaml","line":49},"type":"integer"},{"name":"tax","required":false,"source":{"column":99,"file":"api.yaml","line":49},"type":"string"}],"name":"owner","required":false,"source":{"column":9,"file":"api.yaml","line":48},"type":"object","variants":[{"fields":["age"],"label":"Person","type":"object"},{"fields":["tax"],"label":"Firm","type":"object"}]}
    {"fields":[],"mediaType":"application/xml","sameAsFirst":true,"schema":{"type":"Pet"},"source":{"column":11,"file":"api.yaml","line":30}}
    "#);
    assert_eq!(found["version"], "1.0");
    assert_eq!(found["operations"][0]["security"], serde_json::json!([{"key": []}, {}]));
    assert_eq!(found["diagnostics"][0]["code"], "unresolved-reference");
    let all = site.json("openapi inspect api.yaml");
    assert_eq!(all["operations"][0]["parameters"][0]["schema"]["constraints"]["minimum"], "1.0");
    assert_eq!(all["operations"][0]["ref"], "GET /pets");
}

#[test]
fn json_follows_the_published_schema() {
    let site = pets();
    let schema = site.ok("openapi inspect --schema");
    let schema: Value = serde_json::from_str(schema.strip_prefix("exit 0\n").unwrap()).unwrap();
    site.write("broken.yaml", "openapi: 3.1.0\ninfo: {title: T\n");
    let mut seen = Vec::new();
    for arguments in ["api.yaml", "api.yaml putPet", "api.yaml born", "broken.yaml"] {
        let found = site.json(&format!("openapi inspect {arguments}"));
        let mut wrong = Vec::new();
        check(&schema, &schema, &found, "", &mut wrong, &mut seen);
        assert!(wrong.is_empty(), "{arguments}: {wrong:#?}");
    }
    // Every definition is used by one of them.
    for name in schema["$defs"].as_object().unwrap().keys() {
        assert!(seen.contains(name), "no {name}");
    }
}

#[test]
fn what_cannot_be_read_is_an_error_with_json_all_the_same() {
    let site = pets();
    site.write("old.json", r#"{"swagger": "2.0"}"#);
    insta::assert_snapshot!(site.run("openapi inspect old.json"), @r#"
    exit 1
    error[invalid-spec]: the document has no `info`

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

/// What in `value` is not as `schema` says; only the keywords that the published schema uses are known.
fn check(root: &Value, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>, seen: &mut Vec<String>) {
    for (keyword, says) in schema.as_object().unwrap() {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let name = says.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                seen.push(name.to_owned());
                check(root, &root["$defs"][name], value, at, wrong, seen);
                true
            }
            "type" => {
                let names: Vec<&Value> = says.as_array().map_or_else(|| vec![says], |names| names.iter().collect());
                names.iter().any(|name| is_of_type(value, name.as_str().unwrap()))
            }
            "enum" => says.as_array().unwrap().contains(value),
            "required" => says.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some()),
            "properties" => {
                for (name, schema) in says.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(root, schema, value, &format!("{at}/{name}"), wrong, seen);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let others = value.as_object().into_iter().flatten();
                for (name, value) in others.filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name))) {
                    if says == &Value::Bool(false) {
                        wrong.push(format!("{at}/{name} is not in the schema"));
                    } else {
                        check(root, says, value, &format!("{at}/{name}"), wrong, seen);
                    }
                }
                true
            }
            "items" => {
                for (number, value) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, says, value, &format!("{at}/{number}"), wrong, seen);
                }
                true
            }
            "anyOf" => says.as_array().unwrap().iter().any(|schema| {
                let mut found = Vec::new();
                check(root, schema, value, at, &mut found, seen);
                found.is_empty()
            }),
            other => panic!("the schema uses `{other}`"),
        };
        if !holds {
            wrong.push(format!("{at}: {keyword} {says} does not hold for {value}"));
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the schema uses the type `{other}`"),
    }
}
