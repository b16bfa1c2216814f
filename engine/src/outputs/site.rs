//! The list of every file of the site, and the bytes of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::models::{has_model_output, model_output, model_paths};
use super::navigation::Beside;
use super::search::{SEARCH_FOLDER, SEARCH_TEXTS_FILE, prepare, search_index, texts_file};
use super::sign_in::{has_sign_in, sign_in_html};
use super::{agents, host, navigation, redirects, site_parts, sitemap};
use crate::parse::config::{docs_folder, host_setting, site_texts, strings, theme_setting};
use crate::parse::frontmatter::{Layout, frontmatter};
use crate::render::assets::{Extra, Extras, TOOL_ASSETS};
use crate::render::diagram::{diagram_of, diagram_paths, drawing, has_drawing};
use crate::render::escape::Address;
use crate::render::favicon::{FAVICON, favicon};
use crate::render::generated;
use crate::render::page::page_body;
use crate::render::page_markdown::page_markdown;
use crate::render::playground::{
    PLAYGROUND_FOLDER, PLAYGROUND_SETTINGS, playground_file, playground_files, settings_file,
};
use crate::render::shell::{ALL_PAGES_ID, OutputOptions, PageParts, ProjectScript, TocEntry, page};
use crate::render::sign_in::SIGN_IN_FILE;
use crate::render::spec_links::look_up;
use crate::render::theme::theme_stylesheet;
use crate::resolve::downloads::{Download, downloads};
use crate::resolve::links::{asset_address, page_address};
use crate::resolve::page_tree::page_facts;
use crate::resolve::pages::{page_title, pages};
use crate::resolve::project_components::{component_file, project_components};
use crate::resolve::sidebar::sidebar;
use crate::resolve::site_files::{further_files, site_file};
use crate::{Database, Db};
use base::inputs::{File, FileSet};
use base::tree::{JsonWriter, Syntax, YamlWriter};
use openapi::bundle;
use openapi::chunks::Chunk;

/// What a file of the site is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputKey {
    /// The HTML of a page.
    Page(File),
    /// The Markdown twin of a page.
    Markdown(File),
    /// A file of the project, published as it is.
    Asset(File),
    /// One of the tool's own files, by its place among them.
    Tool(u8),
    /// The style sheet of the site's look.
    Theme,
    /// The bundle of a spec, in a syntax.
    Spec(File, Syntax),
    /// The texts and settings of the request panel.
    PlaygroundSettings,
    /// The texts of the search dialog.
    SearchTexts,
    /// The whole sidebar, for pages that have a part of it.
    Sidebar,
    /// The generated list of all pages.
    AllPages,
    /// The page for addresses that do not exist.
    NotFound,
    /// The page at an old address of `tool.json`.
    Redirect,
    /// The icon of a site that brings none.
    Favicon,
    /// The list of pages for agents.
    Llms,
    /// All pages in one file.
    LlmsFull,
    /// A list of pages for search engines, by its number.
    Sitemap(u16),
    /// What robots may read.
    Robots,
    /// A file that the project's host reads.
    Host,
}

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The project's file at this path, unchanged.
    Copy(Arc<str>),
}

/// Every path below the output folder, and what is there, but for [`playground_files`], [`search_index`], [`diagrams`],
/// [`model_paths`], the page of [`SIGN_IN_FILE`] and the feed.
#[salsa::tracked(returns(ref))]
pub(crate) fn outputs(db: &dyn Db, set: FileSet) -> BTreeMap<Arc<str>, OutputKey> {
    let mut outputs = BTreeMap::new();
    let pages = pages(db, set);
    for (path, &file) in &pages.assets {
        outputs.insert(path.clone(), OutputKey::Asset(file));
    }
    for &file in &project_components(db, set).files {
        outputs.insert(file.path(db).clone(), OutputKey::Asset(file));
    }
    for (place, asset) in TOOL_ASSETS.all().enumerate() {
        outputs.insert(asset.path.as_str().into(), OutputKey::Tool(place as u8));
    }
    for Download { path, spec, syntax } in &downloads(db, set).published {
        outputs.insert(path.clone(), OutputKey::Spec(*spec, *syntax));
    }
    if let Some(sheet) = theme_stylesheet(db, set.config(db)) {
        outputs.insert(sheet.path.as_str().into(), OutputKey::Theme);
    }
    outputs.insert(PLAYGROUND_SETTINGS.into(), OutputKey::PlaygroundSettings);
    outputs.insert(SEARCH_TEXTS_FILE.into(), OutputKey::SearchTexts);
    if navigation::is_shared(db, set) {
        outputs.insert(navigation::SIDEBAR_FILE.into(), OutputKey::Sidebar);
    }
    outputs.insert(format!("{ALL_PAGES_ID}/index.html").into(), OutputKey::AllPages);
    outputs.insert("404.html".into(), OutputKey::NotFound);
    for (id, &file) in &pages.by_id {
        outputs.insert(page_output(id).into(), OutputKey::Page(file));
        outputs.insert(format!("{id}.md").into(), OutputKey::Markdown(file));
        if file.path(db).ends_with("/index.md") && &**id != "index" {
            outputs.insert(format!("{id}/index.md").into(), OutputKey::Markdown(file));
        }
    }
    if !pages.by_id.contains_key("index")
        && let Some((first, _)) = sidebar(db, set).order.first()
        && let Some(&file) = pages.by_id.get(first)
    {
        outputs.insert("index.html".into(), OutputKey::Page(file));
        outputs.insert("index.md".into(), OutputKey::Markdown(file));
    }
    for path in further_files(site_texts(db, set.config(db)), docs_folder(db, set.config(db))) {
        if let Some((path, file)) = site_file(db, set, path) {
            outputs.insert(path, OutputKey::Asset(file));
        }
    }
    for (path, _) in redirects::redirect_paths(db, set) {
        outputs.entry(path.into()).or_insert(OutputKey::Redirect);
    }
    // An author's file at one of these places is kept.
    for (path, key) in made_for_others(db, set) {
        outputs.entry(path).or_insert(key);
    }
    outputs
}

/// What is made for agents, search engines and hosts.
fn made_for_others(db: &dyn Db, set: FileSet) -> Vec<(Arc<str>, OutputKey)> {
    let mut made: Vec<(Arc<str>, OutputKey)> = vec![
        (agents::LLMS.into(), OutputKey::Llms),
        (agents::LLMS_FULL.into(), OutputKey::LlmsFull),
        (sitemap::ROBOTS.into(), OutputKey::Robots),
        (FAVICON.into(), OutputKey::Favicon),
    ];
    let lists = (0..).zip(sitemap::sitemap_paths(db, set));
    made.extend(lists.map(|(number, path)| (path, OutputKey::Sitemap(number))));
    let host = host_setting(db, set.config(db));
    made.extend(host::paths(host).iter().map(|path| ((*path).into(), OutputKey::Host)));
    made
}

/// Where the page with that id is published.
pub(crate) fn page_output(id: &str) -> String {
    if id == "index" { "index.html".to_owned() } else { format!("{id}/index.html") }
}

/// The paths of the diagrams of all pages: files of the site that are known only when the pages are read.
fn diagrams(db: &Database, set: FileSet) -> Vec<Arc<str>> {
    let by_id: Vec<(&Arc<str>, File)> = pages(db, set).by_id.iter().map(|(id, &file)| (id, file)).collect();
    let paths = by_id.into_par_iter().map_with(db.clone(), |db, (id, file)| diagram_paths(db, id, file));
    paths.flatten_iter().collect()
}

/// The page and the hash of the diagram that is published at that path.
fn diagram_at(db: &dyn Db, set: FileSet, path: &str) -> Option<(File, u64)> {
    let (id, hash) = diagram_of(path)?;
    let file = *pages(db, set).by_id.get(id)?;
    has_drawing(db, file, hash).then_some((file, hash))
}

/// The SVG file of a diagram.
fn diagram_output(db: &dyn Db, set: FileSet, path: &str) -> Option<Output> {
    let (file, hash) = diagram_at(db, set, path)?;
    Some(Output::Bytes(drawing(db, file, hash)?.as_bytes().to_vec()))
}

/// The bytes of one file of the site. None where there is none.
pub(crate) fn output(db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> Option<Output> {
    let Some(&key) = outputs(db, set).get(path) else {
        let model = || model_output(db, set, path, options).map(|text| Output::Bytes(text.into_bytes()));
        return diagram_output(db, set, path)
            .or_else(|| playground_output(db, set, path))
            .or_else(|| Some(Output::Bytes(sign_in_html(db, set, path, options)?.into_bytes())))
            .or_else(|| Some(Output::Bytes(search_file(db, set, path)?.as_bytes().to_vec())))
            .or_else(model)
            .or_else(|| feed_output(db, set, path));
    };
    let text = match key {
        OutputKey::Page(file) => page_html(db, set, file, path, options),
        OutputKey::Markdown(file) => page_markdown(db, file).text(db),
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
        OutputKey::Robots => sitemap::robots(db, set),
        OutputKey::Host => host::file(db, set, path),
    };
    Some(Output::Bytes(text.into_bytes()))
}

/// Every path below the output folder.
pub(crate) fn output_paths(db: &Database, set: FileSet) -> Vec<Arc<str>> {
    let mut paths: Vec<Arc<str>> = outputs(db, set).keys().cloned().collect();
    paths.extend(playground_files(db, set).by_path.keys().cloned());
    paths.extend(has_sign_in(db, set).then(|| SIGN_IN_FILE.into()));
    paths.extend(diagrams(db, set));
    paths.extend(model_paths(db, set));
    prepare(db, set);
    paths.extend(search_index(db, set).by_path.keys().cloned());
    if !outputs(db, set).contains_key(sitemap::FEED) && sitemap::has_feed(db, set) {
        paths.push(sitemap::FEED.into());
    }
    paths.sort();
    paths.dedup();
    paths
}

/// Whether there is a file at a path.
pub(crate) fn has_output(db: &Database, set: FileSet, path: &str) -> bool {
    outputs(db, set).contains_key(path)
        || diagram_at(db, set, path).is_some()
        || playground_chunk(db, set, path).is_some()
        || (path == SIGN_IN_FILE && has_sign_in(db, set))
        || has_search_file(db, set, path)
        || has_model_output(db, set, path)
        || feed_output(db, set, path).is_some()
}

/// A file of the search index. Other paths are told apart before any page is read.
fn search_file<'db>(db: &'db dyn Db, set: FileSet, path: &str) -> Option<&'db Arc<str>> {
    if !path.starts_with(SEARCH_FOLDER) {
        return None;
    }
    search_index(db, set).by_path.get(path)
}

/// Whether the index has a file at that path: what a server asks first, so that all cores make the index.
fn has_search_file(db: &Database, set: FileSet, path: &str) -> bool {
    if path.starts_with(SEARCH_FOLDER) {
        prepare(db, set);
    }
    search_file(db, set, path).is_some()
}

/// The feed. Other paths are told apart before any page is read.
fn feed_output(db: &dyn Db, set: FileSet, path: &str) -> Option<Output> {
    let feed = (path == sitemap::FEED).then(|| sitemap::feed(db, set))?;
    Some(Output::Bytes(feed?.into_bytes()))
}

/// The data of an operation for the request panel.
fn playground_output(db: &dyn Db, set: FileSet, path: &str) -> Option<Output> {
    let chunk = playground_chunk(db, set, path)?;
    Some(Output::Bytes(playground_file(db, chunk).as_bytes().to_vec()))
}

/// The operation whose data is published at a path. Other paths are told apart before any page is read.
fn playground_chunk<'db>(db: &'db dyn Db, set: FileSet, path: &str) -> Option<Chunk<'db>> {
    if !path.starts_with(PLAYGROUND_FOLDER) {
        return None;
    }
    playground_files(db, set).by_path.get(path).copied()
}

fn page_html(db: &dyn Db, set: FileSet, file: File, path: &str, options: OutputOptions) -> String {
    if let Some(html) = redirects::moved_html(db, set, file, path, options) {
        return html;
    }
    let texts = site_texts(db, set.config(db));
    let front = frontmatter(db, file);
    let facts = page_facts(db, file);
    let body = page_body(db, file);
    let pieces = look_up(db, file, &body.html(db));
    let title = page_title(db, file);
    let id = navigation::id_of(db, set, file);
    let is_api = front.layout == Layout::Api;
    let toc = if front.toc && !is_api {
        let entries = facts.headings.iter().filter(|heading| matches!(heading.level, 2 | 3));
        entries.map(|heading| TocEntry { id: &heading.id, text: &heading.text, level: heading.level }).collect()
    } else {
        Vec::new()
    };
    let canonical = page_address(id);
    let around = navigation::around(db, set, id);
    let seo = site_parts::seo_of(db, set, file, &canonical, &around.breadcrumbs);
    let parts = PageParts {
        output: path,
        title,
        description: front.description.as_deref(),
        is_api,
        canonical: Some(canonical),
        seo,
        feed_href: sitemap::feed_href(db, set, file),
        site: site_parts::site_parts(db, set, Some(id)),
        edit_href: site_parts::edit_href(texts, file.path(db)),
        is_draft: front.draft,
        markdown_href: Address(asset_address(&format!("{id}.md"))),
        sidebar: navigation::on_page(db, set, Beside::Page(id)),
        breadcrumbs: around.breadcrumbs,
        show_title: !body.has_title,
        toc,
        previous: around.previous,
        next: around.next,
        extras: body.extras,
        project_scripts: project_scripts(db, set, &body.custom),
        body: pieces.iter().map(AsRef::as_ref).collect(),
    };
    page(strings(db, set.config(db)), texts, &parts, options)
}

/// The scripts that define these elements, each once, in the order of their paths.
fn project_scripts(db: &dyn Db, set: FileSet, names: &[Box<str>]) -> Vec<ProjectScript> {
    if names.is_empty() {
        return Vec::new();
    }
    let known = &project_components(db, set).by_name;
    let files: BTreeMap<&Arc<str>, File> =
        names.iter().filter_map(|name| known.get(name)).map(|&file| (file.path(db), file)).collect();
    let script = |(path, file): (&Arc<str>, File)| ProjectScript {
        href: Address(asset_address(path)),
        loading: if component_file(db, file).is_module() { " type=\"module\"" } else { " defer" },
        version: rapidhash::v3::rapidhash_v3(file.text(db).as_bytes()),
    };
    files.into_iter().map(script).collect()
}

fn all_pages_html(db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> String {
    let (texts, s) = (site_texts(db, set.config(db)), strings(db, set.config(db)));
    let nodes = navigation::everything(db, set);
    let body = generated::all_pages(s, &nodes);
    let headings = generated::headings(&nodes);
    let mut extras = Extras::default();
    extras.insert(Extra::Index);
    let parts = PageParts {
        output: path,
        extras,
        toc: headings.iter().map(|(id, text, level)| TocEntry { id, text, level: *level }).collect(),
        title: s.all_pages(),
        canonical: Some(page_address(ALL_PAGES_ID)),
        site: site_parts::site_parts(db, set, None),
        sidebar: navigation::on_page(db, set, Beside::Other),
        body: vec![&body],
        ..PageParts::default()
    };
    page(strings(db, set.config(db)), texts, &parts, options)
}

fn not_found_html(db: &dyn Db, set: FileSet, options: OutputOptions) -> String {
    let (texts, s) = (site_texts(db, set.config(db)), strings(db, set.config(db)));
    let body = generated::not_found(s);
    let parts = PageParts {
        output: "404.html",
        title: s.not_found(),
        site: site_parts::site_parts(db, set, None),
        sidebar: navigation::on_page(db, set, Beside::Other),
        body: vec![&body],
        ..PageParts::default()
    };
    page(strings(db, set.config(db)), texts, &parts, options)
}
