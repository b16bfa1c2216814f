//! Values during evaluation, and their conversion to JSON with a list of the computed parts.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::scope::{Computed, Function, Unknown};
use crate::literal::Value;

/// The greatest number of computed parts that are listed.
const MOST_LISTED: usize = 1_000;
/// The key of a spread value that is not known, in place of the members that it would add.
pub(super) const SPREAD: &str = "...";

/// A value of a settings file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Evaluated {
    /// The value. A computed member of an object is `null`; computed items of a list are left out.
    pub(crate) value: Value,
    /// The computed parts.
    pub(crate) computed: Vec<Computed>,
    /// The places where an assumption was made to get a value.
    pub(crate) assumed: Vec<Computed>,
}

/// A value during evaluation.
#[derive(Clone, Debug)]
pub(super) enum JsValue {
    Undefined,
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    /// The members in source order; of those with the same key, the last one counts.
    Object(Vec<(String, Self)>),
    Function(Rc<Function>),
    /// It is computed.
    Unknown(Rc<Unknown>),
}

impl JsValue {
    /// Whether JavaScript takes it for true. `None` if that is not known.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Self::Undefined | Self::Null => Some(false),
            Self::Flag(flag) => Some(*flag),
            Self::Number(number) => Some(*number != 0.0),
            Self::Text(text) => Some(!text.is_empty()),
            Self::List(_) | Self::Object(_) | Self::Function(_) => Some(true),
            Self::Unknown(_) => None,
        }
    }

    /// A member of an object or an item of a list.
    pub(super) fn member(&self, key: &str) -> JsMember<'_> {
        match self {
            Self::Object(members) => match members.iter().rev().find(|(name, _)| name == key || name == SPREAD) {
                Some((_, value)) => JsMember::Known(value),
                None => JsMember::Missing,
            },
            Self::List(items) => {
                let index = key.parse().ok();
                let is_known = !items.iter().any(|item| matches!(item, Self::Unknown(_)));
                match index.filter(|_| is_known).map(|index: usize| items.get(index)) {
                    Some(Some(item)) => JsMember::Known(item),
                    Some(None) => JsMember::Missing,
                    None => JsMember::Other,
                }
            }
            Self::Unknown(_) => JsMember::Known(self),
            _ => JsMember::Other,
        }
    }

    /// Whether two values are equal. `None` unless both are primitive.
    pub(super) fn equals(&self, other: &Self) -> Option<bool> {
        let is_primitive =
            |value: &Self| !matches!(value, Self::List(_) | Self::Object(_) | Self::Function(_) | Self::Unknown(_));
        if !is_primitive(self) || !is_primitive(other) {
            return None;
        }
        Some(match (self, other) {
            (Self::Flag(left), Self::Flag(right)) => left == right,
            (Self::Number(left), Self::Number(right)) => left.total_cmp(right).is_eq(),
            (Self::Text(left), Self::Text(right)) => left == right,
            (Self::Undefined, Self::Undefined) | (Self::Null, Self::Null) => true,
            _ => false,
        })
    }

    /// As text, if it is a string or a number.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(json_number(*number).to_string()),
            _ => None,
        }
    }

    /// As JSON. The computed parts are added to `computed`.
    pub(super) fn json(self, path: &mut Vec<String>, computed: &mut Vec<Computed>) -> Value {
        match self {
            Self::Undefined | Self::Null => Value::Null,
            Self::Flag(flag) => flag.into(),
            Self::Number(number) => json_number(number),
            Self::Text(text) => text.into(),
            Self::List(items) => {
                let mut out = Vec::with_capacity(items.len());
                for item in items {
                    let is_known = !matches!(item, Self::Unknown(_) | Self::Function(_));
                    let value = item.json(path, computed);
                    if is_known {
                        out.push(value);
                    }
                }
                Value::Array(out)
            }
            Self::Object(members) => {
                let last: BTreeMap<String, usize> =
                    members.iter().enumerate().map(|(index, (key, _))| (key.clone(), index)).collect();
                let mut out = serde_json::Map::new();
                for (index, (key, value)) in members.into_iter().enumerate() {
                    if key == SPREAD {
                        value.json(path, computed);
                    } else if last.get(&key) == Some(&index) {
                        path.push(key.clone());
                        let value = value.json(path, computed);
                        path.pop();
                        out.insert(key, value);
                    } else {
                        // It keeps its position.
                        out.insert(key, Value::Null);
                    }
                }
                Value::Object(out)
            }
            Self::Function(function) => {
                list(computed, &function.unknown(), path);
                Value::Null
            }
            Self::Unknown(unknown) => {
                list(computed, &unknown, path);
                Value::Null
            }
        }
    }
}

/// The result of a member access.
pub(super) enum JsMember<'v> {
    Known(&'v JsValue),
    /// The value has no such member.
    Missing,
    /// A member that only the language defines, such as a method.
    Other,
}

/// Adds a computed part at a path to a list, unless it is there.
pub(super) fn list(all: &mut Vec<Computed>, found: &Unknown, path: &[String]) {
    if all.len() < MOST_LISTED {
        let found = found.listed(&path.join("."));
        if !all.contains(&found) {
            all.push(found);
        }
    }
}

/// A number as in JSON: an integer if possible.
pub(super) fn json_number(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
    if is_whole { Value::from(number as i64) } else { Value::from(number) }
}
