//! A request described in the attributes of `wc-playground`, with or without an operation of the spec.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::{USUAL_MEDIA, media_by_hand, undescribed};
use crate::parse::markdown::Component;
use base::tree::{Limits, Tree};
use openapi::endpoint::{Body, Endpoint, Example, Field, Location, Media, Parameter, SecurityNeed, ServerLevel, Value};
use openapi::schema::{AllowedValue, Constraint, Facts, Literal};
use openapi::security::{self, SecurityKind, SecurityScheme};
use openapi::server::Server;
use openapi::spec::Text;

/// Returns the request of a `wc-playground`: the operation's, overridden by what the author wrote.
pub(crate) fn authored_request(component: &Component, resolved: Option<&Endpoint>) -> Endpoint {
    let mut endpoint = resolved.cloned().unwrap_or_else(nothing);
    if let Some(method) = component.text("method") {
        endpoint.head.method = method.to_ascii_uppercase().into();
    }
    if let Some(url) = component.text("url") {
        let (server, path) = split_url(url);
        endpoint.head.path = path.into();
        if !server.is_empty() {
            endpoint.servers = vec![server_at(server)];
        }
    }
    if let Some(server) = component.text("server") {
        endpoint.servers = vec![server_at(server)];
    }
    let json = |name: &str| component.text(name).and_then(|text| serde_json::from_str::<Json>(text).ok());
    match json("params") {
        Some(Json::Array(parameters)) => parameters.iter().for_each(|item| set_parameter(&mut endpoint, item)),
        Some(Json::Object(values)) => {
            for (name, value) in &values {
                set_value(&mut endpoint, name, value);
            }
        }
        _ => {}
    }
    if resolved.is_none() {
        add_path_parameters(&mut endpoint);
        add_body(&mut endpoint);
    }
    if let Some(auth) = json("auth") {
        endpoint.security = alternatives(&auth);
    }
    endpoint.parameters.sort_by_key(|parameter| parameter.location);
    endpoint
}

/// An empty `GET` request.
fn nothing() -> Endpoint {
    let mut endpoint = undescribed();
    endpoint.head.method = "GET".into();
    endpoint.head.path = "/".into();
    endpoint.servers_of = ServerLevel::Operation;
    endpoint
}

/// Splits a URL into server and path; either may be empty.
fn split_url(url: &str) -> (&str, &str) {
    let Some((scheme, rest)) = url.split_once("://") else { return ("", url) };
    let host = rest.find('/').unwrap_or(rest.len());
    url.split_at(scheme.len() + "://".len() + host)
}

fn server_at(url: &str) -> Server {
    Server { url: url.into(), name: None, description: None, variables: Vec::new() }
}

/// Adds or replaces a parameter that the author describes.
fn set_parameter(endpoint: &mut Endpoint, item: &Json) {
    let Some(members) = item.as_object() else { return };
    let Some(name) = text(members, "name") else { return };
    if text(members, "in").as_deref() == Some("body") {
        set_body_field(endpoint, field(&name, members));
        return;
    }
    let in_path = endpoint.head.path.contains(&format!("{{{name}}}"));
    let location = match text(members, "in").as_deref() {
        Some("path") => Location::Path,
        Some("header") => Location::Header,
        Some("cookie") => Location::Cookie,
        None if in_path => Location::Path,
        _ => Location::Query,
    };
    let mut field = field(&name, members);
    field.required |= location == Location::Path;
    let sample = members.get("value").or_else(|| members.get("example")).or_else(|| members.get("default"));
    let parameter = Parameter {
        location,
        sample: sample.map(value),
        field,
        style: text(members, "style"),
        explode: members.get("explode").and_then(Json::as_bool),
        allow_reserved: members.get("allowReserved").and_then(Json::as_bool).unwrap_or_default(),
        content: None,
    };
    let known = endpoint
        .parameters
        .iter_mut()
        .find(|known| known.location == location && known.field.name == parameter.field.name);
    match known {
        Some(known) => *known = parameter,
        None => endpoint.parameters.push(parameter),
    }
}

/// Sets the initial value of a parameter; an undeclared one is in the path or the query.
fn set_value(endpoint: &mut Endpoint, name: &str, json: &Json) {
    match endpoint.parameters.iter_mut().find(|parameter| &*parameter.field.name == name) {
        Some(parameter) => parameter.sample = Some(value(json)),
        None => set_parameter(endpoint, &serde_json::json!({ "name": name, "value": json })),
    }
}

/// Adds a parameter for each name in braces of the path.
fn add_path_parameters(endpoint: &mut Endpoint) {
    let path = endpoint.head.path.clone();
    for part in path.split('{').skip(1) {
        let Some((name, _)) = part.split_once('}') else { continue };
        let is_known = |parameter: &Parameter| parameter.location == Location::Path && &*parameter.field.name == name;
        if !endpoint.parameters.iter().any(is_known) {
            set_parameter(endpoint, &serde_json::json!({ "name": name, "in": "path" }));
        }
    }
}

/// Adds an empty body for methods that usually have one.
fn add_body(endpoint: &mut Endpoint) {
    if endpoint.body.is_none() && ["POST", "PUT", "PATCH", "QUERY"].contains(&&*endpoint.head.method) {
        endpoint.body = Some(json_body(Vec::new()));
    }
    let Some(media) = endpoint.body.as_mut().and_then(|body| body.media.first_mut()) else { return };
    let fields = media.field.iter().flat_map(|field| &field.children);
    let members: Vec<(Text, Value)> = fields.map(|field| (field.name.clone(), sample_of(field))).collect();
    if !members.is_empty() {
        let text = Value::Object(members).json().into();
        media.examples = vec![Example::made(text)];
    }
}

fn set_body_field(endpoint: &mut Endpoint, field: Field) {
    let body = endpoint.body.get_or_insert_with(|| json_body(Vec::new()));
    body.required |= field.required;
    let Some(root) = body.media.first_mut().and_then(|media| media.field.as_mut()) else { return };
    let mut fields = std::mem::take(&mut root.children).into_vec();
    fields.retain(|known| known.name != field.name);
    fields.push(field);
    root.children = fields.into();
}

fn json_body(fields: Vec<Field>) -> Body {
    let field = Field { kind: "object".into(), children: fields.into(), ..Field::default() };
    let media = Media { field: Some(field), ..media_by_hand(USUAL_MEDIA) };
    Body { required: false, description: None, media: vec![media] }
}

/// An example value: the author's, or else one of the type.
fn sample_of(field: &Field) -> Value {
    let facts = field.facts.as_deref();
    let given = [Constraint::Example, Constraint::Default];
    let given = given.into_iter().find_map(|constraint| facts?.get(constraint)).map(Value::of);
    let first = || facts.and_then(|facts| facts.values.first()).map(|allowed| Value::of(&allowed.literal));
    given.or_else(first).unwrap_or_else(|| match &*field.kind {
        "integer" | "number" => Value::Literal("1".into()),
        "boolean" => Value::Literal("true".into()),
        "object" => Value::Object(Vec::new()),
        kind if kind.starts_with("array") => Value::Array(Vec::new()),
        _ => Value::String("string".into()),
    })
}

/// A field described by JSON members with OpenAPI's names. A `schema` member is read the same way.
fn field(name: &str, members: &Map<String, Json>) -> Field {
    let schema = members.get("schema").and_then(Json::as_object).unwrap_or(members);
    let get = |key: &str| members.get(key).or_else(|| schema.get(key));
    let kind = match (text(schema, "type"), schema.get("items").and_then(|items| text(items.as_object()?, "type"))) {
        (Some(kind), Some(items)) if &*kind == "array" => format!("array of {items}"),
        (Some(kind), _) => kind.to_string(),
        (None, _) => "string".to_owned(),
    };
    let mut facts = Facts { description: text(members, "description"), ..Facts::default() };
    for constraint in [Constraint::Format, Constraint::Default, Constraint::Example] {
        facts.constraints.extend(get(constraint.keyword()).map(|json| (constraint, literal(json))));
    }
    let values = get("enum").and_then(Json::as_array).into_iter().flatten();
    facts.values = values.map(|json| AllowedValue { literal: literal(json), description: None }).collect();
    Field {
        name: name.into(),
        kind: kind.into(),
        required: members.get("required").and_then(Json::as_bool).unwrap_or_default(),
        facts: Some(Arc::new(facts)),
        ..Field::default()
    }
}

/// The attribute `auth`: one scheme, or alternatives, each a scheme or a list of schemes that are required together.
fn alternatives(auth: &Json) -> Vec<Vec<SecurityNeed>> {
    let needs = |json: &Json| match json {
        Json::Array(together) => together.iter().filter_map(need).collect(),
        one => need(one).into_iter().collect::<Vec<_>>(),
    };
    match auth {
        Json::Array(alternatives) => alternatives.iter().map(needs).collect(),
        one => vec![needs(one)],
    }
}

/// A scheme as in OpenAPI with the required scopes, or just `basic` or `bearer`.
fn need(json: &Json) -> Option<SecurityNeed> {
    let http = |scheme: &str| SecurityKind::Http { scheme: scheme.into(), bearer_format: None };
    let mut scopes = Vec::new();
    let (kind, id) = match json {
        Json::String(name) => (http(name), Text::from(name.as_str())),
        Json::Object(members) => {
            let given = text(members, "type").unwrap_or_else(|| "bearer".into());
            let kind = match &*given {
                "apiKey" => SecurityKind::ApiKey {
                    name: text(members, "name").unwrap_or_default(),
                    location: text(members, "in").unwrap_or_else(|| "header".into()),
                },
                "http" => http(&text(members, "scheme").unwrap_or_else(|| "bearer".into())),
                "oauth2" | "openIdConnect" => described(json).unwrap_or_else(|| http("bearer")),
                "mutualTLS" => SecurityKind::MutualTls,
                scheme => http(scheme),
            };
            let needed = members.get("scopes").and_then(Json::as_array).into_iter().flatten();
            scopes = needed.filter_map(Json::as_str).map(Text::from).collect();
            let id = text(members, "id").or_else(|| text(members, "name"));
            (kind, id.unwrap_or(given))
        }
        _ => return None,
    };
    let scheme = Some(SecurityScheme { kind, description: None, deprecated: false });
    Some(SecurityNeed { name: id, scopes, scheme })
}

/// The kind of a scheme, as in OpenAPI.
fn described(scheme: &Json) -> Option<SecurityKind> {
    let tree = Tree::from_json(&scheme.to_string(), Limits::default()).tree;
    Some(security::scheme(tree.root())?.kind)
}

fn text(members: &Map<String, Json>, key: &str) -> Option<Text> {
    members.get(key).and_then(Json::as_str).map(Text::from)
}

fn literal(json: &Json) -> Literal {
    match json {
        Json::String(text) => Literal { text: text.as_str().into(), is_string: true },
        json => Literal { text: json.to_string().into(), is_string: false },
    }
}

fn value(json: &Json) -> Value {
    Value::of(&literal(json))
}
