//! Texts of a spec within Markdown of ours, so that none of them can change the structure around it.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};

/// Appends a text on one line, with white space collapsed. A line that is begun by our own words cannot begin a block.
pub(crate) fn line(text: &str, out: &mut String) {
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        // At the beginning of a line these would begin a heading, a list, a quote, a fence or HTML.
        if at == 0 && (out.is_empty() || out.ends_with('\n')) && begins_block(word) {
            out.push('\\');
        }
        push_safe(word, out);
    }
}

/// Appends a word whose HTML comments and the like stay text.
fn push_safe(word: &str, out: &mut String) {
    if word.contains("<!") || word.contains("<?") {
        out.push_str(&word.replace("<!", "\\<!").replace("<?", "\\<?"));
    } else {
        out.push_str(word);
    }
}

fn begins_block(word: &str) -> bool {
    word.starts_with(['#', '>', '<', '-', '+', '*', '=', '`', '~', '|', '['])
        || word.trim_end_matches(['.', ')']).bytes().all(|byte| byte.is_ascii_digit()) && word.ends_with(['.', ')'])
}

/// Appends a text as a code span, on one line.
pub(crate) fn code(text: &str, out: &mut String) {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.is_empty() {
        out.push_str("\"\"");
        return;
    }
    let ticks = "`".repeat(longest_run(&text, '`') + 1);
    let padded = text.starts_with('`') || text.ends_with('`') || (text.starts_with(' ') && text.ends_with(' '));
    let pad = if padded && !text.trim().is_empty() { " " } else { "" };
    for part in [&ticks, pad, &text, pad, &ticks] {
        out.push_str(part);
    }
}

/// Appends a block of code, whose fence is longer than any within.
pub(crate) fn fence(language: &str, text: &str, out: &mut String) {
    let ticks = "`".repeat(longest_run(text, '`').max(2) + 1);
    out.push_str(&ticks);
    out.push_str(language);
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

/// Appends a Markdown text as blocks of its own: as it is where it keeps to itself, else as a quote, which no open fence,
/// heading or comment can leave.
pub(crate) fn block(text: &str, out: &mut String) {
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
    let mut depth = 0_usize;
    let mut headings = 0;
    let mut last_is_end = false;
    for event in Parser::new_ext(&probe, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::HtmlBlock) | Event::Rule => return false,
            Event::Start(Tag::Heading { level, .. }) => {
                headings += 1;
                last_is_end = depth == 0 && level == HeadingLevel::H2;
                depth += 1;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    headings == 1 && last_is_end
}
