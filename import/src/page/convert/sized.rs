//! `![x](y){ width="300" }` of MkDocs and VitePress: an image whose size or alternative text is in an attribute list.

use super::Converter;
use super::plain::attributes_of;
use crate::page::tree::{Attribute, TargetElement, Value};
use crate::page::write::opening;

/// The image at the end of a text: its start, its alternative text and its URL.
fn last_image(text: &str) -> Option<(usize, &str, &str)> {
    let inner = text.strip_suffix(')')?;
    let (before, target) = inner.rsplit_once("](")?;
    let at = before.rfind("![")?;
    let alt = before.get(at + 2..)?;
    let is_plain = !alt.contains(['[', ']', '\n']) && !target.contains([' ', '\n', '"', '<']);
    // An image in a link ends with the link's URL.
    let is_linked = at > 0 && text.get(..at).is_some_and(|before| before.ends_with('['));
    (is_plain && !is_linked).then_some((at, alt, target))
}

/// The text of an attribute.
fn text<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    attributes.iter().find(|attribute| attribute.name == name).and_then(|attribute| match &attribute.value {
        Value::Text(text) => Some(text.as_str()).filter(|text| !text.is_empty()),
        _ => None,
    })
}

/// A size in our format: pixels, or a percentage.
pub(super) fn size(value: &str) -> Option<String> {
    let digits = value.trim().trim_end_matches("px").trim();
    let is_size = digits.trim_end_matches('%').parse::<u32>().is_ok_and(|size| size > 0);
    is_size.then(|| digits.to_owned())
}

impl Converter<'_> {
    /// The length of an attribute list after an image, which `out` ends with. `None` if there is none, or nothing
    /// useful in it.
    pub(super) fn image_attributes(&self, rest: &str, out: &mut String) -> Option<usize> {
        let (length, attributes) = attributes_of(rest)?;
        let (at, alt, target) = last_image(out)?;
        let (width, height) = (text(&attributes, "width").and_then(size), text(&attributes, "height").and_then(size));
        let alt = if alt.trim().is_empty() { text(&attributes, "alt").unwrap_or_default() } else { alt };
        if width.is_none() && height.is_none() {
            let image = format!("![{}]({target})", crate::page::write::escaped_text(alt));
            let has_alt = !alt.is_empty();
            if has_alt {
                out.truncate(at);
                out.push_str(&image);
            }
            return Some(length);
        }
        let mut made = TargetElement::new("wc-image")
            .with("src", target.to_owned())
            .with("alt", crate::page::headings::plain(alt));
        made.set_if(width.filter(|width| width != "100%"), "width");
        made.set_if(height.filter(|height| !height.ends_with('%')), "height");
        out.truncate(at);
        out.push_str(&opening(&made, true));
        Some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::last_image;

    #[test]
    fn an_image_is_told_from_a_link_around_one() {
        assert_eq!(last_image("a ![b](c.png)"), Some((2, "b", "c.png")));
        assert_eq!(last_image("[![b](c.png)](d)"), None);
        assert_eq!(last_image("![b](c.png) d"), None);
        assert_eq!(last_image("[b](c.png)"), None);
    }
}
