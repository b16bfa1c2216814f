//! The sidebar of one page: complete in a small site, otherwise the groups and the entries near the page. A page's size
//! must not grow with the number of pages.

use super::summary::shorten;
use crate::Db;
use crate::parse::config::{
    Badge, EntryMarks, ProductContent, ProductSetting, Strings, TabContent, TabSetting, TopLink, product_of,
    product_settings, strings, tab_settings, tab_titles,
};
use crate::parse::frontmatter::frontmatter;
use crate::render::escape::Address;
use crate::render::handover::handing_over;
use crate::render::icon::{Look, icon_html};
use crate::render::shell::{
    ALL_PAGES_ID, Nav, NavBadge, NavLink, NavNode, OutputOptions, ProductLink, TabLink, fill_markers, nav_list,
};
use crate::resolve::links::{Target, href, is_external, page_address, resolve};
use crate::resolve::model_keys::MODELS_ID;
use crate::resolve::models::{has_model_list, model_list, parts_with_models};
use crate::resolve::page_tree::page_title;
use crate::resolve::pages::{page_id, pages};
use crate::resolve::sidebar::{API, GUIDES, Parts, Sidebar, SidebarItem, SidebarKind, sidebar};
use base::inputs::{File, FileSet};
use openapi::spec::Text;

/// Up to this many entries, every page has the whole sidebar.
const WHOLE_SIDEBAR: usize = 160;
/// An icon beside a page's title.
const IN_SIDEBAR: Look<'_> = Look { size: 16.0, ..Look::BESIDE_TEXT };
/// A sidebar has a filter from this many entries on.
const WORTH_FILTERING: usize = 12;
/// The output path of the whole sidebar, for the scripts of pages that have a part of it.
pub(super) const SIDEBAR_FILE: &str = "_tool/sidebar.js";
/// In a larger sidebar, the number of a list's pages shown before and after the current one. Groups are always shown.
const NEAR: usize = 6;
/// With more pages than this, the list of all pages has no descriptions, which would make up most of it.
const MOST_DESCRIBED: usize = 300;
/// A list with more groups than this is cut like a list of pages.
const MOST_GROUPS: usize = 200;

/// The context of a page.
#[derive(Debug, Default)]
pub(super) struct Around {
    pub(super) breadcrumbs: Vec<NavLink>,
    pub(super) previous: Option<NavLink>,
    pub(super) next: Option<NavLink>,
}

/// The ID of a page file.
pub(super) fn id_of(db: &dyn Db, file: File) -> &str {
    page_id(db, file)
}

/// The groups around a page, and the previous and next page.
pub(super) fn around(db: &dyn Db, set: FileSet, id: &str) -> Around {
    let sidebar = sidebar(db, set);
    let Some(&place) = sidebar.place.get(id) else { return Around::default() };
    let place = place as usize;
    let way: &[u32] = sidebar.order.get(place).map_or(&[], |(_, way)| way);
    let tabs = tab_settings(db, set.config(db));
    let part = sidebar.part_of_page(id).unwrap_or_default();
    let products = product_settings(db, set.config(db));
    let titles = tab_titles(products, tabs, part);
    let home = |at: usize| match product_of(products, part).filter(|_| at == 0) {
        Some(product) if titles.len() > 1 => home_of_product(sidebar, product),
        _ => home_of(sidebar, part),
    };
    let tab = titles.iter().enumerate().map(|(at, title)| {
        let href = home(at).unwrap_or_default();
        NavLink { title: (*title).to_owned(), href, current: false }
    });
    let groups = (1..way.len()).filter_map(|depth| {
        let group = sidebar.item(&way[..depth])?;
        let href = group.first_page().map(|id| to_page(id)).unwrap_or_default();
        Some(NavLink { title: group.title.to_string(), href, current: false })
    });
    let breadcrumbs = tab.chain(groups).collect();
    // Readers leave a tab only when they choose to.
    let is_beside =
        |way: &[u32]| tabs.is_empty() || way.first().is_some_and(|&top| sidebar.part_at(top as usize) == part);
    let neighbor = |place: Option<usize>| {
        let (id, way) = sidebar.order.get(place?).filter(|(_, way)| is_beside(way))?;
        let title = sidebar.item(way)?.title.to_string();
        Some(NavLink { title, href: to_page(id), current: false })
    };
    Around { breadcrumbs, previous: neighbor(place.checked_sub(1)), next: neighbor(place.checked_add(1)) }
}

/// A page with a sidebar.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beside<'a> {
    /// The page of the project with this ID.
    Page(&'a str),
    /// The page of a schema, or the list of schemas, with this ID.
    Models(&'a str),
    /// Another generated page.
    Other,
}

/// The sidebar of a page: the page's part, if a site has guides and an API.
pub(super) fn on_page(db: &dyn Db, set: FileSet, beside: Beside<'_>) -> Nav {
    let sidebar = sidebar(db, set);
    let place = match beside {
        Beside::Page(id) => {
            sidebar.place.get(id).and_then(|&place| sidebar.order.get(place as usize)).map(|(_, way)| way)
        }
        Beside::Models(id) => sidebar.schemas.get(id),
        Beside::Other => None,
    };
    let way: &[u32] = place.map_or(&[], |way| way);
    let with_models = parts_with_models(db, set);
    let part = match (way.first(), beside) {
        (Some(&top), _) => sidebar.part_at(top as usize),
        (None, Beside::Models(id)) => {
            let has = |(_, starts): &&(u16, Vec<String>)| starts.iter().any(|start| id.starts_with(start.as_str()));
            with_models.iter().find(has).or(with_models.first()).map_or(sidebar.part_at(0), |(part, _)| *part)
        }
        (None, _) => sidebar.part_at(0),
    };
    let items: Vec<(usize, &SidebarItem)> = sidebar.part(part).collect();
    let lines = items.iter().map(|(_, item)| item.leaves() + 1).sum::<usize>();
    let s = strings(db, set.config(db));
    let whole = sidebar.count.min(lines) <= WHOLE_SIDEBAR;
    let view = View { db, set, s, whole, expands: whole, has_about: false };
    // Indices count the items of all parts.
    let on_way = way.first().and_then(|&top| items.iter().position(|(place, _)| *place == top as usize));
    let mut nodes = view.list(&items, on_way, way.get(1..).unwrap_or(&[]));
    let models = with_models.iter().find(|(with, _)| *with == part);
    // A schema with an entry of its own is marked there.
    let beside_models = if place.is_some() { Beside::Other } else { beside };
    let models = models.and_then(|(_, starts)| view.models(Some(beside_models), starts));
    let is_cut = !view.whole || sidebar.parts != Parts::One || models.is_some();
    nodes.extend(models);
    let current =
        (!matches!(beside, Beside::Other) && place.is_some() || matches!(beside, Beside::Models(_))).then_some(part);
    let products = products(db, set, sidebar, part, current);
    Nav {
        nodes,
        product_parts: product_of(product_settings(db, set.config(db)), part)
            .filter(|_| !products.is_empty())
            .map(ProductSetting::tabs),
        parts: guides_and_api(s, sidebar, part),
        products,
        tabs: tabs(db, set, sidebar, part, current),
        part: usize::from(part),
        is_cut,
        has_filter: sidebar.count >= WORTH_FILTERING,
    }
}

/// The URL of the first page of a part.
fn home_of(sidebar: &Sidebar, part: u16) -> Option<Address> {
    sidebar.first_page_of(part).map(|id| to_page(id))
}

/// The URL of the first page of a product.
fn home_of_product(sidebar: &Sidebar, product: &ProductSetting) -> Option<Address> {
    product.tabs().find_map(|part| home_of(sidebar, part))
}

/// The links to the guides and to the API of a site that has both.
fn guides_and_api(s: &Strings, sidebar: &Sidebar, current: u16) -> Vec<NavLink> {
    if sidebar.parts != Parts::GuidesAndApi {
        return Vec::new();
    }
    let link = |(title, part): (&str, u16)| NavLink {
        title: title.to_owned(),
        href: home_of(sidebar, part).unwrap_or_default(),
        current: part == current,
    };
    [(s.guides(), GUIDES), (s.api(), API)].map(link).into()
}

/// The products of `tool.json` that have a page or a link, if there are several. A page shows the product of `part`, and is
/// in that of `current`.
fn products(db: &dyn Db, set: FileSet, sidebar: &Sidebar, part: u16, current: Option<u16>) -> Vec<ProductLink> {
    let config = set.config(db);
    let product = |product: &ProductSetting| {
        let (href, is_elsewhere) = match &product.content {
            ProductContent::Tabs(_) | ProductContent::Sidebar(_) => (home_of_product(sidebar, product)?, false),
            ProductContent::Link(href) => (link_address(db, set, href), is_external(href)),
        };
        let icon = product.icon.as_ref().map(|name| icon_html(db, config, name, IN_SIDEBAR));
        let is_of = |part: u16| product.tabs().contains(&part);
        Some(ProductLink {
            title: product.title.to_string(),
            about: product.description.as_deref().unwrap_or_default().to_owned(),
            href,
            icon: icon.unwrap_or_default(),
            shown: is_of(part),
            current: current.is_some_and(is_of),
            is_elsewhere,
        })
    };
    let links: Vec<ProductLink> = product_settings(db, config).iter().filter_map(product).collect();
    if links.len() > 1 { links } else { Vec::new() }
}

/// The tabs of `tool.json` that have a page or a link: all of them, or those of the product of `part`.
fn tabs(db: &dyn Db, set: FileSet, sidebar: &Sidebar, part: u16, current: Option<u16>) -> Vec<TabLink> {
    let config = set.config(db);
    let product = product_of(product_settings(db, config), part);
    let is_shown = |number: u16| match product.map(|product| &product.content) {
        Some(ProductContent::Tabs(tabs)) => tabs.contains(&number),
        Some(_) => false,
        None => true,
    };
    let tab = |(number, tab): (u16, &TabSetting)| {
        let (href, is_elsewhere) = match &tab.content {
            TabContent::Sidebar(_) => (home_of(sidebar, number)?, false),
            TabContent::Link(href) => (link_address(db, set, href), is_external(href)),
        };
        Some(TabLink {
            title: tab.title.to_string(),
            href,
            icon: tab.icon.as_ref().map(|name| icon_html(db, config, name, IN_SIDEBAR)).unwrap_or_default(),
            current: current == Some(number),
            is_elsewhere,
        })
    };
    (0..).zip(tab_settings(db, config)).filter(|(number, _)| is_shown(*number)).filter_map(tab).collect()
}

/// Whether pages omit sidebar entries, which are then in [`SIDEBAR_FILE`].
#[salsa::tracked(returns(copy))]
pub(super) fn is_shared(db: &dyn Db, set: FileSet) -> bool {
    let sidebar = sidebar(db, set);
    sidebar.count > WHOLE_SIDEBAR || sidebar.parts != Parts::One || has_model_list(db, set)
}

/// The whole sidebar, part by part. URLs contain the marker of the root, which the script that reads the file replaces.
pub(super) fn shared(db: &dyn Db, set: FileSet, options: OutputOptions) -> String {
    let sidebar = sidebar(db, set);
    let s = strings(db, set.config(db));
    let parts = match sidebar.parts {
        Parts::One => 1,
        Parts::GuidesAndApi => 2,
        Parts::Tabs(count) => count,
    };
    let with_models = parts_with_models(db, set);
    let lists = (0..parts).map(|part| {
        let items: Vec<(usize, &SidebarItem)> = sidebar.part(part).collect();
        let lines = items.iter().map(|(_, item)| item.leaves() + 1).sum::<usize>();
        let expands = sidebar.count.min(lines) <= WHOLE_SIDEBAR;
        let view = View { db, set, s, whole: true, expands, has_about: false };
        let mut nodes = view.list(&items, None, &[]);
        let models = with_models.iter().find(|(with, _)| *with == part);
        nodes.extend(models.and_then(|(_, starts)| view.models(None, starts)));
        nav_list(s, &nodes)
    });
    handing_over("sidebar", &fill_markers(&lists.collect::<String>(), "\u{1}", options))
}

struct View<'db> {
    db: &'db dyn Db,
    set: FileSet,
    s: &'db Strings,
    whole: bool,
    /// Whether groups are open that need not be collapsed.
    expands: bool,
    /// Whether entries have descriptions.
    has_about: bool,
}

impl View<'_> {
    /// One list of the sidebar: all its groups, and the pages near the current one, with an entry for the others before
    /// and after them. The item at `on_way` is the page or an ancestor of it, given by `way`.
    fn list(&self, items: &[(usize, &SidebarItem)], on_way: Option<usize>, way: &[u32]) -> Vec<NavNode> {
        let is_group = |item: &SidebarItem| matches!(item.kind, SidebarKind::Group { .. });
        let groups = items.iter().filter(|(_, item)| is_group(item)).count();
        let has_few = groups <= MOST_GROUPS;
        let is_page = |item: &SidebarItem| !(has_few && is_group(item));
        let pages = if has_few { items.len() - groups } else { items.len() };
        let before = |at: usize| items.iter().take(at).filter(|(_, item)| is_page(item)).count();
        let (from, to) = match self.whole {
            true => (0, pages),
            false => near(on_way.map_or(0, before), pages),
        };
        let mut nodes = Vec::with_capacity(items.len() - pages + to - from + 2);
        // How many pages came before.
        let mut place = 0;
        for (at, (_, item)) in items.iter().enumerate() {
            let is_page = is_page(item);
            if is_page {
                place += 1;
                if place <= from || place > to {
                    continue;
                }
                if place == from + 1 && from > 0 {
                    nodes.push(more(self.s.show_earlier(), from));
                }
            }
            nodes.push(self.node(item, (on_way == Some(at)).then_some(way)));
            if is_page && place == to && to < pages {
                nodes.push(more(self.s.show_more(), pages - to));
            }
        }
        nodes
    }

    /// The group of all schemas, after the API's own pages. A schema's page has those near its own, and the file that all
    /// pages share (`None`) has all. Only those whose IDs begin with one of `starts`, if there are any.
    fn models(&self, beside: Option<Beside<'_>>, starts: &[String]) -> Option<NavNode> {
        if !has_model_list(self.db, self.set) {
            return None;
        }
        let title = self.s.models().to_owned();
        // Other pages do not depend on which schemas there are.
        let is_needed = matches!(beside, None | Some(Beside::Models(_)));
        let all = if is_needed { model_list(self.db, self.set) } else { &[] };
        let is_own = |id: &str| starts.is_empty() || starts.iter().any(|start| id.starts_with(start.as_str()));
        let all: Vec<&(Text, String)> = all.iter().filter(|(_, id)| is_own(id)).collect();
        let current = if let Some(Beside::Models(id)) = beside { id } else { "" };
        let at = all.iter().position(|(_, id)| current == id);
        let node = |&(name, id): &&(Text, String)| NavNode {
            title: name.to_string(),
            href: to_page(id),
            current: current == id,
            ..NavNode::default()
        };
        let (from, to) = match (beside, at) {
            (None, _) => (0, all.len()),
            (_, Some(at)) => near(at, all.len()),
            (_, None) => {
                let (href, current) = (to_page(MODELS_ID), current == MODELS_ID);
                return Some(NavNode { title, href, is_rest: true, current, ..NavNode::default() });
            }
        };
        let mut children = Vec::with_capacity(to - from + 2);
        children.extend((from > 0).then(|| more(self.s.show_earlier(), from)));
        children.extend(all.get(from..to).into_iter().flatten().map(node));
        children.extend((to < all.len()).then(|| more(self.s.show_more(), all.len() - to)));
        Some(NavNode { title, open: at.is_some(), children, ..NavNode::default() })
    }

    /// One entry; `way` is given if the page is this entry or below it.
    fn node(&self, item: &SidebarItem, way: Option<&[u32]>) -> NavNode {
        let node = NavNode { title: item.title.to_string(), badge: self.badge(&item.marks), ..NavNode::default() };
        let node = self.target(item, way, node);
        match &item.marks.icon {
            Some(name) => NavNode { icon: icon_html(self.db, self.set.config(self.db), name, IN_SIDEBAR), ..node },
            None => node,
        }
    }

    /// Adds the target of an entry.
    fn target(&self, item: &SidebarItem, way: Option<&[u32]>, node: NavNode) -> NavNode {
        match &item.kind {
            SidebarKind::Page { id, file, method } => {
                // Read here and not in the sidebar query, which would read every page's frontmatter before the first
                // page is shown.
                let front = frontmatter(self.db, *file);
                let icon = front.icon.as_ref().map(|name| icon_html(self.db, *file, name, IN_SIDEBAR));
                let tag = front.tag.as_deref().or(front.draft.then(|| self.s.draft()));
                NavNode {
                    about: self.about(*file),
                    href: to_page(id),
                    icon: icon.unwrap_or_default(),
                    badge: node.badge.or(tag.map(|text| NavBadge { text: text.to_owned(), variant: "" })),
                    method: method.as_ref().map(|method| method.to_ascii_lowercase()),
                    current: way.is_some(),
                    ..node
                }
            }
            SidebarKind::Anchor { id, anchor } => {
                let mut href = page_address(id);
                href.push('#');
                href.push_str(anchor);
                NavNode { href: Address(href), ..node }
            }
            SidebarKind::Schema { id } => NavNode { href: to_page(id), current: way.is_some(), ..node },
            SidebarKind::Link { href } => NavNode { href: link_address(self.db, self.set, href), ..node },
            SidebarKind::Group { items, collapsed, .. } if self.whole || way.is_some() => {
                let items: Vec<(usize, &SidebarItem)> = items.iter().enumerate().collect();
                let on_way = way.and_then(|way| way.first()).map(|&index| index as usize);
                let children = self.list(&items, on_way, way.and_then(|way| way.get(1..)).unwrap_or(&[]));
                NavNode { open: way.is_some() || (self.expands && !collapsed), children, ..node }
            }
            // A group without its entries is a link to its first page.
            SidebarKind::Group { .. } => {
                let href = item.first_page().map(|id| to_page(id)).unwrap_or_default();
                NavNode { href, is_rest: true, ..node }
            }
        }
    }

    /// The badge of an entry.
    fn badge(&self, marks: &EntryMarks) -> Option<NavBadge> {
        let badge = marks.badge.as_ref()?;
        let text = match badge {
            Badge::New => self.s.badge_new(),
            Badge::Beta => self.s.badge_beta(),
            Badge::Deprecated => self.s.deprecated_change(),
            Badge::Own { text, .. } => text,
        };
        Some(NavBadge { text: text.to_owned(), variant: badge.variant() })
    }

    /// The description of a page.
    fn about(&self, file: File) -> String {
        let description = self.has_about.then(|| frontmatter(self.db, file).description.as_deref()).flatten();
        description.map(shorten).unwrap_or_default()
    }

    /// The pages that the sidebar does not list.
    fn unlisted(&self) -> impl Iterator<Item = NavNode> {
        let listed = &sidebar(self.db, self.set).place;
        let all = pages(self.db, self.set).by_id.iter().filter(|(id, _)| !listed.contains_key(*id));
        all.map(|(id, &file)| NavNode {
            title: page_title(self.db, file).to_string(),
            about: self.about(file),
            href: to_page(id),
            ..NavNode::default()
        })
    }
}

/// The range of a list's entries that are shown around the current one: near both ends, as many as in the middle.
fn near(current: usize, count: usize) -> (usize, usize) {
    let shown = 2 * NEAR + 1;
    let from = current.saturating_sub(NEAR).min(count.saturating_sub(shown));
    (from, count.min(from + shown))
}

/// The entry for a number of omitted pages. Without a script it links to the list of all pages.
fn more(words: &str, count: usize) -> NavNode {
    let title = words.replace("{count}", &count.to_string());
    NavNode { title, href: to_page(ALL_PAGES_ID), is_more: true, ..NavNode::default() }
}

/// The URL of a link in the configuration, resolved as if written in a page at the root.
pub(super) fn link_address(db: &dyn Db, set: FileSet, destination: &str) -> Address {
    Address(href(db, set.config(db), destination).html)
}

fn to_page(id: &str) -> Address {
    Address(page_address(id))
}

/// Links of the configuration; the one to the page with the ID `current` is marked.
pub(super) fn links(db: &dyn Db, set: FileSet, links: &[TopLink], current: Option<&str>) -> Vec<NavLink> {
    let is_current = |destination: &str| match resolve(db, set.config(db), destination) {
        Target::Page(id) => current == Some(&*id),
        _ => false,
    };
    let link = |link: &TopLink| NavLink {
        title: link.title.to_string(),
        href: link_address(db, set, &link.href),
        current: is_current(&link.href),
    };
    links.iter().map(link).collect()
}

/// Adds entries to the group that the titles lead to. The last of the groups is the one that grows.
fn add_below(nodes: &mut Vec<NavNode>, titles: &[&str], children: Vec<NavNode>) {
    let Some((title, rest)) = titles.split_first() else { return nodes.extend(children) };
    if children.is_empty() {
        return;
    }
    if nodes.last().is_none_or(|last| last.title != *title) {
        nodes.push(NavNode { title: (*title).to_owned(), ..NavNode::default() });
    }
    if let Some(group) = nodes.last_mut() {
        add_below(&mut group.children, rest, children);
    }
}

/// The whole sidebar, then the pages that it does not list, then `further`.
pub(super) fn everything(db: &dyn Db, set: FileSet, further: Option<NavNode>) -> Vec<NavNode> {
    let has_about = pages(db, set).by_id.len() <= MOST_DESCRIBED;
    let view = View { db, set, s: strings(db, set.config(db)), whole: true, expands: false, has_about };
    let sidebar = sidebar(db, set);
    let list = |items: Vec<(usize, &SidebarItem)>| view.list(&items, None, &[]);
    let (tabs, products) = (tab_settings(db, set.config(db)), product_settings(db, set.config(db)));
    let mut nodes = match sidebar.parts {
        Parts::Tabs(count) => {
            let mut nodes = Vec::new();
            for part in 0..count {
                add_below(&mut nodes, &tab_titles(products, tabs, part), list(sidebar.part(part).collect()));
            }
            nodes
        }
        Parts::One | Parts::GuidesAndApi => list(sidebar.items.iter().enumerate().collect()),
    };
    nodes.extend(view.unlisted());
    nodes.extend(further);
    nodes
}
