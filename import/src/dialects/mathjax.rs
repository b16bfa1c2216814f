//! Formulas of MathJax in mdBook: `\\( … \\)` and `\\[ … \\]`, each with two backslashes, since Markdown takes one. They
//! become formulas between dollar signs; other dollar signs are escaped.

use super::{Fences, LineKind};
use crate::detect::Detected;
use crate::literal::{self, Value};
use crate::paths;
use crate::source::Source;

/// The delimiters, and what they become.
const DELIMITERS: [(&str, &str, &str); 2] = [("\\\\(", "\\\\)", "$"), ("\\\\[", "\\\\]", "$$")];

/// Whether the settings of a book turn MathJax on.
pub(super) fn is_used(source: &Source, found: &Detected) -> bool {
    let settings = source.text(&paths::plus(&found.root, "book.toml")).ok();
    is_on(&settings.and_then(|text| literal::toml(&text).ok()).unwrap_or_default())
}

/// Whether these settings of a book turn MathJax on.
pub(crate) fn is_on(settings: &Value) -> bool {
    let html = settings.get("output").and_then(|output| output.get("html"));
    html.and_then(|html| html.get("mathjax-support")) == Some(&Value::Bool(true))
}

/// A page with its formulas between dollar signs. The lines stay the same.
pub(super) fn as_dollars(text: &str) -> String {
    if !text.contains(['$', '\\']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut fences = Fences::default();
    let mut block = String::new();
    for line in text.split_inclusive('\n') {
        if fences.next(line) == LineKind::Text && !line.trim().is_empty() {
            block.push_str(line);
            continue;
        }
        rewrite(&block, &mut out);
        block.clear();
        out.push_str(line);
    }
    rewrite(&block, &mut out);
    out
}

/// Adds lines without blank ones between them, with their formulas rewritten. Code spans stay.
fn rewrite(block: &str, out: &mut String) {
    let mut rest = block;
    // The delimiters that do not occur again.
    let mut missing: Vec<&str> = Vec::new();
    while let Some(at) = rest.find(['`', '$', '\\']) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let formula = DELIMITERS.iter().find(|(open, close, _)| after.starts_with(open) && !missing.contains(close));
        rest = if let Some((open, close, mark)) = formula {
            let inner = after.get(open.len()..).unwrap_or_default();
            match inner.split_once(close) {
                Some((formula, behind)) => {
                    let formula = unescaped(formula);
                    // A space next to a single dollar sign would make it one.
                    let formula = if *mark == "$" { formula.trim() } else { formula.as_str() };
                    out.extend([mark, formula, mark]);
                    behind
                }
                None => {
                    missing.push(close);
                    out.push_str(open);
                    inner
                }
            }
        } else if after.starts_with('`') {
            let length = after.len() - after.trim_start_matches('`').len();
            let (mark, inner) = after.split_at(length);
            let end = inner.match_indices(mark).map(|(end, _)| end).find(|end| {
                let is_longer = inner.get(end + length..).is_some_and(|rest| rest.starts_with('`'));
                !is_longer && !inner.get(..*end).is_some_and(|code| code.ends_with('`'))
            });
            let end = length + end.map_or(0, |end| end + length);
            out.push_str(after.get(..end).unwrap_or_default());
            after.get(end..).unwrap_or_default()
        } else if let Some(behind) = after.strip_prefix('$') {
            out.push_str("\\$");
            behind
        } else {
            // An escape.
            let length = 1 + after.get(1..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            out.push_str(after.get(..length).unwrap_or_default());
            after.get(length..).unwrap_or_default()
        };
    }
    out.push_str(rest);
}

/// A formula as MathJax sees it: Markdown takes a backslash before punctuation.
fn unescaped(formula: &str) -> String {
    let mut out = String::with_capacity(formula.len());
    let mut chars = formula.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::as_dollars;

    #[test]
    fn formulas_are_between_dollar_signs() {
        for (text, expected) in [
            ("Is \\\\( n \\\\) or `\\\\( n \\\\)`.\n", "Is $n$ or `\\\\( n \\\\)`.\n"),
            ("\\\\[ \\mu = \\frac{1}{N}\nx\\_i \\\\]\n", "$$ \\mu = \\frac{1}{N}\nx_i $$\n"),
            ("\\\\[ a \\\\\\\\ b \\\\]", "$$ a \\\\ b $$"),
            ("It costs $5 or \\$6.\n", "It costs \\$5 or \\$6.\n"),
            ("Not closed: \\\\( n\n\n\\\\) `` ` $ ``\n", "Not closed: \\\\( n\n\n\\\\) `` ` $ ``\n"),
            ("```\n\\\\( n \\\\) $\n```\n", "```\n\\\\( n \\\\) $\n```\n"),
            ("\u{e9} \\\u{e9}", "\u{e9} \\\u{e9}"),
        ] {
            assert_eq!(as_dollars(text), expected, "{text}");
        }
    }
}
