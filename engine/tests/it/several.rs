//! Projects of several specs: which operation a page means, and what is said where that is not clear.

use std::fmt::Write as _;

use engine::testing::{project, text};
use engine::{LineIndex, Place, Project, Site};

/// The findings of a project: `code file:line:column message / help`, each followed by its notes.
pub(crate) fn findings(project: &Project) -> String {
    let site = project.site();
    let mut out = String::new();
    for found in site.diagnostics() {
        let place = found.place.as_ref().map(|place| at(&site, place)).unwrap_or_default();
        let help = found.help.map(|help| format!(" / {help}")).unwrap_or_default();
        let _ = writeln!(out, "{}{place} {}{help}", found.code.name(), found.message);
        for note in found.notes {
            let place = note.place.as_ref().map(|place| at(&site, place)).unwrap_or_default();
            let _ = writeln!(out, "   {}{place}", note.message);
        }
    }
    out
}

fn at(site: &Site, place: &Place) -> String {
    let (line, column) = LineIndex::new(site.source(&place.file).unwrap_or_default()).line_column(place.span.start);
    format!(" {}:{line}:{column}", place.file)
}

/// The boxes on a page that say what is wrong with an endpoint.
fn boxes(project: &Project, page: &str) -> String {
    let html = text(project, page);
    let found = html.split("<div class=\"problem\" role=\"note\">").skip(1);
    found.map(|rest| rest.split("</div>").next().unwrap_or_default().to_owned() + "\n").collect()
}

const BANK_AND_SHOP: &str = r#"
//- /tool.json
{"name": "N", "openapi": [{"name": "bank", "spec": "bank.json"}, {"name": "shop", "spec": "shop.yaml"}]}
//- /bank.json
{"openapi": "3.1.0", "info": {"title": "Bank", "version": "1"}, "tags": [{"name": "a"}], "paths": {
  "/status": {"get": {"operationId": "getStatus", "summary": "Status", "tags": ["a"], "responses": {"200": {"description": "OK"}}}},
  "/accounts": {"get": {"operationId": "listAccounts", "summary": "Accounts", "tags": ["a"], "responses": {"200": {"description": "OK"}}}}}}
//- /shop.yaml
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /status:
    get:
      operationId: getStatus
      summary: Status
      responses: {"200": {description: OK}}
    head:
      operationId: listAccounts
      summary: Twice
      responses: {"200": {description: OK}}
  /goods:
    get:
      summary: Goods
      responses: {"200": {description: OK}}
    put:
      operationId: listAccounts
      summary: Twice
      responses: {"200": {description: OK}}
"#;

#[test]
fn a_ref_is_looked_up_in_all_specs() {
    let (_, project) = project(&format!(
        "{BANK_AND_SHOP}//- /docs/index.md\n---\ntitle: H\nlayout: api\n---\n\
         <wc-endpoint ref=\"GET /accounts\"></wc-endpoint>\n\n<wc-endpoint ref=\"GET /goods\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"getStatus\" spec=\"bank\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"GET /status\" spec=\"shop\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"HEAD /status\" spec=\"\"></wc-endpoint>\n\n<wc-endpoint ref=\"PUT /goods\"></wc-endpoint>\n"
    ));
    insta::assert_snapshot!(findings(&project), @r"
    duplicate-operation-id shop.yaml:18:20 `HEAD /status` and `PUT /goods` have the same `operationId` `listAccounts` / give each its own; until then, refer to them as `HEAD /status` and `PUT /goods`
       first used here shop.yaml:10:20
    ");
    assert_eq!(boxes(&project, "index.html"), "");
    let markdown = text(&project, "index.md");
    let heads: Vec<&str> = markdown.lines().filter(|line| line.starts_with("## ")).collect();
    insta::assert_snapshot!(heads.join("\n"), @r#"
    ## GET /accounts
    ## GET /goods
    ## GET /status
    ## GET /status
    ## HEAD /status
    ## PUT /goods
    "#);
}

#[test]
fn what_is_not_clear_is_said_with_every_place() {
    let (_, project) = project(&format!(
        "{BANK_AND_SHOP}//- /docs/index.md\n---\ntitle: H\n---\n\
         <wc-endpoint ref=\"getStatus\"></wc-endpoint>\n\n<wc-endpoint ref=\"GET /status\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"listAccounts\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"listAccounts\" spec=\"shop\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"getStatus\" spec=\"banc\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"getStatus\" spec=\"warehouse\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"getStatsu\" spec=\"shop\"></wc-endpoint>\n\n\
         <wc-endpoint ref=\"GET /good\" spec=\"bank\"></wc-endpoint>\n"
    ));
    insta::assert_snapshot!(findings(&project), @r#"
    ambiguous-ref docs/index.md:4:19 2 operations match `getStatus` / add `spec="bank"` or `spec="shop"`
       matches `GET /status` of `bank` bank.json:2:15
       matches `GET /status` of `shop` shop.yaml:5:5
    ambiguous-ref docs/index.md:6:19 2 operations match `GET /status` / add `spec="bank"` or `spec="shop"`
       matches `GET /status` of `bank` bank.json:2:15
       matches `GET /status` of `shop` shop.yaml:5:5
    ambiguous-ref docs/index.md:8:19 3 operations match `listAccounts` / add `spec="bank"` or `ref="HEAD /status" spec="shop"` or `ref="PUT /goods" spec="shop"`
       matches `GET /accounts` of `bank` bank.json:3:17
       matches `HEAD /status` of `shop` shop.yaml:9:5
       matches `PUT /goods` of `shop` shop.yaml:17:5
    ambiguous-ref docs/index.md:10:19 2 operations match `listAccounts` / add `ref="HEAD /status"` or `ref="PUT /goods"`
       matches `HEAD /status` of `shop` shop.yaml:9:5
       matches `PUT /goods` of `shop` shop.yaml:17:5
    unknown-spec docs/index.md:12:36 no spec is named `banc` / did you mean `bank`?
    unknown-spec docs/index.md:14:36 no spec is named `warehouse` / the specs are `bank`, `shop`
    unmatched-ref docs/index.md:16:19 no operation matches `getStatsu` / did you mean `getStatus`?
    unmatched-ref docs/index.md:18:19 no operation matches `GET /good`
    undocumented-operations shop.yaml:5:5 4 operations of `shop` have no page / `tool openapi scaffold shop.yaml --new-only` creates the missing pages
       GET /status
       HEAD /status
       GET /goods
       PUT /goods
    duplicate-operation-id shop.yaml:18:20 `HEAD /status` and `PUT /goods` have the same `operationId` `listAccounts` / give each its own; until then, refer to them as `HEAD /status` and `PUT /goods`
       first used here shop.yaml:10:20
    "#);
    insta::assert_snapshot!(boxes(&project, "index.html"), @r#"
    <p>The API has several operations called <code>getStatus</code>. Choose one with: <code>spec=&quot;bank&quot;</code>, <code>spec=&quot;shop&quot;</code></p>
    <p>The API has several operations called <code>GET /status</code>. Choose one with: <code>spec=&quot;bank&quot;</code>, <code>spec=&quot;shop&quot;</code></p>
    <p>The API has several operations called <code>listAccounts</code>. Choose one with: <code>spec=&quot;bank&quot;</code>, <code>ref=&quot;HEAD /status&quot; spec=&quot;shop&quot;</code>, <code>ref=&quot;PUT /goods&quot; spec=&quot;shop&quot;</code></p>
    <p>The API has several operations called <code>listAccounts</code>. Choose one with: <code>ref=&quot;HEAD /status&quot;</code>, <code>ref=&quot;PUT /goods&quot;</code></p>
    <p>The project has no OpenAPI file called <code>banc</code>. Did you mean <code>bank</code>?</p>
    <p>The project has no OpenAPI file called <code>warehouse</code>. The specs are <code>bank</code>, <code>shop</code></p>
    <p>The API has no operation called <code>getStatsu</code>. Did you mean <code>getStatus</code>?</p>
    <p>The API has no operation called <code>GET /good</code>.</p>
    "#);
}

#[test]
fn the_name_of_the_only_spec_may_be_said() {
    let check = |openapi: &str, spec: &str| {
        let (_, project) = project(&format!(
            "//- /tool.json\n{{\"name\": \"N\", \"openapi\": {openapi}}}\n//- /api.json\n\
             {{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{\"/a\": {{\"get\": \
             {{\"summary\": \"S\", \"responses\": {{}}}}}}}}}}\n//- /docs/index.md\n---\ntitle: H\n---\n\
             <wc-endpoint ref=\"GET /a\" spec=\"{spec}\"></wc-endpoint>\n"
        ));
        findings(&project)
    };
    assert_eq!(check(r#"{"name": "one", "spec": "api.json"}"#, "one"), "");
    insta::assert_snapshot!(check(r#"{"name": "one", "spec": "api.json"}"#, "other"), @r#"
    undocumented-operations api.json:1:79 1 operation of `one` has no page / `tool openapi scaffold api.json --new-only` creates the missing pages
       GET /a
    unknown-spec docs/index.md:4:33 no spec is named `other` / the one spec is `one`
    "#);
    insta::assert_snapshot!(check(r#""api.json""#, "one"), @r#"
    undocumented-operations api.json:1:79 1 operation has no page / `tool openapi scaffold api.json --new-only` creates the missing pages
       GET /a
    unknown-spec docs/index.md:4:33 no spec is named `one` / the specs in `tool.json` have no names; remove `spec`
    "#);
}

#[test]
fn operations_without_a_page_are_counted_for_each_spec() {
    let (_, project) = project(&format!(
        "{BANK_AND_SHOP}//- /docs/index.md\n---\ntitle: H\n---\n<wc-endpoint ref=\"getStatus\"></wc-endpoint>\n"
    ));
    let found = findings(&project);
    let start = found.find("undocumented-operations").unwrap();
    insta::assert_snapshot!(&found[start..], @r#"
    undocumented-operations bank.json:3:17 1 operation of `bank` has no page / `tool openapi scaffold bank.json --new-only` creates the missing pages
       GET /accounts
    ambiguous-ref docs/index.md:4:19 2 operations match `getStatus` / add `spec="bank"` or `spec="shop"`
       matches `GET /status` of `bank` bank.json:2:15
       matches `GET /status` of `shop` shop.yaml:5:5
    undocumented-operations shop.yaml:5:5 4 operations of `shop` have no page / `tool openapi scaffold shop.yaml --new-only` creates the missing pages
       GET /status
       HEAD /status
       GET /goods
       PUT /goods
    duplicate-operation-id shop.yaml:18:20 `HEAD /status` and `PUT /goods` have the same `operationId` `listAccounts` / give each its own; until then, refer to them as `HEAD /status` and `PUT /goods`
       first used here shop.yaml:10:20
    "#);
}

/// A project whose one operation answers with five fields of five fields, shown with a value of `api`.
fn with_api(api: &str) -> Project {
    let fields: Vec<String> = ["a", "b", "c", "d", "e"]
        .iter()
        .map(|name| format!("\"{name}\": {{\"$ref\": \"#/components/schemas/Part\"}}"))
        .collect();
    let inner = r#""v": {}, "w": {}, "x": {}, "y": {}, "z": {}"#;
    let (_, project) = project(&format!(
        "//- /tool.json\n{{\"name\": \"N\", \"openapi\": \"api.json\", \"api\": {api}}}\n//- /api.json\n\
         {{\"openapi\": \"3.1.0\", \"info\": {{\"title\": \"T\", \"version\": \"1\"}}, \"paths\": {{\"/a\": {{\"get\": {{\"summary\": \"S\", \
         \"responses\": {{\"200\": {{\"description\": \"OK\", \"content\": {{\"application/json\": {{\"schema\": {{\"type\": \"object\", \
         \"properties\": {{{}}}}}}}}}}}}}}}}}}}, \"components\": {{\"schemas\": {{\"Part\": {{\"properties\": {{{inner}}}}}}}}}}}\n\
         //- /docs/index.md\n---\ntitle: H\n---\n<wc-endpoint ref=\"GET /a\"></wc-endpoint>\n",
        fields.join(", ")
    ));
    project
}

#[test]
fn a_page_shows_as_many_fields_in_place_as_is_set() {
    let fields = |api: &str| text(&with_api(api), "index.html").matches("<wc-field ").count();
    assert_eq!(fields("{}"), 30);
    assert_eq!(fields(r#"{"expandFields": 31}"#), 30);
    // The body itself is the 31st. Beyond the budget a page shows three tenths of it.
    assert_eq!(fields(r#"{"expandFields": 30}"#), 5);
    assert_eq!(fields(r#"{"expandFields": 0}"#), 5);
}

#[test]
fn samples_are_in_the_languages_that_are_set() {
    let labels = |api: &str| {
        let html = text(&with_api(api), "index.html");
        let tabs = html.split("<wc-code-group sync=\"lang\"").nth(1).unwrap_or_default();
        let tabs = tabs.split("</wc-code-group>").next().unwrap_or_default();
        let labels = tabs.split("<wc-code-tab label=\"").skip(1).filter_map(|rest| rest.split('"').next());
        labels.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(labels("{}"), "curl JavaScript Python Go Java C# PHP Ruby Rust");
    assert_eq!(labels(r#"{"samples": ["python", "CURL", "Python"]}"#), "Python curl");
    assert_eq!(labels(r#"{"samples": []}"#), "");
    let twin = |api: &str| {
        let markdown = text(&with_api(api), "index.md");
        let example = markdown.split("### Request example\n").nth(1)?.trim_start();
        Some(example.lines().next()?.to_owned())
    };
    assert_eq!(twin("{}").as_deref(), Some("```bash"));
    assert_eq!(twin(r#"{"samples": ["Python", "curl"]}"#).as_deref(), Some("```python"));
    assert_eq!(twin(r#"{"samples": []}"#), None);
    insta::assert_snapshot!(findings(&with_api(r#"{"samples": ["curl", "Pyhton", "cobol"], "colour": 1}"#)), @r#"
    invalid-config tool.json:1:66 unknown sample language `Pyhton` / did you mean `Python`?
    invalid-config tool.json:1:76 unknown sample language `cobol` / the languages are curl, JavaScript, Python, Go, Java, C#, PHP, Ruby, Rust
    unknown-field tool.json:1:86 unknown field `colour`
    "#);
}

#[test]
fn a_schema_is_looked_up_in_every_spec() {
    let (_, project) = project(
        "//- /tool.json\n{\"name\": \"N\", \"openapi\": [{\"name\": \"bank\", \"spec\": \"bank.json\"}, {\"name\": \"shop\", \"spec\": \"shop.yaml\"}]}\n\
         //- /bank.json\n{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"B\", \"version\": \"1\"}, \"paths\": {}, \"components\": {\"schemas\": {\n\
         \"Error\": {\"type\": \"object\"}, \"Account\": {\"type\": \"object\", \"properties\": {\"iban\": {\"type\": \"string\"}}}}}}\n\
         //- /shop.yaml\nopenapi: 3.1.0\ninfo: {title: S, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n    Error:\n      type: object\n      properties:\n        reason: {type: string}\n\
         //- /docs/index.md\n---\ntitle: H\n---\n\
         <wc-schema ref=\"Error\" />\n\n<wc-schema ref=\"Error\" spec=\"shop\" />\n\n<wc-schema ref=\"Account\" />\n\n\
         <wc-schema ref=\"Acount\" />\n\n<wc-schema ref=\"Account\" spec=\"shop\" />\n\n<wc-schema ref=\"Account\" spec=\"shpo\" />\n",
    );
    insta::assert_snapshot!(findings(&project), @r#"
    ambiguous-ref docs/index.md:4:17 2 schemas are named `Error` / add `spec="bank"` or `spec="shop"`
       matches `Error` of `bank` bank.json:2:1
       matches `Error` of `shop` shop.yaml:6:5
    unmatched-ref docs/index.md:10:17 no schema is named `Acount` / did you mean `Account`?
    unmatched-ref docs/index.md:12:17 no schema is named `Account`
    unknown-spec docs/index.md:14:32 no spec is named `shpo` / did you mean `shop`?
    "#);
    insta::assert_snapshot!(boxes(&project, "index.html"), @r"
    <p>The API has several schemas called <code>Error</code>. Choose one with: <code>spec=&quot;bank&quot;</code>, <code>spec=&quot;shop&quot;</code></p>
    <p>The API has no schema called <code>Acount</code>. Did you mean <code>Account</code>?</p>
    <p>The API has no schema called <code>Account</code>.</p>
    <p>The project has no OpenAPI file called <code>shpo</code>. Did you mean <code>shop</code>?</p>
    ");
    let page = text(&project, "index.html");
    assert!(page.contains("id=\"Error-1.reason\"") && page.contains("id=\"Account.iban\""), "{page}");
}
