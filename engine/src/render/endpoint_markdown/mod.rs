//! An operation as Markdown for agents: the names, types, values and constraints of the HTML, in plain structure.

mod html_text;
mod own_page;
mod schema;
mod security;
pub(crate) mod text;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(crate) use self::own_page::model_markdown;
pub(crate) use self::schema::{authored_schema_markdown, authored_schema_plain, schema_markdown};
use self::text::{block, code, fence, line, words};
use super::endpoint::language_of;
use super::sample::{request, sample_languages, shown_body};
use crate::Db;
use crate::parse::config::ENGLISH;
use crate::parse::markdown::{Block, Component, ComponentContent};
use crate::resolve::authored::{AuthoredEndpoint, authored_model, source_of};
use crate::resolve::model_keys::model_id;
use crate::resolve::site_operation::SiteLookup;
use crate::resolve::site_schema::find_site_schema;
use base::inputs::FileSet;
use openapi::chunks::Chunk;
use openapi::endpoint::{
    Body, Endpoint, Example, Field, FieldNote, Location, Media, Response, SchemaLink, Variant, VariantField, endpoint,
    model, word_ranges,
};
use openapi::schema::{AllowedValue, Facts, shown_values};

/// The Markdown of a resolved operation.
#[salsa::tracked(returns(deref))]
pub(crate) fn endpoint_markdown<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Box<str> {
    let mut out = String::new();
    write(db, FileSet::of(db, chunk.spec(db)), endpoint(db, chunk), &Own::default(), &mut out);
    out.into()
}

/// The Markdown of a request described by a page.
pub(crate) fn request_markdown(db: &dyn Db, set: FileSet, endpoint: &Endpoint) -> String {
    let mut out = String::new();
    write(db, set, endpoint, &Own::default(), &mut out);
    out
}

/// The Markdown of a resolved operation with the author's content, taken from the page's text.
pub(crate) fn authored_markdown(db: &dyn Db, set: FileSet, found: &AuthoredEndpoint<'_>, source: &str) -> String {
    let own = Own {
        prose: source_of(source, &found.prose),
        groups: groups(db, set, found, source),
        responses: found.elements.iter().map(|element| source_of(source, &element.blocks)).collect(),
        tabs: found.tabs.clone(),
        examples: source_of(source, &found.examples),
        requested: found.requested.as_ref(),
    };
    let mut out = String::new();
    write(db, set, &found.endpoint, &own, &mut out);
    out
}

/// The Markdown of a resolved operation with the author's content. `text` renders the author's blocks, also those in
/// fields.
pub(crate) fn authored_plain<'t>(
    db: &dyn Db,
    set: FileSet,
    mut found: AuthoredEndpoint<'t>,
    text: &mut dyn FnMut(&[&'t Block]) -> String,
) -> String {
    let responses: Vec<String> = found.elements.iter().map(|element| text(&element.blocks)).collect();
    found.endpoint = found.endpoint.map(&mut |field| described(field, &responses));
    let own = Own {
        prose: text(&found.prose),
        groups: text(&found.groups),
        responses,
        tabs: found.tabs.clone(),
        examples: text(&found.examples),
        requested: found.requested.as_ref(),
    };
    let mut out = String::new();
    write(db, set, &found.endpoint, &own, &mut out);
    out
}

/// Appends the author's texts to the descriptions of a field and its children.
fn described(mut field: Field, texts: &[String]) -> Field {
    let more = field.written.and_then(|written| texts.get(written.place())).filter(|text| !text.is_empty());
    if let Some(more) = more {
        let facts = Arc::make_mut(field.facts.get_or_insert_default());
        let whole = [facts.description.as_deref(), Some(more)].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        facts.description = Some(whole.into());
    }
    field.children = field.children.into_iter().map(|child| described(child, texts)).collect();
    field
}

/// The author's own groups of fields and types, as written, with the schemas of the spec that they refer to.
fn groups(db: &dyn Db, set: FileSet, found: &AuthoredEndpoint<'_>, source: &str) -> String {
    let mut texts = Vec::new();
    for block in &found.groups {
        let named = block.component().and_then(|part| Some((part, part.schema_ref()?)));
        let schema = named.and_then(|(part, wanted)| match find_site_schema(db, set, &wanted) {
            SiteLookup::Found(chunk) => Some(authored_model(model(db, chunk), part, Some(source))),
            SiteLookup::Missing | SiteLookup::Ambiguous(_) | SiteLookup::NoSpec => None,
        });
        texts.push(match schema {
            Some(schema) => authored_schema_markdown(&schema, source).trim_end().to_owned(),
            None => source_of(source, &[block]),
        });
    }
    texts.join("\n\n")
}

/// The author's content of an endpoint, as Markdown.
#[derive(Default)]
struct Own<'a> {
    prose: String,
    groups: String,
    /// The content of response elements, by their number.
    responses: Vec<String>,
    tabs: Vec<&'a Component>,
    examples: String,
    requested: Option<&'a Endpoint>,
}

fn write(db: &dyn Db, set: FileSet, endpoint: &Endpoint, own: &Own<'_>, out: &mut String) {
    head(endpoint, &own.prose, out);
    exchange(endpoint, own, 3, out);
    for callback in &endpoint.callbacks {
        let operation = &callback.operation;
        let (method, path) = (&operation.head.method, &operation.head.path);
        heading(3, &format!("Callback {}: {method} {path}", callback.name), out);
        if let Some(summary) = operation.head.summary.as_ref().filter(|text| !is_repeated(text, operation)) {
            block(summary, out);
        }
        if let Some(description) = &operation.description {
            block(description, out);
        }
        exchange(operation, &Own::default(), 4, out);
    }
    examples(db, set, endpoint, own, out);
    out.truncate(out.trim_end().len());
    out.push('\n');
}

/// Parameters, body and responses, below headings of `level`.
fn exchange(endpoint: &Endpoint, own: &Own<'_>, level: usize, out: &mut String) {
    for location in Location::ALL {
        let fields: Vec<&Field> = endpoint
            .parameters
            .iter()
            .filter(|parameter| parameter.location == location)
            .map(|parameter| &parameter.field)
            .collect();
        if !fields.is_empty() {
            heading(level, location.title(), out);
            out.push_str("| Name | Type | Required | Description |\n|---|---|---|---|\n");
            for field in fields {
                row(field, "", out);
            }
            out.push('\n');
        }
    }
    if let Some(body) = &endpoint.body {
        write_body(body, "Body", level, out);
    }
    verbatim(&own.groups, out);
    if !endpoint.responses.is_empty() {
        heading(level, "Responses", out);
        for response in &endpoint.responses {
            let more = response.written.and_then(|written| own.responses.get(written.place()));
            write_response(response, more.map_or("", String::as_str), level + 1, out);
        }
    }
}

/// Appends the author's text.
fn verbatim(text: &str, out: &mut String) {
    if !text.is_empty() {
        out.push_str(text);
        out.push_str("\n\n");
    }
}

/// Appends a heading of one line.
pub(crate) fn heading(level: usize, text: &str, out: &mut String) {
    out.extend(std::iter::repeat_n('#', level));
    out.push(' ');
    words(text, out);
    out.push_str("\n\n");
}

/// Whether the description says the same as a summary, but for the final period.
fn is_repeated(summary: &str, endpoint: &Endpoint) -> bool {
    let bare = |text: &str| text.trim().trim_end_matches('.').to_owned();
    endpoint.description.as_deref().is_some_and(|description| bare(description) == bare(summary))
}

fn head(endpoint: &Endpoint, prose: &str, out: &mut String) {
    heading(2, &format!("{} {}", endpoint.head.method, endpoint.head.path), out);
    if let Some(summary) = endpoint.head.summary.as_ref().filter(|text| !is_repeated(text, endpoint)) {
        line(summary, out);
        out.push_str("\n\n");
    }
    if endpoint.head.deprecated {
        out.push_str("Deprecated.\n\n");
    }
    let kind = endpoint.head.webhook.then_some("Webhook");
    for badge in kind.into_iter().chain(endpoint.badges.iter().map(AsRef::as_ref)) {
        line(badge, out);
        out.push_str("\n\n");
    }
    if let Some(description) = &endpoint.description {
        block(description, out);
    }
    if let Some(docs) = &endpoint.external_docs {
        line(&format!("{} <{}>", docs.description.as_deref().unwrap_or("See"), docs.url), out);
        out.push_str("\n\n");
    }
    verbatim(prose, out);
    servers(endpoint, out);
    security::write(&endpoint.security, out);
    for note in &endpoint.unresolved {
        line(&note.words(), out);
        out.push_str("\n\n");
    }
}

fn servers(endpoint: &Endpoint, out: &mut String) {
    if endpoint.servers.is_empty() {
        return;
    }
    out.push_str("Servers:\n\n");
    for server in &endpoint.servers {
        out.push_str("- ");
        code(&server.url, out);
        for text in [&server.name, &server.description].into_iter().flatten() {
            out.push(' ');
            line(text, out);
        }
        out.push('\n');
        for variable in &server.variables {
            out.push_str("  - ");
            code(&variable.name, out);
            out.push_str(": ");
            code(&variable.default, out);
            for value in variable.values.iter().filter(|value| **value != variable.default) {
                out.push_str(", ");
                code(value, out);
            }
            if let Some(description) = &variable.description {
                out.push(' ');
                line(description, out);
            }
            out.push('\n');
        }
    }
    out.push('\n');
}

/// A row of a table of parameters, and the rows of its children, named by their path.
fn row(field: &Field, parent: &str, out: &mut String) {
    let name = if parent.is_empty() { field.name.to_string() } else { format!("{parent}.{}", field.name) };
    let mut cells = [String::new(), String::new(), String::new(), String::new()];
    code(&name, &mut cells[0]);
    words(&field.kind, &mut cells[1]);
    cells[2].push_str(if field.required { "yes" } else { "no" });
    details(field, &mut cells[3]);
    for variant in &field.variants {
        cells[3].push(' ');
        write_variant(variant, &mut cells[3]);
    }
    out.push('|');
    for cell in cells {
        out.push(' ');
        out.push_str(&cell.replace('|', "\\|"));
        out.push_str(" |");
    }
    out.push('\n');
    for child in &field.children {
        row(child, &name, out);
    }
}

/// Description, constraints, values and notes of a field, on one line.
fn details(field: &Field, out: &mut String) {
    let mut sentences: Vec<String> = Vec::new();
    if let Some(title) = field.title() {
        let mut sentence = String::new();
        words(title, &mut sentence);
        sentences.push(format!("{}.", sentence.trim_end_matches('.')));
    }
    if let Some(facts) = &field.facts {
        sentences.extend(facts_sentences(facts));
    }
    let notes: Vec<String> = field.notes.iter().map(note_words).collect();
    if !notes.is_empty() {
        sentences.push(notes.join("; "));
    }
    out.push_str(&sentences.join(" "));
}

/// A note. Names of schemas link to the Markdown alternate of their page, as root-relative URLs like those of authors.
fn note_words(note: &FieldNote) -> String {
    let all = note.words();
    let schema = match note {
        FieldNote::Recursive(schema) | FieldNote::More(schema) => Some(schema),
        FieldNote::MoreLevels | FieldNote::Unresolved { .. } => None,
    };
    let linked = schema.and_then(|schema| Some((all.strip_suffix(&*schema.name)?, schema, schema.model.as_ref()?)));
    let mut out = String::new();
    match linked {
        Some((before, schema, key)) => {
            words(before, &mut out);
            out.push(' ');
            out.push_str(&schema_link(&schema.name, key));
        }
        None => words(&all, &mut out),
    }
    out
}

/// A link to the Markdown alternate of a schema's page.
pub(crate) fn schema_link(name: &str, key: &str) -> String {
    let mut text = "[".to_owned();
    words(name, &mut text);
    format!("{}](/{}.md)", text.replace(']', "\\]"), model_id(key))
}

fn facts_sentences(facts: &Facts) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut push = |text: String| {
        if !text.is_empty() {
            sentences.push(text);
        }
    };
    let about = facts.description.as_deref().or(facts.title.as_deref()).unwrap_or_default();
    let mut described = String::new();
    line(about, &mut described);
    if described.ends_with(|c: char| c.is_alphanumeric()) {
        described.push('.');
    }
    push(described);
    for (is_so, word) in
        [(facts.deprecated, "Deprecated."), (facts.read_only, "Read-only."), (facts.write_only, "Write-only.")]
    {
        push(if is_so { word.to_owned() } else { String::new() });
    }
    for (constraint, literal) in &facts.constraints {
        let mut sentence = format!("{}: ", constraint.label());
        code(&literal.shown(), &mut sentence);
        sentence.push('.');
        push(sentence);
    }
    push(values_sentence(&facts.values));
    sentences
}

fn values_sentence(values: &[AllowedValue]) -> String {
    let mut sentence = String::new();
    for (at, (value, shown)) in values.iter().zip(shown_values(values)).enumerate() {
        sentence.push_str(if at == 0 { "One of: " } else { ", " });
        code(&shown, &mut sentence);
        if let Some(description) = &value.description {
            sentence.push_str(" (");
            line(description, &mut sentence);
            sentence.push(')');
        }
    }
    if !sentence.is_empty() {
        sentence.push('.');
    }
    sentence
}

fn write_variant(variant: &Variant, out: &mut String) {
    out.push_str("Variant ");
    code(&variant.label, out);
    if *variant.kind != *variant.label || !variant.types.is_empty() {
        out.push_str(" (");
        linked_words(&variant.kind, &variant.types, out);
        out.push(')');
    }
    let about = variant.facts.as_deref().map(facts_sentences).unwrap_or_default().join(" ");
    if !about.is_empty() {
        out.push_str(": ");
        out.push_str(&about);
    }
    if !variant.fields.is_empty() {
        out.push_str(" Fields: ");
        write_variant_fields(&variant.fields, "", out);
    }
    if let Some(note) = &variant.more {
        out.push_str(if out.ends_with('.') { " " } else { ". " });
        out.push_str(&note_words(note));
    }
    if !out.ends_with('.') {
        out.push('.');
    }
}

/// The fields that distinguish a variant, nested ones by their paths. Their depth is limited.
fn write_variant_fields(fields: &[VariantField], parent: &str, out: &mut String) {
    for field in fields {
        if !out.ends_with("Fields: ") {
            out.push_str(", ");
        }
        let name = format!("{parent}{}", field.name);
        code(&name, out);
        if field.required {
            out.push_str(" required");
        }
        let mut about = String::new();
        words(&field.kind, &mut about);
        if !about.is_empty() && !field.values.is_empty() {
            about.push_str(". ");
        }
        about.push_str(values_sentence(&field.values).trim_end_matches('.'));
        if !about.is_empty() {
            out.push_str(&format!(" ({about})"));
        }
        write_variant_fields(&field.fields, &format!("{name}."), out);
    }
}

/// The words of a type, with links to the schemas among them.
fn linked_words(kind: &str, types: &[SchemaLink], out: &mut String) {
    if types.is_empty() {
        return words(kind, out);
    }
    let mut written = 0;
    for range in word_ranges(kind) {
        let link = types.iter().find(|link| kind.get(range.clone()) == Some(&*link.name));
        let Some((link, key)) = link.and_then(|link| Some((link, link.model.as_deref()?))) else { continue };
        let before = kind.get(written..range.start).unwrap_or_default();
        words(before, out);
        if before.ends_with(' ') {
            out.push(' ');
        }
        out.push_str(&schema_link(&link.name, key));
        written = range.end;
    }
    let rest = kind.get(written..).unwrap_or_default();
    if written > 0 && rest.starts_with(' ') {
        out.push(' ');
    }
    words(rest, out);
}

/// A field and its children as a nested list.
fn item(field: &Field, level: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", level));
    out.push_str("- ");
    code(&field.name, out);
    let about = [&*field.kind, if field.required { "required" } else { "" }];
    let about: Vec<&str> = about.into_iter().filter(|word| !word.is_empty()).collect();
    if !about.is_empty() {
        out.push_str(" (");
        words(&about.join(", "), out);
        out.push(')');
    }
    let mut about = String::new();
    details(field, &mut about);
    if !about.is_empty() {
        out.push_str(": ");
        out.push_str(&about);
    }
    out.push('\n');
    variants(field, level + 1, out);
    for child in &field.children {
        item(child, level + 1, out);
    }
}

fn variants(field: &Field, level: usize, out: &mut String) {
    for variant in &field.variants {
        out.extend(std::iter::repeat_n("  ", level));
        out.push_str("- ");
        write_variant(variant, out);
        out.push('\n');
    }
}

fn write_body(body: &Body, title: &str, level: usize, out: &mut String) {
    let Some(first) = body.media.first() else { return };
    heading(level, &format!("{title} {}", first.name), out);
    if body.required {
        out.push_str("Required.\n\n");
    }
    if let Some(description) = &body.description {
        block(description, out);
    }
    media_fields(first, out);
    for media in body.media.iter().skip(1) {
        heading(level, &format!("{title} {}", media.name), out);
        other_media(media, out);
    }
}

/// The fields of a media type's body.
fn media_fields(media: &Media, out: &mut String) {
    if let Some(field) = &media.field {
        whole(field, "", out);
    }
    external_examples(media, out);
}

/// A whole body or schema: its type, description and fields.
fn whole(field: &Field, prose: &str, out: &mut String) {
    out.push_str("Type: ");
    words(&field.kind, out);
    out.push_str(".\n\n");
    let mut about = String::new();
    details(field, &mut about);
    if !about.is_empty() {
        out.push_str(&about);
        out.push_str("\n\n");
    }
    verbatim(prose, out);
    variants(field, 0, out);
    for child in &field.children {
        item(child, 0, out);
    }
    if !field.variants.is_empty() || !field.children.is_empty() {
        out.push('\n');
    }
}

/// The examples that are not in the document.
fn external_examples(media: &Media, out: &mut String) {
    for example in &media.external {
        out.push_str("Example: ");
        words(&example.title, out);
        out.push_str(", at ");
        code(&example.url, out);
        out.push_str(".\n\n");
    }
}

fn other_media(media: &Media, out: &mut String) {
    if media.same_as_first {
        out.push_str("The same fields.\n\n");
        let mut about = String::new();
        if let Some(field) = &media.field {
            details(field, &mut about);
        }
        if !about.is_empty() {
            out.push_str(&about);
            out.push_str("\n\n");
        }
        external_examples(media, out);
    } else {
        media_fields(media, out);
    }
    for example in shown_examples(media) {
        example_fence(media, example, out);
    }
}

fn write_response(response: &Response, more: &str, level: usize, out: &mut String) {
    heading(level, &response.status, out);
    match &response.description {
        Some(description) if description.trim().contains('\n') => block(description, out),
        Some(description) => {
            line(description, out);
            out.push_str("\n\n");
        }
        None => {}
    }
    verbatim(more, out);
    if !response.headers.is_empty() {
        out.push_str("Headers:\n\n");
        for header in &response.headers {
            item(header, 0, out);
        }
        out.push('\n');
    }
    for (at, media) in response.media.iter().enumerate() {
        out.push_str("Body ");
        words(&media.name, out);
        out.push_str(":\n\n");
        if at == 0 { media_fields(media, out) } else { other_media(media, out) }
    }
    for link in &response.links {
        out.push_str("- Link ");
        code(&link.name, out);
        if let Some(operation) = link.operation() {
            out.push_str(" to ");
            code(operation, out);
        }
        for (at, (name, value)) in link.parameters.iter().enumerate() {
            out.push_str(if at == 0 { " with " } else { ", " });
            code(&format!("{name}={value}"), out);
        }
        let body = link.request_body.as_ref().map(|value| (", body ", value));
        let server = link.server.as_ref().map(|server| (", server ", &server.url));
        for (label, value) in body.into_iter().chain(server) {
            out.push_str(label);
            code(value, out);
        }
        if let Some(description) = link.server.as_ref().and_then(|server| server.description.as_ref()) {
            out.push(' ');
            line(description, out);
        }
        if let Some(description) = &link.description {
            out.push_str(": ");
            line(description, out);
        }
        out.push('\n');
    }
    if !response.links.is_empty() {
        out.push('\n');
    }
}

fn examples(db: &dyn Db, set: FileSet, endpoint: &Endpoint, own: &Own<'_>, out: &mut String) {
    if !own.examples.is_empty() {
        heading(3, "Examples", out);
        verbatim(&own.examples, out);
    }
    let label_of = |tab: &Component| tab.value("label").unwrap_or_default().to_owned();
    for tab in &own.tabs {
        if let ComponentContent::Text(code) = &tab.content {
            titled("Request example", Some(&label_of(tab)), out);
            let language = tab.value("language").or(code.info.language.as_deref()).unwrap_or_default();
            fence(language, &code.text, out);
        }
    }
    let endpoint = own.requested.unwrap_or(endpoint);
    // As on the page, the author's sample replaces the spec's, and both replace the generated one.
    let is_own = |label: &str| own.tabs.iter().any(|tab| label_of(tab).eq_ignore_ascii_case(label));
    let is_of_spec = |label: &str| endpoint.samples.iter().any(|sample| sample.label.eq_ignore_ascii_case(label));
    for sample in endpoint.samples.iter().filter(|sample| !is_own(&sample.label)) {
        titled("Request example", Some(&sample.label), out);
        fence(&sample.language, &sample.source, out);
    }
    if !endpoint.head.webhook {
        // The first language is curl unless the project chose others.
        let made = sample_languages(db, set).first().copied();
        if let Some(language) = made.filter(|made| !is_own(made.label) && !is_of_spec(made.label)) {
            heading(3, "Request example", out);
            fence(language.language, &(language.write)(&request(endpoint)), out);
        }
    }
    if let Some(media) = endpoint.body.as_ref().and_then(|body| body.media.first()) {
        for example in shown_examples(media) {
            titled("Request body", example.title.as_deref(), out);
            example_fence(media, example, out);
        }
    }
    let shown = endpoint.responses.iter().filter_map(|response| Some((response, response.media.first()?)));
    for (response, media) in shown {
        for example in &media.examples {
            let title = example.title.as_deref().unwrap_or_default();
            titled("Response example", Some(format!("{} {title}", response.status).trim_end()), out);
            example_fence(media, example, out);
        }
    }
}

/// The examples of a body, without those that show nothing. The one with every field says no more than the list of fields.
fn shown_examples(media: &Media) -> impl Iterator<Item = &Example> {
    media.examples.iter().filter(|example| !example.is_complete && !example.is_blank())
}

/// An example with its description, and how much of it is omitted.
fn example_fence(media: &Media, example: &Example, out: &mut String) {
    if let Some(description) = example.description.as_ref().filter(|text| !text.trim().is_empty()) {
        line(description, out);
        out.push_str("\n\n");
    }
    let text = shown_body(media, example);
    fence(&language_of(&media.name, &text), &text, out);
    shortened_note(example, out);
}

fn shortened_note(example: &Example, out: &mut String) {
    if let Some(short) = &example.short {
        out.push_str(&ENGLISH.shortened().replace("{count}", &short.items.to_string()));
        out.push_str("\n\n");
    }
}

fn titled(label: &str, title: Option<&str>, out: &mut String) {
    match title {
        Some(title) => heading(3, &format!("{label}: {title}"), out),
        None => heading(3, label, out),
    }
}
