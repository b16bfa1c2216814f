//! Scans a page for components: one pass over its lines that follows containers, code and comments just far enough to
//! know which tags are components.

mod code_spans;
mod comments;
mod json;
mod math;
mod tags;
mod verbatim;
mod write;

use std::borrow::Cow;

use memchr::{memchr, memchr3, memrchr};

pub(crate) use self::code_spans::CodeSpans;
use self::comments::CommentEnds;
pub(crate) use self::json::starts_rows;
pub(crate) use self::math::Formula;
use self::math::next_dollar;
use self::tags::Handled;
use self::verbatim::next_verbatim;
use super::Source;
use super::elements::{Element, ElementRole, Elements};
use super::lines::{
    closes_fence, continues_paragraph, definition, fence, is_delimiter_row, is_heading, is_rule, list_marker,
};
use super::tag::{Tag, TagReader};
use base::diagnostic::Span;

/// The maximum number of nested containers of all kinds that are tracked.
const MOST_FRAMES: usize = 120;

/// Scans a page whose body starts at `start`.
pub(crate) fn scan(text: &str, start: usize) -> Elements<'_> {
    let page = Element {
        role: ElementRole::Page,
        tag: Tag {
            name: "".into(),
            kind: None,
            closing: false,
            empty: false,
            attributes: Vec::new(),
            span: Span::default(),
        },
        span: Span::new(start, text.len()),
        inner: Span::new(start, text.len()),
        parent: None,
        depth: 0,
        content: Source::with_room(text.len() - start),
    };
    let needs_scan = needs_scan(&text[start..]);
    let mut out = Elements::new(text, page, needs_scan);
    if !needs_scan && next_verbatim(text, start) == text.len() {
        out.elements[0].content.copy(text, start, text.len());
        return out;
    }
    let mut scanner = Scanner {
        text,
        out,
        tags: TagReader::new(text),
        code: CodeSpans::new(text),
        frames: Vec::new(),
        leaf: LeafBlock::None,
        may_define: false,
        definition_at: None,
        at: start,
        line_end: start,
        spare: 0,
        column: 0,
        from: start,
        from_spare: 0,
        prefix_end: start,
        too_deep: 0,
        inline_open: Vec::new(),
        comment_ends: CommentEnds::default(),
        verbatim: next_verbatim(text, start),
        dollar: next_dollar(text, start),
        head: TableHead { line_end: usize::MAX, last_bar: None },
    };
    while scanner.at < text.len() {
        scanner.line();
    }
    scanner.at = text.len();
    scanner.close_frames(0);
    scanner.out
}

/// Whether the text may contain a component's tag, a comment or math.
fn needs_scan(text: &str) -> bool {
    let bytes = text.as_bytes();
    if memchr(b'$', bytes).is_some() {
        return true;
    }
    memchr::memchr_iter(b'<', bytes).any(|at| {
        let rest = &bytes[at + 1..];
        let name = rest.strip_prefix(b"/").unwrap_or(rest);
        name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"wc-")) || rest.starts_with(b"!--")
    })
}

/// An open container.
#[derive(Clone, Copy, Debug)]
enum Container {
    Quote,
    /// The columns by which its lines are indented.
    Item(usize),
    Element {
        index: usize,
        /// The columns by which its lines are indented, taken from the first line.
        indent: Option<usize>,
        /// Set only for literal content.
        literal: Option<LiteralContent>,
    },
}

/// How far literal content was read.
#[derive(Clone, Copy, Debug, Default)]
struct LiteralContent {
    started: bool,
    fence: Option<(u8, usize)>,
    /// Whether it is JSON, whose strings may contain inline components.
    json: bool,
}

/// The open leaf block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeafBlock {
    None,
    Paragraph,
    Table,
    Indented,
    Fence((u8, usize)),
}

/// How to continue after a part of a line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// With the next line.
    Line,
    /// With the rest of the line, as if it began there.
    Rest,
}

struct Scanner<'t> {
    text: &'t str,
    out: Elements<'t>,
    tags: TagReader<'t>,
    code: CodeSpans<'t>,
    frames: Vec<Container>,
    leaf: LeafBlock,
    /// Whether the last block is a paragraph, or a definition in one: a definition may follow it.
    may_define: bool,
    /// The index among the frames of the last definition: another one may follow it.
    definition_at: Option<usize>,
    /// The current position.
    at: usize,
    /// The end of the current line, before its line feed.
    line_end: usize,
    /// The columns of the tab before `at` that are not consumed yet.
    spare: usize,
    /// The column of `at`, for expanding tabs.
    column: usize,
    /// The start of the part of the line that is not yet written to the innermost element's content.
    from: usize,
    /// The columns of the tab before `from` that belong to that part.
    from_spare: usize,
    /// The end of the container prefixes on this line.
    prefix_end: usize,
    /// The number of open tags beyond the nesting limit.
    too_deep: usize,
    /// The open inline components of the line: their names, and whether they take literal text.
    inline_open: Vec<(Cow<'static, str>, bool)>,
    comment_ends: CommentEnds,
    /// The next `pass:[` from `at` on, unless it was passed.
    verbatim: usize,
    /// The next dollar sign from `at` on, unless it was passed.
    dollar: usize,
    head: TableHead,
}

/// Whether a line may be a table header.
struct TableHead {
    /// The end of the line.
    line_end: usize,
    /// The last `|` before it, if a delimiter row follows.
    last_bar: Option<usize>,
}

impl<'t> Scanner<'t> {
    fn line(&mut self) {
        (self.spare, self.column) = (0, 0);
        self.line_end = self.end_of_line(self.at);
        self.start_writing();
        self.inline_open.clear();
        let matched = self.match_frames();
        if matched < self.frames.len() && self.ends_containers(matched) {
            return;
        }
        if self.literal().is_some() {
            if self.literal_line() == Next::Rest {
                self.blocks();
            }
            return;
        }
        let (columns, white) = self.white_space();
        let rest = &self.text[self.at + white..self.line_end];
        match self.leaf {
            LeafBlock::Fence(open) => {
                if columns < 4 && closes_fence(rest, open) {
                    self.leaf = LeafBlock::None;
                }
                self.write_line();
            }
            LeafBlock::Indented if columns >= 4 || is_blank(rest) => self.write_line(),
            _ if is_blank(rest) => {
                self.leaf = LeafBlock::None;
                self.write_line();
            }
            _ => self.blocks(),
        }
    }

    /// Handles a line that does not belong to the containers from `matched` on. Returns whether it is consumed.
    fn ends_containers(&mut self, matched: usize) -> bool {
        if let Some((frame, tag)) = self.closing_tag_of(matched) {
            if self.close_element(frame, &tag) == Next::Rest {
                self.blocks();
            }
            return true;
        }
        let rest = &self.text[self.at..self.line_end];
        let (columns, white) = self.white_space();
        let is_quote = columns < 4 && rest[white..].starts_with('>');
        if self.leaf == LeafBlock::Paragraph && !is_quote && continues_paragraph(rest) && !is_blank(rest) {
            self.at += self.white_space().1;
            self.start_writing();
            if self.text_line(false) == Next::Rest {
                self.blocks();
            }
            return true;
        }
        self.close_frames(matched);
        false
    }

    /// Reads the prefixes of the open containers. Returns the number of containers that the line belongs to.
    fn match_frames(&mut self) -> usize {
        let blank = is_blank(&self.text[self.at..self.line_end]);
        for index in 0..self.frames.len() {
            match self.frames[index] {
                Container::Quote => {
                    let (columns, white) = self.white_space();
                    if columns >= 4 || self.text.as_bytes().get(self.at + white) != Some(&b'>') {
                        return index;
                    }
                    self.skip(white + 1);
                    self.take_columns(1);
                }
                Container::Item(_) if blank => {}
                Container::Item(width) => {
                    let (columns, white) = self.white_space();
                    // A blank line within a quote.
                    if self.at + white >= self.line_end {
                        continue;
                    }
                    if columns < width {
                        return index;
                    }
                    self.take_columns(width);
                }
                Container::Element { literal: Some(_), .. } => self.start_writing(),
                Container::Element { index: element, indent, literal: None } => {
                    let (columns, white) = self.white_space();
                    if self.at + white < self.line_end {
                        let indent = indent.unwrap_or(columns);
                        self.frames[index] = Container::Element { index: element, indent: Some(indent), literal: None };
                        self.take_columns(indent.min(columns));
                    }
                    self.start_writing();
                }
            }
        }
        self.frames.len()
    }

    /// Reads the rest of the line as if it began here.
    fn blocks(&mut self) {
        loop {
            self.prefix_end = self.at;
            let (columns, white) = self.white_space();
            let at = self.at + white;
            if at >= self.line_end {
                self.write_line();
                return;
            }
            let rest = &self.text[at..self.line_end];
            let in_code = at < self.code.until();
            // Indented text after a paragraph line continues the paragraph.
            let indented = columns >= 4 && !matches!(self.leaf, LeafBlock::Paragraph | LeafBlock::Table);
            if !in_code && !indented && rest.starts_with('<') {
                self.at = at;
                let handled = self.tag_or_comment(true);
                if matches!(handled, Handled::Block(_)) {
                    self.ends_definitions();
                    self.may_define = false;
                }
                match handled {
                    Handled::Block(Next::Rest) => continue,
                    Handled::Block(Next::Line) => return,
                    Handled::Inline if self.leaf == LeafBlock::Table => {}
                    Handled::Inline => self.leaf = LeafBlock::Paragraph,
                    Handled::No => self.at = self.prefix_end,
                }
            }
            if self.at > at || in_code {
                self.at = self.at.max(at);
            } else if indented {
                self.leaf = LeafBlock::Indented;
                self.write_line();
                return;
            } else if columns < 4 && self.container(white, rest) {
                continue;
            } else {
                self.at = at;
            }
            let begins = self.at == at && columns < 4 && !in_code;
            if begins && self.leaf_line(rest) {
                return;
            }
            if begins && rest.starts_with("$$") {
                match self.math_block() {
                    Some(Next::Rest) => continue,
                    Some(Next::Line) => return,
                    None => {}
                }
            }
            let heading = begins && is_heading(rest);
            if heading {
                self.leaf = LeafBlock::None;
            } else if self.leaf != LeafBlock::Table {
                let is_table = self.is_head_of_table();
                self.leaf = if is_table { LeafBlock::Table } else { LeafBlock::Paragraph };
            }
            self.ends_definitions();
            self.may_define = self.leaf == LeafBlock::Paragraph;
            if self.text_line(heading || self.leaf == LeafBlock::Table) == Next::Line {
                return;
            }
        }
    }

    /// Records that a block begins here, so that no definition follows earlier blocks unless it is inside one of them.
    fn ends_definitions(&mut self) {
        self.definition_at = self.definition_at.filter(|at| *at < self.frames.len());
    }

    /// Reads a line that opens a fence or is a rule. Returns whether it is one.
    fn leaf_line(&mut self, rest: &str) -> bool {
        if let Some(open) = fence(rest) {
            self.ends_definitions();
            self.may_define = false;
            self.leaf = LeafBlock::Fence(open);
        } else if is_rule(rest) {
            self.leaf = LeafBlock::None;
        } else {
            return false;
        }
        self.write_line();
        true
    }

    /// Whether the text from here to the end of the line may be a table header. Called after each component of a line,
    /// so the result for the line is cached.
    fn is_head_of_table(&mut self) -> bool {
        if self.head.line_end != self.line_end {
            let next = (self.line_end + 1).min(self.text.len());
            let delimiter_follows = is_delimiter_row(&self.text[next..self.end_of_line(next)]);
            let last_bar = if delimiter_follows { memrchr(b'|', &self.text.as_bytes()[..self.line_end]) } else { None };
            self.head = TableHead { line_end: self.line_end, last_bar };
        }
        self.head.last_bar.is_some_and(|bar| bar >= self.at)
    }

    /// Opens the quote or item that begins with `rest`, after `white` bytes of white space.
    fn container(&mut self, white: usize, rest: &str) -> bool {
        if self.frames.len() >= MOST_FRAMES {
            return false;
        }
        if rest.starts_with('>') {
            self.skip(white + 1);
            self.take_columns(1);
            self.frames.push(Container::Quote);
            self.leaf = LeafBlock::None;
            return true;
        }
        let may_define = self.may_define || self.definition_at == Some(self.frames.len());
        if let Some(width) = definition(rest).filter(|_| may_define) {
            let before = self.white_space().0;
            self.definition_at = Some(self.frames.len());
            self.skip(white + width);
            self.frames.push(Container::Item(before + width));
            self.leaf = LeafBlock::None;
            return true;
        }
        let Some(marker) = list_marker(rest).filter(|_| !is_rule(rest)) else { return false };
        if self.leaf == LeafBlock::Paragraph && !marker.interrupts {
            return false;
        }
        let before = self.white_space().0;
        self.skip(white + marker.length);
        let (columns, length) = self.white_space();
        let padding = if (1..=4).contains(&columns) && self.at + length < self.line_end { columns } else { 1 };
        self.take_columns(padding);
        self.frames.push(Container::Item(before + marker.length + padding));
        self.leaf = LeafBlock::None;
        true
    }

    /// Reads text up to the end of the line, or up to a component that ends its paragraph.
    fn text_line(&mut self, inline_only: bool) -> Next {
        if let Some(next) = self.inline_text(inline_only) {
            return next;
        }
        self.write_line();
        Next::Line
    }

    /// Reads text up to the end of the line, without writing the rest of it; or up to a component that ends its paragraph,
    /// and returns how to continue after it.
    fn inline_text(&mut self, inline_only: bool) -> Option<Next> {
        let bytes = self.text.as_bytes();
        self.at = self.at.max(self.code.until());
        while self.at < self.line_end {
            let rest = &bytes[self.at..self.line_end];
            let found = memchr3(b'<', b'`', b'\\', rest);
            let (verbatim, dollar) = (self.verbatim_on_line(), self.dollar_on_line());
            self.at = found.map_or(self.line_end, |offset| self.at + offset).min(dollar);
            if verbatim < self.at {
                self.at = verbatim;
                self.verbatim_text();
                continue;
            }
            if self.at == self.line_end {
                break;
            }
            match bytes[self.at] {
                b'\\' => {
                    // Only ASCII punctuation can be escaped; nothing else can be mistaken for a tag.
                    self.at += if bytes.get(self.at + 1).is_some_and(u8::is_ascii_punctuation) { 2 } else { 1 };
                }
                b'`' => {
                    let limit = if inline_only { self.line_end } else { usize::MAX };
                    self.at = self.code.skip(self.at, limit);
                }
                b'$' => self.inline_math(inline_only),
                _ => {
                    let handled = match inline_only {
                        true if self.literal().is_some() => self.tag_in_string(),
                        true => self.inline_tag(),
                        false => self.tag_or_comment(false),
                    };
                    match handled {
                        Handled::Block(next) => return Some(next),
                        Handled::Inline => {}
                        Handled::No => self.at += 1,
                    }
                }
            }
        }
        None
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}
