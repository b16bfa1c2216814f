//! Frontmatter: its position, its fields, and how a field is written.

use serde_yaml::{Mapping, Value};

/// The two parts of a page's text.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageParts<'t> {
    /// The YAML between the delimiters; empty if there is none.
    pub(super) yaml: &'t str,
    pub(super) body: &'t str,
    /// The first line of the body, from 1.
    pub(super) line: u32,
    /// The number of empty lines before the first delimiter.
    pub(super) above: u32,
}

impl PageParts<'_> {
    /// The line of the page on which a property of the frontmatter, at any depth, has this value; 1 if no property has it.
    pub(super) fn line_of(&self, value: &str) -> u32 {
        let value = value.trim().lines().next().unwrap_or_default().trim_end();
        let is_field = |line: &str| {
            let given = line.split_once(": ").map_or(line, |(_, given)| given);
            given.trim_matches([' ', '-', '"', '\'']).starts_with(value)
        };
        let found = self.yaml.lines().position(is_field);
        let found = found.or_else(|| self.yaml.lines().position(|line| line.contains(value)));
        let found = found.filter(|_| !value.is_empty()).and_then(|index| u32::try_from(index).ok());
        found.map_or(1, |index| self.above + 2 + index)
    }
}

/// The longest frontmatter, in bytes; anything longer is text that happens to begin with a delimiter.
const LONGEST: usize = 1 << 20;
/// The greatest nesting of brackets and indentation that is passed to the YAML parser.
const DEEPEST: usize = 64;

/// The frontmatter of a text, if its first line and a later one are `---`. Empty lines may precede it (Astro) if a field
/// follows: otherwise the first `---` is a rule.
pub(super) fn split(text: &str) -> PageParts<'_> {
    let none = PageParts { yaml: "", body: text, line: 1, above: 0 };
    let is_mark = |line: &str| line.trim_end() == "---";
    let mut lines = (1_u32..).zip(text.split_inclusive('\n')).peekable();
    let (mut at, mut above) = (0, 0);
    while let Some((number, blank)) = lines.next_if(|(_, line)| line.trim().is_empty()) {
        at += blank.len();
        above = number;
    }
    let Some((_, first)) = lines.next_if(|(_, line)| is_mark(line)) else { return none };
    if above > 0 && !lines.peek().is_some_and(|(_, line)| is_field(line)) {
        return none;
    }
    at += first.len();
    let start = at;
    for (number, line) in lines {
        if is_mark(line) {
            let yaml = text.get(start..at).unwrap_or_default();
            let body = text.get(at + line.len()..).unwrap_or_default();
            return PageParts { yaml, body, line: number + 1, above };
        }
        at += line.len();
        if at > LONGEST {
            break;
        }
    }
    none
}

/// Whether a line is `name: value` or `name:`.
fn is_field(line: &str) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) && !name.is_empty();
    is_name && (value.trim().is_empty() || value.starts_with(' '))
}

/// Parses the fields of a frontmatter.
///
/// # Errors
/// The line in the page and the reason, if it is not a YAML mapping.
pub(super) fn read(yaml: &str) -> Result<Mapping, (u32, String)> {
    if yaml.trim().is_empty() {
        return Ok(Mapping::new());
    }
    if depth(yaml) > DEEPEST {
        return Err((1, "it is nested too deeply".to_owned()));
    }
    match serde_yaml::from_str::<Value>(yaml) {
        Ok(Value::Mapping(fields)) => Ok(fields),
        Ok(Value::Null) => Ok(Mapping::new()),
        Ok(_) => Err((1, "it is not a mapping of fields to values".to_owned())),
        Err(error) => {
            let line = error.location().map_or(0, |location| location.line());
            Err((u32::try_from(line + 1).unwrap_or(1), error.to_string()))
        }
    }
}

/// The approximate nesting of a YAML text: brackets, dashes, and steps of indentation.
fn depth(yaml: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0_usize);
    for line in yaml.lines() {
        let indent = line.len() - line.trim_start().len();
        let dashes = line.trim_start().split("- ").take_while(|part| part.is_empty()).count();
        most = most.max(indent / 2 + dashes);
        for byte in line.bytes() {
            match byte {
                b'[' | b'{' => open += 1,
                b']' | b'}' => open = open.saturating_sub(1),
                _ => {}
            }
            most = most.max(open);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn empty_lines_may_precede_frontmatter_but_not_a_rule() {
        let parts = split("\n\n---\ntitle: a\n---\nText\n");
        assert_eq!((parts.yaml, parts.body, parts.line, parts.above), ("title: a\n", "Text\n", 6, 2));
        let parts = split("---\ntitle: a\n---\nText\n");
        assert_eq!((parts.yaml, parts.body, parts.line, parts.above), ("title: a\n", "Text\n", 4, 0));
        for text in
            ["\n---\nNote that: text\n---\n", "\n---\n\ntitle: a\n---\n", "\nText\n---\ntitle: a\n---\n", "\n\n"]
        {
            assert_eq!((split(text).yaml, split(text).body), ("", text), "{text:?}");
        }
    }
}
