//! Walks schemas breadth first to fields, to four levels, within the page's budget.
//!
//! The first attempt shows everything in place. If that exceeds the budget, each named schema is expanded only once,
//! and omitted parts are marked. Counting stops at the budget, so no spec can make it slow.

use std::ops::Range;
use std::sync::Arc;

use rapidhash::{HashSetExt, RapidHashMap, RapidHashSet};

use super::cases::{CaseSchemas, case_facts, cases};
use super::direction::Direction;
use super::field::{Field, FieldNote, SchemaLink};
use super::flatten::{
    Alternative, At, Choice, Enter, Flat, MOST_ARRAYS, NamedAt, Property, SchemaIdentity, SchemaPart, flatten, merge,
};
use super::items::facts_with_items;
use super::variants::{FieldContext, Worth, count, joined, only_facts, variants};
use super::words::{leaf_words, linked_words};
use crate::Db;
use crate::chunks::Chunk;
use crate::reference::Target;
use crate::schema::{Facts, Schema};
use crate::spec::Text;
use base::tree::NodeId;

/// Tenths of the budget for a page that exceeds it. Less than the whole, because named schemas have their own pages:
/// with all 400 fields, a page of Stripe's API weighs 290 kB on average; with 120 it weighs 100 kB.
const FRUGAL_TENTHS: usize = 3;
/// Levels of properties below a body.
const LEVELS: u8 = 4;
/// Unnamed schemas are shown in place at any level up to this depth: they have no other place.
const DEEPEST_UNNAMED: u8 = 16;
/// From this number of fields on, unnamed schemas are no longer expanded.
const MOST_UNNAMED_FIELDS: usize = 2_000;
/// The number of fields at which a complete walk omits the rest.
const MOST_FIELDS: usize = 100_000;
/// The greatest number of schemas that are read to compare the alternatives of all fields.
const MOST_READ: usize = 400_000;
/// The greatest number of properties that variants list on one page.
const MOST_VARIANT_FIELDS: usize = 400;

/// A part of an operation with a schema: a parameter, a header, a body.
#[derive(Debug)]
pub(super) struct Root<'db> {
    /// Empty for a body.
    pub(super) name: Text,
    pub(super) required: bool,
    /// Facts outside of the schema, which override those of the schema.
    pub(super) facts: Option<Facts>,
    pub(super) schema: Option<Schema>,
    pub(super) chunk: Chunk<'db>,
    /// The sender of the value: fields that it does not send are omitted. `None` if all are shown.
    pub(super) direction: Option<Direction>,
    pub(super) origin: RootOrigin<'db>,
}

/// The position of a value with a schema. Only for reporting.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootOrigin<'db> {
    /// Its key, or all of it if it has none.
    pub(super) place: Target<'db>,
    /// Its schema, in the chunk that the schema's references are resolved against.
    pub(super) schema: Option<NodeId>,
    /// Whether the schema is that of a stream's items.
    pub(super) of_items: bool,
}

/// A field of a complete walk without its children, and its schemas.
#[derive(Debug)]
pub(super) struct Whole<'a> {
    pub(super) field: Field,
    pub(super) children: Range<usize>,
    /// `None` for a root without a schema.
    pub(super) at: Option<At<'a>>,
    pub(super) seeds: Vec<SchemaPart<'a>>,
}

/// The extent of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Everything in place, if that is within the page's budget.
    Budget(usize),
    /// Each named schema is expanded once, within the budget.
    Frugal(usize),
    /// Everything in place, regardless of the budget.
    Complete,
}

/// The fields of all roots, in order: everything in place if that is at most `budget` fields.
pub(super) fn walk<'db>(db: &'db dyn Db, roots: &[Root<'db>], budget: usize) -> Vec<Field> {
    let everything = FieldWalker::new(db, roots, Extent::Budget(budget)).run();
    let frugal = Extent::Frugal(budget * FRUGAL_TENTHS / 10);
    let fields = everything.or_else(|| FieldWalker::new(db, roots, frugal).run());
    fields.map(FieldWalker::assemble).unwrap_or_default()
}

/// The fields of a named schema, within a budget. It is recursive where it contains itself.
pub(super) fn walk_schema<'db>(db: &'db dyn Db, at: At<'db>, budget: usize) -> Field {
    let walker = |extent| {
        let mut walker = FieldWalker::new(db, &[], extent);
        walker.owners.push((SchemaIdentity::of(at.schema), None));
        let property = Property { name: "".into(), required: false, seeds: vec![SchemaPart::of(at)] };
        walker.push(None, None, property, vec![Some(0)], Vec::new());
        walker.run()
    };
    let frugal = || walker(Extent::Frugal(budget * FRUGAL_TENTHS / 10));
    let fields = walker(Extent::Budget(budget)).or_else(frugal).map(FieldWalker::assemble);
    fields.into_iter().flatten().next().unwrap_or_default()
}

/// Every field to four levels, once per position, the roots first and children after their parents.
pub(super) fn walk_completely<'a, 'db: 'a>(db: &'db dyn Db, roots: &'a [Root<'db>]) -> Vec<Whole<'a>> {
    let walker = FieldWalker::new(db, roots, Extent::Complete).run();
    let nodes = walker.map(|walker| walker.nodes).unwrap_or_default();
    let whole = |WalkNode { field, children, at, seeds, .. }| Whole { field, children, at, seeds };
    nodes.into_iter().map(whole).collect()
}

/// Moves items into their parents, from the last to the first; an item in no range is a root and precedes all others.
pub(super) fn gather<T>(items: Vec<(T, Range<usize>)>, mut adopt: impl FnMut(&mut T, Vec<T>)) -> Vec<T> {
    let mut ranges = Vec::with_capacity(items.len());
    let mut slots: Vec<Option<T>> = Vec::with_capacity(items.len());
    let mut roots = items.len();
    for (item, range) in items {
        if !range.is_empty() {
            roots = roots.min(range.start);
        }
        ranges.push(range);
        slots.push(Some(item));
    }
    for (at, range) in ranges.into_iter().enumerate().rev() {
        if range.is_empty() {
            continue;
        }
        let children = slots.get_mut(range).into_iter().flatten().filter_map(Option::take).collect();
        if let Some(Some(item)) = slots.get_mut(at) {
            adopt(item, children);
        }
    }
    slots.truncate(roots);
    slots.into_iter().flatten().collect()
}

struct WalkNode<'a> {
    level: u8,
    /// The sender of the value; `None` in a schema by itself, which shows all fields.
    direction: Option<Direction>,
    field: Field,
    /// The first of its schemas.
    at: Option<At<'a>>,
    /// Its schemas; empty for a leaf.
    seeds: Vec<SchemaPart<'a>>,
    /// For each of them, the named schemas that it is a part of.
    owners: Vec<Owner>,
    /// The same schemas by case, if they differ between the alternatives of the value around it.
    cases: Vec<CaseSchemas<'a>>,
    children: Range<usize>,
}

/// The innermost named schema that a value is a part of: its index in [`FieldWalker::owners`]. A value is recursive if
/// its schema is one of its owners; what is merged with an owner, or an alternative to it, is not an owner.
type Owner = Option<usize>;

struct FieldWalker<'a> {
    db: &'a dyn Db,
    extent: Extent,
    nodes: Vec<WalkNode<'a>>,
    expanded: RapidHashSet<SchemaIdentity>,
    /// Named schemas that were entered, each with the one that it is a part of.
    owners: Vec<(SchemaIdentity, Owner)>,
    /// The number of fields within the counted levels.
    counted: usize,
    variant_fields: usize,
    /// The number of schemas that may still be read to compare alternatives.
    reads: usize,
}

impl<'a> FieldWalker<'a> {
    fn new<'db: 'a>(db: &'db dyn Db, roots: &'a [Root<'db>], extent: Extent) -> Self {
        let mut walker = Self {
            db,
            extent,
            nodes: Vec::new(),
            expanded: RapidHashSet::new(),
            owners: Vec::new(),
            counted: 0,
            variant_fields: 0,
            reads: MOST_READ,
        };
        for root in roots {
            walker.push_root(root);
        }
        walker
    }

    fn push_root<'db: 'a>(&mut self, root: &'a Root<'db>) {
        let seeds = match &root.schema {
            Some(schema) => vec![SchemaPart::of(At { schema, chunk: root.chunk })],
            None => Vec::new(),
        };
        let owners = vec![None; seeds.len()];
        let property = Property { name: root.name.clone(), required: root.required, seeds };
        self.push(None, root.direction, property, owners, Vec::new());
        if let (Some(own), Some(node)) = (&root.facts, self.nodes.last_mut()) {
            let mut facts = own.clone();
            if let Some(schema) = &node.field.facts {
                // An example outside of the schema overrides the schema's own.
                merge(&mut facts, schema);
            }
            node.field.facts = (facts != Facts::default()).then(|| Arc::new(facts));
        }
    }

    /// Adds a field, without its children.
    fn push(
        &mut self,
        parent: Option<usize>,
        direction: Option<Direction>,
        Property { name, required, mut seeds }: Property<'a>,
        owners: Vec<Owner>,
        cases: Vec<CaseSchemas<'a>>,
    ) {
        if parent.is_some() && direction.is_some_and(|direction| direction.omits(self.db, &seeds)) {
            return;
        }
        let level = parent.and_then(|parent| self.nodes.get(parent)).map_or(0, |parent| parent.level + 1);
        // The facts of a single alternative apply to the whole field.
        if let [seed] = seeds.as_mut_slice() {
            seed.optional = false;
        }
        let mut field = Field {
            name,
            kind: "any".into(),
            types: Box::default(),
            required,
            written: None,
            facts: None,
            notes: Vec::new(),
            variants: Vec::new(),
            children: Box::default(),
        };
        let at = seeds.first().map(|seed| seed.at);
        let leaf = match seeds.as_slice() {
            [seed] => Some(seed.at.schema).filter(|schema| schema.reference.is_none() && schema.shape.is_none()),
            _ => None,
        };
        let seeds = match leaf {
            Some(schema) => {
                field.kind = leaf_words(schema);
                field.facts.clone_from(&schema.facts);
                Vec::new()
            }
            None if seeds.is_empty() => seeds,
            None => {
                let flat = flatten(self.db, &seeds, Choice::All, &|_| Enter::Yes);
                (field.kind, field.types) = linked_words(self.db, &seeds);
                if cases.is_empty() {
                    field.facts = facts_with_items(self.db, &flat);
                    if is_choice(&seeds) {
                        describe(&mut field, &seeds);
                    }
                } else {
                    (field.facts, field.variants) = case_facts(self.db, &cases);
                }
                for unresolved in &flat.unresolved {
                    let reference = unresolved.text.as_ref().into();
                    field.notes.push(FieldNote::Unresolved { reference, reason: unresolved.reason.words() });
                }
                seeds
            }
        };
        self.counted += usize::from(level <= LEVELS);
        self.nodes.push(WalkNode { level, direction, field, at, seeds, owners, cases, children: 0..0 });
    }

    /// The walker at its end; `None` if everything in place exceeds the budget.
    fn run(mut self) -> Option<Self> {
        let mut at = 0;
        while at < self.nodes.len() {
            self.expand(at);
            if matches!(self.extent, Extent::Budget(most) if self.counted > most) {
                return None;
            }
            at += 1;
        }
        Some(self)
    }

    /// Appends the children of a node.
    fn expand(&mut self, at: usize) {
        let Some(node) = self.nodes.get(at) else { return };
        if node.seeds.is_empty() {
            return;
        }
        let (level, direction) = (node.level, node.direction);
        let (seeds, owners) = (node.seeds.clone(), node.owners.clone());
        let (lists, facts) = (node.cases.clone(), node.field.facts.clone());
        let start = self.nodes.len();
        let most = if level == 0 && self.is_frugal() { usize::MAX } else { self.most_fields() };
        // No property is built if none fits: the schemas of many fields may have as many properties again.
        let is_full = level >= LEVELS || start >= most;
        let mut expansion = self.look_into(&seeds, &owners, Look::Open, !is_full);
        let is_cut = expansion.has_properties && (is_full || start + expansion.properties.len() > most);
        if is_cut && self.extent != Extent::Complete {
            let look = if level >= LEVELS { Look::Closed } else { Look::ClosedModels };
            expansion = self.look_into(&seeds, &owners, look, true);
        }
        let most_unnamed = if self.extent == Extent::Complete { 0 } else { MOST_UNNAMED_FIELDS };
        let is_lost = level >= DEEPEST_UNNAMED || start + expansion.properties.len() > most_unnamed;
        let mut found = Vec::new();
        let is_uniform = expansion.alternatives.is_empty() && expansion.notes.is_empty() && expansion.layers < 2;
        let (worth, alternatives) = match expansion.alternatives.is_empty() {
            true if lists.is_empty() && is_choice(&seeds) => {
                let optional = seeds.iter().filter(|seed| seed.optional);
                (Worth::Facts, optional.map(|seed| Alternative::of(seed.at)).collect())
            }
            _ => (Worth::Shape, std::mem::take(&mut expansion.alternatives)),
        };
        if is_cut && is_lost && expansion.has_properties {
            expansion.properties.clear();
            let named = expansion.names.first().map(|named| FieldNote::More(link(self.db, named)));
            expansion.notes.push(named.unwrap_or(FieldNote::MoreLevels));
        } else {
            let most = if self.extent == Extent::Complete { MOST_FIELDS } else { MOST_VARIANT_FIELDS };
            let is_empty = expansion.properties.is_empty();
            let room = if is_empty { None } else { Some(most.saturating_sub(self.variant_fields)) };
            let of_field = FieldContext { facts: facts.as_deref(), direction };
            found = variants(self.db, &alternatives, worth, of_field, room, &mut self.reads);
            self.variant_fields += found.iter().map(|variant| count(&variant.fields)).sum::<usize>();
            if self.is_frugal() {
                self.expanded.extend(expansion.names.iter().map(|named| named.identity));
            }
            // A merged field says what is true in all cases, also in those whose other fields are left out here.
            let cases = match lists.as_slice() {
                _ if is_empty => None,
                [] => (!is_uniform).then(|| cases(self.db, &[CaseSchemas::only(&seeds)], &mut self.reads)),
                lists => Some(cases(self.db, lists, &mut self.reads)),
            };
            for (property, owners) in expansion.properties {
                if is_internal(&property.seeds) {
                    continue;
                }
                let (property, owners, lists) = match &cases {
                    Some(cases) => {
                        let merged = property.seeds.clone();
                        let (property, lists) = cases.of(self.db, property, direction);
                        let owners = owners_in(&property.seeds, &merged, &owners);
                        (property, owners, lists)
                    }
                    None => (property, owners, Vec::new()),
                };
                self.push(Some(at), direction, property, owners, lists);
            }
        }
        let end = self.nodes.len();
        if let Some(node) = self.nodes.get_mut(at) {
            node.children = start..end;
            match only_facts(&found, worth, facts.as_deref()) {
                Some(shared) => node.field.facts = Some(Arc::new(joined(node.field.facts.as_deref(), shared))),
                None => node.field.variants.extend(found),
            }
            for note in expansion.notes {
                if !node.field.notes.contains(&note) {
                    node.field.notes.push(note);
                }
            }
        }
    }

    fn is_frugal(&self) -> bool {
        matches!(self.extent, Extent::Frugal(_))
    }

    /// The number of fields from which on no children are added.
    fn most_fields(&self) -> usize {
        match self.extent {
            // The budget is checked after each node.
            Extent::Budget(_) => usize::MAX,
            Extent::Frugal(most) => most,
            Extent::Complete => MOST_FIELDS,
        }
    }

    /// The schemas shown below a node, with arrays looked through; their properties if `collects`.
    fn look_into(&mut self, seeds: &[SchemaPart<'a>], owners: &[Owner], look: Look, collects: bool) -> Expansion<'a> {
        let mut expansion = Expansion::default();
        let mut seeds = seeds.to_vec();
        let mut owners = owners.to_vec();
        for _ in 0..MOST_ARRAYS {
            let flat = flatten(self.db, &seeds, Choice::All, &|named| {
                let identity = named.identity;
                let is_closed = match look {
                    Look::Open => false,
                    Look::ClosedModels => named.chunk.is_some_and(|chunk| self.db.model_key(chunk).is_some()),
                    Look::Closed => true,
                };
                if self.is_owned(owners.get(named.seed).copied().flatten(), identity) {
                    Enter::Recursive
                } else if is_closed || self.expanded.contains(&identity) {
                    Enter::Elsewhere
                } else {
                    Enter::Yes
                }
            });
            let reached = self.owners_of(&flat, &owners);
            let owner = |part: &SchemaPart<'a>| match part.within {
                Some(within) => reached.get(within).copied().flatten(),
                None => owners.get(part.seed).copied().flatten(),
            };
            expansion.has_properties |= flat.has_properties();
            let known: RapidHashSet<Text> = expansion.properties.iter().map(|(known, _)| known.name.clone()).collect();
            let all = if collects { flat.properties() } else { Vec::new() };
            expansion.layers += usize::from(!all.is_empty());
            let new = all.into_iter().filter(|property| !known.contains(&property.name));
            expansion.properties.extend(new.map(|property| {
                let owners = property.seeds.iter().map(owner).collect();
                (property, owners)
            }));
            seeds = flat.items();
            owners = seeds.iter().map(owner).collect();
            let unlinked = |name| SchemaLink { name, model: None };
            let recursive = flat.recursive.iter().map(|named| link(self.db, named));
            expansion.notes.extend(recursive.chain(flat.loops.into_iter().map(unlinked)).map(FieldNote::Recursive));
            expansion.notes.extend(flat.elsewhere.iter().map(|named| FieldNote::More(link(self.db, named))));
            expansion.names.extend(flat.names);
            if expansion.alternatives.is_empty() {
                expansion.alternatives = flat.alternatives;
            }
            if seeds.is_empty() {
                break;
            }
        }
        expansion
    }

    /// Records the named schemas of a list whose seeds have these owners; returns the owner that each of them is.
    fn owners_of(&mut self, flat: &Flat<'a>, owners: &[Owner]) -> Vec<Owner> {
        let mut reached: Vec<Owner> = Vec::with_capacity(flat.reached.len());
        for named in &flat.reached {
            let above = match named.within {
                Some(within) => reached.get(within).copied().flatten(),
                None => owners.get(named.seed).copied().flatten(),
            };
            reached.push(Some(self.owners.len()));
            self.owners.push((named.identity, above));
        }
        reached
    }

    /// Whether a value with that owner is a part of the named schema.
    fn is_owned(&self, owner: Owner, identity: SchemaIdentity) -> bool {
        let find = |owner: Owner| owner.and_then(|at| self.owners.get(at));
        std::iter::successors(find(owner), |(_, above)| find(*above)).any(|(known, _)| *known == identity)
    }

    /// The roots, with their children.
    fn assemble(self) -> Vec<Field> {
        let items = self.nodes.into_iter().map(|node| (node.field, node.children)).collect();
        gather(items, |field, children| field.children = children.into())
    }
}

#[derive(Default)]
struct Expansion<'a> {
    /// With the owners of their schemas.
    properties: Vec<(Property<'a>, Vec<Owner>)>,
    /// Whether there are any, built or not.
    has_properties: bool,
    /// The number of nested arrays, and the value around them, that have properties.
    layers: usize,
    names: Vec<NamedAt<'a>>,
    alternatives: Vec<Alternative<'a>>,
    notes: Vec<FieldNote>,
}

/// Which named schemas are not entered below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Those shown elsewhere.
    Open,
    /// Also those with a page of their own.
    ClosedModels,
    /// All.
    Closed,
}

/// A link to a named schema that is omitted.
fn link(db: &dyn Db, named: &NamedAt<'_>) -> SchemaLink {
    let model = named.chunk.and_then(|chunk| db.model_key(chunk).cloned());
    SchemaLink { name: named.name.clone(), model }
}

/// The owners of the schemas of a property, which has the owners of `known` in a merged list. A schema that is not there is
/// a part of what the first of them is a part of.
fn owners_in(seeds: &[SchemaPart<'_>], known: &[SchemaPart<'_>], owners: &[Owner]) -> Vec<Owner> {
    let by_schema: RapidHashMap<SchemaIdentity, Owner> =
        known.iter().zip(owners).map(|(seed, owner)| (SchemaIdentity::of(seed.at.schema), *owner)).collect();
    let first = owners.first().copied().flatten();
    seeds.iter().map(|seed| by_schema.get(&SchemaIdentity::of(seed.at.schema)).copied().unwrap_or(first)).collect()
}

/// Whether a field has several schemas, at least one of which comes from an alternative.
fn is_choice(seeds: &[SchemaPart<'_>]) -> bool {
    seeds.len() > 1 && seeds.iter().any(|seed| seed.optional)
}

/// Uses the first description of a field's alternatives if it has none.
fn describe(field: &mut Field, seeds: &[SchemaPart<'_>]) {
    let of_seed = |seed: &SchemaPart<'_>| seed.at.schema.facts.as_ref()?.description.clone();
    if let Some(description) = seeds.iter().find_map(of_seed) {
        let facts = Arc::make_mut(field.facts.get_or_insert_default());
        facts.description.get_or_insert(description);
    }
}

fn is_internal(seeds: &[SchemaPart<'_>]) -> bool {
    seeds.iter().any(|seed| seed.at.schema.facts.as_ref().is_some_and(|facts| facts.internal))
}
