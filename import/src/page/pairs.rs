//! Pairs of images, one for light pages and one for dark ones: `wc-image` shows the one that fits the page.
//!
//! Conversion makes an image for dark pages a `wc-image` that has a `dark-src` only; [`join`] gives it the `src` of the
//! image next to it.

use std::ops::Range;

use super::read::tokens::{InlineToken, tokens};
use super::tree::{Kind, Node, TargetElement};
use super::write::opening;
use crate::project::Dialect;

/// An image in a text, its attributes as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Image {
    source: String,
    alt: String,
    caption: Option<String>,
    width: Option<String>,
    height: Option<String>,
    is_dark: bool,
}

/// An image, and where it is.
struct FoundImage {
    /// The index of its node among its siblings.
    node: usize,
    /// Its range in the node's text.
    range: Range<usize>,
    image: Image,
}

/// The tag of an image for dark pages only, with its caption and its width and height.
pub(super) fn dark(
    source: String,
    alt: String,
    caption: Option<String>,
    (width, height): (Option<String>, Option<String>),
) -> String {
    let mut made = TargetElement::new("wc-image").with("dark-src", source).with("alt", alt);
    made.set_if(width, "width");
    made.set_if(height, "height");
    made.set_if(caption, "caption");
    opening(&made, true)
}

/// Whether a text has an image for dark pages only.
pub(super) fn has_dark(text: &str) -> bool {
    may_have_dark(text) && images(text).any(|(_, image)| image.is_dark)
}

fn may_have_dark(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), b" dark-src=").is_some()
}

/// Joins each image for dark pages with the light one next to it, in these nodes and in those within them. A dark image
/// without a neighbor becomes an image for all pages.
pub(super) fn join(nodes: &mut Vec<Node>) {
    for node in nodes.iter_mut() {
        match &mut node.kind {
            Kind::Quote(children) | Kind::Item { children, .. } => join(children),
            Kind::Target(made) => join(&mut made.children),
            _ => {}
        }
    }
    if nodes.iter().filter_map(text_of).any(may_have_dark) {
        join_siblings(nodes);
    }
}

/// The inline content of a paragraph or a heading.
fn text_of(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Text(text) | Kind::Heading { text, .. } => Some(text),
        _ => None,
    }
}

fn join_siblings(nodes: &mut Vec<Node>) {
    let mut found = Vec::new();
    for (node, text) in nodes.iter().enumerate().filter_map(|(number, node)| Some((number, text_of(node)?))) {
        found.extend(images(text).map(|(range, image)| FoundImage { node, range, image }));
    }
    // The first and the last image that each new one replaces, and its tag.
    let mut joins: Vec<(&FoundImage, &FoundImage, String)> = Vec::new();
    let mut free = 0;
    for (number, dark) in found.iter().enumerate().filter(|(_, found)| found.image.is_dark) {
        let is_light = |found: &&FoundImage| !found.image.is_dark;
        let before = number.checked_sub(1).filter(|left| *left >= free).and_then(|left| found.get(left));
        let left = before.filter(is_light).filter(|left| is_next_to(left, dark, nodes));
        let right = found.get(number + 1).filter(is_light).filter(|right| is_next_to(dark, right, nodes));
        let fits = |light: &FoundImage| is_like(&light.image, &dark.image);
        free = number + 1;
        joins.push(match (left, right) {
            (Some(left), right) if fits(left) || !right.is_some_and(fits) => {
                (left, dark, written(&left.image, Some(&dark.image)))
            }
            (_, Some(right)) => {
                free += 1;
                (dark, right, written(&right.image, Some(&dark.image)))
            }
            _ => (dark, dark, written(&dark.image, None)),
        });
    }
    for (first, last, tag) in joins.into_iter().rev() {
        let end = last.range.end;
        let tail = nodes.get(last.node).and_then(text_of).and_then(|text| text.get(end..)).unwrap_or_default();
        let joined = tag + tail;
        if let Some(Node { kind: Kind::Text(text) | Kind::Heading { text, .. }, .. }) = nodes.get_mut(first.node) {
            text.truncate(first.range.start);
            text.push_str(&joined);
        }
        nodes.drain(first.node + 1..=last.node);
    }
}

/// Whether nothing but white space is between two images.
fn is_next_to(first: &FoundImage, second: &FoundImage, nodes: &[Node]) -> bool {
    let text = |found: &FoundImage, range: Range<usize>| {
        nodes
            .get(found.node)
            .and_then(text_of)
            .and_then(|text| text.get(range))
            .is_some_and(|text| text.trim().is_empty())
    };
    if first.node == second.node {
        return text(first, first.range.end..second.range.start);
    }
    let end = nodes.get(first.node).and_then(text_of).map_or(0, str::len);
    let between = nodes.get(first.node + 1..second.node).unwrap_or_default();
    let is_paragraph = nodes.get(second.node).is_some_and(|node| matches!(node.kind, Kind::Text(_)));
    is_paragraph
        && between.iter().all(Node::is_blank)
        && text(first, first.range.end..end)
        && text(second, 0..second.range.start)
}

/// The tag of an image of ours.
fn written(image: &Image, dark: Option<&Image>) -> String {
    let alt = Some(&image.alt).filter(|alt| !alt.is_empty()).or(dark.map(|dark| &dark.alt));
    let alt = alt.map(|alt| alt.replace('\\', ""));
    let attributes = [
        ("src", Some(&image.source)),
        ("dark-src", dark.map(|dark| &dark.source)),
        ("alt", Some(&alt.unwrap_or_default())),
        ("width", image.width.as_ref()),
        ("height", image.height.as_ref()),
        ("caption", image.caption.as_ref().or(dark.and_then(|dark| dark.caption.as_ref()))),
    ];
    let given = attributes.iter().filter_map(|(name, value)| Some(format!(" {name}=\"{}\"", (*value)?)));
    format!("<wc-image{} />", given.collect::<String>())
}

/// The images in a text that may be one of a pair, each with its range.
fn images(text: &str) -> impl Iterator<Item = (Range<usize>, Image)> {
    let all = tokens(text, Dialect::default(), false).all;
    (0..all.len()).filter_map(move |number| {
        let (token, range) = all.get(number)?;
        match token {
            InlineToken::Empty(tag) if tag.name == "img" || tag.name == "wc-image" => {
                let is_dark = tag.name == "wc-image" && !tag.has("src");
                if tag.name == "wc-image" && !is_dark {
                    return None;
                }
                let value = |name: &str| tag.text(name).map(ToOwned::to_owned);
                let alt = value("alt").unwrap_or_default();
                // `wc-image` has no tooltip.
                let caption = value("title").filter(|title| *title != alt).or_else(|| value("caption"));
                let image = Image {
                    source: value(if is_dark { "dark-src" } else { "src" })?,
                    alt,
                    caption,
                    width: value("width"),
                    height: value("height"),
                    is_dark,
                };
                Some((range.clone(), image))
            }
            InlineToken::Address { is_image: true } => {
                let source = text.get(range.clone())?;
                let start = text.get(..range.start)?.rfind("![")?;
                let alt = text.get(start + "![".len()..range.start)?.strip_suffix("](")?;
                let is_plain = !alt.contains(['\n', ']', '"', '<']) && !source.contains(['"', '(', '<', '>']);
                let (title, length) = end_of_image(text.get(range.end..)?)?;
                let caption = title.filter(|title| *title != alt).map(|title| title.replace('\\', ""));
                let image = Image { source: source.to_owned(), alt: alt.to_owned(), caption, ..Image::default() };
                is_plain.then_some((start..range.end + length, image))
            }
            _ => None,
        }
    })
}

/// The title after the URL of a Markdown image, and the length of the title and the closing bracket; `None` if anything
/// else is there.
fn end_of_image(after: &str) -> Option<(Option<&str>, usize)> {
    if after.starts_with(')') {
        return Some((None, 1));
    }
    let inner = after.trim_start_matches([' ', '\n']).strip_prefix('"')?;
    let (title, rest) = inner.split_once('"')?;
    let rest = rest.trim_start_matches([' ', '\n']).strip_prefix(')')?;
    (!title.contains(['\n', '<'])).then_some((Some(title), after.len() - rest.len()))
}

/// Whether two images show the same: by their words, or by their names without what distinguishes light from dark.
fn is_like(light: &Image, dark: &Image) -> bool {
    let name = |source: &str| {
        let mut name = source.rsplit('/').next().unwrap_or(source).to_lowercase();
        for word in ["light", "dark", "day", "night", "white", "black", "-", "_", "."] {
            name = name.replace(word, "");
        }
        name
    };
    !light.alt.is_empty() && light.alt == dark.alt || name(&light.source) == name(&dark.source)
}

#[cfg(test)]
mod tests {
    use super::{dark, join};
    use crate::page::tree::{Kind, Node};
    use crate::page::write::write;

    /// The Markdown of paragraphs whose images are joined.
    fn joined(paragraphs: &[String]) -> String {
        let blank = || Node { line: 1, kind: Kind::Blank };
        let mut nodes = paragraphs.iter().flat_map(|text| [Node::text(1, text.as_str()), blank()]).collect();
        join(&mut nodes);
        write(&nodes).trim_end().to_owned()
    }

    #[test]
    fn an_image_for_dark_pages_joins_its_neighbor() {
        let night = || dark("/b-dark.png".to_owned(), "B".to_owned(), None, (None, None));
        let both = "<wc-image src=\"/b-light.png\" dark-src=\"/b-dark.png\" alt=\"B\" />";
        for (paragraphs, expected) in [
            (vec![format!("x ![B](/b-light.png) {} y", night())], format!("x {both} y")),
            (vec![night(), "![B](/b-light.png)".to_owned(), "z".to_owned()], format!("{both}\n\nz")),
            (vec![format!("![A](/a.png)\n{}\n![B](/b-light.png)", night())], format!("![A](/a.png)\n{both}")),
            (
                vec!["x <img src=\"/b-light.png\" alt=\"\" width=\"9\" />".to_owned(), format!("{} y", night())],
                format!("x {} y", both.replace("\"B\"", "\"B\" width=\"9\"")),
            ),
            (
                vec![format!("![B](/b-light.png \"The B\") {}", night())],
                both.replace("alt=\"B\"", "alt=\"B\" caption=\"The B\""),
            ),
            (vec![format!("x {} y", night())], "x <wc-image src=\"/b-dark.png\" alt=\"B\" /> y".to_owned()),
            (vec!["![A](/a.png)".to_owned()], "![A](/a.png)".to_owned()),
        ] {
            assert_eq!(joined(&paragraphs), expected);
        }
    }

    #[test]
    fn code_is_no_neighbor() {
        let night = dark("/b-dark.png".to_owned(), "B".to_owned(), None, (None, None));
        let mut nodes = vec![Node::verbatim(1, "    ![B](/b-light.png)"), Node::text(2, night)];
        join(&mut nodes);
        assert_eq!(write(&nodes), "    ![B](/b-light.png)\n<wc-image src=\"/b-dark.png\" alt=\"B\" />\n");
    }
}
