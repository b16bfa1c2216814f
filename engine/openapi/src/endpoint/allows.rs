//! Whether a generated value matches a schema. Keywords that are not evaluated (nested alternatives, `not`, `pattern`,
//! formats) allow everything.

use std::collections::HashMap;

use super::direction::Direction;
use super::example::{fits, is_hidden, needed};
use super::flatten::{At, Choice, Enter, Flat, SchemaPart, flatten};
use super::value::Value;
use crate::Db;
use crate::schema::{Constraint, Types};
use crate::spec::Text;

/// A value whose schema consists of more schemas than this counts as several.
const STEPS_OF_A_VALUE: usize = 16;

/// Checks values against schemas.
pub(super) struct ValueChecker<'a> {
    pub(super) db: &'a dyn Db,
    pub(super) direction: Direction,
    /// The number of values that may still be visited; after that, every schema allows them.
    pub(super) left: usize,
}

impl<'a> ValueChecker<'a> {
    /// Whether a value matches a schema.
    pub(super) fn allows(&mut self, at: At<'a>, value: &Value) -> bool {
        let mut open = vec![(vec![SchemaPart::of(at)], value)];
        while let Some((seeds, value)) = open.pop() {
            if self.left == 0 {
                return true;
            }
            let flat = flatten(self.db, &seeds, Choice::All, &|_| Enter::Yes);
            self.left = self.left.saturating_sub(1 + flat.steps / STEPS_OF_A_VALUE);
            if flat.nullable && matches!(value, Value::Literal(text) if &**text == "null") {
                continue;
            }
            if !self.is_of(&flat, value) {
                return false;
            }
            match value {
                Value::Object(members) => match below(&flat, members) {
                    Some(below) => open.extend(below),
                    None => return false,
                },
                Value::Array(items) => {
                    let seeds = fixed(flat.items());
                    open.extend(items.iter().filter(|_| !seeds.is_empty()).map(|item| (seeds.clone(), item)));
                }
                Value::String(_) | Value::Literal(_) => {}
            }
        }
        true
    }

    /// Whether a value matches all parts, without its members. A member that is not sent in this direction is not
    /// required.
    fn is_of(&self, flat: &Flat<'a>, value: &Value) -> bool {
        let facts = flat.facts().unwrap_or_default();
        let allowed: Vec<Value> = facts.values.iter().map(|value| Value::of(&value.literal)).collect();
        let mut needed = needed(flat);
        if !needed.is_empty() && matches!(value, Value::Object(_)) {
            let properties = flat.properties();
            let is_one_way = |name: &Text| {
                properties
                    .iter()
                    .any(|property| property.name == *name && is_hidden(self.db, Some(self.direction), &property.seeds))
            };
            needed.retain(|name| !is_one_way(name));
        }
        let types = flat.types();
        let is_known = !types.is_empty() && types != Types::NULL;
        fits(value, if is_known { types } else { Types::default() }, &facts, &allowed, &needed)
    }
}

/// Members of an object, each with the schemas that it must match.
type MemberSchemas<'a, 'v> = Vec<(Vec<SchemaPart<'a>>, &'v Value)>;

/// The members of an object with the schemas for them; `None` if one of them is not allowed.
fn below<'a, 'v>(flat: &Flat<'a>, members: &'v [(Text, Value)]) -> Option<MemberSchemas<'a, 'v>> {
    let properties = flat.properties();
    let has_patterns = properties.iter().any(|property| property.name.starts_with('/'));
    let named: HashMap<&str, &[SchemaPart<'a>]> =
        properties.iter().map(|it| (&*it.name, it.seeds.as_slice())).collect();
    let further = named.get("{key}").filter(|_| !has_patterns);
    let facts = flat.facts();
    let forbids = |constraint| facts.as_ref().is_some_and(|facts| facts.get(constraint).is_some());
    let is_closed = forbids(Constraint::AdditionalProperties) && !has_patterns;
    let mut found = Vec::new();
    for (name, value) in members {
        match named.get(&**name).or(further) {
            Some(seeds) => {
                let seeds = fixed(seeds.to_vec());
                if !seeds.is_empty() {
                    found.push((seeds, value));
                }
            }
            None if is_closed => return None,
            None => {}
        }
    }
    Some(found)
}

/// The parts as required ones.
fn fixed(mut seeds: Vec<SchemaPart<'_>>) -> Vec<SchemaPart<'_>> {
    seeds.retain(|seed| !seed.optional);
    seeds
}
