//! The values that overlays set, for `inspect`.

use super::super::address::encode_token;
use super::super::chunks::chunk_place;
use super::super::reference::Target;
use crate::Db;
use base::diagnostic::Place;
use base::inputs::File;
use base::tree::{Kind, NodeRef};

/// A value that an action of an overlay set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetValue {
    /// JSON Pointer from the object that it belongs to; empty for the object itself.
    pub pointer: String,
    /// The overlay that set it.
    pub overlay: File,
    /// The number of the action in its overlay, from 1.
    pub action: u32,
    /// Its place in the overlay.
    pub place: Place,
}

/// The values that overlays set in the object whose key or value is `target`: the outermost ones, in order. Values that
/// are reported on their own (parameters, bodies and responses of an operation, schemas within a schema) are left out.
pub fn set_values<'db>(db: &'db dyn Db, target: Target<'db>) -> Vec<SetValue> {
    let Some(origins) = target.chunk.origins(db) else { return Vec::new() };
    let node = target.node(db);
    // No object is a string, so a string is the key right before it.
    let own = if node.kind() == Kind::String { NodeRef::following(node) } else { Some(node) };
    let mut found = Vec::new();
    let mut open: Vec<(NodeRef<'db>, String)> = own.into_iter().map(|node| (node, String::new())).collect();
    while let Some((node, pointer)) = open.pop() {
        if let Some(action) = origins.action(node.id()) {
            let place = chunk_place(db, target.chunk, node.id());
            found.push(SetValue { pointer, overlay: action.overlay, action: action.index + 1, place });
            continue;
        }
        let members = node.entries().filter(|(key, _)| !is_apart(key.text()));
        let members = members.map(|(key, value)| (value, format!("{pointer}/{}", encode_token(key.text()))));
        let items = node.items().enumerate().map(|(at, item)| (item, format!("{pointer}/{at}")));
        let below: Vec<(NodeRef<'db>, String)> = members.chain(items).collect();
        open.extend(below.into_iter().rev());
    }
    found
}

fn is_apart(keyword: &str) -> bool {
    matches!(
        keyword,
        "parameters"
            | "requestBody"
            | "responses"
            | "callbacks"
            | "headers"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "items"
            | "prefixItems"
            | "allOf"
            | "oneOf"
            | "anyOf"
    )
}
