//! The tools of a page: the list of similar pages on the 404 page.

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
