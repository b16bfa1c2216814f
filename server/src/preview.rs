//! Serves a built site from its folder the way a web host would: with negotiation, redirects and the site's 404 page.
//!
//! Every file is opened by path per request, since a build may replace the folder.

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
use engine::{ASSET_LIMIT, OpenFile, OsSystem, System as _};
use tokio::net::TcpListener;
use tokio::task::{JoinSet, spawn_blocking};
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::ServeError;
use crate::address::{self, Address};
use crate::guard::{Guard, Use};
use crate::negotiate::{self, Variant};
use crate::response::{finish, lines, method_not_allowed, plain};
use crate::{asset, bind, connection, media_type};

/// How long finding a response may take.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// How much of a page is searched for a redirect, in bytes.
const REDIRECT_HEAD: u64 = 4 << 10;
/// The largest 404 page, in bytes.
const LARGEST_PAGE: u64 = 4 << 20;
/// Configuration files of hosts, which are not served.
const OF_HOSTS: [&str; 8] = [
    "_headers",
    "_redirects",
    "_routes.json",
    "_worker.js",
    "vercel.json",
    "staticwebapp.config.json",
    ".htaccess",
    ".nojekyll",
];

/// How a built site is served.
#[derive(Clone, Debug)]
pub struct PreviewOptions {
    /// The folder of the built site.
    pub folder: PathBuf,
    /// The port to try first, then the next ones; 0 for any free port.
    pub port: u16,
    /// The host name or address to listen on and answer to. `None` for loopback only.
    pub host: Option<String>,
}

/// A listening server of a built site. It answers once [`Preview::run`] is called.
#[derive(Debug)]
pub struct Preview {
    state: Arc<Built>,
    listeners: Vec<TcpListener>,
    stop: tokio::sync::watch::Sender<bool>,
}

/// The state that requests share.
#[derive(Debug)]
struct Built {
    guard: Guard,
    /// The disk below the site's folder.
    files: OsSystem,
}

impl Preview {
    /// Listens on the first free port.
    ///
    /// # Errors
    /// [`ServeError`] if it cannot listen or the folder cannot be accessed.
    pub async fn bind(options: PreviewOptions) -> Result<Self, ServeError> {
        let PreviewOptions { folder, port, host } = options;
        let files = OsSystem::new(&folder).map_err(|source| ServeError::Root { path: folder, source })?;
        let listeners = bind::listen(host.as_deref(), port).await?;
        let first = listeners.iter().find_map(|listener| listener.local_addr().ok());
        let guard = Guard::new(first.map_or(port, |address| address.port()), host.as_deref());
        Ok(Self { state: Arc::new(Built { guard, files }), listeners, stop: tokio::sync::watch::Sender::new(false) })
    }

    /// The site's URL for a browser.
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
        // On systems without this signal, the process is ended from outside.
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

/// The resource at a path.
enum BuiltResource {
    /// A file below the folder, `None` if it cannot be read, and whether `Accept` had a say.
    File { output: String, file: Option<OpenFile>, negotiated: bool },
    /// A redirect, with its target.
    Elsewhere(String),
    /// There is no file; the bytes of the site's 404 page.
    Unknown(Option<Vec<u8>>),
    /// An invalid path.
    Malformed,
}

async fn respond(built: &Arc<Built>, request: &request::Parts) -> Response {
    let path = request.uri.path().to_owned();
    let query = request.uri.query().map_or(String::new(), |query| format!("?{query}"));
    let variant = negotiate::preferred(lines(&request.headers, &ACCEPT));
    let built = built.clone();
    let found = spawn_blocking(move || find(&built.files, &path, &query, variant)).await;
    match found.unwrap_or(BuiltResource::Unknown(None)) {
        BuiltResource::File { output, file, negotiated } => {
            let mut response = asset::respond(file, media_type::of(&output), &request.headers);
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
        BuiltResource::Elsewhere(location) => {
            let response = Response::builder().status(StatusCode::PERMANENT_REDIRECT);
            finish(response.header(LOCATION, location), Body::empty())
        }
        BuiltResource::Unknown(Some(page)) => {
            let response = Response::builder().status(StatusCode::NOT_FOUND);
            finish(response.header(CONTENT_TYPE, "text/html; charset=utf-8"), Body::from(page))
        }
        BuiltResource::Unknown(None) => plain(StatusCode::NOT_FOUND, "There is no such page."),
        BuiltResource::Malformed => plain(StatusCode::BAD_REQUEST, "This URL is invalid."),
    }
}

fn find(files: &OsSystem, path: &str, query: &str, variant: Variant) -> BuiltResource {
    let folder = files.root();
    let has_output = |output: &str| is_served(folder, output);
    let (output, slash) = match address::locate(path, has_output) {
        Address::Output(output) => (output, true),
        Address::Slashless(output) => (output, false),
        Address::Malformed => return BuiltResource::Malformed,
        Address::Unknown => return BuiltResource::Unknown(read_head(folder, "404.html", LARGEST_PAGE)),
    };
    if let Some(location) = redirect(folder, &output) {
        return BuiltResource::Elsewhere(location);
    }
    if !slash {
        // The path has no empty segment, so it cannot name another host.
        return BuiltResource::Elsewhere(format!("{path}/{query}"));
    }
    let markdown = address::markdown_alternate(&output, has_output);
    let negotiated = markdown.is_some();
    let output = markdown.filter(|_| variant == Variant::Markdown).unwrap_or(output);
    BuiltResource::File { file: files.open(&output, ASSET_LIMIT).ok(), output, negotiated }
}

/// Whether the path is a regular file within the folder that a host serves.
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

/// The target of a page that only redirects, relative to the site's root.
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

/// Resolves a relative URL in the file `output` against the site's root. Leaves other URLs as they are.
pub(crate) fn from_root(output: &str, target: &str) -> String {
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
