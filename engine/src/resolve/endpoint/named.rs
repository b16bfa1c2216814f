//! A named schema by itself, as the body of an operation is shown: its fields to four levels within the page's budget.

use std::sync::Arc;

use super::field::Field;
use super::flatten::{At, Part};
use super::walk::{Origin, Root, walk};
use super::words::words;
use crate::inputs::{Db, FileSet};
use crate::parse::config::api_setting;
use crate::resolve::address::encode_token;
use crate::resolve::chunks::Chunk;
use crate::resolve::reference::Target;
use crate::resolve::schema::{Schema, schema, schema_name};
use crate::resolve::spec::Text;

/// A named schema with all that is shown of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) name: Text,
    /// Its title, where that is not its name.
    pub(crate) title: Option<Text>,
    /// The schemas that it is composed of by name.
    pub(crate) extends: Vec<Text>,
    /// It as a whole; its children are its fields.
    pub(crate) field: Field,
}

/// The schema of a chunk among the components. It depends on the schemas that it shows and on no others.
#[salsa::tracked(returns(ref))]
pub(crate) fn model<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Model {
    let name = &*chunk.key(db).member;
    let own = schema(db, chunk);
    // By its name, so that it is known where it contains itself.
    let reference = format!("#/components/schemas/{}", encode_token(name).replace('%', "%25"));
    let named = Schema { reference: Some(reference.into()), ..Schema::default() };
    let origin = Origin { place: Target::root(db, chunk), schema: None, of_items: false };
    let root = Root { name: "".into(), required: false, facts: None, schema: Some(named), chunk, origin };
    let budget = api_setting(db, FileSet::get(db).config(db)).expand_fields;
    let mut field = walk(db, &[root], budget).into_iter().next().unwrap_or_default();
    field.kind = words(db, &[Part { at: At { schema: own, chunk }, optional: false }]);
    let mut title = None;
    if let Some(facts) = field.facts.as_mut().map(Arc::make_mut) {
        title = facts.title.take().filter(|title| **title != *name);
    }
    let bases = own.shape.iter().flat_map(|shape| &shape.all_of).filter_map(|base| base.reference.as_deref());
    let extends = bases.map(|base| schema_name(db, chunk, base)).collect();
    Model { name: name.into(), title, extends, field }
}
