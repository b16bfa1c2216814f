//! How much the engine holds in memory for a spec: a count of nodes, which is the same on every machine.

use crate::Db;
use crate::chunks::{Section, chunk_tree, file_index};
use crate::endpoint::{Endpoint, Field, Media, endpoint};
use crate::fragments::spec_files;
use crate::operation::{operations, webhooks};
use crate::schema::{Schema, schema};
use base::inputs::File;

/// Numbers of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Nodes of the trees of all chunks of the spec's files.
    pub tree: usize,
    /// Lowered schemas of all components, including nested ones.
    pub schemas: usize,
    /// Fields of all operations, including those that variants name.
    pub fields: usize,
}

/// Counts what a spec makes the database hold after every operation was resolved.
#[must_use]
pub fn held(db: &dyn Db, spec: File) -> Held {
    let mut held = Held::default();
    for place in &spec_files(db, spec).known {
        held.tree += place.chunks(db).iter().map(|&chunk| chunk_tree(db, chunk).len()).sum::<usize>();
    }
    for &chunk in &file_index(db, spec).chunks {
        let key = chunk.key(db);
        if key.section == Section::Components && &*key.name == "schemas" {
            held.schemas += schemas(schema(db, chunk));
        }
    }
    for &chunk in operations(db, spec).iter().chain(webhooks(db, spec)) {
        held.fields += fields_of(endpoint(db, chunk));
    }
    held
}

/// Counts a schema and its nested schemas. The recursion is as deep as the document.
fn schemas(schema: &Schema) -> usize {
    let Some(shape) = &schema.shape else { return 1 };
    let named = shape.properties.iter().chain(&shape.pattern_properties).map(|(_, schema)| schema);
    let lists = shape.prefix_items.iter().chain(&shape.all_of).chain(&shape.alternatives);
    1 + named.chain(lists).chain(&shape.additional).chain(&shape.items).map(schemas).sum::<usize>()
}

fn fields_of(endpoint: &Endpoint) -> usize {
    let media = |media: &[Media]| media.iter().filter_map(|media| media.field.as_ref()).map(fields).sum::<usize>();
    let parameters: usize = endpoint.parameters.iter().map(|parameter| fields(&parameter.field)).sum();
    let responses = endpoint
        .responses
        .iter()
        .map(|response| media(&response.media) + response.headers.iter().map(fields).sum::<usize>());
    let callbacks = endpoint.callbacks.iter().map(|callback| fields_of(&callback.operation));
    let body = endpoint.body.as_ref().map_or(0, |body| media(&body.media));
    parameters + body + responses.sum::<usize>() + callbacks.sum::<usize>()
}

/// Counts a field and its descendants. The recursion is as deep as the walk.
fn fields(field: &Field) -> usize {
    let variants: usize = field.variants.iter().map(|variant| variant.fields.len()).sum();
    1 + variants + field.children.iter().map(fields).sum::<usize>()
}
