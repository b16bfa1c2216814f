//! The sidebar: its filter, the lines that a page of a long one leaves out, from a server and from the disk; and the drawer that it
//! is on small screens.

use std::fmt::Write as _;
use std::sync::Arc;

use browser::{DevServer, Page, Scheme, Session, build, temporary_site};
use tempfile::TempDir;

use crate::accessibility::axe;

/// A site with two guides and 220 operations in two groups.
fn site() -> TempDir {
    let (mut paths, mut pages) = (String::new(), Vec::new());
    let mut groups = [String::new(), String::new()];
    for number in 0..220 {
        let _ = write!(paths, r#""/p{number}": {{"get": {{"operationId": "op{number}", "responses": {{}}}}}},"#);
        let _ = write!(groups[usize::from(number >= 110)], r#""op-{number}","#);
        let text = format!(
            "---\ntitle: Operation {number}\nlayout: api\n---\n\n# Operation {number}\n\n<wc-endpoint ref=\"op{number}\"></wc-endpoint>\n"
        );
        pages.push((format!("docs/op-{number}.md"), text));
    }
    let [early, late] = groups.map(|group| group.trim_end_matches(',').to_owned());
    let config = format!(
        r#"{{"name": "Long", "openapi": "api.json", "sidebar": [{{"group": "Start", "pages": ["index", "cafe"]}},
            {{"group": "Early", "pages": [{early}]}}, {{"group": "Late", "pages": [{late}]}}]}}"#
    );
    let spec = format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{{}}}}}"#,
        paths.trim_end_matches(',')
    );
    let (config_file, spec_file) = (("tool.json".to_owned(), config), ("api.json".to_owned(), spec));
    pages.extend([config_file, spec_file]);
    for (path, title) in [("docs/index.md", "Home"), ("docs/cafe.md", "Café")] {
        pages.push((path.to_owned(), format!("---\ntitle: {title}\n---\n\n# {title}\n\nText.\n")));
    }
    let files: Vec<(&str, &str)> = pages.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    temporary_site(&files)
}

/// The titles of the lines that are shown.
const SHOWN: &str = "[...document.querySelectorAll('#toolSidebar .nav-list a')].filter(link => link.checkVisibility())
    .map(link => link.querySelector('bdi')?.textContent ?? link.textContent).join()";
const FOCUSED: &str = "document.activeElement.textContent.trim()";

async fn type_text(page: &Page, text: &str) {
    page.value(&format!(
        "{{ const input = document.querySelector('.nav-filter input'); input.focus(); input.value = '{text}';
            input.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
    ))
    .await;
}

/// What a page of a long sidebar does with what it leaves out.
async fn filter_and_open(page: &Page, home: &str, operation: &str) {
    page.go(home).await;
    assert_eq!(page.text(SHOWN).await, "Home,Café", "the guides alone");
    // Entries of the other part, by the title of their group too.
    type_text(page, "late 119").await;
    page.wait_until(&format!("{SHOWN} === 'Operation 119'")).await;
    type_text(page, "CAFE").await;
    page.wait_until(&format!("{SHOWN} === 'Café'")).await;
    type_text(page, "walrus").await;
    page.wait_until("document.querySelector('.nav-none').checkVisibility()").await;
    page.click(".nav-none button").await;
    page.wait_until("document.querySelector('.search-dialog[open] input')?.value === 'walrus'").await;
    page.press("Escape").await;
    page.wait_until("document.querySelector('.search-dialog[open]') === null").await;
    page.value("document.querySelector('.nav-filter input').focus()").await;
    page.press("Escape").await;
    page.wait_until(&format!("{SHOWN} === 'Home,Café' && document.querySelector('.nav-filter input').value === ''"))
        .await;

    type_text(page, "operation 21").await;
    page.wait_until(&format!("{SHOWN}.startsWith('Operation 21,Operation 121,')")).await;
    for (key, expected) in [
        ("ArrowDown", "Early"),
        ("ArrowDown", "Operation 21 GET"),
        ("ArrowDown", "Late"),
        ("ArrowDown", "Operation 121 GET"),
        ("ArrowUp", "Late"),
    ] {
        page.press(key).await;
        assert_eq!(page.text(&format!("{FOCUSED}.replace(/\\s+/g, ' ')")).await, expected, "{key}");
    }
    // The whole title, although others contain it.
    type_text(page, "operation 21").await;
    page.wait_until(&format!("{SHOWN}.startsWith('Operation 21,')")).await;
    type_text(page, "operation 1").await;
    page.wait_until(&format!("{SHOWN}.startsWith('Operation 1,')")).await;
    type_text(page, "operation 219").await;
    page.wait_until(&format!("{SHOWN} === 'Operation 219'")).await;
    page.press("Enter").await;
    page.wait_until("document.querySelector('h1').textContent.startsWith('Operation 219')").await;

    page.go(operation).await;
    assert!(page.holds("document.querySelectorAll('#toolSidebar .nav-list a').length < 30").await);
    let more =
        "[...document.querySelectorAll('#toolSidebar a.nav-more[data-more]')].map(link => link.textContent).join()";
    assert_eq!(page.text(more).await, "Show 44 earlier,Show 53 more");
    let place =
        "String(Math.round(document.querySelector('#toolSidebar [aria-current=page]').getBoundingClientRect().top))";
    let before = page.text(place).await;
    page.value("document.querySelector('#toolSidebar a.nav-more[data-more]').click()").await;
    page.wait_until("document.querySelectorAll('#toolSidebar .nav-list:not([hidden]) a').length === 220").await;
    assert_eq!(
        page.text("document.querySelector('#toolSidebar .nav-list [aria-current=page] bdi').textContent").await,
        "Operation 50"
    );
    assert_eq!(page.text(place).await, before, "the current entry keeps its place");
    page.go(operation).await;
    page.value("[...document.querySelectorAll('#toolSidebar a[data-more]')].at(-1).click()").await;
    page.wait_until(&format!("{FOCUSED} === 'Late' && document.activeElement.parentElement.open")).await;
    assert!(page.text(SHOWN).await.contains("Operation 219"));
    // It stays open on the next page.
    page.go(&operation.replace("op-50", "op-51")).await;
    page.wait_until(&format!("{SHOWN}.includes('Operation 51') && {SHOWN}.includes('Operation 219')")).await;
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn a_long_sidebar_is_filtered_and_opened(session: Arc<Session>) {
    let site = site();
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    let page = session.blank().await;
    page.resize(1440, 900).await;
    filter_and_open(&page, server.address(), &format!("{}op-50/", server.address())).await;
}

pub(super) async fn a_long_sidebar_is_filtered_and_opened_without_a_server(session: Arc<Session>) {
    let site = site();
    let out = site.path().join("dist");
    tokio::task::block_in_place(|| build(site.path(), &out));
    let disk = format!("file://{}", out.to_str().unwrap());
    let page = session.blank().await;
    page.resize(1440, 900).await;
    filter_and_open(&page, &format!("{disk}/index.html"), &format!("{disk}/op-50/index.html")).await;
}

pub(super) async fn the_drawer_keeps_the_focus(session: Arc<Session>) {
    let page = session.blank().await;
    page.resize(390, 844).await;
    page.reduce_motion(true).await;
    page.go(session.demo().await).await;
    let is_open = "document.querySelector('#toolSidebar').checkVisibility({ visibilityProperty: true })";
    assert!(!page.holds(is_open).await);
    page.click(".nav-toggle").await;
    page.wait_until(is_open).await;
    assert!(page.holds("getComputedStyle(document.documentElement).overflow === 'hidden'").await, "the page scrolls");
    for _ in 0..60 {
        page.press("Tab").await;
        assert!(
            page.holds("!!document.activeElement.closest('#toolSidebar') || document.activeElement === document.body")
                .await
        );
    }
    // The filter and the button stay above the list.
    page.value("document.querySelectorAll('#toolSidebar details').forEach(each => (each.open = true))").await;
    assert!(
        page.holds("(list => list.scrollHeight > list.clientHeight + 200)(document.querySelector('#toolSidebar'))")
            .await
    );
    for end in [0, 99_999] {
        page.value(&format!("document.querySelector('#toolSidebar').scrollTop = {end}")).await;
        for part in [".nav-filter input", ".nav-close"] {
            let is_on_top = "(part => {
                const { left, top, width, height } = part.getBoundingClientRect();
                return top >= 0 && document.elementFromPoint(left + width / 2, top + height / 2) === part;
            })";
            assert!(
                page.holds(&format!("{is_on_top}(document.querySelector('{part}'))")).await,
                "{part} scrolled to {end}"
            );
        }
    }
    if let Some(axe) = axe() {
        for scheme in Scheme::ALL {
            page.prefer(scheme).await;
            assert_eq!(axe.violations(&page, &[]).await, [""; 0], "{}", scheme.name());
        }
    }
    // The filter takes the key first.
    type_text(&page, "callouts").await;
    page.wait_until(&format!("{SHOWN} === 'Callouts'")).await;
    page.press("Escape").await;
    assert!(page.holds(is_open).await);
    page.press("Escape").await;
    page.wait_until(&format!("!({is_open}) && document.activeElement.className.includes('nav-toggle')")).await;
    assert_eq!(page.problems().await, [""; 0]);
}
