//! The `tabs` field of `tool.json`: the tabs of the site, each with a sidebar of its own, or a link.

use super::SiteSpans;
use super::editions::{EditionRoot, NavigationNodes};
use super::fields::TAB;
use super::products::ProductSetting;
use super::read::ConfigReader;
use super::sidebar::SidebarEntry;
use crate::parse::component::check_icon;
use base::diagnostic::{Code, Diagnostic, Span};
use base::tree::NodeRef;

/// A tab of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TabSetting {
    pub(crate) title: Box<str>,
    pub(crate) icon: Option<Box<str>>,
    pub(crate) content: TabContent,
}

/// What a tab shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TabContent {
    Sidebar(Vec<SidebarEntry>),
    /// The target of a link.
    Link(Box<str>),
}

impl TabSetting {
    /// The entries of its sidebar; empty for a link.
    pub(crate) fn entries(&self) -> &[SidebarEntry] {
        match &self.content {
            TabContent::Sidebar(entries) => entries,
            TabContent::Link(_) => &[],
        }
    }
}

/// The navigation of an edition.
#[derive(Default)]
pub(super) struct Navigation<'t> {
    pub(super) sidebar: Option<Vec<SidebarEntry>>,
    pub(super) products: Vec<ProductSetting>,
    pub(super) tabs: Vec<TabSetting>,
    /// The object of each tab.
    pub(super) tab_spans: Vec<Span>,
    pub(super) apis: Vec<TabApis<'t>>,
}

/// The value of `openapi` in a tab.
pub(super) struct TabApis<'t> {
    /// The index of the tab.
    pub(super) tab: u16,
    /// The name of its only API, unless that has another.
    pub(super) name: Box<str>,
    pub(super) node: NodeRef<'t>,
}

impl<'t> Navigation<'t> {
    /// The index of the next tab.
    pub(super) fn next_tab(&self) -> u16 {
        self.tabs.len().try_into().unwrap_or(u16::MAX)
    }

    /// Adds a tab, with the object that it is read from and the name of its only API.
    pub(super) fn add(&mut self, tab: TabSetting, node: NodeRef<'t>, api_name: Box<str>) {
        if let (TabContent::Sidebar(_), Some(openapi)) = (&tab.content, node.get("openapi")) {
            self.apis.push(TabApis { tab: self.next_tab(), name: api_name, node: openapi });
        }
        self.tab_spans.push(node.span());
        self.tabs.push(tab);
    }
}

impl ConfigReader {
    /// Reads the navigation of an edition. `products` takes precedence over `tabs`, and `tabs` over `sidebar`.
    pub(super) fn navigation<'t>(&mut self, root: EditionRoot<'t>, spans: &mut SiteSpans) -> Navigation<'t> {
        let NavigationNodes { products, tabs, sidebar, .. } = root.navigation();
        let mut made = Navigation::default();
        let links = spans.links.len();
        let field = match (products, tabs) {
            (Some(products), _) => {
                self.field(root, "products", |reader| {
                    for (name, node) in [("tabs", tabs), ("sidebar", sidebar)] {
                        reader.beside(name, node, "products");
                    }
                    reader.products(products, &mut made, spans);
                });
                "products"
            }
            (None, Some(tabs)) => {
                self.field(root, "tabs", |reader| {
                    reader.beside("sidebar", sidebar, "tabs");
                    reader.tabs(tabs, None, &mut made, spans);
                });
                "tabs"
            }
            (None, None) => {
                made.sidebar = self.field(root, "sidebar", |reader| sidebar.map(|node| reader.sidebar(node)));
                "sidebar"
            }
        };
        if let Some(place) = root.commit_of(field) {
            spans.links.iter_mut().skip(links).for_each(|(_, span)| *span = place);
        }
        made
    }

    /// Reports a field beside the list `list`, whose entries have that field themselves.
    pub(super) fn beside(&mut self, name: &str, node: Option<NodeRef<'_>>, list: &str) {
        let Some(node) = node else { return };
        let (own, content) = match name {
            "openapi" => ("APIs", "it"),
            "sidebar" => ("sidebars", "its entries"),
            _ => ("tabs", "them"),
        };
        let message = format!("`{name}` cannot be combined with `{list}`, which have {own} of their own");
        let help = format!("move {content} into the `{name}` of a {}", list.trim_end_matches('s'));
        self.diagnostics.push(Diagnostic::new(Code::InvalidConfig, message, node.span()).with_help(help));
    }

    /// Reports a title that an entry before it has, and adds it to those that are known, with their places.
    pub(super) fn title_once(&mut self, what: &str, title: &str, span: Span, known: &mut Vec<(Box<str>, Span)>) {
        if let Some((_, first)) = known.iter().find(|(known, _)| **known == *title) {
            let found = Diagnostic::new(Code::InvalidConfig, format!("two {what} are named `{title}`"), span);
            self.diagnostics.push(found.with_note("first used here", *first));
        }
        known.push((title.into(), span));
    }

    /// Reads a list of tabs: those of the site, or of a product with this title.
    pub(super) fn tabs<'t>(
        &mut self,
        list: NodeRef<'t>,
        product: Option<&str>,
        made: &mut Navigation<'t>,
        spans: &mut SiteSpans,
    ) {
        if !list.is_array() {
            self.wrong_type(list, "`tabs`", "a list");
            return;
        }
        let mut titles = Vec::new();
        for node in list.items() {
            let Some((tab, span)) = self.tab(node, spans) else { continue };
            self.title_once("tabs", &tab.title, span, &mut titles);
            let title = tab.title.trim();
            let api_name = product.map_or_else(|| title.into(), |product| format!("{} {title}", product.trim()).into());
            made.add(tab, node, api_name);
        }
    }

    /// Reads a tab, with the span of its title.
    fn tab(&mut self, node: NodeRef<'_>, spans: &mut SiteSpans) -> Option<(TabSetting, Span)> {
        if !node.is_object() {
            self.wrong_type(node, "an entry of `tabs`", "an object with `tab`");
            return None;
        }
        self.unknown_fields(node, &TAB.names());
        let Some(name) = node.get("tab") else {
            self.invalid(node, "an entry of `tabs` has no `tab`");
            return None;
        };
        let title = self.string(name, "tab")?;
        let icon = node.get("icon").and_then(|icon| self.icon(icon));
        let content = self.tab_content(node, &format!("the tab `{title}`"), name.span(), spans);
        let Some(content) = content else {
            if node.get("href").is_none() {
                let message = format!("the tab `{title}` has no `sidebar` and no `href`");
                let found = Diagnostic::new(Code::InvalidConfig, message, name.span());
                self.diagnostics.push(found.with_help("add its `sidebar`, or `href` for a link".to_owned()));
            }
            return None;
        };
        Some((TabSetting { title, icon, content }, name.span()))
    }

    /// Reads the `sidebar` or the `href` of a tab or a product. `None` if it has neither or its link has no target.
    pub(super) fn tab_content(
        &mut self,
        node: NodeRef<'_>,
        what: &str,
        name: Span,
        spans: &mut SiteSpans,
    ) -> Option<TabContent> {
        match (node.get("sidebar"), node.get("href")) {
            (Some(sidebar), href) => {
                if let Some(href) = href {
                    self.invalid(href, &format!("{what} has both `sidebar` and `href`"));
                }
                if sidebar.is_array() && sidebar.items().next().is_none() {
                    let found = Diagnostic::new(Code::EmptyGroup, format!("{what} has no entries"), name);
                    self.diagnostics.push(found.with_help("list its pages, or remove it".to_owned()));
                }
                Some(TabContent::Sidebar(self.sidebar(sidebar)))
            }
            (None, Some(href)) => {
                if let Some(openapi) = node.get("openapi") {
                    self.invalid(openapi, &format!("{what} is a link, so it has no `openapi`"));
                }
                Some(TabContent::Link(self.destination(href, "href", spans)?))
            }
            (None, None) => None,
        }
    }

    /// Reads the name of an icon, an emoji, or the path of an image.
    pub(super) fn icon(&mut self, node: NodeRef<'_>) -> Option<Box<str>> {
        let text = self.string(node, "icon")?;
        let span = node.span();
        // Without the quotation marks.
        let inner = Span { start: span.start + 1, end: span.end.saturating_sub(1) };
        self.diagnostics.extend(check_icon(&text, inner));
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;

    /// The tabs and specs for fields of a configuration, and the diagnostics with the text at their spans.
    fn said(fields: &str) -> String {
        let text = format!(r#"{{"name": "N", {fields}}}"#);
        let file = read(&text);
        let mut out = String::new();
        for tab in &file.config.tabs {
            out.push_str(&format!("{} {:?} {}\n", tab.title, tab.icon, tab.entries().len()));
        }
        for spec in &file.config.specs {
            out.push_str(&format!("{:?} {} {:?}\n", spec.name, spec.path, spec.tab));
        }
        for found in &file.diagnostics {
            let place = &text[found.place.unwrap().range()];
            let help = found.help.as_deref().unwrap_or_default();
            out.push_str(&format!("{}: {} at {place} / {help}\n", found.code.name(), found.message));
        }
        assert_eq!(file.spec_spans.len(), file.config.specs.len());
        out
    }

    #[test]
    fn tabs_have_sidebars_and_apis_of_their_own() {
        insta::assert_snapshot!(said(
            r#""openapi": "a.yaml", "tabs": [{"tab": "Guides", "icon": "book", "sidebar": ["index", "a"]},
            {"tab": "API", "openapi": "b.yaml", "sidebar": ["b"]},
            {"tab": "Admin", "openapi": [{"name": "c", "spec": "c.yaml"}, {"spec": "d.yaml"}], "sidebar": ["c"]},
            {"tab": "Blog", "href": "https://blog.test"}]"#
        ), @r#"
        Guides Some("book") 2
        API None 1
        Admin None 1
        Blog None 0
        None a.yaml None
        Some("API") b.yaml Some(1)
        Some("c") c.yaml Some(2)
        Some("Admin") d.yaml Some(2)
        invalid-config: the spec `a.yaml` has no `name`, which is required if there are several specs at "a.yaml" / write `{ "name": "…", "spec": "…" }`, with a unique name for each spec
        "#);
    }

    #[test]
    fn wrong_tabs_are_reported_where_they_are() {
        let wrong = [
            r#""tabs": {}"#,
            r#""tabs": [7, {"sidebar": []}, {"tab": ""}, {"tab": "A"}, {"tab": "B", "sidebar": [], "href": "/b"}]"#,
            r#""tabs": [{"tab": "A", "href": "javascript:x"}, {"tab": "B", "href": "/b", "openapi": "b.yaml"}]"#,
            r#""tabs": [{"tab": "A", "icon": "bok", "sidbar": [], "sidebar": ["a"]}, {"tab": "A", "sidebar": ["b"]}]"#,
            r#""sidebar": ["index"], "tabs": [{"tab": "A", "sidebar": ["a"]}]"#,
        ];
        insta::assert_snapshot!(wrong.map(said).join("--\n"), @r#"
        invalid-config: `tabs` must be a list, not an object at {} / 
        --
        B None 0
        invalid-config: an entry of `tabs` must be an object with `tab`, not a number at 7 / 
        invalid-config: an entry of `tabs` has no `tab` at {"sidebar": []} / 
        invalid-config: `tab` is empty at "" / 
        invalid-config: the tab `A` has no `sidebar` and no `href` at "A" / add its `sidebar`, or `href` for a link
        invalid-config: the tab `B` has both `sidebar` and `href` at "/b" / 
        empty-group: the tab `B` has no entries at "B" / list its pages, or remove it
        --
        B None 0
        invalid-config: `href` must be a page or file of the site, or an http, https or mailto URL at "javascript:x" / 
        invalid-config: the tab `B` is a link, so it has no `openapi` at "b.yaml" / 
        --
        A Some("bok") 1
        A None 1
        unknown-field: unknown field `sidbar` at "sidbar" / did you mean `sidebar`?
        unknown-icon: no icon is named `bok` at bok / did you mean `book`?
        invalid-config: two tabs are named `A` at "A" / 
        --
        A None 1
        invalid-config: `sidebar` cannot be combined with `tabs`, which have sidebars of their own at ["index"] / move its entries into the `sidebar` of a tab
        "#);
    }
}
