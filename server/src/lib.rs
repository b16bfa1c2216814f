//! The HTTP server of `tool dev` (pages from the engine's queries, content negotiation, live reload) and of `tool preview`
//! (a built site).
//!
//! Does not print anything: it reports what happens as [`Event`]s.

mod address;
mod app;
mod asset;
mod author_requests;
mod authoring;
mod bind;
mod client;
mod connection;
mod findings;
mod guard;
mod links;
mod media_type;
mod negotiate;
mod open_pages;
mod preview;
mod proxy;
mod reader;
mod release;
mod reload;
mod respond;
mod response;
mod routes;
#[cfg(feature = "testing")]
pub mod testing;
mod token;
mod version;
mod watch;

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::{Change, Diagnostic, Project, SiteSize};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use app::App;
pub use authoring::{Authoring, View};
pub use findings::Findings;
use guard::Guard;
pub use links::{LinkState, check_links};
pub use preview::{Preview, PreviewOptions};
pub use release::latest_release;
use token::Token;

/// How a project is served.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The port to try first, then the next ones; 0 for any free port.
    pub port: u16,
    /// The host name or address to listen on and answer to. `None` for loopback only.
    pub host: Option<String>,
    /// The folder that is watched for changes: the project's root. `None` if the project is not on disk or need not be
    /// watched.
    pub watch: Option<PathBuf>,
    /// What pages offer to the author; `None` if they show nothing but the site.
    pub authoring: Option<Arc<dyn Authoring>>,
}

/// An event while a server runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// The server answers requests.
    Listening {
        /// The site's URL for a browser.
        url: String,
        /// The site's URL for other machines, if it listens on all addresses and this one has one.
        network: Option<String>,
        /// The port that was asked for, if another program has it.
        taken: Option<u16>,
    },
    /// A change was applied, and open pages are up to date.
    Changed {
        /// The changed paths, relative to the root; empty if everything was read again.
        paths: Vec<Arc<str>>,
        /// The time from noticing the change to notifying all open pages.
        elapsed: Duration,
        /// How many open pages changed.
        pages: usize,
    },
    /// The project is being checked.
    Checking,
    /// The project was checked.
    Checked {
        /// All findings.
        findings: Findings,
        /// The findings that the last check did not have, in order.
        new: Vec<Diagnostic>,
        /// The findings of the last check that are gone, in order.
        resolved: Vec<Diagnostic>,
        /// How large the site is.
        size: SiteSize,
        /// Whether [`Handle::check_again`] asked for it.
        is_asked: bool,
    },
    /// File watching is unavailable, so the files are polled.
    Polling {
        /// The reason, in one line.
        reason: String,
    },
    /// The engine panicked while rendering a page.
    PageFailed {
        /// The path of the page's URL.
        path: String,
    },
}

/// Why a server could not start.
#[derive(Debug)]
pub enum ServeError {
    /// The folder cannot be accessed.
    Root {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The host name cannot be resolved.
    UnknownHost {
        /// The host.
        host: String,
        /// Why.
        source: io::Error,
    },
    /// The system refuses to listen on this port.
    Bind {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// Why.
        source: io::Error,
    },
    /// All of these ports are taken.
    PortsTaken {
        /// The first port that was tried.
        first: u16,
        /// The last port that was tried.
        last: u16,
    },
}

impl Display for ServeError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root { path, .. } => write!(formatter, "cannot access the folder {}", path.display()),
            Self::UnknownHost { host, .. } => write!(formatter, "cannot resolve the host {host}"),
            Self::Bind { host, port, .. } => write!(formatter, "cannot listen on port {port} of {host}"),
            Self::PortsTaken { first, last } => {
                write!(formatter, "all ports from {first} to {last} are taken")
            }
        }
    }
}

impl Error for ServeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Root { source, .. } | Self::UnknownHost { source, .. } | Self::Bind { source, .. } => Some(source),
            Self::PortsTaken { .. } => None,
        }
    }
}

/// A listening server. It answers once [`Server::run`] is called.
pub struct Server {
    app: Arc<App>,
    listeners: Vec<TcpListener>,
    url: String,
    taken: Option<u16>,
    watch: Option<PathBuf>,
    stop: tokio::sync::watch::Sender<bool>,
}

/// Controls a running server from another thread.
#[derive(Clone)]
pub struct Handle {
    app: Arc<App>,
    stop: tokio::sync::watch::Sender<bool>,
}

impl Server {
    /// Listens on the first free port.
    ///
    /// # Errors
    /// [`ServeError`] if it cannot listen.
    pub async fn bind(
        project: Project,
        options: ServeOptions,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Self, ServeError> {
        let ServeOptions { port, host, watch, authoring } = options;
        let real = |root: PathBuf| root.canonicalize().map_err(|source| ServeError::Root { path: root, source });
        let watch = watch.map(real).transpose()?;
        let listeners = bind::listen(host.as_deref(), port).await?;
        let wanted = port;
        let port = local_addresses(&listeners).next().map_or(port, |address| address.port());
        let guard = Guard::new(port, host.as_deref());
        let url = guard.url();
        let taken = (wanted != 0 && wanted != port).then_some(wanted);
        let app = Arc::new(App::new(project, guard, Token::new(host.is_none()), authoring, Box::new(on_event)));
        Ok(Self { app, listeners, url, taken, watch, stop: tokio::sync::watch::Sender::new(false) })
    }

    /// The addresses that it listens on.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        local_addresses(&self.listeners).collect()
    }

    /// The site's URL for a browser.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns a handle to this server.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle { app: self.app.clone(), stop: self.stop.clone() }
    }

    /// Answers requests until [`Handle::stop`].
    pub async fn run(self) {
        let Self { app, listeners, url, taken, watch, stop } = self;
        let router = routes::router(app.clone());
        let mut accepting = JoinSet::new();
        for listener in listeners {
            accepting.spawn(connection::accept(listener, router.clone(), stop.subscribe()));
        }
        app.report(Event::Listening { url, network: app.guard.network_url(), taken });
        let watcher = watch.map(|root| watch::start(app.clone(), root));
        let reloading = tokio::spawn(reload::run(app.clone()));
        // This function holds the sender, so only the handle ends the wait.
        let _ = stop.subscribe().wait_for(|stop| *stop).await;
        drop(watcher);
        reloading.abort();
        app.open_pages.close();
        while accepting.join_next().await.is_some() {}
    }
}

impl Handle {
    /// Applies changes as if the watcher had noticed them. Returns whether anything changed.
    pub async fn apply(&self, changes: Vec<Change>) -> bool {
        let app = self.app.clone();
        let since = Instant::now();
        tokio::task::spawn_blocking(move || app.apply(&changes, since)).await.unwrap_or(false)
    }

    /// Reads everything again, and reports the findings even if nothing differs.
    pub async fn check_again(&self) {
        self.app.is_check_asked.store(true, Ordering::Relaxed);
        self.apply(vec![Change::Rescan]).await;
        self.app.wake.notify_one();
    }

    /// Stops the server. Open requests get a moment to finish.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }
}

fn local_addresses(listeners: &[TcpListener]) -> impl Iterator<Item = SocketAddr> {
    listeners.iter().filter_map(|listener| listener.local_addr().ok())
}
