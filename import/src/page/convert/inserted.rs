//! MkDocs directives that insert the text of another file, in text and in code: `--8<-- "file:part"`
//! (pymdownx.snippets), `{!file!}` (markdown-include), `{% include-markdown "file" %}`
//! (mkdocs-include-markdown-plugin).

use engine::other_tools::Notation;

use super::cut::{Cut, is_mark};
use super::include::SCISSORS;
use super::{Converter, Kind, Node};
use crate::page::read::pairs;
use crate::page::tree::{Element, Value};
use crate::report::LossKind;

/// A directive that inserts a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Mark {
    path: String,
    /// Lines `2:5`, or the name of a section; empty for all.
    part: String,
    /// The texts that delimit the part.
    between: Option<(String, String)>,
    /// By how many levels its headings are lowered.
    deeper: usize,
    /// Whether relative URLs in it are relative to the page.
    counts_from_page: bool,
    /// Whether it is a tag, such as those of templates.
    is_tag: bool,
}

impl Mark {
    /// The directive in a line, or in a tag over several lines.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(rest) = scissors(text) {
            let path = rest.strip_prefix(['"', '\''])?.trim_end().strip_suffix(['"', '\''])?;
            return Some(Self::named(path));
        }
        if let Some(inner) = text.strip_prefix("{!").and_then(|rest| rest.strip_suffix("!}")) {
            let path = inner.trim_start_matches('>').split('!').next().unwrap_or_default().trim();
            return (!path.is_empty()).then(|| Self {
                path: path.to_owned(),
                counts_from_page: true,
                ..Self::default()
            });
        }
        let inner = text.strip_prefix("{%").and_then(|rest| rest.strip_suffix("%}"))?;
        let inner = inner.trim_matches('-').trim();
        let rest = inner.strip_prefix("include-markdown").or_else(|| inner.strip_prefix("include"))?;
        let attributes = pairs(rest);
        let value = |name: &str| {
            attributes.iter().find(|attribute| attribute.name == name).and_then(|attribute| match &attribute.value {
                Value::Text(text) => Some(text.replace("\\n", "\n")),
                _ => None,
            })
        };
        let (start, end) = (value("start").unwrap_or_default(), value("end").unwrap_or_default());
        Some(Self {
            path: value("_")?,
            part: String::new(),
            between: (!start.is_empty() || !end.is_empty()).then_some((start, end)),
            deeper: value("heading-offset").and_then(|offset| offset.parse().ok()).unwrap_or_default(),
            counts_from_page: false,
            is_tag: true,
        })
    }

    /// `file`, `file:2:5`, `file:section`.
    fn named(path: &str) -> Self {
        let is_elsewhere = path.contains("://");
        let (path, part) = path.split_once(':').filter(|_| !is_elsewhere).unwrap_or((path, ""));
        // A single number is the first line.
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let part = if is_number { format!("{part}:") } else { part.to_owned() };
        Self { path: path.to_owned(), part, counts_from_page: true, ..Self::default() }
    }

    fn cut(&self) -> Cut<'_> {
        match &self.between {
            Some((start, end)) => Cut::Between(start, end),
            None => Cut::part(&self.part),
        }
    }
}

/// The text after `--8<--` in a line.
fn scissors(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('-');
    let after = rest.strip_prefix("8<-")?.trim_start_matches('-');
    (rest.len() < line.len() && (after.is_empty() || after.starts_with(' '))).then(|| after.trim())
}

impl Converter<'_> {
    /// A paragraph with directives. Returns whether it has any.
    pub(super) fn inserted(&mut self, text: &str, line: u32, out: &mut Vec<Node>) -> bool {
        if text.starts_with("{%")
            && let Some(mark) = Mark::read(text)
        {
            self.insert(&mark, line, out);
            return true;
        }
        if !text.lines().any(|line| Mark::read(line).is_some() || scissors(line.trim()) == Some("")) {
            return false;
        }
        let mut words: Vec<&str> = Vec::new();
        let mut is_list = false;
        for (at, number) in text.lines().zip(line..) {
            let trimmed = at.trim();
            let mark = Mark::read(trimmed);
            if mark.is_none() && scissors(trimmed) != Some("") && !is_list {
                words.push(at);
                continue;
            }
            self.words_between(&mut words, number, out);
            match mark {
                Some(mark) => self.insert(&mark, number, out),
                // A bare `--8<--` opens and closes a list of files.
                None if scissors(trimmed) == Some("") => is_list = !is_list,
                None if trimmed.is_empty() || trimmed.starts_with(';') => {}
                None => self.insert(&Mark::named(trimmed), number, out),
            }
        }
        self.words_between(&mut words, line, out);
        true
    }

    fn words_between(&mut self, words: &mut Vec<&str>, line: u32, out: &mut Vec<Node>) {
        let text = std::mem::take(words).join("\n");
        if !text.trim().is_empty() {
            self.text(text, line, out);
        }
    }

    /// Inserts the text of a directive's file.
    fn insert(&mut self, mark: &Mark, line: u32, out: &mut Vec<Node>) {
        if mark.path.contains("://") {
            let outcome = "it is on another site: nothing is put in its place";
            return self.report_loss(LossKind::MissingInclude, line, &mark.path, outcome);
        }
        let before = self.base.clone();
        if mark.counts_from_page {
            self.base.get_or_insert_with(|| self.file.clone());
        }
        let from = out.len();
        // The paths of tags are relative to the page.
        let element = Element::new(Notation::Line, if mark.is_tag { "include" } else { SCISSORS });
        self.snippet(&element, &mark.path, mark.cut(), line, out);
        self.base = before;
        for node in out.iter_mut().skip(from).filter(|_| mark.deeper > 0) {
            if let Kind::Heading { level, .. } = &mut node.kind {
                *level = (*level + mark.deeper).min(6);
            }
        }
    }

    /// Code with its directives replaced by their files.
    pub(super) fn with_inserted(&mut self, content: String, line: u32) -> String {
        if !["8<-", "{!", "{%"].iter().any(|mark| content.contains(mark)) {
            return content;
        }
        let mut out = String::with_capacity(content.len());
        for (at, number) in content.lines().zip(line + 1..) {
            let indent = at.len() - at.trim_start().len();
            match Mark::read(at).and_then(|mark| self.code_of_mark(&mark, number)) {
                Some(code) => {
                    for inner in code.trim_end_matches('\n').lines() {
                        if !inner.trim().is_empty() {
                            out.push_str(at.get(..indent).unwrap_or_default());
                        }
                        out.push_str(inner);
                        out.push('\n');
                    }
                }
                None => {
                    // `;--8<--` shows the directive itself.
                    let shown = at.trim_start().strip_prefix(';').filter(|rest| scissors(rest).is_some());
                    out.push_str(shown.unwrap_or(at));
                    out.push('\n');
                }
            }
        }
        out
    }

    /// The part of a file that a directive in code inserts. `None`, with a loss, if it is missing.
    fn code_of_mark(&mut self, mark: &Mark, line: u32) -> Option<String> {
        let file = self.around.file(&self.file, &mark.path);
        // Templates are often shown as code.
        let is_template = file.is_none() && mark.is_tag;
        let found = file.and_then(|text| mark.cut().of(&text, self.dialect));
        if found.is_none() && !is_template {
            let subject = if mark.part.is_empty() { mark.path.clone() } else { format!("{}:{}", mark.path, mark.part) };
            self.report_missing_include(line, &subject, "the line stays as it is", !mark.is_tag);
        }
        found.map(|text| text.lines().filter(|line| !is_mark(line)).flat_map(|line| [line, "\n"]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Mark;

    #[test]
    fn marks_are_told_from_other_lines() {
        let read = |text: &str| Mark::read(text).map(|mark| (mark.path.clone(), mark.part));
        let found = |path: &str, part: &str| Some((path.to_owned(), part.to_owned()));
        assert_eq!(read("--8<-- \"a/b.py:part\""), found("a/b.py", "part"));
        assert_eq!(read("  -8<- 'a.md:4'"), found("a.md", "4:"));
        assert_eq!(read("--8<-- \"https://a.test/x.md\""), found("https://a.test/x.md", ""));
        assert_eq!(read("{!> ../a.py !}"), found("../a.py", ""));
        let tag = Mark::read("{%\n  include-markdown \"../README.md\"\n  start=\"<!--a-->\"\n  heading-offset=1\n%}")
            .unwrap();
        assert_eq!(
            (tag.path.as_str(), tag.between, tag.deeper),
            ("../README.md", Some(("<!--a-->".to_owned(), String::new())), 1)
        );
        for other in ["--8<--", "8<-- \"a\"", "-- 8<-- \"a\"", "{% if x %}", "{!!}", "x --8<-- \"a\"", "[start:x]"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
