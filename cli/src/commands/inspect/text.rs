//! Inspections as text: a table of operations, or one operation as a tree, 80 columns wide.

use std::fmt::Write as _;

use engine::{
    InspectedConstraints, InspectedContent, InspectedEncoding, InspectedExample, InspectedField, InspectedOperation,
    InspectedOverlaid, InspectedSchema, InspectedSource, Inspection,
};

use crate::report::number_of;

/// The width of a line.
const WIDTH: usize = 80;
/// The widest column; after longer entries, the next column starts on its own line.
const WIDEST_COLUMN: usize = 40;
/// How many allowed values are listed; the rest are counted.
const MOST_VALUES: usize = 12;

/// The whole spec.
pub(super) fn overview(found: &Inspection, spec: &str) -> String {
    let mut out = String::new();
    let title = found.title.as_deref().unwrap_or("Untitled API");
    let version = found.version.as_deref().unwrap_or_default();
    let openapi = found.openapi.as_deref().unwrap_or_default();
    line(&mut out, 0, &format!("{title} {version} · OpenAPI {openapi} · {spec}"));
    let mut parts = vec![number_of(found.operations.len(), "operation")];
    for (count, one) in [
        (found.webhooks.len(), "webhook"),
        (found.schemas.len(), "schema"),
        (found.security_schemes.len(), "security scheme"),
    ] {
        if count > 0 {
            parts.push(number_of(count, one));
        }
    }
    line(&mut out, 0, &parts.join(", "));
    named(&mut out, "Servers", found.servers.iter().map(|server| server.url.to_string()).collect());
    let groups = found.tag_groups.iter().map(|group| format!("{} ({})", group.name, group.tags.join(", ")));
    named(&mut out, "Tag groups", groups.collect());
    named(&mut out, "Tags", found.tags.iter().map(|tag| format!("{} {}", tag.name, tag.operations)).collect());
    let schemes = found.security_schemes.iter().map(|(name, scheme)| match scheme {
        Some(scheme) => format!("{name} ({})", scheme.kind),
        None => format!("{name} (unresolved)"),
    });
    named(&mut out, "Security schemes", schemes.collect());
    for (title, operations) in [("Operations", &found.operations), ("Webhooks", &found.webhooks)] {
        if !operations.is_empty() {
            let _ = writeln!(out, "\n{title}");
            table(&mut out, operations);
        }
    }
    out
}

/// The requested operations in full.
pub(super) fn operations(found: &Inspection) -> String {
    let mut out = String::new();
    for (number, operation) in found.operations.iter().chain(&found.webhooks).enumerate() {
        if number > 0 {
            out.push('\n');
        }
        one(&mut out, operation);
    }
    out
}

fn table(out: &mut String, operations: &[InspectedOperation]) {
    let method = operations.iter().map(|operation| width(&operation.method)).max().unwrap_or_default();
    let fits = |path: &&InspectedOperation| width(&path.path) <= WIDEST_COLUMN;
    let path = operations.iter().filter(fits).map(|operation| width(&operation.path)).max().unwrap_or_default();
    for operation in operations {
        let start = format!("{:method$}  {}", clean(&operation.method), clean(&operation.path));
        let name = operation.operation_id.as_deref().or(operation.summary.as_deref()).unwrap_or_default();
        let name = if operation.deprecated { format!("{name} (deprecated)") } else { name.to_owned() };
        let column = method + 2 + path;
        if width(&operation.path) <= path && 4 + column + width(&name) <= WIDTH {
            let _ = writeln!(out, "{}", format!("  {start:column$}  {}", clean(&name)).trim_end());
        } else {
            let _ = writeln!(out, "  {start}");
            line(out, method + 4, &name);
        }
    }
}

fn one(out: &mut String, operation: &InspectedOperation) {
    let source = operation.source.as_ref().map(|source| source_in(source, "")).unwrap_or_default();
    let file = operation.source.as_ref().map(|source| &*source.file).unwrap_or_default();
    line(out, 0, &format!("{} {}", operation.method, operation.path));
    let mut about = vec![operation.operation_id.clone().unwrap_or_else(|| "no operationId".to_owned()), source];
    if operation.deprecated {
        about.push("deprecated".to_owned());
    }
    line(out, 0, &about.join(" · "));
    if let Some(summary) = &operation.summary {
        line(out, 0, summary);
    }
    named(out, "Tags", operation.tags.clone());
    named(out, "Servers", operation.servers.iter().map(|server| server.url.to_string()).collect());
    let needs = operation.security.iter().map(|needs| {
        let needs: Vec<String> = needs.iter().map(|(name, scopes)| with_scopes(name, scopes)).collect();
        if needs.is_empty() { "none".to_owned() } else { needs.join(" and ") }
    });
    named(out, "Security", needs.collect());
    for note in &operation.notes {
        line(out, 0, note);
    }
    named(out, "Badges", operation.badges.iter().map(ToString::to_string).collect());
    named(out, "See", operation.external_docs.iter().map(|docs| docs.url.to_string()).collect());
    named(out, "Samples", operation.code_samples.iter().map(|sample| sample.label.to_string()).collect());
    exchange(out, operation, file);
    for callback in &operation.callbacks {
        let name = callback.callback.as_deref().unwrap_or_default();
        let source = callback.source.as_ref().map(|source| format!(" @{}", source_in(source, file)));
        out.push('\n');
        line(out, 0, &format!("Callback {name}: {} {}{}", callback.method, callback.path, source.unwrap_or_default()));
        exchange(out, callback, file);
    }
}

/// Parameters, body and responses.
fn exchange(out: &mut String, operation: &InspectedOperation, file: &str) {
    for (location, title) in [
        ("path", "Path parameters"),
        ("query", "Query parameters"),
        ("querystring", "Query string"),
        ("header", "Headers"),
        ("cookie", "Cookies"),
    ] {
        let of_location = operation.parameters.iter().filter(|parameter| parameter.location == location);
        for (number, parameter) in of_location.enumerate() {
            if number == 0 {
                let _ = writeln!(out, "\n{title}");
            }
            entry(out, 1, &parameter.name, parameter.required, &parameter.schema, parameter.source.as_ref(), file);
            tree(out, 2, &parameter.fields, file);
        }
    }
    if let Some(body) = &operation.request_body {
        let _ = writeln!(out, "\nRequest body{}", if body.required { " (required)" } else { "" });
        content(out, &body.content, file);
    }
    for response in &operation.responses {
        out.push('\n');
        let description = response.description.as_deref().unwrap_or_default();
        line(out, 0, &format!("Response {} {description}", response.status));
        for header in &response.headers {
            entry(out, 1, &header.name, header.required, &header.schema, header.source.as_ref(), file);
            tree(out, 2, &header.fields, file);
        }
        content(out, &response.content, file);
        for link in &response.links {
            let operation = link.operation_id.as_deref().or(link.operation_ref.as_deref()).unwrap_or_default();
            let passed: Vec<String> = link.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
            line(out, 1, format!("Link {} to {operation}  {}", link.name, passed.join(" ")).trim_end());
        }
    }
}

fn with_scopes(name: &str, scopes: &[std::sync::Arc<str>]) -> String {
    if scopes.is_empty() { name.to_owned() } else { format!("{name} ({})", scopes.join(", ")) }
}

fn content(out: &mut String, content: &[InspectedContent], file: &str) {
    for media in content {
        match &media.schema {
            _ if media.same_as_first => line(out, 1, &format!("{} as above", media.media_type)),
            Some(schema) => {
                entry(out, 1, &media.media_type, false, schema, media.source.as_ref(), file);
                tree(out, 2, &media.fields, file);
            }
            None => line(out, 1, &media.media_type),
        }
        let made = |example: &InspectedExample| if example.made { "made from the schema" } else { "of the document" };
        match media.examples.as_slice() {
            [] => {}
            [first, ..] => line(out, 2, &format!("{} {}", number_of(media.examples.len(), "example"), made(first))),
        }
        encodings(out, 2, &media.encoding);
    }
}

/// Encodings, indented by level. The engine limits the levels.
fn encodings(out: &mut String, level: usize, parts: &[InspectedEncoding]) {
    for part in parts {
        let kind = part.content_type.as_deref().or(part.style.as_deref()).unwrap_or_default();
        line(out, level, &format!("Encoding of {}  {kind}", part.name));
        encodings(out, level + 1, &part.encoding);
    }
}

/// Fields, indented by level. The engine limits the levels.
fn tree(out: &mut String, level: usize, fields: &[InspectedField], file: &str) {
    for field in fields {
        entry(out, level, &field.name, field.required, &field.schema, field.source.as_ref(), file);
        tree(out, level + 1, &field.fields, file);
    }
}

fn entry(
    out: &mut String,
    level: usize,
    name: &str,
    required: bool,
    schema: &InspectedSchema,
    source: Option<&InspectedSource>,
    file: &str,
) {
    let mut parts = vec![format!("{name}  {}", schema.kind)];
    for (holds, word) in [
        (required, "required"),
        (schema.deprecated, "deprecated"),
        (schema.read_only, "read-only"),
        (schema.write_only, "write-only"),
    ] {
        if holds {
            parts.push(word.to_owned());
        }
    }
    parts.extend(constraints(&schema.constraints));
    if !schema.values.is_empty() {
        let mut values: Vec<&str> = schema.values.iter().take(MOST_VALUES).map(AsRef::as_ref).collect();
        let more = format!("… {} in all", schema.values.len());
        if schema.values.len() > MOST_VALUES {
            values.push(&more);
        }
        parts.push(format!("values {}", values.join(" | ")));
    }
    for (words, is_case) in [("one of", false), ("differs in", true)] {
        let variants = schema.variants.iter().filter(|variant| variant.is_case == is_case);
        let labels: Vec<&str> = variants.map(|variant| &*variant.label).collect();
        if !labels.is_empty() {
            parts.push(format!("{words} {}", labels.join(" | ")));
        }
    }
    parts.extend(schema.notes.iter().cloned());
    parts.extend(source.map(|source| format!("@{}", source_in(source, file))));
    line(out, level, &parts.join("  "));
}

fn constraints(constraints: &InspectedConstraints) -> Vec<String> {
    let one = |(keyword, value): (&&str, &std::sync::Arc<str>)| format!("{keyword} {value}");
    let mut all: Vec<String> = constraints.values.iter().map(one).collect();
    all.extend(constraints.examples.first().map(|example| format!("example {example}")));
    all
}

/// Line and column, with the file if it differs from the operation's.
fn source_in(source: &InspectedSource, file: &str) -> String {
    let InspectedSource { file: own, line, column, overlaid } = source;
    let mut place = if **own == *file { format!("{line}:{column}") } else { format!("{own}:{line}:{column}") };
    for InspectedOverlaid { pointer, file, action, .. } in overlaid {
        let what = pointer.strip_prefix('/').unwrap_or("set");
        let _ = write!(place, " ({what} by {file}, action {action})");
    }
    place
}

/// A list under a heading, omitted if it is empty.
fn named(out: &mut String, name: &str, list: Vec<String>) {
    if !list.is_empty() {
        line(out, 0, &format!("{name}: {}", list.join(", ")));
    }
}

/// Text at a level, wrapped between words; continuation lines are indented.
fn line(out: &mut String, level: usize, text: &str) {
    let indent = " ".repeat(level * 2);
    let text = clean(text);
    let mut column = 0;
    // Two spaces between parts are kept, unless the line wraps there.
    for (number, word) in text.split(' ').enumerate() {
        let length = width(word);
        if number == 0 {
            let _ = write!(out, "{indent}{word}");
            column = indent.len() + length;
        } else if column + 1 + length > WIDTH && !word.is_empty() {
            out.truncate(out.trim_end_matches(' ').len());
            let _ = write!(out, "\n{indent}    {word}");
            column = indent.len() + 4 + length;
        } else {
            let _ = write!(out, " {word}");
            column += 1 + length;
        }
    }
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Text of a spec on one line, without control characters, which terminals interpret.
fn clean(text: &str) -> String {
    let blank = |c: char| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
    text.trim().chars().map(blank).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
