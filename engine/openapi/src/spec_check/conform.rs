//! Whether a value contradicts a schema, as far as that is certain. What is not understood (`not`, `if`, `pattern`, formats,
//! references that lead nowhere) allows everything: a finding is never a guess.
//!
//! Reads the schema where it stands and not as it is lowered: there a type that is only implied looks like one that is
//! demanded.

use std::collections::BTreeMap;

use super::chunk::words;
use crate::Db;
use crate::reference::{Target, follow, resolve};
use crate::schema::Types;
use base::tree::{Kind, NodeRef, is_json_number};

/// Schemas and values are looked into to this depth, references included.
const DEEPEST: usize = 64;
/// Numbers beyond are not told apart by `f64`.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// What contradicts a schema.
#[derive(Debug)]
pub(super) struct Mismatch<'db> {
    /// The value that does.
    pub(super) value: NodeRef<'db>,
    /// Where it is in the whole, as a JSON Pointer.
    pub(super) path: String,
    /// What is wrong with it.
    pub(super) what: String,
    /// It is of another type.
    pub(super) is_type: bool,
}

/// Puts values to schemas.
pub(super) struct Checker<'db> {
    pub(super) db: &'db dyn Db,
    /// The document is of OpenAPI 3.0.
    pub(super) is_old: bool,
    /// How many members may still be looked at; then nothing is found any more.
    pub(super) left: usize,
}

impl<'db> Checker<'db> {
    /// What of `value` contradicts the schema at a place, if that is certain.
    pub(super) fn check(&mut self, value: NodeRef<'db>, schema: Target<'db>, depth: usize) -> Option<Mismatch<'db>> {
        let node = schema.node(self.db);
        if depth > DEEPEST || !self.may_look_at(node) || is_unknown_number(value) {
            return None;
        }
        let is_null = value.kind() == Kind::Null;
        // An identifier changes where references lead.
        if !node.is_object() || is_null && node.get_bool("nullable") || node.get("$id").is_some() {
            return None;
        }
        if let Some(reference) = node.get_str("$ref") {
            let target = resolve(self.db, schema.chunk, reference);
            let found = target.ok().and_then(|target| self.check(value, target, depth + 1));
            if found.is_some() || self.is_old {
                return found;
            }
        }
        let wrong_type = node.get("type").and_then(|types| wrong_type(value, types));
        if let Some(what) = wrong_type {
            return Some(Mismatch { value, path: String::new(), what, is_type: true });
        }
        if let Some(what) = self.wrong_value(value, node) {
            return Some(Mismatch { value, path: String::new(), what, is_type: false });
        }
        match value.kind() {
            Kind::Object => self.members(value, schema, depth),
            Kind::Array => self.items(value, schema, depth),
            _ => None,
        }
        .or_else(|| self.composed(value, schema, depth))
    }

    /// Whether the members of a schema may be looked at.
    fn may_look_at(&mut self, node: NodeRef<'_>) -> bool {
        let cost = 1 + node.entries().count();
        self.left = self.left.saturating_sub(cost);
        self.left > 0
    }

    /// What keywords of one value find wrong.
    fn wrong_value(&mut self, value: NodeRef<'_>, schema: NodeRef<'_>) -> Option<String> {
        for (key, limit) in schema.entries() {
            let wrong = match key.text() {
                "enum" => {
                    self.is_none_of(value, limit).then(|| format!("{} is none of the allowed values", shown(value)))
                }
                "const" if !self.is_old => (is_same(value, limit) == Some(false))
                    .then(|| format!("{} is not the only allowed value", shown(value))),
                keyword => count_of(keyword, value)
                    .filter(|(count, is_least)| {
                        limit.text().parse().is_ok_and(
                            |limit: usize| {
                                if *is_least { *count < limit } else { *count > limit }
                            },
                        )
                    })
                    .map(|(count, _)| format!("`{keyword}` is {}, and there are {count}", limit.text()))
                    .or_else(|| wrong_number(keyword, value, limit, schema)),
            };
            if wrong.is_some() {
                return wrong;
            }
        }
        None
    }

    /// Whether a value is certainly not in a list.
    fn is_none_of(&mut self, value: NodeRef<'_>, list: NodeRef<'_>) -> bool {
        self.left = self.left.saturating_sub(list.items().count());
        self.left > 0 && list.is_array() && list.items().all(|item| is_same(value, item) == Some(false))
    }

    /// What is wrong with the members of an object.
    fn members(&mut self, value: NodeRef<'db>, schema: Target<'db>, depth: usize) -> Option<Mismatch<'db>> {
        let node = schema.node(self.db);
        let properties = node.get("properties").filter(|properties| properties.is_object());
        let members: BTreeMap<&str, NodeRef<'db>> = value.entries().map(|(key, value)| (key.text(), value)).collect();
        self.left = self.left.saturating_sub(members.len());
        let known: BTreeMap<&str, NodeRef<'db>> =
            properties.into_iter().flat_map(NodeRef::entries).map(|(key, schema)| (key.text(), schema)).collect();
        self.left = self.left.saturating_sub(known.len());
        let required = node.get("required").into_iter().flat_map(NodeRef::items).filter_map(NodeRef::as_str);
        for name in required {
            if !members.contains_key(name)
                && let Some(property) = known.get(name)
                && !self.travels_one_way(schema.at(*property))
            {
                let what = format!("the required member `{name}` is missing");
                return Some(Mismatch { value, path: String::new(), what, is_type: false });
            }
        }
        for (name, member) in members {
            let found = match known.get(name) {
                Some(property) => self.check(member, schema.at(*property), depth + 1),
                None => self.further_member(name, member, schema, depth),
            };
            if let Some(found) = found {
                return Some(below(found, name));
            }
        }
        None
    }

    /// What is wrong with a member that is not among the properties.
    fn further_member(
        &mut self,
        name: &str,
        member: NodeRef<'db>,
        schema: Target<'db>,
        depth: usize,
    ) -> Option<Mismatch<'db>> {
        let node = schema.node(self.db);
        if node.get("patternProperties").is_some() {
            return None;
        }
        let further = node.get("additionalProperties")?;
        if further.as_bool() == Some(false) {
            let what = format!("the member `{name}` is none of those that the schema has");
            return Some(Mismatch { value: member, path: String::new(), what, is_type: false });
        }
        self.check(member, schema.at(further), depth + 1)
    }

    /// What is wrong with the items of an array.
    fn items(&mut self, value: NodeRef<'db>, schema: Target<'db>, depth: usize) -> Option<Mismatch<'db>> {
        let node = schema.node(self.db);
        let own = node.get("items").filter(|items| items.is_object());
        let first = node.get("prefixItems").filter(|_| !self.is_old);
        let mut first = first.into_iter().flat_map(NodeRef::items);
        for (at, item) in value.items().enumerate() {
            let Some(schema_of_item) = first.next().or(own) else { break };
            if let Some(found) = self.check(item, schema.at(schema_of_item), depth + 1) {
                return Some(below(found, &at.to_string()));
            }
        }
        None
    }

    /// What contradicts one of the schemas that hold together, or each of the alternatives.
    fn composed(&mut self, value: NodeRef<'db>, schema: Target<'db>, depth: usize) -> Option<Mismatch<'db>> {
        let node = schema.node(self.db);
        for part in node.get("allOf").into_iter().flat_map(NodeRef::items) {
            if let Some(found) = self.check(value, schema.at(part), depth + 1) {
                return Some(found);
            }
        }
        ["oneOf", "anyOf"].into_iter().find_map(|keyword| self.alternatives(value, schema, keyword, depth))
    }

    /// What contradicts each of the alternatives.
    fn alternatives(
        &mut self,
        value: NodeRef<'db>,
        schema: Target<'db>,
        keyword: &str,
        depth: usize,
    ) -> Option<Mismatch<'db>> {
        let mut only = None;
        let (mut count, mut is_type) = (0, true);
        for alternative in schema.node(self.db).get(keyword)?.items() {
            let found = self.check(value, schema.at(alternative), depth + 1)?;
            is_type &= found.is_type && found.path.is_empty();
            only = Some(found);
            count += 1;
        }
        if count < 2 {
            return only;
        }
        let what = format!("{} follows none of the {count} alternatives of `{keyword}`", words(value));
        Some(Mismatch { value, path: String::new(), what, is_type })
    }

    /// Whether a member is for requests alone or responses alone, or is left out everywhere: then it may be missing.
    fn travels_one_way(&self, property: Target<'db>) -> bool {
        let is_marked =
            |node: NodeRef<'_>| ["readOnly", "writeOnly", "x-internal"].iter().any(|flag| node.get_bool(flag));
        let Ok(target) = follow(self.db, property) else { return true };
        let node = target.node(self.db);
        let mut parts = node.get("allOf").into_iter().flat_map(NodeRef::items);
        let is_marked_part = |part| follow(self.db, target.at(part)).is_ok_and(|part| is_marked(part.node(self.db)));
        is_marked(property.node(self.db)) || is_marked(node) || parts.any(is_marked_part)
    }
}

/// What was found in a value is in the member of that name.
fn below<'db>(found: Mismatch<'db>, name: &str) -> Mismatch<'db> {
    let path = format!("/{}{}", name.replace('~', "~0").replace('/', "~1"), found.path);
    Mismatch { path, ..found }
}

/// Whether a number is one that JSON does not know, which is written as a string elsewhere.
fn is_unknown_number(value: NodeRef<'_>) -> bool {
    value.kind() == Kind::Number && !is_json_number(value.text())
}

/// A number, where `f64` holds it exactly enough to compare.
fn number(value: NodeRef<'_>) -> Option<f64> {
    let is_number = value.kind() == Kind::Number && !is_unknown_number(value);
    let number = value.text().parse::<f64>().ok().filter(|_| is_number)?;
    (number.abs() <= LARGEST_EXACT).then_some(number)
}

/// What is wrong with the type of a value; nothing where a type is unknown.
fn wrong_type(value: NodeRef<'_>, types: NodeRef<'_>) -> Option<String> {
    let mut expected = Types::default();
    for name in std::iter::once(types).filter(|types| !types.is_array()).chain(types.items()) {
        expected = expected.with(Types::named(name.as_str()?)?);
    }
    let own = match value.kind() {
        Kind::Null => Types::NULL,
        Kind::Bool => Types::BOOLEAN,
        Kind::String => Types::STRING,
        Kind::Array => Types::ARRAY,
        Kind::Object => Types::OBJECT,
        Kind::Number if expected.has(Types::NUMBER) => return None,
        // A number without a fraction is an integer, however it is written.
        Kind::Number if number(value).is_none_or(|number| number.fract() == 0.0) => Types::INTEGER,
        Kind::Number => Types::NUMBER,
    };
    if expected.is_empty() || expected.has(own) {
        return None;
    }
    let names: Vec<&str> = Types::NAMED.iter().filter(|(kind, _)| expected.has(*kind)).map(|(_, name)| *name).collect();
    let found = if value.kind() == Kind::Null { "null" } else { words(value) };
    Some(format!("expected {}, found {found}", names.join(" or ")))
}

/// How many of what a keyword counts there are in a value, and whether the keyword gives the least number.
fn count_of(keyword: &str, value: NodeRef<'_>) -> Option<(usize, bool)> {
    let count = match (keyword, value.kind()) {
        ("minLength" | "maxLength", Kind::String) => value.text().chars().count(),
        ("minItems" | "maxItems", Kind::Array) => value.items().count(),
        ("minProperties" | "maxProperties", Kind::Object) => value.entries().count(),
        _ => return None,
    };
    Some((count, keyword.starts_with("min")))
}

/// What a bound of numbers finds wrong.
fn wrong_number(keyword: &str, value: NodeRef<'_>, limit: NodeRef<'_>, schema: NodeRef<'_>) -> Option<String> {
    let (value, bound) = (number(value)?, number(limit)?);
    // In 3.0 a flag beside the bound.
    let is_open = |flag: &str| schema.get_bool(flag);
    let is_wrong = match keyword {
        "minimum" => value < bound || value <= bound && is_open("exclusiveMinimum"),
        "maximum" => value > bound || value >= bound && is_open("exclusiveMaximum"),
        "exclusiveMinimum" => value <= bound,
        "exclusiveMaximum" => value >= bound,
        "multipleOf" => bound >= 1.0 && bound.fract() == 0.0 && value.fract() == 0.0 && value % bound != 0.0,
        _ => false,
    };
    is_wrong.then(|| format!("`{keyword}` is {}, and it is {value}", limit.text()))
}

/// Whether two scalars are the same value, if that is certain.
fn is_same(a: NodeRef<'_>, b: NodeRef<'_>) -> Option<bool> {
    match (a.kind(), b.kind()) {
        (Kind::Array | Kind::Object, _) | (_, Kind::Array | Kind::Object) => None,
        _ if is_unknown_number(a) || is_unknown_number(b) => None,
        (Kind::Number, Kind::Number) => Some(number(a)? == number(b)?),
        (Kind::Bool, Kind::Bool) => Some(a.as_bool() == b.as_bool()),
        (Kind::String, Kind::String) => Some(a.text() == b.text()),
        (one, other) => Some(one == other),
    }
}

/// The beginning of a scalar, as a finding names it.
fn shown(value: NodeRef<'_>) -> String {
    const LONGEST: usize = 40;
    let text = if value.kind() == Kind::Null { "null" } else { value.text() };
    let end = text.char_indices().nth(LONGEST);
    match end {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}
