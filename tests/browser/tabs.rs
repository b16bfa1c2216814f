//! The tabs of a site: the current one, the keyboard, the drawer of small screens, and the filter of the search.

use std::sync::Arc;

use browser::{Page, Scheme, Session, StaticServer, build, temporary_site};
use tempfile::TempDir;

use crate::accessibility::axe;

/// A site with three tabs, with badges and icons in the first.
fn site() -> TempDir {
    let config = r#"{"name": "Seeds", "tabs": [
        {"tab": "Guides", "icon": "book", "sidebar": ["index", {"group": "Keeping", "icon": "archive", "collapsed": false, "pages": [
            {"id": "storing", "badge": "new"}, "storing#drying-rooms", {"id": "lending", "badge": {"text": "Soon", "variant": "purple"}}]}]},
        {"tab": "Vault", "sidebar": ["vault"]},
        {"tab": "Blog", "href": "https://blog.test/"}]}"#;
    let page = |title: &str| format!("---\ntitle: {title}\n---\n\n# {title}\n\nA walrus.\n\n## Drying rooms\n\nDry.\n");
    let site = temporary_site(&[
        ("tool.json", config),
        ("docs/index.md", &page("Home")),
        ("docs/storing.md", &page("Storing seeds")),
        ("docs/lending.md", &page("Lending seeds")),
        ("docs/vault.md", &page("The vault")),
    ]);
    tokio::task::block_in_place(|| build(site.path(), &site.path().join("dist")));
    site
}

/// The titles of pages among the results of the search.
const FOUND: &str = "[...document.querySelectorAll('.search-list [aria-label=\"Pages\"] .search-title, \
    .search-list [aria-label=\"On pages\"] .search-crumb')].map(each => each.textContent).sort().join()";

async fn has_no_violations(page: &Page) {
    if let Some(axe) = axe() {
        for scheme in Scheme::ALL {
            page.prefer(scheme).await;
            assert_eq!(axe.violations(page, &[]).await, [""; 0], "{}", scheme.name());
        }
    }
}

pub(super) async fn tabs_are_used_by_keyboard(session: Arc<Session>) {
    let site = site();
    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.blank().await;
    page.resize(1440, 900).await;
    page.go(&format!("{}storing/", server.address())).await;
    assert_eq!(page.text("document.querySelector('.tab-bar [aria-current]').textContent").await, "Guides");
    assert!(page.holds("!document.querySelector('.drawer-tabs').checkVisibility()").await);
    has_no_violations(&page).await;
    // The entry for the heading is marked when the reader is there.
    page.click(".nav-list a[href$='#drying-rooms']").await;
    page.wait_until("document.querySelector('.nav-list a[aria-current=location]')?.hash === '#drying-rooms'").await;
    page.value("document.querySelector('.tab-bar [aria-current]').focus()").await;
    page.press("Tab").await;
    assert_eq!(page.text("document.activeElement.textContent").await, "Vault");
    page.press("Enter").await;
    page.wait_until("document.querySelector('.tab-bar [aria-current]')?.textContent === 'Vault'").await;
    assert_eq!(page.text("document.querySelector('.nav-list').textContent.trim()").await, "The vault");
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn tabs_are_in_the_drawer_of_small_screens(session: Arc<Session>) {
    let site = site();
    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.blank().await;
    page.resize(390, 844).await;
    page.reduce_motion(true).await;
    page.go(&format!("{}lending/", server.address())).await;
    assert!(page.holds("!document.querySelector('.tab-bar').checkVisibility()").await);
    page.click(".nav-toggle").await;
    page.wait_until("document.querySelector('.drawer-tabs').checkVisibility({ visibilityProperty: true })").await;
    page.wait_until("document.querySelector('.drawer-tabs').getBoundingClientRect().left >= 0").await;
    assert_eq!(page.text("document.querySelector('.drawer-tabs [aria-current]').textContent").await, "Guides");
    has_no_violations(&page).await;
    page.click(".drawer-tabs a[href*='vault/']").await;
    page.wait_until("document.querySelector('.drawer-tabs [aria-current]')?.textContent === 'Vault'").await;
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn the_search_is_limited_to_a_tab(session: Arc<Session>) {
    let site = site();
    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.blank().await;
    page.resize(1440, 900).await;
    page.go(&format!("{}storing/?q=walrus", server.address())).await;
    page.wait_until("document.querySelectorAll('.search-result').length === 4").await;
    let chips = "[...document.querySelectorAll('.search-tabs button')].map(each => each.textContent).join()";
    page.wait_until(&format!("{chips} === 'Everything,Guides,Vault'")).await;
    // The last of the buttons by key.
    page.value("[...document.querySelectorAll('.search-tabs button')].at(-1).focus()").await;
    page.press("Enter").await;
    page.wait_until(&format!("{FOUND} === 'The vault'")).await;
    assert!(page.holds("document.activeElement.className === 'search-input'").await);
    assert_eq!(page.text("document.querySelector('.search-tabs [aria-pressed=true]').textContent").await, "Vault");
    has_no_violations(&page).await;
    page.value(
        "{ const input = document.querySelector('.search-input'); input.value = 'lending';
            input.dispatchEvent(new Event('input', { bubbles: true })); }",
    )
    .await;
    page.wait_until("document.querySelector('div.search-none').checkVisibility()").await;
    page.click("div.search-none .search-near button").await;
    page.wait_until(&format!("{FOUND}.includes('Lending seeds')")).await;
    assert_eq!(page.problems().await, [""; 0]);
}
