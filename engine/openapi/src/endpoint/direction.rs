//! Which properties travel in which direction (OpenAPI 3.0, Schema Object: `readOnly`, `writeOnly`). Fields and examples ask
//! the same rule.

use super::flatten::{At, SchemaPart};
use crate::Db;
use crate::schema::find_schema;

/// The greatest number of schemas that are read for one property.
const MOST_SCHEMAS: usize = 64;

/// The sender of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// The client: read-only properties are omitted.
    Request,
    /// The server: write-only properties are omitted.
    Response,
}

impl Direction {
    /// Whether the sender omits a property with these schemas: if one that always applies says so, or all alternatives do.
    pub(super) fn omits(self, db: &dyn Db, seeds: &[SchemaPart<'_>]) -> bool {
        let is_omitted = |seed: &SchemaPart<'_>| self.omits_schema(db, seed.at, &mut { MOST_SCHEMAS });
        match seeds {
            [] => false,
            [seed] => is_omitted(seed),
            seeds => seeds.iter().any(|seed| !seed.optional && is_omitted(seed)) || seeds.iter().all(is_omitted),
        }
    }

    /// Whether a schema, or one that it refers to or is composed of, says so. `left` is the number of schemas that may still
    /// be read.
    fn omits_schema(self, db: &dyn Db, at: At<'_>, left: &mut usize) -> bool {
        let says_so = at.schema.facts.as_ref().is_some_and(|facts| match self {
            Self::Request => facts.read_only,
            Self::Response => facts.write_only,
        });
        if says_so || *left == 0 {
            return says_so;
        }
        *left -= 1;
        if let Some(reference) = at.schema.reference.as_deref()
            && let Ok(found) = find_schema(db, at.chunk, reference)
            && self.omits_schema(db, At { schema: found.schema, chunk: found.chunk }, left)
        {
            return true;
        }
        let Some(shape) = &at.schema.shape else { return false };
        let mut inner = |schema| self.omits_schema(db, At { schema, chunk: at.chunk }, left);
        shape.all_of.iter().any(&mut inner)
            || !shape.alternatives.is_empty() && shape.alternatives.iter().all(&mut inner)
    }
}
