//! The request of an operation's samples, built from its example values.

use super::body::payload;
use super::style::{Style, encoded, list, path_value, query_pairs, whole_query};
use openapi::endpoint::{Endpoint, Location};
use openapi::security::{SecurityKind, SecurityScheme};
use openapi::server::Server;

/// A request to be written in a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// With path and query, percent-encoded.
    pub(crate) url: String,
    /// In order, with cookies in one of them.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Payload,
}

/// The body of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Payload {
    #[default]
    None,
    /// Formatted JSON text.
    Json(String),
    /// Fields of a form, not encoded.
    Form(Vec<(String, String)>),
    /// Parts of a multipart body.
    Multipart(Vec<Part>),
    /// Any other text.
    Text(String),
    /// The contents of a file.
    File,
}

/// A part of a multipart body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) content: PartContent,
    /// The media type, if the document names one.
    pub(crate) content_type: Option<String>,
}

/// The content of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PartContent {
    Text(String),
    /// The contents of a file.
    File,
}

/// The request of an operation's samples.
pub(crate) fn request(endpoint: &Endpoint) -> Request {
    let mut query: Vec<String> = Vec::new();
    let mut cookies: Vec<String> = Vec::new();
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut path = endpoint.head.path.to_string();
    credentials(endpoint, &mut headers, &mut query, &mut cookies);
    for parameter in &endpoint.parameters {
        let Some(value) = &parameter.sample else { continue };
        let name = &*parameter.field.name;
        let explode = parameter.explode.unwrap_or(false);
        match parameter.location {
            Location::Path => path = path.replace(&format!("{{{name}}}"), &path_value(parameter, value)),
            Location::Query => {
                let mut pairs = Vec::new();
                query_pairs(name, value, &Style::of_parameter(parameter), &mut pairs);
                query.extend(pairs.iter().map(|(name, value)| format!("{name}={value}")));
            }
            Location::QueryString => query.push(whole_query(parameter, value)),
            Location::Header => headers.push((name.to_owned(), list(value, explode))),
            Location::Cookie => cookies.push(format!("{name}={}", encoded(&list(value, explode), false))),
        }
    }
    if !cookies.is_empty() {
        headers.push(("Cookie".to_owned(), cookies.join("; ")));
    }
    if let Some(media) = endpoint.responses.iter().find_map(|response| response.media.first()) {
        set_default(&mut headers, "Accept", &media.name);
    }
    let body = endpoint.body.as_ref().map(|body| payload(body, &mut headers)).unwrap_or_default();
    headers.retain(|(name, _)| is_token(name));
    let mut names: Vec<String> = Vec::new();
    headers.retain(|(name, _)| {
        let name = name.to_ascii_lowercase();
        let is_new = !names.contains(&name);
        names.push(name);
        is_new
    });
    for (_, value) in &mut headers {
        value.retain(|c| !c.is_control());
        *value = value.trim().to_owned();
    }
    // An author may write a complete URL.
    let is_whole = path.starts_with("https://") || path.starts_with("http://");
    let server = endpoint.servers.first().filter(|_| !is_whole);
    let mut url = server.map(Server::default_url).unwrap_or_default();
    if !is_whole && (url.starts_with('/') || url.is_empty()) {
        // A relative server is relative to the URL of the spec, which is unknown here.
        url.insert_str(0, "https://example.com");
    }
    // A path may be written without its slash.
    let needs_slash = !is_whole && !path.starts_with('/') && !path.is_empty();
    url.push_str(if needs_slash { "/" } else { "" });
    url.push_str(&path);
    if !query.is_empty() {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(&query.join("&"));
    }
    Request { method: endpoint.head.method.to_string(), url: without_controls(&url), headers, body }
}

/// Whether a text is a valid header name (RFC 9110, section 5.6.2). Clients could interpret others.
fn is_token(name: &str) -> bool {
    let is_token_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_token_byte)
}

/// A URL cannot contain control characters such as line breaks.
fn without_controls(url: &str) -> String {
    url.chars().filter(|c| !c.is_control()).map(|c| if c == ' ' { '+' } else { c }).collect()
}

/// Adds a header unless it exists.
pub(super) fn set_default(headers: &mut Vec<(String, String)>, name: &str, value: &str) {
    if !headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
        headers.push((name.to_owned(), value.to_owned()));
    }
}

/// Placeholders for the credentials of the first security alternative.
fn credentials(
    endpoint: &Endpoint,
    headers: &mut Vec<(String, String)>,
    query: &mut Vec<String>,
    cookies: &mut Vec<String>,
) {
    for need in endpoint.security.first().into_iter().flatten() {
        let Some(SecurityScheme { kind, .. }) = &need.scheme else { continue };
        let Some(secret) = placeholder(kind) else { continue };
        let scheme = match kind {
            SecurityKind::ApiKey { name, location } => {
                match &**location {
                    "query" => query.push(format!("{}={secret}", encoded(name, false))),
                    "cookie" => cookies.push(format!("{name}={secret}")),
                    _ => headers.push((name.to_string(), secret.to_owned())),
                }
                continue;
            }
            SecurityKind::Http { scheme, .. } if scheme.eq_ignore_ascii_case("basic") => "Basic",
            SecurityKind::Http { scheme, .. } if !scheme.eq_ignore_ascii_case("bearer") => scheme,
            _ => "Bearer",
        };
        headers.push(("Authorization".to_owned(), format!("{scheme} {secret}")));
    }
}

/// The text in samples that readers replace with their credentials; `None` if a request does not contain them.
pub(crate) fn placeholder(kind: &SecurityKind) -> Option<&'static str> {
    match kind {
        SecurityKind::ApiKey { .. } => Some("YOUR_API_KEY"),
        SecurityKind::Http { scheme, .. } if !scheme.eq_ignore_ascii_case("bearer") => Some("YOUR_CREDENTIALS"),
        SecurityKind::Http { .. } | SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => {
            Some("YOUR_TOKEN")
        }
        SecurityKind::MutualTls | SecurityKind::Other(_) => None,
    }
}
