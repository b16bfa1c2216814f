//! A curl command for a POSIX shell.

use super::body::form_name;
use super::{Part, PartContent, Payload, Request};

/// Writes the request as a command.
pub(super) fn write(request: &Request) -> String {
    let mut lines: Vec<String> = Vec::new();
    let has_body = request.body != Payload::None;
    let is_implied = match request.method.as_str() {
        "GET" => !has_body,
        "POST" => has_body,
        _ => false,
    };
    if request.method == "HEAD" {
        lines.push("--head".to_owned());
    } else if !is_implied {
        lines.push(format!("--request {}", word(&request.method)));
    }
    if request.url.contains(['{', '}', '[', ']']) {
        // curl would interpret them as a pattern.
        lines.push("--globoff".to_owned());
    }
    lines.push(format!("--url {}", quoted(&request.url)));
    for (name, value) in request.own_headers() {
        // curl drops a header without a value unless it ends with a semicolon.
        let header = if value.is_empty() { format!("{name};") } else { format!("{name}: {value}") };
        lines.push(format!("--header {}", quoted(&header)));
    }
    match &request.body {
        Payload::None => {}
        Payload::Json(text) | Payload::Text(text) => lines.push(format!("--data-raw {}", quoted(text))),
        Payload::Form(fields) if fields.is_empty() => lines.push("--data-raw ''".to_owned()),
        Payload::Form(fields) => {
            // curl encodes the value, but not the name.
            for (name, value) in fields {
                lines.push(format!("--data-urlencode {}", quoted(&format!("{}={value}", form_name(name)))));
            }
        }
        Payload::Multipart(fields) => {
            lines.extend(fields.iter().map(part));
        }
        Payload::File => lines.push("--data-binary @file".to_owned()),
    }
    format!("curl {}", lines.join(" \\\n  "))
}

/// The option of a part. Only parts that are not plain text need the form whose value curl interprets.
fn part(part: &Part) -> String {
    let kind = part.content_type.as_ref().map(|kind| format!(";type={kind}")).unwrap_or_default();
    match &part.content {
        PartContent::File => format!("--form {}", quoted(&format!("{}=@file{kind}", part.name))),
        PartContent::Text(text) if kind.is_empty() => {
            format!("--form-string {}", quoted(&format!("{}={text}", part.name)))
        }
        PartContent::Text(text) => {
            let text = text.replace('\\', r"\\").replace('"', "\\\"");
            format!("--form {}", quoted(&format!("{}=\"{text}\"{kind}", part.name)))
        }
    }
}

/// A shell word in single quotes: only the quote itself is special inside.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\0', "").replace('\'', r"'\''"))
}

/// A shell word, quoted if necessary.
fn word(text: &str) -> String {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_plain { text.to_owned() } else { quoted(text) }
}
