//! An operation as JSON for the panel: what a request needs, without texts that the page already has.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::security::{SchemeData, scheme};
use crate::render::sample::{is_binary, is_file};
use openapi::endpoint::{Body, Encoding, Endpoint, Field, Media, MediaKind, Parameter, Value, media_kind};
use openapi::schema::Constraint;
use openapi::server::Server;

/// An operation. Absent, empty and default values are omitted, here and below.
#[derive(Serialize)]
struct OperationData<'a> {
    method: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    servers: Vec<ServerData<'a>>,
    /// The alternatives, each a list of schemes that are required together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    security: Vec<Vec<SchemeData<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    params: Vec<InputData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<BodyData<'a>>,
    /// The media type of the first response that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    accept: Option<&'a str>,
    /// The title of the panel: the summary, or else the `operationId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

#[derive(Serialize)]
struct ServerData<'a> {
    url: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variables: Vec<VariableData<'a>>,
}

#[derive(Serialize)]
struct VariableData<'a> {
    name: &'a str,
    value: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<&'a str>,
}

/// A parameter, or a field of a form.
#[derive(Default, Serialize)]
struct InputData<'a> {
    name: &'a str,
    #[serde(rename = "in", skip_serializing_if = "str::is_empty")]
    location: &'a str,
    /// Omitted if `string`.
    #[serde(rename = "type", skip_serializing_if = "str::is_empty")]
    kind: &'static str,
    /// The type of array items.
    #[serde(skip_serializing_if = "str::is_empty")]
    items: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    required: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<&'a str>,
    /// The initial value of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// The placeholder of an empty input.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    /// The default if nothing is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explode: Option<bool>,
    #[serde(skip_serializing_if = "is_false")]
    reserved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
    /// Whether `null` is allowed, in JSON.
    #[serde(skip_serializing_if = "is_false")]
    nullable: bool,
    #[serde(skip_serializing_if = "InputRules::is_empty")]
    rules: InputRules<'a>,
    /// The members of an object, or of the objects in an array, in JSON.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<InputData<'a>>,
}

/// The constraints that the panel checks, as pairs of keyword and value.
#[derive(Default)]
struct InputRules<'a>(Vec<(&'static str, &'a str)>);

impl InputRules<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for InputRules<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The constraints that the panel checks.
const CHECKED: [Constraint; 11] = [
    Constraint::Format,
    Constraint::MinLength,
    Constraint::MaxLength,
    Constraint::Pattern,
    Constraint::Minimum,
    Constraint::ExclusiveMinimum,
    Constraint::Maximum,
    Constraint::ExclusiveMaximum,
    Constraint::MultipleOf,
    Constraint::MinItems,
    Constraint::MaxItems,
];

/// The formats that the panel checks.
const CHECKED_FORMATS: [&str; 5] = ["date", "date-time", "uuid", "email", "uri"];

#[derive(Serialize)]
struct BodyData<'a> {
    #[serde(skip_serializing_if = "is_false")]
    required: bool,
    media: Vec<MediaData<'a>>,
}

#[derive(Serialize)]
struct MediaData<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<String>,
    /// The example with all fields, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<String>,
    /// The fields of a form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<InputData<'a>>,
    /// What is certain about a JSON body.
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<InputData<'a>>,
    /// Whether inputs can show the JSON body.
    #[serde(skip_serializing_if = "is_false")]
    flat: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The operation data for the panel, as JSON.
pub(crate) fn operation_json(endpoint: &Endpoint) -> String {
    let accept = endpoint.responses.iter().find_map(|response| response.media.first()).map(|media| &*media.name);
    let data = OperationData {
        method: &endpoint.head.method,
        path: &endpoint.head.path,
        servers: endpoint.servers.iter().map(server).collect(),
        security: endpoint.security.iter().map(|needs| needs.iter().map(scheme).collect()).collect(),
        params: endpoint.parameters.iter().map(parameter).collect(),
        body: endpoint.body.as_ref().filter(|body| !body.media.is_empty()).map(body),
        accept: accept.filter(|name| *name != "*/*"),
        name: endpoint.head.summary.as_deref().or(endpoint.head.operation_id.as_deref()),
    };
    // This data always serializes.
    serde_json::to_string(&data).unwrap_or_default()
}

fn server(server: &Server) -> ServerData<'_> {
    let about = server.name.as_deref().or(server.description.as_deref());
    ServerData {
        url: server.absolute_template(),
        about: about.and_then(|text| text.lines().next()),
        variables: server
            .variables
            .iter()
            .map(|variable| VariableData {
                name: &variable.name,
                value: &variable.default,
                values: variable.values.iter().map(|value| &**value).collect(),
            })
            .collect(),
    }
}

fn parameter(parameter: &Parameter) -> InputData<'_> {
    let Parameter { location, field, style, explode, allow_reserved, content, sample } = parameter;
    InputData {
        location: location.name(),
        style: style.as_deref(),
        explode: *explode,
        reserved: *allow_reserved,
        content: content.as_deref(),
        ..input(field, sample.as_ref())
    }
}

/// The input of a field; `sample` is its value in samples.
fn input<'a>(field: &'a Field, sample: Option<&Value>) -> InputData<'a> {
    let facts = field.facts.as_deref();
    let text_of = |constraint| facts.and_then(|facts| facts.get(constraint)).map(|literal| &*literal.text);
    let values: Vec<&str> =
        facts.into_iter().flat_map(|facts| &facts.values).map(|value| &*value.literal.text).collect();
    let (kind, items) = types(field);
    let is_file = kind == "file" || items == "file";
    // A name in braces, or a type name, is a placeholder for an unknown value.
    let is_known = |text: &String| *text != format!("{{{}}}", field.name) && text != "string";
    let value = sample.filter(|_| field.required && !is_file).map(shown).filter(is_known);
    let is_written = values.is_empty() && !is_file && !matches!(kind, "array" | "object" | "boolean");
    InputData {
        name: &field.name,
        kind: if kind == "string" { "" } else { kind },
        items: if items == "string" { "" } else { items },
        required: field.required,
        hint: text_of(Constraint::Example).filter(|_| is_written && value.is_none()),
        values,
        value,
        default: text_of(Constraint::Default),
        rules: if is_certain(field) { rules(field) } else { InputRules::default() },
        ..InputData::default()
    }
}

/// Whether the words for a field's type are those of one type, so that its facts apply to every value but `null`.
fn is_certain(field: &Field) -> bool {
    let words = field.kind.trim_end_matches(" or null");
    let is_known = |words: &str| {
        matches!(
            words,
            "string" | "integer" | "number" | "boolean" | "object" | "enum" | "integer enum" | "number enum"
        )
    };
    field.variants.is_empty() && is_known(words.strip_prefix("array of ").unwrap_or(words))
}

/// The constraints that the panel checks.
fn rules(field: &Field) -> InputRules<'_> {
    let Some(facts) = field.facts.as_deref() else { return InputRules::default() };
    let found = CHECKED.into_iter().filter_map(|constraint| {
        let text = &*facts.get(constraint)?.text;
        let is_checked = constraint != Constraint::Format || CHECKED_FORMATS.contains(&text);
        is_checked.then_some((constraint.keyword(), text))
    });
    InputRules(found.collect())
}

/// What is certain about a JSON value: alternatives and parts that a page omits are not checked.
fn member(field: &Field) -> InputData<'_> {
    let words = field.kind.trim_end_matches(" or null");
    let facts = field.facts.as_deref();
    let values = facts.map(|facts| &*facts.values).unwrap_or_default();
    let is_text = values.iter().all(|value| value.literal.is_string);
    let is_whole = field.variants.is_empty() && field.notes.is_empty();
    let has_fields = is_whole && !field.children.is_empty();
    let of_words = |words: &str| match words {
        "string" => "",
        "enum" if is_text => "",
        "boolean" => "boolean",
        "integer" | "integer enum" => "integer",
        "number" | "number enum" => "number",
        "object" if is_whole => "object",
        words if has_fields && !words.contains(" or ") && !words.starts_with("array") => "object",
        _ => "any",
    };
    let (kind, items) = match words.strip_prefix("array") {
        Some("") => ("array", "any"),
        Some(items) if items.starts_with(" of ") => ("array", of_words(items.strip_prefix(" of ").unwrap_or(items))),
        _ => (of_words(words), ""),
    };
    // Facts of an array are mostly those of its items.
    let is_sure = kind != "any" && items != "any" && field.variants.is_empty();
    let is_object = kind == "object" || items == "object";
    let is_named = |field: &&Field| !field.name.starts_with(['{', '[', '/']);
    InputData {
        name: &field.name,
        kind,
        items,
        required: field.required,
        nullable: words.len() < field.kind.len(),
        values: if is_sure { values.iter().map(|value| &*value.literal.text).collect() } else { Vec::new() },
        rules: if is_sure { rules(field) } else { InputRules::default() },
        fields: if is_object { field.children.iter().filter(is_named).map(member).collect() } else { Vec::new() },
        ..InputData::default()
    }
}

/// Whether inputs can show a JSON body: an object of scalars and of lists of scalars.
fn is_flat(field: &Field, schema: &InputData<'_>) -> bool {
    let is_scalar = |kind: &str| !matches!(kind, "any" | "array" | "object");
    let is_shown = |one: &InputData<'_>| is_scalar(one.kind) || one.kind == "array" && is_scalar(one.items);
    schema.kind == "object"
        && field.notes.is_empty()
        && schema.fields.len() == field.children.len()
        && !schema.fields.is_empty()
        && schema.fields.iter().all(is_shown)
}

/// A value as its input shows it: an array of scalars one per line, other structures as JSON.
fn shown(value: &Value) -> String {
    let is_scalar = |value: &Value| matches!(value, Value::String(_) | Value::Literal(_));
    match value {
        Value::Array(items) if items.iter().all(is_scalar) => {
            items.iter().map(|item| item.plain().to_string()).collect::<Vec<_>>().join("\n")
        }
        Value::Array(_) | Value::Object(_) => value.json(),
        value => value.plain().to_string(),
    }
}

/// The type of a field and of its items, derived from its description in words: it decides which input is used.
fn types(field: &Field) -> (&'static str, &'static str) {
    let facts = field.facts.as_deref();
    let is_of = |constraint, words: &[&str]| {
        facts.and_then(|facts| facts.get(constraint)).is_some_and(|literal| words.contains(&&*literal.text))
    };
    let scalar = if is_file(field) {
        "file"
    } else if is_of(Constraint::Format, &["date"]) {
        "date"
    } else if is_of(Constraint::Format, &["password"]) {
        "password"
    } else {
        "string"
    };
    let words = field.kind.trim_end_matches(" or null");
    let has_parts = !field.children.is_empty() || !field.notes.is_empty();
    let of_words = |words: &str| match words {
        "boolean" => "boolean",
        "integer" | "integer enum" => "integer",
        "number" | "number enum" => "number",
        "object" => "object",
        words if words.contains(" or ") && has_parts => "any",
        "string" | "enum" | "any" => scalar,
        _ if has_parts || words.starts_with("array") => "object",
        _ => scalar,
    };
    match words.strip_prefix("array") {
        Some(items) if items.is_empty() || items.starts_with(" of ") => {
            ("array", of_words(items.strip_prefix(" of ").unwrap_or("string")))
        }
        _ => (of_words(words), ""),
    }
}

fn body(body: &Body) -> BodyData<'_> {
    let media = body.media.iter().map(|media| {
        let field = if media.same_as_first { body.media.first().and_then(|first| first.field.as_ref()) } else { None };
        self::media(media, field.or(media.field.as_ref()))
    });
    BodyData { required: body.required, media: media.collect() }
}

fn media<'a>(media: &'a Media, field: Option<&'a Field>) -> MediaData<'a> {
    let kind = media_kind(&media.name);
    let fields = match kind {
        MediaKind::Form | MediaKind::Multipart => field.map(|field| &*field.children).unwrap_or_default(),
        MediaKind::Json | MediaKind::Other => &[],
    };
    let example = media.examples.first().map(|example| compact(&example.text));
    let all = media.examples.iter().find(|example| example.is_complete && kind == MediaKind::Json);
    let mut schema = field.filter(|_| kind == MediaKind::Json && !media.of_items).map(member);
    let flat = field.zip(schema.as_ref()).is_some_and(|(field, schema)| is_flat(field, schema));
    if let (true, Some(field), Some(schema)) = (flat, field, &mut schema) {
        for (input, field) in schema.fields.iter_mut().zip(&field.children) {
            let text_of = |constraint| field.facts.as_deref().and_then(|facts| facts.get(constraint));
            input.default = text_of(Constraint::Default).map(|literal| &*literal.text);
            input.hint = text_of(Constraint::Example).map(|literal| &*literal.text).filter(|_| input.values.is_empty());
        }
    }
    MediaData {
        name: &media.name,
        // The fields have its members.
        example: if fields.is_empty() { example } else { None },
        all: all.map(|example| compact(&example.text)),
        fields: fields.iter().map(|field| form_field(media, field)).collect(),
        schema: schema.filter(|schema| schema.kind != "any"),
        flat,
    }
}

fn form_field<'a>(media: &'a Media, field: &'a Field) -> InputData<'a> {
    let members = media.examples.first().map(|example| example.members()).unwrap_or_default();
    let member = members.iter().find(|(name, _)| *name == field.name).map(|(_, value)| value);
    let encoding: Option<&Encoding> = media.encoding.iter().find(|encoding| encoding.name == field.name);
    // Unlike a parameter without a known value, a member of a form is in the samples.
    let base = input(field, member);
    let value = member.filter(|_| field.required && !matches!((base.kind, base.items), ("file", _) | (_, "file")));
    let base = InputData { value: value.map(shown), ..base };
    let base = match encoding.and_then(|encoding| encoding.content_type.as_deref()) {
        Some(content) if is_binary(content) => as_file(base),
        _ => base,
    };
    InputData {
        style: encoding.and_then(|encoding| encoding.style.as_deref()),
        explode: encoding.and_then(|encoding| encoding.explode),
        reserved: encoding.is_some_and(|encoding| encoding.allow_reserved),
        content: encoding.and_then(|encoding| encoding.content_type.as_deref()),
        ..base
    }
}

/// The input of a part that is one or more files.
fn as_file(input: InputData<'_>) -> InputData<'_> {
    let (kind, items) = if input.kind == "array" { ("array", "file") } else { ("file", "") };
    InputData { kind, items, value: None, hint: None, ..input }
}

/// JSON without whitespace, which the panel formats itself; any other text unchanged.
fn compact(text: &str) -> String {
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    if is_json { text.lines().map(str::trim_start).collect() } else { text.to_owned() }
}
