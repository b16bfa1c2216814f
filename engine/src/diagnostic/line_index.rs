//! From byte offsets to lines and columns.

/// The line starts of a text.
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<u32>,
}

impl<'t> LineIndex<'t> {
    /// The index of `text`. `\n`, `\r\n` and a lone `\r` end a line.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let after_break = memchr::memchr2_iter(b'\n', b'\r', bytes)
            .filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
            .map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX));
        Self { text, starts: std::iter::once(0).chain(after_break).collect() }
    }

    /// Line and column of a byte offset, both from 1 on; the column counts characters. Offsets beyond the end are
    /// taken as the end.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1] as usize;
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        (line, self.text.get(start..end).map_or(0, |before| before.chars().count()) + 1)
    }
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
}
