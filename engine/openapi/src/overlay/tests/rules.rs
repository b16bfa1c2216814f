//! Each rule on a document of our own.

use serde_json::{Value, json};

use super::super::carry_out;
use super::super::evaluate::Budget;
use super::Overlaid;
use crate::chunks::{chunk_place, chunk_tree, file_index};
use crate::operation::{operation_head, operations};

const SPEC: &str = r"openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
tags: [{name: pet}, {name: store}]
paths:
  /pets:
    get:
      operationId: list
      parameters:
        - {$ref: '#/components/parameters/limit'}
      responses:
        '200':
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Pet'}
    post:
      operationId: make
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Pet'}
            example: {$ref: '#/components/schemas/Pet'}
  /shared: {$ref: '#/components/pathItems/shared'}
components:
  parameters:
    limit: {name: limit, in: query, description: How many}
  pathItems:
    shared:
      get: {operationId: shared}
      put: {operationId: sharedPut}
  schemas:
    Pet:
      $id: https://e.test/pet
      description: A pet
      properties:
        name: {type: string}
        owner: {$ref: '#/components/schemas/Owner'}
    Owner:
      description: An owner
      properties:
        pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}
";

/// The spec with actions, of overlay 1.1.
fn overlaid(actions: &str) -> Overlaid {
    let overlay = format!("overlay: 1.1.0\ninfo: {{title: O, version: 1.0.0}}\nactions:\n{actions}");
    Overlaid::new(&[("api.yaml", SPEC), ("overlay.yaml", &overlay)])
}

/// The value at a pointer, and that nothing was found.
fn at(overlaid: &Overlaid, pointer: &str) -> Value {
    assert_eq!(overlaid.findings(), "");
    overlaid.document().pointer(pointer).cloned().unwrap_or(Value::Null)
}

const SCHEMA: &str = "/responses/200/content/application~1json/schema";

#[test]
fn a_target_in_the_source_changes_for_every_use() {
    let found = overlaid("- {target: $.components.schemas.Pet, update: {description: Changed}}");
    assert_eq!(at(&found, "/components/schemas/Pet/description"), "Changed");
    assert_eq!(at(&found, &format!("/paths/~1pets/get{SCHEMA}")), json!({"$ref": "#/components/schemas/Pet"}));
    let found = overlaid("- {target: $..description, update: X}");
    assert_eq!(at(&found, "/components/schemas/Pet/description"), "X");
    assert_eq!(at(&found, "/components/parameters/limit/description"), "X");
    assert_eq!(at(&found, &format!("/paths/~1pets/get{SCHEMA}")), json!({"$ref": "#/components/schemas/Pet"}));
}

#[test]
fn a_target_through_a_reference_changes_for_one_use() {
    let target =
        "$.paths['/pets'].get.responses['200'].content['application/json'].schema.properties.owner.description";
    let found = overlaid(&format!("- {{target: \"{target}\", update: Mine}}"));
    let schema = at(&found, &format!("/paths/~1pets/get{SCHEMA}"));
    assert_eq!(
        schema,
        json!({"description": "A pet", "properties": {"name": {"type": "string"},
            "owner": {"description": "Mine",
                "properties": {"pets": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}})
    );
    assert_eq!(at(&found, "/components/schemas/Owner/description"), "An owner");
    let other = at(&found, "/paths/~1pets/post/requestBody/content/application~1json/schema");
    assert_eq!(other, json!({"$ref": "#/components/schemas/Pet"}));
}

#[test]
fn filters_and_merges_see_the_dereferenced_value() {
    let found = overlaid("- {target: \"$.paths['/pets'].get.parameters[?(@.name == 'limit')]\", update: {example: 3}}");
    let parameter = at(&found, "/paths/~1pets/get/parameters/0");
    assert_eq!(parameter, json!({"name": "limit", "in": "query", "description": "How many", "example": 3}));
    let found = overlaid(
        "- target: $.paths['/pets'].get\n  update: {responses: {'200': {content: {application/json: {schema: {title: T}}}}}}",
    );
    assert_eq!(at(&found, &format!("/paths/~1pets/get{SCHEMA}/title")), "T");
    assert_eq!(at(&found, &format!("/paths/~1pets/get{SCHEMA}/description")), "A pet");
    // A new reference takes the old one's place.
    let found = overlaid(
        "- target: $.paths['/pets'].get.responses['200'].content['application/json']\n  update: {schema: {$ref: '#/components/schemas/Owner'}}",
    );
    assert_eq!(at(&found, &format!("/paths/~1pets/get{SCHEMA}")), json!({"$ref": "#/components/schemas/Owner"}));
}

#[test]
fn descent_below_a_prefix_crosses_references_and_ends() {
    let found = overlaid("- {target: \"$.paths['/pets'].get..description\", update: X}");
    let schema = at(&found, &format!("/paths/~1pets/get{SCHEMA}"));
    assert_eq!(schema["description"], "X");
    assert_eq!(schema["properties"]["owner"]["description"], "X");
    // The pet on the way is not entered again.
    assert_eq!(
        schema["properties"]["owner"]["properties"]["pets"]["items"],
        json!({"$ref": "#/components/schemas/Pet"})
    );
    assert_eq!(at(&found, "/components/schemas/Pet/description"), "A pet");
    assert_eq!(at(&found, "/paths/~1pets/get/parameters/0/description"), "X");
}

#[test]
fn a_reference_in_data_is_data() {
    let found = overlaid("- {target: \"$.paths['/pets'].post..example\", update: {more: 1}}");
    let example = at(&found, "/paths/~1pets/post/requestBody/content/application~1json/example");
    assert_eq!(example, json!({"$ref": "#/components/schemas/Pet", "more": 1}));
}

#[test]
fn operations_and_components_come_and_go() {
    let found = overlaid(
        "- {target: $.paths, update: {/new: {get: {operationId: fresh}}}}
- {target: \"$.paths['/pets'].post\", remove: true}
- {target: $.components.schemas, update: {Extra: {type: string}}}
- {target: $.components.schemas.Owner, remove: true}
- {target: $.tags, update: {name: extra}}
- {target: \"$.tags[?@.name == 'store']\", remove: true}
- {target: $.components.parameters.limit, remove: true}",
    );
    let db = found.db();
    let ids: Vec<_> = operations(db, found.spec)
        .iter()
        .map(|&chunk| operation_head(db, chunk).operation_id.clone().unwrap())
        .collect();
    assert_eq!(ids, ["list".into(), "shared".into(), "sharedPut".into(), Box::<str>::from("fresh")]);
    assert_eq!(at(&found, "/tags"), json!([{"name": "pet"}, {"name": "extra"}]));
    assert_eq!(at(&found, "/components/schemas/Extra"), json!({"type": "string"}));
    assert_eq!(at(&found, "/components/schemas/Owner"), Value::Null);
    assert_eq!(at(&found, "/components/parameters"), json!({}));
}

#[test]
fn what_is_removed_below_a_reference_is_gone_for_that_use() {
    let found = overlaid(&format!(
        "- {{target: \"$.paths['/shared'].get\", remove: true}}
- {{target: \"$.paths['/pets'].get.parameters[0].description\", remove: true}}
- {{target: \"$.paths['/pets'].get{}.properties\", remove: true}}",
        ".responses['200'].content['application/json'].schema"
    ));
    let db = found.db();
    let ids: Vec<_> = operations(db, found.spec)
        .iter()
        .map(|&chunk| operation_head(db, chunk).operation_id.clone().unwrap())
        .collect();
    assert_eq!(ids, ["list".into(), "make".into(), Box::<str>::from("sharedPut")]);
    assert_eq!(at(&found, "/paths/~1pets/get/parameters/0"), json!({"name": "limit", "in": "query"}));
    assert_eq!(at(&found, &format!("/paths/~1pets/get{SCHEMA}")), json!({"description": "A pet"}));
    // Their sources are as they were.
    assert_eq!(at(&found, "/components/pathItems/shared/get/operationId"), "shared");
    assert_eq!(at(&found, "/components/parameters/limit/description"), "How many");
    assert_eq!(at(&found, "/components/schemas/Pet/properties/name/type"), "string");
}

#[test]
fn copies_are_merged() {
    let found = overlaid(
        "- {target: $.paths, update: {/twin: {}}}
- {target: \"$.paths['/twin']\", copy: \"$.paths['/pets']\"}
- {target: \"$.paths['/twin'].post\", remove: true}
- {target: \"$.paths['/twin'].get.operationId\", update: twin}
- {target: $.components.schemas.Owner, copy: $.components.schemas.Pet.properties.name}",
    );
    assert_eq!(at(&found, "/paths/~1twin/get/operationId"), "twin");
    assert_eq!(at(&found, "/paths/~1twin/post"), Value::Null);
    assert_eq!(at(&found, "/paths/~1pets/get/operationId"), "list");
    assert_eq!(at(&found, "/paths/~1pets/post/operationId"), "make");
    assert_eq!(at(&found, "/components/schemas/Owner/type"), "string");
}

#[test]
fn a_shared_path_item_is_copied_where_one_path_changes() {
    let found = overlaid("- {target: \"$.paths['/shared'].get\", update: {summary: S}}");
    assert_eq!(
        at(&found, "/paths/~1shared"),
        json!({"get": {"operationId": "shared", "summary": "S"}, "put": {"operationId": "sharedPut"}})
    );
    assert_eq!(at(&found, "/components/pathItems/shared/get"), json!({"operationId": "shared"}));
}

#[test]
fn several_overlays_apply_in_order() {
    let overlay = |action: &str| format!("overlay: 1.0.0\ninfo: {{title: O, version: 1.0.0}}\nactions:\n- {action}");
    let found = Overlaid::new(&[
        ("api.yaml", SPEC),
        ("overlay1.yaml", &overlay("{target: $.info, update: {x-a: {b: 1}}}")),
        ("overlay2.yaml", &overlay("{target: $.info.x-a.b, update: 2}").replace("$.info.x-a.b", "\"$.info['x-a'].b\"")),
    ]);
    assert_eq!(found.document()["info"]["x-a"]["b"], 2);
    assert_eq!(
        found.findings(),
        "overlay-extension 4:39 action 1 targets a primitive value, which the Overlay Specification does not allow; it is replaced\n"
    );
}

#[test]
fn values_keep_their_text_and_their_place() {
    let found =
        overlaid("- {target: $.components.schemas.Pet.properties.name, update: {maximum: 1.50, enum: [no, 012]}}");
    let db = found.db();
    let is_pet = |chunk: &&crate::chunks::Chunk<'_>| &*chunk.key(db).member == "Pet";
    let &chunk = file_index(db, found.spec).chunks.iter().find(is_pet).unwrap();
    let name = chunk_tree(db, chunk).root().get("properties").unwrap().get("name").unwrap();
    assert_eq!(name.get("maximum").unwrap().text(), "1.50");
    let place = |node: base::tree::NodeRef<'_>| {
        let place = chunk_place(db, chunk, node.id());
        let text = if &*place.file == "api.yaml" { SPEC.to_owned() } else { format!("overlay {}", &place.file) };
        text.get(place.span.range()).map_or(text.clone(), str::to_owned)
    };
    assert_eq!(place(name.get("type").unwrap()), "string");
    assert_eq!(&*chunk_place(db, chunk, name.get("maximum").unwrap().id()).file, "overlay.yaml");
}

#[test]
fn references_from_other_files_stay_right_in_copies() {
    let overlay = "overlay: 1.1.0\ninfo: {title: O, version: 1.0.0}\nactions:\n- {target: \"$.paths['/a'].get.responses['200'].content['application/json'].schema\", update: {title: T}}\n";
    let found = Overlaid::new(&[
        (
            "spec/api.yaml",
            "openapi: 3.1.0\npaths:\n  /a:\n    get: {responses: {'200': {content: {application/json: {schema: {$ref: 'models/pet.yaml#/Pet'}}}}}}\n",
        ),
        ("spec/models/pet.yaml", "Pet: {properties: {a: {$ref: '#/Other'}, b: {$ref: ../x.yaml}}}\nOther: {}\n"),
        ("spec/x.yaml", "{}"),
        ("overlay.yaml", overlay),
    ]);
    let schema = at(&found, &format!("/paths/~1a/get{SCHEMA}"));
    assert_eq!(
        schema,
        json!({"title": "T", "properties": {"a": {"$ref": "models/pet.yaml#/Other"}, "b": {"$ref": "x.yaml"}}})
    );
}

#[test]
fn findings_name_action_place_and_help() {
    let found = overlaid(
        "- {target: $.info.titel, remove: true}
- {target: $.pathz, update: {a: 1}}
- {target: $.info, update: text}
- {target: $, remove: true}
- {target: $.info, copy: $.tags.*}
- {target: $.info, copy: $.nothing}
- {target: $.tags, update: {name: a}, copy: $.info}
- {target: $.info, update: {title: {a: 1}}}
- {target: $, update: {components: null}}",
    );
    insta::assert_snapshot!(found.findings(), @r"
    overlay-extension 10:45 `copy` of action 7 is ignored, since it has `update`
    overlay-no-match 4:12 action 1 selects nothing: `$.info.titel` / did you mean `title`?
    overlay-extension 5:12 action 2 selects nothing, so `pathz` is added / did you mean `paths`?
    invalid-overlay 6:28 action 3 cannot merge a string into an object / at `$['info']`, which stays unchanged
    invalid-overlay 7:12 action 4 would remove the whole document
    invalid-overlay 8:26 `copy` of action 5 selects 2 values, not one
    overlay-no-match 9:26 `copy` of action 6 selects nothing: `$.nothing`
    invalid-overlay 11:28 action 8 cannot merge an object into a string / at `$['info']['title']`, which stays unchanged
    overlay-extension 12:23 action 9 sets an object or an array to `null`, which is ignored
    ");
}

/// The findings if the overlays may visit at most `values` values and create at most `nodes` nodes.
fn found_within(actions: &str, values: u64, nodes: usize) -> String {
    let found = overlaid(actions);
    let (_, findings) =
        carry_out(found.db(), found.spec, Budget { values, through: values, nodes, ..Budget::default() });
    findings.iter().map(|(_, found)| format!("{}: {}\n", found.code.name(), found.message)).collect()
}

#[test]
fn hostile_overlays_end() {
    let twice = "- {target: \"$.info['x-a']\", copy: $.info}\n- {target: \"$.info['x-b']\", copy: $.info}\n";
    let doubling = format!("- {{target: $.info, update: {{x-a: {{}}, x-b: {{}}}}}}\n{twice}").repeat(40);
    let spent =
        "limit-exceeded: the overlays visit more values than the limit; this action and all later ones are skipped\n";
    assert_eq!(found_within(&doubling, 100_000, 1_000_000), spent);
    let large = "limit-exceeded: the overlaid document is larger than the limit; no overlay is applied\n";
    assert!(found_within(&twice.repeat(5), 1_000_000, 1_000).ends_with(large));
    let chain = format!("{}leaf: {{}}{}", "{x: ".repeat(70) + "{", "}".repeat(71));
    let deeper = format!("- {{target: $.info, update: {chain}}}\n- {{target: $.info..leaf, update: {chain}}}\n");
    let found = found_within(&deeper, 1_000_000, 1_000_000);
    assert_eq!(found, "limit-exceeded: action 2 would nest the document deeper than the limit of 128 levels\n");
    let ways = "- {target: \"$.paths..[?@.description]\", update: {x: 1}}\n".repeat(10);
    assert_eq!(found_within(&ways, 2_000, 1_000_000), spent);
}

#[test]
fn queries_through_a_recursive_schema_end() {
    let node = "{$ref: '#/components/schemas/N'}";
    let spec = format!("paths: {{}}\ncomponents: {{schemas: {{N: {{properties: {{a: {node}, b: {node}}}}}}}}}\n");
    for target in [format!("${}", "[*]".repeat(60)), format!("${}", "..*".repeat(30))] {
        let actions = format!("overlay: 1.0.0\nactions: [{{target: '{target}', update: {{x: 1}}}}]\n");
        let found = Overlaid::new(&[("openapi.yaml", &spec), ("overlay.yaml", &actions)]);
        let budget = Budget { values: u64::MAX, through: u64::MAX, selected: 1_000, ..Budget::default() };
        let (_, findings) = carry_out(found.db(), found.spec, budget);
        assert!(findings.iter().any(|(_, found)| found.message.contains("more values than the limit")), "{findings:?}");
    }
}

#[test]
fn ten_thousand_actions_are_carried_out() {
    let action = |at: usize| format!("- {{target: \"$.paths['/pets'].get\", update: {{x: {at}}}}}\n");
    let actions: String = (0..10_000).map(action).collect();
    let found = overlaid(&actions);
    let operation = at(&found, "/paths/~1pets/get");
    assert_eq!(operation["x"], 9999);
}

/// A whole document has parts of its own.
#[test]
fn references_into_another_document_find_its_part() {
    let overlay = "overlay: 1.1.0\ninfo: {title: O, version: 1.0.0}\nactions:\n- {target: \"$.paths['/a'].get.responses['200'].content['application/json'].schema\", update: {title: T}}\n";
    let of = |pointer: &str| {
        let spec = format!(
            "openapi: 3.1.0\npaths:\n  /a:\n    get: {{responses: {{'200': {{content: {{application/json: {{schema: {{$ref: 'other.yaml#{pointer}'}}}}}}}}}}}}\n"
        );
        let other = "openapi: 3.1.0\ncomponents:\n  schemas:\n    First: {type: integer}\n    Second: {properties: {inner: {type: boolean}}}\n";
        let found = Overlaid::new(&[("api.yaml", &spec), ("other.yaml", other), ("overlay.yaml", overlay)]);
        at(&found, &format!("/paths/~1a/get{SCHEMA}"))
    };
    assert_eq!(of("/components/schemas/First"), json!({"type": "integer", "title": "T"}));
    let second = json!({"properties": {"inner": {"type": "boolean"}}, "title": "T"});
    assert_eq!(of("/components/schemas/Second"), second);
    assert_eq!(of("/components/schemas/Second/properties/inner"), json!({"type": "boolean", "title": "T"}));
}
