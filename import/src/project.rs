//! A documentation project as one value for all tools: what the readers of `formats` give, and what is written from it.

use std::collections::BTreeMap;

use crate::report::{Loss, LossKind};

/// The syntax that pages of a tool have beside Markdown (formats.md 1 to 12). Fences, frontmatter, HTML and GitHub's alerts
/// are read everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// JSX tags with all forms of attributes, `{expressions}`, `import` and `export` (MDX).
    pub(crate) mdx: bool,
    /// `:::name … :::`, with titles in `[…]` or after a blank.
    pub(crate) directives: bool,
    /// `!!! name`, `??? name`, `=== "Label"`, indented by four, and what else MkDocs has.
    pub(crate) mkdocs: bool,
    /// `{% name %} … {% endname %}` (GitBook).
    pub(crate) liquid: bool,
    /// `[block:name] JSON [/block]`, quotes that begin with an emoji, neighbouring fences as one set of tabs (ReadMe).
    pub(crate) readme: bool,
    /// `{{#include …}}` and its kin (mdBook).
    pub(crate) mdbook: bool,
    /// `<<< file`, `<!--@include: …-->`, `[[toc]]`, `{{ expressions }}` (VitePress).
    pub(crate) vitepress: bool,
    /// A dot in a heading is a hyphen in its id (Mintlify with `mint.json`); GitHub's rule, which the others follow, leaves
    /// it out.
    pub(crate) dotted_ids: bool,
    /// `code{:js}`: the language of a code span at its end (rehype-pretty-code of Nextra, Fumadocs).
    pub(crate) marked_spans: bool,
}

/// A page of the source.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourcePage {
    /// Its file, from the root of the source.
    pub(crate) file: String,
    /// Its id in the new site: its address without the first `/`, `index` for the home page.
    pub(crate) id: String,
    /// The addresses that led to it on the old site, each with its first `/`: its own one first. Those that differ from the
    /// new one become redirects, and all of them are what links in pages may say.
    pub(crate) addresses: Vec<String>,
    /// What the navigation or the format says about it, for frontmatter that the page itself does not have.
    pub(crate) frontmatter: BTreeMap<String, String>,
    /// What else links in pages may call it: slugs, ids, addresses that only the tool itself knew.
    pub(crate) names: Vec<String>,
    /// The dated files that the page consists of, in the order in which they stand; empty for a page of one file.
    pub(crate) updates: Vec<String>,
}

impl SourcePage {
    /// Adds a name by which links may call it.
    pub(crate) fn named(&mut self, name: impl Into<String>) -> &mut Self {
        let name = name.into();
        if !name.is_empty() && !self.names.contains(&name) {
            self.names.push(name);
        }
        self
    }

    /// Adds an address that led to it.
    pub(crate) fn also_at(&mut self, address: &str) -> &mut Self {
        let address = format!("/{}", address.trim_matches('/'));
        if !self.addresses.contains(&address) {
            self.addresses.push(address);
        }
        self
    }

    /// Gives a field that the page may lack.
    pub(crate) fn with(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            self.frontmatter.entry(key.to_owned()).or_insert_with(|| value.trim().to_owned());
        }
        self
    }
}

/// An entry of the navigation, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NavEntry {
    /// A page, by its file in the source, with the title that the navigation gives it.
    Page { file: String, title: Option<String> },
    /// Entries under a title. `page` is the file of the title's own page.
    Group { title: String, icon: Option<String>, page: Option<String>, entries: Vec<NavEntry> },
    /// An address elsewhere.
    Link { title: String, href: String },
    /// An operation of a spec (its index in [`Project::specs`], or any of them): `GET /path` or its id. A page is made for it.
    Operation { spec: Option<usize>, operation: String, title: Option<String> },
    /// All operations of a spec that have no page of their own, in groups by their tags.
    Api { spec: usize },
}

/// A line above every page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Announcement {
    /// Its words.
    pub(crate) text: String,
    /// Where it leads.
    pub(crate) href: Option<String>,
    /// Whether readers can make it go away.
    pub(crate) is_dismissible: bool,
}

/// The settings of a site's look that have a counterpart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The accent of light and of dark pages, as the settings give them.
    pub(crate) accent: [Option<String>; 2],
    /// The logo of light and of dark pages: files of the source.
    pub(crate) logo: [Option<String>; 2],
    /// A file of the source.
    pub(crate) favicon: Option<String>,
    /// Links in the bar at the top: title and address.
    pub(crate) navbar: Vec<(String, String)>,
    /// Links at the foot.
    pub(crate) footer: Vec<(String, String)>,
    /// A line of text at the foot.
    pub(crate) footer_text: Option<String>,
    pub(crate) announcement: Option<Announcement>,
}

/// An OpenAPI document of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceSpec {
    /// Its file, from the root of the source.
    pub(crate) file: String,
    /// The names that pages may have for it (`v3-openapi`), its file beside them.
    pub(crate) names: Vec<String>,
    /// Overlays, from the root of the source, in their order.
    pub(crate) overlays: Vec<String>,
    /// Documents that are merged into it before its overlays (Fern).
    pub(crate) overrides: Vec<String>,
}

/// A documentation project of another tool.
#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    /// The site's name, as its settings give it.
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    /// The address where the site was published.
    pub(crate) site: Option<String>,
    /// The path below which it was published, without a last `/`: links may say it.
    pub(crate) base: String,
    pub(crate) dialect: Dialect,
    pub(crate) pages: Vec<SourcePage>,
    pub(crate) navigation: Vec<NavEntry>,
    /// Old addresses and where they lead, as the settings give them.
    pub(crate) redirects: Vec<(String, String)>,
    pub(crate) specs: Vec<SourceSpec>,
    /// Folders whose files have an address without the folder's name (`static`, `public`), from the root of the source.
    pub(crate) public_folders: Vec<String>,
    /// Folders against which a path that begins with `/` or a word is looked up, for snippets and imports: `` for the root,
    /// `docs`, `_snippets`. With an alias: `@site` → ``.
    pub(crate) aliases: Vec<(String, String)>,
    /// Whether references in pages may name headings of other pages by their ids (mkdocs-autorefs).
    pub(crate) has_references: bool,
    /// The language of the pages.
    pub(crate) lang: Option<String>,
    pub(crate) look: Look,
    /// Variables that pages use.
    pub(crate) variables: BTreeMap<String, String>,
    /// Folders and files of pages that are left out, each of them a loss already (a language, a version).
    pub(crate) left_out: Vec<String>,
    /// What the format's reader could not carry over.
    pub(crate) losses: Vec<Loss>,
}

impl Project {
    /// A site makes its own page for addresses that it does not have, so that none of the source can be at its place.
    pub(crate) fn leave_out_error_page(&mut self) {
        let is_error = |page: &SourcePage| page.id == "404" || page.id == "404.html";
        for page in self.pages.iter().filter(|page| is_error(page)) {
            let outcome = "left out: the site has a page of its own for addresses that it does not have";
            self.losses.push(Loss::new(LossKind::File, &page.file, 0, "/404", outcome));
        }
        self.pages.retain(|page| !is_error(page));
    }

    /// The first page of the navigation is what the new site shows at its root, unless a page has that address.
    pub(crate) fn give_home(&mut self) {
        if self.pages.iter().any(|page| page.id == "index") {
            return;
        }
        let mut open: Vec<&NavEntry> = self.navigation.iter().rev().collect();
        let mut first = None;
        while let Some(entry) = open.pop() {
            match entry {
                NavEntry::Page { file, .. } | NavEntry::Group { page: Some(file), .. } => {
                    first = Some(file.clone());
                    break;
                }
                NavEntry::Group { entries, .. } => open.extend(entries.iter().rev()),
                _ => {}
            }
        }
        if let Some(page) = first.and_then(|file| self.pages.iter_mut().find(|page| page.file == file)) {
            page.named("/");
        }
    }
}
