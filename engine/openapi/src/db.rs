//! The project-specific inputs of queries about OpenAPI documents.

use base::inputs::File;

use crate::chunks::Chunk;
use crate::spec::Text;

/// Access to the memo tables, and the project's settings that a document depends on. Each method calls a query of the
/// project, so a reader depends on its result and nothing else.
#[salsa::db]
pub trait Db: base::Db {
    /// The overlays of a spec, in the order of application.
    fn overlays(&self, spec: File) -> &[File];

    /// The greatest number of fields that an operation of the spec shows before each named schema is expanded only once.
    fn field_budget(&self, spec: File) -> usize;

    /// The key under which a named schema is published; `None` if it has no page.
    fn model_key<'db>(&'db self, schema: Chunk<'db>) -> Option<&'db Text>;
}
