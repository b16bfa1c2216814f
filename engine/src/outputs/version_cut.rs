//! Making the current pages a version of their own: the files to copy, and the new `tool.json`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::config_edit::{ConfigSource, Edit, NewValue};
use super::editions;
use super::scaffold::{ConfigChange, spec_setting};
use crate::Db;
use crate::parse::config::{
    EditionKey, SpecSetting, VersionSetting, config_file, is_segment, list_of, site_editions, spec_settings,
};
use crate::resolve::pages::below_docs;
use base::diagnostic::Span;
use base::inputs::{FileSet, MOST_EDITIONS};
use base::tree::{NodeRef, write_string};
use openapi::fragments::spec_files;

/// What makes the current pages a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionCut {
    /// The files to copy: the path of each, and that of its copy.
    pub copies: Vec<(Arc<str>, Arc<str>)>,
    /// The change of `tool.json`.
    pub config: ConfigChange,
}

/// The folder of the files of an API in a version's pages. It is not published, since its name begins with `_`.
const API_FOLDER: &str = "_openapi";

/// Plans to make the current pages in every language the version `version`. The main version goes on under the name
/// `current` if `tool.json` lists no versions yet.
///
/// # Errors
/// If the version cannot be added, with the reason.
pub(crate) fn cut_version(db: &dyn Db, set: FileSet, version: &str, current: &str) -> Result<VersionCut, String> {
    if let Some(name) = [version, current].into_iter().find(|name| !is_segment(name)) {
        return Err(format!("`{name}` cannot be a part of a URL: use letters, digits, `-`, `_` and `.`"));
    }
    let settings = site_editions(db, set.config(db));
    let is_listed = settings.versions.iter().any(|known| known.version.eq_ignore_ascii_case(version));
    if is_listed || (settings.versions.is_empty() && current.eq_ignore_ascii_case(version)) {
        return Err(format!("the version `{version}` exists already"));
    }
    let editions = (settings.versions.len().max(1) + 1) * settings.languages.len().max(1);
    if editions > MOST_EDITIONS {
        return Err(format!("the site would have {editions} editions; the limit is {MOST_EDITIONS}"));
    }
    let mut copies: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
    for (_, of_language) in editions::all(db) {
        let key = editions::key(db, of_language);
        if key.version == 0 {
            copy_pages(db, of_language, key, version, &mut copies);
        }
    }
    let specs = spec_settings(db, set.config(db));
    let paths = copy_apis(db, set, specs, version, &mut copies);
    Ok(VersionCut {
        copies: copies.into_iter().collect(),
        config: new_config(db, set, specs, &paths, version, current)?,
    })
}

/// Adds the pages of a language with everything around them.
fn copy_pages(db: &dyn Db, set: FileSet, key: EditionKey, version: &str, copies: &mut BTreeMap<Arc<str>, Arc<str>>) {
    let to = site_editions(db, set.config(db)).new_folder(key.language, version);
    for path in set.found(db).keys() {
        if let Some(below) = editions::own_page_path(db, set, path) {
            copies.insert(path.clone(), format!("{to}/{below}").into());
        }
    }
}

/// Adds the files of the APIs, and returns the paths of the copies of specs and overlays by their own.
fn copy_apis(
    db: &dyn Db,
    set: FileSet,
    specs: &[SpecSetting],
    version: &str,
    copies: &mut BTreeMap<Arc<str>, Arc<str>>,
) -> BTreeMap<Arc<str>, Arc<str>> {
    let named = specs.iter().flat_map(|setting| std::iter::once(&setting.path).chain(&setting.overlays));
    let known = specs.iter().filter_map(|setting| set.named(db).get(&setting.path));
    let referred = known.flat_map(|&spec| &spec_files(db, spec).paths);
    let mut paths = BTreeMap::new();
    for path in named.chain(referred) {
        let exists = set.named(db).get(path).is_some_and(|file| !file.is_absent(db));
        if exists && below_docs(db, set, path).is_none() {
            let copy: Arc<str> = format!("versions/{version}/{API_FOLDER}/{path}").into();
            copies.insert(path.clone(), copy.clone());
            paths.insert(path.clone(), copy);
        } else if let Some(below) = below_docs(db, set, path) {
            paths.insert(path.clone(), format!("versions/{version}/{below}").into());
        }
    }
    paths
}

/// The text of a value with other paths at spans in it, which are in order.
fn with_paths(text: &str, value: Span, paths: &[(Span, Arc<str>)]) -> String {
    let mut out = String::new();
    let mut at = value.range().start;
    for (span, path) in paths {
        out.push_str(text.get(at..span.range().start).unwrap_or_default());
        write_string(path, &mut out);
        at = span.range().end;
    }
    out.push_str(text.get(at..value.range().end).unwrap_or_default());
    out
}

/// `tool.json` with the version after the main one.
fn new_config(
    db: &dyn Db,
    set: FileSet,
    specs: &[SpecSetting],
    paths: &BTreeMap<Arc<str>, Arc<str>>,
    version: &str,
    current: &str,
) -> Result<ConfigChange, String> {
    let old = set.config(db).text(db);
    let source =
        ConfigSource::read(old).map_err(|refused| format!("`tool.json` cannot be edited: {}", refused.reason))?;
    let root = source.root();
    let copy_of = |path: &Arc<str>| paths.get(path).unwrap_or(path).clone();
    let openapi: Vec<NewValue> = specs
        .iter()
        .filter(|setting| setting.tab.is_none())
        .map(|setting| {
            let overlays: Vec<Arc<str>> = setting.overlays.iter().map(copy_of).collect();
            spec_setting(setting.name.as_deref(), &copy_of(&setting.path), &overlays)
        })
        .collect();
    let mut members = vec![("version", NewValue::String(version.to_owned()))];
    match <[NewValue; 1]>::try_from(openapi) {
        Ok([one]) => members.push(("openapi", one)),
        Err(several) if several.is_empty() => {}
        Err(several) => members.push(("openapi", NewValue::Array(several))),
    }
    for name in ["sidebar", "attributes"] {
        if let Some(value) = root.get(name) {
            let span = source.span(value);
            members.push((name, NewValue::Verbatim(old.get(span.range()).unwrap_or_default().to_owned())));
        }
    }
    for (name, value) in ["tabs", "products"].into_iter().filter_map(|name| Some((name, root.get(name)?))) {
        let span = source.span(value);
        let of_tabs =
            specs.iter().zip(&config_file(db, set.config(db)).spec_spans).filter(|(spec, _)| spec.tab.is_some());
        let mut new: Vec<(Span, Arc<str>)> = of_tabs
            .flat_map(|(spec, spans)| {
                let overlays = spans.overlays.iter().copied().zip(&spec.overlays);
                std::iter::once((spans.spec, &spec.path)).chain(overlays)
            })
            .filter(|(place, _)| span.start <= place.start && place.end <= span.end)
            .map(|(span, path)| (span, copy_of(path)))
            .collect();
        new.sort_by_key(|(span, _)| span.start);
        members.push((name, NewValue::Verbatim(with_paths(old, span, &new))));
    }
    let entry = NewValue::Object(members);
    let mut edit = source.edit(old);
    add_version(&mut edit, root, &site_editions(db, set.config(db)).versions, current, entry)?;
    let new = edit.finish().unwrap_or_else(|| old.to_owned());
    Ok(ConfigChange { old: old.to_owned(), new })
}

/// Adds the entry of a version after that of the main one, which goes on as `current` if `tool.json` lists no versions.
fn add_version(
    edit: &mut Edit<'_>,
    root: NodeRef<'_>,
    known: &[VersionSetting],
    current: &str,
    entry: NewValue,
) -> Result<(), String> {
    let main = || NewValue::Object(vec![("version", NewValue::String(current.to_owned()))]);
    let Some(list) = list_of(root, "versions") else {
        edit.append_members(root, &[("versions", NewValue::Array(vec![main(), entry]))]);
        return Ok(());
    };
    // Which entry is the main version is not known before all of them can be read.
    if !list.is_array() || list.items().count() != known.len() {
        return Err("`versions` in `tool.json` is invalid; run `validate` to see why".to_owned());
    }
    let is_main = |item: &NodeRef<'_>| {
        known.first().is_some_and(|first| item.get("version").is_some_and(|name| name.text() == &*first.version))
    };
    match list.items().position(|item| is_main(&item)).map(|place| list.items().nth(place + 1)) {
        Some(Some(next)) => edit.insert_before(list, next, &entry),
        Some(None) => edit.append_items(list, &[entry]),
        None => edit.append_items(list, &[main(), entry]),
    }
    Ok(())
}
