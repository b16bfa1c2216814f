//! The sweep over every check: the same queries that `build` and `dev` use, put in order.

use rayon::prelude::*;

use crate::diagnostic::{Diagnostic, Place, Severity, Span};
use crate::inputs::{Database, Db, File, FileSet};
use crate::parse::config::spec_settings;
use crate::resolve::chunks::{Chunk, chunk_place, file_diagnostics, file_index};
use crate::resolve::pages::pages;
use crate::resolve::site_check::{check_page, check_site, is_absent};
use crate::resolve::spec::root_chunk;
use crate::resolve::spec_check::{SpecPlace, check_chunk, check_spec};

/// Everything that is wrong with the project, by file and place.
pub(crate) fn sweep(db: &Database, set: FileSet) -> Vec<Diagnostic> {
    let mut found = check_site(db, set).clone();
    let files: Vec<File> = pages(db, set).by_id.values().copied().collect();
    let of_pages: Vec<Diagnostic> =
        files.into_par_iter().map_with(db.clone(), |db, file| of_page(db, file)).flatten_iter().collect();
    found.extend(of_pages);
    for setting in spec_settings(db, set.config(db)) {
        if let Some(&spec) = set.named(db).get(&setting.path)
            && !is_absent(db, spec)
        {
            found.extend(of_spec(db, spec));
        }
    }
    found.sort_by(|a, b| (&a.place, a.code, &a.message).cmp(&(&b.place, b.code, &b.message)));
    found.dedup();
    found
}

fn of_page(db: &dyn Db, file: File) -> Vec<Diagnostic> {
    check_page(db, file).iter().cloned().map(|diagnostic| at_file(db, file, diagnostic)).collect()
}

pub(super) fn at_file(db: &dyn Db, file: File, diagnostic: Diagnostic<Span>) -> Diagnostic {
    diagnostic.map_place(|span| Place { file: file.path(db).clone(), span })
}

/// What is wrong with a spec: its text, its head, and each of its chunks.
pub(super) fn of_spec(db: &Database, spec: File) -> Vec<Diagnostic> {
    let mut found = of_document(db, spec);
    let chunks: Vec<usize> = (0..file_index(db, spec).chunks.len()).collect();
    let of_chunks: Vec<Diagnostic> = chunks
        .into_par_iter()
        .map_with(db.clone(), |db, index| of_chunk(db, file_index(db, spec).chunks[index]))
        .flatten_iter()
        .collect();
    found.extend(of_chunks);
    found
}

/// What is wrong with a spec as a whole: its text and its head.
pub(super) fn of_document(db: &dyn Db, spec: File) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        file_diagnostics(db, spec).iter().cloned().map(|diagnostic| at_file(db, spec, diagnostic)).collect();
    let at_field = |place: SpecPlace| match root_chunk(db, spec, place.field) {
        Some(chunk) => chunk_place(db, chunk, place.node),
        None => Place { file: spec.path(db).clone(), span: Span::default() },
    };
    // What is missing from a text that does not parse is missing because of that.
    let is_whole = found.iter().all(|diagnostic| diagnostic.severity < Severity::Error);
    let of_head = check_spec(db, spec).iter().filter(|diagnostic| is_whole || diagnostic.place.is_some());
    found.extend(of_head.cloned().map(|diagnostic| diagnostic.map_place(at_field)));
    found
}

/// What is wrong with a chunk of a spec.
pub(super) fn of_chunk<'db>(db: &'db Database, chunk: Chunk<'db>) -> Vec<Diagnostic> {
    let check = check_chunk(db, chunk).iter().cloned();
    check.map(|diagnostic| diagnostic.map_place(|node| chunk_place(db, chunk, node))).collect()
}
