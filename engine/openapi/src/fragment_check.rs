//! Checks the parts of other files that a spec refers to. The referring position decides the type of a part.

#![expect(missing_docs, reason = "salsa generates functions without documentation")]

use std::collections::HashSet;

use super::chunks::{Chunk, chunk_tree, file_index};
use super::external_files::external_references;
use super::operation::{operations, webhooks};
use super::reference::Target;
use super::shape::Holds;
use super::spec::{Version, version};
use super::spec_check::{check_operation, drop_consequences, walk_below, walk_chunk};
use crate::Db;
use base::diagnostic::Diagnostic;
use base::inputs::File;
use base::tree::NodeId;

/// A value of another file, as a query key.
#[salsa::interned(debug)]
pub struct ExternalTarget<'db> {
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
struct CheckedTarget<'db> {
    found: Vec<Diagnostic<NodeId>>,
    external_targets: Vec<ExternalTarget<'db>>,
}

#[salsa::tracked(returns(ref))]
fn checked_target<'db>(db: &'db dyn Db, target: ExternalTarget<'db>) -> CheckedTarget<'db> {
    let (chunk, node) = (target.chunk(db), target.node(db));
    if chunk_tree(db, chunk).get_node(node).is_none() {
        // The chunk became smaller. Whoever referred to the node is checked again.
        return CheckedTarget { found: Vec::new(), external_targets: Vec::new() };
    }
    let mut walk = walk_below(db, Target { chunk, node }, target.holds(db));
    drop_consequences(db, chunk, &mut walk.found);
    walk.found.sort_by_key(|diagnostic| diagnostic.place);
    CheckedTarget { found: walk.found, external_targets: keys(db, walk.external_targets) }
}

/// The values in other files that this chunk refers to.
#[salsa::tracked(returns(ref))]
fn external_targets_of_chunk<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<ExternalTarget<'db>> {
    keys(db, walk_chunk(db, chunk).external_targets)
}

fn keys<'db>(db: &'db dyn Db, external_targets: Vec<(Target<'db>, Holds)>) -> Vec<ExternalTarget<'db>> {
    external_targets
        .into_iter()
        .map(|(target, holds)| ExternalTarget::new(db, target.chunk, target.node, holds))
        .collect()
}

/// Every value of other files that a spec refers to, once for each type that it is referred to as, in the order in
/// which the references reach them.
#[salsa::tracked(returns(ref))]
pub fn external_targets(db: &dyn Db, spec: File) -> Vec<ExternalTarget<'_>> {
    if version(db, spec) == Version::Unsupported {
        return Vec::new();
    }
    let leaving = file_index(db, spec).chunks.iter().filter(|&&chunk| !external_references(db, chunk).is_empty());
    let mut seen: HashSet<ExternalTarget<'_>> = HashSet::new();
    let mut found: Vec<ExternalTarget<'_>> = Vec::new();
    let first = leaving.flat_map(|&chunk| external_targets_of_chunk(db, chunk));
    found.extend(first.filter(|&&target| seen.insert(target)));
    let mut at = 0;
    while let Some(&target) = found.get(at) {
        at += 1;
        found.extend(checked_target(db, target).external_targets.iter().filter(|&&target| seen.insert(target)));
    }
    found
}

/// Returns the findings of a value of another file.
pub fn check_external_target<'db>(db: &'db dyn Db, target: ExternalTarget<'db>) -> &'db [Diagnostic<NodeId>] {
    &checked_target(db, target).found
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
