//! Pages and fragments of named schemas: where they are, what they hold, what uses them, and what an edit makes anew.

use engine::Project;
use engine::testing::{project, text};

use crate::incremental::{edit, everything};
use crate::shown::findings;

const SPEC: &str = r##"
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      responses:
        "200":
          description: OK
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}
  /other:
    get:
      operationId: getOther
      responses:
        "200":
          description: OK
          content: {application/json: {schema: {$ref: '#/components/schemas/Other'}}}
  /hidden:
    get:
      operationId: getHidden
      responses:
        "200":
          description: OK
          content: {application/json: {schema: {$ref: '#/components/schemas/Unreached'}}}
components:
  schemas:
    Pet:
      type: object
      description: A pet.
      properties:
        name: {type: string, description: Name of the pet.}
        owner: {$ref: '#/components/schemas/Owner'}
        mother: {$ref: '#/components/schemas/Pet'}
    Owner:
      type: object
      properties:
        email: {type: string, description: Mail of the owner.}
        home: {$ref: '#/components/schemas/home'}
    home:
      type: object
      properties: {city: {type: string}}
    Home:
      type: object
      properties: {town: {type: string}}
    Other:
      type: object
      properties: {value: {type: string, description: Some value.}, home: {$ref: '#/components/schemas/Home'}}
    Unreached:
      type: object
"##;

/// A site with a page for two of the operations; `config` is added to `tool.json`.
fn site(config: &str, more: &str) -> (std::sync::Arc<engine::MemorySystem>, Project) {
    project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"openapi.yaml\"{config}}}\n//- /openapi.yaml{SPEC}\
         //- /docs/index.md\n---\ntitle: Pets\n---\n\n<wc-endpoint ref=\"listPets\" />\n\
         //- /docs/other.md\n---\ntitle: Other\n---\n\n<wc-endpoint ref=\"getOther\" />\n{more}"
    ))
}

/// The paths of a site that begin so.
fn paths(project: &Project, prefix: &str) -> Vec<String> {
    let all = project.site().outputs();
    all.iter().filter(|path| path.starts_with(prefix)).map(ToString::to_string).collect()
}

#[test]
fn each_schema_that_pages_reach_has_a_page_a_twin_and_a_fragment() {
    let (_, project) = site("", "");
    let found = paths(&project, "_tool/m/");
    // Two names that differ in case alone are two names on every file system.
    let keys: Vec<&str> =
        found.iter().map(|path| path.trim_start_matches("_tool/m/").trim_end_matches(".js")).collect();
    assert!(
        matches!(keys[..], ["home", tailed, "other", "owner", "pet"] if tailed.starts_with("home-"))
            || matches!(keys[..], [tailed, "home", "other", "owner", "pet"] if tailed.starts_with("home-")),
        "{keys:?}"
    );
    let names = ["other", "owner", "pet"];
    for name in names {
        for path in [format!("api/models/{name}/index.html"), format!("api/models/{name}.md")] {
            assert!(project.site().has_output(&path), "{path}");
        }
    }
    assert!(!project.site().has_output("api/models/unreached/index.html"));
    let page = text(&project, "api/models/owner/index.html");
    for part in [
        "<h1>Owner</h1>",
        r#"<h2 class="fields-title" id="fields">Fields</h2>"#,
        r#"id="Owner.email""#,
        r#"<h2 id="example">Example</h2>"#,
        r#"<h2 id="used-by">Used indirectly by</h2>"#,
        r#"<a class="index-link" href="../../../"><span class="method" data-method="get">GET</span><bdi>List pets</bdi>"#,
        r#"<a class="index-link" href="../../../api/models/pet/"><bdi>Pet</bdi>"#,
        r#"<link rel="alternate" type="text/markdown" href="../../../api/models/owner.md">"#,
    ] {
        assert!(page.contains(part), "{part}\nis not in\n{page}");
    }
    let list = text(&project, "api/models/index.html");
    assert_eq!(list.matches("class=\"index-link\"").count(), 5, "{list}");
    assert!(text(&project, "all-pages/index.html").contains(r#"href="../api/models/""#));
    insta::assert_snapshot!(text(&project, "api/models/pet.md"));
}

#[test]
fn a_page_names_what_its_schema_extends() {
    let origin = |title: &str, bases: &str| {
        let (_, project) = project(&format!(
            r#"
//- /tool.json
{{ "name": "N", "openapi": "openapi.yaml" }}
//- /docs/index.md
---
title: Dogs
---

<wc-endpoint ref="getDogs" />
//- /openapi.yaml
openapi: 3.1.0
info: {{title: T, version: "1"}}
paths:
  /dogs:
    get:
      operationId: getDogs
      responses:
        "200":
          description: OK
          content: {{application/json: {{schema: {{type: array, items: {{$ref: '#/components/schemas/Puppy'}}}}}}}}
components:
  schemas:
    Pet: {{type: object, properties: {{name: {{type: string}}}}}}
    Young: {{type: object, properties: {{age: {{type: integer}}}}}}
    Puppy: {{type: object, {title}properties: {{size: {{type: integer}}}}, allOf: [{bases}]}}
"#
        ));
        let page = text(&project, "api/models/puppy/index.html");
        let (_, rest) = page.split_once("<p class=\"model-origin\">")?;
        Some(rest.split("</p>").next().unwrap_or_default().replace(" href=\"../../../api/models", " href=\""))
    };
    let (pet, young) = ("{$ref: '#/components/schemas/Pet'}", "{$ref: '#/components/schemas/Young'}");
    let (pet_link, young_link) =
        ("<a href=\"/pet/\"><code>Pet</code></a>", "<a href=\"/young/\"><code>Young</code></a>");
    assert_eq!(origin("", ""), None);
    assert_eq!(origin("title: Dog, ", "").as_deref(), Some("Dog"));
    assert_eq!(origin("", pet), Some(format!("extends {pet_link}")));
    assert_eq!(
        origin("title: Dog, ", &format!("{pet}, {young}")),
        Some(format!("Dog extends {pet_link}, {young_link}"))
    );
}

#[test]
fn a_page_of_the_project_wins_and_links_to_models_are_known() {
    let (_, project) = site(
        "",
        "//- /docs/api/models/pet.md\n---\ntitle: Mine\n---\n\n[other](/api/models/owner) [all](/api/models)\n",
    );
    let page = text(&project, "api/models/pet/index.html");
    assert!(page.contains("<h1>Mine</h1>") && page.contains(r#"href="../../../api/models/owner/""#), "{page}");
    let codes: Vec<_> = project.site().diagnostics().iter().map(|found| found.code.name()).collect();
    assert!(!codes.contains(&"broken-link"), "{codes:?}");
    assert!(project.site().has_output("_tool/m/pet.js"));
}

#[test]
fn without_models_nothing_leads_to_them() {
    let (_, project) = site(r#", "api": {"models": false}"#, "");
    assert_eq!(paths(&project, "_tool/m/"), [""; 0]);
    assert_eq!(paths(&project, "api/models"), [""; 0]);
    let page = text(&project, "index.html");
    assert!(page.contains(r#"<p class="field-note">recursive: Pet</p>"#) && !page.contains("data-model"), "{page}");
    assert!(text(&project, "index.md").contains("recursive: Pet\n"));
}

#[test]
fn several_specs_have_folders_that_cannot_clash() {
    let spec = |schema: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n  /a:\n    get:\n      operationId: get{schema}\n      responses:\n        '200':\n          description: OK\n          content: {{application/json: {{schema: {{$ref: '#/components/schemas/Pet'}}}}}}\ncomponents:\n  schemas:\n    Pet: {{type: object, properties: {{own{schema}: {{type: string}}, pet: {{$ref: '#/components/schemas/Pet'}}}}}}\n"
        )
    };
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": [{{\"name\": \"Shop\", \"spec\": \"a.yaml\"}}, {{\"name\": \"shop\", \"spec\": \"b.yaml\"}}]}}\n\
         //- /a.yaml\n{}//- /b.yaml\n{}//- /docs/index.md\n---\ntitle: H\n---\n<wc-endpoint ref=\"getA\" />\n<wc-endpoint ref=\"getB\" />\n",
        spec("A"),
        spec("B")
    ));
    let found = paths(&project, "_tool/m/");
    assert_eq!(found.len(), 2, "{found:?}");
    let owns = |own: &str| found.iter().filter(|path| text(&project, path).contains(own)).count();
    assert_eq!((owns("ownA"), owns("ownB")), (1, 1));
    for path in &found {
        let key = path.trim_start_matches("_tool/m/").trim_end_matches(".js");
        assert!(text(&project, "index.html").contains(&format!("data-model=\"{key}\"")), "{key}");
        assert!(project.site().has_output(&format!("api/models/{key}/index.html")), "{key}");
    }
}

#[test]
fn what_a_page_leaves_out_is_a_section_that_loads_the_fragment() {
    let (_, project) = site(r#", "api": {"expandFields": 0}"#, "");
    let page = text(&project, "index.html");
    for part in [
        r#"<details class="field-children" data-model="owner" data-at="response.200.owner"><summary>More in schema Owner</summary><p class="field-note"><a href="./api/models/owner/">Fields of Owner</a></p></details>"#,
        r#"<details class="field-children" data-model="pet" data-at="response.200.mother"><summary>recursive: Pet</summary>"#,
    ] {
        assert!(page.contains(part), "{part}\nis not in\n{page}");
    }
    assert!(text(&project, "index.md").contains("More in schema [Owner](/api/models/owner.md)"));
    // Ids go on from the field that the fragment is opened in, addresses from the root of the site.
    let fragment = text(&project, "_tool/m/owner.js");
    for part in
        ["toolFiles.put('m/owner','", r#"id="\x03.email""#, r#"data-at="\x03.home""#, r#"href="\x01api/models/home"#]
    {
        assert!(fragment.contains(part), "{part}\nis not in\n{fragment}");
    }
}

#[test]
fn an_edit_of_a_schema_renders_what_shows_it() {
    let (system, mut project) = site(r#", "api": {"expandFields": 0}"#, "");
    everything(&project);
    let renders = [
        "endpoint_html",
        "endpoint_markdown",
        "model_fragment",
        "model_markdown",
        "model_page",
        "page_body",
        "page_markdown",
        "playground_file",
    ];
    let mut rendered = |from: &str, to: &str| -> Vec<String> {
        let ran = edit(&system, &mut project, "openapi.yaml", from, to);
        let of = ran.into_iter().filter(|(name, _)| renders.contains(&name.as_str()));
        of.map(|(name, count)| format!("{count} {name}")).collect()
    };
    // A field of a schema that no operation shows in place.
    let own = ["1 model_fragment", "1 model_markdown", "1 model_page"];
    assert_eq!(rendered("Mail of the owner.", "Where the owner reads."), own);
    // Of one that an operation shows.
    let shown = [
        "1 endpoint_html",
        "1 endpoint_markdown",
        "1 model_fragment",
        "1 model_markdown",
        "1 model_page",
        "1 playground_file",
    ];
    assert_eq!(rendered("Name of the pet.", "What the pet listens to."), shown);
    assert_eq!(rendered("Some value.", "Any value."), shown);
    // A schema that comes, and one that nothing reaches.
    assert_eq!(rendered("    Unreached:\n", "    Yet:\n      type: string\n    Unreached:\n"), [""; 0]);
    assert_eq!(rendered("operationId: getHidden", "operationId: getConcealed"), [""; 0]);
}

#[test]
fn a_page_in_the_place_of_a_schema_is_reported() {
    let page = "---\ntitle: Mine\n---\n";
    let (_, project) = site(
        "",
        &format!(
            "//- /docs/api/models/pet.md\n{page}//- /docs/api/models/none.md\n{page}//- /docs/api/models.md\n{page}\
             //- /docs/api/models/owner/index.html\nx\n//- /docs/api/models/other/index.html/x.txt\nx\n"
        ),
    );
    insta::assert_snapshot!(findings(&project), @r"
    duplicate-page docs/api/models/other/index.html/x.txt:1:1 `docs/api/models/other/index.html/x.txt` needs the path `api/models/other/index.html/x.txt`, which the tool uses itself / rename or remove the file
    duplicate-page docs/api/models/owner/index.html:1:1 `docs/api/models/owner/index.html` needs the path `api/models/owner/index.html`, which the tool uses itself / rename or remove the file
    duplicate-page docs/api/models/pet.md:1:1 `docs/api/models/pet.md` needs the path `api/models/pet/index.html`, which the tool uses itself / rename or remove the file
    undocumented-operations openapi.yaml:20:5 1 operation has no page [GET /hidden] / `tool openapi scaffold openapi.yaml --new-only` creates the missing pages
    ");
    // A file in the place of their folder.
    let (_, project) = site("", "//- /docs/api/models\nx\n");
    assert!(findings(&project).contains("`docs/api/models` needs the path"), "{}", findings(&project));
    // Without such pages the place is free.
    let (_, project) = site(r#", "api": {"models": false}"#, &format!("//- /docs/api/models/pet.md\n{page}"));
    assert!(!findings(&project).contains("duplicate-page"), "{}", findings(&project));
}

/// The list of schemas: with the first sentences of descriptions, and by letter if it is long.
#[test]
fn the_list_of_schemas_has_descriptions_and_letters() {
    let (_, project) = site("", "");
    let list = text(&project, "api/models/index.html");
    assert!(list.contains("<bdi>Owner</bdi></a></li>") && !list.contains("index-letters"), "{list}");
    let names: Vec<String> = (0..45).map(|at| format!("{}{at}", ["Cat", "dog", "9"][at % 3])).collect();
    let properties: String =
        names.iter().map(|name| format!("p{name}: {{$ref: '#/components/schemas/{name}'}}, ")).collect();
    let about = "'**Says** <b>x</b> [more](/y). And more.'";
    let schemas: String =
        names.iter().map(|name| format!("    {name}: {{type: object, description: {about}}}\n")).collect();
    let (system, mut project) = project_of(&properties, &schemas);
    let list = text(&project, "api/models/index.html");
    assert_eq!(list.matches("class=\"index-letter\"").count(), 3, "{list}");
    assert!(list.contains(r##"<li><a href="#letter-d">D</a></li>"##), "{list}");
    assert!(list.contains(r#"<h2 id="letter-other"><bdi>#</bdi></h2>"#), "{list}");
    assert!(
        list.contains(r#"<bdi>dog1</bdi></a> <span class="index-about"><bdi>Says x more</bdi></span></li>"#),
        "{list}"
    );
    assert!(list.contains("_tool/index-filter."), "{list}");
    assert!(!text(&project, "api/models/dog1/index.html").contains("_tool/index-filter."));
    let markdown = text(&project, "api/models.md");
    assert!(markdown.contains("\n- [dog1](/api/models/dog1.md): Says x more\n"), "{markdown}");
    // Only this list depends on all descriptions of schemas.
    let others = ["all-pages/index.html", "api/models/dog4/index.html", "_tool/sidebar.js"];
    let before = others.map(|path| project.site().has_output(path).then(|| text(&project, path)));
    edit(
        &system,
        &mut project,
        "openapi.yaml",
        "dog1: {type: object, description: '**Says**",
        "dog1: {type: object, description: 'Tells",
    );
    assert!(text(&project, "api/models/index.html").contains("<bdi>Tells x more</bdi>"));
    assert_eq!(others.map(|path| project.site().has_output(path).then(|| text(&project, path))), before);
}

/// A site with one operation that answers with these properties.
fn project_of(properties: &str, schemas: &str) -> (std::sync::Arc<engine::MemorySystem>, Project) {
    project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"openapi.yaml\"}}\n//- /openapi.yaml\nopenapi: 3.1.0\ninfo: {{title: T, version: '1'}}\n\
         paths:\n  /a:\n    get:\n      operationId: getA\n      responses:\n        '200':\n          description: OK\n          content: {{application/json: {{schema: {{type: object, properties: {{{properties}}}}}}}}}\n\
         components:\n  schemas:\n{schemas}//- /docs/index.md\n---\ntitle: H\n---\n\n<wc-endpoint ref=\"getA\" />\n"
    ))
}

/// In the sidebar of its page, a schema is among those near it.
#[test]
fn schemas_far_from_the_current_one_are_counted() {
    let names: Vec<String> = (10..55).map(|number| format!("S{number}")).collect();
    let properties: String =
        names.iter().map(|name| format!("{name}: {{$ref: '#/components/schemas/{name}'}}, ")).collect();
    let schemas: String = names.iter().map(|name| format!("    {name}: {{type: object}}\n")).collect();
    let page = "//- /docs/a.md\n---\ntitle: A\nlayout: api\n---\n<wc-endpoint ref=\"getA\" />\n";
    let (_, project) = project_of(&properties, &format!("{schemas}{page}"));
    let counts = |name: &str| {
        let html = text(&project, &format!("api/models/{name}/index.html"));
        let shown = |words: &str| {
            let all = html.split("Show ").skip(1).filter_map(|rest| rest.split_once(' '));
            all.filter(|(_, rest)| rest.starts_with(words)).map(|(count, _)| count.to_owned()).collect::<String>()
        };
        format!("{}, {}", shown("earlier"), shown("more"))
    };
    assert_eq!(["s10", "s16", "s17", "s30", "s54"].map(counts), [", 32", ", 32", "1, 31", "14, 18", "32, "]);
}

/// A schema with more uses than are listed: the rest is a number, which leads to the list of all pages where that is a page.
#[test]
fn uses_beyond_what_is_listed_are_counted() {
    let mut paths = String::new();
    let mut pages = String::new();
    for number in 0..503 {
        paths.push_str(&format!(
            "  /p{number}:\n    get:\n      operationId: get{number}\n      responses:\n        '200': {{description: OK, content: {{application/json: {{schema: {{$ref: '#/components/schemas/Pet'}}}}}}}}\n"
        ));
        pages.push_str(&format!(
            "//- /docs/p{number}.md\n---\ntitle: P{number}\n---\n\n<wc-endpoint ref=\"get{number}\" />\n"
        ));
    }
    let spec = format!(
        "openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}components:\n  schemas:\n    Pet: {{type: object, properties: {{name: {{type: string}}}}}}\n"
    );
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"api.yaml\"}}\n//- /api.yaml\n{spec}{pages}"
    ));
    let twin = text(&project, "api/models/pet.md");
    assert_eq!(twin.matches("](/p").count(), 500);
    assert!(!twin.contains("all-pages") && twin.contains("\n- and 3 more"), "{}", &twin[twin.len() - 200..]);
    assert!(text(&project, "api/models/pet/index.html").contains(r#"href="../../../all-pages/""#));
}

/// The marks of the fields in a part of a page, in order: the name with `+` if it is required, with `?` if it is optional.
fn marks(html: &str) -> String {
    let fields = html.split("<wc-field ").skip(1).map(|field| {
        let line = field.split("</p>").next().unwrap_or_default();
        let name = line.split("</code>").next().and_then(|start| start.rsplit('>').next()).unwrap_or_default();
        let mark = match (line.contains("<b>required</b>"), line.contains("<small>optional</small>")) {
            (true, _) => "+",
            (_, true) => "?",
            _ => "",
        };
        format!("{name}{mark}")
    });
    fields.collect::<Vec<_>>().join(" ")
}

#[test]
fn fields_that_are_only_read_carry_the_rarer_mark() {
    let of = |required: &str| {
        let schema = format!(
            "    A: {{required: [{required}], properties: {{x: {{type: string}}, y: {{type: string}}, z: {{type: string}}}}}}\n"
        );
        let (_, project) = project_of("a: {$ref: '#/components/schemas/A'}", &schema);
        let page = text(&project, "api/models/a/index.html");
        (marks(&page), text(&project, "api/models/a.md"))
    };
    let (none, some, most, all) = (of(""), of("x"), of("x, y"), of("x, y, z"));
    assert_eq!([&*none.0, &*some.0, &*most.0, &*all.0], ["x? y? z?", "x+ y z", "x y z?", "x y z"]);
    // The Markdown alternate states it for each field.
    assert!(!none.1.contains("required"));
    for (markdown, count) in [(some.1, 1), (most.1, 2), (all.1, 3)] {
        assert_eq!(markdown.matches("required").count(), count, "{markdown}");
    }
}

#[test]
fn a_schema_has_its_example_and_its_uses_before_its_fields() {
    let (_, project) = site("", "");
    let page = text(&project, "api/models/pet/index.html");
    let places = ["endpoint-intro", "id=\"example\"", "id=\"used-by\"", "id=\"fields\""].map(|part| page.find(part));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{page}");
}

#[test]
fn a_long_name_may_break_after_its_punctuation() {
    let schemas = "    a_payment_method_of.us_bank_account: {properties: {x: {type: string}}}\n    short_name: {properties: {x: {type: string}}}\n";
    let (_, project) = project_of(
        "a: {$ref: '#/components/schemas/a_payment_method_of.us_bank_account'}, b: {$ref: '#/components/schemas/short_name'}",
        schemas,
    );
    let list = text(&project, "api/models/index.html");
    for part in
        ["<bdi>a_<wbr>payment_<wbr>method_<wbr>of.<wbr>us_<wbr>bank_<wbr>account</bdi>", "<bdi>short_name</bdi>"]
    {
        assert!(list.contains(part), "{part}\nis not in\n{list}");
    }
}
