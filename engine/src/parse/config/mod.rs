//! `tool.json`: typed configuration, and what is wrong with the file.

mod api;
mod fields;
mod head;
mod interface;
mod playground;
mod read;
mod redirects;
mod rules;
mod sidebar;
mod site;
mod specs;
mod theme;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use api::{ApiSetting, unknown_languages};
pub(crate) use fields::ROOT as FIELDS;
pub(crate) use head::{HeadKind, HeadOrigins, HeadTag};
pub(crate) use interface::{ENGLISH, Strings};
pub(crate) use playground::PlaygroundSetting;
pub(crate) use read::{normal_path, rooted};
pub use redirects::old_address;
pub(crate) use redirects::{Host, RedirectSetting, RedirectSpans, TARGET, is_target};
pub(crate) use rules::Rules;
pub(crate) use sidebar::{EntryPlace, METHODS, SidebarEntry};
pub(crate) use site::SiteSpans;
pub use site::leads_somewhere;
pub(crate) use specs::{SpecSetting, SpecSpans};

pub(crate) use theme::{Theme, Token};

use crate::Db;
use base::diagnostic::{Diagnostic, Span};
use base::inputs::{File, FileSet};

/// The configuration without any position in the file, so that white space in it changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) texts: SiteTexts,
    /// The folder of the pages, relative to the root.
    pub(crate) docs: Arc<str>,
    pub(crate) specs: Vec<SpecSetting>,
    pub(crate) api: ApiSetting,
    pub(crate) playground: PlaygroundSetting,
    pub(crate) html: Html,
    /// The values of variables, by name.
    pub(crate) attributes: BTreeMap<Box<str>, Box<str>>,
    /// Absent: made from the folders.
    pub(crate) sidebar: Option<Vec<SidebarEntry>>,
    pub(crate) redirects: Vec<RedirectSetting>,
    pub(crate) host: Option<Host>,
    pub(crate) theme: Theme,
    pub(crate) strings: Strings,
    pub(crate) rules: Rules,
}

/// What becomes of raw HTML in pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Html {
    /// What is known to be harmless is let through.
    Safe,
    /// All of it is.
    Unsafe,
}

/// What every page shows of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SiteTexts {
    pub(crate) name: Box<str>,
    pub(crate) description: Option<Box<str>>,
    /// The canonical address, without a slash at its end.
    pub(crate) url: Option<Box<str>>,
    pub(crate) lang: Box<str>,
    pub(crate) dir: Direction,
    pub(crate) top_links: Vec<TopLink>,
    pub(crate) footer: Footer,
    pub(crate) logo: Option<Logo>,
    /// The path of the icon from the root; one is made where there is none.
    pub(crate) favicon: Option<Arc<str>>,
    /// The path of the project's own style sheet from the root.
    pub(crate) stylesheet: Option<Arc<str>>,
    /// Where the source of a page is edited, with `{path}` for the file's path.
    pub(crate) edit_url: Option<Box<str>>,
    pub(crate) announcement: Option<Announcement>,
    /// Further tags of the head.
    pub(crate) head: Vec<HeadTag>,
}

/// What stands at the foot of every page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Footer {
    pub(crate) text: Option<Box<str>>,
    pub(crate) links: Vec<TopLink>,
}

/// The site's image in place of its name, by paths from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    pub(crate) light: Arc<str>,
    /// Absent: the same on dark pages.
    pub(crate) dark: Option<Arc<str>>,
}

/// A line above every page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Announcement {
    pub(crate) text: Box<str>,
    pub(crate) href: Option<Box<str>>,
    /// Whether readers may make it go away.
    pub(crate) dismissible: bool,
}

/// The direction of the interface's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Ltr,
    Rtl,
}

/// A link at the top or at the foot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TopLink {
    pub(crate) title: Box<str>,
    pub(crate) href: Box<str>,
}

/// A parsed `tool.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConfigFile {
    pub(crate) config: Config,
    /// Where each sidebar entry stands, in the order of a walk over the entries.
    pub(crate) entry_places: Vec<EntryPlace>,
    /// Where the paths of each spec stand.
    pub(crate) spec_spans: Vec<SpecSpans>,
    /// Where the name of each language of samples stands.
    pub(crate) sample_spans: Vec<Span>,
    /// Where destinations and files stand that every page shows.
    pub(crate) site_spans: SiteSpans,
    /// Where the addresses of each redirect stand.
    pub(crate) redirect_spans: Vec<RedirectSpans>,
    pub(crate) diagnostics: Vec<Diagnostic<Span>>,
}

/// The parsed `tool.json`. Readers that are not about its text go through the narrow queries below.
#[salsa::tracked(returns(ref))]
pub(crate) fn config_file(db: &dyn Db, file: File) -> ConfigFile {
    read::read(file.text(db))
}

/// What every page shows of the site.
#[salsa::tracked(returns(ref))]
pub(crate) fn site_texts(db: &dyn Db, file: File) -> SiteTexts {
    config_file(db, file).config.texts.clone()
}

/// The texts of the interface.
#[salsa::tracked(returns(ref))]
pub(crate) fn strings(db: &dyn Db, file: File) -> Strings {
    config_file(db, file).config.strings.clone()
}

/// The folder of the pages.
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

/// How grave each kind of finding is to the project.
#[salsa::tracked(returns(ref))]
pub(crate) fn rule_settings(db: &dyn Db, file: File) -> Rules {
    config_file(db, file).config.rules.clone()
}

/// The host that the site is made for.
#[salsa::tracked(returns(copy))]
pub(crate) fn host_setting(db: &dyn Db, file: File) -> Option<Host> {
    config_file(db, file).config.host
}

/// The look of the site.
#[salsa::tracked(returns(ref))]
pub(crate) fn theme_setting(db: &dyn Db, file: File) -> Theme {
    config_file(db, file).config.theme.clone()
}

/// How operations are shown.
#[salsa::tracked(returns(ref))]
pub(crate) fn api_setting(db: &dyn Db, file: File) -> ApiSetting {
    config_file(db, file).config.api.clone()
}

/// The name of a variable as a key of queries.
#[salsa::interned(debug)]
pub(crate) struct VariableName<'db> {
    #[returns(ref)]
    pub(crate) name: Box<str>,
}

/// The value that `tool.json` gives a variable. Narrow, so that a value renders only the pages that show it.
#[salsa::tracked(returns(ref))]
pub(crate) fn site_variable<'db>(db: &'db dyn Db, name: VariableName<'db>) -> Option<Box<str>> {
    let config = FileSet::get(db).config(db);
    config_file(db, config).config.attributes.get(name.name(db)).cloned()
}

/// The variables that `tool.json` gives values.
#[salsa::tracked(returns(ref))]
pub(crate) fn site_variable_names(db: &dyn Db, file: File) -> Vec<Box<str>> {
    config_file(db, file).config.attributes.keys().cloned().collect()
}

/// How the request panel reaches servers.
#[salsa::tracked(returns(ref))]
pub(crate) fn playground_setting(db: &dyn Db, file: File) -> PlaygroundSetting {
    config_file(db, file).config.playground.clone()
}

/// What becomes of raw HTML in pages.
#[salsa::tracked(returns(copy))]
pub(crate) fn html_setting(db: &dyn Db, file: File) -> Html {
    config_file(db, file).config.html
}

/// The sidebar as configured, if it is.
#[salsa::tracked(returns(ref))]
pub(crate) fn sidebar_setting(db: &dyn Db, file: File) -> Option<Vec<SidebarEntry>> {
    config_file(db, file).config.sidebar.clone()
}

/// Configurations for tests of other floors.
#[cfg(test)]
pub(crate) mod testing {
    use super::{SiteTexts, Theme};

    /// What a configuration says that every page shows.
    pub(crate) fn texts(config: &str) -> SiteTexts {
        super::read::read(config).config.texts
    }

    /// The look that a configuration gives the site.
    pub(crate) fn theme(config: &str) -> Theme {
        super::read::read(config).config.theme
    }
}
