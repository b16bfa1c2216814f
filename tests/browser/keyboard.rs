//! What components do for the keyboard and for screen readers, on one page that has them all.

use std::sync::Arc;

use browser::{DevServer, Page, Session, temporary_site};
use serde_json::Value;
use tempfile::TempDir;

/// The page in a browser; the site goes away with it.
struct Opened {
    page: Page,
    address: String,
    _server: DevServer,
    _site: TempDir,
}

async fn open(session: &Session) -> Opened {
    let config = "{ \"name\": \"Behaviour\" }";
    let site = temporary_site(&[("tool.json", config), ("docs/index.md", include_str!("keyboard.md"))]);
    let project = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", project]));
    let address = server.address().to_owned();
    let page = session.open(&address).await;
    page.wait_until("!!document.querySelector('wc-tree [role=tree]')").await;
    Opened { page, address, _server: server, _site: site }
}

/// The shown panels of the groups of an element name, with their tabs' labels.
fn shown(group: &str) -> String {
    format!(
        "Array.from(document.querySelectorAll('{group} > [role=tabpanel]')).filter(panel => !panel.hasAttribute('hidden'))
            .map(panel => document.getElementById(panel.getAttribute('aria-labelledby')).textContent).join()"
    )
}

pub(super) async fn tabs_switch_together_and_are_remembered(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    let tabs = shown("wc-tabs");
    assert_eq!(page.text(&tabs).await, "One,Two");
    page.value("document.querySelector('wc-tabs [role=tab]').focus()").await;
    let focused = "document.activeElement.textContent";
    for (key, expected, both) in [
        ("End", "Three", "Three,Three"),
        ("ArrowRight", "One", "One,Three"),
        ("ArrowLeft", "Three", "Three,Three"),
        ("ArrowLeft", "Two", "Two,Two"),
        ("Home", "One", "One,Two"),
        ("ArrowRight", "Two", "Two,Two"),
    ] {
        page.press(key).await;
        assert_eq!(
            (page.text(focused).await.as_str(), page.text(&tabs).await.as_str()),
            (expected, both),
            "after {key}"
        );
        let one_in_order =
            "document.querySelector('wc-tabs').querySelectorAll('[role=tab][tabindex=\"0\"]').length === 1";
        assert!(page.holds(one_in_order).await);
    }
    // The tab, then its panel.
    page.press("Tab").await;
    assert_eq!(page.text("document.activeElement.getAttribute('role')").await, "tabpanel");
    for _ in 0..40 {
        page.press("Tab").await;
        let hidden = "document.activeElement.closest('[hidden]')?.outerHTML.slice(0, 120) ?? ''";
        assert_eq!(page.text(hidden).await, "", "the focus is in what is hidden");
    }
    for group in ["wc-view", "wc-code-group"] {
        page.value(&format!("document.querySelector('{group} [role=tab]').focus()")).await;
        page.press("ArrowRight").await;
        let chosen =
            format!("document.querySelectorAll('{group} [role=tab]')[1].getAttribute('aria-selected') === 'true'");
        assert!(page.holds(&chosen).await, "{group}");
    }
    page.reload().await;
    page.wait_until(&format!("{tabs} === 'Two,Two'")).await;
    let language = shown("wc-code-group");
    page.wait_until(&format!("/python/i.test({language})")).await;
    assert_eq!(page.problems().await, [""; 0]);
}

/// By an address that leads there, and by a search for its text: that of an address, which a browser treats like its own
/// search in the page.
pub(super) async fn what_is_hidden_is_found(session: Arc<Session>) {
    let opened = open(&session).await;
    for (hash, selector) in [
        ("deep-heading", "wc-tabs h3:not(.tab-label)"),
        ("inside-the-second", "wc-accordion h3"),
        (":~:text=A%20walrus%20in", "wc-tabs h3:not(.tab-label)"),
        (":~:text=An%20armadillo", "wc-accordion h3"),
        (":~:text=Two%2Drowed", "wc-tree-item wc-tree-item wc-tree-item"),
        (":~:text=with%20an%20ocelot", "wc-version:nth-of-type(2) > :last-child"),
    ] {
        let page = session.open(&opened.address).await;
        let is_shown =
            format!("document.querySelector('{selector}').checkVisibility({{ contentVisibilityAuto: true }})");
        assert!(!page.holds(&is_shown).await, "{selector} is shown from the start");
        let page = session.open(&format!("{}#{hash}", opened.address)).await;
        page.wait_until(&is_shown).await;
        let in_view = format!(
            "(box => box.bottom > 0 && box.top < innerHeight)(document.querySelector('{selector}').getBoundingClientRect())"
        );
        page.wait_until(&in_view).await;
        assert_eq!(page.problems().await, [""; 0], "{hash}");
    }
}

pub(super) async fn a_tree_is_walked_by_keyboard(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    let focused = "document.activeElement.textContent + ' ' + document.activeElement.getAttribute('aria-expanded')";
    page.value("document.querySelector('wc-tree [tabindex=\"0\"]').focus()").await;
    assert_eq!(page.text(focused).await, "Grasses true");
    for (key, expected) in [
        ("ArrowRight", "Barley false"),
        ("ArrowRight", "Barley true"),
        ("ArrowRight", "Two-rowed barley null"),
        ("ArrowRight", "Two-rowed barley null"),
        ("ArrowLeft", "Barley true"),
        ("ArrowLeft", "Barley false"),
        ("ArrowDown", "Wheat null"),
        ("ArrowLeft", "Grasses true"),
        ("End", "Legumes false"),
        ("Enter", "Legumes true"),
        ("End", "Lupin null"),
        ("Home", "Grasses true"),
        ("w", "Wheat null"),
        ("ArrowUp", "Barley false"),
    ] {
        page.press(key).await;
        assert_eq!(page.text(focused).await, expected, "after {key}");
    }
    assert!(page.holds("document.querySelectorAll('wc-tree [role=treeitem][tabindex=\"0\"]').length === 1").await);
    let mut names = page.names_of("treeitem").await;
    names.sort();
    assert_eq!(names, ["Barley", "Grasses", "Legumes", "Lupin", "Wheat"]);
    assert_eq!(page.problems().await, [""; 0]);
}

pub(super) async fn a_dismissed_banner_stays_away(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    let is_gone = "document.querySelector('wc-banner[dismissible]').checkVisibility() === false";
    assert!(!page.holds(is_gone).await);
    page.value("document.querySelector('.banner-close').focus()").await;
    page.press("Enter").await;
    page.wait_until(is_gone).await;
    assert!(page.holds("document.activeElement !== document.body").await, "the focus is lost");
    page.reload().await;
    page.wait_until(is_gone).await;
    assert!(page.holds("document.querySelector('wc-banner:not([dismissible])').checkVisibility()").await);
}

pub(super) async fn a_chosen_version_is_remembered(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    let shown =
        "Array.from(document.querySelectorAll('wc-version:not([hidden])'), each => each.getAttribute('name')).join()";
    assert_eq!(page.text(shown).await, "2.0");
    assert_eq!(page.names_of("combobox").await, ["Version"]);
    page.value("document.querySelector('.picker select').focus()").await;
    page.press("ArrowDown").await;
    page.wait_until(&format!("{shown} === '1.0'")).await;
    page.reload().await;
    page.wait_until(&format!("{shown} === '1.0'")).await;
}

pub(super) async fn accordions_open_one_at_a_time(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    let open = "Array.from(document.querySelectorAll('wc-accordion details'), each => each.open).join()";
    for (index, expected) in [(0, "true,false"), (1, "false,true"), (1, "false,false")] {
        page.value(&format!("document.querySelectorAll('wc-accordion summary')[{index}].focus()")).await;
        page.press("Enter").await;
        page.wait_until(&format!("{open} === '{expected}'")).await;
    }
}

pub(super) async fn a_tooltip_shows_and_hides(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    let is_shown = "document.querySelector('[role=tooltip]').checkVisibility({ visibilityProperty: true })";
    let wait_for = |shown: bool| format!("{is_shown} === {shown}");
    let described = "document.querySelector('.tooltip-term').getAttribute('aria-describedby') === document.querySelector('[role=tooltip]').id";
    assert!(page.holds(described).await);
    page.wait_until(&wait_for(false)).await;
    page.value("document.querySelector('.tooltip-term').focus()").await;
    page.wait_until(&wait_for(true)).await;
    page.press("Escape").await;
    page.wait_until(&wait_for(false)).await;
    assert!(page.holds("document.activeElement.className === 'tooltip-term'").await, "Escape moves the focus");
    page.value("document.activeElement.blur()").await;
    page.value("document.querySelector('.tooltip-term').focus()").await;
    page.wait_until(&wait_for(true)).await;
    page.value("document.activeElement.blur()").await;
    page.wait_until(&wait_for(false)).await;
    page.point_at(".tooltip-term").await;
    page.wait_until(&wait_for(true)).await;
    // It may be pointed at itself.
    page.point_at("[role=tooltip]").await;
    assert!(page.holds(is_shown).await, "it goes away under the pointer");
    page.press("Escape").await;
    page.wait_until(&wait_for(false)).await;
}

pub(super) async fn copying_is_said_aloud(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    page.value("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }").await;
    let said = "document.querySelector('[aria-live=polite]')?.textContent";
    for (selector, text) in [("wc-copy button", "copied text"), ("wc-color button", "#3366ff")] {
        page.value(&format!("document.querySelector('{selector}').focus()")).await;
        page.press("Enter").await;
        page.wait_until(&format!("window.copied === {}", Value::from(text))).await;
        page.wait_until(&format!("{said} === 'Copied'")).await;
        page.value(&format!("({said}, document.querySelector('[aria-live=polite]').textContent = '', true)")).await;
    }
    let names = page.names_of("button").await;
    for name in ["Copy copied text", "Copy #3366ff"] {
        assert!(names.iter().any(|each| each == name), "no button is called {name}: {names:?}");
    }
}

pub(super) async fn components_have_roles_and_names(session: Arc<Session>) {
    let opened = open(&session).await;
    let page = &opened.page;
    for (role, expected) in [
        ("tab", &["One", "Two", "Three", "Two", "Three", "Preview", "Source", "sh", "python"] as &[&str]),
        ("tabpanel", &["One", "Two", "Preview", "sh"]),
        ("tree", &["Tree"]),
        ("tooltip", &[]),
        ("main", &[""]),
        ("banner", &[""]),
    ] {
        let names: Vec<String> = page
            .names_of(role)
            .await
            .iter()
            .map(|name| name.replace("Shell", "sh").replace("Python", "python"))
            .collect();
        assert_eq!(names, expected, "{role}");
    }
    let notes = page.names_of("note").await;
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes.iter().all(|name| !name.is_empty()), "{notes:?}");
    for role in ["button", "link", "navigation", "region", "heading", "combobox"] {
        let names = page.names_of(role).await;
        assert!(names.iter().all(|name| !name.trim().is_empty()), "{role}: {names:?}");
    }
}
