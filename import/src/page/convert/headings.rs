//! Headings: the ids that links lead to stay what they were.

use std::collections::BTreeMap;

use engine::Slugs;
use unicode_normalization::UnicodeNormalization;

use super::Converter;
use crate::page::tree::{Kind, Node};
use crate::project::Dialect;

/// The ids that the source tool gives headings.
#[derive(Debug, Default)]
pub(crate) struct Headings {
    theirs: BTreeMap<String, usize>,
    dialect: Dialect,
}

impl Headings {
    /// Of one page.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Self { theirs: BTreeMap::new(), dialect }
    }

    /// The id of a heading with that text, if it is not given one.
    pub(crate) fn id(&mut self, text: &str) -> String {
        let slug = slug(text, self.dialect);
        let count = self.theirs.entry(slug.clone()).or_default();
        *count += 1;
        match *count {
            1 => slug,
            n if self.dialect.mkdocs => format!("{slug}_{}", n - 1),
            n => format!("{slug}-{}", n - 1),
        }
    }
}

/// The id that the source tool makes from a heading's text.
pub(crate) fn slug(text: &str, dialect: Dialect) -> String {
    if dialect.mkdocs {
        return python_slug(text);
    }
    if dialect.mdbook {
        return mdbook_slug(text);
    }
    if dialect.vitepress {
        return vitepress_slug(text);
    }
    if dialect.dotted_ids && text.contains('.') {
        let dotted = text.replace('.', " ");
        let words: Vec<&str> = dotted.split_whitespace().collect();
        let slug = Slugs::default().heading(&words.join(" ")).into_string();
        return slug.trim_matches('-').to_owned();
    }
    common_slug(text)
}

/// The id by GitHub's rule, which is ours too.
fn common_slug(text: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b' ');
    if text.bytes().all(is_word) && !text.trim().is_empty() {
        let letter = |byte: u8| if byte == b' ' { '-' } else { char::from(byte.to_ascii_lowercase()) };
        return text.trim().bytes().map(letter).collect();
    }
    Slugs::default().heading(text).into_string()
}

/// Python-Markdown's `toc`: the letters and digits of ASCII that NFKD leaves, `_`, `-`; runs of blanks and hyphens are one
/// hyphen.
fn python_slug(text: &str) -> String {
    let kept: String = text.nfkd().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ')).collect();
    let mut out = String::new();
    for c in kept.trim().to_ascii_lowercase().chars() {
        if matches!(c, '-' | ' ') {
            if !out.ends_with('-') {
                out.push('-');
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// mdBook: letters, digits, `_` and `-` in lower case; each blank is a hyphen.
fn mdbook_slug(text: &str) -> String {
    let chars = text.trim().chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || matches!(c, '_' | '-') => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    chars.collect()
}

/// VitePress (`slugify` of `@mdit-vue/shared`): NFKD without combining marks, punctuation and blanks as one hyphen, `_` before
/// a digit in front. Other marks are composed again, as links are typed.
fn vitepress_slug(text: &str) -> String {
    const PUNCTUATION: &str = "~`!@#$%^&*()-_+=[]{}|\\;:\"'“”‘’<>,.?/";
    let mut out = String::new();
    for c in text.nfkd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).nfc() {
        if !c.is_whitespace() && !PUNCTUATION.contains(c) {
            out.extend(c.to_lowercase());
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    let out = out.trim_end_matches('-').to_owned();
    if out.starts_with(|c: char| c.is_ascii_digit()) { format!("_{out}") } else { out }
}

/// A heading's text without the id that it is given, and that id.
pub(crate) fn explicit_id(text: &str) -> (String, Option<String>) {
    let text = text.trim_end();
    if let Some(start) = text.rfind('{').filter(|_| text.ends_with('}')) {
        let inner = text.get(start + 1..text.len() - 1).unwrap_or_default().trim();
        let comment = inner.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/")).map(str::trim);
        let mut words = inner.trim_start_matches(':').split_whitespace();
        let listed = words.find_map(|word| word.strip_prefix('#').or_else(|| word.strip_prefix("id=")));
        let listed = listed.map(|id| id.trim_matches(['"', '\'']));
        let before = text.get(..start).unwrap_or_default().trim_end();
        let id = comment.filter(|id| !id.contains(char::is_whitespace)).map(|id| id.trim_start_matches('#')).or(listed);
        if let Some(id) = id.filter(|id| !id.is_empty()) {
            return (before.to_owned(), Some(id.to_owned()));
        }
        // `{ .class }` and comments: no text of the heading.
        if comment.is_some() || inner.starts_with(['.', ':']) {
            return (before.to_owned(), None);
        }
    }
    // Fumadocs.
    if let Some((before, id)) = text.strip_suffix(']').and_then(|text| text.rsplit_once("[#"))
        && !id.contains(char::is_whitespace)
    {
        return (before.trim_end().to_owned(), Some(id.to_owned()));
    }
    // `<a href="#x" id="x"></a>`, which GitBook writes behind each heading.
    for (at, _) in text.match_indices("<a ") {
        let Some((tag, after)) = text.get(at..).and_then(|rest| rest.split_once("></a>")) else { continue };
        let value = |name: &str| tag.split_once(name).and_then(|(_, rest)| rest.split('"').next());
        let id = value(" id=\"").or_else(|| value(" name=\"")).filter(|id| !id.is_empty() && !tag.contains('>'));
        if let Some(id) = id {
            let before = text.get(..at).unwrap_or_default();
            return (format!("{before}{}", after.trim_start()).trim().to_owned(), Some(id.to_owned()));
        }
    }
    (text.to_owned(), None)
}

/// A text whose code spans do not end with their language: `` `code{:js}` ``.
pub(crate) fn without_languages(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{:") {
        let length = after.find(|c: char| !(c.is_ascii_alphanumeric() || "-_+#.".contains(c))).unwrap_or(after.len());
        out.push_str(before);
        rest = match after.get(length..).and_then(|rest| rest.strip_prefix('}')) {
            Some(behind) if length > 0 && behind.trim_start_matches(' ').starts_with('`') => behind,
            _ => {
                out.push_str("{:");
                after
            }
        };
    }
    out.push_str(rest);
    out
}

/// A text without the marks of inlines: what a heading's id is made from.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.char_indices();
    let mut reach = crate::page::read::expression::Reach::default();
    let mut skip_to = 0;
    let mut in_code = false;
    while let Some((at, c)) = chars.next() {
        if at < skip_to {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        match c {
            '`' => in_code = !in_code,
            _ if in_code => out.push(c),
            '\\' => {
                if let Some((_, next)) = chars.next() {
                    out.push(next);
                }
            }
            '*' => {}
            '_' if !between_letters(text, at) => {}
            '[' => {}
            ']' if rest.starts_with("](") => {
                skip_to = rest.find(')').map_or(text.len(), |end| at + end + 1);
            }
            ']' if rest.starts_with("][") => {
                skip_to = rest.get(2..).and_then(|rest| rest.find(']')).map_or(text.len(), |end| at + end + 3);
            }
            ']' => {}
            '!' if rest.starts_with("![") => {
                skip_to = rest.find(')').map_or(at + 1, |end| at + end + 1);
            }
            '<' => match crate::page::read::jsx::tag(text, at, &mut reach) {
                Some(tag) => skip_to = tag.end,
                None => out.push(c),
            },
            c => out.push(c),
        }
    }
    super::attributes::decoded(out.trim())
}

fn between_letters(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back()).is_some_and(char::is_alphanumeric);
    let after = text.get(at + 1..).and_then(|text| text.chars().next()).is_some_and(char::is_alphanumeric);
    before && after
}

impl Converter<'_> {
    pub(super) fn heading(&mut self, level: usize, text: &str, line: u32, out: &mut Vec<Node>) {
        let comment =
            text.trim_end().strip_suffix("*/}").and_then(|text| text.rsplit_once("{/*")).map(|(_, inner)| inner.trim());
        let comment = comment.filter(|comment| comment.contains(char::is_whitespace));
        let comment = comment.map(|comment| super::comment::of_expression(&format!("/*{comment}*/")));
        let (text, given) = explicit_id(text);
        let (text, given) = match macro_name(&text).filter(|_| self.dialect.mkdocs) {
            Some(name) => (format!("`{name}`"), given.or_else(|| Some(name.to_owned()))),
            None => (text, given),
        };
        let before = plain(&text);
        let written = self.inlines(&text, line);
        let written = written.trim().replace('\n', " ");
        let after = plain(&written);
        if written.is_empty() {
            return;
        }
        if level == 1 {
            let words = if self.dialect.marked_spans { plain(&without_languages(&text)) } else { before.clone() };
            self.titles.push((written.clone(), if words.contains('{') { after.clone() } else { words }));
        }
        let theirs = self.headings.id(&before);
        let ours = if after == before { None } else { Some(common_slug(&after)) };
        let ours = ours.unwrap_or_else(|| common_slug(&before));
        let is_first = !theirs.is_empty() && theirs == ours;
        // One more heading of the same text has the same number in both, where the rules agree.
        let same_rule = theirs
            .strip_prefix(ours.as_str())
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|number| number.parse::<u32>().is_ok());
        let id = given.or_else(|| (!is_first && !same_rule && !theirs.is_empty()).then_some(theirs));
        let text = match id.filter(|id| is_id(id)) {
            // Marks in an id would be read as those of text.
            Some(id) if has_marks(&id) => format!("<a id=\"{}\"></a>{written}", crate::page::write::escaped(&id)),
            Some(id) => format!("{written} {{#{id}}}"),
            None => written,
        };
        out.push(Node { line, kind: Kind::Heading { level, text } });
        out.extend(comment.filter(|comment| !comment.is_empty()).map(|comment| Node::verbatim(line, comment)));
    }

    /// The words of a heading of level 1 in the source, by what is written for it.
    pub(in crate::page) fn title_of(&self, written: &str) -> Option<&str> {
        let (written, _) = explicit_id(written);
        self.titles.iter().find(|(text, _)| *text == written).map(|(_, words)| words.as_str())
    }
}

/// The name in a heading that is nothing but a macro of Material for MkDocs: `<!-- md:setting name -->`.
pub(crate) fn macro_name(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("<!-- md:")?.strip_suffix("-->")?;
    let mut words = inner.split_whitespace();
    let (_, name) = (words.next()?, words.next()?);
    words.next().is_none().then_some(name).filter(|name| !name.contains('`'))
}

/// The name in a macro that stands for an option in a text: `<!-- md:option name -->`.
pub(super) fn option_name(comment: &str) -> Option<&str> {
    macro_name(comment).filter(|_| comment.contains("md:option ") || comment.contains("md:setting "))
}

/// Whether an id has what Markdown takes for the marks of emphasis or code.
fn has_marks(id: &str) -> bool {
    id.contains(['*', '`', '~']) || id.match_indices('_').any(|(at, _)| !between_letters(id, at))
}

/// Whether our pages can write that id behind a heading.
fn is_id(id: &str) -> bool {
    !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"' | '<' | '>' | '\\'))
}

#[cfg(test)]
mod tests {
    use engine::Slugs;

    use super::{Headings, common_slug, explicit_id, macro_name, mdbook_slug, plain, python_slug, vitepress_slug};
    use crate::project::Dialect;

    #[test]
    fn ids_are_made_by_the_rule_of_the_tool() {
        assert_eq!(python_slug("What's new? – C++ & `x_y`".replace('`', "").as_str()), "whats-new-c-x_y");
        assert_eq!(python_slug("Žluťoučký kůň, Győr ½ ﬁ"), "zlutoucky-kun-gyor-12-fi");
        assert_eq!(mdbook_slug("Hello, World! A--b"), "hello-world-a--b");
        assert_eq!(vitepress_slug("1. What's new? (é)"), "_1-what-s-new-e");
        assert_eq!(vitepress_slug("Šířka й が 한 ﬁ"), "sirka-и-が-한-fi");
        let mut headings = Headings::new(Dialect { mkdocs: true, ..Dialect::default() });
        assert_eq!(headings.id("A"), "a");
        let dialect = Dialect { mdx: true, dotted_ids: true, ..Dialect::default() };
        assert_eq!(Headings::new(dialect).id("yourTask.triggerAndWait()"), "yourtask-triggerandwait");
        assert_eq!(macro_name("<!-- md:setting config.enabled -->"), Some("config.enabled"));
        assert_eq!(headings.id("A"), "a_1");
    }

    #[test]
    fn the_common_rule_is_that_of_the_engine() {
        for text in ["Getting started", " A  b-C_d ", "2", "-", "What's new?", "\u{c9}t\u{e9}", " ", ""] {
            assert_eq!(common_slug(text), Slugs::default().heading(text).into_string(), "{text}");
        }
    }

    #[test]
    fn given_ids_are_found() {
        for (text, id) in [
            ("Title {#one}", "one"),
            ("Title { #one .x }", "one"),
            ("Title { .x id=\"one\" }", "one"),
            ("Title {/*one*/}", "one"),
            ("Title {/* #one */}", "one"),
            ("<a id=\"one\"></a> Title", "one"),
            ("<a name=\"one\"></a>Title", "one"),
        ] {
            assert_eq!(explicit_id(text), ("Title".to_owned(), Some(id.to_owned())), "{text}");
        }
        assert_eq!(explicit_id("Use {x}"), ("Use {x}".to_owned(), None));
        assert_eq!(plain("The `a_b` **of** [x](y) <Badge>z</Badge> a_b _c_"), "The a_b of x z a_b c");
    }
}
