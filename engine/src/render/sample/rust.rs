//! Rust with `reqwest`, blocking.

use super::text::{ESCAPES, is_block, quoted as in_quotes};
use super::{Part, PartContent, Payload, Request};

/// Methods with a function of their own in the client.
const METHODS: [&str; 6] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

/// Writes the request as a program.
pub(super) fn write(request: &Request) -> String {
    let mut uses = vec!["reqwest::blocking::Client;"];
    let mut before = String::new();
    let mut calls = Vec::new();
    let url = quoted(&request.url);
    if METHODS.contains(&request.method.as_str()) {
        calls.push(format!("{}({url})", request.method.to_lowercase()));
    } else {
        uses.push("reqwest::Method;");
        let method = match request.method.as_str() {
            "OPTIONS" | "TRACE" => format!("Method::{}", request.method),
            method => format!("Method::from_bytes({}.as_bytes())?", quoted(method)),
        };
        calls.push(format!("request({method}, {url})"));
    }
    for (name, value) in request.own_headers() {
        calls.push(format!("header({}, {})", quoted(name), quoted(value)));
    }
    match &request.body {
        Payload::None => {}
        Payload::Json(text) | Payload::Text(text) => calls.push(format!("body({})", literal(text))),
        Payload::Form(fields) => {
            let pair =
                |(name, value): &(String, String)| format!("            ({}, {}),\n", quoted(name), quoted(value));
            let pairs: String = fields.iter().map(pair).collect();
            calls.push(if fields.is_empty() { "body(\"\")".to_owned() } else { format!("form(&[\n{pairs}        ])") });
        }
        Payload::Multipart(parts) => {
            uses.push("reqwest::blocking::multipart;");
            before = multipart(parts);
            calls.push("multipart(form)".to_owned());
        }
        Payload::File => {
            uses.push("std::fs::File;");
            calls.push("body(File::open(\"file\")?)".to_owned());
        }
    }
    calls.push("send()?;".to_owned());
    uses.sort_unstable();
    let uses: String = uses.iter().map(|path| format!("use {path}\n")).collect();
    format!(
        "{uses}\nfn main() -> Result<(), Box<dyn std::error::Error>> {{\n{before}    let response = Client::new()\n        .{}\n    \
         println!(\"{{}}\", response.text()?);\n    Ok(())\n}}",
        calls.join("\n        .")
    )
}

/// The statement that builds a multipart form.
fn multipart(parts: &[Part]) -> String {
    let mut calls = vec!["multipart::Form::new()".to_owned()];
    for part in parts {
        let name = quoted(&part.name);
        let kind = part.content_type.as_ref().map(|kind| format!(".mime_str({})?", quoted(kind)));
        calls.push(match (&part.content, kind) {
            (PartContent::Text(text), None) => format!("text({name}, {})", quoted(text)),
            (PartContent::Text(text), Some(kind)) => {
                format!("part({name}, multipart::Part::text({}){kind})", quoted(text))
            }
            (PartContent::File, None) => format!("file({name}, \"file\")?"),
            (PartContent::File, Some(kind)) => format!("part({name}, multipart::Part::file(\"file\")?{kind})"),
        });
    }
    format!("    let form = {};\n", calls.join("\n        ."))
}

/// A string literal: for several lines a raw string, with enough `#` around it.
fn literal(text: &str) -> String {
    if !is_block(text) {
        return quoted(text);
    }
    let longest = text
        .match_indices('"')
        .map(|(at, _)| text.get(at + 1..).unwrap_or_default().bytes().take_while(|byte| *byte == b'#').count() + 1);
    let signs = "#".repeat(longest.max().unwrap_or(0));
    format!("r{signs}\"{text}\"{signs}")
}

/// A string in double quotes.
fn quoted(text: &str) -> String {
    in_quotes(text, &ESCAPES, |c| format!("\\u{{{c:x}}}"))
}
