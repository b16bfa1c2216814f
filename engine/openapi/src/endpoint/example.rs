//! Values generated from a schema: deterministic, bounded, and valid as far as the schema's keywords are evaluated.

use super::allows::ValueChecker;
use super::direction::Direction;
use super::flatten::{At, Choice, Enter, Flat, Property, SchemaIdentity, SchemaPart, flatten};
use super::pattern::matching;
use super::value::Value;
use crate::Db;
use crate::schema::{Constraint, Facts, Types, schema_name};
use crate::spec::Text;

/// The greatest nesting of values.
const DEEPEST: usize = 8;
/// The greatest number of members and items in an example.
const MOST_VALUES: usize = 100;
/// The greatest number including required members and items.
const MOST_NEEDED_VALUES: usize = 300;
/// Strings are padded up to this length, in characters.
const LONGEST_STRING: usize = 1_000;
/// The greatest number of items in a list.
const MOST_ITEMS: usize = 20;
/// The greatest number of alternatives that are tried per choice.
const MOST_TRIES: usize = 8;
/// The greatest number of further alternatives, over all choices, that are tried because a value matches several.
const MOST_RETRIES: usize = 24;
/// The greatest number of values checked against alternatives.
const MOST_JUDGED: usize = 2_000;

/// Which optional members a value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Members {
    /// All.
    All,
    /// Those with an example or a default.
    Stated,
}

/// A value that a schema allows, with all members. `None` if it would contain itself infinitely.
pub(super) fn example<'a>(db: &'a dyn Db, at: At<'a>, direction: Direction) -> Option<Value> {
    value_of(db, at, direction, Members::All)
}

/// A value to send that a schema allows: the required members, and those with an example or a default. `None` if it would
/// contain itself infinitely.
pub(super) fn sample<'a>(db: &'a dyn Db, at: At<'a>) -> Option<Value> {
    value_of(db, at, Direction::Request, Members::Stated)
}

fn value_of<'a>(db: &'a dyn Db, at: At<'a>, direction: Direction, members: Members) -> Option<Value> {
    let judge = ValueChecker { db, direction, left: MOST_JUDGED };
    let (left, retries) = (MOST_NEEDED_VALUES, MOST_RETRIES);
    let mut maker = Maker { db, direction, members, path: Vec::new(), left, retries, judge };
    let seeds = [SchemaPart::of(at)];
    maker.make(&seeds, 0).or_else(|| listed(db, &seeds))
}

/// An enumerated value that other keywords do not allow: the best choice if a value is required.
fn listed<'a>(db: &'a dyn Db, seeds: &[SchemaPart<'a>]) -> Option<Value> {
    let flat = flatten(db, seeds, Choice::One(0), &|_| Enter::Yes);
    flat.facts()?.values.first().map(|value| Value::of(&value.literal))
}

struct Maker<'a> {
    db: &'a dyn Db,
    direction: Direction,
    members: Members,
    /// Named schemas that are being expanded.
    path: Vec<SchemaIdentity>,
    /// The number of values that may still be generated.
    left: usize,
    /// The number of alternatives that may still be tried because a value matches several.
    retries: usize,
    judge: ValueChecker<'a>,
}

impl<'a> Maker<'a> {
    /// A value that all of these allow. For exclusive alternatives, takes the first whose value matches no other one,
    /// or else the first.
    fn make(&mut self, seeds: &[SchemaPart<'a>], depth: usize) -> Option<Value> {
        // A merged property is the first one seen, combined with the required parts.
        let seeds: Vec<SchemaPart<'a>> = match seeds {
            [first, rest @ ..] if first.optional => {
                let fixed = rest.iter().filter(|seed| !seed.optional).copied();
                std::iter::once(*first).chain(fixed).collect()
            }
            seeds => seeds.iter().filter(|seed| !seed.optional).copied().collect(),
        };
        let mut place = 0;
        // A value that matches several alternatives, and the remaining budget with it.
        let mut shared: Option<(Value, usize)> = None;
        let before = self.left;
        while let Some(left) = self.left.checked_sub(1) {
            self.left = left;
            let path = &self.path;
            let flat = flatten(self.db, &seeds, Choice::One(place), &|named| {
                if path.contains(&named.identity) { Enter::Recursive } else { Enter::Yes }
            });
            let value = self.make_flat(&flat, depth);
            place += 1;
            match value {
                Some(value) if flat.possible < 2 || !self.is_shared(&seeds, &value) => return Some(value),
                Some(value) if shared.is_none() => shared = Some((value, self.left)),
                _ => {}
            }
            if place >= flat.possible.min(MOST_TRIES) || shared.is_some() && self.retries == 0 {
                break;
            }
            if shared.is_some() {
                self.retries -= 1;
                self.left = before;
            }
        }
        shared.map(|(value, left)| {
            self.left = left;
            value
        })
    }

    /// Whether a value matches several exclusive alternatives.
    fn is_shared(&mut self, seeds: &[SchemaPart<'a>], value: &Value) -> bool {
        let flat = flatten(self.db, seeds, Choice::All, &|_| Enter::Yes);
        let judge = &mut self.judge;
        let follows = flat.alternatives.iter().filter(|alternative| judge.allows(alternative.at, value));
        flat.is_exclusive && follows.take(2).count() > 1 && self.judge.left > 0
    }

    /// A value that all parts allow, with the alternatives that were taken.
    fn make_flat(&mut self, flat: &Flat<'a>, depth: usize) -> Option<Value> {
        if flat.is_closed && flat.nullable && flat.recursive.is_empty() {
            return Some(Value::Literal("null".into()));
        }
        if flat.is_closed || !flat.recursive.is_empty() || flat.contradicts_itself() {
            return None;
        }
        let facts = flat.facts().unwrap_or_default();
        let types = flat.types();
        let given = given(types, &facts, &needed(flat));
        if given.is_some() || !facts.values.is_empty() {
            return given;
        }
        if types.has(Types::OBJECT) || types.has(Types::ARRAY) {
            if depth >= DEEPEST {
                return None;
            }
            let entered = self.path.len();
            self.path.extend(flat.names.iter().map(|named| named.identity));
            let value =
                if types.has(Types::OBJECT) { self.object(flat, depth) } else { self.array(flat, &facts, depth) };
            self.path.truncate(entered);
            return value;
        }
        Some(scalar(types, &facts))
    }

    /// `None` if a required member has no possible value. If no enclosing value is optional, such a member follows the
    /// last of the contradicting schemas, which the author most likely means.
    fn object(&mut self, flat: &Flat<'a>, depth: usize) -> Option<Value> {
        let mut members: Vec<(Text, Value)> = Vec::new();
        let properties = flat.properties();
        let facts = flat.facts().unwrap_or_default();
        let most = bound(&facts, Constraint::MaxProperties).unwrap_or(usize::MAX);
        let least = bound(&facts, Constraint::MinProperties).unwrap_or(1).min(MOST_ITEMS).min(most);
        let mut room = most.saturating_sub(properties.iter().filter(|property| property.required).count());
        let is_stated =
            |property: &Property<'_>| property.required || self.members == Members::All || is_stated(property);
        let stated: Vec<bool> = properties.iter().map(is_stated).collect();
        // The number of members that are added only because the object needs more of them.
        let fewest = bound(&facts, Constraint::MinProperties).unwrap_or(0);
        let mut missing = fewest.saturating_sub(stated.iter().filter(|is_stated| **is_stated).count());
        for (property, is_stated) in properties.iter().zip(stated) {
            let is_pattern = property.name.starts_with(['/', '[']) && property.name.len() > 1 && !property.required;
            let is_spent = !property.required && (room == 0 || self.left <= MOST_NEEDED_VALUES - MOST_VALUES);
            let is_left_out = is_hidden(self.db, Some(self.direction), &property.seeds) || is_forbidden(property);
            if is_pattern || &*property.name == "{key}" || is_spent || is_left_out {
                continue;
            }
            if !is_stated && missing == 0 {
                continue;
            }
            match self.make(&property.seeds, depth + 1) {
                Some(value) => {
                    missing = missing.saturating_sub(usize::from(!is_stated));
                    room = room.saturating_sub(usize::from(!property.required));
                    members.push((property.name.clone(), value));
                }
                None if property.required && self.left > 0 && depth > 0 => return None,
                None if property.required => {
                    let value = property.seeds.iter().rev().find_map(|seed| self.make(&[fixed(*seed)], depth + 1));
                    let value = value.or_else(|| listed(self.db, &property.seeds));
                    members.extend(value.map(|value| (property.name.clone(), value)));
                }
                None => {}
            }
        }
        let further = properties.iter().find(|property| &*property.name == "{key}").map(|property| &property.seeds);
        // Required members without a schema.
        for name in needed(flat) {
            if !properties.iter().any(|property| *property.name == *name)
                && !members.iter().any(|(known, _)| *known == name)
            {
                let made = further.and_then(|seeds| self.make(seeds, depth + 1));
                members.push((name, made.unwrap_or_else(|| Value::String("string".into()))));
            }
        }
        if let Some(seeds) = further {
            for at in 1..=least {
                if members.len() >= least {
                    break;
                }
                let Some(value) = self.make(seeds, depth + 1) else { break };
                members.push((if at == 1 { "key".into() } else { format!("key{at}").into() }, value));
            }
        }
        self.discriminate(flat, &mut members);
        Some(Value::Object(members))
    }

    /// Sets the discriminator's member to the value of the chosen alternative.
    fn discriminate(&self, flat: &Flat<'a>, members: &mut [(Text, Value)]) {
        for part in &flat.parts {
            let Some(discriminator) = part.at.schema.shape.as_ref().and_then(|shape| shape.discriminator.as_ref())
            else {
                continue;
            };
            let Some((_, value)) = members.iter_mut().find(|(name, _)| *name == discriminator.property) else {
                continue;
            };
            // Not a generated placeholder.
            if *value != Value::String("string".into()) {
                continue;
            }
            let is_taken = |name: &str| flat.names.iter().any(|taken| *taken.name == *name);
            let mapped =
                discriminator.mapping.iter().find(|(_, target)| is_taken(target.rsplit('/').next().unwrap_or(target)));
            let own = || {
                part.at.schema.shape.as_ref()?.alternatives.iter().find_map(|schema| {
                    let name = schema_name(self.db, part.at.chunk, schema.reference.as_ref()?);
                    is_taken(&name).then_some(name)
                })
            };
            if let Some(name) = mapped.map(|(value, _)| value.clone()).or_else(own) {
                *value = Value::String(name);
            }
        }
    }

    /// `None` if items are required and none can be generated.
    fn array(&mut self, flat: &Flat<'a>, facts: &Facts, depth: usize) -> Option<Value> {
        let least = bound(facts, Constraint::MinItems).unwrap_or(0).min(MOST_ITEMS);
        let most = bound(facts, Constraint::MaxItems).unwrap_or(usize::MAX);
        let items = flat.items();
        let prefix: Vec<SchemaPart<'a>> = flat
            .parts
            .iter()
            .filter_map(|part| Some((part.at.chunk, part.at.schema.shape.as_ref()?)))
            .flat_map(|(chunk, shape)| shape.prefix_items.iter().map(move |schema| At { schema, chunk }))
            .map(SchemaPart::of)
            .collect();
        let mut made: Vec<Value> = Vec::new();
        for seed in prefix {
            made.extend(self.make(&[seed], depth + 1));
        }
        let is_unique = facts.get(Constraint::UniqueItems).is_some();
        while made.len() < least.max(usize::from(made.is_empty())) && made.len() < most {
            let made_one = match items.is_empty() {
                true if made.len() < least => Some(Value::String("string".into())),
                true => None,
                false => self.make(&items, depth + 1),
            };
            let Some(value) = made_one else { break };
            let value = if is_unique && made.contains(&value) { self.another(&items, &made, value) } else { value };
            made.push(value);
        }
        (least == 0 || !made.is_empty() || depth == 0).then_some(Value::Array(made))
    }

    /// A further value for a list: another allowed one, or one with a number in it.
    fn another(&self, items: &[SchemaPart<'a>], made: &[Value], value: Value) -> Value {
        let flat = flatten(self.db, items, Choice::One(0), &|_| Enter::Yes);
        let values = flat.facts().map(|facts| facts.values.clone()).unwrap_or_default();
        if let Some(value) = values.iter().map(|value| Value::of(&value.literal)).find(|value| !made.contains(value)) {
            return value;
        }
        let number = made.len() + 1;
        match value {
            Value::String(text) => Value::String(format!("{text}{number}").into()),
            Value::Literal(text) => match text.parse::<i64>() {
                Ok(first) => Value::Literal(first.saturating_add(number as i64).to_string().into()),
                Err(_) => Value::Literal(text),
            },
            Value::Object(mut members) => {
                let text = members.iter_mut().find_map(|(_, value)| match value {
                    Value::String(text) => Some(text),
                    _ => None,
                });
                if let Some(text) = text {
                    *text = format!("{text}{number}").into();
                }
                Value::Object(members)
            }
            value => value,
        }
    }
}

/// Whether a property is not part of values from this sender, or internal.
pub(super) fn is_hidden(db: &dyn Db, direction: Option<Direction>, seeds: &[SchemaPart<'_>]) -> bool {
    let is_internal = |seed: &SchemaPart<'_>| seed.at.schema.facts.as_ref().is_some_and(|facts| facts.internal);
    seeds.iter().any(is_internal) || direction.is_some_and(|direction| direction.omits(db, seeds))
}

/// Whether a property has an example or a default.
fn is_stated(property: &Property<'_>) -> bool {
    let facts = property.seeds.iter().filter_map(|seed| seed.at.schema.facts.as_deref());
    facts.into_iter().any(|facts| [Constraint::Example, Constraint::Default].iter().any(|&it| facts.get(it).is_some()))
}

/// Whether an optional property has the schema `false`, which no value matches.
fn is_forbidden(property: &Property<'_>) -> bool {
    let says_never = |part: &SchemaPart<'_>| {
        let word = part.at.schema.facts.as_ref().and_then(|facts| facts.unknown_type.as_deref());
        !part.optional && part.at.schema.types.is_empty() && word == Some("never")
    };
    !property.required && property.seeds.iter().any(says_never)
}

/// A part as a required one.
fn fixed(part: SchemaPart<'_>) -> SchemaPart<'_> {
    SchemaPart { optional: false, ..part }
}

/// The required members of an object.
pub(super) fn needed(flat: &Flat<'_>) -> Vec<Text> {
    let fixed = flat.parts.iter().filter(|part| !part.optional);
    let shapes = fixed.filter_map(|part| part.at.schema.shape.as_ref());
    shapes.flat_map(|shape| shape.required.iter().cloned()).collect()
}

/// The value that the schema states explicitly.
pub fn stated(facts: &Facts) -> Option<Value> {
    let literal = facts
        .get(Constraint::Example)
        .or_else(|| facts.get(Constraint::Default))
        .or_else(|| facts.values.first().map(|value| &value.literal))?;
    Some(Value::of(literal))
}

/// The example or default of the schema itself, unless it contradicts other keywords.
fn given(types: Types, facts: &Facts, needed: &[Text]) -> Option<Value> {
    let of = |constraint| {
        let all = facts.constraints.iter().filter(move |(kind, _)| *kind == constraint);
        all.map(|(_, literal)| Value::of(literal))
    };
    let allowed: Vec<Value> = facts.values.iter().map(|value| Value::of(&value.literal)).collect();
    let mut candidates = of(Constraint::Example).chain(of(Constraint::Default)).chain(allowed.clone());
    candidates.find(|value| fits(value, types, facts, &allowed, needed))
}

/// Whether a value matches types, allowed values, bounds and required members.
pub(super) fn fits(value: &Value, types: Types, facts: &Facts, allowed: &[Value], needed: &[Text]) -> bool {
    if !allowed.is_empty() && !allowed.contains(value) {
        return false;
    }
    let is_within = |length: usize, least, most| {
        bound(facts, least).is_none_or(|least| length >= least) && bound(facts, most).is_none_or(|most| length <= most)
    };
    let is_of = |kind: Types| types.is_empty() || types.has(kind);
    match value {
        Value::String(text) => {
            is_of(Types::STRING) && is_within(text.chars().count(), Constraint::MinLength, Constraint::MaxLength)
        }
        Value::Literal(text) => match &**text {
            "null" => is_of(Types::NULL),
            "true" | "false" => is_of(Types::BOOLEAN),
            text => {
                let Ok(number) = text.parse::<f64>() else { return false };
                let is_whole = number.fract() == 0.0;
                (is_of(Types::NUMBER) || is_whole && is_of(Types::INTEGER)) && is_in_bounds(number, facts)
            }
        },
        Value::Array(items) => {
            is_of(Types::ARRAY) && is_within(items.len(), Constraint::MinItems, Constraint::MaxItems)
        }
        Value::Object(members) => {
            let has = |name: &Text| members.iter().any(|(known, _)| known == name);
            is_of(Types::OBJECT)
                && is_within(members.len(), Constraint::MinProperties, Constraint::MaxProperties)
                && needed.iter().all(has)
        }
    }
}

/// The value of a numeric bound.
fn bound(facts: &Facts, constraint: Constraint) -> Option<usize> {
    let literal = facts.get(constraint)?;
    literal.text.parse().ok().or_else(|| literal.text.parse::<f64>().ok().map(|number| number as usize))
}

/// Whether a number is within the bounds of a schema.
fn is_in_bounds(number: f64, facts: &Facts) -> bool {
    let bound = |constraint| facts.get(constraint).and_then(|literal| literal.text.parse::<f64>().ok());
    let is_multiple = |step: f64| step <= 0.0 || ((number / step).round() - number / step).abs() < 1e-9;
    bound(Constraint::Minimum).is_none_or(|least| number >= least)
        && bound(Constraint::ExclusiveMinimum).is_none_or(|least| number > least)
        && bound(Constraint::Maximum).is_none_or(|most| number <= most)
        && bound(Constraint::ExclusiveMaximum).is_none_or(|most| number < most)
        && bound(Constraint::MultipleOf).is_none_or(is_multiple)
}

/// A value of these types.
pub fn scalar(types: Types, facts: &Facts) -> Value {
    if types.has(Types::STRING) {
        Value::String(string(facts).into())
    } else if types.has(Types::INTEGER) || types.has(Types::NUMBER) {
        Value::Literal(number(types, facts).into())
    } else if types.has(Types::BOOLEAN) {
        Value::Literal("true".into())
    } else if types.has(Types::NULL) || facts.unknown_type.is_none() {
        Value::Literal("null".into())
    } else {
        Value::String("string".into())
    }
}

fn string(facts: &Facts) -> String {
    let format = facts.get(Constraint::Format).map_or("", |format| &format.text);
    let text = match format {
        "date-time" => "2024-01-15T09:30:00Z",
        "date" => "2024-01-15",
        "time" => "09:30:00Z",
        "duration" => "P1D",
        "email" | "idn-email" => "user@example.com",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "uri" | "url" | "iri" => "https://example.com",
        "uri-reference" | "iri-reference" => "/path",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "byte" | "base64" => "ZXhhbXBsZQ==",
        _ => "string",
    };
    let least = bound(facts, Constraint::MinLength).unwrap_or(0).min(LONGEST_STRING);
    let most = bound(facts, Constraint::MaxLength).unwrap_or(usize::MAX);
    if let Some(pattern) = facts.get(Constraint::Pattern)
        && let Some(text) = matching(&pattern.text, least, most)
    {
        return text;
    }
    let length = text.chars().count();
    if (least..=most).contains(&length) {
        return text.to_owned();
    }
    "string".chars().cycle().take(least.max(length.min(most))).collect()
}

/// One, or the nearest value within the bounds, spelled as the source spells the bound.
fn number(types: Types, facts: &Facts) -> String {
    let bound = |constraint| {
        let text = &facts.get(constraint)?.text;
        Some((text.as_ref().to_owned(), text.parse::<f64>().ok()?))
    };
    let is_whole = types.has(Types::INTEGER) && !types.has(Types::NUMBER);
    let fits = |text: &String| {
        text.parse::<f64>().is_ok_and(|number| is_in_bounds(number, facts) && (!is_whole || number.fract() == 0.0))
    };
    let next = |(text, value): (String, f64), by: i64| {
        text.parse::<i64>()
            .map_or_else(|_| format!("{}", value + by as f64), |whole| whole.saturating_add(by).to_string())
    };
    let (least, most) = (bound(Constraint::Minimum), bound(Constraint::Maximum));
    let (above, below) = (bound(Constraint::ExclusiveMinimum), bound(Constraint::ExclusiveMaximum));
    let middle = above.as_ref().or(least.as_ref()).zip(below.as_ref().or(most.as_ref()));
    let mut candidates = vec!["1".to_owned()];
    if let Some((text, step)) = bound(Constraint::MultipleOf).filter(|(_, step)| *step > 0.0) {
        candidates.push(text);
        let least = least.as_ref().or(above.as_ref()).map_or(0.0, |(_, least)| *least);
        candidates.push(format!("{}", (least / step).ceil() * step));
        candidates.push(format!("{}", ((least / step).floor() + 1.0) * step));
    }
    candidates.extend(least.iter().chain(&most).map(|(text, _)| text.clone()));
    candidates.extend(above.clone().map(|above| next(above, 1)));
    candidates.extend(below.clone().map(|below| next(below, -1)));
    candidates.extend(middle.map(|((_, from), (_, to))| format!("{}", from + (to - from) / 2.0)));
    candidates.extend(least.map(|(_, least)| format!("{}", least.ceil())));
    candidates.into_iter().find(fits).unwrap_or_else(|| "1".to_owned())
}
