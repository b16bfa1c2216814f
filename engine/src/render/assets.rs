//! The tool's own style sheets and scripts, embedded, under names that hold their content's hash.

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

/// Everything that pages load from `_tool/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolAssets {
    /// What every page loads.
    pub(crate) stylesheet: ToolAsset,
    /// Chooses the theme before the first paint; loaded in the head, not deferred.
    pub(crate) theme_script: ToolAsset,
    pub(crate) site_script: ToolAsset,
    /// What the page loads that readers come back to after signing in.
    pub(crate) sign_in: ToolAsset,
    /// What the site's script loads when the reader first searches: style sheet and script.
    search: [ToolAsset; 2],
    /// What it loads when the reader first uses the sidebar.
    nav: ToolAsset,
    /// Those of [`Extra::ALL`], in that order.
    extras: Vec<ExtraAssets>,
}

/// What an extra adds to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ExtraAssets {
    stylesheet: Option<ToolAsset>,
    script: Option<ToolAsset>,
    /// What the script loads when the reader first needs it.
    later: Vec<ToolAsset>,
}

impl ToolAssets {
    /// The assets in a fixed order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &ToolAsset> {
        let extras =
            self.extras.iter().flat_map(|extra| extra.stylesheet.iter().chain(&extra.script).chain(&extra.later));
        let site = [&self.stylesheet, &self.theme_script, &self.site_script, &self.sign_in, &self.nav];
        site.into_iter().chain(&self.search).chain(extras)
    }

    /// The further style sheets of a page that needs `extras`, in a fixed order.
    pub(crate) fn stylesheets(&self, extras: Extras) -> impl Iterator<Item = &ToolAsset> {
        self.of(extras).filter_map(|assets| assets.stylesheet.as_ref())
    }

    /// The further scripts of a page that needs `extras`, in a fixed order.
    pub(crate) fn scripts(&self, extras: Extras) -> impl Iterator<Item = &ToolAsset> {
        self.of(extras).filter_map(|assets| assets.script.as_ref())
    }

    fn of(&self, extras: Extras) -> impl Iterator<Item = &ExtraAssets> {
        Extra::ALL.iter().zip(&self.extras).filter(move |(extra, _)| extras.has(**extra)).map(|(_, assets)| assets)
    }
}

/// What only some pages load. Its variants are the bits of [`Extras`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extra {
    /// The look of operations and fields, and what they do.
    Api,
    /// The look of formulas.
    Math,
    /// Images that open over the page.
    Image,
    /// Numbers and marks of lines of code.
    Lines,
    /// Variables that readers give values of their own.
    Variables,
    /// What opens the request panel.
    Playground,
    /// The look of diagrams.
    Diagram,
    /// What loads the fields of schemas that a page leaves out.
    Models,
    /// The look of lists of pages and schemas.
    Index,
}

impl Extra {
    /// Every extra, in the order of the variants.
    const ALL: &[Self] = &[
        Self::Api,
        Self::Math,
        Self::Image,
        Self::Lines,
        Self::Variables,
        Self::Playground,
        Self::Diagram,
        Self::Models,
        Self::Index,
    ];

    /// What a component needs beyond what every page loads.
    pub(crate) const fn of(component: ComponentKind) -> Option<Self> {
        match component.entry().loads {
            Loads::Nothing => None,
            Loads::Api => Some(Self::Api),
            Loads::Image => Some(Self::Image),
        }
    }

    fn assets(self) -> ExtraAssets {
        match self {
            Self::Api => extra("api", tool_file!("api.css"), Some(tool_file!("api.js"))),
            Self::Diagram => extra("diagram", tool_file!("diagram.css"), None),
            Self::Math => extra("math", tool_file!("math.css"), None),
            Self::Image => extra("image", tool_file!("image.css"), Some(tool_file!("image.js"))),
            Self::Lines => extra("lines", tool_file!("lines.css"), None),
            Self::Variables => extra("variables", tool_file!("variables.css"), Some(tool_file!("variables.js"))),
            Self::Index => extra("index", tool_file!("index.css"), None),
            Self::Playground => playground(),
            Self::Models => ExtraAssets {
                stylesheet: None,
                script: Some(asset("models", "js", &[tool_file!("models.js")])),
                later: Vec::new(),
            },
        }
    }
}

/// A style sheet, and a script if there is one, that pages load at once.
fn extra(name: &str, stylesheet: &str, script: Option<&str>) -> ExtraAssets {
    ExtraAssets {
        stylesheet: Some(asset(name, "css", &[stylesheet])),
        script: script.map(|script| asset(name, "js", &[script])),
        later: Vec::new(),
    }
}

/// A set of extras.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Extras(u16);

impl Extras {
    /// Adds one.
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
        site_script: site_script(&search, &nav),
        sign_in: asset("sign-in", "js", &[tool_file!("sign-in.js")]),
        search,
        nav,
        extras: Extra::ALL.iter().map(|extra| extra.assets()).collect(),
    }
});

/// What is loaded when the reader first searches.
fn search() -> [ToolAsset; 2] {
    [
        asset("search", "css", &[tool_file!("search.css")]),
        asset("search", "js", &[tool_file!("search-index.js"), tool_file!("search.js")]),
    ]
}

/// The script of every page knows the names of what it loads for a search and for the sidebar.
fn site_script([style, script]: &[ToolAsset; 2], nav: &ToolAsset) -> ToolAsset {
    let text = tool_file!("site.js")
        .replace("SEARCH_STYLE", name_in_folder(style))
        .replace("SEARCH_SCRIPT", name_in_folder(script))
        .replace("NAV_SCRIPT", name_in_folder(nav));
    asset("site", "js", &[&text])
}

/// The name of an asset in the folder that all of them are in.
fn name_in_folder(asset: &ToolAsset) -> &str {
    asset.path.trim_start_matches("_tool/")
}

/// The script that opens the request panel knows the names of what it loads, and the panel that of the script for signing in,
/// which few operations need.
fn playground() -> ExtraAssets {
    let style = asset("playground", "css", &[tool_file!("playground.css")]);
    let oauth = asset("playground-oauth", "js", &[tool_file!("playground-oauth.js")]);
    let panel = tool_file!("playground.js").replace("PLAYGROUND_OAUTH", name_in_folder(&oauth));
    let script =
        asset("playground", "js", &[tool_file!("playground-request.js"), tool_file!("playground-inputs.js"), &panel]);
    let loader = tool_file!("playground-loader.js")
        .replace("PLAYGROUND_STYLE", name_in_folder(&style))
        .replace("PLAYGROUND_SCRIPT", name_in_folder(&script));
    ExtraAssets {
        stylesheet: None,
        script: Some(asset("playground-loader", "js", &[&loader])),
        later: vec![style, script, oauth],
    }
}

/// A file under `_tool/`, made of these parts, with its hash in its name.
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

    /// The budgets of what is loaded, in bytes as they travel.
    #[test]
    fn what_every_page_and_what_a_search_loads_is_light() {
        let weight = |text: &str| miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9).len() + 18;
        let [_, search] = &TOOL_ASSETS.search;
        for (asset, most) in [(&TOOL_ASSETS.site_script, 6_144), (&TOOL_ASSETS.stylesheet, 10_240), (search, 8_192)] {
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
