//! A built site as a good host serves it: from its folder alone, with negotiation, redirects and its page for what is not found.
//!
//! Every file is opened by its path when it is asked for, since a build may put a new folder in the place of the old one.

use std::fs::File;
use std::io::Read;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, CONTENT_LOCATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, request};
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::task::{JoinSet, spawn_blocking};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::ServeError;
use crate::address::{self, Address};
use crate::guard::{Guard, Use};
use crate::negotiate::{self, Variant};
use crate::respond::{finish, lines, method_not_allowed, plain};
use crate::{asset, bind, connection, media_type};

/// How long finding a response may take.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// Where the head of a page ends at the latest that leads to another address.
const REDIRECT_HEAD: u64 = 4 << 10;
/// The largest page for what is not found.
const LARGEST_PAGE: u64 = 4 << 20;
/// Files that hosts read and do not serve.
const OF_HOSTS: [&str; 6] = ["_headers", "_redirects", "_routes.json", "_worker.js", "vercel.json", ".htaccess"];

/// How a built site is served.
#[derive(Clone, Debug)]
pub struct PreviewOptions {
    /// The folder with the site.
    pub folder: PathBuf,
    /// The port that is tried first, and the next ones while they are taken; any free port when it is 0.
    pub port: u16,
    /// The name or address to listen on and be asked by. `None` is loopback only.
    pub host: Option<String>,
}

/// A server of a built site that listens, and answers once it runs.
#[derive(Debug)]
pub struct Preview {
    state: Arc<Built>,
    listeners: Vec<TcpListener>,
    stop: tokio::sync::watch::Sender<bool>,
}

/// What requests share.
#[derive(Debug)]
struct Built {
    guard: Guard,
    /// Absolute and without symbolic links.
    folder: PathBuf,
}

impl Preview {
    /// A server on the first free port.
    ///
    /// # Errors
    /// [`ServeError`] when it cannot listen, or the folder cannot be reached.
    pub async fn bind(options: PreviewOptions) -> Result<Self, ServeError> {
        let PreviewOptions { folder, port, host } = options;
        let folder = folder.canonicalize().map_err(|source| ServeError::Root { path: folder, source })?;
        let listeners = bind::listen(host.as_deref(), port).await?;
        let first = listeners.iter().find_map(|listener| listener.local_addr().ok());
        let guard = Guard::new(first.map_or(port, |address| address.port()), host.as_deref());
        Ok(Self { state: Arc::new(Built { guard, folder }), listeners, stop: tokio::sync::watch::Sender::new(false) })
    }

    /// The site's address for a browser.
    #[must_use]
    pub fn url(&self) -> String {
        self.state.guard.url()
    }

    /// The addresses that it listens on.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }

    /// Answers requests until the process is interrupted (Ctrl-C).
    pub async fn run(self) {
        let Self { state, listeners, stop } = self;
        let router = router(state);
        let mut accepting = JoinSet::new();
        for listener in listeners {
            accepting.spawn(connection::accept(listener, router.clone(), stop.subscribe()));
        }
        // Where the system has no such signal, the process is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        stop.send_replace(true);
        while accepting.join_next().await.is_some() {}
    }
}

fn router(state: Arc<Built>) -> Router {
    let set = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    Router::new()
        .fallback(answer)
        .with_state(state)
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_TIME))
        .layer(set(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(CONTENT_SECURITY_POLICY, "frame-ancestors 'self'"))
        .layer(set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
}

async fn answer(State(built): State<Arc<Built>>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    if let Some(reason) = built.guard.refusal(&request, Use::Document) {
        return plain(StatusCode::FORBIDDEN, reason);
    }
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return method_not_allowed("GET, HEAD");
    }
    respond(&built, &request).await
}

/// What a path leads to.
enum Found {
    /// A file below the folder, and whether `Accept` had a say.
    File { output: String, negotiated: bool },
    /// Another address.
    Elsewhere(String),
    /// Nothing; the bytes are the site's own page for that.
    Unknown(Option<Vec<u8>>),
    /// A path that no page can have.
    Malformed,
}

async fn respond(built: &Arc<Built>, request: &request::Parts) -> Response {
    let path = request.uri.path().to_owned();
    let query = request.uri.query().map_or(String::new(), |query| format!("?{query}"));
    let variant = negotiate::preferred(lines(&request.headers, &ACCEPT));
    let folder = built.folder.clone();
    let found = spawn_blocking(move || find(&folder, &path, &query, variant)).await;
    match found.unwrap_or(Found::Unknown(None)) {
        Found::File { output, negotiated } => {
            let media_type = media_type::of(&output);
            let mut response = asset::respond(&built.folder, &output, media_type, &request.headers).await;
            let headers = response.headers_mut();
            if negotiated {
                headers.append(VARY, HeaderValue::from_static("accept"));
                if output.ends_with(".md")
                    && let Ok(location) = HeaderValue::from_str(&address::url_path(&output))
                {
                    headers.insert(CONTENT_LOCATION, location);
                }
            }
            if output.ends_with(".svg") {
                let policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
                headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
            }
            response
        }
        Found::Elsewhere(location) => {
            let response = Response::builder().status(StatusCode::PERMANENT_REDIRECT);
            finish(response.header(LOCATION, location), Body::empty())
        }
        Found::Unknown(Some(page)) => {
            let response = Response::builder().status(StatusCode::NOT_FOUND);
            finish(response.header(CONTENT_TYPE, "text/html; charset=utf-8"), Body::from(page))
        }
        Found::Unknown(None) => plain(StatusCode::NOT_FOUND, "There is no such page."),
        Found::Malformed => plain(StatusCode::BAD_REQUEST, "This address is malformed."),
    }
}

fn find(folder: &Path, path: &str, query: &str, variant: Variant) -> Found {
    let has_output = |output: &str| is_served(folder, output);
    let (output, slash) = match address::locate(path, has_output) {
        Address::Output(output) => (output, true),
        Address::Slashless(output) => (output, false),
        Address::Malformed => return Found::Malformed,
        Address::Unknown => return Found::Unknown(read_head(folder, "404.html", LARGEST_PAGE)),
    };
    if let Some(location) = redirect(folder, &output) {
        return Found::Elsewhere(location);
    }
    if !slash {
        // The path has no empty segment, so it cannot be read as another host's.
        return Found::Elsewhere(format!("{path}/{query}"));
    }
    let twin = address::markdown_twin(&output, has_output);
    let negotiated = twin.is_some();
    let output = twin.filter(|_| variant == Variant::Markdown).unwrap_or(output);
    Found::File { output, negotiated }
}

/// Whether a regular file lies there, within the folder, that a host serves.
fn is_served(folder: &Path, output: &str) -> bool {
    !OF_HOSTS.contains(&output)
        && folder.join(output).canonicalize().is_ok_and(|real| real.starts_with(folder) && real.is_file())
}

/// The first bytes of a file.
fn read_head(folder: &Path, output: &str, most: u64) -> Option<Vec<u8>> {
    if !is_served(folder, output) {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(folder.join(output)).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Where a page leads at once, from the root of the site.
fn redirect(folder: &Path, output: &str) -> Option<String> {
    if !output.ends_with(".html") {
        return None;
    }
    let head = String::from_utf8(read_head(folder, output, REDIRECT_HEAD)?).ok()?;
    let (head, _) = head.split_once("</head>")?;
    let (_, rest) = head.split_once("<meta http-equiv=\"refresh\" content=\"0; url=")?;
    let (target, _) = rest.split_once('"')?;
    let target = target.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">");
    Some(from_root(output, &target.replace("&amp;", "&")))
}

/// A relative address of the file `output`, from the root. Others stay.
fn from_root(output: &str, target: &str) -> String {
    let scheme = target.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    if scheme || target.starts_with('/') {
        return target.to_owned();
    }
    let at = target.find(['?', '#']).unwrap_or(target.len());
    let (path, rest) = target.split_at(at);
    let folder = output.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = path.strip_suffix("index.html").unwrap_or(path);
    let is_page = path.is_empty() || path.ends_with('/');
    let joined = parts.join("/");
    let joined = joined.strip_suffix("index.html").unwrap_or(&joined).trim_end_matches('/');
    let end = if is_page && !joined.is_empty() { "/" } else { "" };
    format!("/{joined}{end}{rest}")
}

#[cfg(test)]
mod tests {
    use super::from_root;

    #[test]
    fn targets_are_addresses_from_the_root() {
        let table = [
            ("old/index.html", "../new/#x", "/new/#x"),
            ("a/old/index.html", "../../", "/"),
            ("a/old/index.html", "../../b/index.html?q", "/b/?q"),
            ("old.html", "./new/", "/new/"),
            ("old/index.html", "../img/a.png", "/img/a.png"),
            ("old/index.html", "https://a.test/x", "https://a.test/x"),
            ("old/index.html", "../../../../x/", "/x/"),
            ("index.html", "./index.html", "/"),
        ];
        for (output, target, expected) in table {
            assert_eq!(from_root(output, target), expected, "{output} {target}");
        }
    }
}
