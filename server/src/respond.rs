//! The answer to a request for a page or file: found in the site, negotiated, validated against what the client has.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, RETRY_AFTER, VARY,
};
use axum::http::response::Builder;
use axum::http::{HeaderMap, HeaderName, StatusCode, request};
use axum::response::Response;
use engine::{Output, OutputOptions, Site};

use crate::address::{self, Address};
use crate::app::{App, NoRead};
use crate::negotiate::{self, Variant};
use crate::version::{self, Version};
use crate::{Event, asset, media_type};

const OPTIONS: OutputOptions = OutputOptions { offline: false, dev: true };

/// What a path leads to.
enum Found {
    /// Bytes of an output.
    Bytes(Representation),
    /// A file of the project that is published as it is.
    File { output: String, file: Arc<str> },
    /// A page whose address lacks its final slash.
    Slashless,
    /// An old address, with the one it leads to.
    Moved(String),
    /// Nothing; the bytes are the site's own page for that.
    Unknown(Option<Vec<u8>>),
    /// A path that no page can have.
    Malformed,
}

/// One form of a resource.
struct Representation {
    output: String,
    bytes: Vec<u8>,
    /// Whether the `Accept` header had a say.
    negotiated: bool,
}

/// Answers a request for a page or file. Renders that page alone.
pub(crate) async fn respond(app: &Arc<App>, request: &request::Parts) -> Response {
    let path = request.uri.path().to_owned();
    let variant = negotiate::preferred(lines(&request.headers, &ACCEPT));
    match app.read(move |site| find(site, &path, variant)).await {
        Ok(Found::Bytes(representation)) => found(&request.headers, representation),
        Ok(Found::File { output, file }) => {
            asset::respond(&app.root, &file, media_type::of(&output), &request.headers).await
        }
        Ok(Found::Slashless) => redirect(request),
        Ok(Found::Moved(location)) => {
            let response = Response::builder().status(StatusCode::PERMANENT_REDIRECT);
            finish(response.header(LOCATION, location), Body::empty())
        }
        Ok(Found::Unknown(Some(page))) => {
            let response = Response::builder().status(StatusCode::NOT_FOUND);
            finish(html(response, Version::of(&page)), Body::from(page))
        }
        Ok(Found::Unknown(None)) => plain(StatusCode::NOT_FOUND, "There is no such page."),
        Ok(Found::Malformed) => plain(StatusCode::BAD_REQUEST, "This address is malformed."),
        Err(NoRead::Panicked) => {
            app.report(Event::PageFailed { path: request.uri.path().to_owned() });
            failed()
        }
        Err(NoRead::Cancelled) => finish(
            Response::builder().status(StatusCode::SERVICE_UNAVAILABLE).header(RETRY_AFTER, "1"),
            Body::from("The project is changing; try again."),
        ),
    }
}

/// The version of what a browser that shows the page at `path` would get now.
pub(crate) fn page_version(site: &Site, path: &str) -> Option<Version> {
    let has_output = |path: &str| site.has_output(path);
    let output = match address::locate(path, has_output) {
        Address::Output(output) | Address::Slashless(output) => output,
        Address::Unknown | Address::Malformed => NOT_FOUND.to_owned(),
    };
    match site.output(&output, OPTIONS)? {
        Output::Bytes(bytes) => Some(Version::of(&bytes)),
        Output::Copy(_) => None,
    }
}

/// The output that is shown for unknown addresses.
const NOT_FOUND: &str = "404.html";

fn find(site: &Site, path: &str, variant: Variant) -> Found {
    let has_output = |path: &str| site.has_output(path);
    let mut output = match address::locate(path, has_output) {
        Address::Output(output) => output,
        Address::Slashless(output) => return site.redirect(&output).map_or(Found::Slashless, Found::Moved),
        Address::Malformed => return Found::Malformed,
        Address::Unknown => return unknown(site),
    };
    if let Some(location) = site.redirect(&output) {
        return Found::Moved(location);
    }
    let twin = address::markdown_twin(&output, has_output);
    let negotiated = twin.is_some();
    if let (Variant::Markdown, Some(twin)) = (variant, twin) {
        output = twin;
    }
    match site.output(&output, OPTIONS) {
        Some(Output::Bytes(bytes)) => Found::Bytes(Representation { output, bytes, negotiated }),
        Some(Output::Copy(file)) => Found::File { output, file },
        None => unknown(site),
    }
}

fn unknown(site: &Site) -> Found {
    match site.output(NOT_FOUND, OPTIONS) {
        Some(Output::Bytes(bytes)) => Found::Unknown(Some(bytes)),
        _ => Found::Unknown(None),
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

/// The headers of a page. A script cannot see the headers of the response that it came with, but it can see
/// `Server-Timing`: so the page knows which version it is, and asks to be told of others.
fn html(response: Builder, version: Version) -> Builder {
    response
        .header(CONTENT_TYPE, "text/html; charset=utf-8")
        .header("server-timing", format!("version;desc=\"{version}\""))
}

/// To the same address with its slash. The path has no empty segment, so it cannot be read as another host's.
fn redirect(request: &request::Parts) -> Response {
    let query = request.uri.query().map_or(String::new(), |query| format!("?{query}"));
    let location = format!("{}/{query}", request.uri.path());
    finish(Response::builder().status(StatusCode::PERMANENT_REDIRECT).header(LOCATION, location), Body::empty())
}

/// A page that could not be rendered. It listens for changes, so it goes away when the cause does.
fn failed() -> Response {
    const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>This page failed</title>\n\
         <script src=\"/_tool/dev.js\" defer></script>\n<h1>This page failed</h1>\n\
         <p>Rendering it stopped with an error of the tool itself; the terminal says more. \
         The page comes back by itself when the project changes.</p>\n";
    let response = Response::builder().status(StatusCode::INTERNAL_SERVER_ERROR);
    finish(html(response, Version::of(PAGE.as_bytes())), Body::from(PAGE))
}

/// A file of this server itself.
pub(crate) fn own_file(headers: &HeaderMap, name: &str, text: String) -> Response {
    found(headers, Representation { output: name.to_owned(), bytes: text.into_bytes(), negotiated: false })
}

/// A refusal of the method.
pub(crate) fn method_not_allowed(allowed: &'static str) -> Response {
    finish(Response::builder().status(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, allowed), Body::empty())
}

/// A short text.
pub(crate) fn plain(status: StatusCode, text: &'static str) -> Response {
    let response = Response::builder().status(status).header(CONTENT_TYPE, "text/plain; charset=utf-8");
    finish(response, Body::from(text))
}

/// Completes a response; browsers ask again each time, since any file may have been edited.
pub(crate) fn finish(response: Builder, body: Body) -> Response {
    let response = response.header(CACHE_CONTROL, "no-cache").body(body);
    response.unwrap_or_else(|_| {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        response
    })
}

/// The values of a header that are text.
pub(crate) fn lines<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok())
}
