//! TOML as a plain value, as far as settings of books have it: tables, strings, numbers, flags, lists, tables in a line.
//! Dates stay text.

use serde_json::Map;

use super::{DEEPEST, LARGEST, Problem, Value};

/// The whole file.
///
/// # Errors
/// At the first line that cannot be read.
pub(crate) fn toml(text: &str) -> Result<Value, Problem> {
    if text.len() > LARGEST {
        return Err((0, "it is too large".to_owned()));
    }
    let mut root = Value::Object(Map::new());
    let mut table: Vec<String> = Vec::new();
    let mut reader = Reader { text, at: 0 };
    loop {
        reader.skip_blank();
        if reader.peek().is_none() {
            return Ok(root);
        }
        let line = reader.line();
        let read = reader.statement(&mut root, &mut table);
        read.ok_or_else(|| (line, "the line is not TOML".to_owned()))?;
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn line(&self) -> u32 {
        let before = self.text.get(..self.at).unwrap_or_default();
        u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn eat(&mut self, mark: &str) -> bool {
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    fn skip_inline(&mut self) {
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.at += 1;
        }
    }

    /// Blanks, line ends and comments.
    fn skip_blank(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                c if c.is_whitespace() => self.at += c.len_utf8(),
                _ => return,
            }
        }
    }

    /// `[table]`, `[[list]]`, or `key = value`.
    fn statement(&mut self, root: &mut Value, table: &mut Vec<String>) -> Option<()> {
        if self.eat("[[") {
            *table = self.key()?;
            self.eat("]]").then_some(())?;
            let list = member(root, table, true)?;
            if !list.is_array() {
                *list = Value::Array(Vec::new());
            }
            list.as_array_mut()?.push(Value::Object(Map::new()));
            return Some(());
        }
        if self.eat("[") {
            *table = self.key()?;
            self.eat("]").then_some(())?;
            return member(root, table, false).map(drop);
        }
        let key = self.key()?;
        self.eat("=").then_some(())?;
        let value = self.value(0)?;
        self.skip_inline();
        matches!(self.peek(), None | Some('\n' | '\r' | '#')).then_some(())?;
        let path: Vec<String> = table.iter().cloned().chain(key).collect();
        let (last, folder) = path.split_last()?;
        member(root, folder, false)?.as_object_mut()?.insert(last.clone(), value);
        Some(())
    }

    /// A key with points, up to what follows it.
    fn key(&mut self) -> Option<Vec<String>> {
        let mut parts = Vec::new();
        loop {
            self.skip_inline();
            let part = match self.peek()? {
                '"' | '\'' => self.string()?,
                _ => {
                    let bare = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
                    let end = self.rest().find(|c| !bare(c)).unwrap_or(self.rest().len());
                    let part = self.rest().get(..end)?.to_owned();
                    self.at += end;
                    (!part.is_empty()).then_some(part)?
                }
            };
            parts.push(part);
            self.skip_inline();
            if parts.len() > DEEPEST {
                return None;
            }
            if !self.eat(".") {
                return Some(parts);
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        self.skip_inline();
        match self.peek()? {
            '"' | '\'' => self.string().map(Value::String),
            '[' => {
                self.at += 1;
                let mut items = Vec::new();
                loop {
                    self.skip_blank();
                    if self.eat("]") {
                        return Some(Value::Array(items));
                    }
                    items.push(self.value(depth + 1)?);
                    self.skip_blank();
                    if !self.eat(",") {
                        return self.eat("]").then_some(Value::Array(items));
                    }
                }
            }
            '{' => {
                self.at += 1;
                let mut table = Value::Object(Map::new());
                loop {
                    self.skip_blank();
                    if self.eat("}") {
                        return Some(table);
                    }
                    let key = self.key()?;
                    self.eat("=").then_some(())?;
                    let value = self.value(depth + 1)?;
                    let (last, folder) = key.split_last()?;
                    member(&mut table, folder, false)?.as_object_mut()?.insert(last.clone(), value);
                    self.skip_blank();
                    if !self.eat(",") {
                        return self.eat("}").then_some(table);
                    }
                }
            }
            _ => {
                let end = self.rest().find([',', ']', '}', '#', '\n', '\r']).unwrap_or(self.rest().len());
                let word = self.rest().get(..end)?.trim().to_owned();
                self.at += end;
                match word.as_str() {
                    "" => None,
                    "true" => Some(Value::Bool(true)),
                    "false" => Some(Value::Bool(false)),
                    word => Some(word.parse::<i64>().map_or_else(|_| Value::String(word.to_owned()), Value::from)),
                }
            }
        }
    }

    /// A string of any of the four kinds.
    fn string(&mut self) -> Option<String> {
        let mark = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|mark| self.rest().starts_with(mark))?;
        self.at += mark.len();
        if mark.len() == 3 && !self.eat("\r\n") {
            self.eat("\n");
        }
        let mut out = String::new();
        loop {
            if self.eat(mark) {
                return Some(out);
            }
            let c = self.peek()?;
            self.at += c.len_utf8();
            match c {
                '\n' if mark.len() == 1 => return None,
                '\\' if mark.starts_with('"') => out.push(self.escape()?),
                c => out.push(c),
            }
        }
    }

    /// What stands behind a backslash.
    fn escape(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        match c {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'u' | 'U' => {
                let digits = self.rest().get(..if c == 'u' { 4 } else { 8 })?.to_owned();
                self.at += digits.len();
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
            }
            c => Some(c),
        }
    }
}

/// The table at a path, made where it is not there; in a list of tables the last one. With `any`, whatever stands there.
fn member<'v>(root: &'v mut Value, path: &[String], any: bool) -> Option<&'v mut Value> {
    let mut node = root;
    for (index, part) in path.iter().enumerate() {
        let is_last = index + 1 == path.len();
        let below = node.as_object_mut()?.entry(part.clone()).or_insert_with(|| Value::Object(Map::new()));
        node = if below.is_array() && !(is_last && any) { below.as_array_mut()?.last_mut()? } else { below };
    }
    Some(node)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::toml;

    #[test]
    fn settings_of_a_book_are_read() {
        let text = "# a book\n[book]\ntitle = \"Sowing \\\"by hand\\\"\" # here\nauthors = [\n  \"A\", # first\n  'B',\n]\n\n\
                    [output.html]\nadditional-css = []\nlevel = 3\nsearch.enable = false\n\n[output.html.redirect]\n\
                    \"/old.html\" = \"new.html\"\n[[x]]\na = 1\n[[x]]\na = { b = '''\nlong''' }\n";
        let expected = json!({
            "book": { "title": "Sowing \"by hand\"", "authors": ["A", "B"] },
            "output": { "html": {
                "additional-css": [], "level": 3, "search": { "enable": false },
                "redirect": { "/old.html": "new.html" },
            } },
            "x": [{ "a": 1 }, { "a": { "b": "long" } }],
        });
        assert_eq!(toml(text).unwrap(), expected);
    }

    #[test]
    fn the_line_of_what_is_wrong_is_named() {
        for text in ["[book]\ntitle = \n", "[book]\ntitle = \"x\n", "a = 1\nnonsense\n", "\na = 1 2 \"\n[b\n"] {
            let result = toml(text);
            assert!(result.as_ref().is_err_and(|(line, _)| *line >= 2), "{text:?}: {result:?}");
        }
        assert!(toml(&format!("a = {}", "[".repeat(100_000))).is_err());
    }
}
