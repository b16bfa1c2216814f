//! The first lines of directives: their names, arguments and options.

use crate::literal;

/// The line that opens a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening<'t> {
    /// The character of its fence, and how many there are.
    pub(super) fence: (u8, usize),
    pub(super) name: &'t str,
    pub(super) argument: &'t str,
}

/// The opening of a directive in a trimmed line: ```` ```{name} argument ````, `:::{name} argument`.
pub(super) fn directive(line: &str) -> Option<Opening<'_>> {
    let (mark, length) = fence(line)?;
    let rest = line.get(length..)?.trim_start();
    let (name, argument) = rest.strip_prefix('{')?.split_once('}')?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '+');
    let is_directive = !name.is_empty() && name.chars().all(is_name);
    is_directive.then(|| Opening { fence: (mark, length), name, argument: argument.trim() })
}

/// The fence that a trimmed line begins with: its character and length.
pub(super) fn fence(line: &str) -> Option<(u8, usize)> {
    let mark = line.bytes().next().filter(|mark| matches!(mark, b'`' | b'~' | b':'))?;
    let length = line.bytes().take_while(|byte| *byte == mark).count();
    (length >= 3).then_some((mark, length))
}

/// Whether a trimmed line closes a fence.
pub(super) fn closes(line: &str, (mark, length): (u8, usize)) -> bool {
    line.len() >= length && line.bytes().all(|byte| byte == mark)
}

/// The options of a directive, and the number of their lines.
#[derive(Clone, Debug, Default)]
pub(super) struct DirectiveOptions {
    values: Vec<(String, String)>,
    pub(super) lines: usize,
}

/// The option with the caption of the figure that a code cell draws.
pub(super) const FIGURE_CAPTION: &str = "mystnb.figure.caption";

impl DirectiveOptions {
    /// The options that begin a directive's content: `:name: value`, or YAML between `---`.
    pub(super) fn read(next: &[&str]) -> Self {
        let mut values: Vec<(String, String)> = Vec::new();
        let is_name = |name: &str| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        if next.first().is_some_and(|line| line.trim() == "---")
            && let Some(end) = next.iter().skip(1).take(60).position(|line| line.trim() == "---")
        {
            for line in next.iter().skip(1).take(end) {
                match line.split_once(':').filter(|(name, _)| is_name(name.trim()) && !name.starts_with(' ')) {
                    Some((name, value)) => {
                        values.push((name.trim().to_owned(), value.trim().trim_matches(['"', '\'', '|']).to_owned()));
                    }
                    None => continue_value(&mut values, line),
                }
            }
            if ["mystnb", "render"].iter().any(|name| values.iter().any(|(known, _)| known == name)) {
                let inner: Vec<&str> = next.iter().skip(1).take(end).map(|line| line.trim_end()).collect();
                values.extend(figure(&inner.join("\n")));
            }
            return Self { values, lines: end + 2 };
        }
        let mut lines = 0;
        for line in next {
            let option = line.trim().strip_prefix(':').and_then(|rest| rest.split_once(':'));
            match option.filter(|(name, _)| is_name(name)) {
                Some((name, value)) => values.push((name.to_owned(), unquoted(value.trim()).to_owned())),
                None => break,
            }
            lines += 1;
        }
        Self { values, lines }
    }

    /// The value of an option.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether an option is set, with or without a value.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// The name and the caption of the figure that a code cell draws, in its options (MyST-NB).
fn figure(yaml: &str) -> Vec<(String, String)> {
    let Ok(options) = literal::yaml(yaml) else { return Vec::new() };
    let figure = ["mystnb", "render"].iter().find_map(|name| options.get(*name)?.get("figure"));
    let given = |key: &str, name: &str| Some((name.to_owned(), literal::text(figure?, key)?.trim().to_owned()));
    [given("name", "name"), given("caption", FIGURE_CAPTION)].into_iter().flatten().collect()
}

/// A value without the quotation marks around it.
fn unquoted(value: &str) -> &str {
    let inner = ['"', '\''].into_iter().find_map(|mark| value.strip_prefix(mark)?.strip_suffix(mark));
    inner.filter(|inner| !inner.contains(['"', '\''])).unwrap_or(value)
}

/// Adds a line to the value of the last option.
fn continue_value(values: &mut [(String, String)], line: &str) {
    if let Some((_, value)) = values.last_mut() {
        if !value.is_empty() {
            value.push(' ');
        }
        value.push_str(line.trim());
    }
}

/// The ID in an attribute list.
pub(super) fn id_of(inner: &str) -> Option<&str> {
    inner.split_whitespace().find_map(|word| word.strip_prefix('#')).filter(|id| !id.is_empty())
}

/// The words of an attribute list. A value in quotes is a part of its word.
fn words(inner: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let ends = move |c: char| {
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        quote.is_none() && c.is_whitespace()
    };
    inner.split(ends).filter(|word| !word.is_empty())
}

/// The value of `attribution` in an attribute list.
pub(super) fn attribution(inner: &str) -> Option<&str> {
    let value = words(inner).find_map(|word| word.strip_prefix("attribution="))?;
    Some(value.trim_matches(['"', '\''])).filter(|value| !value.is_empty())
}

/// Whether the inside of braces is a list of attributes: `.class`, `#id`, `width=200px`.
pub(super) fn is_attributes(inner: &str) -> bool {
    let mut words = words(inner).peekable();
    words.peek().is_some() && words.all(|word| word.starts_with(['.', '#']) && word.len() > 1 || word.contains('='))
}

#[cfg(test)]
mod tests {
    use super::{DirectiveOptions, attribution, directive, is_attributes};

    #[test]
    fn values_of_attributes_may_have_blanks() {
        let inner = ".x attribution=\"Act 4, Scene 5\" width='2 px'";
        assert!(is_attributes(inner));
        assert_eq!(attribution(inner), Some("Act 4, Scene 5"));
        assert!(!is_attributes("attribution=\"Act\" and text"));
        assert_eq!(attribution("attribution=\"\" .y"), None);
    }

    #[test]
    fn openings_have_a_name_in_braces() {
        let found = directive("````{code-block} python").unwrap();
        assert_eq!((found.fence, found.name, found.argument), ((b'`', 4), "code-block", "python"));
        assert_eq!(directive(":::{note}").unwrap().name, "note");
        for other in ["```python", ":::", "``{x}", "```{x y}", "```{", "text {x}"] {
            assert_eq!(directive(other), None, "{other}");
        }
    }

    #[test]
    fn options_are_read_in_both_forms() {
        let short = DirectiveOptions::read(&[":alt: A", ":width: 3", "", "x"]);
        assert_eq!((short.get("alt"), short.get("width"), short.lines), (Some("A"), Some("3"), 2));
        let yaml = DirectiveOptions::read(&["---", "caption: \"C\"", "---", "x"]);
        assert_eq!((yaml.get("caption"), yaml.lines), (Some("C"), 3));
        assert_eq!(DirectiveOptions::read(&["text :a: b"]).lines, 0);
    }
}
