//! `list-table` and `csv-table` as Markdown tables.

/// The rows of a table that is written as a list of lists, each cell on one line; and the numbers of the first lines of
/// their cells, from 0.
pub(super) fn of_list(content: &[&str]) -> (Vec<Vec<String>>, Vec<Vec<u32>>) {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut lines: Vec<Vec<u32>> = Vec::new();
    let mut row_indent = None;
    let mut is_code = false;
    for (number, line) in (0..).zip(content) {
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let row_indent = *row_indent.get_or_insert(indent);
        let item = |text: &'_ str| {
            ["* ", "- ", "+ "].iter().any(|mark| text.starts_with(mark)) || matches!(text, "*" | "-" | "+")
        };
        if indent == row_indent && item(text) && !is_code {
            rows.push(Vec::new());
            lines.push(vec![number]);
            let cell = text.get(1..).unwrap_or_default().trim_start();
            if let (Some(row), true) = (rows.last_mut(), item(cell)) {
                row.push(begun(cell, &mut is_code));
            }
            continue;
        }
        let Some(row) = rows.last_mut() else { continue };
        if indent <= row_indent + 3 && item(text) && !is_code {
            if let Some(lines) = lines.last_mut().filter(|_| !row.is_empty()) {
                lines.push(number);
            }
            row.push(begun(text, &mut is_code));
            continue;
        }
        let Some(cell) = row.last_mut() else { continue };
        if text.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        let (before, more) = match text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
            _ if is_code => ("<br />", format!("`{text}`")),
            Some(inner) => ("<br />", format!("• {inner}")),
            None => (" ", text.to_owned()),
        };
        if !cell.is_empty() {
            cell.push_str(before);
        }
        cell.push_str(&more);
    }
    (rows, lines)
}

/// The text of the first line of a cell after its marker, which may open a code block.
fn begun(item: &str, is_code: &mut bool) -> String {
    let text = item.get(1..).unwrap_or_default().trim();
    *is_code = text.starts_with("```");
    if *is_code { String::new() } else { text.to_owned() }
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
    use super::{of_csv, of_list, written};

    #[test]
    fn lists_of_lists_are_rows() {
        let (code, _) = of_list(&["* - A", "  - ```md", "    * - x", "    ```", "* - B", "  - C"]);
        assert_eq!(code, [["A", "`* - x`"], ["B", "C"]]);
        let (rows, lines) = of_list(&["* - A", "  - B", "", "* - one", "    more", "  - two", "    - x"]);
        assert_eq!(rows, [["A", "B"], ["one more", "two<br />• x"]]);
        assert_eq!(lines, [[0, 1], [3, 5]]);
        assert_eq!(written(&rows), "| A | B |\n|---|---|\n| one more | two<br />• x |\n");
    }

    #[test]
    fn values_may_be_quoted() {
        assert_eq!(of_csv("a, \"b, \"\"c\"\"\"\n\nd,e\n"), [["a", "b, \"c\""], ["d", "e"]]);
    }
}
