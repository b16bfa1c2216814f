//! Scaffolding beside a spec that is there already.

use std::sync::Arc;

use engine::testing::fixture;
use engine::{MemorySystem, Project, Scaffold, ScaffoldOptions, System};

use crate::scaffold::{carry_out, paths, problems, shown};

const BANK: &str = r#"{
  "openapi": "3.1.0", "info": { "title": "Bank", "version": "1" }, "tags": [{ "name": "account" }],
  "paths": {
    "/accounts": { "get": { "operationId": "listAccounts", "summary": "List accounts", "tags": ["account"], "responses": {} } },
    "/status": { "get": { "operationId": "getStatus", "summary": "Get the status", "responses": {} } }
  }
}"#;

const SHOP: &str = r#"{
  "openapi": "3.1.0", "info": { "title": "Shop", "version": "2" }, "tags": [{ "name": "goods" }, { "name": "account" }],
  "x-tagGroups": [{ "name": "Selling", "tags": ["goods", "account"] }],
  "paths": {
    "/goods": { "get": { "operationId": "listGoods", "summary": "List goods", "tags": ["goods"], "responses": {} } },
    "/accounts": { "get": { "operationId": "customers", "summary": "List customers", "tags": ["account"], "responses": {} } },
    "/status": { "get": { "operationId": "getStatus", "summary": "Get the status", "tags": ["goods"], "responses": {} } }
  }
}"#;

fn files(config: &str) -> Arc<MemorySystem> {
    let system = fixture("//- /docs/index.md\n---\ntitle: Home\n---\n");
    system.write("tool.json", config);
    system.write("bank.json", BANK);
    system.write("apis/shop/openapi.json", SHOP);
    system
}

fn run(system: &Arc<MemorySystem>, spec: &str, new_only: bool) -> Scaffold {
    Project::open(system.clone()).scaffold(spec, ScaffoldOptions { new_only })
}

/// Scaffolds, and checks that a second run has nothing to write.
fn scaffolded(system: &Arc<MemorySystem>, spec: &str) -> Scaffold {
    let plan = run(system, spec, false);
    carry_out(system, &plan, true);
    let again = run(system, spec, false);
    assert_eq!((again.files, again.config), (Vec::new(), None), "the second run of {spec}");
    plan
}

fn config(system: &MemorySystem) -> String {
    String::from_utf8(system.read("tool.json", 1 << 20).unwrap()).unwrap()
}

#[test]
fn a_second_spec_joins_the_first() {
    let system = files("{\n  \"name\": \"Test\",\n  \"sidebar\": [\"index\"]\n}\n");
    scaffolded(&system, "bank.json");
    let plan = scaffolded(&system, "apis/shop/openapi.json");
    insta::assert_snapshot!(shown(&system, &plan));
    // The first spec's pages stay where they are, also where new ones come.
    let again = run(&system, "bank.json", false);
    assert_eq!((again.files, again.config), (Vec::new(), None));
    let more = BANK.replace("\"/status\"", "\"/more\": { \"get\": { \"operationId\": \"listMore\" } }, \"/status\"");
    system.write("bank.json", more);
    assert_eq!(paths(&run(&system, "bank.json", true)), ["docs/api/list-more.md"]);
    system.write("bank.json", BANK);
    // What is ambiguous now is the author's to say.
    insta::assert_snapshot!(problems(&Project::open(system.clone())).join("\n"), @"ambiguous-ref: 2 operations match `getStatus`");
    let page = String::from_utf8(system.read("docs/api/get-status.md", 1 << 20).unwrap()).unwrap();
    system.write("docs/api/get-status.md", page.replace("\"getStatus\"", "\"getStatus\" spec=\"bank\""));
    assert_eq!(problems(&Project::open(system.clone())), Vec::<String>::new());
    for spec in ["bank.json", "apis/shop/openapi.json"] {
        let again = run(&system, spec, false);
        assert_eq!((again.files, again.config, again.unclear), (Vec::new(), None, Vec::new()));
    }
}

#[test]
fn specs_that_are_listed_have_folders_and_groups_of_their_own() {
    let system = files(
        r#"{
  "name": "Test",
  "openapi": [
    { "name": "The Bank", "spec": "bank.json" },
    { "name": "the-bank", "spec": "apis/shop/openapi.json" }
  ]
}"#,
    );
    system.write("apis/shop/openapi.json", SHOP.replace("\"Shop\"", "\"Bank\""));
    let plan = scaffolded(&system, "bank.json");
    insta::assert_snapshot!(shown(&system, &plan));
    let plan = scaffolded(&system, "apis/shop/openapi.json");
    insta::assert_snapshot!(paths(&plan).join("\n") + "\n" + &config(&system));
    assert_eq!(problems(&Project::open(system)), Vec::<String>::new());
}

#[test]
fn only_new_operations_are_added_on_request() {
    let system = files(
        r#"{"name": "T", "openapi": [{"name": "bank", "spec": "bank.json"}, {"name": "shop", "spec": "apis/shop/openapi.json"}], "sidebar": [{"group": "Shop", "pages": ["index"]}]}"#,
    );
    system.write(
        "docs/guide.md",
        "---\ntitle: G\n---\n\n# G\n\n<wc-endpoint ref=\"listGoods\"></wc-endpoint>\n\n<wc-endpoint ref=\"gone\" spec=\"shop\"></wc-endpoint>\n\n<wc-endpoint ref=\"lost\" spec=\"bank\"></wc-endpoint>\n",
    );
    let plan = run(&system, "apis/shop/openapi.json", true);
    insta::assert_snapshot!(shown(&system, &plan));
    carry_out(&system, &plan, true);
    let again = run(&system, "apis/shop/openapi.json", true);
    assert_eq!((again.files, again.config), (Vec::new(), None));
}

/// Every form of `openapi`: what a second spec makes of it, and that no byte of it is lost.
#[test]
fn each_form_of_the_field_becomes_a_list() {
    let mut out = String::new();
    for text in [
        "{\"name\": \"T\", \"openapi\": \"bank.json\", \"sidebar\": []}",
        "{\r\n\t\"name\": \"T\",\r\n\t\"openapi\":   \"./bank.json\" ,\r\n\t\"sidebar\": []\r\n}",
        "{\n  \"name\": \"T\",\n  \"openapi\": { \"spec\": \"bank.json\", \"overlay\": [\"o.yaml\"], \"x\": 1.0 },\n  \"sidebar\": []\n}",
        "{\n  \"name\": \"T\",\n  \"openapi\": {\n    \"spec\": \"bank.json\",\n    \"name\": \"My bank\"\n  },\n  \"sidebar\": []\n}",
        "{\n  \"name\": \"T\",\n  \"openapi\": {\n    \"spec\": \"bank.json\"\n  },\n  \"sidebar\": []\n}",
        "{\n  \"name\": \"T\",\n  \"openapi\": [\"bank.json\"],\n  \"sidebar\": []\n}",
        "{\n  \"name\": \"T\",\n  \"openapi\": [\n    { \"name\": \"shop\", \"spec\": \"bank.json\" }\n  ],\n  \"sidebar\": []\n}",
        "\u{feff}{\"name\": \"T\", \"openapi\": [{\"spec\": \"bank.json\"}], \"sidebar\": []}",
        "{\"name\": \"T\", \"openapi\": [], \"sidebar\": []}",
    ] {
        let system = files(text);
        system.write("o.yaml", "overlay: 1.0.0\ninfo: {title: O, version: \"1\"}\nactions: [{target: $.info}]\n");
        let plan = run(&system, "apis/shop/openapi.json", true);
        let change = plan.config.unwrap();
        // Text is only ever inserted.
        let mut rest = change.new.chars();
        assert!(text.chars().all(|c| rest.any(|other| other == c)), "{text}");
        let head = change.new.split("\"sidebar\"").next().unwrap();
        out.push_str(&format!("{}\n=====\n", head.replace('\r', "␍").replace('\u{feff}', "BOM")));
        system.write("tool.json", change.new.clone());
        let errors: Vec<String> = problems(&Project::open(system.clone()))
            .into_iter()
            .filter(|found| found.starts_with("invalid") || found.starts_with("missing-file"))
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{}", change.new);
    }
    insta::assert_snapshot!(out);
}

const PRODUCTS: &str = r#"{
  "name": "T",
  "products": [
    { "product": "Home", "sidebar": ["index"] },
    { "product": "Bank", "tabs": [
      { "tab": "API", "openapi": "bank.json", "sidebar": ["api/list-accounts"] }
    ] }
  ]
}
"#;

#[test]
fn a_spec_joins_the_apis_of_a_tab() {
    let system = files(PRODUCTS);
    scaffolded(&system, "bank.json");
    scaffolded(&system, "apis/shop/openapi.json");
    insta::assert_snapshot!(config(&system), @r#"
    {
      "name": "T",
      "products": [
        { "product": "Home", "sidebar": ["index"] },
        { "product": "Bank", "tabs": [
          { "tab": "API", "openapi": [
            { "name": "bank", "spec": "bank.json" },
            { "name": "shop", "spec": "apis/shop/openapi.json" }
          ], "sidebar": ["api/list-accounts",
            {
              "group": "API Reference",
              "pages": [
                "introduction",
                { "id": "api/get-status", "title": "Get the status", "method": "GET" }
              ]
            },
            {
              "group": "Shop",
              "pages": [
                "api/shop/introduction",
                {
                  "group": "Selling",
                  "pages": [
                    {
                      "group": "goods",
                      "pages": [
                        { "id": "api/shop/list-goods", "title": "List goods", "method": "GET" },
                        { "id": "api/shop/get-status", "title": "Get the status", "method": "GET" }
                      ]
                    },
                    {
                      "group": "account",
                      "pages": [
                        { "id": "api/shop/customers", "title": "List customers", "method": "GET" }
                      ]
                    }
                  ]
                }
              ]
            }
          ] }
        ] }
      ]
    }
    "#);
    assert_eq!(problems(&Project::open(system)), ["ambiguous-ref: 2 operations match `getStatus`"]);
}

#[test]
fn a_spec_is_one_of_the_product_that_lists_its_pages() {
    let system = files(
        &PRODUCTS.replace(r#""index"]"#, r#""index", "api/list-goods"]"#).replace(r#""openapi": "bank.json", "#, ""),
    );
    scaffolded(&system, "apis/shop/openapi.json");
    insta::assert_snapshot!(config(&system), @r#"
    {
      "name": "T",
      "products": [
        { "product": "Home", "sidebar": ["index", "api/list-goods",
          { "id": "api/get-status", "title": "Get the status", "method": "GET" },
          {
            "group": "Selling",
            "pages": [
              "introduction",
              {
                "group": "account",
                "pages": [
                  { "id": "api/customers", "title": "List customers", "method": "GET" }
                ]
              }
            ]
          }
        ],
          "openapi": "apis/shop/openapi.json"
         },
        { "product": "Bank", "tabs": [
          { "tab": "API", "sidebar": ["api/list-accounts"] }
        ] }
      ]
    }
    "#);
}

#[test]
fn a_spec_beside_those_of_tabs_has_a_name() {
    let system = files(r#"{"name": "T", "tabs": [{"tab": "Bank", "openapi": "bank.json", "sidebar": ["index"]}]}"#);
    scaffolded(&system, "apis/shop/openapi.json");
    insta::assert_snapshot!(config(&system), @r#"
    {"name": "T", "tabs": [{"tab": "Bank", "openapi": "bank.json", "sidebar": ["index",
      {
        "group": "Shop",
        "pages": [
          "api/shop/introduction",
          {
            "group": "Selling",
            "pages": [
              {
                "group": "goods",
                "pages": [
                  { "id": "api/shop/list-goods", "title": "List goods", "method": "GET" },
                  { "id": "api/shop/get-status", "title": "Get the status", "method": "GET" }
                ]
              },
              {
                "group": "account",
                "pages": [
                  { "id": "api/shop/customers", "title": "List customers", "method": "GET" }
                ]
              }
            ]
          }
        ]
      }
    ]}],
      "openapi": { "name": "shop", "spec": "apis/shop/openapi.json" }
    }
    "#);
    let found = problems(&Project::open(system));
    assert_eq!(found, ["undocumented-operations: 2 operations of `Bank` have no page"]);
}
