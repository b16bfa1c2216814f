//! Docusaurus: sidebars as literals, IDs, versions, languages (formats.md 4).

mod content;
mod excluded;
mod openapi;
mod others;
mod sidebars;
mod translation;

use std::collections::BTreeSet;

use super::announcement::announcement;
use super::folders::{FolderOrder, FolderSettings, Folders};
use super::{Pages, ProjectReader, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{GroupKind, Look, NavEntry, Project};
use crate::report::LossKind;
use content::Docs;
use excluded::Excluded;
use translation::Translation;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let names = ["docusaurus.config.ts", "docusaurus.config.js", "docusaurus.config.mjs", "docusaurus.config.cjs"];
    let file = reader.first(&names).unwrap_or_default();
    let settings = Some(&file).filter(|file| !file.is_empty()).and_then(|file| reader.script(file)).unwrap_or_default();
    let mut pages = Pages::default();
    let mut navigation = Vec::new();
    let mut left_out = Vec::new();
    // The titles of parts of the navigation that the navigation bar names.
    let mut tabs = BTreeSet::new();
    let locale = translation::locale(reader, &settings);
    let default = settings.get("i18n").and_then(|i18n| text(i18n, "defaultLocale")).map(ToOwned::to_owned);
    let lang = locale.clone().or(default);
    let settings = match &locale {
        Some(locale) => translation::settings(reader, locale, &settings),
        None => settings,
    };
    let mut folders: Vec<String> = Vec::new();
    let has_computed_versions = reader.is_computed(&file, |path| last_key(path) == ONLY_VERSIONS);
    let plugins = content::plugins(&settings, has_computed_versions);
    for plugin in &plugins {
        let Some(docs) = Docs::open(reader, plugin, &file, locale.as_deref(), &mut left_out) else { continue };
        docs.add_pages(&mut pages);
        folders.extend(docs.folders());
        let labels = plugin.labels(&settings);
        let mut entries = docs.navigation(&labels, &mut pages);
        let sidebars = labels.into_values().collect();
        if plugins.len() == 1 || content::are_tabs(&sidebars, &entries) {
            navigation.append(&mut entries);
            tabs.extend(sidebars);
        } else if !entries.is_empty() {
            let label = plugin.label(&settings);
            let title = label.clone().unwrap_or_else(|| plugin.own_title(lang.as_deref().unwrap_or_default()));
            navigation.push(NavEntry::group(title, None, entries));
            tabs.extend(label);
        }
    }
    // The blog, other pages and the APIs have no versions.
    let is_old = reader.choice.is_old;
    for options in instances(&settings, "blog").iter().filter(|_| !is_old) {
        let posts = blog(reader, options, locale.as_deref(), &mut pages);
        if !posts.is_empty() {
            let title = blog_title(reader, options, &settings, locale.as_deref());
            navigation.push(NavEntry::group(title, None, posts));
        }
    }
    if !is_old {
        own_pages(reader, &settings, locale.as_deref(), &mut pages);
    }
    let mut of_apis = Vec::new();
    let specs = openapi::specs(reader, &settings, &file, &mut of_apis);
    navigation.extend(of_apis.into_iter().filter(|_| !is_old));
    openapi::mark_generated(reader, &mut pages);
    others::report(reader, &file, &settings);
    let site = text(&settings, "url").map(|url| url.trim_end_matches('/').to_owned());
    let base = text(&settings, "baseUrl").unwrap_or_default().trim_end_matches('/').to_owned();
    if content::are_tabs(&tabs, &navigation) {
        navigation = navigation.into_iter().map(|entry| entry.of_kind(GroupKind::Tab)).collect();
    }
    let mut look = look(reader, &settings);
    if let Some(locale) = &locale {
        translation::footer(reader, locale, &mut look);
    }
    Project {
        name: text(&settings, "title").map(ToOwned::to_owned),
        description: text(&settings, "tagline").map(ToOwned::to_owned),
        site: site.map(|site| format!("{site}{base}")),
        lang,
        base,
        links_keep_language: true,
        main_folder: plugins.iter().find_map(content::Plugin::main_folder).unwrap_or_default().to_owned(),
        pages: pages.pages,
        navigation,
        specs,
        redirects: redirects(&settings),
        public_folders: reader.at("static").into_iter().collect(),
        aliases: [("@site".to_owned(), reader.root.clone()), (String::new(), reader.root.clone())]
            .into_iter()
            .chain(folders.into_iter().map(|folder| (String::new(), folder)))
            .collect(),
        look,
        left_out,
        ..Project::default()
    }
}

/// The options of all plugins and presets with this short name, such as `content-docs`; `null` for one without options.
fn settings_of<'v>(settings: &'v Value, name: &str) -> Vec<&'v Value> {
    let lists = ["plugins", "presets"].iter().flat_map(|key| literal::items(settings.get(key)));
    let of = |item: &'v Value| {
        let (first, options) = match item {
            Value::Array(parts) => (parts.first()?, parts.get(1)),
            name => (name, None),
        };
        (short_name(first.as_str()?) == name).then(|| options.unwrap_or(&Value::Null))
    };
    lists.filter_map(of).collect()
}

/// The short name of a plugin or preset: `@docusaurus/plugin-content-docs` and `docusaurus-plugin-content-docs` are
/// `content-docs`.
fn short_name(name: &str) -> &str {
    let bare = name.strip_prefix("@docusaurus/").unwrap_or(name);
    let bare = bare.strip_prefix("docusaurus-").unwrap_or(bare);
    ["plugin-", "preset-"].iter().find_map(|start| bare.strip_prefix(start)).unwrap_or(bare)
}

/// The options of all instances of a content plugin: those of the preset, then those of the plugin itself. A preset
/// switches its instance off with `false`; without any preset or plugin there is one with default options.
fn instances(settings: &Value, part: &str) -> Vec<Value> {
    let presets = settings_of(settings, "classic");
    let of_plugin = settings_of(settings, &format!("content-{part}"));
    let has_default = presets.is_empty() && of_plugin.is_empty();
    let presets = presets.into_iter().map(|preset| preset.get(part).cloned().unwrap_or_default());
    let own = presets.filter(|options| *options != Value::Bool(false));
    let mut out: Vec<Value> = own.chain(of_plugin.into_iter().cloned()).collect();
    if has_default {
        out.push(Value::Null);
    }
    out
}

/// The redirects of `plugin-client-redirects`.
fn redirects(settings: &Value) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for options in settings_of(settings, "client-redirects") {
        for redirect in literal::items(options.get("redirects")) {
            let Some(to) = text(redirect, "to") else { continue };
            for from in literal::items(redirect.get("from")).iter().filter_map(Value::as_str) {
                out.push((from.to_owned(), to.to_owned()));
            }
        }
    }
    out
}

/// The title of a blog: the label of the link to it in the navigation bar, or else its translated title, or its ID.
fn blog_title(reader: &ProjectReader<'_>, options: &Value, settings: &Value, locale: Option<&str>) -> String {
    let (id, plugin) = blog_plugin(options);
    let route = blog_route(options);
    let items = content::navbar(settings);
    let is_linked = |item: &&&Value| text(item, "to").is_some_and(|to| to.trim_matches('/') == route);
    let label = items.iter().find(is_linked).and_then(|item| text(item, "label")).map(ToOwned::to_owned);
    let translated = || locale.and_then(|locale| translation::blog_title(reader, locale, &plugin));
    label.or_else(translated).unwrap_or_else(|| paths::words(id.unwrap_or("blog")))
}

/// The ID of a blog, and the short name of its plugin.
fn blog_plugin(options: &Value) -> (Option<&str>, String) {
    let id = text(options, "id").filter(|id| *id != "default");
    (id, id.map_or_else(|| "blog".to_owned(), |id| format!("blog-{id}")))
}

fn blog_route(options: &Value) -> &str {
    text(options, "routeBasePath").unwrap_or("blog").trim_matches('/')
}

/// The posts of a blog, newest first: `2020-01-02-title.md` is `/blog/2020/01/02/title`.
fn blog(reader: &ProjectReader<'_>, options: &Value, locale: Option<&str>, pages: &mut Pages) -> Vec<NavEntry> {
    let route = blog_route(options);
    let Some(folder) = paths::join(&reader.root, text(options, "path").unwrap_or("blog")) else { return Vec::new() };
    let mut posts: Vec<(String, String, String)> = Vec::new();
    let (_, plugin) = blog_plugin(options);
    let excluded = Excluded::of(options);
    let translation = locale.and_then(|locale| Translation::of(reader, locale, &plugin, "", (&folder, &excluded)));
    let originals = excluded.pages_below(reader, &folder);
    let imported = Translation::pages(translation.as_ref(), reader, &originals);
    for original in originals {
        let file = translation.as_ref().and_then(|translation| translation.files.get(&original)).unwrap_or(&original);
        let (file, folder) = (file.clone(), &folder);
        let below = paths::below(&original, folder).unwrap_or(&original);
        let stem = paths::without_index(paths::stem(below).unwrap_or(below));
        let (date, title) = match stem.get(..11).filter(|start| start.ends_with(['-', '/'])) {
            Some(date) if date.bytes().filter(u8::is_ascii_digit).count() == 8 => {
                (date.replace('-', "/"), stem.get(11..))
            }
            _ => (String::new(), Some(stem)),
        };
        let own = reader.field(&file, "slug");
        let address = match &own {
            Some(slug) => slug.trim_matches('/').to_owned(),
            None => paths::plus(&date, title.unwrap_or(stem)),
        };
        let day = date.trim_end_matches('/').replace('/', "-");
        if imported.contains(&file) {
            let id = paths::plus(route, &address);
            pages.add_as(&file, &id, &paths::plus(locale.unwrap_or_default(), &id)).with("updated", Some(&day));
        }
        let day = reader.field(&file, "date").unwrap_or(day);
        posts.push((day, stem.to_owned(), file));
    }
    posts.sort_by(|left, right| right.cmp(left));
    if let Some((_, _, newest)) = posts.first() {
        // The list of posts, which the old site generated.
        pages.add_name(newest, &format!("/{route}"));
    }
    posts.into_iter().map(|(_, _, file)| NavEntry::page(file, None)).collect()
}

/// The pages in `src/pages`.
fn own_pages(reader: &ProjectReader<'_>, settings: &Value, locale: Option<&str>, pages: &mut Pages) {
    let Some(folder) = reader.at("src/pages") else { return };
    let excluded = instances(settings, "pages").first().map(Excluded::of).unwrap_or_default();
    let translation = locale.and_then(|locale| Translation::of(reader, locale, "pages", "", (&folder, &excluded)));
    for file in Translation::pages(translation.as_ref(), reader, &excluded.pages_below(reader, &folder)) {
        let translated = translation.as_ref().and_then(|translation| paths::below(&file, &translation.folder));
        let below = translated.or_else(|| paths::below(&file, &folder)).unwrap_or(&file);
        let address = paths::without_index(paths::stem(below).unwrap_or(below));
        pages.add_as(&file, address, &paths::plus(locale.unwrap_or_default(), address));
    }
}

/// The setting with the versions that a docs plugin publishes.
const ONLY_VERSIONS: &str = "onlyIncludeVersions";

/// The key of the setting at a path.
fn last_key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

fn look(reader: &ProjectReader<'_>, settings: &Value) -> Look {
    let theme = settings.get("themeConfig").cloned().unwrap_or_default();
    let file = |path: Option<&str>| path.and_then(|path| reader.at(&paths::plus("static", path)));
    let navbar = theme.get("navbar").cloned().unwrap_or_default();
    let logo = navbar.get("logo").cloned().unwrap_or_default();
    let link = |item: &Value| {
        if let Some(html) = ["html", "value"].iter().find_map(|key| text(item, key)) {
            return html_link(reader, html);
        }
        let doc =
            || ["docId", "id"].iter().find_map(|key| text(item, key)).filter(|_| text(item, "type") == Some("doc"));
        let href = ["href", "to"].iter().find_map(|key| text(item, key)).or_else(doc)?;
        let label = ["label", "title", "aria-label"].iter().find_map(|key| text(item, key)).map(ToOwned::to_owned);
        let label = label.or_else(|| href.contains("://").then(|| super::mkdocs::host_name(href)))?;
        Some((label, href.to_owned()))
    };
    let bar = theme.get("announcementBar").cloned().unwrap_or_default();
    let is_closeable = bar.get("isCloseable").and_then(Value::as_bool).unwrap_or(true);
    let footer = theme.get("footer").cloned().unwrap_or_default();
    let columns = literal::items(footer.get("links")).iter();
    let bottom = columns.flat_map(|column| match column.get("items") {
        Some(items) => literal::items(Some(items)),
        None => std::slice::from_ref(column),
    });
    Look {
        logo: [file(text(&logo, "src")), file(text(&logo, "srcDark"))],
        favicon: file(text(settings, "favicon")),
        navbar: unread::leaves(navbar.get("items")).into_iter().filter_map(link).collect(),
        footer: bottom.filter_map(link).collect(),
        footer_text: text(&footer, "copyright").map(crate::page::words_of_html).filter(|text| !text.is_empty()),
        announcement: text(&bar, "content").and_then(|content| announcement(content, is_closeable)),
        ..Look::default()
    }
}

/// The link in an item of the navigation bar or the footer that is HTML. Reports a text or an image without a link.
fn html_link(reader: &ProjectReader<'_>, html: &str) -> Option<(String, String)> {
    let words = crate::page::text_of_html(html);
    let names = ["aria-label", "alt", "title"];
    let named = || names.iter().find_map(|name| crate::page::first_attribute(html, name));
    let label = Some(words).filter(|words| !words.is_empty()).or_else(named);
    let Some(href) = crate::page::first_attribute(html, "href") else {
        if label.is_some() || html.contains("<img") {
            let outcome = "HTML without a link in the navigation bar or the footer: left out";
            reader.report_loss(LossKind::Config, "", 0, label.unwrap_or_else(|| html.to_owned()), outcome);
        }
        return None;
    };
    let label = label.or_else(|| href.contains("://").then(|| super::mkdocs::host_name(&href)));
    if label.is_none() {
        let outcome = "a link without a text in the navigation bar or the footer: left out";
        reader.report_loss(LossKind::Config, "", 0, href.clone(), outcome);
    }
    Some((label?, href))
}

/// The settings in a folder's `_category_.json`.
fn category(reader: &ProjectReader<'_>, folder: &str) -> FolderSettings {
    let names = ["_category_.json", "_category_.yml", "_category_.yaml"];
    let file = names.iter().map(|name| paths::plus(folder, name)).find(|path| reader.source.has(path));
    let Some(settings) = file.and_then(|file| reader.settings(&file)) else { return FolderSettings::default() };
    FolderSettings {
        title: text(&settings, "label").map(ToOwned::to_owned),
        order: settings.get("position").and_then(Value::as_f64),
        is_open: settings.get("collapsed").and_then(Value::as_bool) == Some(false),
        ..FolderSettings::default()
    }
}

/// The entries generated from folders.
fn autogenerated(reader: &ProjectReader<'_>, folder: &str, files: &[String]) -> Vec<NavEntry> {
    let folders = Folders {
        reader,
        by: FolderOrder::Categories,
        order: &["sidebar_position"],
        label: &["sidebar_label"],
        settings: &|folder| category(reader, folder),
        is_hidden: &|file| reader.has_flag(file, "unlisted") || reader.has_flag(file, "draft"),
    };
    folders.entries(folder, files)
}

/// Reports a sidebar item without a counterpart.
fn report_item(reader: &ProjectReader<'_>, file: &str, subject: &str, outcome: &str) {
    reader.report_loss(LossKind::Config, file, 0, subject, outcome);
}
