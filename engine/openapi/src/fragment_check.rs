//! What is wrong with the parts of other files that a spec refers to. What a part is, is said by where it is referred to.

#![expect(missing_docs, reason = "salsa generates functions without documentation")]

use std::collections::HashSet;

use super::chunks::{Chunk, chunk_tree, file_index};
use super::foreign::foreign_references;
use super::operation::{operations, webhooks};
use super::reference::Target;
use super::spec::{Version, version};
use super::spec_check::{Role, check_operation, walk_below, walk_chunk};
use crate::Db;
use base::diagnostic::Diagnostic;
use base::inputs::File;
use base::tree::NodeId;

/// A value of another file, as a key of queries.
#[salsa::interned(debug)]
pub struct Lead<'db> {
    /// The chunk that it is in.
    #[returns(copy)]
    pub chunk: Chunk<'db>,
    /// Its node in the chunk.
    #[returns(copy)]
    pub node: NodeId,
    #[returns(copy)]
    role: Role,
}

/// What is wrong below a value, and where its references lead on to.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Looked<'db> {
    found: Vec<Diagnostic<NodeId>>,
    leads: Vec<Lead<'db>>,
}

#[salsa::tracked(returns(ref))]
fn look<'db>(db: &'db dyn Db, lead: Lead<'db>) -> Looked<'db> {
    let (chunk, node) = (lead.chunk(db), lead.node(db));
    if chunk_tree(db, chunk).get_node(node).is_none() {
        // The chunk became smaller; who referred to the node will be looked at again.
        return Looked { found: Vec::new(), leads: Vec::new() };
    }
    let mut walk = walk_below(db, Target { chunk, node }, lead.role(db));
    walk.found.sort_by_key(|diagnostic| diagnostic.place);
    Looked { found: walk.found, leads: keys(db, walk.leads) }
}

/// Where the references of a document's chunk lead to in other files.
#[salsa::tracked(returns(ref))]
fn leads_of_chunk<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Lead<'db>> {
    keys(db, walk_chunk(db, chunk).leads)
}

fn keys<'db>(db: &'db dyn Db, leads: Vec<(Target<'db>, Role)>) -> Vec<Lead<'db>> {
    leads.into_iter().map(|(target, role)| Lead::new(db, target.chunk, target.node, role)).collect()
}

/// Every value of other files that a spec refers to, each once for all that it is taken for, in the order in which they
/// are reached.
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

/// What is wrong with a value of another file.
pub fn check_lead<'db>(db: &'db dyn Db, lead: Lead<'db>) -> &'db [Diagnostic<NodeId>] {
    &look(db, lead).found
}

/// The operations of a spec that are no chunks of its file: members of shared path items.
pub fn shared_operations(db: &dyn Db, spec: File) -> Vec<Chunk<'_>> {
    let own: HashSet<Chunk<'_>> = file_index(db, spec).chunks.iter().copied().collect();
    operations(db, spec).iter().chain(webhooks(db, spec)).filter(|chunk| !own.contains(chunk)).copied().collect()
}

/// What shows only when an operation of a shared path item is seen with its path.
#[salsa::tracked(returns(ref))]
pub fn check_shared_operation<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic<NodeId>> {
    check_operation(db, chunk)
}
