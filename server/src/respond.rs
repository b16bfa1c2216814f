//! Answers requests for pages and files: looks them up in the site, negotiates the form, and validates client caches.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{ACCEPT, CONTENT_LOCATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, RETRY_AFTER, VARY};
use axum::http::response::Builder;
use axum::http::{HeaderMap, StatusCode, request};
use axum::response::Response;
use engine::{ASSET_LIMIT, OpenFile, Output, OutputOptions, Site};

use crate::address::{self, Address};
use crate::app::{App, ReadError};
use crate::negotiate::{self, Variant};
use crate::response::{finish, lines, plain};
use crate::version::{self, Version};
use crate::{Event, asset, media_type};

const OPTIONS: OutputOptions = OutputOptions { offline: false, dev: true };

/// The resource at a path.
enum Resource {
    /// Bytes of an output.
    Bytes(Representation),
    /// A file of the project that is published unchanged; `None` if it cannot be read.
    File { output: String, file: Option<OpenFile> },
    /// A page whose path lacks its final slash.
    Slashless,
    /// A redirect, with its target.
    Moved(String),
    /// Nothing is published here; the bytes of the site's 404 page.
    Unknown(Option<Vec<u8>>),
    /// An invalid path.
    Malformed,
}

/// One form of a resource.
struct Representation {
    output: String,
    bytes: Vec<u8>,
    /// Whether the response depends on the `Accept` header.
    negotiated: bool,
}

/// Answers a request for a page or file. Renders only that page.
pub(crate) async fn respond(app: &Arc<App>, request: &request::Parts) -> Response {
    let path = request.uri.path().to_owned();
    let variant = negotiate::preferred(lines(&request.headers, &ACCEPT));
    let early = if app.is_loaded() { None } else { early(app, &path, variant).await };
    let resource = match early {
        Some(resource) => Ok(resource),
        None => {
            app.loaded().await;
            app.read(move |site| find(site, &path, variant)).await
        }
    };
    match resource {
        Ok(Resource::Bytes(representation)) => found(&request.headers, representation),
        Ok(Resource::File { output, file }) => asset::respond(file, media_type::of(&output), &request.headers),
        Ok(Resource::Slashless) => redirect(request),
        Ok(Resource::Moved(location)) => {
            let response = Response::builder().status(StatusCode::PERMANENT_REDIRECT);
            finish(response.header(LOCATION, location), Body::empty())
        }
        Ok(Resource::Unknown(Some(page))) => {
            let response = Response::builder().status(StatusCode::NOT_FOUND);
            finish(html(response, Version::of(&page)), Body::from(page))
        }
        Ok(Resource::Unknown(None)) => plain(StatusCode::NOT_FOUND, "There is no such page."),
        Ok(Resource::Malformed) => plain(StatusCode::BAD_REQUEST, "This URL is invalid."),
        Err(ReadError::Panicked) => {
            app.report(Event::PageFailed { path: request.uri.path().to_owned() });
            failed()
        }
        Err(ReadError::Cancelled) => finish(
            Response::builder().status(StatusCode::SERVICE_UNAVAILABLE).header(RETRY_AFTER, "1"),
            Body::from("The project is changing; try again."),
        ),
    }
}

/// The version that a browser at `path` would receive now. `None` for files that are published unchanged.
pub(crate) fn page_version(site: &Site, path: &str) -> Option<Version> {
    match site.output(&shown_output(site, path), OPTIONS)? {
        Output::Bytes(bytes) => Some(Version::of(&bytes)),
        Output::Copy(_) => None,
    }
}

/// The output that a browser at `path` shows.
pub(crate) fn shown_output(site: &Site, path: &str) -> String {
    match address::locate(path, |path| site.has_output(path)) {
        Address::Output(output) | Address::Slashless(output) => output,
        Address::Unknown | Address::Malformed => NOT_FOUND.to_owned(),
    }
}

/// The output for unknown paths.
const NOT_FOUND: &str = "404.html";

fn find(site: &Site, path: &str, variant: Variant) -> Resource {
    let has_output = |path: &str| site.has_output(path);
    let mut output = match address::locate(path, has_output) {
        Address::Output(output) => output,
        Address::Slashless(output) => return site.redirect(&output).map_or(Resource::Slashless, Resource::Moved),
        Address::Malformed => return Resource::Malformed,
        Address::Unknown => return unknown(site),
    };
    if let Some(location) = site.redirect(&output) {
        return Resource::Moved(location);
    }
    let markdown = address::markdown_alternate(&output, has_output);
    let negotiated = markdown.is_some();
    if let (Variant::Markdown, Some(markdown)) = (variant, markdown) {
        output = markdown;
    }
    match site.output(&output, OPTIONS) {
        Some(Output::Bytes(bytes)) => Resource::Bytes(Representation { output, bytes, negotiated }),
        Some(Output::Copy(file)) => Resource::File { output, file: site.system().open(&file, ASSET_LIMIT).ok() },
        None => unknown(site),
    }
}

/// The resource at a path, if it is sent before other editions are read.
async fn early(app: &Arc<App>, path: &str, variant: Variant) -> Option<Resource> {
    let path = path.to_owned();
    let read = move |site: &Site| Some(find(site, &path, variant)).filter(|resource| may_be_early(site, resource));
    app.read(read).await.ok().flatten()
}

/// Whether a resource is sent before other editions are read: a page of the main one, since the browser receives it again if
/// it shows more of the others, and what a page loads.
fn may_be_early(site: &Site, resource: &Resource) -> bool {
    let output = match resource {
        Resource::Bytes(Representation { output, .. }) | Resource::File { output, .. } => output,
        _ => return false,
    };
    let is_of_other = || site.editions().iter().any(|prefix| !prefix.is_empty() && output.starts_with(&**prefix));
    let is_file = matches!(resource, Resource::File { .. });
    (is_file || output.ends_with(".html") || output.starts_with("_tool/")) && !is_of_other()
}

fn unknown(site: &Site) -> Resource {
    match site.output(NOT_FOUND, OPTIONS) {
        Some(Output::Bytes(bytes)) => Resource::Unknown(Some(bytes)),
        _ => Resource::Unknown(None),
    }
}

fn found(headers: &HeaderMap, representation: Representation) -> Response {
    let Representation { output, bytes, negotiated } = representation;
    let version = Version::of(&bytes);
    let tag = version.entity_tag();
    let fresh = version::matches(lines(headers, &IF_NONE_MATCH), &tag);
    let status = if fresh { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let mut response = Response::builder().status(status).header(ETAG, tag);
    if negotiated {
        response = response.header(VARY, ACCEPT.as_str());
    }
    let media_type = media_type::of(&output);
    if media_type.starts_with("text/html") {
        response = html(response, version);
    } else {
        response = response.header(CONTENT_TYPE, media_type);
        if negotiated {
            response = response.header(CONTENT_LOCATION, address::url_path(&output));
        }
    }
    finish(response, if fresh { Body::empty() } else { Body::from(bytes) })
}

/// Adds the headers of a page. A script can read only `Server-Timing` of its own response: it tells the page its version,
/// so that it can listen for others.
fn html(response: Builder, version: Version) -> Builder {
    response
        .header(CONTENT_TYPE, "text/html; charset=utf-8")
        .header("server-timing", format!("version;desc=\"{version}\""))
}

/// A redirect to the same path with a final slash. The path has no empty segment, so it cannot name another host.
fn redirect(request: &request::Parts) -> Response {
    let query = request.uri.query().map_or(String::new(), |query| format!("?{query}"));
    let location = format!("{}/{query}", request.uri.path());
    finish(Response::builder().status(StatusCode::PERMANENT_REDIRECT).header(LOCATION, location), Body::empty())
}

/// The page shown if rendering fails. It reloads when the project changes.
fn failed() -> Response {
    const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>This page failed</title>\n\
         <script src=\"/_tool/dev.js\" defer></script>\n<h1>This page failed</h1>\n\
         <p>Rendering failed because of a bug in the tool; see the terminal for details. \
         The page reloads when the project changes.</p>\n";
    let response = Response::builder().status(StatusCode::INTERNAL_SERVER_ERROR);
    finish(html(response, Version::of(PAGE.as_bytes())), Body::from(PAGE))
}

/// A file of the server itself, not of the site.
pub(crate) fn own_file(headers: &HeaderMap, name: &str, text: String) -> Response {
    found(headers, Representation { output: name.to_owned(), bytes: text.into_bytes(), negotiated: false })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{MemorySystem, Project};

    use super::{find, may_be_early};
    use crate::negotiate::Variant;

    #[test]
    fn pages_of_the_main_edition_and_what_they_load_are_early() {
        let system = MemorySystem::default();
        let page = "---\ntitle: T\n---\n![a](x.png)\n";
        for (path, text) in [
            ("tool.json", r#"{"name": "N", "versions": [{"version": "2.x"}, {"version": "1.x"}]}"#),
            ("docs/index.md", page),
            ("docs/x.png", "x"),
            ("versions/1.x/index.md", page),
            ("versions/1.x/x.png", "x"),
        ] {
            system.write(path, text);
        }
        let project = Project::open(Arc::new(system));
        let site = project.site();
        let is_early = |path: &str, variant| may_be_early(&site, &find(&site, path, variant));
        let loaded =
            site.outputs().iter().find(|path| path.starts_with("_tool/")).map(|path| format!("/{path}")).unwrap();
        for path in ["/", "/x.png", &loaded] {
            assert!(is_early(path, Variant::Html), "{path}");
        }
        for path in ["/1.x/", "/1.x/x.png", "/llms.txt", "/none/"] {
            assert!(!is_early(path, Variant::Html), "{path}");
        }
        assert!(!is_early("/", Variant::Markdown));
    }
}
