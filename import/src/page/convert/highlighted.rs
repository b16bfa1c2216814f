//! Docusaurus comments that highlight lines of code: `// highlight-next-line`, `// highlight-start` … `//
//! highlight-end`.

/// The delimiters of comments.
const COMMENTS: &[(&str, &str)] = &[
    ("//", ""),
    ("/*", "*/"),
    ("{/*", "*/}"),
    ("#", ""),
    ("<!--", "-->"),
    ("--", ""),
    ("%", ""),
    (";", ""),
    ("REM", ""),
];

/// The keyword of a line that is only such a comment.
fn mark(line: &str) -> Option<&str> {
    let line = line.trim();
    let inside = |(open, close): &(&str, &str)| Some(line.strip_prefix(open)?.strip_suffix(close)?.trim());
    let mut words = COMMENTS.iter().filter_map(inside);
    words.find(|word| matches!(*word, "highlight-next-line" | "highlight-start" | "highlight-end"))
}

/// Code without these comments, and the highlighted lines in the format of an info string's `{…}`. `None` if there are
/// none.
pub(super) fn highlighted(code: &str) -> Option<(String, Vec<String>)> {
    if !code.contains("highlight-") || !code.lines().any(|line| mark(line).is_some()) {
        return None;
    }
    let mut out = String::with_capacity(code.len());
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let (mut number, mut is_open, mut is_next) = (0_usize, false, false);
    for line in code.lines() {
        match mark(line) {
            Some("highlight-start") => is_open = true,
            Some("highlight-end") => is_open = false,
            Some(_) => is_next = true,
            None => {
                number += 1;
                if is_open || std::mem::take(&mut is_next) {
                    match lines.last_mut() {
                        Some((_, last)) if *last + 1 == number => *last = number,
                        _ => lines.push((number, number)),
                    }
                }
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    let range =
        |(first, last): &(usize, usize)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    Some((out, lines.iter().map(range).collect()))
}

#[cfg(test)]
mod tests {
    use super::highlighted;

    #[test]
    fn comments_become_lines() {
        let code = "// highlight-next-line\na\n  /* highlight-start */\nb\nc\n{/* highlight-end */}\nd\n# highlight-next-line\ne\n";
        let (text, lines) = highlighted(code).unwrap();
        assert_eq!((text.as_str(), lines.join(",").as_str()), ("a\nb\nc\nd\ne\n", "1-3,5"));
        assert_eq!(highlighted("a // highlight-next-line\n"), None);
    }
}
