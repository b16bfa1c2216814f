//! The `products` field of `tool.json`: the products of the site, each with tabs or a sidebar of its own, or a link.

use std::ops::Range;

use super::SiteSpans;
use super::editions::NavigationNodes;
use super::fields::PRODUCT;
use super::read::ConfigReader;
use super::tabs::{Navigation, TabContent, TabSetting};
use base::diagnostic::{Code, Diagnostic, Span};
use base::tree::NodeRef;

/// A product of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProductSetting {
    pub(crate) title: Box<str>,
    pub(crate) icon: Option<Box<str>>,
    pub(crate) description: Option<Box<str>>,
    pub(crate) content: ProductContent,
}

/// What a product shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProductContent {
    /// The tabs with these indices.
    Tabs(Range<u16>),
    /// One sidebar: that of the tab with this index, which readers do not see as a tab.
    Sidebar(u16),
    /// The target of a link.
    Link(Box<str>),
}

impl ProductSetting {
    /// The indices of its tabs; empty for a link.
    pub(crate) fn tabs(&self) -> Range<u16> {
        match &self.content {
            ProductContent::Tabs(tabs) => tabs.clone(),
            ProductContent::Sidebar(tab) => *tab..tab.saturating_add(1),
            ProductContent::Link(_) => 0..0,
        }
    }
}

/// The product of the tab with this index.
pub(crate) fn product_of(products: &[ProductSetting], tab: u16) -> Option<&ProductSetting> {
    products.iter().find(|product| product.tabs().contains(&tab))
}

/// The titles of the tab with this index: that of its product if there are several, then its own unless it is the only
/// sidebar of a product.
pub(crate) fn tab_titles<'c>(products: &'c [ProductSetting], tabs: &'c [TabSetting], tab: u16) -> Vec<&'c str> {
    let product = product_of(products, tab);
    let is_whole = product.is_some_and(|product| matches!(product.content, ProductContent::Sidebar(_)));
    let title = product.filter(|_| products.len() > 1).map(|product| &*product.title);
    let own = tabs.get(usize::from(tab)).filter(|_| !is_whole).map(|tab| &*tab.title);
    title.into_iter().chain(own).collect()
}

impl ConfigReader {
    /// Reads the list of products.
    pub(super) fn products<'t>(&mut self, list: NodeRef<'t>, made: &mut Navigation<'t>, spans: &mut SiteSpans) {
        if !list.is_array() {
            self.wrong_type(list, "`products`", "a list");
            return;
        }
        let mut titles = Vec::new();
        for node in list.items() {
            let Some((product, span)) = self.product(node, made, spans) else { continue };
            self.title_once("products", &product.title, span, &mut titles);
            made.products.push(product);
        }
        let is_link = |product: &ProductSetting| matches!(product.content, ProductContent::Link(_));
        let is_complete = made.products.len() == list.items().count();
        if is_complete && !made.products.is_empty() && made.products.iter().all(is_link) {
            let found = Diagnostic::new(Code::InvalidConfig, "all `products` are links", list.span());
            let help = "the product that this site documents needs its `tabs` or its `sidebar` instead of `href`";
            self.diagnostics.push(found.with_help(help.to_owned()));
        }
    }

    /// Reads a product, with the span of its title.
    fn product<'t>(
        &mut self,
        node: NodeRef<'t>,
        made: &mut Navigation<'t>,
        spans: &mut SiteSpans,
    ) -> Option<(ProductSetting, Span)> {
        if !node.is_object() {
            self.wrong_type(node, "an entry of `products`", "an object with `product`");
            return None;
        }
        self.unknown_fields(node, &PRODUCT.names());
        let Some(name) = node.get("product") else {
            self.invalid(node, "an entry of `products` has no `product`");
            return None;
        };
        let title = self.string(name, "product")?;
        let icon = node.get("icon").and_then(|icon| self.icon(icon));
        let description = node.get("description").and_then(|text| self.string(text, "description"));
        let first = made.next_tab();
        let what = format!("the product `{title}`");
        let content = if let NavigationNodes { tabs: Some(tabs), sidebar, openapi, .. } = NavigationNodes::of(node) {
            self.beside("sidebar", sidebar, "tabs");
            self.beside("openapi", openapi, "tabs");
            if let Some(href) = node.get("href") {
                self.invalid(href, &format!("{what} has both `tabs` and `href`"));
            }
            if tabs.is_array() && tabs.items().next().is_none() {
                let found = Diagnostic::new(Code::EmptyGroup, format!("{what} has no tabs"), name.span());
                self.diagnostics.push(found.with_help("add its tabs, or remove it".to_owned()));
            }
            self.tabs(tabs, Some(&title), made, spans);
            ProductContent::Tabs(first..made.next_tab())
        } else {
            match self.tab_content(node, &what, name.span(), spans) {
                Some(content @ TabContent::Sidebar(_)) => {
                    made.add(TabSetting { title: title.clone(), icon: None, content }, node, title.trim().into());
                    ProductContent::Sidebar(first)
                }
                Some(TabContent::Link(href)) => ProductContent::Link(href),
                None => {
                    if node.get("href").is_none() {
                        let message = format!("{what} has no `tabs`, no `sidebar` and no `href`");
                        let found = Diagnostic::new(Code::InvalidConfig, message, name.span());
                        let help = "add its `tabs` or its `sidebar`, or `href` for a link".to_owned();
                        self.diagnostics.push(found.with_help(help));
                    }
                    return None;
                }
            }
        };
        Some((ProductSetting { title, icon, description, content }, name.span()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::tab_titles;

    /// The products, tabs and specs for fields of a configuration, and the diagnostics with the text at their spans.
    fn said(fields: &str) -> String {
        let text = format!(r#"{{"name": "N", {fields}}}"#);
        let file = read(&text);
        let mut out = String::new();
        for product in &file.config.products {
            let (title, icon, about) = (&product.title, &product.icon, &product.description);
            out.push_str(&format!("{title} {icon:?} {about:?} {:?}\n", product.content));
        }
        for (number, tab) in (0..).zip(&file.config.tabs) {
            let titles = tab_titles(&file.config.products, &file.config.tabs, number).join(" > ");
            out.push_str(&format!("{titles} ({}) {}\n", tab.title, tab.entries().len()));
        }
        for spec in &file.config.specs {
            out.push_str(&format!("{:?} {} {:?}\n", spec.name, spec.path, spec.tab));
        }
        for found in &file.diagnostics {
            let place = &text[found.place.unwrap().range()];
            let help = found.help.as_deref().unwrap_or_default();
            out.push_str(&format!("{}: {} at {place} / {help}\n", found.code.name(), found.message));
        }
        out
    }

    #[test]
    fn products_have_tabs_sidebars_and_apis_of_their_own() {
        insta::assert_snapshot!(said(
            r#""products": [
            {"product": "Vault", "icon": "archive", "description": "Store.", "tabs": [
                {"tab": "Guides", "sidebar": ["index", "a"]}, {"tab": "API", "openapi": "vault.yaml", "sidebar": ["b"]}]},
            {"product": "Loans", "openapi": ["loans.yaml", {"name": "returns", "spec": "returns.yaml"}], "sidebar": ["c"]},
            {"product": "Field", "tabs": [{"tab": "API", "openapi": "field.yaml", "sidebar": ["d"]}]},
            {"product": "Status", "href": "https://status.test"}]"#
        ), @r#"
        Vault Some("archive") Some("Store.") Tabs(0..2)
        Loans None None Sidebar(2)
        Field None None Tabs(3..4)
        Status None None Link("https://status.test")
        Vault > Guides (Guides) 2
        Vault > API (API) 1
        Loans (Loans) 1
        Field > API (API) 1
        Some("Vault API") vault.yaml Some(1)
        Some("Loans") loans.yaml Some(2)
        Some("returns") returns.yaml Some(2)
        Some("Field API") field.yaml Some(3)
        "#);
    }

    #[test]
    fn the_title_of_the_only_product_is_not_shown() {
        insta::assert_snapshot!(said(r#""products": [{"product": "Vault", "sidebar": ["index"]}]"#), @r#"
        Vault None None Sidebar(0)
         (Vault) 1
        "#);
        insta::assert_snapshot!(
            said(r#""products": [{"product": "Vault", "tabs": [{"tab": "Guides", "sidebar": ["index"]}]}]"#), @r#"
            Vault None None Tabs(0..1)
            Guides (Guides) 1
            "#);
    }

    #[test]
    fn wrong_products_are_reported_where_they_are() {
        let wrong = [
            r#""products": {}"#,
            r#""products": [7, {"sidebar": []}, {"product": ""}, {"product": "A"}, {"product": "B", "icn": "x", "sidebar": [], "href": "/b"}]"#,
            r#""products": [{"product": "A", "href": "javascript:x"}, {"product": "B", "href": "/b", "openapi": "b.yaml"}]"#,
            r#""products": [{"product": "A", "icon": "bok", "sidebar": ["a"]}, {"product": "A", "description": 7, "sidebar": ["b"]}]"#,
            r#""products": [{"product": "A", "tabs": [], "href": "/b"}, {"product": "B", "openapi": "b.yaml", "sidebar": ["b"],
                "tabs": [{"tab": "T", "sidebar": ["a"]}, {"tab": "T", "sidebar": ["c"]}]}, {"product": "C", "tabs": [{"tab": "T", "sidebar": ["d"]}]}]"#,
            r#""openapi": "a.yaml", "sidebar": ["x"], "tabs": [{"tab": "T", "sidebar": ["x"]}], "products": [{"product": "A", "sidebar": ["a"]}]"#,
        ];
        insta::assert_snapshot!(wrong.map(said).join("--\n"), @r#"
        invalid-config: `products` must be a list, not an object at {} / 
        --
        B None None Sidebar(0)
         (B) 0
        invalid-config: an entry of `products` must be an object with `product`, not a number at 7 / 
        invalid-config: an entry of `products` has no `product` at {"sidebar": []} / 
        invalid-config: `product` is empty at "" / 
        invalid-config: the product `A` has no `tabs`, no `sidebar` and no `href` at "A" / add its `tabs` or its `sidebar`, or `href` for a link
        unknown-field: unknown field `icn` at "icn" / did you mean `icon`?
        invalid-config: the product `B` has both `sidebar` and `href` at "/b" / 
        empty-group: the product `B` has no entries at "B" / list its pages, or remove it
        --
        B None None Link("/b")
        invalid-config: `href` must be a page or file of the site, or an http, https or mailto URL at "javascript:x" / 
        invalid-config: the product `B` is a link, so it has no `openapi` at "b.yaml" / 
        --
        A Some("bok") None Sidebar(0)
        A None None Sidebar(1)
        A (A) 1
        A (A) 1
        unknown-icon: no icon is named `bok` at bok / did you mean `book`?
        invalid-config: `description` must be a string, not a number at 7 / 
        invalid-config: two products are named `A` at "A" / 
        --
        A None None Tabs(0..0)
        B None None Tabs(0..2)
        C None None Tabs(2..3)
        B > T (T) 1
        B > T (T) 1
        C > T (T) 1
        invalid-config: the product `A` has both `tabs` and `href` at "/b" / 
        empty-group: the product `A` has no tabs at "A" / add its tabs, or remove it
        invalid-config: `sidebar` cannot be combined with `tabs`, which have sidebars of their own at ["b"] / move its entries into the `sidebar` of a tab
        invalid-config: `openapi` cannot be combined with `tabs`, which have APIs of their own at "b.yaml" / move it into the `openapi` of a tab
        invalid-config: two tabs are named `T` at "T" / 
        --
        A None None Sidebar(0)
         (A) 1
        None a.yaml None
        invalid-config: `tabs` cannot be combined with `products`, which have tabs of their own at [{"tab": "T", "sidebar": ["x"]}] / move them into the `tabs` of a product
        invalid-config: `sidebar` cannot be combined with `products`, which have sidebars of their own at ["x"] / move its entries into the `sidebar` of a product
        "#);
    }
}
