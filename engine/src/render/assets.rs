//! The tool's own style sheet and scripts, embedded, under names that hold their content's hash.

use std::sync::LazyLock;

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
    pub(crate) stylesheet: ToolAsset,
    /// Chooses the theme before the first paint; loaded in the head, not deferred.
    pub(crate) theme_script: ToolAsset,
    pub(crate) site_script: ToolAsset,
}

impl ToolAssets {
    /// The assets in a fixed order.
    pub(crate) fn all(&self) -> [&ToolAsset; 3] {
        [&self.stylesheet, &self.theme_script, &self.site_script]
    }
}

/// The assets of this binary.
pub(crate) static TOOL_ASSETS: LazyLock<ToolAssets> = LazyLock::new(|| ToolAssets {
    stylesheet: asset(
        "site",
        "css",
        &[
            include_str!("../../../templates/assets/tokens.css"),
            include_str!("../../../templates/assets/base.css"),
            include_str!("../../../templates/assets/shell.css"),
            include_str!("../../../templates/assets/prose.css"),
            include_str!("../../../templates/assets/components.css"),
            include_str!("../../../templates/assets/api.css"),
            include_str!("../../../templates/assets/code.css"),
            include_str!("../../../templates/assets/print.css"),
        ],
    ),
    theme_script: asset("theme", "js", &[include_str!("../../../templates/assets/theme.js")]),
    site_script: asset("site", "js", &[include_str!("../../../templates/assets/site.js")]),
});

fn asset(name: &str, extension: &str, parts: &[&str]) -> ToolAsset {
    let text = if extension == "css" { parts.iter().map(|part| squeezed(part)).collect() } else { parts.concat() };
    let hash = rapidhash::v3::rapidhash_v3(text.as_bytes());
    ToolAsset { path: format!("_tool/{name}.{hash:016x}.{extension}"), text }
}

/// Our own style sheet without what a browser passes over: comments, line breaks, indentation, spaces around punctuation.
fn squeezed(css: &str) -> String {
    let mut bare = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    bare.push_str(rest);
    let lines = bare.lines().map(str::trim).collect::<Vec<_>>().concat();
    let pairs = [(" {", "{"), ("{ ", "{"), ("; ", ";"), (";}", "}"), (", ", ","), (": ", ":")];
    pairs.iter().fold(lines, |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::squeezed;

    #[test]
    fn squeezes_a_style_sheet() {
        let css = "/* a */\n.b,\n.c :is(d) {\n  e: f(g, h) i;\n  j: \"k\";\n}\n";
        assert_eq!(squeezed(css), ".b,.c :is(d){e:f(g,h) i;j:\"k\"}");
    }
}
