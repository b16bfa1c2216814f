//! The request panel: what it sends reaches a server as the document says, the command beside it sends the same, and what
//! comes back stays text.

use std::process::{Command, Stdio};
use std::sync::Arc;

use browser::{
    Answer, DevServer, Page, Recorded, RecordingServer, Scheme, Session, StaticServer, build, temporary_site,
};
use serde_json::Value;
use tempfile::TempDir;

use crate::accessibility::axe;

const SPEC: &str = r##"
openapi: 3.1.0
info: {title: T, version: "1"}
servers:
  - url: http://127.0.0.1:PORT/{version}
    variables: {version: {default: v1, enum: [v1, v2]}}
  - url: "javascript:alert(1)"
  - url: "https://api.test{suffix}"
    variables: {suffix: {default: "@evil.test"}}
components:
  securitySchemes:
    user: {type: http, scheme: basic}
    key: {type: apiKey, in: query, name: k}
paths:
  /pets/{id}:
    put:
      operationId: putPet
      parameters:
        - {name: id, in: path, required: true, description: "<uuid>", schema: {type: string}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
        - {name: kinds, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: string, enum: [cat, dog, owl]}}}
        - {name: filter, in: query, style: deepObject, schema: {type: object, properties: {age: {type: object}}}}
        - {name: X-Count, in: header, schema: {type: integer}}
        - {name: mark, in: cookie, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json: {schema: {type: object}, example: {name: "it's", big: 12345678901234567890.50}}
      responses: {"200": {description: OK, content: {application/json: {}}}}
  /charges:
    post:
      operationId: charge
      security: [{user: []}, {key: []}]
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema:
              required: [amount]
              properties:
                amount: {type: integer}
                items: {type: array, items: {type: object, properties: {price: {type: string}}}}
                metadata: {type: object, additionalProperties: {type: string}}
                expand: {type: array, items: {type: string}}
            encoding: {items: {style: deepObject, explode: true}, expand: {style: deepObject, explode: true}}
      responses: {"200": {description: OK}}
  /photos:
    post:
      operationId: addPhoto
      requestBody:
        content:
          multipart/form-data:
            schema:
              properties: {photo: {type: string, format: binary}, about: {type: string}}
      responses: {"200": {description: OK}}
  /orders/{order}:
    post:
      operationId: order
      summary: Place an order
      security: [{key: []}]
      parameters:
        - {name: order, in: path, required: true, schema: {type: string}}
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              required: [email, count]
              properties:
                email: {type: string, format: email, example: a@b.test}
                count: {type: integer, minimum: 1}
                color: {type: string, enum: [red, green], default: red}
                express: {type: boolean}
                code: {type: string, pattern: "^[A-Z]{3}$"}
                tags: {type: array, maxItems: 2, items: {type: string}}
      responses: {"200": {description: OK}}
  /carts:
    post:
      operationId: cart
      requestBody:
        content:
          application/json:
            schema:
              required: [name, items]
              properties:
                name: {type: string, minLength: 2}
                note: {type: string, default: none}
                items: {type: array, items: {required: [sku], properties: {sku: {type: string}, count: {type: integer}}}}
      responses: {"200": {description: OK}}
  /html:
    get: {operationId: html, responses: {"200": {description: OK}}}
  /closed:
    get: {operationId: closed, responses: {"200": {description: OK}}}
"##;

/// An API on this machine, and a site that shows it.
struct Bench {
    api: RecordingServer,
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let api = RecordingServer::start();
        let spec = SPEC.replace("PORT", &api.port().to_string());
        let page = |title: &str| {
            format!(
                "---\ntitle: {title}\nlayout: api\n---\n\n# {title}\n\n<wc-endpoint ref=\"{title}\"></wc-endpoint>\n"
            )
        };
        let mut files = vec![
            ("tool.json".to_owned(), "{\"name\": \"T\", \"openapi\": \"openapi.yaml\"}".to_owned()),
            ("openapi.yaml".to_owned(), spec),
            ("docs/index.md".to_owned(), "---\ntitle: Home\n---\n\n# Home\n".to_owned()),
        ];
        for operation in ["putPet", "charge", "addPhoto", "order", "cart", "html", "closed"] {
            files.push((format!("docs/{operation}.md"), page(operation)));
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        Self { api, folder: temporary_site(&files) }
    }

    fn serve(&self) -> DevServer {
        let folder = self.folder.path().to_str().unwrap();
        tokio::task::block_in_place(|| DevServer::start(&["--project", folder]))
    }

    /// The one request that came in.
    fn recorded(&self) -> Recorded {
        let mut all = self.api.take();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    /// Runs the command that the panel shows, and checks that it sends what the panel sent, but for headers that a browser adds
    /// and those named in `beyond`, which the command alone has.
    fn check_command(&self, command: &str, sent: &Recorded, beyond: &[&str]) {
        let output = Command::new("sh").args(["-c", &command.replacen("curl", "curl -sS", 1)]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let again = self.recorded();
        assert_eq!((&again.method, &again.target, &again.body), (&sent.method, &sent.target, &sent.body), "{command}");
        for name in ["content-type", "authorization", "x-count", "accept"] {
            let implied = name == "accept" && again.header(name) == "*/*";
            assert!(implied || again.header(name) == sent.header(name), "{name}: {again:?} {sent:?}");
        }
        for name in beyond {
            assert!(!again.header(name).is_empty() && sent.header(name).is_empty(), "{name}: {again:?} {sent:?}");
        }
    }
}

/// Chooses the server whose address the reader types.
async fn choose_server(page: &Page, address: &str) {
    page.value("(choice => { choice.value = 'other'; choice.dispatchEvent(new Event('change', { bubbles: true })) })(document.querySelector('.pg-inputs select'))").await;
    fill(page, "Address", address).await;
}

pub(crate) async fn open_panel(session: &Session, address: &str, page: &str) -> Page {
    let opened = session.open(&format!("{address}{page}")).await;
    opened.wait_until("!document.querySelector('.try-it').hidden").await;
    opened.value("document.querySelector('.try-it').focus()").await;
    opened.press("Enter").await;
    opened.wait_until("document.querySelector('.pg-dialog[open] .pg-send') !== null").await;
    opened
}

/// Writes into the input that has a label, as a reader does.
pub(crate) async fn fill(page: &Page, label: &str, value: &str) {
    let script = "((label, value) => {
        const field = [...document.querySelectorAll('.pg-field')].find(one => one.querySelector('.pg-name').textContent === label);
        const input = field.querySelector('input, select, textarea');
        input.value = value;
        for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
    })";
    page.value(&format!("{script}({}, {})", Value::from(label), Value::from(value))).await;
}

/// Sends, waits for the answer, and returns what is said of it.
pub(crate) async fn send(page: &Page) -> String {
    page.click(".pg-send").await;
    page.wait_until(
        "/^(\\d|No response|The request was not|Browsers)/.test(document.querySelector('.pg-status').textContent)",
    )
    .await;
    page.wait_until("document.querySelector('.pg-send').textContent.startsWith('Send')").await;
    page.text("document.querySelector('.pg-status').textContent").await
}

async fn command(page: &Page) -> String {
    page.text("document.querySelector('.pg-side .code code').textContent").await
}

pub(crate) async fn a_request_is_sent_as_its_parameters_say(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "putPet/").await;
    assert!(send(&page).await.starts_with("The request was not sent"), "a path parameter is missing");
    assert!(page.holds("document.activeElement.getAttribute('aria-invalid') === 'true'").await, "focus is elsewhere");
    assert_eq!(bench.api.take(), []);

    for (label, value) in
        [("id", "a/b c"), ("tags", "x&y\nü"), ("filter", r#"{"age": {"min": 1.50}}"#), ("X-Count", "3"), ("mark", "m")]
    {
        fill(&page, label, value).await;
    }
    page.click("input[value=cat]").await;
    page.click("input[value=owl]").await;
    let shown = command(&page).await;
    let status = send(&page).await;
    assert!(
        status.starts_with("200 OK ") && status.contains(" ms · ") && status.ends_with("application/json"),
        "{status}"
    );
    let sent = bench.recorded();
    assert_eq!(sent.method, "PUT");
    assert_eq!(sent.target, "/v1/pets/a%2Fb%20c?tags=x%26y&tags=%C3%BC&kinds=cat%7Cowl&filter%5Bage%5D%5Bmin%5D=1.50");
    assert_eq!((sent.header("content-type"), sent.header("x-count")), ("application/json", "3"));
    assert_eq!(sent.body, "{\n  \"name\": \"it's\",\n  \"big\": 12345678901234567890.50\n}");
    // Browsers send no cookies for a page.
    bench.check_command(&shown, &sent, &["cookie"]);
    let body = page.text("document.querySelector('.pg-body').textContent").await;
    assert!(body.contains("\"number\": 123456789012345678901.50\n"), "{body}");
    assert_eq!(page.problems().await, [""; 0]);

    fill(&page, "application/json", "{").await;
    assert!(send(&page).await.starts_with("The request was not sent"), "the body is no JSON");
    page.press("Escape").await;
    page.wait_until("document.activeElement.className === 'try-it'").await;
}

pub(crate) async fn a_form_is_sent_with_its_structures(session: Arc<Session>) {
    let bench = Bench::new();
    let out = tempfile::tempdir().unwrap();
    tokio::task::block_in_place(|| build(bench.folder.path(), &out.path().join("dist")));
    let site = StaticServer::start(&out.path().join("dist"));
    let page = open_panel(&session, &site.address(), "charge/").await;
    fill(&page, "version", "v2").await;
    fill(&page, "User name", "jo").await;
    fill(&page, "Password", "pässw'ord").await;
    for (label, value) in [
        ("amount", "2000"),
        ("items", r#"[{"price": "p_1"}, {"price": "p_2"}]"#),
        ("metadata", r#"{"order id": "6'7"}"#),
        ("expand", "customer\ndata"),
    ] {
        fill(&page, label, value).await;
    }
    let shown = command(&page).await;
    assert!(send(&page).await.starts_with("200 OK "));
    let sent = bench.recorded();
    assert_eq!((&*sent.method, &*sent.target), ("POST", "/v2/charges"));
    assert_eq!(sent.header("authorization"), "Basic am86cMOkc3N3J29yZA==");
    assert_eq!(sent.header("content-type"), "application/x-www-form-urlencoded");
    assert_eq!(
        sent.body,
        "amount=2000&items%5B0%5D%5Bprice%5D=p_1&items%5B1%5D%5Bprice%5D=p_2&metadata%5Border%20id%5D=6%277&expand%5B0%5D=customer&expand%5B1%5D=data"
    );
    bench.check_command(&shown, &sent, &[]);
    assert_eq!(page.problems().await, [""; 0]);

    // Nothing is kept unless the reader says so.
    assert!(page.holds("!JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).includes('jo')").await);
    page.click(".pg-keep input").await;
    page.go(&format!("{}charge/", site.address())).await;
    page.wait_until("!document.querySelector('.try-it').hidden").await;
    page.click(".try-it").await;
    page.wait_until("document.querySelector('.pg-field input[type=password]') !== null").await;
    assert_eq!(page.text("document.querySelector('.pg-field input[type=password]').value").await, "pässw'ord");
}

pub(crate) async fn files_travel_as_parts(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "addPhoto/").await;
    fill(&page, "about", "an \"owl\"").await;
    page.value(
        "(input => { const list = new DataTransfer(); list.items.add(new File(['bytes'], 'o w\"l.png', { type: 'image/png' }));
        input.files = list.files; input.dispatchEvent(new Event('change', { bubbles: true })); })(document.querySelector('.pg-dialog input[type=file]'))",
    )
    .await;
    let shown = command(&page).await;
    assert!(
        shown.contains(r#"--form 'photo=@"o w\"l.png"'"#) && shown.contains("--form-string 'about=an \"owl\"'"),
        "{shown}"
    );
    assert!(send(&page).await.starts_with("200 OK "));
    let sent = bench.recorded();
    assert!(sent.header("content-type").starts_with("multipart/form-data; boundary="));
    for part in [
        "name=\"photo\"; filename=\"o w%22l.png\"\r\nContent-Type: image/png\r\n\r\nbytes",
        "name=\"about\"\r\n\r\nan \"owl\"",
    ] {
        assert!(sent.body.contains(part), "{part:?} in {:?}", sent.body);
    }
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn what_comes_back_is_text_and_what_fails_is_explained(session: Arc<Session>) {
    let bench = Bench::new();
    let api = format!("http://127.0.0.1:{}", bench.api.port());
    let out = tempfile::tempdir().unwrap();
    tokio::task::block_in_place(|| build(bench.folder.path(), &out.path().join("dist")));
    // From the disk, as a reader opens it.
    let disk = format!("file://{}/", out.path().join("dist").to_str().unwrap());
    let page = open_panel(&session, &disk, "html/index.html").await;
    let choose = "(at => { const choice = document.querySelector('.pg-inputs select'); choice.value = at; choice.dispatchEvent(new Event('change', { bubbles: true })) })";
    page.value(&format!("{choose}('other')")).await;
    fill(&page, "Address", &api).await;
    assert!(send(&page).await.starts_with("200 OK "));
    let shown = page.text("document.querySelector('.pg-body').innerHTML").await;
    assert!(shown.contains("&lt;script&gt;") && !shown.contains("<script"), "{shown}");
    assert!(page.holds("window.hacked === undefined").await);
    assert_eq!(page.problems().await, [""; 0]);

    // Of a body without end the beginning is shown, and what is no text in it as what stands for that.
    fill(&page, "Address", &format!("{api}/large")).await;
    assert!(send(&page).await.starts_with("200 OK "));
    let shown = page.text("document.querySelector('.pg-body').textContent").await;
    assert!(
        shown.contains("The body is longer. Only the first 1.0 MB are shown."),
        "{}",
        shown.chars().take(200).collect::<String>()
    );
    assert!(shown.contains("<script>") && shown.ends_with('\u{fffd}') && shown.chars().count() < 1_100_000);
    // Lines of it may break where the page says so: browsers take quadratic time to find such places.
    assert!(page.holds("document.querySelectorAll('.pg-body wbr').length > 1000").await);
    assert!(page.holds("window.hacked === undefined").await);

    // No request goes where a document should not lead.
    drop(bench.api.take());
    for refused in ["1", "2"] {
        page.value(&format!("{choose}('{refused}')")).await;
        assert!(send(&page).await.starts_with("The request was not sent"), "server {refused}");
        assert!(page.holds("[...document.querySelectorAll('.pg-error')].some(one => one.textContent.startsWith('Requests can only go to http'))").await);
    }
    assert_eq!(bench.api.take(), []);

    let closed = open_panel(&session, &disk, "closed/index.html").await;
    closed.value(&format!("{choose}('other')")).await;
    fill(&closed, "Address", &api).await;
    let said = send(&closed).await;
    assert!(said.contains("(CORS)"), "{said}");
    fill(&closed, "Address", "http://127.0.0.1:1").await;
    let said = send(&closed).await;
    assert!(said.contains("cannot be reached"), "{said}");
}

/// The text of the body's editor.
async fn editor(page: &Page) -> String {
    page.text("document.querySelector('.pg-editor textarea').value").await
}

/// Chooses between form and text for the body.
async fn show_body_as(page: &Page, view: &str) {
    page.value(&format!("document.querySelector('.pg-switch input[value={view}]').click()")).await;
}

/// Chooses an option of the menu that a selector finds.
async fn choose(page: &Page, menu: &str, value: &str) {
    let script =
        "((menu, value) => { menu.value = value; menu.dispatchEvent(new Event('change', { bubbles: true })) })";
    page.value(&format!("{script}(document.querySelector('{menu}'), '{value}')")).await;
}

/// The message at an input.
async fn fault_at(page: &Page, label: &str) -> String {
    let script = "(label => {
        const field = [...document.querySelectorAll('.pg-field')].find(one => one.querySelector('.pg-name').textContent === label);
        const [input, error] = [field.querySelector('input, select, textarea'), field.querySelector('.pg-error')];
        const isNamed = input.getAttribute('aria-describedby').split(' ').includes(error.id);
        if (!isNamed || (input.getAttribute('aria-invalid') === 'true') === error.hidden) return 'inconsistent';
        return error.textContent;
    })";
    page.text(&format!("{script}({})", Value::from(label))).await
}

pub(crate) async fn a_panel_has_the_name_of_its_operation(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "order/").await;
    assert_eq!(page.names_of("dialog").await, ["Place an order"]);
    assert_eq!(page.text("document.querySelector('.pg-route').textContent").await, "POST /orders/{order}");
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn a_flat_body_is_a_form_or_json(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "order/").await;
    fill(&page, "order", "1").await;
    fill(&page, "count", "2").await;
    fill(&page, "express", "true").await;
    fill(&page, "tags", "a\nb").await;
    let expected = r#"{"email":"a@b.test","count":2,"color":"red","express":true,"tags":["a","b"]}"#;
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    show_body_as(&page, "text").await;
    assert_eq!(without_space(&editor(&page).await), expected);
    assert!(send(&page).await.starts_with("200 OK "));
    assert_eq!(without_space(&bench.recorded().body), expected);

    // The form leaves alone what it cannot show.
    let written = r#"{"count": 12345678901234567890, "more": {"x": [1.50]}, "code": null, "tags": ["a\nb"], "email": "c@d.test"}"#;
    fill(&page, "application/json", written).await;
    show_body_as(&page, "form").await;
    fill(&page, "email", "e@f.test").await;
    show_body_as(&page, "text").await;
    assert_eq!(without_space(&editor(&page).await), without_space(written).replace("c@d", "e@f"));

    // Nothing is lost when the text cannot become a form.
    fill(&page, "application/json", "{\"count\": }").await;
    show_body_as(&page, "form").await;
    assert!(page.holds("document.querySelector('.pg-switch :checked').value === 'text'").await);
    assert!(page.holds("document.activeElement.matches('.pg-editor textarea')").await);
    assert_eq!(editor(&page).await, "{\"count\": }");

    // Colors do not change the text, and are gone where the system chooses the colors.
    fill(&page, "application/json", expected).await;
    assert_eq!(page.text("document.querySelector('.pg-paint').textContent").await, format!("{expected}\n"));
    assert!(
        page.has(".pg-paint .tk-p").await && page.has(".pg-paint .tk-n").await && page.has(".pg-paint .tk-k").await
    );
    page.force_colors(true).await;
    assert!(page.holds("getComputedStyle(document.querySelector('.pg-paint')).display === 'none'").await);
    page.force_colors(false).await;

    // Forms are sent as forms, and can be written as JSON too.
    let page = open_panel(&session, server.address(), "charge/").await;
    fill(&page, "amount", "70").await;
    fill(&page, "expand", "a\nb").await;
    show_body_as(&page, "text").await;
    assert_eq!(without_space(&editor(&page).await), r#"{"amount":70,"expand":["a","b"]}"#);
    fill(&page, "application/x-www-form-urlencoded", r#"{"amount": 71, "own": "x y", "expand": ["c"]}"#).await;
    assert!(send(&page).await.starts_with("200 OK "));
    assert_eq!(bench.recorded().body, "amount=71&own=x%20y&expand%5B0%5D=c");
    show_body_as(&page, "form").await;
    assert!(send(&page).await.starts_with("200 OK "));
    assert_eq!(bench.recorded().body, "amount=71&expand%5B0%5D=c&own=x%20y");
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn a_body_starts_with_some_or_all_fields(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "cart/").await;
    let menu = ".pg-tools select";
    let lines = |text: String| text.split_whitespace().collect::<String>();
    assert_eq!(lines(editor(&page).await), r#"{"name":"string","note":"none","items":[{"sku":"string"}]}"#);
    choose(&page, menu, "requiredOnly").await;
    assert_eq!(lines(editor(&page).await), r#"{"name":"string","items":[{"sku":"string"}]}"#);
    choose(&page, menu, "allFields").await;
    assert_eq!(lines(editor(&page).await), r#"{"name":"string","note":"none","items":[{"sku":"string","count":1}]}"#);
    // The reader's own text stays a choice.
    assert!(
        !page.holds("[...document.querySelectorAll('.pg-tools option')].some(one => one.value === 'ownText')").await
    );
    fill(&page, "application/json", "{\"name\": \"mine\"").await;
    choose(&page, menu, "sample").await;
    choose(&page, menu, "ownText").await;
    assert_eq!(editor(&page).await, "{\"name\": \"mine\"");
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn values_are_compared_with_the_description(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "order/").await;
    for (label, value, fault) in [
        ("limit", "500", "The maximum is 100."),
        ("limit", "1.5", "The value must be of type integer."),
        ("limit", "5", ""),
        ("email", "nobody", "The value is not a valid email."),
        ("email", "", "A value is required."),
        ("email", "a@b.test", ""),
        ("code", "ab", "The value must match the pattern ^[A-Z]{3}$."),
        ("code", "", ""),
        ("tags", "a\nb\nc", "The maximum number of items is 2."),
        ("tags", "", ""),
        ("count", "0", "The minimum is 1."),
    ] {
        fill(&page, label, value).await;
        assert_eq!(fault_at(&page, label).await, fault, "{label}: {value}");
    }
    // The first attempt leads to the fault, the second one sends it.
    assert!(send(&page).await.starts_with("The request was not sent"), "a path parameter is missing");
    assert_eq!(page.text("document.querySelector('.pg-send').textContent").await, "Send");
    fill(&page, "order", "1").await;
    assert!(send(&page).await.starts_with("The request was not sent"), "a value is too small");
    assert_eq!(bench.api.take(), []);
    assert_eq!(page.text("document.querySelector('.pg-send').textContent").await, "Send anyway");
    assert!(page.holds("document.activeElement.getAttribute('aria-invalid') === 'true'").await);
    assert!(send(&page).await.starts_with("200 OK "));
    assert!(bench.recorded().body.contains("\"count\": 0"));

    let page = open_panel(&session, server.address(), "cart/").await;
    for (body, fault) in [
        (r#"{"name": "x", "items": []}"#, "name: The minimum length is 2."),
        (
            r#"{"name": "xy", "items": [{"count": "1"}]}"#,
            "items[0].sku: A value is required.\nitems[0].count: The value must be of type integer.",
        ),
        (r#"{"name": "xy", "items": [{"sku": "a", "other": null}]}"#, ""),
        ("[]", "The value must be of type object."),
    ] {
        fill(&page, "application/json", body).await;
        assert_eq!(fault_at(&page, "application/json").await, fault, "{body}");
    }
    assert_eq!(page.problems().await, [""; 0]);
}

/// Some hundreds of fields and a deep value take no time that a reader could notice.
pub(crate) async fn a_large_body_does_not_slow_the_panel_down(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "cart/").await;
    let script = "((depth, count) => {
        const input = document.querySelector('.pg-editor textarea');
        const started = performance.now();
        const list = Array.from({ length: count }, (_, at) => JSON.stringify({ sku: 'a'.repeat(200) + at, count: at })).join(',');
        for (const text of ['['.repeat(depth) + ']'.repeat(depth), '{\"items\":[' + list + ']}', '\"' + 'x'.repeat(100000)]) {
            input.value = text;
            for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
        }
        return performance.now() - started;
    })(2000, 3000)";
    let took = page.value(script).await.as_f64().unwrap();
    assert!(took < 3_000.0, "{took} ms");
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn an_answer_is_searched(session: Arc<Session>) {
    let api = RecordingServer::answering(|_| {
        let items: Vec<String> =
            (0..400).map(|at| format!(r#"{{"id": {at}, "owner": {{"login": "cat{at}"}}}}"#)).collect();
        let body = format!("{{\"data\": [{}]}}", items.join(","));
        Some(Answer { status: "200 OK", headers: String::new(), body })
    });
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "html/").await;
    choose_server(&page, &format!("http://127.0.0.1:{}", api.port())).await;
    assert!(send(&page).await.starts_with("200 OK "));
    assert!(page.has(".pg-body .tk-p").await, "the answer has no colors");
    // What a closed part begins with is text, on no ground of its own.
    let preview = "(style => [style.maskImage, style.backgroundColor, style.content].join())(
        getComputedStyle(document.querySelector('.pg-text details:not([open]) > summary[data-more]'), '::after'))";
    let preview = page.text(preview).await;
    assert!(preview.starts_with("none,rgba(0, 0, 0, 0),") && preview.contains("…"), "{preview}");
    let find = async |text: &str| {
        let script =
            "(text => { const input = document.querySelector('.pg-find input'); input.focus(); input.value = text;
            input.dispatchEvent(new Event('input', { bubbles: true })); })";
        page.value(&format!("{script}({})", Value::from(text))).await;
    };
    let count = "document.querySelector('.pg-count').textContent";
    let is_visible = "(() => {
        const [range] = CSS.highlights.get('pg-found');
        const { top, bottom, height } = range.startContainer.parentElement.getBoundingClientRect();
        const box = document.querySelector('.pg-body .pg-text').getBoundingClientRect();
        return height > 0 && bottom > box.top && top < box.bottom;
    })()";
    // In parts that are closed.
    find("CAT39").await;
    assert_eq!(page.text(count).await, "1 of 11");
    assert!(page.holds(is_visible).await);
    page.press("Enter").await;
    assert_eq!(page.text(count).await, "2 of 11");
    assert!(page.holds(is_visible).await);
    for _ in 0..2 {
        page.value("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }))").await;
    }
    assert_eq!(page.text(count).await, "11 of 11");
    assert!(page.holds(is_visible).await);
    assert!(page.holds("CSS.highlights.get('pg-find').size === 11").await);
    find(".*(").await;
    assert_eq!(page.text(count).await, "No matches");
    // Escape ends the search, and then the panel.
    page.press("Escape").await;
    assert!(
        page.holds(
            "document.querySelector('.pg-find input').value === '' && document.querySelector('.pg-dialog').open"
        )
        .await
    );
    page.press("Escape").await;
    page.wait_until("!document.querySelector('.pg-dialog').open").await;
    assert_eq!(page.problems().await, [""; 0]);
}

pub(crate) async fn a_phone_scrolls_to_the_answer(session: Arc<Session>) {
    // Longer than the window, so that its status can be at the top.
    let body = format!("[{}]", vec!["\"line\""; 100].join(","));
    let api = RecordingServer::answering(move |_| {
        Some(Answer { status: "200 OK", headers: String::new(), body: body.clone() })
    });
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "cart/").await;
    page.resize(390, 700).await;
    choose_server(&page, &format!("http://127.0.0.1:{}", api.port())).await;
    page.value("document.querySelector('.pg-dialog').scrollTo(0, 0)").await;
    let top = "document.querySelector('.pg-status').getBoundingClientRect().top";
    assert!(page.holds(&format!("{top} > innerHeight")).await, "the answer is in view from the beginning");
    assert!(send(&page).await.starts_with("200 OK "));
    let line = "document.querySelector('.pg-line').getBoundingClientRect().bottom";
    page.wait_until(&format!("{top} >= {line} && {top} < innerHeight / 2")).await;
    assert_eq!(page.problems().await, [""; 0]);
}

/// Code, credentials and what is required look as on the page.
pub(crate) async fn the_panel_agrees_with_the_page(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "charge/").await;
    let sample = page.text("document.querySelector('.endpoint-examples pre').textContent").await;
    for part in ["Authorization: Basic YOUR_CREDENTIALS", "amount=1"] {
        assert!(sample.contains(part) && command(&page).await.contains(part), "{part}: {sample}");
    }
    for (inside, outside, properties) in [
        (".pg-side .code", ".endpoint-examples .code", "['colorScheme', 'color']"),
        (".pg-side .code .tk-f", ".endpoint-examples .code .tk-f", "['color']"),
        (".pg-side .code .tk-p", ".endpoint-examples .code .tk-p", "['color']"),
        (".pg-field .required", "wc-field > p > b", "['color', 'fontSize', 'fontWeight']"),
    ] {
        let look = |selector: &str| {
            format!(
                "(style => {properties}.map(name => style[name]).join())(getComputedStyle(document.querySelector('{selector}')))"
            )
        };
        assert_eq!(page.text(&look(inside)).await, page.text(&look(outside)).await, "{inside}");
    }
    // Only the reader's own credentials are sent.
    assert!(send(&page).await.starts_with("200 OK "));
    assert_eq!(bench.recorded().header("authorization"), "");
    fill(&page, "User name", "me").await;
    assert!(command(&page).await.contains("Authorization: Basic bWU6"));
    assert_eq!(page.problems().await, [""; 0]);
}

/// Runs a program with a script as its input; `None` if it is missing.
fn run(program: &str, arguments: &[&str], script: &str) -> Option<()> {
    let mut child =
        Command::new(program).args(arguments).arg(script).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    Some(())
}

pub(crate) async fn code_in_other_languages_sends_the_same(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let has_requests =
        Command::new("python3").args(["-c", "import requests"]).output().is_ok_and(|out| out.status.success());
    for (operation, inputs) in [
        ("order", &[("k (query)", "s/e"), ("order", "a/b \"c\" $x"), ("count", "3"), ("tags", "it's\n\\\"ü")][..]),
        (
            "cart",
            &[(
                "application/json",
                r#"{"name": "é\n\u00fc", "items": [{"sku": "a", "count": 12345678901234567890}], "x": null, "y": true}"#,
            )],
        ),
        (
            "cart",
            &[(
                "application/json",
                r#"{"name": "\"quoted\" \\ '", "items": [{"sku": "true"}], "x": null, "y": [true, 1.5]}"#,
            )],
        ),
        ("charge", &[("amount", "70"), ("metadata", r#"{"k": "ü & ="}"#), ("User name", "jo")]),
    ] {
        let page = open_panel(&session, server.address(), &format!("{operation}/")).await;
        for (label, value) in inputs {
            fill(&page, label, value).await;
        }
        assert!(send(&page).await.starts_with("200 OK "), "{operation}");
        let sent = bench.recorded();
        for (language, program, arguments) in
            [("JavaScript", "node", &["--input-type=module", "-e"][..]), ("Python", "python3", &["-c"])]
        {
            choose(&page, ".pg-code-head select", language).await;
            let word = if language == "Python" { "import requests" } else { "await fetch" };
            page.wait_until(&format!("document.querySelector('.pg-side .code code').textContent.includes('{word}')"))
                .await;
            let code = command(&page).await;
            if language == "Python" && !has_requests || run(program, arguments, &code).is_none() {
                continue;
            }
            let again = bench.recorded();
            // Credentials that the reader did not enter are placeholders in code.
            let target = again.target.replace("?k=YOUR_API_KEY", "");
            assert_eq!((&again.method, &target), (&sent.method, &sent.target), "{code}");
            for name in ["content-type", "authorization", "accept"] {
                let is_placeholder = again.header(name).contains("YOUR_");
                let is_same = again.header(name) == sent.header(name) || is_placeholder || name == "accept";
                assert!(is_same, "{name}: {code} {again:?}");
            }
            let json = |body: &str| serde_json::from_str::<Value>(body).ok();
            assert!(
                again.body == sent.body || json(&again.body).is_some() && json(&again.body) == json(&sent.body),
                "{code}\n{}",
                again.body
            );
        }
        assert_eq!(page.problems().await, [""; 0]);
        choose(&page, ".pg-code-head select", "curl").await;
    }
}

pub(crate) async fn earlier_requests_are_shown_again(session: Arc<Session>) {
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "order/").await;
    fill(&page, "k (query)", "s3cret").await;
    for (order, count) in [("first", "1"), ("second", "2")] {
        fill(&page, "order", order).await;
        fill(&page, "count", count).await;
        assert!(send(&page).await.starts_with("200 OK "));
    }
    assert_eq!(bench.api.take().len(), 2);
    let history = page.text("document.querySelector('.pg-history').textContent").await;
    assert!(history.starts_with("History (2)POST /v1/orders/second 200 "), "{history}");
    assert!(page.holds("!document.querySelector('.pg-history').outerHTML.includes('s3cret')").await);
    page.click(".pg-history summary").await;
    page.click(".pg-history li:nth-child(2) button").await;
    assert!(page.text("document.querySelector('.pg-url').textContent").await.contains("/v1/orders/first?k=s3cret"));
    assert!(command(&page).await.contains("\"count\": 1"));
    assert!(page.text("document.querySelector('.pg-body').textContent").await.contains("/v1/orders/first"));
    assert_eq!(
        page.text("document.querySelector('.pg-history [aria-current=true] code').textContent").await,
        "/v1/orders/first"
    );
    assert!(page.holds("!JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).includes('orders')").await);
    assert_eq!(page.problems().await, [""; 0]);
}

/// Every part of the panel, in both color schemes, on wide and narrow windows.
pub(crate) async fn axe_finds_nothing_in_the_request_panel(session: Arc<Session>) {
    let Some(axe) = axe() else { return };
    let bench = Bench::new();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "order/").await;
    fill(&page, "order", "1").await;
    fill(&page, "limit", "500").await;
    send(&page).await;
    assert!(send(&page).await.starts_with("200 OK "));
    page.click(".pg-history summary").await;
    for (width, scheme) in [(1280, Scheme::Light), (1280, Scheme::Dark), (390, Scheme::Dark)] {
        page.resize(width, 800).await;
        page.prefer(scheme).await;
        for view in ["text", "form"] {
            show_body_as(&page, view).await;
            assert_eq!(axe.violations(&page, &[]).await, [""; 0], "{width} {scheme:?} {view}");
        }
        assert!(page.holds("document.querySelector('.pg-dialog').scrollWidth <= innerWidth").await);
    }
}

/// An operation of a real spec, what a reader fills in, and what the server gets: method, target, headers, parts of the body.
struct Real {
    file: &'static str,
    operation: &'static str,
    inputs: &'static [(&'static str, &'static str)],
    target: &'static str,
    headers: &'static [(&'static str, &'static str)],
    body: &'static [&'static str],
}

const REAL: [Real; 3] = [
    Real {
        file: "github-api.github.com.json",
        operation: "issues/create",
        inputs: &[
            ("owner", "octo/cat"),
            ("repo", "Hello World"),
            ("application/json", r#"{"title": "It's", "milestone": 9007199254740993, "labels": ["bug"]}"#),
        ],
        target: "/repos/octo%2Fcat/Hello%20World/issues",
        headers: &[("content-type", "application/json")],
        body: &[r#"{"title": "It's", "milestone": 9007199254740993, "labels": ["bug"]}"#],
    },
    Real {
        file: "stripe-spec3.yaml",
        operation: "PostPaymentIntents",
        inputs: &[
            ("User name", "sk_test_1"),
            ("amount", "2000"),
            ("currency", "eur"),
            ("automatic_payment_methods", r#"{"enabled": true, "allow_redirects": "never"}"#),
            ("expand", "customer\nlatest_charge"),
        ],
        target: "/v1/payment_intents",
        headers: &[("content-type", "application/x-www-form-urlencoded"), ("authorization", "Basic c2tfdGVzdF8xOg==")],
        body: &[
            "amount=2000",
            "currency=eur",
            "automatic_payment_methods%5Benabled%5D=true",
            "automatic_payment_methods%5Ballow_redirects%5D=never",
            "expand%5B0%5D=customer",
            "expand%5B1%5D=latest_charge",
        ],
    },
    Real {
        file: "twilio_api_v2010.json",
        operation: "CreateMessage",
        inputs: &[
            ("User name", "AC1"),
            ("Password", "s3cr:t"),
            ("AccountSid", "AC0123456789abcdef0123456789abcdef"),
            ("To", "+15558675310"),
            ("Body", "Hi & bye"),
        ],
        target: "/2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Messages.json",
        headers: &[("content-type", "application/x-www-form-urlencoded"), ("authorization", "Basic QUMxOnMzY3I6dA==")],
        body: &["To=%2B15558675310", "Body=Hi%20%26%20bye"],
    },
];

pub(crate) async fn real_operations_are_sent_right(session: Arc<Session>) {
    let Some(data) = engine::testing::test_data("specs/big", "requests of real specs") else { return };
    let api = RecordingServer::start();
    for Real { file, operation, inputs, target, headers, body } in REAL {
        let name = format!("spec.{}", file.rsplit('.').next().unwrap());
        let config = format!("{{\"name\": \"T\", \"openapi\": \"{name}\"}}");
        let page =
            format!("---\ntitle: T\nlayout: api\n---\n\n# T\n\n<wc-endpoint ref=\"{operation}\"></wc-endpoint>\n");
        let site = temporary_site(&[("tool.json", &config), ("docs/index.md", &page)]);
        std::fs::copy(data.join("specs/big").join(file), site.path().join(&name)).unwrap();
        let out = tempfile::tempdir().unwrap();
        tokio::task::block_in_place(|| build(site.path(), &out.path().join("dist")));
        let server = StaticServer::start(&out.path().join("dist"));
        let page = open_panel(&session, &server.address(), "").await;
        choose_server(&page, &format!("http://127.0.0.1:{}", api.port())).await;
        for (label, value) in inputs {
            fill(&page, label, value).await;
        }
        let status = send(&page).await;
        assert!(status.starts_with("200 OK "), "{operation}: {status}");
        let mut all = api.take();
        assert_eq!(all.len(), 1, "{operation}: {all:?}");
        let sent = all.remove(0);
        assert_eq!((&*sent.method, &*sent.target), ("POST", target), "{operation}");
        for (name, value) in headers {
            assert_eq!(sent.header(name), *value, "{operation}: {name}");
        }
        let pieces: Vec<&str> = if body.len() == 1 { vec![&sent.body] } else { sent.body.split('&').collect() };
        for piece in body {
            assert!(pieces.contains(piece), "{operation}: {piece} in {}", sent.body);
        }
        assert_eq!(page.problems().await, [""; 0], "{operation}");
    }
}

/// `tool dev` reaches a server that keeps its answers from pages of other origins; what is built does not.
pub(crate) async fn the_dev_server_passes_requests_on(session: Arc<Session>) {
    let bench = Bench::new();
    let origin = format!("http://127.0.0.1:{}", bench.api.port());
    let allow =
        format!("{{\"name\": \"T\", \"openapi\": \"openapi.yaml\", \"playground\": {{\"allow\": [\"{origin}\"]}}}}");
    std::fs::write(bench.folder.path().join("tool.json"), allow).unwrap();
    let server = bench.serve();
    let page = open_panel(&session, server.address(), "closed/").await;
    let status = send(&page).await;
    assert!(status.starts_with("200 OK "), "{status}");
    let sent = bench.recorded();
    assert_eq!((&*sent.method, &*sent.target), ("GET", "/v1/closed"));
    for own in ["origin", "referer", "cookie", "x-tool-token"] {
        assert_eq!(sent.header(own), "", "{sent:?}");
    }
    let headers = page.text("document.querySelector('.pg-headers pre').textContent").await;
    assert!(
        headers.contains("content-type: application/json") && headers.contains("The dev server forwarded"),
        "{headers}"
    );
    assert_eq!(page.problems().await, [""; 0]);
}
