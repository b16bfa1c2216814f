//! Ordinary mistakes, one at a time in a document without any: each has exactly one finding, at its line.

use super::{answering, of_spec, project};

const DOCUMENT: &str = r"openapi: 3.0.3
info:
  title: Pets
  version: '1.0'
  contact: {name: Us, email: us@pets.test}
servers:
  - url: https://{region}.pets.test:{port}
    variables:
      region: {default: eu, enum: [eu, us]}
      port: {default: '443'}
tags:
  - name: Pets
  - name: Orders
security:
  - key: []
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      tags: [Pets]
      parameters:
        - name: limit
          in: query
          style: form
          schema: {type: integer, minimum: 1}
        - name: sort
          in: query
          schema: {type: string}
        - name: X-Trace
          in: header
          required: false
          schema: {type: string}
      responses:
        '200':
          description: Pets
          headers:
            X-Next: {description: The next page, schema: {type: string}}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Pets'}
        default:
          description: A problem
    post:
      operationId: addPet
      summary: Add a pet
      tags: [Pets]
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Pet'}
      responses:
        '201': {description: Added}
      security:
        - oauth: [write]
  /pets/{petId}:
    parameters:
      - {name: petId, in: path, required: true, schema: {type: string}}
    get:
      operationId: showPet
      summary: Show a pet
      tags: [Pets]
      responses:
        '200': {$ref: '#/components/responses/Pet'}
    delete:
      operationId: removePet
      summary: Remove a pet
      tags: [Pets]
      deprecated: true
      responses:
        '204': {description: Removed}
  /orders/{orderId}:
    get:
      operationId: showOrder
      summary: Show an order
      tags: [Orders]
      externalDocs: {url: https://pets.test/orders}
      parameters:
        - {name: orderId, in: path, required: true, schema: {type: string}}
      responses:
        '200': {description: An order}
components:
  responses:
    Pet:
      description: A pet
      content:
        application/json:
          schema: {$ref: '#/components/schemas/Pet'}
  schemas:
    Pet:
      type: object
      description: A pet
      required: [name]
      properties:
        name: {type: string, maxLength: 80}
        age: {type: integer, exclusiveMinimum: true, minimum: 0}
        kind: {type: string, enum: [cat, dog]}
        owner: {type: string, nullable: true, example: Ann}
        weight: {type: number, title: Weight}
        born: {type: string, format: date}
    Pets:
      type: array
      maxItems: 100
      items: {$ref: '#/components/schemas/Pet'}
  securitySchemes:
    key: {type: apiKey, name: X-Key, in: header}
    basic: {type: http, scheme: basic}
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://pets.test/token
          scopes: {write: Write pets}
";

/// A fault, the text that it is written for, the text that the finding is at, and the finding.
struct Fault {
    from: &'static str,
    to: &'static str,
    at: &'static str,
    finding: &'static str,
}

const fn fault(from: &'static str, to: &'static str, at: &'static str, finding: &'static str) -> Fault {
    Fault { from, to, at, finding }
}

/// Since 3.2 a requirement may be the URI of a scheme.
#[test]
fn a_security_scheme_is_declared_or_a_uri() {
    let found = |version: &str, name: &str| {
        let spec = format!(
            "openapi: {version}\ninfo: {{title: T, version: '1'}}\nsecurity:\n  - '{name}': []\npaths:\n  /a:\n    get: {{}}\n\
             components:\n  securitySchemes:\n    key: {{type: http, scheme: basic}}\n"
        );
        of_spec(&project("openapi.yaml", spec)).matches("undeclared-security").count()
    };
    for (version, name, count) in
        [("3.1.0", "key", 0), ("3.1.0", "./a#b", 1), ("3.2.0", "key", 0), ("3.2.0", "./a#b", 0), ("3.2.0", "other", 1)]
    {
        assert_eq!(found(version, name), count, "{version} {name}");
    }
}

const FAULTS: &[Fault] = &[
    fault("  version: '1.0'", "  version: 1.0", "1.0\n", "unquoted-version warning the number 1.0"),
    fault("contact: {name", "contact: {nmae", "nmae", "unknown-spec-field warning did you mean `name`?"),
    fault(
        "port: {default: '443'}",
        "prt: {default: '443'}",
        "https://{region}",
        "invalid-server warning did you mean `prt`?",
    ),
    fault("{default: eu,", "{default: ue,", "ue,", "invalid-server warning did you mean `eu`?"),
    fault(
        "  - name: Orders",
        "  - name: Orders\n  - name: Pets",
        "Pets\nsecurity",
        "duplicate-tag warning declared twice",
    ),
    fault("  - key: []", "  - kye: []", "kye", "undeclared-security warning did you mean `key`?"),
    fault("- oauth: [write]", "- oauth: [wirte]", "wirte", "undeclared-security warning did you mean `write`?"),
    fault("    post:\n", "    POST:\n", "POST", "unknown-spec-field error did you mean `post`?"),
    fault("    delete:\n", "    delte:\n", "delte", "unknown-spec-field error did you mean `delete`?"),
    fault("summary: List pets", "sumary: List pets", "sumary", "unknown-spec-field warning did you mean `summary`?"),
    fault("style: form", "style: from", "from\n", "invalid-spec warning did you mean `form`?"),
    fault(
        "name: limit\n          in: query",
        "name: limit\n          in: quer",
        "quer\n          style",
        "invalid-spec error did you mean `query`?",
    ),
    fault(
        "name: sort\n",
        "name: limit\n",
        "limit\n          in: query\n          schema: {type: string}",
        "duplicate-parameter warning listed twice",
    ),
    fault(
        "          required: false\n          schema: {type: string}\n",
        "          required: false\n          shcema: {type: string}\n",
        "shcema",
        "unknown-spec-field warning did you mean `schema`?",
    ),
    fault(
        "          required: false\n",
        "          required: 'false'\n",
        "'false'",
        "invalid-spec warning remove the quotes",
    ),
    fault("        '201': {desc", "        '2010': {desc", "'2010'", "invalid-spec warning write three digits"),
    fault("        default:\n", "        4xx:\n", "4xx", "invalid-spec warning did you mean `4XX`?"),
    fault("          description: Pets\n", "", "'200'", "missing-spec-field warning `description`"),
    fault(
        "X-Next: {description: The next page, schema: {type: string}}",
        "X-Next: {description: The next page}",
        "X-Next",
        "missing-spec-field warning `schema` or `content`",
    ),
    fault(
        "        required: true\n        content:\n",
        "        required: true\n        contents:\n",
        "contents",
        "unknown-spec-field warning did you mean `content`?",
    ),
    fault(
        "      - {name: petId, in: path, required: true,",
        "      - {name: petId, in: path,",
        "petId, in: path",
        "missing-spec-field warning `required: true`",
    ),
    fault(
        "      - {name: petId,",
        "      - {name: id,",
        "id, in: path",
        "path-parameters warning the path has `{petId}`",
    ),
    fault(
        "        - {name: orderId, in: path, required: true, schema",
        "        - {name: orderId, in: query, required: true, schema",
        "/orders/{orderId}:",
        "path-parameters warning write `in: path`",
    ),
    fault(
        "externalDocs: {url: https://pets.test/orders}",
        "externalDocs: {description: Orders}",
        "externalDocs",
        "missing-spec-field warning `url`",
    ),
    fault("required: [name]", "required: yes", "yes", "invalid-spec error must be an array"),
    fault("maxLength: 80", "maxlength: 80", "maxlength", "unknown-spec-field warning did you mean `maxLength`?"),
    fault("minimum: 0}", "minimum: '0'}", "'0'", "invalid-spec warning remove the quotes"),
    fault("enum: [cat, dog]", "enum: cat", "cat}", "invalid-spec error must be an array"),
    fault(
        "nullable: true, example",
        "nullabel: true, example",
        "nullabel",
        "unknown-spec-field warning did you mean `nullable`?",
    ),
    fault("title: Weight", "title: true", "true}", "invalid-spec warning put it in quotes"),
    fault("age: {type: integer", "age: {type: int", "int,", "invalid-spec warning did you mean `integer`?"),
    fault(
        "born: {type: string",
        "born: {type: [string, 'null']",
        "[string",
        "version-mismatch warning `nullable: true`",
    ),
    fault("      items: {$ref: '#/components/schemas/Pet'}\n", "", "type: array", "missing-spec-field warning `items`"),
    fault(
        "{type: apiKey, name: X-Key, in: header}",
        "{type: apiKey, name: X-Key}",
        "key: {type: apiKey",
        "missing-spec-field warning `in`",
    ),
    fault("{type: apiKey, name", "{type: apikey, name", "apikey", "invalid-spec warning did you mean `apiKey`?"),
    fault(
        "{type: http, scheme: basic}",
        "{type: http, schema: basic}",
        "schema: basic",
        "unknown-spec-field warning did you mean `scheme`?",
    ),
    fault(
        "          tokenUrl: https://pets.test/token\n",
        "",
        "clientCredentials",
        "missing-spec-field warning `tokenUrl`",
    ),
    fault("  schemas:\n", "  schema:\n", "schema:\n    Pet:", "unknown-spec-field warning did you mean `schemas`?"),
];

/// The findings of a document, without the one about operations that no page shows.
fn check(text: &str) -> Vec<String> {
    let found = of_spec(&project("openapi.yaml", text));
    found.lines().filter(|line| !line.starts_with("undocumented-operations")).map(str::to_owned).collect()
}

/// The line of a text, from 1 on.
fn line(text: &str, part: &str) -> usize {
    let at = text.find(part).unwrap_or_else(|| panic!("{part} is not in\n{text}"));
    text[..at].matches('\n').count() + 1
}

/// Whether a finding has the code, severity and words of a fault, and its line.
fn is_of(found: &str, fault: &Fault, line: usize) -> bool {
    let (head, words) = fault.finding.split_at(fault.finding.match_indices(' ').nth(1).unwrap().0);
    found.starts_with(&format!("{head} openapi.yaml:{line}:")) && found.contains(words.trim())
}

#[test]
fn each_fault_has_one_finding_at_its_line() {
    assert_eq!(check(DOCUMENT), [""; 0]);
    let mut wrong = String::new();
    for fault in FAULTS {
        assert_eq!(DOCUMENT.matches(fault.from).count(), 1, "{}", fault.from);
        let text = DOCUMENT.replace(fault.from, fault.to);
        let mut found = check(&text);
        // References into a section whose name is wrong have no target.
        found.retain(|found| !found.starts_with("unresolved-reference"));
        let line = line(&text, fault.at);
        if found.len() != 1 || !is_of(&found[0], fault, line) {
            wrong.push_str(&format!("{} at line {line}: {}\n{found:#?}\n", fault.to, fault.finding));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What looks like a mistake but is allowed.
#[test]
fn what_is_legal_has_no_finding() {
    let text = r"openapi: 3.1.0
info: {title: T, version: '1', x-any: 7}
x-root: {get: 7}
servers: [{url: '/{base}', variables: {base: {default: v1, enum: [v1, v2]}}}]
security: [{}, {key: []}]
paths:
  x-paths: 7
  /a:
    get: {summary: A, responses: {'200': {description: ''}}}
  /a/{id}/{name}.json:
    parameters:
      - {$ref: '#/components/parameters/id'}
      - {name: limit, in: query, schema: {type: integer}}
    get:
      summary: S
      x-own: true
      tags: []
      security: []
      parameters:
        - {name: limit, in: query, schema: {type: string}}
        - {name: limit, in: header, content: {text/plain: {}}}
        - {name: name, in: path, required: true, schema: true}
        - {name: filter, in: query, style: deepObject, explode: true, schema: {}}
      responses:
        2XX: {description: '', headers: {X-A: {schema: {}}}}
        404: {$ref: '#/components/responses/Gone'}
        default: {description: ''}
        x-more: 7
      callbacks:
        done: {'{$request.query.url}/{id}': {post: {responses: {'200': {description: ''}}}}}
  /v1/{parent=projects/*}:
    get:
      summary: S
      parameters: [{name: parent, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ''}}
webhooks:
  '{any}': {post: {summary: W, responses: {'200': {description: ''}}}}
components:
  parameters: {id: {name: id, in: path, required: true, schema: {type: string}}}
  responses: {Gone: {description: '', content: {text/plain: {example: 7}}}}
  securitySchemes:
    key: {type: apiKey, name: k, in: query}
    open: {type: openIdConnect, openIdConnectUrl: https://id.test/.well-known/openid-configuration}
  schemas:
    A: {deprecated: false, type: [object, 'null'], properties: {title: {}, requierd: {}}, custom: 7, enumNames: [a]}
    B: true
";
    assert_eq!(check(text), [""; 0]);
}

/// The finding says how often it holds, instead of being repeated.
#[test]
fn the_same_mistake_in_many_places_is_one_finding() {
    let responses: String = (200..220).map(|code| format!("        '{code}': {{descripton: D}}\n")).collect();
    let text = format!(
        "openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n  /a:\n    get:\n      summary: S\n      responses:\n{responses}"
    );
    let found = check(&text).join("\n");
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.contains("openapi.yaml:8:17 `descripton` is not a field of a response"), "{found}");
    assert!(found.contains("[also here openapi.yaml:9:17]") && found.contains("[and at 10 more places]"), "{found}");
}

/// References into the part that was lost are not reported, nor are schemes and fields.
#[test]
fn of_a_truncated_document_only_its_end_is_reported() {
    let json = answering(
        "3.1.0",
        r##""a": {"$ref": "#/components/schemas/A"}, "b": {"$ref": "#/nope"}"##,
        r#""schemas": {"A": {}}"#,
    );
    for cut in ["\"components\"", "\"A\": {}"] {
        let found = of_spec(&project("openapi.json", &json[..json.find(cut).unwrap()]));
        assert!(found.starts_with("invalid-json") && found.lines().count() == 1, "{found}");
    }
    for cut in ["exclusiveMinimum", "scheme: basic", "X-Key,"] {
        let found = check(&DOCUMENT[..DOCUMENT.find(cut).unwrap()]).join("\n");
        assert!(found.starts_with("invalid-yaml") && found.lines().count() == 1, "{cut}: {found}");
    }
}
