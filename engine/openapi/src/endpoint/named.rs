//! A named schema shown like the body of an operation: its fields to four levels within a budget.

use std::sync::Arc;

use super::Example;
use super::direction::Direction;
use super::example::example;

use super::field::{Field, SchemaLink};
use super::flatten::{At, SchemaPart};
use super::walk::walk_schema;
use super::words::words;
use crate::Db;
use crate::address::file_stem;
use crate::chunks::Chunk;
use crate::schema::{find_schema, letters, schema, schema_name};
use crate::spec::Text;

/// The part of the page budget for a schema's own page. Larger schemas in it have their own page and fragment, so all
/// of them together are about as large as the spec.
const OWN_PAGE: usize = 20;

/// A named schema with everything that is displayed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The displayed name.
    pub name: Text,
    /// Its title, if it says more than its name and its description.
    pub title: Option<Text>,
    /// The named schemas that it is composed of.
    pub extends: Vec<SchemaLink>,
    /// The whole schema; its children are its fields.
    pub field: Field,
}

/// The displayed name of a schema: its own, or that of its file.
pub fn model_name(db: &dyn Db, chunk: Chunk<'_>) -> Text {
    let last = chunk.key(db).last();
    if last.is_empty() { file_stem(chunk.file(db).path(db)).as_ref().into() } else { last.into() }
}

/// A schema as shown on pages in which an author refers to it. Depends only on the schemas that it shows.
#[salsa::tracked(returns(ref))]
pub fn model<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Model {
    within(db, chunk, db.field_budget(chunk.spec(db)))
}

/// A schema as shown on its own page and in its fragment.
#[salsa::tracked(returns(ref))]
pub fn own_model<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Model {
    within(db, chunk, db.field_budget(chunk.spec(db)) / OWN_PAGE)
}

/// A value that a schema allows, as JSON. `None` if it would contain itself infinitely.
#[salsa::tracked(returns(as_ref))]
pub fn model_example<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Option<Example> {
    let at = At { schema: schema(db, chunk), chunk };
    example(db, at, Direction::Response).map(|value| Example::made(value.json().into()))
}

fn within<'db>(db: &'db dyn Db, chunk: Chunk<'db>, budget: usize) -> Model {
    let name = model_name(db, chunk);
    let own = schema(db, chunk);
    let at = At { schema: own, chunk };
    let mut field = walk_schema(db, at, budget);
    field.kind = words(db, &[SchemaPart::of(at)]);
    // The page or section is that of the schema itself.
    field.types = Box::default();
    let mut title = None;
    if let Some(facts) = field.facts.as_mut().map(Arc::make_mut) {
        let is_new = |text: &Text, known: &str| letters(text) != letters(known);
        title = facts.title.take().filter(|title| is_new(title, &name));
        facts.description = facts.description.take().filter(|text| is_new(text, &name));
        if let (Some(text), Some(description)) = (&title, &facts.description) {
            title = Some(text.clone()).filter(|title| is_new(title, description));
        }
    }
    let bases = own.shape.iter().flat_map(|shape| &shape.all_of).filter_map(|base| base.reference.as_deref());
    let extends = bases.map(|base| SchemaLink {
        name: schema_name(db, chunk, base),
        model: find_schema(db, chunk, base)
            .ok()
            .filter(|found| found.is_whole)
            .and_then(|found| db.model_key(found.chunk).cloned()),
    });
    Model { extends: extends.collect(), name, title, field }
}
