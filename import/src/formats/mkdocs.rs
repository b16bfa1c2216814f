//! MkDocs, with or without the theme Material: `mkdocs.yml` (formats.md 5).

mod nav;
mod others;

use std::collections::BTreeMap;

use super::folders::is_index;
use super::{Pages, ProjectReader, glob};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{Dialect, EditionName, Look, NavEntry, Project, SourcePage, ThemeColor};
use crate::report::LossKind;
use crate::style_sheet::StyleSheet;

/// The greatest length of a chain of inherited files.
const MOST_INHERITED: usize = 16;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let names = ["mkdocs.yml", "mkdocs.yaml", "zensical.yml", "zensical.yaml", "zensical.toml"];
    let file = reader.first(&names).unwrap_or_default();
    let settings = inherited(reader, &file);
    // In TOML the settings are in a table.
    let settings = settings.get("project").cloned().unwrap_or(settings);
    let docs = reader.at(text(&settings, "docs_dir").unwrap_or("docs")).unwrap_or_else(|| reader.root.clone());
    let has_folders = settings.get("use_directory_urls").and_then(Value::as_bool).unwrap_or(true);
    let site = MkDocsSite { reader, file: &file, settings: &settings, docs: &docs, has_folders };
    let mut left_out = Vec::new();
    let (files, translation) = site.files(&mut left_out);
    let mut pages = Pages::default();
    for page in &files {
        site.add(page, &mut pages);
    }
    let mut navigation = nav::navigation(&site, &files);
    navigation.extend(site.posts(&pages));
    let redirects = site.redirects(&pages);
    if let Some(NamedTranslation { language, files }) = &translation {
        for page in &mut pages.pages {
            page.addresses.iter_mut().for_each(|address| *address = format!("/{language}{address}"));
            if let Some(own) = files.get(&page.file) {
                page.file.clone_from(own);
            }
        }
        translate(&mut navigation, files);
    }
    name_groups(reader, &mut navigation);
    let address = text(&settings, "site_url");
    let base = address.and_then(|address| address.split_once("://")).and_then(|(_, rest)| rest.split_once('/'));
    let (theme_language, extensions) = (
        settings.get("theme").and_then(|theme| text(theme, "language")),
        settings.get("markdown_extensions").cloned().unwrap_or_default(),
    );
    others::report(reader, &file, &settings);
    if site.plugin("i18n").is_none() && site.sibling_names().is_empty() {
        others::report_languages(reader, &file, &settings);
    }
    // Snippet paths are relative to the folder of the settings, or to the extension's base paths.
    let mut aliases: Vec<(String, String)> =
        snippet_folders(reader, &extensions).into_iter().map(|folder| (String::new(), folder)).collect();
    aliases.extend([(String::new(), reader.root.clone()), (String::new(), docs.clone())]);
    let plugins = settings.get("plugins");
    let has_references = ["autorefs", "mkdocstrings"].iter().any(|name| of_list(plugins, name).is_some());
    let is_on = |extension: &str, option: &str| {
        of_list(Some(&extensions), extension).is_some_and(|own| own.get(option).and_then(Value::as_bool) != Some(false))
    };
    Project {
        has_references,
        dialect: Dialect {
            subscripts: is_on("pymdownx.tilde", "subscript"),
            superscripts: is_on("pymdownx.caret", "superscript"),
            ..Dialect::default()
        },
        name: text(&settings, "site_name").map(ToOwned::to_owned),
        description: text(&settings, "site_description").map(crate::report::one_line),
        site: address.map(ToOwned::to_owned),
        base: base
            .map(|(_, path)| format!("/{}", path.trim_matches('/')))
            .filter(|base| base != "/")
            .unwrap_or_default(),
        pages: pages.pages,
        navigation,
        redirects,
        public_folders: vec![docs.clone()],
        aliases,
        lang: theme_language.map(ToOwned::to_owned),
        look: site.look(),
        style_sheet: site.style_sheet(),
        variables: variables(&settings),
        left_out,
        ..Project::default()
    }
}

/// The pages of a language whose names end with it, such as `index.fr.md`, or that are in its own project.
struct NamedTranslation {
    language: String,
    /// By their originals.
    files: BTreeMap<String, String>,
}

/// Replaces pages in a navigation with their translations, which have titles of their own.
fn translate(entries: &mut [NavEntry], files: &BTreeMap<String, String>) {
    for entry in entries {
        match entry {
            NavEntry::Page { file, title, .. } => {
                if let Some(own) = files.get(file) {
                    (*file, *title) = (own.clone(), None);
                }
            }
            NavEntry::Group { page, entries, .. } => {
                if let Some(own) = page.as_ref().and_then(|page| files.get(page)) {
                    *page = Some(own.clone());
                }
                translate(entries, files);
            }
            NavEntry::Link { .. } | NavEntry::Operation { .. } | NavEntry::Api { .. } => {}
        }
    }
}

/// Names groups without a title after their first page, if that is the index of a folder.
fn name_groups(reader: &ProjectReader<'_>, entries: &mut [NavEntry]) {
    for entry in entries {
        let NavEntry::Group { title, entries, .. } = entry else { continue };
        name_groups(reader, entries);
        let Some(NavEntry::Page { file, title: given, .. }) = entries.first().filter(|_| entries.len() > 1) else {
            continue;
        };
        if title.trim().is_empty() && is_index(file) {
            let own = given.clone().or_else(|| reader.field(file, "title"));
            *title = own.or_else(|| reader.facts(file).heading.clone()).unwrap_or_default();
        }
    }
}

/// The settings of a file merged over those that it inherits.
fn inherited(reader: &ProjectReader<'_>, file: &str) -> Value {
    let mut settings = reader.settings(file).unwrap_or_default();
    let mut file = file.to_owned();
    for _ in 0..MOST_INHERITED {
        let Some(parent) = text(&settings, "INHERIT").map(ToOwned::to_owned) else { break };
        if let Some(members) = settings.as_object_mut() {
            members.remove("INHERIT");
        }
        let Some(path) = paths::join(paths::folder(&file), &parent).filter(|path| reader.source.has(path)) else {
            reader.report_missing(LossKind::Config, &file, &parent, "the file is not there");
            break;
        };
        let base = reader.settings(&path).unwrap_or_default();
        settings = merged(base, settings, 0);
        file = path;
    }
    settings
}

/// Merges one value over another: objects member by member.
fn merged(base: Value, over: Value, depth: usize) -> Value {
    match (base, over) {
        (Value::Object(mut base), Value::Object(over)) if depth < literal::DEEPEST => {
            for (key, value) in over {
                let below = base.remove(&key).unwrap_or_default();
                base.insert(key, merged(below, value, depth + 1));
            }
            Value::Object(base)
        }
        (_, over) => over,
    }
}

/// The settings of a plugin or an extension by name: `- name`, `- name: {…}` or a map of them. `null` if it has none.
fn of_list<'v>(list: Option<&'v Value>, name: &str) -> Option<&'v Value> {
    static NONE: Value = Value::Null;
    if let Some(found) = list.and_then(|list| list.get(name)) {
        return Some(found);
    }
    literal::items(list).iter().find_map(|item| match item.as_str() {
        Some(plain) => (plain == name).then_some(&NONE),
        None => item.get(name),
    })
}

/// Whether an extension that reads definition lists is on; settings that are in another file may turn it on.
pub(super) fn has_definitions(settings: &Value) -> bool {
    const EXTENSIONS: [&str; 5] =
        ["def_list", "markdown.extensions.def_list", "extra", "markdown.extensions.extra", "pymdownx.extra"];
    let extensions = settings.get("markdown_extensions");
    settings.get("INHERIT").is_some() || EXTENSIONS.iter().any(|name| of_list(extensions, name).is_some())
}

/// The base paths of snippets.
fn snippet_folders(reader: &ProjectReader<'_>, extensions: &Value) -> Vec<String> {
    let settings = of_list(Some(extensions), "pymdownx.snippets");
    let folders = literal::items(settings.and_then(|settings| settings.get("base_path")));
    folders.iter().filter_map(Value::as_str).filter_map(|folder| reader.at(folder)).collect()
}

/// `extra`, whose values macros insert.
fn variables(settings: &Value) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    if of_list(settings.get("plugins"), "macros").is_some() {
        for (key, value) in settings.get("extra").and_then(Value::as_object).into_iter().flatten() {
            if let Some(value) = value.as_str().map(ToOwned::to_owned).or_else(|| value.as_i64().map(|n| n.to_string()))
            {
                out.insert(key.clone(), value);
            }
        }
    }
    out
}

/// The context that the parts of the reader share.
struct MkDocsSite<'a, 's> {
    reader: &'a ProjectReader<'s>,
    file: &'a str,
    settings: &'a Value,
    /// The folder of the pages.
    docs: &'a str,
    /// Whether a page's URL ends with `/` instead of `.html`.
    has_folders: bool,
}

impl MkDocsSite<'_, '_> {
    fn plugin(&self, name: &str) -> Option<&Value> {
        of_list(self.settings.get("plugins"), name)
    }

    /// The pages, without excluded ones and other languages. Pages whose translations have the name of the language in
    /// theirs are the originals, with these translations.
    fn files(&self, left_out: &mut Vec<String>) -> (Vec<String>, Option<NamedTranslation>) {
        let excluded: Vec<&str> =
            text(self.settings, "exclude_docs").unwrap_or_default().lines().map(str::trim).collect();
        let below = |file: &str| paths::below(file, self.docs).unwrap_or(file).to_owned();
        let mut files = self.reader.pages_below(self.docs);
        let snippets = of_list(self.settings.get("markdown_extensions"), "pymdownx.snippets");
        let inserted = literal::items(snippets.and_then(|snippets| snippets.get("auto_append")));
        let inserted: Vec<&str> = inserted.iter().filter_map(Value::as_str).map(paths::name).collect();
        files.extend(self.reader.underscored_below(self.docs, &inserted));
        let nav_file = self.plugin("literate-nav").map(|plugin| text(plugin, "nav_file").unwrap_or("SUMMARY.md"));
        files.retain(|file| {
            let is_excluded = excluded.iter().any(|pattern| glob::ignores(pattern, &below(file)));
            !is_excluded && nav_file.is_none_or(|name| paths::name(file) != name)
        });
        let unlisted: Vec<&str> =
            text(self.settings, "not_in_nav").unwrap_or_default().lines().map(str::trim).collect();
        let is_unlisted = |file: &&String| unlisted.iter().any(|pattern| glob::ignores(pattern, &below(file)));
        self.reader.hide(files.iter().filter(is_unlisted).cloned());
        let Some(i18n) = self.plugin("i18n") else {
            let translation = self.sibling(&files);
            return (files, translation);
        };
        let languages = literal::items(i18n.get("languages"));
        let named = |language: &Value| {
            let name = text(language, "locale").filter(|name| *name != "null")?;
            Some(EditionName { label: text(language, "name").map(ToOwned::to_owned), ..name.into() })
        };
        let is_named = |language: &&Value| named(language).is_some();
        let default = languages.iter().filter(is_named).position(|language| literal::is_true(language, "default"));
        let names: Vec<EditionName> = languages.iter().filter_map(named).collect();
        let chosen = self.reader.choose(LossKind::Locale, self.file, &names, default.unwrap_or(0));
        let others: Vec<&str> =
            names.iter().enumerate().filter(|(at, _)| *at != chosen).map(|(_, one)| one.name.as_str()).collect();
        let is_folder = text(i18n, "docs_structure") == Some("folder");
        let language = |file: &str| -> Option<&str> {
            others.iter().copied().find(|name| match is_folder {
                true => below(file).starts_with(&format!("{name}/")),
                false => paths::stem(file).is_some_and(|stem| stem.ends_with(&format!(".{name}"))),
            })
        };
        left_out.extend(files.iter().filter(|file| language(file).is_some()).map(|file| below(file)));
        files.retain(|file| language(file).is_none());
        let own = names.get(chosen).filter(|_| !is_folder && Some(chosen) != default);
        let translation = own.map(|own| {
            let original = |file: &String| {
                let (stem, end) = file.rsplit_once('.')?;
                Some((format!("{}.{end}", stem.strip_suffix(&format!(".{}", own.name))?), file.clone()))
            };
            let translated: BTreeMap<String, String> = files.iter().filter_map(original).collect();
            files.retain(|file| !translated.values().any(|own| own == file));
            NamedTranslation { language: own.name.clone(), files: translated }
        });
        (files, translation)
    }

    /// The languages of the projects next to this one, each in a folder named after its language, if this one is such a
    /// project too. They have the same navigation: they have no settings, or inherit those of this project.
    fn sibling_names(&self) -> Vec<&str> {
        let root = &self.reader.root;
        let (above, own) = (paths::folder(root), paths::name(root));
        let docs = paths::below(self.docs, root).filter(|_| crate::language::is_language(own));
        let Some(docs) = docs else { return Vec::new() };
        let source = self.reader.source;
        let pages_of = |name: &str| self.reader.pages_below(&paths::plus(&paths::plus(above, name), docs));
        let mut names: Vec<&str> = source
            .under(above)
            .filter_map(|path| paths::below(path, above)?.split_once('/').map(|(name, _)| name))
            .filter(|name| crate::language::is_language(name) && *name != own)
            .collect();
        names.dedup();
        names.retain(|name| {
            let settings = paths::plus(&paths::plus(above, name), paths::name(self.file));
            let inherits = |text: String| text.lines().any(|line| line.starts_with("INHERIT:"));
            (!source.has(&settings) || source.text(&settings).is_ok_and(inherits)) && !pages_of(name).is_empty()
        });
        names
    }

    /// The translation to read of a project that is one of several next to each other.
    fn sibling(&self, originals: &[String]) -> Option<NamedTranslation> {
        let root = &self.reader.root;
        let (above, own) = (paths::folder(root), paths::name(root));
        let docs = paths::below(self.docs, root)?;
        let pages_of = |name: &str| self.reader.pages_below(&paths::plus(&paths::plus(above, name), docs));
        let names = self.sibling_names();
        if names.is_empty() {
            return None;
        }
        let listed = literal::items(self.settings.get("extra").and_then(|extra| extra.get("alternate")));
        let named = |name: &str| {
            let of_name = |item: &&Value| {
                text(item, "lang") == Some(name)
                    || text(item, "link").is_some_and(|link| link.trim_matches('/') == name)
            };
            // `de - Deutsch` repeats the tag.
            let label = listed.iter().find(of_name).and_then(|item| text(item, "name"));
            let label = label.map(|label| label.strip_prefix(&format!("{name} - ")).unwrap_or(label).to_owned());
            EditionName { label, ..name.into() }
        };
        let names: Vec<EditionName> = std::iter::once(own).chain(names).map(named).collect();
        let chosen = self.reader.choose(LossKind::Locale, self.file, &names, 0);
        let folder = |name: &str| paths::plus(&paths::plus(above, name), docs);
        let language = names.into_iter().nth(chosen).filter(|one| one.name != own)?.name;
        let mut files = BTreeMap::new();
        for file in pages_of(&language) {
            let below = paths::below(&file, &folder(&language)).unwrap_or(&file);
            let original = paths::plus(self.docs, below);
            if originals.contains(&original) {
                files.insert(original, file);
            } else {
                let outcome = "the translation of a page that does not exist: left out";
                self.reader.report_missing(LossKind::File, &file, paths::name(&file), outcome);
            }
        }
        Some(NamedTranslation { language, files })
    }

    /// The URL path of a page without the leading `/`.
    fn address(&self, file: &str) -> String {
        let below = paths::below(file, self.docs).unwrap_or(file);
        let stem = paths::stem(below).unwrap_or(below);
        if let Some(post) = self.post(file, stem) {
            return post;
        }
        let stem = if paths::name(stem).eq_ignore_ascii_case("readme") { paths::folder(stem) } else { stem };
        paths::without_index(stem).to_owned()
    }

    /// The URL path of a blog post: `blog/2024/01/02/title`.
    fn post(&self, file: &str, stem: &str) -> Option<String> {
        let blog = self.plugin("blog").or_else(|| self.plugin("material/blog"))?;
        let folder = text(blog, "blog_dir").unwrap_or("blog");
        let below = paths::below(stem, &paths::plus(folder, "posts"))?;
        let date = self.reader.field(file, "date").or_else(|| self.reader.field(file, "date.created"))?;
        let day = date.get(..10)?.replace('-', "/");
        let title = self.reader.field(file, "slug").or_else(|| self.reader.field(file, "title"));
        let title = title.or_else(|| self.reader.facts(file).heading.clone());
        let slug = title.map_or_else(|| paths::name(below).to_owned(), |title| paths::slug(&title));
        Some(format!("{folder}/{day}/{slug}"))
    }

    /// The blog posts, which the old site listed itself, newest first.
    fn posts(&self, pages: &Pages) -> Option<NavEntry> {
        let blog = self.plugin("blog").or_else(|| self.plugin("material/blog"))?;
        let folder = format!("{}/", text(blog, "blog_dir").unwrap_or("blog"));
        let is_post = |page: &&SourcePage| {
            page.file.contains("/posts/")
                && page.id.strip_prefix(&folder).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let mut posts: Vec<&SourcePage> = pages.pages.iter().filter(is_post).collect();
        posts.sort_by(|left, right| right.id.cmp(&left.id));
        let entry = |page: &&SourcePage| NavEntry::page(page.file.clone(), None);
        let entries: Vec<NavEntry> = posts.iter().map(entry).collect();
        let title = "Posts".to_owned();
        (!entries.is_empty()).then_some(NavEntry::group(title, None, entries))
    }

    fn add(&self, file: &str, pages: &mut Pages) {
        let address = self.address(file);
        let below = paths::below(file, self.docs).unwrap_or(file);
        let page = pages.add(file, &address);
        page.named(format!("/{}", paths::stem(below).unwrap_or(below)));
        if !self.has_folders && !address.is_empty() {
            page.also_at(&format!("{address}.html"));
        }
    }

    /// The plugin's `redirect_maps`: files to files or URLs.
    fn redirects(&self, pages: &Pages) -> Vec<(String, String)> {
        let maps = self.plugin("redirects").and_then(|plugin| plugin.get("redirect_maps")).and_then(Value::as_object);
        let mut out = Vec::new();
        for (from, to) in maps.into_iter().flatten() {
            let Some(to) = to.as_str() else { continue };
            let old = paths::without_index(paths::stem(from).unwrap_or(from));
            let (path, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
            let file = paths::join(self.docs, path).unwrap_or_default();
            let page = pages.of_file(&file);
            let to = page.and_then(|page| page.addresses.first()).map(|address| format!("{address}{anchor}"));
            out.push((format!("/{old}"), to.unwrap_or_else(|| path.to_owned())));
        }
        out
    }

    /// The style sheets in `extra_css`.
    fn style_sheet(&self) -> StyleSheet {
        let listed = literal::items(self.settings.get("extra_css")).iter().filter_map(Value::as_str);
        let files = listed.filter_map(|path| paths::join(self.docs, path));
        StyleSheet::read(files.filter_map(|file| self.reader.source.text(&file).ok()))
    }

    fn look(&self) -> Look {
        let theme = self.settings.get("theme").cloned().unwrap_or_default();
        let file = |key: &str| text(&theme, key).and_then(|path| paths::join(self.docs, path));
        let social = self.settings.get("extra").and_then(|extra| extra.get("social"));
        let link = |item: &Value| {
            // `octicons/mark-github-24` names its style and size.
            let plain = |icon: &str| -> String {
                let bare = icon.trim_end_matches("-24").trim_end_matches("-16");
                paths::words(bare.strip_prefix("mark-").unwrap_or(bare))
            };
            let icon = text(item, "icon").map(|icon| plain(paths::name(icon)));
            let title = text(item, "name").map(ToOwned::to_owned).or(icon)?;
            Some((title, text(item, "link")?.to_owned()))
        };
        let repository = text(self.settings, "repo_url").map(|address| {
            let name = text(self.settings, "repo_name").map_or_else(|| host_name(address), ToOwned::to_owned);
            (name, address.to_owned())
        });
        let copyright = text(self.settings, "copyright").map(crate::page::title).filter(|text| !text.is_empty());
        Look {
            accent: accents(&theme),
            logo: [file("logo"), None],
            favicon: file("favicon"),
            navbar: repository.into_iter().collect(),
            footer: literal::items(social).iter().filter_map(link).collect(),
            footer_text: copyright,
            announcement: None,
            ..Look::default()
        }
    }
}

/// The label that MkDocs gives a repository link: GitHub for `https://github.com/…`, or else the first label of the
/// host.
pub(super) fn host_name(address: &str) -> String {
    let host = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = host.split('/').next().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let name = paths::words(host.split('.').next().unwrap_or_default());
    if name.is_empty() { "Repository".to_owned() } else { name }
}

/// The primary colors of Material's palettes for light and for dark pages, if one of them has such a color.
fn accents(theme: &Value) -> [Option<ThemeColor>; 2] {
    // A palette that follows the system takes its colors from the others.
    let follows = |palette: &Value| text(palette, "media") == Some("(prefers-color-scheme)");
    let palettes: Vec<&Value> =
        literal::items(theme.get("palette")).iter().filter(|palette| !follows(palette)).collect();
    if palettes.iter().all(|palette| text(palette, "primary").is_none()) {
        return [None, None];
    }
    let is_dark = |palette: &Value| text(palette, "scheme") == Some("slate");
    [false, true].map(|dark| palettes.iter().find(|palette| is_dark(palette) == dark).map(|palette| primary(palette)))
}

/// The primary color of a palette of Material, which names it.
fn primary(palette: &Value) -> ThemeColor {
    let colors = [
        ("red", "#ef5552"),
        ("pink", "#e92063"),
        ("purple", "#ab47bd"),
        ("deep purple", "#7e56c2"),
        ("indigo", "#4051b5"),
        ("blue", "#2094f3"),
        ("light blue", "#02a6f2"),
        ("cyan", "#00bdd6"),
        ("teal", "#009485"),
        ("green", "#4cae4f"),
        ("light green", "#8bc34b"),
        ("lime", "#cbdc38"),
        ("yellow", "#ffec3d"),
        ("amber", "#ffc105"),
        ("orange", "#ffa724"),
        ("deep orange", "#ff6e42"),
        ("brown", "#795649"),
        ("grey", "#757575"),
        ("blue grey", "#546d78"),
    ];
    let (word, name) = match text(palette, "primary") {
        Some(name) => (name, name.replace('-', " ")),
        // The default.
        None => ("palette", "indigo".to_owned()),
    };
    let value = colors.iter().find(|(known, _)| *known == name).map_or(word, |(_, color)| *color);
    ThemeColor { word: word.to_owned(), value: value.to_owned() }
}
