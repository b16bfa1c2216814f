//! A documentation project as one type for all tools: created by the readers in `formats`, and written as a new
//! project.

use std::collections::BTreeMap;

use crate::literal::{Value, text};
use crate::report::{Loss, LossKind, Origin};
use crate::style_sheet::StyleSheet;

/// The fields of a path item that are operations (OpenAPI 3.1, Path Item Object).
pub(crate) const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The syntax of a tool's pages beyond Markdown (formats.md 1 to 12). Fences, frontmatter, HTML and GitHub alerts are
/// always supported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// JSX tags with all forms of attributes, `{expressions}`, `import` and `export` (MDX).
    pub(crate) mdx: bool,
    /// `:::name … :::`, with titles in `[…]` or after a space.
    pub(crate) directives: bool,
    /// `!!! name`, `??? name`, `=== "Label"`, indented by four, and other MkDocs syntax.
    pub(crate) mkdocs: bool,
    /// `{% name %} … {% endname %}` (GitBook).
    pub(crate) liquid: bool,
    /// `[block:name] JSON [/block]`, quotes that begin with an emoji, adjacent fences as one group of tabs (ReadMe).
    pub(crate) readme: bool,
    /// `{{#include …}}` and similar directives (mdBook).
    pub(crate) mdbook: bool,
    /// `<<< file`, `<!--@include: …-->`, `[[toc]]`, `{{ expressions }}` (VitePress).
    pub(crate) vitepress: bool,
    /// A dot in a heading becomes a hyphen in its ID (Mintlify with `mint.json`); by GitHub's rule, which the others
    /// follow, it is dropped.
    pub(crate) dotted_ids: bool,
    /// `code{:js}`: a code span ends with its language (rehype-pretty-code of Nextra, Fumadocs).
    pub(crate) marked_spans: bool,
    /// `:rocket:` is an emoji.
    pub(crate) emoji: bool,
    /// `H~2~O` has a subscript (`pymdownx.tilde`).
    pub(crate) subscripts: bool,
    /// `10^2^` has a superscript (`pymdownx.caret`).
    pub(crate) superscripts: bool,
    /// In pages of Markdown, not MDX, lines that are indented by four are code, also if they have JSX tags.
    pub(crate) indented_code: bool,
    /// Text between `$` is certainly a formula: the delimiters of MathJax were replaced, and other dollar signs escaped.
    pub(crate) math: bool,
    /// A component that is not built in is shown only if the page imports or defines it (Mintlify).
    pub(crate) only_imported: bool,
    /// A line `: text` is the definition of the term above (PHP Markdown Extra).
    pub(crate) definitions: bool,
}

impl Dialect {
    /// The syntax of a file: in MDX, indented lines are no code.
    pub(crate) fn of_file(self, file: &str) -> Self {
        Self { indented_code: self.indented_code && !file.ends_with(".mdx"), ..self }
    }
}

/// A page of the source.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourcePage {
    /// The path of its file, relative to the root of the source.
    pub(crate) file: String,
    /// Its ID in the new site: its URL path without the leading `/`, `index` for the home page.
    pub(crate) id: String,
    /// Its paths on the old site, each with a leading `/`, the canonical one first. Those that differ from the new one
    /// become redirects, and links in pages may use all of them.
    pub(crate) addresses: Vec<String>,
    /// Frontmatter from the navigation or the format, for fields that the page does not have.
    pub(crate) frontmatter: BTreeMap<String, String>,
    /// Other names that links in pages may use: slugs, IDs, URLs known only to the tool.
    pub(crate) names: Vec<String>,
    /// The method and path of the operation that the page shows: its body is generated from the spec.
    pub(crate) operation: Option<String>,
    /// The dated files that the page consists of, in order; empty for a page of one file.
    pub(crate) updates: Vec<String>,
    /// Whether the old site did not have it: the tool publishes only the pages of the navigation.
    pub(crate) is_unpublished: bool,
}

impl SourcePage {
    /// Adds a name that links may use.
    pub(crate) fn named(&mut self, name: impl Into<String>) -> &mut Self {
        let name = name.into();
        if !name.is_empty() && !self.names.contains(&name) {
            self.names.push(name);
        }
        self
    }

    /// Adds an old path.
    pub(crate) fn also_at(&mut self, address: &str) -> &mut Self {
        let address = format!("/{}", address.trim_matches('/'));
        if !self.addresses.contains(&address) {
            self.addresses.push(address);
        }
        self
    }

    /// Sets a field for a page without it.
    pub(crate) fn with(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            self.frontmatter.entry(key.to_owned()).or_insert_with(|| value.trim().to_owned());
        }
        self
    }
}

/// A badge after a title of the navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NavBadge {
    pub(crate) text: String,
    /// Its kind or color, as the source names it.
    pub(crate) look: Option<String>,
}

/// What a group of the navigation is on the old site, if it is at its top: in the new site the same, or a group in the
/// sidebar where it cannot be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum GroupKind {
    /// A group in the sidebar.
    #[default]
    Section,
    /// A tab of the site, or of the product around it.
    Tab,
    /// A product, or whatever else a menu switches between.
    Product,
}

/// What the navigation shows of an entry besides its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryLook {
    /// The icon, as the source names it.
    pub(crate) icon: Option<String>,
    pub(crate) badge: Option<NavBadge>,
    /// Whether a group is open before a reader opens it.
    pub(crate) is_open: bool,
    pub(crate) kind: GroupKind,
    /// The line about a product in its menu.
    pub(crate) description: Option<String>,
}

impl EntryLook {
    /// A group that is open or closed at first.
    pub(crate) fn opened(is_open: bool) -> Self {
        Self { is_open, ..Self::default() }
    }

    /// With the icon and the badge that the members of a settings object have: `icon`, and `badge` or `tag`, a text or an
    /// object with `text`.
    pub(crate) fn of(value: &Value) -> Self {
        let badge = ["badge", "tag"].iter().find_map(|key| {
            let given = value.get(*key)?;
            let shown = given.as_str().or_else(|| text(given, "text")).filter(|shown| !shown.trim().is_empty())?;
            let look = ["variant", "type", "color"].iter().find_map(|key| text(given, key));
            Some(NavBadge { text: shown.trim().to_owned(), look: look.map(ToOwned::to_owned) })
        });
        let icon = value.get("icon").and_then(|icon| icon.as_str().or_else(|| text(icon, "name")));
        let description = text(value, "description").map(str::trim).filter(|text| !text.is_empty());
        Self {
            icon: icon.map(ToOwned::to_owned).filter(|icon| !icon.trim().is_empty()),
            badge,
            description: description.map(ToOwned::to_owned),
            ..Self::default()
        }
    }
}

/// An entry of the navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NavEntry {
    /// A page by its source file, with its title in the navigation.
    Page { file: String, title: Option<String>, look: EntryLook },
    /// A titled group. `page` is the file of the title's own page.
    Group { title: String, look: EntryLook, page: Option<String>, entries: Vec<NavEntry> },
    /// An external URL.
    Link { title: String, href: String, look: EntryLook },
    /// An operation of a spec (by index in [`Project::specs`], or of any of them): `GET /path` or its ID. A page is
    /// generated for it. `address` is its path on the old site, if the navigation gives it.
    Operation { spec: Option<usize>, operation: String, title: Option<String>, address: Option<String> },
    /// All operations of a spec without a page of their own, grouped by tag, except those in `omitted`: `GET /path`.
    /// `addresses` has the paths of operations on the old site, as far as its tool derives them from the spec: `GET /path`
    /// and the path.
    Api { spec: usize, addresses: Vec<(String, String)>, omitted: Vec<String> },
}

impl NavEntry {
    /// A page by its file, with its title in the navigation.
    pub(crate) fn page(file: impl Into<String>, title: Option<String>) -> Self {
        Self::Page { file: file.into(), title, look: EntryLook::default() }
    }

    /// A titled group, with the file of the title's own page.
    pub(crate) fn group(title: impl Into<String>, page: Option<String>, entries: Vec<Self>) -> Self {
        Self::Group { title: title.into(), look: EntryLook::default(), page, entries }
    }

    /// All operations of a spec without a page of their own, whose old paths are unknown.
    pub(crate) fn api(spec: usize) -> Self {
        Self::Api { spec, addresses: Vec::new(), omitted: Vec::new() }
    }

    /// The URL paths of the operations in entries on the old site, as far as they are known.
    pub(crate) fn operation_paths(entries: &[Self]) -> Vec<&str> {
        let mut paths = Vec::new();
        let mut open: Vec<&Self> = entries.iter().collect();
        while let Some(entry) = open.pop() {
            match entry {
                Self::Group { entries, .. } => open.extend(entries),
                Self::Operation { address, .. } => paths.extend(address.as_deref()),
                Self::Api { addresses, .. } => paths.extend(addresses.iter().map(|(_, address)| address.as_str())),
                Self::Page { .. } | Self::Link { .. } => {}
            }
        }
        paths
    }

    /// A link to a URL.
    pub(crate) fn link(title: impl Into<String>, href: impl Into<String>) -> Self {
        Self::Link { title: title.into(), href: href.into(), look: EntryLook::default() }
    }

    /// A group as a tab or product; other entries as they are.
    pub(crate) fn of_kind(mut self, new: GroupKind) -> Self {
        if let Self::Group { look, .. } = &mut self {
            look.kind = new;
        }
        self
    }

    /// What kind of group it is; [`GroupKind::Section`] for other entries.
    pub(crate) fn kind(&self) -> GroupKind {
        match self {
            Self::Group { look, .. } => look.kind,
            _ => GroupKind::Section,
        }
    }

    /// The entry with another look; that of an operation is its own.
    pub(crate) fn with(mut self, new: EntryLook) -> Self {
        match &mut self {
            Self::Page { look, .. } | Self::Group { look, .. } | Self::Link { look, .. } => *look = new,
            Self::Operation { .. } | Self::Api { .. } => {}
        }
        self
    }
}

/// The announcement above every page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Announcement {
    /// The text.
    pub(crate) text: String,
    /// The link target.
    pub(crate) href: Option<String>,
    /// Whether readers can dismiss it.
    pub(crate) is_dismissible: bool,
}

/// A color of the theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThemeColor {
    /// The word in the settings that sets it.
    pub(crate) word: String,
    /// Its value, as `#rgb` or `#rrggbb` if it is known.
    pub(crate) value: String,
}

impl ThemeColor {
    /// A color that the settings give by its value.
    pub(crate) fn given(value: &str) -> Self {
        let value = value.trim().to_owned();
        Self { word: value.clone(), value }
    }
}

/// The theme settings that have a counterpart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The accent colors of light and of dark pages.
    pub(crate) accent: [Option<ThemeColor>; 2],
    /// The logos of light and of dark pages: source files.
    pub(crate) logo: [Option<String>; 2],
    /// A source file.
    pub(crate) favicon: Option<String>,
    /// Links in the navigation bar: title and URL.
    pub(crate) navbar: Vec<(String, String)>,
    /// Links in the footer.
    pub(crate) footer: Vec<(String, String)>,
    /// The text of the footer.
    pub(crate) footer_text: Option<String>,
    pub(crate) announcement: Option<Announcement>,
    /// Whether pages show their description under the title.
    pub(crate) shows_descriptions: bool,
    /// The entries of the menu above each page, by our names. `None` for all entries.
    pub(crate) page_menu: Option<Vec<&'static str>>,
}

/// An OpenAPI document of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceSpec {
    /// The path of its file, relative to the root of the source.
    pub(crate) file: String,
    /// The names that pages may use for it (`v3-openapi`), in addition to its file.
    pub(crate) names: Vec<String>,
    /// Overlays, from the root of the source, in order.
    pub(crate) overlays: Vec<String>,
    /// Documents that are merged into it before its overlays (Fern).
    pub(crate) overrides: Vec<String>,
}

/// A language or version that a source has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EditionName {
    /// As the source names it. Empty for the default language if the source does not name it.
    pub(crate) name: String,
    /// A second name that options may use.
    pub(crate) alias: Option<&'static str>,
    /// The text that readers see.
    pub(crate) label: Option<String>,
    /// The tag of a language, if it differs from its name.
    pub(crate) lang: Option<String>,
    /// The notice on pages of a version, as `tool.json` names it.
    pub(crate) notice: Option<&'static str>,
}

impl From<&str> for EditionName {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

impl EditionName {
    /// Whether an option means it.
    pub(crate) fn is_called(&self, wanted: &str) -> bool {
        let names = [Some(self.name.as_str()), self.alias, self.lang.as_deref(), self.label.as_deref()];
        names.into_iter().flatten().any(|name| name.eq_ignore_ascii_case(wanted))
    }
}

/// The languages or versions that a source has, in its order, and the read ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) names: Vec<EditionName>,
    /// Several if parts of the source have lists of their own.
    pub(crate) read: Vec<String>,
}

/// A documentation project of another tool, in one version and language.
#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    /// The configured name of the site.
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    /// The URL of the old site.
    pub(crate) site: Option<String>,
    /// The path of the old site, without a trailing `/`: links may contain it.
    pub(crate) base: String,
    /// The path that slugs of pages name as the place of the project on a larger site, without surrounding slashes; empty
    /// if there is none.
    pub(crate) mount: String,
    /// Whether the tool puts the language of a page before its links from the root.
    pub(crate) links_keep_language: bool,
    /// Whether links from the root are URL paths of the host as they are, with the path of the old site in them. A path
    /// outside of it belongs to something else on that host.
    pub(crate) links_have_base: bool,
    pub(crate) dialect: Dialect,
    pub(crate) style_sheet: StyleSheet,
    pub(crate) pages: Vec<SourcePage>,
    /// The folder in the IDs of the main part of the pages, which has no name for readers beside other parts such as a
    /// blog; empty for the root.
    pub(crate) main_folder: String,
    pub(crate) navigation: Vec<NavEntry>,
    /// Where the source lists these pages, if its code may list others.
    pub(crate) listed_in: Option<String>,
    /// The configured redirects: old paths and their targets.
    pub(crate) redirects: Vec<(String, String)>,
    /// The redirects that the old tool makes from parts of the navigation, such as groups of operations: the path of the
    /// part and that of its first operation.
    pub(crate) section_redirects: Vec<(String, String)>,
    pub(crate) specs: Vec<SourceSpec>,
    /// The URL paths below which the old site has pages of operations, as far as its settings name them.
    pub(crate) api_paths: Vec<String>,
    /// The URL paths of APIs all of whose operations have known paths, without the path of the site.
    pub(crate) known_api_paths: Vec<String>,
    /// Whether the URL paths of all operations are known.
    pub(crate) knows_operations: bool,
    /// The URL paths of the pages that the old site has for channels of AsyncAPI, without the path of the site.
    pub(crate) channels: Vec<String>,
    /// The URL paths of folders whose pages the tool makes from code when it builds.
    pub(crate) generated: Vec<String>,
    /// The URL paths of single pages that code makes.
    pub(crate) code_pages: Vec<String>,
    /// Whether links without a page may mean anchors of other projects (`intersphinx_mapping`).
    pub(crate) has_other_projects: bool,
    /// Folders whose files are served without the folder's name (`static`, `public`), from the root of the source.
    pub(crate) public_folders: Vec<String>,
    /// The folders in which snippets and imports with a leading `/` or word are looked up: `` for the root, `docs`,
    /// `_snippets`. With an alias: `@site` → ``.
    pub(crate) aliases: Vec<(String, String)>,
    /// Whether references in pages may name headings of other pages by ID (mkdocs-autorefs).
    pub(crate) has_references: bool,
    /// The language of the pages.
    pub(crate) lang: Option<String>,
    pub(crate) look: Look,
    /// The start of lines that readers do not see in code, by language (mdBook).
    pub(crate) hidden_lines: BTreeMap<String, String>,
    /// Variables that pages use.
    pub(crate) variables: BTreeMap<String, String>,
    /// The settings files that were read, the first one first.
    pub(crate) settings: Vec<String>,
    /// The URLs of omitted pages, and of folders of them, relative to the root of the site. Each is reported as a loss (a
    /// language, a version), so that redirects from and to them are not.
    pub(crate) left_out: Vec<String>,
    /// The languages and versions that the source has, imported or not.
    pub(crate) offered: BTreeMap<LossKind, Offer>,
    /// The losses of the format's reader.
    pub(crate) losses: Vec<Loss>,
}

impl Project {
    /// Omits the source's error page, since a site generates its own.
    pub(crate) fn leave_out_error_page(&mut self) {
        let is_error = |page: &SourcePage| page.id == "404" || page.id == "404.html";
        for page in self.pages.iter().filter(|page| is_error(page)) {
            let outcome = "left out: the site has a page of its own for addresses that it does not have";
            self.losses.push(Loss::new(LossKind::File, &page.file, 0, "/404", outcome).by(Origin::Choice));
        }
        self.pages.retain(|page| !is_error(page));
    }

    /// Makes the first page of the navigation the home page, unless a page has that path.
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
