//! VuePress 1 and 2: `.vuepress/config.*`. Its pages have the syntax of VitePress.

mod settings;

use std::collections::BTreeSet;

use super::folders::{FolderOrder, FolderSettings, Folders};
use super::{Pages, ProjectReader, locales, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EntryLook, GroupKind, Look, NavEntry, Project};
use crate::report::LossKind;

/// The extensions of a settings file.
const ENDS: [&str; 5] = ["ts", "js", "mjs", "cts", "mts"];
/// The greatest nesting of a sidebar.
const DEEPEST: usize = 32;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let names = [".vuepress/config", ".vuepress/config/index"];
    let names = names.iter().flat_map(|stem| ENDS.iter().map(move |end| format!("{stem}.{end}")));
    let file = names.filter_map(|name| reader.at(&name)).find(|path| reader.source.has(path)).unwrap_or_default();
    let settings = if file.is_empty() { None } else { reader.script(&file) }.unwrap_or_default();
    // Version 2 passes the settings of the theme to a function.
    let theme = settings.get("themeConfig").or_else(|| settings.get("theme").filter(|theme| theme.is_object()));
    let theme = theme.cloned().unwrap_or_default();
    let root = reader.root.clone();
    let folders = locales::folders(reader, &root);
    let known = settings.get("locales").and_then(Value::as_object);
    let names: Vec<String> = folders
        .into_iter()
        .filter(|name| known.is_some_and(|known| known.keys().any(|key| key.trim_matches('/') == name)))
        .collect();
    let chosen = locales::chosen(reader, if file.is_empty() { &root } else { &file }, &names, "", |name| {
        locales::named(name, None)
    });
    let others: Vec<String> = names.into_iter().filter(|name| *name != chosen).collect();
    let own = |settings: &Value, key: &str| -> Option<Value> {
        let locale = settings.get("locales").and_then(|locales| locales.get(format!("/{chosen}/").replace("//", "/")));
        locale.and_then(|locale| locale.get(key)).or_else(|| settings.get(key)).cloned()
    };
    let (pages, files) = own_pages(reader, &root, &chosen, &others);
    let nav = own(&theme, "navbar").or_else(|| own(&theme, "nav")).unwrap_or_default();
    let given = own(&theme, "sidebar");
    let sidebar = given.clone().filter(|sidebar| sidebar.is_array() || sidebar.is_object());
    let list = VuePressSidebar { reader, file: &file, pages: &pages, root: &root };
    let mut navigation = sidebar.map(|sidebar| list.all(&sidebar, &nav)).unwrap_or_default();
    if navigation.is_empty() {
        reader.computed(&file, "the sidebar follows the folders instead", |path| path.contains("sidebar"));
        let folders = Folders {
            reader,
            by: FolderOrder::IndexFirst,
            order: &["order", "index"],
            label: &[],
            settings: &|_| FolderSettings::default(),
            is_hidden: &|_| false,
        };
        navigation = folders.entries(&paths::plus(&root, &chosen), &files);
    } else {
        reader.computed(&file, super::COMPUTED_LEFT_OUT, |path| path.contains("sidebar"));
    }
    let is_computed = reader.is_computed(&file, |path| path.contains("sidebar"));
    unread::members(reader, &file, "", Some(&settings), KNOWN);
    let of_site = literal::items(settings.get("head"));
    let of_language = own(&settings, "head").unwrap_or_default();
    let added = literal::items(Some(&of_language)).iter().filter(|tag| !of_site.contains(tag));
    unread::head(reader, &file, of_site.iter().chain(added));
    reader.computed(&file, "a part of `head`: left out", |path| path.rsplit('.').next() == Some("head"));
    settings::note_others(reader, &file, &settings, &theme, given.as_ref());
    unread::menus(reader, &file, Some(&nav));
    unread::edit_link(
        reader,
        &file,
        text(&theme, "docsRepo")
            .or_else(|| text(&theme, "repo"))
            .filter(|_| literal::is_true(&theme, "editLinks") || literal::is_true(&theme, "editLink")),
    );
    let texts = |key: &str| own(&settings, key).and_then(|value| value.as_str().map(ToOwned::to_owned));
    let public = paths::plus(&root, ".vuepress/public");
    Project {
        name: texts("title"),
        description: texts("description"),
        base: text(&settings, "base").unwrap_or_default().trim_end_matches('/').to_owned(),
        lang: texts("lang"),
        pages: pages.pages,
        navigation,
        listed_in: is_computed.then(|| "the part of the navigation that can be read without running code".to_owned()),
        public_folders: vec![public.clone(), root.clone()],
        aliases: vec![
            ("@source".to_owned(), root.clone()),
            ("@".to_owned(), settings::working_folder(reader)),
            (String::new(), root.clone()),
        ],
        look: look(&settings, &theme, &nav, &public),
        ..Project::default()
    }
}

/// The pages of the language in the folder `chosen`, and their files. `others`: the folders of other languages.
fn own_pages(reader: &ProjectReader<'_>, root: &str, chosen: &str, others: &[String]) -> (Pages, Vec<String>) {
    let mut pages = Pages::default();
    let mut files = Vec::new();
    for page in reader.pages_below(root) {
        let below = paths::below(&page, root).unwrap_or(&page).to_owned();
        let is_other = others.iter().any(|name| paths::below(&below, name).is_some());
        if is_other || (!chosen.is_empty() && paths::below(&below, chosen).is_none()) {
            continue;
        }
        let stem = paths::stem(&below).unwrap_or(&below);
        let is_index = matches!(paths::name(stem).to_ascii_lowercase().as_str(), "readme" | "index");
        let bare = if is_index { paths::folder(stem) } else { stem };
        let address = reader.field(&page, "permalink").unwrap_or_else(|| bare.to_owned());
        let end = format!("{bare}.html");
        let added = pages.add(&page, &address).named(format!("/{stem}")).named(format!("/{bare}"));
        if !is_index {
            added.also_at(&end);
        }
        files.push(page);
    }
    (pages, files)
}

/// The settings that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "title",
    "description",
    "lang",
    "base",
    "head",
    "locales",
    "themeConfig",
    "theme",
    "dest",
    "temp",
    "cache",
    "public",
    "port",
    "host",
    "bundler",
    "configureWebpack",
    "chainWebpack",
    "markdown",
    "extraWatchFiles",
    "evergreen",
    "shouldPrefetch",
    "patterns",
    "pagePatterns",
    "plugins",
    "debug",
];

struct VuePressSidebar<'a, 's> {
    reader: &'a ProjectReader<'s>,
    /// The file that contains it.
    file: &'a str,
    pages: &'a Pages,
    /// The folder of the pages.
    root: &'a str,
}

impl VuePressSidebar<'_, '_> {
    /// The entries. Several lists become groups, with the titles that the navigation bar gives their URLs, or tabs if it has
    /// a title for each.
    fn all(&self, value: &Value, nav: &Value) -> Vec<NavEntry> {
        let Some(lists) = value.as_object() else { return self.items(literal::items(Some(value)), "/", 0) };
        let mut entries: Vec<NavEntry> = Vec::new();
        let mut titles: BTreeSet<String> = BTreeSet::new();
        for (prefix, list) in lists {
            let mut inner = match list.as_str() {
                // The headings of the page, or the pages of the folder.
                Some(_) => self.folder(prefix),
                None => self.items(literal::items(Some(list)), prefix, 0),
            };
            if lists.len() == 1 || matches!(&inner[..], [NavEntry::Group { .. }]) {
                entries.append(&mut inner);
            } else if !inner.is_empty() {
                let fits = |item: &&Value| text(item, "link").is_some_and(|link| link.starts_with(prefix.as_str()));
                let named = unread::leaves(Some(nav)).into_iter().filter(|_| prefix != "/").find(fits);
                match named.and_then(|item| text(item, "text")) {
                    Some(title) => {
                        titles.insert(title.to_owned());
                        entries.push(NavEntry::group(title, None, inner));
                    }
                    // Readers of the source saw no title above the list.
                    None => entries.append(&mut inner),
                }
            }
        }
        let is_named = |entry: &NavEntry| matches!(entry, NavEntry::Group { title, .. } if titles.contains(title));
        if entries.len() > 1 && entries.len() == titles.len() && entries.iter().all(is_named) {
            return entries.into_iter().map(|entry| entry.of_kind(GroupKind::Tab)).collect();
        }
        entries
    }

    /// The pages of a folder.
    fn folder(&self, prefix: &str) -> Vec<NavEntry> {
        let folder = paths::plus(self.root, prefix.trim_matches('/'));
        let files: Vec<String> =
            self.reader.pages_below(&folder).into_iter().filter(|file| self.pages.has(file)).collect();
        let folders = Folders {
            reader: self.reader,
            by: FolderOrder::IndexFirst,
            order: &["order"],
            label: &[],
            settings: &|_| FolderSettings::default(),
            is_hidden: &|_| false,
        };
        folders.entries(&folder, &files)
    }

    fn items(&self, items: &[Value], base: &str, depth: usize) -> Vec<NavEntry> {
        if depth > DEEPEST {
            self.reader.report_loss(LossKind::Config, self.file, 0, "sidebar", "it is nested too deeply");
            return Vec::new();
        }
        items.iter().filter_map(|item| self.item(item, base, depth)).collect()
    }

    fn item(&self, item: &Value, base: &str, depth: usize) -> Option<NavEntry> {
        if let Some(path) = item.as_str() {
            return self.page(path, base, None);
        }
        // `['/path', 'Title']`
        if let Some([path, title]) = item.as_array().map(Vec::as_slice) {
            return self.page(path.as_str()?, base, title.as_str());
        }
        let title = text(item, "text").or_else(|| text(item, "title"));
        let link = text(item, "link").or_else(|| text(item, "path"));
        let base = text(item, "prefix").map_or_else(|| base.to_owned(), |prefix| joined(base, prefix));
        let Some(children) = item.get("children") else { return self.page(link?, &base, title) };
        let entries = match children.as_str() {
            // The pages of the folder (vuepress-theme-hope).
            Some(_) => self.folder(&base),
            None => self.items(literal::items(Some(children)), &base, depth + 1),
        };
        let page = link.and_then(|link| self.file_at(link, &base));
        let title = title.map(crate::page::title).unwrap_or_default();
        let is_closed = ["collapsable", "collapsible"].iter().find_map(|key| item.get(*key)?.as_bool());
        let look = EntryLook { is_open: is_closed == Some(false), ..EntryLook::of(item) };
        Some(NavEntry::group(title, page, entries).with(look))
    }

    fn page(&self, link: &str, base: &str, title: Option<&str>) -> Option<NavEntry> {
        let title = title.map(crate::page::title);
        if super::is_link(link) {
            return Some(NavEntry::link(title.unwrap_or_else(|| link.to_owned()), link.to_owned()));
        }
        let Some(file) = self.file_at(link, base) else {
            self.reader.report_loss(LossKind::NavigationEntry, self.file, 0, link, "the page does not exist");
            return None;
        };
        Some(NavEntry::page(file, title))
    }

    /// A page by URL path or file, relative to the prefix of its list.
    fn file_at(&self, link: &str, base: &str) -> Option<String> {
        let link = link.split(['#', '?']).next().unwrap_or_default();
        let whole = joined(base, link);
        let bare = whole.trim_matches('/');
        let bare = paths::stem(bare).or_else(|| bare.strip_suffix(".html")).unwrap_or(bare);
        let is_index = matches!(paths::name(bare).to_ascii_lowercase().as_str(), "readme" | "index");
        let address = format!("/{}", if is_index { paths::folder(bare) } else { bare });
        let named = format!("/{bare}");
        let mut pages = self.pages.pages.iter();
        pages
            .find(|page| page.addresses.contains(&address) || page.names.contains(&named))
            .map(|page| page.file.clone())
    }
}

/// A link below a prefix, unless it begins at the root.
fn joined(base: &str, link: &str) -> String {
    let link = link.strip_prefix("./").unwrap_or(link);
    if link.starts_with('/') { link.to_owned() } else { format!("{}/{link}", base.trim_end_matches('/')) }
}

fn look(settings: &Value, theme: &Value, nav: &Value, public: &str) -> Look {
    let place = |path: &str| paths::plus(public, path.trim_start_matches('/'));
    let link = |item: &Value| Some((text(item, "text")?.to_owned(), text(item, "link")?.to_owned()));
    let mut navbar: Vec<(String, String)> = unread::leaves(Some(nav)).into_iter().filter_map(link).collect();
    if let Some(repository) = text(theme, "repo") {
        let address =
            if repository.contains("://") { repository.to_owned() } else { format!("https://github.com/{repository}") };
        navbar.push((super::mkdocs::host_name(&address), address));
    }
    Look {
        logo: [text(theme, "logo").map(place), text(theme, "logoDark").map(place)],
        favicon: unread::icon_of_head(settings.get("head")).map(place),
        navbar,
        ..Look::default()
    }
}
