//! Live reload: which pages are open in browsers, and the stream of server-sent events that tells them of changes.
//!
//! A page is told of a change only when its own bytes differ from those that it last got.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{StatusCode, request};
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use engine::Site;
use tokio::sync::mpsc;

use crate::address::percent_decode;
use crate::app::{App, NoRead};
use crate::respond::{page_version, plain};
use crate::version::Version;
use crate::{Event, Findings};

/// How many pages may be open at once.
const MOST_CLIENTS: usize = 256;
/// How many messages may wait for a client; one that falls further behind is dropped, and comes back by itself.
const QUEUE: usize = 8;
/// How often a silent stream shows that it is alive; how soon a browser comes back after losing it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const COME_BACK: Duration = Duration::from_millis(500);
/// How long the project must rest before it is checked, so that a half-written file does not flash an error.
const REST: Duration = Duration::from_millis(30);

/// The pages that browsers show now.
#[derive(Default)]
pub(crate) struct OpenPages {
    clients: Mutex<Vec<Client>>,
}

/// One page in one browser.
struct Client {
    /// The path of its address, percent-encoded as in the request.
    path: Arc<str>,
    /// What it shows; unknown until it is first compared.
    version: Option<Version>,
    queue: mpsc::Sender<Push>,
}

/// A message to a page.
#[derive(Clone, Copy)]
enum Push {
    /// This is the version that you are taken to show.
    Baseline(Version),
    /// There is another version.
    Changed(Version),
}

impl OpenPages {
    /// Registers a page. `None` when there are too many.
    fn open(&self, path: &str, version: Option<Version>) -> Option<mpsc::Receiver<Push>> {
        let mut clients = self.lock();
        clients.retain(|client| !client.queue.is_closed());
        if clients.len() >= MOST_CLIENTS {
            return None;
        }
        let (queue, messages) = mpsc::channel(QUEUE);
        clients.push(Client { path: path.into(), version, queue });
        Some(messages)
    }

    /// The addresses that are open, each once.
    fn paths(&self) -> BTreeSet<Arc<str>> {
        let mut clients = self.lock();
        clients.retain(|client| !client.queue.is_closed());
        clients.iter().map(|client| client.path.clone()).collect()
    }

    /// Tells the clients that show `path` of `version`, unless they have it. Returns how many were told.
    fn deliver(&self, path: &str, version: Version) -> usize {
        let mut told = 0;
        self.lock().retain_mut(|client| {
            if &*client.path != path || client.version == Some(version) {
                return true;
            }
            let push = if client.version.is_some() { Push::Changed(version) } else { Push::Baseline(version) };
            client.version = Some(version);
            let sent = client.queue.try_send(push).is_ok();
            told += usize::from(sent && matches!(push, Push::Changed(_)));
            sent
        });
        told
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Client>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the stream for the page named by the query's `page`. The page's version comes in `version`, or, when the
/// browser comes back after losing the stream, in `Last-Event-ID`.
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

/// Compares open pages after each change, then checks the project when it rests. Runs until it is dropped.
pub(crate) async fn run(app: Arc<App>) {
    let mut shown: Option<Findings> = None;
    let mut checked = false;
    'changed: loop {
        checked &= !push(&app).await;
        loop {
            if tokio::time::timeout(REST, app.wake.notified()).await.is_ok() {
                continue 'changed;
            }
            // Pages that someone waits for come first.
            if checked || !app.is_reading() {
                break;
            }
        }
        if !checked {
            match app.try_read(findings).await {
                Ok(findings) if shown.as_ref() != Some(&findings) => {
                    shown = Some(findings.clone());
                    report(&app, Event::Diagnostics(findings)).await;
                }
                Err(NoRead::Cancelled) => continue,
                Ok(_) | Err(NoRead::Panicked) => {}
            }
            checked = true;
        }
        app.wake.notified().await;
    }
}

/// Compares all open pages with what they show. Says whether there was a change since the last call.
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
    // Fails only when the receiver of the event panics, which is told by the panic itself.
    let _ = tokio::task::spawn_blocking(move || app.report(event)).await;
}

fn findings(site: &Site) -> Findings {
    let diagnostics = site.diagnostics();
    let mut sources = BTreeMap::new();
    for diagnostic in &diagnostics {
        let places = diagnostic.place.iter().chain(diagnostic.notes.iter().filter_map(|note| note.place.as_ref()));
        for place in places {
            if !sources.contains_key(&place.file)
                && let Some(text) = site.source(&place.file)
            {
                sources.insert(place.file.clone(), text.into());
            }
        }
    }
    Findings { diagnostics, sources }
}

#[cfg(test)]
mod tests {
    use super::{OpenPages, QUEUE, Version};

    #[test]
    fn a_client_that_falls_behind_is_dropped_alone() {
        let pages = OpenPages::default();
        let version = |number: usize| Version::of(&number.to_le_bytes());
        let _deaf = pages.open("/a/", Some(version(0))).unwrap();
        let mut other = pages.open("/a/", Some(version(0))).unwrap();
        for number in 1..=QUEUE {
            assert_eq!(pages.deliver("/a/", version(number)), 2);
            other.try_recv().unwrap();
        }
        assert_eq!(pages.deliver("/a/", version(0)), 1);
        other.try_recv().unwrap();
        assert_eq!(pages.lock().len(), 1);
        assert_eq!(pages.deliver("/a/", version(0)), 0, "it has that version");
        assert_eq!(pages.deliver("/b/", version(1)), 0, "it is another page");
    }
}
