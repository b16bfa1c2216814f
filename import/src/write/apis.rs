//! The OpenAPI files of all versions.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::Contents;
use crate::editions::{Edition, Editions};
use crate::operations::Operations;
use crate::report::{Loss, Origin};
use crate::source::Source;

/// The APIs of the versions.
pub(super) struct Apis {
    /// Each once.
    all: Vec<Operations>,
    /// The place of each version's API in `all`.
    places: Vec<usize>,
}

impl Apis {
    /// Reads the specs of all versions. The languages of a version have the same ones.
    pub(super) fn new(source: &Source, editions: &Editions) -> Self {
        let mut apis = Self { all: Vec::new(), places: Vec::new() };
        let mut specs = Vec::new();
        for version in 0..editions.versions.len().max(1) {
            let Some(edition) = editions.list.iter().find(|edition| edition.version == version) else { continue };
            let known = specs.iter().position(|known| *known == &edition.project.specs);
            apis.places.push(known.unwrap_or(apis.all.len()));
            if known.is_none() {
                specs.push(&edition.project.specs);
                apis.all.push(Operations::new(source, &edition.project));
            }
        }
        apis
    }

    /// The API of an edition.
    pub(super) fn of(&self, edition: &Edition) -> Option<&Operations> {
        self.all.get(*self.places.get(edition.version)?)
    }

    /// The setting `openapi` of a version, if it differs from that of the main one.
    pub(super) fn setting(&self, version: usize) -> Option<Value> {
        let place = *self.places.get(version)?;
        let is_same = version > 0 && self.places.first() == Some(&place);
        let setting = self.all.get(place).filter(|_| !is_same)?.setting();
        // Without a setting of its own, a version would have the API of the main one.
        setting.or_else(|| (version > 0).then(|| Value::Array(Vec::new())))
    }

    /// Whether there is an OpenAPI file.
    pub(super) fn is_any(&self) -> bool {
        self.all.iter().any(Operations::is_any)
    }

    /// The origin of a missing operation: the import, if it omitted a spec or found none.
    pub(super) fn origin(&self) -> Origin {
        let is_import =
            self.all.iter().any(Operations::is_incomplete) || self.all.iter().all(Operations::names_no_spec);
        if is_import { Origin::Import } else { Origin::Source }
    }

    /// Adds the files of the specs, and what is wrong with them.
    pub(super) fn add_files(self, files: &mut BTreeMap<String, Contents>, losses: &mut Vec<Loss>) {
        for api in self.all {
            losses.extend(api.losses);
            for (place, text) in api.texts {
                files.entry(place).or_insert(Contents::Text(text));
            }
            for (place, file) in api.files {
                files.entry(place).or_insert(Contents::Copy(file));
            }
        }
    }
}
