//! What a page says, read by simple rules of its own: they share nothing with the importer. Words of prose, and the contents
//! of fenced code blocks.

use std::collections::BTreeMap;

/// How often each word stands in a text.
pub(crate) type Words = BTreeMap<String, usize>;

/// A page in two parts.
#[derive(Debug, Default)]
pub(crate) struct Extract {
    pub(crate) fences: Vec<Fence>,
    /// The text beside them, without the frontmatter.
    pub(crate) prose: String,
}

/// What a fenced block holds.
#[derive(Debug)]
pub(crate) struct Fence {
    /// Without the indentation of its first mark, as CommonMark reads it.
    pub(crate) text: String,
    /// Without the indentation that its lines have in common with its mark, as the author meant it where lines begin left of
    /// the mark.
    pub(crate) text_of_author: String,
    /// Whether its info string has the word `hidden`.
    pub(crate) is_hidden: bool,
    /// Whether it lists packages, which Fumadocs shows as commands.
    pub(crate) is_install: bool,
}

impl Fence {
    fn of(opening: &Opening, lines: &[&str]) -> Self {
        let lines: Vec<&str> = lines.iter().map(|line| unquoted(line, opening.quotes).0).collect();
        let filled = lines.iter().filter(|line| !line.trim().is_empty());
        let common = filled.map(|line| indentation(line)).min().unwrap_or(opening.indent).min(opening.indent);
        let without = |columns| lines.iter().map(|line| format!("{}\n", dedented(line, columns))).collect();
        Self {
            text: without(opening.indent),
            text_of_author: without(common),
            is_hidden: opening.is_hidden,
            is_install: opening.is_install,
        }
    }
}

/// A line without so many columns of blanks at its start.
fn dedented(line: &str, most: usize) -> &str {
    let mut columns = 0;
    for (at, c) in line.char_indices() {
        if columns >= most || !matches!(c, ' ' | '\t') {
            return &line[at..];
        }
        columns += if c == '\t' { 4 } else { 1 };
    }
    ""
}

/// A mark that opens a fenced block: its character, how often, what stands before it.
struct Opening {
    mark: char,
    count: usize,
    quotes: usize,
    indent: usize,
    is_hidden: bool,
    is_install: bool,
}

/// What a line is without the marks of quotes before it, at most `most` of them, and how many there were.
fn unquoted(line: &str, most: usize) -> (&str, usize) {
    let (mut rest, mut count) = (line, 0);
    while count < most {
        let Some(inner) = rest.trim_start_matches([' ', '\t']).strip_prefix('>') else { break };
        rest = inner.strip_prefix(' ').unwrap_or(inner);
        count += 1;
    }
    (rest, count)
}

/// The columns of the blanks at the start of a line; a tab counts four.
fn indentation(line: &str) -> usize {
    line.chars().take_while(|c| matches!(c, ' ' | '\t')).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// A line without the marks of a list before what it holds: `- `, `* `, `+ `, `1. `, and how wide they were.
fn without_marks(line: &str) -> (&str, usize) {
    let mut rest = line;
    loop {
        let inner = rest.trim_start_matches([' ', '\t']);
        let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = match inner.chars().next() {
            Some('-' | '*' | '+') => &inner[1..],
            Some(_) if digits > 0 && inner[digits..].starts_with(['.', ')']) => &inner[digits + 1..],
            _ => return (rest, line.len() - rest.len()),
        };
        if !after.starts_with([' ', '\t']) {
            return (rest, line.len() - rest.len());
        }
        rest = after;
    }
}

fn opening(line: &str) -> Option<Opening> {
    let (rest, quotes) = unquoted(line, usize::MAX);
    let (rest, marks) = without_marks(rest);
    let indent = indentation(rest) + marks;
    let rest = rest.trim_start();
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let count = rest.chars().take_while(|c| *c == mark).count();
    let is_fence = count >= 3 && !(mark == '`' && rest[count..].contains('`'));
    let is_hidden = rest.split_whitespace().any(|word| word == "hidden");
    let is_install = rest.contains("package-install");
    is_fence.then_some(Opening { mark, count, quotes, indent, is_hidden, is_install })
}

impl Opening {
    fn is_closed_by(&self, line: &str) -> bool {
        let rest = unquoted(line, self.quotes).0;
        // CommonMark, "Fenced code blocks": indented by at most three columns.
        let is_near = indentation(rest) < self.indent + 4;
        let rest = rest.trim();
        is_near && rest.chars().all(|c| c == self.mark) && rest.chars().count() >= self.count
    }
}

/// A statement of JavaScript between the blocks of a page: from `import` or `export` to a blank line outside of brackets.
#[derive(Default)]
struct Statement(Option<isize>);

impl Statement {
    /// Whether a line belongs to one.
    fn goes_on(&mut self, line: &str) -> bool {
        if self.0.is_none() && (line.starts_with("import ") || line.starts_with("export ")) {
            self.0 = Some(0);
        }
        let Some(open) = &mut self.0 else { return false };
        *open += line.chars().map(|c| isize::from("{[(".contains(c)) - isize::from("}])".contains(c))).sum::<isize>();
        if line.trim().is_empty() && *open <= 0 {
            self.0 = None;
        }
        true
    }
}

/// The text without the frontmatter at its start.
fn body(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("---\n") else { return text };
    if let Some(rest) = rest.strip_prefix("---\n") {
        return rest;
    }
    rest.split_once("\n---\n").map_or(text, |(_, body)| body)
}

/// Reads a page.
pub(crate) fn extract(text: &str) -> Extract {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut found = Extract::default();
    let mut statement = Statement::default();
    let mut open: Option<(Opening, Vec<&str>)> = None;
    for line in body(&text).lines() {
        match &mut open {
            Some((fence, lines)) if fence.is_closed_by(line) => {
                found.fences.push(Fence::of(fence, lines));
                open = None;
            }
            Some((_, lines)) => lines.push(line),
            None if statement.goes_on(line) => {}
            None => match opening(line) {
                Some(fence) => open = Some((fence, Vec::new())),
                None => {
                    found.prose.push_str(line);
                    found.prose.push('\n');
                }
            },
        }
    }
    found.fences.extend(open.map(|(fence, lines)| Fence::of(&fence, &lines)));
    found
}

/// Where something that opens with `open` ends: past the `close` that matches it, heeding quotes. `None` where it does not.
pub(crate) fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let (mut depth, mut quote, mut braces) = (0_usize, None, 0_usize);
    for (at, c) in text.char_indices().take(20_000) {
        match quote {
            Some(mark) => {
                if c == mark {
                    quote = None;
                }
                continue;
            }
            None if matches!(c, '"' | '`') || (c == '\'' && text[..at].ends_with(['=', '{', '(', ',', '[', ' '])) => {
                quote = Some(c);
                continue;
            }
            None => {}
        }
        if open == '<' {
            match c {
                '{' => braces += 1,
                '}' => braces = braces.saturating_sub(1),
                '>' if braces == 0 => return Some(at + 1),
                _ => {}
            }
            continue;
        }
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

/// The lines without what says nothing to readers: the targets of reference definitions, the names of directives and blocks,
/// links whose text is their target, the numbers of lists.
fn said(prose: &str) -> String {
    let mut out = String::new();
    for line in prose.lines() {
        let trimmed = line.trim_start_matches([' ', '\t', '>']);
        let marks = [":::", "!!!", "???", "///", "===", "|||", "[block:", "[/block"];
        let rest = match (marks.iter().find(|mark| trimmed.starts_with(**mark)), trimmed.split_once("]:")) {
            (Some(_), _) => {
                let rest = trimmed.trim_start_matches([':', '!', '?', '/', '=', '+', ' ', '[']);
                rest.split_once(|c: char| !(c.is_alphanumeric() || "-:/".contains(c))).map_or("", |(_, rest)| rest)
            }
            (None, Some((name, target))) if name.starts_with('[') => {
                out.push_str(name);
                out.push(' ');
                if name.starts_with("[^") {
                    target
                } else {
                    target.trim_start().split_once(' ').map_or("", |(_, title)| title)
                }
            }
            (None, _) => without_marks(trimmed).0,
        };
        let link =
            rest.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(')')).and_then(|it| it.split_once("]("));
        if link.is_none_or(|(text, target)| text.replace('\\', "") != target) {
            out.push_str(rest);
        }
        out.push('\n');
    }
    out
}

/// Without the languages at the ends of code spans, which are none of their words: `` `x{:js}` ``.
fn without_languages(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{:") {
        out.push_str(before);
        let is_language = |(name, _): &(&str, &str)| !name.is_empty() && name.chars().all(char::is_alphanumeric);
        match after.split_once("}`").filter(is_language) {
            Some((name, _)) => rest = &after[name.len() + 1..],
            None => {
                out.push_str("{:");
                rest = after;
            }
        }
    }
    out + rest
}

/// Without icons by their names: `:material-check:`.
fn without_icons(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(':') {
        let name = rest[start + 1..].find(':').map(|end| &rest[start + 1..start + 1 + end]);
        let is_icon =
            |name: &&str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+".contains(&b));
        out.push_str(&rest[..start]);
        out.push(' ');
        rest = &rest[start + 1 + name.filter(is_icon).map_or(0, |name| name.len() + 1)..];
    }
    out + rest
}

/// The prose without tags, comments, expressions in braces, the targets of links and code spans' marks: what a reader sees.
pub(crate) fn visible(prose: &str) -> String {
    let prose = without_icons(&without_languages(&said(prose)));
    let mut out = String::new();
    let mut rest = prose.as_str();
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '`' => {
                let count = rest.chars().take_while(|c| *c == '`').count();
                let marks = &rest[..count];
                let end = rest[count..].find(marks).filter(|end| !rest[count..count + end].contains("\n\n"));
                match end {
                    Some(end) => {
                        out.push(' ');
                        out.push_str(&rest[count..count + end]);
                        count * 2 + end
                    }
                    None => count,
                }
            }
            // What is included, by its path.
            '<' if rest.starts_with("<include") => rest.find("</include>").map_or(0, |end| end + "</include>".len()),
            '<' if rest.starts_with("<script") => rest.find("</script>").map_or(0, |end| end + "</script>".len()),
            '<' if rest.starts_with("<style") => rest.find("</style>").map_or(0, |end| end + "</style>".len()),
            '<' if rest.starts_with("<!--") => rest.find("-->").map_or(0, |end| end + 3),
            '<' if rest[1..].starts_with(|c: char| c.is_alphabetic() || matches!(c, '/' | '>')) => {
                closing(rest, '<', '>').unwrap_or(0)
            }
            '{' => closing(rest, '{', '}').unwrap_or(0),
            ']' if rest.starts_with("][") => rest[1..].find(']').map_or(0, |end| end + 2),
            ']' if rest.starts_with("](") => closing(&rest[1..], '(', ')').map_or(0, |end| end + 1),
            _ => 0,
        };
        if skipped > 0 {
            out.push(' ');
            rest = &rest[skipped..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The words of a text: runs of letters and digits. Single ones may belong to what stands beside them.
pub(crate) fn words(text: &str) -> Words {
    let mut words = Words::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().nth(1).is_some()) {
        *words.entry(word.to_lowercase()).or_default() += 1;
    }
    words
}

/// The words that stand in `wanted` more often than in `there`, each as often as it lacks.
pub(crate) fn missing(wanted: &Words, there: &Words) -> Words {
    let lacking = |(word, count): (&String, &usize)| {
        let lack = count.saturating_sub(there.get(word).copied().unwrap_or(0));
        (lack > 0).then(|| (word.clone(), lack))
    };
    wanted.iter().filter_map(lacking).collect()
}
