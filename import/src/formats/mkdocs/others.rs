//! The settings of MkDocs that are not imported.

use crate::formats::{ProjectReader, unread};
use crate::literal::{self, Value, text};
use crate::paths;
use crate::report::LossKind;

/// The settings that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "site_name",
    "site_url",
    "site_description",
    "site_author",
    "repo_url",
    "repo_name",
    "edit_uri",
    "edit_uri_template",
    "docs_dir",
    "site_dir",
    "theme",
    "nav",
    "plugins",
    "markdown_extensions",
    "extra",
    "copyright",
    "exclude_docs",
    "draft_docs",
    "not_in_nav",
    "watch",
    "strict",
    "use_directory_urls",
    "dev_addr",
    "validation",
    "remote_branch",
    "remote_name",
];

/// The plugins that are read, or that readers of the new site do not miss.
const PLUGINS: &[&str] = &[
    "search",
    "redirects",
    "blog",
    "i18n",
    "awesome-pages",
    "awesome-nav",
    "literate-nav",
    "section-index",
    "gen-files",
    "macros",
    "mkdocstrings",
    "autorefs",
    "include-markdown",
    "swagger-ui-tag",
    "render_swagger",
    "mermaid2",
    "git-revision-date",
    "git-revision-date-localized",
    "minify",
    "social",
    "meta",
    "info",
    "offline",
    "privacy",
    "optimize",
    "projects",
    "group",
    "typeset",
    "glightbox",
    "exclude",
    "open-in-new-tab",
    "htmlproofer",
    "linkcheck",
];

/// The features of Material that have a report of their own, or that new sites have as well.
const FEATURES: [&str; 10] = [
    "content.action.edit",
    "content.code.annotate",
    "content.code.copy",
    "content.tabs.link",
    "navigation.footer",
    "navigation.path",
    "navigation.sections",
    "search.highlight",
    "search.suggest",
    "toc.follow",
];

/// The path of edit links that MkDocs takes for a repository without `edit_uri`.
/// <https://www.mkdocs.org/user-guide/configuration/#edit_uri>
fn usual_edit(repository: &str) -> Option<&'static str> {
    let host = paths::origin(repository)?.rsplit('/').next()?;
    match host.trim_start_matches("www.") {
        "github.com" | "gitlab.com" => Some("edit/master/docs/"),
        "bitbucket.org" => Some("src/default/docs/"),
        _ => None,
    }
}

/// Reports the settings that are not imported.
pub(super) fn report(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    unread::members(reader, file, "", Some(settings), KNOWN);
    let theme = settings.get("theme");
    let is_material = theme.and_then(|theme| theme.as_str().or_else(|| text(theme, "name"))) == Some("material");
    let is_edited = literal::items(theme.and_then(|theme| theme.get("features")))
        .iter()
        .any(|feature| feature.as_str() == Some("content.action.edit"));
    let features: Vec<&str> = literal::items(theme.and_then(|theme| theme.get("features")))
        .iter()
        .filter_map(Value::as_str)
        .filter(|feature| !FEATURES.contains(feature))
        .collect();
    if !features.is_empty() {
        let outcome = "left out: they are features of the old theme";
        reader.report_choice(LossKind::Config, file, &format!("theme.features: {}", features.join(", ")), outcome);
    }
    let address = text(settings, "edit_uri").or_else(|| text(settings, "edit_uri_template"));
    let address = address.or_else(|| usual_edit(text(settings, "repo_url")?)).filter(|_| is_edited || !is_material);
    let repository = text(settings, "repo_url").filter(|_| !address.is_some_and(|address| address.contains("://")));
    let address = address.map(|address| match repository {
        Some(repository) => format!("{}/{}", repository.trim_end_matches('/'), address.trim_start_matches('/')),
        None => address.to_owned(),
    });
    unread::edit_link(reader, file, address.as_deref());
    if let Some(folder) = settings.get("theme").and_then(|theme| text(theme, "custom_dir")) {
        let outcome =
            "templates of the theme, which are not read: what they add to pages or change in them is left out";
        reader.report_loss(LossKind::Config, file, 0, format!("theme.custom_dir: {folder}"), outcome);
    }
    if settings.get("extra").and_then(|extra| extra.get("analytics")).is_some_and(|analytics| !analytics.is_null()) {
        let name = "extra.analytics";
        reader.report_loss(LossKind::Config, file, 0, name, unread::outcome(&[name.to_owned()]));
    }
    let others = plugins(settings);
    if !others.is_empty() {
        let outcome = "plugins that are not run: what they make, or change in pages, is left out";
        reader.report_loss(LossKind::Config, file, 0, format!("plugins: {}", others.join(", ")), outcome);
    }
    let palette = literal::items(settings.get("theme").and_then(|theme| theme.get("palette"))).first();
    if palette.is_some_and(|first| text(first, "scheme") == Some("slate") && text(first, "media").is_none()) {
        unread::color_scheme(reader, file, "theme.palette");
    }
}

/// Reports the menu of languages of a site whose other languages are no part of the import.
pub(super) fn report_languages(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    let listed = literal::items(settings.get("extra").and_then(|extra| extra.get("alternate")));
    let named = listed.iter().filter_map(|item| text(item, "name").or_else(|| text(item, "lang")));
    let named: Vec<&str> = named.collect();
    if named.len() > 1 {
        let outcome =
            "the languages of the site: only the one of these pages is imported, and there is no menu of them";
        reader.report_loss(LossKind::Config, file, 0, format!("extra.alternate: {}", named.join(", ")), outcome);
    }
}

/// The names of the plugins that are neither read nor without effect here.
fn plugins(settings: &Value) -> Vec<&str> {
    let list = settings.get("plugins");
    let of_object = list.and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name.as_str());
    let items = list.and_then(Value::as_array).into_iter().flatten();
    let of_items = items.filter_map(|item| match item {
        Value::String(name) => Some(name.as_str()),
        item => item.as_object()?.keys().next().map(String::as_str),
    });
    let is_known = |name: &str| PLUGINS.contains(&name.strip_prefix("material/").unwrap_or(name));
    of_object.chain(of_items).filter(|name| !is_known(name)).collect()
}
