//! The URL paths that Mintlify derives from a spec for the pages of its operations: the folder in the settings, the first
//! tag, and the summary.

use std::collections::BTreeMap;

use crate::formats::{ProjectReader, document};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::METHODS;

/// The URL paths of the operations of a spec below a folder: `GET /path` and the path. Of several operations with the same
/// one, the first has it.
pub(super) fn addresses(reader: &ProjectReader<'_>, file: &str, folder: &str) -> Vec<(String, String)> {
    let read = || document(file, &reader.source.text(file).ok()?);
    let Some(spec) = read() else { return Vec::new() };
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for (path, item) in spec.get("paths").and_then(Value::as_object).into_iter().flatten() {
        let methods = item.as_object().into_iter().flatten();
        for (method, operation) in methods.filter(|(method, _)| METHODS.contains(&method.as_str())) {
            let named = text(operation, "summary").or_else(|| text(operation, "operationId"));
            let Some(named) = named.map(paths::slug).filter(|named| !named.is_empty()) else { continue };
            let tag = literal::items(operation.get("tags")).first().and_then(Value::as_str).map(paths::slug);
            let folder = paths::plus(folder, &tag.unwrap_or_default());
            let address = format!("/{}", paths::plus(&folder, &named).trim_start_matches('/'));
            known.entry(address).or_insert_with(|| format!("{} {path}", method.to_uppercase()));
        }
    }
    known.into_iter().map(|(address, operation)| (operation, address)).collect()
}
