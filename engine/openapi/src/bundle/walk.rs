//! Writes parts of a spec to a sink, with every reference rewritten for the bundle.
//!
//! It runs twice: to find the targets of references, and to write. [`Places`] decides where the target of a reference
//! goes.

use std::collections::HashSet;

use crate::Db;
use crate::address::encode_token;
use crate::chunks::{Chunk, Section, chunk_tree};
use crate::external_files::{external_references, file_of_example, names_file};
use crate::reference::{Located, Target, descend, with_located};
use crate::shape::{Holds, Object};
use crate::spec::Version;
use base::inputs::File;
use base::tree::{Kind, NodeRef, Sink};

/// How many values may replace references within each other. Deeper references are kept.
const DEEPEST: usize = 4;
/// How many path items may refer to each other in a chain.
const MOST_HOPS: usize = 16;

/// Decides where the values of other files go.
pub(crate) trait Places<'db> {
    /// The reference to the component made of `target`. `reference` is its spelling in the source.
    fn component(&mut self, target: Target<'db>, object: Object, reference: &str) -> String;

    /// The reference to a node that is a component, for use in another component.
    fn moved(&self, target: Target<'db>, object: Object) -> Option<String>;

    /// The reference that a path keeps to a path item; `None` if the path item is copied to the path.
    fn path_item(&mut self, target: Target<'db>, reference: &str) -> Option<String>;

    /// Whether a value of that weight may replace a reference.
    fn may_inline(&mut self, weight: usize) -> bool;
}

/// The target of a reference.
enum Destination<'db> {
    /// None, or the same as written in the bundle.
    Stays,
    /// Into the document itself.
    Own(String),
    /// Into another file.
    Other(Target<'db>),
}

/// Walks parts of a spec.
pub(crate) struct BundleWalker<'db, S, P> {
    db: &'db dyn Db,
    spec: File,
    version: Version,
    pub(crate) sink: S,
    pub(crate) places: P,
    /// The values that replace the references being walked into.
    inlining: Vec<Target<'db>>,
}

impl<'db, S: Sink, P: Places<'db>> BundleWalker<'db, S, P> {
    pub(crate) fn new(db: &'db dyn Db, spec: File, version: Version, sink: S, places: P) -> Self {
        Self { db, spec, version, sink, places, inlining: Vec::new() }
    }

    /// Writes the value of a chunk of the document.
    pub(crate) fn chunk(&mut self, chunk: Chunk<'db>) {
        if external_references(self.db, chunk).is_empty() {
            self.sink.value(chunk_tree(self.db, chunk).root());
        } else {
            self.content(Target::root(self.db, chunk), Holds::of_chunk(chunk.key(self.db)));
        }
    }

    /// Writes a path item of the document: its fields, and those of the path item of another file that it refers to.
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

    /// Writes the fields that a path item inherits through its `$ref`, the chunk `chunk`, without those in `own`.
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
                    self.value(target.at(value), Holds::One(Object::PathItem).member(key.text(), value.is_array()));
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

    /// Writes the member `$ref`.
    fn kept_reference(&mut self, destination: &Destination<'db>, reference: &str) {
        self.sink.key("$ref");
        let text = if let Destination::Own(text) = destination { text } else { reference };
        self.sink.scalar(Kind::String, text);
    }

    /// Writes a value that is not in its own place as a component.
    fn value(&mut self, target: Target<'db>, holds: Holds) {
        let moved = match holds {
            Holds::One(object) => self.places.moved(target, object),
            _ => None,
        };
        match moved {
            Some(reference) => {
                self.sink.begin(Kind::Object);
                self.kept_reference(&Destination::Own(reference), "");
                self.sink.end();
            }
            None => self.content(target, holds),
        }
    }

    /// Writes a value in its own place.
    pub(crate) fn content(&mut self, target: Target<'db>, holds: Holds) {
        let node = target.node(self.db);
        match node.kind() {
            Kind::String if holds == Holds::SchemaName => self.mapped(target.chunk, node.text()),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => self.sink.scalar(node.kind(), node.text()),
            Kind::Array | Kind::Object if holds == Holds::Data => self.sink.value(node),
            Kind::Array => {
                self.sink.begin(Kind::Array);
                for item in node.items() {
                    self.value(target.at(item), holds.item());
                }
                self.sink.end();
            }
            Kind::Object => match node.get_str("$ref").filter(|_| !holds.holds_names()) {
                Some(reference) => self.reference(target, holds, reference),
                None => self.members(target, holds, &Destination::Stays),
            },
        }
    }

    /// Writes the members of an object; `destination` is the target of its `$ref`, if it has one.
    fn members(&mut self, target: Target<'db>, holds: Holds, destination: &Destination<'db>) {
        self.sink.begin(Kind::Object);
        for (key, value) in target.node(self.db).entries() {
            match value.as_str() {
                Some(reference) if key.text() == "$ref" => self.kept_reference(destination, reference),
                _ => {
                    self.sink.key(key.text());
                    self.value(target.at(value), holds.member(key.text(), value.is_array()));
                }
            }
        }
        self.sink.end();
    }

    /// Writes an object that is a reference.
    fn reference(&mut self, target: Target<'db>, holds: Holds, reference: &str) {
        if holds == Holds::ExampleValue && file_of_example(target.node(self.db)).is_none() {
            return self.sink.value(target.node(self.db));
        }
        match (self.destination(target.chunk, reference), holds) {
            (Destination::Other(found), Holds::One(object)) if object.is_component(self.version) => {
                let kept = Destination::Own(self.places.component(found, object, reference));
                self.members(target, holds, &kept);
            }
            (Destination::Other(found), _) => self.inline(target, found, holds),
            // The value of an example is kept as written.
            (_, Holds::ExampleValue) => self.sink.value(target.node(self.db)),
            (destination, _) => self.members(target, holds, &destination),
        }
    }

    /// Writes the target of a reference in its place, with the reference's siblings.
    fn inline(&mut self, reference: Target<'db>, found: Target<'db>, holds: Holds) {
        let db = self.db;
        let is_nested = self.inlining.len() >= DEEPEST || self.inlining.contains(&found);
        if is_nested || !self.places.may_inline(weight(found.node(db))) {
            // In an extension, it may be a schema that contains itself.
            let text = reference.node(db).get_str("$ref").filter(|_| holds != Holds::ExampleValue);
            let kept = match text.filter(|_| found.node(db).is_object()) {
                Some(text) => Destination::Own(self.places.component(found, Object::Schema, text)),
                None => Destination::Stays,
            };
            return self.members(reference, holds, &kept);
        }
        self.inlining.push(found);
        let siblings = reference.node(db).entries().filter(|(key, _)| key.text() != "$ref");
        let own: HashSet<&str> = siblings.clone().map(|(key, _)| key.text()).collect();
        let node = found.node(db);
        // The value of an example is data, whatever it contains.
        let holds = if holds == Holds::ExampleValue { Holds::Data } else { holds };
        if own.is_empty() || !node.is_object() || node.get_str("$ref").is_some() {
            self.content(found, holds);
        } else {
            self.sink.begin(Kind::Object);
            for (key, value) in node.entries().filter(|(key, _)| !own.contains(key.text())) {
                self.sink.key(key.text());
                self.value(found.at(value), holds.member(key.text(), value.is_array()));
            }
            for (key, value) in siblings {
                self.sink.key(key.text());
                self.value(reference.at(value), holds.member(key.text(), value.is_array()));
            }
            self.sink.end();
        }
        self.inlining.pop();
    }

    /// Writes a value of a discriminator's mapping.
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

    /// The target of a reference in the chunk `from`.
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

/// The reference to the node at `rest` in a chunk of the document.
fn address<'db>(db: &'db dyn Db, chunk: Chunk<'db>, rest: &str) -> String {
    let way: String = chunk.key(db).path().flat_map(|token| ["/".into(), encode_token(token)]).collect();
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

/// The size of a value: the lengths of its texts, and one for each node.
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
