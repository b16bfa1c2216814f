//! The pages that are open in browsers, each with the version that it shows and a queue of messages to it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::version::Version;

/// How many pages may be open at once.
const MOST_PAGES: usize = 256;
/// How many messages may wait for a page. A page that falls further behind is disconnected, and reconnects by itself.
const QUEUE: usize = 8;

/// The pages that browsers show now.
#[derive(Default)]
pub(crate) struct OpenPages {
    pages: Mutex<Vec<OpenPage>>,
}

/// One page in one browser.
struct OpenPage {
    /// The path of its address, percent-encoded as in the request.
    path: Arc<str>,
    /// The version that it shows; unknown until it is first compared.
    version: Option<Version>,
    /// What it was last told about problems.
    summary: Summary,
    queue: mpsc::Sender<Push>,
}

/// What a page shows about problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The number of the check that these counts are from.
    pub(crate) version: u64,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) infos: usize,
    /// Whether the page failed to render since the version that it shows.
    pub(crate) is_failed: bool,
}

/// A message to a page.
#[derive(Clone, Copy)]
pub(crate) enum Push {
    /// The version that the page is assumed to show.
    Baseline(Version),
    /// The version that replaced it.
    Changed(Version),
    /// The problems of the project.
    Summary(Summary),
}

impl OpenPages {
    /// Registers a page. `None` if too many are open.
    pub(crate) fn open(&self, path: &str, version: Option<Version>) -> Option<mpsc::Receiver<Push>> {
        let mut pages = self.lock();
        pages.retain(|page| !page.queue.is_closed());
        if pages.len() >= MOST_PAGES {
            return None;
        }
        let (queue, messages) = mpsc::channel(QUEUE);
        pages.push(OpenPage { path: path.into(), version, summary: Summary::default(), queue });
        Some(messages)
    }

    /// The paths that are open, each once.
    pub(crate) fn paths(&self) -> BTreeSet<Arc<str>> {
        let mut pages = self.lock();
        pages.retain(|page| !page.queue.is_closed());
        pages.iter().map(|page| page.path.clone()).collect()
    }

    /// Notifies the pages at `path` of `version`, unless they have it. Returns how many were notified of a change.
    pub(crate) fn deliver(&self, path: &str, version: Version) -> usize {
        let mut notified = 0;
        self.lock().retain_mut(|page| {
            if &*page.path != path || page.version == Some(version) {
                return true;
            }
            let push = if page.version.is_some() { Push::Changed(version) } else { Push::Baseline(version) };
            page.version = Some(version);
            let sent = page.queue.try_send(push).is_ok();
            notified += usize::from(sent && matches!(push, Push::Changed(_)));
            sent
        });
        notified
    }

    /// Changes what the pages at `path`, or all pages, receive about problems.
    pub(crate) fn summarize(&self, path: Option<&str>, change: impl Fn(&mut Summary)) {
        self.lock().retain_mut(|page| {
            let mut next = page.summary;
            if path.is_none_or(|path| *page.path == *path) {
                change(&mut next);
            }
            next == std::mem::replace(&mut page.summary, next) || page.queue.try_send(Push::Summary(next)).is_ok()
        });
    }

    /// Ends all streams.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<OpenPage>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
