//! The files of a site that are known before any page is read, and the content of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::output::Output;
use super::page::{all_pages_html, not_found_html, page_html};
use super::search::{SEARCH_TEXTS_FILE, texts_file};
use super::{agents, editions, host, navigation, redirects, sitemap};
use crate::Db;
use crate::parse::config::{host_setting, site_texts, theme_setting};
use crate::render::assets::TOOL_ASSETS;
use crate::render::edition_links::page_from_site_root;
use crate::render::favicon::{FAVICON, favicon};
use crate::render::page_markdown::with_history;
use crate::render::playground::{PLAYGROUND_SETTINGS, settings_file};
use crate::render::shell::{ALL_PAGES_ID, OutputOptions};
use crate::render::theme::theme_stylesheet;
use crate::resolve::downloads::{Download, downloads};
use crate::resolve::edition_view::{LLMS, LLMS_FULL};
use crate::resolve::history::page_history;
use crate::resolve::pages::{page_output, pages};
use crate::resolve::project_components::{component_file, project_components};
use crate::resolve::sidebar::sidebar;
use crate::resolve::site_files::{further_files, site_file};
use base::inputs::{File, FileSet};
use base::tree::{JsonWriter, Syntax, YamlWriter};
use openapi::bundle;

/// The source of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputKey {
    /// The HTML of a page.
    Page(File),
    /// The Markdown alternate of a page.
    Markdown(File),
    /// The Markdown alternate next to the page's HTML, for a page that is the index of its folder.
    MarkdownOfIndex(File),
    /// A file of the project, published unchanged.
    Asset(File),
    /// One of the tool's own files, by its index.
    Tool(u8),
    /// The style sheet of the theme.
    Theme,
    /// The bundle of a spec, in one syntax.
    Spec(File, Syntax),
    /// The texts and settings of the request panel.
    PlaygroundSettings,
    /// The texts of the search dialog.
    SearchTexts,
    /// The whole sidebar, for pages that have a part of it.
    Sidebar,
    /// The generated list of all pages.
    AllPages,
    /// The 404 page.
    NotFound,
    /// The page at an old path of `tool.json`.
    Redirect,
    /// The default icon of the site.
    Favicon,
    /// The list of pages for agents.
    Llms,
    /// All pages in one file.
    LlmsFull,
    /// A sitemap, by its number.
    Sitemap(u16),
    /// `robots.txt`.
    Robots,
    /// A file that the project's host reads.
    Host,
}

/// Every file that is known before any page is read, by its path.
#[salsa::tracked(returns(ref))]
pub(crate) fn outputs(db: &dyn Db, set: FileSet) -> BTreeMap<Arc<str>, OutputKey> {
    let mut outputs = BTreeMap::new();
    for (path, key) in listed(db, set) {
        outputs.entry(path).or_insert(key);
    }
    outputs
}

/// Every claim to a path. The first one gets it.
pub(super) fn listed(db: &dyn Db, set: FileSet) -> Vec<(Arc<str>, OutputKey)> {
    let mut all: Vec<(Arc<str>, OutputKey)> = Vec::new();
    let further = further_files(db, set).filter_map(|path| site_file(db, set, path));
    all.extend(further.map(|(path, file)| (path, OutputKey::Asset(file))));
    all.extend(of_pages(db, set));
    all.extend(of_tool(db, set));
    let components = project_components(db, set).files.iter().filter(|&&file| component_file(db, file).is_read);
    let components = components.map(|&file| (file.path(db).clone(), file));
    let assets = pages(db, set).assets.iter().map(|(path, &file)| (path.clone(), file));
    all.extend(components.chain(assets).map(|(path, file)| (path, OutputKey::Asset(file))));
    let redirects = redirects::redirect_paths(db, set);
    all.extend(redirects.into_iter().map(|(path, _)| (path.into(), OutputKey::Redirect)));
    all.extend(made_for_others(db, set));
    if !editions::is_main(db, set) {
        all.retain(|(_, key)| {
            !matches!(key, OutputKey::Tool(_) | OutputKey::NotFound | OutputKey::Robots | OutputKey::Host)
        });
    }
    all
}

/// The pages of the project and their Markdown alternates.
fn of_pages(db: &dyn Db, set: FileSet) -> Vec<(Arc<str>, OutputKey)> {
    let pages = pages(db, set);
    let mut all: Vec<(Arc<str>, OutputKey)> = Vec::with_capacity(2 * pages.by_id.len() + 2);
    for (id, &file) in &pages.by_id {
        all.push((page_output(id).into(), OutputKey::Page(file)));
        all.push((format!("{id}.md").into(), OutputKey::Markdown(file)));
    }
    if !pages.by_id.contains_key("index")
        && let Some((first, _)) = sidebar(db, set).order.first()
        && let Some(&file) = pages.by_id.get(first)
    {
        all.push(("index.html".into(), OutputKey::Page(file)));
        all.push(("index.md".into(), OutputKey::Markdown(file)));
    }
    let is_index = |id: &str, file: File| file.path(db).ends_with("/index.md") && id != "index";
    let indexes = pages.by_id.iter().filter(|(id, file)| is_index(id, **file));
    all.extend(indexes.map(|(id, &file)| (format!("{id}/index.md").into(), OutputKey::MarkdownOfIndex(file))));
    all
}

/// The files that no file of the project replaces.
fn of_tool(db: &dyn Db, set: FileSet) -> Vec<(Arc<str>, OutputKey)> {
    let mut all: Vec<(Arc<str>, OutputKey)> = vec![
        ("404.html".into(), OutputKey::NotFound),
        (page_output(ALL_PAGES_ID).into(), OutputKey::AllPages),
        (SEARCH_TEXTS_FILE.into(), OutputKey::SearchTexts),
        (PLAYGROUND_SETTINGS.into(), OutputKey::PlaygroundSettings),
    ];
    if navigation::is_shared(db, set) {
        all.push((navigation::SIDEBAR_FILE.into(), OutputKey::Sidebar));
    }
    if let Some(sheet) = theme_stylesheet(db, set.config(db)) {
        all.push((sheet.path.as_str().into(), OutputKey::Theme));
    }
    let downloads = downloads(db, set).published.iter();
    all.extend(downloads.map(|Download { path, spec, syntax }| (path.clone(), OutputKey::Spec(*spec, *syntax))));
    all.extend((0..).zip(TOOL_ASSETS.all()).map(|(at, asset)| (asset.path.as_str().into(), OutputKey::Tool(at))));
    all
}

/// The files for agents, search engines and hosts, which files of the project replace.
fn made_for_others(db: &dyn Db, set: FileSet) -> Vec<(Arc<str>, OutputKey)> {
    let mut made: Vec<(Arc<str>, OutputKey)> = vec![
        (LLMS.into(), OutputKey::Llms),
        (LLMS_FULL.into(), OutputKey::LlmsFull),
        (sitemap::ROBOTS.into(), OutputKey::Robots),
        (FAVICON.into(), OutputKey::Favicon),
    ];
    let lists = (0..).zip(sitemap::sitemap_paths(db, set));
    made.extend(lists.map(|(number, path)| (path, OutputKey::Sitemap(number))));
    let host = host_setting(db, set.config(db));
    made.extend(host::paths(host).iter().map(|path| ((*path).into(), OutputKey::Host)));
    made
}

/// A file of [`outputs`].
pub(super) fn listed_output(db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> Option<Output> {
    let &key = outputs(db, set).get(path)?;
    let text = match key {
        OutputKey::Page(file) => page_html(db, set, file, path, options),
        OutputKey::Markdown(file) | OutputKey::MarkdownOfIndex(file) => {
            let text = page_from_site_root(db, file);
            match page_history(db, file) {
                Some(history) => with_history(text, history),
                None => text,
            }
        }
        OutputKey::Asset(file) => return Some(Output::Copy(file.path(db).clone())),
        OutputKey::Tool(place) => TOOL_ASSETS.all().nth(place as usize)?.text.clone(),
        OutputKey::Theme => theme_stylesheet(db, set.config(db)).as_ref()?.text.clone(),
        OutputKey::Spec(spec, Syntax::Json) => bundle::write(db, spec, JsonWriter::default()).finish(),
        OutputKey::Spec(spec, Syntax::Yaml) => bundle::write(db, spec, YamlWriter::default()).finish(),
        OutputKey::PlaygroundSettings => settings_file(db, set),
        OutputKey::SearchTexts => texts_file(db, set),
        OutputKey::Sidebar => navigation::shared(db, set, options),
        OutputKey::AllPages => all_pages_html(db, set, path, options),
        OutputKey::NotFound => not_found_html(db, set, options),
        OutputKey::Redirect => redirects::redirect_html(db, set, path, options)?,
        OutputKey::Favicon => favicon(&site_texts(db, set.config(db)).name, theme_setting(db, set.config(db))),
        OutputKey::Llms => agents::llms(db, set),
        OutputKey::LlmsFull => agents::llms_full(db, set),
        OutputKey::Sitemap(number) => sitemap::sitemap(db, set, number.into()),
        OutputKey::Robots => sitemap::robots(db),
        OutputKey::Host => host::file(db, set, path),
    };
    Some(text.into())
}
