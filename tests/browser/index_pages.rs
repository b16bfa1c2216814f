//! The lists of all pages and of all schemas: their filter, and the links to letters.

use std::fmt::Write as _;
use std::sync::Arc;

use browser::{DevServer, Page, Session, temporary_site};

use crate::accessibility::axe;

const SHOWN: &str = "[...document.querySelectorAll('.index > li')].filter(item => item.checkVisibility())
    .map(item => item.querySelector('bdi').textContent).join()";
const HEADINGS: &str = "[...document.querySelectorAll('.index-page h2')].filter(heading => heading.checkVisibility())
    .map(heading => heading.textContent).join()";
const LETTERS: &str = "[...document.querySelectorAll('.index-letters a')].filter(link => link.checkVisibility())
    .map(link => link.textContent).join()";

async fn type_text(page: &Page, text: &str) {
    page.value(&format!(
        "{{ const input = document.querySelector('.index-filter input'); input.focus(); input.value = '{text}';
            input.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
    ))
    .await;
}

pub(super) async fn index_pages_are_filtered(session: Arc<Session>) {
    let (mut schemas, mut properties) = (String::new(), String::new());
    for number in 0..50 {
        let name = format!("{}{number}", ["Apple", "Bread", "Caf\u{e9}", "_own"][number % 4]);
        let _ = write!(schemas, r#""{name}": {{"type": "object", "description": "About {name}. More."}},"#);
        let _ = write!(properties, r##""p{number}": {{"$ref": "#/components/schemas/{name}"}},"##);
    }
    let spec = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/a": {{"get": {{"operationId": "op",
            "responses": {{"200": {{"description": "OK", "content": {{"application/json": {{"schema":
            {{"type": "object", "properties": {{{}}}}}}}}}}}}}}}}}}}, "components": {{"schemas": {{{}}}}}}}"#,
        properties.trim_end_matches(','),
        schemas.trim_end_matches(',')
    );
    let config = r#"{"name": "Lists", "openapi": "api.json", "sidebar": ["index",
        {"group": "Fruit", "pages": ["apple"]}, {"group": "Bakery", "pages": ["bread", "cafe"]}]}"#;
    let page = |title: &str| format!("---\ntitle: {title}\n---\n\nText.\n");
    let site = temporary_site(&[
        ("tool.json", config),
        ("api.json", &spec),
        ("docs/index.md", "---\ntitle: Home\n---\n\n<wc-endpoint ref=\"op\"></wc-endpoint>\n"),
        ("docs/apple.md", &page("Apple")),
        ("docs/bread.md", &page("Bread")),
        ("docs/cafe.md", &page("Caf\u{e9}")),
    ]);
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    let page = session.blank().await;
    page.resize(1440, 900).await;
    page.reduce_motion(true).await;

    page.go(&format!("{}api/models/", server.address())).await;
    assert_eq!(page.text(LETTERS).await, "#,A,B,C");
    assert_eq!(page.text(HEADINGS).await, "#,A,B,C");
    page.value("document.querySelector('.index-letters a[href=\"#letter-c\"]').click()").await;
    page.wait_until("location.hash === '#letter-c'").await;
    if let Some(axe) = axe() {
        assert_eq!(axe.violations(&page, &[]).await, [""; 0]);
    }
    type_text(&page, "CAFE 2").await;
    page.wait_until(&format!("{SHOWN} === 'Caf\u{e9}2,Caf\u{e9}22,Caf\u{e9}26,Caf\u{e9}42'")).await;
    assert_eq!((page.text(LETTERS).await.as_str(), page.text(HEADINGS).await.as_str()), ("C", "C"));
    page.wait_until("document.querySelector('[aria-live=polite]')?.textContent === 'Pages found: 4'").await;
    type_text(&page, "walrus").await;
    page.wait_until("document.querySelector('.index-none').checkVisibility()").await;
    assert_eq!(page.text(SHOWN).await, "");
    page.press("Escape").await;
    page.wait_until(&format!("{LETTERS} === '#,A,B,C' && document.querySelector('.index-filter input').value === ''"))
        .await;
    assert!(!page.holds("document.querySelector('.index-none').checkVisibility()").await);

    page.go(&format!("{}all-pages/", server.address())).await;
    assert_eq!(page.text(HEADINGS).await, "Fruit,Bakery");
    // The titles of groups count.
    type_text(&page, "bakery").await;
    page.wait_until(&format!("{SHOWN} === 'Bread,Caf\u{e9}'")).await;
    assert_eq!(page.text(HEADINGS).await, "Bakery");
    type_text(&page, "apple").await;
    page.wait_until(&format!("{SHOWN} === 'Apple'")).await;
    page.press("Enter").await;
    page.wait_until("document.querySelector('h1').textContent === 'Apple'").await;
    assert!(page.holds("!document.querySelector('script[src*=\"index-filter\"]')").await);
    assert_eq!(page.problems().await, [""; 0]);
}
