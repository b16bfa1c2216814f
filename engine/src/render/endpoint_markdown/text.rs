//! Texts of a spec inside our Markdown. None of them can change the structure around it.

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::Value;

use super::html_text::without_html;

/// Appends a Markdown text on one line, with whitespace collapsed. After our own words it cannot begin a block, and its
/// markup ends with it.
pub(crate) fn line(text: &str, out: &mut String) {
    let text = &*without_html(text);
    let begins = out.is_empty() || out.ends_with('\n');
    // A tag or link shown as text keeps its content.
    let is_sound = keeps_inline(text) && !(begins && text.trim_start().starts_with(['<', '[']));
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        let is_escaped = !is_sound && word.starts_with(['<', '[', '`']);
        if at == 0 && begins && !is_escaped {
            push_first(word, is_sound, out);
        } else {
            push_safe(word, is_sound, out);
        }
    }
}

/// Appends the first word of a line so that it begins no heading, list, quote, fence or HTML.
fn push_first(word: &str, is_sound: bool, out: &mut String) {
    let digits = word.trim_end_matches(['.', ')']);
    if is_number(word) {
        out.push_str(digits);
        out.push('\\');
        out.push_str(word.get(digits.len()..).unwrap_or_default());
        return;
    }
    let mut rest = word.chars();
    // Code that ends on its line is not a fence.
    if begins_block(word) && !word.starts_with('`') {
        out.push('\\');
        out.extend(rest.next());
    }
    push_safe(rest.as_str(), is_sound, out);
}

/// Appends a text without markup on one line: types, names, media types.
pub(crate) fn words(text: &str, out: &mut String) {
    let mut last = ' ';
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            out.push(' ');
            last = ' ';
        } else if out.is_empty() || out.ends_with('\n') {
            if is_number(word) {
                push_first(word, true, out);
                continue;
            }
            if begins_block(word) && !word.starts_with(MARKUP) && !word.starts_with('<') {
                out.push('\\');
            }
        }
        let mut rest = word.chars().peekable();
        while let Some(c) = rest.next() {
            let next = rest.peek().copied().unwrap_or(' ');
            let is_markup = match c {
                '_' => !(last.is_alphanumeric() && next.is_alphanumeric()),
                '<' => next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'),
                '&' => next.is_ascii_alphabetic() || next == '#',
                c => MARKUP.contains(&c),
            };
            if is_markup {
                out.push('\\');
            }
            out.push(c);
            last = c;
        }
    }
}

/// Characters that are markup in any context.
const MARKUP: [char; 5] = ['\\', '`', '*', '[', '~'];

/// Appends a word whose HTML comments and the like stay text. If the text is not sound, all markup that could swallow
/// what follows is escaped.
fn push_safe(word: &str, is_sound: bool, out: &mut String) {
    if is_sound && !word.contains("<!") && !word.contains("<?") {
        out.push_str(word);
        return;
    }
    let mut rest = word.chars().peekable();
    while let Some(c) = rest.next() {
        let opens = match c {
            '<' => !is_sound || matches!(rest.peek(), Some('!' | '?')),
            '`' | '[' | '\\' => !is_sound,
            _ => false,
        };
        if opens {
            out.push('\\');
        }
        out.push(c);
    }
}

fn begins_block(word: &str) -> bool {
    word.starts_with(['#', '>', '<', '-', '+', '*', '=', '`', '~', '|', '['])
}

/// Whether a word is the number of a list item.
fn is_number(word: &str) -> bool {
    word.ends_with(['.', ')']) && word.trim_end_matches(['.', ')']).bytes().all(|byte| byte.is_ascii_digit())
}

/// Ends of everything that inline text can leave open, each followed by a code span that is one only if nothing was
/// open.
const CLOSERS: &str = " `x` '>`x` \">`x` >`x` >)`x` \")`x` ')`x` )`x` ]`x` -->`x` ?>`x` ]]>`x`";

/// Whether code spans, tags and links of an inline text end within it.
fn keeps_inline(text: &str) -> bool {
    if !text.contains(['`', '<', '[']) {
        return true;
    }
    if !has_paired_ticks(text) {
        return false;
    }
    if !text.contains('<') && !text.contains("](") {
        return true;
    }
    let collapsed: Vec<&str> = text.split_whitespace().collect();
    let probe = format!("x {}{CLOSERS}", collapsed.join(" "));
    let wanted = CLOSERS.matches("`x`").count();
    let codes = Parser::new_ext(&probe, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Code(text) => Some(&*text == "x"),
        _ => None,
    });
    let codes: Vec<bool> = codes.collect();
    codes.len() >= wanted && codes.iter().rev().take(wanted).all(|is_ours| *is_ours)
}

/// Whether each run of backticks that begins a code span is closed by one of the same length.
fn has_paired_ticks(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['`', '\\']) {
        let (_, from) = rest.split_at(at);
        if let Some(escaped) = from.strip_prefix('\\') {
            let mut after = escaped.chars();
            after.next();
            rest = after.as_str();
            continue;
        }
        let after = from.trim_start_matches('`');
        let run = from.len() - after.len();
        let Some(end) = end_of_code(after, run) else { return false };
        rest = end;
    }
    true
}

/// The text after the next run of exactly `run` backticks.
fn end_of_code(text: &str, run: usize) -> Option<&str> {
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        let (_, from) = rest.split_at(at);
        let after = from.trim_start_matches('`');
        if from.len() - after.len() == run {
            return Some(after);
        }
        rest = after;
    }
    None
}

/// Appends a text as a code span, on one line.
pub(crate) fn code(text: &str, out: &mut String) {
    if text.is_empty() {
        out.push_str("`\"\"`");
        return;
    }
    // Whitespace that a line cannot hold is shown as in JSON, and so is text that looks like JSON.
    let is_like_json = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let is_as_json = text.contains(char::is_control) || is_like_json && (text == "\"\"" || text.contains('\\'));
    let text = if is_as_json { Value::String(text.into()).to_string() } else { text.to_owned() };
    let ticks = "`".repeat(longest_run(&text, '`') + 1);
    let padded = text.starts_with('`') || text.ends_with('`') || (text.starts_with(' ') && text.ends_with(' '));
    let pad = if padded && !text.trim().is_empty() { " " } else { "" };
    for part in [&ticks, pad, &text, pad, &ticks] {
        out.push_str(part);
    }
}

/// Appends a code block whose fence is longer than any within. Omits a language that would end the fence.
pub(crate) fn fence(language: &str, text: &str, out: &mut String) {
    let ticks = "`".repeat(longest_run(text, '`').max(2) + 1);
    out.push_str(&ticks);
    // An info string contains neither line feeds nor backticks (CommonMark, section 4.5).
    if !language.contains(['`', '\n', '\r']) {
        out.push_str(language);
    }
    out.push('\n');
    out.push_str(text.trim_end_matches('\n'));
    out.push('\n');
    out.push_str(&ticks);
    out.push_str("\n\n");
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Appends a Markdown text as blocks: unchanged if it is self-contained, otherwise as a quote, which no open fence,
/// heading or comment can leave.
pub(crate) fn block(text: &str, out: &mut String) {
    let text = &*without_html(text);
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if keeps_to_itself(text) {
        out.push_str(text);
    } else {
        for (at, line) in text.lines().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            out.push_str("> ");
            out.push_str(line);
        }
    }
    out.push_str("\n\n");
}

/// Whether a text has no headings, rules or HTML blocks, and a heading after it is one.
fn keeps_to_itself(text: &str) -> bool {
    let is_special =
        |line: &str| line.trim_start().starts_with(['#', '<', '`', '~', '=', '-', '*', '_', '+', '>', '|']);
    if !text.contains('\r') && !text.lines().any(is_special) {
        return true;
    }
    let probe = format!("{text}\n\n## end\n");
    let mut has_end = false;
    for (event, place) in Parser::new_ext(&probe, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::HtmlBlock) | Event::Rule => return false,
            Event::Start(Tag::Heading { .. }) if place.start < text.len() => return false,
            Event::Start(Tag::Heading { .. }) => has_end = true,
            _ => {}
        }
    }
    has_end
}

#[cfg(test)]
mod tests {
    use super::keeps_to_itself;

    #[test]
    fn texts_that_end_before_a_heading_have_none() {
        for text in ["", "a", "- a", "- a\n\n  b", "> a", "```\na\n```", "| a |\n|---|\n| b |", "`## a`", "a <b>c</b>"]
        {
            assert!(keeps_to_itself(text), "{text}");
        }
        for text in [
            "# a",
            "## a",
            "a\n---",
            "- ## a",
            "***",
            "<div>",
            "```\na",
            "<!--",
            "## a\n\n~~~",
            "- ## a\n\n~~~",
            "> ## a\n\n~~~",
        ] {
            assert!(!keeps_to_itself(text), "{text}");
        }
    }
}
