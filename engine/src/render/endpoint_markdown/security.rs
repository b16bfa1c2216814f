//! The security requirements of an operation: schemes, scopes, and where to get credentials.

use super::text::{code, line, words};
use crate::parse::config::ENGLISH;
use crate::render::endpoint::{flow_words, security_words};
use openapi::endpoint::SecurityNeed;
use openapi::security::{OAuthFlow, SecurityKind};

/// The alternatives as a list, each with its details.
pub(super) fn write(security: &[Vec<SecurityNeed>], out: &mut String) {
    if security.is_empty() {
        return;
    }
    out.push_str("Security (one of):\n\n");
    for requirement in security {
        out.push_str("- ");
        if requirement.is_empty() {
            out.push_str("none");
        }
        for (at, need) in requirement.iter().enumerate() {
            if at > 0 {
                out.push_str(" and ");
            }
            write_need(need, out);
        }
        out.push('\n');
        for need in requirement {
            write_details(need, requirement.len() > 1, out);
        }
    }
    out.push('\n');
}

/// A scheme's name, kind and scopes.
fn write_need(need: &SecurityNeed, out: &mut String) {
    code(&need.name, out);
    let about = need.scheme.as_ref().map(|scheme| security_words(&ENGLISH, scheme)).unwrap_or_default();
    if !about.is_empty() {
        out.push_str(" (");
        words(&about, out);
        out.push(')');
    }
    for (at, scope) in need.scopes.iter().enumerate() {
        out.push_str(if at == 0 { ", scopes " } else { " " });
        code(scope, out);
    }
}

/// Description, flows and scopes as list items. With `named`, the scheme's name is repeated.
fn write_details(need: &SecurityNeed, named: bool, out: &mut String) {
    let Some(scheme) = &need.scheme else { return };
    if let Some(description) = &scheme.description {
        out.push_str("  - ");
        if named {
            code(&need.name, out);
            out.push_str(": ");
        } else {
            out.push_str("About: ");
        }
        line(description, out);
        out.push('\n');
    }
    let SecurityKind::OAuth2 { flows, metadata_url } = &scheme.kind else { return };
    for flow in flows {
        write_flow(flow, out);
    }
    if let Some(url) = metadata_url {
        out.push_str("  - Metadata ");
        code(url, out);
        out.push('\n');
    }
    for (scope, about) in need.described_scopes() {
        out.push_str("  - Scope ");
        code(scope, out);
        out.push_str(": ");
        words(about, out);
        out.push('\n');
    }
}

/// A flow with its URLs.
fn write_flow(flow: &OAuthFlow, out: &mut String) {
    out.push_str("  - Flow ");
    words(flow_words(&ENGLISH, &flow.name), out);
    for (at, (label, url)) in flow.addresses().into_iter().enumerate() {
        out.push_str(if at == 0 { ": " } else { ", " });
        out.push_str(label);
        out.push(' ');
        code(url, out);
    }
    out.push('\n');
}
