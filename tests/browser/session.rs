//! A browser and a demo server, which tests share that run one after another.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::browser::BrowserContextId;
use chromiumoxide::cdp::browser_protocol::target::{CreateBrowserContextParams, CreateTargetParams};
use chromiumoxide::{Browser, BrowserConfig};
use futures_util::StreamExt;
use tempfile::TempDir;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;

use crate::{Artifacts, DevServer, Page, chromium};

/// A running browser.
#[derive(Debug)]
pub struct Session {
    browser: tokio::sync::Mutex<Browser>,
    handler: JoinHandle<()>,
    contexts: Mutex<Vec<BrowserContextId>>,
    demo: OnceCell<DevServer>,
    artifacts: Artifacts,
    /// The browser's profile, deleted after it.
    _profile: TempDir,
}

impl Session {
    pub(crate) async fn start(artifacts: Artifacts) -> Self {
        let profile = TempDir::with_prefix("browser-profile-").unwrap();
        let mut config = BrowserConfig::builder()
            .chrome_executable(chromium::executable().unwrap())
            .new_headless_mode()
            // Root in a container has no user namespaces; the pages are our own.
            .no_sandbox()
            .viewport(None)
            // A large page is much to look at on a busy machine.
            .request_timeout(Duration::from_secs(120))
            .user_data_dir(profile.path());
        for flag in ["disable-gpu", "disable-quic", "no-first-run", "disable-component-update"] {
            config = config.arg(flag);
        }
        let (browser, mut handler) = Browser::launch(config.build().unwrap()).await.unwrap();
        // Nothing moves unless this is polled. Messages of a newer protocol are of no interest.
        let handler = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Self {
            browser: tokio::sync::Mutex::new(browser),
            handler,
            contexts: Mutex::default(),
            demo: OnceCell::new(),
            artifacts,
            _profile: profile,
        }
    }

    /// Opens an address in a browser context of its own: no storage is shared with another page. Returns when it has
    /// loaded.
    pub async fn open(&self, address: &str) -> Page {
        let page = self.blank().await;
        page.go(address).await;
        page
    }

    /// A page in a browser context of its own, with nothing in it.
    pub async fn blank(&self) -> Page {
        let browser = self.browser.lock().await;
        let context = browser.create_browser_context(CreateBrowserContextParams::default()).await.unwrap();
        self.contexts.lock().unwrap_or_else(PoisonError::into_inner).push(context.clone());
        let target = CreateTargetParams::builder().url("about:blank").browser_context_id(context).build().unwrap();
        let page = browser.new_page(target).await.unwrap();
        drop(browser);
        Page::watch(page, self.artifacts.clone()).await
    }

    /// The address of `tool dev --demo`, started by the first that asks.
    pub async fn demo(&self) -> &str {
        let start = || async { tokio::task::block_in_place(|| DevServer::start(&["--demo"])) };
        self.demo.get_or_init(start).await.address()
    }

    /// The addresses of every page of the demo, its list of pages among them.
    pub async fn demo_pages(&self) -> Vec<String> {
        let list = format!("{}all-pages/", self.demo().await);
        let page = self.open(&list).await;
        let links = "[...new Set([...document.querySelectorAll('main a[href], .brand')]
            .map(link => link.href.replace(/[?#].*/, '')).filter(href => href.startsWith(location.origin)))].join('\\n')";
        let links = page.text(links).await;
        links.lines().map(str::to_owned).filter(|link| !link.ends_with(".md")).chain([list]).collect()
    }

    pub(crate) async fn close_pages(&self) {
        let contexts = std::mem::take(&mut *self.contexts.lock().unwrap_or_else(PoisonError::into_inner));
        let browser = self.browser.lock().await;
        for context in contexts {
            // One that is gone already is what was asked for.
            drop(browser.dispose_browser_context(context).await);
        }
    }

    pub(crate) async fn stop(&self) {
        const PATIENCE: Duration = Duration::from_secs(5);
        let mut browser = self.browser.lock().await;
        let closing = async {
            drop(browser.close().await);
            drop(browser.wait().await);
        };
        if tokio::time::timeout(PATIENCE, closing).await.is_err() {
            drop(browser.kill().await);
        }
        self.handler.abort();
    }
}
