//! Converts the data of a `wc-table` to a Markdown table, so that its cells are parsed like all others.

use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::parse::component::{CodeSpans, Element, Placeholders, TagAttribute, json_offset, json_reason, starts_rows};
use base::diagnostic::{Code, Diagnostic, Span};

/// The number of empty cells allowed per byte of data: rows without common keys would need quadratically many.
const MOST_CELLS_PER_BYTE: usize = 4;

/// A row as written.
enum TableRow {
    Cells(Vec<Value>),
    /// In document order.
    Members(Vec<(String, Value)>),
}

/// Replaces content that is a JSON array with a table, or prepends a table if the attributes contain the data. Returns
/// diagnostics for data that cannot be shown.
pub(super) fn write_data_table(element: &mut Element<'_>, placeholders: &Placeholders<'_>) -> Vec<Diagnostic<Span>> {
    let mut found = Vec::new();
    let attributes = &element.tag.attributes;
    let attribute =
        |name: &str| attributes.iter().find(|attribute| &*attribute.name == name && attribute.value.is_some());
    let headers = attribute("headers").and_then(|written| read::<Value>(written, "an array of headers", &mut found));
    let place = element.inner.start as usize;
    if let Some(written) = attribute("rows") {
        let rows = read::<TableRow>(written, "an array of rows, each an array or an object", &mut found);
        let length = written.value.as_ref().map_or(0, |value| value.len());
        let table = rows.and_then(|rows| table_of(headers, rows, length, written.value_span, &mut found));
        // Text of an attribute never represents an element of the page.
        if let Some(table) = table.filter(|table| !placeholders.are_in(table)) {
            element.content.prepend(&table, place);
        }
        return found;
    }
    let text = element.content.text();
    if !is_json(text) {
        return found;
    }
    let rows = match serde_json::from_str::<Vec<TableRow>>(text) {
        Ok(rows) => rows,
        Err(error) => {
            let at = json_offset(text, &error);
            let message = "the content of `<wc-table>` is not an array of rows";
            let help = format!("write a JSON array of arrays or objects: {}", json_reason(&error));
            found.push(Diagnostic::new(Code::InvalidTable, message, element.content.span(at..at + 1)).with_help(help));
            return found;
        }
    };
    let length = text.len();
    if let Some(table) = table_of(headers, rows, length, element.tag.span, &mut found) {
        element.content.replace(&table, place);
    }
    found
}

/// Whether content is meant to be JSON rather than Markdown that begins with a link.
fn is_json(text: &str) -> bool {
    let is_whole = || serde_json::from_str::<IgnoredAny>(text).is_ok();
    starts_rows(text) || (text.trim_start().starts_with(['[', '{']) && is_whole())
}

/// The array in an attribute. The attribute check has already reported invalid JSON.
fn read<T: DeserializeOwned>(
    written: &TagAttribute<'_>,
    wanted: &str,
    found: &mut Vec<Diagnostic<Span>>,
) -> Option<Vec<T>> {
    let json = written.value.as_deref()?;
    match serde_json::from_str(json) {
        Ok(items) => Some(items),
        Err(error) if error.is_data() => {
            let span = written.place_in_value(json_offset(json, &error));
            let message = format!("`{}` of `<wc-table>` is not an array of rows", written.name);
            found.push(
                Diagnostic::new(Code::InvalidTable, message, span)
                    .with_help(format!("it must be {wanted}: {}", json_reason(&error))),
            );
            None
        }
        Err(_) => None,
    }
}

/// The table for rows. Reports at `span` if there are rows but no table.
fn table_of(
    headers: Option<Vec<Value>>,
    rows: Vec<TableRow>,
    length: usize,
    span: Span,
    found: &mut Vec<Diagnostic<Span>>,
) -> Option<String> {
    let is_empty = rows.is_empty();
    let table = markdown(headers, rows, length);
    if table.is_none() && !is_empty {
        found.push(
            Diagnostic::new(Code::InvalidTable, "the rows of `<wc-table>` do not form a table", span)
                .with_help("rows need columns, and objects need the same members".to_owned()),
        );
    }
    table
}

/// Rows as a Markdown table; `None` if it would be far larger than its data, which has `length` bytes.
fn markdown(headers: Option<Vec<Value>>, rows: Vec<TableRow>, length: usize) -> Option<String> {
    let mut columns: Vec<Column> = headers.into_iter().flatten().map(Column::new).collect();
    if columns.is_empty() {
        let names: indexmap::IndexSet<&str> = rows.iter().flat_map(TableRow::names).collect();
        columns = names.into_iter().map(|name| Column::new(Value::from(name))).collect();
    }
    let widest = rows.iter().map(|row| if let TableRow::Cells(cells) = row { cells.len() } else { 0 }).max();
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
            TableRow::Cells(cells) => write_row(cells.iter(), &mut out),
            TableRow::Members(members) => {
                let cell =
                    |column: &Column| members.iter().find(|(name, _)| *name == column.key).map(|(_, value)| value);
                write_row(columns.iter().map(|column| cell(column).unwrap_or(&Value::Null)), &mut out);
            }
        }
    }
    out.push('\n');
    Some(out)
}

/// A column: its title, and the member of objects that it shows.
struct Column {
    title: Value,
    key: String,
}

impl Column {
    /// A header is a title, or an object with `key` and `label`.
    fn new(header: Value) -> Self {
        let member = |name: &str| header.get(name).and_then(Value::as_str).map(str::to_owned);
        match (member("key"), member("label")) {
            (Some(key), label) => Self { title: Value::from(label.unwrap_or_else(|| key.clone())), key },
            (None, Some(label)) => Self { title: Value::from(label.clone()), key: label },
            (None, None) => Self { key: header.as_str().unwrap_or_default().to_owned(), title: header },
        }
    }
}

impl TableRow {
    fn names(&self) -> impl Iterator<Item = &str> {
        let members = match self {
            Self::Members(members) => members.as_slice(),
            Self::Cells(_) => &[],
        };
        members.iter().map(|(name, _)| &**name)
    }
}

/// Appends a row of a Markdown table.
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

/// Appends text as the content of one cell: on one line, with `|` escaped, and the `<` of component tags outside of code.
fn write_cell(text: &str, out: &mut String) {
    let text = text.trim();
    let mut code = CodeSpans::new(text);
    let mut code_end = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c == '`' && at >= code_end {
            code_end = code.skip(at, text.len());
        }
        match c {
            '\n' | '\r' => out.push(' '),
            '|' if before != '\\' => out.push_str("\\|"),
            '<' if before != '\\' && at >= code_end && is_component_tag(&text[at + 1..]) => out.push_str("\\<"),
            _ => out.push(c),
        }
        before = c;
    }
}

/// Whether the text after a `<` is the rest of a tag of a component, of this tool or of another.
fn is_component_tag(rest: &str) -> bool {
    let name = rest.strip_prefix('/').unwrap_or(rest);
    name.starts_with(|c: char| c.is_ascii_uppercase())
        || name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("wc-"))
}

impl<'de> Deserialize<'de> for TableRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor;

        impl<'de> Visitor<'de> for RowVisitor {
            type Value = TableRow;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array or an object")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<TableRow, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = access.next_element()? {
                    cells.push(cell);
                }
                Ok(TableRow::Cells(cells))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<TableRow, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = access.next_entry()? {
                    members.push(member);
                }
                Ok(TableRow::Members(members))
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
