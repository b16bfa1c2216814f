//! The pages of a site as files: those of the project, the list of all pages, and the 404 page.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::models::models_node;
use super::navigation::{self, Beside};
use super::{editions, redirects, site_parts, sitemap};
use crate::Db;
use crate::parse::config::{site_texts, strings};
use crate::parse::frontmatter::{Layout, frontmatter};
use crate::render::assets::{Extra, Extras};
use crate::render::escape::Address;
use crate::render::generated;
use crate::render::page::page_body;
use crate::render::shell::{ALL_PAGES_ID, OutputOptions, PageParts, ProjectScript, TocEntry, page};
use crate::render::spec_links::look_up;
use crate::resolve::history::page_history;
use crate::resolve::links::{asset_address, page_address};
use crate::resolve::page_tree::page_facts;
use crate::resolve::page_tree::page_title;
use crate::resolve::project_components::{component_file, project_components};
use base::inputs::{File, FileSet};

/// A page of the project.
pub(super) fn page_html(db: &dyn Db, set: FileSet, file: File, path: &str, options: OutputOptions) -> String {
    if let Some(html) = redirects::moved_html(db, set, file, path, options) {
        return html;
    }
    let (texts, s) = (site_texts(db, set.config(db)), strings(db, set.config(db)));
    let front = frontmatter(db, file);
    let facts = page_facts(db, file);
    let body = page_body(db, file);
    let html = body.html(db, s);
    let pieces = look_up(db, file, &html.iter().map(AsRef::as_ref).collect::<Vec<_>>());
    let title = page_title(db, file);
    let id = navigation::id_of(db, file);
    let toc = if front.toc && front.layout == Layout::Page {
        let entries = facts.headings.iter().filter(|heading| matches!(heading.level, 2 | 3));
        entries.map(|heading| TocEntry { id: &heading.id, text: &heading.text, level: heading.level }).collect()
    } else {
        Vec::new()
    };
    let canonical = page_address(id);
    let mut around = navigation::around(db, set, id);
    let mut extras = body.extras;
    if front.layout == Layout::Home {
        (around.previous, around.next) = (None, None);
        extras.insert(Extra::Home);
    }
    let seo = site_parts::seo_of(db, set, file, &canonical, &around.breadcrumbs);
    let parts = PageParts {
        output: path,
        title,
        description: front.description.as_deref(),
        layout: front.layout,
        canonical: Some(canonical),
        seo,
        feed_href: sitemap::feed_href(db, set, file),
        site: site_parts::site_parts(db, set, Some(id)),
        edit_href: site_parts::edit_href(db, texts, file),
        history: page_history(db, file).filter(|_| front.layout != Layout::Home),
        asks_feedback: front.layout != Layout::Home,
        is_draft: front.draft,
        editions: editions::around(db, set, Some(id)),
        markdown_href: Address(asset_address(&format!("{id}.md"))),
        sidebar: navigation::on_page(db, set, Beside::Page(id)),
        breadcrumbs: around.breadcrumbs,
        show_title: !body.has_title,
        toc,
        previous: around.previous,
        next: around.next,
        extras,
        project_scripts: project_scripts(db, set, &body.custom),
        body: pieces.iter().map(AsRef::as_ref).collect(),
    };
    page(s, texts, &parts, options)
}

/// The scripts that define these elements, each once, ordered by path.
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

/// The list of all pages.
pub(super) fn all_pages_html(db: &dyn Db, set: FileSet, path: &str, options: OutputOptions) -> String {
    let (texts, s) = (site_texts(db, set.config(db)), strings(db, set.config(db)));
    let nodes = navigation::everything(db, set, models_node(db, set));
    let body = generated::all_pages(s, &nodes);
    let headings = generated::headings(&nodes);
    let mut extras = Extras::default();
    extras.insert(Extra::Index);
    extras.insert(Extra::IndexFilter);
    let parts = PageParts {
        output: path,
        extras,
        toc: headings.iter().map(|(id, text, level)| TocEntry { id, text, level: *level }).collect(),
        title: s.all_pages(),
        editions: editions::around(db, set, Some(ALL_PAGES_ID)),
        canonical: Some(page_address(ALL_PAGES_ID)),
        site: site_parts::site_parts(db, set, None),
        sidebar: navigation::on_page(db, set, Beside::Other),
        body: vec![&body],
        ..PageParts::default()
    };
    page(strings(db, set.config(db)), texts, &parts, options)
}

/// The 404 page.
pub(super) fn not_found_html(db: &dyn Db, set: FileSet, options: OutputOptions) -> String {
    let (texts, s) = (site_texts(db, set.config(db)), strings(db, set.config(db)));
    let body = generated::not_found(s);
    let mut extras = Extras::default();
    extras.insert(Extra::NotFound);
    let parts = PageParts {
        output: "404.html",
        extras,
        title: s.not_found(),
        site: site_parts::site_parts(db, set, None),
        sidebar: navigation::on_page(db, set, Beside::Other),
        body: vec![&body],
        ..PageParts::default()
    };
    page(strings(db, set.config(db)), texts, &parts, options)
}
