//! Navigation in code: a module with lists of entries that other code of a Fumadocs site shows.

use std::collections::{BTreeMap, BTreeSet};

use super::super::generic::LiteralSidebar;
use super::super::{Pages, ProjectReader, unlisted};
use crate::literal::Value;
use crate::paths;
use crate::project::NavEntry;
use crate::report::{LossKind, Origin};

/// The most code files that are searched.
const MOST_FILES: usize = 2_000;
/// The fewest pages that a module names if it has a navigation.
const FEWEST_PAGES: usize = 3;
/// The members of entries that may be computed, since they are not read.
const UNREAD: [&str; 5] = ["icon", "badge", "description", "isNew", "className"];

/// The navigation of a module.
pub(super) struct CodeNavigation {
    pub(super) file: String,
    pub(super) entries: Vec<NavEntry>,
}

/// Reads the module that names the most pages, if it names more than the `known` navigation. `None` if no module does, or
/// if its lists are not literal, which is reported.
pub(super) fn read(
    reader: &ProjectReader<'_>,
    content: &str,
    pages: &Pages,
    known: &[NavEntry],
) -> Option<CodeNavigation> {
    let mut by_address: BTreeMap<&str, &str> = BTreeMap::new();
    for page in &pages.pages {
        for address in page.addresses.iter().chain(&page.names) {
            by_address.entry(address.as_str()).or_insert(page.file.as_str());
        }
    }
    let is_code = |path: &&str| [".ts", ".tsx", ".js", ".jsx", ".mjs"].iter().any(|end| path.ends_with(end));
    let is_own =
        |path: &&str| paths::below(path, content).is_none() && !path.split('/').any(|part| part == "node_modules");
    let files = reader.source.under(&reader.root).filter(is_code).filter(is_own).take(MOST_FILES);
    let texts: Vec<(&str, String)> = files.filter_map(|file| Some((file, reader.source.text(file).ok()?))).collect();
    let named = texts.iter().map(|(file, text)| (*file, named_pages(text, &by_address)));
    let (file, named) = named.max_by_key(|(file, named)| (*named, std::cmp::Reverse(*file)))?;
    let least = unlisted::files(known).len().max(FEWEST_PAGES - 1);
    if named <= least {
        return None;
    }
    let mut sidebar = LiteralSidebar::new(reader, &by_address, file);
    sidebar.missing = (Origin::Import, "no page of the content has that path; code may make it");
    let mut entries = Vec::new();
    let mut is_literal = true;
    for name in used_exports(file, &texts) {
        let Some(found) = reader.modules.exported_as(file, &name) else { continue };
        let Some(list) = found.value.as_array().filter(|list| list.iter().any(Value::is_object)) else { continue };
        is_literal &= found.computed.iter().all(|part| is_unread(&part.path));
        entries.extend(sidebar.entries(list, 0));
    }
    if !is_literal || unlisted::files(&entries).len() <= least {
        let outcome =
            "a navigation in code, which is not run: the entries follow the `meta.json` files and the folders";
        reader.report_loss(LossKind::Config, file, 0, paths::name(file), outcome);
        return None;
    }
    reader.settings.borrow_mut().push(file.to_owned());
    let outcome = "a navigation in code, which is not run: the titles, links and groups in its lists are read";
    reader.report_choice(LossKind::Config, file, paths::name(file), outcome);
    Some(CodeNavigation { file: file.to_owned(), entries })
}

/// The number of pages whose paths are literals in a code.
fn named_pages(text: &str, by_address: &BTreeMap<&str, &str>) -> usize {
    let literals = text.split(['"', '\'', '`']).filter(|part| part.starts_with('/'));
    let pages: BTreeSet<&&str> = literals.filter_map(|path| by_address.get(path.trim_end_matches('/'))).collect();
    pages.len()
}

/// The exports of a module that other modules import, in the order of their names in it.
fn used_exports(file: &str, texts: &[(&str, String)]) -> Vec<String> {
    let stem = paths::name(file).rsplit_once('.').map_or("", |(stem, _)| stem);
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (_, text) in texts.iter().filter(|(other, _)| *other != file) {
        for (at, _) in text.match_indices(&format!("/{stem}")) {
            let (before, after) = text.split_at(at);
            if !after.get(stem.len() + 1..).is_some_and(|after| after.starts_with(['"', '\'', '.'])) {
                continue;
            }
            let Some(names) = before.rfind("import").and_then(|at| before.get(at + "import".len()..)) else { continue };
            let Some((names, _)) = names.rsplit_once("from") else { continue };
            let names = names.trim();
            if names.starts_with("type ") || names.contains(';') {
                continue;
            }
            match names.strip_prefix('{').and_then(|names| names.strip_suffix('}')) {
                Some(names) => used
                    .extend(names.split(',').filter_map(|name| name.split_whitespace().next()).map(ToOwned::to_owned)),
                None => drop(used.insert("default".to_owned())),
            }
        }
    }
    let text = texts.iter().find(|(other, _)| *other == file).map_or("", |(_, text)| text.as_str());
    let mut used: Vec<String> = used.into_iter().collect();
    used.sort_by_key(|name| text.find(&format!(" {name}")));
    used
}

/// Whether a computed part of a list is a member that is not read, or in one.
fn is_unread(path: &str) -> bool {
    path.split('.').any(|key| UNREAD.iter().any(|unread| key.eq_ignore_ascii_case(unread)))
}
