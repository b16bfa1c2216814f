//! VitePress: `.vitepress/config.*` and those of its languages (formats.md 7).

mod sidebar;
mod theme;

use std::collections::BTreeMap;

use super::folders::{FolderOrder, FolderSettings, Folders};
use super::{Pages, ProjectReader, glob, locales, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{Look, Project};
use crate::report::LossKind;

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
    reader.computed(&file, "pages keep the paths of their files", |path| path.starts_with("rewrites"));
    let (pages, files) = own_pages(reader, &main, &source, &languages, &rewrites);
    let theme = settings.get("themeConfig").cloned().unwrap_or_default();
    let navigation = match theme.get("sidebar").filter(|sidebar| !sidebar.is_null()) {
        Some(value) => {
            let sidebar = sidebar::VitePressSidebar::new(reader, &languages.file, &languages.folder, &pages);
            sidebar.all(value, theme.get("nav"))
        }
        None => {
            let folders = Folders {
                reader,
                by: FolderOrder::IndexFirst,
                order: &["order"],
                label: &[],
                settings: &|_| FolderSettings::default(),
                is_hidden: &|_| false,
            };
            folders.entries(&paths::plus(&source, &languages.folder), &files)
        }
    };
    let is_sidebar = |path: &str| languages.is_own(path) && path.split('.').any(|part| part == "sidebar");
    let outcome = match theme.get("sidebar") {
        None | Some(Value::Null) => "the sidebar follows the folders instead",
        Some(_) => super::COMPUTED_LEFT_OUT,
    };
    reader.computed(&languages.file, outcome, is_sidebar);
    unread::computed_bar(reader, &languages.file, &theme, "nav", |path| languages.is_own(path));
    languages.note_others(reader, &file, &main, &theme);
    languages.note_heads(reader, &file, &main, &settings);
    let is_footer = |path: &str| languages.is_own(path) && path.split('.').any(|part| part == "footer");
    reader.computed(&languages.file, "a part of the footer: left out", is_footer);
    if main.get("markdown").is_some_and(|markdown| markdown.get("config").is_some()) {
        let outcome = "code that adds syntax to Markdown, which is not run: what it makes of pages is left out";
        reader.report_loss(LossKind::Config, &file, 0, "markdown.config", outcome);
    }
    let is_hook = |path: &str| ["transformHead", "transformHtml", "transformPageData"].contains(&path);
    reader.computed(&file, "code that changes pages when the site is built: left out", is_hook);
    theme::note_slots(reader);
    theme::note_styles(reader);
    Project {
        name: text(&settings, "title").map(ToOwned::to_owned),
        description: text(&settings, "description").map(ToOwned::to_owned),
        site: settings.get("sitemap").and_then(|sitemap| text(sitemap, "hostname")).map(ToOwned::to_owned),
        base: text(&main, "base").unwrap_or_default().trim_end_matches('/').to_owned(),
        lang: text(&settings, "lang").map(ToOwned::to_owned),
        pages: pages.pages,
        navigation,
        public_folders: vec![paths::plus(&source, "public"), source.clone()],
        aliases: vec![("@".to_owned(), source.clone()), (String::new(), source.clone())],
        look: look(&settings, &theme, &source),
        style_sheet: theme::style_sheet(reader),
        ..Project::default()
    }
}

/// The pages of the imported language below the folder `source`, and their files.
fn own_pages(
    reader: &ProjectReader<'_>,
    main: &Value,
    source: &str,
    languages: &Languages,
    rewrites: &[(String, String)],
) -> (Pages, Vec<String>) {
    let excluded = literal::items(main.get("srcExclude")).iter().filter_map(Value::as_str);
    let excluded: Vec<String> =
        excluded.flat_map(|pattern| glob::alternatives(pattern.trim_start_matches("./"))).collect();
    let mut pages = Pages::default();
    let mut files = Vec::new();
    let found: Vec<String> =
        reader.pages_below(source).into_iter().chain(reader.underscored_below(source, &[])).collect();
    let address_of = |page: &str| rewritten(paths::below(page, source).unwrap_or(page), rewrites);
    let is_root = |folder: &str| folder.is_empty() || folder == languages.folder;
    let is_home = |address: String| paths::name(&address) == "index.md" && is_root(paths::folder(&address));
    let has_home = found.iter().any(|page| is_home(address_of(page)));
    for page in found {
        let below = paths::below(&page, source).unwrap_or(&page).to_owned();
        if !languages.has(&below) || excluded.iter().any(|pattern| glob::fits(pattern, &below)) {
            continue;
        }
        // `[name].md` is filled by code.
        if below.split('/').any(|part| part.starts_with('[')) {
            let outcome = "a template for pages that code generates: left out";
            reader.report_loss(LossKind::File, &page, 0, paths::name(&page), outcome);
            continue;
        }
        // The main language lists its pages itself; this one may link to them.
        if reader.choice.has_originals && languages.is_original(&below) {
            reader.hide([page.clone()]);
        }
        let address = address_of(&page);
        let stem = paths::stem(&address).unwrap_or(&address).to_owned();
        let (name, folder) = (paths::name(&stem), paths::folder(&stem));
        let without = if name == "index" { folder } else { &stem };
        let added = pages.add(&page, without);
        // Only `index.md` is the page of its folder. A site without a home page gets the README as one.
        if name == "README" && (has_home || !is_root(folder)) {
            added.id = paths::plus(folder, "readme");
        }
        added.named(format!("/{stem}")).named(format!("/{}", paths::stem(&below).unwrap_or(&below)));
        files.push(page);
    }
    (pages, files)
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
    /// Its key in `locales`, and its settings there.
    key: String,
    own: Value,
    /// The file that contains its navigation.
    file: String,
    /// The file that contains its own `head`.
    head_file: String,
    /// Its own settings that are merged over those of the site, each with its file.
    layers: Vec<(String, Value)>,
}

impl Languages {
    fn of(reader: &ProjectReader<'_>, file: &str, main: &Value, source: &str, rewrites: &[(String, String)]) -> Self {
        let locales = main.get("locales").and_then(Value::as_object);
        let folders = locales::folders(reader, source);
        let known = |name: &str| locales.is_none_or(|locales| locales.contains_key(name));
        // `en/:rest*` is served at the root: it is the folder of the default language.
        let rewritten =
            rewrites.iter().filter(|(_, to)| to.starts_with(':')).filter_map(|(from, _)| from.split_once('/'));
        let rewritten = rewritten.into_iter().find(|(folder, _)| crate::language::is_language(folder));
        let has_root_pages = reader.pages_below(source).iter().any(|page| {
            let below = paths::below(page, source).unwrap_or(page);
            !below.split_once('/').is_some_and(|(first, _)| crate::language::is_language(first))
        });
        let root = match rewritten.map(|(folder, _)| folder.to_owned()) {
            Some(folder) => folder,
            None if !has_root_pages && folders.iter().any(|name| name == "en") => "en".to_owned(),
            None => String::new(),
        };
        let names: Vec<String> = folders.into_iter().filter(|name| known(name) && *name != root).collect();
        let place = if file.is_empty() { source } else { file };
        let named = |name: &str| locales::named(name, locales.and_then(|locales| locales.get(name)));
        let chosen = locales::chosen(reader, place, &names, "root", named);
        let is_root = chosen == "root";
        let mut others: Vec<String> = names.into_iter().filter(|name| *name != chosen).collect();
        if !is_root && !root.is_empty() {
            others.push(root.clone());
        }
        let own = locales.and_then(|locales| locales.get(&chosen)).cloned().unwrap_or_default();
        let folder = if is_root { root } else { chosen.clone() };
        let (file, layers) = (file.to_owned(), Vec::new());
        Self { others, folder, key: chosen, own, head_file: file.clone(), file, layers }
    }

    /// Whether a path in the settings is not that of another language.
    fn is_own(&self, path: &str) -> bool {
        path.strip_prefix("locales.").is_none_or(|rest| rest.split('.').next() == Some(self.key.as_str()))
    }

    /// Whether a page is in the imported language.
    fn has(&self, below: &str) -> bool {
        let is_in = |folder: &String| paths::below(below, folder).is_some();
        !self.others.iter().any(is_in) && (self.folder.is_empty() || self.others.is_empty() || is_in(&self.folder))
    }

    /// Whether a page is one of the main language, which has no folder, while another one is read.
    fn is_original(&self, below: &str) -> bool {
        self.key != "root" && paths::below(below, &self.folder).is_none()
    }

    /// Reports the tags of `head`: those of the site, those of the language, and those that code adds.
    fn note_heads(&self, reader: &ProjectReader<'_>, file: &str, main: &Value, settings: &Value) {
        let of_site = literal::items(main.get("head"));
        unread::head(reader, file, of_site.iter());
        let own: Vec<&Value> =
            literal::items(settings.get("head")).iter().filter(|tag| !of_site.contains(tag)).collect();
        if self.head_file == file {
            let (place, line) = self.module(reader, file, &own);
            unread::head_of(reader, (&place, line), &format!("locales.{}.head", self.key), own);
        } else {
            unread::head(reader, &self.head_file, own.into_iter());
        }
        // Of a tag that is reported, a computed attribute is no news.
        let is_head = |path: &str| self.is_own(path) && path.rsplit('.').next() == Some("head");
        for file in std::iter::once(file).chain(Some(self.head_file.as_str()).filter(|own| *own != file)) {
            reader.computed(file, "a part of `head`: left out", is_head);
        }
    }

    /// Returns the file with these tags that the settings file `file` imports and that has the name of the language, such
    /// as `zh.ts`, and the line of its `head`; `file` itself and 0 if no file has both.
    fn module(&self, reader: &ProjectReader<'_>, file: &str, tags: &[&Value]) -> (String, u32) {
        let lang = text(&self.own, "lang").unwrap_or_default();
        let names = [self.key.as_str(), lang, lang.split('-').next().unwrap_or_default()];
        let word = tags.iter().find_map(|tag| {
            let attributes = tag.as_array()?.get(1)?.as_object()?;
            attributes.values().find_map(Value::as_str)
        });
        let line_of_tags = |path: &String| {
            let code = reader.source.text(path).unwrap_or_default();
            let (line, _) = (1..).zip(code.lines()).find(|(_, line)| line.trim_start().starts_with("head"))?;
            word.is_some_and(|word| code.contains(word)).then(|| (path.clone(), line))
        };
        let is_named = |path: &&String| {
            let stem = paths::name(path).split('.').next().unwrap_or_default();
            let name = if stem == "index" || stem == "config" { paths::name(paths::folder(path)) } else { stem };
            names.contains(&name) && !name.is_empty()
        };
        let found = reader.modules.files();
        found.iter().filter(is_named).find_map(line_of_tags).unwrap_or_else(|| (file.to_owned(), 0))
    }

    /// Reports the settings that are not imported, each with the file that has it. `theme` is that of the language.
    fn note_others(&self, reader: &ProjectReader<'_>, file: &str, main: &Value, theme: &Value) {
        note_members(reader, file, main);
        for (file, settings) in &self.layers {
            note_members(reader, file, settings);
        }
        let has_nav = |theme: &Value| theme.get("nav").is_some();
        let own = self.layers.iter().rev().find(|(_, settings)| settings.get("themeConfig").is_some_and(has_nav));
        unread::menus(reader, own.map_or(file, |(file, _)| file), theme.get("nav"));
        let edited = theme.get("editLink").and_then(|link| text(link, "pattern").or_else(|| text(link, "repo")));
        unread::edit_link(reader, file, edited);
        let provider = theme.get("search").and_then(|search| text(search, "provider"));
        let algolia = theme.get("algolia").map(|_| "algolia").or(provider.filter(|name| *name != "local"));
        if let Some(name) = algolia {
            let has_it = |file: &String| reader.source.text(file).is_ok_and(|code| code.contains(name));
            let place = reader.modules.files().into_iter().find(has_it).unwrap_or_else(|| file.to_owned());
            reader.report_choice(LossKind::Config, &place, &format!("search by {name}"), unread::OWN_SEARCH);
        }
        let locales = main.get("locales").and_then(Value::as_object);
        let elsewhere = locales.into_iter().flatten().filter_map(|(key, locale)| {
            let link = text(locale, "link").filter(|link| engine::is_external(link))?;
            Some(format!("{} ({link})", text(locale, "label").unwrap_or(key)))
        });
        let elsewhere: Vec<String> = elsewhere.collect();
        let outcome = "languages on sites of their own: the menu of languages has no links to them";
        unread::names(reader, file, &elsewhere, outcome.to_owned());
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
        for (file, value) in [(None, Some(self.own.clone())), (own_file, own)] {
            let Some(Value::Object(members)) = value else { continue };
            let place = file.clone().unwrap_or_else(|| self.file.clone());
            self.layers.push((place, Value::Object(members.clone())));
            if members.get("themeConfig").is_some_and(|theme| theme.get("sidebar").is_some())
                && let Some(file) = &file
            {
                self.file.clone_from(file);
            }
            if let Some(file) = file.filter(|_| members.contains_key("head")) {
                self.head_file = file;
            }
            for (key, value) in members.into_iter().filter(|(_, value)| !value.is_null()) {
                match out.get_mut(&key) {
                    Some(Value::Object(below)) if value.is_object() => {
                        let more = value.as_object().cloned().unwrap_or_default();
                        below.extend(more.into_iter().filter(|(_, value)| !value.is_null()));
                    }
                    _ => {
                        // The tags of both are written.
                        let of_site = literal::items(main.get("head").filter(|_| key == "head"));
                        let value = match value {
                            Value::Array(own) => Value::Array(of_site.iter().cloned().chain(own).collect()),
                            other => other,
                        };
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

/// The path of a page after `rewrites`: the first pattern that matches it counts, such as `en/:rest*` → `:rest*` or
/// `packages/:pkg/src/:page` → `:pkg/:page`.
fn rewritten(path: &str, rewrites: &[(String, String)]) -> String {
    let rewrite = |(from, to): &(String, String)| {
        let from: Vec<&str> = from.split('/').collect();
        let parts: Vec<&str> = path.split('/').collect();
        let mut values = BTreeMap::new();
        captured(&from, &parts, &mut values).then(|| {
            let parts = to.split('/').map(|part| match name(part) {
                Some((name, end, _)) => values.get(name).map_or(part.to_owned(), |value| format!("{value}{end}")),
                None => part.to_owned(),
            });
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
        })
    };
    rewrites.iter().find_map(rewrite).unwrap_or_else(|| path.to_owned())
}

/// The name in a segment of a pattern, the text after it, and whether it stands for any number of segments: `:page`,
/// `:page.md`, `:rest*`, `(.*)`.
fn name(segment: &str) -> Option<(&str, &str, bool)> {
    if segment == "(.*)" {
        return Some(("", "", true));
    }
    let rest = segment.strip_prefix(':')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, end) = rest.split_at(end);
    match end.strip_prefix("(.*)").or_else(|| end.strip_prefix(['*', '+'])) {
        Some(end) => Some((name, end, true)),
        None => Some((name, end, false)),
    }
}

/// Whether a pattern matches a path, and the values of its names. A name for any number of segments takes all of the
/// rest, except those that the pattern has after it.
fn captured<'p>(pattern: &[&'p str], parts: &[&str], values: &mut BTreeMap<&'p str, String>) -> bool {
    let (Some((segment, pattern)), Some((part, rest))) = (pattern.split_first(), parts.split_first()) else {
        return pattern.is_empty() && parts.is_empty();
    };
    let Some((name, end, is_many)) = name(segment) else { return segment == part && captured(pattern, rest, values) };
    let taken = if is_many { parts.len().saturating_sub(pattern.len()).max(1) } else { 1 };
    let (Some(own), Some(rest)) = (parts.get(..taken), parts.get(taken..)) else { return false };
    let own = own.join("/");
    let Some(value) = own.strip_suffix(end) else { return false };
    values.insert(name, value.to_owned());
    captured(pattern, rest, values)
}

/// The settings that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "label",
    "link",
    "dir",
    "title",
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

/// Reports the settings of the site or of a language that are not imported.
fn note_members(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    unread::members(reader, file, "", Some(settings), KNOWN);
    let mut theme = settings.get("themeConfig").cloned().unwrap_or_default();
    if let Some(members) = theme.as_object_mut() {
        // Interface strings, which would belong in `strings`.
        members.retain(|name, _| !["Label", "Text", "Title"].iter().any(|end| name.ends_with(end)));
    }
    unread::members(reader, file, "themeConfig", Some(&theme), KNOWN_OF_THEME);
    unread::members(reader, file, "themeConfig.footer", theme.get("footer"), &["message", "copyright"]);
    let appearance =
        settings.get("appearance").and_then(|given| given.as_str().or_else(|| text(given, "initialValue")));
    let is_off = settings.get("appearance") == Some(&Value::Bool(false));
    if is_off || matches!(appearance, Some("dark" | "force-dark")) {
        unread::color_scheme(reader, file, "appearance");
    }
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
