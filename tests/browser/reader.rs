//! API pages as readers use them: alternatives, examples, links to fields, the language of samples; with and without script.

use std::sync::Arc;

use browser::{DevServer, Page, Session, StaticServer, build, temporary_site};
use serde_json::Value;
use tempfile::TempDir;

const SPEC: &str = r##"
openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: "https://api.test"}]
paths:
  /owners/{id}:
    put:
      operationId: putOwner
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                pet:
                  oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]
                  discriminator: {propertyName: kind, mapping: {feline: "#/components/schemas/Cat", canine: "#/components/schemas/Dog"}}
                home:
                  type: object
                  properties:
                    street: {type: string, description: Where it is.}
                    "o'dd name": {type: array, items: {type: object, properties: {deep: {type: integer}}}}
          text/csv:
            schema: {type: object, properties: {line: {type: string}}}
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: {type: object, properties: {done: {type: boolean}}}
              examples: {One: {value: {done: true}}, Two of many: {value: {done: false}}}
        "404": {description: None, content: {application/json: {schema: {type: object, properties: {why: {type: string}}}}}}
  /owners:
    get: {operationId: listOwners, responses: {"200": {description: OK}}}
components:
  schemas:
    Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
    Dog: {type: object, required: [kind], properties: {kind: {type: string}, barks: {type: boolean}}}
"##;

/// A built site of that spec, for reading from the disk.
struct Site {
    _source: TempDir,
    out: TempDir,
}

impl Site {
    fn build() -> Self {
        let page = |operation: &str| {
            format!(
                "---\ntitle: {operation}\nlayout: api\n---\n\n# {operation}\n\n<wc-endpoint ref=\"{operation}\"></wc-endpoint>\n"
            )
        };
        let source = temporary_site(&[
            ("tool.json", "{\"name\": \"T\", \"openapi\": \"openapi.yaml\"}"),
            ("openapi.yaml", SPEC),
            ("docs/index.md", &page("putOwner")),
            ("docs/list.md", &page("listOwners")),
        ]);
        let out = tempfile::tempdir().unwrap();
        tokio::task::block_in_place(|| build(source.path(), &out.path().join("dist")));
        Self { _source: source, out }
    }

    fn address(&self, page: &str) -> String {
        format!("file://{}/dist/{page}", self.out.path().to_str().unwrap())
    }
}

fn by_id(id: &str) -> String {
    format!("document.getElementById({})", Value::from(id))
}

async fn is_shown(page: &Page, id: &str) -> bool {
    page.holds(&format!("{}.checkVisibility()", by_id(id))).await
}

/// Tabs by the keyboard: the chosen alternative has its fields, and a link to a field of another one chooses that.
pub(super) async fn alternatives_choose_their_fields(session: Arc<Session>) {
    let site = Site::build();
    let page = session.open(&site.address("index.html")).await;
    page.wait_until("document.querySelector('.variants [role=tab]') !== null").await;
    let labels = "[...document.querySelectorAll('.variants [role=tab]')].map(tab => tab.textContent).join()";
    assert_eq!(page.text(labels).await, "feline,canine");
    page.click(".expand-all:not([hidden])").await;
    assert!(is_shown(&page, "body.pet.lives").await && !is_shown(&page, "body.pet.barks").await);
    assert!(is_shown(&page, "body.pet.kind").await && is_shown(&page, "body.home.o%27dd%20name.deep").await);
    page.value("document.querySelector('.variants [role=tab]').focus()").await;
    page.press("ArrowRight").await;
    assert!(!is_shown(&page, "body.pet.lives").await && is_shown(&page, "body.pet.barks").await);
    assert!(page.holds("document.activeElement.textContent === 'canine'").await);
    page.click(".expand-all:not([hidden])").await;
    assert!(!is_shown(&page, "body.pet.barks").await, "all is folded again");

    page.value("location.hash = 'body.pet.lives'").await;
    page.wait_until(&format!("{}.checkVisibility()", by_id("body.pet.lives"))).await;
    assert!(!is_shown(&page, "body.pet.barks").await);
    let below_the_bar = "(box => box.top >= document.querySelector('.topbar').getBoundingClientRect().bottom && box.bottom <= innerHeight)";
    page.wait_until(&format!("{below_the_bar}({}.getBoundingClientRect())", by_id("body.pet.lives"))).await;
    assert_eq!(page.problems().await, [""; 0]);
}

/// A field lights up its line, a line its field; the keyboard walks the lines; responses show their examples.
pub(super) async fn fields_and_examples_point_at_each_other(session: Arc<Session>) {
    let site = Site::build();
    let page = session.open(&site.address("index.html")).await;
    page.resize(1440, 900).await;
    // What scrolls slowly passes below the pointer.
    page.reduce_motion(true).await;
    page.wait_until("document.querySelector('.variants [role=tab]') !== null").await;
    let lit = "[...document.querySelectorAll('.lit')].map(one => one.id || one.textContent).join()";
    page.click(".expand-all:not([hidden])").await;
    // The body is a tab of the request.
    page.value("[...document.querySelectorAll('.endpoint-examples [role=tab]')].find(tab => tab.textContent === 'Body').click()").await;
    page.value("document.getElementById('body.home.street').scrollIntoView({ block: 'center', behavior: 'instant' })")
        .await;
    page.point_at("[id='body.home.street'] > div").await;
    page.wait_until(&format!("({lit}) === 'body.home.street,\"street\"'")).await;
    page.value("document.getElementById('path.id').querySelector('p > a').focus({ preventScroll: true })").await;
    assert_eq!(page.text(lit).await, "", "a path parameter is in no example");
    page.value(
        "document.getElementById('body.home.o%27dd%20name.deep').querySelector('p > a').focus({ preventScroll: true })",
    )
    .await;
    assert_eq!(page.text(lit).await, "body.home.o%27dd%20name.deep,\"deep\"");

    // No field is required, so the example has all.
    let block = "[...document.querySelectorAll('[data-of=body] pre')].find(block => block.checkVisibility())";
    page.value(&format!("{block}.focus()")).await;
    page.press("ArrowDown").await;
    page.press("ArrowDown").await;
    assert!(page.holds("document.activeElement.getAttribute('href') === '#body.pet.kind'").await);
    assert_eq!(page.text(lit).await, "body.pet.kind,\"kind\"");
    page.press("Enter").await;
    page.wait_until("location.hash === '#body.pet.kind'").await;

    let chosen =
        "document.querySelector('.endpoint-examples wc-code-tab[data-of=\"response.404\"]').hasAttribute('hidden')";
    assert!(page.holds(chosen).await);
    page.value("document.querySelector('wc-response details').open = true").await;
    page.wait_until(&format!("!({chosen})")).await;
    assert_eq!(page.problems().await, [""; 0]);
}

/// Statuses are tabs; a status with several examples has a switch of its own; so have media types.
pub(super) async fn statuses_and_media_types_switch(session: Arc<Session>) {
    let site = Site::build();
    let page = session.open(&site.address("index.html")).await;
    page.wait_until("document.querySelector('.media-types [role=tab]') !== null").await;
    let tabs = |group: &str| {
        format!(
            "[...document.querySelectorAll('{group} > [role=tablist] > [role=tab]')].map(tab => tab.textContent).join()"
        )
    };
    assert_eq!(page.text(&tabs(".endpoint-examples > wc-code-group:last-child")).await, "200,404");
    assert_eq!(
        page.text(&tabs(".endpoint-examples > wc-code-group:last-child wc-code-group")).await,
        "One,Two of many"
    );
    assert_eq!(page.text(&tabs(".media-types")).await, "application/json,text/csv");
    assert!(is_shown(&page, "body.home").await && !is_shown(&page, "body.text%2Fcsv.line").await);
    page.value("document.querySelectorAll('.media-types > [role=tablist] > [role=tab]')[1].click()").await;
    assert!(!is_shown(&page, "body.home").await && is_shown(&page, "body.text%2Fcsv.line").await);
    page.value("location.hash = 'body.home.street'").await;
    page.wait_until(&format!("{}.checkVisibility()", by_id("body.home.street"))).await;
    assert_eq!(page.problems().await, [""; 0]);
}

/// The language that was chosen on one page is that of the next.
pub(super) async fn the_language_of_samples_is_remembered(session: Arc<Session>) {
    let site = Site::build();
    let out = site.out.path().join("dist");
    let server = StaticServer::start(&out);
    let page = session.open(&server.address()).await;
    page.wait_until("document.querySelector('wc-code-group[sync=lang][data-ready]') !== null").await;
    let shown = "document.querySelector('wc-code-group[sync=lang] > wc-code-tab:not([hidden])').getAttribute('label')";
    assert_eq!(page.text(shown).await, "curl");
    let choose = "(group => {
        const menu = group.querySelector(':scope > .picker select');
        if (!menu) return [...group.querySelectorAll(':scope > [role=tablist] > [role=tab]')].find(tab => tab.textContent === 'Python').click();
        menu.value = 'Python';
        menu.dispatchEvent(new Event('change', { bubbles: true }));
    })(document.querySelector('wc-code-group[sync=lang]'))";
    page.value(choose).await;
    assert_eq!(page.text(shown).await, "Python");
    page.go(&format!("{}list/index.html", server.address())).await;
    page.wait_until("document.querySelector('wc-code-group[sync=lang][data-ready]') !== null").await;
    assert_eq!(page.text(shown).await, "Python");
    assert_eq!(page.problems().await, [""; 0]);
}

/// Without script all alternatives, media types, languages and examples stand on the page, each under its label.
pub(super) async fn without_script_all_is_there(session: Arc<Session>) {
    let site = Site::build();
    let html = std::fs::File::open(site.out.path().join("dist/index.html")).and_then(std::io::read_to_string).unwrap();
    let bare = scriptless(&html);
    std::fs::write(site.out.path().join("dist/bare.html"), bare).unwrap();
    let page = session.open(&site.address("bare.html")).await;
    page.value("document.querySelectorAll('details').forEach(one => (one.open = true))").await;
    let hidden = "[...document.querySelectorAll('article wc-field, article wc-tab, article .tab-label, article pre')]
        .filter(one => !one.checkVisibility()).map(one => one.outerHTML.slice(0, 80)).join()";
    assert_eq!(page.text(hidden).await, "");
    for id in ["body.pet.lives", "body.pet.barks", "body.text%2Fcsv.line"] {
        assert!(is_shown(&page, id).await, "{id}");
    }
    let labels = "[...document.querySelectorAll('.endpoint .tab-label')].map(one => one.textContent).join()";
    let labels = page.text(labels).await;
    // They have a ground of their own: the blocks around are dark, the page may be light.
    assert!(
        page.holds("[...document.querySelectorAll('.endpoint-examples .tab-label')].every(one => getComputedStyle(one).color !== getComputedStyle(document.body).backgroundColor)").await
    );
    for label in ["feline", "canine", "text/csv", "curl", "Python", "200", "Two of many", "404"] {
        assert!(labels.split(',').any(|one| one == label), "{label} in {labels}");
    }
    assert!(
        page.holds("document.querySelector('.expand-all').hidden && document.querySelector('.try-it').hidden").await
    );
}

/// HTML without its scripts.
fn scriptless(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<script") {
        out.push_str(before);
        rest = after.split_once("</script>").map_or("", |(_, after)| after);
    }
    out + rest
}

/// On operations of real specs: a link to a nested field opens it, and the panels stay in view.
pub(super) async fn real_operations_are_read(session: Arc<Session>) {
    let Some(data) = engine::testing::test_data("specs/big", "reading real operations") else { return };
    let cases = [
        ("github-api.github.com.json", "issues/create"),
        ("stripe-spec3.yaml", "PostPaymentIntents"),
        ("discord.json", "create_guild_scheduled_event"),
    ];
    for (file, operation) in cases {
        let extension = file.rsplit('.').next().unwrap();
        let name = format!("spec.{extension}");
        let config = format!("{{\"name\": \"T\", \"openapi\": \"{name}\"}}");
        let text =
            format!("---\ntitle: T\nlayout: api\n---\n\n# T\n\n<wc-endpoint ref=\"{operation}\"></wc-endpoint>\n");
        let site = temporary_site(&[("tool.json", &config), ("docs/index.md", &text)]);
        std::fs::copy(data.join("specs/big").join(file), site.path().join(&name)).unwrap();
        let folder = site.path().to_str().unwrap();
        let server = tokio::task::block_in_place(|| DevServer::start(&["--project", folder]));
        let page = session.open(server.address()).await;
        page.resize(1440, 900).await;
        page.wait_until("document.querySelector('wc-code-group[data-ready]') !== null").await;
        let nested =
            "[...document.querySelectorAll('.field-children wc-field[id]')].filter(one => !one.checkVisibility())";
        let field = page.text(&format!("{nested}.at(-1).id")).await;
        page.go("about:blank").await;
        page.go(&format!("{}#{field}", server.address())).await;
        page.wait_until(&format!("{}.checkVisibility()", by_id(&field))).await;
        let below_the_bar = format!(
            "{}.getBoundingClientRect().top >= document.querySelector('.topbar').getBoundingClientRect().bottom",
            by_id(&field)
        );
        page.wait_until(&format!("{below_the_bar} && {}.getBoundingClientRect().top < innerHeight", by_id(&field)))
            .await;
        let panel = "(box => box.top >= 0 && box.bottom <= innerHeight + 1)(document.querySelector('.endpoint-examples').getBoundingClientRect())";
        page.wait_until(&format!("scrollY > 500 && {panel}")).await;
        page.screenshot(&format!("reader-{operation}").replace('/', "-")).await;
        assert_eq!(page.problems().await, [""; 0], "{operation}");
    }
}
