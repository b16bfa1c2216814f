//! References into other files: where they lead, what is said when they lead nowhere, and what an edit runs again.

use std::sync::Arc;

use engine::testing::{executed, project, text};
use engine::{Change, MemorySystem, OsSystem, OutputOptions, Project, System};

use crate::shown::{self, words};

const PAGE: &str = "//- /docs/index.md\n---\ntitle: H\n---\n<wc-endpoint ref=\"GET /pets/{id}\"></wc-endpoint>\n";

/// The findings, without the one about the parameter of the path, which most files here do not declare.
fn findings(project: &Project) -> String {
    let found = shown::findings(project);
    let is_kept = |line: &&str| !line.contains("the parameter `id` of the path `/pets/{id}` is not declared");
    found.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

/// A spec in `api/openapi.yaml` whose one path item is in a file.
fn small(files: &str) -> (Arc<MemorySystem>, Project) {
    let root = "//- /tool.json\n{\"name\": \"N\", \"openapi\": \"api/openapi.yaml\"}\n//- /api/openapi.yaml\n\
        openapi: 3.1.0\ninfo: {title: T, version: \"1\"}\nservers: [{url: https://e.test}]\n\
        security: [{key: []}]\npaths:\n  /pets/{id}:\n    $ref: paths/pet.yaml\n\
        components:\n  securitySchemes:\n    key: {$ref: ../shared/security.yaml#/key}\n  schemas:\n    Own: {type: string, title: Own}\n";
    let security = "//- /shared/security.yaml\nkey: {type: http, scheme: bearer}\n";
    project(&format!("{root}{security}{PAGE}{files}"))
}

#[test]
fn every_position_may_refer_to_another_file() {
    let (_, project) = small(
        r##"
//- /api/paths/pet.yaml
parameters:
  - $ref: ../../shared/id%20of%20pet.yaml
get:
  summary: Get a pet
  requestBody: {$ref: "../parts.yaml#/bodies/Pet"}
  responses:
    "200": {$ref: "../parts.yaml#/responses/a~1b"}
    default: {$ref: ../../shared/error.json}
  callbacks:
    changed: {$ref: "../parts.yaml#/callback"}
//- /shared/id of pet.yaml
name: id
in: path
required: true
schema: {type: string, maxLength: 7}
//- /api/parts.yaml
bodies:
  Pet: {content: {application/json: {schema: {$ref: ../shared/Pet.yaml}}}}
responses:
  a/b:
    description: Found
    headers: {X-Rate: {$ref: "#/headers/Rate"}}
    content:
      application/json:
        schema: {$ref: ../shared/Pet.yaml}
        examples: {one: {$ref: "#/examples/one"}}
    links: {next: {$ref: "#/links/next"}}
headers:
  Rate: {description: How many are left, schema: {type: integer}}
examples:
  one: {value: {name: Rex, $ref: nothing.yaml}}
links:
  next: {operationId: nextPet, description: The next one}
callback:
  "{$request.body#/url}":
    post: {requestBody: {$ref: "#/bodies/Pet"}, responses: {}}
//- /shared/Pet.yaml
type: object
properties:
  name: {type: string}
  parent: {$ref: "#"}
  friend: {$ref: "#friend"}
  kind: {$ref: "../api/openapi.yaml#/components/schemas/Own"}
$defs:
  friend: {$anchor: friend, type: object, properties: {since: {type: string, format: date}}}
//- /shared/error.json
{"description": "Wrong", "content": {"application/json": {"schema": {"$ref": "nested/Error.json#/definitions/Error"}}}}
//- /shared/nested/Error.json
{"definitions": {"Error": {"type": "object", "properties": {"cause": {"$ref": "../error-cause.yaml"}}}}}
//- /shared/error-cause.yaml
oneOf: [{$ref: ./Pet.yaml}, {$ref: nested/Error.json#/definitions/Error}]
discriminator: {propertyName: kind, mapping: {pet: Pet.yaml, error: "nested/Error.json#/definitions/Error"}}
"##,
    );
    assert_eq!(findings(&project), "");
    insta::assert_snapshot!(words(&project, "index.html"));
}

#[test]
fn what_leads_nowhere_is_reported_where_it_stands() {
    let (_, project) = small(
        r##"
//- /api/paths/pet.yaml
parameters: [{name: id, in: path, required: true, schema: {$ref: ../gone.yaml}}]
get:
  operationId: getPet
  responses:
    "200": {$ref: "../gone.yaml#/x"}
    "201": {$ref: "../parts.yaml#/responses/Pett"}
    "202": {$ref: "https://e.test/x.yaml"}
    "203": {$ref: ../../../outside.yaml}
    "204": {$ref: ../broken.yaml}
    "205": {$ref: "../parts.yaml#/responses/Text"}
    "206": {$ref: "../empty.yaml"}
    "207": {$ref: "../parts.yaml#/responses/Loop"}
//- /api/parts.yaml
responses:
  Pet: {description: Pet, content: []}
  Text: some text
  Loop: {$ref: "../api/parts.yaml#/responses/Pool"}
  Pool: {$ref: "./loop.yaml"}
//- /api/loop.yaml
$ref: parts.yaml#/responses/Loop
//- /api/empty.yaml
//- /api/broken.yaml
description: "never closed
"##,
    );
    insta::assert_snapshot!(findings(&project));
    let shown = words(&project, "index.html");
    assert!(shown.contains("../gone.yaml") && shown.contains("names a file that does not exist"), "{shown}");
}

#[test]
fn a_file_that_appears_resolves_what_waited_for_it() {
    let (system, mut project) = small("//- /api/paths/pet.yaml\nget: {responses: {\"200\": {$ref: ../ok.yaml}}}\n");
    assert_eq!(findings(&project), "missing-file api/paths/pet.yaml:1:33 the file `api/ok.yaml` does not exist\n");
    system.write("api/ok.yaml", "description: It is there\n");
    assert!(project.apply(&[Change::Path("api/ok.yaml".into())]));
    assert_eq!(findings(&project), "");
    assert!(words(&project, "index.html").contains("It is there"));
    system.write("api/ok.yaml", "description: Now with {$ref\ncontent: {a/b: {schema: {$ref: later.yaml}}}\n");
    assert!(project.apply(&[Change::Path("api/ok.yaml".into())]));
    assert!(project.site().watched().contains(&Arc::from("api/later.yaml")));
    system.remove("api/paths/pet.yaml");
    assert!(project.apply(&[Change::Path("api/paths/pet.yaml".into())]));
    assert!(findings(&project).contains("missing-file api/openapi.yaml:7:11 the file `api/paths/pet.yaml`"));
    assert!(!project.site().watched().contains(&Arc::from("api/ok.yaml")));
}

#[test]
fn an_edit_of_one_path_file_runs_what_uses_it() {
    let run = |count: usize| {
        let mut files = String::from("//- /tool.json\n{\"name\": \"N\", \"openapi\": \"openapi.yaml\"}\n");
        let mut paths = String::new();
        for number in 0..count {
            paths.push_str(&format!("  /p{number}: {{$ref: paths/p{number}.yaml}}\n"));
            files.push_str(&format!(
                "//- /paths/p{number}.yaml\nget:\n  operationId: op{number}\n  description: Before {number}.\n  \
                 responses: {{\"200\": {{$ref: ../ok.yaml}}}}\n\
                 //- /docs/p{number}.md\n---\ntitle: P{number}\n---\n<wc-endpoint ref=\"op{number}\"></wc-endpoint>\n"
            ));
        }
        files.push_str("//- /ok.yaml\ndescription: OK\n//- /openapi.yaml\nopenapi: 3.1.0\ninfo: {title: T, version: \"1\"}\npaths:\n");
        files.push_str(&paths);
        let (system, mut project) = project(&files);
        let everything = |project: &Project| {
            let site = project.site();
            for path in site.outputs() {
                let _ = site.output(&path, OutputOptions::default());
            }
            let _ = site.diagnostics();
        };
        everything(&project);
        let before = String::from_utf8(system.read("paths/p1.yaml", u64::MAX).unwrap()).unwrap();
        system.write("paths/p1.yaml", before.replace("Before", "After"));
        let ran = executed(&mut project, |project| {
            assert!(project.apply(&[Change::Path("paths/p1.yaml".into())]));
            everything(project);
        });
        assert!(text(&project, "p1/index.html").contains("After 1."));
        ran.iter().map(|(name, count)| format!("{count} {name}\n")).collect::<String>()
    };
    let small = run(4);
    assert_eq!(small, run(60));
    insta::assert_snapshot!(small);
}

#[test]
fn nothing_outside_the_project_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    std::fs::create_dir_all(root.join("docs/folder")).unwrap();
    std::fs::write(folder.path().join("secret.yaml"), "description: SECRET\n").unwrap();
    let secret = folder.path().join("secret.yaml").display().to_string();
    let mut references = vec![
        "../secret.yaml".to_owned(),
        "%2e%2e/secret.yaml".to_owned(),
        "docs/../../secret.yaml".to_owned(),
        secret.clone(),
        secret.replace('/', "%2F"),
        format!("file://{secret}"),
        "C:\\\\secret.yaml".to_owned(),
        "\\\\\\\\host\\\\secret.yaml".to_owned(),
        "/dev/zero".to_owned(),
        "docs/folder".to_owned(),
        "binary.yaml".to_owned(),
    ];
    std::fs::write(root.join("binary.yaml"), [0xff, 0xfe, 0, 1]).unwrap();
    if cfg!(unix) {
        references.push("link.yaml".to_owned());
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret.yaml"), root.join("link.yaml")).unwrap();
    }
    let responses: Vec<String> =
        references.iter().enumerate().map(|(at, text)| format!("\"{}\": {{\"$ref\": \"{text}\"}}", 200 + at)).collect();
    let spec = format!(
        "{{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{\"/a\": {{\"get\": {{\"operationId\": \"a\", \"responses\": {{{}}}}}}}}}}}",
        responses.join(",\n")
    );
    std::fs::write(root.join("openapi.json"), spec).unwrap();
    std::fs::write(root.join("tool.json"), r#"{"name": "N", "openapi": "openapi.json"}"#).unwrap();
    std::fs::write(root.join("docs/index.md"), "---\ntitle: H\n---\n<wc-endpoint ref=\"a\"></wc-endpoint>\n").unwrap();
    let project = Project::open(Arc::new(OsSystem::new(&root).unwrap()));
    let found = findings(&project);
    for reference in &references {
        let named = format!("`{}`", reference.replace("\\\\", "\\"));
        let line = found.lines().find(|line| line.contains(&named)).unwrap_or_else(|| panic!("{named} in\n{found}"));
        let code = match reference.as_str() {
            "docs/folder" => "unreadable-file",
            "binary.yaml" => "not-text",
            _ => "outside-project",
        };
        assert!(line.starts_with(code), "{line}");
    }
    assert!(!found.contains("SECRET"));
    let site = project.site();
    for path in site.outputs() {
        if let Some(engine::Output::Bytes(bytes)) = site.output(&path, OutputOptions::default()) {
            assert!(!String::from_utf8_lossy(&bytes).contains("SECRET"), "{path}");
        }
    }
}

#[test]
fn a_missing_tree_is_one_finding_for_each_file() {
    let mut spec = String::from("openapi: 3.0.0\ninfo: {title: T, version: \"1\"}\npaths:\n");
    for number in 0..200 {
        spec.push_str(&format!(
            "  /p{number}:\n    get: {{responses: {{\"200\": {{$ref: common/m{}.yaml}}}}}}\n",
            number % 3
        ));
    }
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"openapi.yaml\"}}\n//- /docs/index.md\n---\ntitle: H\n---\n//- /openapi.yaml\n{spec}"
    ));
    let found = findings(&project);
    let missing: Vec<&str> = found.lines().filter(|line| line.starts_with("missing-file")).collect();
    assert_eq!(missing.len(), 3, "{found}");
    assert!(
        missing[0].contains("`common/m0.yaml` does not exist [also named here openapi.yaml:11:37]"),
        "{}",
        missing[0]
    );
    assert!(missing[0].ends_with("[and at 57 more places]"), "{}", missing[0]);
}

#[test]
fn a_large_file_is_read_by_its_parts() {
    let mut models = String::from("{\n");
    for number in 0..3_000 {
        models.push_str(&format!(
            "\"M{number}\": {{\"type\": \"object\", \"description\": \"Model {number}, one of many that make a file large.\", \"properties\": {{\"next\": {{\"$ref\": \"#/M{}\"}}}}}},\n",
            (number + 1) % 3_000
        ));
    }
    models.push_str("\"Last\": {\"type\": \"strng\"}}\n");
    assert!(models.len() > 256 << 10);
    let (_, project) = small(&format!(
        "//- /api/paths/pet.yaml\nget: {{responses: {{\"200\": {{description: OK, content: {{application/json: {{schema: {{$ref: ../models.json#/M7}}}}}}}}, \"201\": {{description: x, headers: {{H: {{schema: {{$ref: \"../models.json#/Last\"}}}}}}}}}}}}\n//- /api/models.json\n{models}"
    ));
    assert_eq!(
        findings(&project),
        "invalid-spec api/models.json:3002:18 `strng` is not a JSON Schema type / did you mean `string`?\n"
    );
    assert!(words(&project, "index.html").contains("Model 8, one of many"));
}

#[test]
fn a_file_is_read_by_the_rules_of_the_spec_that_refers_to_it() {
    let shown = |version: &str| {
        let (_, project) = project(&format!(
            r##"
//- /tool.json
{{"name": "N", "openapi": "api.yaml"}}
//- /api.yaml
openapi: {version}
info: {{title: T, version: "1", description: {{$ref: about.md}}}}
paths:
  /pets/{{id}}:
    get: {{$ref: op.yaml}}
//- /about.md
All about *pets*.
//- /op.yaml
responses:
  "200": {{description: OK, content: {{application/json: {{schema: {{properties: {{pet: {{$ref: "models.yaml#/Pet"}}, named: {{$ref: tree}}}}}}}}}}}}
x-codeSamples: [{{$ref: sample.yaml}}]
$defs: {{tree: {{$id: tree, type: object, description: Found by its id}}}}
//- /models.yaml
Pet: {{$ref: "#/Base", properties: {{sibling: {{type: string}}}}}}
Base: {{type: object, properties: {{base: {{type: string}}}}}}
//- /sample.yaml
lang: Shell
source: {{$ref: run.sh}}
//- /run.sh
run --now
{PAGE}"##
        ));
        // An operation has no `$defs`, 3.0 has no `$id`, and a description is a text.
        let found = findings(&project);
        let is_known = |line: &str| {
            line.contains("-spec-field op.yaml:4:")
                || line.contains("-mismatch op.yaml:4:")
                || line.starts_with("misplaced-reference api.yaml:2:52 `description` is ")
        };
        assert!(found.lines().all(is_known) && found.contains("misplaced-reference"), "{version}: {found}");
        words(&project, "index.html")
    };
    let (old, new) = (shown("3.0.3"), shown("3.1.0"));
    for words in [&old, &new] {
        assert!(words.contains("base\n") && words.contains("--now") && words.contains("Found by its id"), "{words}");
    }
    assert!(new.contains("sibling\n") && !old.contains("sibling\n"), "{old}");
}

#[test]
fn json_refers_to_files_like_yaml() {
    let (_, project) = project(&format!(
        r##"
//- /tool.json
{{"name": "N", "openapi": "a/api.json"}}
//- /a/api.json
{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/pets/{{id}}": {{"$ref": "../p/pet.json"}}}}}}
//- /p/pet.json
{{"get": {{"operationId": "one", "responses": {{"200": {{"$ref": "ok.json#/one"}}}}}},
 "put": {{"operationId": "one", "parameters": [{{"name": "no", "in": "path", "required": true}}]}}}}
//- /p/ok.json
{{"one": {{"description": "Fine"}}, "one": {{"description": "Later"}}}}
{PAGE}"##
    ));
    insta::assert_snapshot!(findings(&project));
    assert!(words(&project, "index.html").contains("Later"));
}

#[test]
fn after_any_cut_of_a_file_everything_equals_a_fresh_engines() {
    let (system, mut project) = small(
        "//- /api/paths/pet.yaml\nget:\n  operationId: one\n  responses:\n    \"200\": {$ref: ../ok.yaml#/a}\n    \"201\": {$ref: ../ok.yaml}\n//- /api/ok.yaml\na: {$ref: more.yaml}\ndescription: It\n//- /api/more.yaml\ndescription: More\n",
    );
    let everything = |project: &Project| -> Vec<Option<engine::Output>> {
        let site = project.site();
        site.outputs().iter().map(|path| site.output(path, OutputOptions::default())).collect()
    };
    for path in ["api/paths/pet.yaml", "api/ok.yaml", "shared/security.yaml", "api/openapi.yaml"] {
        let whole = String::from_utf8(system.read(path, u64::MAX).unwrap()).unwrap();
        for cut in (0..=whole.len()).step_by(3).chain([whole.len()]) {
            system.write(path, &whole[..cut]);
            project.apply(&[Change::Path(path.into())]);
            let fresh = Project::open(system.clone());
            assert_eq!(findings(&project), findings(&fresh), "{path} cut at {cut}");
            assert_eq!(everything(&project), everything(&fresh), "{path} cut at {cut}");
        }
    }
}

#[test]
fn an_id_is_the_base_of_the_references_below_it() {
    let (_, project) = project(&format!(
        r##"
//- /tool.json
{{"name": "N", "openapi": "api.yaml"}}
//- /api.yaml
openapi: 3.2.0
$self: https://e.test/api.yaml
info: {{title: T, version: "1"}}
paths:
  /pets/{{id}}:
    get:
      responses:
        "200": {{description: OK, content: {{application/json: {{schema: {{$ref: "#/components/schemas/Pet"}}}}}}}}
        "201": {{$ref: "https://e.test/api.yaml#/components/responses/Made"}}
components:
  responses:
    Made: {{description: Found by the document's own name}}
  schemas:
    Pet:
      $id: https://e.test/schemas/
      type: object
      properties:
        owner: {{$ref: other.json}}
        file: {{$ref: beside.json}}
        name: {{$ref: "other.json#/properties/name"}}
    Other:
      $id: https://e.test/schemas/other.json
      type: object
      properties: {{name: {{type: string, description: In the same document}}}}
//- /other.json
{{"description": "The wrong one"}}
//- /beside.json
{{"type": "string", "description": "In a file"}}
{PAGE}"##
    ));
    assert_eq!(findings(&project), "");
    let words = words(&project, "index.html");
    assert!(words.contains("In the same document") && words.contains("In a file"), "{words}");
    assert!(words.contains("Found by the document") && !words.contains("The wrong one"), "{words}");
}
