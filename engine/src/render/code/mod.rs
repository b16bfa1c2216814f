//! Code blocks: the figure around them, the tokens of their language, and marks on their lines.
//!
//! Without its tags, the `<code>` of a block is the source text without the comments that mark lines.

mod bidi;
mod diff;
mod grammars;
mod http;
mod json;
mod language;
mod marks;
mod paint;
mod shell;
mod syntax;
mod words;
mod yaml;

use std::borrow::Cow;
use std::fmt;

pub(crate) use self::bidi::escape_code;

use self::language::{ScannedLanguage, language};
use self::marks::{Mark, Marked};
use self::paint::{LineView, Painter};
use self::syntax::{Grammar, Snippet, highlight};
use super::escape::escape;
use crate::Db;
use crate::parse::config::Strings;
use crate::parse::markdown::is_highlighted;

/// A code block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CodeView<'a> {
    /// The language in the info string, as written.
    pub(crate) language: Option<&'a str>,
    /// The title of the figure; by default the language.
    pub(crate) filename: Option<&'a str>,
    pub(crate) text: &'a str,
    pub(crate) line_numbers: bool,
    /// The number of the first line.
    pub(crate) first_line: Option<u32>,
    /// Long lines wrap.
    pub(crate) wrap: bool,
    /// Highlighted lines: ordered, disjoint ranges, 1-based, both ends included.
    pub(crate) highlight: &'a [(u32, u32)],
    /// Focused lines, in the same form; the others are faint.
    pub(crate) focus: &'a [(u32, u32)],
    pub(crate) origin: CodeOrigin<'a>,
    /// Colors are left to the script, which colors it when it is shown.
    pub(crate) is_plain: bool,
}

/// Where code is from; by default a spec, whose code only the fast scanners highlight. In pages, grammars highlight it
/// too (memoized), and lines can be marked.
#[derive(Clone, Copy, Default)]
pub(crate) struct CodeOrigin<'a>(Option<&'a dyn Db>);

impl<'a> CodeOrigin<'a> {
    pub(crate) fn page(db: &'a dyn Db) -> Self {
        Self(Some(db))
    }
}

impl fmt::Debug for CodeOrigin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CodeOrigin").field(&self.0.is_some()).finish()
    }
}

impl CodeView<'_> {
    /// Whether lines have numbers or marks, or wrap.
    pub(crate) fn has_lines(&self) -> bool {
        let is_diff = || self.language.and_then(language).is_some_and(ScannedLanguage::is_diff);
        let is_marked = !self.highlight.is_empty() || !self.focus.is_empty() || marks::are_in(self.text);
        self.line_numbers || self.wrap || self.origin.0.is_some() && (is_marked || is_diff())
    }

    /// The text to show, and the marks on its lines in the order of their first lines.
    fn marked(&self) -> (Cow<'_, str>, Vec<Marked>) {
        if self.origin.0.is_none() {
            return (Cow::Borrowed(self.text), Vec::new());
        }
        let (text, mut marks) = marks::read(self.text);
        let ranges =
            |ranges: &[(u32, u32)], mark| ranges.iter().map(move |&(first, last)| (first, last, mark)).collect();
        let (highlighted, focused): (Vec<Marked>, Vec<Marked>) =
            (ranges(self.highlight, Mark::Highlighted), ranges(self.focus, Mark::Focused));
        marks.extend(highlighted.into_iter().chain(focused));
        if self.language.and_then(language).is_some_and(ScannedLanguage::is_diff) {
            marks.extend(diff::marks(&text));
        }
        marks.sort_by_key(|&(first, ..)| first);
        (text, marks)
    }
}

/// The class of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    String,
    Number,
    Keyword,
    Property,
    Type,
    Comment,
    Variable,
    Operator,
    Function,
}

impl Token {
    fn class(self) -> &'static str {
        match self {
            Self::String => "tk-s",
            Self::Number => "tk-n",
            Self::Keyword => "tk-k",
            Self::Property => "tk-p",
            Self::Type => "tk-t",
            Self::Comment => "tk-c",
            Self::Variable => "tk-v",
            Self::Operator => "tk-o",
            Self::Function => "tk-f",
        }
    }
}

/// Appends a figure with a code block, its title and its copy button.
pub(crate) fn code_block(s: &Strings, view: &CodeView<'_>, out: &mut String) {
    let name = view.language.map(str::trim).filter(|language| !language.is_empty());
    let known = name.and_then(language);
    let grammar = match (known, view.origin.0) {
        (None, Some(db)) => name.and_then(Grammar::named).map(|grammar| (db, grammar)),
        _ => None,
    };
    let class = known.map(|known| known.class.to_owned()).or_else(|| grammar.map(|(_, grammar)| grammar.class()));
    let (text, marks) = view.marked();
    open_figure(s, view, name, class.as_deref(), &marks, out);
    let by_line = view.line_numbers || !marks.is_empty();
    let first = view.first_line.filter(|_| view.line_numbers);
    let mut painter = Painter::new(&text, by_line.then_some(LineView { marks: &marks, first }), out);
    if is_highlighted(&text) && !view.is_plain {
        if let Some(known) = known {
            known.scan(&text, &mut painter);
        } else if let Some((db, grammar)) = grammar {
            for &(token, start, end) in highlight(db, Snippet::new(db, grammar, &*text)) {
                painter.token(token, start as usize, end as usize);
            }
        }
    }
    painter.finish();
    out.push_str("</code></pre></figure>");
}

/// Appends a figure up to its code. `name` is the language as written, `class` its canonical name.
fn open_figure(
    s: &Strings,
    view: &CodeView<'_>,
    name: Option<&str>,
    class: Option<&str>,
    marks: &[Marked],
    out: &mut String,
) {
    out.push_str("<figure class=\"code");
    let is_focused = marks.iter().any(|&(.., mark)| mark == Mark::Focused);
    for (holds, class) in [(view.line_numbers, " numbered"), (view.wrap, " wrap"), (is_focused, " focused")] {
        if holds {
            out.push_str(class);
        }
    }
    out.push('"');
    if let Some(name) = name {
        out.push_str(" data-lang=\"");
        escape(class.unwrap_or(name), out);
        out.push('"');
    }
    out.push_str("><figcaption class=\"code-head\"><span class=\"code-title\">");
    escape(view.filename.or(name).unwrap_or_default(), out);
    out.push_str("</span><button class=\"copy\" type=\"button\" data-copy>");
    escape(s.copy(), out);
    out.push_str("</button></figcaption><pre tabindex=\"0\"><code");
    if let Some(class) = class {
        out.push_str(" class=\"lang-");
        out.push_str(class);
        out.push('"');
    }
    out.push_str(if view.is_plain { " data-plain>" } else { ">" });
}

/// Appends the content of a code tab: its label, and the code. The label is the default title; the script hides a title
/// that repeats the tab.
pub(crate) fn code_tab(s: &Strings, level: u8, label: &str, view: &CodeView<'_>, out: &mut String) {
    tab_label(level, label, out);
    code_block(s, &CodeView { filename: view.filename.or(Some(label)), ..*view }, out);
}

/// Appends the label of a tab as a heading, for readers without scripts.
pub(crate) fn tab_label(level: u8, label: &str, out: &mut String) {
    let level = char::from(b'0' + level.clamp(1, 6));
    out.push_str("<h");
    out.push(level);
    out.push_str(" class=\"tab-label\">");
    escape(label, out);
    out.push_str("</h");
    out.push(level);
    out.push('>');
}

#[cfg(test)]
mod tests;
