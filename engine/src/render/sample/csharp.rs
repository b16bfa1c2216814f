//! C# with `HttpClient`.

use super::text::{ESCAPES, four_digits, indented, is_block, method_name, quoted as in_quotes};
use super::{Part, PartContent, Payload, Request};

/// Headers of the content rather than of the request.
const OF_CONTENT: [&str; 11] = [
    "allow",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-length",
    "content-location",
    "content-md5",
    "content-range",
    "content-type",
    "expires",
    "last-modified",
];

/// Headers whose value the client parses, and rejects if invalid.
const PARSED: [&str; 22] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "date",
    "expect",
    "from",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "via",
];

/// Writes the request as statements.
pub(super) fn write(request: &Request) -> String {
    let mut statements = vec!["using var client = new HttpClient();".to_owned()];
    let method = match method_name(&request.method) {
        Some(constant) => format!("HttpMethod.{constant}"),
        None => format!("new HttpMethod({})", quoted(&request.method)),
    };
    statements.push(format!("using var request = new HttpRequestMessage({method}, {});", quoted(&request.url)));
    let is_of_content = |name: &str| OF_CONTENT.contains(&&*name.to_ascii_lowercase());
    for (name, value) in request.own_headers().filter(|(name, _)| !is_of_content(name)) {
        statements.push(format!("request.Headers.{}({}, {});", adds(name, value), quoted(name), quoted(value)));
    }
    statements.extend(content(request));
    for (name, value) in request.own_headers().filter(|(name, _)| is_of_content(name)) {
        let is_type = name.eq_ignore_ascii_case("Content-Type");
        if !is_type || matches!(request.body, Payload::None) {
            let add = format!("request.Content.Headers.TryAddWithoutValidation({}, {});", quoted(name), quoted(value));
            if request.body == Payload::None && !statements.iter().any(|line| line.starts_with("request.Content =")) {
                statements.push("request.Content = new ByteArrayContent(Array.Empty<byte>());".to_owned());
            }
            statements.push(add);
        }
    }
    statements.push(String::new());
    statements.push("using var response = await client.SendAsync(request);".to_owned());
    statements.push("Console.WriteLine(await response.Content.ReadAsStringAsync());".to_owned());
    let text = statements.join("\n");
    let using = if text.contains("MediaTypeHeaderValue") { "using System.Net.Http.Headers;\n\n" } else { "" };
    format!("{using}{text}")
}

/// The method that adds a header: the one that does not validate if the client would parse the value.
fn adds(name: &str, value: &str) -> &'static str {
    let is_media_type = name.eq_ignore_ascii_case("Accept")
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/.+-*".contains(&byte))
        && value.matches('/').count() == 1;
    let is_parsed = PARSED.contains(&&*name.to_ascii_lowercase());
    if is_parsed && !is_media_type { "TryAddWithoutValidation" } else { "Add" }
}

/// The statements that set the content.
fn content(request: &Request) -> Vec<String> {
    let kind = request.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("Content-Type"));
    let media = kind.map(|(_, value)| format!("MediaTypeHeaderValue.Parse({})", quoted(value)));
    match &request.body {
        Payload::None => Vec::new(),
        Payload::Json(text) | Payload::Text(text) => {
            let media = media.map(|media| format!(", {media}")).unwrap_or_default();
            vec![format!("request.Content = new StringContent({}{media});", literal(text))]
        }
        Payload::Form(fields) => {
            let pair = |(name, value): &(String, String)| {
                format!("    KeyValuePair.Create({}, {}),\n", quoted(name), quoted(value))
            };
            let pairs: String = fields.iter().map(pair).collect();
            let pairs = if pairs.is_empty() {
                "Array.Empty<KeyValuePair<string, string>>()".to_owned()
            } else {
                format!("new[]\n{{\n{pairs}}}")
            };
            let mut lines = vec![format!("request.Content = new FormUrlEncodedContent({pairs});")];
            if request.own_headers().any(|(name, _)| name.eq_ignore_ascii_case("Content-Type")) {
                lines.extend(media.map(|media| format!("request.Content.Headers.ContentType = {media};")));
            }
            lines
        }
        Payload::Multipart(parts) => {
            let mut lines = vec!["var form = new MultipartFormDataContent();".to_owned()];
            for (at, part) in parts.iter().enumerate() {
                lines.extend(added(part, at));
            }
            lines.push("request.Content = form;".to_owned());
            lines
        }
        Payload::File => {
            let mut lines = vec!["request.Content = new StreamContent(File.OpenRead(\"file\"));".to_owned()];
            lines.extend(media.map(|media| format!("request.Content.Headers.ContentType = {media};")));
            lines
        }
    }
}

/// The statements that add a part to the form.
fn added(part: &Part, at: usize) -> Vec<String> {
    let name = quoted(&part.name);
    let media = part.content_type.as_ref().map(|kind| format!("MediaTypeHeaderValue.Parse({})", quoted(kind)));
    match &part.content {
        PartContent::Text(text) => {
            let media = media.map(|media| format!(", {media}")).unwrap_or_default();
            vec![format!("form.Add(new StringContent({}{media}), {name});", quoted(text))]
        }
        PartContent::File => {
            let file = "new StreamContent(File.OpenRead(\"file\"))";
            match media {
                None => vec![format!("form.Add({file}, {name}, \"file\");")],
                Some(media) => vec![
                    format!("var part{at} = {file};"),
                    format!("part{at}.Headers.ContentType = {media};"),
                    format!("form.Add(part{at}, {name}, \"file\");"),
                ],
            }
        }
    }
}

/// A string literal: for several lines a raw string, delimited by more quotes than it contains in a row.
fn literal(text: &str) -> String {
    if !is_block(text) {
        return quoted(text);
    }
    let longest = text.split(|c| c != '"').map(str::len).max().unwrap_or(0);
    let quotes = "\"".repeat((longest + 1).max(3));
    format!("{quotes}\n{}\n    {quotes}", indented(text, "    "))
}

/// A string in double quotes.
fn quoted(text: &str) -> String {
    in_quotes(text, &ESCAPES, four_digits)
}
