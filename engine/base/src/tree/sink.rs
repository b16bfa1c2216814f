//! A document emitted in pieces, so that it can be composed from parts of several trees without building another tree.

use super::write::{write_scalar, write_string};
use super::{Kind, NodeRef};

/// Receives a document: containers open and close in pairs, and a key precedes each value of an object.
pub trait Sink {
    /// Opens an array or an object.
    fn begin(&mut self, kind: Kind);

    /// Emits the key of the next value, in an object.
    fn key(&mut self, text: &str);

    /// Emits a scalar in its source spelling.
    fn scalar(&mut self, kind: Kind, text: &str);

    /// Closes the innermost container.
    fn end(&mut self);

    /// Emits a value of a tree. The readers' depth limit bounds the recursion.
    fn value(&mut self, node: NodeRef<'_>) {
        match node.kind() {
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => self.scalar(node.kind(), node.text()),
            Kind::Array => {
                self.begin(Kind::Array);
                node.items().for_each(|item| self.value(item));
                self.end();
            }
            Kind::Object => {
                self.begin(Kind::Object);
                for (key, value) in node.entries() {
                    self.key(key.text());
                    self.value(value);
                }
                self.end();
            }
        }
    }
}

/// Writes JSON on one line: white space would be nearly half of a large document.
#[derive(Debug, Default)]
pub struct JsonWriter {
    out: String,
    open: Vec<OpenJson>,
    /// Whether a key is waiting for its value.
    after_key: bool,
}

/// A container that is not closed yet.
#[derive(Debug)]
struct OpenJson {
    kind: Kind,
    is_empty: bool,
}

impl JsonWriter {
    /// The text, with a trailing line break.
    pub fn finish(mut self) -> String {
        self.out.push('\n');
        self.out
    }

    /// Writes the separator before a member or an item.
    fn separate(&mut self) {
        if std::mem::take(&mut self.after_key) {
            return;
        }
        let Some(open) = self.open.last_mut() else { return };
        if !std::mem::replace(&mut open.is_empty, false) {
            self.out.push(',');
        }
    }
}

impl Sink for JsonWriter {
    fn begin(&mut self, kind: Kind) {
        self.separate();
        self.out.push(if kind == Kind::Array { '[' } else { '{' });
        self.open.push(OpenJson { kind, is_empty: true });
    }

    fn key(&mut self, text: &str) {
        self.separate();
        write_string(text, &mut self.out);
        self.out.push(':');
        self.after_key = true;
    }

    fn scalar(&mut self, kind: Kind, text: &str) {
        self.separate();
        write_scalar(kind, text, &mut self.out);
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.out.push(if open.kind == Kind::Array { ']' } else { '}' });
    }

    fn value(&mut self, node: NodeRef<'_>) {
        self.separate();
        node.write_json(None, &mut self.out);
    }
}
