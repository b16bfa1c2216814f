//! The default icon of a site: its first letter on its accent color. Without an icon, browsers request a file that does
//! not exist.

use super::escape::escape;
use crate::parse::config::{ColorToken, Theme};

/// Its output path.
pub(crate) const FAVICON: &str = "_tool/favicon.svg";

/// The SVG file for a site with this name and theme.
pub(crate) fn favicon(name: &str, theme: &Theme) -> String {
    let letter = first_letter(name).map(String::from).unwrap_or_default();
    let (accent, on_accent) = (theme.light.get(ColorToken::Accent), theme.light.get(ColorToken::OnAccent));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" fill=\"{accent}\"/>\
         <text x=\"16\" y=\"22.5\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" font-size=\"19\" font-weight=\"650\" fill=\"{on_accent}\">",
    );
    escape(&letter, &mut svg);
    svg.push_str("</text></svg>\n");
    svg
}

/// The letter that stands for a name: its first letter or digit, upper-case.
pub(crate) fn first_letter(name: &str) -> Option<char> {
    name.chars().find(|c| c.is_alphanumeric())?.to_uppercase().next()
}

#[cfg(test)]
mod tests {
    use super::favicon;
    use crate::parse::config::testing::theme;

    #[test]
    fn the_first_letter_stands_for_the_name() {
        for (name, letter) in
            [("tool", ">T<"), ("\"3D\" prints", ">3<"), ("ßen", ">S<"), ("東京", ">東<"), ("<&>", "><")]
        {
            assert!(favicon(name, &theme(r#"{"name": "N"}"#)).contains(letter), "{name}");
        }
    }

    #[test]
    fn it_has_the_accent_of_the_site() {
        let svg = favicon("n", &theme(r##"{"name": "N", "theme": {"accent": "#b00020"}}"##));
        assert!(svg.contains("fill=\"#b00020\"/>") && svg.contains("fill=\"#ffffff\">"), "{svg}");
    }
}
