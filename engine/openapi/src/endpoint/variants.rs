//! The alternatives of a choice, with labels and their differences.

use std::collections::HashMap;
use std::sync::Arc;

use super::direction::Direction;
use super::example::{is_hidden, needed};
use super::field::{Variant, VariantField};
use super::flatten::{Alternative, At, Choice, Enter, Flat, MOST_STEPS, SchemaPart, flatten};
use super::items::facts_with_items;
use super::words::words;
use crate::Db;
use crate::schema::{AllowedValue, Constraint, Facts, Literal, schema_name};
use crate::spec::Text;

/// More alternatives are only counted.
const MOST_VARIANTS: usize = 100;

/// The greatest nesting of choices that is opened.
const MOST_CHOICES: usize = 4;

/// Longer values, in bytes, are not used in a label.
const LONGEST_MARK: usize = 24;

/// The greatest number of values in a label.
const MOST_MARKS: usize = 3;

/// What makes alternatives worth showing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// At least two have a structure, a title or a description, or one has facts that the field lacks.
    Shape,
    /// Only facts that the field lacks.
    Facts,
}

/// The field whose variants are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldContext<'a> {
    pub(super) facts: Option<&'a Facts>,
    /// The sender of the value; `None` in a schema by itself.
    pub(super) direction: Option<Direction>,
}

/// The variants that are worth showing next to a field. At most `room` fields are listed in total;
/// none if `room` is 0.
pub(super) fn variants<'a>(
    db: &'a dyn Db,
    alternatives: &[Alternative<'a>],
    worth: Worth,
    of_field: FieldContext<'_>,
    room: usize,
) -> Vec<Variant> {
    let (shown, flats) = opened(db, alternatives);
    let hidden = alternatives.len().saturating_sub(shown.len());
    let facts: Vec<Option<Arc<Facts>>> = flats.iter().map(|flat| facts_with_items(db, flat)).collect();
    let is_telling = |(flat, facts): &(&Flat<'a>, &Option<Arc<Facts>>)| {
        flat.parts.iter().any(|part| part.at.schema.shape.is_some())
            || facts.as_ref().is_some_and(|facts| facts.description.is_some() || facts.title.is_some())
    };
    let has_shape = worth == Worth::Shape && flats.iter().zip(&facts).filter(is_telling).count() >= 2;
    if !has_shape && !facts.iter().flatten().any(|facts| says_more(facts, of_field.facts)) {
        return Vec::new();
    }
    let mut room = room;
    let mut lists = distinct(db, &flats, of_field.direction);
    let trimmed = trim(&mut lists, has_shape);
    let mut found: Vec<Variant> = Vec::with_capacity(shown.len());
    for (((alternative, facts), mut fields), trimmed) in shown.iter().zip(facts).zip(lists).zip(trimmed) {
        let is_whole = !trimmed && fields.len() <= room;
        fields.truncate(room);
        room -= fields.len();
        let kind = match words(db, &[SchemaPart::of(alternative.at)]) {
            // It lists required properties.
            kind if kind == "any" && !fields.is_empty() => "object".into(),
            kind => kind,
        };
        let title = facts.as_ref().and_then(|facts| facts.title.clone());
        let reference = alternative.at.schema.reference.as_deref();
        let name = reference.map(|reference| schema_name(db, alternative.at.chunk, reference));
        let label = alternative.label.clone().or(title).or(name).unwrap_or_else(|| kind.as_ref().into());
        // A named schema whose fields are not listed is described where they are shown.
        let is_elsewhere = reference.is_some() && !is_whole && fields.is_empty();
        let facts = facts.and_then(|facts| own_facts(&facts, is_elsewhere));
        found.push(Variant { label, kind, facts, fields, is_whole });
    }
    merge_equal(&mut found);
    tell_apart(&mut found);
    if hidden > 0 {
        let label: Text = format!("{hidden} more").into();
        found.push(Variant { label, kind: "any".into(), facts: None, fields: Vec::new(), is_whole: false });
    }
    found
}

/// Removes duplicates.
fn merge_equal(variants: &mut Vec<Variant>) {
    let mut kept: Vec<Variant> = Vec::with_capacity(variants.len());
    for variant in variants.drain(..) {
        if !kept.contains(&variant) {
            kept.push(variant);
        }
    }
    *variants = kept;
}

/// Extends labels that several alternatives share by their differences: values, or a constraint that another one lacks.
fn tell_apart(variants: &mut [Variant]) {
    let told: Vec<Option<Text>> = variants.iter().map(|variant| telling_label(variant, variants)).collect();
    for (variant, label) in variants.iter_mut().zip(told) {
        if let Some(label) = label {
            variant.label = label;
        }
    }
}

/// A label that distinguishes an alternative from those with the same label; `None` if there are no others, or no
/// difference.
fn telling_label(variant: &Variant, all: &[Variant]) -> Option<Text> {
    let others: Vec<&Variant> =
        all.iter().filter(|other| other.label == variant.label && !std::ptr::eq(*other, variant)).collect();
    if others.is_empty() {
        return None;
    }
    let Some(facts) = &variant.facts else { return label_of_needed(variant) };
    let is_short = |literal: &Literal| !literal.text.is_empty() && literal.text.len() <= LONGEST_MARK;
    if !facts.values.is_empty() {
        let values = facts.values.iter().map(|value| &value.literal).filter(|literal| is_short(literal));
        return enumerated(values.map(|literal| &literal.text), facts.values.len());
    }
    let lacks = |other: &&Variant, mark: &(Constraint, Literal)| {
        other.facts.as_ref().is_none_or(|facts| !facts.constraints.contains(mark))
    };
    let is_mark = |mark: &&(Constraint, Literal)| is_short(&mark.1) && others.iter().any(|other| lacks(other, mark));
    let (constraint, literal) = facts.constraints.iter().find(is_mark)?;
    let words = constraint.label();
    Some(format!("{}, {} {}", variant.label, words.to_lowercase(), literal.text).into())
}

/// A label from the names of required properties, for an alternative without other facts.
fn label_of_needed(variant: &Variant) -> Option<Text> {
    let is_only_needed = *variant.label == *variant.kind && variant.fields.iter().all(|field| field.required);
    let names = variant.fields.iter().map(|field| &field.name).filter(|name| name.len() <= LONGEST_MARK);
    enumerated(names, variant.fields.len()).filter(|_| is_only_needed)
}

/// The first `count` texts joined by commas; `None` if there are none.
fn enumerated<'w>(words: impl Iterator<Item = &'w Text>, count: usize) -> Option<Text> {
    let mut shown = words.take(MOST_MARKS);
    let mut label = shown.next()?.to_string();
    for word in shown {
        label.push_str(", ");
        label.push_str(word);
    }
    if count > MOST_MARKS {
        label.push_str(", …");
    }
    Some(label.into())
}

/// Omits what the fields below state already: all fields if alternatives are shown for their facts, otherwise optional
/// ones if only one alternative has fields. Returns which lists were shortened.
fn trim(lists: &mut [Vec<VariantField>], has_shape: bool) -> Vec<bool> {
    let is_only = lists.iter().filter(|list| !list.is_empty()).count() == 1;
    let trim_one = |list: &mut Vec<VariantField>| {
        let before = list.len();
        list.retain(|field| has_shape && (field.required || !is_only));
        list.len() < before
    };
    lists.iter_mut().map(trim_one).collect()
}

/// The alternatives, with nested choices replaced by their alternatives, flattened.
fn opened<'a>(db: &'a dyn Db, alternatives: &[Alternative<'a>]) -> (Vec<Alternative<'a>>, Vec<Flat<'a>>) {
    let mut shown = Vec::with_capacity(alternatives.len());
    let mut flats = Vec::with_capacity(alternatives.len());
    let mut open: Vec<(Alternative<'a>, usize)> = alternatives.iter().rev().map(|it| (it.clone(), 0)).collect();
    let mut steps = 0;
    while let Some((alternative, depth)) = open.pop() {
        // Alternatives that are choices of each other are read up to the limit of one list.
        if shown.len() >= MOST_VARIANTS || steps >= MOST_STEPS {
            break;
        }
        let seed = SchemaPart::of(alternative.at);
        let flat = flatten(db, &[seed], Choice::All, &|_| Enter::Yes);
        steps += flat.steps;
        let is_choice = depth < MOST_CHOICES && flat.is_choice();
        if is_choice {
            open.extend(flat.alternatives.iter().rev().map(|it| (it.clone(), depth + 1)));
        }
        if !is_choice || flat.facts().is_some_and(|facts| facts.description.is_some() || says_more(&facts, None)) {
            shown.push(alternative);
            flats.push(flat);
        }
    }
    (shown, flats)
}

/// Whether facts contain a constraint or a value that the field's facts lack.
fn says_more(facts: &Facts, of_field: Option<&Facts>) -> bool {
    let lacks = |constraint: &(Constraint, Literal)| {
        is_shown(constraint.0) && of_field.is_none_or(|known| !known.constraints.contains(constraint))
    };
    let lacks_value = |value: &AllowedValue| {
        of_field.is_none_or(|known| !known.values.iter().any(|known| known.literal == value.literal))
    };
    facts.constraints.iter().any(lacks) || facts.values.iter().any(lacks_value)
}

/// Whether a constraint is shown for an alternative: examples are shown only for the whole.
fn is_shown(constraint: Constraint) -> bool {
    !matches!(constraint, Constraint::Example | Constraint::ExternalDocs)
}

/// The facts of the only alternative, if it has nothing else: they belong to the field.
pub(super) fn only_facts<'v>(variants: &'v [Variant], worth: Worth, of_field: Option<&Facts>) -> Option<&'v Facts> {
    let [Variant { label, kind, facts: Some(facts), fields, .. }] = variants else { return None };
    let says_no_name = worth == Worth::Facts || **label == **kind;
    let says_values_once = facts.values.is_empty() || of_field.is_none_or(|known| known.values.is_empty());
    (fields.is_empty() && says_no_name && says_values_once).then_some(facts)
}

/// The facts of a field, with those that all its alternatives share.
pub(super) fn joined(own: Option<&Facts>, shared: &Facts) -> Facts {
    let mut joined = own.cloned().unwrap_or_default();
    for constraint in &shared.constraints {
        if !joined.constraints.contains(constraint) {
            joined.constraints.push(constraint.clone());
        }
    }
    joined.constraints.sort_by_key(|(constraint, _)| *constraint);
    if joined.values.is_empty() {
        joined.values.clone_from(&shared.values);
    }
    if joined.description.is_none() {
        joined.description.clone_from(&shared.description);
    }
    joined.deprecated |= shared.deprecated;
    joined.read_only |= shared.read_only;
    joined.write_only |= shared.write_only;
    joined
}

/// The facts of an alternative for display. Its title is its label; the description of one that is shown elsewhere is
/// omitted.
fn own_facts(facts: &Facts, is_elsewhere: bool) -> Option<Arc<Facts>> {
    let mut facts = facts.clone();
    facts.title = None;
    facts.description = facts.description.filter(|_| !is_elsewhere);
    facts.constraints.retain(|(constraint, _)| is_shown(*constraint));
    (facts != Facts::default()).then(|| Arc::new(facts))
}

/// For each alternative its properties, without those that all share with the same schema, and the names that it only
/// requires.
fn distinct(db: &dyn Db, flats: &[Flat<'_>], direction: Option<Direction>) -> Vec<Vec<VariantField>> {
    let lists: Vec<_> = flats.iter().map(Flat::properties).collect();
    let mut uses: HashMap<(Text, usize), usize> = HashMap::new();
    let key = |name: &Text, seed: &SchemaPart<'_>| (name.clone(), std::ptr::from_ref(seed.at.schema).addr());
    for property in lists.iter().flatten() {
        if let [seed] = property.seeds.as_slice() {
            *uses.entry(key(&property.name, seed)).or_default() += 1;
        }
    }
    let is_shared = |name: &Text, seeds: &[SchemaPart<'_>]| match seeds {
        [seed] => uses.get(&key(name, seed)) == Some(&flats.len()),
        _ => false,
    };
    let own_values = |at: At<'_>| -> Vec<AllowedValue> {
        at.schema.facts.as_ref().map(|facts| facts.values.clone()).unwrap_or_default()
    };
    lists
        .iter()
        .zip(flats)
        .map(|(list, flat)| {
            let is_sent = |property: &&super::flatten::Property<'_>| !is_hidden(db, direction, &property.seeds);
            let own = list.iter().filter(is_sent).filter(|property| !is_shared(&property.name, &property.seeds));
            let field = |property: &super::flatten::Property<'_>| VariantField {
                name: property.name.clone(),
                required: property.required,
                values: property.seeds.first().map(|seed| own_values(seed.at)).unwrap_or_default(),
            };
            let mut fields: Vec<VariantField> = own.map(field).collect();
            for name in needed(flat) {
                let is_known = list.iter().any(|property| property.name == name);
                if !is_known && !fields.iter().any(|field| field.name == name) {
                    fields.push(VariantField { name, required: true, values: Vec::new() });
                }
            }
            fields
        })
        .collect()
}
