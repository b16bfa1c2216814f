//! What only a browser shows, on the demo and on small sites: no error on the console, keyboard, deep links, narrow
//! windows, live reload. Scripts against pages; what HTML says is tested in the engine.

mod accessibility;
mod analytics;
mod feedback;
mod findings;
mod hostile;
mod index_pages;
mod keyboard;
mod models;
mod operation;
mod page_tools;
mod playground;
mod reader;
mod reading;
mod search;
mod sidebar;
mod sign_in;
mod tabs;
mod widgets;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use browser::{Artifacts, DevServer, Page, Scheme, Session, StaticServer, temporary_site, tests};
use playground::{
    a_form_is_sent_with_its_structures, a_request_is_sent_as_its_parameters_say, files_travel_as_parts,
    what_comes_back_is_text_and_what_fails_is_explained,
};
use serde_json::Value;

#[expect(clippy::too_many_lines, reason = "the list of all tests")]
fn main() -> ExitCode {
    let artifacts = Artifacts::beside(Path::new(env!("CARGO_TARGET_TMPDIR")));
    browser::run(
        artifacts,
        tests![
            the_harness_sees_what_goes_wrong,
            the_harness_drives_a_page,
            an_api_page_opens_without_a_complaint,
            screenshots,
            tabs_switch_by_keyboard,
            keyboard::tabs_switch_together_and_are_remembered,
            keyboard::what_is_hidden_is_found,
            keyboard::a_tree_is_walked_by_keyboard,
            keyboard::a_dismissed_banner_stays_away,
            keyboard::a_chosen_version_is_remembered,
            keyboard::accordions_open_one_at_a_time,
            keyboard::a_tooltip_shows_and_hides,
            keyboard::copying_is_said_aloud,
            keyboard::components_have_roles_and_names,
            a_link_to_a_nested_field_opens_what_holds_it,
            a_copy_button_copies_the_code,
            reading::nothing_overflows_a_narrow_window,
            reading::print_hides_nothing,
            reading::less_motion_is_none,
            reading::icons_stay_in_forced_colors,
            an_edit_shows_without_a_reload_by_hand,
            a_page_that_is_open_before_other_versions_are_read_gets_their_links,
            the_theme_is_remembered,
            accessibility::axe_finds_nothing_on_the_demo,
            accessibility::axe_finds_nothing_without_script,
            accessibility::axe_finds_nothing_on_large_operations,
            search::a_page_is_found_by_keyboard,
            search::a_hostile_query_stays_text,
            search::axe_finds_nothing_on_the_dialog,
            search::operations_of_a_large_api_are_found,
            sidebar::a_long_sidebar_is_filtered_and_opened,
            sidebar::a_long_sidebar_is_filtered_and_opened_without_a_server,
            sidebar::the_drawer_keeps_the_focus,
            tabs::tabs_are_used_by_keyboard,
            tabs::tabs_are_in_the_drawer_of_small_screens,
            tabs::the_search_is_limited_to_a_tab,
            tabs::products_are_used_by_keyboard,
            tabs::products_are_in_the_drawer_of_small_screens,
            tabs::the_search_is_limited_to_a_product,
            tabs::the_filter_shows_entries_of_the_product,
            findings::problems_come_and_go_in_the_browser,
            findings::a_problem_is_opened_and_fixed_from_the_browser,
            findings::axe_finds_nothing_on_the_sheet,
            page_tools::the_404_page_lists_similar_pages,
            page_tools::the_page_menu_opens_by_keyboard,
            index_pages::index_pages_are_filtered,
            feedback::a_reader_says_whether_a_page_was_helpful,
            analytics::page_views_are_counted_with_the_consent_of_readers,
            feedback::axe_finds_nothing_in_the_question,
            models::sections_of_schemas_load_what_they_hold,
            models::sections_of_schemas_load_without_a_server,
            models::sections_of_schemas_are_links_without_script,
            models::an_example_is_beside_the_fields_or_before_them,
            widgets::the_crawl_of_widgets_hears_what_is_wrong,
            widgets::all_widgets_of_the_demo_are_quiet,
            hostile::the_crawl_sees_what_is_hostile,
            hostile::hostile_markup_stays_text,
            hostile::hostile_markup_stays_text_without_a_server,
            a_request_is_sent_as_its_parameters_say,
            a_form_is_sent_with_its_structures,
            files_travel_as_parts,
            what_comes_back_is_text_and_what_fails_is_explained,
            operation::nothing_moves_while_a_page_loads,
            operation::parameters_are_near_the_top,
            operation::large_examples_are_colored_when_they_are_shown,
            playground::a_panel_has_the_name_of_its_operation,
            playground::a_flat_body_is_a_form_or_json,
            playground::a_body_starts_with_some_or_all_fields,
            playground::values_are_compared_with_the_description,
            playground::a_large_body_does_not_slow_the_panel_down,
            playground::an_answer_is_searched,
            playground::a_phone_scrolls_to_the_answer,
            playground::the_panel_agrees_with_the_page,
            playground::code_in_other_languages_sends_the_same,
            playground::earlier_requests_are_shown_again,
            playground::axe_finds_nothing_in_the_request_panel,
            playground::real_operations_are_sent_right,
            playground::the_dev_server_passes_requests_on,
            sign_in::a_code_becomes_a_token_that_requests_carry,
            sign_in::a_provider_may_keep_its_window_apart,
            sign_in::axe_finds_nothing_in_the_panel,
            sign_in::machines_get_tokens_and_openid_says_where,
            sign_in::what_fails_in_signing_in_is_explained,
            sign_in::tokens_are_renewed_and_forgotten,
            reader::alternatives_choose_their_fields,
            reader::fields_and_examples_point_at_each_other,
            reader::statuses_and_media_types_switch,
            reader::the_language_of_samples_is_remembered,
            reader::without_script_all_is_there,
            reader::real_operations_are_read,
        ],
    )
}

async fn the_harness_sees_what_goes_wrong(session: Arc<Session>) {
    let good = r#"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title>
        <link rel="icon" href="data:,"><meta http-equiv="Content-Security-Policy" content="default-src 'self' data:">
        </head><body><p>Good.</p><script src="good.js"></script></body></html>"#;
    let bad = good.replace("<p>", "<p style='color: red'>").replace("good.js", "bad.js").replace("Good", "Bad");
    let site = temporary_site(&[
        ("good/index.html", good),
        ("good/good.js", "console.log('fine')"),
        ("bad/index.html", &bad),
        ("bad/bad.js", "console.error('on the console'); fetch('absent'); throw new Error('thrown')"),
    ]);
    let server = StaticServer::start(site.path());

    let page = session.open(&format!("{}good", server.address())).await;
    assert_eq!(page.problems().await, [""; 0]);

    page.go(&format!("{}bad/", server.address())).await;
    let problems = page.problems().await;
    for expected in ["on the console", "uncaught: Error: thrown", "Content Security Policy", "404"] {
        assert!(problems.iter().any(|problem| problem.contains(expected)), "no {expected:?} in {problems:#?}");
    }
}

async fn the_harness_drives_a_page(session: Arc<Session>) {
    let html = r#"<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">
        <style>@media (prefers-color-scheme: dark) { html { background: black } }</style>
        <button>Press</button><script>
        document.querySelector('button').onclick = () => document.title += '!'</script></html>"#;
    let site = temporary_site(&[("index.html", html)]);
    let server = StaticServer::start(site.path());
    let page = session.open(&server.address()).await;

    page.press("Tab").await;
    page.press("Enter").await;
    page.click("button").await;
    page.wait_until("document.title === 'x!!'").await;

    page.resize(390, 844).await;
    assert_eq!(page.value("innerWidth").await, Value::from(390));
    page.prefer(Scheme::Dark).await;
    assert_eq!(page.text("getComputedStyle(document.documentElement).backgroundColor").await, "rgb(0, 0, 0)");
    page.screenshot("harness").await;

    page.value("localStorage.setItem('a', '1')").await;
    page.reload().await;
    assert_eq!(page.text("localStorage.getItem('a') + document.title").await, "1x");
    let other = session.open(&server.address()).await;
    assert_eq!(other.value("localStorage.getItem('a')").await, Value::Null);
}

/// The first page in the demo's list of all pages that has what a selector names.
async fn demo_page(session: &Session, selector: &str) -> Page {
    let page = session.open(&format!("{}all-pages/", session.demo().await)).await;
    let find = "(async selector => {
        for (const link of document.querySelectorAll('main a[href]')) {
            const text = await (await fetch(link.href)).text();
            if (new DOMParser().parseFromString(text, 'text/html').querySelector(selector)) return link.href;
        }
        return null;
    })";
    match page.value(&format!("{find}({})", Value::from(selector))).await {
        Value::String(address) => page.go(&address).await,
        _ => panic!("no page of the demo has `{selector}`"),
    }
    page
}

async fn an_api_page_opens_without_a_complaint(session: Arc<Session>) {
    let page = demo_page(&session, ".layout-api .endpoint-main wc-field").await;
    for selector in [
        "main#toolContent .endpoint-head .method[data-method]",
        ".endpoint-head .endpoint-path",
        ".endpoint-main wc-field > p > a > code",
        ".endpoint-examples figure.code pre code",
        "#toolSidebar a[aria-current=page]",
    ] {
        assert!(page.has(selector).await, "nothing on the page matches `{selector}`");
    }
    assert_eq!(page.problems().await, [""; 0]);
}

async fn screenshots(session: Arc<Session>) {
    let home = session.open(session.demo().await).await;
    let api = demo_page(&session, ".layout-api .field-children").await;
    api.resize(1280, 800).await;
    for scheme in Scheme::ALL {
        api.prefer(scheme).await;
        // The pictures in README.md.
        api.picture(&format!("site-{}", scheme.name())).await;
    }
    for (name, page) in [("home", home), ("api", api)] {
        for (width, height) in [(1440, 900), (390, 844)] {
            page.resize(width, height).await;
            for scheme in Scheme::ALL {
                page.prefer(scheme).await;
                page.screenshot(&format!("{name}-{width}-{}", scheme.name())).await;
            }
        }
        assert_eq!(page.problems().await, [""; 0], "on {name}");
    }
}

async fn tabs_switch_by_keyboard(session: Arc<Session>) {
    let page = demo_page(&session, "wc-tabs wc-tab:nth-of-type(2)").await;
    page.wait_until("document.querySelector('wc-tabs [role=tab]') !== null").await;
    let chosen = "[...document.querySelector('wc-tabs [role=tablist]').querySelectorAll('[role=tab]')]
        .findIndex(tab => tab.getAttribute('aria-selected') === 'true')";
    let shown = "[...document.querySelector('wc-tabs').querySelectorAll(':scope > [role=tabpanel]')]
        .findIndex(panel => panel.lastElementChild.checkVisibility())";
    assert_eq!((page.value(chosen).await, page.value(shown).await), (Value::from(0), Value::from(0)));

    page.value("document.querySelector('wc-tabs [role=tab][aria-selected=true]').focus()").await;
    page.press("ArrowRight").await;
    page.wait_until(&format!("({chosen}) === 1 && ({shown}) === 1")).await;
    assert!(page.holds("document.activeElement.getAttribute('aria-selected') === 'true'").await, "focus stayed behind");

    page.press("Home").await;
    page.wait_until(&format!("({chosen}) === 0 && ({shown}) === 0")).await;
    assert_eq!(page.problems().await, [""; 0]);
}

async fn a_link_to_a_nested_field_opens_what_holds_it(session: Arc<Session>) {
    let nested = ".field-children .field-children wc-field[id]";
    let page = demo_page(&session, nested).await;
    let id = page.text(&format!("document.querySelector('{nested}').id")).await;
    let field = format!("document.getElementById({})", Value::from(id));
    assert!(!page.holds(&format!("{field}.checkVisibility()")).await, "the field is open from the start");

    let address = page.text(&format!("new URL('#' + encodeURIComponent({field}.id), location).href")).await;
    let visited = session.open(&address).await;
    visited.wait_until(&format!("{field}.checkVisibility()")).await;
    let in_view = format!("(box => box.top >= 0 && box.top < innerHeight)({field}.getBoundingClientRect())");
    visited.wait_until(&in_view).await;

    page.value(&format!("location.hash = {}", Value::from(address.split_once('#').unwrap().1))).await;
    page.wait_until(&format!("{field}.checkVisibility()")).await;
    assert_eq!(visited.problems().await, [""; 0]);
}

async fn a_copy_button_copies_the_code(session: Arc<Session>) {
    let page = demo_page(&session, "figure.code button[data-copy]").await;
    // What reaches the system's clipboard is the browser's affair.
    let stand_in = "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }";
    page.value(stand_in).await;
    page.click("figure.code button[data-copy]").await;
    page.wait_until("typeof window.copied === 'string'").await;
    let code = "document.querySelector('figure.code button[data-copy]').closest('figure').querySelector('pre code')";
    let same = format!("window.copied.trim() === {code}.textContent.trim() && window.copied.trim() !== ''");
    assert!(page.holds(&same).await, "copied {}", page.value("window.copied").await);
    assert_eq!(page.problems().await, [""; 0]);
}

async fn an_edit_shows_without_a_reload_by_hand(session: Arc<Session>) {
    let page_text = |word: &str| format!("---\ntitle: Live\n---\n\n# Live\n\nThe word is {word}.\n");
    let site = temporary_site(&[
        ("tool.json", "{\n  \"name\": \"Live\"\n}\n"),
        ("docs/index.md", &page_text("before")),
        ("docs/other.md", "---\ntitle: Other\n---\n\n# Other\n\nAnother page.\n"),
    ]);
    let folder = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", folder]));
    let page = session.open(server.address()).await;
    page.wait_until("document.body.textContent.includes('The word is before.')").await;

    std::fs::write(site.path().join("docs/index.md"), page_text("after")).unwrap();
    page.wait_until("document.body.textContent.includes('The word is after.')").await;
    std::fs::write(site.path().join("tool.json"), "{\n  \"name\": \"Renamed\"\n}\n").unwrap();
    page.wait_until("document.querySelector('.brand').textContent.includes('Renamed')").await;
    assert_eq!(page.problems().await, [""; 0]);
}

/// The first page comes before the old version is read, unless the machine is slow, and is then updated in place.
async fn a_page_that_is_open_before_other_versions_are_read_gets_their_links(session: Arc<Session>) {
    let versions = r#"[{ "version": "2.x" }, { "version": "1.x", "docs": "old" }]"#;
    let site = temporary_site(&[
        ("tool.json", &format!(r#"{{ "name": "Versions", "versions": {versions} }}"#)),
        ("docs/index.md", "---\ntitle: Home\n---\n\nThe new home.\n"),
        ("docs/same.md", "---\ntitle: Same\n---\n\nThe new page.\n"),
        ("old/index.md", "---\ntitle: Home\n---\n\nThe old home.\n"),
    ]);
    for number in 0..3000 {
        let page = format!("---\ntitle: Page {number}\n---\n\nText.\n");
        std::fs::write(site.path().join(format!("old/page-{number}.md")), page).unwrap();
    }
    std::fs::copy(site.path().join("old/page-1.md"), site.path().join("old/same.md")).unwrap();
    let folder = site.path().to_str().unwrap();
    let server = tokio::task::block_in_place(|| DevServer::start(&["--project", folder]));
    let page = session.open(&format!("{}same/", server.address())).await;
    page.value("window.stays = true").await;
    page.wait_until("document.querySelector('.edition-menu a[href=\"../1.x/same/\"]') !== null").await;
    assert!(page.holds("window.stays === true").await, "the page was loaded again");
    page.go(&format!("{}1.x/same/", server.address())).await;
    assert!(page.holds("document.body.textContent.includes('Text.')").await);
    assert_eq!(page.problems().await, [""; 0]);
}

async fn the_theme_is_remembered(session: Arc<Session>) {
    let page = session.open(session.demo().await).await;
    // The first choice after the system's is light.
    page.prefer(Scheme::Dark).await;
    let background = "getComputedStyle(document.body).backgroundColor";
    let dark = page.text(background).await;
    page.click("button.theme-toggle").await;
    page.wait_until(&format!("{background} !== {}", Value::from(dark))).await;
    let chosen = page.text(background).await;

    page.reload().await;
    assert_eq!(page.text(background).await, chosen, "after a reload");
    let link = page.text("[...document.querySelectorAll('#toolSidebar .nav-list a[href]')].at(-1).href").await;
    page.go(&link).await;
    assert_eq!(page.text(background).await, chosen, "on another page");
    assert_eq!(page.problems().await, [""; 0]);
}
