//! What objects require beyond the names and types of their fields. Each rule is about one object, without what it
//! refers to.

use std::collections::HashSet;

use super::fields::{Findings, Given, STYLES, before, is_extension, listed, number};
use crate::shape::Object;
use crate::spec::Version::{V30, V32};
use base::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use base::tree::{Kind, NodeId, NodeRef};

/// The types of security schemes.
pub(super) const SCHEME_TYPES: &[&str] = &["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"];

/// The locations of parameters.
const LOCATIONS: [&str; 4] = ["path", "query", "header", "cookie"];

pub(super) fn none(_: &mut Findings, _: &Given<'_, '_>) {}

pub(super) fn info(findings: &mut Findings, given: &Given<'_, '_>) {
    let Some(version) = given.get("version") else { return };
    if version.kind() == Kind::Number {
        let text = version.text();
        findings.warn(
            Code::UnquotedVersion,
            format!("`version` is the number {text}, not a string"),
            version.id(),
            format!("it is shown as written; write it as \"{text}\""),
        );
    } else if version.kind() != Kind::String {
        findings.mistyped("version", "a string", version);
    }
}

/// Tags with the name of an earlier one.
pub(super) fn tags(findings: &mut Findings, list: NodeRef<'_>) {
    let mut seen = HashSet::new();
    for name in list.items().filter_map(|tag| tag.get("name")) {
        if name.scalar().is_some_and(|text| !seen.insert(text)) {
            let message = format!("the tag `{}` is declared twice", name.text());
            findings.warn(Code::DuplicateTag, message, name.id(), "remove one of them".to_owned());
        }
    }
}

/// A server's variables are those of its URL.
pub(super) fn server(findings: &mut Findings, given: &Given<'_, '_>) {
    let Some(url) = given.get("url") else { return };
    let variables = given.get("variables").filter(|variables| variables.is_object());
    if given.lacks("variables") == variables.is_some() || variables.is_some_and(|it| it.get("$ref").is_some()) {
        return;
    }
    let declared: HashSet<&str> =
        variables.into_iter().flat_map(NodeRef::entries).map(|(name, _)| name.text()).collect();
    let mut seen = HashSet::new();
    for name in names_in_braces(url.text()).filter(|name| !declared.contains(name)) {
        if !findings.is_full() && seen.insert(name) {
            let help = did_you_mean(name, declared.iter().copied())
                .unwrap_or_else(|| "add it to `variables` with a `default`; it is shown as written".to_owned());
            let message = format!("the variable `{name}` of the server's URL is not defined");
            findings.warn(Code::InvalidServer, message, url.id(), help);
        }
    }
}

/// The names between braces.
pub(super) fn names_in_braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}

pub(super) fn server_variable(findings: &mut Findings, given: &Given<'_, '_>) {
    let (Some(default), Some(values)) = (given.get("default"), given.get("enum")) else { return };
    let texts = || values.items().filter_map(NodeRef::scalar);
    if let Some(text) = default.scalar()
        && values.items().next().is_some()
        && !texts().any(|value| value == text)
    {
        let message = format!("the default `{text}` of the server variable is not in its `enum`");
        findings.warn(Code::InvalidServer, message, default.id(), did_you_mean(text, texts()));
    }
}

pub(super) fn operation(findings: &mut Findings, given: &Given<'_, '_>) {
    let Some(id) = given.get("operationId").filter(|id| id.kind() == Kind::String) else { return };
    let text = id.text();
    let is_bare = !text.chars().any(char::is_alphanumeric);
    if is_bare || text.trim() != text {
        let what = if is_bare { "has no letter or digit" } else { "begins or ends with a space" };
        let message = format!("the `operationId` `{text}` {what}, so links and pages cannot name the operation");
        findings.warn(Code::InvalidSpec, message, id.id(), "write a name such as `listPets`".to_owned());
    }
}

/// Whether a parameter is written as in Swagger 2; this is reported instead of everything that follows from it.
pub(super) fn is_of_swagger(findings: &mut Findings, object: Object, node: NodeRef<'_>) -> bool {
    let Some(place) = node.get("in").filter(|_| object == Object::Parameter) else { return false };
    let help = match place.text() {
        "body" => "the body is `requestBody` in OpenAPI 3",
        "formData" | "form" => "forms are `requestBody` in OpenAPI 3",
        _ => return false,
    };
    let message = format!("`in` cannot be `{}`", place.text());
    findings.found.push(Diagnostic::new(Code::InvalidSpec, message, place.id()).with_help(help.to_owned()));
    true
}

pub(super) fn parameter(findings: &mut Findings, given: &Given<'_, '_>) {
    let invalid = |message: String, place| Diagnostic::new(Code::InvalidSpec, message, place);
    let name = given.get("name");
    let is_empty = name.is_none() && given.get("in").is_none();
    if name.and_then(NodeRef::scalar).is_none() && given.lacks("name") {
        findings.found.push(invalid("a parameter needs a `name`".to_owned(), given.place));
    }
    let shown = || name.map_or_else(|| "a parameter".to_owned(), |name| format!("the parameter `{}`", name.text()));
    let place = name.map_or(given.place, NodeRef::id);
    let location = given.get("in");
    match location.map(|location| (location, location.as_str())) {
        None if is_empty => return,
        None if given.lacks("in") => {
            let message = "a parameter needs `in`: path, query, header or cookie".to_owned();
            findings.found.push(invalid(message, given.place));
        }
        None => {}
        Some((_, Some("querystring"))) if findings.version >= V32 => {}
        Some((location, Some("querystring"))) => {
            let message =
                format!("`in: querystring` is new in OpenAPI 3.2; the document is {}", number(findings.version));
            findings.warn(Code::VersionMismatch, message, location.id(), None);
        }
        Some((_, Some(text))) if LOCATIONS.contains(&text) => {}
        Some((location, text)) => {
            let text = text.unwrap_or(location.kind().words());
            let help = did_you_mean(text, LOCATIONS).unwrap_or_else(|| format!("use {}", listed(&LOCATIONS)));
            findings.found.push(invalid(format!("`in` cannot be `{text}`"), location.id()).with_help(help));
        }
    }
    let location = location.and_then(NodeRef::as_str);
    if location == Some("path") {
        let at = match given.get("required") {
            None if given.lacks("required") => Some(place),
            Some(required) if required.as_bool() == Some(false) => Some(required.id()),
            _ => None,
        };
        if let Some(at) = at {
            findings.missing(&shown(), "`required: true`", at, Some("a path parameter is always required"));
        }
    }
    if let (Some(style), Some(location)) = (given.get("style").filter(|style| style.as_str().is_some()), location) {
        let allowed: &[&str] = match location {
            "path" => &["matrix", "label", "simple"],
            "query" => &["form", "spaceDelimited", "pipeDelimited", "deepObject"],
            "header" => &["simple"],
            "cookie" => &["form", "cookie"],
            _ => return,
        };
        if STYLES.contains(&style.text()) && !allowed.contains(&style.text()) {
            let message = format!("`style` cannot be `{}` with `in: {location}`", style.text());
            findings.warn(Code::InvalidSpec, message, style.id(), format!("use {}", listed(allowed)));
        }
    }
    one_of_both(findings, given, &shown(), place);
}

/// Either `schema` or `content`.
pub(super) fn schema_or_content(findings: &mut Findings, given: &Given<'_, '_>) {
    one_of_both(findings, given, "a header", given.place);
}

fn one_of_both(findings: &mut Findings, given: &Given<'_, '_>, what: &str, place: NodeId) {
    match (given.get("schema"), given.get("content")) {
        (Some(_), Some(content)) => {
            let message = format!("{what} has both `schema` and `content`");
            findings.warn(Code::InvalidSpec, message, before(content), "remove one of them".to_owned());
        }
        (None, Some(content)) if content.entries().count() > 1 && content.get("$ref").is_none() => {
            let message = format!("`content` of {what} must have one media type");
            findings.warn(Code::InvalidSpec, message, before(content), "the first one is used".to_owned());
        }
        (None, None) if given.lacks("schema") && given.lacks("content") => {
            findings.missing(what, "`schema` or `content`", place, None);
        }
        _ => {}
    }
}

pub(super) fn response(findings: &mut Findings, given: &Given<'_, '_>) {
    // Optional since 3.2.
    if findings.version < V32 && given.lacks("description") {
        findings.missing("a response", "`description`", given.place, None);
    }
}

/// Whether a key is one of a Responses Object: a status code, a range of them, or `default`.
pub(super) fn is_status(key: &str) -> bool {
    matches!(key.as_bytes(), [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9'] | [b'1'..=b'5', b'X', b'X']) || key == "default"
}

/// The keys of a Responses Object.
pub(super) fn responses(findings: &mut Findings, node: NodeRef<'_>) {
    for (key, _) in node.entries() {
        let text = key.text();
        if is_status(text) || is_extension(text) || text == "$ref" {
            continue;
        }
        let upper = text.to_uppercase();
        let help = match upper.as_bytes() {
            [b'1'..=b'5', b'X', b'X'] => Some(format!("did you mean `{upper}`?")),
            [first @ b'1'..=b'5', _, _] if upper.ends_with(['X']) => {
                Some(format!("did you mean `{}XX`?", char::from(*first)))
            }
            _ => did_you_mean(text, ["default"]),
        };
        let help = help.unwrap_or_else(|| "write three digits, a range such as `2XX`, or `default`".to_owned());
        findings.warn(Code::InvalidSpec, format!("`{text}` is not a status code"), key.id(), help);
    }
}

pub(super) fn security_scheme(findings: &mut Findings, given: &Given<'_, '_>) {
    let Some(kind) = given.get("type").and_then(NodeRef::as_str) else { return };
    let needed: &[&str] = match kind {
        "apiKey" => &["name", "in"],
        "http" => &["scheme"],
        "oauth2" => &["flows"],
        "openIdConnect" => &["openIdConnectUrl"],
        _ => &[],
    };
    let article = if matches!(kind, "http") { "a" } else { "an" };
    for field in needed.iter().filter(|field| given.lacks(field)) {
        let what = format!("{article} `{kind}` security scheme");
        findings.missing(&what, &format!("`{field}`"), given.place, None);
    }
}

pub(super) fn flow(findings: &mut Findings, given: &Given<'_, '_>) {
    let Some(scopes) = given.get("scopes") else { return };
    if !scopes.is_object() {
        let help = scopes.is_array().then(|| "write each scope as `name: description`".to_owned());
        let message = format!("`scopes` must be an object, found {}", scopes.kind().words());
        findings.warn(Code::InvalidSpec, message, scopes.id(), help);
    }
}

pub(super) fn schema(findings: &mut Findings, given: &Given<'_, '_>) {
    let is_old = findings.version == V30;
    for key in ["exclusiveMinimum", "exclusiveMaximum"] {
        let Some(value) = given.get(key) else { continue };
        let (message, help) = match value.kind() {
            Kind::Bool if is_old => continue,
            Kind::Number if !is_old => continue,
            Kind::Number => (
                format!("`{key}` is a boolean in OpenAPI 3.0; the bound is in `{}`", bound(key)),
                format!("write `{}: {}` and `{key}: true`", bound(key), value.text()),
            ),
            Kind::Bool => (
                format!("`{key}` is the bound itself since OpenAPI 3.1, not a boolean"),
                format!("write the bound as `{key}`, without `{}`", bound(key)),
            ),
            _ => {
                findings.mistyped(key, if is_old { "a boolean" } else { "a number" }, value);
                continue;
            }
        };
        findings.warn(Code::VersionMismatch, message, before(value), help);
    }
    if let Some(nullable) = given.get("nullable").filter(|_| !is_old) {
        // An unknown keyword, which is allowed.
        let message = "`nullable` has no meaning since OpenAPI 3.1";
        let help = "write `type: [string, 'null']`, or `null` among the alternatives".to_owned();
        let found = Diagnostic::new(Code::VersionMismatch, message, before(nullable)).with_help(help);
        findings.found.push(Diagnostic { severity: Severity::Info, ..found });
    }
    if let Some(kind) = given.get("type").filter(|_| is_old) {
        let message = match (kind.kind(), kind.text()) {
            (Kind::Array, _) => "`type` is a list only since OpenAPI 3.1; the document is 3.0",
            (_, "null") => "`type: 'null'` is new in OpenAPI 3.1; the document is 3.0",
            (_, "array") if given.lacks("items") => {
                return findings.missing("a schema with `type: array`", "`items`", before(kind), None);
            }
            _ => return,
        };
        findings.warn(
            Code::VersionMismatch,
            message,
            kind.id(),
            "write `nullable: true` for values that may be null".to_owned(),
        );
    }
    if let Some(items) = given.get("items").filter(|items| items.is_array()) {
        let help = if is_old { "write one schema, such as `oneOf`" } else { "a list of schemas is `prefixItems`" };
        findings.warn(
            Code::VersionMismatch,
            "`items` must be one schema, found an array",
            before(items),
            help.to_owned(),
        );
    }
}

/// The keyword with the bound of an exclusive one.
fn bound(key: &str) -> &'static str {
    if key == "exclusiveMinimum" { "minimum" } else { "maximum" }
}

/// What to write in OpenAPI 3.0 instead of a newer field.
pub(super) fn instead(key: &str) -> Option<&'static str> {
    Some(match key {
        "const" => "write `enum` with one value",
        "examples" => "write `example`",
        "webhooks" => "other tools may ignore it; declare `openapi: 3.1.0`, or write `x-webhooks`",
        _ => return None,
    })
}

/// What to write instead of a value that Swagger 2 or another language has.
pub(super) fn renamed(key: &str, text: &str) -> Option<&'static str> {
    Some(match (key, text) {
        ("type", "basic") => "write `type: http` and `scheme: basic`",
        ("type", "bearer" | "jwt" | "JWT" | "Bearer") => "write `type: http` and `scheme: bearer`",
        _ => return None,
    })
}

/// What to write instead of a type that JSON Schema does not have.
pub(super) fn json_type(text: &str) -> Option<&'static str> {
    Some(match text.to_ascii_lowercase().as_str() {
        "int" | "int32" | "int64" | "long" | "short" => "did you mean `integer`?",
        "float" | "double" | "decimal" => "did you mean `number`?",
        "bool" => "did you mean `boolean`?",
        "str" | "text" => "did you mean `string`?",
        "dict" | "map" | "hash" | "struct" => "did you mean `object`?",
        "list" | "tuple" | "set" => "did you mean `array`?",
        "none" | "nil" => "did you mean `null`?",
        "any" | "mixed" => "leave out `type` to allow any value",
        "file" | "binary" => "write `type: string` and `format: binary`",
        "date" => "write `type: string` and `format: date`",
        "datetime" | "date-time" | "timestamp" => "write `type: string` and `format: date-time`",
        "uuid" | "uri" | "email" | "byte" => "write `type: string`, and this as its `format`",
        _ => return None,
    })
}
