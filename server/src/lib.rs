//! The HTTP server behind `tool dev`: pages from the engine's queries, content negotiation, live reload. Behind `tool preview`
//! it serves a built site.
//!
//! Knows nothing of terminals: what happens is handed over as [`Event`]s.

mod address;
mod app;
mod asset;
mod bind;
mod client;
mod connection;
mod guard;
mod links;
mod media_type;
mod negotiate;
mod preview;
mod proxy;
mod reader;
mod reload;
mod respond;
mod routes;
mod version;
mod watch;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Change, Diagnostic, Project};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use app::App;
use guard::Guard;
pub use links::{LinkState, check_links};
pub use preview::{Preview, PreviewOptions};
use proxy::Proxy;

/// How a project is served.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The port that is tried first, and the next ones while they are taken; any free port when it is 0.
    pub port: u16,
    /// The name or address to listen on and be asked by. `None` is loopback only.
    pub host: Option<String>,
    /// The project's root, for files that are published unchanged and for the watcher.
    pub root: PathBuf,
    /// Whether changes on disk are noticed.
    pub watch: bool,
}

/// What happens while a server runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// Requests are answered at this address.
    Listening {
        /// The site's address for a browser.
        url: String,
    },
    /// A change was applied, and open pages are up to date.
    Changed {
        /// What was touched, relative to the root; empty when everything was looked at.
        paths: Vec<Arc<str>>,
        /// From noticing the change to having told all open pages.
        elapsed: Duration,
        /// How many open pages differ by it.
        pages: usize,
    },
    /// The project was checked, and the result is another than last time.
    Diagnostics(Findings),
    /// The system does not report changes for this reason; the files are looked at again and again instead.
    Polling {
        /// The reason, in one line.
        reason: String,
    },
    /// The engine panicked while it rendered this page.
    PageFailed {
        /// The path of the page's address.
        path: String,
    },
}

/// The result of checking a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// All findings.
    pub diagnostics: Vec<Diagnostic>,
    /// The text of each file that they name, as it was when they were found.
    pub sources: BTreeMap<Arc<str>, Arc<str>>,
}

/// Why a server could not start.
#[derive(Debug)]
pub enum ServeError {
    /// The project's root cannot be reached.
    Root {
        /// The root.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The host has no address.
    UnknownHost {
        /// The host.
        host: String,
        /// Why.
        source: io::Error,
    },
    /// The system refuses to listen there.
    Bind {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// Why.
        source: io::Error,
    },
    /// Other programs listen on all of these ports.
    PortsTaken {
        /// The first that was tried.
        first: u16,
        /// The last.
        last: u16,
    },
}

impl Display for ServeError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root { path, .. } => write!(formatter, "the project's folder {} cannot be reached", path.display()),
            Self::UnknownHost { host, .. } => write!(formatter, "there is no address for the host {host}"),
            Self::Bind { host, port, .. } => write!(formatter, "cannot listen on port {port} of {host}"),
            Self::PortsTaken { first, last } => {
                write!(formatter, "the ports {first} to {last} are all taken by other programs")
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

/// A server that listens, and answers once it runs.
pub struct Server {
    app: Arc<App>,
    listeners: Vec<TcpListener>,
    url: String,
    watch: bool,
    stop: tokio::sync::watch::Sender<bool>,
}

/// Steers a server from elsewhere.
#[derive(Clone)]
pub struct Handle {
    app: Arc<App>,
    stop: tokio::sync::watch::Sender<bool>,
}

impl Server {
    /// A server of `project` on the first free port.
    ///
    /// # Errors
    /// [`ServeError`] when it cannot listen.
    pub async fn bind(
        project: Project,
        options: ServeOptions,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Self, ServeError> {
        let ServeOptions { port, host, root, watch } = options;
        let root = root.canonicalize().map_err(|source| ServeError::Root { path: root, source })?;
        let listeners = bind::listen(host.as_deref(), port).await?;
        let port = local_addresses(&listeners).next().map_or(port, |address| address.port());
        let guard = Guard::new(port, host.as_deref());
        let url = guard.url();
        let app = Arc::new(App::new(project, guard, Proxy::new(host.is_none()), root, Box::new(on_event)));
        Ok(Self { app, listeners, url, watch, stop: tokio::sync::watch::Sender::new(false) })
    }

    /// The addresses that it listens on.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        local_addresses(&self.listeners).collect()
    }

    /// The site's address for a browser.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A handle on this server.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle { app: self.app.clone(), stop: self.stop.clone() }
    }

    /// Answers requests until [`Handle::stop`].
    pub async fn run(self) {
        let Self { app, listeners, url, watch, stop } = self;
        let router = routes::router(app.clone());
        let mut accepting = JoinSet::new();
        for listener in listeners {
            accepting.spawn(connection::accept(listener, router.clone(), stop.subscribe()));
        }
        app.report(Event::Listening { url });
        let watcher = watch.then(|| watch::start(app.clone()));
        let reloading = tokio::spawn(reload::run(app.clone()));
        // The sender is held here, so this ends only by the handle.
        let _ = stop.subscribe().wait_for(|stop| *stop).await;
        drop(watcher);
        reloading.abort();
        app.open_pages.close();
        while accepting.join_next().await.is_some() {}
    }
}

impl Handle {
    /// Applies changes as if the watcher had noticed them. Says whether anything changed.
    pub async fn apply(&self, changes: Vec<Change>) -> bool {
        let app = self.app.clone();
        let since = Instant::now();
        tokio::task::spawn_blocking(move || app.apply(&changes, since)).await.unwrap_or(false)
    }

    /// Ends the server: requests that are being answered get a moment to finish.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }
}

/// Serves `project` until the process is interrupted (Ctrl-C).
///
/// # Errors
/// [`ServeError`] when it cannot listen.
pub async fn serve(
    project: Project,
    options: ServeOptions,
    on_event: impl Fn(Event) + Send + Sync + 'static,
) -> Result<(), ServeError> {
    let server = Server::bind(project, options, on_event).await?;
    let handle = server.handle();
    let interrupted = tokio::spawn(async move {
        // Where the system has no such signal, the process is ended from outside.
        if tokio::signal::ctrl_c().await.is_ok() {
            handle.stop();
        }
    });
    server.run().await;
    interrupted.abort();
    Ok(())
}

fn local_addresses(listeners: &[TcpListener]) -> impl Iterator<Item = SocketAddr> {
    listeners.iter().filter_map(|listener| listener.local_addr().ok())
}
