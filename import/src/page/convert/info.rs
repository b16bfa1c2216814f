//! Info strings of fences: converts them, and expands fences that represent several.

use crate::page::tree::{Fence, Kind, Node, TargetElement};

/// A parsed info string.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::page) struct Info {
    pub(super) language: String,
    pub(in crate::page) title: Option<String>,
    /// The text under the code; our fences only have a title.
    pub(super) caption: Option<String>,
    pub(super) lines: Vec<String>,
    pub(super) numbers: bool,
    /// The lines in focus.
    pub(super) focus: Vec<String>,
    /// The tab that the fence is, in a group with adjacent fences.
    pub(super) tab: Option<String>,
    pub(super) words: Vec<String>,
    /// The names of the values that have no counterpart.
    pub(super) dropped: Vec<String>,
    /// The lines that are added, and those that are removed.
    pub(super) added: Vec<String>,
    pub(super) removed: Vec<String>,
    /// Whether it says which words are highlighted wherever they occur in the code.
    pub(super) marks_words: bool,
    /// Whether it says which words are removed.
    pub(super) cuts_words: bool,
    /// Whether a list in brackets says which words or lines are highlighted.
    pub(super) has_marks: bool,
}

/// Words in info strings about the look or execution of code, not its name.
const FLAGS: &[&str] = &[
    "twoslash",
    "copy",
    "nocopy",
    "npm2yarn",
    "live",
    "noInline",
    "expandable",
    "wrap",
    "lines",
    "showLineNumbers",
    "linenums",
    "lineNumbers",
    "active",
    "hidden",
    "readonly",
    "raw",
    "eval",
    "word-wrap",
    "nowrap",
    "package-install",
    "ts2js",
    "no_run",
    "ignore",
    "should_panic",
    "editable",
    "noplayground",
    "noCopy",
    "collapse",
    "no-line-numbers",
    "ignoreErrors",
    "errors",
    "title",
    "filename",
    "tab",
    "sh2ts",
    "playground",
    "hideTabs",
    "default",
    "preserve",
    "static",
    "focus",
    "async",
    "sync",
    "build",
    "with-output",
    "node",
    "result",
    "run",
    "test",
    "isolated",
];

/// The words of [`FLAGS`] that may also be a part of a title: `npm run build`.
const OF_TITLES: &[&str] = &["run", "test", "build", "node", "result", "static", "async", "sync", "errors", "raw"];

/// Returns the title that the words after a language are, in tools where they are one; `None` if all are options.
pub(super) fn title_of(mut words: Vec<String>) -> Option<String> {
    let is_option = |word: &String| OF_TITLES.contains(&word.as_str());
    let is_file = |word: &String| word.contains(['.', '/']);
    if words.iter().all(is_option) || words.iter().any(is_file) {
        words.retain(|word| !is_option(word));
    }
    (!words.is_empty()).then(|| words.join(" "))
}

impl Info {
    /// Parses an info string; bare words may be a title if the dialect has no other use for them.
    pub(in crate::page) fn read(source: &str) -> Self {
        let mut out = Self::default();
        let source = source.trim();
        // `{ .py .annotate title="x" }`
        if let Some(inner) = source.strip_prefix('{').and_then(|inner| inner.strip_suffix('}'))
            && inner.trim_start().starts_with('.')
        {
            let mut words = inner.split_whitespace();
            out.language = words.next().unwrap_or_default().trim_start_matches('.').to_owned();
            let rest = inner.trim_start();
            out.meta(rest.get(out.language.len() + 1..).unwrap_or_default());
            // The others are classes.
            out.words.retain(|word| !word.starts_with('.') || word.contains('/'));
            return out;
        }
        let end = source.find(|c: char| c.is_whitespace() || matches!(c, '{' | '[')).unwrap_or(source.len());
        let word = source.get(..end).unwrap_or_default();
        let (language, flags) = word.split_once([',', ':']).unwrap_or((word, ""));
        if language.contains(['=', '"']) {
            out.meta(source);
            return out;
        }
        out.numbers = flags.starts_with("line-numbers");
        out.language = language.trim_start_matches('.').to_owned();
        out.meta(source.get(end..).unwrap_or_default());
        out
    }

    fn meta(&mut self, source: &str) {
        let mut rest = source.trim_start();
        while let Some(first) = rest.chars().next() {
            if first == '{' {
                let (lines, after) = rest.get(1..).and_then(|rest| rest.split_once('}')).unwrap_or(("", ""));
                self.add_lines(lines);
                rest = after.trim_start();
                continue;
            }
            if first == '[' {
                let (label, after) = bracketed(rest);
                // React's documentation marks words by a list of steps, lines and words.
                let is_list = label.starts_with('[')
                    || !label.is_empty() && label.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | ' '));
                self.has_marks |= is_list;
                // Mintlify's option may have brackets.
                if label != "expandable" && !is_list {
                    self.title.get_or_insert_with(|| label.to_owned());
                }
                rest = after.trim_start();
                continue;
            }
            if matches!(first, '"' | '\'' | '/') && rest.get(1..).is_some_and(|inner| inner.contains(first)) {
                // Highlighted words: `"x"`, `/x/`.
                let marked = rest.get(1..).and_then(|inner| inner.split_once(first));
                let (words, after) = if first == '/' { pattern(rest) } else { marked.unwrap_or(("", "")) };
                if rest.starts_with("//") {
                    rest = rest.split_once(char::is_whitespace).map_or("", |(_, after)| after).trim_start();
                    continue;
                }
                if first == '/' && !after.is_empty() && !after.starts_with([' ', '{']) {
                    // It is a path.
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    self.words.push(rest.get(..end).unwrap_or_default().to_owned());
                    rest = rest.get(end..).unwrap_or_default().trim_start();
                    continue;
                }
                self.marks_words |= !words.is_empty();
                rest = after.trim_start();
                continue;
            }
            rest = self.word(rest).trim_start();
        }
    }

    /// Parses the word or pair at the start; returns the rest.
    fn word<'t>(&mut self, rest: &'t str) -> &'t str {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default();
        let after = rest.get(end..).unwrap_or_default();
        let Some(value) = after.strip_prefix('=') else {
            match name {
                "showLineNumbers" | "linenums" | "lineNumbers" | ":line-numbers" | "linenumbers" => self.numbers = true,
                "lines" => self.numbers = true,
                "" => return rest.get(1..).unwrap_or_default(),
                name if FLAGS.contains(&name) && !OF_TITLES.contains(&name) => {}
                name if name.starts_with("showLineNumbers") => self.numbers = true,
                name if name.contains('{') => {
                    let (word, lines) = name.split_once('{').unwrap_or((name, ""));
                    self.add_lines(lines.trim_end_matches('}'));
                    if !FLAGS.contains(&word) && !word.is_empty() {
                        self.words.push(word.to_owned());
                    }
                }
                name if name.starts_with('#') && !name.contains('/') => {}
                name => self.words.push(name.to_owned()),
            }
            return after;
        };
        let (value, after) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                value.get(1..).and_then(|inner| inner.split_once(quote)).unwrap_or((value, ""))
            }
            Some('{') => value.get(1..).and_then(|inner| inner.split_once('}')).unwrap_or((value, "")),
            // A pattern may have spaces.
            Some('/') if matches!(name, "highlight" | "mark" | "ins" | "del") => pattern(value),
            _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        match name {
            "title" | "filename" | "name" | "label" | "fileName" | "file" => {
                self.title = Some(value.trim_matches(['"', '\'', '`']).to_owned()).filter(|title| !title.is_empty());
            }
            "caption" => self.caption = Some(value.trim_matches(['"', '\'', '`']).to_owned()),
            "tab" => self.tab = Some(value.to_owned()),
            "focus" => self.focus.extend(ranges(value.trim_matches(['{', '}']))),
            "hl_lines" => self.add_lines(&value.split_whitespace().collect::<Vec<_>>().join(",")),
            "highlight" | "mark" | "ins" | "del" => {
                let lines = ranges(value.trim_matches(['{', '}'])).collect::<Vec<_>>();
                self.marks_words |= lines.is_empty() && !value.trim_matches('/').is_empty();
                self.cuts_words |= lines.is_empty() && name == "del" && !value.trim_matches('/').is_empty();
                match name {
                    "ins" => self.added.extend(lines),
                    "del" => self.removed.extend(lines),
                    _ => self.lines.extend(lines),
                }
            }
            "linenums" | "showLineNumbers" | "lines" | "lineNumbers" => self.numbers = value != "false",
            name => self.dropped.push(name.to_owned()),
        }
        after
    }

    fn add_lines(&mut self, lines: &str) {
        self.lines.extend(ranges(lines));
    }

    /// Takes the added and the removed lines, and returns the code with a mark on each of them.
    pub(super) fn with_changes(&mut self, content: String) -> String {
        let (added, removed) = (std::mem::take(&mut self.added), std::mem::take(&mut self.removed));
        if added.is_empty() && removed.is_empty() {
            return content;
        }
        let (open, close) = comment_of(&self.language);
        let has = |list: &[String], number: u32| list.iter().any(|range| is_in(range, number));
        let mut out = String::with_capacity(content.len());
        for (line, number) in content.split_inclusive('\n').zip(1..) {
            let text = line.trim_end_matches('\n');
            let mark = match () {
                // A mark on an empty line would be one for the line behind it.
                () if text.trim().is_empty() => None,
                () if has(&removed, number) => Some("--"),
                () if has(&added, number) => Some("++"),
                () => None,
            };
            out.push_str(text);
            if let Some(mark) = mark {
                out.push_str(&format!(" {open} [!code {mark}]{close}"));
            }
            out.push_str(line.get(text.len()..).unwrap_or_default());
        }
        out
    }

    /// As written on our pages.
    pub(super) fn written(&self) -> String {
        let mut out = self.language.clone();
        let mut add = |part: &str| {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(part);
        };
        let texts = [&self.title, &self.caption].into_iter().flatten().filter(|text| !text.is_empty());
        let title = texts.map(String::as_str).collect::<Vec<_>>().join(": ");
        if !title.is_empty() {
            let quote = if title.contains('"') { '\'' } else { '"' };
            add(&format!("filename={quote}{}{quote}", title.replace(['`', '\n'], "")));
        }
        if self.numbers {
            add("linenumbers");
        }
        let lines: Vec<&str> = self.lines.iter().chain(&self.added).chain(&self.removed).map(String::as_str).collect();
        if !lines.is_empty() {
            add(&format!("{{{}}}", lines.join(",")));
        }
        if !self.focus.is_empty() {
            add(&format!("focus={{{}}}", self.focus.join(",")));
        }
        out
    }
}

/// The pattern between slashes that a text begins with, in which `\/` is a slash, and the text after it. Without an end,
/// it is the word.
fn pattern(text: &str) -> (&str, &str) {
    let mut is_escaped = true;
    let slashes = text.char_indices().filter(|(_, c)| {
        let is_slash = *c == '/' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_slash
    });
    let slashes: Vec<usize> = slashes.map(|(at, _)| at).collect();
    // A slash in the pattern need not be escaped: the last one has a blank behind it.
    let is_last =
        |at: &&usize| text.get(**at + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '{']));
    let end = slashes.iter().find(is_last).or(slashes.first()).copied();
    let end = end.unwrap_or_else(|| text.find(char::is_whitespace).unwrap_or(text.len()));
    (text.get(1..end).unwrap_or_default(), text.get(end + 1..).unwrap_or_default())
}

/// How a comment begins and ends in a language.
fn comment_of(language: &str) -> (&'static str, &'static str) {
    match language.to_ascii_lowercase().as_str() {
        "astro" | "html" | "markdown" | "md" | "mdx" | "svelte" | "svg" | "vue" | "xml" => ("<!--", " -->"),
        "css" => ("/*", " */"),
        "bash" | "docker" | "dockerfile" | "ini" | "makefile" | "nginx" | "py" | "python" | "rb" | "ruby" | "sh"
        | "shell" | "toml" | "yaml" | "yml" => ("#", ""),
        "lua" | "sql" => ("--", ""),
        _ => ("//", ""),
    }
}

/// Whether a number is in a range such as `3` or `3-5`.
fn is_in(range: &str, number: u32) -> bool {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let parsed = |text: &str| text.trim().parse::<u32>().ok();
    parsed(first).zip(parsed(last)).is_some_and(|(first, last)| (first..=last).contains(&number))
}

/// The numbers and ranges of a list, without what is not one.
fn ranges(lines: &str) -> impl Iterator<Item = String> {
    let is_range = |part: &&str| {
        let mut numbers = part.split('-');
        !part.is_empty() && numbers.all(|number| number.trim().parse::<u32>().is_ok())
    };
    lines.split(',').map(str::trim).filter(is_range).map(ToOwned::to_owned)
}

/// The text in the brackets that a text begins with, which may have pairs of them, and the text after them.
fn bracketed(text: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    let end = text.char_indices().find_map(|(at, c)| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    });
    let end = end.or_else(|| text.find(']')).unwrap_or(text.len());
    (text.get(1..end).unwrap_or_default(), text.get(end + 1..).unwrap_or_default())
}

/// The id in the attribute list of a fence: ```` ``` { .sh #id } ````.
pub(in crate::page) fn fence_id(info: &str) -> Option<&str> {
    let (_, list) = info.split_once('{')?;
    let (list, _) = list.split_once('}')?;
    list.split_whitespace().find_map(|word| word.strip_prefix('#')).filter(|id| !id.is_empty())
}

/// The packages on the lines of `package-install` of Fumadocs as commands of npm; commands stay.
pub(super) fn installing(packages: &str) -> String {
    let command = |line: &str| match line.split_whitespace().next() {
        None | Some("npm" | "npx" | "#") => format!("{line}\n"),
        Some(_) => format!("npm install {}\n", line.trim()),
    };
    packages.lines().map(command).collect()
}

/// npm commands as tabs with those of other package managers.
pub(super) fn package_managers(fence: &Fence, language: &str, managers: &[&str], line: u32) -> Node {
    let language = if language.is_empty() { "sh" } else { language };
    let tab = |name: &str, content: String| {
        let info = format!("{language} filename=\"{name}\"");
        Node { line, kind: Kind::Fence(Fence { info, content, ..fence.clone() }) }
    };
    let tabs = managers.iter().map(|name| {
        let lines = fence.content.lines().map(|line| command_of(name, line) + "\n");
        tab(name, lines.collect())
    });
    let mut all = vec![tab("npm", fence.content.clone())];
    all.extend(tabs);
    TargetElement::new("wc-code-group").holding(all).at(line)
}

/// An npm command as another package manager's.
fn command_of(manager: &str, line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    let (blank, command) = line.split_at(indent);
    let words: Vec<&str> = command.split_whitespace().collect();
    let rest = |from: usize| words.get(from..).unwrap_or_default().join(" ");
    let replaced = match (words.first().copied(), words.get(1).copied()) {
        (Some("npx"), _) if manager == "yarn" => format!("yarn dlx {}", rest(1)),
        (Some("npx"), _) if manager == "bun" => format!("bunx {}", rest(1)),
        (Some("npx"), _) => format!("pnpm dlx {}", rest(1)),
        (Some("npm"), Some("install" | "i" | "add")) if words.len() == 2 => format!("{manager} install"),
        (Some("npm"), Some("install" | "i" | "add")) => {
            let packages = rest(2);
            let packages = if manager == "yarn" {
                packages.replace("--save-dev", "--dev").replace("-D ", "--dev ")
            } else {
                packages
            };
            format!("{manager} add {packages}")
        }
        (Some("npm"), Some("uninstall" | "remove")) => format!("{manager} remove {}", rest(2)),
        (Some("npm"), Some("create" | "init")) => {
            format!("{manager} create {}", rest(2).replace("@latest", "").replace("-- ", ""))
        }
        (Some("npm"), Some("run")) => format!("{manager} run {}", rest(2)),
        (Some("npm"), Some(_)) => format!("{manager} {}", rest(1)),
        _ => return line.to_owned(),
    };
    format!("{blank}{replaced}")
}

#[cfg(test)]
mod tests {
    use super::Info;

    #[test]
    fn info_strings_become_ours() {
        let written = |source: &str| Info::read(source).written();
        insta::assert_snapshot!(written("py title=\"x.py\" hl_lines=\"1 3-4\" linenums=\"1\""), @r#"py filename="x.py" linenumbers {1,3-4}"#);
        insta::assert_snapshot!(written("js /</?Bed title={a.b} of={c}>/ {2}"), @"js {2}");
        insta::assert_snapshot!(written("{ .py .annotate title=\"x\" }"), @r#"py filename="x""#);
        insta::assert_snapshot!(written("js{4}"), @"js {4}");
        insta::assert_snapshot!(written("ts:line-numbers {1} [file.ts]"), @r#"ts filename="file.ts" linenumbers {1}"#);
        insta::assert_snapshot!(written("rust,ignore,does_not_compile"), @"rust");
        insta::assert_snapshot!(written("js {2-4} ins={5} \"x\" showLineNumbers frame=\"none\""), @"js linenumbers {2-4,5}");
        insta::assert_snapshot!(written("js,hidelines=//!"), @"js");
        insta::assert_snapshot!(written("js title=\"a.js\" caption=\"The b\""), @r#"js filename="a.js: The b""#);
        insta::assert_snapshot!(written("js caption='C' {2}"), @r#"js filename="C" {2}"#);
        insta::assert_snapshot!(written("ts [pages/[id]/[slug].vue] {1}"), @r#"ts filename="pages/[id]/[slug].vue" {1}"#);
        insta::assert_snapshot!(written("js ins=/, (a|b)/ /c d/ title=\"e\""), @r#"js filename="e""#);
        insta::assert_snapshot!(written("js ins=/a\\/ b/ {2}"), @"js {2}");
        insta::assert_snapshot!(written("js title=/a/b.js //(en)//"), @r#"js filename="/a/b.js""#);
        insta::assert_snapshot!(written("js {3} [[1, 5, \"a.b\"], [2, 5, \"c\"]]"), @"js {3}");
        insta::assert_snapshot!(written("js [3, 5]"), @"js");
        insta::assert_snapshot!(written("js [a"), @r#"js filename="a""#);
        insta::assert_snapshot!(written("js focus={2,4-5} {1}"), @"js {1} focus={2,4-5}");
        insta::assert_snapshot!(written(""), @"");
        insta::assert_snapshot!(written("title=\"a\""), @r#"filename="a""#);
        assert_eq!(Info::read("bash npm /a/b.sh").words, ["npm", "/a/b.sh"]);
        assert_eq!(Info::read("ts tab=\"x\"").tab.as_deref(), Some("x"));
    }
}
