//! One operation with every field to four levels and their positions: more than a page shows, for `inspect`.
//!
//! Not memoized, since positions change with every edit. Schemas contain no positions: a schema and the node it was
//! lowered from are walked in parallel.

use std::collections::{HashMap, HashSet};

use super::Endpoint;
use super::extract::extract;
use super::field::Field;
use super::flatten::{At, SchemaIdentity, SchemaPart};
use super::walk::{Root, Whole, gather, walk_completely};
use crate::Db;
use crate::chunks::{Chunk, chunk_tree};
use crate::external_files::names_file;
use crate::overlay::{SetValue, set_values};
use crate::reference::{Target, resolve};
use crate::schema::{Schema, find_component, find_schema};
use base::diagnostic::Place;
use base::tree::{NodeId, NodeRef};

/// A field with its position.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Its children are in `children`.
    pub field: Field,
    /// The position of its declaration.
    pub place: Option<Place>,
    /// The values that overlays set in it.
    pub set: Vec<SetValue>,
    /// Its children with their positions.
    pub children: Vec<Placed>,
}

/// The operation of a chunk with four levels of fields, up to a limit on their number.
pub fn complete_endpoint<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Endpoint<Placed> {
    let (draft, roots) = extract(db, chunk);
    let fields = walk_completely(db, &roots);
    let mut nodes = Nodes { db, known: HashMap::new(), entered: HashSet::new() };
    for root in &roots {
        nodes.learn_root(root);
    }
    let mut placed = Vec::with_capacity(fields.len());
    for (at, Whole { field, children, at: schema, seeds }) in fields.into_iter().enumerate() {
        let target = match roots.get(at) {
            Some(root) => Some(root.origin.place),
            None => schema.and_then(|at| nodes.known.get(&SchemaIdentity::of(at.schema)).copied()),
        };
        // The nodes of its children must be known before they are visited.
        nodes.learn(&seeds);
        let place = target.map(|target| target.place(db));
        let set = target.map(|target| set_values(db, target)).unwrap_or_default();
        placed.push((Placed { field, place, set, children: Vec::new() }, children));
    }
    let mut trees: Vec<Option<Placed>> =
        gather(placed, |parent, children| parent.children = children).into_iter().map(Some).collect();
    draft.map(&mut |at| trees.get_mut(at).and_then(Option::take).unwrap_or_default())
}

/// The nodes that schemas were lowered from, by the memory address of the schema.
struct Nodes<'a> {
    db: &'a dyn Db,
    known: HashMap<SchemaIdentity, Target<'a>>,
    entered: HashSet<SchemaIdentity>,
}

impl<'a> Nodes<'a> {
    fn learn_root<'db: 'a>(&mut self, root: &'a Root<'db>) {
        let (Some(schema), Some(id)) = (&root.schema, root.origin.schema) else { return };
        let node = chunk_tree(self.db, root.chunk).node(id);
        if !root.origin.of_items {
            self.pair(schema, node, node.id(), root.chunk);
        } else if let Some(items) = schema.shape.as_ref().and_then(|shape| shape.items.as_ref()) {
            self.pair(items, node, node.id(), root.chunk);
        }
    }

    /// Pairs a schema and its nested schemas with the nodes they were lowered from.
    fn pair(&mut self, schema: &'a Schema, node: NodeRef<'a>, place: NodeId, chunk: Chunk<'a>) {
        let mut stack = vec![(schema, node, place)];
        while let Some((schema, node, place)) = stack.pop() {
            self.known.insert(SchemaIdentity::of(schema), Target { chunk, node: place });
            let Some(shape) = &schema.shape else { continue };
            let visible = |name: &str| {
                let entries = node.get(name).into_iter().flat_map(NodeRef::entries);
                entries.filter(|(_, value)| !value.get_bool("x-internal"))
            };
            for (members, name) in [(&shape.properties, "properties"), (&shape.pattern_properties, "patternProperties")]
            {
                stack.extend(
                    members.iter().zip(visible(name)).map(|((_, schema), (key, value))| (schema, value, key.id())),
                );
            }
            let is_additional = node.get("additionalProperties").is_some_and(NodeRef::is_object);
            let additional = if is_additional { "additionalProperties" } else { "unevaluatedProperties" };
            for (one, name) in [(&shape.additional, additional), (&shape.items, "items")] {
                if let (Some(schema), Some(value)) = (one, node.get(name)) {
                    let key = Target { chunk, node: value.id() }.key(self.db);
                    stack.push((schema, value, key.node));
                }
            }
            let items = |name: &str| node.get(name).into_iter().flat_map(NodeRef::items);
            let prefix = items("prefixItems").chain(items("items"));
            for (schema, value) in (shape.prefix_items.iter().zip(prefix))
                .chain(shape.all_of.iter().zip(items("allOf")))
                .chain(shape.alternatives.iter().zip(items("oneOf").chain(items("anyOf"))))
            {
                stack.push((schema, value, value.id()));
            }
        }
    }

    /// Pairs the schemas reachable from these, as far as they define the children of a field.
    fn learn(&mut self, seeds: &[SchemaPart<'a>]) {
        let mut stack: Vec<At<'a>> = seeds.iter().map(|seed| seed.at).collect();
        while let Some(At { schema, chunk }) = stack.pop() {
            if !self.entered.insert(SchemaIdentity::of(schema)) {
                continue;
            }
            if let Some(reference) = &schema.reference {
                self.learn_named(chunk, reference, &mut stack);
            }
            let Some(shape) = &schema.shape else { continue };
            let parts = shape.all_of.iter().chain(&shape.alternatives).chain(&shape.items);
            stack.extend(parts.map(|schema| At { schema, chunk }));
            if let Some(discriminator) = shape.discriminator.as_ref().filter(|_| shape.alternatives.is_empty()) {
                for (_, reference) in discriminator.targets() {
                    self.learn_mapped(chunk, reference, &mut stack);
                }
            }
        }
    }

    fn learn_named(&mut self, from: Chunk<'a>, reference: &str, stack: &mut Vec<At<'a>>) {
        let Ok(found) = find_schema(self.db, from, reference) else { return };
        if !self.known.contains_key(&SchemaIdentity::of(found.schema))
            && let Ok(target) = resolve(self.db, from, reference)
        {
            self.pair(found.schema, target.node(self.db), target.key(self.db).node, target.chunk);
        }
        stack.push(At { schema: found.schema, chunk: found.chunk });
    }

    /// Pairs the schema of a discriminator's mapping, which may be the bare name of a component of the spec.
    fn learn_mapped(&mut self, from: Chunk<'a>, mapping: &str, stack: &mut Vec<At<'a>>) {
        if mapping.contains('#') || names_file(mapping) {
            self.learn_named(from, mapping, stack);
        } else if let Some(found) = find_component(self.db, from.spec(self.db), mapping) {
            if !self.known.contains_key(&SchemaIdentity::of(found.schema)) {
                let target = Target::root(self.db, found.chunk);
                self.pair(found.schema, target.node(self.db), target.key(self.db).node, found.chunk);
            }
            stack.push(At { schema: found.schema, chunk: found.chunk });
        }
    }
}
