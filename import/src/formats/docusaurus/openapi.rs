//! The specs of `docusaurus-plugin-openapi-docs` and `redocusaurus`, and the pages that the first one generates.

use super::settings_of;
use crate::formats::{OTHER_HOST, Pages, ProjectReader, Specs, specs_among};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{NavEntry, SourceSpec};
use crate::report::LossKind;

/// The end of the names of generated pages with an operation.
const GENERATED: &str = ".api.mdx";

/// The specs of the plugins. Adds a group for each API, with the operations that no page shows.
pub(super) fn specs(
    reader: &ProjectReader<'_>,
    settings: &Value,
    file: &str,
    navigation: &mut Vec<NavEntry>,
) -> Vec<SourceSpec> {
    let mut specs = Specs::default();
    let mut add = |title: &str, path: Option<&str>| {
        for found in path.map_or_else(Vec::new, |path| files(reader, file, path)) {
            let spec = specs.add(&found);
            let entries = vec![NavEntry::api(spec)];
            navigation.push(NavEntry::group(paths::words(title), None, entries));
        }
    };
    for options in settings_of(settings, "openapi-docs") {
        for (id, api) in options.get("config").and_then(Value::as_object).into_iter().flatten() {
            add(id, text(api, "specPath"));
            if let Some(folder) = text(api, "outputDir") {
                reader.add_api_path(paths::name(folder));
            }
            for (_, version) in api.get("versions").and_then(Value::as_object).into_iter().flatten() {
                add(text(version, "label").unwrap_or(id), text(version, "specPath"));
            }
        }
    }
    for options in settings_of(settings, "redocusaurus") {
        for api in literal::items(options.get("specs")) {
            add(text(api, "id").unwrap_or("API"), text(api, "spec"));
            if let Some(path) = text(api, "route") {
                reader.add_api_path(path);
            }
        }
    }
    specs.specs
}

/// The files of a spec's path, which may be a folder. Reports a missing one, and a URL.
fn files(reader: &ProjectReader<'_>, file: &str, path: &str) -> Vec<String> {
    if path.contains("://") {
        reader.report_choice(LossKind::Spec, file, path, OTHER_HOST);
        return Vec::new();
    }
    let Some(found) = paths::join(&reader.root, path) else { return Vec::new() };
    if reader.source.has(&found) {
        return vec![found];
    }
    let among = specs_among(reader.source, &found);
    if among.is_empty() {
        reader.report_missing(LossKind::Spec, file, path, "the OpenAPI file does not exist");
    }
    among
}

/// Marks the generated pages: they show an operation.
pub(super) fn mark_generated(reader: &ProjectReader<'_>, pages: &mut Pages) {
    for page in pages.pages.iter_mut().filter(|page| page.file.ends_with(GENERATED)) {
        page.operation = reader.source.text(&page.file).ok().and_then(|text| operation(&text));
    }
}

/// The method and path in `<MethodEndpoint method={"get"} path={"/pets"}>`.
fn operation(text: &str) -> Option<String> {
    let (_, tag) = text.split_once("<MethodEndpoint")?;
    let value = |name: &str| {
        let (_, rest) = tag.split_once(name)?;
        let rest = rest.trim_start_matches(['{', ' ']);
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
        rest.get(1..)?.split(quote).next().map(ToOwned::to_owned)
    };
    Some(format!("{} {}", value("method=")?.to_uppercase(), value("path=")?))
}

#[cfg(test)]
mod tests {
    use super::operation;

    #[test]
    fn the_operation_of_a_generated_page_is_read() {
        let text = "# X\n\n<MethodEndpoint\n  method={\"get\"}\n  path={\"/pets/{id}\"}\n  context={\"endpoint\"}\n>\n";
        assert_eq!(operation(text).as_deref(), Some("GET /pets/{id}"));
        assert_eq!(operation("<MethodEndpoint method=\"post\" path='/a'/>").as_deref(), Some("POST /a"));
        assert_eq!(operation("<MethodEndpoint method={m} path={\"/a\"}/>"), None);
        assert_eq!(operation("# X"), None);
    }
}
