//! The theme in `tool.json` as a style sheet, loaded after that of the tool.

use super::assets::{ToolAsset, asset};
use crate::Db;
use crate::parse::config::{ColorToken, Theme, theme_setting};
use base::inputs::File;

/// The style sheet of the theme; `None` for the default theme.
#[salsa::tracked(returns(ref))]
pub(crate) fn theme_stylesheet(db: &dyn Db, config: File) -> Option<ToolAsset> {
    let css = css(theme_setting(db, config));
    (!css.is_empty()).then(|| asset("theme", "css", &[&css]))
}

/// The differences from the default theme. Font names are quoted; the rest consists of digits and fixed names.
fn css(theme: &Theme) -> String {
    let mut root = String::new();
    let standard = Theme::default();
    for &token in ColorToken::ALL {
        let [light, dark] = [&theme.light, &theme.dark].map(|palette| palette.get(token));
        if [light, dark] != [&standard.light, &standard.dark].map(|palette| palette.get(token)) {
            root.push_str(&format!("--{}:light-dark({light},{dark});", token.name()));
        }
    }
    for (name, list) in [("sans", &theme.fonts.text), ("mono", &theme.fonts.code)] {
        if let Some(list) = list {
            root.push_str(&format!("--{name}:{list};"));
        }
    }
    if let Some(radius) = theme.radius {
        for (name, part) in [("radius-s", 5), ("radius", 8), ("radius-l", 12)] {
            root.push_str(&format!("--{name}:{};", rem(radius * part / 8)));
        }
    }
    let mut css = if root.is_empty() { String::new() } else { format!(":root{{{}}}", root.trim_end_matches(';')) };
    if let Some(list) = &theme.fonts.headings {
        css.push_str(&format!(".brand,.prose :is(h1,h2,h3,h4,h5,h6){{font-family:{list}}}"));
    }
    css
}

/// Thousandths of a `rem`.
fn rem(thousandths: u32) -> String {
    let text = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    format!("{}rem", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::css;
    use crate::parse::config::testing::theme;

    #[test]
    fn only_what_differs_is_written() {
        assert_eq!(css(&theme(r#"{"name": "N"}"#)), "");
        assert_eq!(
            css(&theme(r##"{"name": "N", "theme": {"preset": "default", "colors": {"light": {"bg": "#FFF"}}}}"##)),
            ""
        );
        insta::assert_snapshot!(css(&theme(
            r##"{"name": "N", "theme": {"accent": "#0b6e4f", "radius": "4px", "fonts": {"headings": "Fraunces", "code": "mono"},
                "colors": {"light": {"line": "rgb(200 200 200)"}}}}"##
        )));
    }
}
