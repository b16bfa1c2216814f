//! The `tabs` field of `tool.json`: the tabs of the site, each with a sidebar of its own, or a link.

use super::SiteSpans;
use super::editions::EditionRoot;
use super::fields::TAB;
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

impl ConfigReader {
    /// Reads the sidebar of an edition, or else its tabs. `tabs` takes precedence where both are given.
    pub(super) fn navigation(
        &mut self,
        root: EditionRoot<'_>,
        spans: &mut SiteSpans,
    ) -> (Option<Vec<SidebarEntry>>, Vec<TabSetting>) {
        let (tabs, sidebar) = root.navigation();
        let Some(tabs) = tabs else {
            return (self.field(root, "sidebar", |reader| sidebar.map(|node| reader.sidebar(node))), Vec::new());
        };
        let links = spans.links.len();
        let tabs = self.field(root, "tabs", |reader| {
            if let Some(sidebar) = sidebar {
                let message = "`sidebar` cannot be combined with `tabs`, which have sidebars of their own";
                let found = Diagnostic::new(Code::InvalidConfig, message, sidebar.span());
                reader.diagnostics.push(found.with_help("move its entries into the `sidebar` of a tab".to_owned()));
            }
            reader.tabs(tabs, spans)
        });
        if let Some(place) = root.commit_of("tabs") {
            spans.links.iter_mut().skip(links).for_each(|(_, span)| *span = place);
        }
        (None, tabs)
    }

    fn tabs(&mut self, list: NodeRef<'_>, spans: &mut SiteSpans) -> Vec<TabSetting> {
        let mut tabs: Vec<TabSetting> = Vec::new();
        if !list.is_array() {
            self.wrong_type(list, "`tabs`", "a list");
            return tabs;
        }
        let mut titles: Vec<Span> = Vec::new();
        for node in list.items() {
            let Some((tab, span)) = self.tab(node, spans) else { continue };
            if let Some((_, first)) = tabs.iter().zip(&titles).find(|(known, _)| known.title == tab.title) {
                let found = Diagnostic::new(Code::InvalidConfig, format!("two tabs are named `{}`", tab.title), span);
                self.diagnostics.push(found.with_note("first used here", *first));
            }
            titles.push(span);
            tabs.push(tab);
        }
        tabs
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
        let content = match (node.get("sidebar"), node.get("href")) {
            (Some(sidebar), href) => {
                if let Some(href) = href {
                    self.invalid(href, &format!("the tab `{title}` has both `sidebar` and `href`"));
                }
                if sidebar.is_array() && sidebar.items().next().is_none() {
                    let found =
                        Diagnostic::new(Code::EmptyGroup, format!("the tab `{title}` has no entries"), name.span());
                    self.diagnostics.push(found.with_help("list its pages, or remove it".to_owned()));
                }
                TabContent::Sidebar(self.sidebar(sidebar))
            }
            (None, Some(href)) => {
                if let Some(openapi) = node.get("openapi") {
                    self.invalid(openapi, &format!("the tab `{title}` is a link, so it has no `openapi`"));
                }
                TabContent::Link(self.destination(href, "href", spans)?)
            }
            (None, None) => {
                let found = Diagnostic::new(
                    Code::InvalidConfig,
                    format!("the tab `{title}` has no `sidebar` and no `href`"),
                    name.span(),
                );
                self.diagnostics.push(found.with_help("add its `sidebar`, or `href` for a link".to_owned()));
                return None;
            }
        };
        Some((TabSetting { title, icon, content }, name.span()))
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
