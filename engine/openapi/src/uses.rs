//! The named schemas that operations and schemas contain.

use std::collections::HashSet;

use base::tree::{Kind, NodeRef};

use crate::Db;
use crate::chunks::{Chunk, chunk_tree};
use crate::external_files::names_file;
use crate::operation::{PathItem, operation_target};
use crate::reference::{Located, Target, descend, with_located};
use crate::schema::find_component;
use crate::shape::{Holds, Object};

/// The named schemas in an operation's parameters and bodies, in order. Equal after most edits of it.
#[salsa::tracked(returns(ref))]
pub fn operation_uses<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Chunk<'db>> {
    let mut finder = UsesFinder::new(db);
    let operation = operation_target(db, chunk);
    finder.open.push((operation, Holds::One(Object::Operation)));
    if let Some(parameters) = PathItem::of(db, chunk).get(db, "parameters") {
        finder.open.push((parameters, Holds::List(Object::Parameter)));
    }
    finder.run()
}

/// The named schemas in a schema, in order.
#[salsa::tracked(returns(ref))]
pub fn schema_uses<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Chunk<'db>> {
    let mut finder = UsesFinder::new(db);
    finder.open.push((Target::root(db, chunk), Holds::One(Object::Schema)));
    finder.run()
}

/// A walk along references that ends at schemas with a name.
struct UsesFinder<'db> {
    db: &'db dyn Db,
    open: Vec<(Target<'db>, Holds)>,
    seen: HashSet<Target<'db>>,
    found: Vec<Chunk<'db>>,
    known: HashSet<Chunk<'db>>,
}

impl<'db> UsesFinder<'db> {
    fn new(db: &'db dyn Db) -> Self {
        Self { db, open: Vec::new(), seen: HashSet::new(), found: Vec::new(), known: HashSet::new() }
    }

    fn run(mut self) -> Vec<Chunk<'db>> {
        while let Some((target, holds)) = self.open.pop() {
            let node = target.node(self.db);
            match node.kind() {
                _ if holds.is_opaque() => {}
                Kind::String if holds == Holds::SchemaName => self.mapped(target, node.text()),
                Kind::Array => {
                    let items: Vec<_> = node.items().map(|item| (target.at(item), holds.item())).collect();
                    self.open.extend(items.into_iter().rev());
                }
                Kind::Object if !node.get_bool("x-internal") => self.members(target, holds, node),
                _ => {}
            }
        }
        self.found
    }

    fn members(&mut self, target: Target<'db>, holds: Holds, node: NodeRef<'db>) {
        let members = node.entries().map(|(key, value)| (target.at(value), holds.member(key.text(), value.is_array())));
        let members: Vec<_> = members.collect();
        self.open.extend(members.into_iter().rev());
        if let Some(reference) = node.get_str("$ref").filter(|_| !holds.holds_names()) {
            self.reference(target.chunk, reference, holds);
        }
    }

    fn reference(&mut self, from: Chunk<'db>, reference: &str, holds: Holds) {
        let db = self.db;
        let found = with_located(db, from, reference, |Located { chunk, rest }| {
            let node = descend(chunk_tree_root(db, chunk), rest)?;
            Some((Target { chunk, node: node.id() }, rest.is_empty()))
        });
        let Ok((target, is_whole)) = found else { return };
        if is_whole && holds == Holds::One(Object::Schema) {
            self.name(target.chunk);
        } else if self.seen.insert(target) {
            self.open.push((target, holds));
        }
    }

    /// A value of a discriminator's mapping.
    fn mapped(&mut self, target: Target<'db>, text: &str) {
        if names_file(text) || text.contains('#') {
            self.reference(target.chunk, text, Holds::One(Object::Schema));
        } else if let Some(found) = find_component(self.db, target.chunk.spec(self.db), text) {
            self.name(found.chunk);
        }
    }

    fn name(&mut self, chunk: Chunk<'db>) {
        if self.known.insert(chunk) {
            self.found.push(chunk);
        }
    }
}

/// The value of a chunk.
fn chunk_tree_root<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> NodeRef<'db> {
    chunk_tree(db, chunk).root()
}
