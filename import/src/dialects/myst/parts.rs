//! The files that MyST pages include: whole pages, and parts of files as files of their own next to them.

use std::collections::{BTreeMap, BTreeSet};

use super::options::DirectiveOptions;
use crate::paths;
use crate::source::Source;

/// The included files.
pub(super) struct Parts<'s> {
    source: &'s Source,
    /// The pages to rewrite that were not returned yet.
    pages: Vec<(String, String)>,
    known: BTreeSet<String>,
    /// The paths of the parts, by the file, the options and the folder.
    named: BTreeMap<String, String>,
    /// The parts that are code blocks, which need no rewriting.
    pub(super) code: Vec<(String, String)>,
    /// The parts, and the files that they are from.
    pub(super) origins: Vec<(String, String)>,
}

impl<'s> Parts<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self {
            source,
            pages: Vec::new(),
            known: BTreeSet::new(),
            named: BTreeMap::new(),
            code: Vec::new(),
            origins: Vec::new(),
        }
    }

    /// The pages that were included since the last call.
    pub(super) fn take_pages(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.pages)
    }

    /// The text of a file that a page names.
    pub(super) fn text(&self, from: &str, path: &str) -> Option<String> {
        self.source.text(&file(from, path)?).ok()
    }

    /// The path, as the page `from` has to write it, of an included page or of a part of one.
    ///
    /// # Errors
    /// In words, if there is no such file or part.
    pub(super) fn page(&mut self, from: &str, path: &str, options: &DirectiveOptions) -> Result<String, String> {
        let (file, text) = self.read(from, path)?;
        let offset = options.get("heading-offset").and_then(|offset| offset.parse::<usize>().ok()).unwrap_or(0).min(5);
        let is_part = is_cut(options) || offset > 0 || !paths::is_page(&file);
        if !is_part {
            if self.known.insert(file.clone()) {
                self.pages.push((file.clone(), text));
            }
            return Ok(relative(from, &file));
        }
        let (start, part) = cut(&text, options)?;
        let above = text.get(..start).unwrap_or_default().matches('\n').count();
        let shifted = if offset > 0 { shifted(part, offset) } else { part.to_owned() };
        let key = format!("{file}\n{options:?}");
        let name = self.name(key, paths::folder(&file), &file, |parts, name| {
            // The lines keep their numbers.
            parts.pages.push((name.to_owned(), format!("{}{shifted}", "\n".repeat(above))));
        });
        Ok(relative(from, &name))
    }

    /// The path of a page that contains a file or a part of it as a code block.
    ///
    /// # Errors
    /// In words, if there is no such file or part.
    pub(super) fn code(&mut self, from: &str, path: &str, options: &DirectiveOptions) -> Result<String, String> {
        let (file, text) = self.read(from, path)?;
        let (_, part) = cut(&text, options)?;
        let part = match options.get("dedent") {
            Some(_) => dedented(part),
            None => part.to_owned(),
        };
        let end = paths::name(&file).rsplit_once('.').map_or("", |(_, end)| end);
        let given = ["language", "code"].iter().find_map(|name| options.get(name)).filter(|name| !name.is_empty());
        let title = options.get("caption").map(|caption| format!(" title=\"{}\"", super::quoted(caption)));
        let lines = options.get("emphasize-lines").map(|lines| format!(" {{{lines}}}"));
        let info = format!("{}{}", title.unwrap_or_default(), lines.unwrap_or_default());
        let block = super::fenced(given.unwrap_or(end), &info, &part);
        let folder = paths::folder(from);
        let key = format!("{file}\n{options:?}\n{folder}");
        let name = self.name(key, folder, &file, |parts, name| parts.code.push((name.to_owned(), block.clone())));
        Ok(relative(from, &name))
    }

    fn read(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let file = file(from, path).ok_or("the path is outside of the source")?;
        let text = self.source.text(&file)?;
        Ok((file, text))
    }

    /// The path of a part, which is added if it is new.
    fn name(&mut self, key: String, folder: &str, file: &str, add: impl FnOnce(&mut Self, &str)) -> String {
        if let Some(known) = self.named.get(&key) {
            return known.clone();
        }
        let stem = paths::portable(&paths::name(file).replace('.', "-"));
        let name = paths::plus(folder, &format!("_{stem}-part-{}.md", self.named.len() + 1));
        add(self, &name);
        self.named.insert(key, name.clone());
        self.origins.push((name.clone(), file.to_owned()));
        name
    }
}

/// The file that a page names. A leading `/` is the folder of the pages, which only relative paths can leave.
fn file(from: &str, path: &str) -> Option<String> {
    paths::join(paths::folder(from), path.trim())
}

/// A path relative to the folder of a page.
fn relative(from: &str, file: &str) -> String {
    let folder: Vec<&str> = paths::folder(from).split('/').filter(|part| !part.is_empty()).collect();
    let parts: Vec<&str> = file.split('/').collect();
    let shared = folder.iter().zip(&parts).take_while(|(left, right)| left == right).count();
    let up = "../".repeat(folder.len() - shared);
    let start = if up.is_empty() { "./" } else { &up };
    format!("{start}{}", parts.get(shared..).unwrap_or_default().join("/"))
}

fn is_cut(options: &DirectiveOptions) -> bool {
    ["start-after", "start-at", "end-before", "end-at", "start-line", "end-line", "lines", "pyobject"]
        .iter()
        .any(|name| options.has(name))
}

/// The part of a text that options select, and where it begins.
///
/// # Errors
/// In words, if the text has no such part.
fn cut<'t>(text: &'t str, options: &DirectiveOptions) -> Result<(usize, &'t str), String> {
    let mut start = 0;
    let mut end = text.len();
    let line_of = |number: usize| {
        text.match_indices('\n').map(|(at, _)| at + 1).nth(number.wrapping_sub(1)).unwrap_or(text.len())
    };
    let at_line = |number: usize| if number == 0 { 0 } else { line_of(number) };
    if let Some(name) = options.get("pyobject") {
        (start, end) = object(text, name).ok_or_else(|| format!("the file has no `{name}`"))?;
    }
    if let Some(lines) = options.get("lines").and_then(|lines| lines.split(',').next()) {
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let first: usize = first.trim().parse().unwrap_or(1);
        start = at_line(first.saturating_sub(1));
        end = last.trim().parse().map_or(text.len(), at_line);
    }
    let count = |name: &str| options.get(name).and_then(|number| number.parse::<usize>().ok());
    start = count("start-line").map_or(start, at_line);
    end = count("end-line").map_or(end, at_line);
    let line_start = |at: usize| text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line_end = |at: usize| text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |end| at + end + 1);
    let find = |from: usize, mark: &str| text.get(from..).and_then(|rest| rest.find(mark)).map(|at| from + at);
    let missing = |mark: &str| format!("the file has no `{mark}`");
    // Of a page, the part begins right after the marker; of code, with the line after it.
    let is_code = options.has("language") || options.has("lines") || options.has("dedent");
    if let Some(mark) = options.get("start-after") {
        let at = find(start, mark).ok_or_else(|| missing(mark))?;
        start = if is_code { line_end(at) } else { at + mark.len() };
    } else if let Some(mark) = options.get("start-at") {
        start = line_start(find(start, mark).ok_or_else(|| missing(mark))?);
    }
    if let Some(mark) = options.get("end-before") {
        let at = find(start, mark).ok_or_else(|| missing(mark))?;
        end = if is_code { line_start(at) } else { at };
    } else if let Some(mark) = options.get("end-at") {
        end = line_end(find(start, mark).ok_or_else(|| missing(mark))?);
    }
    Ok((start, text.get(start..end.max(start)).unwrap_or_default()))
}

/// The range of the function or class with this name in Python: `Class.method`.
fn object(text: &str, name: &str) -> Option<(usize, usize)> {
    name.split('.').try_fold((0, text.len()), |range, name| member(text, range, name))
}

/// The range of a function or class in a range of a text.
fn member(text: &str, (from, to): (usize, usize), name: &str) -> Option<(usize, usize)> {
    let mut at = from;
    let mut found: Option<(usize, usize)> = None;
    for line in text.get(from..to)?.split_inclusive('\n') {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        match found {
            None => {
                let declared = ["def ", "class ", "async def "].iter().find_map(|word| bare.strip_prefix(word));
                let after = declared.and_then(|rest| rest.strip_prefix(name));
                if after.is_some_and(|after| after.starts_with(['(', ':', ' ', '['])) {
                    found = Some((at, indent));
                }
            }
            Some((start, own)) if indent <= own && !bare.trim().is_empty() && !bare.starts_with(')') => {
                return Some((start, at));
            }
            Some(_) => {}
        }
        at += line.len();
    }
    found.map(|(start, _)| (start, to))
}

/// Headings moved down by some levels.
fn shifted(text: &str, offset: usize) -> String {
    let mut fences = super::Fences::default();
    let shift = |line: &str, is_code: bool| {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let is_heading = (1..=6).contains(&level) && line.get(level..).is_some_and(|rest| rest.starts_with(' '));
        if is_heading && !is_code { format!("{}{line}", "#".repeat(offset.min(6 - level))) } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(|line| shift(line, fences.next(line) == super::LineKind::Code)).collect()
}

/// Code without its common indentation.
fn dedented(code: &str) -> String {
    let indents = code.lines().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len());
    let least = indents.min().unwrap_or(0);
    code.split_inclusive('\n').map(|line| line.get(least..).unwrap_or("\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::{cut, object, relative};
    use crate::dialects::myst::options::DirectiveOptions;

    fn part(text: &str, options: &[&str]) -> Result<String, String> {
        cut(text, &DirectiveOptions::read(options)).map(|(_, part)| part.to_owned())
    }

    #[test]
    fn parts_are_cut_by_lines_markers_and_names() {
        let text = "one\n# start\ntwo\n# end\nthree\n";
        assert_eq!(part(text, &[":lines: 2-3"]).unwrap(), "# start\ntwo\n");
        assert_eq!(part(text, &[":language: sh", ":start-after: start", ":end-before: end"]).unwrap(), "two\n");
        assert_eq!(part(text, &[":start-line: 4"]).unwrap(), "three\n");
        assert_eq!(part(text, &[":start-after: start"]).unwrap(), "\ntwo\n# end\nthree\n");
        assert!(part(text, &[":end-before: gone"]).is_err());
        let code = "import x\n\nclass A:\n    def b(self):\n        pass\n\n    def c(self): pass\n\ndef d(): pass\n";
        let of = |name| object(code, name).map(|(start, end)| code[start..end].trim());
        assert_eq!(of("A.b"), Some("def b(self):\n        pass"));
        assert_eq!(of("d"), Some("def d(): pass"));
        assert_eq!(of("e"), None);
    }

    #[test]
    fn paths_are_relative_to_the_page() {
        assert_eq!(relative("docs/a/b.md", "README.md"), "../../README.md");
        assert_eq!(relative("docs/b.md", "docs/_x.md"), "./_x.md");
    }
}
