//! Flattens a schema with its references, `allOf`, `anyOf` and `oneOf` to a list of parts.
//!
//! Bounded by the document: a named schema is entered once per list. The caller detects recursion: it decides for each
//! named schema whether to enter it.

use std::borrow::Cow;
use std::sync::Arc;

use rapidhash::{HashMapExt, RapidHashMap};

use crate::Db;
use crate::chunks::Chunk;
use crate::external_files::names_file;
use crate::reference::Unresolved;
use crate::schema::{
    Constraint, Discriminator, Facts, FoundSchema, Kept, Literal, Schema, Types, find_component, find_schema,
    schema_name,
};
use crate::spec::Text;

/// The greatest nesting of arrays that is looked through.
pub(super) const MOST_ARRAYS: usize = 8;
/// More schemas and references than any reasonable list has; the rest is omitted. What contains such a list is bounded by
/// it, although schemas that refer to each other may make every list as large as the document.
pub(super) const MOST_STEPS: usize = 8_000;
/// How many of them are read to know whether a schema has fields. If that is not enough, it counts as having some.
const MOST_LOOKED_AT: usize = 500;

/// A schema and the chunk against which its references are resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    pub(super) schema: &'a Schema,
    pub(super) chunk: Chunk<'a>,
}

/// The identity of a named schema: the memory address of its memo. Only for comparison, never for order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SchemaIdentity(usize);

impl SchemaIdentity {
    pub(super) fn of(schema: &Schema) -> Self {
        Self(std::ptr::from_ref(schema).addr())
    }
}

/// A named schema that was encountered.
#[derive(Clone, Debug)]
pub(super) struct NamedAt<'a> {
    pub(super) identity: SchemaIdentity,
    pub(super) name: Text,
    /// Its chunk, if it is the whole chunk and may have a page.
    pub(super) chunk: Option<Chunk<'a>>,
    /// The index of the seed that it was reached from.
    pub(super) seed: usize,
}

/// How to treat a named schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enter {
    Yes,
    /// It is already being expanded further up.
    Recursive,
    /// It is expanded elsewhere on the page.
    Elsewhere,
}

/// How `anyOf` and `oneOf` are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// All alternatives, as optional parts.
    All,
    /// Those of optional schemas only. The choices of all others are only listed.
    Inner,
    /// One of the alternatives that can be entered, as if it were the only one: for the outermost choice the one with
    /// this index, for nested ones the first.
    One(usize),
}

/// One schema of the list, without the targets of its references.
#[derive(Clone, Copy, Debug)]
pub(super) struct SchemaPart<'a> {
    pub(super) at: At<'a>,
    /// Whether it was reached through an alternative, so it need not apply.
    pub(super) optional: bool,
    /// The number of named schemas through which it was reached.
    pub(super) depth: usize,
    /// In a flat list, the index of the seed that it was reached from.
    pub(super) seed: usize,
    /// In a flat list, the index of the innermost named schema through which it was reached, among those entered.
    pub(super) within: Option<usize>,
}

impl<'a> SchemaPart<'a> {
    /// A required schema at the described value.
    pub(super) fn of(at: At<'a>) -> Self {
        Self { at, optional: false, depth: 0, seed: 0, within: None }
    }
}

/// One alternative of a choice.
#[derive(Clone, Debug)]
pub(super) struct Alternative<'a> {
    pub(super) at: At<'a>,
    /// The discriminator's value.
    pub(super) label: Option<Text>,
    /// The name of a schema that only the discriminator's mapping refers to.
    pub(super) mapped: Option<NamedAt<'a>>,
}

impl<'a> Alternative<'a> {
    /// An alternative without a discriminator.
    pub(super) fn of(at: At<'a>) -> Self {
        Self { at, label: None, mapped: None }
    }

    /// The name of its schema.
    pub(super) fn name(&self, db: &dyn Db) -> Option<Text> {
        let mapped = self.mapped.as_ref().map(|mapped| mapped.name.clone());
        mapped.or_else(|| Some(schema_name(db, self.at.chunk, self.at.schema.reference.as_deref()?)))
    }
}

/// The flat list.
#[derive(Debug, Default)]
pub(super) struct Flat<'a> {
    pub(super) parts: Vec<SchemaPart<'a>>,
    /// The named schemas that were reached, in order, and how.
    pub(super) reached: Vec<Reached>,
    /// The named schemas that were entered, outermost first.
    pub(super) names: Vec<NamedAt<'a>>,
    pub(super) recursive: Vec<NamedAt<'a>>,
    /// Named schemas that require themselves: their references add nothing.
    pub(super) loops: Vec<Text>,
    pub(super) elsewhere: Vec<NamedAt<'a>>,
    pub(super) unresolved: Vec<Unresolved>,
    /// The alternatives of the outermost choice.
    pub(super) alternatives: Vec<Alternative<'a>>,
    /// The alternatives of further choices that apply together with it, if they are only listed.
    pub(super) further: Vec<Vec<Alternative<'a>>>,
    /// Whether a value must match exactly one of them, and no discriminator says which.
    pub(super) is_exclusive: bool,
    /// Whether an alternative was `null`.
    pub(super) nullable: bool,
    /// The number of alternatives that remain in the outermost choice, if one is taken.
    pub(super) possible: usize,
    /// Whether a required choice has no remaining alternative.
    pub(super) is_closed: bool,
    /// The number of schemas that were read.
    pub(super) steps: usize,
}

struct Pending<'a> {
    part: SchemaPart<'a>,
    /// Whether only references are between it and the seed: then its discriminator is the field's own.
    direct: bool,
}

/// A named schema, and the innermost one through which it was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) identity: SchemaIdentity,
    pub(super) seed: usize,
    pub(super) within: Option<usize>,
    /// The number of named schemas through which it was reached.
    depth: usize,
}

struct SchemaFlattener<'a, 'e> {
    db: &'a dyn Db,
    choice: Choice,
    enter: &'e dyn Fn(&NamedAt<'a>) -> Enter,
    /// The index of each named schema that was reached.
    seen: RapidHashMap<SchemaIdentity, usize>,
    /// The indexes of the named schemas that contain the last one that was reached, and its own.
    path: Vec<usize>,
    stack: Vec<Pending<'a>>,
    flat: Flat<'a>,
}

/// Flattens schemas that apply together (or, if optional, instead of each other).
pub(super) fn flatten<'a>(
    db: &'a dyn Db,
    seeds: &[SchemaPart<'a>],
    choice: Choice,
    enter: &dyn Fn(&NamedAt<'a>) -> Enter,
) -> Flat<'a> {
    flatten_within(db, seeds, choice, MOST_STEPS, enter)
}

fn flatten_within<'a>(
    db: &'a dyn Db,
    seeds: &[SchemaPart<'a>],
    choice: Choice,
    most_steps: usize,
    enter: &dyn Fn(&NamedAt<'a>) -> Enter,
) -> Flat<'a> {
    let direct = seeds.len() == 1;
    let numbered = seeds.iter().enumerate().rev();
    let stack = numbered.map(|(seed, &part)| Pending { part: SchemaPart { seed, within: None, ..part }, direct });
    let stack = stack.collect();
    let (seen, path) = (RapidHashMap::new(), Vec::new());
    let mut flattener = SchemaFlattener { db, choice, enter, seen, path, stack, flat: Flat::default() };
    while let Some(pending) = flattener.stack.pop() {
        if flattener.flat.steps >= most_steps {
            break;
        }
        flattener.flat.steps += 1;
        flattener.lay_out(&pending);
    }
    #[cfg(test)]
    super::growth::count(flattener.flat.steps);
    flattener.flat
}

impl<'a> SchemaFlattener<'a, '_> {
    fn lay_out(&mut self, &Pending { part, direct }: &Pending<'a>) {
        let schema = part.at.schema;
        if schema.facts.is_some() || schema.shape.is_some() || !schema.types.is_empty() {
            self.flat.parts.push(part);
        }
        // The last one pushed is visited first: reference, `allOf`, alternatives.
        if let Some(shape) = &schema.shape {
            self.push_alternatives(part, direct);
            for schema in shape.all_of.iter().rev() {
                let at = At { schema, chunk: part.at.chunk };
                self.stack.push(Pending { part: SchemaPart { at, ..part }, direct: false });
            }
        }
        if let Some(reference) = &schema.reference {
            match find_schema(self.db, part.at.chunk, reference) {
                Ok(found) => {
                    let name = schema_name(self.db, part.at.chunk, reference);
                    self.enter_named(found, name, &Pending { part, direct });
                }
                Err(unresolved) => self.flat.unresolved.push(unresolved),
            }
        }
    }

    fn enter_named(&mut self, found: FoundSchema<'a>, name: Text, from: &Pending<'a>) {
        let identity = SchemaIdentity::of(found.schema);
        if let Some(&known) = self.seen.get(&identity) {
            // A base whose alternatives refer back to it is not a loop: that is how they extend it.
            if !from.part.optional && self.is_within(from.part.within, known) && !self.flat.loops.contains(&name) {
                self.flat.loops.push(name);
            }
            return;
        }
        let reached = self.flat.reached.len();
        let (seed, within) = (from.part.seed, from.part.within);
        let depth = within.and_then(|within| self.flat.reached.get(within)).map_or(0, |within| within.depth + 1);
        self.seen.insert(identity, reached);
        self.flat.reached.push(Reached { identity, seed, within, depth });
        self.path.truncate(depth);
        self.path.push(reached);
        let at = At { schema: found.schema, chunk: found.chunk };
        let named = NamedAt { identity, name, chunk: found.is_whole.then_some(found.chunk), seed };
        let enter = match (self.enter)(&named) {
            // Entering it would add nothing.
            Enter::Elsewhere if !holds_others(self.db, at, false) => Enter::Yes,
            Enter::Recursive if !holds_others(self.db, at, true) => Enter::Yes,
            enter => enter,
        };
        match enter {
            Enter::Yes => {
                self.flat.names.push(named);
                let part = SchemaPart { at, depth: from.part.depth + 1, within: Some(reached), ..from.part };
                self.stack.push(Pending { part, direct: from.direct });
            }
            Enter::Recursive => self.flat.recursive.push(named),
            Enter::Elsewhere => self.flat.elsewhere.push(named),
        }
    }

    /// Whether what is laid out now, reached through `within`, was reached through the named schema `known` too. What
    /// is within a schema is laid out before anything else, so `path` contains all that contain `within`.
    fn is_within(&self, within: Option<usize>, known: usize) -> bool {
        let depth = |index: usize| self.flat.reached.get(index).map(|reached| reached.depth);
        let (Some(innermost), Some(depth)) = (within.and_then(depth), depth(known)) else { return false };
        depth <= innermost && self.path.get(depth) == Some(&known)
    }

    fn push_alternatives(&mut self, part: SchemaPart<'a>, direct: bool) {
        let Some(shape) = &part.at.schema.shape else { return };
        let chunk = part.at.chunk;
        let mut real: Vec<Alternative<'a>> = Vec::with_capacity(shape.alternatives.len());
        for schema in &shape.alternatives {
            if is_null(schema) {
                self.flat.nullable = true;
            } else {
                real.push(Alternative::of(At { schema, chunk }));
            }
        }
        let mapping = shape.discriminator.as_ref().map(|discriminator| &discriminator.mapping[..]).unwrap_or_default();
        if real.is_empty() && direct && !matches!(self.choice, Choice::One(_)) {
            // A base schema names the schemas that extend it.
            for (value, reference) in shape.discriminator.iter().flat_map(Discriminator::targets) {
                if let Some(found) = find_mapped(self.db, chunk, reference) {
                    let at = At { schema: found.schema, chunk: found.chunk };
                    let (identity, name) = (SchemaIdentity::of(found.schema), schema_name(self.db, chunk, reference));
                    let is_known = |known: &Alternative<'a>| SchemaIdentity::of(known.at.schema) == identity;
                    if value.is_none() && real.iter().any(is_known) {
                        continue;
                    }
                    let (chunk, seed) = (found.is_whole.then_some(found.chunk), part.seed);
                    let mapped = NamedAt { identity, name, chunk, seed };
                    real.push(Alternative { at, label: value.cloned(), mapped: Some(mapped) });
                }
            }
        } else if self.flat.alternatives.is_empty() && !part.optional {
            for alternative in &mut real {
                let Some(reference) = &alternative.at.schema.reference else { continue };
                let name = schema_name(self.db, chunk, reference);
                let names_it = |(_, target): &&(Text, Text)| {
                    target == reference || *target == name || self.is_same_file(chunk, target, reference)
                };
                alternative.label = mapping.iter().find(names_it).map(|(value, _)| value.clone());
            }
        }
        if let Choice::One(place) = self.choice
            && !real.is_empty()
        {
            real = self.one(real, place, part.seed);
        }
        if real.len() > 1 && !part.optional {
            if self.flat.alternatives.is_empty() {
                self.flat.is_exclusive = shape.is_exclusive && shape.discriminator.is_none();
                self.flat.alternatives.clone_from(&real);
            } else if self.choice == Choice::Inner {
                self.flat.further.push(real);
                return;
            }
            if self.choice == Choice::Inner {
                return;
            }
        }
        let optional = part.optional || real.len() > 1;
        for alternative in real.iter().rev() {
            let part = SchemaPart { at: alternative.at, optional, ..part };
            self.stack.push(Pending { part, direct: direct && real.len() == 1 });
        }
    }

    /// Whether a mapping's value, a file, is the schema that a reference resolves to.
    fn is_same_file(&self, chunk: Chunk<'a>, target: &str, reference: &str) -> bool {
        let find = |reference: &str| find_schema(self.db, chunk, reference).ok();
        names_file(target) && find(target).zip(find(reference)).is_some_and(|(a, b)| std::ptr::eq(a.schema, b.schema))
    }

    /// The alternative of a choice that is taken, if any.
    fn one(&mut self, alternatives: Vec<Alternative<'a>>, place: usize, seed: usize) -> Vec<Alternative<'a>> {
        let possible = self.possible(alternatives, seed);
        let place = if self.flat.possible == 0 { place } else { 0 };
        self.flat.possible = self.flat.possible.max(possible.len());
        self.flat.is_closed |= possible.is_empty();
        possible.into_iter().skip(place).take(1).collect()
    }

    /// The alternatives that may be entered and whose types are compatible with the parts that apply with them.
    fn possible(&self, mut alternatives: Vec<Alternative<'a>>, seed: usize) -> Vec<Alternative<'a>> {
        let laid_out = self.flat.parts.iter().chain(self.stack.iter().map(|pending| &pending.part));
        let fixed = laid_out.filter(|part| !part.optional).map(|part| self.own_types(part.at));
        let wanted = fixed.fold(Types::default(), Types::intersect);
        let fits = |alternative: &Alternative<'a>| {
            let types = self.own_types(alternative.at);
            types.is_empty() || wanted.is_empty() || !types.intersect(wanted).is_empty()
        };
        alternatives.retain(|alternative| self.is_open(alternative, seed) && fits(alternative));
        alternatives
    }

    /// Whether an alternative may be entered.
    fn is_open(&self, alternative: &Alternative<'a>, seed: usize) -> bool {
        let At { schema, chunk } = alternative.at;
        let Some(reference) = &schema.reference else { return true };
        find_schema(self.db, chunk, reference).is_ok_and(|found| {
            let name = schema_name(self.db, chunk, reference);
            let chunk = found.is_whole.then_some(found.chunk);
            (self.enter)(&NamedAt { identity: SchemaIdentity::of(found.schema), name, chunk, seed }) == Enter::Yes
        })
    }

    /// The types that a schema, or the target of its reference, declares.
    fn own_types(&self, at: At<'a>) -> Types {
        match &at.schema.reference {
            Some(reference) if at.schema.types.is_empty() => {
                find_schema(self.db, at.chunk, reference).map(|found| found.schema.types).unwrap_or_default()
            }
            _ => at.schema.types,
        }
    }
}

/// Whether a schema has fields, including those of its items; or items, if `items` count.
fn holds_others(db: &dyn Db, at: At<'_>, items: bool) -> bool {
    if at.schema.shape.is_none() && at.schema.reference.is_none() {
        return false;
    }
    let mut seeds = vec![SchemaPart::of(at)];
    for _ in 0..MOST_ARRAYS {
        let flat = flatten_within(db, &seeds, Choice::All, MOST_LOOKED_AT, &|_| Enter::Yes);
        let has_some = |part: &SchemaPart<'_>| {
            let shape = part.at.schema.shape.as_ref();
            shape.is_some_and(|shape| shape.is_object() || !shape.prefix_items.is_empty() || items && shape.is_array())
        };
        if flat.steps >= MOST_LOOKED_AT || flat.parts.iter().any(has_some) {
            return true;
        }
        seeds = flat.items();
        if seeds.is_empty() {
            break;
        }
    }
    false
}

/// The schema of a discriminator's mapping: a reference, or the name of a component.
fn find_mapped<'a>(db: &'a dyn Db, chunk: Chunk<'a>, reference: &str) -> Option<FoundSchema<'a>> {
    if reference.contains('#') || names_file(reference) {
        return find_schema(db, chunk, reference).ok();
    }
    find_component(db, chunk.spec(db), reference)
}

/// Whether an alternative is only `null`. In 3.0 it is written as `nullable` without a type.
pub(super) fn is_null(schema: &Schema) -> bool {
    if schema.reference.is_some() {
        return false;
    }
    let values_are_null = || {
        let values = schema.facts.as_ref().map(|facts| &facts.values[..]).unwrap_or_default();
        matches!(values, [value] if !value.literal.is_string && &*value.literal.text == "null")
    };
    let says_only_nullable = || {
        let facts = schema.facts.as_deref();
        facts
            .is_none_or(|facts| facts.values.is_empty() && facts.constraints.is_empty() && facts.unknown_type.is_none())
    };
    match schema.types {
        Types::NULL => schema.shape.is_none() || schema.facts.is_none() || values_are_null(),
        types => schema.nullable && types.is_empty() && schema.shape.is_none() && says_only_nullable(),
    }
}

/// Whether two schemas say the same: they are spelled alike, and their references are resolved against the same file.
pub(super) fn is_same(db: &dyn Db, a: At<'_>, b: At<'_>) -> bool {
    let is_alike = || a.chunk == b.chunk || a.chunk.file(db) == b.chunk.file(db);
    std::ptr::eq(a.schema, b.schema) || a.schema == b.schema && is_alike()
}

/// A property with all schemas that the parts give it.
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    pub(super) name: Text,
    pub(super) required: bool,
    pub(super) seeds: Vec<SchemaPart<'a>>,
}

impl<'a> Property<'a> {
    /// Adds a schema, unless an equal one exists.
    pub(super) fn add(&mut self, seed: SchemaPart<'a>) {
        let is_same = |known: &&mut SchemaPart<'a>| {
            std::ptr::eq(known.at.schema, seed.at.schema)
                || known.at.chunk == seed.at.chunk && known.at.schema == seed.at.schema
        };
        match self.seeds.iter_mut().find(is_same) {
            Some(known) => known.optional &= seed.optional,
            None => self.seeds.push(seed),
        }
    }
}

impl<'a> Flat<'a> {
    /// The types that all parts together allow.
    pub(super) fn types(&self) -> Types {
        let mut fixed = Types::default();
        let mut optional = Types::default();
        for part in &self.parts {
            let types = part.at.schema.types;
            if part.optional {
                optional = optional.with(types);
            } else {
                fixed = fixed.intersect(types);
            }
        }
        let types = fixed.intersect(optional);
        if types.is_empty() { fixed.with(optional) } else { types }
    }

    /// Whether the types of the required parts exclude each other.
    pub(super) fn contradicts_itself(&self) -> bool {
        let mut left = Types::default();
        for types in self.parts.iter().filter(|part| !part.optional).map(|part| part.at.schema.types) {
            let both = left.intersect(types);
            if both.is_empty() && !left.is_empty() {
                return true;
            }
            left = both;
        }
        false
    }

    /// Whether a part has a property.
    pub(super) fn has_properties(&self) -> bool {
        let shapes = self.parts.iter().filter_map(|part| part.at.schema.shape.as_ref());
        shapes.into_iter().any(|shape| shape.is_object() || !shape.prefix_items.is_empty())
    }

    /// The properties of all parts, each once, in order of first occurrence.
    pub(super) fn properties(&self) -> Vec<Property<'a>> {
        let shaped = || self.parts.iter().filter_map(|part| Some((part, part.at.schema.shape.as_deref()?)));
        let most = shaped().map(|(_, shape)| shape.properties.len()).sum();
        let mut properties: Vec<Property<'a>> = Vec::with_capacity(most);
        let mut index: RapidHashMap<Cow<'a, str>, usize> = RapidHashMap::with_capacity(most);
        let mut add = |name: Cow<'a, str>, known: Option<&Text>, seed: SchemaPart<'a>| {
            let at = *index.entry(name).or_insert_with_key(|name| {
                let name = known.map_or_else(|| name.as_ref().into(), Text::clone);
                properties.push(Property { name, required: false, seeds: Vec::with_capacity(1) });
                properties.len() - 1
            });
            if let Some(property) = properties.get_mut(at) {
                property.add(seed);
            }
        };
        for (part, shape) in shaped() {
            let seed = |schema| SchemaPart { at: At { schema, chunk: part.at.chunk }, ..*part };
            for (name, schema) in &shape.properties {
                add(Cow::Borrowed(name), Some(name), seed(schema));
            }
            for (name, schema) in &shape.pattern_properties {
                add(format!("/{name}/").into(), None, seed(schema));
            }
            if let Some(schema) = &shape.additional {
                add("{key}".into(), None, seed(schema));
            }
            for (at, schema) in shape.prefix_items.iter().enumerate() {
                add(format!("[{at}]").into(), None, seed(schema));
            }
        }
        for (_, shape) in shaped().filter(|(part, _)| !part.optional) {
            for name in &shape.required {
                if let Some(property) = index.get(&**name).and_then(|&at| properties.get_mut(at)) {
                    property.required = true;
                }
            }
        }
        properties
    }

    /// Whether it is a choice whose fields or items are all from its alternatives.
    pub(super) fn is_choice(&self) -> bool {
        let mut shapes =
            self.parts.iter().filter(|part| !part.optional).filter_map(|part| part.at.schema.shape.as_ref());
        !self.alternatives.is_empty() && !shapes.any(|shape| shape.is_object() || shape.is_array())
    }

    /// The items of all parts that are arrays.
    pub(super) fn items(&self) -> Vec<SchemaPart<'a>> {
        let items = self.parts.iter().filter_map(|part| {
            let schema = part.at.schema.shape.as_ref()?.items.as_ref()?;
            Some(SchemaPart { at: At { schema, chunk: part.at.chunk }, ..*part })
        });
        items.collect()
    }

    /// The combined facts of all parts. A title, description or default comes from the part reached through the fewest
    /// named schemas, then from the first one: a text at the place of use is more specific than that of a named schema.
    /// Of bounds, the strictest wins; allowed values are intersected, those of alternatives united.
    pub(super) fn facts(&self) -> Option<Arc<Facts>> {
        let said =
            |part: &SchemaPart<'a>| Some((part.depth, part.at.schema.facts.as_ref()?)).filter(|_| !part.optional);
        let mut fixed: Vec<(usize, &Arc<Facts>)> = self.parts.iter().filter_map(said).collect();
        fixed.sort_by_key(|(depth, _)| *depth);
        let mut fixed = fixed.into_iter().map(|(_, facts)| facts);
        let first = fixed.next();
        let rest: Vec<&Arc<Facts>> = fixed.collect();
        let has_optional = self.parts.iter().any(|part| part.optional);
        if rest.is_empty() && !has_optional {
            return first.cloned();
        }
        let mut merged = first.map(|facts| Facts::clone(facts)).unwrap_or_default();
        for facts in rest {
            tighten(&mut merged, facts);
            merge(&mut merged, facts);
        }
        if has_optional && merged.values.is_empty() {
            self.unite_values(&mut merged);
        }
        (merged != Facts::default()).then(|| Arc::new(merged))
    }

    /// Adds the values of the alternatives if all of them enumerate.
    fn unite_values(&self, merged: &mut Facts) {
        let says = |part: &&SchemaPart<'a>| part.optional && (part.at.schema.types != Types::NULL);
        for part in self.parts.iter().filter(says) {
            let schema = part.at.schema;
            let values = schema.facts.as_ref().map(|facts| &facts.values[..]).unwrap_or_default();
            let only_holds_others = schema.types.is_empty() && schema.shape.is_some();
            if values.is_empty() && !only_holds_others {
                merged.values.clear();
                return;
            }
            for value in values {
                if !merged.values.iter().any(|known| known.literal == value.literal) {
                    merged.values.push(value.clone());
                }
            }
        }
    }
}

/// Replaces bounds by stricter ones of `other`: both apply.
fn tighten(merged: &mut Facts, other: &Facts) {
    for (constraint, literal) in &mut merged.constraints {
        let Some(theirs) = other.get(*constraint) else { continue };
        let number = |literal: &Literal| literal.text.parse::<f64>().ok().filter(|_| !literal.is_string);
        let (Some(mine), Some(new)) = (number(literal), number(theirs)) else { continue };
        if constraint.kept() == Kept::Highest && new > mine || constraint.kept() == Kept::Lowest && new < mine {
            literal.clone_from(theirs);
        }
    }
}

/// Adds constraints; of those that exist already, only the ones for which `adds_up` holds, if they differ.
pub(super) fn add_constraints(merged: &mut Facts, other: &Facts, adds_up: impl Fn(Constraint) -> bool) {
    let known = merged.constraints.clone();
    let is_new = |added: &&(Constraint, Literal)| {
        let mut same = known.iter().filter(|(constraint, _)| *constraint == added.0).peekable();
        same.peek().is_none() || adds_up(added.0) && same.all(|(_, literal)| literal.text != added.1.text)
    };
    merged.constraints.extend(other.constraints.iter().filter(is_new).cloned());
    merged.constraints.sort_by_key(|(constraint, _)| *constraint);
}

/// Adds facts that apply too.
pub(super) fn merge(merged: &mut Facts, other: &Facts) {
    for (mine, theirs) in [
        (&mut merged.title, &other.title),
        (&mut merged.description, &other.description),
        (&mut merged.unknown_type, &other.unknown_type),
    ] {
        if mine.as_ref().is_none_or(|text| text.is_empty()) {
            mine.clone_from(theirs);
        }
    }
    merged.deprecated |= other.deprecated;
    merged.read_only |= other.read_only;
    merged.write_only |= other.write_only;
    merged.internal |= other.internal;
    add_constraints(merged, other, |constraint| constraint.kept() == Kept::All);
    if merged.values.is_empty() {
        merged.values.clone_from(&other.values);
    } else if !other.values.is_empty() {
        let both =
            |value: &crate::schema::AllowedValue| other.values.iter().any(|known| known.literal == value.literal);
        if merged.values.iter().any(both) {
            merged.values.retain(both);
        } else {
            // Nothing is allowed. Readers see the contradiction.
            merged.values.extend(other.values.iter().cloned());
        }
    }
}
