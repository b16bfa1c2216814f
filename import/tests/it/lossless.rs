//! Whether an import keeps what its pages say: the contents of code blocks byte for byte, the words of prose, and that
//! nothing of the other tool's syntax is left.

use std::collections::BTreeMap;

use import::{Contents, Imported, Source};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::extract::{Fence, Words, extract, missing, visible, words};

/// Of a project's words, at most this share stands in the report alone: one in a hundred.
const MOST_REPORTED: usize = 100;

/// Pages that the simple reader of these tests takes for something else than they are, and why.
const MISREAD: [(&str, &str); 6] = [
    ("ui/components/auto-type-table.mdx", "code with a fence in it is the value of an attribute"),
    ("insiders/upgrade.md", "a mark of a fence stands alone"),
    ("blog-theme/start/page.mdx", "a fence stands in a comment"),
    ("search/ai/page.mdx", "the kind of an alert is no word of its text"),
    ("meta-file/page.mdx", "the value of an attribute is a template with braces"),
    ("docs/tables.md", "an exported text has blank lines"),
];

/// What is lost between the pages of a source and those that were made of them.
pub(crate) fn faults(source: &Source, imported: &Imported) -> Vec<String> {
    let made = |path: &str| {
        imported.files.iter().find(|file| file.path == path).and_then(|file| match &file.contents {
            Contents::Text(text) => Some(text.as_str()),
            Contents::Copy(_) => None,
        })
    };
    // What pages share stands once, beside them.
    let shared: Vec<&str> =
        imported.files.iter().filter(|file| file.path.contains("/_")).filter_map(|file| made(&file.path)).collect();
    let shared_words = words(&shared.join("\n"));
    let shared_code: Vec<String> = shared.iter().flat_map(|text| code_blocks(text)).collect();
    let mut reported: BTreeMap<&str, String> = BTreeMap::new();
    for loss in &imported.report.losses {
        let text = reported.entry(&loss.file).or_default();
        text.push_str(&loss.subject);
        text.push('\n');
    }
    let mut faults = Vec::new();
    let (mut all, mut only_reported) = (0, 0);
    for (file, page) in &imported.report.page_files {
        let (Ok(old), Some(new)) = (source.text(file), made(page)) else {
            faults.push(format!("{file}: there is no {page}"));
            continue;
        };
        if MISREAD.iter().any(|(part, _)| file.contains(part)) {
            continue;
        }
        let old = extract(&without_page_links(&old));
        let report = reported.get(file.as_str()).map_or("", String::as_str);
        faults.extend(
            lost_code(&old.fences, new, &shared_code, report).into_iter().map(|what| format!("{file}: {what}")),
        );
        let wanted = words(&visible(&without_fallbacks(&old.prose)));
        all += wanted.values().sum::<usize>();
        let lacking = missing(&missing(&wanted, &words(new)), &shared_words);
        let said = words(report);
        let lost = missing(&lacking, &said);
        only_reported += count(&lacking) - count(&lost);
        if !lost.is_empty() {
            let shown: Vec<&str> = lost.keys().take(12).map(String::as_str).collect();
            faults.push(format!("{file}: {} words are lost: {}", count(&lost), shown.join(" ")));
        }
        faults.extend(leftovers(new).into_iter().map(|what| format!("{page}: {what}")));
    }
    if only_reported * MOST_REPORTED > all {
        faults.push(format!("{only_reported} of {all} words stand in the report alone"));
    }
    faults
}

/// A text without the links that GitBook shows as cards with the title of their page, whatever the words of the link.
fn without_page_links(text: &str) -> String {
    let mut is_link = false;
    let is_shown = |line: &&str| {
        is_link = line.starts_with("{% content-ref") || is_link && !line.starts_with("{% endcontent-ref");
        !is_link
    };
    text.split_inclusive('\n').filter(is_shown).collect()
}

/// A text without that of players, which only browsers without them show, and without the choices of form controls, which
/// are left out with them.
fn without_fallbacks(text: &str) -> String {
    let mut out = text.to_owned();
    for name in ["video", "audio", "iframe", "select"] {
        let (open, close) = (format!("<{name}"), format!("</{name}>"));
        let parts: Vec<&str> = out.split(close.as_str()).collect();
        let last = parts.len() - 1;
        let kept = parts.iter().enumerate().map(|(at, part)| match part.rfind(&open).filter(|_| at < last) {
            Some(tag) => part[tag..].find('>').map_or(*part, |end| &part[..=tag + end]),
            None => part,
        });
        out = kept.collect();
    }
    out
}

fn count(words: &Words) -> usize {
    words.values().sum()
}

/// The code blocks of the source that the new page does not have, each as its first line.
fn lost_code(wanted: &[Fence], page: &str, shared: &[String], report: &str) -> Vec<String> {
    let mut there = code_blocks(page);
    let mut lost = Vec::new();
    for fence in wanted {
        let has_hidden = report.contains(" line") || report.contains(" quer");
        let seen = as_seen(&fence.text, has_hidden);
        let is_part = |code: &str| {
            let mut lines = fence.text.lines();
            !code.is_empty() && code.lines().all(|wanted| lines.any(|line| line == wanted))
        };
        let command = fence.text.lines().map(|line| format!("npm install {line}")).collect::<Vec<_>>().join("\n");
        let is_command = |code: &String| fence.is_install && code.trim_end() == command;
        // The number of an annotation stays.
        let has_annotations = report.contains("annotations of code");
        let unmarked = |code: &str| code.replace(")!", ")");
        let is_unmarked = |code: &String| has_annotations && unmarked(code) == unmarked(&fence.text);
        let is_changed = |code: &String| {
            let bare = without_changes(code);
            [&fence.text, &fence.text_of_author, &seen].contains(&&bare)
        };
        let is_same = |code: &String| {
            [&fence.text, &fence.text_of_author, &seen].contains(&code)
                || is_command(code)
                || is_unmarked(code)
                || is_changed(code)
        };
        let is_it = |code: &String| is_same(code) || has_hidden && is_part(code);
        // Another one may be a part of it, too.
        match there.iter().position(is_same).or_else(|| there.iter().position(is_it)) {
            Some(at) => drop(there.swap_remove(at)),
            None if shared.iter().any(is_it) || fence.is_hidden && has_hidden => {}
            None => {
                lost.push(format!("a code block is not the same: {:?}", fence.text.lines().next().unwrap_or_default()));
            }
        }
    }
    lost
}

/// Code without the comments that mark added and removed lines, which readers do not see.
fn without_changes(code: &str) -> String {
    let bare = |line: &str| {
        let mark = ["[!code ++]", "[!code --]"].iter().find_map(|mark| line.rfind(mark));
        let end = mark.and_then(|at| line.get(..at)?.trim_end().rfind(' '));
        end.and_then(|end| line.get(..end)).unwrap_or(line).to_owned() + "\n"
    };
    code.lines().map(bare).collect()
}

/// Code as readers of the old site saw it: without what hides marks of includes and the comments by which Docusaurus marks
/// lines, and where the report has hidden lines without those.
fn as_seen(code: &str, has_hidden: bool) -> String {
    let marks = ["highlight-next-line", "highlight-start", "highlight-end"];
    let is_mark = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.len() <= 3 && marks.iter().any(|mark| words.contains(mark))
    };
    let is_comment = |line: &str| line.trim() == "#" || line.trim_start().starts_with("# ");
    let is_hidden = |line: &&str| is_mark(line) || has_hidden && is_comment(line);
    let shown = |line: &str| {
        let line = if has_hidden {
            line.replacen("##", "#", usize::from(line.trim_start().starts_with("##")))
        } else {
            line.to_owned()
        };
        format!("{}\n", line.strip_prefix(';').filter(|rest| rest.starts_with("--8<--")).unwrap_or(&line))
    };
    code.lines().filter(|line| !is_hidden(line)).map(shown).collect()
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    let body = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map_or(text, |(_, body)| body);
    let more = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES | Options::ENABLE_DEFINITION_LIST;
    Parser::new_ext(body, Options::ENABLE_TABLES | more)
}

/// The contents of the fenced blocks of a page, by CommonMark.
fn code_blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => open = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => found.extend(open.take()),
            Event::Text(text) => {
                if let Some(code) = &mut open {
                    code.push_str(&text);
                }
            }
            _ => {}
        }
    }
    found
}

/// What is left of other tools' syntax outside code: capitalized tags, marks of directives, blocks.
fn leftovers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_code = false;
    let mut in_comment = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Html(html) | Event::InlineHtml(html) => {
                // A block of HTML comes in lines.
                let is_comment = in_comment || html.starts_with("<!--");
                in_comment = is_comment && !html.contains("-->");
                let mut tags = html.split('<').skip(1).map(|tag| tag.trim_start_matches('/'));
                if !is_comment && let Some(tag) = tags.find(|tag| tag.starts_with(|c: char| c.is_ascii_uppercase())) {
                    let name: String = tag.chars().take_while(|c| c.is_alphanumeric() || *c == '.').collect();
                    found.push(format!("the tag <{name}> is left"));
                }
            }
            Event::Text(text) if !in_code => {
                let marks = [":::", "{%", "!!! ", "??? ", "=== \"", "[block:", "/// ", "{#include", "--8<--", "<<< "];
                found.extend(
                    marks
                        .iter()
                        .filter(|mark| text.trim_start().starts_with(**mark))
                        .map(|mark| format!("{mark} is left: {text}")),
                );
            }
            _ => {}
        }
    }
    found
}
