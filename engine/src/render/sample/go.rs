//! Go with `net/http`.

use super::text::{ESCAPES, four_digits, is_block, quoted as in_quotes};
use super::{Part, PartContent, Payload, Request};

/// The imports beyond those of every program, the statements that build the body, and the body's name.
#[derive(Default)]
struct GoBody {
    imports: Vec<&'static str>,
    before: Vec<String>,
    body: String,
    /// Statements after the request is created.
    after: Vec<String>,
}

/// Writes the request as a program.
pub(super) fn write(request: &Request) -> String {
    let mut parts = body(&request.body);
    parts.imports.extend(["fmt", "io", "net/http"]);
    parts.imports.sort_unstable();
    let imports: Vec<String> = parts.imports.iter().map(|name| format!("\t\"{name}\"\n")).collect();
    let mut statements = parts.before;
    statements.push(format!(
        "request, err := http.NewRequest({}, {}, {})",
        quoted(&request.method),
        quoted(&request.url),
        parts.body
    ));
    statements.push(failure());
    let mut headers: Vec<String> = request
        .headers
        .iter()
        .map(|(name, value)| {
            if name.eq_ignore_ascii_case("Host") {
                format!("request.Host = {}", quoted(value))
            } else {
                format!("request.Header.Set({}, {})", quoted(name), quoted(value))
            }
        })
        .collect();
    headers.extend(parts.after);
    statements.extend(headers);
    statements.push(String::new());
    statements.push("response, err := http.DefaultClient.Do(request)".to_owned());
    statements.push(failure());
    statements.push("defer response.Body.Close()\n".to_owned());
    statements.push("data, err := io.ReadAll(response.Body)".to_owned());
    statements.push(failure());
    statements.push("fmt.Println(string(data))".to_owned());
    let lines: Vec<String> =
        statements.iter().map(|line| if line.is_empty() { String::new() } else { format!("\t{line}") }).collect();
    format!("package main\n\nimport (\n{})\n\nfunc main() {{\n{}\n}}", imports.concat(), lines.join("\n"))
}

/// The error handling after a statement.
fn failure() -> String {
    "if err != nil {\n\t\tpanic(err)\n\t}".to_owned()
}

fn body(body: &Payload) -> GoBody {
    match body {
        Payload::None => GoBody { body: "nil".to_owned(), ..GoBody::default() },
        Payload::Json(text) | Payload::Text(text) => GoBody {
            imports: vec!["strings"],
            before: vec![format!("body := strings.NewReader({})", literal(text))],
            body: "body".to_owned(),
            ..GoBody::default()
        },
        Payload::Form(fields) => {
            let mut before = vec!["form := url.Values{}".to_owned()];
            for (name, value) in fields {
                before.push(format!("form.Add({}, {})", quoted(name), quoted(value)));
            }
            before.push(String::new());
            GoBody {
                imports: vec!["net/url", "strings"],
                before,
                body: "strings.NewReader(form.Encode())".to_owned(),
                ..GoBody::default()
            }
        }
        Payload::Multipart(parts) => multipart(parts),
        Payload::File => GoBody {
            imports: vec!["os"],
            before: vec!["file, err := os.Open(\"file\")".to_owned(), failure(), "defer file.Close()\n".to_owned()],
            body: "file".to_owned(),
            ..GoBody::default()
        },
    }
}

fn multipart(parts: &[Part]) -> GoBody {
    let mut imports = vec!["bytes", "mime/multipart"];
    let mut before = Vec::new();
    if parts.iter().any(|part| part.content == PartContent::File) {
        imports.push("os");
        before.extend(["file, err := os.ReadFile(\"file\")".to_owned(), failure(), String::new()]);
    }
    before.extend(["var body bytes.Buffer".to_owned(), "form := multipart.NewWriter(&body)".to_owned()]);
    let mut is_first = true;
    for part in parts {
        let name = quoted(&part.name);
        let is_file = part.content == PartContent::File;
        if !is_file && part.content_type.is_none() {
            if let PartContent::Text(text) = &part.content {
                before.push(format!("form.WriteField({name}, {})", quoted(text)));
            }
            continue;
        }
        let assigned = if is_first { ":=" } else { "=" };
        match &part.content_type {
            None => before.push(format!("part, err {assigned} form.CreateFormFile({name}, \"file\")")),
            Some(kind) => {
                imports.push("net/textproto");
                let file = if is_file { "; filename=\"file\"" } else { "" };
                let disposition = format!("form-data; name=\"{}\"{file}", part.name.replace('"', "%22"));
                before.push(format!(
                    "part, err {assigned} form.CreatePart(textproto.MIMEHeader{{\n\t\t\"Content-Disposition\": {{{}}},\n\t\t\"Content-Type\":        {{{}}},\n\t}})",
                    quoted(&disposition),
                    quoted(kind)
                ));
            }
        }
        is_first = false;
        before.push(failure());
        match &part.content {
            PartContent::Text(text) => before.push(format!("io.WriteString(part, {})", quoted(text))),
            PartContent::File => {
                before.push("part.Write(file)".to_owned());
            }
        }
    }
    imports.sort_unstable();
    imports.dedup();
    before.push("form.Close()\n".to_owned());
    GoBody {
        imports,
        before,
        body: "&body".to_owned(),
        after: vec!["request.Header.Set(\"Content-Type\", form.FormDataContentType())".to_owned()],
    }
}

/// A string literal: for several lines a raw string, if that is possible.
fn literal(text: &str) -> String {
    if is_block(text) && !text.contains('`') { format!("`{text}`") } else { quoted(text) }
}

/// A string in double quotes.
fn quoted(text: &str) -> String {
    in_quotes(text, &ESCAPES, four_digits)
}
