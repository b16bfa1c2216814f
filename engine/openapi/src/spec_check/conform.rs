//! Finds certain contradictions between a value and a schema. Keywords that are not evaluated (`not`, `if`, `pattern`,
//! formats) and unresolved references allow everything: a finding is never a guess.
//!
//! Reads the schema as written, not as lowered: a lowered schema does not distinguish an implied type from a required
//! one.

use std::collections::BTreeMap;

use crate::Db;
use crate::reference::{Target, follow, resolve};
use crate::schema::Types;
use base::tree::{Kind, NodeRef, is_json_number};

/// Depth limit for schemas and values, references included.
const DEEPEST: usize = 64;
/// `f64` does not distinguish larger integers.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// A contradiction.
#[derive(Debug)]
pub(super) struct Mismatch<'db> {
    /// The value that contradicts the schema.
    pub(super) value: NodeRef<'db>,
    /// JSON Pointer to it in the whole value.
    pub(super) path: String,
    /// The contradiction as text.
    pub(super) what: String,
    /// The value has another type.
    pub(super) is_type: bool,
}

/// Checks values against schemas.
pub(super) struct Checker<'db> {
    pub(super) db: &'db dyn Db,
    /// Whether the document is OpenAPI 3.0.
    pub(super) is_old: bool,
    /// How many more members may be visited; at zero, nothing more is found.
    pub(super) left: usize,
}

impl<'db> Checker<'db> {
    /// Returns a certain contradiction between `value` and the schema at a place, if there is one.
    pub(super) fn check(&mut self, value: NodeRef<'db>, schema: Target<'db>, depth: usize) -> Option<Mismatch<'db>> {
        let node = schema.node(self.db);
        if depth > DEEPEST || !self.may_look_at(node) || is_unknown_number(value) {
            return None;
        }
        let is_null = value.kind() == Kind::Null;
        // An `$id` changes the base of references.
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

    /// Whether the budget allows visiting the members of a schema.
    fn may_look_at(&mut self, node: NodeRef<'_>) -> bool {
        let cost = 1 + node.entries().count();
        self.left = self.left.saturating_sub(cost);
        self.left > 0
    }

    /// Contradictions of keywords about one value.
    fn wrong_value(&mut self, value: NodeRef<'_>, schema: NodeRef<'_>) -> Option<String> {
        for (key, limit) in schema.entries() {
            let wrong = match key.text() {
                "enum" => {
                    self.is_none_of(value, limit).then(|| format!("{} is not one of the allowed values", shown(value)))
                }
                "const" if !self.is_old => (is_same(value, limit) == Some(false))
                    .then(|| format!("{} is not the value of `const`", shown(value))),
                keyword => count_of(keyword, value)
                    .filter(|(count, is_least)| {
                        limit.text().parse().is_ok_and(
                            |limit: usize| {
                                if *is_least { *count < limit } else { *count > limit }
                            },
                        )
                    })
                    .map(|(count, _)| format!("`{keyword}` is {}, found {count}", limit.text()))
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

    /// Contradictions in the members of an object.
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
                let what = format!("the required property `{name}` is missing");
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

    /// Contradictions of a member that `properties` does not list.
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
            let what = format!("unknown property `{name}`");
            return Some(Mismatch { value: member, path: String::new(), what, is_type: false });
        }
        self.check(member, schema.at(further), depth + 1)
    }

    /// Contradictions in the items of an array.
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

    /// A contradiction of one of the `allOf` schemas, or of every alternative.
    fn composed(&mut self, value: NodeRef<'db>, schema: Target<'db>, depth: usize) -> Option<Mismatch<'db>> {
        let node = schema.node(self.db);
        for part in node.get("allOf").into_iter().flat_map(NodeRef::items) {
            if let Some(found) = self.check(value, schema.at(part), depth + 1) {
                return Some(found);
            }
        }
        ["oneOf", "anyOf"].into_iter().find_map(|keyword| self.alternatives(value, schema, keyword, depth))
    }

    /// A contradiction of every alternative.
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
        let what = format!("{} matches none of the {count} `{keyword}` schemas", value.kind().words());
        Some(Mismatch { value, path: String::new(), what, is_type })
    }

    /// Whether a member is `readOnly`, `writeOnly` or hidden: then it may be missing.
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

/// Moves a contradiction into the member of that name.
fn below<'db>(found: Mismatch<'db>, name: &str) -> Mismatch<'db> {
    let path = format!("/{}{}", name.replace('~', "~0").replace('/', "~1"), found.path);
    Mismatch { path, ..found }
}

/// Whether a number is not a JSON number (YAML's `.inf` and `.nan`), which is a string elsewhere.
fn is_unknown_number(value: NodeRef<'_>) -> bool {
    value.kind() == Kind::Number && !is_json_number(value.text())
}

/// The number, if `f64` represents it exactly enough to compare.
fn number(value: NodeRef<'_>) -> Option<f64> {
    let is_number = value.kind() == Kind::Number && !is_unknown_number(value);
    let number = value.text().parse::<f64>().ok().filter(|_| is_number)?;
    (number.abs() <= LARGEST_EXACT).then_some(number)
}

/// A contradiction of `type`; `None` if a type is unknown.
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
    Some(format!("expected {}, found {}", names.join(" or "), value.kind().words()))
}

/// How many elements of a value a keyword counts, and whether the keyword is a minimum.
fn count_of(keyword: &str, value: NodeRef<'_>) -> Option<(usize, bool)> {
    let count = match (keyword, value.kind()) {
        ("minLength" | "maxLength", Kind::String) => value.text().chars().count(),
        ("minItems" | "maxItems", Kind::Array) => value.items().count(),
        ("minProperties" | "maxProperties", Kind::Object) => value.entries().count(),
        _ => return None,
    };
    Some((count, keyword.starts_with("min")))
}

/// A contradiction of a numeric bound.
fn wrong_number(keyword: &str, value: NodeRef<'_>, limit: NodeRef<'_>, schema: NodeRef<'_>) -> Option<String> {
    let (value, bound) = (number(value)?, number(limit)?);
    // In 3.0, `exclusiveMinimum` and `exclusiveMaximum` are flags next to the bound.
    let flag = match keyword {
        "minimum" => "exclusiveMinimum",
        "maximum" => "exclusiveMaximum",
        _ => "",
    };
    if value == bound && schema.get_bool(flag) {
        return Some(format!("`{keyword}` is {} and `{flag}` excludes it", limit.text()));
    }
    let is_wrong = match keyword {
        "minimum" => value < bound,
        "maximum" => value > bound,
        "exclusiveMinimum" => value <= bound,
        "exclusiveMaximum" => value >= bound,
        "multipleOf" => bound >= 1.0 && bound.fract() == 0.0 && value.fract() == 0.0 && value % bound != 0.0,
        _ => false,
    };
    is_wrong.then(|| format!("`{keyword}` is {}, found {value}", limit.text()))
}

/// Whether two scalars are certainly the same value.
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

/// The beginning of a scalar, for messages.
fn shown(value: NodeRef<'_>) -> String {
    const LONGEST: usize = 40;
    let text = if value.kind() == Kind::Null { "null" } else { value.text() };
    let end = text.char_indices().nth(LONGEST);
    match end {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}
