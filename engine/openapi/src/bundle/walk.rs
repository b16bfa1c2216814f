//! Gives parts of a spec to a sink with every reference as it stands in the bundle.
//!
//! It runs twice: to find what the references lead to, and to write. Where a value goes that is referred to is for
//! [`Places`] to say.

use std::collections::HashSet;

use super::role::{Object, Role};
use crate::Db;
use crate::address::encode_token;
use crate::chunks::{Chunk, Section, chunk_tree};
use crate::foreign::{file_of_example, foreign_references, names_file};
use crate::reference::{Located, Target, descend, with_located};
use crate::spec::Version;
use base::inputs::File;
use base::tree::{Kind, NodeRef, Sink};

/// Values within values that stand for references. Deeper ones stay references.
const DEEPEST: usize = 4;
/// Path items that refer to each other in a row.
const MOST_HOPS: usize = 16;

/// Where the values of other files go.
pub(crate) trait Places<'db> {
    /// The reference to the component that `target` is. `reference` is how the source names it.
    fn component(&mut self, target: Target<'db>, object: Object, reference: &str) -> String;

    /// The reference to a node that is a component, for where it stands within another one.
    fn moved(&self, target: Target<'db>, object: Object) -> Option<String>;

    /// The reference that a path keeps to a path item; nothing where the path item stands at the path itself.
    fn path_item(&mut self, target: Target<'db>, reference: &str) -> Option<String>;

    /// Whether a value of that weight may stand for a reference.
    fn may_inline(&mut self, weight: usize) -> bool;
}

/// Where a reference leads.
enum Destination<'db> {
    /// Nowhere, or to where it says in the bundle too.
    Stays,
    /// Into the document itself.
    Own(String),
    /// Into another file.
    Other(Target<'db>),
}

/// Walks parts of a spec.
pub(crate) struct Walker<'db, S, P> {
    db: &'db dyn Db,
    spec: File,
    version: Version,
    pub(crate) sink: S,
    pub(crate) places: P,
    /// The values that stand for the references walked into.
    inlining: Vec<Target<'db>>,
}

impl<'db, S: Sink, P: Places<'db>> Walker<'db, S, P> {
    pub(crate) fn new(db: &'db dyn Db, spec: File, version: Version, sink: S, places: P) -> Self {
        Self { db, spec, version, sink, places, inlining: Vec::new() }
    }

    /// The value of a chunk of the document.
    pub(crate) fn chunk(&mut self, chunk: Chunk<'db>) {
        if foreign_references(self.db, chunk).is_empty() {
            self.sink.value(chunk_tree(self.db, chunk).root());
        } else {
            self.content(Target::root(self.db, chunk), Role::of_chunk(chunk.key(self.db)));
        }
    }

    /// A path item of the document: its fields, and those of the one it refers to in another file.
    pub(crate) fn path_item(&mut self, fields: &[Chunk<'db>]) {
        let db = self.db;
        self.sink.begin(Kind::Object);
        let own: HashSet<&str> = fields.iter().map(|chunk| &*chunk.key(db).member).collect();
        for &chunk in fields {
            if &*chunk.key(db).member == "$ref" {
                self.shared(chunk, &own);
            } else {
                self.sink.key(&chunk.key(db).member);
                self.chunk(chunk);
            }
        }
        self.sink.end();
    }

    /// The fields that a path item has by its `$ref`, which is `chunk`, but for those that it has of its own.
    pub(crate) fn shared(&mut self, chunk: Chunk<'db>, own: &HashSet<&str>) {
        let root = chunk_tree(self.db, chunk).root();
        let Some(reference) = root.as_str() else {
            self.sink.key("$ref");
            return self.sink.value(root);
        };
        let first = self.destination(chunk, reference);
        let Destination::Other(mut target) = first else { return self.kept_reference(&first, reference) };
        if let Some(kept) = self.places.path_item(target, reference) {
            return self.kept_reference(&Destination::Own(kept), reference);
        }
        for _ in 0..MOST_HOPS {
            let node = target.node(self.db);
            let Some(next) = node.get_str("$ref") else {
                for (key, value) in node.entries().filter(|(key, _)| !own.contains(key.text())) {
                    self.sink.key(key.text());
                    self.value(target.at(value), Role::One(Object::PathItem).member(key.text(), value));
                }
                return;
            };
            match self.destination(target.chunk, next) {
                Destination::Other(found) => target = found,
                last => return self.kept_reference(&last, next),
            }
        }
        self.kept_reference(&Destination::Stays, reference);
    }

    /// The member `$ref`.
    fn kept_reference(&mut self, destination: &Destination<'db>, reference: &str) {
        self.sink.key("$ref");
        let text = if let Destination::Own(text) = destination { text } else { reference };
        self.sink.scalar(Kind::String, text);
    }

    /// A value that does not stand where it is a component.
    fn value(&mut self, target: Target<'db>, role: Role) {
        let moved = match role {
            Role::One(object) => self.places.moved(target, object),
            _ => None,
        };
        match moved {
            Some(reference) => {
                self.sink.begin(Kind::Object);
                self.kept_reference(&Destination::Own(reference), "");
                self.sink.end();
            }
            None => self.content(target, role),
        }
    }

    /// A value where it belongs.
    pub(crate) fn content(&mut self, target: Target<'db>, role: Role) {
        let node = target.node(self.db);
        match node.kind() {
            Kind::String if role == Role::Mapped => self.mapped(target.chunk, node.text()),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => self.sink.scalar(node.kind(), node.text()),
            Kind::Array | Kind::Object if role == Role::Data => self.sink.value(node),
            Kind::Array => {
                self.sink.begin(Kind::Array);
                for item in node.items() {
                    self.value(target.at(item), role.item());
                }
                self.sink.end();
            }
            Kind::Object => match node.get_str("$ref").filter(|_| !role.holds_names()) {
                Some(reference) => self.reference(target, role, reference),
                None => self.members(target, role, &Destination::Stays),
            },
        }
    }

    /// The members of an object; its `$ref`, if it is one, leads to `destination`.
    fn members(&mut self, target: Target<'db>, role: Role, destination: &Destination<'db>) {
        self.sink.begin(Kind::Object);
        for (key, value) in target.node(self.db).entries() {
            match value.as_str() {
                Some(reference) if key.text() == "$ref" => self.kept_reference(destination, reference),
                _ => {
                    self.sink.key(key.text());
                    self.value(target.at(value), role.member(key.text(), value));
                }
            }
        }
        self.sink.end();
    }

    /// An object that is a reference.
    fn reference(&mut self, target: Target<'db>, role: Role, reference: &str) {
        if role == Role::Value && file_of_example(target.node(self.db)).is_none() {
            return self.sink.value(target.node(self.db));
        }
        match (self.destination(target.chunk, reference), role) {
            (Destination::Other(found), Role::One(object)) if object.is_component(self.version) => {
                let kept = Destination::Own(self.places.component(found, object, reference));
                self.members(target, role, &kept);
            }
            (Destination::Other(found), _) => self.inline(target, found, role),
            // An example says what it says.
            (_, Role::Value) => self.sink.value(target.node(self.db)),
            (destination, _) => self.members(target, role, &destination),
        }
    }

    /// The value that a reference leads to instead of it, with the reference's siblings.
    fn inline(&mut self, reference: Target<'db>, found: Target<'db>, role: Role) {
        let db = self.db;
        let is_nested = self.inlining.len() >= DEEPEST || self.inlining.contains(&found);
        if is_nested || !self.places.may_inline(weight(found.node(db))) {
            return self.members(reference, role, &Destination::Stays);
        }
        self.inlining.push(found);
        let siblings = reference.node(db).entries().filter(|(key, _)| key.text() != "$ref");
        let own: HashSet<&str> = siblings.clone().map(|(key, _)| key.text()).collect();
        let node = found.node(db);
        // The value of an example is data, whatever it looks like.
        let role = if role == Role::Value { Role::Data } else { role };
        if own.is_empty() || !node.is_object() || node.get_str("$ref").is_some() {
            self.content(found, role);
        } else {
            self.sink.begin(Kind::Object);
            for (key, value) in node.entries().filter(|(key, _)| !own.contains(key.text())) {
                self.sink.key(key.text());
                self.value(found.at(value), role.member(key.text(), value));
            }
            for (key, value) in siblings {
                self.sink.key(key.text());
                self.value(reference.at(value), role.member(key.text(), value));
            }
            self.sink.end();
        }
        self.inlining.pop();
    }

    /// A value of a discriminator's mapping.
    fn mapped(&mut self, chunk: Chunk<'db>, text: &str) {
        let is_reference = names_file(text) || text.starts_with('#');
        let destination = if is_reference { self.destination(chunk, text) } else { Destination::Stays };
        let mapped = match destination {
            Destination::Stays => text.to_owned(),
            Destination::Own(own) => own,
            Destination::Other(found) => self.places.component(found, Object::Schema, text),
        };
        self.sink.scalar(Kind::String, &mapped);
    }

    /// Where a reference in the chunk `from` leads.
    fn destination(&self, from: Chunk<'db>, reference: &str) -> Destination<'db> {
        let db = self.db;
        let is_own = |chunk: Chunk<'db>| chunk.file(db) == self.spec && chunk.key(db).section != Section::Fragment;
        if reference.starts_with('#') && is_own(from) {
            return Destination::Stays;
        }
        let found = with_located(db, from, reference, |Located { chunk, rest }| {
            let node = descend(chunk_tree(db, chunk).root(), rest)?;
            Some(if is_own(chunk) {
                Destination::Own(address(db, chunk, rest))
            } else {
                Destination::Other(Target { chunk, node: node.id() })
            })
        });
        found.unwrap_or(Destination::Stays)
    }
}

/// The reference to what stands at `rest` in a chunk of the document.
fn address<'db>(db: &'db dyn Db, chunk: Chunk<'db>, rest: &str) -> String {
    let key = chunk.key(db);
    let section = match key.section {
        Section::Paths => Some("paths"),
        Section::Webhooks => Some("webhooks"),
        Section::Components => Some("components"),
        Section::Root | Section::Fragment => None,
    };
    let tokens = [section, Some(&*key.name), Some(&*key.member).filter(|member| !member.is_empty())];
    let way: String = tokens.into_iter().flatten().flat_map(|token| ["/".into(), encode_token(token)]).collect();
    fragment(&format!("{way}{rest}"))
}

/// A pointer as the fragment of a reference (RFC 3986, section 3.5).
fn fragment(pointer: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(pointer.len() + 1);
    out.push('#');
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// How much there is of a value: its texts, and one for each node.
pub(crate) fn weight(node: NodeRef<'_>) -> usize {
    let mut sum = 0;
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        sum += 1 + node.text().len();
        open.extend(node.items());
        for (key, value) in node.entries() {
            sum += 1 + key.text().len();
            open.push(value);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::fragment;

    #[test]
    fn pointers_are_fragments() {
        assert_eq!(fragment("/paths/~1a~1{id}/get"), "#/paths/~1a~1%7Bid%7D/get");
        assert_eq!(fragment("/x/é %"), "#/x/%C3%A9%20%25");
    }
}
