//! VitePress: `.vitepress/config.*` and those of its languages (formats.md 7).

mod sidebar;

use super::folders::{FolderSettings, Folders};
use super::{Pages, ProjectReader, locales, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{Look, Project};

/// The extensions of a settings file.
const ENDS: [&str; 6] = ["ts", "mts", "js", "mjs", "cts", "json"];

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let file = config(reader, &[".vitepress/config", ".vitepress/config/index"]).unwrap_or_default();
    let main = reader.script(&file).filter(|_| !file.is_empty()).unwrap_or_default();
    let source = text(&main, "srcDir").and_then(|folder| reader.at(folder)).unwrap_or_else(|| reader.root.clone());
    let rewrites: Vec<(String, String)> = main
        .get("rewrites")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(from, to)| Some((from.clone(), to.as_str()?.to_owned())))
        .collect();
    let mut languages = Languages::of(reader, &file, &main, &source, &rewrites);
    let settings = languages.settings(reader, &main, &source);
    let mut pages = Pages::default();
    let mut files = Vec::new();
    for page in reader.pages_below(&source) {
        let below = paths::below(&page, &source).unwrap_or(&page).to_owned();
        if !languages.has(&below) {
            continue;
        }
        let address = rewritten(&below, &rewrites);
        let stem = paths::stem(&address).unwrap_or(&address).to_owned();
        let without = if paths::name(&stem) == "index" { paths::folder(&stem) } else { &stem };
        pages
            .add(&page, without)
            .named(format!("/{stem}"))
            .named(format!("/{}", paths::stem(&below).unwrap_or(&below)));
        files.push(page);
    }
    let theme = settings.get("themeConfig").cloned().unwrap_or_default();
    let navigation = match theme.get("sidebar").filter(|sidebar| !sidebar.is_null()) {
        Some(value) => {
            sidebar::VitePressSidebar { reader, file: &languages.file, pages: &pages }.all(value, theme.get("nav"))
        }
        None => {
            reader
                .computed(&languages.file, "the sidebar follows the folders instead", |path| path.ends_with("sidebar"));
            let folders = Folders {
                reader,
                order: &["order"],
                label: &[],
                settings: &|_| FolderSettings::default(),
                is_hidden: &|_| false,
            };
            folders.entries(&paths::plus(&source, &languages.folder), &files)
        }
    };
    reader.computed(&languages.file, "the entry is left out", |path| path.contains("sidebar."));
    note_others(reader, &file, &settings, &theme);
    let base = text(&main, "base").unwrap_or_default().trim_end_matches('/').to_owned();
    Project {
        name: text(&settings, "title").map(ToOwned::to_owned),
        description: text(&settings, "description").map(ToOwned::to_owned),
        base,
        lang: text(&settings, "lang").map(ToOwned::to_owned),
        pages: pages.pages,
        navigation,
        public_folders: vec![paths::plus(&source, "public"), source.clone()],
        aliases: vec![("@".to_owned(), source.clone()), (String::new(), source.clone())],
        look: look(&settings, &theme, &source),
        left_out: languages.left_out(&source),
        ..Project::default()
    }
}

/// The first existing settings file, given without extensions.
fn config(reader: &ProjectReader<'_>, stems: &[&str]) -> Option<String> {
    let names = stems.iter().flat_map(|stem| ENDS.iter().map(move |end| format!("{stem}.{end}")));
    names.filter_map(|name| reader.at(&name)).find(|path| reader.source.has(path))
}

/// The languages of a site, and the imported one.
struct Languages {
    /// The folders of the other languages.
    others: Vec<String>,
    /// The folder of the imported language; empty for pages outside of language folders.
    folder: String,
    /// Its settings in `locales`.
    own: Value,
    /// The file that contains its navigation.
    file: String,
}

impl Languages {
    fn of(reader: &ProjectReader<'_>, file: &str, main: &Value, source: &str, rewrites: &[(String, String)]) -> Self {
        let locales = main.get("locales").and_then(Value::as_object);
        let folders = locales::folders(reader, source);
        let known = |name: &str| locales.is_none_or(|locales| locales.contains_key(name));
        // `en/:rest*` is served at the root: it is the folder of the default language.
        let rewritten = rewrites.iter().find(|(_, to)| to.starts_with(':')).and_then(|(from, _)| from.split_once('/'));
        let has_root_pages = reader.pages_below(source).iter().any(|page| {
            let below = paths::below(page, source).unwrap_or(page);
            !below.split_once('/').is_some_and(|(first, _)| locales::is_language(first))
        });
        let root = match rewritten.map(|(folder, _)| folder.to_owned()) {
            Some(folder) => folder,
            None if !has_root_pages && folders.iter().any(|name| name == "en") => "en".to_owned(),
            None => String::new(),
        };
        let names: Vec<String> = folders.into_iter().filter(|name| known(name) && *name != root).collect();
        let place = if file.is_empty() { source } else { file };
        let chosen = locales::chosen(reader, place, &names, "root");
        let is_root = chosen == "root";
        let mut others: Vec<String> = names.into_iter().filter(|name| *name != chosen).collect();
        if !is_root && !root.is_empty() {
            others.push(root.clone());
        }
        let own = locales.and_then(|locales| locales.get(&chosen)).cloned().unwrap_or_default();
        Self { others, folder: if is_root { root } else { chosen }, own, file: file.to_owned() }
    }

    /// Whether a page is in the imported language.
    fn has(&self, below: &str) -> bool {
        let is_in = |folder: &String| paths::below(below, folder).is_some();
        !self.others.iter().any(is_in) && (self.folder.is_empty() || self.others.is_empty() || is_in(&self.folder))
    }

    fn left_out(&self, source: &str) -> Vec<String> {
        self.others.iter().map(|name| paths::plus(source, name)).collect()
    }

    /// The settings of the language merged over those of the site: from `locales`, and from the language's own file.
    fn settings(&mut self, reader: &ProjectReader<'_>, main: &Value, source: &str) -> Value {
        let names = ["config", "config/index"].map(|name| {
            let folder = paths::below(source, &reader.root).unwrap_or_default();
            paths::plus(&paths::plus(folder, &self.folder), name)
        });
        let at_root =
            ["config".to_owned(), format!(".vitepress/config/{}", self.folder), ".vitepress/config/root".to_owned()];
        let stems: Vec<&str> = names.iter().chain(&at_root).map(String::as_str).collect();
        let own_file = config(reader, &stems);
        let own = own_file.as_deref().and_then(|file| {
            let name = self.folder.replace('-', "_");
            let found = reader.evaluated(file, Some(&name)).or_else(|| reader.evaluated(file, None))?;
            Some(found.value.clone()).filter(Value::is_object)
        });
        let mut out = main.clone();
        for value in [Some(self.own.clone()), own] {
            let Some(Value::Object(members)) = value else { continue };
            if members.get("themeConfig").is_some_and(|theme| theme.get("sidebar").is_some())
                && let Some(file) = &own_file
            {
                self.file.clone_from(file);
            }
            for (key, value) in members.into_iter().filter(|(_, value)| !value.is_null()) {
                match out.get_mut(&key) {
                    Some(Value::Object(below)) if value.is_object() => {
                        let more = value.as_object().cloned().unwrap_or_default();
                        below.extend(more.into_iter().filter(|(_, value)| !value.is_null()));
                    }
                    _ => {
                        if !out.is_object() {
                            out = Value::Object(serde_json::Map::new());
                        }
                        out.as_object_mut().map(|members| members.insert(key, value));
                    }
                }
            }
        }
        out
    }
}

/// The path of a page after `rewrites`: only `en/:rest*` → `:rest*`, not `:pkg/src/(.*)` → `:pkg/(.*)`.
fn rewritten(path: &str, rewrites: &[(String, String)]) -> String {
    for (from, to) in rewrites {
        if from == path {
            return to.clone();
        }
        let (Some((before, hole)), Some(after)) = (from.rsplit_once('/'), to.rsplit(':').next()) else { continue };
        let is_rest = hole.starts_with(':') && hole.ends_with('*') && hole.trim_start_matches(':') == after;
        if let (true, Some(rest)) = (is_rest && !before.contains(':'), paths::below(path, before)) {
            let start = to.rsplit_once(':').map_or("", |(start, _)| start);
            return format!("{start}{rest}");
        }
    }
    path.to_owned()
}

/// The settings that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "label",
    "link",
    "dir",
    "title",
    "titleTemplate",
    "description",
    "lang",
    "base",
    "head",
    "srcDir",
    "srcExclude",
    "outDir",
    "assetsDir",
    "cacheDir",
    "cleanUrls",
    "rewrites",
    "locales",
    "themeConfig",
    "ignoreDeadLinks",
    "lastUpdated",
    "metaChunk",
    "mpa",
    "appearance",
    "markdown",
    "vite",
    "vue",
    "sitemap",
    "buildEnd",
    "extends",
];
/// The settings of `themeConfig` that are read, or that have no effect on readers.
const KNOWN_OF_THEME: &[&str] = &[
    "sidebar",
    "nav",
    "logo",
    "logoLink",
    "siteTitle",
    "socialLinks",
    "footer",
    "outline",
    "docFooter",
    "search",
    "algolia",
    "lastUpdated",
    "editLink",
    "i18nRouting",
    "externalLinkIcon",
    "aside",
];

/// Reports the settings that are not imported.
fn note_others(reader: &ProjectReader<'_>, file: &str, settings: &Value, theme: &Value) {
    unread::members(reader, file, "", Some(settings), KNOWN);
    let mut theme = theme.clone();
    if let Some(members) = theme.as_object_mut() {
        // Interface strings, which would belong in `strings`.
        members.retain(|name, _| !["Label", "Text", "Title"].iter().any(|end| name.ends_with(end)));
    }
    unread::members(reader, file, "themeConfig", Some(&theme), KNOWN_OF_THEME);
    unread::edit_link(reader, file, theme.get("editLink").and_then(|link| text(link, "pattern")));
}

fn look(settings: &Value, theme: &Value, source: &str) -> Look {
    let place = |path: &str| paths::plus(&paths::plus(source, "public"), path);
    let logo = theme.get("logo").cloned().unwrap_or_default();
    let image = |key: &str| text(&logo, key).or(logo.as_str()).map(place);
    let link = |item: &Value| {
        let title = text(item, "text")?.to_owned();
        Some((title, text(item, "link")?.to_owned()))
    };
    let social = literal::items(theme.get("socialLinks")).iter();
    let social = social.filter_map(|item| {
        let link = text(item, "link")?;
        let own = text(item, "ariaLabel").map(ToOwned::to_owned).or_else(|| text(item, "icon").map(paths::words));
        Some((own.unwrap_or_else(|| super::mkdocs::host_name(link)), link.to_owned()))
    });
    let footer = theme.get("footer").cloned().unwrap_or_default();
    let words = ["message", "copyright"].iter().filter_map(|key| text(&footer, key)).map(crate::page::title);
    let words = words.collect::<Vec<_>>().join(" · ");
    Look {
        logo: [image("light").or_else(|| image("src")), image("dark")],
        favicon: unread::icon_of_head(settings.get("head")).map(place),
        navbar: unread::leaves(theme.get("nav")).into_iter().filter_map(link).collect(),
        footer: social.collect(),
        footer_text: (!words.is_empty()).then_some(words),
        ..Look::default()
    }
}
