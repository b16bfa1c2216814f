//! Swagger UI and Redoc as a page of HTML: only the OpenAPI files that it names. The new project has a page that introduces
//! them, which `dialects` adds, and one for each operation.

use super::{Pages, ProjectReader, Specs};
use crate::paths;
use crate::project::{NavEntry, Project};
use crate::report::LossKind;

/// The page of the new project, beside the one of HTML.
pub(crate) const PAGE: &str = "index.md";

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let mut specs = Specs::default();
    let mut pages = Pages::default();
    let mut navigation = Vec::new();
    let page = paths::plus(&reader.root, PAGE);
    pages.add(&page, "");
    navigation.push(NavEntry::page(page, None));
    let mut name = None;
    let sources = reader.source.under(&reader.root).filter(|path| is_code(path)).map(ToOwned::to_owned);
    for file in sources.collect::<Vec<_>>() {
        let text = reader.source.text(&file).unwrap_or_default();
        if !starts(&text) {
            continue;
        }
        name = name.or_else(|| title(&text));
        for (address, label) in named(&text) {
            let local = address.split(['?', '#']).next().unwrap_or_default();
            let place =
                if local.starts_with('/') { reader.at(local) } else { paths::join(paths::folder(&file), local) };
            match place.filter(|path| reader.source.has(path)) {
                Some(path) => {
                    let spec = specs.add(&path);
                    let entry = NavEntry::api(spec);
                    if navigation.contains(&entry) {
                        continue;
                    }
                    navigation.push(match label {
                        Some(title) => NavEntry::group(title, None, vec![entry]),
                        None => entry,
                    });
                }
                None if address.contains("://") => {
                    let outcome =
                        "the OpenAPI file is on a server: download it, and name it in `openapi` of `tool.json`";
                    reader.report_loss(LossKind::Spec, &file, 0, address, outcome);
                }
                None => reader.report_missing(LossKind::Spec, &file, &address, "the OpenAPI file does not exist"),
            }
        }
    }
    Project {
        name,
        pages: pages.pages,
        navigation,
        specs: specs.specs,
        public_folders: vec![reader.root.clone()],
        ..Project::default()
    }
}

fn is_code(path: &str) -> bool {
    path.ends_with(".html") || path.ends_with("swagger-initializer.js")
}

/// Whether a text starts Swagger UI or Redoc.
fn starts(text: &str) -> bool {
    ["SwaggerUIBundle(", "<redoc", "Redoc.init("].iter().any(|call| text.contains(call))
}

/// The content of `<title>`.
fn title(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    let title = crate::page::title(title.trim());
    (!title.is_empty() && title != "Swagger UI" && title != "Redoc").then_some(title)
}

/// The URLs of specs in a page, with their names: `url: "…"`, `urls: [{ url, name }]`, `spec-url="…"`, `Redoc.init("…")`.
fn named(text: &str) -> Vec<(String, Option<String>)> {
    let mut out: Vec<(String, Option<String>)> = Vec::new();
    let mut add = |address: &str, label: Option<String>| {
        if !address.is_empty() && !out.iter().any(|(known, _)| known == address) {
            out.push((address.to_owned(), label));
        }
    };
    for key in ["spec-url=", "Redoc.init(", "url:", "\"url\":"] {
        for (at, _) in text.match_indices(key) {
            // `urls`, `oauth2RedirectUrl`, `baseUrl`.
            let is_word = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
            let Some((address, rest)) = quoted(&text[at + key.len()..]).filter(|_| !is_word || key.starts_with('"'))
            else {
                continue;
            };
            // The name follows in the same object.
            let object = rest.split('}').next().unwrap_or_default();
            let label =
                ["name:", "\"name\":"].iter().find_map(|key| Some(quoted(object.split_once(key)?.1)?.0.to_owned()));
            add(address, label);
        }
    }
    out
}

/// The file that a template of a page shows in Redoc or Swagger UI, from the root of the site: the argument of `pathto` of
/// Sphinx, or a relative URL. `None` if the template shows something else.
pub(super) fn spec_of_template(text: &str) -> Option<&str> {
    let (_, rest) = ["SwaggerUIBundle(", "Redoc.init(", "spec-url="].iter().find_map(|call| text.split_once(call))?;
    let is_spec = |path: &&str| [".yml", ".yaml", ".json"].iter().any(|end| path.ends_with(end)) && !path.contains(' ');
    rest.split(['"', '\'', '`']).find(is_spec).filter(|path| !path.contains("://"))
}

/// The string that a text begins with, and the rest.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    text[1..].split_once(quote)
}

#[cfg(test)]
mod tests {
    use super::{named, spec_of_template, title};

    #[test]
    fn specs_are_named_in_several_ways() {
        let one = |text: &str| {
            named(text).into_iter().map(|(address, name)| (address, name.unwrap_or_default())).collect::<Vec<_>>()
        };
        let pair = |address: &str, name: &str| (address.to_owned(), name.to_owned());
        assert_eq!(one("SwaggerUIBundle({ url: \"a.json\", oauth2RedirectUrl: 'x' })"), [pair("a.json", "")]);
        assert_eq!(
            one("urls: [{ url: './a.yaml', name: 'A' }, { \"url\": \"b.yaml\", \"name\": \"B\" }]"),
            [pair("./a.yaml", "A"), pair("b.yaml", "B")]
        );
        assert_eq!(one("<redoc spec-url='https://a.test/x.json'></redoc>"), [pair("https://a.test/x.json", "")]);
        assert_eq!(one("Redoc.init(`a.yaml`, {}, x)"), [pair("a.yaml", "")]);
        let template = "Redoc.init(\n  \"{{ pathto('_static/api.yml', 1) }}\", {{ x }})";
        assert_eq!(spec_of_template(template), Some("_static/api.yml"));
        assert_eq!(spec_of_template("<script src='x.json'></script>"), None);
        assert_eq!(title("<title>Seeds &amp; co</title>").as_deref(), Some("Seeds & co"));
        assert_eq!(title("<title>Swagger UI</title>"), None);
    }
}
