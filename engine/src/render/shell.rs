//! The page around the content: head, bar, sidebar, breadcrumbs, table of contents. Plain functions assemble it when a
//! page is served or written, so no memo contains a sidebar.

use std::collections::BTreeSet;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use askama::Template;

use super::assets::{Extra, Extras, TOOL_ASSETS, ToolAsset};
use super::escape::{Address, escape, escaped};
use super::seo::Seo;
use crate::parse::config::{Analytics, Direction, HeadKind, HeadOrigins, HeadTag, PageAction, SiteTexts, Strings};
use crate::parse::date::machine_date;
use crate::parse::frontmatter::Layout;
use crate::resolve::history::PageHistory;
use crate::resolve::links::{INDEX, ROOT, absolute, page_address};

/// How outputs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OutputOptions {
    /// Links include `index.html`, for reading from `file://`.
    pub offline: bool,
    /// Pages load the script of the dev server.
    pub dev: bool,
}

/// An entry of the sidebar of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NavNode {
    pub(crate) title: String,
    /// A one-line description, shown only in lists of pages; empty without one.
    pub(crate) about: String,
    /// Empty for a group.
    pub(crate) href: Address,
    /// As HTML; empty without one.
    pub(crate) icon: String,
    pub(crate) badge: Option<NavBadge>,
    /// Lower case.
    pub(crate) method: Option<String>,
    pub(crate) current: bool,
    pub(crate) open: bool,
    pub(crate) children: Vec<Self>,
    /// Whether it represents a group whose entries are omitted.
    pub(crate) is_rest: bool,
    /// Whether it represents omitted pages beside it, whose number is in its title.
    pub(crate) is_more: bool,
}

/// A word or two after the title of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NavBadge {
    pub(crate) text: String,
    /// A variant of `wc-badge`; empty for the default one.
    pub(crate) variant: &'static str,
}

impl NavBadge {
    /// Its classes.
    fn class(&self) -> String {
        match self.variant {
            "" | "default" => "badge".to_owned(),
            variant => format!("badge badge-{variant}"),
        }
    }
}

/// The sidebar of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nav {
    pub(crate) nodes: Vec<NavNode>,
    /// The guides and the API of a site that has both.
    pub(crate) parts: Vec<NavLink>,
    /// The products of the site; empty unless there are several.
    pub(crate) products: Vec<ProductLink>,
    /// The tabs of the site, or of the product that is shown.
    pub(crate) tabs: Vec<TabLink>,
    /// The index of the page's part.
    pub(crate) part: usize,
    /// The indices of the parts of its product, on sites with products.
    pub(crate) product_parts: Option<Range<u16>>,
    /// Whether entries are omitted.
    pub(crate) is_cut: bool,
    pub(crate) has_filter: bool,
}

impl Nav {
    /// The product whose sidebar is shown, if there are several.
    fn product(&self) -> Option<&ProductLink> {
        self.products.iter().find(|product| product.shown).or(self.products.first())
    }
}

#[derive(Template)]
#[template(path = "nav_node.html")]
pub(crate) struct NavNodeHtml<'a> {
    node: &'a NavNode,
    s: &'a Strings,
}

/// Longer words, in bytes, may be too wide for a sidebar.
const LONGEST_WORD: usize = 24;

impl NavNode {
    /// The entry as HTML, with its children. Groups nest no deeper than the configuration's depth limit.
    pub(crate) fn html<'a>(&'a self, s: &&'a Strings) -> NavNodeHtml<'a> {
        NavNodeHtml { node: self, s }
    }

    /// The title as HTML. A long name or path may break after its punctuation.
    pub(crate) fn title_html(&self) -> String {
        let mut html = String::new();
        if self.title.len() <= LONGEST_WORD || self.title.contains(char::is_whitespace) {
            escape(&self.title, &mut html);
            return html;
        }
        let mut parts = self.title.split_inclusive(['_', '.', '/']).peekable();
        while let Some(part) = parts.next() {
            escape(part, &mut html);
            if part.len() > 1 && parts.peek().is_some() {
                html.push_str("<wbr>");
            }
        }
        html
    }

    /// Whether it shows more than its title.
    fn is_marked(&self) -> bool {
        !self.icon.is_empty() || self.badge.is_some()
    }

    /// Whether it is a group with its entries.
    pub(crate) fn is_group(&self) -> bool {
        self.href.is_empty()
    }
}

/// Sidebar entries as a list.
pub(crate) fn nav_list(s: &Strings, nodes: &[NavNode]) -> String {
    let mut html = String::from("<ul class=\"nav-list\" role=\"list\">\n");
    for node in nodes {
        // Writing to a string cannot fail.
        let _ = node.html(&s).render_into(&mut html);
    }
    html.push_str("</ul>\n");
    html
}

/// A titled link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NavLink {
    pub(crate) title: String,
    pub(crate) href: Address,
    pub(crate) current: bool,
}

/// A tab of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TabLink {
    pub(crate) title: String,
    pub(crate) href: Address,
    /// As HTML; empty without one.
    pub(crate) icon: String,
    pub(crate) current: bool,
    /// Whether it links to another site.
    pub(crate) is_elsewhere: bool,
}

/// A product of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProductLink {
    pub(crate) title: String,
    /// A line about it; empty without one.
    pub(crate) about: String,
    pub(crate) href: Address,
    /// As HTML; empty without one.
    pub(crate) icon: String,
    /// Whether the sidebar is that of this product.
    pub(crate) shown: bool,
    /// Whether the page is in it.
    pub(crate) current: bool,
    /// Whether it links to another site.
    pub(crate) is_elsewhere: bool,
}

impl ProductLink {
    /// The attributes of links to it, preceded by a space.
    fn attributes(&self) -> &'static str {
        match (self.current, self.is_elsewhere) {
            (true, _) => " aria-current=\"true\"",
            (false, true) => " rel=\"noopener\"",
            (false, false) => "",
        }
    }
}

/// An entry of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TocEntry<'a> {
    pub(crate) id: &'a str,
    pub(crate) text: &'a str,
    pub(crate) level: u8,
}

/// What a page shows of the other editions of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EditionParts {
    /// The versions, in the language of the page; empty if there is only one.
    pub(crate) versions: Vec<EditionLink>,
    /// The languages, in the version of the page; empty if there is only one.
    pub(crate) languages: Vec<EditionLink>,
    /// On pages of an older version, what it is.
    pub(crate) note: Option<EditionNote>,
    /// The direction and the language of the content, if it is not translated.
    pub(crate) untranslated: Option<(&'static str, Box<str>)>,
    /// The canonical URL, if it is that of the same page in the latest version, or in the language it is written in.
    pub(crate) original: Option<String>,
    /// Whether search engines must not index the page.
    pub(crate) noindex: bool,
}

impl EditionParts {
    /// The text of the current entry of a list.
    fn current(links: &[EditionLink]) -> &str {
        links.iter().find(|link| link.current).map_or("", |link| &link.label)
    }

    fn version(&self) -> &str {
        Self::current(&self.versions)
    }

    fn language(&self) -> &str {
        Self::current(&self.languages)
    }

    /// The languages that have the page at a URL of their own, with these URLs, for search engines.
    fn alternates(&self) -> Vec<(&str, &str)> {
        let known = self.languages.iter().filter_map(|link| Some((&*link.lang, link.canonical.as_deref()?)));
        let all: Vec<(&str, &str)> = known.collect();
        let main = all.first().filter(|_| self.languages.first().is_some_and(|link| link.canonical.is_some()));
        all.iter()
            .copied()
            .chain(main.map(|(_, url)| ("x-default", *url)))
            .filter(|_| all.len() > 1 && self.original.is_none())
            .collect()
    }
}

/// A link to the page in another edition, or to the nearest page there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditionLink {
    pub(crate) label: Box<str>,
    /// The language tag; empty for a version.
    pub(crate) lang: Box<str>,
    pub(crate) href: Address,
    pub(crate) current: bool,
    /// The canonical URL of the page there, if that edition has it and the site has a URL.
    pub(crate) canonical: Option<String>,
}

/// What pages of an older version say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditionNote {
    /// The author's text, instead of ours.
    pub(crate) text: Option<Box<str>>,
    pub(crate) name: Box<str>,
    pub(crate) unmaintained: bool,
    /// The name of the latest version, and the page there.
    pub(crate) latest: Box<str>,
    pub(crate) href: Address,
}

impl EditionNote {
    /// What is said of the version, before and after its name, which may be written in another direction.
    fn about<'s>(&self, s: &'s Strings) -> (&'s str, &'s str) {
        around_name(if self.unmaintained { s.unmaintained() } else { s.old_version() })
    }

    /// The text of the link, before and after the name of the latest version.
    fn link<'s>(&self, s: &'s Strings) -> (&'s str, &'s str) {
        around_name(s.latest_version())
    }
}

/// The parts of a text of the interface around the name in it.
fn around_name(text: &str) -> (&str, &str) {
    text.split_once("{name}").unwrap_or((text, ""))
}

/// The parts that differ between pages. URLs are independent of the page's URL.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageParts<'a> {
    /// The output path, from which the path to the root is derived.
    pub(crate) output: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: Option<&'a str>,
    pub(crate) layout: Layout,
    /// The canonical URL, independent of the page's URL; `None` for pages that search engines must not index.
    pub(crate) canonical: Option<String>,
    /// The metadata of the page.
    pub(crate) seo: Option<Seo>,
    /// The URL of the site's feed, on pages with entries in it.
    pub(crate) feed_href: Option<String>,
    /// The parts that the site's configuration adds to every page.
    pub(crate) site: SiteParts,
    /// Where readers edit the page's source.
    pub(crate) edit_href: Option<String>,
    /// What it shows of its history.
    pub(crate) history: Option<&'a PageHistory>,
    /// Whether it asks for feedback if the site does.
    pub(crate) asks_feedback: bool,
    pub(crate) is_draft: bool,
    /// What it shows of the other editions.
    pub(crate) editions: EditionParts,
    /// The URL of the Markdown alternate; empty without one.
    pub(crate) markdown_href: Address,
    pub(crate) sidebar: Nav,
    pub(crate) breadcrumbs: Vec<NavLink>,
    pub(crate) show_title: bool,
    pub(crate) toc: Vec<TocEntry<'a>>,
    pub(crate) previous: Option<NavLink>,
    pub(crate) next: Option<NavLink>,
    /// What the content loads beyond what every page loads.
    pub(crate) extras: Extras,
    /// The scripts of the project's own components in the content.
    pub(crate) project_scripts: Vec<ProjectScript>,
    /// The HTML of the content, in pieces.
    pub(crate) body: Vec<&'a str>,
}

impl<'a> PageParts<'a> {
    /// The URL by which search engines know the page.
    fn canonical(&self, texts: &SiteTexts) -> Option<String> {
        let own = texts.url.as_ref().zip(self.canonical.as_ref());
        self.editions.original.clone().or_else(|| own.map(|(url, address)| absolute(url, address)))
    }

    /// The description under the title, where the site shows it. What a page of the API or a home page is about is its
    /// content.
    fn lead(&self, texts: &SiteTexts) -> Option<&'a str> {
        self.description.filter(|_| texts.page_descriptions && self.layout == Layout::Page)
    }
}

/// What the configuration shows on every page, with resolved URLs, which are independent of the page's URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SiteParts {
    pub(crate) top_links: Vec<NavLink>,
    pub(crate) footer_links: Vec<NavLink>,
    /// The images that replace the site's name: for light pages, for dark ones.
    pub(crate) logo: Vec<LogoImage>,
    pub(crate) favicon: Address,
    /// The style sheets of the site's theme, after ours.
    pub(crate) stylesheets: Vec<Address>,
    /// The link target of the announcement; empty without one.
    pub(crate) announcement_href: Address,
    /// The HTML of the announcement's message; empty without one.
    pub(crate) announcement_message: String,
    /// The URLs of the additional head tags, in their order; empty for tags without one.
    pub(crate) head_addresses: Vec<Address>,
}

/// An image that replaces the site's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogoImage {
    /// The class that limits it to one theme; empty for both.
    pub(crate) class: &'static str,
    pub(crate) href: Address,
    /// Width and height, if known.
    pub(crate) size: Option<(u32, u32)>,
}

/// The menu above a page: ways to read its Markdown.
#[derive(Default)]
struct PageMenu<'a> {
    /// Whether it has the button that copies the Markdown.
    has_copy: bool,
    links: Vec<MenuLink<'a>>,
}

/// A link in the menu above a page.
struct MenuLink<'a> {
    title: &'a str,
    href: String,
    is_elsewhere: bool,
}

impl<'a> PageMenu<'a> {
    /// The menu of a page with its Markdown alternate at an URL. Assistants need its absolute URL, so a site without a
    /// URL does not link to them.
    fn new(s: &'a Strings, texts: &SiteTexts, markdown: &Address) -> Self {
        let mut menu = Self::default();
        if markdown.is_empty() {
            return menu;
        }
        let question = texts.url.as_deref().map(|url| s.ask_about().replace("{url}", &absolute(url, &markdown.0)));
        for action in &texts.page_menu {
            let (title, start) = match action {
                PageAction::Copy => {
                    menu.has_copy = true;
                    continue;
                }
                PageAction::View => {
                    menu.links.push(MenuLink {
                        title: s.view_markdown(),
                        href: markdown.0.clone(),
                        is_elsewhere: false,
                    });
                    continue;
                }
                PageAction::ChatGpt => (s.open_chatgpt(), "https://chatgpt.com/?q="),
                PageAction::Claude => (s.open_claude(), "https://claude.ai/new?q="),
                PageAction::Cursor => (s.open_cursor(), "https://cursor.com/link/prompt?text="),
            };
            if let Some(question) = &question {
                let mut href = start.to_owned();
                write_query_value(question, &mut href);
                menu.links.push(MenuLink { title, href, is_elsewhere: true });
            }
        }
        menu
    }
}

/// Appends the value of a query parameter, with every ASCII character escaped that is not unreserved. Browsers encode the
/// others.
fn write_query_value(text: &str, out: &mut String) {
    for c in text.chars() {
        if !c.is_ascii() || c.is_ascii_alphanumeric() || "-._~".contains(c) {
            out.push(c);
        } else {
            out.push_str(&format!("%{:02X}", c as u32));
        }
    }
}

/// The greatest number of contributors that a page names.
const MOST_CONTRIBUTORS: usize = 12;

/// What a page shows of its history, with at least one part.
struct HistoryParts<'a> {
    /// The date of the last change as the author wrote it, and for machines.
    updated: Option<(&'a str, Option<String>)>,
    contributors: &'a [Arc<str>],
    /// The text about the contributors that are not named.
    others: Option<String>,
}

impl<'a> HistoryParts<'a> {
    fn new(s: &Strings, history: &'a PageHistory) -> Option<Self> {
        let (named, others) = history.contributors.split_at(history.contributors.len().min(MOST_CONTRIBUTORS));
        let parts = Self {
            updated: history.updated.as_deref().map(|date| (date, machine_date(date))),
            contributors: named,
            others: (!others.is_empty()).then(|| s.and_more().replace("{count}", &others.len().to_string())),
        };
        (parts.updated.is_some() || !named.is_empty()).then_some(parts)
    }
}

/// The services that count page views.
struct AnalyticsParts {
    /// The URL of the script that loads them.
    href: Address,
    /// As JSON.
    services: String,
    /// Whether the reader has to agree first.
    consent: bool,
}

impl AnalyticsParts {
    /// The services that count visits of readers; those of authors in `tool dev` are not counted.
    fn services(texts: &SiteTexts, options: OutputOptions) -> Option<&Analytics> {
        texts.analytics.as_ref().filter(|_| !options.dev)
    }

    fn new(texts: &SiteTexts, analytics: &Analytics) -> Self {
        let href = tool_address(texts, &TOOL_ASSETS.analytics);
        Self { href, services: analytics.json(), consent: analytics.consent }
    }
}

/// An announcement above every page.
struct AnnouncementBar<'a> {
    /// The class of its kind, preceded by a space; empty without one.
    class: String,
    text: &'a str,
    /// The HTML of a message, which replaces the text.
    message: &'a str,
    href: &'a Address,
    dismissible: bool,
}

/// A script with the project's own components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProjectScript {
    pub(crate) href: Address,
    /// The attribute that controls how it is loaded, preceded by a space: after the page is parsed, as a module or not.
    pub(crate) loading: &'static str,
    /// The hash of its text.
    pub(crate) version: u64,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    lang: &'a str,
    dir: &'static str,
    layout_class: &'static str,
    /// Whether there is a line with breadcrumbs and tools above the content.
    has_bar: bool,
    site_name: &'a str,
    title: &'a str,
    head_title: String,
    description: Option<&'a str>,
    canonical: Option<String>,
    markdown_href: &'a Address,
    page_menu: PageMenu<'a>,
    stylesheet_hrefs: Vec<Address>,
    theme_script_href: Address,
    site_script_href: Address,
    /// The root of the edition, unless it is that of the site.
    edition_root: Option<Address>,
    extra_script_hrefs: Vec<Address>,
    analytics: Option<AnalyticsParts>,
    project_scripts: &'a [ProjectScript],
    dev_script_href: Option<String>,
    csp: String,
    open_graph: &'a [(&'static str, String)],
    twitter_card: &'a str,
    json_ld: &'a str,
    feed_href: Option<&'a str>,
    favicon: &'a Address,
    head_tags: String,
    announcement: Option<AnnouncementBar<'a>>,
    /// Identifies the announcement, so that readers who dismissed an earlier one see a new one.
    announcement_key: Option<String>,
    brand: String,
    feed_title: String,
    edit_href: Option<&'a str>,
    history: Option<HistoryParts<'a>>,
    /// The URL that receives answers, in a question about the page; empty if none does.
    feedback: Option<&'a str>,
    is_draft: bool,
    editions: &'a EditionParts,
    footer_links: &'a [NavLink],
    brand_href: Address,
    top_links: &'a [NavLink],
    nav: &'a Nav,
    all_pages_href: Address,
    breadcrumbs: &'a [NavLink],
    body: Pieces<'a>,
    show_title: bool,
    /// The description under the title.
    lead: Option<&'a str>,
    toc: &'a [TocEntry<'a>],
    previous: Option<&'a NavLink>,
    next: Option<&'a NavLink>,
    footer: Option<&'a str>,
    s: &'a Strings,
}

/// The content security policy of every page: only the site's own files, requests sent by the reader, and the origins
/// named in `head` and by the analytics.
fn content_security_policy(head: &[HeadTag], analytics: Option<&Analytics>) -> String {
    let mut origins = HeadOrigins::of(head);
    origins.scripts.extend(analytics.into_iter().flat_map(Analytics::origins));
    let list = |origins: BTreeSet<&str>| origins.into_iter().flat_map(|origin| [" ", origin]).collect::<String>();
    let (scripts, styles, fonts) = (list(origins.scripts), list(origins.styles), list(origins.fonts));
    let manifest = if origins.manifest { " manifest-src 'self' https:;" } else { "" };
    format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' https: data:; \
         media-src 'self' https:; frame-src 'self' https:; font-src 'self'{fonts};{manifest} connect-src *; base-uri 'none'; \
         form-action 'self'"
    )
}

/// The additional head tags with their `addresses`, in order.
fn head_tags(tags: &[HeadTag], addresses: &[Address]) -> String {
    let mut html = String::new();
    for (tag, address) in tags.iter().zip(addresses) {
        html.push('<');
        html.push_str(tag.kind.name());
        for (name, value) in &tag.attributes {
            html.push_str(&format!(" {name}"));
            if Some(&**name) == tag.kind.address() {
                html.push_str(&format!("=\"{address}\""));
            } else if !value.is_empty() {
                html.push_str("=\"");
                escape(value, &mut html);
                html.push('"');
            }
        }
        html.push_str(if tag.kind == HeadKind::Script { "></script>\n" } else { ">\n" });
    }
    html
}

/// The site's name, or the images that replace it.
fn brand(name: &str, images: &[LogoImage]) -> String {
    let mut html = String::new();
    for image in images {
        html.push_str("<img");
        if !image.class.is_empty() {
            html.push_str(&format!(" class=\"{}\"", image.class));
        }
        html.push_str(&format!(" src=\"{}\" alt=\"", image.href));
        escape(name, &mut html);
        html.push('"');
        if let Some((width, height)) = image.size {
            html.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        html.push('>');
    }
    if images.is_empty() {
        escape(name, &mut html);
    }
    html
}

/// The value of `dir`.
pub(crate) const fn direction(dir: Direction) -> &'static str {
    match dir {
        Direction::Ltr => "ltr",
        Direction::Rtl => "rtl",
    }
}

/// The ID of the generated page that lists all pages.
pub(crate) const ALL_PAGES_ID: &str = "all-pages";

/// The URL of one of the tool's own files, which all editions share: they are at the root of the site.
pub(crate) fn tool_address(texts: &SiteTexts, asset: &ToolAsset) -> Address {
    let depth = texts.path.matches('/').count().saturating_sub(1);
    Address(format!("{ROOT}{}{}", "../".repeat(depth), asset.path))
}

/// What a page loads beside what all pages load.
fn extras(parts: &PageParts<'_>, has_history: bool, asks_feedback: bool) -> Extras {
    let around = [
        (parts.editions != EditionParts::default() || !parts.sidebar.products.is_empty(), Extra::Editions),
        (!parts.sidebar.products.is_empty(), Extra::Products),
        (has_history, Extra::PageFoot),
        (asks_feedback, Extra::Feedback),
        (!parts.sidebar.tabs.is_empty(), Extra::Tabs),
    ];
    let mut extras = parts.extras;
    around.into_iter().filter(|(is_needed, _)| *is_needed).for_each(|(_, extra)| extras.insert(extra));
    extras
}

/// The whole page, as written to `parts.output`.
pub(crate) fn page(s: &Strings, texts: &SiteTexts, parts: &PageParts<'_>, options: OutputOptions) -> String {
    let tool = |asset: &ToolAsset| tool_address(texts, asset);
    let history = parts.history.and_then(|history| HistoryParts::new(s, history));
    let feedback = texts.feedback.as_ref().filter(|_| parts.asks_feedback);
    let analytics = AnalyticsParts::services(texts, options);
    let extras = extras(parts, history.is_some(), feedback.is_some());
    let stylesheets = iter::once(&TOOL_ASSETS.stylesheet).chain(TOOL_ASSETS.stylesheets(extras));
    let name = &*texts.name;
    let template = Page {
        lang: &texts.lang,
        dir: direction(texts.dir),
        layout_class: match parts.layout {
            Layout::Page => "layout-page",
            Layout::Api => "layout-api",
            Layout::Home => "layout-home",
        },
        has_bar: parts.layout != Layout::Home && !(parts.breadcrumbs.is_empty() && parts.markdown_href.is_empty()),
        site_name: name,
        title: parts.title,
        head_title: if parts.title == name { name.to_owned() } else { format!("{} - {name}", parts.title) },
        description: parts.description.or(texts.description.as_deref()),
        canonical: parts.canonical(texts),
        markdown_href: &parts.markdown_href,
        page_menu: PageMenu::new(s, texts, &parts.markdown_href),
        stylesheet_hrefs: stylesheets.map(tool).chain(parts.site.stylesheets.iter().cloned()).collect(),
        theme_script_href: tool(&TOOL_ASSETS.theme_script),
        site_script_href: tool(&TOOL_ASSETS.site_script),
        edition_root: (&*texts.path != "/").then(|| Address(ROOT.to_string())),
        extra_script_hrefs: TOOL_ASSETS.scripts(extras).map(tool).collect(),
        analytics: analytics.map(|services| AnalyticsParts::new(texts, services)),
        project_scripts: &parts.project_scripts,
        dev_script_href: options.dev.then(|| dev_script_href(&parts.project_scripts)),
        // It has many apostrophes, which need no escape between quotation marks.
        csp: escaped(&content_security_policy(&texts.head, analytics)).replace("&#39;", "'"),
        open_graph: parts.seo.as_ref().map_or(&[], |seo| &seo.properties),
        twitter_card: parts.seo.as_ref().map_or("", |seo| seo.twitter_card),
        json_ld: parts.seo.as_ref().map_or("", |seo| &seo.json_ld),
        feed_href: parts.feed_href.as_deref(),
        favicon: &parts.site.favicon,
        head_tags: head_tags(&texts.head, &parts.site.head_addresses),
        announcement: texts.announcement.as_ref().map(|announcement| AnnouncementBar {
            class: announcement.kind.map(|kind| format!(" announcement-{kind}")).unwrap_or_default(),
            text: &announcement.text,
            message: &parts.site.announcement_message,
            href: &parts.site.announcement_href,
            dismissible: announcement.dismissible,
        }),
        announcement_key: texts
            .announcement
            .as_ref()
            .filter(|announcement| announcement.dismissible)
            .map(|announcement| format!("{:016x}", rapidhash::v3::rapidhash_v3(announcement.text.as_bytes()))),
        brand: brand(name, &parts.site.logo),
        feed_title: format!("{} {name}", s.feed_of()),
        edit_href: parts.edit_href.as_deref(),
        history,
        // Authors do not answer their readers' questions.
        feedback: feedback.map(|feedback| feedback.url.as_deref().filter(|_| !options.dev).unwrap_or_default()),
        is_draft: parts.is_draft,
        editions: &parts.editions,
        footer_links: &parts.site.footer_links,
        brand_href: Address(page_address("index")),
        top_links: &parts.site.top_links,
        nav: &parts.sidebar,
        all_pages_href: Address(page_address(ALL_PAGES_ID)),
        breadcrumbs: &parts.breadcrumbs,
        body: Pieces(&parts.body),
        show_title: parts.show_title,
        lead: parts.lead(texts),
        toc: &parts.toc,
        previous: parts.previous.as_ref(),
        next: parts.next.as_ref(),
        footer: texts.footer.text.as_deref(),
        s,
    };
    let mut html = String::with_capacity(16_384 + parts.body.iter().map(|piece| piece.len()).sum::<usize>());
    // Writing to a string cannot fail.
    let _ = template.render_into(&mut html);
    if parts.output == "404.html" && !options.offline {
        // Served at any depth, so its links are absolute, below the path of the site's URL. No file system serves a
        // folder.
        return fill_markers(&html, &site_path(texts.url.as_deref()), options);
    }
    place(&html, parts.output, options)
}

/// The URL of the dev server's script. It changes with the project's own scripts: a page that uses them must be
/// reloaded, and no other byte of it changes.
fn dev_script_href(scripts: &[ProjectScript]) -> String {
    let versions = scripts.iter().map(|script| format!("{:016x}", script.version)).collect::<Vec<_>>().join("-");
    let query = if versions.is_empty() { String::new() } else { format!("?{versions}") };
    format!("/_tool/dev.js{query}")
}

/// The path of the site's URL, with `/` at both ends.
pub(crate) fn site_path(url: Option<&str>) -> String {
    let after_scheme = url.and_then(|url| url.split_once("://")).map_or("", |(_, rest)| rest);
    let path = after_scheme.split_once('/').map_or("", |(_, path)| path).trim_matches('/');
    if path.is_empty() { "/".to_owned() } else { format!("/{path}/") }
}

/// Concatenated pieces of HTML.
struct Pieces<'a>(&'a [&'a str]);

impl askama::FastWritable for Pieces<'_> {
    fn write_into(&self, dest: &mut dyn std::fmt::Write, _: &dyn askama::Values) -> askama::Result<()> {
        for piece in self.0 {
            dest.write_str(piece)?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

/// `text` with its markers replaced for a file at `output`.
pub(crate) fn place(text: &str, output: &str, options: OutputOptions) -> String {
    let depth = output.matches('/').count();
    let root = if depth == 0 { "./".to_owned() } else { "../".repeat(depth) };
    fill_markers(text, &root, options)
}

pub(crate) fn fill_markers(text: &str, root: &str, options: OutputOptions) -> String {
    let index = if options.offline { "index.html" } else { "" };
    let mut placed = String::with_capacity(text.len() + text.len() / 16);
    let mut from = 0;
    for at in memchr::memchr2_iter(ROOT as u8, INDEX as u8, text.as_bytes()) {
        placed.push_str(&text[from..at]);
        placed.push_str(if text.as_bytes()[at] == ROOT as u8 { root } else { index });
        from = at + 1;
    }
    placed.push_str(&text[from..]);
    placed
}

#[cfg(test)]
mod tests {
    use super::{OutputOptions, place};

    #[test]
    fn markers_become_the_way_from_where_the_file_stands() {
        let online = OutputOptions::default();
        assert_eq!(place("\u{1}a/b/\u{2}#x", "index.html", online), "./a/b/#x");
        assert_eq!(place("\u{1}a/b/\u{2}#x", "c/d/index.html", online), "../../a/b/#x");
        let offline = OutputOptions { offline: true, ..online };
        assert_eq!(place("\u{1}\u{2}", "c/index.html", offline), "../index.html");
    }
}
