//! Values of fields written by the author, for samples and examples: the author's, or else a value of the type.

use openapi::endpoint::{Example, Field, Location, Media, MediaKind, Value, media_kind, scalar, stated};
use openapi::schema::{Constraint, Types};

/// The value of a parameter in samples, if it is required or the author gives an example.
pub(super) fn sample(field: &Field, location: Location) -> Option<Value> {
    let facts = field.facts.as_deref();
    if let Some(example) = facts.and_then(|facts| facts.get(Constraint::Example)) {
        return Some(Value::of(example));
    }
    if !field.required && location != Location::Path {
        return None;
    }
    let value = value(field);
    // A placeholder says less than the parameter's own name.
    if location == Location::Path && value == Value::String("string".into()) {
        return Some(Value::String(format!("{{{}}}", field.name).into()));
    }
    Some(value)
}

/// A possible value of a field. The page's parser bounds the recursion.
fn value(field: &Field) -> Value {
    let facts = field.facts.as_deref();
    if let Some(given) = facts.and_then(stated) {
        return given;
    }
    let kind = field.kind.trim().to_ascii_lowercase();
    let of_items = kind.strip_prefix("array").or_else(|| kind.strip_prefix("list"));
    let of_items = of_items.map(|rest| rest.trim_start_matches([' ', '<', '[']).trim_start_matches("of "));
    let of_items = of_items.or_else(|| kind.strip_suffix("[]"));
    let one = |kind: &str| match field.children.is_empty() {
        false => members(&field.children),
        true if kind.starts_with("object") || kind.starts_with("map") => Value::Object(Vec::new()),
        true => scalar(types(kind), &facts.cloned().unwrap_or_default()),
    };
    match of_items {
        Some("") if field.children.is_empty() => Value::Array(Vec::new()),
        Some(items) => Value::Array(vec![one(items)]),
        None => one(&kind),
    }
}

/// The type at the start of a text; string if there is none.
fn types(words: &str) -> Types {
    let first = words.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    match first {
        "integer" | "int" | "int32" | "int64" | "long" | "number" | "float" | "double" | "decimal" => Types::NUMBER,
        "boolean" | "bool" => Types::BOOLEAN,
        "null" => Types::NULL,
        _ => Types::STRING,
    }
}

/// An object with these fields.
fn members(fields: &[Field]) -> Value {
    Value::Object(fields.iter().map(|field| (field.name.clone(), value(field))).collect())
}

/// Adds an example made from its fields to a body without one; in one generated from a schema, `fields` take
/// precedence.
pub(super) fn complete_example(media: &mut Media, fields: &[Field]) {
    if media.examples.is_empty() {
        let all = media.field.as_ref().map(|field| members(&field.children));
        let Some(value) = all.filter(|_| media_kind(&media.name) != MediaKind::Other) else { return };
        media.examples.push(Example { value: Some(value.clone()), ..Example::made(value.json().into()) });
        return;
    }
    let has_complete = media.examples.iter().any(|example| example.is_complete);
    for example in media.examples.iter_mut().filter(|example| example.made) {
        let mut value = example.value.clone().unwrap_or_else(|| Value::read(&example.text));
        set_members(&mut value, fields, example.is_complete || !has_complete);
        let kept = example.value.is_some().then(|| value.clone());
        let is_complete = example.is_complete;
        *example = Example { value: kept, is_complete, ..Example::made(value.json().into()) };
    }
}

/// Sets the members of an object. Optional ones without an example are added only to a complete one.
fn set_members(object: &mut Value, fields: &[Field], is_complete: bool) {
    let Value::Object(members) = object else { return };
    for field in fields {
        let is_known = members.iter().any(|(name, _)| *name == field.name);
        if !is_known && !is_complete && !field.required && field.facts.as_deref().and_then(stated).is_none() {
            continue;
        }
        let value = value(field);
        match members.iter_mut().find(|(name, _)| *name == field.name) {
            Some((_, known)) => *known = value,
            None => members.push((field.name.clone(), value)),
        }
    }
}
