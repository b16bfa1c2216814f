//! The tools of a page: its menu, and the list of similar pages on the 404 page.

use std::sync::Arc;

use browser::{DevServer, Session, temporary_site};

const NEAR: &str =
    "[...document.querySelectorAll('.not-found-near:not([hidden]) .near-path')].map(path => path.textContent).join()";

pub(super) async fn the_404_page_lists_similar_pages(session: Arc<Session>) {
    let page = |title: &str| format!("---\ntitle: {title}\n---\n\nText.\n");
    let site = temporary_site(&[
        ("tool.json", "{ \"name\": \"Near\" }"),
        ("docs/index.md", &page("Home")),
        ("docs/guides/sowing.md", &page("Sowing")),
        ("docs/guides/harvest.md", &page("Harvest")),
        ("docs/reference/errors.md", &page("Errors")),
    ]);
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    for (path, near) in [
        ("guides/sowign/", "/guides/sowing/"),
        ("Sowing.html", "/guides/sowing/"),
        ("old/place/of/error", "/reference/errors/"),
        ("zzz/%E0%A4%A", ""),
    ] {
        let opened = session.open(&format!("{}{path}", server.address())).await;
        opened.wait_until("document.readyState === 'complete'").await;
        assert_eq!(opened.text(NEAR).await, near, "{path}");
        // The status 404 is itself a message on the console.
        opened.take_problems();
    }
}

pub(super) async fn the_page_menu_opens_by_keyboard(session: Arc<Session>) {
    let site = temporary_site(&[
        (
            "tool.json",
            "{ \"name\": \"Menu\", \"url\": \"https://docs.test\", \"pageMenu\": [\"copy\", \"view\", \"claude\"] }",
        ),
        ("docs/index.md", "---\ntitle: Home\n---\n\nText.\n"),
    ]);
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    let page = session.open(server.address()).await;
    page.wait_until("document.readyState === 'complete'").await;
    let is_open = "document.querySelector('.page-menu details').open";
    let focused = "document.activeElement.textContent";
    page.value("document.querySelector('.page-menu summary').focus()").await;
    // Its script is loaded when it has the focus.
    for _ in 0..100 {
        page.press("ArrowDown").await;
        if page.holds(is_open).await {
            break;
        }
    }
    assert_eq!(page.text(focused).await, "View as Markdown");
    for (key, text, open) in [
        ("ArrowDown", "Open in Claude", true),
        ("ArrowDown", "View as Markdown", true),
        ("ArrowUp", "Open in Claude", true),
        ("Escape", "More ways to read this page", false),
        ("ArrowUp", "Open in Claude", true),
    ] {
        page.press(key).await;
        assert_eq!((page.text(focused).await.as_str(), page.holds(is_open).await), (text, open), "after {key}");
    }
    page.click("h1").await;
    assert!(!page.holds(is_open).await, "a click elsewhere closes it");
    page.click(".page-menu summary").await;
    assert!(page.holds(is_open).await);
    let copied = "Promise.resolve(document.querySelector('.copy-page').click()).then(() => true)";
    page.value("navigator.clipboard.write = items => items[0].getType('text/plain').then(blob => blob.text()).then(text => { window.copied = text; })").await;
    page.value(copied).await;
    page.wait_until("window.copied?.includes('title: Home')").await;
    page.wait_until("'done' in document.querySelector('.copy-page').dataset").await;
    assert_eq!(page.problems().await, [""; 0]);
}
