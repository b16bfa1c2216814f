//! The overlays that the project applies to each spec.

use std::sync::Arc;

use base::inputs::{File, FileSet};

use crate::Db;
use crate::parse::config::spec_settings;

/// The overlays of a spec in application order: those given by a command, or else those of `tool.json`.
#[salsa::tracked(returns(ref))]
pub(crate) fn overlays(db: &dyn Db, spec: File) -> Vec<File> {
    let set = FileSet::of(db, spec);
    let path = spec.path(db);
    let named = |path: &Arc<str>| set.named(db).get(path).copied();
    if let Some(asked) = set.overlays(db).get(path) {
        return asked.iter().filter_map(named).collect();
    }
    let settings = spec_settings(db, set.config(db));
    let setting = settings.iter().find(|setting| setting.path == *path);
    setting.into_iter().flat_map(|setting| &setting.overlays).filter_map(named).collect()
}
