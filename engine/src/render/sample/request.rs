//! The request that all samples of an operation make: its example values put together as HTTP wants them.

use crate::resolve::endpoint::{Body, Endpoint, Location, Media, MediaKind, Parameter, Value, media_kind};
use crate::resolve::security::{SecurityKind, SecurityScheme};
use crate::resolve::server::Server;

/// A request, ready to be spelled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// With path and query, percent-encoded.
    pub(crate) url: String,
    /// In order; cookies are one of them.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Payload,
}

/// What a request carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Payload {
    #[default]
    None,
    /// JSON text, laid out.
    Json(String),
    /// Fields of a form, not encoded.
    Form(Vec<(String, String)>),
    /// Parts of a multipart body.
    Multipart(Vec<(String, String)>),
    /// Any other text.
    Text(String),
    /// A file to send as it is.
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
        match parameter.location {
            Location::Path => path = path.replace(&format!("{{{name}}}"), &path_value(parameter, value)),
            Location::Query => query_pairs(parameter, value, &mut query),
            Location::QueryString => query.push(whole_query(parameter, value)),
            Location::Header => headers.push((name.to_owned(), list(value, ","))),
            Location::Cookie => cookies.push(format!("{name}={}", encoded(&list(value, ","), false))),
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
    for (_, value) in &mut headers {
        value.retain(|c| !c.is_control());
    }
    // An author may write a whole address.
    let is_whole = path.starts_with("https://") || path.starts_with("http://");
    let server = endpoint.servers.first().filter(|_| !is_whole);
    let mut url = server.map(Server::default_url).unwrap_or_default();
    if !is_whole && (url.starts_with('/') || url.is_empty()) {
        // A relative server is relative to where the spec is served, which is not known here.
        url.insert_str(0, "https://example.com");
    }
    url.push_str(&path);
    if !query.is_empty() {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(&query.join("&"));
    }
    Request { method: endpoint.head.method.to_string(), url: without_controls(&url), headers, body }
}

/// Whether a text can be the name of a header (RFC 9110, section 5.6.2). Others could mean something to a client.
fn is_token(name: &str) -> bool {
    let is_token_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_token_byte)
}

/// Line breaks and the like cannot stand in a URL.
fn without_controls(url: &str) -> String {
    url.chars().filter(|c| !c.is_control()).map(|c| if c == ' ' { '+' } else { c }).collect()
}

/// Adds a header unless it is there.
fn set_default(headers: &mut Vec<(String, String)>, name: &str, value: &str) {
    if !headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
        headers.push((name.to_owned(), value.to_owned()));
    }
}

/// Placeholders for the credentials of the first way to be let in.
fn credentials(
    endpoint: &Endpoint,
    headers: &mut Vec<(String, String)>,
    query: &mut Vec<String>,
    cookies: &mut Vec<String>,
) {
    for need in endpoint.security.first().into_iter().flatten() {
        let Some(SecurityScheme { kind, .. }) = &need.scheme else { continue };
        match kind {
            SecurityKind::ApiKey { name, location } => match &**location {
                "query" => query.push(format!("{}=YOUR_API_KEY", encoded(name, false))),
                "cookie" => cookies.push(format!("{name}=YOUR_API_KEY")),
                _ => headers.push((name.to_string(), "YOUR_API_KEY".to_owned())),
            },
            SecurityKind::Http { scheme, .. } if scheme.eq_ignore_ascii_case("basic") => {
                headers.push(("Authorization".to_owned(), "Basic YOUR_CREDENTIALS".to_owned()));
            }
            SecurityKind::Http { scheme, .. } if !scheme.eq_ignore_ascii_case("bearer") => {
                headers.push(("Authorization".to_owned(), format!("{scheme} YOUR_CREDENTIALS")));
            }
            SecurityKind::Http { .. } | SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => {
                headers.push(("Authorization".to_owned(), "Bearer YOUR_TOKEN".to_owned()));
            }
            SecurityKind::MutualTls | SecurityKind::Other(_) => {}
        }
    }
}

fn payload(body: &Body, headers: &mut Vec<(String, String)>) -> Payload {
    let Some(media) = body.media.first() else { return Payload::None };
    let kind = media_kind(&media.name);
    let is_empty = |value: &Value| matches!(value, Value::Object(members) if members.is_empty());
    if !body.required && media.value.as_ref().is_some_and(is_empty) {
        return Payload::None;
    }
    // The boundary is for the client to choose.
    if kind != MediaKind::Multipart {
        set_default(headers, "Content-Type", &media.name);
    }
    let example = media.examples.first().map(|example| example.text.to_string());
    match (kind, &media.value) {
        (MediaKind::Form, _) => Payload::Form(members(media)),
        (MediaKind::Multipart, _) => Payload::Multipart(members(media)),
        (MediaKind::Json, _) => example.map_or(Payload::None, Payload::Json),
        (MediaKind::Other, _) => example.map_or(Payload::File, Payload::Text),
    }
}

/// The members of an example as fields of a form. Values within values are named `a[b]`; items of a list repeat.
fn members(media: &Media) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    if let Some(Value::Object(members)) = &media.value {
        for (name, value) in members {
            push_members(name, value, &mut fields);
        }
    }
    fields
}

fn push_members(name: &str, value: &Value, fields: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) | Value::Literal(text) => fields.push((name.to_owned(), text.to_string())),
        Value::Array(items) => {
            for item in items {
                push_members(name, item, fields);
            }
        }
        Value::Object(members) => {
            for (member, value) in members {
                push_members(&format!("{name}[{member}]"), value, fields);
            }
        }
    }
}

/// A form as it is sent.
pub(crate) fn form_text(fields: &[(String, String)]) -> String {
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encoded(name, false), encoded(value, false))).collect();
    pairs.join("&")
}

/// A path parameter by its style: `simple`, `label`, `matrix`.
fn path_value(parameter: &Parameter, value: &Value) -> String {
    let name = &*parameter.field.name;
    let explode = parameter.explode.unwrap_or(false);
    let (prefix, separator) = match parameter.style.as_deref() {
        Some("label") => (".".to_owned(), if explode { "." } else { "," }),
        Some("matrix") if explode && !matches!(value, Value::String(_) | Value::Literal(_)) => (";".to_owned(), ";"),
        Some("matrix") => (format!(";{name}="), ","),
        _ => (String::new(), ","),
    };
    let pairs = |members: &[(_, Value)]| {
        let pair = |(member, value): &(crate::resolve::spec::Text, Value)| {
            let joint = if explode { "=" } else { "," };
            format!("{}{joint}{}", encoded(member, false), encoded(&value.plain(), false))
        };
        members.iter().map(pair).collect::<Vec<String>>().join(separator)
    };
    let text = match value {
        Value::Array(items) if explode && parameter.style.as_deref() == Some("matrix") => {
            let item = |item: &Value| format!("{name}={}", encoded(&item.plain(), false));
            items.iter().map(item).collect::<Vec<String>>().join(separator)
        }
        Value::Array(items) => {
            items.iter().map(|item| encoded(&item.plain(), false)).collect::<Vec<String>>().join(separator)
        }
        Value::Object(members) => pairs(members),
        // A placeholder keeps its braces, so that the reader sees what to fill in.
        Value::String(text) if text.starts_with('{') && text.ends_with('}') && text.len() == name.len() + 2 => {
            text.to_string()
        }
        value => encoded(&value.plain(), parameter.allow_reserved),
    };
    prefix + &text
}

/// The query as a whole: pairs where its content is a form, else its text.
fn whole_query(parameter: &Parameter, value: &Value) -> String {
    let is_form = parameter.content.as_deref().is_some_and(|name| media_kind(name) == MediaKind::Form);
    match value {
        Value::Object(members) if is_form => {
            let mut pairs = Vec::new();
            for (name, value) in members {
                pairs.push(format!("{}={}", encoded(name, false), encoded(&value.plain(), parameter.allow_reserved)));
            }
            pairs.join("&")
        }
        Value::Array(_) | Value::Object(_) => encoded(&compact(&value.json()), parameter.allow_reserved),
        value => encoded(&value.plain(), parameter.allow_reserved),
    }
}

/// A query parameter by its style: `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`.
fn query_pairs(parameter: &Parameter, value: &Value, query: &mut Vec<String>) {
    let name = encoded(&parameter.field.name, false);
    let reserved = parameter.allow_reserved;
    let style = parameter.style.as_deref().unwrap_or("form");
    let explode = parameter.explode.unwrap_or(style == "form");
    let plain = |value: &Value| encoded(&value.plain(), reserved);
    if parameter.content.is_some() {
        let text = match value {
            Value::Array(_) | Value::Object(_) => compact(&value.json()),
            value => value.plain().to_string(),
        };
        query.push(format!("{name}={}", encoded(&text, reserved)));
        return;
    }
    match value {
        Value::Array(items) if explode && style == "form" => {
            query.extend(items.iter().map(|item| format!("{name}={}", plain(item))));
        }
        Value::Array(items) => {
            let separator = match style {
                "spaceDelimited" => "%20",
                "pipeDelimited" => "%7C",
                _ => ",",
            };
            let items: Vec<String> = items.iter().map(plain).collect();
            query.push(format!("{name}={}", items.join(separator)));
        }
        Value::Object(members) if style == "deepObject" => {
            let mut pairs = Vec::new();
            for (member, value) in members {
                push_members(&format!("{}[{member}]", parameter.field.name), value, &mut pairs);
            }
            query.extend(
                pairs.iter().map(|(name, value)| format!("{}={}", encoded(name, false), encoded(value, reserved))),
            );
        }
        Value::Object(members) if explode => {
            query.extend(members.iter().map(|(member, value)| format!("{}={}", encoded(member, false), plain(value))));
        }
        Value::Object(members) => {
            let pairs: Vec<String> =
                members.iter().map(|(member, value)| format!("{},{}", encoded(member, false), plain(value))).collect();
            query.push(format!("{name}={}", pairs.join(",")));
        }
        value => query.push(format!("{name}={}", plain(value))),
    }
}

/// A value in the style `simple`, not encoded: of a header or cookie.
fn list(value: &Value, separator: &str) -> String {
    match value {
        Value::Array(items) => {
            items.iter().map(|item| item.plain().to_string()).collect::<Vec<String>>().join(separator)
        }
        Value::Object(members) => {
            let pairs = members.iter().map(|(name, value)| format!("{name}{separator}{}", value.plain()));
            pairs.collect::<Vec<String>>().join(separator)
        }
        value => value.plain().to_string(),
    }
}

/// JSON without line breaks. Breaks within strings are escaped in JSON, so all others are layout.
fn compact(json: &str) -> String {
    json.lines().map(str::trim_start).collect()
}

/// `text` percent-encoded for a query or a path segment; reserved characters stay when the parameter allows them.
fn encoded(text: &str, reserved: bool) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    for &byte in text.as_bytes() {
        let stays = byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'_' | b'.' | b'~')
            || (reserved
                && matches!(byte, b':' | b'/' | b'?' | b'@' | b'!' | b'$' | b'\'' | b'(' | b')' | b'*' | b',' | b';'));
        if stays {
            out.push(char::from(byte));
        } else {
            out.extend(['%', char::from(HEX[usize::from(byte >> 4)]), char::from(HEX[usize::from(byte & 15)])]);
        }
    }
    out
}
