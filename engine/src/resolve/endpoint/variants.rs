//! The alternatives of a choice, named, with what sets each apart.

use std::collections::HashMap;

use super::field::{Variant, VariantField};
use super::flatten::{Alternative, At, Choice, Enter, Flat, Part, flatten};
use super::words::words;
use crate::inputs::Db;
use crate::resolve::schema::{AllowedValue, schema_name};
use crate::resolve::spec::Text;

/// Alternatives beyond this number are only counted.
const MOST_VARIANTS: usize = 100;

/// The variants that are worth showing: at least two that differ in more than their type. At most `room` fields are
/// named in all.
pub(super) fn variants<'a>(db: &'a dyn Db, alternatives: &[Alternative<'a>], room: usize) -> Vec<Variant> {
    let shown = &alternatives[..alternatives.len().min(MOST_VARIANTS)];
    let flats: Vec<Flat<'a>> = shown
        .iter()
        .map(|alternative| {
            let seed = Part { at: alternative.at, optional: false };
            flatten(db, &[seed], Choice::All, &|_| Enter::Yes)
        })
        .collect();
    let is_telling = |flat: &&Flat<'a>| {
        flat.parts.iter().any(|part| part.at.schema.shape.is_some())
            || flat.facts().is_some_and(|facts| facts.description.is_some() || facts.title.is_some())
    };
    if flats.iter().filter(is_telling).count() < 2 {
        return Vec::new();
    }
    let mut room = room;
    let lists = distinct(&flats);
    let mut found: Vec<Variant> = Vec::with_capacity(shown.len());
    for ((alternative, flat), mut fields) in shown.iter().zip(&flats).zip(lists) {
        let is_whole = fields.len() <= room;
        fields.truncate(room);
        room -= fields.len();
        let facts = flat.facts();
        let kind = words(db, &[Part { at: alternative.at, optional: false }]);
        let title = facts.as_ref().and_then(|facts| facts.title.clone());
        let reference = alternative.at.schema.reference.as_deref();
        let name = reference.map(|reference| schema_name(db, alternative.at.chunk, reference));
        let label = alternative.label.clone().or(title).or(name).unwrap_or_else(|| kind.as_ref().into());
        found.push(Variant {
            label,
            kind,
            description: facts.as_ref().and_then(|facts| facts.description.clone()),
            values: facts.map(|facts| facts.values.clone()).unwrap_or_default(),
            fields,
            is_whole,
        });
    }
    if alternatives.len() > shown.len() {
        let label: Text = format!("{} more", alternatives.len() - shown.len()).into();
        let (kind, values, fields) = ("any".into(), Vec::new(), Vec::new());
        found.push(Variant { label, kind, description: None, values, fields, is_whole: false });
    }
    found
}

/// For each alternative its properties, without those that all have from the same schema.
fn distinct(flats: &[Flat<'_>]) -> Vec<Vec<VariantField>> {
    let lists: Vec<_> = flats.iter().map(Flat::properties).collect();
    let mut uses: HashMap<(Text, usize), usize> = HashMap::new();
    let key = |name: &Text, seed: &Part<'_>| (name.clone(), std::ptr::from_ref(seed.at.schema).addr());
    for property in lists.iter().flatten() {
        if let [seed] = property.seeds.as_slice() {
            *uses.entry(key(&property.name, seed)).or_default() += 1;
        }
    }
    let is_shared = |name: &Text, seeds: &[Part<'_>]| match seeds {
        [seed] => uses.get(&key(name, seed)) == Some(&flats.len()),
        _ => false,
    };
    let own_values = |at: At<'_>| -> Vec<AllowedValue> {
        at.schema.facts.as_ref().map(|facts| facts.values.clone()).unwrap_or_default()
    };
    lists
        .iter()
        .map(|list| {
            let own = list.iter().filter(|property| !is_shared(&property.name, &property.seeds));
            let field = |property: &super::flatten::Property<'_>| VariantField {
                name: property.name.clone(),
                required: property.required,
                values: property.seeds.first().map(|seed| own_values(seed.at)).unwrap_or_default(),
            };
            own.map(field).collect()
        })
        .collect()
}
