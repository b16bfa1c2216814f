//! Live reload: the stream of server-sent events that notifies open pages of changes.
//!
//! A page is notified only if its own bytes differ from those that it last received.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header, request};
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use engine::Severity;
use tokio::time::timeout;

use crate::address::query_value;
use crate::app::{App, ReadError};
use crate::connection::Place;
use crate::findings::Hidden;
use crate::open_pages::{Push, Summary};
use crate::respond::page_version;
use crate::response::plain;
use crate::version::Version;
use crate::{Event, Findings};

/// How often an idle stream sends a keep-alive; how soon a browser reconnects after losing the stream.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const COME_BACK: Duration = Duration::from_millis(500);
/// How long no change may arrive before the project is checked, so that half-written files are not reported.
const REST: Duration = Duration::from_millis(30);
/// How much longer no change may arrive before new errors are reported: some programs write a file in several steps.
const HOLD: Duration = Duration::from_millis(300);

/// Opens the stream for the page named by the query's `page`. The page's version is in `version`, or in `Last-Event-ID`
/// if the browser reconnects.
pub(crate) fn subscribe(app: &App, request: &request::Parts) -> Response {
    let parameter = |name| query_value(request.uri.query(), name);
    let Some(page) = parameter("page").filter(|page| page.starts_with('/')) else {
        return plain(StatusCode::BAD_REQUEST, "The query must name a page.");
    };
    let last = request.headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let version = last.or_else(|| parameter("version")).and_then(|version| Version::parse(&version));
    let Some(messages) = app.open_pages.open(&page, version) else {
        return closing(plain(StatusCode::SERVICE_UNAVAILABLE, "Too many pages are open."));
    };
    if let Some(place) = request.extensions.get::<Place>() {
        place.give_up();
    }
    // The page may have changed since it was sent.
    app.wake.notify_one();
    let stream = futures_util::stream::unfold(messages, |mut messages| async move {
        let of_version = |name, version: Version| {
            let version = version.to_string();
            Message::default().event(name).id(&version).data(&version)
        };
        let message = match messages.recv().await? {
            Push::Baseline(version) => of_version("current", version),
            Push::Changed(version) => of_version("changed", version),
            Push::Summary(summary) => Message::default().event("findings").data(json(summary)),
        };
        Some((Ok::<_, Infallible>(message.retry(COME_BACK)), messages))
    });
    closing(Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}

/// A response that ends its connection.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn json(summary: Summary) -> String {
    let Summary { version, errors, warnings, infos, is_failed } = summary;
    format!(r#"{{"version":{version},"errors":{errors},"warnings":{warnings},"infos":{infos},"failed":{is_failed}}}"#)
}

/// Reads all editions once no request comes for a moment, compares open pages after each change, and checks the project once
/// no change arrives for a moment. Runs until it is dropped.
pub(crate) async fn run(app: Arc<App>) {
    let mut is_checked = false;
    let mut is_asked = false;
    let mut hidden = Hidden::default();
    'changed: loop {
        is_checked &= !push(&app).await;
        is_asked |= app.is_check_asked.swap(false, Ordering::Relaxed);
        loop {
            if timeout(REST, app.wake.notified()).await.is_ok() {
                continue 'changed;
            }
            // Requests for pages come first.
            if is_checked || !app.is_reading() {
                break;
            }
        }
        // Open pages show other editions.
        if app.load().await {
            continue;
        }
        if !is_checked || is_asked {
            report(&app, Event::Checking).await;
            match app.check(|site| (Findings::of(site), site.size())).await {
                Ok((findings, size)) => {
                    let earlier = app.checked();
                    let is_held = hidden.is_held(earlier.as_deref().map(|earlier| &earlier.findings), &findings);
                    if is_held && changes_soon(&app).await {
                        is_checked = false;
                        continue;
                    }
                    let (new, resolved) = hidden.news(earlier.as_deref().map(|earlier| &earlier.findings), &findings);
                    let is_same = earlier.as_deref().is_some_and(|earlier| earlier.findings == findings);
                    let checked = earlier.filter(|_| is_same).unwrap_or_else(|| app.set_checked(findings));
                    summarize(&app);
                    let findings = checked.findings.clone();
                    report(&app, Event::Checked { findings, new, resolved, size, is_asked }).await;
                }
                Err(ReadError::Cancelled) => continue,
                Err(ReadError::Panicked) => {}
            }
            (is_checked, is_asked) = (true, false);
        }
        app.wake.notified().await;
    }
}

/// Waits for a moment, or longer while a change is being applied. Returns whether there was a change.
async fn changes_soon(app: &App) -> bool {
    const MOST: usize = 10;
    for _ in 0..MOST {
        if timeout(HOLD, app.wake.notified()).await.is_ok() {
            return true;
        }
        if !app.is_applying() {
            break;
        }
    }
    false
}

/// Notifies open pages that differ from what they show. Returns whether there was a change since the last call.
async fn push(app: &Arc<App>) -> bool {
    let applied = app.take_applied();
    let mut pages = 0;
    for path in app.open_pages.paths() {
        let page = path.clone();
        let is_failed = match app.read(move |site| page_version(site, &page)).await {
            Ok(Some(version)) => {
                pages += app.open_pages.deliver(&path, version);
                false
            }
            Ok(None) => false,
            // A page that fails keeps its last good version in the browser.
            Err(error) => error == ReadError::Panicked,
        };
        app.open_pages.summarize(Some(&path), |summary| summary.is_failed = is_failed);
    }
    summarize(app);
    let Some(applied) = applied else { return false };
    report(app, Event::Changed { paths: applied.paths, elapsed: applied.since.elapsed(), pages }).await;
    true
}

/// Tells open pages the result of the last check.
fn summarize(app: &App) {
    let Some(checked) = app.checked().filter(|_| app.authoring.is_some()) else { return };
    let count = |severity| checked.findings.diagnostics.iter().filter(|found| found.severity == severity).count();
    let [errors, warnings, infos] = [Severity::Error, Severity::Warning, Severity::Info].map(count);
    let is_clean = errors + warnings + infos == 0;
    app.open_pages.summarize(None, |summary| {
        // A page without problems needs no message that it has none.
        if !(is_clean && summary.version == 0) {
            *summary = Summary { version: checked.version, errors, warnings, infos, ..*summary };
        }
    });
}

async fn report(app: &Arc<App>, event: Event) {
    let app = app.clone();
    // Fails only if the receiver of the event panics, and the panic reports itself.
    let _ = tokio::task::spawn_blocking(move || app.report(event)).await;
}
