//! The alternatives of a choice, with labels and their differences.

use std::sync::Arc;

use rapidhash::{HashMapExt, RapidHashMap, RapidHashSet};

use super::cases::all_properties;
use super::direction::Direction;
use super::example::is_hidden;
use super::field::{FieldNote, SchemaLink, Variant, VariantField};
use super::flatten::{Alternative, Choice, Enter, Flat, MOST_STEPS, Property, SchemaPart, flatten, is_same};
use super::items::facts_with_items;
use super::words::{Words, linked_words, words};
use crate::Db;
use crate::schema::{AllowedValue, Constraint, Facts, Literal};
use crate::spec::Text;

/// More alternatives are only counted.
const MOST_VARIANTS: usize = 100;

/// The greatest nesting of choices that is opened.
const MOST_CHOICES: usize = 4;

/// Longer values, in bytes, are not used in a label.
const LONGEST_MARK: usize = 24;

/// The greatest depth of listed fields.
const DEEPEST: usize = 4;

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

/// The variants that are worth showing next to a field. At most `room` fields are listed in total; if it is `None`,
/// none are, and no mark says so. `reads` is the number of schemas that may still be read to tell them apart.
pub(super) fn variants<'a>(
    db: &'a dyn Db,
    alternatives: &[Alternative<'a>],
    worth: Worth,
    of_field: FieldContext<'_>,
    room: Option<usize>,
    reads: &mut usize,
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
    let lists: Vec<_> = shown.iter().map(|alternative| vec![SchemaPart::of(alternative.at)]).collect();
    let lists: Vec<_> = lists.iter().map(|seeds| Some(seeds.as_slice())).collect();
    let mut lists =
        Differences { db, direction: of_field.direction, left: 0, reads }.top(&lists, room.unwrap_or_default());
    let trimmed = trim(&mut lists, has_shape);
    let mut left = room.unwrap_or_default();
    let mut found: Vec<Variant> = Vec::with_capacity(shown.len());
    for (((alternative, facts), (mut fields, is_cut)), trimmed) in shown.iter().zip(facts).zip(lists).zip(trimmed) {
        let is_cut = is_cut || fields.len() > left;
        fields.truncate(left);
        left -= fields.len();
        let (kind, types) = kind(db, alternative, !fields.is_empty());
        let title = facts.as_ref().and_then(|facts| facts.title.clone());
        let label = alternative.label.clone().or(title).or_else(|| alternative.name(db));
        let label = label.unwrap_or_else(|| kind.as_ref().into());
        let is_whole = !trimmed && !is_cut;
        let more =
            room.filter(|_| is_cut).map(|_| types.first().cloned().map_or(FieldNote::MoreLevels, FieldNote::More));
        // A named schema whose fields are not listed is described where they are shown.
        let is_elsewhere = alternative.at.schema.reference.is_some() && !is_whole && fields.is_empty();
        let facts = facts.and_then(|facts| own_facts(&facts, is_elsewhere));
        found.push(Variant { label, kind, types, facts, fields, is_case: false, is_whole, more });
    }
    merge_equal(&mut found);
    tell_apart(&mut found);
    if hidden > 0 {
        let label: Text = format!("{hidden} more").into();
        found.push(Variant { label, kind: "any".into(), ..Variant::default() });
    }
    found
}

/// The type of an alternative in words, and the schemas among them that have a page.
fn kind<'a>(db: &'a dyn Db, alternative: &Alternative<'a>, has_fields: bool) -> (Words, Box<[SchemaLink]>) {
    if let Some(mapped) = &alternative.mapped {
        let model = mapped.chunk.and_then(|chunk| db.model_key(chunk).cloned());
        let links = model.map(|key| SchemaLink { name: mapped.name.clone(), model: Some(key) });
        return (Words::Owned(mapped.name.to_string()), links.into_iter().collect());
    }
    match linked_words(db, &[SchemaPart::of(alternative.at)]) {
        // It lists required properties.
        (kind, _) if kind == "any" && has_fields => ("object".into(), Box::default()),
        linked => linked,
    }
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
pub(super) fn tell_apart(variants: &mut [Variant]) {
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
pub(super) fn enumerated<'w>(words: impl Iterator<Item = &'w Text>, count: usize) -> Option<Text> {
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
fn trim(lists: &mut [(Vec<VariantField>, bool)], has_shape: bool) -> Vec<bool> {
    let is_only = lists.iter().filter(|(list, _)| !list.is_empty()).count() == 1;
    let trim_one = |(list, _): &mut (Vec<VariantField>, bool)| {
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
pub(super) fn is_shown(constraint: Constraint) -> bool {
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

/// The number of fields, with nested ones.
pub(super) fn count(fields: &[VariantField]) -> usize {
    // Nested to the depth of `Differences`.
    fields.iter().map(|field| 1 + count(&field.fields)).sum()
}

/// The schemas of a field in an alternative.
type Seeds<'s, 'a> = &'s [SchemaPart<'a>];

/// Finds what distinguishes the fields of alternatives.
struct Differences<'a, 'b> {
    db: &'a dyn Db,
    direction: Option<Direction>,
    /// The number of nested fields that may still be listed.
    left: usize,
    /// The number of schemas that may still be read.
    reads: &'b mut usize,
}

impl<'a> Differences<'a, '_> {
    /// For each alternative its fields, without those that all share with the same schema, and the names that it only
    /// requires; and whether nested fields are missing, for which `room` has to suffice after the others.
    fn top(mut self, lists: &[Option<Seeds<'_, 'a>>], room: usize) -> Vec<(Vec<VariantField>, bool)> {
        self.of(lists, if room == 0 { 1 } else { DEEPEST }, Some(room))
    }

    /// The fields of each alternative down to `levels`, and whether nested ones are missing. With `room`, nested ones get
    /// what the others leave of it.
    fn of(
        &mut self,
        lists: &[Option<Seeds<'_, 'a>>],
        levels: usize,
        room: Option<usize>,
    ) -> Vec<(Vec<VariantField>, bool)> {
        let reads = &mut *self.reads;
        let mut of_list = |seeds: Seeds<'_, 'a>| all_properties(self.db, seeds, reads);
        let all: Vec<(Vec<Property<'a>>, Vec<Text>)> =
            lists.iter().map(|seeds| seeds.map(&mut of_list).unwrap_or_default()).collect();
        let is_cut = *self.reads == 0;
        let shared = self.shared(&all, lists.iter().flatten().count());
        let mut found: Vec<(Vec<VariantField>, bool)> = Vec::with_capacity(lists.len());
        // The alternatives that have a field of this name, each with its place there.
        let mut holders: RapidHashMap<&Text, Vec<(usize, usize)>> = RapidHashMap::new();
        let mut order: Vec<&Text> = Vec::new();
        for (place, (properties, needed)) in all.iter().enumerate() {
            let is_sent = |property: &&Property<'a>| !is_hidden(self.db, self.direction, &property.seeds);
            let is_own = |property: &&Property<'a>| !shared.contains(&property.name);
            let mut fields = Vec::new();
            for (index, property) in properties.iter().enumerate().filter(|(_, it)| is_own(it) && is_sent(it)) {
                let places = holders.entry(&property.name).or_insert_with(|| {
                    order.push(&property.name);
                    Vec::new()
                });
                places.push((place, index));
                let facts = property.seeds.first().and_then(|seed| seed.at.schema.facts.as_ref());
                fields.push(VariantField {
                    name: property.name.clone(),
                    kind: Words::default(),
                    required: property.required || needed.contains(&property.name),
                    values: facts.map(|facts| facts.values.clone()).unwrap_or_default(),
                    fields: Vec::new(),
                });
            }
            for name in needed {
                let is_known = properties.iter().any(|property| property.name == *name);
                if !is_known && !fields.iter().any(|field| field.name == *name) {
                    let (name, kind) = (name.clone(), Words::default());
                    fields.push(VariantField { name, kind, required: true, values: Vec::new(), fields: Vec::new() });
                }
            }
            found.push((fields, is_cut));
        }
        if let Some(room) = room {
            self.left = room.saturating_sub(found.iter().map(|(fields, _)| fields.len()).sum());
        }
        // Only where several alternatives have a field does the merged list mix what belongs to each.
        for name in order {
            let Some(places) = holders.get(name).filter(|places| places.len() > 1) else { continue };
            let mut lists: Vec<Option<Seeds<'_, 'a>>> = vec![None; lists.len()];
            for &(place, index) in places {
                let property = all.get(place).and_then(|(properties, _)| properties.get(index));
                if let Some(slot) = lists.get_mut(place) {
                    *slot = property.map(|property| property.seeds.as_slice());
                }
            }
            self.compare(name, &lists, levels, &mut found);
        }
        found
    }

    /// The names of the fields that all holders have with the same schema, and require alike.
    fn shared<'p>(&self, all: &'p [(Vec<Property<'a>>, Vec<Text>)], holders: usize) -> RapidHashSet<&'p Text> {
        let mut uses: RapidHashMap<&Text, (&Property<'a>, bool, usize)> = RapidHashMap::new();
        for (properties, needed) in all {
            for property in properties {
                let is_required = property.required || needed.contains(&property.name);
                let (first, is_first_required, count) =
                    uses.entry(&property.name).or_insert((property, is_required, 0));
                let is_alike = match (first.seeds.as_slice(), property.seeds.as_slice()) {
                    ([a], [b]) => is_same(self.db, a.at, b.at),
                    _ => false,
                };
                *count += usize::from(is_alike && *is_first_required == is_required);
            }
        }
        uses.into_iter().filter(|(_, (.., count))| *count == holders).map(|(name, _)| name).collect()
    }

    /// Completes a field of several alternatives by its type, if it has several, and by its own fields.
    fn compare(
        &mut self,
        name: &str,
        lists: &[Option<Seeds<'_, 'a>>],
        levels: usize,
        found: &mut [(Vec<VariantField>, bool)],
    ) {
        let kinds: Vec<Option<Words>> = lists.iter().map(|seeds| seeds.map(|seeds| words(self.db, seeds))).collect();
        let mut distinct = kinds.iter().flatten();
        let first = distinct.next();
        let is_mixed = distinct.any(|kind| Some(kind) != first);
        let is_composed = |seed: &SchemaPart<'a>| seed.at.schema.reference.is_some() || seed.at.schema.shape.is_some();
        let has_below = levels > 1 && lists.iter().flatten().flat_map(|seeds| seeds.iter()).any(is_composed);
        let below = match has_below && self.left > 0 && *self.reads > 0 {
            true => self.of(lists, levels - 1, None),
            false => Vec::new(),
        };
        let needs: usize = below.iter().map(|(fields, _)| fields.len()).sum();
        let is_cut = has_below && (needs > self.left || self.left == 0 || *self.reads == 0);
        self.left = self.left.saturating_sub(needs);
        let mut below = below.into_iter();
        for ((fields, cut), kind) in found.iter_mut().zip(kinds) {
            let below = below.next();
            let Some(field) = fields.iter_mut().find(|field| *field.name == *name) else { continue };
            field.kind = kind.filter(|_| is_mixed).unwrap_or_default();
            *cut |= is_cut;
            if let Some((nested, is_nested_cut)) = below.filter(|_| !is_cut) {
                *cut |= is_nested_cut;
                field.fields = nested;
            }
        }
    }
}
