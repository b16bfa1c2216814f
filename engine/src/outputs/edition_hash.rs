//! The hash from which a build sees that the files of an edition are those of an earlier one, without making them.
//!
//! The files of an edition depend on its inputs, on the addresses of the other editions
//! ([`crate::resolve::edition_record::EditionRecord::address_hash`]), and on the program. Hashes of different programs do not
//! compare.

use std::hash::{Hash, Hasher};

use rapidhash::fast::RapidHasher;

use crate::Db;
use crate::resolve::history::page_history;
use base::inputs::{EditionFiles, FileSet};

/// The hash of all inputs of an edition: its files and what else is known of them.
pub(crate) fn inputs_hash(db: &dyn Db, set: FileSet) -> u64 {
    let config = set.config(db);
    let files = set.found(db).iter().chain(set.skipped(db)).chain(set.named(db));
    let files = files.map(|(path, file)| (path, file.contents(db)));
    // `config` is read by all editions alike.
    let files = EditionFiles {
        files: files.chain([(config.path(db), config.contents(db))]).collect(),
        number: set.number(db),
        left_out: set.left_out(db),
        overlays: set.overlays(db),
        drafts: set.drafts(db),
    };
    if set.history(db).is_none() {
        return files.hash();
    }
    let mut hasher = RapidHasher::default_const();
    files.hash().hash(&mut hasher);
    for &file in set.found(db).values().filter(|file| file.path(db).ends_with(".md")) {
        page_history(db, file).hash(&mut hasher);
    }
    hasher.finish()
}
