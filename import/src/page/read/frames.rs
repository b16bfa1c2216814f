//! The open containers while a page is parsed.

use super::{MOST_FRAMES, PageReader};
use crate::page::tree::{Element, Kind, Node};

/// An open container.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) children: Vec<Node>,
    /// Its start.
    pub(super) start: usize,
}

#[derive(Debug)]
pub(super) enum FrameKind {
    Root,
    Quote,
    Item {
        marker: String,
        /// The indentation of its lines in columns, and its maximum.
        width: usize,
        strip: usize,
    },
    Element {
        element: Box<Element>,
        close: Close,
        /// The common indentation of its lines in columns; unknown until the first one if it cannot be determined
        /// before.
        indent: Option<usize>,
    },
}

/// How the end of a container is recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    /// By its closing tag.
    Tag,
    /// By `{% end… %}`.
    Liquid,
    /// By at least this many colons.
    Colons(usize),
    /// By this many slashes.
    Slashes(usize),
    /// By a line that is indented by less than four columns.
    Indentation,
}

impl Frame {
    pub(super) fn root() -> Self {
        Self { kind: FrameKind::Root, children: Vec::new(), start: 0 }
    }

    /// The name of the tag that closes it.
    pub(super) fn tag_name(&self) -> Option<&str> {
        match &self.kind {
            FrameKind::Element { element, close: Close::Tag, .. } => Some(&element.name),
            _ => None,
        }
    }
}

impl PageReader<'_> {
    /// Reads the prefixes of the open containers. Returns the number of them that the line belongs to.
    pub(super) fn match_frames(&mut self) -> usize {
        let mut index = 1;
        while index < self.frames.len() {
            let (columns, white) = self.indentation();
            let ends_here = self.at + white >= self.line_end;
            let Some(frame) = self.frames.get(index) else { break };
            match &frame.kind {
                FrameKind::Root => {}
                FrameKind::Quote => {
                    if self.text.as_bytes().get(self.at + white) != Some(&b'>') || ends_here {
                        return index;
                    }
                    self.at += white + 1;
                    self.column += columns + 1;
                    self.spare = 0;
                    self.take_columns(1);
                }
                FrameKind::Item { .. } if ends_here => {}
                FrameKind::Item { width, strip, .. } => {
                    let (width, strip) = (*width, *strip);
                    if columns < width && !self.stays_open(index) {
                        return index;
                    }
                    self.take_columns(strip.min(columns));
                }
                FrameKind::Element { close: Close::Indentation, .. } => {
                    if !ends_here && columns < 4 {
                        return index;
                    }
                    self.take_columns(4);
                }
                FrameKind::Element { indent, .. } => {
                    if !ends_here {
                        let strip = indent.unwrap_or(columns);
                        if let Some(Frame { kind: FrameKind::Element { indent, .. }, .. }) = self.frames.get_mut(index)
                        {
                            *indent = Some(strip);
                        }
                        self.take_columns(strip.min(columns));
                    }
                }
            }
            index += 1;
        }
        index
    }

    /// Whether the item at `index` continues with a line that is indented less: a tag was opened in it and is closed
    /// later. MDX and GitBook parse tags before indentation.
    fn stays_open(&mut self, index: usize) -> bool {
        let at = self.at;
        let inner = self.frames.get(index + 1..).unwrap_or_default().iter();
        let key = inner.rev().find_map(|frame| match &frame.kind {
            FrameKind::Element { element, close: Close::Tag, .. } => Some(element.name.clone()),
            FrameKind::Element { element, close: Close::Liquid, .. } => Some(format!("%{}", element.name)),
            _ => None,
        });
        key.is_some_and(|key| self.closes_after(&key, at).is_some())
    }

    /// The indentation of lines in the open containers: required columns, and columns that may be missing. `None`
    /// inside a quote.
    pub(super) fn frames_indent(&self) -> Option<(usize, usize)> {
        let (mut required, mut optional) = (0, 0);
        for frame in &self.frames {
            match &frame.kind {
                FrameKind::Root => {}
                FrameKind::Quote => return None,
                FrameKind::Item { width, strip, .. } => {
                    required += width;
                    optional += strip - width;
                }
                FrameKind::Element { close: Close::Indentation, .. } => required += 4,
                FrameKind::Element { indent, .. } => optional += indent.unwrap_or_default(),
            }
        }
        Some((required, optional))
    }

    /// Opens a container; the rest of the line belongs to it. Returns false if it would be too deep.
    pub(super) fn open(&mut self, kind: FrameKind, start: usize) -> bool {
        self.flush();
        if self.frames.len() > MOST_FRAMES {
            return false;
        }
        self.frames.push(Frame { kind, children: Vec::new(), start });
        true
    }

    /// Closes containers until `length` remain open. `closed` says whether the last one has a closing delimiter.
    pub(super) fn close_to(&mut self, length: usize, closed: bool) {
        self.flush();
        while self.frames.len() > length.max(1) {
            let Some(frame) = self.frames.pop() else { return };
            let line = self.line_of(frame.start);
            let is_last = self.frames.len() == length;
            let mut children = frame.children;
            let blanks = children.iter().rev().take_while(|node| node.is_blank()).count();
            children.truncate(children.len() - blanks);
            let kind = match frame.kind {
                FrameKind::Root => continue,
                FrameKind::Quote => Kind::Quote(children),
                FrameKind::Item { marker, .. } => Kind::Item { marker, children },
                FrameKind::Element { mut element, close, .. } => {
                    if close != Close::Indentation && !(closed && is_last) {
                        let subject = opening(&element, close);
                        self.problem(frame.start, subject, "not closed; it ends with its parent");
                    }
                    let first = children.iter().take_while(|node| node.is_blank()).count();
                    children.drain(..first);
                    element.children = children;
                    Kind::Element(element)
                }
            };
            self.push(line, kind);
            if blanks > 0 {
                self.push(line, Kind::Blank);
            }
        }
    }

    /// The common indentation of the lines from the next one on, up to a line that ends the container, as decided by
    /// `ends` for the trimmed line.
    pub(super) fn common_indent(&self, from: usize, ends: impl Fn(&str) -> bool) -> Option<usize> {
        const MOST_LINES: usize = 200;
        const FAR: usize = 16 << 10;
        if self.frames.iter().any(|frame| matches!(frame.kind, FrameKind::Quote)) {
            return None;
        }
        if self.frames.len() > MOST_FRAMES {
            return None;
        }
        let mut common: Option<usize> = None;
        let mut fence: Option<(char, usize)> = None;
        let first = self.number_of_line(from) + 1;
        let next = self.end_of_line(from) + 1;
        let last = (next + FAR).min(self.text.len());
        let last = (next..=last).rev().find(|end| self.text.is_char_boundary(*end)).unwrap_or(next);
        for (number, &start) in self.line_starts.iter().enumerate().skip(first).take(MOST_LINES) {
            if start >= last {
                break;
            }
            let end = self.line_starts.get(number + 1).map_or(last, |start| (start - 1).min(last));
            let line = self.text.get(start..end).unwrap_or_default();
            let trimmed = line.trim_start();
            if trimmed.is_empty() {
                continue;
            }
            if let Some((mark, length)) = fence {
                if super::lines::closes_fence(trimmed, mark, length) {
                    fence = None;
                }
                continue;
            }
            if ends(trimmed) {
                break;
            }
            fence = super::lines::fence(trimmed);
            let mut column = 0_usize;
            for byte in line.bytes() {
                match byte {
                    b' ' => column += 1,
                    b'\t' => column += 4 - column % 4,
                    _ => break,
                }
            }
            let own = column.saturating_sub(self.base);
            common = Some(common.map_or(own, |known| known.min(own)));
            if common == Some(0) {
                break;
            }
        }
        common
    }
}

/// How the opening of an element is written, shortened.
fn opening(element: &Element, close: Close) -> String {
    match close {
        Close::Tag => format!("<{}>", element.name),
        Close::Liquid => format!("{{% {} %}}", element.name),
        Close::Colons(_) => format!(":::{}", element.name),
        Close::Slashes(_) => format!("/// {}", element.name),
        Close::Indentation => format!("!!! {}", element.name),
    }
}
