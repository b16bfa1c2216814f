//! Converts byte offsets to lines and columns.

use std::ops::Range;

/// Columns of longer lines are counted from the nearest mark, since a document may be a single line.
const MARK_EVERY: usize = 512;

/// The line starts of a text.
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<u32>,
    /// The number of characters that begin before each multiple of [`MARK_EVERY`].
    marks: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// The index of `text`. `\n`, `\r\n` and a lone `\r` end a line.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let after_break = memchr::memchr2_iter(b'\n', b'\r', bytes)
            .filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
            .map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX));
        let starts = std::iter::once(0).chain(after_break).collect();
        let mut marks = vec![0];
        let mut characters = 0;
        for block in bytes.chunks_exact(MARK_EVERY) {
            characters += beginnings(block);
            marks.push(characters);
        }
        Self { text, starts, marks }
    }

    /// The line and column of a byte offset, both starting at 1; the column counts characters. Offsets beyond the end
    /// are clamped.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1] as usize;
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        (line, self.characters_before(end).saturating_sub(self.characters_before(start)) + 1)
    }

    /// The line of a byte offset, without its line break. Offsets beyond the end are clamped.
    #[must_use]
    pub fn line(&self, offset: u32) -> Range<usize> {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1] as usize;
        let end = self.starts.get(line).map_or(self.text.len(), |&next| next as usize);
        start..start + self.text[start..end].trim_end_matches(['\n', '\r']).len()
    }

    /// The number of characters that begin before an offset.
    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / MARK_EVERY;
        let known = self.marks.get(block).copied().unwrap_or_default();
        known + self.text.as_bytes().get(block * MARK_EVERY..offset).map_or(0, beginnings)
    }
}

/// The number of characters that begin in these bytes of UTF-8.
fn beginnings(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::LineIndex;

    #[test]
    fn counts_lines_of_every_ending_and_columns_in_characters() {
        let index = LineIndex::new("aé\r\nb\rc\n");
        assert_eq!(index.line_column(0), (1, 1));
        assert_eq!(index.line_column(3), (1, 3));
        assert_eq!(index.line_column(5), (2, 1));
        assert_eq!(index.line_column(7), (3, 1));
        assert_eq!(index.line_column(99), (4, 1));
    }

    #[test]
    fn a_line_has_no_line_break() {
        let text = "aé\r\nb\rc\n";
        let index = LineIndex::new(text);
        for (offset, line) in
            [(0, "aé"), (2, "aé"), (4, "aé"), (5, "b"), (6, "b"), (7, "c"), (8, "c"), (9, ""), (99, "")]
        {
            assert_eq!(&text[index.line(offset)], line, "{offset}");
        }
    }

    #[test]
    fn columns_of_a_long_line_are_counted_from_marks() {
        let text = format!("a\n{}", "é".repeat(9_000));
        let index = LineIndex::new(&text);
        for column in [1, 2, 2047, 2048, 2049, 6000, 9001] {
            let offset = u32::try_from(2 + (column - 1) * 2).unwrap();
            assert_eq!(index.line_column(offset), (2, column));
            assert_eq!(index.line_column(offset + 1), (2, column), "within a character");
        }
    }
}
