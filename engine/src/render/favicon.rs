//! The icon of a site that brings none: its first letter on its accent. Without one browsers ask for a file that is not there.

use super::escape::escape;

/// Where it is published.
pub(crate) const FAVICON: &str = "_tool/favicon.svg";

/// The SVG file for a site of that name.
pub(crate) fn favicon(name: &str) -> String {
    let letter = name.chars().find(|c| c.is_alphanumeric());
    let letter: String = letter.map(|letter| letter.to_uppercase().take(1).collect()).unwrap_or_default();
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" fill=\"#2450d1\"/>\
         <text x=\"16\" y=\"22.5\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" font-size=\"19\" font-weight=\"650\" fill=\"#fff\">",
    );
    escape(&letter, &mut svg);
    svg.push_str("</text></svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::favicon;

    #[test]
    fn the_first_letter_stands_for_the_name() {
        for (name, letter) in
            [("tool", ">T<"), ("\"3D\" prints", ">3<"), ("ßen", ">S<"), ("東京", ">東<"), ("<&>", "><")]
        {
            assert!(favicon(name).contains(letter), "{name}");
        }
    }
}
