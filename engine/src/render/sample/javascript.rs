//! JavaScript with `fetch`.

use super::{Part, PartContent, Payload, Request};
use base::tree::write_string;

/// The file that the reader chose.
const FILE: &str = "document.querySelector(\"input[type=file]\").files[0]";

/// Writes the request as a script.
pub(super) fn write(request: &Request) -> String {
    let mut before = String::new();
    let mut options: Vec<String> = Vec::new();
    if request.method != "GET" {
        options.push(format!("method: {}", quoted(&request.method)));
    }
    let pair = |(name, value): (&str, &str)| format!("    {}: {}", quoted(name), quoted(value));
    let headers: Vec<String> = request.own_headers().map(pair).collect();
    if !headers.is_empty() {
        options.push(format!("headers: {{\n{},\n  }}", headers.join(",\n")));
    }
    match &request.body {
        Payload::None => {}
        Payload::Json(text) => {
            // JSON is a JavaScript expression; only a large number would be rounded.
            let body = if has_large_number(text) {
                quoted(text)
            } else {
                format!("JSON.stringify({})", escape_separators(&text.replace('\n', "\n  ")))
            };
            options.push(format!("body: {body}"));
        }
        Payload::Text(text) => options.push(format!("body: {}", quoted(text))),
        Payload::Form(fields) => {
            let pair = |(name, value): &(String, String)| format!("    [{}, {}]", quoted(name), quoted(value));
            let fields: Vec<String> = fields.iter().map(pair).collect();
            options.push(match fields.as_slice() {
                [] => "body: new URLSearchParams()".to_owned(),
                fields => format!("body: new URLSearchParams([\n{},\n  ])", fields.join(",\n")),
            });
        }
        Payload::Multipart(fields) => {
            before.push_str("const form = new FormData();\n");
            for part in fields {
                before.push_str(&format!("form.append({}, {});\n", quoted(&part.name), content(part)));
            }
            before.push('\n');
            options.push("body: form".to_owned());
        }
        Payload::File => {
            before.push_str(&format!("const file = {FILE};\n\n"));
            options.push("body: file".to_owned());
        }
    }
    let url = quoted(&request.url);
    let call = if options.is_empty() {
        format!("fetch({url})")
    } else {
        format!("fetch({url}, {{\n  {},\n}})", options.join(",\n  "))
    };
    format!("{before}const response = await {call};\nconst data = await response.{}();", reads(request))
}

/// The value of a part. A text with its own media type is a blob.
fn content(part: &Part) -> String {
    match (&part.content, &part.content_type) {
        (PartContent::File, _) => FILE.to_owned(),
        (PartContent::Text(text), None) => quoted(text),
        (PartContent::Text(text), Some(kind)) => {
            format!("new Blob([{}], {{ type: {} }})", quoted(text), quoted(kind))
        }
    }
}

/// The expression that reads the response.
fn reads(request: &Request) -> &'static str {
    let accept = request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("accept"));
    match accept {
        Some((_, value)) if !value.contains("json") && !value.contains('*') => "text",
        _ => "json",
    }
}

/// A string in double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_string(text, &mut out);
    escape_separators(&out)
}

/// Older scripts treat the two line separators as line ends, so they are escaped inside strings.
fn escape_separators(text: &str) -> String {
    text.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Whether JSON text has a number that a double cannot hold exactly, or a spelling that would be lost.
fn has_large_number(json: &str) -> bool {
    let mut in_string = false;
    let mut escaped = false;
    let mut digits = 0;
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'0'..=b'9' if !in_string => {
                digits += 1;
                if digits > 15 {
                    return true;
                }
            }
            b'.' | b'-' | b'+' | b'e' | b'E' => {}
            _ => digits = 0,
        }
    }
    false
}
