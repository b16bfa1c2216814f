//! Fern: `docs.yml` with tabs, sections, APIs and changelogs (formats.md 2).

mod api;
mod channels;
mod names;
mod nav;

use std::collections::BTreeSet;

use super::announcement::announcement;
use super::{Pages, ProjectReader, Specs, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{Look, NavEntry, Project, ThemeColor};
use crate::report::LossKind;

/// The settings that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "instances",
    "title",
    "tabs",
    "navigation",
    "versions",
    "products",
    "redirects",
    "logo",
    "favicon",
    "colors",
    "navbar-links",
    "footer-links",
    "announcement",
    "landing-page",
    "experimental",
    "languages",
    "roles",
    "check",
];

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let file = reader.first(&["docs.yml", "docs.yaml"]).unwrap_or_default();
    let settings = reader.settings(&file).unwrap_or_default();
    let instance = literal::items(settings.get("instances")).first().cloned().unwrap_or_default();
    let custom = literal::items(instance.get("custom-domain")).first().and_then(Value::as_str);
    let address = custom.or_else(|| text(&instance, "url")).map(|address| address.trim_end_matches('/'));
    let host = address.map(|address| address.trim_start_matches("https://").trim_start_matches("http://"));
    let base = host.and_then(|host| host.split_once('/')).map(|(_, path)| path.to_owned()).unwrap_or_default();
    let mut pages = Pages::default();
    let mut specs = Specs::default();
    let (navigation, mut left_out, sections, section_redirects, has_unnamed) = {
        let mut nav = nav::FernNav::new(reader, &file, &settings, &mut pages, &mut specs);
        (nav.all(&settings), nav.left_out, nav.sections, nav.operation_sections, nav.has_unnamed)
    };
    add_others(reader, &settings, &mut pages, &left_out);
    let taken = pages.addresses();
    for (slug, first) in sections.iter().filter(|(slug, _)| !taken.contains(&format!("/{slug}"))) {
        pages.add(first, slug);
    }
    let mut taken = pages.addresses();
    taken.extend(NavEntry::operation_paths(&navigation).into_iter().map(ToOwned::to_owned));
    let section_redirects = section_redirects.into_iter().filter(|(from, _)| !taken.contains(from)).collect();
    left_out.sort();
    let edited = instance.get("edit-this-page").and_then(|edited| edited.get("github")).unwrap_or(&Value::Null);
    let repository = text(edited, "owner").zip(text(edited, "repo"));
    let repository = repository.map(|(owner, name)| format!("https://github.com/{owner}/{name}"));
    unread::edit_link(reader, &file, repository.as_deref());
    unread::members(reader, &file, "", Some(&settings), KNOWN);
    unread::members(reader, &file, "logo", settings.get("logo"), &["light", "dark"]);
    unread::members(reader, &file, "colors", settings.get("colors"), &["accentPrimary", "accent-primary"]);
    let redirects = literal::items(settings.get("redirects")).iter();
    let redirect = |item: &Value| Some((text(item, "source")?.to_owned(), text(item, "destination")?.to_owned()));
    Project {
        name: text(&settings, "title").map(ToOwned::to_owned),
        site: host.map(|host| format!("https://{host}")),
        base: if base.is_empty() { base } else { format!("/{base}") },
        links_have_base: true,
        pages: pages.pages,
        navigation,
        redirects: redirects.filter_map(redirect).collect(),
        section_redirects,
        knows_operations: !has_unnamed,
        specs: specs.specs,
        public_folders: vec![reader.root.clone()],
        aliases: vec![(String::new(), reader.root.clone())],
        look: look(reader, &settings),
        left_out,
        ..Project::default()
    }
}

/// The page files that pages offer as files: `<Download src="notes.md">`.
fn downloads(reader: &ProjectReader<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for page in reader.pages_below(&reader.root) {
        let Ok(text) = reader.source.text(&page) else { continue };
        for tag in text.split("<Download").skip(1) {
            let tag = tag.split('>').next().unwrap_or_default();
            let path = tag.split_once("src=").and_then(|(_, rest)| rest.get(1..)?.split(['"', '\'']).next());
            let file = path.and_then(|path| match path.starts_with('/') {
                true => reader.at(path),
                false => paths::join(paths::folder(&page), path),
            });
            found.extend(file.filter(|file| paths::is_page(file)));
        }
    }
    found
}

/// Adds the pages that the navigation does not list, which the tool does not publish, without snippets and downloads.
fn add_others(reader: &ProjectReader<'_>, settings: &Value, pages: &mut Pages, left_out: &[String]) {
    let components = settings.get("experimental").and_then(|experimental| experimental.get("mdx-components"));
    let mut parts: Vec<String> =
        literal::items(components).iter().filter_map(Value::as_str).filter_map(|path| reader.at(path)).collect();
    parts.extend(
        ["snippets", "components", "apis", "definition", "generators"].iter().filter_map(|name| reader.at(name)),
    );
    parts.extend(downloads(reader));
    let updates: Vec<String> = pages.pages.iter().flat_map(|page| page.updates.clone()).collect();
    let published = pages.pages.len();
    for file in reader.pages_below(&reader.root) {
        let is_part = parts.iter().chain(left_out).any(|part| &file == part || paths::below(&file, part).is_some());
        if is_part || pages.has(&file) || updates.contains(&file) {
            continue;
        }
        let below = paths::below(&file, &reader.root).unwrap_or(&file);
        let below = paths::below(below, "pages").or_else(|| paths::below(below, "docs/pages")).unwrap_or(below);
        let stem = paths::without_index(paths::stem(below).unwrap_or(below)).to_owned();
        let own = reader.field(&file, "slug").map(|slug| slug.trim_matches('/').to_owned());
        pages.add(&file, &own.unwrap_or(stem));
    }
    pages.pages.iter_mut().skip(published).for_each(|page| page.is_unpublished = true);
}

fn look(reader: &ProjectReader<'_>, settings: &Value) -> Look {
    let colors = settings.get("colors").cloned().unwrap_or_default();
    let accent =
        ["accentPrimary", "accent-primary"].iter().find_map(|key| colors.get(key)).cloned().unwrap_or_default();
    let color = |key: &str| text(&accent, key).or(accent.as_str()).map(ThemeColor::given);
    let logo = settings.get("logo").cloned().unwrap_or_default();
    let file = |path: Option<&str>| path.and_then(|path| reader.at(path));
    let link = |item: &Value| {
        // `type: github` has a `value` and no text.
        let href = ["href", "url", "value"].iter().find_map(|key| text(item, key))?;
        let words = text(item, "text").map(ToOwned::to_owned).or_else(|| text(item, "type").map(paths::words))?;
        Some((words, href.to_owned()))
    };
    let top = literal::items(settings.get("navbar-links")).iter().flat_map(|item| match item.get("links") {
        Some(links) => literal::items(Some(links)),
        None => std::slice::from_ref(item),
    });
    let footer = settings.get("footer-links").and_then(Value::as_object).into_iter().flatten();
    let footer = footer.filter_map(|(name, href)| Some((paths::words(name), href.as_str()?.to_owned())));
    Look {
        accent: [color("light"), color("dark")],
        logo: [file(text(&logo, "light")), file(text(&logo, "dark"))],
        favicon: file(text(settings, "favicon")),
        navbar: top.filter_map(link).collect(),
        footer: footer.collect(),
        footer_text: None,
        announcement: settings
            .get("announcement")
            .and_then(|announced| announcement(text(announced, "message").or(announced.as_str())?, true)),
        ..Look::default()
    }
}

/// Reports a missing file that settings name.
fn missing(reader: &ProjectReader<'_>, kind: LossKind, file: &str, path: &str) {
    reader.report_missing(kind, file, path, "the file is not there");
}
