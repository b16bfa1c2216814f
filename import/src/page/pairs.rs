//! Pairs of images, one for light pages and one for dark ones: `wc-image` shows the one that fits the page.

use super::tree::Made;
use super::write::opening;

/// Stands in what is written for an image for dark pages alone until its partner is looked for.
const MARK: &str = "<wc-image \u{e000}=\"\"";
/// How what stands for it ends.
const END: &str = " />";

/// An image as it is written.
#[derive(Debug, Default, PartialEq, Eq)]
struct Image<'t> {
    source: &'t str,
    alt: &'t str,
    width: Option<&'t str>,
    height: Option<&'t str>,
}

/// What stands for an image for dark pages alone.
pub(super) fn dark(source: String, alt: String, width: Option<String>, height: Option<String>) -> String {
    let mut made = Made::new("wc-image").with("\u{e000}", "").with("src", source).with("alt", alt);
    made.set_if(width, "width");
    made.set_if(height, "height");
    opening(&made, true)
}

/// Whether a text has an image for dark pages alone.
pub(super) fn has_dark(text: &str) -> bool {
    text.contains(MARK)
}

/// A page's text with each image for dark pages beside the one for light pages that stands next to it. One without a partner
/// is an image for all pages.
pub(super) fn paired(text: String) -> String {
    if !has_dark(&text) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once(MARK) {
        out.push_str(before);
        let (attributes, after) = after.split_once(END).unwrap_or((after, ""));
        let dark = of_attributes(attributes).unwrap_or_default();
        let left = before_end(&out).map(|(start, light)| (start, is_like(&light, &dark)));
        let right = at_start(after);
        let right_fits = right.as_ref().is_some_and(|(_, light)| is_like(light, &dark));
        rest = match (left, right) {
            (Some((start, fits)), _) if fits || !right_fits => {
                let made = before_end(&out).map(|(_, light)| written(&light, Some(&dark))).unwrap_or_default();
                out.truncate(start);
                out.push_str(&made);
                after
            }
            (_, Some((end, light))) => {
                out.push_str(&written(&light, Some(&dark)));
                after.get(end..).unwrap_or_default()
            }
            _ => {
                out.push_str(&written(&dark, None));
                after
            }
        };
    }
    out.push_str(rest);
    out
}

/// An image of ours.
fn written(image: &Image<'_>, dark: Option<&Image<'_>>) -> String {
    let value = |name: &str, value: &str| format!(" {name}=\"{value}\"");
    let mut out = format!("<wc-image{}", value("src", image.source));
    out.extend(dark.map(|dark| value("dark-src", dark.source)));
    let alt = Some(image.alt).filter(|alt| !alt.is_empty()).or(dark.map(|dark| dark.alt));
    out.push_str(&value("alt", &alt.unwrap_or_default().replace('\\', "")));
    out.extend(image.width.map(|width| value("width", width)));
    out.extend(image.height.map(|height| value("height", height)));
    out.push_str(END);
    out
}

/// The image that a text ends with, and where it begins.
fn before_end(text: &str) -> Option<(usize, Image<'_>)> {
    let text = text.trim_end();
    let start = if text.ends_with('>') { text.rfind("<img ")? } else { text.rfind("![")? };
    let (end, image) = at_start(text.get(start..)?)?;
    (start + end == text.len()).then_some((start, image))
}

/// The image that a text begins with, and where it ends.
fn at_start(text: &str) -> Option<(usize, Image<'_>)> {
    let blank = text.len() - text.trim_start().len();
    let text = text.get(blank..)?;
    if let Some(rest) = text.strip_prefix("<img ") {
        let end = rest.find('>')?;
        return Some((blank + "<img ".len() + end + 1, of_attributes(rest.get(..end)?)?));
    }
    let rest = text.strip_prefix("![")?;
    let (alt, target) = rest.split_once("](")?;
    let (source, _) = target.split_once(')')?;
    let is_plain = !alt.contains(['\n', ']', '"', '<']) && !source.contains(['\n', ' ', '"', '(', '<', '>']);
    let end = "![](".len() + alt.len() + source.len() + 1;
    is_plain.then_some((blank + end, Image { source, alt, ..Image::default() }))
}

/// The image that attributes describe.
fn of_attributes(attributes: &str) -> Option<Image<'_>> {
    let value = |name: &str| {
        let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
        rest.split('"').next()
    };
    let source = value("src")?;
    Some(Image { source, alt: value("alt").unwrap_or_default(), width: value("width"), height: value("height") })
}

/// Whether two images show the same: by their words, or by their names without what tells light from dark.
fn is_like(light: &Image<'_>, dark: &Image<'_>) -> bool {
    let name = |source: &str| {
        let mut name = source.rsplit('/').next().unwrap_or(source).to_lowercase();
        for word in ["light", "dark", "day", "night", "white", "black", "-", "_", "."] {
            name = name.replace(word, "");
        }
        name
    };
    !light.alt.is_empty() && light.alt == dark.alt || name(light.source) == name(dark.source)
}

#[cfg(test)]
mod tests {
    use super::{dark, paired};

    #[test]
    fn an_image_for_dark_pages_joins_its_neighbour() {
        let night = || dark("/b-dark.png".to_owned(), "B".to_owned(), None, None);
        let both = "<wc-image src=\"/b-light.png\" dark-src=\"/b-dark.png\" alt=\"B\" />";
        for (text, expected) in [
            (format!("x ![B](/b-light.png) {} y", night()), format!("x {both} y")),
            (format!("{}\n\n![B](/b-light.png)\n", night()), format!("{both}\n")),
            (format!("![A](/a.png)\n{}\n![B](/b-light.png)", night()), format!("![A](/a.png)\n{both}")),
            (
                format!("<img src=\"/b-light.png\" alt=\"\" width=\"9\" />\n{}", night()),
                both.replace("\"B\"", "\"B\" width=\"9\""),
            ),
            (format!("x {} y", night()), "x <wc-image src=\"/b-dark.png\" alt=\"B\" /> y".to_owned()),
            ("![A](/a.png)".to_owned(), "![A](/a.png)".to_owned()),
        ] {
            assert_eq!(paired(text), expected);
        }
    }
}
