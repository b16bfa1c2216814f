//! Tags while a page is parsed: decides which are blocks, which are inline, which are text.

use std::collections::HashMap;
use std::sync::LazyLock;

use engine::other_tools::{self, Notation, Outcome};
use memchr::memmem;

use super::frames::{Close, FrameKind};
use super::jsx::{Tag, from_name, is_component, tag_of};
use super::lines::{
    fence, heading, is_blank, is_html_block, is_html_inline, is_rule, is_underline, is_void, list_marker,
};
use super::{PageReader, Step};
use crate::page::tree::{Attribute, Element, Kind, Value};

/// Where a component is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Block,
    Inline,
    /// As written.
    Either,
}

/// Where a component of another tool is allowed.
fn place(name: &str) -> Place {
    PLACES.get(name).copied().unwrap_or(Place::Either)
}

/// Where the known components are allowed.
static PLACES: LazyLock<HashMap<&str, Place>> = LazyLock::new(|| {
    const INLINE: &[&str] = &[
        "CodeStep",
        "Glossary",
        "Math",
        "InlineMath",
        "MathI",
        "Variable",
        "Link",
        "A",
        "Highlight",
        "Term",
        "Icon",
        "Kbd",
        "Tooltip",
    ];
    let mut places = HashMap::new();
    for (_, name, _) in other_tools::all().filter(|(notation, ..)| *notation == Notation::Tag) {
        let is_inline = match other_tools::target(Notation::Tag, name) {
            Some(target) => other_tools::known(target.component).is_some_and(other_tools::Known::is_inline),
            None => true,
        };
        let stays = matches!(other_tools::other(Notation::Tag, name), Some(Outcome::Element(_) | Outcome::Removed));
        if other_tools::target(Notation::Tag, name).is_some() || stays {
            places.insert(name, if is_inline { Place::Inline } else { Place::Block });
        }
    }
    places.extend(INLINE.iter().map(|name| (*name, Place::Inline)));
    places.extend(["Image", "Fragment", "", "include", "Color"].map(|name| (name, Place::Either)));
    places
});

impl<'t> PageReader<'t> {
    /// Parses a construct that begins with `<` at the start of a line.
    pub(super) fn angle(&mut self, at: usize, rest: &str) -> Step {
        if rest.starts_with("<!--") {
            return self.comment(at);
        }
        if self.dialect.vitepress && rest.starts_with("<<<") {
            self.flush();
            let mut element = Element::new(Notation::Line, "<<<");
            rest.get(3..).unwrap_or_default().trim().clone_into(&mut element.argument);
            self.push(self.line_of(at), Kind::Element(Box::new(element)));
            return Step::Line;
        }
        let Some(tag) = tag_of(self.text, at, &mut self.reach, self.dialect) else { return Step::No };
        if tag.closing {
            return self.closing(at, &tag);
        }
        if tag.is_component() { self.component(at, tag) } else { self.html(at, tag) }
    }

    /// The end of the comment that begins at `at`.
    fn comment_end(&mut self, at: usize) -> Option<usize> {
        if self.no_comment {
            return None;
        }
        let end = self.text.get(at + 4..).and_then(|rest| rest.find("-->")).map(|offset| at + offset + 7);
        self.no_comment = end.is_none();
        end
    }

    /// An HTML comment on lines of its own.
    fn comment(&mut self, at: usize) -> Step {
        let Some(end) = self.comment_end(at) else { return Step::No };
        let line_end = self.end_of_line(end);
        if !self.text.get(end..line_end).unwrap_or_default().trim().is_empty() || self.paragraph.is_some() {
            return Step::No;
        }
        let source = self.text.get(at..end).unwrap_or_default().to_owned();
        self.push(self.line_of(at), Kind::Verbatim(source));
        self.go_to(line_end);
        Step::Line
    }

    fn closing(&mut self, at: usize, tag: &Tag<'_>) -> Step {
        if self.close_tag(tag) {
            self.go_to(tag.end);
            return Step::Rest;
        }
        if is_component(tag.name) || self.html_is_read() {
            if self.inline_open.contains(&tag.name) {
                return Step::No;
            }
            if is_component(tag.name) || !is_html_inline(tag.name) {
                self.problem(at, format!("</{}>", tag.name), "closes nothing; left out");
                self.go_to(tag.end);
                return Step::Rest;
            }
        } else if is_html_block(tag.name) {
            self.flush();
            self.html = true;
        }
        Step::No
    }

    /// Closes the container of a closing tag. Returns false if there is none.
    fn close_tag(&mut self, tag: &Tag<'_>) -> bool {
        if self.too_deep.last() == Some(&tag.name) {
            self.too_deep.pop();
            return true;
        }
        let Some(index) = self.frames.iter().rposition(|frame| frame.tag_name() == Some(tag.name)) else {
            return false;
        };
        self.close_to(index + 1, false);
        self.close_to(index, true);
        true
    }

    /// Whether HTML tags are parsed as elements, not as raw HTML.
    fn html_is_read(&self) -> bool {
        self.dialect.mdx
            || self.frames.iter().any(|frame| match &frame.kind {
                FrameKind::Element { element, close: Close::Tag, .. } => {
                    matches!(element.name.as_str(), "div" | "table" | "figure" | "section" | "details")
                        && (element.name != "details" || self.dialect.mkdocs)
                }
                _ => false,
            })
    }

    /// Adds an element without content as a block.
    fn empty_element(&mut self, at: usize, tag: Tag<'t>) -> Step {
        self.flush();
        let element = Element { attributes: tag.attributes, ..Element::new(Notation::Tag, tag.name) };
        self.push(self.line_of(at), Kind::Element(Box::new(element)));
        self.go_to(tag.end);
        Step::Rest
    }

    /// Opens a component, or leaves it to the paragraph.
    fn component(&mut self, at: usize, tag: Tag<'t>) -> Step {
        let line_end = self.end_of_line(tag.end);
        let behind = self.text.get(tag.end..line_end).unwrap_or_default().trim();
        let place = place(tag.name);
        if tag.empty {
            let alone = behind.is_empty() || behind.starts_with('<') && place == Place::Block;
            if place == Place::Inline || !alone || self.paragraph.is_some() && place == Place::Either {
                return Step::No;
            }
            return self.empty_element(at, tag);
        }
        let Some(close) = self.closes_after(tag.name, tag.end) else {
            return self.without_end(at, tag, place);
        };
        if self.is_in_line(&tag, close, place, at) && place != Place::Block {
            return Step::No;
        }
        self.open_tag(at, tag)
    }

    /// A component tag without a closing tag: text if the component is unknown; otherwise it ends with its container.
    fn without_end(&mut self, at: usize, tag: Tag<'t>, place: Place) -> Step {
        if place == Place::Block && self.dialect.mdx {
            return self.open_tag(at, tag);
        }
        Step::No
    }

    /// Whether an element ends in the same paragraph, with text before or after it.
    fn is_in_line(&mut self, tag: &Tag<'_>, close: usize, place: Place, at: usize) -> bool {
        if close >= self.end_of_paragraph(at) {
            return false;
        }
        let behind_start =
            self.text.get(close..).and_then(|rest| rest.find('>')).map_or(close, |offset| close + offset + 1);
        let behind = self.text.get(behind_start..self.end_of_line(behind_start)).unwrap_or_default().trim();
        let first_line = self.text.get(tag.end..self.end_of_line(tag.end)).unwrap_or_default();
        let closes_here = close <= self.end_of_line(tag.end);
        let before = self.paragraph.is_some();
        place == Place::Inline
            || closes_here && (before || !behind.is_empty())
            || before && !first_line.trim().is_empty()
    }

    fn open_tag(&mut self, at: usize, tag: Tag<'t>) -> Step {
        let preformatted = (tag.name == "pre").then(|| self.preformatted(at, tag.end)).flatten();
        let is_code = matches!(tag.name, "script" | "style" | "svg") || preformatted.is_some();
        let mut element = Element::new(Notation::Tag, tag.name);
        element.attributes = tag.attributes;
        if is_code {
            // The content of these is never Markdown.
            self.flush();
            let close = self.closes_after(tag.name, tag.end).unwrap_or(tag.end);
            let end = self.text.get(close..).and_then(|rest| rest.find('>')).map_or(close, |offset| close + offset + 1);
            if tag.name == "svg" {
                // A drawing is kept as written.
                self.text.get(at..end).unwrap_or_default().clone_into(&mut element.argument);
            } else if tag.name == "script" {
                let code = self.text.get(tag.end..close).unwrap_or_default();
                if self.dialect.vitepress && element.attributes.iter().any(|attribute| attribute.name == "setup") {
                    self.document.statements.extend(super::esm::setup(code, self.line_of(tag.end)));
                }
                code.clone_into(&mut element.argument);
            }
            element.argument.push_str(&preformatted.unwrap_or_default());
            self.push(self.line_of(at), Kind::Element(Box::new(element)));
            self.go_to(end);
            return Step::Rest;
        }
        let dialect = self.dialect;
        let closes =
            |line: &str| line.strip_prefix("</").is_some_and(|rest| from_name(rest, dialect).starts_with(tag.name));
        let indent = self.common_indent(tag.end, closes);
        let name = tag.name;
        if !self.open(FrameKind::Element { element: Box::new(element), close: Close::Tag, indent }, at) {
            if self.too_deep.is_empty() {
                self.problem(at, format!("<{name}>"), "nested too deep; its content stays");
            }
            self.too_deep.push(name);
        }
        self.go_to(tag.end);
        Step::Rest
    }

    /// The content of a `<pre>` as written, without the indentation of its tag. `None` if it has something else than text
    /// and HTML.
    fn preformatted(&mut self, at: usize, content: usize) -> Option<String> {
        let end = self.closes_after("pre", content)?;
        let source = self.text.get(content..end)?;
        let line = self.text.get(..at)?.rsplit('\n').next()?;
        let is_component = |rest: &str| rest.starts_with(|c: char| c.is_ascii_uppercase());
        let has_braces =
            source.match_indices('{').any(|(at, _)| !source.get(..at).is_some_and(|text| text.ends_with('\\')));
        if has_braces && !self.dialect.liquid
            || line.contains('>')
            || source.trim().is_empty()
            || source.split('<').skip(1).any(is_component)
        {
            return None;
        }
        let columns = line.len() - line.trim_start().len();
        let dedented = |line: &str| {
            let blank = line.bytes().take(columns).take_while(|byte| *byte == b' ').count();
            line.get(blank..).unwrap_or_default().to_owned()
        };
        Some(source.split('\n').map(dedented).collect::<Vec<_>>().join("\n"))
    }

    /// An HTML element at the start of a line.
    fn html(&mut self, at: usize, tag: Tag<'t>) -> Step {
        let name = tag.name;
        if name == "a" && self.dialect.mdx && self.paragraph.is_none() && self.holds_blocks(&tag) {
            return self.open_tag(at, tag);
        }
        if is_html_inline(name) {
            return Step::No;
        }
        let is_ours = matches!(name, "details" | "summary" | "figure" | "include" | "script" | "style" | "svg")
            || name == "table" && tag.text("data-view").is_some()
            || tag.has("markdown") && self.dialect.mkdocs
            || self.dialect.liquid && self.is_gitbook_block(&tag)
            || self.dialect.mdbook && name == "div" && is_warning(&tag.attributes)
            || self.html_is_read();
        if is_ours {
            if tag.empty || is_void(name) {
                if name == "hr" || self.paragraph.is_some() {
                    return Step::No;
                }
                return self.empty_element(at, tag);
            }
            if self.closes_after(name, tag.end).is_some() {
                return self.open_tag(at, tag);
            }
            return Step::No;
        }
        if is_html_block(name) {
            if name == "pre"
                && let Some(close) = self.closes_after(name, tag.end)
            {
                self.flush();
                let end = self.end_of_line(close);
                let source = self.text.get(at..end).unwrap_or_default().to_owned();
                self.push(self.line_of(at), Kind::Verbatim(source));
                self.go_to(end);
                return Step::Line;
            }
            self.flush();
            self.html = true;
        }
        Step::No
    }

    /// Whether GitBook wrote an element of HTML for what its Markdown cannot say: code with marks, and buttons or images
    /// for dark pages within a paragraph or division.
    fn is_gitbook_block(&mut self, tag: &Tag<'_>) -> bool {
        let Some(close) = self.closes_after(tag.name, tag.end) else { return false };
        let content = self.text.get(tag.end..close).unwrap_or_default();
        match tag.name {
            "pre" => content.starts_with("<code class=\"lang-") && !content.contains("<a "),
            "p" | "div" => content.contains("class=\"button") || content.contains("<picture"),
            _ => false,
        }
    }

    /// Whether an element is on lines of its own: nothing follows its opening tag, and its closing tag begins a line.
    fn holds_blocks(&mut self, tag: &Tag<'_>) -> bool {
        let line_end = self.end_of_line(tag.end);
        let is_alone = self.text.get(tag.end..line_end).is_some_and(|rest| rest.trim().is_empty());
        let Some(close) = self.closes_after(tag.name, tag.end).filter(|close| is_alone && *close > line_end) else {
            return false;
        };
        let before = self.text.get(..close).unwrap_or_default();
        before.trim_end_matches([' ', '\t']).ends_with('\n')
    }

    /// Classifies a `<` within text: `Err` with the position after it if it belongs to the text, `Ok` if the text ends
    /// before it.
    pub(super) fn tag_in_text(&mut self, at: usize, inline_only: bool) -> Result<Tag<'t>, usize> {
        if self.text.get(at..).is_some_and(|rest| rest.starts_with("<!--")) {
            let end = self.comment_end(at);
            return Err(end.filter(|end| *end <= self.end_of_paragraph(at)).unwrap_or(at + 4));
        }
        let Some(tag) = tag_of(self.text, at, &mut self.reach, self.dialect) else { return Err(at + 1) };
        if tag.closing {
            if let Some(open) = self.inline_open.iter().rposition(|name| *name == tag.name) {
                self.inline_open.truncate(open);
                return Err(tag.end);
            }
            let closes = self.too_deep.last() == Some(&tag.name)
                || self.frames.iter().any(|frame| frame.tag_name() == Some(tag.name));
            let ends_row =
                !inline_only || self.text.get(tag.end..self.line_end).is_some_and(|rest| rest.trim().is_empty());
            return if closes && ends_row { Ok(tag) } else { Err(tag.end) };
        }
        if tag.empty || is_void(tag.name) {
            return Err(tag.end);
        }
        let is_component = tag.is_component();
        if !is_component && (!self.html_is_read() || is_html_inline(tag.name)) && tag.name != "details" {
            if is_html_inline(tag.name) && self.closes_after(tag.name, tag.end).is_some() {
                self.inline_open.push(tag.name);
            }
            return Err(tag.end);
        }
        let Some(close) = self.closes_after(tag.name, tag.end) else { return Err(tag.end) };
        let is_block = is_component && place(tag.name) == Place::Block && self.inline_open.is_empty();
        let in_line = close < self.end_of_paragraph(at);
        if inline_only || in_line && !is_block {
            self.inline_open.push(tag.name);
            return Err(tag.end);
        }
        Ok(tag)
    }

    /// Ends the paragraph at a tag that does not belong to it.
    pub(super) fn tag_after_text(&mut self, at: usize, tag: Tag<'t>) -> Step {
        self.flush();
        if tag.closing {
            self.close_tag(&tag);
            self.go_to(tag.end);
            return Step::Rest;
        }
        self.open_tag(at, tag)
    }

    /// The position of the next closing tag with this name.
    pub(super) fn closes_after(&mut self, name: &str, at: usize) -> Option<usize> {
        let text = self.text;
        let dialect = self.dialect;
        let closings = self.closings.get_or_insert_with(|| {
            let mut found: std::collections::BTreeMap<&'t str, Vec<usize>> = std::collections::BTreeMap::new();
            for at in memmem::find_iter(text.as_bytes(), "</") {
                let rest = from_name(text.get(at + 2..).unwrap_or_default(), dialect);
                let fits = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'_');
                let length = rest.as_bytes().iter().take_while(|byte| fits(byte)).count();
                found.entry(rest.get(..length).unwrap_or_default()).or_default().push(at);
            }
            if dialect.liquid {
                for (at, _) in text.match_indices("{%") {
                    let rest = text.get(at + 2..).unwrap_or_default();
                    let Some(rest) = rest.trim_start_matches(['-', ' ']).strip_prefix("end") else { continue };
                    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
                    found.entry(rest.get(..length).unwrap_or_default()).or_default().push(at);
                }
            }
            found
        });
        // An HTML tag and a Liquid tag may share a name; the text at the position distinguishes them.
        let (name, mark) = name.strip_prefix('%').map_or((name, "</"), |name| (name, "{%"));
        let places = closings.get(name)?;
        let from = places.partition_point(|&place| place < at);
        places.get(from..)?.iter().copied().find(|&place| text.get(place..).is_some_and(|rest| rest.starts_with(mark)))
    }

    /// The latest end of the paragraph that contains `at`.
    pub(super) fn end_of_paragraph(&mut self, at: usize) -> usize {
        let (from, to) = self.paragraph_end;
        if (from..to).contains(&at) {
            return to;
        }
        let mut end = self.end_of_line(at);
        while end < self.text.len() {
            let next_end = self.end_of_line(end + 1);
            let line = self.text.get(end + 1..next_end).unwrap_or_default();
            let line = line.trim_start_matches([' ', '\t', '>']);
            let begins = is_blank(line)
                || fence(line).is_some()
                || heading(line).is_some()
                || is_rule(line)
                || is_underline(line)
                || self.dialect.directives && line.starts_with(":::")
                || list_marker(line).is_some_and(|(_, interrupts)| interrupts);
            if begins {
                break;
            }
            end = next_end;
        }
        self.paragraph_end = (at, end + 1);
        end + 1
    }
}

/// Whether mdBook shows a division with these attributes as a box: `<div class="warning">`.
/// <https://rust-lang.github.io/mdBook/format/mdbook.html#class-warning>
pub(in crate::page) fn is_warning(attributes: &[Attribute]) -> bool {
    let is_class = |attribute: &Attribute| match &attribute.value {
        Value::Text(class) => attribute.name == "class" && class.split_whitespace().any(|word| word == "warning"),
        _ => false,
    };
    attributes.iter().any(is_class) && attributes.iter().all(|attribute| attribute.name != "id")
}
