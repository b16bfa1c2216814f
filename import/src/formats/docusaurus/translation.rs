//! `i18n/`: translated pages of a content plugin, and translated titles.

use std::collections::BTreeMap;

use super::excluded::Excluded;
use crate::formats::ProjectReader;
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{EditionName, Look, NavEntry};
use crate::report::LossKind;

/// The translation of a content plugin.
pub(super) struct Translation {
    pub(super) locale: String,
    /// The folder of the translated pages.
    pub(super) folder: String,
    /// The translated pages, by the path of the original, which may not exist.
    pub(super) files: BTreeMap<String, String>,
    /// The translated titles of categories, links and pages.
    titles: BTreeMap<String, String>,
}

impl Translation {
    /// The translation of the part `part` of a plugin, such as the pages of a version, whose originals are in a folder, some
    /// of which the plugin excludes. `plugin` is the short name of the plugin after `content-`.
    pub(super) fn of(
        reader: &ProjectReader<'_>,
        locale: &str,
        plugin: &str,
        part: &str,
        (originals, excluded): (&str, &Excluded),
    ) -> Option<Self> {
        let root = reader.at(&format!("i18n/{locale}/docusaurus-plugin-content-{plugin}"))?;
        let folder = paths::plus(&root, part);
        let original = |file: String| Some((paths::plus(originals, paths::below(&file, &folder)?), file));
        let files = excluded.pages_below(reader, &folder).into_iter().filter_map(original).collect();
        let messages = Some(format!("{folder}.json")).filter(|file| reader.source.has(file));
        let messages = messages.and_then(|file| reader.settings(&file)).unwrap_or_default();
        // `sidebar.docs.category.Guides`
        let title = |(key, value): (&String, &Value)| {
            let (_, rest) = key.strip_prefix("sidebar.")?.split_once('.')?;
            let (_, label) = rest.split_once('.')?;
            Some((label.to_owned(), text(value, "message")?.to_owned()))
        };
        let titles = messages.as_object().into_iter().flatten().filter_map(title).collect();
        Some(Self { locale: locale.to_owned(), folder, files, titles })
    }

    /// The page files of an edition: the translated ones, and if the originals are not imported themselves, also those
    /// that are not translated.
    pub(super) fn pages(translation: Option<&Self>, reader: &ProjectReader<'_>, originals: &[String]) -> Vec<String> {
        let Some(translation) = translation else { return originals.to_vec() };
        let untranslated = originals.iter().filter(|file| !translation.files.contains_key(*file));
        let untranslated = untranslated.filter(|_| !reader.choice.has_originals);
        untranslated.chain(translation.files.values()).cloned().collect()
    }

    /// A navigation of originals as one of translated pages and titles.
    pub(super) fn entries(&self, entries: Vec<NavEntry>) -> Vec<NavEntry> {
        let title = |title: String| self.titles.get(&title).cloned().unwrap_or(title);
        let file = |file: String| self.files.get(&file).cloned().unwrap_or(file);
        let entry = |entry: NavEntry| match entry {
            NavEntry::Page { file: original, title: given, look } => {
                let own = file(original.clone());
                let translated = given.as_ref().and_then(|given| self.titles.get(given).cloned());
                // The title of a translated page is translated, too.
                let given = translated.or(given.filter(|_| own == original && !self.is_translated(&original)));
                NavEntry::Page { file: own, title: given, look }
            }
            NavEntry::Group { title: given, look, page, entries } => {
                let (page, entries) = (page.map(file), self.entries(entries));
                NavEntry::Group { title: title(given), look, page, entries }
            }
            NavEntry::Link { title: given, href, look } => NavEntry::Link { title: title(given), href, look },
            other @ (NavEntry::Operation { .. } | NavEntry::Api { .. }) => other,
        };
        entries.into_iter().map(entry).collect()
    }

    fn is_translated(&self, file: &str) -> bool {
        paths::below(file, &self.folder).is_some()
    }
}

/// The language to read, if it is not the main one. Languages without any translated page are reported.
pub(super) fn locale(reader: &ProjectReader<'_>, settings: &Value) -> Option<String> {
    let root = reader.at("i18n")?;
    let i18n = settings.get("i18n").cloned().unwrap_or_default();
    let default = text(&i18n, "defaultLocale").unwrap_or("en");
    let mut names: Vec<&str> = literal::items(i18n.get("locales")).iter().filter_map(Value::as_str).collect();
    for path in reader.source.under(&root) {
        let name = paths::below(path, &root).and_then(|below| below.split_once('/')).map(|(name, _)| name);
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names.retain(|name| *name != default);
    let (translated, untranslated): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(|name| !reader.pages_below(&paths::plus(&root, name)).is_empty());
    // A build downloads them from there.
    let service = ["crowdin.yml", "crowdin.yaml"].into_iter().flat_map(|name| [reader.at(name), Some(name.to_owned())]);
    let service = service.flatten().find(|file| reader.source.has(file));
    let outcome = match service {
        Some(file) => {
            format!("left out: no translated page is in the source; `{file}` names a service that may have them")
        }
        None => "left out: none of its pages is translated".to_owned(),
    };
    for name in untranslated {
        // Without a folder, the settings name it.
        let folder = Some(paths::plus(&root, name)).filter(|folder| reader.source.under(folder).next().is_some());
        reader.report_choice(LossKind::Locale, &folder.unwrap_or_default(), name, &outcome);
    }
    let configs = i18n.get("localeConfigs");
    let named = |name: &str| {
        let config = configs.and_then(|configs| configs.get(name));
        let field = |key: &str| config.and_then(|config| text(config, key)).map(ToOwned::to_owned);
        EditionName { label: field("label"), lang: field("htmlLang"), ..name.into() }
    };
    let all: Vec<EditionName> = std::iter::once(default).chain(translated).map(named).collect();
    let chosen = reader.choose(LossKind::Locale, &root, &all, 0);
    all.into_iter().nth(chosen).map(|one| one.name).filter(|name| name != default)
}

/// The texts of a theme or plugin in a language: `docusaurus-theme-classic/navbar`.
fn messages(reader: &ProjectReader<'_>, locale: &str, name: &str) -> Value {
    let file = reader.first(&[&format!("i18n/{locale}/docusaurus-{name}.json")]);
    file.and_then(|file| reader.settings(&file)).unwrap_or_default()
}

/// A copy of the settings whose navigation bar has translated labels.
pub(super) fn settings(reader: &ProjectReader<'_>, locale: &str, settings: &Value) -> Value {
    let mut out = settings.clone();
    let messages = messages(reader, locale, "theme-classic/navbar");
    let items = out.get_mut("themeConfig").and_then(|theme| theme.get_mut("navbar")?.get_mut("items"));
    let mut open: Vec<&mut Value> = items.into_iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                let key = members.get("label").and_then(Value::as_str).map(|label| format!("item.label.{label}"));
                let message = key.and_then(|key| text(messages.get(key)?, "message"));
                if let Some(message) = message {
                    members.insert("label".to_owned(), message.into());
                }
                open.extend(members.values_mut().filter(|value| value.is_array()));
            }
            _ => {}
        }
    }
    out
}

/// The translated title of a blog, by the short name of its plugin.
pub(super) fn blog_title(reader: &ProjectReader<'_>, locale: &str, plugin: &str) -> Option<String> {
    let messages = messages(reader, locale, &format!("plugin-content-{plugin}/options"));
    text(messages.get("title")?, "message").map(ToOwned::to_owned)
}

/// The links of the footer with translated titles, and its text.
pub(super) fn footer(reader: &ProjectReader<'_>, locale: &str, look: &mut Look) {
    let translate = |links: &mut Vec<(String, String)>, messages: &Value, start: &str| {
        for (title, _) in links {
            let message = messages.get(format!("{start}{title}")).and_then(|value| text(value, "message"));
            if let Some(message) = message {
                message.clone_into(title);
            }
        }
    };
    let footer = messages(reader, locale, "theme-classic/footer");
    translate(&mut look.footer, &footer, "link.item.label.");
    if let Some(copyright) = footer.get("copyright").and_then(|value| text(value, "message")) {
        look.footer_text = Some(crate::page::words_of_html(copyright)).filter(|text| !text.is_empty());
    }
}
