//! Markdoc (Redocly): tags in `{% … %}`, as JSX. Braces, which Markdoc takes literally, are escaped.

use super::{Fences, LineKind, escaped_bars};
use crate::report::{Loss, LossKind};

/// The names of tags in JSX, where they are not the same words in PascalCase.
const NAMES: [(&str, &str); 6] = [
    ("cards", "CardGroup"),
    ("img", "img"),
    ("inline-svg", "img"),
    ("partial", "Markdown"),
    ("code-group", "CodeGroup"),
    ("code-walkthrough", "Steps"),
];
/// The names of attributes in JSX, by tag.
const ATTRIBUTES: [(&str, &str, &str); 8] = [
    ("tab", "label", "title"),
    ("card", "to", "href"),
    ("button", "to", "href"),
    ("cards", "columns", "cols"),
    ("step", "heading", "title"),
    ("admonition", "name", "title"),
    ("partial", "file", "src"),
    ("inline-svg", "file", "src"),
];
/// The kinds of admonitions, as components.
const ADMONITIONS: [(&str, &str); 5] =
    [("info", "Info"), ("success", "Check"), ("warning", "Warning"), ("danger", "Danger"), ("attention", "Warning")];

/// A page with its tags as JSX.
pub(super) struct MarkdocPage {
    pub(super) text: String,
    /// The number of each line in the source.
    pub(super) numbers: Vec<u32>,
    pub(super) losses: Vec<Loss>,
}

/// The page at a path with its tags as JSX.
pub(super) fn as_mdx(path: &str, text: &str) -> MarkdocPage {
    let (head, body) = split_frontmatter(text);
    let out = String::with_capacity(text.len() + text.len() / 8);
    let mut reader = MarkdocReader {
        rest: body,
        number: 1,
        out,
        numbers: Vec::new(),
        fences: Fences::default(),
        open: Vec::new(),
        table: None,
        path,
        losses: Vec::new(),
    };
    reader.write(head, 1);
    reader.number += newlines(head);
    while !reader.rest.is_empty() {
        reader.line();
    }
    reader.end_table();
    MarkdocPage { text: reader.out, numbers: reader.numbers, losses: reader.losses }
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(0)
}

/// The frontmatter with its marks, and the rest.
fn split_frontmatter(text: &str) -> (&str, &str) {
    let end = text.strip_prefix("---\n").and_then(|rest| rest.find("\n---\n")).map(|at| 4 + at + 5);
    text.split_at(end.unwrap_or(0))
}

struct MarkdocReader<'t> {
    rest: &'t str,
    /// The number of its first line.
    number: u32,
    out: String,
    /// The number of each written line in the source.
    numbers: Vec<u32>,
    fences: Fences,
    /// The names of the open admonitions in JSX, innermost last.
    open: Vec<&'static str>,
    /// The lines of an open table, with their numbers.
    table: Option<Vec<(String, u32)>>,
    path: &'t str,
    losses: Vec<Loss>,
}

impl MarkdocReader<'_> {
    /// Writes lines, of which the first one has this number in the source.
    fn write(&mut self, text: &str, number: u32) {
        self.out.push_str(text);
        self.numbers.extend((number..).take(text.matches('\n').count()));
    }

    /// Passes over the read text: its lines are written, or kept for a table.
    fn take(&mut self, length: usize, made: String) {
        let (read, rest) = self.rest.split_at(length);
        let number = self.number;
        self.rest = rest;
        self.number += newlines(read);
        match &mut self.table {
            Some(table) => table.push((made, number)),
            None => self.write(&made, number),
        }
    }

    /// Reads a line, or several if a tag has several.
    fn line(&mut self) {
        let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        let line = &self.rest[..end];
        if self.fences.next(line) == LineKind::Code {
            return self.take(end, line.to_owned());
        }
        let mut made = String::new();
        let mut at = 0;
        let bytes = self.rest.as_bytes();
        while at < bytes.len() {
            match bytes[at] {
                b'`' => at = copy_code(self.rest, at, &mut made),
                b'{' if bytes.get(at + 1) == Some(&b'%') => match tag_end(self.rest, at + 2) {
                    Some(close) => {
                        let inner = self.rest[at + 2..close].trim();
                        let lines = self.rest[at..close].matches('\n').count();
                        let start = made.len();
                        self.report_loss(&self.rest[at..close + 2], self.number + newlines(&self.rest[..at]));
                        self.tag(inner, &mut made);
                        let written = made[start..].matches('\n').count();
                        made.push_str(&"\n".repeat(lines.saturating_sub(written)));
                        at = close + 2;
                    }
                    None => {
                        made.push_str("\\{%");
                        at += 2;
                    }
                },
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => {
                    made.push_str(&self.rest[at..at + 2]);
                    at += 2;
                }
                brace @ (b'{' | b'}') => {
                    made.push('\\');
                    made.push(char::from(brace));
                    at += 1;
                }
                b'\n' => {
                    made.push('\n');
                    at += 1;
                    break;
                }
                _ => {
                    let next = self.rest[at..].char_indices().nth(1).map_or(bytes.len(), |(length, _)| at + length);
                    made.push_str(&self.rest[at..next]);
                    at = next;
                }
            }
        }
        self.take(at, made);
    }

    /// Reports a condition, whose branches are all kept, and a value that is computed.
    fn report_loss(&mut self, tag: &str, line: u32) {
        let inner = tag.trim_start_matches("{%").trim_end_matches("%}").trim();
        let (name, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let is_condition = name == "if" || name == "else" && !matches!(rest.trim(), "" | "/");
        if is_condition {
            let outcome = "the condition is left out; its content is shown to all readers";
            let loss = Loss::new(LossKind::Attribute, self.path, line, tag, outcome);
            self.losses.push(Loss { is_content: false, ..loss });
        } else if is_value(inner) {
            let outcome = "its source stays as code";
            self.losses.push(Loss::new(LossKind::Expression, self.path, line, tag, outcome));
        }
    }

    fn tag(&mut self, inner: &str, made: &mut String) {
        if let Some(name) = inner.strip_prefix('/') {
            match name.trim() {
                "table" => {
                    self.end_table();
                    return;
                }
                "admonition" => made.push_str(&format!("</{}>", self.open.pop().unwrap_or("Note"))),
                "if" => {}
                name => made.push_str(&format!("</{}>", jsx_name(name))),
            }
            return;
        }
        if let Some(id) = inner.strip_prefix('#') {
            made.push_str(&format!("{{#{}}}", id.split_whitespace().next().unwrap_or_default()));
            return;
        }
        if is_value(inner) {
            made.push_str(&format!("`{{% {inner} %}}`"));
            return;
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let length = inner.find(|c| !is_part(c)).unwrap_or(inner.len());
        let (name, rest) = inner.split_at(length);
        let is_annotation = name.is_empty() || rest.trim_start().starts_with('=');
        if is_annotation {
            // The width of a column, the class of a heading: only an ID matters to links.
            let attributes = attributes(inner);
            if let Some((_, id)) = attributes.iter().find(|(name, _)| name == "id") {
                made.push_str(&format!("{{#{}}}", id.trim_matches('"')));
            }
            return;
        }
        let (rest, is_empty) = match rest.trim_end().strip_suffix('/') {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        match name {
            "table" => {
                self.table = Some(Vec::new());
                return;
            }
            // Both branches are kept.
            "if" | "else" => return,
            _ => {}
        }
        let mut attributes = attributes(rest);
        let jsx = if name == "admonition" {
            let kind = attributes.iter().position(|(name, _)| name == "type").map(|at| attributes.remove(at).1);
            let kind = kind.unwrap_or_default();
            let known = ADMONITIONS.iter().find(|(name, _)| *name == kind.trim_matches('"'));
            let jsx = known.map_or("Note", |(_, jsx)| jsx);
            if !is_empty {
                self.open.push(jsx);
            }
            jsx.to_owned()
        } else {
            jsx_name(name)
        };
        made.push('<');
        made.push_str(&jsx);
        for (key, value) in &attributes {
            let renamed = ATTRIBUTES.iter().find(|(tag, from, _)| *tag == name && from == key);
            let key = renamed.map_or(key.as_str(), |(_, _, to)| to);
            if value.starts_with('"') || value.is_empty() {
                made.push_str(&format!(" {key}{}{value}", if value.is_empty() { "" } else { "=" }));
            } else {
                made.push_str(&format!(" {key}={{{value}}}"));
            }
        }
        made.push_str(if is_empty || jsx == "img" { " />" } else { ">" });
    }

    /// Writes the open table: one that is written as a list as a Markdown table, any other as it is.
    fn end_table(&mut self) {
        let Some(lines) = self.table.take() else { return };
        let is_list = lines.iter().any(|(line, _)| line.trim_end() == "---");
        if !is_list {
            lines.iter().for_each(|(line, number)| self.write(line, *number));
            return;
        }
        // With the numbers of their first lines.
        let mut rows: Vec<(Vec<String>, u32)> = vec![(Vec::new(), 0)];
        let mut fences = Fences::default();
        for (line, number) in &lines {
            let text = line.trim_end();
            let is_code = fences.next(text) == LineKind::Code;
            let row = rows.last_mut();
            match text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")).filter(|_| !is_code) {
                _ if text == "---" && !is_code => rows.push((Vec::new(), number + 1)),
                Some(cell) => add_cell(row, cell.trim(), *number),
                None if matches!(text, "-" | "*") => add_cell(row, "", *number),
                None => {
                    let more = text.trim();
                    let Some(cell) = row.and_then(|(row, _)| row.last_mut()).filter(|_| !more.is_empty()) else {
                        continue;
                    };
                    if is_code && more.starts_with("```") {
                        continue;
                    }
                    let (before, more) = match more.strip_prefix("- ").or_else(|| more.strip_prefix("* ")) {
                        _ if is_code => ("<br />", format!("`{more}`")),
                        Some(item) => ("<br />", format!("• {item}")),
                        None => (" ", more.to_owned()),
                    };
                    if !cell.is_empty() {
                        cell.push_str(before);
                    }
                    cell.push_str(&more);
                }
            }
        }
        rows.retain(|(row, _)| !row.is_empty());
        let width = rows.iter().map(|(row, _)| row.len()).max().unwrap_or(0);
        for (at, (row, start)) in rows.into_iter().enumerate() {
            let cells = (0..width).map(|at| row.get(at).map_or(String::new(), |cell| escaped_bars(cell)));
            self.write(&format!("| {} |\n", cells.collect::<Vec<_>>().join(" | ")), start);
            if at == 0 {
                self.write(&format!("|{}\n", "---|".repeat(width)), start);
            }
        }
        self.write("\n", self.number);
    }
}

/// Adds a cell to a row, which begins with its first cell.
fn add_cell(row: Option<&mut (Vec<String>, u32)>, cell: &str, number: u32) {
    let Some((row, start)) = row else { return };
    if row.is_empty() {
        *start = number;
    }
    row.push(cell.to_owned());
}

/// `my-tag` as `MyTag`.
fn jsx_name(name: &str) -> String {
    if let Some((_, jsx)) = NAMES.iter().find(|(known, _)| *known == name) {
        return (*jsx).to_owned();
    }
    let word = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
    };
    name.split(['-', '_']).map(word).collect()
}

/// A component that conversions name as in JSX, as the tag in the source that it was made from.
pub(super) fn as_tag(source: &str, component: &str) -> Option<String> {
    let names = source.split("{%").skip(1).filter_map(|rest| rest.split_whitespace().next());
    let name = names.map(|name| name.trim_end_matches(['%', '}'])).find(|name| jsx_name(name) == component)?;
    Some(format!("{{% {name} %}}"))
}

/// Copies the code span that begins here, or the backticks of one that does not end in its paragraph. Returns the position
/// after it.
fn copy_code(text: &str, at: usize, out: &mut String) -> usize {
    let length = text[at..].bytes().take_while(|byte| *byte == b'`').count();
    let mark = &text[at..at + length];
    let paragraph = text[at + length..].find("\n\n").map_or(text.len(), |end| at + length + end);
    let mut from = at + length;
    while let Some(found) = text[from..paragraph].find(mark) {
        let start = from + found;
        let run = text[start..].bytes().take_while(|byte| *byte == b'`').count();
        if run == length {
            out.push_str(&text[at..start + length]);
            return start + length;
        }
        from = start + run;
    }
    out.push_str(mark);
    at + length
}

/// The position of the `%}` that ends a tag whose inside begins at `at`.
fn tag_end(text: &str, at: usize) -> Option<usize> {
    const LONGEST: usize = 4_000;
    let bytes = text.as_bytes();
    let mut quote = None;
    for (offset, &byte) in bytes.iter().enumerate().skip(at).take(LONGEST) {
        match quote {
            Some(open) if byte == open && bytes[offset - 1] != b'\\' => quote = None,
            Some(_) => {}
            None if byte == b'"' => quote = Some(byte),
            None if byte == b'%' && bytes.get(offset + 1) == Some(&b'}') => return Some(offset),
            None => {}
        }
    }
    None
}

/// Attributes as written: a string with its quotes, or a literal. A name alone has no value.
fn attributes(text: &str) -> Vec<(String, String)> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let length = bytes[at..].iter().take_while(|byte| is_part(byte)).count();
        if length == 0 {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let name = text[at..at + length].to_owned();
        at += length;
        at += text[at..].len() - text[at..].trim_start().len();
        if bytes.get(at) != Some(&b'=') {
            out.push((name, String::new()));
            continue;
        }
        at += 1;
        at += text[at..].len() - text[at..].trim_start().len();
        let end = value_end(text, at);
        out.push((name, text[at..end].to_owned()));
        at = end;
    }
    out
}

/// The end of the value that begins at `at`.
fn value_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut is_quoted = false;
    for (offset, &byte) in bytes.iter().enumerate().skip(at) {
        match byte {
            b'"' if offset == 0 || bytes[offset - 1] != b'\\' => {
                is_quoted = !is_quoted;
                if !is_quoted && depth == 0 {
                    return offset + 1;
                }
            }
            _ if is_quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return offset + 1;
                }
            }
            _ if byte.is_ascii_whitespace() && depth == 0 => return offset,
            _ => {}
        }
    }
    text.len()
}

/// Whether the inside of a tag is a variable or a call of a function.
fn is_value(inner: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    inner.starts_with('$') || inner.starts_with(is_part) && inner.trim_start_matches(is_part).starts_with('(')
}

#[cfg(test)]
mod tests {
    fn as_mdx(text: &str) -> String {
        super::as_mdx("a.md", text).text
    }

    #[test]
    fn conditions_and_computed_values_are_reported() {
        let page = "A {% $x %}\n\n{% if equals($a, 1) %}\nB\n{% else $c /%}\nC\n{% else /%}\nD\n{% /if %}\n\n{% concat(\"a\") %}\n";
        let made = super::as_mdx("a.md", page);
        assert_eq!(made.text, "A `{% $x %}`\n\n\nB\n\nC\n\nD\n\n\n`{% concat(\"a\") %}`\n");
        let losses: Vec<String> = made.losses.iter().map(|loss| format!("{} {}", loss.line, loss.subject)).collect();
        assert_eq!(losses, ["1 {% $x %}", "3 {% if equals($a, 1) %}", "5 {% else $c /%}", "11 {% concat(\"a\") %}"]);
    }

    #[test]
    fn lines_keep_their_numbers() {
        let tag = "{% json-schema\n  schema={\n    a: 1\n  }\n/%}\n";
        let table = "{% table %}\n\n- A\n- B\n---\n\n- c\n  c\n- d\n{% /table %}\n";
        let page = format!("---\na: b\n---\n{tag}{table}after\n");
        let super::MarkdocPage { text, numbers, .. } = super::as_mdx("a.md", &page);
        let number = |line: &str| numbers[text.lines().position(|found| found == line).unwrap()];
        assert_eq!([number("| A | B |"), number("| c c | d |"), number("after")], [11, 15, 19]);
        assert_eq!(text.lines().count(), numbers.len());
        assert_eq!(super::as_mdx("a.md", tag).numbers, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn tags_are_jsx() {
        assert_eq!(
            as_mdx("{% admonition type=\"warning\" name=\"Old\" %}\nText {x}.\n{% /admonition %}\n"),
            "<Warning title=\"Old\">\nText \\{x\\}.\n</Warning>\n"
        );
        assert_eq!(
            as_mdx("{% tabs %}\n{% tab label=\"A\" %}\na\n{% /tab %}\n{% /tabs %}"),
            "<Tabs>\n<Tab title=\"A\">\na\n</Tab>\n</Tabs>"
        );
        assert_eq!(
            as_mdx("{% cards columns=2 %}\n{% card\n  title=\"A\"\n  to=\"b.md\" %}\nx\n{% /card %}\n{% /cards %}"),
            "<CardGroup cols={2}>\n<Card title=\"A\" href=\"b.md\">\n\n\nx\n</Card>\n</CardGroup>"
        );
        assert_eq!(
            as_mdx("{% partial file=\"/_partials/a.md\" /%} {% json-schema schema={a: \"}\"} /%}"),
            "<Markdown src=\"/_partials/a.md\" /> <JsonSchema schema={{a: \"}\"}} />"
        );
        assert_eq!(
            as_mdx("## A {% #id %}\n## B {% id=\"b\" width=\"3\" %}\n{% $env.X %}"),
            "## A {#id}\n## B {#b}\n`{% $env.X %}`"
        );
    }

    #[test]
    fn code_is_untouched() {
        let code = "```js {% title=\"x\" %}\n{% tab %} {x}\n```\n`{% tab %}` ``a ` {x}``\n";
        assert_eq!(as_mdx(code), code);
        assert_eq!(as_mdx("\\{x\\} \\`{y}\\` \\a{z}\n"), "\\{x\\} \\`\\{y\\}\\` \\a\\{z\\}\n");
        assert_eq!(as_mdx("---\ntitle: \"{% x %}\"\n---\n{% y"), "---\ntitle: \"{% x %}\"\n---\n\\{% y");
    }

    #[test]
    fn tables_of_lists_are_tables() {
        let table = "{% table %}\n\n- Option {% width=\"20%\" %}\n- Meaning\n\n---\n\n- `a|b`\n- One\n  two\n  - three\n\n{% /table %}\nafter\n";
        let made = as_mdx(table);
        assert!(made.starts_with("| Option | Meaning |\n|---|---|\n| `a\\|b` | One two<br />• three |\n"), "{made}");
        assert!(made.ends_with("\nafter\n"), "{made}");
        assert_eq!(as_mdx("{% table %}\n| A |\n|---|\n| b |\n{% /table %}\n"), "\n| A |\n|---|\n| b |\n\n");
    }
}
