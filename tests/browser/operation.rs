//! Pages of operations as they load: what moves, what comes first, what is colored, what is legible without a script.

use std::sync::Arc;

use browser::{DevServer, Session, temporary_site};
use tempfile::TempDir;

/// Sums the shifts of the layout from the beginning (https://web.dev/articles/cls).
const OBSERVE_SHIFTS: &str = "window.shifted = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value; }).observe({ type: 'layout-shift', buffered: true });";
/// The widths and heights of a desktop window and of a phone.
const WINDOWS: [(u32, u32); 2] = [(1440, 900), (412, 823)];

pub(super) async fn nothing_moves_while_a_page_loads(session: Arc<Session>) {
    for path in ["", "quickstart/", "components/gallery/", "api/register-accession/", "api/create-token/"] {
        for (width, height) in WINDOWS {
            let page = session.blank().await;
            page.resize(width, height).await;
            page.run_before_scripts(OBSERVE_SHIFTS).await;
            page.go(&format!("{}{path}", session.demo().await)).await;
            page.wait_until("document.readyState === 'complete'").await;
            // A shift is reported after the frame in which it happens.
            page.value(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))",
            )
            .await;
            let shifted = page.value("window.shifted").await.as_f64().unwrap();
            assert!(shifted < 0.05, "{path} at {width} px: {shifted}");
            assert_eq!(page.problems().await, [""; 0]);
        }
    }
}

pub(super) async fn parameters_are_near_the_top(session: Arc<Session>) {
    let page = session.blank().await;
    page.go(&format!("{}api/register-accession/", session.demo().await)).await;
    let top = |selector: &str| format!("document.querySelector('{selector}').getBoundingClientRect().top + scrollY");
    for ((width, height), most) in WINDOWS.into_iter().zip([500.0, 2.0 * 823.0]) {
        page.resize(width, height).await;
        page.wait_until("document.querySelector('wc-code-group[data-ready]') !== null").await;
        let first = page.value(&top("wc-field")).await.as_f64().unwrap();
        assert!(first <= most, "{first} at {width} px");
    }
    // On a phone the samples follow the description of the fields.
    assert!(page.holds(&format!("{} < {}", top("wc-field"), top(".endpoint-examples"))).await);
    // With a long title, a description that is folded, and a link to more.
    let page = session.blank().await;
    page.resize(1440, 900).await;
    let site = long_head();
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    page.go(server.address()).await;
    assert!(
        page.holds("document.querySelector('h1').offsetHeight > 60 && !!document.querySelector('.more-text')").await
    );
    let first = page.value(&top("wc-field")).await.as_f64().unwrap();
    assert!(first <= 500.0, "{first} below a long head");
    assert!(page.holds(&format!("Math.abs({} - ({})) < 4", top(".endpoint-docs"), top(".access"))).await);
    page.go(&format!("{}api/register-accession/", session.demo().await)).await;
    page.wait_until("document.querySelector('wc-code-group[data-ready]') !== null").await;
    // A row of statuses leaves room for a copy button only if it has one.
    let room = "[...document.querySelectorAll('.endpoint-examples wc-code-group')].filter(group => group.querySelector(':scope > [role=tabpanel] > :is(wc-code-group, .picker)')).every(group => parseFloat(getComputedStyle(group.querySelector(':scope > [role=tablist]')).paddingInlineEnd) < 16)";
    assert!(page.holds(room).await);
}

/// An operation with a long head.
fn long_head() -> TempDir {
    let title = "Remove a selected repository from a variable of an organization that has several";
    let spec = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "servers": [{{"url": "https://api.test"}}],
            "paths": {{"/organizations/{{organization}}/agents/variables/{{name}}/repositories/{{repository}}": {{"delete": {{
            "operationId": "a", "externalDocs": {{"url": "https://docs.test", "description": "API method documentation"}},
            "description": "{}\n\n{}", "parameters": [{{"name": "organization", "in": "path", "required": true,
            "schema": {{"type": "string"}}}}], "responses": {{}}}}}}}}}}"#,
        "Words that say what it does. ".repeat(8),
        "Words that are folded. ".repeat(20)
    );
    let page = format!("---\ntitle: {title}\nlayout: api\n---\n\n# {title}\n\n<wc-endpoint ref=\"a\" />\n");
    temporary_site(&[
        ("tool.json", r#"{"name": "T", "openapi": "api.json"}"#),
        ("api.json", &spec),
        ("docs/index.md", &page),
    ])
}

pub(super) async fn large_examples_are_colored_when_they_are_shown(session: Arc<Session>) {
    let items: Vec<String> = (0..400).map(|at| format!("{{\"id\": {at}, \"name\": \"n<b>{at}\"}}")).collect();
    let spec = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{"/a": {{"get": {{"operationId": "a", "responses": {{
            "200": {{"description": "d", "content": {{"application/json": {{"schema": {{"type": "array", "items": {{"type": "object", "properties": {{"id": {{"type": "integer"}}}}}}}},
            "example": [{}]}}}}}}}}}}}}}}}}"#,
        items.join(",")
    );
    let site = temporary_site(&[
        ("tool.json", r#"{"name": "Large", "openapi": "api.json"}"#),
        ("api.json", &spec),
        ("docs/index.md", "---\ntitle: A\nlayout: api\n---\n\n# A\n\n<wc-endpoint ref=\"a\" />\n"),
    ]);
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    let page = session.blank().await;
    page.resize(1440, 900).await;
    page.go(server.address()).await;
    let block = "document.querySelector('.endpoint-examples [data-plain]')";
    let before = page.text(&format!("{block}.textContent.slice(0, 200)")).await;
    page.wait_until(&format!("{block}.querySelectorAll('.tk-p').length > 100")).await;
    assert_eq!(page.text(&format!("{block}.textContent.slice(0, 200)")).await, before);
    assert_eq!(page.text(&format!("{block}.querySelector('.tk-p').textContent")).await, "\"id\"");
    // Pointing at a field finds its line.
    page.point_at("[id='response.200.id'] > p").await;
    page.wait_until("document.querySelector('a.tk-p.lit')?.textContent === '\"id\"'").await;
    assert_eq!(page.problems().await, [""; 0]);
}
