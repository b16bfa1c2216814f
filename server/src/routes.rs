//! Routes requests: through the guard and the method check to the server's own paths or the site. Sets the headers that all
//! responses have.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::app::App;
use crate::guard::Use;
use crate::response::{method_not_allowed, plain};
use crate::{author_requests, proxy, reload, respond};

/// How long producing a response may take.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// The scripts that every served page loads, as one.
const SCRIPT: &str =
    concat!(include_str!("../../templates/assets/dev-findings.js"), include_str!("../../templates/assets/dev.js"),);

/// The service for all requests.
pub(crate) fn router(app: Arc<App>) -> Router {
    let set = |name, value| SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value));
    Router::new()
        .fallback(answer)
        .with_state(app)
        // Event streams are not affected.
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_TIME))
        .layer(set(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(X_FRAME_OPTIONS, "DENY"))
        .layer(SetResponseHeaderLayer::if_not_present(
            CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("frame-ancestors 'none'"),
        ))
        .layer(set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
}

async fn answer(State(app): State<Arc<App>>, request: Request) -> Response {
    let (request, body) = request.into_parts();
    let path = request.uri.path();
    let is_stream = path == "/_tool/events";
    let is_of_author = author_requests::is_own(path);
    let purpose = if is_stream || is_of_author { Use::Own } else { Use::Document };
    if let Some(reason) = app.guard.refusal(&request, purpose) {
        return plain(StatusCode::FORBIDDEN, reason);
    }
    if is_of_author {
        return author_requests::answer(&app, &request).await;
    }
    if is_stream {
        return match request.method {
            Method::GET => reload::subscribe(&app, &request),
            _ => method_not_allowed("GET"),
        };
    }
    if path == proxy::PATH {
        let servers = async |key: String| app.read(move |site| site.request_servers(&key)).await.ok();
        return app.proxy.answer(&request, body, servers).await;
    }
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return method_not_allowed("GET, HEAD");
    }
    match path {
        "/_tool/dev.js" => {
            let allowed = app.read(engine::Site::allowed_origins).await.unwrap_or_default();
            respond::own_file(&request.headers, "_tool/dev.js", app.proxy.script(&allowed) + SCRIPT)
        }
        _ => respond::respond(&app, &request).await,
    }
}
