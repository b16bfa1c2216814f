//! The servers of an operation, with their variables.

use crate::parse::config::Strings;
use crate::render::escape::escape;
use crate::render::spec_text::spec_text_below;
use openapi::server::{Server, ServerVariable};

/// Whether the list says more than the URL of one server.
pub(super) fn have_details(servers: &[Server]) -> bool {
    let is_bare =
        |server: &Server| server.name.is_none() && server.description.is_none() && server.variables.is_empty();
    servers.len() > 1 || !servers.iter().all(is_bare)
}

/// The list with its label; empty without servers.
pub(super) fn html(s: &Strings, servers: &[Server]) -> String {
    let mut out = String::new();
    if servers.is_empty() {
        return out;
    }
    let label = if servers.len() == 1 { s.server() } else { s.servers() };
    out.push_str("<p class=\"field-label\">");
    escape(label, &mut out);
    out.push_str("</p><ul class=\"endpoint-servers\" role=\"list\">");
    for server in servers {
        out.push_str("<li>");
        code(&server.url, &mut out);
        if let Some(name) = &server.name {
            out.push(' ');
            escape(name, &mut out);
        }
        text(s, server.description.as_deref(), &mut out);
        if !server.variables.is_empty() {
            out.push_str("<ul class=\"server-variables\" role=\"list\">");
            for variable in &server.variables {
                write_variable(s, variable, &mut out);
            }
            out.push_str("</ul>");
        }
        out.push_str("</li>");
    }
    out.push_str("</ul>");
    out
}

/// A variable: its default first, then its other allowed values.
fn write_variable(s: &Strings, variable: &ServerVariable, out: &mut String) {
    out.push_str("<li>");
    code(&format!("{{{}}}", variable.name), out);
    let others = variable.values.iter().filter(|value| **value != variable.default);
    for (at, value) in std::iter::once(&variable.default).chain(others).enumerate() {
        out.push(' ');
        escape(if at == 0 { s.variable_is() } else { s.variable_or() }, out);
        out.push(' ');
        code(value, out);
    }
    text(s, variable.description.as_deref(), out);
    out.push_str("</li>");
}

fn code(value: &str, out: &mut String) {
    out.push_str("<code>");
    escape(value, out);
    out.push_str("</code>");
}

fn text(s: &Strings, description: Option<&str>, out: &mut String) {
    if let Some(description) = description {
        out.push_str("<div class=\"server-text\">");
        spec_text_below(s, 1, description, out);
        out.push_str("</div>");
    }
}
