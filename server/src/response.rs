//! What every response has in common: its completion, short texts, and reading header values.

use axum::body::Body;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::response::Builder;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;

/// Completes a response. Browsers must revalidate it, since any file may have been edited.
pub(crate) fn finish(response: Builder, body: Body) -> Response {
    let response = response.header(CACHE_CONTROL, "no-cache").body(body);
    response.unwrap_or_else(|_| {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        response
    })
}

/// A response with a short plain text.
pub(crate) fn plain(status: StatusCode, text: &'static str) -> Response {
    let response = Response::builder().status(status).header(CONTENT_TYPE, "text/plain; charset=utf-8");
    finish(response, Body::from(text))
}

/// The refusal of a request's method.
pub(crate) fn method_not_allowed(allowed: &'static str) -> Response {
    finish(Response::builder().status(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, allowed), Body::empty())
}

/// The values of a header that are text, one per header line.
pub(crate) fn lines<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok())
}
