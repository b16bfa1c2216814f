//! `tool explain`: explains a diagnostic with the text of the manual, or lists all of them.

use std::io::{self, Write};

use engine::Code;
use serde_json::{Value, json};

use crate::args::Explain;
use crate::embedded;
use crate::failure::{Done, Failure, Outcome};
use crate::report::Reporter;

/// Prints the explanation or the list.
pub(crate) fn run(arguments: &Explain, reporter: &Reporter) -> Outcome {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match &arguments.code {
        Some(name) => {
            let code = named(name)?;
            if reporter.is_json() {
                serde_json::to_writer_pretty(&mut out, &value(code)).map_err(io::Error::from)?;
                writeln!(out)?;
            } else {
                write!(out, "{}", text(code))?;
            }
        }
        None if reporter.is_json() => {
            let all: Vec<Value> = Code::ALL.iter().map(|&code| value(code)).collect();
            serde_json::to_writer_pretty(&mut out, &all).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        None => {
            for code in Code::ALL {
                let info = code.info();
                let first = info.explanation.split_once(". ").map_or(info.explanation, |(first, _)| first);
                writeln!(out, "{:<8} {:<24} {}", info.severity.name(), info.name, first.trim_end_matches('.'))?;
            }
        }
    }
    out.flush()?;
    Ok(Done::Clean)
}

/// Finds a code by its name in a report: `broken-link` or `error[broken-link]`.
fn named(name: &str) -> Outcome<Code> {
    let bare = name.split_once('[').and_then(|(_, rest)| rest.strip_suffix(']')).unwrap_or(name);
    let found = Code::ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(bare));
    found.ok_or_else(|| {
        let near = engine::did_you_mean(bare, Code::ALL.iter().map(|code| code.name()));
        Failure::new(format!("unknown diagnostic `{bare}`"))
            .with_help(near.unwrap_or_else(|| "`tool explain` lists all codes".to_owned()))
    })
}

fn value(code: Code) -> Value {
    let info = code.info();
    json!({
        "code": info.name,
        "severity": info.severity.name(),
        "blocksBuild": info.blocks_build,
        "explanation": info.explanation,
        "documentation": documentation(info.name),
    })
}

/// The heading of a report, and the manual's text below it.
fn text(code: Code) -> String {
    let info = code.info();
    let name = info.name;
    let effect = match (info.blocks_build, info.severity) {
        (true, _) => "It blocks `tool build`; its level cannot be changed.".to_owned(),
        (false, severity) => {
            let fails = match severity {
                engine::Severity::Error => "`tool validate` fails",
                engine::Severity::Warning => "`tool validate --strict` fails",
                engine::Severity::Info => "nothing fails",
            };
            format!(
                "Until it is resolved, {fails}. Change its level in tool.json: \"rules\": {{ \"{name}\": \"off\" }}, or \"info\", \
                 \"warning\", \"error\"."
            )
        }
    };
    format!("{}[{name}]\n\n{}\n\n{}\n", info.severity.name(), plain(&documentation(name)), wrapped(&effect))
}

/// The text below the code's heading on the manual's page of diagnostics, without the severity at its start.
fn documentation(name: &str) -> String {
    let page = embedded::DEMO.iter().find(|(path, _)| *path == "docs/reference/diagnostics.md");
    let page = page.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok()).unwrap_or_default();
    let heading = format!("\n### `{name}`\n");
    let below = page.split_once(&heading).map_or("", |(_, below)| below);
    let mut fence: Option<&str> = None;
    let mut end = 0;
    for line in below.split_inclusive('\n') {
        // Headings in examples do not count.
        if fence.is_none() && (line.starts_with("### ") || line.starts_with("## ")) {
            break;
        }
        fence = fence_after(fence, line);
        end += line.len();
    }
    let section = below.get(..end).unwrap_or(below).trim();
    section.split_once(". ").map_or(section, |(_, text)| text).to_owned()
}

/// The fence of the code block that is open after a line; `None` outside code blocks.
fn fence_after<'m>(open: Option<&'m str>, line: &'m str) -> Option<&'m str> {
    let marks = line.len() - line.trim_start_matches('`').len();
    match open {
        Some(fence) => Some(fence).filter(|_| line.trim_end() != fence),
        None => line.get(..marks).filter(|marks| marks.len() > 2),
    }
}

/// Markdown as plain text for a terminal: wrapped paragraphs, links without destinations, code unchanged below its name.
fn plain(markdown: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in markdown.lines() {
        let before = fence;
        fence = fence_after(fence, line);
        match (before, fence) {
            (None, Some(_)) => {
                let name = line.split_once("filename=\"").and_then(|(_, rest)| rest.split_once('"'));
                out.extend(name.map(|(name, _)| format!("{name}:")));
            }
            (Some(_), None) => {}
            (Some(_), Some(_)) => out.push(format!("    {line}").trim_end().to_owned()),
            (None, None) => out.push(wrapped(&without_links(line))),
        }
    }
    out.join("\n")
}

/// `[text](/page)` as `text`.
fn without_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        let link = after.split_once("](").and_then(|(text, after)| Some((text, after.split_once(')')?.1)));
        let Some((text, after)) = link.filter(|(text, _)| !text.contains('[')) else {
            out.push_str(before);
            out.push('[');
            rest = after;
            continue;
        };
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Wraps a line at 80 characters.
fn wrapped(line: &str) -> String {
    const WIDTH: usize = 80;
    let mut out = String::new();
    let mut length = 0;
    for word in line.split(' ') {
        let count = word.chars().count();
        if length > 0 && length + 1 + count > WIDTH {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += count;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Code, documentation, plain, text};

    #[test]
    fn every_code_is_explained_at_80_columns() {
        for &code in Code::ALL {
            assert!(documentation(code.name()).len() > 20, "{}", code.name());
            let text = text(code);
            let is_code = |line: &&str| line.starts_with("    ");
            let long: Vec<&str> = text.lines().filter(|line| !is_code(line) && line.chars().count() > 80).collect();
            assert!(long.is_empty(), "{}: {long:?}", code.name());
            assert!(!text.lines().any(|line| !is_code(&line) && line.contains("](/")), "{text}");
        }
    }

    #[test]
    fn links_lose_their_destinations_and_code_stays() {
        let shown = plain("See [Math](/m) or `[x]`.\n\n```md\n[a](/b)\n```");
        assert_eq!(shown, "See Math or `[x]`.\n\n    [a](/b)");
        let shown = plain("````md filename=\"Wrong: a.md\"\n```js\nx\n```\n````\n\nText.");
        assert_eq!(shown, "Wrong: a.md:\n    ```js\n    x\n    ```\n\nText.");
    }
}
