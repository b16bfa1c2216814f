//! Checks one chunk of a spec, at its own nodes: unresolved references, members of the wrong type.
//!
//! The target of a reference is checked in its own chunk, so each finding is reported once. Data (examples, defaults,
//! extensions) is skipped: a `$ref` in it is a value like any other.

use super::direction::check_direction;
use super::document::is_checked_kind;
use super::fields::{CHUNK_KEY, DOCUMENT, Findings, PATH_ITEM};
use super::link::{check_links, check_root_links};
use super::parameters::{check_duplicates, check_operation_parameters, check_path_parameters, is_internal_path};
use super::rules;
use super::security::check_security;
use super::server::check_servers;
use crate::Db;
use crate::chunks::{Chunk, chunk_tree, file_diagnostics, file_index, text_diagnostics};
use crate::external_files::names_file;
use crate::fragments::named_file;
use crate::misplaced::is_in_place_of_section;
use crate::operation::operation_head;
use crate::parse::split::{ChunkKey, Section};
use crate::reference::{Reason, Target, Unresolved, follow, other_end, resolve, suggest_target};
use crate::schema::{Types, find_component};
use crate::shape::{Holds, Object};
use crate::spec::{Version, version};
use base::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use base::tree::{Kind, NodeId, NodeRef};

/// Returns the findings of a chunk, sorted by place.
#[salsa::tracked(returns(ref))]
pub fn check_chunk<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic<NodeId>> {
    if version(db, chunk.file(db)) == Version::Unsupported {
        // Its fields have other meanings. That the version is unsupported is reported once.
        return Vec::new();
    }
    let is_operation = held_by_chunk(chunk.key(db)) == Holds::One(Object::Operation);
    let root = chunk_tree(db, chunk).root();
    let mut found = walk_chunk(db, chunk).found;
    if is_operation && root.is_object() {
        found.extend(check_operation(db, chunk));
    }
    let of_operation = || root.get("servers").filter(|_| is_operation);
    let servers = if has_servers(chunk.key(db)) { Some(root) } else { of_operation() };
    found.extend(servers.into_iter().flat_map(check_servers));
    found.extend(check_outermost(db, chunk, root));
    found.extend(check_root_links(chunk.key(db), root));
    found.extend(check_direction(chunk_tree(db, chunk)));
    drop_consequences(db, chunk, &mut found);
    // The walk visits the last member first.
    found.sort_by_key(|diagnostic| diagnostic.place);
    found
}

/// Removes findings about missing fields that may be in a part of the chunk that could not be read.
pub(crate) fn drop_consequences<'db>(db: &'db dyn Db, chunk: Chunk<'db>, found: &mut Vec<Diagnostic<NodeId>>) {
    let is_missing = |found: &Diagnostic<NodeId>| found.code == Code::MissingSpecField;
    if found.iter().any(is_missing) && text_diagnostics(db, chunk).iter().any(|found| found.severity == Severity::Error)
    {
        found.retain(|found| !is_missing(found));
    }
}

/// The findings about a field of the document or of a path, which is a chunk of its own.
fn check_outermost<'db>(db: &'db dyn Db, chunk: Chunk<'db>, root: NodeRef<'db>) -> Vec<Diagnostic<NodeId>> {
    let key = chunk.key(db);
    let mut findings = Findings::new(version(db, chunk.spec(db)));
    match key.section {
        // Unknown fields, and values of the wrong type, are reported with the document.
        Section::Root if DOCUMENT.has(&key.name) && is_checked_kind(&key.name, root) => {
            findings.member(&DOCUMENT, &key.name, CHUNK_KEY, root);
            if &*key.name == "tags" {
                rules::tags(&mut findings, root);
            }
        }
        Section::Paths | Section::Webhooks if key.is_of_path_item() && !key.member.is_empty() => {
            findings.member(&PATH_ITEM, &key.member, CHUNK_KEY, root);
            let is_list = &*key.member == "parameters" && key.section == Section::Paths;
            if is_list && !is_internal_path(db, chunk) {
                findings.found.extend(check_path_parameters(db, Target::root(db, chunk), &key.name));
            }
        }
        _ => {}
    }
    let security = if key.section == Section::Root && &*key.name == "security" {
        Some(root)
    } else {
        root.get("security").filter(|_| held_by_chunk(key) == Holds::One(Object::Operation))
    };
    findings.found.extend(security.into_iter().flat_map(|security| check_security(db, chunk, security)));
    findings.found
}

/// Whether the chunk is a list of servers, of the document or of a path.
fn has_servers(key: &ChunkKey) -> bool {
    match key.section {
        Section::Root => &*key.name == "servers",
        Section::Paths | Section::Webhooks => key.is_of_path_item() && &*key.member == "servers",
        Section::Components | Section::Fragment => false,
    }
}

/// Walks a chunk of a document. The chunk's key says what kind of object it is.
pub fn walk_chunk<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Walk<'db> {
    let key = chunk.key(db);
    let root = chunk_tree(db, chunk).root();
    let mut check = Check::new(db, chunk);
    if is_in_place_of_section(key) && root.as_str().is_some() {
        // Reported by `check_misplaced`.
        return check.walk;
    }
    if key.is_of_path_item() {
        check.path_item_field(key, root);
    }
    check.run(root, held_by_chunk(key), CHUNK_KEY)
}

/// Walks the values below a node. `holds` says what the node is.
pub fn walk_below<'db>(db: &'db dyn Db, target: Target<'db>, holds: Holds) -> Walk<'db> {
    let place = if target == Target::root(db, target.chunk) { CHUNK_KEY } else { target.key(db).node };
    Check::new(db, target.chunk).run(target.node(db), holds, place)
}

/// The result of a walk.
#[derive(Default)]
pub struct Walk<'db> {
    pub(crate) found: Vec<Diagnostic<NodeId>>,
    /// Targets of references that no document's own check visits, and what each is referred to as.
    pub(crate) external_targets: Vec<(Target<'db>, Holds)>,
}

/// What a chunk is, by its address. A section without members is checked with the document.
pub(super) fn held_by_chunk(key: &ChunkKey) -> Holds {
    if key.is_unsplit() { Holds::Unknown } else { Holds::of_chunk(key) }
}

struct Check<'db> {
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    walk: Walk<'db>,
    /// Findings about the objects themselves, without what they refer to.
    findings: Findings,
}

/// A node to check: what it is, and the place of what it lacks, its key if it has one.
struct Visit<'db> {
    node: NodeRef<'db>,
    holds: Holds,
    place: NodeId,
}

impl<'db> Check<'db> {
    fn new(db: &'db dyn Db, chunk: Chunk<'db>) -> Self {
        Self { db, chunk, walk: Walk::default(), findings: Findings::new(version(db, chunk.spec(db))) }
    }

    fn invalid(&mut self, node: NodeRef<'_>, message: String) {
        self.walk.found.push(Diagnostic::new(Code::InvalidSpec, message, node.id()));
    }

    fn run(mut self, root: NodeRef<'db>, holds: Holds, place: NodeId) -> Walk<'db> {
        let mut open = vec![Visit { node: root, holds, place }];
        while let Some(visit) = open.pop() {
            self.node(visit, &mut open);
        }
        self.walk.found.append(&mut self.findings.found);
        self.walk
    }

    /// Checks a node and pushes its children.
    fn node(&mut self, Visit { node, holds, place }: Visit<'db>, open: &mut Vec<Visit<'db>>) {
        match holds {
            Holds::Data | Holds::ExampleValue | Holds::Plain | Holds::Unknown | Holds::UnknownNames => return,
            // Reported by `check_misplaced`.
            _ if holds.is_collection() && node.get_str("$ref").is_some() => return,
            Holds::List(object) => {
                if !node.is_array() {
                    self.invalid(node, format!("expected an array, found {}", node.kind().words()));
                }
                if object == Object::Parameter {
                    let list = Target { chunk: self.chunk, node: node.id() };
                    self.walk.found.extend(check_duplicates(self.db, list));
                }
                open.extend(node.items().map(|node| Visit { node, holds: holds.item(), place: node.id() }));
                return;
            }
            Holds::SchemaName => return self.mapped(node),
            Holds::One(Object::Schema) if node.kind() == Kind::Bool => return,
            _ if !node.is_object() => {
                let wanted = if holds == Holds::One(Object::Schema) { "a schema" } else { "an object" };
                self.invalid(node, format!("expected {wanted}, found {}", node.kind().words()));
                return;
            }
            _ => {}
        }
        if !holds.holds_names() {
            if let Some(reference) = node.get("$ref") {
                self.reference(reference, holds);
            }
            self.walk.found.extend(check_links(node));
        }
        match holds {
            Holds::One(Object::Schema) => self.schema(node),
            Holds::One(Object::Operation) => self.samples(node),
            Holds::One(Object::Responses) => rules::responses(&mut self.findings, node),
            _ => {}
        }
        if let Holds::One(object) = holds {
            self.findings.object(object, node, place);
        }
        open.extend(node.entries().map(|(key, node)| Visit {
            node,
            holds: holds.member(key.text(), node.is_array()),
            place: key.id(),
        }));
    }

    /// Checks whether the files with the samples of an operation, or with their texts, exist. The page is whole without them, so
    /// none of them stops a build.
    fn samples(&mut self, node: NodeRef<'db>) {
        for list in ["x-tool-examples", "x-codeSamples", "x-code-samples"].iter().filter_map(|key| node.get(key)) {
            let texts = |item: NodeRef<'db>| [Some(item), item.get("source"), item.get("code")];
            for reference in list.items().flat_map(texts).flatten().filter_map(|value| value.get("$ref")) {
                if let Some(text) = reference.as_str()
                    && let Err(Unresolved { reason, .. }) = resolve(self.db, self.chunk, text)
                {
                    let found = unresolved(self.db, self.chunk, reference, text, reason);
                    let found = Diagnostic::new(Code::UnresolvedReference, found.message, reference.id());
                    self.walk.found.push(found);
                }
            }
        }
    }

    /// Checks a `$ref` beside or in place of a node's members.
    fn reference(&mut self, reference: NodeRef<'_>, holds: Holds) {
        let Some(text) = reference.as_str() else {
            self.invalid(reference, format!("`$ref` must be a string, found {}", reference.kind().words()));
            return;
        };
        // Only one hop: a break further along the chain is reported there.
        let outcome = resolve(self.db, self.chunk, text).and_then(|next| match follow(self.db, next) {
            Err(unresolved) if unresolved.reason == Reason::Cycle => Err(unresolved),
            _ => Ok(next),
        });
        match outcome {
            Ok(next) => {
                let kind = next.node(self.db).kind();
                if !matches!(kind, Kind::Object | Kind::Bool) {
                    let message = format!("`$ref` to `{text}` resolves to {}", next.node(self.db).kind().words());
                    self.invalid(reference, message);
                } else if is_elsewhere(self.db, self.chunk, next.chunk) {
                    self.walk.external_targets.push((next, holds));
                }
            }
            Err(Unresolved { reason, .. }) => self.unresolved(reference, text, reason),
        }
    }

    fn unresolved(&mut self, reference: NodeRef<'_>, text: &str, reason: Reason) {
        self.walk.found.push(unresolved(self.db, self.chunk, reference, text, reason));
    }

    fn schema(&mut self, node: NodeRef<'_>) {
        for (key, value) in node.entries() {
            match key.text() {
                "type" => self.type_names(value),
                // As in drafts before 4.
                "required" if value.kind() == Kind::Bool => {
                    let message = "`required` of a schema must be an array, found a boolean";
                    self.findings.warn(Code::InvalidSpec, message, value.id(), REQUIRED.to_owned());
                }
                "enum" | "required" if !value.is_array() => {
                    let message = format!("`{}` must be an array, found {}", key.text(), value.kind().words());
                    let help = (key.text() == "required").then(|| REQUIRED.to_owned());
                    self.walk.found.push(Diagnostic::new(Code::InvalidSpec, message, value.id()).with_help(help));
                }
                "required" => {
                    for item in value.items().filter(|item| item.kind() != Kind::String) {
                        let message = format!("`required` must contain names, found {}", item.kind().words());
                        self.findings.warn(Code::InvalidSpec, message, item.id(), None);
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks a value of a discriminator's mapping: a reference, or the name of a schema.
    fn mapped(&mut self, target: NodeRef<'_>) {
        let Some(text) = target.as_str() else {
            return self
                .invalid(target, format!("a mapping value must name a schema, found {}", target.kind().words()));
        };
        if !text.contains('#') && !names_file(text) {
            return self.mapped_name(target, text);
        }
        match resolve(self.db, self.chunk, text) {
            Ok(next) if is_elsewhere(self.db, self.chunk, next.chunk) => {
                self.walk.external_targets.push((next, Holds::One(Object::Schema)));
            }
            Ok(_) => {}
            Err(Unresolved { reason, .. }) => self.unresolved(target, text, reason),
        }
    }

    /// Checks a mapping's value that is the name of a component.
    fn mapped_name(&mut self, target: NodeRef<'_>, name: &str) {
        let spec = self.chunk.spec(self.db);
        if find_component(self.db, spec, name).is_some() {
            return;
        }
        let keys = file_index(self.db, spec).chunks.iter().map(|chunk| chunk.key(self.db));
        let names = keys.filter(|key| key.section == Section::Components && &*key.name == "schemas");
        let help = did_you_mean(name, names.map(|key| &*key.member));
        let message = format!("the mapping names `{name}`, which is not in `components/schemas`");
        self.walk.found.push(Diagnostic::new(Code::UnresolvedReference, message, target.id()).with_help(help));
    }

    fn type_names(&mut self, value: NodeRef<'_>) {
        let names = std::iter::once(value).filter(|value| !value.is_array()).chain(value.items());
        for name in names {
            let (message, help) = match name.as_str() {
                Some(text) if Types::named(text).is_some() => continue,
                Some(text) => {
                    let help = rules::json_type(text).map(str::to_owned);
                    let help = help.or_else(|| did_you_mean(text, Types::NAMED.iter().map(|(_, name)| *name)));
                    (format!("`{text}` is not a JSON Schema type"), help)
                }
                None => {
                    let help = (name.kind() == Kind::Null).then(|| "put `null` in quotes".to_owned());
                    (format!("`type` must be a string, found {}", name.kind().words()), help)
                }
            };
            // It is displayed as written.
            self.findings.warn(Code::InvalidSpec, message, name.id(), help);
        }
    }

    /// Checks a field of a path item that is not an operation.
    fn path_item_field(&mut self, key: &ChunkKey, root: NodeRef<'_>) {
        match &*key.member {
            "" if root.kind() != Kind::Null && !root.is_object() => {
                self.invalid(root, format!("`{}` must be an object, found {}", key.name, root.kind().words()));
            }
            "$ref" => self.reference(root, Holds::One(Object::PathItem)),
            _ => {}
        }
    }
}

/// The finding for a reference without a target.
pub(crate) fn unresolved<'db>(
    db: &'db dyn Db,
    chunk: Chunk<'db>,
    reference: NodeRef<'_>,
    text: &str,
    reason: Reason,
) -> Diagnostic<NodeId> {
    let other = other_end(db, chunk, text);
    let code = match reason {
        Reason::Remote => Code::RemoteReference,
        Reason::Outside => Code::OutsideProject,
        Reason::NoFile => Code::MissingFile,
        Reason::Unreadable => Code::UnreadableFile,
        _ => Code::UnresolvedReference,
    };
    let message = match (reason, other) {
        // Identical text at every reference to the file, so that it counts as one finding.
        (Reason::NoFile, Some((path, _))) => format!("the file `{path}` does not exist"),
        (Reason::Unreadable, Some((path, _))) => {
            let why = named_file(db, chunk.spec(db), &path).and_then(|file| file_diagnostics(db, file).first());
            why.map_or_else(|| format!("the file `{path}` cannot be read"), |why| why.message.clone())
        }
        (Reason::Missing, Some((path, address))) => {
            format!("`$ref` to `{text}` has no target: `{path}` has no `{address}`")
        }
        _ => format!("`$ref` to `{text}` {}", reason.words()),
    };
    let help = match reason {
        Reason::Missing | Reason::NoFile => suggest_target(db, chunk, text),
        Reason::Remote => Some("copy its target into the project, and refer to the copy".to_owned()),
        Reason::Outside => Some("copy the file into the project".to_owned()),
        _ => None,
    };
    Diagnostic::new(code, message, reference.id()).with_help(help)
}

/// What to write instead of a `required` that is not a list.
const REQUIRED: &str = "list the names of required properties in `required` of their object";

/// Whether the check of the document of `from` does not visit `chunk`.
fn is_elsewhere<'db>(db: &'db dyn Db, from: Chunk<'db>, chunk: Chunk<'db>) -> bool {
    chunk.key(db).section == Section::Fragment || chunk.file(db) != from.spec(db)
}

/// Findings that need both the operation and its path.
pub fn check_operation<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic<NodeId>> {
    let head = operation_head(db, chunk);
    if head.webhook || head.internal {
        return Vec::new();
    }
    check_operation_parameters(db, chunk, &head.path)
}

#[cfg(test)]
mod tests {
    use super::check_chunk;
    use crate::chunks::file_index;
    use crate::testing::spec;

    /// `code: message` of all chunks, in order.
    fn check(text: &str) -> Vec<String> {
        let (inputs, file) = spec(text);
        let db = inputs.db();
        let of_chunk = |chunk: &crate::chunks::Chunk<'_>| {
            let found = check_chunk(db, *chunk).iter();
            found.map(|found| format!("{}: {}", found.code.name(), found.message)).collect::<Vec<_>>()
        };
        file_index(db, file).chunks.iter().flat_map(of_chunk).collect()
    }

    fn schema(text: &str) -> Vec<String> {
        check(&format!(r#"{{"openapi": "3.1.0", "components": {{"schemas": {{"A": {text}, "Pet": {{}}, "N": 7}}}}}}"#))
            .into_iter()
            .filter(|found| found != "invalid-spec: expected a schema, found a number")
            .collect()
    }

    #[test]
    fn references_name_what_is_wrong() {
        for (text, expected) in [
            (
                r##"{"$ref": "#/components/schemas/Pett"}"##,
                "unresolved-reference: `$ref` to `#/components/schemas/Pett` has no target",
            ),
            (
                r##"{"$ref": "#/components/schemas/A"}"##,
                "unresolved-reference: `$ref` to `#/components/schemas/A` refers back to itself",
            ),
            (
                r##"{"$ref": "#/components/schemas/N"}"##,
                "invalid-spec: `$ref` to `#/components/schemas/N` resolves to a number",
            ),
            (
                r##"{"$ref": "https://e.test/x"}"##,
                "remote-reference: `$ref` to `https://e.test/x` is remote, and remote references are not fetched",
            ),
            (r##"{"$ref": "/etc/passwd"}"##, "outside-project: `$ref` to `/etc/passwd` points outside the project"),
            (r##"{"$ref": ""}"##, "unresolved-reference: `$ref` to `` resolves to a whole section of the document"),
            (r##"{"$ref": "#/"}"##, "unresolved-reference: `$ref` to `#/` has no target"),
            (r##"{"$ref": 7}"##, "invalid-spec: `$ref` must be a string, found a number"),
        ] {
            assert_eq!(schema(text), [expected], "{text}");
        }
        assert!(schema(r##"{"example": {"$ref": "#/nope"}, "properties": {"$ref": {"type": "string"}}}"##).is_empty());
        assert!(schema(r##"{"properties": {"a": {"$ref": "#/components/schemas/A"}}}"##).is_empty());
    }

    #[test]
    fn wrong_types_are_found_everywhere() {
        for (text, expected) in [
            (r#"{"properties": []}"#, "invalid-spec: expected an object, found an array"),
            (r#"{"required": {}}"#, "invalid-spec: `required` must be an array, found an object"),
            (r#"{"allOf": {}}"#, "invalid-spec: expected an array, found an object"),
            (r#"{"items": "x"}"#, "invalid-spec: expected a schema, found a string"),
            (r#"{"type": ["string", "file"]}"#, "invalid-spec: `file` is not a JSON Schema type"),
            ("[]", "invalid-spec: expected a schema, found an array"),
        ] {
            assert_eq!(schema(text), [expected], "{text}");
        }
    }

    #[test]
    fn operations_are_seen_with_their_path() {
        let found = check(
            r##"{"openapi": "3.1.0", "paths": {
                "/a/{x}": {"get": {"operationId": "one", "parameters": [
                    {"name": "y", "in": "path", "required": true, "schema": {}}, {"in": "nowhere", "schema": {}},
                    {"name": "z", "schema": {}}, {"schema": {}}, 3]}},
                "/b": {"get": {"operationId": "one"}, "parameters": {}}, "/c": 7, "/d": {"get": null},
                "x-root": "/api", "x-more": {"get": 3, "parameters": {}}}}"##,
        );
        assert_eq!(
            found,
            [
                "path-parameters: the path parameter `y` is not in the path `/a/{x}`",
                "invalid-spec: a parameter needs a `name`",
                "invalid-spec: `in` cannot be `nowhere`",
                "invalid-spec: a parameter needs `in`: path, query, header or cookie",
                "invalid-spec: a parameter needs a `name`",
                "invalid-spec: expected an object, found a number",
                "invalid-spec: expected an array, found an object",
                "invalid-spec: `/c` must be an object, found a number",
                "invalid-spec: expected an object, found null",
            ]
        );
    }
}
