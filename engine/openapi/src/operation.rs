//! The operations of a spec: their list, their names, and the look-up of a page's `ref`.

use std::collections::{BTreeMap, HashSet};

use super::chunks::{Chunk, ChunkKey, ChunkName, Section, chunk_tree, file_index, find_chunk, subchunk};
use super::reference::{Target, follow, resolve};
use super::spec::{Version, shown_text, version};
use crate::Db;
use base::diagnostic::did_you_mean;
use base::inputs::File;
use base::tree::NodeRef;

/// The fields of a path item that are operations.
pub(crate) const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// Longer chains of path items that refer to each other are not followed to the end.
const MOST_SHARED: usize = 16;

/// What the sidebar, search and lookups need of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationHead {
    /// `operationId`.
    pub operation_id: Option<Box<str>>,
    /// `summary`.
    pub summary: Option<Box<str>>,
    /// In upper case, except for the additional methods of 3.2, which are spelled as in the source.
    pub method: Box<str>,
    /// The path, or the name of a webhook.
    pub path: Box<str>,
    /// Whether it is a webhook.
    pub webhook: bool,
    /// `tags`.
    pub tags: Vec<Box<str>>,
    /// `deprecated`.
    pub deprecated: bool,
    /// Whether it declares any response.
    pub has_responses: bool,
    /// Whether it is an object, as an operation must be.
    pub is_object: bool,
    /// Whether it or its path is marked `x-internal`: then it is left out everywhere.
    pub internal: bool,
}

/// The result of looking up an operation.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum Lookup<'db> {
    /// Exactly one.
    Found(Chunk<'db>),
    /// None.
    Missing,
    /// Several operations have that `operationId`.
    Ambiguous(Vec<Chunk<'db>>),
}

impl<'db> Lookup<'db> {
    /// The operations that were found.
    pub fn chunks(&self) -> impl Iterator<Item = &Chunk<'db>> {
        match self {
            Self::Found(chunk) => std::slice::from_ref(chunk).iter(),
            Self::Missing => [].iter(),
            Self::Ambiguous(chunks) => chunks.iter(),
        }
    }
}

/// The path item that an operation belongs to. Its fields are chunks of their own, or members of shared path items.
#[derive(Clone, Debug)]
pub struct PathItem<'db> {
    section: Section,
    file: File,
    path: &'db str,
    /// Nearest first.
    shared: Vec<Target<'db>>,
}

impl<'db> PathItem<'db> {
    /// The path item of an operation's chunk.
    pub fn of(db: &'db dyn Db, operation: Chunk<'db>) -> Self {
        let key = operation.key(db);
        let mut item = Self { section: key.section, file: operation.spec(db), path: &key.name, shared: Vec::new() };
        item.shared = item.own(db, "$ref").map(|chunk| shared_items(db, chunk)).unwrap_or_default();
        item
    }

    fn own(&self, db: &'db dyn Db, field: &str) -> Option<Chunk<'db>> {
        let key = ChunkKey { section: self.section, name: self.path.into(), member: field.into() };
        find_chunk(db, ChunkName::new(db, self.file, key))
    }

    /// A field of the path item. Its own fields override those of the path item that it refers to.
    pub fn get(&self, db: &'db dyn Db, field: &str) -> Option<Target<'db>> {
        match self.own(db, field) {
            Some(chunk) => Some(Target::root(db, chunk)),
            None => self.shared.iter().find_map(|shared| Some(shared.at(shared.node(db).get(field)?))),
        }
    }
}

/// The path items that the `$ref` of another one resolves to: each may refer to the next.
fn shared_items<'db>(db: &'db dyn Db, reference: Chunk<'db>) -> Vec<Target<'db>> {
    let mut found: Vec<Target<'db>> = Vec::new();
    let mut next = chunk_tree(db, reference).root().as_str().map(|text| (reference, text));
    while let Some((from, text)) = next
        && let Ok(target) = resolve(db, from, text)
        && found.len() < MOST_SHARED
        && !found.contains(&target)
    {
        found.push(target);
        next = target.node(db).get_str("$ref").map(|text| (target.chunk, text));
    }
    found
}

/// All operations of a spec.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Operations<'db> {
    paths: Vec<Chunk<'db>>,
    webhooks: Vec<Chunk<'db>>,
}

/// The operations in `paths`, in document order, without internal ones.
pub fn operations<'db>(db: &'db dyn Db, spec: File) -> &'db Vec<Chunk<'db>> {
    &all_operations(db, spec).paths
}

/// The webhooks, in document order, without internal ones.
pub fn webhooks<'db>(db: &'db dyn Db, spec: File) -> &'db Vec<Chunk<'db>> {
    &all_operations(db, spec).webhooks
}

#[salsa::tracked(returns(ref))]
fn all_operations(db: &dyn Db, spec: File) -> Operations<'_> {
    let mut found = Operations { paths: Vec::new(), webhooks: Vec::new() };
    if version(db, spec) == Version::Unsupported {
        return found;
    }
    for &chunk in &file_index(db, spec).chunks {
        let key = chunk.key(db);
        let list = match key.section {
            Section::Paths if key.is_of_path_item() => &mut found.paths,
            Section::Webhooks => &mut found.webhooks,
            Section::Root | Section::Paths | Section::Components | Section::Fragment => continue,
        };
        match &*key.member {
            "$ref" => {
                let mut known = HashSet::new();
                for item in shared_items(db, chunk) {
                    list.extend(shared_operations(db, spec, key, item, &mut known));
                }
            }
            "additionalOperations" => {
                let target = Target::root(db, chunk);
                let operations = target.node(db).entries().filter(|(_, operation)| operation.is_object());
                list.extend(operations.map(|(method, node)| part(db, spec, key, method.text(), target.at(node))));
            }
            member if METHODS.contains(&member) => list.push(chunk),
            _ => {}
        }
    }
    for list in [&mut found.paths, &mut found.webhooks] {
        // The heads read the trees, and stay equal when a text is edited.
        list.retain(|&chunk| {
            let head = operation_head(db, chunk);
            head.is_object && !head.internal
        });
    }
    found
}

/// The operations of a shared path item, as chunks of the path that refers to it, without those in `known`.
fn shared_operations<'db>(
    db: &'db dyn Db,
    spec: File,
    key: &ChunkKey,
    item: Target<'db>,
    known: &mut HashSet<&'db str>,
) -> Vec<Chunk<'db>> {
    let mut found = Vec::new();
    for (name, value) in item.node(db).entries() {
        if METHODS.contains(&name.text()) && value.is_object() {
            let own = ChunkKey { member: name.text().into(), ..key.clone() };
            // The path's own operation with that method takes precedence.
            if find_chunk(db, ChunkName::new(db, spec, own)).is_none() && known.insert(name.text()) {
                found.push(part(db, spec, key, name.text(), item.at(value)));
            }
        } else if name.text() == "additionalOperations" {
            let operations = value.entries().filter(|(_, operation)| operation.is_object());
            let new = operations.filter(|(method, _)| known.insert(method.text()));
            found.extend(new.map(|(method, node)| part(db, spec, key, method.text(), item.at(node))));
        }
    }
    found
}

/// A part of a chunk as a chunk of its own, for an operation that is nested deeper than others.
fn part<'db>(db: &'db dyn Db, spec: File, key: &ChunkKey, method: &str, target: Target<'db>) -> Chunk<'db> {
    subchunk(db, target.chunk, target.node, spec, ChunkKey { member: method.into(), ..key.clone() })
}

/// The operation in a chunk, references followed; the chunk's own value if its reference is unresolved.
pub fn operation_target<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Target<'db> {
    let own = Target::root(db, chunk);
    follow(db, own).unwrap_or(own)
}

/// What the sidebar, search and lookups need of an operation. Equal after an edit of anything else.
#[salsa::tracked(returns(ref))]
pub fn operation_head<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> OperationHead {
    let key = chunk.key(db);
    let is_true = |target: Target<'db>| target.node(db).as_bool() == Some(true);
    let head = head_of(operation_target(db, chunk).node(db), &key.member, &key.name);
    OperationHead {
        webhook: key.section == Section::Webhooks,
        internal: head.internal || PathItem::of(db, chunk).get(db, "x-internal").is_some_and(is_true),
        ..head
    }
}

/// The head of an operation at a path, read from its own node only.
pub(super) fn head_of(node: NodeRef<'_>, method: &str, path: &str) -> OperationHead {
    let text = |name: &str| {
        node.get(name).and_then(NodeRef::scalar).filter(|text| !text.is_empty()).map(|text| shown_text(text).into())
    };
    let tags = node.get("tags").into_iter().flat_map(NodeRef::items);
    OperationHead {
        operation_id: text("operationId"),
        summary: text("summary"),
        method: if METHODS.contains(&method) { method.to_uppercase().into() } else { method.into() },
        path: path.into(),
        webhook: false,
        tags: tags.filter_map(NodeRef::scalar).map(Box::from).collect(),
        deprecated: node.get_bool("deprecated"),
        has_responses: node.get("responses").is_some(),
        is_object: node.is_object(),
        internal: node.get_bool("x-internal"),
    }
}

/// Operations by `operationId` and by `METHOD /path`.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct OperationNames<'db> {
    by_id: BTreeMap<Box<str>, Vec<Chunk<'db>>>,
    by_address: BTreeMap<Box<str>, Chunk<'db>>,
}

/// The names of operations. Equal after an edit that changes no id, method or path.
#[salsa::tracked(returns(ref))]
fn operation_names(db: &dyn Db, spec: File) -> OperationNames<'_> {
    let mut names = OperationNames::default();
    for &chunk in operations(db, spec).iter().chain(webhooks(db, spec)) {
        let head = operation_head(db, chunk);
        if let Some(id) = &head.operation_id {
            names.by_id.entry(id.clone()).or_default().push(chunk);
        }
        // A webhook may have the name of a path; the path takes precedence.
        names.by_address.entry(address(head)).or_insert(chunk);
    }
    names
}

/// `METHOD /path`: the name that every operation has.
pub fn address(head: &OperationHead) -> Box<str> {
    format!("{} {}", head.method, head.path).into()
}

/// A `ref` of a page, as a key of queries.
#[salsa::interned]
struct OperationRef<'db> {
    #[returns(copy)]
    spec: File,
    #[returns(ref)]
    text: Box<str>,
}

/// Finds an operation by its `operationId` or by `METHOD /path`.
pub fn find_operation<'db>(db: &'db dyn Db, spec: File, reference: &str) -> &'db Lookup<'db> {
    lookup(db, OperationRef::new(db, spec, Box::from(reference.trim())))
}

/// A firewall: a page that shows one operation does not see others come and go.
#[salsa::tracked(returns(ref))]
fn lookup<'db>(db: &'db dyn Db, reference: OperationRef<'db>) -> Lookup<'db> {
    let names = operation_names(db, reference.spec(db));
    let text = reference.text(db);
    // An address is unambiguous, whatever ids other operations have.
    if let Some(chunk) = names.by_address.get(text) {
        return Lookup::Found(*chunk);
    }
    match names.by_id.get(text).map(Vec::as_slice) {
        Some([chunk]) => return Lookup::Found(*chunk),
        Some(chunks) => return Lookup::Ambiguous(chunks.to_vec()),
        None => {}
    }
    let spelled = text.split_once(char::is_whitespace).and_then(|(method, path)| {
        names.by_address.get(format!("{} {}", method.to_uppercase(), path.trim_start()).as_str()).copied()
    });
    spelled.map_or(Lookup::Missing, Lookup::Found)
}

/// The ids that only one operation has.
pub fn operation_ids(db: &dyn Db, spec: File) -> impl Iterator<Item = &str> {
    operation_names(db, spec).by_id.iter().filter(|(_, chunks)| chunks.len() == 1).map(|(id, _)| &**id)
}

/// Whether a page's `ref` can name this operation. It cannot name a webhook that has no `operationId` and whose name is
/// also a path.
pub fn may_have_page<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> bool {
    let head = operation_head(db, chunk);
    let finds = |reference: &str| *find_operation(db, chunk.spec(db), reference) == Lookup::Found(chunk);
    !head.webhook || finds(&address(head)) || head.operation_id.as_deref().is_some_and(finds)
}

/// "did you mean …" for a `ref` that no operation has.
pub fn suggest_operation(db: &dyn Db, spec: File, reference: &str) -> Option<String> {
    let names = operation_names(db, spec);
    if reference.contains('/') {
        return did_you_mean(reference, names.by_address.keys().map(AsRef::as_ref));
    }
    did_you_mean(reference, names.by_id.keys().map(AsRef::as_ref))
}

#[cfg(test)]
mod tests {
    use super::{Lookup, address, find_operation, operation_head, operations, suggest_operation, webhooks};
    use crate::Db;
    use crate::testing::spec;
    use base::inputs::File;

    const SPEC: &str = r##"{"openapi": "3.2.0", "paths": {
        "/b": {"parameters": [], "post": {"operationId": "make"}, "get": {"operationId": "list", "tags": ["t", 1]}},
        "/a": {"$ref": "#/components/pathItems/Shared", "post": {"operationId": "own"}},
        "/c": {"get": {"x-internal": true}, "put": 7, "additionalOperations": {"COPY": {"operationId": "copy"}}},
        "/d": {"x-internal": true, "get": {}},
        "/e": {"query": {"operationId": "list"}}},
        "webhooks": {"ping": {"post": {"operationId": "pinged"}}},
        "components": {"pathItems": {"Shared": {"get": {"operationId": "shared", "deprecated": true},
            "post": {"operationId": "hidden"}}}}}"##;

    fn names(db: &dyn Db, chunks: &[crate::chunks::Chunk<'_>]) -> Vec<String> {
        chunks.iter().map(|&chunk| address(operation_head(db, chunk)).into()).collect()
    }

    fn found(db: &dyn Db, file: File, reference: &str) -> String {
        match find_operation(db, file, reference) {
            Lookup::Found(chunk) => address(operation_head(db, *chunk)).into(),
            Lookup::Missing => "missing".to_owned(),
            Lookup::Ambiguous(chunks) => format!("{} of that name", chunks.len()),
        }
    }

    #[test]
    fn operations_stand_in_document_order() {
        let (inputs, file) = spec(SPEC);
        let db = inputs.db();
        let expected = ["POST /b", "GET /b", "GET /a", "POST /a", "COPY /c", "QUERY /e"];
        assert_eq!(names(db, operations(db, file)), expected);
        assert_eq!(names(db, webhooks(db, file)), ["POST ping"]);
        let head = operation_head(db, operations(db, file)[2]);
        assert_eq!((head.operation_id.as_deref(), head.deprecated), (Some("shared"), true));
        assert_eq!(operation_head(db, operations(db, file)[1]).tags.len(), 2);
    }

    #[test]
    fn refs_find_operations() {
        let (inputs, file) = spec(SPEC);
        let db = inputs.db();
        assert_eq!(found(db, file, "make"), "POST /b");
        assert_eq!(found(db, file, "own"), "POST /a");
        assert_eq!(found(db, file, "get  /b"), "GET /b");
        assert_eq!(found(db, file, "copy /c"), "COPY /c");
        assert_eq!(found(db, file, "list"), "2 of that name");
        assert_eq!(found(db, file, "maek"), "missing");
        assert_eq!(suggest_operation(db, file, "maek").as_deref(), Some("did you mean `make`?"));
        assert_eq!(suggest_operation(db, file, "GET /bb").as_deref(), Some("did you mean `GET /b`?"));
    }
}
