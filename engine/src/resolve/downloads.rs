//! The output paths of the specs' bundles.

use std::collections::{BTreeMap, HashSet};
use std::ops::Bound;
use std::sync::Arc;

use crate::Db;
use crate::parse::config::{SpecSetting, api_setting, spec_settings};
use crate::resolve::pages::{PageId, Pages, pages};
use crate::resolve::slug::{slug, unique};
use base::inputs::{File, FileSet};
use base::tree::Syntax;
use openapi::address::file_stem;
use openapi::chunks::{ChunkContent, file_index};
use openapi::spec::{Version, root_chunk, version};

/// The file name of a JSON bundle.
const JSON: &str = "openapi.json";
/// The file name of a YAML bundle.
const YAML: &str = "openapi.yaml";

/// A bundle as a file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Download {
    pub(crate) path: Arc<str>,
    pub(crate) spec: File,
    pub(crate) syntax: Syntax,
}

/// The bundles of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Downloads {
    pub(crate) published: Vec<Download>,
    /// Those whose path a file of the project has, with that file.
    pub(crate) displaced: Vec<(Download, File)>,
}

/// `openapi.json` for each readable spec, and `openapi.yaml` for one in YAML; with several specs, each in a folder of
/// its name. Empty if the project disables bundles.
#[salsa::tracked(returns(ref))]
pub(crate) fn downloads(db: &dyn Db, set: FileSet) -> Downloads {
    let config = set.config(db);
    let mut found = Downloads::default();
    if !api_setting(db, config).download {
        return found;
    }
    let settings = spec_settings(db, config);
    let mut folders: HashSet<String> = HashSet::new();
    for setting in settings {
        let folder = if settings.len() > 1 { folder(setting, &mut folders) } else { String::new() };
        let Some(&spec) = set.named(db).get(&setting.path) else { continue };
        if !is_readable(db, spec) {
            continue;
        }
        let mut syntaxes = vec![(Syntax::Json, JSON)];
        syntaxes.extend(is_yaml(db, spec).then_some((Syntax::Yaml, YAML)));
        for (syntax, name) in syntaxes {
            let download = Download { path: format!("{folder}{name}").into(), spec, syntax };
            match own_file(pages(db, set), &download.path) {
                Some(file) => found.displaced.push((download, file)),
                None => found.published.push(download),
            }
        }
    }
    found
}

/// Whether a path may be that of a bundle, by its end.
pub(crate) fn is_named_like_one(path: &str) -> bool {
    path.ends_with(JSON) || path.ends_with(YAML)
}

/// Whether a bundle has this path. A firewall, like [`crate::resolve::pages::asset_at`].
#[salsa::tracked(returns(copy))]
pub(crate) fn is_download<'db>(db: &'db dyn Db, path: PageId<'db>) -> bool {
    downloads(db, path.set(db)).published.iter().any(|download| download.path == *path.id(db))
}

/// The folder of a spec's outputs, with a trailing slash; with several specs, each has a folder of its name. Equal in other
/// editions.
#[salsa::tracked(returns(deref))]
pub(crate) fn spec_folder(db: &dyn Db, spec: File) -> Box<str> {
    let set = FileSet::of(db, spec);
    let settings = spec_settings(db, set.config(db));
    if settings.len() < 2 {
        return Box::default();
    }
    let mut taken = HashSet::new();
    for setting in settings {
        let folder = folder(setting, &mut taken);
        if set.named(db).get(&setting.path) == Some(&spec) {
            return folder.into();
        }
    }
    Box::default()
}

/// The folder of one of several specs, with a trailing slash.
fn folder(setting: &SpecSetting, taken: &mut HashSet<String>) -> String {
    let stem = file_stem(&setting.path);
    let name = setting.name.as_deref().unwrap_or(&stem);
    let slug = slug(name, &setting.path).unwrap_or_else(|| "api".to_owned());
    let folder = unique(slug, &setting.path, |folder| taken.contains(folder));
    let path = format!("{folder}/");
    taken.insert(folder);
    path
}

/// Whether a spec is an OpenAPI document of a supported version.
fn is_readable(db: &dyn Db, spec: File) -> bool {
    root_chunk(db, spec, "openapi").is_some() && version(db, spec) != Version::Unsupported
}

/// Whether a spec is written in YAML: by its file name, or else by its first part.
fn is_yaml(db: &dyn Db, spec: File) -> bool {
    let has = |extension: &str| {
        let path = std::path::Path::new(&**spec.path(db));
        path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
    };
    if has("json") {
        return false;
    }
    let first = file_index(db, spec).chunks.first();
    has("yaml") || has("yml") || first.is_some_and(|chunk| !matches!(chunk.content(db), ChunkContent::Json(_)))
}

/// The file of the project that is published at `path`, or at a path that conflicts with it.
fn own_file(pages: &Pages, path: &str) -> Option<File> {
    let below = format!("{path}/");
    let at_or_below = |files: &BTreeMap<Arc<str>, File>| {
        let from = |start: &str| files.range::<str, _>((Bound::Included(start), Bound::Unbounded)).next();
        let inside = from(&below).filter(|(found, _)| found.starts_with(&below)).map(|(_, &file)| file);
        files.get(path).copied().or(inside)
    };
    let folder = path.rsplit_once('/').and_then(|(folder, _)| pages.assets.get(folder).copied());
    at_or_below(&pages.assets).or_else(|| at_or_below(&pages.by_id)).or(folder)
}
