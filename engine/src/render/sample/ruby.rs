//! Ruby with `Net::HTTP`.

use super::text::{ESCAPES, block_word, four_digits, indented, method_name, quoted as in_quotes};
use super::{Part, PartContent, Payload, Request};

/// Writes the request as a script.
pub(super) fn write(request: &Request) -> String {
    let made = match method_name(&request.method) {
        Some(class) => format!("Net::HTTP::{class}.new(uri)"),
        None => format!("Net::HTTPGenericRequest.new({}, true, true, uri)", quoted(&request.method)),
    };
    let mut lines = vec![format!("uri = URI({})", quoted(&request.url)), format!("request = {made}")];
    for (name, value) in request.own_headers() {
        lines.push(format!("request[{}] = {}", quoted(name), quoted(value)));
    }
    match &request.body {
        Payload::None => {}
        Payload::Json(text) | Payload::Text(text) => lines.push(match block_word(&request.body, text) {
            Some(word) => format!("request.body = <<~'{word}'.chomp\n{}\n{word}", indented(text, "  ")),
            None => format!("request.body = {}", quoted(text)),
        }),
        Payload::Form(fields) => {
            let pair = |(name, value): &(String, String)| format!("[{}, {}]", quoted(name), quoted(value));
            let pairs: Vec<String> = fields.iter().map(pair).collect();
            lines.push(format!("request.body = URI.encode_www_form({})", list(&pairs)));
            let is_usual = !request.own_headers().any(|(name, _)| name.eq_ignore_ascii_case("Content-Type"));
            if is_usual {
                lines.push("request.content_type = \"application/x-www-form-urlencoded\"".to_owned());
            }
        }
        Payload::Multipart(parts) => {
            let parts: Vec<String> = parts.iter().map(part).collect();
            lines.push(format!("request.set_form({}, \"multipart/form-data\")", list(&parts)));
        }
        Payload::File => lines.push("request.body = File.binread(\"file\")".to_owned()),
    }
    format!(
        "require \"net/http\"\n\n{}\n\n\
         response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == \"https\") do |http|\n  \
         http.request(request)\nend\nputs response.body",
        lines.join("\n")
    )
}

/// An array, one value per line.
fn list(values: &[String]) -> String {
    if values.is_empty() { "[]".to_owned() } else { format!("[\n  {}\n]", values.join(",\n  ")) }
}

/// A part of a form. The library writes media types only for files, so a text with one is sent as a blob, as browsers
/// do.
fn part(part: &Part) -> String {
    let name = quoted(&part.name);
    match (&part.content, &part.content_type) {
        (PartContent::File, None) => format!("[{name}, File.open(\"file\")]"),
        (PartContent::File, Some(kind)) => {
            format!("[{name}, File.open(\"file\"), {{ content_type: {} }}]", quoted(kind))
        }
        (PartContent::Text(text), None) => format!("[{name}, {}]", quoted(text)),
        (PartContent::Text(text), Some(kind)) => {
            format!("[{name}, {}, {{ filename: \"blob\", content_type: {} }}]", quoted(text), quoted(kind))
        }
    }
}

/// A string in double quotes, where `#` is special before three characters.
fn quoted(text: &str) -> String {
    let text = in_quotes(text, &ESCAPES, four_digits);
    text.replace("#{", "\\#{").replace("#$", "\\#$").replace("#@", "\\#@")
}
