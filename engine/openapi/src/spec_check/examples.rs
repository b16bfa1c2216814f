//! Examples that contradict their schema. Readers copy examples, so a forbidden one is reported; it is displayed
//! anyway.

use super::chunk::held_by_chunk;
use super::conform::Checker;
use crate::Db;
use crate::chunks::{Chunk, chunk_tree};
use crate::reference::{Target, follow};
use crate::shape::{Holds, Object};
use crate::spec::{Version, version};
use base::diagnostic::{Code, Diagnostic};
use base::tree::{Kind, NodeId, NodeRef};

/// How many members may be visited for one example, in addition to its length.
const WORK: usize = 4096;
/// How many members may be visited for each byte of the example.
const WORK_PER_BYTE: usize = 16;

/// An example and the schema that it should follow.
#[derive(Clone, Copy)]
pub(crate) struct Site<'db> {
    /// In the checked chunk.
    pub(crate) schema: NodeRef<'db>,
    /// May be in another chunk.
    pub(crate) example: NodeRef<'db>,
    /// The place of a finding, if the example is elsewhere.
    pub(crate) reference: Option<NodeId>,
    /// A string may represent a value that is not spelled out: the text of a body, a serialized parameter.
    pub(crate) may_be_text: bool,
}

/// Returns the examples of a chunk that contradict their schemas, sorted by place.
#[salsa::tracked(returns(ref))]
pub fn check_examples<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic<NodeId>> {
    let version = version(db, chunk.spec(db));
    if version == Version::Unsupported {
        return Vec::new();
    }
    let is_old = version == Version::V30;
    let mut found: Vec<_> =
        sites(db, chunk, is_old).iter().filter_map(|site| finding(db, chunk, site, is_old)).collect();
    found.sort_by_key(|diagnostic| diagnostic.place);
    found
}

/// The finding about one example, if it contradicts its schema.
pub(crate) fn finding<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    site: &Site<'db>,
    is_old: bool,
) -> Option<Diagnostic<NodeId>> {
    let span = site.example.span();
    let length = (span.end as usize).saturating_sub(span.start as usize);
    let mut checker = Checker { db, is_old, left: WORK + length.saturating_mul(WORK_PER_BYTE) };
    // A null example is a placeholder.
    let is_blank = site.example.kind() == Kind::Null;
    let mismatch = checker.check(site.example, Target { chunk, node: site.schema.id() }, 0).filter(|_| !is_blank)?;
    let is_whole = mismatch.path.is_empty();
    if site.may_be_text && is_whole && mismatch.is_type && site.example.kind() == Kind::String {
        return None;
    }
    let at = if is_whole { String::new() } else { format!(" at `{}`", mismatch.path) };
    let message = format!("the example contradicts its schema{at}: {}", mismatch.what);
    let place = site.reference.unwrap_or(mismatch.value.id());
    let help = "correct the example, or change the schema to allow it".to_owned();
    Some(Diagnostic::new(Code::ExampleMismatch, message, place).with_help(help))
}

/// Returns the examples of a chunk, each with its schema.
pub(crate) fn sites<'db>(db: &'db dyn Db, chunk: Chunk<'db>, is_old: bool) -> Vec<Site<'db>> {
    let mut sites = Vec::new();
    let mut open = vec![(chunk_tree(db, chunk).root(), held_by_chunk(chunk.key(db)))];
    while let Some((node, holds)) = open.pop() {
        match holds {
            _ if holds.is_opaque() => continue,
            Holds::One(Object::Schema) => of_schema(node, is_old, &mut sites),
            Holds::One(Object::Parameter | Object::Header | Object::MediaType) => {
                of_holder(db, chunk, node, &mut sites);
            }
            _ => {}
        }
        open.extend(node.items().map(|value| (value, holds.item())));
        open.extend(node.entries().map(|(key, value)| (value, holds.member(key.text(), value.is_array()))));
    }
    sites
}

/// Adds the examples of a schema to `sites`.
fn of_schema<'db>(schema: NodeRef<'db>, is_old: bool, sites: &mut Vec<Site<'db>>) {
    let several = schema.get("examples").filter(|_| !is_old);
    let examples = schema.get("example").into_iter().chain(several.into_iter().flat_map(NodeRef::items));
    sites.extend(examples.map(|example| Site { schema, example, reference: None, may_be_text: false }));
}

/// The examples of a parameter, a header or a media type.
fn of_holder<'db>(db: &'db dyn Db, chunk: Chunk<'db>, holder: NodeRef<'db>, sites: &mut Vec<Site<'db>>) {
    let Some(schema) = holder.get("schema") else { return };
    let site = |example, reference| Site { schema, example, reference, may_be_text: true };
    sites.extend(holder.get("example").map(|example| site(example, None)));
    for (_, named) in holder.get("examples").into_iter().flat_map(NodeRef::entries) {
        let reference = named.get("$ref").map(NodeRef::id);
        let Ok(target) = follow(db, Target { chunk, node: named.id() }) else { continue };
        sites.extend(target.node(db).get("value").map(|value| site(value, reference)));
    }
}
