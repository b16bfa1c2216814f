//! `list-table` and `csv-table` as Markdown tables.

use super::options::{closes, fence};

/// A cell of a table that is written as a list of lists.
#[derive(Debug)]
pub(super) struct Cell {
    /// The number of its first line.
    pub(super) line: u32,
    /// The column at which its text begins.
    indent: usize,
    /// Its lines without their indentation.
    pub(super) lines: Vec<String>,
}

impl Cell {
    /// Whether it has blocks that a line cannot contain: code, directives, tables.
    pub(super) fn has_blocks(&self) -> bool {
        let is_delimiter = |line: &str| line.contains("--") && line.bytes().all(|byte| b"|:- ".contains(&byte));
        self.lines.iter().map(|line| line.trim()).any(|line| begins_fence(line).is_some() || is_delimiter(line))
    }

    /// Its text on one line.
    pub(super) fn joined(&self) -> String {
        let mut out = String::new();
        for (at, text) in self.lines.iter().map(|line| line.trim()).enumerate().filter(|(_, text)| !text.is_empty()) {
            let item = ["- ", "* "].iter().find_map(|mark| text.strip_prefix(mark)).filter(|_| at > 0);
            let (before, mark) = if item.is_some() { ("<br />", "• ") } else { (" ", "") };
            out.push_str(if out.is_empty() { "" } else { before });
            out.push_str(mark);
            out.push_str(item.unwrap_or(text));
        }
        out
    }
}

/// The fence that a trimmed line begins with, unless the line also ends it.
fn begins_fence(line: &str) -> Option<(u8, usize)> {
    fence(line).filter(|(mark, length)| *mark != b'`' || !line.get(*length..).unwrap_or_default().contains('`'))
}

/// The rows of a table that is written as a list of lists, whose first line has this number.
pub(super) fn of_list(content: &[&str], first: u32) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut row_indent = None;
    let mut open = None;
    for (number, line) in (first..).zip(content) {
        let text = line.trim();
        if text.is_empty() {
            let cell = rows.last_mut().and_then(|row| row.last_mut());
            cell.into_iter().for_each(|cell| cell.lines.push(String::new()));
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let row_indent = *row_indent.get_or_insert(indent);
        let is_row = open.is_none() && indent == row_indent && is_item(text);
        if is_row {
            rows.push(Vec::new());
        }
        let Some(row) = rows.last_mut() else { continue };
        let rest = if is_row { text.get(1..).unwrap_or_default().trim_start() } else { text };
        if open.is_none() && is_item(rest) && (is_row || indent <= row_indent + 3) {
            let shown = rest.get(1..).unwrap_or_default().trim_start();
            open = begins_fence(shown);
            let indent = line.trim_end().len() - shown.len();
            row.push(Cell { line: number, indent, lines: vec![shown.to_owned()] });
            continue;
        }
        let Some(cell) = row.last_mut().filter(|_| !is_row) else { continue };
        open = match open {
            Some(fence) => Some(fence).filter(|fence| !closes(text, *fence)),
            None => begins_fence(text),
        };
        let blanks = indent.min(cell.indent);
        cell.lines.push(line.get(blanks..).unwrap_or_default().to_owned());
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// Whether a trimmed line begins an item of a bulleted list.
fn is_item(text: &str) -> bool {
    ["* ", "- ", "+ "].iter().any(|mark| text.starts_with(mark)) || matches!(text, "*" | "-" | "+")
}

/// The rows of comma-separated values.
pub(super) fn of_csv(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row: Vec<String> = Vec::new();
    let mut cell = String::new();
    let mut is_quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell).trim().to_owned()),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell).trim().to_owned());
                rows.push(std::mem::take(&mut row));
            }
            '\n' => cell.push(' '),
            c => cell.push(c),
        }
    }
    row.push(cell.trim().to_owned());
    rows.push(row);
    rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    rows
}

/// The rows as the lines of a Markdown table, whose first row is its head.
pub(super) fn written(rows: &[Vec<String>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        let cells: Vec<String> =
            (0..width).map(|at| row.get(at).map(|cell| super::super::escaped_bars(cell)).unwrap_or_default()).collect();
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
        if at == 0 {
            out.push_str(&format!("|{}\n", "---|".repeat(width)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Cell, of_csv, of_list, written};

    #[test]
    fn lists_of_lists_are_rows() {
        let joined = |rows: &[Vec<Cell>]| -> Vec<Vec<String>> {
            rows.iter().map(|row| row.iter().map(Cell::joined).collect()).collect()
        };
        let code = of_list(&["* - A", "  - ```md", "    * - x", "    ```", "* - B", "  - C"], 1);
        assert!(code[0][1].has_blocks() && !code[1][1].has_blocks());
        assert_eq!(code[0][1].lines, ["```md", "* - x", "```"]);
        let rows = of_list(&["* - A", "  - B", "", "* - one", "    more", "  - two", "    - x"], 0);
        let lines: Vec<Vec<u32>> = rows.iter().map(|row| row.iter().map(|cell| cell.line).collect()).collect();
        let rows = joined(&rows);
        assert_eq!(rows, [["A", "B"], ["one more", "two<br />• x"]]);
        assert_eq!(lines, [[0, 1], [3, 5]]);
        assert_eq!(written(&rows), "| A | B |\n|---|---|\n| one more | two<br />• x |\n");
    }

    #[test]
    fn values_may_be_quoted() {
        assert_eq!(of_csv("a, \"b, \"\"c\"\"\"\n\nd,e\n"), [["a", "b, \"c\""], ["d", "e"]]);
    }
}
