//! The security requirements of an operation.

use super::link;
use crate::parse::config::Strings;
use crate::render::escape::{escape, escaped};
use crate::render::spec_text::spec_text;
use openapi::endpoint::SecurityNeed;
use openapi::security::{OAuthFlow, SecurityKind, SecurityScheme};

/// The list with its label; empty if the spec has no requirements.
pub(super) fn html(s: &Strings, security: &[Vec<SecurityNeed>]) -> String {
    let mut out = String::new();
    if security.is_empty() {
        return out;
    }
    out.push_str("<p class=\"field-label\">");
    escape(s.authorization(), &mut out);
    out.push_str("</p><ul class=\"endpoint-security\" role=\"list\">");
    for requirement in security {
        out.push_str("<li>");
        if requirement.is_empty() {
            escape(s.no_authorization(), &mut out);
        }
        for (at, need) in requirement.iter().enumerate() {
            if at > 0 {
                out.push(' ');
                escape(s.and(), &mut out);
                out.push(' ');
            }
            write_need(s, need, &mut out);
        }
        out.push_str("</li>");
    }
    out.push_str("</ul>");
    out
}

/// The shortest name of a scheme that readers recognize, as HTML: the header of an API key, `OAuth 2`.
pub(super) fn brief(s: &Strings, need: &SecurityNeed) -> String {
    match &need.scheme {
        Some(SecurityScheme { kind: SecurityKind::ApiKey { name, .. }, .. }) => {
            format!("<code>{}</code>", escaped(name))
        }
        Some(SecurityScheme { kind: SecurityKind::OpenIdConnect { .. }, .. }) => "OpenID Connect".to_owned(),
        Some(scheme) => escaped(&words(s, scheme)),
        None => format!("<code>{}</code>", escaped(&need.name)),
    }
}

fn write_need(s: &Strings, need: &SecurityNeed, out: &mut String) {
    out.push_str("<code>");
    escape(&need.name, out);
    out.push_str("</code>");
    let about = need.scheme.as_ref().map_or_else(|| s.undeclared_scheme().to_owned(), |scheme| words(s, scheme));
    if !about.is_empty() {
        out.push(' ');
        escape(&about, out);
    }
    for (at, scope) in need.scopes.iter().enumerate() {
        if at == 0 {
            out.push_str(", ");
            escape(s.scopes(), out);
        }
        out.push_str(" <code>");
        escape(scope, out);
        out.push_str("</code>");
    }
    let Some(scheme) = &need.scheme else { return };
    if let Some(description) = &scheme.description {
        out.push_str("<div class=\"field-description\">");
        spec_text(s, description, out);
        out.push_str("</div>");
    }
    if let SecurityKind::OAuth2 { flows, metadata_url } = &scheme.kind {
        out.push_str("<ul class=\"oauth-flows\" role=\"list\">");
        for flow in flows {
            write_flow(s, flow, out);
        }
        if let Some(url) = metadata_url {
            out.push_str("<li>");
            link(url, url, out);
            out.push_str("</li>");
        }
        for (scope, about) in need.described_scopes() {
            out.push_str("<li><code>");
            escape(scope, out);
            out.push_str("</code> ");
            escape(about, out);
            out.push_str("</li>");
        }
        out.push_str("</ul>");
    }
}

fn write_flow(s: &Strings, flow: &OAuthFlow, out: &mut String) {
    out.push_str("<li><span class=\"flow-name\">");
    escape(flow_words(s, &flow.name), out);
    out.push_str("</span>");
    for (label, url) in flow.addresses() {
        out.push_str(" <span class=\"flow-address\">");
        escape(address_words(s, label), out);
        out.push(' ');
        link(url, url, out);
        out.push_str("</span>");
    }
    out.push_str("</li>");
}

/// The name that OAuth 2.0 (RFC 6749) uses for a flow of OpenAPI.
pub(crate) fn flow_words<'a>(s: &'a Strings, name: &'a str) -> &'a str {
    match name {
        "authorizationCode" => s.authorization_code(),
        "clientCredentials" => s.client_credentials(),
        "implicit" => s.implicit(),
        "password" => s.password(),
        "deviceAuthorization" => s.device_authorization(),
        other => other,
    }
}

/// The label of a flow's URL.
fn address_words<'a>(s: &'a Strings, label: &'a str) -> &'a str {
    match label {
        "authorize" => s.authorize(),
        "device" => s.device(),
        "token" => s.token(),
        "refresh" => s.refresh(),
        other => other,
    }
}

/// The credentials of a scheme, in words.
pub(crate) fn words(s: &Strings, scheme: &SecurityScheme) -> String {
    let mut words = match &scheme.kind {
        SecurityKind::ApiKey { name, location } => s.api_key().replace("{value}", location).replace("{name}", name),
        SecurityKind::Http { scheme, bearer_format: Some(format) } => format!("HTTP {scheme} ({format})"),
        SecurityKind::Http { scheme, bearer_format: None } => format!("HTTP {scheme}"),
        SecurityKind::OAuth2 { .. } => "OAuth 2".to_owned(),
        SecurityKind::OpenIdConnect { url } => format!("OpenID Connect {url}"),
        SecurityKind::MutualTls => s.client_certificate().to_owned(),
        SecurityKind::Other(kind) => kind.to_string(),
    };
    if scheme.deprecated {
        words.push_str(", ");
        words.push_str(s.deprecated());
    }
    words
}
