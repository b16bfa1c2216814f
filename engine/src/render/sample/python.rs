//! Python with `requests`.

use super::text::{ESCAPES, quoted as in_quotes};
use super::{Part, PartContent, Payload, Request};
use base::tree::{Kind, Limits, NodeRef, Tree};

/// Functions of `requests` named after a method.
const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// Writes the request as a script.
pub(super) fn write(request: &Request) -> String {
    let mut arguments: Vec<String> = Vec::new();
    if METHODS.contains(&request.method.as_str()) {
        arguments.push(quoted(&request.url));
    } else {
        arguments.push(quoted(&request.method));
        arguments.push(quoted(&request.url));
    }
    let headers: Vec<String> =
        request.own_headers().map(|(name, value)| format!("{}: {}", quoted(name), quoted(value))).collect();
    if !headers.is_empty() {
        arguments.push(format!("headers={}", lines(&headers, ['{', '}'])));
    }
    match &request.body {
        Payload::None => {}
        Payload::Json(text) => arguments.push(json_argument(text)),
        // A string would be sent as Latin-1.
        Payload::Text(text) => arguments.push(format!("data={}.encode()", quoted(text))),
        Payload::Form(fields) => {
            let field = |(name, value): &(String, String)| format!("({}, {})", quoted(name), quoted(value));
            arguments.push(format!("data={}", lines(&fields.iter().map(field).collect::<Vec<String>>(), ['[', ']'])));
        }
        Payload::Multipart(parts) => {
            let parts: Vec<String> = parts.iter().map(part).collect();
            arguments.push(format!("files={}", lines(&parts, ['[', ']'])));
        }
        Payload::File => arguments.push("data=open(\"file\", \"rb\")".to_owned()),
    }
    let function =
        if METHODS.contains(&request.method.as_str()) { request.method.to_lowercase() } else { "request".into() };
    format!(
        "import requests\n\nresponse = requests.{function}(\n    {},\n)\nresponse.raise_for_status()\nprint(response.text)",
        arguments.join(",\n    ")
    )
}

/// Items in brackets, one per line.
fn lines(items: &[String], [open, close]: [char; 2]) -> String {
    if items.is_empty() {
        return format!("{open}{close}");
    }
    format!("{open}\n        {},\n    {close}", items.join(",\n        "))
}

/// A part as `requests` expects it: name, then file name, contents and media type.
fn part(part: &Part) -> String {
    let name = quoted(&part.name);
    match (&part.content, &part.content_type) {
        (PartContent::File, None) => format!("({name}, open(\"file\", \"rb\"))"),
        (PartContent::File, Some(kind)) => format!("({name}, (\"file\", open(\"file\", \"rb\"), {}))", quoted(kind)),
        (PartContent::Text(text), None) => format!("({name}, (None, {}))", quoted(text)),
        (PartContent::Text(text), Some(kind)) => format!("({name}, (None, {}, {}))", quoted(text), quoted(kind)),
    }
}

/// `json=` with Python literals; text if a number would be rounded.
fn json_argument(text: &str) -> String {
    let parsed = Tree::from_json(text, Limits::default());
    let mut out = String::from("json=");
    if !parsed.diagnostics.is_empty() || !literal(parsed.tree.root(), 1, &mut out) {
        return format!("data={}.encode()", quoted(text));
    }
    out
}

/// Appends a value as a Python literal; returns false if a number would change. The document's reader limits the depth.
fn literal(node: NodeRef<'_>, level: usize, out: &mut String) -> bool {
    let line = |level: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n("    ", level));
    };
    match node.kind() {
        Kind::Null => out.push_str("None"),
        Kind::Bool => out.push_str(if node.as_bool() == Some(true) { "True" } else { "False" }),
        Kind::Number => {
            let text = node.text();
            let is_integer = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            if !is_integer && text.bytes().filter(u8::is_ascii_digit).count() > 15 {
                return false;
            }
            out.push_str(text);
        }
        Kind::String => out.push_str(&quoted(node.text())),
        Kind::Array => {
            out.push('[');
            for item in node.items() {
                line(level + 1, out);
                if !literal(item, level + 1, out) {
                    return false;
                }
                out.push(',');
            }
            if node.items().next().is_some() {
                line(level, out);
            }
            out.push(']');
        }
        Kind::Object => {
            out.push('{');
            for (key, value) in node.entries() {
                line(level + 1, out);
                out.push_str(&quoted(key.text()));
                out.push_str(": ");
                if !literal(value, level + 1, out) {
                    return false;
                }
                out.push(',');
            }
            if node.entries().next().is_some() {
                line(level, out);
            }
            out.push('}');
        }
    }
    true
}

/// A string in double quotes.
fn quoted(text: &str) -> String {
    let hidden = |c| if c < 0x100 { format!("\\x{c:02x}") } else { format!("\\u{c:04x}") };
    in_quotes(text, &ESCAPES, hidden)
}
