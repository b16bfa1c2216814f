//! What queries about OpenAPI documents need of the project around them.

use base::inputs::File;

use crate::chunks::Chunk;
use crate::spec::Text;

/// Access to the memo tables, and the project's answers that a document depends on. Each is a query of the project, so
/// that asking is a dependency on the answer and on nothing else.
#[salsa::db]
pub trait Db: base::Db {
    /// The overlays of a spec, in the order in which they are applied.
    fn overlays(&self, spec: File) -> &[File];

    /// How many fields an operation shows in place before named schemas are expanded only once.
    fn field_budget(&self) -> usize;

    /// The key under which a named schema is published by itself; `None` if it is not.
    fn model_key<'db>(&'db self, schema: Chunk<'db>) -> Option<&'db Text>;
}
