//! Text without tags: converts dialect syntax in it, and escapes what our pages would parse differently.

use super::Converter;
use super::emoji::emoji;
use crate::page::headings::mkdocs_icon;
use crate::page::read::lines::is_html_inline;
use crate::page::tree::{Attribute, Value};
use crate::page::write::{escaped, escaped_text};
use crate::project::Dialect;
use crate::report::LossKind;

impl Converter<'_> {
    /// A part of a text.
    pub(super) fn plain(&mut self, source: &str, whole: &str, line: u32, out: &mut String) {
        let bytes = source.as_bytes();
        let mut at = 0;
        let mut done = 0;
        let (mut counted, mut line) = (0, line);
        while at < bytes.len() {
            let rest = source.get(at..).unwrap_or_default();
            if rest.starts_with('{') {
                let passed = memchr::memchr_iter(b'\n', bytes.get(counted..at).unwrap_or_default()).count();
                line = line.saturating_add(u32::try_from(passed).unwrap_or(0));
                counted = at;
            }
            let found = match bytes.get(at).copied().unwrap_or_default() {
                b'\\' => {
                    at += 1 + usize::from(bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation));
                    continue;
                }
                b'{' if self.dialect.mkdocs || self.dialect.vitepress => {
                    out.push_str(source.get(done..at).unwrap_or_default());
                    done = at;
                    match self.image_attributes(rest, out) {
                        Some(length) => Some((length, String::new())),
                        None => self.braces(rest, line),
                    }
                }
                b'{' => self.braces(rest, line),
                b'<' => self.angle_in_text(rest),
                b'$' if !self.has_math => {
                    // The other one may be in a link or behind a code span.
                    let is_pair = memchr::memchr_iter(b'$', whole.as_bytes()).nth(1).is_some();
                    (is_pair && !whole.starts_with('<')).then(|| (1, "\\$".to_owned()))
                }
                _ if !self.abbreviations.is_empty() && begins_word(source, at) => self.abbreviation(rest),
                b'p' if rest.starts_with("pass:[") => Some((5, "pass\\:".to_owned())),
                b':' | b'+' | b'=' | b'^' | b'~' if self.dialect.mkdocs => {
                    let before = source.get(..at).unwrap_or_default();
                    let mark = mkdocs_mark(rest, before);
                    if mark.as_ref().is_some_and(|(_, text)| text.is_empty()) {
                        self.drop_attribute("icon shortcode", line);
                    }
                    mark.or_else(|| script(rest, before, self.dialect)).or_else(|| emoji(rest, before))
                }
                b':' if self.dialect.emoji => emoji(rest, source.get(..at).unwrap_or_default()),
                // It opens no code here, but would before what is written as code for a tag or an expression.
                b'`' if whole.contains(['{', '<']) => Some((1, "\\`".to_owned())),
                _ => None,
            };
            let Some((length, text)) = found else {
                at += 1;
                while !source.is_char_boundary(at) {
                    at += 1;
                }
                continue;
            };
            out.push_str(source.get(done..at).unwrap_or_default());
            out.push_str(&text);
            at += length;
            done = at;
        }
        out.push_str(source.get(done..).unwrap_or_default());
    }

    /// The length of a construct that begins with a brace, and its conversion.
    fn braces(&mut self, rest: &str, line: u32) -> Option<(usize, String)> {
        if rest.starts_with("{{") {
            let end = near(rest, "}}")? + 2;
            let whole = rest.get(..end)?;
            let inner = whole.get(2..end - 2)?.trim();
            if inner.contains('\n') || inner.is_empty() {
                return None;
            }
            if self.dialect.mdbook && (inner.starts_with('#')) {
                return self.mdbook_in_text(inner, line).map(|text| (end, text));
            }
            if (self.dialect.vitepress || self.dialect.mkdocs) && !self.is_literal {
                if let Some(value) = self.around.variable(inner) {
                    return Some((end, escaped_text(&value)));
                }
                self.report_loss(LossKind::Expression, line, whole, "its source stays as code");
                return Some((end, self.code_notation.code(whole)));
            }
            if self.dialect.mdbook && !self.is_literal && is_placeholder(inner) {
                let outcome = "it stays in the text; a preprocessor of the book may replace it there";
                self.report_loss(LossKind::Expression, line, whole, outcome);
            }
            let is_variable = inner.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
            return is_variable.then(|| (end, format!("pass:[{whole}]")));
        }
        if self.dialect.mkdocs && !self.is_literal && rest.starts_with("{%") {
            return self.template_tag(rest, line);
        }
        if self.dialect.mkdocs || self.dialect.vitepress {
            return attribute_list(rest)
                .map(|(length, id)| (length, id.map(|id| format!("<a id=\"{id}\"></a>")).unwrap_or_default()));
        }
        None
    }

    /// A tag `{% … %}` of a template. The line about it also speaks for the tag that ends it.
    fn template_tag(&mut self, rest: &str, line: u32) -> Option<(usize, String)> {
        const ENCLOSING: [&str; 8] = ["block", "call", "filter", "for", "if", "macro", "raw", "with"];
        let end = near(rest, "%}")? + 2;
        let whole = rest.get(..end)?;
        let inner = whole.get(2..end - 2)?.trim_matches(['-', '+']);
        let name = inner.split_whitespace().next()?;
        let outcome = match ENCLOSING.contains(&name) {
            true => "its source stays as code; what it encloses is shown once, as written",
            false => "its source stays as code",
        };
        if !name.starts_with("end") && !matches!(name, "else" | "elif") {
            self.report_loss(LossKind::Expression, line, whole, outcome);
        }
        Some((end, self.code_notation.code(whole)))
    }

    /// An abbreviation.
    fn abbreviation(&self, rest: &str) -> Option<(usize, String)> {
        let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..length)?;
        let long = self.abbreviations.get(word)?;
        Some((length, format!("<abbr title=\"{}\">{word}</abbr>", escaped(long))))
    }

    /// A `<` that begins no tag.
    fn angle_in_text(&mut self, rest: &str) -> Option<(usize, String)> {
        if self.dialect.readme
            && let Some(inner) = rest.strip_prefix("<<")
            && let Some(name) = near(inner, ">>").and_then(|end| inner.get(..end))
            && !name.is_empty()
            && !name.contains([' ', '\n', '<'])
        {
            let length = name.len() + 4;
            let text = match name.strip_prefix("glossary:") {
                Some(term) => term.to_owned(),
                None => self.around.variable(name).unwrap_or_else(|| self.code_notation.code(name)),
            };
            return Some((length, text));
        }
        if rest.starts_with("<!--") {
            // A comment that does not end in its text is not one.
            return Some((1, "&lt;".to_owned()));
        }
        let next = rest.get(1..)?.chars().next()?;
        let begins_name =
            next.is_ascii_uppercase() || next == '/' && rest.get(2..)?.starts_with(|c: char| c.is_ascii_uppercase());
        begins_name.then(|| (1, "&lt;".to_owned()))
    }
}

/// How code is written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CodeNotation {
    /// As a code span.
    Markdown,
    /// As an element, since Markdown is not read in an HTML block.
    Html,
    /// As it is, since it is in an element for code.
    Text,
}

impl CodeNotation {
    /// The notation in the content of an HTML element.
    pub(super) fn within(self, name: &str) -> Self {
        match name {
            "pre" | "code" | "kbd" | "samp" | "tt" => Self::Text,
            name if is_html_inline(name) => self,
            _ => self.max(Self::Html),
        }
    }

    /// A text as code on one line.
    pub(super) fn code(self, text: &str) -> String {
        match self {
            Self::Markdown => code_span(text),
            Self::Html => format!("<code>{}</code>", without_marks(text)),
            Self::Text => without_marks(text),
        }
    }
}

/// A text in which neither HTML nor Markdown has a mark.
fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in escaped(text).chars() {
        match c {
            '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '$' => out.push_str(&format!("&#{};", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// Whether a word begins at this position.
fn begins_word(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    before.is_none_or(|c| !c.is_alphanumeric())
        && text.get(at..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

/// Whether the text between braces can be the name of a value, such as `mdbook-version`.
fn is_placeholder(inner: &str) -> bool {
    inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// The position of a delimiter on the next line or two.
fn near(text: &str, mark: &str) -> Option<usize> {
    const FAR: usize = 1024;
    let end = (0..=FAR.min(text.len())).rev().find(|end| text.is_char_boundary(*end))?;
    text.get(..end)?.find(mark)
}

/// A text as a code span on one line.
pub(super) fn code_span(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let marks = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{pad}{text}{pad}{marks}")
}

/// `{ .class #id key=value }`: its length, and its ID.
pub(in crate::page) fn attribute_list(rest: &str) -> Option<(usize, Option<String>)> {
    let (length, words) = attributes_of(rest)?;
    let id = words.iter().find_map(|word| word.name.strip_prefix('#'));
    Some((length, id.map(ToOwned::to_owned)))
}

/// `{ .class #id key=value }`: its length, and its attributes.
pub(super) fn attributes_of(rest: &str) -> Option<(usize, Vec<Attribute>)> {
    let end = near(rest, "}")?;
    let inner = rest.get(1..end)?;
    if inner.contains(['\n', '{']) {
        return None;
    }
    let inner = inner.strip_prefix(':').unwrap_or(inner).trim();
    let words = crate::page::read::pairs(inner);
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_list = words.iter().all(|word| match word.value {
        Value::None => word.name.len() > 1 && word.name.starts_with(['.', '#']),
        _ => is_name(&word.name),
    });
    (is_list && !words.is_empty()).then_some((end + 1, words))
}

/// MkDocs syntax: its length, and its conversion.
fn mkdocs_mark(rest: &str, before: &str) -> Option<(usize, String)> {
    let is_within = before.ends_with(|c: char| c.is_alphanumeric());
    match rest.as_bytes().first()? {
        b':' if !is_within => {
            let (name, end) = mkdocs_icon(rest)?;
            let behind = rest.get(end..).unwrap_or_default();
            let blank = usize::from(behind.starts_with(' ') && (before.is_empty() || before.ends_with(' ')));
            let attributes = behind.starts_with('{').then(|| attributes_of(behind)).flatten();
            let title = attributes.and_then(|(_, attributes)| title_of(attributes));
            let is_answer = matches!(name, "check" | "close");
            Some(match title.is_some() || is_answer || stands_for_words(before, behind) {
                true => (end, icon_of(name, title)),
                false => (end + blank, String::new()),
            })
        }
        b'+' if rest.starts_with("++") => {
            let inner = rest.get(2..)?;
            let end = near(inner, "++")?;
            let keys = inner.get(..end)?;
            let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '"' | '_');
            if keys.is_empty() || !keys.chars().all(fits) {
                return None;
            }
            let keys: Vec<String> =
                keys.split('+').map(|key| format!("<kbd>{}</kbd>", key_name(key.trim_matches('"')))).collect();
            Some((end + 4, keys.join("+")))
        }
        b'=' if rest.starts_with("==") && !rest.starts_with("===") => paired(rest, "==", "mark"),
        b'^' if rest.starts_with("^^") => paired(rest, "^^", "ins"),
        _ => None,
    }
}

/// Whether an icon carries meaning: in a sentence, or as the only content of a table cell.
fn stands_for_words(before: &str, behind: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_end();
    let behind = behind.strip_prefix('{').and_then(|rest| rest.split_once('}')).map_or(behind, |(_, rest)| rest);
    let next = behind.lines().next().unwrap_or_default().trim_start();
    if line.ends_with('|') || line.is_empty() && before.contains('|') {
        return next.starts_with('|');
    }
    let in_sentence = line.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '.' | '/' | '('));
    let goes_on =
        next.is_empty() || next.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | '.' | ')' | '/' | ';'));
    in_sentence && line.contains(char::is_alphabetic) && goes_on
}

/// The title in an attribute list.
fn title_of(attributes: Vec<Attribute>) -> Option<String> {
    let title = attributes.into_iter().find(|attribute| attribute.name == "title")?;
    match title.value {
        Value::Text(title) => Some(title).filter(|title| !title.trim().is_empty()),
        _ => None,
    }
}

/// An icon of Material for MkDocs that carries meaning: ours with its title or name as the label, or only the label.
fn icon_of(name: &str, title: Option<String>) -> String {
    let bare = ["brands-", "solid-", "regular-"].iter().find_map(|style| name.strip_prefix(style)).unwrap_or(name);
    let bare = bare.trim_end_matches("-16").trim_end_matches("-24");
    let (bare, words) = match bare {
        "check" => (bare, "Yes".to_owned()),
        "close" => ("x", "No".to_owned()),
        _ => (bare, crate::paths::words(bare)),
    };
    let words = title.unwrap_or(words);
    match engine::other_tools::icon(bare).filter(|icon| !icon.contains(['/', '.'])) {
        Some(icon) => format!("<wc-icon name=\"{icon}\" label=\"{}\" />", escaped(&words)),
        None => escaped_text(&words),
    }
}

fn paired(rest: &str, mark: &str, element: &str) -> Option<(usize, String)> {
    let inner = rest.get(mark.len()..)?;
    let end = near(inner, mark)?;
    let text = inner.get(..end)?;
    let fits = !text.is_empty() && !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("\n\n");
    fits.then(|| (end + 2 * mark.len(), format!("<{element}>{text}</{element}>")))
}

/// `H~2~O` and `10^2^`, where the extension for it is on.
fn script(rest: &str, before: &str, dialect: Dialect) -> Option<(usize, String)> {
    let (mark, element) = match rest.as_bytes().first()? {
        b'~' if dialect.subscripts => ('~', "sub"),
        b'^' if dialect.superscripts => ('^', "sup"),
        _ => return None,
    };
    let (inner, behind) = rest.get(1..)?.split_once(mark)?;
    let is_note = before.ends_with('[');
    let fits = !inner.is_empty() && !inner.contains(|c: char| c.is_whitespace()) && !is_note;
    (fits && !before.ends_with(mark) && !behind.starts_with(mark))
        .then(|| (inner.len() + 2, format!("<{element}>{inner}</{element}>")))
}

/// The displayed name of a key.
fn key_name(key: &str) -> String {
    match key {
        "ctrl" => "Ctrl".to_owned(),
        "cmd" => "Cmd".to_owned(),
        key if key.chars().count() == 1 => key.to_uppercase(),
        key => capitalized(key),
    }
}

/// A word with its first letter capitalized.
pub(super) fn capitalized(word: &str) -> String {
    let word = word.replace(['-', '_'], " ");
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
