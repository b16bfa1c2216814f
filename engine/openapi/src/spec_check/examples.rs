//! Examples that contradict the schema they stand beside. Readers copy examples, so one that the schema forbids is worth a
//! word; it is shown all the same.

use super::chunk::{Role, role_of_chunk, role_of_member};
use super::conform::Checker;
use crate::Db;
use crate::chunks::{Chunk, chunk_tree};
use crate::reference::{Target, follow};
use crate::spec::{Version, version};
use base::diagnostic::{Code, Diagnostic};
use base::tree::{Kind, NodeId, NodeRef};

/// How many members may be looked at for one example, apart from its own length.
const WORK: usize = 4096;
/// The same for each byte of the example.
const WORK_PER_BYTE: usize = 16;

/// An example and the schema that it should follow.
#[derive(Clone, Copy)]
pub(crate) struct Site<'db> {
    /// In the chunk that is checked.
    pub(crate) schema: NodeRef<'db>,
    /// Maybe of another chunk.
    pub(crate) example: NodeRef<'db>,
    /// Where a finding stands, if the example is elsewhere.
    pub(crate) reference: Option<NodeId>,
    /// A string stands for a value that the document does not spell out: the text of a body, a parameter as it is sent.
    pub(crate) may_be_text: bool,
}

/// The examples of a chunk that contradict their schemas.
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

/// What an example contradicts.
pub(crate) fn finding<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    site: &Site<'db>,
    is_old: bool,
) -> Option<Diagnostic<NodeId>> {
    let span = site.example.span();
    let length = (span.end as usize).saturating_sub(span.start as usize);
    let mut checker = Checker { db, is_old, left: WORK + length.saturating_mul(WORK_PER_BYTE) };
    // Nothing at all is an example that is still to be written.
    let is_blank = site.example.kind() == Kind::Null;
    let mismatch = checker.check(site.example, Target { chunk, node: site.schema.id() }, 0).filter(|_| !is_blank)?;
    let is_whole = mismatch.path.is_empty();
    if site.may_be_text && is_whole && mismatch.is_type && site.example.kind() == Kind::String {
        return None;
    }
    let at = if is_whole { String::new() } else { format!(" at `{}`", mismatch.path) };
    let message = format!("the example contradicts its schema{at}: {}", mismatch.what);
    let place = site.reference.unwrap_or(mismatch.value.id());
    let help = "correct the example, or let the schema allow it".to_owned();
    Some(Diagnostic::new(Code::ExampleMismatch, message, place).with_help(help))
}

/// The examples of a chunk, with the schemas beside them.
pub(crate) fn sites<'db>(db: &'db dyn Db, chunk: Chunk<'db>, is_old: bool) -> Vec<Site<'db>> {
    let mut sites = Vec::new();
    let mut open = vec![(chunk_tree(db, chunk).root(), role_of_chunk(chunk.key(db)))];
    while let Some((node, role)) = open.pop() {
        match role {
            Role::Data => continue,
            Role::ListOf(item) => {
                open.extend(node.items().map(|value| (value, item.role())));
                continue;
            }
            Role::Schema => of_schema(node, is_old, &mut sites),
            Role::Parameter | Role::Object => of_holder(db, chunk, node, &mut sites),
            Role::Operation | Role::PathItem | Role::MapOf(_) => {}
        }
        open.extend(node.entries().map(|(key, value)| (value, role_of_member(role, key.text(), value))));
    }
    sites
}

/// The examples in a schema.
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
