//! Raw HTML: which tags and attributes are let through, and a text of HTML as its parts.
//!
//! CommonMark hands raw HTML over in pieces: an opening tag in one block, the text that it encloses as Markdown, the closing
//! tag in another. So no piece is sanitised as a document. Each is cut into text and tags here; who writes them out writes
//! every tag anew from its name and checked values, keeps the open ones on a stack, and closes them where the block or
//! inline around them ends. What is written is therefore well-formed whatever was read, and no parser can see other tags
//! in it than these. No tag is let through whose content a browser reads by rules of its own.

use std::ops::Range;

use crate::parse::component::{Tag, TagReader};
use base::text::DestinationKind;

/// A part of a piece of raw HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part<'t> {
    /// Text, its character references as written.
    Text(&'t str),
    /// A tag that is let through, with the attributes that are, and its place in the text.
    Open(&'static Element, Vec<RawAttribute>, Range<usize>),
    Close(&'static Element),
    /// A tag that is shown as text.
    Refused(&'t str),
}

/// An attribute that is let through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawAttribute {
    /// In small letters.
    pub(crate) name: &'static str,
    /// Character references decoded.
    pub(crate) value: Box<str>,
    /// Where the value stands in the text, without quotes; where the name does, if there is none.
    pub(crate) place: Range<usize>,
}

/// How an element's end is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// By its closing tag.
    Tag,
    /// It has no content.
    Void,
    /// Written with its closing tag at once: a browser would take its content for text.
    Empty,
}

/// An element that is let through.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) ends: Ends,
    /// Those of its own; [`COMMON`] come on top.
    attributes: &'static [&'static str],
    /// The elements of which one has to be the innermost; empty when it may stand anywhere.
    pub(crate) parents: &'static [&'static str],
}

/// Attributes that every element takes.
const COMMON: [&str; 6] = ["class", "dir", "id", "lang", "title", "align"];

macro_rules! elements {
    ($($name:literal $ends:ident [$($attribute:literal)*] in [$($parent:literal)*];)*) => {
        &[$(Element {
            name: $name,
            ends: Ends::$ends,
            attributes: &[$($attribute),*],
            parents: &[$($parent),*],
        },)*]
    };
}

/// Every element that is let through, by name.
const ELEMENTS: &[Element] = elements! {
    "a" Tag ["href" "name"] in [];
    "abbr" Tag [] in [];
    "address" Tag [] in [];
    "article" Tag [] in [];
    "aside" Tag [] in [];
    "audio" Tag ["controls" "loop" "muted" "preload" "src"] in [];
    "b" Tag [] in [];
    "bdi" Tag [] in [];
    "bdo" Tag [] in [];
    "big" Tag [] in [];
    "blockquote" Tag ["cite"] in [];
    "br" Void [] in [];
    "caption" Tag [] in ["table"];
    "center" Tag [] in [];
    "cite" Tag [] in [];
    "code" Tag [] in [];
    "col" Void ["span" "width"] in ["colgroup"];
    "colgroup" Tag ["span" "width"] in ["table"];
    "dd" Tag [] in ["dl"];
    "del" Tag ["cite" "datetime"] in [];
    "details" Tag ["open"] in [];
    "dfn" Tag [] in [];
    "div" Tag [] in [];
    "dl" Tag [] in [];
    "dt" Tag [] in ["dl"];
    "em" Tag [] in [];
    "figcaption" Tag [] in [];
    "figure" Tag [] in [];
    "font" Tag ["color"] in [];
    "footer" Tag [] in [];
    "h1" Tag [] in [];
    "h2" Tag [] in [];
    "h3" Tag [] in [];
    "h4" Tag [] in [];
    "h5" Tag [] in [];
    "h6" Tag [] in [];
    "header" Tag [] in [];
    "hr" Void [] in [];
    "i" Tag [] in [];
    "iframe" Empty ["allowfullscreen" "height" "loading" "src" "width"] in [];
    "img" Void ["alt" "height" "loading" "src" "width"] in [];
    "ins" Tag ["cite" "datetime"] in [];
    "kbd" Tag [] in [];
    "li" Tag ["value"] in ["ol" "ul"];
    "mark" Tag [] in [];
    "nav" Tag [] in [];
    "ol" Tag ["reversed" "start" "type"] in [];
    "p" Tag [] in [];
    "picture" Tag [] in [];
    "pre" Tag [] in [];
    "q" Tag ["cite"] in [];
    "rp" Tag [] in ["ruby"];
    "rt" Tag [] in ["ruby"];
    "ruby" Tag [] in [];
    "s" Tag [] in [];
    "samp" Tag [] in [];
    "section" Tag [] in [];
    "small" Tag [] in [];
    "source" Void ["media" "src" "type"] in ["audio" "video" "picture"];
    "span" Tag [] in [];
    "strike" Tag [] in [];
    "strong" Tag [] in [];
    "sub" Tag [] in [];
    "summary" Tag [] in [];
    "sup" Tag [] in [];
    "table" Tag ["border" "cellpadding" "cellspacing" "width"] in [];
    "tbody" Tag [] in ["table"];
    "td" Tag ["colspan" "headers" "rowspan" "valign" "width"] in ["tr"];
    "tfoot" Tag [] in ["table"];
    "th" Tag ["colspan" "headers" "rowspan" "scope" "valign" "width"] in ["tr"];
    "thead" Tag [] in ["table"];
    "time" Tag ["datetime"] in [];
    "tr" Tag ["valign"] in ["table" "thead" "tbody" "tfoot"];
    "track" Void ["default" "kind" "label" "src" "srclang"] in ["audio" "video"];
    "tt" Tag [] in [];
    "u" Tag [] in [];
    "ul" Tag [] in [];
    "var" Tag [] in [];
    "video" Tag ["controls" "height" "loop" "muted" "playsinline" "poster" "preload" "src" "width"] in [];
    "wbr" Void [] in [];
};

impl Element {
    /// The element of that name, in small letters.
    fn named(name: &str) -> Option<&'static Self> {
        let at = ELEMENTS.binary_search_by(|element| element.name.cmp(name)).ok()?;
        ELEMENTS.get(at)
    }

    /// The attribute as it is let through.
    fn attribute(&self, name: &str) -> Option<&'static str> {
        self.attributes.iter().chain(&COMMON).copied().find(|known| *known == name)
    }
}

/// Whether an attribute's value is an address.
pub(crate) fn is_address(name: &str) -> bool {
    matches!(name, "href" | "src" | "poster" | "cite")
}

/// The parts of `text`, which is a piece of raw HTML. `refused` is told of each tag and attribute that is not let through,
/// with its place in the text.
pub(crate) fn parts<'t>(text: &'t str, mut refused: impl FnMut(Refusal, Range<usize>)) -> Vec<Part<'t>> {
    let mut out = Vec::new();
    let mut tags = TagReader::new(text);
    let mut done = 0;
    let mut at = 0;
    let mut comments = true;
    while let Some(offset) = memchr::memchr(b'<', &text.as_bytes()[at..]) {
        let start = at + offset;
        at = start + 1;
        if comments && text[at..].starts_with("!--") {
            if let Some(end) = comment_end(text, start) {
                push_text(&text[done..start], &mut out);
                (at, done) = (end, end);
            } else {
                comments = false;
            }
            continue;
        }
        let name = text[at..].strip_prefix('/').unwrap_or(&text[at..]);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        // A tag that does not end is text, and so is all that follows it.
        let Some(tag) = tags.read(start, 0) else { continue };
        let end = tag.span.end as usize;
        push_text(&text[done..start], &mut out);
        match let_through(&tag, &mut refused) {
            Some(part) => out.push(part),
            None => {
                refused(Refusal::Tag, start..end);
                out.push(Part::Refused(&text[start..end]));
            }
        }
        (at, done) = (end, end);
    }
    push_text(&text[done..], &mut out);
    out
}

/// What is not let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Tag,
    Attribute,
}

fn push_text<'t>(text: &'t str, out: &mut Vec<Part<'t>>) {
    if !text.is_empty() {
        out.push(Part::Text(text));
    }
}

/// The end of the comment that begins at `start`, if one does.
pub(super) fn comment_end(text: &str, start: usize) -> Option<usize> {
    let rest = text[start..].strip_prefix("<!--")?;
    // Both are whole comments.
    let short = ["<!-->", "<!--->"].into_iter().find(|short| text[start..].starts_with(short));
    Some(match short {
        Some(short) => start + short.len(),
        None => start + 4 + rest.find("-->")? + 3,
    })
}

fn let_through<'t>(tag: &Tag<'_>, refused: &mut impl FnMut(Refusal, Range<usize>)) -> Option<Part<'t>> {
    let element = Element::named(&tag.name)?;
    if tag.closing {
        return Some(Part::Close(element));
    }
    let mut attributes: Vec<RawAttribute> = Vec::new();
    for given in &tag.attributes {
        let value = given.value.clone().unwrap_or_default();
        let known = element.attribute(&given.name).filter(|name| value_is_let_through(element, name, &value));
        match known {
            Some(name) if attributes.iter().all(|other| other.name != name) => {
                attributes.push(RawAttribute { name, value: value.into(), place: given.value_span.range() });
            }
            Some(_) => {}
            None => refused(Refusal::Attribute, given.name_span.range()),
        }
    }
    let needs_source = element.ends == Ends::Empty;
    if needs_source && !attributes.iter().any(|attribute| attribute.name == "src") {
        return None;
    }
    Some(Part::Open(element, attributes, tag.span.range()))
}

fn value_is_let_through(element: &Element, name: &str, value: &str) -> bool {
    if !is_address(name) {
        return true;
    }
    if element.ends == Ends::Empty {
        return value.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"));
    }
    DestinationKind::of(value) != DestinationKind::Refused
}

#[cfg(test)]
mod tests {
    use super::{ELEMENTS, Part, parts};

    #[test]
    fn the_table_is_in_order_and_holds_nothing_that_runs() {
        assert!(ELEMENTS.is_sorted_by(|a, b| a.name < b.name));
        // Their content is script, style, text by other rules, or another language; or they reach beyond the page's text.
        for name in [
            "script",
            "style",
            "noscript",
            "xmp",
            "template",
            "select",
            "textarea",
            "svg",
            "math",
            "plaintext",
            "noembed",
            "noframes",
            "object",
            "embed",
            "base",
            "meta",
            "link",
            "form",
            "html",
            "head",
            "body",
            "frameset",
            "title",
        ] {
            assert!(ELEMENTS.iter().all(|element| element.name != name), "{name}");
        }
        for element in ELEMENTS {
            for attribute in element.attributes {
                assert!(!attribute.starts_with("on") && !["style", "srcdoc", "srcset", "action"].contains(attribute));
            }
            for parent in element.parents {
                assert!(ELEMENTS.iter().any(|other| other.name == *parent));
            }
        }
    }

    #[test]
    fn text_is_cut_into_tags() {
        let mut refused = Vec::new();
        let text = "a<B Class=x onclick=y>&amp;<!-- c --></b><script>d</script><iframe src=http://x></iframe> <a href=\"java&#115;cript:x\">e<1 <i";
        let found = parts(text, |_, range| refused.push(&text[range]));
        assert_eq!(refused, ["onclick", "<script>", "</script>", "src", "<iframe src=http://x>", "href"]);
        assert!(
            matches!(&found[..4], [Part::Text("a"), Part::Open(b, with, _), Part::Text("&amp;"), Part::Close(_)] if b.name == "b" && with.len() == 1)
        );
        assert!(matches!(found.last(), Some(Part::Text("e<1 <i"))));
    }
}
