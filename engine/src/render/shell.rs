//! The page around the text: head, bar, sidebar, breadcrumbs, table of contents. Put together by plain functions when
//! a page is served or written, so that no memo holds a sidebar.

use std::iter;

use askama::Template;

use super::assets::{Extras, TOOL_ASSETS, ToolAsset};
use super::escape::Address;
use super::strings::{STRINGS, Strings};
use crate::parse::config::{Direction, SiteTexts};
use crate::resolve::links::{INDEX, ROOT, page_address};

/// How outputs are spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputOptions {
    /// Links spell `index.html`, for reading from `file://`.
    pub offline: bool,
    /// Pages load the script of the dev server.
    pub dev: bool,
}

/// A line of the sidebar as it stands on one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NavNode {
    pub(crate) title: String,
    /// Empty for a group.
    pub(crate) href: Address,
    /// As HTML; empty for none.
    pub(crate) icon: String,
    /// Empty for none.
    pub(crate) tag: String,
    /// Lower case.
    pub(crate) method: Option<String>,
    pub(crate) current: bool,
    pub(crate) open: bool,
    pub(crate) children: Vec<Self>,
    /// Where a list that was cut continues.
    pub(crate) more_href: Option<Address>,
    pub(crate) more_count: usize,
}

#[derive(Template)]
#[template(path = "nav_node.html")]
pub(crate) struct NavNodeHtml<'a> {
    node: &'a NavNode,
    s: &'static Strings,
}

impl NavNode {
    /// The line as HTML, with the lines below it. Groups nest no deeper than the configuration's depth limit.
    pub(crate) fn html(&self, s: &&'static Strings) -> NavNodeHtml<'_> {
        NavNodeHtml { node: self, s }
    }
}

/// A titled address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NavLink {
    pub(crate) title: String,
    pub(crate) href: Address,
    pub(crate) current: bool,
}

/// A line of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TocEntry<'a> {
    pub(crate) id: &'a str,
    pub(crate) text: &'a str,
    pub(crate) level: u8,
}

/// What differs from page to page. Addresses are position independent.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageParts<'a> {
    /// Path of the output, from which the way to the root follows.
    pub(crate) output: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: Option<&'a str>,
    pub(crate) is_api: bool,
    /// Path of the canonical address below the site's `url`; none for pages that are not to be found.
    pub(crate) canonical: Option<String>,
    /// Address of the Markdown twin; empty where there is none.
    pub(crate) markdown_href: Address,
    pub(crate) sidebar: Vec<NavNode>,
    pub(crate) breadcrumbs: Vec<NavLink>,
    pub(crate) show_title: bool,
    pub(crate) toc: Vec<TocEntry<'a>>,
    pub(crate) previous: Option<NavLink>,
    pub(crate) next: Option<NavLink>,
    pub(crate) top_links: Vec<NavLink>,
    /// What the text needs beyond what every page loads.
    pub(crate) extras: Extras,
    /// The scripts of the project's own components that the text needs.
    pub(crate) project_scripts: Vec<ProjectScript>,
    /// The HTML of the text, in pieces.
    pub(crate) body: Vec<&'a str>,
}

/// A script with components of the project's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProjectScript {
    pub(crate) href: Address,
    /// The attribute that says how it is loaded, with a blank before it: after the page is parsed, a module or not.
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
    site_name: &'a str,
    title: &'a str,
    head_title: String,
    description: Option<&'a str>,
    canonical: Option<String>,
    markdown_href: &'a Address,
    stylesheet_hrefs: Vec<Address>,
    theme_script_href: Address,
    site_script_href: Address,
    extra_script_hrefs: Vec<Address>,
    project_scripts: &'a [ProjectScript],
    dev_script_href: Option<String>,
    csp: &'static str,
    brand_href: Address,
    top_links: &'a [NavLink],
    sidebar: &'a [NavNode],
    all_pages_href: Address,
    breadcrumbs: &'a [NavLink],
    body: Pieces<'a>,
    show_title: bool,
    toc: &'a [TocEntry<'a>],
    previous: Option<&'a NavLink>,
    next: Option<&'a NavLink>,
    footer: Option<&'a str>,
    s: &'static Strings,
}

/// The policy of every page: nothing but the site's own files, and requests that the reader sends.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; \
     media-src 'self' https:; frame-src 'self' https:; font-src 'self'; connect-src *; base-uri 'none'; form-action 'self'";

/// Address of the generated page that lists all pages.
pub(crate) const ALL_PAGES_ID: &str = "all-pages";

/// The whole page as it is written to `parts.output`.
pub(crate) fn page(texts: &SiteTexts, parts: &PageParts<'_>, options: OutputOptions) -> String {
    let tool = |asset: &ToolAsset| Address(format!("{ROOT}{}", asset.path));
    let stylesheets = iter::once(&TOOL_ASSETS.stylesheet).chain(TOOL_ASSETS.stylesheets(parts.extras));
    let name = &*texts.name;
    let template = Page {
        lang: &texts.lang,
        dir: match texts.dir {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        },
        layout_class: if parts.is_api { "layout-api" } else { "layout-page" },
        site_name: name,
        title: parts.title,
        head_title: if parts.title == name { name.to_owned() } else { format!("{} - {name}", parts.title) },
        description: parts.description.or(texts.description.as_deref()),
        canonical: texts.url.as_ref().zip(parts.canonical.as_ref()).map(|(url, path)| format!("{url}/{path}")),
        markdown_href: &parts.markdown_href,
        stylesheet_hrefs: stylesheets.map(tool).collect(),
        theme_script_href: tool(&TOOL_ASSETS.theme_script),
        site_script_href: tool(&TOOL_ASSETS.site_script),
        extra_script_hrefs: TOOL_ASSETS.scripts(parts.extras).map(tool).collect(),
        project_scripts: &parts.project_scripts,
        dev_script_href: options.dev.then(|| dev_script_href(&parts.project_scripts)),
        csp: CONTENT_SECURITY_POLICY,
        brand_href: Address(page_address("index")),
        top_links: &parts.top_links,
        sidebar: &parts.sidebar,
        all_pages_href: Address(page_address(ALL_PAGES_ID)),
        breadcrumbs: &parts.breadcrumbs,
        body: Pieces(&parts.body),
        show_title: parts.show_title,
        toc: &parts.toc,
        previous: parts.previous.as_ref(),
        next: parts.next.as_ref(),
        footer: texts.footer.as_deref(),
        s: &STRINGS,
    };
    let mut html = String::with_capacity(16_384 + parts.body.iter().map(|piece| piece.len()).sum::<usize>());
    // Writing to a string cannot fail.
    let _ = template.render_into(&mut html);
    if parts.output == "404.html" {
        // Served at any depth, so its links are absolute, under the path of the site's address.
        return fill_markers(&html, &site_path(texts.url.as_deref()), options);
    }
    place(&html, parts.output, options)
}

/// The address of the dev server's script. It changes with the project's own scripts: a page that uses them has to be loaded
/// again, and no other byte of it tells so.
fn dev_script_href(scripts: &[ProjectScript]) -> String {
    let versions = scripts.iter().map(|script| format!("{:016x}", script.version)).collect::<Vec<_>>().join("-");
    let query = if versions.is_empty() { String::new() } else { format!("?{versions}") };
    format!("/_tool/dev.js{query}")
}

/// The path of the site's address, with `/` at both ends.
fn site_path(url: Option<&str>) -> String {
    let after_scheme = url.and_then(|url| url.split_once("://")).map_or("", |(_, rest)| rest);
    let path = after_scheme.split_once('/').map_or("", |(_, path)| path).trim_matches('/');
    if path.is_empty() { "/".to_owned() } else { format!("/{path}/") }
}

/// Pieces of HTML one after the other.
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

/// `text` with the markers filled in for a file at `output`.
pub(crate) fn place(text: &str, output: &str, options: OutputOptions) -> String {
    let depth = output.matches('/').count();
    let root = if depth == 0 { "./".to_owned() } else { "../".repeat(depth) };
    fill_markers(text, &root, options)
}

fn fill_markers(text: &str, root: &str, options: OutputOptions) -> String {
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
