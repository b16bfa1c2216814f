//! What files of the main edition show of another one.

use super::redirects::old_paths;
use super::sign_in::signs_in;
use crate::Db;
use crate::resolve::edition_record::EditionEnd;
use base::inputs::FileSet;

/// What files of the main edition show of a loaded edition.
pub(crate) fn edition_end(db: &dyn Db, set: FileSet) -> EditionEnd {
    EditionEnd { old_paths: old_paths(db, set), signs_in: signs_in(db, set) }
}
