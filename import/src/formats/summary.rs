//! `SUMMARY.md`: a navigation as a Markdown list, for GitBook, mdBook, and literate-nav of MkDocs.

/// An item of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) title: String,
    /// The link target; `None` for an item without a link, empty for a draft.
    pub(super) target: Option<String>,
    pub(super) line: u32,
    pub(super) items: Vec<Item>,
}

/// A part of the list: the items below one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// `None` for the part before the first heading.
    pub(super) title: Option<String>,
    pub(super) items: Vec<Item>,
}

/// The greatest nesting; deeper items are moved up to this depth.
const DEEPEST: usize = 16;

/// The parts of a summary. A level-1 heading at the start is the title of the file.
pub(super) fn summary(text: &str) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    // The indentation of each open item, with its path.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut in_comment = false;
    for (number, line) in (1_u32..).zip(text.lines()) {
        let line = without_comments(line, &mut in_comment);
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        if let Some(heading) = heading(trimmed) {
            let is_title =
                trimmed.starts_with("# ") && parts.len() == 1 && parts.iter().all(|part| part.items.is_empty());
            if !is_title {
                parts.push(Part { title: Some(heading), items: Vec::new() });
            }
            open.clear();
            continue;
        }
        if matches!(trimmed, "***" | "* * *" | "___") {
            // In GitBook a rule ends the part with a title.
            parts.push(Part::default());
            open.clear();
            continue;
        }
        let Some(part) = parts.last_mut() else { continue };
        let indent = indentation(&line);
        match marker(trimmed) {
            Some(rest) => {
                let Some(item) = item(rest, number) else { continue };
                open.retain(|(other, _)| *other < indent);
                open.truncate(DEEPEST);
                let way: Vec<usize> = open.iter().map(|(_, index)| *index).collect();
                if let Some(items) = below(&mut part.items, &way) {
                    items.push(item);
                    open.push((indent, items.len() - 1));
                }
            }
            None if trimmed.starts_with('[') && indent == 0 => {
                // Chapters outside of the list belong to no part of it.
                let chapter = item(trimmed, number).filter(|item| item.target.is_some());
                match part.title {
                    Some(_) => parts.push(Part { title: None, items: chapter.into_iter().collect() }),
                    None => part.items.extend(chapter),
                }
                open.clear();
            }
            None => {}
        }
    }
    parts.retain(|part| part.title.is_some() || !part.items.is_empty());
    parts
}

/// The items at the end of a path.
fn below<'i>(items: &'i mut Vec<Item>, way: &[usize]) -> Option<&'i mut Vec<Item>> {
    way.iter().try_fold(items, |items, index| items.get_mut(*index).map(|item| &mut item.items))
}

/// The line without `<!-- … -->`, which may span several lines.
fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut out = String::new();
    let mut rest = line;
    loop {
        let mark = if *in_comment { "-->" } else { "<!--" };
        let Some((before, after)) = rest.split_once(mark) else { break };
        if !*in_comment {
            out.push_str(before);
        }
        *in_comment = !*in_comment;
        rest = after;
    }
    if !*in_comment {
        out.push_str(rest);
    }
    out
}

fn heading(line: &str) -> Option<String> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let rest = line.get(level..)?;
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| plain(rest.trim().trim_end_matches('#').trim()))
}

/// The number of columns before the text; a tab counts as four.
fn indentation(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// The text after a list marker.
fn marker(line: &str) -> Option<&str> {
    if let Some(rest) = ["* ", "- ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)) {
        let is_rule = line.chars().all(|c| matches!(c, '*' | '-' | ' '));
        return (!is_rule).then_some(rest.trim());
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?;
    (digits > 0).then(|| rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")))?.map(str::trim)
}

/// `[Title](target "tip")`, or plain text.
fn item(text: &str, line: u32) -> Option<Item> {
    let Some(rest) = text.strip_prefix('[') else {
        let title = plain(text);
        return (!title.is_empty()).then_some(Item { title, line, ..Item::default() });
    };
    let close = closing(rest)?;
    let title = plain(rest.get(..close)?);
    let behind = rest.get(close + 1..)?;
    let Some(target) = behind.strip_prefix('(') else { return Some(Item { title, line, ..Item::default() }) };
    let target = target.trim_start();
    let target = match target.strip_prefix('<') {
        Some(target) => target.split('>').next().unwrap_or_default(),
        None => target.split([')', ' ']).next().unwrap_or_default(),
    };
    Some(Item { title, target: Some(crate::links::bare(target)), line, items: Vec::new() })
}

/// The bracket that closes a link's text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    let mut in_code = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '`' => in_code = !in_code,
            '[' if !in_code => depth += 1,
            ']' if !in_code && depth == 0 => return Some(at),
            ']' if !in_code => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A title without escapes and markers of emphasis and code.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek().is_some_and(char::is_ascii_punctuation) => out.extend(chars.next()),
            '`' => {}
            '*' if chars.peek() == Some(&'*') => drop(chars.next()),
            c => out.push(c),
        }
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Item, summary};

    /// The parts as lines.
    fn shown(text: &str) -> String {
        fn items(items: &[Item], depth: usize, out: &mut String) {
            for item in items {
                let target = item.target.as_deref().map(|target| format!(" → {target}")).unwrap_or_default();
                out.push_str(&format!("{}{}{target}\n", "  ".repeat(depth), item.title));
                items_below(item, depth, out);
            }
        }
        fn items_below(item: &Item, depth: usize, out: &mut String) {
            items(&item.items, depth + 1, out);
        }
        let mut out = String::new();
        for part in summary(text) {
            out.push_str(&format!("# {}\n", part.title.unwrap_or_default()));
            items(&part.items, 0, &mut out);
        }
        out
    }

    #[test]
    fn lists_nest_by_their_indentation() {
        let text = "# Summary\n\n[Foreword](foreword.md)\n\n* [Home](README.md)\n    * [\\[Alpha\\] A](a.md \"mention\")\n\t\t- [B](<b c.md>)\n\
                    * Words\n  * [D](d/README.md)\n<!-- * [X](x.md)\n* [Y](y.md) -->\n## Guides\n1. [E `code`](e.md)\n***\n- [Draft]()\n\n\
                    [After](after.md)\n";
        let expected = "# \nForeword → foreword.md\nHome → README.md\n  [Alpha] A → a.md\n    B → b c.md\nWords\n  D → d/README.md\n\
                        # Guides\nE code → e.md\n# \nDraft → \nAfter → after.md\n";
        assert_eq!(shown(text), expected);
    }
}
