//! `tool.json`: typed configuration and the diagnostics of the file.

mod analytics;
mod announcement;
mod api;
mod editions;
mod fields;
mod head;
mod interface;
mod language;
mod playground;
mod products;
mod read;
mod redirects;
mod rules;
mod sidebar;
mod site;
mod specs;
mod tabs;
mod theme;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use analytics::Analytics;
pub(crate) use announcement::{ANNOUNCEMENT_TYPES, MessagePart};
pub(crate) use api::{ApiSetting, unknown_languages};
pub(crate) use editions::{EditionKey, Editions, GitTree, VersionSetting, is_segment, list_of};
#[cfg(feature = "testing")]
pub(crate) use fields::ROOT as FIELDS;
pub(crate) use head::{HeadKind, HeadOrigins, HeadTag};
pub(crate) use interface::{ENGLISH, PLACEHOLDERS, Strings};
pub use language::GroupTitles;
pub(crate) use playground::PlaygroundSetting;
pub(crate) use products::{ProductContent, ProductSetting, product_of, tab_titles};
pub(crate) use read::{normal_path, rooted};
pub use redirects::old_address;
pub(crate) use redirects::{Host, RedirectSetting, RedirectSpans, TARGET, is_target};
pub(crate) use rules::Rules;
pub(crate) use sidebar::{Badge, EntryMarks, EntryPlace, EntryTarget, METHODS, SidebarContents, SidebarEntry};
pub(crate) use site::SiteSpans;
pub use site::{is_site_url, leads_somewhere};
pub(crate) use specs::{SpecSetting, SpecSpans};
pub(crate) use tabs::{TabContent, TabSetting};
pub use theme::preset_names as theme_presets;

pub(crate) use theme::{Color, ColorToken, Theme};

use crate::Db;
use base::diagnostic::{Diagnostic, Span};
use base::inputs::{CONFIG_PATH, Contents, File, FileSet};

/// The configuration without spans, so that edits of white space do not change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) texts: SiteTexts,
    /// The pages' folder, relative to the root.
    pub(crate) docs: Arc<str>,
    /// The folder of the pages that are shown where those of the edition are not translated.
    pub(crate) untranslated_docs: Option<Arc<str>>,
    /// The folders of the pages of other editions.
    pub(crate) other_docs: Vec<Arc<str>>,
    pub(crate) editions: Editions,
    pub(crate) specs: Vec<SpecSetting>,
    pub(crate) api: ApiSetting,
    pub(crate) playground: PlaygroundSetting,
    pub(crate) html: HtmlPolicy,
    /// The values of variables, by name.
    pub(crate) attributes: BTreeMap<Box<str>, Box<str>>,
    /// `None`: generated from the folders.
    pub(crate) sidebar: Option<Vec<SidebarEntry>>,
    /// Instead of one sidebar: the tabs of the site, or those of its products, one after the other. The sidebar of a product
    /// without tabs is one too.
    pub(crate) tabs: Vec<TabSetting>,
    pub(crate) products: Vec<ProductSetting>,
    pub(crate) redirects: Vec<RedirectSetting>,
    pub(crate) host: Option<Host>,
    pub(crate) theme: Theme,
    pub(crate) strings: Strings,
    pub(crate) rules: Rules,
}

impl Config {
    /// The configured sidebars: the one of the site, or that of each tab.
    pub(crate) fn sidebars(&self) -> impl Iterator<Item = &[SidebarEntry]> {
        self.sidebar.as_deref().into_iter().chain(self.tabs.iter().map(TabSetting::entries))
    }
}

/// How raw HTML in pages is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtmlPolicy {
    /// Only harmless tags and attributes are kept.
    Safe,
    /// All HTML is kept.
    Unsafe,
}

/// The settings that every page depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SiteTexts {
    pub(crate) name: Box<str>,
    pub(crate) description: Option<Box<str>>,
    /// The canonical URL, without a trailing slash.
    pub(crate) url: Option<Box<str>>,
    /// What URLs begin with that are read outside of pages, without a trailing slash: the canonical URL, or else the path
    /// from the root of the site.
    pub(crate) base: Box<str>,
    /// The path of the edition from the root of the site, with `/` at both ends.
    pub(crate) path: Box<str>,
    pub(crate) lang: Box<str>,
    pub(crate) dir: Direction,
    pub(crate) top_links: Vec<TopLink>,
    pub(crate) footer: Footer,
    pub(crate) logo: Option<Logo>,
    /// The path of the icon from the root; `None` generates one.
    pub(crate) favicon: Option<Arc<str>>,
    /// The path of the project's style sheet from the root.
    pub(crate) stylesheet: Option<Arc<str>>,
    /// The URL for editing the source of a page, with `{path}` for the path of the file.
    pub(crate) edit_url: Option<Box<str>>,
    /// What pages show of their history.
    pub(crate) page_facts: HistorySetting,
    /// The services that count page views.
    pub(crate) analytics: Option<Analytics>,
    /// Whether pages ask for feedback.
    pub(crate) feedback: Option<Feedback>,
    /// The entries of the menu above each page, in order.
    pub(crate) page_menu: Vec<PageAction>,
    /// Whether pages show their description under the title.
    pub(crate) page_descriptions: bool,
    /// Whether pages have a social card.
    pub(crate) social_cards: bool,
    pub(crate) announcement: Option<Announcement>,
    /// Custom tags in the head.
    pub(crate) head: Vec<HeadTag>,
}

/// What pages show of their history in Git.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HistorySetting {
    /// The day of the last change.
    pub(crate) updated: bool,
    pub(crate) contributors: bool,
}

impl HistorySetting {
    /// Whether they show nothing of it.
    pub(crate) const fn is_empty(self) -> bool {
        !self.updated && !self.contributors
    }
}

/// The question whether a page was helpful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Feedback {
    /// Where answers are sent: an http or https URL, or a path of the site's host. `None`: they are only events.
    pub(crate) url: Option<Box<str>>,
}

/// An entry of the menu above each page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageAction {
    /// Copies the page's Markdown.
    Copy,
    /// Shows the page's Markdown.
    View,
    ChatGpt,
    Claude,
    Cursor,
}

impl PageAction {
    /// Every entry by its name in `tool.json`.
    pub(crate) const ALL: [(&str, Self); 5] = [
        ("copy", Self::Copy),
        ("view", Self::View),
        ("chatgpt", Self::ChatGpt),
        ("claude", Self::Claude),
        ("cursor", Self::Cursor),
    ];
}

/// The page footer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Footer {
    pub(crate) text: Option<Box<str>>,
    pub(crate) links: Vec<TopLink>,
}

/// The logo images that replace the site's name, as paths from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    pub(crate) light: Arc<str>,
    /// `None`: dark pages use the light one too.
    pub(crate) dark: Option<Arc<str>>,
}

/// A banner above every page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Announcement {
    /// What identifies it, and what it says unless there is a message.
    pub(crate) text: Box<str>,
    /// The text with its formatting and links; empty if it is plain.
    pub(crate) message: Vec<MessagePart>,
    /// The kind of news, in the words of [`ANNOUNCEMENT_TYPES`]; `None` for one without a kind.
    pub(crate) kind: Option<&'static str>,
    pub(crate) href: Option<Box<str>>,
    /// Whether readers can dismiss it.
    pub(crate) dismissible: bool,
}

/// The text direction of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Ltr,
    Rtl,
}

impl Direction {
    /// The direction of a language, by its tag (RFC 5646).
    pub(crate) fn of_language(lang: &str) -> Self {
        const RIGHT_TO_LEFT: [&str; 12] = ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"];
        let language = lang.split(['-', '_']).next().unwrap_or(lang);
        if RIGHT_TO_LEFT.iter().any(|known| known.eq_ignore_ascii_case(language)) { Self::Rtl } else { Self::Ltr }
    }
}

/// What pages of a version that is not the main one say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notice {
    /// The author's text.
    pub(crate) text: Option<Box<str>>,
    /// Whether they say that the version is no longer maintained.
    pub(crate) unmaintained: bool,
    /// Whether search engines must not index them.
    pub(crate) noindex: bool,
    /// Whether they say nothing.
    pub(crate) hidden: bool,
}

/// A link in the navigation bar or the footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopLink {
    pub(crate) title: Box<str>,
    pub(crate) href: Box<str>,
}

/// A parsed `tool.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConfigFile {
    pub(crate) config: Config,
    /// The places of the sidebar entries, in depth-first order.
    pub(crate) entry_places: Vec<EntryPlace>,
    /// The objects of the tabs, in the order of [`Config::tabs`].
    pub(crate) tab_spans: Vec<Span>,
    /// The spans of each spec's paths.
    pub(crate) spec_spans: Vec<SpecSpans>,
    /// The span of each sample language.
    pub(crate) sample_spans: Vec<Span>,
    /// The spans of destinations and files that every page depends on.
    pub(crate) site_spans: SiteSpans,
    /// The spans of each redirect's paths.
    pub(crate) redirect_spans: Vec<RedirectSpans>,
    /// Where each language is named.
    pub(crate) language_spans: Vec<Span>,
    /// Where each version names its commit; what is wrong with the fields of a commit is reported there too.
    pub(crate) commit_spans: Vec<Option<Span>>,
    pub(crate) diagnostics: Vec<Diagnostic<Span>>,
}

/// Parses `tool.json`. Queries that do not need spans use the narrow queries below.
#[salsa::tracked(returns(ref))]
pub(crate) fn config_file(db: &dyn Db, file: File) -> ConfigFile {
    let (text, number) = (file.text(db), FileSet::of(db, file).number(db));
    let own = read::read_edition(text, number, None, None);
    let tree = own.config.editions.tree(own.config.editions.key(number.into()));
    let text_of = |path: &Arc<str>| match FileSet::of(db, file).named(db).get(path)?.contents(db) {
        Contents::Text(text) => Some(text),
        _ => None,
    };
    let of_commit = tree.and_then(|tree| text_of(&tree.path(CONFIG_PATH)));
    let theme_file = own.site_spans.theme_file.as_ref().and_then(|(path, _)| text_of(path));
    if of_commit.is_none() && theme_file.is_none() {
        return own;
    }
    read::read_edition(text, number, of_commit.map(|text| &**text), theme_file.map(|text| &**text))
}

/// The languages and versions of the site.
#[salsa::tracked(returns(ref))]
pub(crate) fn site_editions(db: &dyn Db, file: File) -> Editions {
    config_file(db, file).config.editions.clone()
}

/// The folder of the pages that an edition shows where its own are not translated.
#[salsa::tracked(returns(ref))]
pub(crate) fn untranslated_docs(db: &dyn Db, file: File) -> Option<Arc<str>> {
    config_file(db, file).config.untranslated_docs.clone()
}

/// The folders of the pages of other editions.
#[salsa::tracked(returns(ref))]
pub(crate) fn other_docs(db: &dyn Db, file: File) -> Vec<Arc<str>> {
    config_file(db, file).config.other_docs.clone()
}

/// The settings that every page depends on.
#[salsa::tracked(returns(ref))]
pub(crate) fn site_texts(db: &dyn Db, file: File) -> SiteTexts {
    config_file(db, file).config.texts.clone()
}

/// The file with the theme.
#[salsa::tracked(returns(ref))]
pub(crate) fn theme_file(db: &dyn Db, file: File) -> Option<Arc<str>> {
    config_file(db, file).site_spans.theme_file.as_ref().map(|(path, _)| path.clone())
}

/// The texts of the interface.
#[salsa::tracked(returns(ref))]
pub(crate) fn strings(db: &dyn Db, file: File) -> Strings {
    config_file(db, file).config.strings.clone()
}

/// The pages' folder.
#[salsa::tracked(returns(ref))]
pub(crate) fn docs_folder(db: &dyn Db, file: File) -> Arc<str> {
    config_file(db, file).config.docs.clone()
}

/// The specs of the project, in order.
#[salsa::tracked(returns(ref))]
pub(crate) fn spec_settings(db: &dyn Db, file: File) -> Vec<SpecSetting> {
    config_file(db, file).config.specs.clone()
}

/// The redirects of `tool.json`.
#[salsa::tracked(returns(ref))]
pub(crate) fn redirect_settings(db: &dyn Db, file: File) -> Vec<RedirectSetting> {
    config_file(db, file).config.redirects.clone()
}

/// The configured severities of diagnostics.
#[salsa::tracked(returns(ref))]
pub(crate) fn rule_settings(db: &dyn Db, file: File) -> Rules {
    config_file(db, file).config.rules.clone()
}

/// The configured host.
#[salsa::tracked(returns(copy))]
pub(crate) fn host_setting(db: &dyn Db, file: File) -> Option<Host> {
    config_file(db, file).config.host
}

/// The appearance of the site.
#[salsa::tracked(returns(ref))]
pub(crate) fn theme_setting(db: &dyn Db, file: File) -> Theme {
    config_file(db, file).config.theme.clone()
}

/// The presentation of operations.
#[salsa::tracked(returns(ref))]
pub(crate) fn api_setting(db: &dyn Db, file: File) -> ApiSetting {
    config_file(db, file).config.api.clone()
}

/// The name of a variable, as a query key.
#[salsa::interned(debug)]
pub(crate) struct VariableName<'db> {
    /// `tool.json`.
    #[returns(copy)]
    pub(crate) config: File,
    #[returns(ref)]
    pub(crate) name: Box<str>,
}

/// The value of a variable in `tool.json`. A narrow query, so that a changed value re-renders only the pages that use
/// it.
#[salsa::tracked(returns(ref))]
pub(crate) fn site_variable<'db>(db: &'db dyn Db, name: VariableName<'db>) -> Option<Box<str>> {
    config_file(db, name.config(db)).config.attributes.get(name.name(db)).cloned()
}

/// The variables with a value in `tool.json`.
#[salsa::tracked(returns(ref))]
pub(crate) fn site_variable_names(db: &dyn Db, file: File) -> Vec<Box<str>> {
    config_file(db, file).config.attributes.keys().cloned().collect()
}

/// How the request panel reaches servers.
#[salsa::tracked(returns(ref))]
pub(crate) fn playground_setting(db: &dyn Db, file: File) -> PlaygroundSetting {
    config_file(db, file).config.playground.clone()
}

/// How raw HTML in pages is treated.
#[salsa::tracked(returns(copy))]
pub(crate) fn html_setting(db: &dyn Db, file: File) -> HtmlPolicy {
    config_file(db, file).config.html
}

/// The configured sidebar, if any.
#[salsa::tracked(returns(ref))]
pub(crate) fn sidebar_setting(db: &dyn Db, file: File) -> Option<Vec<SidebarEntry>> {
    config_file(db, file).config.sidebar.clone()
}

/// The tabs of the site; empty without the field.
#[salsa::tracked(returns(deref))]
pub(crate) fn tab_settings(db: &dyn Db, file: File) -> Vec<TabSetting> {
    config_file(db, file).config.tabs.clone()
}

/// The products of the site; empty without the field.
#[salsa::tracked(returns(deref))]
pub(crate) fn product_settings(db: &dyn Db, file: File) -> Vec<ProductSetting> {
    config_file(db, file).config.products.clone()
}

/// Configurations for tests of other layers.
#[cfg(test)]
pub(crate) mod testing {
    use super::{SiteTexts, Theme};

    /// The settings that every page depends on, for a configuration.
    pub(crate) fn texts(config: &str) -> SiteTexts {
        super::read::read(config).config.texts
    }

    /// The appearance for a configuration.
    pub(crate) fn theme(config: &str) -> Theme {
        super::read::read(config).config.theme
    }
}
