//! Values made from a schema: deterministic, bounded, and valid as far as the schema's own words allow.

use super::flatten::{At, Choice, Enter, Flat, Identity, Part, flatten};
use crate::inputs::Db;
use crate::parse::tree::{Limits, Tree, is_json_number, write_string};
use crate::resolve::schema::{Constraint, Facts, Literal, Types};
use crate::resolve::spec::Text;

/// Values within values beyond this depth are left out.
const DEEPEST: usize = 8;
/// Members and items that one example has.
const MOST_VALUES: usize = 100;
/// Strings are not padded beyond this length, in characters.
const LONGEST_STRING: usize = 200;

/// Who sends the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// The reader: read-only fields are left out.
    Request,
    /// The server: write-only fields are left out.
    Response,
}

/// A value, with numbers as the source spells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    String(Text),
    /// JSON text of a number, boolean or `null`.
    Literal(Text),
    Array(Vec<Self>),
    Object(Vec<(Text, Self)>),
}

impl Value {
    /// The value that a literal spells.
    pub(crate) fn of(literal: &Literal) -> Self {
        if literal.is_string {
            return Self::String(literal.text.clone());
        }
        if literal.text.starts_with(['{', '[']) {
            return Self::read(&literal.text);
        }
        if matches!(&*literal.text, "true" | "false" | "null") || is_json_number(&literal.text) {
            return Self::Literal(literal.text.clone());
        }
        Self::String(literal.text.clone())
    }

    /// The value of a JSON text of our own making.
    pub(super) fn read(text: &str) -> Self {
        Self::of_node(Tree::from_json(text, Limits::default()).tree.root())
    }

    /// A value of a document. The depth of the recursion is the document's, which its reader limits.
    pub(crate) fn of_node(node: crate::parse::tree::NodeRef<'_>) -> Self {
        if node.is_object() {
            let members = node.entries().map(|(key, value)| (key.text().into(), Self::of_node(value)));
            return Self::Object(members.collect());
        }
        if node.is_array() {
            return Self::Array(node.items().map(Self::of_node).collect());
        }
        match node.as_str() {
            Some(text) => Self::String(text.into()),
            None => Self::Literal(node.to_json().into()),
        }
    }

    /// A scalar as it stands in a URL or a header; JSON for a container.
    pub(crate) fn plain(&self) -> Text {
        match self {
            Self::String(text) | Self::Literal(text) => text.clone(),
            Self::Array(_) | Self::Object(_) => self.json().into(),
        }
    }

    /// JSON with two-space indentation.
    pub(crate) fn json(&self) -> String {
        let mut out = String::new();
        self.write(0, &mut out);
        out
    }

    fn write(&self, level: usize, out: &mut String) {
        let new_line = |level: usize, out: &mut String| {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", level));
        };
        match self {
            Self::String(text) => write_string(text, out),
            Self::Literal(text) => out.push_str(text),
            Self::Array(items) if items.is_empty() => out.push_str("[]"),
            Self::Object(members) if members.is_empty() => out.push_str("{}"),
            Self::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    out.push(if at == 0 { '[' } else { ',' });
                    new_line(level + 1, out);
                    item.write(level + 1, out);
                }
                new_line(level, out);
                out.push(']');
            }
            Self::Object(members) => {
                for (at, (name, value)) in members.iter().enumerate() {
                    out.push(if at == 0 { '{' } else { ',' });
                    new_line(level + 1, out);
                    write_string(name, out);
                    out.push_str(": ");
                    value.write(level + 1, out);
                }
                new_line(level, out);
                out.push('}');
            }
        }
    }
}

/// A value that a schema allows. `None` when it contains itself and nothing else.
pub(super) fn example<'a>(db: &'a dyn Db, at: At<'a>, direction: Direction) -> Option<Value> {
    let mut maker = Maker { db, direction, path: Vec::new(), left: MOST_VALUES };
    maker.make(&[Part { at, optional: false }], 0)
}

struct Maker<'a> {
    db: &'a dyn Db,
    direction: Direction,
    /// Named schemas that are being made.
    path: Vec<Identity>,
    left: usize,
}

impl<'a> Maker<'a> {
    fn make(&mut self, seeds: &[Part<'a>], depth: usize) -> Option<Value> {
        // A merged property is the first one that was seen, with what must hold as well.
        let seeds: Vec<Part<'a>> = match seeds {
            [first, rest @ ..] if first.optional => {
                let fixed = rest.iter().filter(|seed| !seed.optional).copied();
                std::iter::once(*first).chain(fixed).collect()
            }
            seeds => seeds.iter().filter(|seed| !seed.optional).copied().collect(),
        };
        self.left = self.left.checked_sub(1)?;
        let path = &self.path;
        let flat = flatten(self.db, &seeds, Choice::First, &|named| {
            if path.contains(&named.identity) { Enter::Recursive } else { Enter::Yes }
        });
        if !flat.recursive.is_empty() {
            return None;
        }
        let facts = flat.facts().unwrap_or_default();
        if let Some(value) = given(&facts) {
            return Some(value);
        }
        let types = flat.types();
        if types.has(Types::OBJECT) || types.has(Types::ARRAY) {
            if depth >= DEEPEST {
                return None;
            }
            let entered = self.path.len();
            self.path.extend(flat.names.iter().map(|named| named.identity));
            let value = if types.has(Types::OBJECT) {
                self.object(&flat, depth)
            } else {
                Some(self.array(&flat, &facts, depth))
            };
            self.path.truncate(entered);
            return value;
        }
        Some(scalar(types, &facts))
    }

    /// `None` when a member that it needs cannot be made.
    fn object(&mut self, flat: &Flat<'a>, depth: usize) -> Option<Value> {
        let mut members = Vec::new();
        for property in flat.properties() {
            let is_pattern = property.name.starts_with(['/', '[']) && property.name.len() > 1 && !property.required;
            if is_pattern || self.is_hidden(&property.seeds) {
                continue;
            }
            if &*property.name == "{key}" {
                if members.is_empty()
                    && let Some(value) = self.make(&property.seeds, depth + 1)
                {
                    members.push(("key".into(), value));
                }
                continue;
            }
            match self.make(&property.seeds, depth + 1) {
                Some(value) => members.push((property.name, value)),
                None if property.required && self.left > 0 && depth > 0 => return None,
                None => {}
            }
        }
        Some(Value::Object(members))
    }

    fn array(&mut self, flat: &Flat<'a>, facts: &Facts, depth: usize) -> Value {
        let wanted = facts.get(Constraint::MinItems).and_then(|least| least.text.parse().ok()).unwrap_or(1_usize);
        let items = flat.items();
        let prefix: Vec<Part<'a>> = flat
            .parts
            .iter()
            .filter_map(|part| Some((part.at.chunk, part.at.schema.shape.as_ref()?)))
            .flat_map(|(chunk, shape)| shape.prefix_items.iter().map(move |schema| At { schema, chunk }))
            .map(|at| Part { at, optional: false })
            .collect();
        let mut made: Vec<Value> = Vec::new();
        for seed in prefix {
            made.extend(self.make(&[seed], depth + 1));
        }
        if !items.is_empty() && (made.is_empty() || wanted > made.len()) {
            let is_unique = facts.get(Constraint::UniqueItems).is_some();
            let count = if is_unique { 1 } else { wanted.clamp(1, 3) };
            for _ in made.len()..count.max(made.len() + 1) {
                made.extend(self.make(&items, depth + 1));
            }
        }
        Value::Array(made)
    }

    fn is_hidden(&self, seeds: &[Part<'a>]) -> bool {
        seeds.iter().any(|seed| {
            seed.at.schema.facts.as_ref().is_some_and(|facts| {
                facts.internal
                    || match self.direction {
                        Direction::Request => facts.read_only,
                        Direction::Response => facts.write_only,
                    }
            })
        })
    }
}

/// The value that the schema itself gives.
pub(super) fn given(facts: &Facts) -> Option<Value> {
    let literal = facts
        .get(Constraint::Example)
        .or_else(|| facts.get(Constraint::Default))
        .or_else(|| facts.values.first().map(|value| &value.literal))?;
    Some(Value::of(literal))
}

/// A value of these types.
pub(super) fn scalar(types: Types, facts: &Facts) -> Value {
    if types.has(Types::STRING) {
        Value::String(string(facts).into())
    } else if types.has(Types::INTEGER) || types.has(Types::NUMBER) {
        Value::Literal(number(facts).into())
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
    let bound = |constraint| facts.get(constraint).and_then(|literal| literal.text.parse::<usize>().ok());
    let least = bound(Constraint::MinLength).unwrap_or(0).min(LONGEST_STRING);
    let most = bound(Constraint::MaxLength).unwrap_or(usize::MAX);
    let length = text.chars().count();
    if (least..=most).contains(&length) {
        return text.to_owned();
    }
    "string".chars().cycle().take(least.max(length.min(most))).collect()
}

/// One, or the value nearest to it that the bounds allow, spelled as the source spells the bound.
fn number(facts: &Facts) -> String {
    let bound = |constraint| {
        let text = &facts.get(constraint)?.text;
        Some((text.as_ref().to_owned(), text.parse::<f64>().ok()?))
    };
    if let Some((text, step)) = bound(Constraint::MultipleOf) {
        return if step > 0.0 { text } else { "0".to_owned() };
    }
    if let Some((text, least)) = bound(Constraint::Minimum)
        && least > 1.0
    {
        return text;
    }
    if let Some((text, least)) = bound(Constraint::ExclusiveMinimum)
        && least >= 1.0
    {
        return text
            .parse::<i64>()
            .map_or_else(|_| format!("{}", least + 1.0), |least| least.saturating_add(1).to_string());
    }
    if let Some((text, most)) = bound(Constraint::Maximum)
        && most < 1.0
    {
        return text;
    }
    if let Some((text, most)) = bound(Constraint::ExclusiveMaximum)
        && most <= 1.0
    {
        return text
            .parse::<i64>()
            .map_or_else(|_| format!("{}", most - 1.0), |most| most.saturating_sub(1).to_string());
    }
    "1".to_owned()
}
