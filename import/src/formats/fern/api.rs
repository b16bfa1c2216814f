//! The OpenAPI files of an API: from `generators.yml`, or by their usual names.

use super::missing;
use crate::formats::{ProjectReader, Specs};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::report::LossKind;

/// The usual file names of a spec, in the folder of an API.
const USUAL: [&str; 8] = [
    "openapi.yml",
    "openapi.yaml",
    "openapi.json",
    "openapi/openapi.yml",
    "openapi/openapi.yaml",
    "openapi/openapi.json",
    "openapi/openapi-spec.yml",
    "openapi/openapi-spec.json",
];

/// The folder of the named API, or else of the only one.
pub(super) fn folder(reader: &ProjectReader<'_>, name: Option<&str>) -> String {
    let named = name.and_then(|name| reader.at(&format!("apis/{name}")));
    let named = named.filter(|folder| reader.source.under(folder).next().is_some());
    named.or_else(|| only(reader)).unwrap_or_else(|| reader.root.clone())
}

/// The API files that `generators.yml` lists in the folder of an API. Empty without that file.
pub(super) fn items_of(reader: &ProjectReader<'_>, folder: &str) -> Vec<Value> {
    let generators = generators(folder);
    if !reader.source.has(&generators) {
        return Vec::new();
    }
    let settings = reader.settings(&generators).unwrap_or_default();
    let api = settings.get("api").cloned().unwrap_or_default();
    let list = api.get("specs").cloned().unwrap_or(api);
    literal::items(Some(&list)).to_vec()
}

/// Whether all API files of the named API, or else of the only one, are OpenAPI and AsyncAPI files that exist.
pub(super) fn reads_all(reader: &ProjectReader<'_>, name: Option<&str>) -> bool {
    let folder = folder(reader, name);
    items_of(reader, &folder).iter().all(|item| {
        let path = ["openapi", "asyncapi", "path"].iter().find_map(|key| text(item, key)).or(item.as_str());
        path.and_then(|path| paths::join(&folder, path)).is_some_and(|file| reader.source.has(&file))
    })
}

/// The path of the file that lists the API files of a folder.
fn generators(folder: &str) -> String {
    paths::plus(folder, "generators.yml")
}

/// Adds the specs of the named API, or else of the only one, and returns their indices.
pub(super) fn specs(reader: &ProjectReader<'_>, name: Option<&str>, specs: &mut Specs) -> Vec<usize> {
    let folder = folder(reader, name);
    let mut found = Vec::new();
    let items = items_of(reader, &folder);
    let generators = generators(&folder);
    for item in &items {
        let path = text(item, "openapi").or_else(|| text(item, "path")).or(item.as_str());
        let Some(path) = path else { continue };
        match paths::join(&folder, path).filter(|file| reader.source.has(file)) {
            None => missing(reader, LossKind::Spec, &generators, path),
            Some(file) => found.push(add(reader, &folder, &generators, &file, item, name, specs)),
        }
    }
    if !items.is_empty() {
        return found;
    }
    let file = USUAL.iter().map(|name| paths::plus(&folder, name)).find(|file| reader.source.has(file));
    match file {
        Some(file) => found.push(add(reader, &folder, &file, &file, &Value::Null, name, specs)),
        None if reader.source.under(&paths::plus(&folder, "definition")).next().is_some() => {
            let outcome = "an API in Fern's own definition language is not read";
            reader.report_loss(
                LossKind::Spec,
                &paths::plus(&folder, "definition"),
                0,
                name.unwrap_or("definition"),
                outcome,
            );
        }
        None => missing(reader, LossKind::Spec, &folder, name.unwrap_or("openapi")),
    }
    found
}

/// The folder of the only API.
fn only(reader: &ProjectReader<'_>) -> Option<String> {
    let apis = reader.at("apis")?;
    let mut names: Vec<&str> = reader
        .source
        .under(&apis)
        .filter_map(|file| paths::below(file, &apis)?.split_once('/').map(|(name, _)| name))
        .collect();
    names.dedup();
    match names.as_slice() {
        [one] => Some(paths::plus(&apis, one)),
        _ => None,
    }
}

/// Adds a spec with its overrides and overlays.
fn add(
    reader: &ProjectReader<'_>,
    folder: &str,
    from: &str,
    file: &str,
    item: &Value,
    name: Option<&str>,
    specs: &mut Specs,
) -> usize {
    let index = specs.add(file);
    for path in literal::items(item.get("overlays")).iter().filter_map(Value::as_str) {
        match paths::join(folder, path).filter(|file| reader.source.has(file)) {
            None => missing(reader, LossKind::Spec, from, path),
            Some(overlay) => {
                if let Some(spec) = specs.specs.get_mut(index).filter(|spec| !spec.overlays.contains(&overlay)) {
                    spec.overlays.push(overlay);
                }
            }
        }
    }
    for path in literal::items(item.get("overrides")).iter().filter_map(Value::as_str) {
        match paths::join(folder, path).filter(|file| reader.source.has(file)) {
            None => missing(reader, LossKind::Spec, from, path),
            Some(file) => {
                if let Some(spec) = specs.specs.get_mut(index).filter(|spec| !spec.overrides.contains(&file)) {
                    spec.overrides.push(file);
                }
            }
        }
    }
    if let (Some(name), Some(spec)) = (name, specs.specs.get_mut(index))
        && !spec.names.iter().any(|known| known == name)
    {
        spec.names.push(name.to_owned());
    }
    index
}
