//! Math between dollar signs, by the rule of Pandoc's `tex_math_dollars`: `$` opens before anything but white space and
//! closes after anything but white space, unless a digit follows; `$$` delimits display math. A formula contains no
//! blank line and no component tag.

use memchr::{memchr, memmem};

use super::super::elements::{Element, ElementRole, ScanToken};
use super::super::lines::{continues_paragraph, fence};
use super::super::{Source, Tag};
use super::{LeafBlock, Next, Scanner, is_blank};
use base::diagnostic::Span;

/// An inline formula as written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Formula {
    /// The TeX, without the prefixes of containers.
    pub(crate) source: Box<str>,
    /// Whether it is written with `$$`.
    pub(crate) display: bool,
}

impl Formula {
    /// Its delimiter.
    pub(crate) fn delimiter(&self) -> &'static str {
        if self.display { "$$" } else { "$" }
    }

    /// Appends it as it was written.
    pub(crate) fn restore(&self, out: &mut String) {
        out.push_str(self.delimiter());
        out.push_str(&self.source);
        out.push_str(self.delimiter());
    }
}

/// The position of the first dollar sign from `at` on; the end of the text if there is none.
pub(super) fn next_dollar(text: &str, at: usize) -> usize {
    memchr(b'$', &text.as_bytes()[at..]).map_or(text.len(), |offset| at + offset)
}

impl<'t> Scanner<'t> {
    /// The position of the next dollar sign on this line; the end of the line if there is none.
    pub(super) fn dollar_on_line(&mut self) -> usize {
        if self.dollar < self.at {
            self.dollar = next_dollar(self.text, self.at);
        }
        self.dollar.min(self.line_end)
    }

    /// Reads from the `$$` here to the closing one, if nothing else is on their lines: this is a block, whatever its
    /// lines begin with.
    pub(super) fn math_block(&mut self) -> Option<Next> {
        let start = self.at;
        let close = self.math_end(start + 2, true, false)?;
        let end = close + 2;
        if !is_blank(&self.text[end..self.end_of_line(end)]) || is_blank(&self.text[start + 2..close]) {
            return None;
        }
        self.write_to(self.prefix_end);
        let index = self.out.elements.len();
        self.insert_token(ScanToken::Element(index), start);
        self.leaf = LeafBlock::None;
        let mut content = Source::default();
        self.copy_math(start + 2, close, &mut content);
        let span = Span::new(start, end);
        self.out.elements.push(Element {
            role: ElementRole::Math,
            tag: Tag { name: "".into(), kind: None, closing: false, empty: true, attributes: Vec::new(), span },
            span,
            inner: Span::new(start + 2, close),
            parent: None,
            depth: self.frames.len(),
            content,
        });
        Some(self.resume_block(end))
    }

    /// Reads the dollar sign here, and the formula if it opens one.
    pub(super) fn inline_math(&mut self, one_line: bool) {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let display = bytes.get(start + 1) == Some(&b'$');
        let length = if display { 2 } else { 1 };
        let from = start + length;
        let opens = display || bytes.get(from).is_some_and(|byte| !byte.is_ascii_whitespace());
        let close = if opens && !self.in_address(start) { self.math_end(from, display, one_line) } else { None };
        let Some(close) = close.filter(|&close| !is_blank(&self.text[from..close])) else {
            self.at = from;
            return;
        };
        let mut content = Source::default();
        self.copy_math(from, close, &mut content);
        let in_table = self.leaf == LeafBlock::Table;
        let source = if in_table { content.text().replace("\\|", "|") } else { content.text().to_owned() };
        self.write_to(start);
        self.insert_token(ScanToken::Math(Formula { source: source.into(), display }), start);
        (self.at, self.from) = (close + length, close + length);
        self.line_end = self.line_end.max(self.end_of_line(close));
    }

    /// Whether the dollar sign at `at` is in a bare URL, as in OData: `https://…?$filter=…&$select=…`.
    fn in_address(&self, at: usize) -> bool {
        const LONGEST: usize = 2000;
        let before = &self.text.as_bytes()[at.saturating_sub(LONGEST)..at];
        let word = before.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1);
        memmem::find(&before[word..], b"://").is_some()
    }

    /// The position of the dollar signs that close the formula whose text begins at `from`.
    fn math_end(&self, from: usize, display: bool, one_line: bool) -> Option<usize> {
        // A string of JSON is shorter than its line.
        let (mut at, mut line_end) = (from, if one_line { self.line_end.max(from) } else { self.end_of_line(from) });
        loop {
            match self.math_end_in(at, line_end, display) {
                End::At(close) => return Some(close),
                End::Never => return None,
                End::Beyond => {}
            }
            if one_line || line_end >= self.text.len() {
                return None;
            }
            at = line_end + 1;
            line_end = self.end_of_line(at);
            let line = self.text[at..line_end].trim_start_matches(['>', ' ', '\t']).trim_end();
            let goes_on = if display { !line.is_empty() && fence(line).is_none() } else { continues_paragraph(line) };
            if !goes_on {
                return None;
            }
        }
    }

    /// The end of a formula within one line.
    fn math_end_in(&self, from: usize, line_end: usize, display: bool) -> End {
        let bytes = &self.text.as_bytes()[..line_end];
        let mut at = from;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => at = self.text_group_end(at, line_end).unwrap_or(at + 2),
                b'$' if display && bytes.get(at + 1) == Some(&b'$') => return End::At(at),
                b'$' if display => at += 1,
                b'$' => {
                    let after_space = at > from && bytes[at - 1].is_ascii_whitespace();
                    let before_digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                    return if after_space || before_digit { End::Never } else { End::At(at) };
                }
                // Code takes precedence over math: an apparent price may precede a shell variable.
                b'`' if !display => return End::Never,
                b'|' if self.leaf == LeafBlock::Table => return End::Never,
                b'<' if self.tags.starts_component(at) => return End::Never,
                _ => at += 1,
            }
        }
        End::Beyond
    }

    /// The end of the group of a `\text` that begins at `at`; dollar signs in it close nothing.
    fn text_group_end(&self, at: usize, line_end: usize) -> Option<usize> {
        /// Longer groups are not scanned; otherwise many unclosed ones would take quadratic time.
        const LONGEST: usize = 500;
        let group = self.text.get(at..line_end)?.strip_prefix("\\text{")?;
        let mut depth = 1usize;
        let mut escaped = false;
        for (offset, byte) in group.bytes().enumerate().take(LONGEST) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(line_end - group.len() + offset + 1);
            }
        }
        None
    }

    /// Copies the text of a formula, without the white space and quote markers at the start of its further lines.
    fn copy_math(&self, from: usize, to: usize, content: &mut Source<'t>) {
        let quotes = self.quotes();
        let mut at = from;
        loop {
            let end = self.end_of_line(at).min(to);
            let mut start = at;
            if at > from {
                for marks in 0..=quotes {
                    let line = &self.text[start..end];
                    start = end - line.trim_start_matches([' ', '\t']).len();
                    if marks < quotes && self.text[start..end].starts_with('>') {
                        start += 1;
                    }
                }
            }
            let next = (end + 1).min(to);
            content.copy(self.text, start, next);
            if end >= to {
                return;
            }
            at = next;
        }
    }
}

/// Where a formula ends, as far as one line shows.
enum End {
    At(usize),
    /// Never: the apparent beginning is plain text.
    Never,
    /// Not in this line.
    Beyond,
}
