//! Reports the parts of a project that are not read: settings without a counterpart, pages that are programs.

use super::ProjectReader;
use crate::literal::{self, Value, text};
use crate::paths;
use crate::report::{Loss, LossKind};

/// Reports the members of a settings object that are not in `known`, the names that are read or can be ignored. Members
/// that are null or false are skipped. `way` is the path of the object, empty for the whole file.
pub(super) fn members(reader: &ProjectReader<'_>, file: &str, way: &str, value: Option<&Value>, known: &[&str]) {
    let others = others(way, value, known);
    let outcome = outcome(&others);
    names(reader, file, &others, outcome);
}

/// Reports the settings with these names, if there are any. A cut list would not name all of them.
pub(super) fn names(reader: &ProjectReader<'_>, file: &str, names: &[String], outcome: String) {
    if !names.is_empty() {
        let loss = Loss::new(LossKind::Config, file, 0, "", outcome);
        reader.losses.borrow_mut().push(Loss { subject: names.join(", "), ..loss });
    }
}

/// The words in the names of settings and plugins for analytics: what they do, and the services that have a name of their
/// own.
const ANALYTICS: &[&str] = &[
    "analytics",
    "tracking",
    "gtag",
    "gtm",
    "tag manager",
    "integrations",
    "ga4",
    "umami",
    "plausible",
    "matomo",
    "posthog",
    "fathom",
];
/// The hosts of scripts for analytics that `tool.json` has settings for.
const HOSTS: [&str; 8] = [
    "usefathom.com",
    "plausible.io",
    "googletagmanager.com",
    "google-analytics.com",
    "umami",
    "posthog.com",
    "matomo",
    "cloudflareinsights.com",
];
/// The fields of `tool.json` that settings with these words in their names can be replaced by.
const INSTEAD: [(&[&str], &str); 4] = [
    (&["background", "color", "colors"], "colors: see `theme.colors` in `tool.json`"),
    (&["css", "stylesheet", "stylesheets"], "style sheets: see `theme.css` in `tool.json`"),
    (ANALYTICS, "analytics: see `analytics` in `tool.json`"),
    (&["head", "metadata", "script", "scripts", "javascript", "js"], "tags and scripts: see `head` in `tool.json`"),
];

/// What becomes of settings that are not read, with the fields that may replace them.
pub(super) fn outcome(names: &[String]) -> String {
    let words: Vec<String> = names.iter().map(|name| words(name.rsplit('.').next().unwrap_or_default())).collect();
    let has = |wanted: &[&str]| words.iter().any(|words| has_any(words, wanted));
    let hints = INSTEAD.iter().filter(|(wanted, _)| has(wanted)).map(|(_, hint)| *hint);
    std::iter::once("left out").chain(hints).collect::<Vec<_>>().join("; ")
}

/// Whether a setting or a plugin is for analytics, by the words in its name.
pub(super) fn is_analytics(name: &str) -> bool {
    has_any(&words(name), ANALYTICS)
}

/// The words of a name such as `extra_css`, `customCss` or `additional-css`: ` additional css `.
fn words(name: &str) -> String {
    let mut words = String::from(" ");
    for c in name.chars() {
        let is_word = c.is_alphanumeric();
        if (!is_word || c.is_uppercase()) && !words.ends_with(' ') {
            words.push(' ');
        }
        words.extend(c.to_lowercase().filter(|_| is_word));
    }
    words.push(' ');
    words
}

/// Whether words as [`words`] returns them have some of those wanted.
fn has_any(words: &str, wanted: &[&str]) -> bool {
    wanted.iter().any(|wanted| words.contains(&format!(" {wanted} ")))
}

/// The names of unknown members.
pub(super) fn others(way: &str, value: Option<&Value>, known: &[&str]) -> Vec<String> {
    let members = value.and_then(Value::as_object).into_iter().flatten();
    let has_value = |value: &Value| !matches!(value, Value::Null | Value::Bool(false));
    members
        .filter(|(name, value)| !known.contains(&name.as_str()) && has_value(value))
        .map(|(name, _)| if way.is_empty() { name.clone() } else { format!("{way}.{name}") })
        .collect()
}

/// The outcome for settings of a search.
pub(super) const OWN_SEARCH: &str = "left out, since new sites have a search of their own";

/// Reports the edit link: pages have other files now, so its URL would be wrong.
pub(super) fn edit_link(reader: &ProjectReader<'_>, file: &str, address: Option<&str>) {
    if let Some(address) = address {
        let outcome = "the files of pages have other places now; give `editUrl` in `tool.json` their new one";
        reader.report_choice(LossKind::Config, file, &format!("edit links to {address}"), outcome);
    }
}

/// Reports a setting by which a site is light or dark whatever the reader's system is.
pub(super) fn color_scheme(reader: &ProjectReader<'_>, file: &str, setting: &str) {
    let outcome = "pages are light or dark as the reader's system is, and readers can switch";
    reader.report_loss(LossKind::Config, file, 0, setting, outcome);
}

/// Reports the pages of a folder that are programs: only their code defines their content.
pub(super) fn programs(reader: &ProjectReader<'_>, folder: &str, is_page: impl Fn(&str) -> bool) {
    let Some(folder) = reader.at(folder) else { return };
    let is_code = |path: &&str| {
        let end = path.rsplit_once('.').map_or("", |(_, end)| end);
        matches!(end, "js" | "jsx" | "ts" | "tsx" | "astro" | "vue" | "svelte")
    };
    let hidden = |path: &str| path.split('/').any(|part| part.starts_with(['_', '.']) || part == "api");
    for path in reader.source.under(&folder).filter(is_code) {
        let below = paths::below(path, &folder).unwrap_or(path);
        let is_other = below.contains(".module.") || below.contains(".test.") || below.contains(".d.");
        if !hidden(below) && !is_other && is_page(below) {
            reader.report_loss(
                LossKind::File,
                path,
                0,
                paths::name(path),
                "a page written in code, not in Markdown: left out",
            );
        }
    }
}

/// The fields of an item that are its link, in all tools.
const LINKS: [&str; 4] = ["to", "href", "link", "page"];
/// The fields of an item with more items.
const LISTS: [&str; 4] = ["items", "children", "dropdownItemsBefore", "dropdownItemsAfter"];

fn is_link(item: &Value) -> bool {
    LINKS.iter().any(|key| text(item, key).is_some())
}

fn is_menu(item: &Value) -> bool {
    item.get("items").or(item.get("children")).is_some()
}

/// The items of a list, each before those in it.
fn all_items(list: Option<&Value>) -> Vec<&Value> {
    let mut open: Vec<&Value> = literal::items(list).iter().rev().collect();
    let mut out = Vec::new();
    while let Some(item) = open.pop() {
        out.push(item);
        let below = LISTS.iter().flat_map(|key| literal::items(item.get(*key)));
        open.extend(below.rev());
    }
    out
}

/// Reports the titles of menus and columns, whose links are in one list here.
pub(super) fn menus(reader: &ProjectReader<'_>, file: &str, list: Option<&Value>) {
    let menus = all_items(list).into_iter().filter(|item| is_menu(item) && !is_link(item));
    let title = |menu: &Value| {
        let title = ["label", "title", "text", "group", "header"].iter().find_map(|key| text(menu, key))?;
        Some(title.trim().to_owned()).filter(|title| !title.is_empty())
    };
    let titles: Vec<String> = menus.filter_map(title).collect();
    let outcome = match titles.len() {
        0 => return,
        1 => "the title of a menu or of a column of links: its links are kept without it",
        _ => "the titles of menus or of columns of links: their links are kept without them",
    };
    reader.report_loss(LossKind::Config, file, 0, titles.join(", "), outcome);
}

/// The values at a path of keys, which leads through the items of lists.
fn values_at<'v>(root: &'v Value, keys: &[&str]) -> Vec<&'v Value> {
    let mut all = vec![root];
    for key in keys {
        let found = all.into_iter().filter_map(|value| value.get(*key));
        all = found.flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice)).collect();
    }
    all
}

/// The fields of an item that are its title, in all tools.
const TITLES: [&str; 3] = ["text", "label", "title"];

/// Reports the parts of a navigation bar that code computes: `theme` has it in its member `bar`, and `is_own` tells
/// whether a path in the settings is one of this bar. The links of a menu are kept without a title that is computed.
pub(super) fn computed_bar(
    reader: &ProjectReader<'_>,
    file: &str,
    theme: &Value,
    bar: &str,
    is_own: impl Fn(&str) -> bool,
) {
    let is_bar = |path: &str| is_own(path) && path.split('.').any(|part| part == bar);
    // The items whose title has this path and is not known.
    let untitled = |path: &str| {
        let keys: Vec<&str> = path.split('.').skip_while(|part| *part != bar).collect();
        let (title, keys) = keys.split_last()?;
        let mut items = values_at(theme, keys);
        items.retain(|item| item.get(*title).is_some_and(Value::is_null));
        Some(items).filter(|items| TITLES.contains(title) && !items.is_empty())
    };
    let is_menus =
        |path: &str| untitled(path).is_some_and(|items| items.into_iter().all(|item| is_menu(item) && !is_link(item)));
    let is_title = |path: &str| untitled(path).is_some();
    let outcome = "the title of a menu in code, which is not run: its links are kept without it";
    reader.computed(file, outcome, |path| is_bar(path) && is_menus(path));
    let outcome = "a title of the navigation bar in code, which is not run: a link without another title is left out";
    reader.computed(file, outcome, |path| is_bar(path) && is_title(path) && !is_menus(path));
    reader.computed(file, "a part of the navigation bar: left out", |path| is_bar(path) && !is_title(path));
}

/// The items of a list of links; those of a menu replace it, after the menu itself if it is a link.
pub(super) fn leaves(list: Option<&Value>) -> Vec<&Value> {
    all_items(list).into_iter().filter(|item| !is_menu(item) || is_link(item)).collect()
}

/// The titles of the items and menus of a list, in its order.
pub(super) fn titles(list: Option<&Value>) -> Vec<&str> {
    all_items(list).into_iter().filter_map(|item| text(item, "text")).collect()
}

/// The default icon file: the usual names in the folders whose files are served at the root.
pub(super) fn favicon(reader: &ProjectReader<'_>, folders: &[String]) -> Option<String> {
    let names = ["favicon.svg", "favicon.ico", "favicon.png", "icon.svg", "icon.png"];
    let places = folders.iter().flat_map(|folder| names.iter().map(move |name| paths::plus(folder, name)));
    places.into_iter().find(|path| reader.source.has(path))
}

/// Reports tags of `head` with an effect on readers, without the icons.
pub(super) fn head<'v>(reader: &ProjectReader<'_>, file: &str, tags: impl Iterator<Item = &'v Value>) {
    head_of(reader, (file, 0), "head", tags);
}

/// As [`head`], for tags in a setting with another path, at a line of a file.
pub(super) fn head_of<'v>(
    reader: &ProjectReader<'_>,
    (file, line): (&str, u32),
    setting: &str,
    tags: impl IntoIterator<Item = &'v Value>,
) {
    const WITHOUT_EFFECT: [&str; 6] = ["icon", "preconnect", "dns-prefetch", "preload", "prefetch", "modulepreload"];
    let name = |tag: &Value| {
        let parts = tag.as_array()?;
        let name = parts.first()?.as_str()?;
        let rel = parts.get(1).and_then(|attributes| text(attributes, "rel")).unwrap_or_default();
        let is_link = name == "link" && rel.split(' ').any(|word| WITHOUT_EFFECT.contains(&word));
        let own = ["property", "name", "src", "href"].iter().find_map(|key| text(parts.get(1)?, key));
        let own = own.map(|own| format!(" {own}")).unwrap_or_default();
        (!is_link).then(|| format!("<{name}{own}>"))
    };
    let names: Vec<String> = tags.into_iter().filter_map(name).collect();
    if !names.is_empty() {
        let of_analytics = names.iter().any(|name| HOSTS.iter().any(|host| name.contains(host)));
        let settings = ["head", "analytics"].into_iter().take(1 + usize::from(of_analytics));
        let outcome = outcome(&settings.map(ToOwned::to_owned).collect::<Vec<_>>());
        reader.report_loss(LossKind::Config, file, line, format!("{setting}: {}", names.join(", ")), outcome);
    }
}

/// The icon among head tags: `['link', { rel: 'icon', href: '/x.svg' }]`, `{ tag: 'link', attrs: {…} }`.
pub(super) fn icon_of_head(head: Option<&Value>) -> Option<&str> {
    literal::items(head).iter().find_map(|item| {
        let attributes = item.get("attrs").or_else(|| item.as_array()?.get(1))?;
        let is_icon = text(attributes, "rel")?.split(' ').any(|rel| rel == "icon");
        text(attributes, "href").filter(|href| is_icon && !href.contains("://"))
    })
}

#[cfg(test)]
mod tests {
    use super::outcome;

    #[test]
    fn settings_that_are_not_read_name_the_fields_that_replace_them() {
        for (names, expected) in [
            ("hooks", "left out"),
            ("starlight.customCss", "left out; style sheets: see `theme.css` in `tool.json`"),
            ("output.html.additional-css", "left out; style sheets: see `theme.css` in `tool.json`"),
            ("extra_css", "left out; style sheets: see `theme.css` in `tool.json`"),
            ("starlight.head", "left out; tags and scripts: see `head` in `tool.json`"),
            ("themeConfig.gaTrackingId", "left out; analytics: see `analytics` in `tool.json`"),
            (
                "css js header",
                "left out; style sheets: see `theme.css` in `tool.json`; tags and scripts: see `head` in `tool.json`",
            ),
            ("googleTagManager", "left out; analytics: see `analytics` in `tool.json`"),
            ("ahead jsonLd headings tagManagers", "left out"),
        ] {
            let names: Vec<String> = names.split(' ').map(ToOwned::to_owned).collect();
            assert_eq!(outcome(&names), expected);
        }
    }
}
