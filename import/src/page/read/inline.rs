//! Inline content while a page is parsed: the extent of code spans, tags and expressions in it.

use super::expression::expression_end;
use super::frames::FrameKind;
use super::lines::is_delimiter_row;
use super::{PageReader, Step};

impl PageReader<'_> {
    /// Reads text up to the end of the line, or to a tag that ends its paragraph.
    pub(super) fn text_line(&mut self) -> Step {
        let start = self.at;
        let row = self.text.get(start..self.line_end).unwrap_or_default();
        let inline_only = row.trim_start().starts_with('|') || self.is_table() || self.is_head(row);
        if self.paragraph.is_none() {
            self.inline_open.clear();
        }
        let mut at = start;
        while at < self.line_end {
            let end = match self.text.as_bytes().get(at).copied() {
                Some(b'\\') => {
                    let escaped = self.text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_punctuation);
                    at + 1 + usize::from(escaped)
                }
                Some(b'`') => self.code_span_end(at, inline_only),
                Some(b'<') => match self.tag_in_text(at, inline_only) {
                    Err(end) => end,
                    Ok(tag) => {
                        self.add_text(start, at);
                        return self.tag_after_text(at, tag);
                    }
                },
                Some(b'{') if self.dialect.mdx => self.expression_in_text(at),
                Some(b'{') if self.dialect.liquid && self.is_liquid(at) => {
                    self.add_text(start, at);
                    let step = self.liquid(at);
                    if step != Step::No {
                        return step;
                    }
                    // It belongs to the text after all.
                    self.take_back(start, at);
                    at + 2
                }
                _ => at + 1,
            };
            at = end;
            if at > self.line_end {
                self.line_end = self.end_of_line(at);
            }
        }
        self.add_text(start, self.line_end);
        if let Some((_, text)) = &mut self.paragraph {
            text.push('\n');
        }
        self.at = self.line_end;
        Step::Line
    }

    /// Whether the paragraph is a table.
    fn is_table(&self) -> bool {
        self.paragraph.as_ref().is_some_and(|(_, text)| text.lines().nth(1).is_some_and(is_delimiter_row))
    }

    /// Whether a line is the header of a table.
    fn is_head(&self, row: &str) -> bool {
        let next = self.line_end + 1;
        self.paragraph.is_none()
            && row.contains('|')
            && next < self.text.len()
            && self.text.get(next..self.end_of_line(next)).is_some_and(is_delimiter_row)
    }

    /// Whether the Liquid tag at `at` ends the text before it.
    fn is_liquid(&self, at: usize) -> bool {
        super::openers::liquid_tag(self.text, at).is_some()
    }

    /// Adds a part of the file to the paragraph.
    fn add_text(&mut self, from: usize, to: usize) {
        let part = self.text.get(from..to).unwrap_or_default();
        if part.is_empty() {
            return;
        }
        let line = self.line_of(from);
        let quotes = self.frames.iter().filter(|frame| matches!(frame.kind, FrameKind::Quote)).count();
        let (_, text) = self.paragraph.get_or_insert_with(|| (line, String::with_capacity(part.len() + 1)));
        if quotes > 0 && part.contains('\n') {
            // A tag or a code span over several lines does not include the quote markers around it.
            for (number, line) in part.split('\n').enumerate() {
                if number > 0 {
                    text.push('\n');
                }
                let mut line = line;
                for _ in 0..if number > 0 { quotes } else { 0 } {
                    line = line.trim_start().strip_prefix('>').unwrap_or(line);
                }
                text.push_str(line);
            }
        } else {
            text.push_str(part);
        }
    }

    /// Reverts [`Self::add_text`].
    fn take_back(&mut self, from: usize, to: usize) {
        if let Some((_, text)) = &mut self.paragraph {
            let length = self.text.get(from..to).map_or(0, str::len);
            text.truncate(text.len().saturating_sub(length));
        }
    }

    /// The end of the code span that begins with the backticks at `at`; the end of the backticks if there is none.
    fn code_span_end(&mut self, at: usize, one_line: bool) -> usize {
        let bytes = self.text.as_bytes();
        let run = bytes.iter().skip(at).take_while(|&&byte| byte == b'`').count();
        let limit = if one_line { self.line_end } else { self.end_of_paragraph(at) }.min(bytes.len());
        if self.no_code_span.get(&run).is_some_and(|until| limit <= *until) {
            return at + run;
        }
        let mut place = at + run;
        while place < limit {
            let Some(offset) = bytes.get(place..limit).and_then(|rest| rest.iter().position(|&byte| byte == b'`'))
            else {
                break;
            };
            let start = place + offset;
            let length = bytes.iter().skip(start).take_while(|&&byte| byte == b'`').count();
            if length == run {
                return start + length;
            }
            place = start + length;
        }
        self.no_code_span.insert(run, limit);
        at + run
    }

    fn expression_in_text(&mut self, at: usize) -> usize {
        expression_end(self.text, at, &mut self.reach).unwrap_or(at + 1)
    }
}
