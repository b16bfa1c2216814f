//! The data of a `wc-table` as the Markdown table that it stands for, so that its cells are read as all others are.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::parse::component::{Element, Placeholders};

/// Empty cells that a table may have for each byte of its data: rows that share no keys would need a square of them.
const MOST_CELLS_PER_BYTE: usize = 4;

/// A row as written.
enum Row {
    Cells(Vec<Value>),
    /// In the order of the text.
    Members(Vec<(String, Value)>),
}

/// Puts a table in the place of a content that is a JSON array, or in front of the content where the attributes hold one.
pub(super) fn write_data_table(element: &mut Element, placeholders: &Placeholders) {
    let attribute = |name: &str| {
        let written = element.tag.attributes.iter().find(|attribute| &*attribute.name == name)?;
        written.value.as_deref()
    };
    let headers = attribute("headers").and_then(|json| serde_json::from_str::<Vec<Value>>(json).ok());
    let place = element.inner.start as usize;
    if let Some(rows) = attribute("rows") {
        let table = serde_json::from_str(rows).ok().and_then(|parsed| markdown(headers, parsed, rows.len()));
        // Text of an attribute never stands for an element of the page.
        if let Some(table) = table.filter(|table| !placeholders.are_in(table)) {
            element.content.prepend(&table, place);
        }
        return;
    }
    let text = element.content.text();
    if !text.trim_start().starts_with('[') {
        return;
    }
    let length = text.len();
    if let Some(table) = serde_json::from_str(text).ok().and_then(|rows| markdown(headers, rows, length)) {
        element.content.replace(&table, place);
    }
}

/// Rows as a Markdown table; none where it would be far larger than its data, which has `length` bytes.
fn markdown(headers: Option<Vec<Value>>, rows: Vec<Row>, length: usize) -> Option<String> {
    let mut columns: Vec<Column> = headers.into_iter().flatten().map(Column::new).collect();
    if columns.is_empty() {
        let names: indexmap::IndexSet<&str> = rows.iter().flat_map(Row::names).collect();
        columns = names.into_iter().map(|name| Column::new(Value::from(name))).collect();
    }
    let widest = rows.iter().map(|row| if let Row::Cells(cells) = row { cells.len() } else { 0 }).max();
    let width = columns.len().max(widest.unwrap_or_default());
    if width == 0 || width.saturating_mul(rows.len()) > length.saturating_mul(MOST_CELLS_PER_BYTE) {
        return None;
    }
    columns.resize_with(width, || Column::new(Value::Null));
    let mut out = String::new();
    write_row(columns.iter().map(|column| &column.title), &mut out);
    out.push('|');
    out.push_str(&"---|".repeat(width));
    out.push('\n');
    for row in &rows {
        match row {
            Row::Cells(cells) => write_row(cells.iter(), &mut out),
            Row::Members(members) => {
                let cell =
                    |column: &Column| members.iter().find(|(name, _)| *name == column.key).map(|(_, value)| value);
                write_row(columns.iter().map(|column| cell(column).unwrap_or(&Value::Null)), &mut out);
            }
        }
    }
    out.push('\n');
    Some(out)
}

/// A column: the title it shows, and the member of objects that it holds.
struct Column {
    title: Value,
    key: String,
}

impl Column {
    /// A header is its title, or an object with `key` and `label`.
    fn new(header: Value) -> Self {
        let member = |name: &str| header.get(name).and_then(Value::as_str).map(str::to_owned);
        match (member("key"), member("label")) {
            (Some(key), label) => Self { title: Value::from(label.unwrap_or_else(|| key.clone())), key },
            (None, Some(label)) => Self { title: Value::from(label.clone()), key: label },
            (None, None) => Self { key: header.as_str().unwrap_or_default().to_owned(), title: header },
        }
    }
}

impl Row {
    fn names(&self) -> impl Iterator<Item = &str> {
        let members = match self {
            Self::Members(members) => members.as_slice(),
            Self::Cells(_) => &[],
        };
        members.iter().map(|(name, _)| &**name)
    }
}

/// Appends a line of a Markdown table.
fn write_row<'v>(cells: impl Iterator<Item = &'v Value>, out: &mut String) {
    out.push('|');
    for cell in cells {
        out.push(' ');
        match cell {
            Value::Null => {}
            Value::String(text) => write_cell(text, out),
            Value::Bool(_) | Value::Number(_) => out.push_str(&cell.to_string()),
            Value::Array(_) | Value::Object(_) => {
                let json = cell.to_string();
                let fence = "`".repeat(1 + json.split(|c| c != '`').map(str::len).max().unwrap_or_default());
                write_cell(&format!("{fence} {json} {fence}"), out);
            }
        }
        out.push_str(" |");
    }
    out.push('\n');
}

/// Appends text so that it stays in its cell: on one line, its bars escaped.
fn write_cell(text: &str, out: &mut String) {
    let mut before = ' ';
    for c in text.trim().chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '|' if before != '\\' => out.push_str("\\|"),
            _ => out.push(c),
        }
        before = c;
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor;

        impl<'de> Visitor<'de> for RowVisitor {
            type Value = Row;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array or an object")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Row, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = access.next_element()? {
                    cells.push(cell);
                }
                Ok(Row::Cells(cells))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Row, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = access.next_entry()? {
                    members.push(member);
                }
                Ok(Row::Members(members))
            }
        }

        deserializer.deserialize_any(RowVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::markdown;

    fn table(headers: Option<&str>, rows: &str) -> Option<String> {
        let headers = headers.map(|json| serde_json::from_str(json).unwrap());
        markdown(headers, serde_json::from_str(rows).unwrap(), rows.len())
    }

    #[test]
    fn writes_rows_of_arrays_and_of_objects() {
        let arrays = table(Some(r#"["A", "B"]"#), r#"[["x | y \\| z", 1], [null, true, ["`"]]]"#);
        assert_eq!(
            arrays.unwrap(),
            "| A | B |  |\n|---|---|---|\n| x \\| y \\| z | 1 |\n|  | true | `` [\"`\"] `` |\n\n"
        );
        let objects = table(None, r#"[{"b": "x\ny", "a": 1}, {"c": 2, "a": 3}]"#);
        assert_eq!(objects.unwrap(), "| b | a | c |\n|---|---|---|\n| x y | 1 |  |\n|  | 3 | 2 |\n\n");
        let named = table(Some(r#"[{"key": "a", "label": "First"}, "b"]"#), r#"[{"b": 1, "a": 2, "c": 3}]"#);
        assert_eq!(named.unwrap(), "| First | b |\n|---|---|\n| 2 | 1 |\n\n");
    }

    #[test]
    fn a_table_of_many_empty_cells_is_not_written() {
        let rows: Vec<String> = (0..1000).map(|n| format!("{{\"k{n}\": 1}}")).collect();
        assert_eq!(table(None, &format!("[{}]", rows.join(","))), None);
    }
}
