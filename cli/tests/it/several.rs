//! Specs that are not clear, in the words of each command: ids that stand twice, and several specs in one project.

use crate::test_site::{CLEAN, TestSite};

/// An API in which one id stands twice.
const TWICE: &str = r#"{
  "openapi": "3.1.0",
  "info": { "title": "Bank", "version": "1" },
  "paths": {
    "/accounts": { "get": { "operationId": "list", "summary": "List accounts", "responses": { "200": { "description": "OK" } } } },
    "/loans": { "get": { "operationId": "list", "summary": "List loans", "responses": { "200": { "description": "OK" } } } }
  }
}
"#;

/// Another API, with one of the first's paths.
const SHOP: &str = r#"openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /goods:
    get: {operationId: goods, summary: List goods, responses: {"200": {description: OK}}}
  /loans:
    get: {operationId: loans, summary: List what is lent, responses: {"200": {description: OK}}}
"#;

#[test]
fn an_id_that_stands_twice_is_said_by_every_command() {
    let site = TestSite::new(CLEAN);
    site.write("bank.json", TWICE);
    insta::assert_snapshot!(site.run("openapi scaffold bank.json"), @r#"
    exit 0
    warning[duplicate-operation-id]: `GET /accounts` and `GET /loans` have the same `operationId` `list`
     --> bank.json:6:41
      |
    6 |     "/loans": { "get": { "operationId": "list", "summary": "List loans", "responses": { "200": { "description": "OK" } } } }
      |                                         ^^^^^^
      |
      = note: bank.json:5:44: first used here
      = help: give each its own; until then, refer to them as `GET /accounts` and `GET /loans`

    3 pages written, tool.json updated
    "#);
    assert!(site.read("docs/api/list.md").contains("<wc-endpoint ref=\"GET /accounts\">"));
    let second = site.json("openapi scaffold bank.json");
    assert_eq!(second["scaffold"]["written"], serde_json::json!([]));
    insta::assert_snapshot!(site.run("validate"), @r#"
    exit 0
    warning[duplicate-operation-id]: `GET /accounts` and `GET /loans` have the same `operationId` `list`
     --> bank.json:6:41
      |
    6 |     "/loans": { "get": { "operationId": "list", "summary": "List loans", "responses": { "200": { "description": "OK" } } } }
      |                                         ^^^^^^
      |
      = note: bank.json:5:44: first used here
      = help: give each its own; until then, refer to them as `GET /accounts` and `GET /loans`

    found 1 warning
    "#);
    let build = site.run("build");
    insta::assert_snapshot!(build.split("found").next().unwrap(), @r#"
    exit 0
    warning[duplicate-operation-id]: `GET /accounts` and `GET /loans` have the same `operationId` `list`
     --> bank.json:6:41
      |
    6 |     "/loans": { "get": { "operationId": "list", "summary": "List loans", "responses": { "200": { "description": "OK" } } } }
      |                                         ^^^^^^
      |
      = note: bank.json:5:44: first used here
      = help: give each its own; until then, refer to them as `GET /accounts` and `GET /loans`
    "#);
    insta::assert_snapshot!(site.run("openapi inspect bank.json"), @r#"
    exit 0
    Bank 1 · OpenAPI 3.1.0 · bank.json
    2 operations

    Operations
      GET  /accounts  list
      GET  /loans     list

    warning[duplicate-operation-id]: `GET /accounts` and `GET /loans` have the same `operationId` `list`
     --> bank.json:6:41
      |
    6 |     "/loans": { "get": { "operationId": "list", "summary": "List loans", "responses": { "200": { "description": "OK" } } } }
      |                                         ^^^^^^
      |
      = note: bank.json:5:44: first used here
      = help: give each its own; until then, refer to them as `GET /accounts` and `GET /loans`
    "#);
    site.write(
        "docs/guide/start.md",
        "---\ntitle: Start\n---\n\n# Start\n\n<wc-endpoint ref=\"list\"></wc-endpoint>\n",
    );
    insta::assert_snapshot!(site.run("validate docs/guide/start.md"), @r#"
    exit 1
    error[ambiguous-ref]: 2 operations match `list`
     --> docs/guide/start.md:7:19
      |
    7 | <wc-endpoint ref="list"></wc-endpoint>
      |                   ^^^^
      |
      = note: bank.json:5:20: matches `GET /accounts`
      = note: bank.json:6:17: matches `GET /loans`
      = help: add `ref="GET /accounts"` or `ref="GET /loans"`

    found 1 error
    "#);
}

#[test]
fn a_second_api_is_added_beside_the_first() {
    let site = TestSite::new(CLEAN);
    site.write("bank.json", TWICE);
    site.write("shop.yaml", SHOP);
    site.ok("openapi scaffold bank.json");
    insta::assert_snapshot!(site.run("openapi scaffold shop.yaml"), @r#"
    exit 0
    GET /loans is now in several specs: add spec="bank" at docs/api/list-19fbb7.md:9
    3 pages written, tool.json updated
    "#);
    insta::assert_snapshot!(site.read("docs/api/shop/loans.md"), @r#"
    ---
    title: List what is lent
    description: List what is lent
    layout: api
    ---

    # List what is lent

    <wc-endpoint ref="loans"></wc-endpoint>
    "#);
    let unclear = site.json("openapi scaffold shop.yaml");
    insta::assert_snapshot!(unclear["scaffold"]["unclear"].to_string(), @r#"[{"operation":"GET /loans","file":"docs/api/list-19fbb7.md","line":9,"spec":"bank"}]"#);
    insta::assert_snapshot!(site.run("validate"), @r#"
    exit 1
    warning[duplicate-operation-id]: `GET /accounts` and `GET /loans` have the same `operationId` `list`
     --> bank.json:6:41
      |
    6 |     "/loans": { "get": { "operationId": "list", "summary": "List loans", "responses": { "200": { "description": "OK" } } } }
      |                                         ^^^^^^
      |
      = note: bank.json:5:44: first used here
      = help: give each its own; until then, refer to them as `GET /accounts` and `GET /loans`

    error[ambiguous-ref]: 2 operations match `GET /loans`
     --> docs/api/list-19fbb7.md:9:19
      |
    9 | <wc-endpoint ref="GET /loans"></wc-endpoint>
      |                   ^^^^^^^^^^
      |
      = note: bank.json:6:17: matches `GET /loans` of `bank`
      = note: shop.yaml:7:5: matches `GET /loans` of `shop`
      = help: add `spec="bank"` or `spec="shop"`

    found 1 error, 1 warning
    "#);
}
