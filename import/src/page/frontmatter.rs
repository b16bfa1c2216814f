//! Frontmatter: its position, its fields, and how a field is written.

use serde_yaml::{Mapping, Value};

use crate::literal::yaml_error;

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
    /// The line of the page with the value at a path in the frontmatter, or with what contains it; 1 if there is none.
    pub(super) fn line_at(&self, path: &[&str]) -> u32 {
        let found = position(self.yaml, path).and_then(|index| u32::try_from(index).ok());
        found.map_or(1, |index| self.above + 2 + index)
    }
}

/// The line, from 0, of the value at a path of keys and indices in a YAML text, or of the innermost value around it that
/// begins a line.
fn position(yaml: &str, path: &[&str]) -> Option<usize> {
    // The open keys and items, each with its depth: an item is deeper than the key in the same column.
    let mut open: Vec<(usize, String)> = Vec::new();
    // The length of the longest known part of the path, and its line.
    let (mut known, mut best) = (0, None);
    let is_around = |open: &[(usize, String)]| {
        open.len() <= path.len() && open.iter().zip(path).all(|((_, name), wanted)| name == wanted)
    };
    // The column of a key whose value is a block of text.
    let mut block: Option<usize> = None;
    for (number, line) in yaml.lines().enumerate() {
        let mut rest = line.trim_start();
        let mut column = line.len() - rest.len();
        if rest.is_empty() || rest.starts_with('#') || block.is_some_and(|key| column > key) {
            continue;
        }
        block = None;
        while let Some(after) = rest.strip_prefix('-').filter(|after| after.is_empty() || after.starts_with(' ')) {
            let depth = 2 * column + 1;
            open.retain(|(outer, _)| *outer <= depth);
            let before = open.pop_if(|(outer, _)| *outer == depth).and_then(|(_, index)| index.parse::<usize>().ok());
            open.push((depth, before.map_or(0, |index| index + 1).to_string()));
            rest = after.trim_start();
            column = line.len() - rest.len();
            if open.len() > known && is_around(&open) {
                (known, best) = (open.len(), Some(number));
            }
        }
        // A key may have a colon: `og:image: /x.png`.
        let mut pairs = rest.match_indices(':').filter_map(|(at, _)| Some((rest.get(..at)?, rest.get(at + 1..)?)));
        if let Some((key, value)) = pairs.find(|(_, value)| value.is_empty() || value.starts_with(' ')) {
            open.retain(|(outer, _)| *outer < 2 * column);
            open.push((2 * column, key.trim_matches([' ', '"', '\'']).to_owned()));
            block = value.trim_start().starts_with(['|', '>']).then_some(column);
        }
        if open.len() > known && is_around(&open) {
            (known, best) = (open.len(), Some(number));
        }
    }
    best
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
            let (line, reason) = yaml_error(yaml, &error);
            Err((line + 1, reason))
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

/// The lines `key: value` of a frontmatter that is not valid YAML.
pub(super) fn lenient(yaml: &str) -> Mapping {
    let mut out = Mapping::new();
    for line in yaml.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        let is_name = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        let value = value.trim().trim_matches(['"', '\'']);
        if is_name && !value.is_empty() {
            out.insert(Value::from(key), Value::from(value));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{position, split};

    #[test]
    fn equal_values_have_lines_of_their_own() {
        let yaml = "icon: x\nhero:\n  text: |\n    icon: x\n  actions:\n    - text: A\n      link: /a\n    -\n      link: /a\nfeatures:\n- icon: x\n  link: /a\n- { icon: x, link: /a }\n# icon: x\n";
        for (path, line) in [
            ("icon", 0),
            ("hero.text", 2),
            ("hero.actions.0.link", 6),
            ("hero.actions.1.link", 8),
            ("features.0.icon", 10),
            ("features.0.link", 11),
            ("features.1.link", 12),
            ("hero.tagline", 1),
        ] {
            let path: Vec<&str> = path.split('.').collect();
            assert_eq!(position(yaml, &path), Some(line), "{path:?}");
        }
        assert_eq!(position(yaml, &["title"]), None);
        assert_eq!(position("", &["title"]), None);
    }

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
