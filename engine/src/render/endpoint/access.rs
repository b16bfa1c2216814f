//! Where requests of an operation go and what they need, in one row; its details are folded.

use super::security;
use super::servers;
use crate::parse::config::Strings;
use crate::render::escape::{escape, escaped};
use openapi::endpoint::SecurityNeed;
use openapi::server::Server;

/// More alternatives, and more scopes of one, are only counted.
const MOST_NAMED: usize = 3;

/// The row; empty without servers and security requirements.
pub(super) fn html(s: &Strings, servers: &[Server], security: &[Vec<SecurityNeed>]) -> String {
    if servers.is_empty() && security.is_empty() {
        return String::new();
    }
    let mut row = String::new();
    if !security.is_empty() {
        row.push_str("<span>");
        row.push_str(&needs(s, security));
        row.push_str("</span>");
    }
    if let Some(first) = servers.first() {
        row.push_str(if row.is_empty() { "" } else { " " });
        row.push_str("<span class=\"access-server\"><span class=\"visually-hidden\">");
        escape(s.server(), &mut row);
        row.push_str(": </span><code>");
        escape(&first.url, &mut row);
        row.push_str("</code>");
        if servers.len() > 1 {
            row.push(' ');
            row.push_str(&and_more(s, servers.len() - 1));
        }
        row.push_str("</span>");
    }
    let has_details = !security.is_empty() || servers::have_details(servers);
    if !has_details {
        return format!("<p class=\"access access-row\">{row}</p>");
    }
    let details = [security::html(s, security), servers::html(s, servers)].concat();
    format!("<details class=\"access\"><summary><span class=\"access-row\">{row}</span></summary>{details}</details>")
}

/// The requirements in words: `Needs X-Key or OAuth 2 read`.
fn needs(s: &Strings, security: &[Vec<SecurityNeed>]) -> String {
    let stated: Vec<&Vec<SecurityNeed>> = security.iter().filter(|together| !together.is_empty()).collect();
    if stated.is_empty() {
        return escaped(s.public());
    }
    let words = if stated.len() < security.len() { s.accepts() } else { s.needs() };
    let mut list = String::new();
    for (at, together) in stated.iter().take(MOST_NAMED).enumerate() {
        if at > 0 {
            list.push_str(&format!(" {} ", escaped(s.variable_or())));
        }
        for (at, need) in together.iter().enumerate() {
            if at > 0 {
                list.push_str(&format!(" {} ", escaped(s.and())));
            }
            push_need(s, need, &mut list);
        }
    }
    if stated.len() > MOST_NAMED {
        list.push_str(&format!(" {}", and_more(s, stated.len() - MOST_NAMED)));
    }
    escaped(words).replace("{name}", &list)
}

fn push_need(s: &Strings, need: &SecurityNeed, out: &mut String) {
    out.push_str(&security::brief(s, need));
    for scope in need.scopes.iter().take(MOST_NAMED) {
        out.push_str(" <code>");
        escape(scope, out);
        out.push_str("</code>");
    }
    if need.scopes.len() > MOST_NAMED {
        out.push_str(&format!(" {}", and_more(s, need.scopes.len() - MOST_NAMED)));
    }
}

fn and_more(s: &Strings, count: usize) -> String {
    escaped(&s.and_more().replace("{count}", &count.to_string()))
}
