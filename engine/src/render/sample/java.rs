//! Java with `java.net.http`.

use super::multipart::{MultipartPiece, pieces};
use super::text::{ESCAPES, indented, is_block, quoted as in_quotes};
use super::{Payload, Request};

/// Headers that the client sets itself and refuses to let code set.
const RESTRICTED: [&str; 5] = ["connection", "content-length", "expect", "host", "upgrade"];

/// Writes the request as statements.
pub(super) fn write(request: &Request) -> String {
    let mut imports =
        vec!["java.net.URI", "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse"];
    let mut before = String::new();
    let mut calls = vec![format!("uri(URI.create({}))", quoted(&request.url))];
    let headers = request.headers.iter().filter(|(name, _)| !RESTRICTED.contains(&&*name.to_ascii_lowercase()));
    calls.extend(headers.map(|(name, value)| format!("header({}, {})", quoted(name), quoted(value))));
    let publisher = match &request.body {
        Payload::None => None,
        Payload::Json(text) | Payload::Text(text) => Some(format!("ofString({})", literal(text))),
        Payload::Form(fields) => {
            imports.extend(["java.net.URLEncoder", "java.nio.charset.StandardCharsets"]);
            before.push_str(&form(fields));
            Some("ofString(form)".to_owned())
        }
        Payload::Multipart(parts) => {
            let (boundary, pieces) = pieces(parts);
            calls.push(format!(
                "header(\"Content-Type\", {})",
                quoted(&format!("multipart/form-data; boundary={boundary}"))
            ));
            if pieces.contains(&MultipartPiece::File) {
                imports.push("java.nio.file.Path");
            }
            Some(concatenated(&pieces))
        }
        Payload::File => {
            imports.push("java.nio.file.Path");
            Some("ofFile(Path.of(\"file\"))".to_owned())
        }
    };
    let publisher = publisher.map(|publisher| format!("HttpRequest.BodyPublishers.{publisher}"));
    calls.extend(method(&request.method, publisher));
    calls.push("build();".to_owned());
    imports.sort_unstable();
    let imports: Vec<String> = imports.iter().map(|name| format!("import {name};\n")).collect();
    format!(
        "{}\n{before}HttpRequest request = HttpRequest.newBuilder()\n    .{}\n\n\
         HttpResponse<String> response = HttpClient.newHttpClient()\n    .send(request, HttpResponse.BodyHandlers.ofString());\n\
         System.out.println(response.body());",
        imports.concat(),
        calls.join("\n    .")
    )
}

/// The call that sets the method and the body; `None` for a plain `GET`.
fn method(method: &str, publisher: Option<String>) -> Option<String> {
    let nothing = "HttpRequest.BodyPublishers.noBody()";
    match (method, publisher) {
        ("GET", None) => None,
        ("DELETE", None) => Some("DELETE()".to_owned()),
        ("POST" | "PUT", publisher) => Some(format!("{method}({})", publisher.as_deref().unwrap_or(nothing))),
        (method, publisher) => Some(format!("method({}, {})", quoted(method), publisher.as_deref().unwrap_or(nothing))),
    }
}

/// The statement that builds a form.
fn form(fields: &[(String, String)]) -> String {
    if fields.is_empty() {
        return "String form = \"\";\n\n".to_owned();
    }
    let pair = |(name, value): &(String, String)| {
        let encode = |text: &str| format!("URLEncoder.encode({}, StandardCharsets.UTF_8)", quoted(text));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        // A name without reserved characters needs no encoding.
        let name =
            if name.chars().all(is_plain) { quoted(&format!("{name}=")) } else { format!("{} + \"=\"", encode(name)) };
        format!("{name} + {}", encode(value))
    };
    let pairs: Vec<String> = fields.iter().map(pair).collect();
    format!("String form = String.join(\"&\",\n    {});\n\n", pairs.join(",\n    "))
}

/// A publisher that concatenates texts and files.
fn concatenated(pieces: &[MultipartPiece]) -> String {
    let publisher = |piece: &MultipartPiece| match piece {
        MultipartPiece::Text(text) => format!("ofString({})", lines(text)),
        MultipartPiece::File => "ofFile(Path.of(\"file\"))".to_owned(),
    };
    match pieces {
        [piece] => publisher(piece),
        pieces => {
            let publishers: Vec<String> =
                pieces.iter().map(|piece| format!("HttpRequest.BodyPublishers.{}", publisher(piece))).collect();
            format!("concat(\n        {})", publishers.join(",\n        "))
        }
    }
}

/// A text as one literal per line.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.split_inclusive("\r\n").map(quoted).collect();
    lines.join("\n            + ")
}

/// A string literal: for several lines a text block, if that holds it unchanged.
fn literal(text: &str) -> String {
    if !is_block(text) {
        return quoted(text);
    }
    let mut out = String::new();
    let mut quotes = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        quotes = if c == '"' { quotes + 1 } else { 0 };
        // Three quotes in a row end the block, and so does one before the closing ones.
        let ends = quotes > 0 && (quotes % 3 == 0 || chars.peek().is_none());
        if ends || c == '\\' {
            out.push('\\');
        }
        out.push(c);
    }
    format!("\"\"\"\n{}\"\"\"", indented(&out, "        "))
}

/// A string in double quotes. Java expands `\u` before it parses literals, so control characters are octal.
fn quoted(text: &str) -> String {
    in_quotes(text, &ESCAPES, |c| if c < 0x100 { format!("\\{c:03o}") } else { format!("\\u{c:04x}") })
}
