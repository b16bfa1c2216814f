//! The parts of a Docusaurus project that are not imported: settings, plugins, analytics, style sheets, code of pages.

use super::{ONLY_VERSIONS, instances, last_key, settings_of, short_name};
use crate::formats::{ProjectReader, unread};
use crate::literal::{self, Value, text};
use crate::presence::IN_CODE;
use crate::report::LossKind;

/// The settings that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "title",
    "tagline",
    "url",
    "baseUrl",
    "baseUrlIssueBanner",
    "favicon",
    "i18n",
    "presets",
    "plugins",
    "themes",
    "themeConfig",
    "organizationName",
    "projectName",
    "deploymentBranch",
    "githubHost",
    "githubPort",
    "trailingSlash",
    "onBrokenLinks",
    "onBrokenAnchors",
    "onBrokenMarkdownLinks",
    "onDuplicateRoutes",
    "noIndex",
    "future",
    "markdown",
    "staticDirectories",
    "stylesheets",
    "titleDelimiter",
    "storage",
    "ssrTemplate",
    "webpack",
    "$schema",
];
/// The settings of `themeConfig` that are read or have no effect on readers. Code colors need no settings.
const KNOWN_OF_THEME: &[&str] = &[
    "navbar",
    "footer",
    "announcementBar",
    "colorMode",
    // Below `themeConfig` itself, these have no effect.
    "disableSwitch",
    "respectPrefersColorScheme",
    "prism",
    "docs",
    "blog",
    "mermaid",
    "algolia",
    "typesense",
    "zoom",
];
/// The options of the classic preset that are read or have no effect on readers. `theme` has options of its own.
const KNOWN_OF_PRESET: &[&str] = &["docs", "blog", "pages", "theme", "sitemap", "svgr", "debug"];
/// The short names of the plugins and themes that are read, whose syntax is converted, or that have no effect on readers.
const PLUGINS: &[&str] = &[
    "classic",
    "content-docs",
    "content-blog",
    "content-pages",
    "client-redirects",
    "openapi-docs",
    "redocusaurus",
    "sitemap",
    "svgr",
    "debug",
    "css-cascade-layers",
    "ideal-image",
    "image-zoom",
    "zooming",
    "sass",
    "rsdoctor",
    "theme-classic",
    "theme-mermaid",
    "theme-live-codeblock",
    "theme-openapi-docs",
    "theme-redoc",
];

/// Reports the parts of the project that are not imported.
pub(super) fn report(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    unread::members(reader, file, "", Some(settings), KNOWN);
    unread::members(reader, file, "themeConfig", settings.get("themeConfig"), KNOWN_OF_THEME);
    let links = ["docs", "blog"].into_iter().flat_map(|part| instances(settings, part));
    let mut links = links.filter_map(|options| text(&options, "editUrl").map(ToOwned::to_owned));
    unread::edit_link(reader, file, links.next().as_deref());
    let outcome = "edit links are not carried over; give `editUrl` in `tool.json` a pattern";
    reader.computed(file, outcome, |path| last_key(path) == "editUrl");
    reader.computed(file, "all versions are imported", |path| last_key(path) == ONLY_VERSIONS);
    reader.computed(file, "the newest released version is the main one", |path| last_key(path) == "lastVersion");
    let outcome = "the version keeps its own name and path";
    reader.computed(file, outcome, |path| last_key(path) == "versions" || path.contains(".versions."));
    note_preset(reader, file, settings);
    note_plugins(reader, file, settings);
    note_search(reader, file, settings);
    let theme = settings.get("themeConfig").cloned().unwrap_or_default();
    unread::computed_bar(reader, file, &theme, "navbar", |path| path.starts_with("themeConfig."));
    note_redirects(reader, file);
    note_extensions(reader, file, settings);
    note_plugins_of_pages(reader, file);
    note_color_scheme(reader, file, settings);
    note_footer(reader, file, settings);
    unread::programs(reader, "src/pages", |_| true);
}

/// Reports the options of the classic preset that are not read: analytics and style sheets.
fn note_preset(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    for options in settings_of(settings, "classic") {
        unread::members(reader, file, "", Some(options), KNOWN_OF_PRESET);
        unread::members(reader, file, "theme", options.get("theme"), &[]);
    }
    let outcome = unread::outcome(&["customCss".to_owned()]);
    reader.computed(file, &outcome, |path| path == "presets.theme" || path == "presets.theme.customCss");
}

/// Reports the plugins and themes that are not read. Those for a search are reported with it.
fn note_plugins(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    let (mut others, mut analytics) = (Vec::new(), Vec::new());
    for name in extensions(settings).filter(|name| !PLUGINS.contains(&short_name(name)) && !is_search(name)) {
        let list = if unread::is_analytics(name) { &mut analytics } else { &mut others };
        if !list.contains(&name) {
            list.push(name);
        }
    }
    if !analytics.is_empty() {
        let outcome = unread::outcome(&["analytics".to_owned()]);
        reader.report_loss(LossKind::Config, file, 0, format!("plugins: {}", analytics.join(", ")), outcome);
    }
    if !others.is_empty() {
        let outcome = "plugins that are not run: what they make, or change in pages, is left out";
        reader.report_loss(LossKind::Config, file, 0, format!("plugins: {}", others.join(", ")), outcome);
    }
    let outcome = "a plugin or its options in code, which is not run: left out";
    reader.computed(file, outcome, |path| matches!(path, "plugins" | "presets" | "themes"));
}

/// The names of the plugins, presets and themes, as the settings write them.
fn extensions(settings: &Value) -> impl Iterator<Item = &str> {
    let lists = ["plugins", "presets", "themes"].iter().flat_map(|key| literal::items(settings.get(key)));
    lists.filter_map(|item| item.as_array().map_or(Some(item), |parts| parts.first())?.as_str())
}

/// Whether a plugin or theme adds a search, by its name.
fn is_search(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "search" | "lunr" | "algolia" | "docsearch"))
}

/// Reports the settings and plugins of a search, which new sites have without them.
fn note_search(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    let theme = settings.get("themeConfig");
    let has = |key: &&str| theme.and_then(|theme| theme.get(*key)).is_some_and(|value| !value.is_null());
    let of_theme = ["algolia", "typesense"].into_iter().filter(has).map(|key| format!("themeConfig.{key}"));
    let plugins = extensions(settings).filter(|name| is_search(name)).map(ToOwned::to_owned);
    for subject in of_theme.chain(plugins) {
        reader.report_choice(LossKind::Config, file, &subject, unread::OWN_SEARCH);
    }
}

/// Reports the redirects that `plugin-client-redirects` makes of the ends of addresses.
fn note_extensions(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    for options in settings_of(settings, "client-redirects") {
        for key in ["fromExtensions", "toExtensions"] {
            let ends: Vec<&str> = literal::items(options.get(key)).iter().filter_map(Value::as_str).collect();
            if !ends.is_empty() {
                let outcome = "addresses with such an end are not redirected";
                reader.report_loss(LossKind::Redirect, file, 0, format!("{key}: {}", ends.join(", ")), outcome);
            }
        }
    }
}

/// Reports the redirects that code computes: `createRedirects`, and computed parts of the list of redirects.
fn note_redirects(reader: &ProjectReader<'_>, file: &str) {
    let Some(found) = reader.evaluated(file, None) else { return };
    let is_redirect = |path: &str| path.split('.').any(|key| matches!(key, "redirects" | "createRedirects"));
    for part in found.computed.iter().filter(|part| is_redirect(&part.path)) {
        reader.report_loss(LossKind::Redirect, &part.file, part.line, &part.source, IN_CODE);
    }
}

/// Reports the plugins that change the text of pages when the old site is built, except those whose syntax is converted.
fn note_plugins_of_pages(reader: &ProjectReader<'_>, file: &str) {
    const CONVERTED: [&str; 5] = ["math", "katex", "npm2yarn", "gfm", "directive"];
    let Some(found) = reader.evaluated(file, None) else { return };
    for part in &found.computed {
        let lists = ["remarkPlugins", "rehypePlugins", "beforeDefaultRemarkPlugins", "beforeDefaultRehypePlugins"];
        let words = format!("{} {}", part.source, part.reason).to_lowercase();
        if lists.contains(&last_key(&part.path)) && !CONVERTED.iter().any(|name| words.contains(name)) {
            let outcome = format!("it may change pages when the old site is built, and is not run: {}", part.reason);
            reader.report_loss(LossKind::Config, &part.file, part.line, &part.source, outcome);
        }
    }
}

/// Reports `colorMode` if it does not follow the system of the reader.
fn note_color_scheme(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    let mode = settings.get("themeConfig").and_then(|theme| theme.get("colorMode"));
    let is_dark = mode.is_some_and(|mode| text(mode, "defaultMode") == Some("dark"));
    let is_fixed = mode.is_some_and(|mode| literal::is_true(mode, "disableSwitch"));
    if is_fixed || is_dark && !mode.is_some_and(|mode| literal::is_true(mode, "respectPrefersColorScheme")) {
        unread::color_scheme(reader, file, "themeConfig.colorMode");
    }
}

/// Reports the parts of the navigation bar and of the footer that are not texts or links.
fn note_footer(reader: &ProjectReader<'_>, file: &str, settings: &Value) {
    let theme = settings.get("themeConfig").cloned().unwrap_or_default();
    let footer = theme.get("footer").cloned().unwrap_or_default();
    reader.computed(file, "left out", |path| path == "themeConfig.footer.copyright");
    if text(&footer, "copyright").is_some_and(|html| crate::page::first_attribute(html, "href").is_some()) {
        let outcome = "its text is kept without the links in it";
        reader.report_loss(LossKind::Config, file, 0, "themeConfig.footer.copyright", outcome);
    }
    if footer.get("logo").is_some_and(|logo| !logo.is_null()) {
        reader.report_loss(LossKind::Config, file, 0, "themeConfig.footer.logo", "the logo of the footer: left out");
    }
    unread::menus(reader, file, theme.get("navbar").and_then(|navbar| navbar.get("items")));
    unread::menus(reader, file, footer.get("links"));
}
