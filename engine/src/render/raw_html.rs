//! Writes raw HTML: allowed tags, each closed where the block or inline around it ends.
//!
//! Browsers repair invalid nesting, and close other elements while doing so. Tags that would trigger that are shown as
//! text: parts of tables, lists and definitions outside of them, other elements directly in a table, headings in
//! headings, links in links. An author's paragraph ends where a block begins; a paragraph of ours that contains blocks
//! of the author's becomes a `div`.

use super::escape::{escape, escape_but_references};
use crate::parse::markdown::raw_html::{AllowedElement, Ends, HtmlPart, RawAttribute, is_address, parts};

/// What a page in an `iframe` may do: everything but replace the page around it, open dialogs and start downloads. It learns
/// the site, but not the page that shows it.
const FRAME_LIMITS: &str = r#" sandbox="allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts" referrerpolicy="strict-origin-when-cross-origin""#;

/// The greatest number of open tags; deeper ones are shown as text.
const DEEPEST: usize = 64;

/// The open tags of raw HTML.
#[derive(Debug, Default)]
pub(super) struct OpenTags {
    open: Vec<&'static AllowedElement>,
    /// The number of open tags at the start of each enclosing block and inline.
    outer: Vec<usize>,
    /// The number of enclosing headings.
    headings: usize,
    /// The number of enclosing links of ours.
    links: usize,
    /// Whether the enclosing paragraph contains a block.
    has_block: bool,
    /// Whether the site's author wrote the text. In the text of a spec, fewer elements are allowed, and neither ids nor
    /// classes, which could be mistaken for ours.
    own: bool,
}

impl OpenTags {
    /// For text of the site's author.
    pub(super) fn of_author() -> Self {
        Self { own: true, ..Self::default() }
    }

    /// Begins a block or inline: tags opened from here on end with it.
    pub(super) fn enter(&mut self) {
        self.outer.push(self.open.len());
    }

    /// Ends a block or inline.
    pub(super) fn leave(&mut self, out: &mut String) {
        self.close_to(self.base(), out);
        self.outer.pop();
    }

    pub(super) fn enter_heading(&mut self) {
        self.headings += 1;
    }

    pub(super) fn leave_heading(&mut self) {
        self.headings = self.headings.saturating_sub(1);
    }

    pub(super) fn enter_link(&mut self) {
        self.links += 1;
    }

    pub(super) fn leave_link(&mut self) {
        self.links = self.links.saturating_sub(1);
    }

    /// Whether it is inside a link, which must not contain another.
    pub(super) fn in_link(&self) -> bool {
        self.links > 0 || self.open.iter().any(|open| open.name == "a")
    }

    /// Begins a paragraph of ours, whose tag was just written.
    pub(super) fn enter_paragraph(&mut self) {
        self.has_block = false;
    }

    /// Ends the paragraph whose tag is at `at`: with blocks inside, it cannot be a `p`.
    pub(super) fn leave_paragraph(&mut self, at: usize, out: &mut String) {
        const TAG: &str = "<p>";
        if std::mem::take(&mut self.has_block) {
            out.replace_range(at..at + TAG.len(), "<div>");
            out.push_str("</div>");
        } else {
            out.push_str("</p>");
        }
    }

    /// Prepares for text and markup of ours, which must not be a direct child of a table: the table ends.
    pub(super) fn before_markup(&mut self, out: &mut String) {
        while self.innermost().is_some_and(is_table_part) {
            self.close_to(self.open.len() - 1, out);
        }
    }

    /// Prepares for a block of ours, which ends a paragraph. If the block is not a paragraph, it may contain headings
    /// and links, so it ends those too.
    pub(super) fn before_block(&mut self, is_paragraph: bool, out: &mut String) {
        self.before_markup(out);
        let ends =
            |open: &&AllowedElement| open.name == "p" || !is_paragraph && (open.name == "a" || is_heading(open.name));
        let base = self.base();
        if let Some(at) = self.open.get(base..).unwrap_or_default().iter().position(ends) {
            self.close_to(base + at, out);
        }
    }

    /// Appends a block of raw HTML of a spec. If it shows a tag as text outside of every element, the block becomes a
    /// paragraph, unless it leaves an element open.
    pub(super) fn write_block(&mut self, text: &str, out: &mut String, address: impl FnMut(&str, &mut String)) {
        const TAG: &str = "<p>";
        let (at, was_outside) = (out.len(), self.innermost().is_none());
        self.enter_paragraph();
        if self.write(text, out, address) && was_outside && self.innermost().is_none() {
            out.insert_str(at, TAG);
            self.leave_paragraph(at, out);
        }
    }

    /// Appends a piece of raw HTML; `address` appends an allowed URL. Returns whether a tag is shown as text outside of
    /// every element.
    pub(super) fn write(&mut self, text: &str, out: &mut String, mut address: impl FnMut(&str, &mut String)) -> bool {
        let mut shows_tag = false;
        for part in parts(text, |_, _| {}) {
            match part {
                HtmlPart::Text(text) => {
                    self.before_text(text, out);
                    escape_but_references(text, out);
                }
                HtmlPart::Refused(tag) => {
                    self.before_markup(out);
                    shows_tag |= self.innermost().is_none();
                    escape(tag, out);
                }
                HtmlPart::Close(element) => self.close(element, out),
                HtmlPart::Open(element, attributes, place) => {
                    if !self.own && !element.is_for_specs() || !self.make_room(element, out) {
                        self.before_markup(out);
                        shows_tag |= self.innermost().is_none();
                        escape(&text[place], out);
                        continue;
                    }
                    out.push('<');
                    out.push_str(element.name);
                    for RawAttribute { name, value, .. } in &attributes {
                        if !self.own && matches!(*name, "class" | "id" | "name") {
                            continue;
                        }
                        out.push_str(&format!(" {name}=\""));
                        if is_address(name) {
                            address(value, out);
                        } else {
                            escape(value, out);
                        }
                        out.push('"');
                    }
                    if element.name == "iframe" {
                        out.push_str(FRAME_LIMITS);
                    }
                    out.push('>');
                    self.has_block |= ends_paragraph(element.name);
                    // An anchor: links may follow before its closing tag, or it has none.
                    let is_place = element.name == "a" && attributes.iter().all(|attribute| attribute.name != "href");
                    match element.ends {
                        Ends::Tag if is_place => out.push_str("</a>"),
                        Ends::Tag => self.open.push(element),
                        Ends::Void => {}
                        Ends::Empty => out.push_str(&format!("</{}>", element.name)),
                    }
                }
            }
        }
        shows_tag
    }

    /// Prepares for text, except whitespace, which is allowed anywhere.
    pub(super) fn before_text(&mut self, text: &str, out: &mut String) {
        if self.innermost().is_some_and(is_table_part) && !text.trim_ascii().is_empty() {
            self.before_markup(out);
        }
    }

    fn base(&self) -> usize {
        self.outer.last().copied().unwrap_or(0)
    }

    fn innermost(&self) -> Option<&'static AllowedElement> {
        self.open.get(self.base()..).and_then(<[_]>::last).copied()
    }

    /// Closes the elements that end where `element` begins. Returns whether it is allowed here.
    fn make_room(&mut self, element: &'static AllowedElement, out: &mut String) -> bool {
        if is_heading(element.name) && (self.headings > 0 || self.open.iter().any(|open| is_heading(open.name))) {
            return false;
        }
        let ended = match element.name {
            "a" if self.links > 0 => return false,
            "a" => Some("a"),
            name => ends_paragraph(name).then_some("p"),
        };
        if let Some(at) = ended.and_then(|name| self.open.iter().rposition(|open| open.name == name)) {
            if at < self.base() {
                return false;
            }
            self.close_to(at, out);
        }
        let depth = self.open.len();
        if element.parents.is_empty() {
            return depth < DEEPEST && !self.innermost().is_some_and(is_table_part);
        }
        // Their end tag is optional.
        let ends_by_itself = |open: &AllowedElement| !open.parents.is_empty();
        let base = self.base();
        let inner = self.open.get(base..).unwrap_or_default();
        let over = inner.iter().rev().take_while(|open| !element.parents.contains(&open.name) && ends_by_itself(open));
        let keep = depth - over.count();
        let fits = keep > base && self.open.get(keep - 1).is_some_and(|open| element.parents.contains(&open.name));
        if fits && depth < DEEPEST {
            self.close_to(keep, out);
        }
        fits && depth < DEEPEST
    }

    /// Closes an element and the elements open in it. Ignores one that is not open here.
    fn close(&mut self, element: &'static AllowedElement, out: &mut String) {
        let base = self.base();
        let inner = self.open.get(base..).unwrap_or_default();
        if let Some(at) = inner.iter().rposition(|open| open.name == element.name) {
            self.close_to(base + at, out);
        }
    }

    fn close_to(&mut self, depth: usize, out: &mut String) {
        while self.open.len() > depth {
            if let Some(element) = self.open.pop() {
                out.push_str(&format!("</{}>", element.name));
            }
        }
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Whether an open `p` ends where an element of this name begins (HTML Standard, section 13.2.6.4.7).
fn ends_paragraph(name: &str) -> bool {
    const NAMES: [&str; 28] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "footer",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "td",
        "th",
        "ul",
    ];
    is_heading(name) || NAMES.contains(&name)
}

/// Whether only table parts may be direct children of it.
fn is_table_part(element: &AllowedElement) -> bool {
    matches!(element.name, "table" | "thead" | "tbody" | "tfoot" | "tr" | "colgroup")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::OpenTags;

    /// The HTML of pieces in nested blocks.
    fn written(pieces: &[(String, bool, bool)]) -> String {
        let mut tags = OpenTags::default();
        let mut out = String::new();
        let mut depth = 0;
        for (piece, enters, leaves) in pieces {
            if *enters {
                tags.before_markup(&mut out);
                tags.enter();
                out.push_str("<section>");
                depth += 1;
            }
            tags.write(piece, &mut out, |address, out| out.push_str(address));
            if *leaves && depth > 0 {
                tags.leave(&mut out);
                out.push_str("</section>");
                depth -= 1;
            }
        }
        for _ in 0..depth {
            tags.leave(&mut out);
            out.push_str("</section>");
        }
        tags.leave(&mut out);
        out
    }

    /// The innermost open tag before each opening tag. Panics if tags are closed out of order.
    fn nesting(html: &str) -> Vec<(String, String)> {
        let mut open: Vec<String> = Vec::new();
        let mut found = Vec::new();
        for part in html.split('<').skip(1) {
            let name: String = part.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
            if part.starts_with('/') {
                assert_eq!(open.pop().as_deref(), Some(&*name), "{html}");
                continue;
            }
            found.push((open.last().cloned().unwrap_or_default(), name.clone()));
            if !["br", "img", "col", "hr"].contains(&&*name) {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{html}");
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 512, ..ProptestConfig::default() })]

        #[test]
        fn tags_are_closed_in_order_and_in_their_places(pieces in prop::collection::vec((
            "(</?(div|p|li|ul|table|tr|td|tbody|colgroup|col|caption|h1|h2|a|b|br|img|iframe|dl|dd|script|svg)( a=\"b\"| src=https://x)?>|a|\"|<|&lt;){0,6}",
            any::<bool>(),
            any::<bool>(),
        ), 0..12)) {
            let html = written(&pieces);
            for (parent, name) in nesting(&html) {
                let table = ["table", "thead", "tbody", "tfoot", "tr", "colgroup"].contains(&&*parent);
                let part = ["caption", "col", "colgroup", "tbody", "td", "th", "tr"].contains(&&*name);
                prop_assert_eq!(table, part, "{} in {}: {}", name, parent, html);
                prop_assert!(name != "li" || parent == "ul", "{}", html);
                prop_assert!(name != "script" && name != "svg");
            }
        }
    }

    #[test]
    fn work_grows_with_the_text_alone() {
        for piece in ["<b>", "</i>", "<b>x</i>", "<!--", "<a b=<", "<a b=\"", "<td>", "<table><tr>", "<table><tr><td>"]
        {
            let mut tags = OpenTags::default();
            let mut out = String::new();
            tags.write(&piece.repeat(20_000), &mut out, |address, out| out.push_str(address));
            tags.leave(&mut out);
            assert!(out.len() <= 20 * piece.len() * 20_000);
        }
    }
}
