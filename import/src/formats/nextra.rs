//! Nextra: `app/**/page.mdx`, `content/` or `pages/`, with `_meta` files (formats.md 9).

mod look;
mod meta;
mod release;
mod settings;

use std::collections::{BTreeMap, BTreeSet};

use super::{Pages, ProjectReader, code_routes, locales, next};
use crate::paths;
use crate::project::Project;
use crate::report::LossKind;
use settings::Settings;

/// Reads the project.
pub(super) fn read(reader: &ProjectReader<'_>) -> Project {
    let settings = Settings::read(reader);
    next::read_redirects(reader);
    let folders = ["src/app", "app", "src/content", "content", "src/pages", "pages", "docs"];
    let folders: Vec<String> = folders.iter().filter_map(|folder| reader.at(folder)).collect();
    let mut pages = Pages::default();
    let mut tree = meta::MetaTree::new(reader, release::major(reader));
    let mut found = false;
    let mut code = Vec::new();
    for root in &folders {
        code.extend(code_routes::below(reader, root));
        let is_app = paths::name(root) == "app";
        let (files, parts): (Vec<String>, Vec<String>) =
            reader.pages_below(root).into_iter().partition(|file| !is_app || is_route(file));
        for part in parts {
            let outcome = "a part of pages, without an address of its own: no page here shows it";
            reader.report_loss(LossKind::File, &part, 0, paths::name(&part), outcome);
        }
        if files.is_empty()
            || (found && !is_app && pages.pages.iter().any(|page| paths::below(&page.file, root).is_some()))
        {
            // The pages may be in `content/`.
            if is_app {
                tree.read_meta(root, &Chosen::default());
            }
            continue;
        }
        found = true;
        let chosen = language(reader, root, &files, &settings);
        for file in files {
            let below = paths::below(&file, root).unwrap_or(&file);
            let Some(address) = address(below, is_app, &chosen) else { continue };
            let page = pages.add(&file, &address);
            page.named(format!("/{}", paths::stem(below).unwrap_or(below)));
            let title = title(reader, &file);
            page.with("title", title.as_deref());
            if reader.facts(&file).heading.is_none() && reader.field(&file, "title").is_none() {
                page.with("title", Some(&title_of_name(bare_name(&file))));
            }
            tree.add(&file, &address);
        }
        tree.read_meta(root, &chosen);
        tree.language = chosen.folder;
    }
    add_others(reader, &folders, &mut pages);
    tree.add_code(&code);
    let (generated, code_pages) = code_routes::addresses(code);
    let navigation = tree.navigation();
    let (look, description) = look::read(reader, settings.theme.as_deref());
    Project {
        description,
        look,
        base: settings.base,
        links_keep_language: true,
        pages: pages.pages,
        navigation,
        generated,
        code_pages,
        public_folders: ["public", "src/app", "app"].iter().filter_map(|folder| reader.at(folder)).collect(),
        aliases: vec![
            ("@".to_owned(), reader.root.clone()),
            ("~".to_owned(), reader.root.clone()),
            (String::new(), reader.root.clone()),
        ],
        ..Project::default()
    }
}

/// Pages outside of the routes (components, partials) that no rule makes a page, judging by their names.
fn add_others(reader: &ProjectReader<'_>, folders: &[String], pages: &mut Pages) {
    let is_inside = |file: &str| folders.iter().any(|folder| paths::below(file, folder).is_some());
    let has_root_pages = reader.pages_below(&reader.root).iter().any(|file| is_inside(file));
    if has_root_pages {
        return;
    }
    for file in reader.pages_below(&reader.root) {
        let below = paths::below(&file, &reader.root).unwrap_or(&file).to_owned();
        pages.add(&file, paths::without_index(paths::stem(&below).unwrap_or(&below)));
    }
}

/// Whether a file of the app folder is a route: `page.mdx`, `page.fr.mdx`.
fn is_route(file: &str) -> bool {
    let name = paths::name(file);
    name == "page.mdx" || name == "page.md" || (name.starts_with("page.") && paths::is_page(name))
}

/// The imported language: `page.fr.mdx`, `index.fr.mdx`, or a folder.
#[derive(Clone, Debug, Default)]
struct Chosen {
    /// In file names.
    suffix: String,
    /// All languages in file names.
    suffixes: BTreeSet<String>,
    folder: String,
    folders: BTreeSet<String>,
    /// The URL path before those of all files, after the language.
    before: String,
}

impl Chosen {
    /// The URL path of a file or folder with this path.
    fn placed(&self, path: &str) -> String {
        let start = if self.folder.is_empty() { None } else { Some(self.folder.as_str()) };
        match start.and_then(|folder| if path == folder { Some("") } else { paths::below(path, folder) }) {
            Some(below) => paths::plus(&paths::plus(&self.folder, &self.before), below),
            None => paths::plus(&self.before, path),
        }
    }
}

fn suffix(file: &str) -> Option<&str> {
    let (_, language) = paths::name(paths::stem(file)?).rsplit_once('.')?;
    crate::language::is_language(language).then_some(language)
}

/// The title that Nextra makes of the name of a file or folder.
fn title_of_name(name: &str) -> String {
    paths::title_case_with(name, &SMALL)
}

/// The words that are lowercase within such a title: articles, conjunctions and prepositions.
const SMALL: [&str; 77] = [
    "a",
    "aboard",
    "about",
    "above",
    "across",
    "after",
    "against",
    "along",
    "amid",
    "among",
    "an",
    "and",
    "anti",
    "around",
    "as",
    "at",
    "before",
    "behind",
    "below",
    "beneath",
    "beside",
    "besides",
    "between",
    "beyond",
    "but",
    "by",
    "concerning",
    "considering",
    "despite",
    "down",
    "during",
    "except",
    "excepting",
    "excluding",
    "following",
    "for",
    "from",
    "in",
    "inside",
    "into",
    "like",
    "minus",
    "near",
    "nor",
    "of",
    "off",
    "on",
    "onto",
    "opposite",
    "or",
    "over",
    "past",
    "per",
    "plus",
    "regarding",
    "round",
    "save",
    "since",
    "so",
    "than",
    "the",
    "through",
    "to",
    "toward",
    "towards",
    "under",
    "underneath",
    "unlike",
    "until",
    "up",
    "upon",
    "versus",
    "via",
    "with",
    "within",
    "without",
    "yet",
];

/// The name of a page's file without its language.
fn bare_name(file: &str) -> &str {
    let stem = paths::name(paths::stem(file).unwrap_or(file));
    suffix(file).and_then(|own| stem.strip_suffix(own)?.strip_suffix('.')).unwrap_or(stem)
}

fn language(reader: &ProjectReader<'_>, root: &str, files: &[String], settings: &Settings) -> Chosen {
    let suffixes: BTreeSet<String> = files.iter().filter_map(|file| suffix(file)).map(ToOwned::to_owned).collect();
    let folders: BTreeSet<String> = locales::folders(reader, root).into_iter().collect();
    // A folder named like a language may have another meaning, unless there are several, or `en`.
    let folders = if folders.len() > 1 || folders.contains("en") { folders } else { BTreeSet::new() };
    let mut names: Vec<String> = suffixes.iter().chain(&folders).cloned().collect();
    names.sort_by_key(|name| settings.place(name));
    let before = if paths::name(root) == "content" { settings.content.clone() } else { String::new() };
    if names.is_empty() {
        return Chosen { before, ..Chosen::default() };
    }
    let english = names.iter().find(|name| *name == "en" || name.starts_with("en-"));
    let given = settings.language.as_ref().filter(|given| names.contains(given));
    let default = given.or(english).or(names.first()).map_or("", String::as_str);
    let has_bare = files.iter().any(|file| suffix(file).is_none()) && folders.is_empty();
    let chosen =
        locales::chosen(reader, root, &names, if has_bare { "" } else { default }, |name| settings.named(name));
    let folder = if folders.contains(&chosen) { chosen.clone() } else { String::new() };
    Chosen {
        suffix: if suffixes.contains(&chosen) { chosen } else { String::new() },
        suffixes,
        folder,
        folders,
        before,
    }
}

/// The URL path of a page; `None` for one of another language.
fn address(below: &str, is_app: bool, chosen: &Chosen) -> Option<String> {
    let first = below.split('/').next().unwrap_or_default();
    if chosen.folders.contains(first) && first != chosen.folder {
        return None;
    }
    let mut stem = paths::stem(below)?.to_owned();
    if let Some(own) = suffix(below).filter(|own| chosen.suffixes.contains(*own)) {
        if own != chosen.suffix {
            return None;
        }
        stem.truncate(stem.len() - own.len() - 1);
    } else if !chosen.suffix.is_empty() {
        return None;
    }
    let path = if is_app { paths::folder(&stem).to_owned() } else { paths::without_index(&stem).to_owned() };
    let parts = path.split('/').filter(|part| {
        let is_group = part.starts_with('(') && part.ends_with(')');
        !is_group && !part.starts_with('[') && !part.starts_with('@')
    });
    Some(chosen.placed(&parts.collect::<Vec<_>>().join("/")))
}

/// `export const metadata = { title }`, if the frontmatter has no title.
fn title(reader: &ProjectReader<'_>, file: &str) -> Option<String> {
    if reader.field(file, "title").is_some() {
        return None;
    }
    let facts = reader.facts(file);
    let title = facts.metadata.as_ref()?.get("title")?;
    title.as_str().or_else(|| title.get("absolute")?.as_str()).map(ToOwned::to_owned)
}

/// The pages by URL path.
type ByAddress = BTreeMap<String, String>;
