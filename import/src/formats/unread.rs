//! Reports the parts of a project that are not read: settings without a counterpart, pages that are programs.

use super::ProjectReader;
use crate::literal::{self, Value, text};
use crate::paths;
use crate::report::LossKind;

/// Reports the members of a settings object that are not in `known`, the names that are read or can be ignored. Members
/// that are null or false are skipped. `way` is the path of the object, empty for the whole file.
pub(super) fn members(reader: &ProjectReader<'_>, file: &str, way: &str, value: Option<&Value>, known: &[&str]) {
    let others = others(way, value, known);
    if !others.is_empty() {
        reader.report_loss(LossKind::Config, file, 0, others.join(", "), "no counterpart: omitted");
    }
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

/// The items of a list of links; those of a menu replace it, after the menu itself if it is a link.
pub(super) fn leaves(list: Option<&Value>) -> Vec<&Value> {
    const LISTS: [&str; 3] = ["items", "dropdownItemsBefore", "dropdownItemsAfter"];
    let mut open: Vec<&Value> = literal::items(list).iter().rev().collect();
    let mut out = Vec::new();
    while let Some(item) = open.pop() {
        let is_menu = item.get("items").is_some();
        if !is_menu || ["to", "href", "link"].iter().any(|key| text(item, key).is_some()) {
            out.push(item);
        }
        let below = LISTS.iter().flat_map(|key| literal::items(item.get(*key)));
        open.extend(below.rev());
    }
    out
}

/// The default icon file: the usual names in the folders whose files are served at the root.
pub(super) fn favicon(reader: &ProjectReader<'_>, folders: &[String]) -> Option<String> {
    let names = ["favicon.svg", "favicon.ico", "favicon.png", "icon.svg", "icon.png"];
    let places = folders.iter().flat_map(|folder| names.iter().map(move |name| paths::plus(folder, name)));
    places.into_iter().find(|path| reader.source.has(path))
}

/// The icon among head tags: `['link', { rel: 'icon', href: '/x.svg' }]`, `{ tag: 'link', attrs: {…} }`.
pub(super) fn icon_of_head(head: Option<&Value>) -> Option<&str> {
    literal::items(head).iter().find_map(|item| {
        let attributes = item.get("attrs").or_else(|| item.as_array()?.get(1))?;
        let is_icon = text(attributes, "rel")?.split(' ').any(|rel| rel == "icon");
        text(attributes, "href").filter(|href| is_icon && !href.contains("://"))
    })
}
