//! The question at the foot of a page: what is sent when a reader answers it.

use std::sync::Arc;
use std::time::Duration;

use browser::{
    Answer, DevServer, Page, Recorded, RecordingServer, Scheme, Session, StaticServer, build, temporary_site,
};
use serde_json::Value;
use tempfile::TempDir;

use crate::accessibility::axe;

pub(super) const PAGE: &str = "---\ntitle: Sowing\n---\n\n## Depth\n\nTwo centimetres.\n";

/// A built site of two pages and a script behind a static file server; its folder is deleted when it is dropped.
pub(super) fn publish(config: &str, script: &str) -> (StaticServer, TempDir) {
    let files =
        [("tool.json", config), ("docs/index.md", PAGE), ("docs/guides/water.md", PAGE), ("docs/stats.js", script)];
    let site = temporary_site(&files);
    let out = tempfile::tempdir().unwrap();
    tokio::task::block_in_place(|| build(site.path(), &out.path().join("dist")));
    (StaticServer::start(&out.path().join("dist")), out)
}

/// The requests to a server, as soon as there are `count`.
pub(super) async fn asked(server: &RecordingServer, count: usize) -> Vec<Recorded> {
    let mut found = Vec::new();
    for _ in 0..200 {
        found.extend(server.take());
        if found.len() >= count {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{found:#?} instead of {count} requests");
}

pub(super) async fn opened(session: &Session, address: &str) -> Page {
    let page = session.open(address).await;
    page.wait_until("document.readyState === 'complete'").await;
    page
}

const STATUS: &str = "document.querySelector('.feedback [role=status]').textContent";
const FOCUSED: &str = "document.activeElement.textContent || document.activeElement.localName";

pub(super) async fn a_reader_says_whether_a_page_was_helpful(session: Arc<Session>) {
    let is_broken = |request: &Recorded| request.body.contains("broken");
    let server = RecordingServer::answering(move |request| {
        let status = if is_broken(request) { "500 Internal Server Error" } else { "204 No Content" };
        Some(Answer { status, ..Answer::default() })
    });
    let config =
        format!(r#"{{"name": "N", "pageMenu": [], "feedback": {{"url": "http://127.0.0.1:{}/f"}}}}"#, server.port());
    let (site, _folder) = publish(&config, "");
    let page = opened(&session, &format!("{}guides/water/", site.address())).await;
    page.value("document.addEventListener('wc:feedback', event => { window.last = event.detail; })").await;
    page.value("document.querySelector('.feedback button[value=no]').focus()").await;
    page.press("Enter").await;
    page.wait_until(&format!("{STATUS} === 'Thank you for your feedback.'")).await;
    let sent = asked(&server, 1).await;
    let first: Value = serde_json::from_str(&sent[0].body).unwrap();
    assert_eq!((sent[0].method.as_str(), sent[0].header("content-type")), ("POST", "application/json"));
    assert_eq!((sent[0].header("cookie"), sent[0].target.as_str()), ("", "/f"));
    assert_eq!(first["page"], "/guides/water/");
    assert_eq!((&first["helpful"], &first["comment"], &first["lang"]), (&false.into(), &"".into(), &"en".into()));
    assert_eq!(first["title"], "Sowing - N");
    assert_eq!(page.value("window.last").await, first);
    assert!(page.has(".feedback button[value=no][aria-pressed=true]").await);
    // The comment is next.
    page.press("Tab").await;
    assert_eq!(page.text(FOCUSED).await, "textarea");
    page.press("Tab").await;
    assert_eq!(page.text(FOCUSED).await, "Send");
    page.press("Enter").await;
    assert_eq!(page.text(FOCUSED).await, "textarea", "an empty comment is not sent");
    let fill = |text: &str| format!("document.querySelector('.feedback textarea').value = {}", Value::from(text));
    page.value(&fill("<b>broken</b>")).await;
    page.click(".feedback-more button").await;
    page.wait_until(&format!("{STATUS} === 'Your feedback could not be sent. Try again.'")).await;
    assert_eq!(page.text("document.querySelector('.feedback textarea').value").await, "<b>broken</b>");
    // The status 500 is itself a message on the console.
    page.take_problems();
    page.value(&fill(" More \n water ")).await;
    page.click(".feedback-more button").await;
    page.wait_until(&format!("{STATUS} === 'Thank you for your feedback.'")).await;
    page.wait_until("document.activeElement.getAttribute('role') === 'status'").await;
    let last: Value = serde_json::from_str(&asked(&server, 2).await[1].body).unwrap();
    assert_eq!(
        (&last["comment"], &last["helpful"], &last["id"]),
        (&"More \n water".into(), &false.into(), &first["id"])
    );
    assert!(!page.has(".feedback-more:not([hidden])").await);
    assert_eq!(page.problems().await, [""; 0]);

    // In print and without JavaScript, nothing asks.
    let display = "getComputedStyle(document.querySelector('.feedback')).display";
    page.print(true).await;
    assert_eq!(page.text(display).await, "none");
    page.print(false).await;
    page.run_scripts(false).await;
    page.reload().await;
    page.run_scripts(true).await;
    assert_eq!(page.text(display).await, "none");

    // Authors send nothing.
    let files = [("tool.json", config.as_str()), ("docs/index.md", PAGE)];
    let folder = temporary_site(&files);
    let dev = tokio::task::block_in_place(|| DevServer::start(&["--project", folder.path().to_str().unwrap()]));
    let page = opened(&session, dev.address()).await;
    page.click(".feedback button[value=yes]").await;
    page.wait_until(&format!("{STATUS} === 'Thank you for your feedback.'")).await;
    assert_eq!(server.take(), []);
}

pub(super) async fn axe_finds_nothing_in_the_question(session: Arc<Session>) {
    let (site, _folder) = publish(r#"{"name": "N", "feedback": true}"#, "");
    let page = opened(&session, &site.address()).await;
    page.click(".feedback button[value=yes]").await;
    page.wait_until(&format!("{STATUS} !== ''")).await;
    let axe = axe();
    for (width, height) in [(1440, 900), (390, 844)] {
        page.resize(width, height).await;
        for scheme in Scheme::ALL {
            page.prefer(scheme).await;
            page.value("scrollTo(0, 1e6)").await;
            page.screenshot(&format!("feedback-{width}-{}", scheme.name())).await;
            if let Some(axe) = &axe {
                assert_eq!(axe.violations(&page, &[]).await, [""; 0], "{width} {}", scheme.name());
            }
        }
    }
}
