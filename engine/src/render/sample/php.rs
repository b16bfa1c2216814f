//! PHP with its curl extension.

use super::multipart::{MultipartPiece, pieces};
use super::text::{block_word, indented, quoted as in_quotes};
use super::{Part, PartContent, Payload, Request};

/// Writes the request as a script.
pub(super) fn write(request: &Request) -> String {
    let mut before = String::new();
    let mut options = vec![("URL", quoted(&request.url)), ("RETURNTRANSFER", "true".to_owned())];
    match request.method.as_str() {
        "GET" if request.body == Payload::None => {}
        "HEAD" => options.push(("NOBODY", "true".to_owned())),
        method => options.push(("CUSTOMREQUEST", quoted(method))),
    }
    let mut headers: Vec<String> = request
        .own_headers()
        // curl drops a header without a value unless it ends with a semicolon.
        .map(|(name, value)| if value.is_empty() { format!("{name};") } else { format!("{name}: {value}") })
        .map(|header| quoted(&header))
        .collect();
    let fields = match &request.body {
        Payload::None => None,
        Payload::Json(text) | Payload::Text(text) => Some(literal(&request.body, text)),
        Payload::Form(fields) => Some(form(fields)),
        Payload::Multipart(parts) if is_map(parts) => Some(map(parts)),
        Payload::Multipart(parts) => {
            let (boundary, pieces) = pieces(parts);
            headers.push(quoted(&format!("Content-Type: multipart/form-data; boundary={boundary}")));
            before = format!("$body = {};\n\n", concatenated(&pieces));
            Some("$body".to_owned())
        }
        Payload::File => Some("file_get_contents('file')".to_owned()),
    };
    if !headers.is_empty() {
        options.push(("HTTPHEADER", list(&headers)));
    }
    options.extend(fields.map(|fields| ("POSTFIELDS", fields)));
    let options: Vec<String> =
        options.iter().map(|(name, value)| format!("    CURLOPT_{name} => {value},\n")).collect();
    format!(
        "<?php\n\n{before}$curl = curl_init();\ncurl_setopt_array($curl, [\n{}]);\n\n$response = curl_exec($curl);\n\
         if ($response === false) {{\n    throw new RuntimeException(curl_error($curl));\n}}\necho $response;",
        options.concat()
    )
}

/// An array of values, one per line.
fn list(values: &[String]) -> String {
    let lines: Vec<String> = values.iter().map(|value| format!("        {value},\n")).collect();
    format!("[\n{}    ]", lines.concat())
}

/// Whether these names can be array keys: unique, and unchanged by PHP's key conversion.
fn are_keys<'a>(names: impl Iterator<Item = &'a String>) -> bool {
    let mut known: Vec<&String> = Vec::new();
    for name in names {
        if known.contains(&name) || name.is_empty() || name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
            return false;
        }
        known.push(name);
    }
    true
}

fn form(fields: &[(String, String)]) -> String {
    if are_keys(fields.iter().map(|(name, _)| name)) {
        let pairs: Vec<String> =
            fields.iter().map(|(name, value)| format!("{} => {}", quoted(name), quoted(value))).collect();
        return format!("http_build_query({})", list(&pairs));
    }
    let pair =
        |(name, value): &(String, String)| format!("{} . urlencode({})", quoted(&name_of_pair(name)), quoted(value));
    format!("implode('&', {})", list(&fields.iter().map(pair).collect::<Vec<String>>()))
}

/// The encoded name of a pair with its `=`.
fn name_of_pair(name: &str) -> String {
    super::form_text(&[(name.to_owned(), String::new())])
}

/// Whether curl can build the parts: names that are valid keys, and no text with its own media type.
fn is_map(parts: &[Part]) -> bool {
    let is_plain = |part: &Part| part.content == PartContent::File || part.content_type.is_none();
    !parts.is_empty() && are_keys(parts.iter().map(|part| &part.name)) && parts.iter().all(is_plain)
}

fn map(parts: &[Part]) -> String {
    let part = |part: &Part| {
        let value = match (&part.content, &part.content_type) {
            (PartContent::Text(text), _) => quoted(text),
            (PartContent::File, None) => "new CURLFile('file')".to_owned(),
            (PartContent::File, Some(kind)) => format!("new CURLFile('file', {})", quoted(kind)),
        };
        format!("{} => {value}", quoted(&part.name))
    };
    list(&parts.iter().map(part).collect::<Vec<String>>())
}

/// Texts and files, concatenated.
fn concatenated(pieces: &[MultipartPiece]) -> String {
    let mut all: Vec<String> = Vec::new();
    for piece in pieces {
        match piece {
            MultipartPiece::Text(text) => all.extend(text.split_inclusive("\r\n").map(quoted)),
            MultipartPiece::File => all.push("file_get_contents('file')".to_owned()),
        }
    }
    all.join("\n    . ")
}

/// A string literal: for several lines a nowdoc, if that holds it unchanged.
fn literal(body: &Payload, text: &str) -> String {
    match block_word(body, text) {
        Some(word) => format!("<<<'{word}'\n{}\n        {word}", indented(text, "        ")),
        None => quoted(text),
    }
}

/// A string in single quotes, where only two characters are special; in double quotes if it has invisible characters.
fn quoted(text: &str) -> String {
    let escapes = [('"', "\\\""), ('\\', "\\\\"), ('$', "\\$"), ('\n', "\\n"), ('\r', "\\r"), ('\t', "\\t")];
    let in_double =
        in_quotes(text, &escapes, |c| if c < 0x80 { format!("\\x{c:02x}") } else { format!("\\u{{{c:x}}}") });
    let has_hidden = in_double.len() != in_quotes(text, &escapes, |_| String::new()).len();
    if has_hidden || text.contains(['\n', '\r', '\t']) {
        return in_double;
    }
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
