//! Live reload: the stream of server-sent events that notifies open pages of changes.
//!
//! A page is notified only if its own bytes differ from those that it last received.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, request};
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};

use crate::address::percent_decode;
use crate::app::{App, ReadError};
use crate::open_pages::Push;
use crate::respond::page_version;
use crate::response::plain;
use crate::version::Version;
use crate::{Event, Findings};

/// How often an idle stream sends a keep-alive; how soon a browser reconnects after losing the stream.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const COME_BACK: Duration = Duration::from_millis(500);
/// How long no change may arrive before the project is checked, so that half-written files are not reported.
const REST: Duration = Duration::from_millis(30);

/// Opens the stream for the page named by the query's `page`. The page's version is in `version`, or in `Last-Event-ID`
/// if the browser reconnects.
pub(crate) fn subscribe(app: &App, request: &request::Parts) -> Response {
    let parameters = || request.uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    let parameter =
        |wanted| parameters().find(|(name, _)| *name == wanted).and_then(|(_, value)| percent_decode(value));
    let Some(page) = parameter("page").filter(|page| page.starts_with('/')) else {
        return plain(StatusCode::BAD_REQUEST, "The query must name a page.");
    };
    let last = request.headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let version = last.or_else(|| parameter("version")).and_then(|version| Version::parse(&version));
    let Some(messages) = app.open_pages.open(&page, version) else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "Too many pages are open.");
    };
    // The page may have changed since it was sent.
    app.wake.notify_one();
    let stream = futures_util::stream::unfold(messages, |mut messages| async move {
        let (name, version) = match messages.recv().await? {
            Push::Baseline(version) => ("current", version.to_string()),
            Push::Changed(version) => ("changed", version.to_string()),
        };
        let message = Message::default().event(name).id(&version).data(&version);
        Some((Ok::<_, Infallible>(message.retry(COME_BACK)), messages))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
}

/// Compares open pages after each change, and checks the project once no change arrives for a moment. Runs until it is
/// dropped.
pub(crate) async fn run(app: Arc<App>) {
    let mut shown: Option<Findings> = None;
    let mut checked = false;
    'changed: loop {
        checked &= !push(&app).await;
        loop {
            if tokio::time::timeout(REST, app.wake.notified()).await.is_ok() {
                continue 'changed;
            }
            // Requests for pages come first.
            if checked || !app.is_reading() {
                break;
            }
        }
        if !checked {
            match app.try_read(Findings::of).await {
                Ok(findings) => {
                    let is_first = shown.is_none();
                    let (new, resolved) = findings.since(&shown.replace(findings.clone()).unwrap_or_default());
                    if is_first || !new.is_empty() || resolved > 0 {
                        report(&app, Event::Checked { findings, new, resolved }).await;
                    }
                }
                Err(ReadError::Cancelled) => continue,
                Err(ReadError::Panicked) => {}
            }
            checked = true;
        }
        app.wake.notified().await;
    }
}

/// Notifies open pages that differ from what they show. Returns whether there was a change since the last call.
async fn push(app: &Arc<App>) -> bool {
    let applied = app.take_applied();
    let mut pages = 0;
    for path in app.open_pages.paths() {
        let page = path.clone();
        // A page that fails keeps its last good version in the browser.
        if let Ok(Some(version)) = app.read(move |site| page_version(site, &page)).await {
            pages += app.open_pages.deliver(&path, version);
        }
    }
    let Some(applied) = applied else { return false };
    report(app, Event::Changed { paths: applied.paths, elapsed: applied.since.elapsed(), pages }).await;
    true
}

async fn report(app: &Arc<App>, event: Event) {
    let app = app.clone();
    // Fails only if the receiver of the event panics, and the panic reports itself.
    let _ = tokio::task::spawn_blocking(move || app.report(event)).await;
}
