//! The HTTP server of `tool dev` (pages from the engine's queries, content negotiation, live reload) and of `tool preview`
//! (a built site).
//!
//! Does not print anything: it reports what happens as [`Event`]s.

mod address;
mod app;
mod asset;
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
mod reload;
mod respond;
mod response;
mod routes;
mod version;
mod watch;

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
pub use findings::Findings;
use guard::Guard;
pub use links::{LinkState, check_links};
pub use preview::{Preview, PreviewOptions};
use proxy::Proxy;

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
}

/// An event while a server runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// The server answers requests.
    Listening {
        /// The site's URL for a browser.
        url: String,
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
    /// The project was checked for the first time, or the result differs from the last one.
    Checked {
        /// All findings.
        findings: Findings,
        /// The findings that the last check did not have, in order.
        new: Vec<Diagnostic>,
        /// How many findings of the last check are gone.
        resolved: usize,
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
        let ServeOptions { port, host, watch } = options;
        let real = |root: PathBuf| root.canonicalize().map_err(|source| ServeError::Root { path: root, source });
        let watch = watch.map(real).transpose()?;
        let listeners = bind::listen(host.as_deref(), port).await?;
        let port = local_addresses(&listeners).next().map_or(port, |address| address.port());
        let guard = Guard::new(port, host.as_deref());
        let url = guard.url();
        let app = Arc::new(App::new(project, guard, Proxy::new(host.is_none()), Box::new(on_event)));
        Ok(Self { app, listeners, url, watch, stop: tokio::sync::watch::Sender::new(false) })
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
        let Self { app, listeners, url, watch, stop } = self;
        let router = routes::router(app.clone());
        let mut accepting = JoinSet::new();
        for listener in listeners {
            accepting.spawn(connection::accept(listener, router.clone(), stop.subscribe()));
        }
        app.report(Event::Listening { url });
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

    /// Stops the server. Open requests get a moment to finish.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }
}

/// Serves `project` until the process is interrupted (Ctrl-C).
///
/// # Errors
/// [`ServeError`] if it cannot listen.
pub async fn serve(
    project: Project,
    options: ServeOptions,
    on_event: impl Fn(Event) + Send + Sync + 'static,
) -> Result<(), ServeError> {
    let server = Server::bind(project, options, on_event).await?;
    let handle = server.handle();
    let interrupted = tokio::spawn(async move {
        // On systems without this signal, the process is ended from outside.
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
