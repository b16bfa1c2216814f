//! Comments: the text that they hide, and unclosed comments, which would hide more than their block.

use memchr::memmem;

use super::super::lines::continues_paragraph;
use super::tags::Handled;
use super::{Container, LeafBlock, Scanner, is_blank};
use base::diagnostic::{Code, Diagnostic, Span};

/// The known ends of comments, so that each stretch of text is searched only once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommentEnds {
    /// From the first position on, the first `-->` is at the second.
    next: Option<(usize, usize)>,
    /// A stretch in which no comment ends.
    none: (usize, usize),
}

impl Scanner<'_> {
    /// Reads the comment that begins here. A comment that does not end in its block is text.
    pub(super) fn comment(&mut self, line_start: bool, one_line: bool) -> Handled {
        let at = self.at;
        let Some(end) = self.comment_end(line_start, one_line) else {
            self.out.diagnostics.push(
                Diagnostic::new(
                    Code::UnclosedComment,
                    "the comment is not closed with `-->` in this block",
                    Span::new(at, at + 4),
                )
                .with_help("it is shown as text; close it, or begin it on its own line".to_owned()),
            );
            if !line_start && self.stands_in_html() {
                // In HTML it is shown as text anyway, and an escape would be visible.
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
        self.leaf = LeafBlock::None;
        Handled::Block(self.resume_block(end))
    }

    /// The end of the comment that begins here, if it ends in its block: the line of a heading or table row, its
    /// paragraph, or the containers whose line it begins.
    fn comment_end(&mut self, line_start: bool, one_line: bool) -> Option<usize> {
        let at = self.at;
        let (from, to) = self.comment_ends.none;
        if (from..to).contains(&at) {
            return None;
        }
        // `<!-->` and `<!--->` are complete comments.
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

    /// The end of the first `-->` after `place`.
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

    /// The end of the block of the current line, up to `place`: of the quotes and items around it, and of its paragraph
    /// unless the line is HTML.
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

    /// Whether the line begins like a block of raw HTML.
    fn stands_in_html(&self) -> bool {
        self.text[self.prefix_end.min(self.at)..self.at].trim_start().starts_with('<')
    }

    /// The rest of a line after the markers of the open quotes and the indentation of the open items, if it has them.
    fn without_containers<'l>(&self, line: &'l str) -> Option<&'l str> {
        let mut rest = line;
        for frame in &self.frames {
            let text = rest.trim_start_matches([' ', '\t']);
            let columns: usize =
                rest[..rest.len() - text.len()].bytes().map(|byte| if byte == b'\t' { 4 } else { 1 }).sum();
            match *frame {
                Container::Quote => {
                    let inner = text.strip_prefix('>').filter(|_| columns < 4)?;
                    rest = inner.strip_prefix(' ').unwrap_or(inner);
                }
                Container::Item(width) if !is_blank(rest) => {
                    if columns < width {
                        return None;
                    }
                    // A tab is consumed as a whole, since only the beginning of the rest matters.
                    rest = rest.get(width..).filter(|_| !rest[..width.min(rest.len())].contains('\t')).unwrap_or(text);
                }
                Container::Item(_) | Container::Element { .. } => {}
            }
        }
        Some(rest)
    }
}
