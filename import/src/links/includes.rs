//! Counts how often pages include each other's parts: a part that three pages include becomes a shared fragment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::formats::Facts;
use crate::paths;
use crate::project::Project;
use crate::source::Source;

/// The number of pages from which on a part is shared.
const SHARED: usize = 3;

/// The uses of parts.
#[derive(Default)]
pub(super) struct Uses {
    /// File of a part → the number of pages that include it, and whether all of them do so without attributes.
    parts: BTreeMap<String, (usize, bool)>,
    /// Pages with includes.
    pages: BTreeSet<String>,
}

impl Uses {
    /// Counts the imports of all pages that are used as `<Name />`.
    pub(super) fn count(source: &Source, project: &Project, facts: &Facts) -> Self {
        let mut uses = Self::default();
        for page in &project.pages {
            let Some(facts) = facts.get(&page.file) else { continue };
            if facts.of_text(has_include) == Some(true) {
                uses.pages.insert(page.file.clone());
            }
            let mut seen: BTreeSet<String> = BTreeSet::new();
            for import in &facts.imports {
                // A component of the project may be a page with headings around it.
                if is_code(&import.path) && import.path.starts_with(['.', '@', '/', '~']) {
                    uses.pages.insert(page.file.clone());
                }
                let Some(file) = imported(source, project, &page.file, &import.path) else { continue };
                uses.pages.insert(page.file.clone());
                let plain = facts.of_text(|text| import.names.iter().all(|name| is_used_plainly(text, name)));
                let entry = uses.parts.entry(file.clone()).or_insert((0, true));
                entry.0 += usize::from(seen.insert(file));
                entry.1 &= plain.unwrap_or(true);
            }
        }
        uses
    }

    /// Whether a part becomes a shared fragment.
    pub(super) fn is_shared(&self, file: &str) -> bool {
        self.parts.get(file).is_some_and(|(pages, plain)| *pages >= SHARED && *plain)
    }

    /// Whether a page includes something.
    pub(super) fn includes(&self, page: &str) -> bool {
        self.pages.contains(page)
    }
}

/// Whether a text has includes other than imports.
fn has_include(text: &str) -> bool {
    MARKS.iter().any(|mark| mark.find(text.as_bytes()).is_some())
}

/// Finds the markers of these includes.
static MARKS: LazyLock<[Finder<'_>; 11]> = LazyLock::new(|| {
    [
        "<Snippet",
        "<Markdown",
        "<include",
        "{% include",
        "--8<--",
        "{{#",
        "@include:",
        "{*",
        "<Include",
        "<MDXRemote",
        ":::include",
    ]
    .map(Finder::new)
});

/// The page-like file of an import.
fn imported(source: &Source, project: &Project, from: &str, path: &str) -> Option<String> {
    if !paths::is_page(path) {
        return None;
    }
    let beside = paths::join(paths::folder(from), path).filter(|file| source.has(file));
    let named = path.strip_prefix(['@', '~']).unwrap_or_default().trim_start_matches('/');
    let rooted = || {
        project.aliases.iter().find_map(|(alias, folder)| {
            let rest = path.strip_prefix(alias.as_str())?.trim_start_matches('/');
            paths::join("", &paths::plus(folder, rest)).filter(|file| source.has(file))
        })
    };
    let by_name = || {
        let folders =
            project.aliases.iter().filter(|_| !named.is_empty()).map(|(_, folder)| paths::plus(folder, named));
        folders.filter_map(|path| paths::join("", &path)).find(|file| source.has(file))
    };
    beside.filter(|_| !path.starts_with('/')).or_else(rooted).or_else(by_name)
}

/// Whether every tag with this name has neither attributes nor content.
fn is_used_plainly(text: &str, name: &str) -> bool {
    let mark = format!("<{name}");
    text.match_indices(&mark).all(|(at, _)| {
        let rest = text.get(at + mark.len()..).unwrap_or_default();
        if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.') {
            return true;
        }
        rest.trim_start().starts_with("/>")
    })
}

/// Whether a missing import was code, judging by its name: it could not be run anyway.
pub(super) fn is_code(path: &str) -> bool {
    let name = paths::name(path.trim());
    let code =
        ["js", "jsx", "ts", "tsx", "mjs", "cjs", "vue", "astro", "svelte", "css", "scss", "json", "py", "rs", "html"];
    match name.rsplit_once('.') {
        Some((_, end)) => code.contains(&end.to_ascii_lowercase().as_str()),
        None => true,
    }
}
