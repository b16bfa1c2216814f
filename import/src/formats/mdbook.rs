//! mdBook: `book.toml` and `SUMMARY.md` (formats.md 11).

use std::collections::BTreeSet;

use super::gitbook::Book;
use super::{ProjectReader, unread};
use crate::dialects::mathjax;
use crate::literal::{self, Value, text};
use crate::paths;
use crate::project::{Dialect, Look, Project, SourcePage};
use crate::report::LossKind;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let file = reader.at("book.toml").unwrap_or_default();
    let settings = reader.settings(&file).unwrap_or_default();
    let section = |name: &str| settings.get(name).cloned().unwrap_or_default();
    let book_settings = section("book");
    let html = section("output").get("html").cloned().unwrap_or_default();
    let root = reader.at(text(&book_settings, "src").unwrap_or("src")).unwrap_or_else(|| reader.root.clone());
    let summary = [paths::plus(&root, "SUMMARY.md"), paths::plus(&root, "summary.md")];
    let summary = summary.into_iter().find(|path| reader.source.has(path));
    let mut book = Book::new(reader, root.clone(), None, ".html", true);
    let navigation = summary.map(|file| book.navigation(&file)).unwrap_or_default();
    // Without a summary, every file is a page.
    let parts = if navigation.is_empty() { BTreeSet::new() } else { included(reader, &root) };
    book.add_others(&parts);
    let pages = book.pages.pages;
    let redirects = html.get("redirect").and_then(Value::as_object).into_iter().flatten();
    let redirects = redirects.filter_map(|(from, to)| Some((from.clone(), target(from, to.as_str()?, &pages))));
    let redirects = redirects.collect();
    let base = text(&html, "site-url").unwrap_or_default();
    note_others(reader, &file, &settings, &html);
    let hidden = html.get("code").and_then(|code| code.get("hidelines")).and_then(Value::as_object);
    let hidden = hidden.into_iter().flatten();
    let hidden = hidden.filter_map(|(language, start)| Some((language.clone(), start.as_str()?.to_owned())));
    Project {
        hidden_lines: hidden.filter(|(_, start)| !start.is_empty()).collect(),
        name: text(&book_settings, "title").map(ToOwned::to_owned),
        description: text(&book_settings, "description").map(ToOwned::to_owned),
        base: if base.contains("://") { String::new() } else { base.trim_end_matches('/').to_owned() },
        lang: text(&book_settings, "language").map(ToOwned::to_owned),
        pages,
        navigation,
        listed_in: Some("`SUMMARY.md`, which lists what the old site published".to_owned()),
        dialect: Dialect { math: mathjax::is_on(&settings), ..Dialect::default() },
        redirects,
        look: Look {
            navbar: text(&html, "git-repository-url")
                .map(|url| (super::mkdocs::host_name(url), url.to_owned()))
                .into_iter()
                .collect(),
            ..Look::default()
        },
        public_folders: vec![root.clone()],
        aliases: vec![(String::new(), root)],
        ..Project::default()
    }
}

/// The files below a folder that others include: unless the summary lists them, they have no page.
fn included(reader: &ProjectReader<'_>, root: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for file in reader.pages_below(root) {
        let text = reader.source.text(&file).unwrap_or_default();
        for part in text.split("{{#include ").skip(1) {
            let path = part.split(['}', ':', '\n']).next().unwrap_or_default().trim();
            out.extend(paths::join(paths::folder(&file), path).filter(|path| *path != file));
        }
    }
    out
}

/// The settings of `output.html` that are read, or that have no effect on readers.
const KNOWN: &[&str] = &[
    "redirect",
    "site-url",
    "git-repository-url",
    "git-repository-icon",
    "edit-url-template",
    "mathjax-support",
    "default-theme",
    "preferred-dark-theme",
    "search",
    "fold",
    "playground",
    "playpen",
    "print",
    "code",
    "no-section-label",
    "cname",
    "smart-punctuation",
    "curly-quotes",
    "copy-fonts",
    "input-404",
    "hash-files",
    "sidebar-header-nav",
    "definition-lists",
    "admonitions",
];
/// The preprocessors whose directives are converted, or that only check pages.
const PREPROCESSORS: &[&str] = &[
    "links",
    "index",
    "admonish",
    "alerts",
    "callouts",
    "mermaid",
    "katex",
    "toc",
    "pagetoc",
    "linkcheck",
    "last-changed",
];

/// Reports the settings that are not imported.
fn note_others(reader: &ProjectReader<'_>, file: &str, settings: &Value, html: &Value) {
    let mut others = unread::others("output.html", Some(html), KNOWN);
    // Pages draw diagrams without scripts of their own.
    let scripts = literal::items(html.get("additional-js"));
    let is_mermaid = |script: &Value| script.as_str().is_some_and(|path| paths::name(path).starts_with("mermaid"));
    others.retain(|name| name != "output.html.additional-js" || !scripts.iter().all(is_mermaid));
    let outcome = unread::outcome(&others);
    unread::names(reader, file, &others, outcome);
    let programs = unread::others("preprocessor", settings.get("preprocessor"), PREPROCESSORS);
    if !programs.is_empty() {
        reader.report_loss(
            LossKind::CodeImport,
            file,
            0,
            programs.join(", "),
            "programs that change pages: they are not run",
        );
    }
    unread::edit_link(reader, file, text(html, "edit-url-template"));
}

/// The target of a redirect from the root: it is relative to the folder of the old path.
fn target(from: &str, to: &str, pages: &[SourcePage]) -> String {
    if engine::is_external(to) {
        return to.to_owned();
    }
    let (path, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
    let from = from.trim_start_matches('/');
    let rooted = paths::join(paths::folder(from), path).unwrap_or_default();
    let known = |path: &str| pages.iter().any(|page| page.addresses.contains(&format!("/{path}")));
    let bare = path.trim_start_matches('/');
    let path = if known(&rooted) || !known(bare) { rooted } else { bare.to_owned() };
    format!("/{path}{anchor}")
}
