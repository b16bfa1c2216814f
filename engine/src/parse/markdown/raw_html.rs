//! Raw HTML: the allowed tags and attributes, and splitting HTML text into its parts.
//!
//! CommonMark passes raw HTML in pieces: an opening tag in one block, the enclosed text as Markdown, the closing tag in
//! another block. So no piece can be sanitized as a document. Each piece is split into text and tags here. The renderer
//! writes every tag from scratch from its name and validated values, keeps the open tags on a stack, and closes them at
//! the end of the enclosing block or inline element. The output is therefore well-formed for any input, and no parser
//! can see other tags in it. Elements whose content a browser parses by special rules are not allowed.

use std::ops::Range;

use crate::parse::component::{Tag, TagReader};
use base::text::DestinationKind;

/// A part of a piece of raw HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HtmlPart<'t> {
    /// Text, with character references as written.
    Text(&'t str),
    /// An allowed tag with its allowed attributes, and its range in the text.
    Open(&'static AllowedElement, Vec<RawAttribute>, Range<usize>),
    Close(&'static AllowedElement),
    /// A tag that is not allowed and is shown as text.
    Refused(&'t str),
}

/// An allowed attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawAttribute {
    /// Lower case.
    pub(crate) name: &'static str,
    /// Character references decoded.
    pub(crate) value: Box<str>,
    /// The range of the value in the text, without quotes; the range of the name if there is no value.
    pub(crate) place: Range<usize>,
}

/// How an element ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// With its closing tag.
    Tag,
    /// Void element without content.
    Void,
    /// Always written with its closing tag, since a browser would treat its content as text.
    Empty,
}

/// An allowed element.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AllowedElement {
    pub(crate) name: &'static str,
    pub(crate) ends: Ends,
    /// Its own attributes, in addition to [`COMMON`].
    attributes: &'static [&'static str],
    /// One of these must be the innermost open element; empty if it is allowed anywhere.
    pub(crate) parents: &'static [&'static str],
}

/// Attributes allowed on every element.
const COMMON: [&str; 6] = ["class", "dir", "id", "lang", "title", "align"];

macro_rules! elements {
    ($($name:literal $ends:ident [$($attribute:literal)*] in [$($parent:literal)*];)*) => {
        &[$(AllowedElement {
            name: $name,
            ends: Ends::$ends,
            attributes: &[$($attribute),*],
            parents: &[$($parent),*],
        },)*]
    };
}

/// The elements that only pages may have.
const PAGES_ONLY: [&str; 4] = ["audio", "iframe", "track", "video"];

/// The allowed elements, by name.
const ELEMENTS: &[AllowedElement] = elements! {
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

impl AllowedElement {
    /// The allowed element with this lower-case name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        let at = ELEMENTS.binary_search_by(|element| element.name.cmp(name)).ok()?;
        ELEMENTS.get(at)
    }

    /// Whether descriptions in specs may use it. Specs are untrusted, so they must not embed pages, video or audio of a third
    /// party; links and images are allowed.
    pub(crate) fn is_for_specs(&self) -> bool {
        !PAGES_ONLY.contains(&self.name)
    }

    /// The static name of the attribute, if it is allowed.
    pub(crate) fn attribute(&self, name: &str) -> Option<&'static str> {
        self.attributes.iter().chain(&COMMON).copied().find(|known| *known == name)
    }
}

/// Whether an attribute's value is a URL.
pub(crate) fn is_address(name: &str) -> bool {
    matches!(name, "href" | "src" | "poster" | "cite")
}

/// Splits `text`, a piece of raw HTML, into its parts. Calls `refused` for each tag and attribute that is not allowed,
/// with its range in the text.
pub(crate) fn parts<'t>(text: &'t str, mut refused: impl FnMut(HtmlRefusal, Range<usize>)) -> Vec<HtmlPart<'t>> {
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
        // An unterminated tag is text, and so is everything after it.
        let Some(tag) = tags.read(start, 0) else { continue };
        let end = tag.span.end as usize;
        push_text(&text[done..start], &mut out);
        match let_through(&tag, &mut refused) {
            Some(part) => out.push(part),
            None => {
                refused(HtmlRefusal::Tag, start..end);
                out.push(HtmlPart::Refused(&text[start..end]));
            }
        }
        (at, done) = (end, end);
    }
    push_text(&text[done..], &mut out);
    out
}

/// The kind of markup that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtmlRefusal {
    Tag,
    Attribute,
}

fn push_text<'t>(text: &'t str, out: &mut Vec<HtmlPart<'t>>) {
    if !text.is_empty() {
        out.push(HtmlPart::Text(text));
    }
}

/// The end of the comment that begins at `start`, if there is one.
pub(super) fn comment_end(text: &str, start: usize) -> Option<usize> {
    let rest = text[start..].strip_prefix("<!--")?;
    // Both are complete comments.
    let short = ["<!-->", "<!--->"].into_iter().find(|short| text[start..].starts_with(short));
    Some(match short {
        Some(short) => start + short.len(),
        None => start + 4 + rest.find("-->")? + 3,
    })
}

fn let_through<'t>(tag: &Tag<'_>, refused: &mut impl FnMut(HtmlRefusal, Range<usize>)) -> Option<HtmlPart<'t>> {
    let element = AllowedElement::named(&tag.name)?;
    if tag.closing {
        return Some(HtmlPart::Close(element));
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
            None => refused(HtmlRefusal::Attribute, given.name_span.range()),
        }
    }
    let needs_source = element.ends == Ends::Empty;
    if needs_source && !attributes.iter().any(|attribute| attribute.name == "src") {
        return None;
    }
    Some(HtmlPart::Open(element, attributes, tag.span.range()))
}

fn value_is_let_through(element: &AllowedElement, name: &str, value: &str) -> bool {
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
    use super::{AllowedElement, ELEMENTS, HtmlPart, PAGES_ONLY, parts};

    #[test]
    fn the_table_is_in_order_and_holds_nothing_that_runs() {
        assert!(ELEMENTS.is_sorted_by(|a, b| a.name < b.name));
        // Their content is script, style, text with special parsing rules or another language, or they reach outside
        // the page.
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
        assert!(PAGES_ONLY.iter().all(|name| AllowedElement::named(name).is_some()));
    }

    #[test]
    fn text_is_cut_into_tags() {
        let mut refused = Vec::new();
        let text = "a<B Class=x onclick=y>&amp;<!-- c --></b><script>d</script><iframe src=http://x></iframe> <a href=\"java&#115;cript:x\">e<1 <i";
        let found = parts(text, |_, range| refused.push(&text[range]));
        assert_eq!(refused, ["onclick", "<script>", "</script>", "src", "<iframe src=http://x>", "href"]);
        assert!(
            matches!(&found[..4], [HtmlPart::Text("a"), HtmlPart::Open(b, with, _), HtmlPart::Text("&amp;"), HtmlPart::Close(_)] if b.name == "b" && with.len() == 1)
        );
        assert!(matches!(found.last(), Some(HtmlPart::Text("e<1 <i"))));
    }
}
