//! The settings of VuePress that are not read, and the folder that `@` represents in `<<< @/file`.

use super::super::{ProjectReader, unread};
use crate::literal::{self, Value};
use crate::paths;
use crate::report::LossKind;

/// The settings of the default themes that are read, or that have no effect on readers. Texts of the interface are in
/// `Label`, `Text` and similar names.
const KNOWN_OF_THEME: &[&str] = &[
    "sidebar",
    "nav",
    "navbar",
    "logo",
    "logoDark",
    "repo",
    "docsRepo",
    "docsDir",
    "docsBranch",
    "editLink",
    "editLinks",
    "editLinkPattern",
    "lastUpdated",
    "contributors",
    "smoothScroll",
    "activeHeaderLinks",
    "displayAllHeaders",
    "nextLinks",
    "prevLinks",
    "search",
    "searchMaxSuggestions",
    "locales",
    "selectLanguageName",
    "home",
];
/// The plugins whose work every new site does, or that only concern the build.
const KNOWN_PLUGINS: &[&str] = &[
    "active-header-links",
    "back-to-top",
    "container",
    "docsearch",
    "flowchart",
    "git",
    "last-updated",
    "medium-zoom",
    "nprogress",
    "palette",
    "prismjs",
    "register-components",
    "search",
    "shiki",
    "sitemap",
    "theme-data",
];

/// Reports the settings that are not imported. `sidebar` is that of the language.
pub(super) fn note_others(
    reader: &ProjectReader<'_>,
    file: &str,
    settings: &Value,
    theme: &Value,
    sidebar: Option<&Value>,
) {
    let mut theme = theme.clone();
    if let Some(members) = theme.as_object_mut() {
        const ENDS: [&str; 4] = ["Label", "Text", "Title", "Message"];
        members.retain(|name, _| !ENDS.iter().any(|end| name.ends_with(end)));
    }
    unread::members(reader, file, "themeConfig", Some(&theme), KNOWN_OF_THEME);
    let is_algolia = |path: &str| path.ends_with("themeConfig.algolia");
    reader.computed(file, unread::OWN_SEARCH, is_algolia);
    let plugins = plugins(settings.get("plugins"));
    if !plugins.is_empty() {
        let outcome = "plugins, which may change pages: they are not run";
        reader.report_loss(LossKind::CodeImport, file, 0, format!("plugins: {}", plugins.join(", ")), outcome);
    }
    note_automatic(reader, file, sidebar);
}

/// Reports sidebars that show the headings of the current page.
fn note_automatic(reader: &ProjectReader<'_>, file: &str, sidebar: Option<&Value>) {
    let is_auto = |value: &Value| matches!(value.as_str(), Some("auto" | "heading"));
    let outcome = "a sidebar of the headings of each page: they are in the table of contents, and the pages are listed";
    match sidebar {
        Some(value) if is_auto(value) => reader.report_choice(LossKind::Config, file, "sidebar: auto", outcome),
        Some(Value::Object(lists)) => {
            for (prefix, _) in lists.iter().filter(|(_, list)| is_auto(list)) {
                reader.report_choice(LossKind::Config, file, &format!("sidebar of {prefix}: auto"), outcome);
            }
        }
        _ => {}
    }
}

/// The names of plugins whose work is lost: of names, of lists `[name, options]`, and of an object by names.
fn plugins(list: Option<&Value>) -> Vec<String> {
    let names: Vec<&str> = match list {
        Some(Value::Object(members)) => {
            let is_on = |value: &Value| *value != Value::Bool(false);
            members.iter().filter(|(_, value)| is_on(value)).map(|(name, _)| name.as_str()).collect()
        }
        list => literal::items(list).iter().filter_map(name_of).collect(),
    };
    let mut out: Vec<String> = Vec::new();
    for name in names {
        let short = name.strip_prefix("@vuepress/").unwrap_or(name);
        let short = short.strip_prefix("vuepress-").unwrap_or(short);
        let short = short.strip_prefix("plugin-").unwrap_or(short);
        if !KNOWN_PLUGINS.contains(&short) && !out.iter().any(|known| known == name) {
            out.push(name.to_owned());
        }
    }
    out
}

/// The name of a plugin in a list; `None` for one that is switched off or given as code.
fn name_of(item: &Value) -> Option<&str> {
    match item {
        Value::Array(pair) if pair.get(1) == Some(&Value::Bool(false)) => None,
        Value::Array(pair) => pair.first()?.as_str(),
        item => item.as_str(),
    }
}

/// The folder where VuePress is run, which `@` represents: the nearest one around the pages whose `package.json` has a script
/// that runs it. The folder of the pages if no such file exists.
pub(super) fn working_folder(reader: &ProjectReader<'_>) -> String {
    let mut folder = reader.root.as_str();
    loop {
        let file = paths::plus(folder, "package.json");
        let settings = reader.source.text(&file).ok().and_then(|text| literal::json(&text).ok());
        let scripts = settings.as_ref().and_then(|settings| settings.get("scripts")).and_then(Value::as_object);
        let runs = |script: &Value| {
            script.as_str().is_some_and(|script| script.split_whitespace().any(|word| word.starts_with("vuepress")))
        };
        if scripts.is_some_and(|scripts| scripts.values().any(runs)) {
            return folder.to_owned();
        }
        if folder.is_empty() {
            return reader.root.clone();
        }
        folder = paths::folder(folder);
    }
}
