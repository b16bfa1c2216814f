//! Code blocks: the figure around them, and tokens for JSON, YAML, HTTP messages and shell sessions.
//!
//! Knows text and language names alone. With its tags stripped, a block's `<code>` is the source text.

mod http;
mod json;
mod paint;
mod shell;
mod yaml;

use self::paint::Painter;
use super::escape::escape;
use super::strings::STRINGS;

/// A longer text is shown without tokens: nobody reads it, and its markup would weigh several times its size.
const LONGEST_HIGHLIGHTED: usize = 256 * 1024;

/// A block of code to show.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CodeView<'a> {
    /// The info string's language, as written.
    pub(crate) language: Option<&'a str>,
    /// The title of the figure; without one the language is shown.
    pub(crate) filename: Option<&'a str>,
    pub(crate) text: &'a str,
    pub(crate) line_numbers: bool,
    /// Lines to mark: ranges in order and apart, 1-based, both ends included.
    pub(crate) highlight: &'a [(u32, u32)],
}

/// What a piece of code is to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    String,
    Number,
    Keyword,
    Property,
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
            Self::Comment => "tk-c",
            Self::Variable => "tk-v",
            Self::Operator => "tk-o",
            Self::Function => "tk-f",
        }
    }
}

/// Splits a text into tokens, handing each to the painter in order.
type Scanner = fn(&str, &mut Painter<'_>);

/// The languages whose tokens are told apart: the names an info string may use, the class, and the scanner.
const HIGHLIGHTED: &[(&[&str], &str, Scanner)] = &[
    (&["json", "jsonc", "json5", "jsonl", "ndjson", "geojson"], "json", json::scan),
    (&["yaml", "yml"], "yaml", yaml::scan),
    (&["http", "https"], "http", http::scan),
    (&["bash", "sh", "shell", "zsh", "curl"], "bash", shell::scan),
    (&["console", "shell-session", "shellsession", "sh-session", "terminal"], "console", shell::scan_session),
];

/// Appends a figure with a block of code, its title and its copy button.
pub(crate) fn code_block(view: &CodeView<'_>, out: &mut String) {
    let language = view.language.map(str::trim).filter(|language| !language.is_empty());
    let known = language.and_then(|name| {
        HIGHLIGHTED.iter().find(|(names, ..)| names.iter().any(|candidate| candidate.eq_ignore_ascii_case(name)))
    });
    out.push_str("<figure class=\"code");
    if view.line_numbers {
        out.push_str(" numbered");
    }
    out.push('"');
    if let Some(language) = language {
        out.push_str(" data-lang=\"");
        escape(known.map_or(language, |(_, class, _)| class), out);
        out.push('"');
    }
    out.push_str("><figcaption class=\"code-head\"><span class=\"code-title\">");
    escape(view.filename.or(language).unwrap_or_default(), out);
    out.push_str("</span><button class=\"copy\" type=\"button\" data-copy>");
    out.push_str(STRINGS.copy);
    out.push_str("</button></figcaption>");
    out.push_str("<pre tabindex=\"0\"><code");
    if let Some((_, class, _)) = known {
        out.push_str(" class=\"lang-");
        out.push_str(class);
        out.push('"');
    }
    out.push('>');
    let by_line = view.line_numbers || !view.highlight.is_empty();
    let mut painter = Painter::new(view.text, by_line, view.highlight, out);
    match known {
        Some((_, _, scan)) if view.text.len() <= LONGEST_HIGHLIGHTED => scan(view.text, &mut painter),
        _ => {}
    }
    painter.finish();
    out.push_str("</code></pre></figure>");
}

/// Appends tabs of code. Groups with the same `sync` switch together. `level` is that of the headings that label the tabs
/// for readers without script.
pub(crate) fn code_group_at(level: u8, tabs: &[(&str, CodeView<'_>)], sync: Option<&str>, out: &mut String) {
    out.push_str("<wc-code-group");
    if let Some(sync) = sync {
        out.push_str(" sync=\"");
        escape(sync, out);
        out.push('"');
    }
    out.push_str(" class=\"code-group\">");
    for (label, view) in tabs {
        out.push_str("<wc-code-tab label=\"");
        escape(label, out);
        out.push_str("\">");
        code_tab(level, label, view, out);
        out.push_str("</wc-code-tab>");
    }
    out.push_str("</wc-code-group>");
}

/// Appends what stands in a tab of code: a heading of that level, for readers without script, and the code.
pub(crate) fn code_tab(level: u8, label: &str, view: &CodeView<'_>, out: &mut String) {
    let level = char::from(b'0' + level.clamp(1, 6));
    out.push_str("<h");
    out.push(level);
    out.push_str(" class=\"tab-label\">");
    escape(label, out);
    out.push_str("</h");
    out.push(level);
    out.push('>');
    code_block(view, out);
}

#[cfg(test)]
mod tests;
