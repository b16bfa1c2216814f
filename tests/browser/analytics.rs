//! Page views: which services a page loads, and for which readers.

use std::sync::Arc;

use browser::{DevServer, Page, RecordingServer, Session, temporary_site};

use crate::feedback::{PAGE, asked, opened, publish};

const STATS: &str = "window.counted = (window.counted || 0) + 1; window.of = document.currentScript.dataset.site;";

/// Waits until everything that a page loads by itself is there.
async fn settle(page: &Page) {
    page.wait_until("document.readyState === 'complete'").await;
    page.value("new Promise(done => setTimeout(() => done(true), 300))").await;
}

pub(super) async fn page_views_are_counted_with_the_consent_of_readers(session: Arc<Session>) {
    let server = RecordingServer::start();
    let config = |consent: bool| {
        let port = server.port();
        format!(
            r#"{{"name": "N", "analytics": {{"matomo": {{"url": "http://127.0.0.1:{port}/m", "site": 7}},
                "script": {{"src": "/stats.js", "data-site": "docs"}}, "consent": {consent}}}}}"#
        )
    };
    let (site, _folder) = publish(&config(false), STATS);
    let page = opened(&session, &site.address()).await;
    page.wait_until("window.counted === 1 && window.of === 'docs'").await;
    let told = "_paq.map(([name, value]) => name + (value ? '=' + value : '')).join(' ')";
    let tracker = format!("http://127.0.0.1:{}/m/matomo.php", server.port());
    let expected = format!("disableCookies setTrackerUrl={tracker} setSiteId=7 trackPageView enableLinkTracking");
    assert_eq!(page.text(told).await, expected);
    assert_eq!(asked(&server, 1).await[0].target, "/m/matomo.js");
    // The server has no script there; that the policy of the page allows it is what matters.
    let problems = page.take_problems();
    assert!(problems.iter().all(|problem| !problem.contains("Content Security Policy")), "{problems:?}");
    // Another page is another view.
    page.go(&format!("{}guides/water/", site.address())).await;
    page.wait_until("window.counted === 1").await;
    asked(&server, 1).await;

    // Readers who object are not counted.
    for objection in ["globalPrivacyControl', { get: () => true }", "doNotTrack', { get: () => '1' }"] {
        let page = session.blank().await;
        page.run_before_scripts(&format!("Object.defineProperty(Navigator.prototype, '{objection})")).await;
        page.go(&site.address()).await;
        settle(&page).await;
        assert!(page.holds("window.counted === undefined && window._paq === undefined").await, "{objection}");
    }
    assert_eq!(server.take(), []);

    // Those who are asked are counted as soon as they agree.
    let (site, _folder) = publish(&config(true), STATS);
    let page = opened(&session, &site.address()).await;
    settle(&page).await;
    let say = |value: &str| format!("document.dispatchEvent(new CustomEvent('wc:consent', {{ detail: {value} }}))");
    page.value(&say("{ analytics: false }")).await;
    page.value(&say("null")).await;
    settle(&page).await;
    assert!(page.holds("window.counted === undefined").await);
    assert_eq!(server.take(), []);
    page.value(&say("{ analytics: true }")).await;
    page.wait_until("window.counted === 1").await;
    page.value(&say("{ analytics: true }")).await;
    settle(&page).await;
    assert!(page.holds("window.counted === 1").await, "a script is loaded once");
    let page = session.blank().await;
    page.run_before_scripts("window.toolConsent = { analytics: true }").await;
    page.go(&site.address()).await;
    page.wait_until("window.counted === 1").await;
    asked(&server, 1).await;

    // Authors are not counted.
    let files = [("tool.json", &*config(false)), ("docs/index.md", PAGE), ("docs/stats.js", STATS)];
    let folder = temporary_site(&files);
    let dev = tokio::task::block_in_place(|| DevServer::start(&["--project", folder.path().to_str().unwrap()]));
    let page = opened(&session, dev.address()).await;
    settle(&page).await;
    assert!(page.holds("window.counted === undefined && !document.querySelector('[data-analytics]')").await);
    assert_eq!(server.take(), []);
}
