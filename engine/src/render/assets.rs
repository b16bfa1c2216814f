//! The embedded style sheets and scripts of the tool. Their names contain a hash of the content.

use std::sync::LazyLock;

use crate::registry::{ComponentKind, Loads};

/// A file of `templates/assets/`, squeezed by the build script.
macro_rules! tool_file {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/assets/", $name))
    };
}

/// A file under `_tool/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolAsset {
    /// Path below the output folder, with the hash.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// All files that pages load from `_tool/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolAssets {
    /// Loaded by every page.
    pub(crate) stylesheet: ToolAsset,
    /// Chooses the theme before the first paint; loaded in the head, not deferred.
    pub(crate) theme_script: ToolAsset,
    pub(crate) site_script: ToolAsset,
    /// Loads the services that count page views, on sites that have some.
    pub(crate) analytics: ToolAsset,
    /// Loaded by the page that readers return to after signing in.
    pub(crate) sign_in: ToolAsset,
    /// Style sheet and script that the site script loads for the first search.
    search: [ToolAsset; 2],
    /// Loaded by the site script when the reader first uses the sidebar.
    nav: ToolAsset,
    /// Loaded by the site script when the reader first uses the menu above the page.
    menu: ToolAsset,
    /// The assets of [`Extra::ALL`], in that order.
    extras: Vec<ExtraAssets>,
}

/// The assets of an extra.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ExtraAssets {
    stylesheet: Option<ToolAsset>,
    script: Option<ToolAsset>,
    /// Loaded by the script on first use.
    later: Vec<ToolAsset>,
}

impl ToolAssets {
    /// The assets in a fixed order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &ToolAsset> {
        let extras =
            self.extras.iter().flat_map(|extra| extra.stylesheet.iter().chain(&extra.script).chain(&extra.later));
        let site = [
            &self.stylesheet,
            &self.theme_script,
            &self.site_script,
            &self.analytics,
            &self.sign_in,
            &self.nav,
            &self.menu,
        ];
        site.into_iter().chain(&self.search).chain(extras)
    }

    /// The additional style sheets of a page with `extras`, in a fixed order.
    pub(crate) fn stylesheets(&self, extras: Extras) -> impl Iterator<Item = &ToolAsset> {
        self.of(extras).filter_map(|assets| assets.stylesheet.as_ref())
    }

    /// The additional scripts of a page with `extras`, in a fixed order.
    pub(crate) fn scripts(&self, extras: Extras) -> impl Iterator<Item = &ToolAsset> {
        self.of(extras).filter_map(|assets| assets.script.as_ref())
    }

    fn of(&self, extras: Extras) -> impl Iterator<Item = &ExtraAssets> {
        Extra::ALL.iter().zip(&self.extras).filter(move |(extra, _)| extras.has(**extra)).map(|(_, assets)| assets)
    }
}

/// Declares [`Extra`] and the list of its variants.
macro_rules! extras {
    ($($(#[doc = $doc:literal])* $variant:ident,)*) => {
        /// Assets that only some pages load. The variants are the bits of [`Extras`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Extra {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Extra {
            /// Every extra, in the order of the variants.
            const ALL: &[Self] = &[$(Self::$variant),*];
        }
    };
}

extras! {
    /// Styles and behavior of operations and fields.
    Api,
    /// Styles of formulas.
    Math,
    /// Images that can be enlarged.
    Image,
    /// Line numbers and marks in code.
    Lines,
    /// Variables that readers can set.
    Variables,
    /// The loader of the request panel.
    Playground,
    /// Styles of diagrams.
    Diagram,
    /// The loader of schema fields that a page omits.
    Models,
    /// Styles of lists of pages and schemas.
    Index,
    /// The filter of such a list.
    IndexFilter,
    /// Styles of home pages.
    Home,
    /// Styles of trees.
    Tree,
    /// The 404 page: its styles, and the list of pages with a similar path.
    NotFound,
    /// The menus of versions and languages, and notices about them.
    Editions,
    /// The foot of pages: facts about them.
    PageFoot,
    /// The question whether a page was helpful.
    Feedback,
    /// The tabs of the site.
    Tabs,
    /// The menu of products.
    Products,
}

impl Extra {
    /// The extra that a component needs.
    pub(crate) const fn of(component: ComponentKind) -> Option<Self> {
        match component.entry().loads {
            Loads::Nothing => None,
            Loads::Api => Some(Self::Api),
            Loads::Image => Some(Self::Image),
            Loads::Tree => Some(Self::Tree),
        }
    }

    fn assets(self) -> ExtraAssets {
        match self {
            Self::Api => {
                let color = color();
                let script = tool_file!("api.js").replace("COLOR_SCRIPT", name_in_folder(&color));
                ExtraAssets { later: vec![color], ..extra("api", tool_file!("api.css"), Some(&script)) }
            }
            Self::Diagram => extra("diagram", tool_file!("diagram.css"), None),
            Self::Math => extra("math", tool_file!("math.css"), None),
            Self::Image => extra("image", tool_file!("image.css"), Some(tool_file!("image.js"))),
            Self::Lines => extra("lines", tool_file!("lines.css"), None),
            Self::Variables => extra("variables", tool_file!("variables.css"), Some(tool_file!("variables.js"))),
            Self::Index => extra("index", tool_file!("index.css"), None),
            Self::Tree => extra("tree", tool_file!("tree.css"), None),
            Self::NotFound => extra("not-found", tool_file!("not-found.css"), Some(tool_file!("not-found.js"))),
            Self::Home => extra("home", tool_file!("home.css"), None),
            Self::Editions => extra("editions", tool_file!("editions.css"), None),
            Self::PageFoot => extra("page-foot", tool_file!("page-foot.css"), None),
            Self::Feedback => extra("feedback", tool_file!("feedback.css"), Some(tool_file!("feedback.js"))),
            Self::Tabs => extra("tabs", tool_file!("tabs.css"), None),
            Self::Products => extra("products", tool_file!("products.css"), None),
            Self::Playground => playground(),
            Self::Models => only_script("models", tool_file!("models.js")),
            Self::IndexFilter => only_script("index-filter", tool_file!("index-filter.js")),
        }
    }
}

/// An extra with a style sheet and perhaps a script, loaded with the page.
fn extra(name: &str, stylesheet: &str, script: Option<&str>) -> ExtraAssets {
    ExtraAssets {
        stylesheet: Some(asset(name, "css", &[stylesheet])),
        script: script.map(|script| asset(name, "js", &[script])),
        later: Vec::new(),
    }
}

/// An extra with a script, loaded with the page.
fn only_script(name: &str, script: &str) -> ExtraAssets {
    ExtraAssets { stylesheet: None, script: Some(asset(name, "js", &[script])), later: Vec::new() }
}

/// A set of extras.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Extras(u32);

impl Extras {
    /// Adds an extra.
    pub(crate) const fn insert(&mut self, extra: Extra) {
        self.0 |= 1 << extra as u16;
    }

    const fn has(self, extra: Extra) -> bool {
        self.0 & (1 << extra as u16) != 0
    }
}

/// The assets of this binary.
pub(crate) static TOOL_ASSETS: LazyLock<ToolAssets> = LazyLock::new(|| {
    let search = search();
    let nav = asset("nav", "js", &[tool_file!("nav.js")]);
    let menu = asset("menu", "js", &[tool_file!("menu.js")]);
    ToolAssets {
        stylesheet: asset(
            "site",
            "css",
            &[
                tool_file!("tokens.css"),
                tool_file!("base.css"),
                tool_file!("shell.css"),
                tool_file!("prose.css"),
                tool_file!("components.css"),
                tool_file!("code.css"),
                tool_file!("print.css"),
            ],
        ),
        theme_script: asset("theme", "js", &[tool_file!("theme.js")]),
        site_script: site_script(&search, &nav, &menu),
        analytics: asset("analytics", "js", &[tool_file!("analytics.js")]),
        sign_in: asset("sign-in", "js", &[tool_file!("sign-in.js")]),
        search,
        nav,
        menu,
        extras: Extra::ALL.iter().map(|extra| extra.assets()).collect(),
    }
});

/// The assets loaded for the first search.
fn search() -> [ToolAsset; 2] {
    [
        asset("search", "css", &[tool_file!("search.css")]),
        asset("search", "js", &[tool_file!("search-index.js"), tool_file!("search.js")]),
    ]
}

/// The site script, which contains the names of the assets that it loads for a search, for the sidebar and for the menu
/// above a page.
fn site_script([style, script]: &[ToolAsset; 2], nav: &ToolAsset, menu: &ToolAsset) -> ToolAsset {
    let text = tool_file!("site.js")
        .replace("SEARCH_STYLE", name_in_folder(style))
        .replace("SEARCH_SCRIPT", name_in_folder(script))
        .replace("NAV_SCRIPT", name_in_folder(nav))
        .replace("MENU_SCRIPT", name_in_folder(menu));
    asset("site", "js", &[&text])
}

/// The name of an asset below `_tool/`.
fn name_in_folder(asset: &ToolAsset) -> &str {
    asset.path.trim_start_matches("_tool/")
}

/// Colors code in the browser.
fn color() -> ToolAsset {
    asset("color", "js", &[tool_file!("color.js")])
}

/// The request panel: its loader contains the names of its assets, and the panel those of the scripts for bodies, for
/// answers, and for signing in, which it loads when it needs them.
fn playground() -> ExtraAssets {
    let style = asset("playground", "css", &[tool_file!("playground.css")]);
    let body = asset("playground-body", "js", &[tool_file!("playground-body.js")]);
    let answer = asset("playground-answer", "js", &[tool_file!("playground-answer.js")]);
    let oauth = asset("playground-oauth", "js", &[tool_file!("playground-oauth.js")]);
    let panel = tool_file!("playground.js")
        .replace("PLAYGROUND_BODY", name_in_folder(&body))
        .replace("PLAYGROUND_ANSWER", name_in_folder(&answer))
        .replace("PLAYGROUND_OAUTH", name_in_folder(&oauth));
    let parts = [
        tool_file!("playground-request.js"),
        tool_file!("playground-inputs.js"),
        tool_file!("playground-check.js"),
        &panel,
    ];
    let script = asset("playground", "js", &parts);
    let loader = tool_file!("playground-loader.js")
        .replace("COLOR_SCRIPT", name_in_folder(&color()))
        .replace("PLAYGROUND_STYLE", name_in_folder(&style))
        .replace("PLAYGROUND_SCRIPT", name_in_folder(&script));
    ExtraAssets {
        stylesheet: None,
        script: Some(asset("playground-loader", "js", &[&loader])),
        later: vec![style, script, body, answer, oauth],
    }
}

/// A file under `_tool/`: the parts concatenated, with their hash in the name.
pub(super) fn asset(name: &str, extension: &str, parts: &[&str]) -> ToolAsset {
    let text = parts.concat();
    let hash = rapidhash::v3::rapidhash_v3(text.as_bytes());
    ToolAsset { path: format!("_tool/{name}.{hash:016x}.{extension}"), text }
}

#[cfg(test)]
#[path = "../../build/squeeze.rs"]
mod squeeze;

#[cfg(test)]
mod tests {
    use super::{Extra, Extras, TOOL_ASSETS};

    #[test]
    fn extras_are_the_bits_of_a_set_in_the_order_of_their_list() {
        for (place, &extra) in Extra::ALL.iter().enumerate() {
            assert_eq!(extra as usize, place);
            let mut extras = Extras::default();
            assert!(!extras.has(extra));
            extras.insert(extra);
            assert!(extras.has(extra));
        }
        assert_eq!(TOOL_ASSETS.stylesheets(Extras::default()).count(), 0);
    }

    /// The budgets of these assets, in bytes after compression.
    #[test]
    fn what_every_page_and_what_a_search_loads_is_light() {
        let weight = |text: &str| miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9).len() + 18;
        let [_, search] = &TOOL_ASSETS.search;
        for (asset, most) in [(&TOOL_ASSETS.site_script, 6_144), (&TOOL_ASSETS.stylesheet, 10_240), (search, 8_704)] {
            let weight = weight(&asset.text);
            assert!(weight <= most, "{} has {weight} bytes", asset.path);
        }
    }

    #[test]
    fn scripts_have_only_what_the_build_script_can_squeeze() {
        for asset in TOOL_ASSETS.all().filter(|asset| asset.path.ends_with(".js")) {
            let is_whole = |line: &str| line.matches('`').count().is_multiple_of(2);
            assert!(asset.text.lines().all(is_whole) && !asset.text.contains("/*"), "{}", asset.path);
        }
    }
}
