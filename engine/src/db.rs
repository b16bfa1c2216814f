//! The salsa database.

use base::inputs::{File, FileSet};
use openapi::chunks::Chunk;
use openapi::spec::Text;

use crate::parse::config::api_setting;
use crate::resolve::model_keys::model_key;
use crate::resolve::overlays::overlays;

/// Access to the memo tables for the queries of the site.
#[salsa::db]
pub(crate) trait Db: openapi::Db {}

/// Inputs over the database of a project.
pub(crate) type Inputs = base::inputs::Inputs<Database>;

/// The only database of a project. A clone is a handle on the same memos; no input can change while a clone exists.
#[salsa::db]
#[derive(Clone)]
pub(crate) struct Database {
    storage: salsa::Storage<Self>,
    #[cfg(feature = "testing")]
    log: base::testing::ExecutionLog,
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl base::Db for Database {}

#[salsa::db]
impl openapi::Db for Database {
    fn overlays(&self, spec: File) -> &[File] {
        overlays(self, spec)
    }

    fn field_budget(&self, spec: File) -> usize {
        api_setting(self, FileSet::of(self, spec).config(self)).expand_fields
    }

    fn model_key<'db>(&'db self, schema: Chunk<'db>) -> Option<&'db Text> {
        model_key(self, schema).as_ref()
    }
}

#[salsa::db]
impl Db for Database {}

#[cfg(not(feature = "testing"))]
impl Default for Database {
    fn default() -> Self {
        Self { storage: salsa::Storage::new(None) }
    }
}

#[cfg(feature = "testing")]
impl Default for Database {
    /// An empty database that can record which queries run.
    fn default() -> Self {
        let log = base::testing::ExecutionLog::default();
        Self { storage: log.storage(), log }
    }
}

#[cfg(feature = "testing")]
impl Database {
    /// See [`base::testing::ExecutionLog::record`].
    pub(crate) fn record_executions(&self, on: bool) -> Vec<String> {
        self.log.record(on)
    }

    /// See [`base::testing::ExecutionLog::validated`].
    pub(crate) fn validated(&self) -> usize {
        self.log.validated()
    }
}
