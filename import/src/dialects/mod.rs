//! Rewrites the pages of tools whose syntax is close to another's into that syntax, before anything is read: line by line,
//! so that losses keep their places, or with the number that each line has in the source.

mod markdoc;
pub(crate) mod mathjax;
mod myst;
mod slate;

use std::collections::BTreeMap;

pub(crate) use myst::NOTEBOOKS;

use crate::detect::Detected;
use crate::format::Format;
use crate::formats::API_PAGE;
use crate::paths;
use crate::report::{Loss, LossKind};
use crate::source::Source;

/// A source with its pages in the syntax that the format is read in.
pub(crate) struct Rewritten {
    pub(crate) source: Source,
    /// The losses of the rewriting.
    pub(crate) losses: Vec<Loss>,
    /// The files in the source that are parts of others, and these.
    pub(crate) parts: BTreeMap<String, String>,
    /// For pages whose lines move: for each line, its number in the source.
    pub(crate) lines: BTreeMap<String, Vec<u32>>,
}

/// Rewrites the pages of a source.
pub(crate) fn rewritten(source: &Source, found: &Detected) -> Rewritten {
    if found.format == Format::Sphinx {
        let myst::MystPages { texts, losses, parts, lines } = myst::rewritten(source, &found.root);
        let parts = parts.into_iter().collect();
        return Rewritten { source: source.with_texts(texts), losses, parts, lines };
    }
    let (mut lines, mut losses) = (BTreeMap::new(), Vec::new());
    let source = with_pages(source, found, &mut lines, &mut losses);
    Rewritten { source, losses, parts: BTreeMap::new(), lines }
}

/// The subject of a loss about a component, as the page has it in its own syntax.
pub(crate) fn subject_in_source(source: &Source, found: &Detected, loss: &Loss) -> Option<String> {
    if found.format != Format::Redocly || loss.kind != LossKind::UnknownComponent {
        return None;
    }
    markdoc::as_tag(&source.text(&loss.file).ok()?, &loss.subject)
}

/// The source with its pages rewritten one by one. Adds the numbers of lines that move, and the losses.
fn with_pages(
    source: &Source,
    found: &Detected,
    lines: &mut BTreeMap<String, Vec<u32>>,
    losses: &mut Vec<Loss>,
) -> Source {
    let pages = source.under(&found.root).filter(|path| paths::is_page(path));
    let texts = pages.filter_map(|path| Some((path.to_owned(), source.text(path).ok()?)));
    match found.format {
        Format::Redocly => {
            let rewritten = texts.map(|(path, text)| {
                let mut page = markdoc::as_mdx(&path, &text);
                lines.insert(path.clone(), page.numbers);
                losses.append(&mut page.losses);
                (path, page.text)
            });
            source.with_texts(rewritten.collect::<Vec<_>>())
        }
        Format::Slate => {
            let rewritten = texts.map(|(path, text)| {
                let (text, numbers) = slate::as_mdx(&text);
                lines.insert(path.clone(), numbers);
                (path, text)
            });
            let mut texts: Vec<(String, String)> = rewritten.collect();
            slate::link_pages(&mut texts);
            source.with_texts(texts)
        }
        Format::ApiPage => with_page(source, found),
        Format::VitePress => with_delimiters(source, found),
        Format::MdBook if mathjax::is_used(source, found) => {
            let rewritten = texts.map(|(path, text)| (path, mathjax::as_dollars(&text)));
            source.with_texts(rewritten.collect::<Vec<_>>())
        }
        _ => source.clone(),
    }
}

/// The source with IDs of headings in braces, if its settings have other delimiters for attributes: `%{#id}%`.
fn with_delimiters(source: &Source, found: &Detected) -> Source {
    let folder = paths::plus(&found.root, ".vitepress");
    let is_code = |path: &&str| [".ts", ".mts", ".js", ".mjs"].iter().any(|end| path.ends_with(end));
    let texts = source.under(&folder).filter(is_code).filter_map(|path| source.text(path).ok());
    let Some((left, right)) = texts.filter_map(|text| delimiters(&text)).next() else { return source.clone() };
    let left = format!("{left}#");
    let rewritten = |line: &str| {
        let end = line.trim_end();
        let id = end.strip_suffix(right.as_str()).and_then(|line| line.rsplit_once(&left));
        match id.filter(|_| line.starts_with('#')) {
            Some((words, id)) => format!("{words}{{#{id}}}{}", &line[end.len()..]),
            None => line.to_owned(),
        }
    };
    let pages = source.under(&found.root).filter(|path| paths::is_page(path));
    let pages = pages.filter_map(|path| Some((path.to_owned(), source.text(path).ok()?)));
    let pages = pages.filter(|(_, text)| text.contains(&left));
    source.with_texts(pages.map(|(path, text)| (path, text.split_inclusive('\n').map(rewritten).collect())))
}

/// The delimiters of attributes in the settings of VitePress: `leftDelimiter: '%{', rightDelimiter: '}%'`, or
/// `attrs: { left: '%{', right: '}%' }` in later versions.
fn delimiters(settings: &str) -> Option<(String, String)> {
    let of = |(before, name): (&str, &str)| {
        let value = settings.split_once(before)?.1.split_once(name)?.1.trim_start().strip_prefix(':')?.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let text = value.get(1..)?.split(quote).next()?;
        (!text.is_empty()).then(|| text.to_owned())
    };
    let pair = |before: &str, left: &str, right: &str| Some((of((before, left))?, of((before, right))?));
    pair("", "leftDelimiter", "rightDelimiter").or_else(|| pair("attrs:", "left", "right"))
}

/// The source with a page that introduces the API.
fn with_page(source: &Source, found: &Detected) -> Source {
    let page = paths::plus(&found.root, API_PAGE);
    if source.has(&page) {
        return source.clone();
    }
    source.with_texts([(page, "---\ntitle: Introduction\n---\n\nThe reference of the API.\n".to_owned())])
}

/// A line of Markdown, with regard to code blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    /// Opens, closes or is within a fence.
    Code,
    Text,
}

/// Follows the fences of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Fences {
    open: Option<(u8, usize)>,
}

impl Fences {
    /// The kind of the next line.
    fn next(&mut self, line: &str) -> LineKind {
        let text = line.trim_start().trim_start_matches("> ").trim_start();
        let mark = text.bytes().next().unwrap_or_default();
        let length = text.bytes().take_while(|byte| *byte == mark).count();
        let is_fence = matches!(mark, b'`' | b'~') && length >= 3;
        match self.open {
            Some((open, least)) => {
                let is_end = is_fence && mark == open && length >= least && text[length..].trim().is_empty();
                if is_end {
                    self.open = None;
                }
                LineKind::Code
            }
            None if is_fence && !(mark == b'`' && text[length..].contains('`')) => {
                self.open = Some((mark, length));
                LineKind::Code
            }
            None => LineKind::Text,
        }
    }
}

/// The text of a cell with its bars escaped.
fn escaped_bars(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut before = ' ';
    for c in cell.chars() {
        if c == '|' && before != '\\' {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::delimiters;

    #[test]
    fn delimiters_are_named_in_two_ways() {
        for (settings, found) in [
            ("markdown: { attrs: { leftDelimiter: '%{', rightDelimiter: '}%' } }", Some(("%{", "}%"))),
            ("markdown: {\n  attrs: {\n    left: '%{',\n    right: '}%',\n  },\n}", Some(("%{", "}%"))),
            ("sidebar: { left: 'a', right: 'b' }", None),
            ("markdown: { attrs: { allowedAttributes: ['id'] } }", None),
        ] {
            let found = found.map(|(left, right)| (left.to_owned(), right.to_owned()));
            assert_eq!(delimiters(settings), found, "{settings}");
        }
    }
}
