//! Fields that a page leaves out: loaded when their section is opened or when an address leads into them, and links to the
//! pages of their schemas without script.

use std::sync::Arc;

use browser::{DevServer, Page, Session, build, temporary_site};
use tempfile::TempDir;

const CONFIG: &str = r#"{ "name": "Models", "openapi": "openapi.yaml", "api": { "expandFields": 0 } }"#;

const SPEC: &str = r##"
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /pets:
    post:
      operationId: addPet
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
      responses: {"200": {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
components:
  schemas:
    Pet:
      type: object
      properties:
        name: {type: string}
        mother: {$ref: '#/components/schemas/Pet'}
        owner: {$ref: '#/components/schemas/Owner'}
    Owner:
      type: object
      properties:
        email: {type: string}
        "home of": {$ref: '#/components/schemas/Home'}
    Home:
      type: object
      properties: {city: {type: string, description: Where it is.}}
"##;

const PAGE: &str = "---\ntitle: Add a pet\nlayout: api\n---\n\n<wc-endpoint ref=\"addPet\" />\n";

fn site() -> TempDir {
    temporary_site(&[("tool.json", CONFIG), ("openapi.yaml", SPEC), ("docs/index.md", PAGE)])
}

/// The field of an id, as a script.
fn field(id: &str) -> String {
    format!("document.getElementById('{id}')")
}

/// Whether the field of an id is in view.
fn in_view(id: &str) -> String {
    format!(
        "(field => !!field && field.checkVisibility() && field.getBoundingClientRect().top < innerHeight
            && field.getBoundingClientRect().bottom > 0)({})",
        field(id)
    )
}

async fn sections_load(page: &Page, address: &str) {
    page.go(address).await;
    assert!(page.holds(&format!("!{}", field("body.owner.email"))).await);
    page.click("[id='body.owner'] > details > summary").await;
    page.wait_until(&format!("!!{}", field("body.owner.email"))).await;
    // The same schema elsewhere has ids of its own, and no id is there twice.
    page.click("[id='body.mother'] > details > summary").await;
    page.wait_until(&format!("!!{}", field("body.mother.owner"))).await;
    assert!(page.holds("new Set([...document.querySelectorAll('[id]')].map(each => each.id)).size === document.querySelectorAll('[id]').length").await);
    assert!(
        page.holds(
            "document.querySelector('[id=\"body.mother.name\"] > p > a').getAttribute('href') === '#body.mother.name'"
        )
        .await
    );
    // Opened again, nothing comes twice.
    page.click("[id='body.owner'] > details > summary").await;
    page.click("[id='body.owner'] > details > summary").await;
    assert!(page.holds("document.querySelectorAll('[id=\"body.owner\"] > details > .field-list').length === 1").await);

    // An address that leads through schemas that were never opened, one of which contains itself.
    let deep = "response.200.mother.mother.owner.home%20of.city";
    page.go("about:blank").await;
    page.go(&format!("{address}#{deep}")).await;
    page.wait_until(&in_view(deep)).await;
    // The same on a page that is open already.
    page.go(address).await;
    page.value("location.hash = '#body.owner.email'").await;
    page.wait_until(&in_view("body.owner.email")).await;
    // One that leads nowhere loads what it names, and ends.
    page.value("location.hash = '#body.mother.mother.nothing'").await;
    page.wait_until(&format!("!!{}", field("body.mother.mother.name"))).await;
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn sections_of_schemas_load_what_they_hold(session: Arc<Session>) {
    let site = site();
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    let page = session.blank().await;
    page.reduce_motion(true).await;
    sections_load(&page, server.address()).await;
}

pub(super) async fn sections_of_schemas_load_without_a_server(session: Arc<Session>) {
    let site = site();
    let out = site.path().join("out");
    tokio::task::block_in_place(|| build(site.path(), &out));
    let page = session.blank().await;
    page.reduce_motion(true).await;
    sections_load(&page, &format!("file://{}/index.html", out.to_str().unwrap())).await;
    // What a fragment links to, as a type and as a section, is found from the page that it is in.
    page.click("[id='body.owner'] > details > summary").await;
    page.wait_until("document.querySelectorAll('[id=\"body.owner.home%20of\"] a[href$=\"api/models/home/index.html\"]').length === 2").await;
}

/// The page as a browser without scripts shows it: read from its text, which no script has changed.
pub(super) async fn sections_of_schemas_are_links_without_script(session: Arc<Session>) {
    let site = site();
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    let page = session.open(server.address()).await;
    let parsed = "fetch(location.pathname).then(response => response.text())
        .then(text => (window.bare = new DOMParser().parseFromString(text, 'text/html'), true))";
    assert!(page.holds(parsed).await);
    let link = "bare.querySelector('[id=\"body.owner\"] > details[data-model] a')";
    assert!(page.holds(&format!("{link}.textContent === 'Fields of Owner'")).await);
    let target = format!(
        "fetch({link}.getAttribute('href')).then(response => response.text()).then(text => text.includes('id=\"Owner.email\"'))"
    );
    assert!(page.holds(&target).await);
}

pub(super) async fn an_example_is_beside_the_fields_or_before_them(session: Arc<Session>) {
    let page = session.blank().await;
    page.resize(1440, 900).await;
    page.go(&format!("{}api/models/accession/", session.demo().await)).await;
    let edge =
        |selector: &str, edge: &str| format!("document.querySelector('{selector}').getBoundingClientRect().{edge}");
    for part in ["#example", "#used-by"] {
        assert!(page.holds(&format!("{} > {}", edge(part, "left"), edge("#fields", "right"))).await, "{part}");
        assert!(page.holds(&format!("{} < innerHeight", edge(part, "bottom"))).await, "{part}");
    }
    // A field and its line in the example point at each other.
    page.point_at("[id='Accession.seeds'] > p").await;
    page.wait_until("document.querySelector('a.tk-p.lit')?.textContent === '\"seeds\"'").await;
    page.resize(390, 844).await;
    let order = [".endpoint-intro", "#example", "#used-by", "#fields"].map(|part| edge(part, "top"));
    for pair in order.windows(2) {
        assert!(page.holds(&pair.join(" < ")).await, "{pair:?}");
    }
    assert_eq!(page.problems().await, [""; 0]);
}
