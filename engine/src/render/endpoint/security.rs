//! What an operation asks for before it lets anyone in.

use super::fields::Pen;
use super::link;
use crate::render::escape::escape;
use crate::render::spec_text::spec_text;
use crate::render::strings::STRINGS;
use crate::resolve::endpoint::SecurityNeed;
use crate::resolve::security::{OAuthFlow, SecurityKind, SecurityScheme};

/// The section; empty when the spec says nothing.
pub(super) fn html(pen: Pen<'_>, security: &[Vec<SecurityNeed>]) -> String {
    let mut out = String::new();
    if security.is_empty() {
        return out;
    }
    let level = char::from(b'0' + pen.level.clamp(1, 6));
    out.push_str("<section class=\"endpoint-security\"><h");
    out.push(level);
    out.push('>');
    out.push_str(STRINGS.authorization);
    out.push_str("</h");
    out.push(level);
    out.push_str("><ul>");
    for requirement in security {
        out.push_str("<li>");
        if requirement.is_empty() {
            out.push_str(STRINGS.no_authorization);
        }
        for (at, need) in requirement.iter().enumerate() {
            if at > 0 {
                out.push_str(" and ");
            }
            write_need(need, &mut out);
        }
        out.push_str("</li>");
    }
    out.push_str("</ul></section>");
    out
}

fn write_need(need: &SecurityNeed, out: &mut String) {
    out.push_str("<code>");
    escape(&need.name, out);
    out.push_str("</code>");
    let about = need.scheme.as_ref().map_or_else(|| "is not declared in the spec".to_owned(), words);
    if !about.is_empty() {
        out.push(' ');
        escape(&about, out);
    }
    for (at, scope) in need.scopes.iter().enumerate() {
        out.push_str(if at == 0 { ", scopes <code>" } else { " <code>" });
        escape(scope, out);
        out.push_str("</code>");
    }
    let Some(scheme) = &need.scheme else { return };
    if let Some(description) = &scheme.description {
        out.push_str("<div class=\"field-description\">");
        spec_text(description, out);
        out.push_str("</div>");
    }
    if let SecurityKind::OAuth2 { flows, metadata_url } = &scheme.kind {
        out.push_str("<ul class=\"oauth-flows\" role=\"list\">");
        for flow in flows {
            write_flow(flow, out);
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

fn write_flow(flow: &OAuthFlow, out: &mut String) {
    out.push_str("<li><span class=\"flow-name\">");
    escape(flow_words(&flow.name), out);
    out.push_str("</span>");
    for (label, url) in flow.addresses() {
        out.push_str(" <span class=\"flow-address\">");
        out.push_str(label);
        out.push(' ');
        link(url, url, out);
        out.push_str("</span>");
    }
    out.push_str("</li>");
}

/// The flow's name of OpenAPI as OAuth 2.0 (RFC 6749) calls it.
pub(crate) fn flow_words(name: &str) -> &str {
    match name {
        "authorizationCode" => "Authorization code",
        "clientCredentials" => "Client credentials",
        "implicit" => "Implicit",
        "password" => "Password",
        "deviceAuthorization" => "Device authorization",
        other => other,
    }
}

/// What credentials a scheme asks for, in words.
pub(crate) fn words(scheme: &SecurityScheme) -> String {
    let mut words = match &scheme.kind {
        SecurityKind::ApiKey { name, location } => format!("API key in {location} {name}"),
        SecurityKind::Http { scheme, bearer_format: Some(format) } => format!("HTTP {scheme} ({format})"),
        SecurityKind::Http { scheme, bearer_format: None } => format!("HTTP {scheme}"),
        SecurityKind::OAuth2 { .. } => "OAuth 2".to_owned(),
        SecurityKind::OpenIdConnect { url } => format!("OpenID Connect {url}"),
        SecurityKind::MutualTls => "client certificate".to_owned(),
        SecurityKind::Other(kind) => kind.to_string(),
    };
    if scheme.deprecated {
        words.push_str(", deprecated");
    }
    words
}
