//! The tabs and the products of a site: the current one, the keyboard, the drawer of small screens, and the filter of the search.

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
    site_of(config, &[])
}

/// A site with these files beside four pages.
fn site_of(config: &str, further: &[(&str, &str)]) -> TempDir {
    let page = |title: &str| format!("---\ntitle: {title}\n---\n\n# {title}\n\nA walrus.\n\n## Drying rooms\n\nDry.\n");
    let files = [
        ("tool.json", config),
        ("docs/index.md", &page("Home")),
        ("docs/storing.md", &page("Storing seeds")),
        ("docs/lending.md", &page("Lending seeds")),
        ("docs/vault.md", &page("The vault")),
    ];
    let site = temporary_site(&[&files, further].concat());
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

/// The site with products: one with two tabs, one with a sidebar, in an Arabic version too. `further`: more entries of the
/// second one.
fn site_with_products(further: &str) -> TempDir {
    let config = r#"{"name": "Seeds", "versions": [{"version": "2"}, {"version": "1"}],
        "languages": [{"lang": "en", "label": "English"}, {"lang": "ar", "label": "العربية"}], "products": [
        {"product": "Vault", "icon": "archive", "description": "Store seeds for decades, at any temperature.", "tabs": [
            {"tab": "Guides", "sidebar": ["index", "storing"]}, {"tab": "Reference", "sidebar": ["lending"]}]},
        {"product": "Field", "icon": "sprout", "description": "Sow, water and harvest.", "sidebar": ["vault" FURTHER]},
        {"product": "Status", "icon": "activity", "href": "https://status.test/"}]}"#;
    let config = config.replace("FURTHER", further);
    site_of(&config, &[("versions/1/storing.md", "---\ntitle: Storing\n---\n\n# Storing\n")])
}

pub(super) async fn products_are_used_by_keyboard(session: Arc<Session>) {
    let site = site_with_products("");
    let server = StaticServer::start(&site.path().join("dist"));
    for path in ["storing/", "ar/storing/"] {
        let page = session.blank().await;
        page.resize(1440, 900).await;
        page.go(&format!("{}{path}", server.address())).await;
        let open = "document.querySelector('.edition-menu.products').open";
        let focused = "document.activeElement.querySelector('bdi')?.textContent";
        assert!(page.holds("!document.querySelector('.drawer-products').checkVisibility()").await);
        has_no_violations(&page).await;
        page.value("document.querySelector('.edition-menu.products summary').focus()").await;
        page.press("Enter").await;
        page.wait_until(open).await;
        // The menu covers links of the page.
        if let Some(axe) = axe() {
            for scheme in Scheme::ALL {
                page.prefer(scheme).await;
                let rules = ["color-contrast", "link-name", "summary-name", "list"];
                assert_eq!(axe.violations(&page, &rules).await, [""; 0], "{}", scheme.name());
            }
        }
        // Inside of the window in both directions.
        assert!(page.holds("(box => box.left >= 0 && box.right <= innerWidth)(document.querySelector('.edition-menu.products ul').getBoundingClientRect())").await);
        page.press("Escape").await;
        page.wait_until(&format!("!{open}")).await;
        assert_eq!(page.text(focused).await, "Vault");
        page.press("ArrowDown").await;
        page.wait_until(&format!("{open} && {focused} === 'Vault'")).await;
        page.press("ArrowUp").await;
        assert_eq!(page.text(focused).await, "Status");
        page.press("ArrowUp").await;
        assert_eq!(page.text(focused).await, "Field");
        page.press("Enter").await;
        page.wait_until("document.querySelector('.edition-menu.products summary')?.textContent === 'Field'").await;
        assert!(page.holds("!document.querySelector('.tab-bar')").await);
        assert!(
            page.holds(
                "document.querySelector('.edition-menu.products [aria-current]').textContent.startsWith('Field')"
            )
            .await
        );
        assert_eq!(page.problems().await, [""; 0]);
    }
}

pub(super) async fn products_are_in_the_drawer_of_small_screens(session: Arc<Session>) {
    let site = site_with_products("");
    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.blank().await;
    page.resize(390, 844).await;
    page.reduce_motion(true).await;
    page.go(&format!("{}storing/", server.address())).await;
    assert!(page.holds("!document.querySelector('.edition-menu.products').checkVisibility()").await);
    assert!(page.holds("document.documentElement.scrollWidth <= 390").await);
    page.click(".nav-toggle").await;
    page.wait_until("document.querySelector('.drawer-products').checkVisibility({ visibilityProperty: true })").await;
    page.wait_until("document.querySelector('.drawer-products').getBoundingClientRect().left >= 0").await;
    page.click(".drawer-products summary").await;
    page.wait_until("document.querySelector('.drawer-products a').checkVisibility()").await;
    has_no_violations(&page).await;
    // Groups of a short sidebar open without the filter, which it does not have.
    page.value("for (const summary of document.querySelectorAll('.nav-list summary')) summary.click()").await;
    page.click(".drawer-products a[href*='vault/']").await;
    page.wait_until("document.querySelector('.drawer-products summary')?.textContent === 'Field'").await;
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn the_search_is_limited_to_a_product(session: Arc<Session>) {
    let site = site_with_products("");
    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.blank().await;
    page.resize(1440, 900).await;
    page.go(&format!("{}storing/?q=walrus", server.address())).await;
    page.wait_until("document.querySelectorAll('.search-result').length === 4").await;
    let chips = "[...document.querySelectorAll('.search-tabs button')].map(each => each.textContent).join()";
    page.wait_until(&format!("{chips} === 'Everything,Vault,Field'")).await;
    page.click(".search-tabs button:last-child").await;
    page.wait_until(&format!("{FOUND} === 'The vault'")).await;
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn the_filter_shows_entries_of_the_product(session: Arc<Session>) {
    let links: String =
        (0..12).map(|at| format!(", {{\"href\": \"https://a.test/{at}\", \"title\": \"Link {at}\"}}")).collect();
    let site = site_with_products(&links);
    let server = StaticServer::start(&site.path().join("dist"));
    let page = session.blank().await;
    page.resize(1440, 900).await;
    page.go(&format!("{}storing/", server.address())).await;
    page.value("document.querySelector('.nav-filter input').focus()").await;
    page.wait_until("document.querySelectorAll('.nav-list').length === 2").await;
    let filter = |text: &str| {
        format!(
            "{{ const input = document.querySelector('.nav-filter input'); input.value = '{text}';
                input.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
        )
    };
    let shown = "[...document.querySelectorAll('.nav-list a')].filter(each => each.checkVisibility()).map(each => each.textContent.trim()).join()";
    page.value(&filter("seeds")).await;
    page.wait_until(&format!("{shown} === 'Storing seeds,Lending seeds'")).await;
    page.value(&filter("vault")).await;
    page.wait_until(&format!("{shown} === ''")).await;
    page.value(&filter("")).await;
    page.wait_until(&format!("{shown} === 'Home,Storing seeds'")).await;
    assert_eq!(page.problems().await, [""; 0]);
}
