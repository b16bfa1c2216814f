//! Parses text to the tree, for all dialects: one pass over the lines, with a stack of containers (quotes, items, tags,
//! directives, indented blocks), so that it is linear and as tolerant as the tools that the pages were written for.

mod colons;
mod drawings;
pub(crate) mod esm;
pub(crate) mod expression;
mod frames;
mod inline;
pub(crate) mod jsx;
pub(crate) mod labels;
pub(crate) mod lines;
mod mdx_fences;
mod openers;
pub(crate) mod tags;
pub(super) mod tokens;

use std::cell::Cell;
use std::collections::BTreeMap;

use self::esm::Statement;
use self::expression::Reach;
use self::frames::{Frame, FrameKind};
pub(super) use self::openers::is_endpoint_part;
pub(crate) use self::openers::pairs;
use super::tree::{Fence, Kind, Node};
use crate::project::Dialect;

/// The greatest nesting of containers.
const MOST_FRAMES: usize = 60;

/// A page's body as a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    pub(super) nodes: Vec<Node>,
    pub(super) statements: Vec<Statement>,
    pub(super) problems: Vec<ReadProblem>,
}

/// An unclosed block, or a stray closing tag.
#[derive(Clone, Debug)]
pub(super) struct ReadProblem {
    pub(super) line: u32,
    pub(super) subject: String,
    pub(super) outcome: &'static str,
}

/// What follows a part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The line is complete.
    Line,
    /// The rest of the line, parsed like the start of a line.
    Rest,
    /// It is something else.
    No,
}

/// Parses a body whose first line is line `first_line` of its file.
pub(super) fn read(text: &str, first_line: u32, dialect: Dialect) -> Document {
    let text = &*mdx_fences::unwrapped(text);
    let mut reader = PageReader {
        text,
        dialect,
        first_line,
        near: Cell::new(0),
        line_starts: std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect(),
        at: 0,
        line_end: 0,
        column: 0,
        base: 0,
        spare: 0,
        fresh: true,
        frames: vec![Frame::root()],
        paragraph: None,
        html: false,
        inline_open: Vec::new(),
        too_deep: Vec::new(),
        reach: Reach::default(),
        closings: None,
        paragraph_end: (1, 0),
        no_code_span: BTreeMap::new(),
        no_comment: false,
        no_magic: false,
        no_flowchart: false,
        document: Document::default(),
    };
    while reader.at < text.len() {
        reader.line();
    }
    reader.flush();
    reader.close_to(1, false);
    reader.document.nodes = reader.frames.pop().map(|frame| frame.children).unwrap_or_default();
    reader.document
}

struct PageReader<'t> {
    text: &'t str,
    dialect: Dialect,
    first_line: u32,
    line_starts: Vec<usize>,
    /// The number of the last requested line: the next request is usually for the same or the following one.
    near: Cell<usize>,
    /// The end of the parsed text.
    at: usize,
    /// The end of the current line, before its line feed.
    line_end: usize,
    /// The column of `at`, for tabs.
    column: usize,
    /// The column at which the containers' prefixes end on this line.
    base: usize,
    /// Unused columns of the tab before `at`.
    spare: usize,
    /// Whether only the containers' prefixes of the line have been read.
    fresh: bool,
    frames: Vec<Frame>,
    /// The open paragraph: its line and text.
    paragraph: Option<(u32, String)>,
    /// Whether it is raw HTML, which continues to the next blank line.
    html: bool,
    /// The open tags in the paragraph.
    inline_open: Vec<&'t str>,
    /// The open tags beyond the nesting limit.
    too_deep: Vec<&'t str>,
    reach: Reach,
    /// The positions of closing tags by name; those of Liquid preceded by `%`.
    closings: Option<BTreeMap<&'t str, Vec<usize>>>,
    /// The range of the last requested paragraph.
    paragraph_end: (usize, usize),
    /// For each length of a run of backticks, the position up to which none closes.
    no_code_span: BTreeMap<usize, usize>,
    /// Whether no comment and no magic block from here on has an end.
    no_comment: bool,
    no_magic: bool,
    /// Whether no flowchart from here on has an end.
    no_flowchart: bool,
    document: Document,
}

impl<'t> PageReader<'t> {
    /// The line of a position in the file.
    fn line_of(&self, at: usize) -> u32 {
        self.first_line + u32::try_from(self.number_of_line(at)).unwrap_or(u32::MAX / 2)
    }

    fn end_of_line(&self, at: usize) -> usize {
        let next = self.number_of_line(at) + 1;
        self.line_starts.get(next).map_or(self.text.len(), |start| start - 1)
    }

    /// The number of the line of a position in the text, from 0.
    fn number_of_line(&self, at: usize) -> usize {
        let near = self.near.get();
        let starts_before = |number: usize| self.line_starts.get(number).is_some_and(|&start| start <= at);
        let number = match (starts_before(near), starts_before(near + 1), starts_before(near + 2)) {
            (true, false, _) => near,
            (true, true, false) => near + 1,
            _ => self.line_starts.partition_point(|&start| start <= at).saturating_sub(1),
        };
        self.near.set(number);
        number
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..self.line_end).unwrap_or_default()
    }

    /// Moves to a position, possibly on a later line, whose rest is still to be parsed.
    fn go_to(&mut self, at: usize) {
        self.at = at;
        self.line_end = self.end_of_line(at);
        self.spare = 0;
        self.fresh = false;
    }

    /// Moves to the next line.
    fn next_line(&mut self) {
        self.at = (self.line_end + 1).min(self.text.len());
        self.begin_line();
    }

    fn begin_line(&mut self) {
        self.line_end = self.end_of_line(self.at);
        (self.column, self.spare, self.fresh) = (0, 0, true);
    }

    /// The width of the whitespace here in columns, and in bytes.
    fn indentation(&self) -> (usize, usize) {
        let mut column = self.column;
        let mut bytes = 0;
        for byte in self.rest().bytes() {
            match byte {
                b' ' => column += 1,
                b'\t' => column += 4 - column % 4,
                _ => break,
            }
            bytes += 1;
        }
        (column - self.column + self.spare, bytes)
    }

    /// Skips up to this many columns of whitespace.
    fn take_columns(&mut self, mut wanted: usize) {
        let spare = self.spare.min(wanted);
        self.spare -= spare;
        wanted -= spare;
        while wanted > 0 {
            let width = match self.rest().bytes().next() {
                Some(b' ') => 1,
                Some(b'\t') => 4 - self.column % 4,
                _ => return,
            };
            self.at += 1;
            self.column += width;
            self.spare = width.saturating_sub(wanted);
            wanted = wanted.saturating_sub(width);
        }
    }

    fn push(&mut self, line: u32, kind: Kind) {
        if let Some(frame) = self.frames.last_mut() {
            frame.children.push(Node { line, kind });
        }
    }

    /// Ends the open paragraph.
    fn flush(&mut self) {
        self.html = false;
        self.inline_open.clear();
        if let Some((line, mut text)) = self.paragraph.take() {
            text.truncate(text.trim_end_matches('\n').len());
            if !text.trim().is_empty() {
                self.push(line, Kind::Text(text));
            }
        }
    }

    fn problem(&mut self, at: usize, subject: String, outcome: &'static str) {
        let line = self.line_of(at);
        self.document.problems.push(ReadProblem { line, subject, outcome });
    }

    /// Parses one line, and everything that belongs to what begins on it.
    fn line(&mut self) {
        self.begin_line();
        let matched = self.match_frames();
        self.base = self.column;
        if matched < self.frames.len() {
            let (_, white) = self.indentation();
            let rest = self.rest().get(white..).unwrap_or_default();
            let goes_on = self.paragraph.is_some() && !self.html && !rest.is_empty() && !self.begins_block(rest);
            if !goes_on {
                self.flush();
                self.close_to(matched, false);
            }
        }
        if !self.close_container() {
            self.blocks();
        }
        self.at = (self.line_end + 1).min(self.text.len());
    }

    /// Whether a line begins a block, so it cannot continue the paragraph of a container that it is not in.
    fn begins_block(&self, rest: &str) -> bool {
        rest.starts_with(['>', '<', '|'])
            || lines::fence(rest).is_some()
            || lines::heading(rest).is_some()
            || lines::is_rule(rest)
            || lines::list_marker(rest).is_some()
            || lines::footnote_marker(rest).is_some()
            || rest.starts_with(":::") && self.dialect.directives
            || rest.starts_with("{%") && self.dialect.liquid
            || self.dialect.definitions && lines::definition_marker(rest).is_some()
            || self.dialect.mkdocs && ["!!!", "???", "=== \"", "///"].iter().any(|mark| rest.starts_with(mark))
    }

    /// Parses the rest of the line.
    fn blocks(&mut self) {
        loop {
            let (columns, white) = self.indentation();
            let at = self.at + white;
            if at >= self.line_end {
                if self.fresh {
                    self.flush();
                    self.push(self.line_of(self.at), Kind::Blank);
                }
                return;
            }
            let rest = self.text.get(at..self.line_end).unwrap_or_default();
            if !self.html {
                if self.paragraph.is_none() && columns >= 4 && self.has_indented_code() && self.fresh {
                    self.indented_code();
                    return;
                }
                match self.opener(at, columns, rest) {
                    Step::Line => return,
                    Step::Rest => continue,
                    Step::No => {}
                }
            }
            if !self.html || !self.fresh {
                self.at = at;
            }
            if self.text_line() == Step::Line {
                return;
            }
        }
    }

    /// Whether indented lines are code here: within a tag, they only follow it.
    fn has_indented_code(&self) -> bool {
        let is_tag = |frame: &Frame| matches!(frame.kind, FrameKind::Element { .. });
        !self.dialect.mdx || self.dialect.indented_code && !self.frames.iter().any(is_tag)
    }

    /// Parses an indented code block.
    fn indented_code(&mut self) {
        let line = self.line_of(self.at);
        let mut code = String::new();
        loop {
            let (columns, white) = self.indentation();
            let is_blank = self.at + white >= self.line_end;
            if !is_blank && columns < 4 {
                break;
            }
            code.push_str(&" ".repeat(columns));
            code.push_str(self.text.get(self.at + white..self.line_end).unwrap_or_default());
            code.push('\n');
            let here = (self.at, self.line_end);
            self.next_line();
            if self.at >= self.text.len() {
                self.line_end = self.text.len();
                break;
            }
            if self.match_frames() < self.frames.len() {
                (self.at, self.line_end) = here;
                break;
            }
            let (columns, white) = self.indentation();
            if self.at + white < self.line_end && columns < 4 {
                (self.at, self.line_end) = here;
                break;
            }
        }
        let blanks = code.lines().rev().take_while(|line| line.trim().is_empty()).count();
        code.truncate(code.trim_end().len());
        self.push(line, Kind::Verbatim(code));
        if blanks > 0 {
            self.push(line, Kind::Blank);
        }
    }

    /// Parses the fence that opens at `at`, `columns` after the containers' prefixes.
    fn fence(&mut self, at: usize, columns: usize, mark: char, length: usize) {
        self.flush();
        let line = self.line_of(at);
        let info = self.text.get(at + length..self.line_end).unwrap_or_default().trim().to_owned();
        let mut fence = Fence { mark, length, info, content: String::new() };
        let Some((required, optional)) = self.frames_indent() else {
            self.quoted_fence(&mut fence, columns);
            self.push(line, Kind::Fence(fence));
            return;
        };
        let mut lines: Vec<(&str, usize)> = Vec::new();
        while self.line_end < self.text.len() {
            let here = (self.at, self.line_end);
            self.next_line();
            let (found, white) = self.indentation();
            let rest = self.text.get(self.at + white..self.line_end).unwrap_or_default();
            let ends_here = !rest.is_empty() && found < required;
            if ends_here || self.container_closed_by(rest, found).is_some() {
                (self.at, self.line_end) = here;
                break;
            }
            let own = found.saturating_sub(required);
            let is_mdx = self.dialect.mdx && !self.dialect.indented_code;
            if (own < 4 || is_mdx || own <= columns + optional) && lines::closes_fence(rest, mark, length) {
                break;
            }
            let is_last = self.line_end >= self.text.len();
            if !(is_last && self.rest().is_empty()) {
                lines.push((self.rest(), if rest.is_empty() { usize::MAX } else { own }));
            }
        }
        // The common indentation is removed: in MDX, code need not be indented like its fence.
        let common = lines.iter().map(|(_, own)| *own).min().unwrap_or_default().min(optional + columns);
        for (text, _) in lines {
            push_without(text, required + common, &mut fence.content);
            fence.content.push('\n');
        }
        self.push(line, Kind::Fence(fence));
    }
}

impl PageReader<'_> {
    /// The content of a fence in a quote.
    fn quoted_fence(&mut self, fence: &mut Fence, columns: usize) {
        while self.line_end < self.text.len() {
            let here = (self.at, self.line_end);
            self.next_line();
            if self.match_frames() < self.frames.len() {
                (self.at, self.line_end) = here;
                return;
            }
            let (_, white) = self.indentation();
            let rest = self.text.get(self.at + white..self.line_end).unwrap_or_default();
            if self.container_closed_by(rest, self.column).is_some() {
                (self.at, self.line_end) = here;
                return;
            }
            if lines::closes_fence(rest, fence.mark, fence.length) {
                return;
            }
            self.take_columns(columns);
            fence.content.push_str(&" ".repeat(self.spare));
            fence.content.push_str(self.rest());
            fence.content.push('\n');
        }
    }
}

/// Adds a line without its first columns of whitespace.
fn push_without(line: &str, columns: usize, out: &mut String) {
    let mut column = 0;
    for (at, byte) in line.bytes().enumerate() {
        let next = match byte {
            _ if column >= columns => {
                out.push_str(line.get(at..).unwrap_or_default());
                return;
            }
            b' ' => column + 1,
            b'\t' => column + 4 - column % 4,
            _ => {
                out.push_str(line.get(at..).unwrap_or_default());
                return;
            }
        };
        out.push_str(&" ".repeat(next.saturating_sub(columns)));
        column = next;
    }
}
