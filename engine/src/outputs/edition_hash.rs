//! The hash from which a build sees that the files of an edition are those of an earlier one, without making them.
//!
//! The files of an edition depend on its inputs, on the addresses of the other editions
//! ([`crate::resolve::edition_record::EditionRecord::address_hash`]), and on the program. Hashes of different programs do not
//! compare.

use std::hash::{Hash, Hasher};

use rapidhash::fast::RapidHasher;

use crate::Db;
use crate::resolve::history::page_history;
use base::inputs::{File, FileSet};

/// The hash of all inputs of an edition: its files and what else is known of them.
pub(crate) fn inputs_hash(db: &dyn Db, set: FileSet) -> u64 {
    let mut hasher = RapidHasher::default_const();
    let config = set.config(db);
    let files = set.found(db).values().chain(set.skipped(db).values()).chain(set.named(db).values()).chain([&config]);
    let files: Vec<&File> = files.collect();
    files.len().hash(&mut hasher);
    for file in files {
        file.path(db).hash(&mut hasher);
        file.contents(db).hash(&mut hasher);
    }
    // `config` is read by all editions alike.
    set.number(db).hash(&mut hasher);
    set.left_out(db).hash(&mut hasher);
    set.overlays(db).hash(&mut hasher);
    set.drafts(db).hash(&mut hasher);
    for &file in set.found(db).values().filter(|file| file.path(db).ends_with(".md")) {
        page_history(db, file).hash(&mut hasher);
    }
    hasher.finish()
}
