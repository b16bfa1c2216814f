//! The literals of a Python file such as `conf.py`: strings, numbers, lists, tuples and dictionaries, and names that the
//! file assigned before.

use std::collections::BTreeMap;

use super::{DEEPEST, LARGEST, MOST_VALUES, Value};

/// The assignments at the top level of a Python file, by name. Computed values, and computed parts of values, are `null`.
///
/// A later assignment overrides an earlier one, and `+=` extends a list.
pub(crate) fn python(text: &str) -> BTreeMap<String, Value> {
    let mut out = BTreeMap::new();
    if text.len() > LARGEST {
        return out;
    }
    let mut reader = PythonReader { text, at: 0, known: &BTreeMap::new(), values: 0 };
    while reader.at < text.len() {
        let rest = reader.rest();
        // A documentation string may have lines that look like assignments.
        if rest.starts_with("\"\"\"") || rest.starts_with("'''") {
            reader.string();
            reader.skip_line();
            continue;
        }
        let name = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let (name, after) = rest.split_at(name);
        let mut operator = after.trim_start_matches([' ', '\t']);
        if operator.starts_with(':') {
            // An annotation.
            let line = operator.lines().next().unwrap_or_default();
            operator = line.find('=').and_then(|equals| operator.get(equals..)).unwrap_or_default();
        }
        let is_added = operator.starts_with("+=");
        let value =
            operator.strip_prefix("+=").or_else(|| operator.strip_prefix('=').filter(|rest| !rest.starts_with('=')));
        let Some(value) = value.filter(|_| !name.is_empty()) else {
            reader.skip_line();
            continue;
        };
        let at = text.len() - value.len();
        let mut inner = PythonReader { text, at, known: &out, values: reader.values };
        let value = inner.value(0, false);
        (reader.at, reader.values) = (inner.at, inner.values);
        match (is_added, out.get_mut(name), value) {
            (true, Some(Value::Array(items)), Value::Array(more)) => items.extend(more),
            (true, ..) => {}
            (false, _, value) => drop(out.insert(name.to_owned(), value)),
        }
        reader.skip_line();
    }
    out
}

struct PythonReader<'t> {
    text: &'t str,
    at: usize,
    /// The names assigned so far.
    known: &'t BTreeMap<String, Value>,
    /// The number of values read so far.
    values: usize,
}

impl<'t> PythonReader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
    }

    /// Skips blanks and comments; line breaks too within brackets, or after a backslash.
    fn skip_blanks(&mut self, is_inside: bool) {
        loop {
            let rest = self.rest();
            let is_blank = |c: char| c == ' ' || c == '\t' || is_inside && (c == '\n' || c == '\r');
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            if blank > 0 {
                self.at += blank;
            } else if rest.starts_with("\\\n") {
                self.at += 2;
            } else if rest.starts_with('#') && is_inside {
                self.skip_line();
            } else {
                return;
            }
        }
    }

    /// An expression; `null` if it is computed. Stops at the comma, bracket, colon or line break after it.
    fn value(&mut self, depth: usize, is_inside: bool) -> Value {
        self.values += 1;
        if depth > DEEPEST || self.values > MOST_VALUES {
            self.at = self.text.len();
            return Value::Null;
        }
        self.skip_blanks(is_inside);
        let start = self.at;
        let found = self.atom(depth, is_inside);
        self.skip_blanks(is_inside);
        let is_end = self
            .rest()
            .chars()
            .next()
            .is_none_or(|c| matches!(c, ',' | ')' | ']' | '}' | ':' | '\n' | '\r' | '#' | ';'));
        if is_end {
            return found.unwrap_or_default();
        }
        self.at = start;
        self.skip_expression(is_inside);
        Value::Null
    }

    /// A literal or a known name.
    fn atom(&mut self, depth: usize, is_inside: bool) -> Option<Value> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        match first {
            '[' => return Some(Value::Array(self.items(depth, ']'))),
            '(' => {
                let start = self.at;
                let mut items = self.items(depth, ')');
                let inner = self.text.get(start + 1..self.at.saturating_sub(1)).unwrap_or_default();
                let is_tuple = items.len() != 1 || inner.trim_end().ends_with(',');
                return Some(if is_tuple { Value::Array(items) } else { items.pop()? });
            }
            '{' => return Some(self.dictionary(depth)),
            _ => {}
        }
        if self.is_string() {
            let mut text = self.string();
            // Adjacent strings are one, and so are added ones.
            loop {
                let before = self.at;
                self.skip_blanks(is_inside);
                if self.rest().starts_with('+') && !self.rest().starts_with("+=") {
                    self.at += 1;
                    self.skip_blanks(is_inside);
                }
                if !self.is_string() {
                    self.at = before;
                    break;
                }
                let more = self.string();
                text = text.zip(more).map(|(text, more)| text + &more);
            }
            return text.map(Value::String);
        }
        let length =
            rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')).len();
        let word = rest.get(..length)?;
        self.at += length;
        match word {
            "True" => Some(Value::Bool(true)),
            "False" => Some(Value::Bool(false)),
            "" | "None" => None,
            _ => match word.parse::<i64>() {
                Ok(number) => Some(Value::from(number)),
                Err(_) => word.parse::<f64>().ok().map(Value::from).or_else(|| self.known.get(word).cloned()),
            },
        }
    }

    /// The items up to a closing bracket.
    fn items(&mut self, depth: usize, close: char) -> Vec<Value> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            self.skip_blanks(true);
            let rest = self.rest();
            if rest.is_empty() {
                return out;
            }
            if rest.starts_with(close) {
                self.at += 1;
                return out;
            }
            let before = self.at;
            out.push(self.value(depth + 1, true));
            self.skip_blanks(true);
            if self.rest().starts_with(',') || self.at == before {
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
        }
    }

    /// A dictionary; the items of a set are its keys, with `null`.
    fn dictionary(&mut self, depth: usize) -> Value {
        self.at += 1;
        let mut out = serde_json::Map::new();
        loop {
            self.skip_blanks(true);
            let rest = self.rest();
            if rest.is_empty() {
                break;
            }
            if rest.starts_with('}') {
                self.at += 1;
                break;
            }
            let before = self.at;
            let key = self.value(depth + 1, true);
            self.skip_blanks(true);
            let mut value = Value::Null;
            if self.rest().starts_with(':') {
                self.at += 1;
                value = self.value(depth + 1, true);
                self.skip_blanks(true);
            }
            if let Value::String(key) = key {
                out.insert(key, value);
            }
            if self.rest().starts_with(',') || self.at == before {
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
        }
        Value::Object(out)
    }

    /// Whether a string begins here, with its prefix.
    fn is_string(&self) -> bool {
        self.rest().trim_start_matches(|c: char| "rRbBuUfF".contains(c)).starts_with(['"', '\''])
            && self.prefix().len() <= 2
    }

    fn prefix(&self) -> &'t str {
        let rest = self.rest();
        let length = rest.find(['"', '\'']).unwrap_or(0);
        rest.get(..length).unwrap_or_default()
    }

    /// The string that begins here; `None` if it is computed or has no end.
    fn string(&mut self) -> Option<String> {
        let prefix = self.prefix().to_ascii_lowercase();
        self.at += prefix.len();
        let rest = self.rest();
        let quote = rest.chars().next()?;
        let triple: String = [quote; 3].iter().collect();
        let mark = if rest.starts_with(&triple) { triple } else { quote.to_string() };
        let mut out = String::new();
        let mut chars = rest.get(mark.len()..)?.char_indices();
        let mut end = None;
        while let Some((offset, c)) = chars.next() {
            let here = rest.get(mark.len() + offset..).unwrap_or_default();
            if here.starts_with(&mark) {
                end = Some(offset + 2 * mark.len());
                break;
            }
            match c {
                '\n' if mark.len() == 1 => break,
                '\\' if prefix.contains('r') => {
                    out.push('\\');
                    out.extend(chars.next().map(|(_, c)| c));
                }
                '\\' => match chars.next().map(|(_, c)| c) {
                    Some('n') => out.push('\n'),
                    Some('t') => out.push('\t'),
                    Some('\n') | None => {}
                    Some(c @ ('\\' | '\'' | '"')) => out.push(c),
                    Some(c) => out.extend(['\\', c]),
                },
                c => out.push(c),
            }
        }
        let Some(end) = end else {
            self.skip_line();
            return None;
        };
        self.at += end;
        if prefix.contains('f') { self.formatted(&out) } else { Some(out) }
    }

    /// An f-string whose expressions are names of texts.
    fn formatted(&self, text: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}')?;
            out.push_str(before);
            out.push_str(self.known.get(name.trim())?.as_str()?);
            rest = after;
        }
        out.push_str(rest);
        Some(out)
    }

    /// Moves to the end of an expression.
    fn skip_expression(&mut self, is_inside: bool) {
        let mut open = 0_usize;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '"' | '\'' => {
                    self.string();
                    continue;
                }
                '#' => {
                    let end = self.rest().find('\n').unwrap_or(self.rest().len());
                    self.at += end;
                    continue;
                }
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' if open == 0 => return,
                ')' | ']' | '}' => open -= 1,
                ',' if open == 0 => return,
                '\n' if open == 0 && !is_inside => return,
                '\\' => self.at += 1,
                _ => {}
            }
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::python;

    #[test]
    fn assignments_of_literals_are_read() {
        let text = "\"\"\"Settings.\nproject = 'no'\n\"\"\"\nimport os\nproject = 'Seeds'  # name\nproject_x = 1\nexclude_patterns = [\n  \
                    \"_build\", # out\n  'x/**',\n]\nexclude_patterns += ['y']\nlanguage: str = \"de\"\nversion = f'{project} 2'\ntitle = version\n\
                    release = os.environ['X']\nlong = (\n  'a '\n  'b'\n)\nlinks = {'issue': ('https://x/%s', '#%s'), 'n': {1: 2}, 'm': run(\"}\", 1)}\n\
                    if project == 'x':\n    project = 'y'\nraw = r'\\d' + \"\\n\"\n";
        let found = python(text);
        assert_eq!(found["project"], json!("Seeds"));
        assert_eq!(found["exclude_patterns"], json!(["_build", "x/**", "y"]));
        assert_eq!(found["language"], json!("de"));
        assert_eq!(found["title"], json!("Seeds 2"));
        assert_eq!(found["release"], json!(null));
        assert_eq!(found["long"], json!("a b"));
        assert_eq!(found["links"], json!({"issue": ["https://x/%s", "#%s"], "n": {}, "m": null}));
        assert_eq!(found["raw"], json!("\\d\n"));
    }

    #[test]
    fn any_text_is_read() {
        let pieces = ["x = ", "[", "{", "(", "'", "\"\"\"", "\\", "\n", "f'{", "a: b", "é", ",", "+=", "#"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let _ = python(&format!("x = {first}{second}{third}\ny = {third}{first}"));
                }
            }
        }
        let deep = format!("x = {}", "[".repeat(100_000));
        let _ = python(&deep);
    }
}
