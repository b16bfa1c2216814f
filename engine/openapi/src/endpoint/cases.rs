//! The cases of a value: for each of its alternatives the fields that it has, so that a merged field states only what is
//! true in all of them.

use std::sync::Arc;

use rapidhash::RapidHashMap;

use super::direction::Direction;
use super::example::{is_hidden, needed};
use super::field::Variant;
use super::flatten::{Alternative, Choice, Enter, Flat, MOST_ARRAYS, Property, SchemaPart, flatten, is_same};
use super::items::facts_with_items;
use super::variants::{enumerated, is_shown, tell_apart};
use super::words::words;
use crate::Db;
use crate::schema::{Facts, Types};
use crate::spec::Text;

/// More cases are not compared.
const MOST_CASES: usize = 100;
/// The greatest nesting of choices that is opened.
const MOST_CHOICES: usize = 4;
/// The greatest number of schemas that are read, and of fields that are compared, for the cases of one value.
const MOST_READ: usize = 20_000;

/// The schemas of a value in one case; they apply together.
#[derive(Clone, Debug)]
pub(super) struct CaseSchemas<'a> {
    /// The names of the alternatives in which it has these schemas; empty if it always has.
    pub(super) labels: Vec<Text>,
    pub(super) seeds: Vec<SchemaPart<'a>>,
}

impl<'a> CaseSchemas<'a> {
    /// The schemas of a value that has no other case.
    pub(super) fn only(seeds: &[SchemaPart<'a>]) -> Self {
        Self { labels: Vec::new(), seeds: seeds.to_vec() }
    }

    fn is_same(&self, db: &dyn Db, seeds: &[SchemaPart<'a>]) -> bool {
        let is_same = |(a, b): (&SchemaPart<'a>, &SchemaPart<'a>)| a.optional == b.optional && is_same(db, a.at, b.at);
        self.seeds.len() == seeds.len() && self.seeds.iter().zip(seeds).all(is_same)
    }
}

/// The fields of a value in one case.
#[derive(Debug)]
struct Case<'a> {
    label: Text,
    properties: Vec<Property<'a>>,
    index: RapidHashMap<Text, usize>,
    needed: Vec<Text>,
}

/// The cases in which a value is an object, or an array of them.
#[derive(Debug)]
pub(super) struct Cases<'a> {
    list: Vec<Case<'a>>,
    /// Whether no case was left out.
    is_whole: bool,
}

/// A value whose cases are not known yet.
struct Open<'a> {
    /// The case of the value around it, and the alternative that it is.
    label: (Text, Text),
    /// What the schemas around this alternative say.
    properties: Vec<Property<'a>>,
    needed: Vec<Text>,
    items: Vec<SchemaPart<'a>>,
    types: Types,
    seeds: Vec<SchemaPart<'a>>,
    choices: usize,
    arrays: usize,
}

impl<'a> Open<'a> {
    /// A value of which nothing is known but its schemas.
    fn of(label: (Text, Text), seeds: Vec<SchemaPart<'a>>, choices: usize, arrays: usize) -> Self {
        let (properties, needed, items) = (Vec::new(), Vec::new(), Vec::new());
        Self { label, properties, needed, items, types: Types::default(), seeds, choices, arrays }
    }
}

/// The cases of a value that has one of these lists of schemas, with arrays looked through. `left` is the number of schemas
/// and fields that may still be read for all values.
pub(super) fn cases<'a>(db: &'a dyn Db, lists: &[CaseSchemas<'a>], left: &mut usize) -> Cases<'a> {
    let most = MOST_READ.min(*left);
    let mut own = most;
    let found = cases_within(db, lists, 0, &mut own);
    *left -= most - own;
    found
}

/// The same within so many choices. The recursion ends at [`MOST_CHOICES`], and where nothing is `left` of the fields that
/// may be compared.
fn cases_within<'a>(db: &'a dyn Db, lists: &[CaseSchemas<'a>], choices: usize, left: &mut usize) -> Cases<'a> {
    let mut found = Cases { list: Vec::new(), is_whole: true };
    let start = |list: &CaseSchemas<'a>| {
        let label = enumerated(list.labels.iter(), list.labels.len()).unwrap_or_default();
        Open::of((label, "".into()), list.seeds.clone(), choices, 0)
    };
    let mut open: Vec<Open<'a>> = lists.iter().rev().map(start).collect();
    while let Some(mut one) = open.pop() {
        if found.list.len() >= MOST_CASES || *left == 0 {
            found.is_whole = false;
            break;
        }
        let choice = if one.choices < MOST_CHOICES { Choice::Inner } else { Choice::All };
        let flat = flatten(db, &one.seeds, choice, &|_| Enter::Yes);
        join(&mut one.properties, flat.properties());
        one.needed.extend(needed(&flat));
        one.items.extend(flat.items());
        one.types = one.types.intersect(flat.types());
        *left = left.saturating_sub(flat.steps + one.properties.len() + 1);
        for choice in &flat.further {
            let of_one = |alternative: &Alternative<'a>| CaseSchemas::only(&[SchemaPart::of(alternative.at)]);
            let lists: Vec<CaseSchemas<'a>> = choice.iter().map(of_one).collect();
            let (properties, needed) = cases_within(db, &lists, one.choices + 1, left).merged();
            join(&mut one.properties, properties);
            one.needed.extend(needed);
        }
        if choice == Choice::Inner && !flat.alternatives.is_empty() {
            open.extend(flat.alternatives.iter().rev().map(|alternative| Open {
                label: (one.label.0.clone(), label(db, alternative)),
                properties: one.properties.clone(),
                needed: one.needed.clone(),
                items: one.items.clone(),
                seeds: vec![SchemaPart::of(alternative.at)],
                choices: one.choices + 1,
                ..one
            }));
            continue;
        }
        let is_array = !one.items.is_empty() && one.arrays < MOST_ARRAYS;
        if is_array {
            open.push(Open::of(one.label.clone(), one.items, one.choices, one.arrays + 1));
        }
        if !one.properties.is_empty() || one.types.has(Types::OBJECT) || one.types.is_empty() && !is_array {
            let label = match (&*one.label.0, &*one.label.1) {
                (outer, "") => outer.into(),
                ("", inner) => inner.into(),
                (outer, inner) => format!("{outer}: {inner}").into(),
            };
            let index = one.properties.iter().enumerate().map(|(at, property)| (property.name.clone(), at)).collect();
            found.list.push(Case { label, properties: one.properties, index, needed: one.needed });
        }
    }
    found
}

/// All properties of a value, with arrays looked through, and the names that it requires. Takes the schemas read from `left`;
/// nothing is read if none are.
pub(super) fn all_properties<'a>(
    db: &'a dyn Db,
    seeds: &[SchemaPart<'a>],
    left: &mut usize,
) -> (Vec<Property<'a>>, Vec<Text>) {
    let (mut properties, mut required) = (Vec::new(), Vec::new());
    let mut items = seeds.to_vec();
    for _ in 0..=MOST_ARRAYS {
        if items.is_empty() || *left == 0 {
            break;
        }
        let flat = flatten(db, &items, Choice::All, &|_| Enter::Yes);
        *left = left.saturating_sub(flat.steps);
        required.extend(needed(&flat));
        join(&mut properties, flat.properties());
        items = flat.items();
    }
    (properties, required)
}

/// Adds properties, and to known ones their schemas.
fn join<'a>(known: &mut Vec<Property<'a>>, added: Vec<Property<'a>>) {
    if known.is_empty() {
        *known = added;
        return;
    }
    let mut index: RapidHashMap<Text, usize> =
        known.iter().enumerate().map(|(at, property)| (property.name.clone(), at)).collect();
    for property in added {
        match index.get(&property.name).and_then(|&at| known.get_mut(at)) {
            Some(known) => {
                known.required |= property.required;
                property.seeds.into_iter().for_each(|seed| known.add(seed));
            }
            None => {
                index.insert(property.name.clone(), known.len());
                known.push(property);
            }
        }
    }
}

impl Case<'_> {
    fn requires(&self, name: &Text) -> bool {
        let property = self.index.get(name).and_then(|&at| self.properties.get(at));
        property.is_some_and(|property| property.required) || self.needed.contains(name)
    }
}

impl<'a> Cases<'a> {
    /// The properties of all cases as optional ones, and the names that all cases require.
    fn merged(self) -> (Vec<Property<'a>>, Vec<Text>) {
        let first = self.list.first().filter(|_| self.is_whole);
        let of_first = first.into_iter().flat_map(|case| {
            let names = case.properties.iter().map(|property| &property.name);
            names.chain(&case.needed).filter(|name| case.requires(name))
        });
        let needed = of_first.filter(|name| self.list.iter().all(|case| case.requires(name))).cloned().collect();
        let mut properties = Vec::new();
        for case in self.list {
            let optional = |property: Property<'a>| {
                let seeds = property.seeds.into_iter().map(|seed| SchemaPart { optional: true, ..seed }).collect();
                Property { required: false, seeds, ..property }
            };
            join(&mut properties, case.properties.into_iter().map(optional).collect());
        }
        (properties, needed)
    }

    /// A property as it is in all cases: with all its schemas, and required only if it always is. `merged` is what the list
    /// of fields knows of it. If its schemas differ, the second value lists them by case.
    pub(super) fn of(
        &self,
        db: &'a dyn Db,
        merged: Property<'a>,
        direction: Option<Direction>,
    ) -> (Property<'a>, Vec<CaseSchemas<'a>>) {
        let Property { name, mut required, seeds } = merged;
        let mut lists: Vec<CaseSchemas<'a>> = Vec::new();
        let mut is_always_required = self.is_whole && !self.list.is_empty();
        for case in &self.list {
            let property = case.index.get(&name).and_then(|&at| case.properties.get(at));
            let property = property.filter(|property| !is_hidden(db, direction, &property.seeds));
            is_always_required &= property.is_some_and(|property| property.required || case.needed.contains(&name));
            let Some(property) = property else { continue };
            match lists.iter_mut().find(|list| list.is_same(db, &property.seeds)) {
                Some(list) => list.labels.push(case.label.clone()),
                None => {
                    let labels = vec![case.label.clone()];
                    lists.push(CaseSchemas { labels, seeds: property.seeds.clone() });
                }
            }
        }
        required |= is_always_required;
        if !self.is_whole || lists.is_empty() {
            lists.push(CaseSchemas::only(&seeds));
        }
        if lists.len() == 1 {
            let seeds = lists.pop().map_or(seeds, |list| list.seeds);
            return (Property { name, required, seeds }, Vec::new());
        }
        let mut all = Property { name, required, seeds: Vec::new() };
        for list in &lists {
            list.seeds.iter().for_each(|&seed| all.add(SchemaPart { optional: true, ..seed }));
        }
        (all, lists)
    }
}

/// The facts of a field that has different schemas in different cases, and what each case adds.
pub(super) fn case_facts<'a>(db: &'a dyn Db, lists: &[CaseSchemas<'a>]) -> (Option<Arc<Facts>>, Vec<Variant>) {
    let of_list = |list: &CaseSchemas<'a>| {
        let flat = flatten(db, &list.seeds, Choice::All, &|_| Enter::Yes);
        let facts = facts_with_items(db, &flat).map(|facts| Facts::clone(&facts)).unwrap_or_default();
        (flat.types(), facts)
    };
    let all: Vec<(Types, Facts)> = lists.iter().map(of_list).collect();
    let shared = shared_facts(&all);
    let mut found: Vec<(Vec<Text>, Variant)> = Vec::new();
    for (list, (_, facts)) in lists.iter().zip(all) {
        let facts = added(facts, &shared);
        if facts == Facts::default() || list.labels.is_empty() {
            continue;
        }
        let kind = words(db, &list.seeds);
        match found.iter_mut().find(|(_, known)| known.kind == kind && known.facts.as_deref() == Some(&facts)) {
            Some((labels, _)) => labels.extend(list.labels.iter().cloned()),
            None => {
                found.push((list.labels.clone(), Variant { kind, facts: Some(Arc::new(facts)), ..Variant::default() }));
            }
        }
    }
    let labeled = |(labels, variant): (Vec<Text>, Variant)| {
        let label = enumerated(labels.iter(), labels.len()).unwrap_or_default();
        Variant { label, is_case: true, is_whole: true, ..variant }
    };
    let mut variants: Vec<Variant> = found.into_iter().map(labeled).collect();
    tell_apart(&mut variants);
    ((shared != Facts::default()).then(|| Arc::new(shared)), variants)
}

/// The facts that are true in all cases: allowed values are united, everything else must be the same.
fn shared_facts(all: &[(Types, Facts)]) -> Facts {
    let Some(((_, first), rest)) = all.split_first() else { return Facts::default() };
    let is_in_all = |holds: &dyn Fn(&Facts) -> bool| rest.iter().all(|(_, facts)| holds(facts));
    let text =
        |of: fn(&Facts) -> &Option<Text>| of(first).clone().filter(|_| is_in_all(&|facts| of(facts) == of(first)));
    let constraints = first.constraints.iter().filter(|&it| is_in_all(&|facts| facts.constraints.contains(it)));
    let mut shared = Facts {
        title: text(|facts| &facts.title),
        description: text(|facts| &facts.description),
        unknown_type: text(|facts| &facts.unknown_type),
        deprecated: first.deprecated && is_in_all(&|facts| facts.deprecated),
        read_only: first.read_only && is_in_all(&|facts| facts.read_only),
        write_only: first.write_only && is_in_all(&|facts| facts.write_only),
        internal: false,
        constraints: constraints.cloned().collect(),
        values: Vec::new(),
        xml: None,
    };
    let mut enumerated = all.iter().filter(|(types, _)| *types != Types::NULL).map(|(_, facts)| &facts.values);
    if enumerated.clone().all(|values| !values.is_empty()) {
        for value in enumerated.by_ref().flatten() {
            if !shared.values.iter().any(|known| known.literal == value.literal) {
                shared.values.push(value.clone());
            }
        }
    }
    shared
}

/// The facts of a case that are not true in all cases. Values are added only if the field lists none.
fn added(mut facts: Facts, shared: &Facts) -> Facts {
    facts.title = facts.title.filter(|_| facts.description.is_none() && shared.title.is_none());
    facts.description = facts.description.filter(|text| !text.trim().is_empty() && shared.description.is_none());
    facts.unknown_type = None;
    facts.deprecated &= !shared.deprecated;
    facts.read_only &= !shared.read_only;
    facts.write_only &= !shared.write_only;
    facts.constraints.retain(|it| is_shown(it.0) && !shared.constraints.contains(it));
    if !shared.values.is_empty() {
        facts.values.clear();
    }
    facts
}

/// The label of an alternative: the discriminator's value, or else its title, the schema's name, or its type.
fn label<'a>(db: &'a dyn Db, alternative: &Alternative<'a>) -> Text {
    let title = || {
        let flat: Flat<'a> = flatten(db, &[SchemaPart::of(alternative.at)], Choice::All, &|_| Enter::Yes);
        flat.facts().and_then(|facts| facts.title.clone())
    };
    let known = alternative.label.clone().or_else(title).or_else(|| alternative.name(db));
    known.unwrap_or_else(|| words(db, &[SchemaPart::of(alternative.at)]).as_ref().into())
}
