//! A database for documents without a project.

use base::inputs::{File, FileSet};
use base::testing::ExecutionLog;

use crate::chunks::{Chunk, Section};
use crate::schema::schema;
use crate::spec::Text;

/// A database without a project: overlays are those that inputs name, and every named schema is published.
#[salsa::db]
#[derive(Clone)]
pub struct Database {
    storage: salsa::Storage<Self>,
    log: ExecutionLog,
}

impl Default for Database {
    fn default() -> Self {
        let log = ExecutionLog::default();
        Self { storage: log.storage(), log }
    }
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

impl Database {
    /// See [`ExecutionLog::record`].
    pub fn record_executions(&self, on: bool) -> Vec<String> {
        self.log.record(on)
    }
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl base::Db for Database {}

#[salsa::db]
impl crate::Db for Database {
    fn overlays(&self, spec: File) -> &[File] {
        named_overlays(self, spec)
    }

    fn field_budget(&self, _: File) -> usize {
        400
    }

    fn model_key<'db>(&'db self, schema: Chunk<'db>) -> Option<&'db Text> {
        lowercase_name(self, schema).as_ref()
    }
}

#[salsa::tracked(returns(ref))]
fn named_overlays(db: &dyn crate::Db, spec: File) -> Vec<File> {
    let set = FileSet::of(db, spec);
    let paths = set.overlays(db).get(spec.path(db)).into_iter().flatten();
    paths.filter_map(|path| set.named(db).get(path).copied()).collect()
}

#[salsa::tracked(returns(ref))]
fn lowercase_name<'db>(db: &'db dyn crate::Db, chunk: Chunk<'db>) -> Option<Text> {
    let key = chunk.key(db);
    let is_named = key.section == Section::Components && &*key.name == "schemas" && !key.member.is_empty();
    let schema = schema(db, chunk);
    let is_shown = !schema.is_wrong && !schema.facts.as_ref().is_some_and(|facts| facts.internal);
    (is_named && is_shown).then(|| key.member.to_lowercase().into())
}
