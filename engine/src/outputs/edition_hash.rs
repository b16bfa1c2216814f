//! The hash from which a build sees that the files of an edition are those of an earlier one, without making them.
//!
//! The files of an edition depend on its inputs, on the addresses of the other editions
//! ([`crate::resolve::edition_record::EditionRecord::address_hash`]), and on the program. Hashes of different programs do not
//! compare.

use std::hash::{Hash, Hasher};

use rapidhash::fast::RapidHasher;

use crate::Db;
use crate::resolve::history::page_history;
use base::inputs::FileSet;

/// The hash of all inputs of an edition: its files, whose hash is `files`, and what is shown of their history.
pub(crate) fn inputs_hash(db: &dyn Db, set: FileSet, files: u64) -> u64 {
    if set.history(db).is_none() {
        return files;
    }
    let mut hasher = RapidHasher::default_const();
    files.hash(&mut hasher);
    for &file in set.found(db).values().filter(|file| file.path(db).ends_with(".md")) {
        page_history(db, file).hash(&mut hasher);
    }
    hasher.finish()
}
