//! Parameters and headers: merged from path and operation, with their schemas.

use std::collections::HashMap;

use super::direction::Direction;
use super::example::example;
use super::extract::{Extraction, example_value, text};
use super::flatten::At;
use super::value::Value;
use super::walk::{Root, RootOrigin};
use super::{Location, Parameter};
use crate::Db;
use crate::reference::{Target, follow};
use crate::schema::{Constraint, Facts, Literal, Schema, facts_of_parameter, literal, lower};
use crate::spec::Text;
use base::tree::NodeRef;

/// The parameters of an operation by location. Those of its path come first; the operation's override them by name and
/// location.
pub(super) fn parameters<'db>(
    extraction: &mut Extraction<'db>,
    shared: Option<Target<'db>>,
    operation: Target<'db>,
) -> Vec<Parameter<usize>> {
    let merged = merge(extraction.db, shared, operation, |target| extraction.follow(target));
    merged.into_iter().map(|(location, name, target)| parameter(extraction, location, name, target)).collect()
}

/// The location, name and target of each parameter of a path and an operation, by location.
fn merge<'db>(
    db: &'db dyn Db,
    shared: Option<Target<'db>>,
    operation: Target<'db>,
    mut follow: impl FnMut(Target<'db>) -> Option<Target<'db>>,
) -> Vec<(Location, &'db str, Target<'db>)> {
    let own = operation.node(db).get("parameters").map(|node| operation.at(node));
    let mut merged: Vec<(Location, &'db str, Target<'db>)> = Vec::new();
    let mut index: HashMap<(Location, &'db str), usize> = HashMap::new();
    for list in shared.into_iter().chain(own) {
        for item in list.node(db).items() {
            let Some(target) = follow(list.at(item)) else { continue };
            let node = target.node(db);
            let (Some(name), Some(location)) = (node.get("name").and_then(NodeRef::scalar), location(node)) else {
                continue;
            };
            let at = *index.entry((location, name)).or_insert(merged.len());
            match merged.get_mut(at) {
                Some(known) => known.2 = target,
                None => merged.push((location, name, target)),
            }
        }
    }
    merged.retain(|(_, _, target)| !target.node(db).get_bool("x-internal"));
    merged.sort_by_key(|(location, _, _)| *location);
    merged
}

/// The location of a parameter; `None` if it is invalid.
fn location(node: NodeRef<'_>) -> Option<Location> {
    match node.get_str("in")? {
        "path" => Some(Location::Path),
        "query" => Some(Location::Query),
        "querystring" => Some(Location::QueryString),
        "header" => Some(Location::Header),
        "cookie" => Some(Location::Cookie),
        _ => None,
    }
}

fn parameter<'db>(
    extraction: &mut Extraction<'db>,
    location: Location,
    name: &str,
    target: Target<'db>,
) -> Parameter<usize> {
    let node = target.node(extraction.db);
    let required = node.get_bool("required") || location == Location::Path;
    let (mut root, content) = described(extraction, name, required, target, target, Direction::Request);
    let given = sample_of(extraction, target, &root, required);
    let explode = node.get("explode").and_then(NodeRef::as_bool);
    hide_defaults(&mut root, location, explode);
    Parameter {
        location,
        field: extraction.add(root),
        style: text(node, "style"),
        explode,
        allow_reserved: node.get_bool("allowReserved"),
        content,
        sample: given,
    }
}

/// A header of a response.
pub(super) fn header<'db>(extraction: &mut Extraction<'db>, name: &str, target: Target<'db>) -> usize {
    let required = target.node(extraction.db).get_bool("required");
    let place = target.key(extraction.db);
    let (mut root, _) = described(extraction, name, required, target, place, Direction::Response);
    hide_defaults(&mut root, Location::Header, None);
    extraction.add(root)
}

/// A parameter or header as a value to walk, and its media type.
fn described<'db>(
    extraction: &mut Extraction<'db>,
    name: &str,
    required: bool,
    target: Target<'db>,
    place: Target<'db>,
    direction: Direction,
) -> (Root<'db>, Option<Text>) {
    let db = extraction.db;
    let node = target.node(db);
    let mut facts = facts_of_parameter(node);
    let mut content = None;
    let mut schema = node.get("schema").map(|node| (node, target.chunk));
    // With a media type, the examples are there.
    let mut of_examples = target;
    if let Some((media, value)) = node.get("content").and_then(|content| content.entries().next()) {
        content = Some(Text::from(media.text()));
        facts.constraints.push((Constraint::Content, Literal::word(media.text())));
        let media = extraction.follow(target.at(value));
        schema = media.and_then(|media| Some((media.node(db).get("schema")?, media.chunk)));
        if let Some(media) = media {
            of_examples = media;
            let example = media.node(db).get("example").map(|value| example_value(db, media.at(value)));
            facts.constraints.extend(example.map(|value| (Constraint::Example, literal(value))));
        }
    }
    if facts.get(Constraint::Example).is_none() {
        for (_, value) in of_examples.node(db).get("examples").into_iter().flat_map(NodeRef::entries) {
            let value = follow(db, of_examples.at(value)).ok().and_then(|example| {
                let node = example.node(db);
                let value = node.get("value").or_else(|| node.get("dataValue"))?;
                Some(example_value(db, example.at(value)))
            });
            facts.constraints.extend(value.map(|value| (Constraint::Example, literal(value))));
        }
    }
    facts.constraints.sort_by_key(|(constraint, _)| *constraint);
    let chunk = schema.map_or(target.chunk, |(_, chunk)| chunk);
    let origin = RootOrigin { place, schema: schema.map(|(node, _)| node.id()), of_items: false };
    let schema = schema.map(|(node, _)| lower(node, extraction.version));
    let facts = (facts != Facts::default()).then_some(facts);
    (Root { name: name.into(), required, facts, schema, chunk, direction: Some(direction), origin }, content)
}

/// The value of a parameter in samples, if it is required or the spec has an example.
fn sample_of<'db>(
    extraction: &Extraction<'db>,
    target: Target<'db>,
    root: &Root<'db>,
    required: bool,
) -> Option<Value> {
    let given = root.facts.as_ref().and_then(|facts| facts.get(Constraint::Example));
    if let Some(given) = given {
        return Some(Value::of(given));
    }
    let own = |schema: &Schema| {
        let facts = schema.facts.as_ref()?;
        facts.get(Constraint::Example).map(Value::of)
    };
    let schema = root.schema.as_ref()?;
    if !required {
        return own(schema);
    }
    let at = At { schema, chunk: root.chunk };
    let value = own(schema).or_else(|| example(extraction.db, at, Direction::Request))?;
    // A placeholder says less than the parameter's own name.
    let is_path = target.node(extraction.db).get_str("in") == Some("path");
    if is_path && value == Value::String("string".into()) {
        return Some(Value::String(format!("{{{}}}", root.name).into()));
    }
    Some(value)
}

/// Omits a style that is the location's default.
fn hide_defaults(root: &mut Root<'_>, location: Location, explode: Option<bool>) {
    let Some(facts) = &mut root.facts else { return };
    let style = facts.get(Constraint::Style).map(|literal| literal.text.clone());
    let usual = match location {
        Location::Query | Location::QueryString | Location::Cookie => "form",
        Location::Path | Location::Header => "simple",
    };
    let is_usual = style.as_deref().is_none_or(|style| style == usual);
    let usual_explode = style.as_deref().unwrap_or(usual) == "form";
    facts.constraints.retain(|(constraint, _)| match constraint {
        Constraint::Style => !is_usual,
        Constraint::Explode => explode.is_some_and(|explode| explode != usual_explode),
        _ => true,
    });
    if *facts == Facts::default() {
        root.facts = None;
    }
}
