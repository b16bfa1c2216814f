//! Checks the parts of other files that a spec refers to. The referring position decides the type of a part.

#![expect(missing_docs, reason = "salsa generates functions without documentation")]

use std::collections::HashSet;

use super::chunks::{Chunk, chunk_tree, file_index};
use super::foreign::foreign_references;
use super::operation::{operations, webhooks};
use super::reference::Target;
use super::shape::Holds;
use super::spec::{Version, version};
use super::spec_check::{check_operation, walk_below, walk_chunk};
use crate::Db;
use base::diagnostic::Diagnostic;
use base::inputs::File;
use base::tree::NodeId;

/// A value of another file, as a query key.
#[salsa::interned(debug)]
pub struct Lead<'db> {
    /// The chunk that it is in.
    #[returns(copy)]
    pub chunk: Chunk<'db>,
    /// Its node in the chunk.
    #[returns(copy)]
    pub node: NodeId,
    #[returns(copy)]
    holds: Holds,
}

/// Findings below a value, and the values of other files that it refers to.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Looked<'db> {
    found: Vec<Diagnostic<NodeId>>,
    leads: Vec<Lead<'db>>,
}

#[salsa::tracked(returns(ref))]
fn look<'db>(db: &'db dyn Db, lead: Lead<'db>) -> Looked<'db> {
    let (chunk, node) = (lead.chunk(db), lead.node(db));
    if chunk_tree(db, chunk).get_node(node).is_none() {
        // The chunk became smaller. Whoever referred to the node is checked again.
        return Looked { found: Vec::new(), leads: Vec::new() };
    }
    let mut walk = walk_below(db, Target { chunk, node }, lead.holds(db));
    walk.found.sort_by_key(|diagnostic| diagnostic.place);
    Looked { found: walk.found, leads: keys(db, walk.leads) }
}

/// The values of other files that a document's chunk refers to.
#[salsa::tracked(returns(ref))]
fn leads_of_chunk<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Lead<'db>> {
    keys(db, walk_chunk(db, chunk).leads)
}

fn keys<'db>(db: &'db dyn Db, leads: Vec<(Target<'db>, Holds)>) -> Vec<Lead<'db>> {
    leads.into_iter().map(|(target, holds)| Lead::new(db, target.chunk, target.node, holds)).collect()
}

/// Every value of other files that a spec refers to, once for each type that it is referred to as, in the order in
/// which the references reach them.
#[salsa::tracked(returns(ref))]
pub fn leads(db: &dyn Db, spec: File) -> Vec<Lead<'_>> {
    if version(db, spec) == Version::Unsupported {
        return Vec::new();
    }
    let leaving = file_index(db, spec).chunks.iter().filter(|&&chunk| !foreign_references(db, chunk).is_empty());
    let mut seen: HashSet<Lead<'_>> = HashSet::new();
    let mut found: Vec<Lead<'_>> = Vec::new();
    let first = leaving.flat_map(|&chunk| leads_of_chunk(db, chunk));
    found.extend(first.filter(|&&lead| seen.insert(lead)));
    let mut at = 0;
    while let Some(&lead) = found.get(at) {
        at += 1;
        found.extend(look(db, lead).leads.iter().filter(|&&lead| seen.insert(lead)));
    }
    found
}

/// Returns the findings of a value of another file.
pub fn check_lead<'db>(db: &'db dyn Db, lead: Lead<'db>) -> &'db [Diagnostic<NodeId>] {
    &look(db, lead).found
}

/// The operations of a spec that are not chunks of its file: members of shared path items.
pub fn shared_operations(db: &dyn Db, spec: File) -> Vec<Chunk<'_>> {
    let own: HashSet<Chunk<'_>> = file_index(db, spec).chunks.iter().copied().collect();
    operations(db, spec).iter().chain(webhooks(db, spec)).filter(|chunk| !own.contains(chunk)).copied().collect()
}

/// Findings that need both the operation of a shared path item and its path.
#[salsa::tracked(returns(ref))]
pub fn check_shared_operation<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic<NodeId>> {
    check_operation(db, chunk)
}
