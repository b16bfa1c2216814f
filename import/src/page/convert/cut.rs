//! Parts of files: lines, named regions, sections, and the text between two markers.

use std::fmt;

use crate::page::headings;
use crate::project::Dialect;

/// The selected part of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cut<'t> {
    /// All of it.
    #[default]
    All,
    /// Lines `2:5`, the name of a region, or the ID of a heading or section.
    Part(&'t str),
    /// The text between the first occurrences of two texts; an empty one is the start or end of the file.
    Between(&'t str, &'t str),
}

impl<'t> Cut<'t> {
    /// The part with this name; an empty one is the whole file.
    pub(super) fn part(name: &'t str) -> Self {
        if name.is_empty() { Self::All } else { Self::Part(name) }
    }

    /// The part of a text. `None` if the text has no such part.
    pub(super) fn of(self, text: &str, dialect: Dialect) -> Option<String> {
        match self {
            Self::All => Some(without_marks(text)),
            Self::Part(part) => {
                part_of(text, part).or_else(|| tagged(text, part)).or_else(|| headed(text, part, dialect))
            }
            Self::Between(start, end) => {
                let after = if start.is_empty() { text } else { text.split_once(start)?.1 };
                let inner = if end.is_empty() { after } else { after.split(end).next().unwrap_or(after) };
                Some(inner.trim_matches('\n').to_owned() + "\n")
            }
        }
    }
}

impl fmt::Display for Cut<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => out.write_str("all"),
            Self::Part(part) => out.write_str(part),
            Self::Between(start, end) => write!(out, "{start} … {end}"),
        }
    }
}

/// Whether a line of a file marks a part and is hidden from readers.
pub(super) fn is_mark(line: &str) -> bool {
    line.contains("ANCHOR:") || line.contains("ANCHOR_END:") || line.contains("8<-") && line.contains("[")
}

/// A text without the lines that mark parts.
pub(super) fn without_marks(text: &str) -> String {
    text.lines().filter(|line| !is_mark(line)).flat_map(|line| [line, "\n"]).collect()
}

/// The content of `<section id="…">` (Fumadocs).
fn tagged(text: &str, id: &str) -> Option<String> {
    let opening = |line: &str| line.trim_start().starts_with("<section") && line.contains(&format!("\"{id}\""));
    let mut lines = text.lines().skip_while(|line| !opening(line));
    lines.next()?;
    let inner: Vec<&str> = lines.take_while(|line| !line.trim_start().starts_with("</section")).collect();
    Some(inner.join("\n") + "\n")
}

/// The heading with this ID, and everything up to the next one of the same or a higher level.
fn headed(text: &str, id: &str, dialect: Dialect) -> Option<String> {
    let mut out = String::new();
    let mut fence: Option<&str> = None;
    let mut begun: Option<usize> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        fence = match (fence, mark) {
            (None, mark) => mark,
            (Some(open), Some(mark)) if open == mark => None,
            (open, _) => open,
        };
        let level = line.len() - line.trim_start_matches('#').len();
        let words =
            line.get(level..).filter(|rest| fence.is_none() && (1..=6).contains(&level) && rest.starts_with(' '));
        if let Some(words) = words {
            match begun {
                Some(open) if level <= open => break,
                Some(_) => {}
                None => {
                    let (words, own) = headings::explicit_id(words.trim());
                    let is_it = own.map_or_else(
                        || headings::slug(&headings::plain_for_id(&words), dialect) == id,
                        |own| own == id,
                    );
                    begun = is_it.then_some(level);
                }
            }
        }
        if begun.is_some() {
            out.push_str(line);
            out.push('\n');
        }
    }
    (!out.is_empty()).then_some(out)
}

/// A part of a text: lines `2-5`, `2:5`, `3`, or the content of a region.
pub(super) fn part_of(text: &str, part: &str) -> Option<String> {
    if part.is_empty() {
        return None;
    }
    let numbers: Vec<&str> = part.split([':', '-', ',']).collect();
    if numbers.iter().all(|number| number.trim().parse::<usize>().is_ok() || number.is_empty()) {
        let first = numbers.first().and_then(|number| number.trim().parse::<usize>().ok()).unwrap_or(1).max(1);
        let last = match numbers.get(1) {
            Some(number) => number.trim().parse::<usize>().unwrap_or(usize::MAX),
            None => first,
        };
        let lines: Vec<&str> = text.lines().skip(first - 1).take(last.saturating_sub(first - 1)).collect();
        return Some(format!("{}\n", lines.join("\n")));
    }
    let begins = |line: &str| {
        ["#region ", "region ", "ANCHOR: ", "ANCHOR:", "[start:", "#docregion "].iter().any(|mark| {
            line.find(mark).is_some_and(|at| {
                line.get(at + mark.len()..)
                    .is_some_and(|rest| rest.trim_start().trim_end_matches(['*', '/', '-', '>', ' ', ']']) == part)
            })
        })
    };
    let ends = |line: &str| {
        let marks = ["#endregion", "endregion", "ANCHOR_END:", "[end:"];
        let named = marks
            .iter()
            .find_map(|mark| line.split_once(mark))
            .map(|(_, rest)| rest.trim().trim_end_matches(['*', '/', '-', '>', ' ', ']']));
        named.is_some_and(|named| named == part || named.is_empty())
    };
    let mut lines = text.lines().skip_while(|line| !begins(line));
    let begin = lines.next()?;
    let lines: Vec<&str> = lines.take_while(|line| !ends(line)).filter(|line| !is_mark(line)).collect();
    // VitePress removes the indentation of a region; mdBook and the snippets of MkDocs keep that of a section.
    if !begin.contains("region") {
        return Some(format!("{}\n", lines.join("\n")));
    }
    let indent =
        lines.iter().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len()).min();
    let dedented: Vec<&str> = lines.iter().map(|line| line.get(indent.unwrap_or(0)..).unwrap_or_default()).collect();
    Some(format!("{}\n", dedented.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::Cut;
    use crate::project::Dialect;

    const TEXT: &str = "# Top\nintro\n<!-- --8<-- [start:one] -->\nfirst\n<!-- --8<-- [end:one] -->\n## Two words\n```\n# no\n```\n### In\n## Own {#mine}\nx\n<section id=\"s\">\ninside\n</section>\n";

    #[track_caller]
    fn check(cut: Cut<'_>, expected: Option<&str>) {
        assert_eq!(cut.of(TEXT, Dialect::default()).as_deref(), expected);
    }

    #[test]
    fn only_regions_lose_their_indentation() {
        let code = "a\n  // #region x\n  b\n    c\n  // #endregion x\n  // ANCHOR: y\n  d\n  // ANCHOR_END: y\n";
        let part = |name| super::part_of(code, name);
        assert_eq!([part("x").as_deref(), part("y").as_deref()], [Some("b\n  c\n"), Some("  d\n")]);
    }

    #[test]
    fn parts_are_found() {
        check(Cut::Part("one"), Some("first\n"));
        check(Cut::Part("2:2"), Some("intro\n"));
        check(Cut::Part("two-words"), Some("## Two words\n```\n# no\n```\n### In\n"));
        check(Cut::Part("mine"), Some("## Own {#mine}\nx\n<section id=\"s\">\ninside\n</section>\n"));
        check(Cut::Part("s"), Some("inside\n"));
        check(Cut::Part("on"), None);
        check(
            Cut::Between("intro", "## Own"),
            Some(
                "<!-- --8<-- [start:one] -->\nfirst\n<!-- --8<-- [end:one] -->\n## Two words\n```\n# no\n```\n### In\n",
            ),
        );
        check(Cut::Between("nothing", ""), None);
        assert!(!Cut::All.of(TEXT, Dialect::default()).unwrap().contains("8<"));
    }
}
