//! The aliases of folders in `tsconfig.json`, which imports in MDX use: `"paths": {"@parts/*": ["src/_parts/*"]}`.

use super::ProjectReader;
use crate::literal::{self, Value, text};
use crate::paths;

/// The aliases without their stars, each with its first folder or file that the source has.
pub(super) fn aliases(reader: &ProjectReader<'_>) -> Vec<(String, String)> {
    let Some(file) = reader.first(&["tsconfig.json", "jsconfig.json"]) else { return Vec::new() };
    let settings = literal::json(&reader.source.text(&file).unwrap_or_default()).unwrap_or_default();
    let options = settings.get("compilerOptions").cloned().unwrap_or_default();
    let base = paths::join(paths::folder(&file), text(&options, "baseUrl").unwrap_or(".")).unwrap_or_default();
    let listed = options.get("paths").and_then(Value::as_object).into_iter().flatten();
    let alias = |(name, places): (&String, &Value)| {
        let name = name.trim_end_matches('*').trim_end_matches('/');
        let mut places = literal::items(Some(places)).iter().filter_map(Value::as_str);
        let has = |path: &String| reader.source.has(path) || reader.source.under(path).next().is_some();
        let place = places.find_map(|place| paths::join(&base, place.trim_end_matches('*')).filter(has))?;
        (!name.is_empty()).then(|| (name.to_owned(), place))
    };
    listed.filter_map(alias).collect()
}
