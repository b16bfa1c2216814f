//! Comments: what they hide, and where one that is not closed would hide more than its block.

use memchr::memmem;

use super::super::lines::continues_paragraph;
use super::tags::Handled;
use super::{Frame, Leaf, Scanner, is_blank};
use base::diagnostic::{Code, Diagnostic, Span};

/// What is known of the ends of comments, so that each stretch of text is searched once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommentEnds {
    /// From the first place on, the first `-->` stands at the second.
    next: Option<(usize, usize)>,
    /// In this stretch no comment ends.
    none: (usize, usize),
}

impl Scanner<'_> {
    /// Reads the comment that begins here. One that does not end in its block is text.
    pub(super) fn comment(&mut self, line_start: bool, one_line: bool) -> Handled {
        let at = self.at;
        let Some(end) = self.comment_end(line_start, one_line) else {
            self.out.diagnostics.push(
                Diagnostic::new(
                    Code::UnclosedComment,
                    "a comment has no `-->` in the block that it begins in",
                    Span::new(at, at + 4),
                )
                .with_help("it is shown as text; close it, or begin it on a line of its own".to_owned()),
            );
            if !line_start && self.stands_in_html() {
                // It is text there without a mark, and a mark would be shown.
                self.at += 1;
                return Handled::Inline;
            }
            return self.escape();
        };
        self.out.verbatim.push(Span::new(at, end));
        if !line_start {
            self.write_to(at);
            self.insert("<!---->", at);
            (self.at, self.from) = (end, end);
            self.line_end = self.end_of_line_from(end);
            return Handled::Inline;
        }
        self.write_to(self.prefix_end);
        self.insert("<!---->\n", at);
        self.leaf = Leaf::None;
        Handled::Block(self.resume_block(end))
    }

    /// The end of the comment that begins here, if it has one in its block: the line of a heading or a table's row, the
    /// paragraph that it stands in, or the containers that it begins a line of.
    fn comment_end(&mut self, line_start: bool, one_line: bool) -> Option<usize> {
        let at = self.at;
        let (from, to) = self.comment_ends.none;
        if (from..to).contains(&at) {
            return None;
        }
        // `<!-->` and `<!--->` are whole comments.
        let end = self.next_comment_end(at + 2)?;
        if end <= self.line_end {
            return Some(end);
        }
        let limit = if one_line { self.line_end } else { self.block_end(line_start, end) };
        if end > limit {
            self.comment_ends.none = (at, limit);
            return None;
        }
        Some(end)
    }

    /// Where the first `-->` after `place` ends.
    fn next_comment_end(&mut self, place: usize) -> Option<usize> {
        match self.comment_ends.next {
            Some((from, at)) if from <= place && place <= at => {}
            _ => {
                let offset = memmem::find(&self.text.as_bytes()[place..], b"-->");
                self.comment_ends.next = Some((place, offset.map_or(self.text.len(), |offset| place + offset)));
            }
        }
        let (_, at) = self.comment_ends.next?;
        (at < self.text.len()).then_some(at + 3)
    }

    /// The end of the block that the current line belongs to, as far as `place`: of the quotes and items around it, and where
    /// the line is no HTML, of its paragraph.
    fn block_end(&self, line_start: bool, place: usize) -> usize {
        let is_html = line_start || self.stands_in_html();
        let mut end = self.line_end;
        while end < place {
            let start = end + 1;
            let line_end = self.end_of_line(start);
            let goes_on = match self.without_containers(&self.text[start..line_end]) {
                Some(rest) => is_html || !is_blank(rest) && continues_paragraph(rest),
                None => !is_html && continues_paragraph(&self.text[start..line_end]),
            };
            if !goes_on {
                break;
            }
            end = line_end;
        }
        end
    }

    /// Whether the line begins as a block of raw HTML does.
    fn stands_in_html(&self) -> bool {
        self.text[self.prefix_end.min(self.at)..self.at].trim_start().starts_with('<')
    }

    /// What is left of a line without the marks of the open quotes and the indentation of the open items, if it has them.
    fn without_containers<'l>(&self, line: &'l str) -> Option<&'l str> {
        let mut rest = line;
        for frame in &self.frames {
            let text = rest.trim_start_matches([' ', '\t']);
            let columns: usize =
                rest[..rest.len() - text.len()].bytes().map(|byte| if byte == b'\t' { 4 } else { 1 }).sum();
            match *frame {
                Frame::Quote => {
                    let inner = text.strip_prefix('>').filter(|_| columns < 4)?;
                    rest = inner.strip_prefix(' ').unwrap_or(inner);
                }
                Frame::Item(width) if !is_blank(rest) => {
                    if columns < width {
                        return None;
                    }
                    // A tab is taken whole: what is asked of the rest is how it begins.
                    rest = rest.get(width..).filter(|_| !rest[..width.min(rest.len())].contains('\t')).unwrap_or(text);
                }
                Frame::Item(_) | Frame::Element { .. } => {}
            }
        }
        Some(rest)
    }
}
