//! The security schemes of an operation as JSON for the panel: where credentials are sent, and where readers sign in.

use serde::Serialize;

use crate::render::sample::placeholder;
use base::text::DestinationKind;
use openapi::endpoint::SecurityNeed;
use openapi::security::{OAuthFlow, SecurityKind};
use openapi::spec::Text;

/// A security scheme. Absent, empty and default values are omitted, here and below.
#[derive(Default, Serialize)]
pub(super) struct SchemeData<'a> {
    /// Its name in the document.
    id: &'a str,
    /// `apiKey`, `basic`, `bearer`, `http`, `mutualTLS`, or any other.
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(rename = "in", skip_serializing_if = "str::is_empty")]
    location: &'a str,
    /// The name of the header, query parameter or cookie.
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    /// The HTTP authentication scheme.
    #[serde(skip_serializing_if = "str::is_empty")]
    scheme: &'a str,
    /// What samples have in place of the credentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<&'static str>,
    /// The OAuth 2 flows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flows: Vec<FlowData<'a>>,
    /// The discovery document of an OpenID provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    discovery: Option<&'a str>,
    /// The scopes that this operation requires.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scopes: Vec<&'a str>,
}

/// An OAuth 2 flow. Flows that the panel does not support have only a name.
#[derive(Serialize)]
struct FlowData<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    authorize: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh: Option<&'a str>,
    /// Scopes with their descriptions. Absent if equal to those of the previous flow.
    #[serde(skip_serializing_if = "Option::is_none")]
    scopes: Option<Vec<(&'a str, &'a str)>>,
}

/// The panel's data for a scheme.
pub(super) fn scheme(need: &SecurityNeed) -> SchemeData<'_> {
    let kind = need.scheme.as_ref().map(|scheme| &scheme.kind);
    let bearer =
        SchemeData { id: &need.name, kind: "bearer", sample: kind.and_then(placeholder), ..SchemeData::default() };
    let needed = || need.scopes.iter().map(|scope| &**scope).collect();
    match kind {
        Some(SecurityKind::ApiKey { name, location }) => SchemeData { kind: "apiKey", name, location, ..bearer },
        Some(SecurityKind::Http { scheme, .. }) if scheme.eq_ignore_ascii_case("basic") => {
            SchemeData { kind: "basic", ..bearer }
        }
        Some(SecurityKind::Http { scheme, .. }) if !scheme.eq_ignore_ascii_case("bearer") => {
            SchemeData { kind: "http", scheme, ..bearer }
        }
        Some(SecurityKind::Http { .. }) => bearer,
        Some(SecurityKind::OAuth2 { flows: described, .. }) => {
            SchemeData { flows: flows(described), scopes: needed(), ..bearer }
        }
        Some(SecurityKind::OpenIdConnect { url }) => {
            SchemeData { discovery: Some(url).and_then(address), scopes: needed(), ..bearer }
        }
        Some(SecurityKind::MutualTls) => SchemeData { kind: "mutualTLS", ..bearer },
        Some(SecurityKind::Other(kind)) => SchemeData { kind, ..bearer },
        None => SchemeData { kind: "unknown", ..bearer },
    }
}

fn flows(described: &[OAuthFlow]) -> Vec<FlowData<'_>> {
    let mut before: Option<&[(Text, Text)]> = None;
    let mut data = Vec::with_capacity(described.len());
    for OAuthFlow { name, authorization_url, token_url, refresh_url, scopes, .. } in described {
        let mut flow = FlowData { name, authorize: None, token: None, refresh: None, scopes: None };
        if matches!(&**name, "authorizationCode" | "clientCredentials") {
            flow.authorize = authorization_url.as_ref().and_then(address);
            flow.token = token_url.as_ref().and_then(address);
            flow.refresh = refresh_url.as_ref().and_then(address);
            if before.replace(scopes) != Some(scopes) {
                flow.scopes = Some(scopes.iter().map(|(scope, about)| (&**scope, first_line(about))).collect());
            }
        }
        data.push(flow);
    }
    data
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// A URL that a request or a window may open: `http`, `https`, or relative to the server.
fn address(url: &Text) -> Option<&str> {
    let is_web = |url: &str| ["http:", "https:"].iter().any(|scheme| starts_with(url, scheme));
    match DestinationKind::of(url) {
        DestinationKind::External => is_web(url).then_some(url),
        DestinationKind::Relative => Some(&**url).filter(|url| !url.is_empty()),
        DestinationKind::Refused => None,
    }
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
}
