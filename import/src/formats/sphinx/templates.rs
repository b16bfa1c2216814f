//! Pages of Sphinx that a template shows in place of their text: those of Redoc and Swagger UI show an OpenAPI file.

use crate::formats::{Pages, ProjectReader, Specs, api_page};
use crate::paths;
use crate::project::{NavEntry, SourceSpec};
use crate::report::LossKind;

/// The OpenAPI files that templates of pages show. Adds a group with the operations of each to the navigation.
pub(super) fn specs(
    reader: &ProjectReader<'_>,
    pages: &Pages,
    folders: &[String],
    navigation: &mut Vec<NavEntry>,
) -> Vec<SourceSpec> {
    let mut specs = Specs::default();
    for page in &pages.pages {
        let Some(name) = reader.field(&page.file, "page_template") else { continue };
        let mut files = folders.iter().filter_map(|folder| reader.at(&paths::plus(folder, &name)));
        let text = files.find_map(|file| reader.source.text(&file).ok()).unwrap_or_default();
        let Some(path) = api_page::spec_of_template(&text) else { continue };
        match paths::join(&reader.root, path).filter(|file| reader.source.has(file)) {
            Some(file) => {
                let entry = NavEntry::api(specs.add(&file));
                let title = reader.facts(&page.file).heading.clone().unwrap_or_else(|| "API".to_owned());
                navigation.push(NavEntry::group(title, None, vec![entry]));
            }
            None => reader.report_missing(LossKind::Spec, &page.file, path, "the OpenAPI file does not exist"),
        }
    }
    specs.specs
}
