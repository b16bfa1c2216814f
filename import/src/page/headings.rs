//! The heading IDs that the tools generate, and the plain text that they are derived from.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use engine::Slugs;
use unicode_normalization::UnicodeNormalization;

use super::read::tokens::elements;
use crate::project::Dialect;

/// The heading IDs of the source tool.
#[derive(Clone, Debug, Default)]
pub(crate) struct Headings {
    theirs: BTreeMap<String, usize>,
    dialect: Dialect,
}

impl Headings {
    /// The heading IDs of a new page.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Self { theirs: BTreeMap::new(), dialect }
    }

    /// The ID of a heading with this text and without an explicit ID.
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

/// The ID that the source tool derives from a heading's text.
pub(crate) fn slug(text: &str, dialect: Dialect) -> String {
    if dialect.mkdocs {
        return python_slug(&without_icons(text));
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

/// The ID by GitHub's rule, which is also ours.
pub(crate) fn common_slug(text: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b' ');
    if text.bytes().all(is_word) && !text.trim().is_empty() {
        let letter = |byte: u8| if byte == b' ' { '-' } else { char::from(byte.to_ascii_lowercase()) };
        return text.trim().bytes().map(letter).collect();
    }
    Slugs::default().heading(text).into_string()
}

/// Python-Markdown's `toc`: the ASCII letters and digits left by NFKD, `_`, `-`; runs of spaces and hyphens become one
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

/// The icon that a text begins with, such as `:octicons-image-16:` (Material for MkDocs): its name within its set, and
/// the length of all.
pub(crate) fn mkdocs_icon(text: &str) -> Option<(&str, usize)> {
    const SETS: [&str; 5] = [":material-", ":octicons-", ":fontawesome-", ":simple-", ":custom-"];
    let rest = SETS.iter().find_map(|set| text.strip_prefix(set))?;
    let (name, _) = rest.split_once(':')?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_name.then_some((name, text.len() - rest.len() + name.len() + 1))
}

/// A text without icons, which have no part in IDs.
fn without_icons(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut kept = 0;
    for (at, _) in text.match_indices(':') {
        let icon = text.get(at..).filter(|_| at >= kept).and_then(mkdocs_icon);
        if let Some((_, length)) = icon {
            out.push_str(text.get(kept..at).unwrap_or_default());
            kept = at + length;
        }
    }
    match kept {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(out + text.get(kept..).unwrap_or_default()),
    }
}

/// mdBook: letters, digits, `_` and `-` in lowercase; each space becomes a hyphen.
fn mdbook_slug(text: &str) -> String {
    let chars = text.trim().chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || matches!(c, '_' | '-') => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    chars.collect()
}

/// VitePress (`slugify` of `@mdit-vue/shared`): NFKD without combining marks, punctuation and spaces as one hyphen, `_`
/// before a leading digit. Other marks are composed again, as they are typed in links.
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

/// A heading's text without its explicit ID, and that ID.
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
        // `{ .class }`, `{ name="value" }` and comments are not part of the heading's text.
        if comment.is_some() || inner.starts_with(['.', ':']) || is_pair(inner) {
            return (before.to_owned(), None);
        }
    }
    // Fumadocs.
    if let Some((before, id)) = text.strip_suffix(']').and_then(|text| text.rsplit_once("[#"))
        && !id.contains(char::is_whitespace)
    {
        return (before.trim_end().to_owned(), Some(id.to_owned()));
    }
    // `<a href="#x" id="x"></a>`, which GitBook writes after each heading.
    for anchor in elements(text, &["a"]).iter().filter(|anchor| anchor.content.is_empty()) {
        let id = anchor.tag.text("id").or_else(|| anchor.tag.text("name")).filter(|id| !id.is_empty());
        if let Some(id) = id {
            let part = |range: Range<usize>| text.get(range).unwrap_or_default();
            let words = format!("{}{}", part(0..anchor.range.start), part(anchor.range.end..text.len()).trim_start());
            return (words.trim().to_owned(), Some(id.to_owned()));
        }
    }
    (text.to_owned(), None)
}

/// Whether a list of attributes begins with a name and a value between quotation marks.
fn is_pair(list: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    list.split_once('=').is_some_and(|(name, value)| is_name(name) && value.starts_with(['"', '\'']))
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

/// A text without inline markup, from which our ID of a heading is derived.
pub(crate) fn plain(text: &str) -> String {
    without_markup(text, " ")
}

/// A text without inline markup, from which the tools derive the ID of a heading: a line break does not separate words.
pub(crate) fn plain_for_id(text: &str) -> String {
    without_markup(text, "")
}

/// A text without inline markup. Line breaks become `line_break`, unless there is white space next to them.
fn without_markup(text: &str, line_break: &str) -> String {
    let mut out = String::new();
    let mut chars = text.char_indices();
    let mut reach = super::read::expression::Reach::default();
    let mut skip_to = 0;
    let mut in_code = false;
    // The number of open brackets.
    let mut open = 0_usize;
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
            '[' => open += 1,
            // Its partner is escaped.
            ']' if open == 0 => out.push(']'),
            ']' if rest.starts_with("](") => {
                open -= 1;
                skip_to = rest.find(')').map_or(text.len(), |end| at + end + 1);
            }
            ']' if rest.starts_with("][") => {
                open -= 1;
                skip_to = rest.get(2..).and_then(|rest| rest.find(']')).map_or(text.len(), |end| at + end + 3);
            }
            ']' => open -= 1,
            '!' if rest.starts_with("![") => {
                skip_to = rest.find(')').map_or(at + 1, |end| at + end + 1);
            }
            '<' => match super::read::jsx::tag(text, at, &mut reach) {
                Some(tag) => {
                    let is_blank_after = text.get(tag.end..).is_none_or(|rest| rest.starts_with(char::is_whitespace));
                    if tag.name == "br" && !is_blank_after && !out.is_empty() && !out.ends_with(char::is_whitespace) {
                        out.push_str(line_break);
                    }
                    skip_to = tag.end;
                }
                None => out.push(c),
            },
            c => out.push(c),
        }
    }
    super::read::jsx::decoded(out.trim())
}

/// Whether the byte at `at` is between two letters or digits.
pub(crate) fn between_letters(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back()).is_some_and(char::is_alphanumeric);
    let after = text.get(at + 1..).and_then(|text| text.chars().next()).is_some_and(char::is_alphanumeric);
    before && after
}

/// The name in a heading that is only a macro of Material for MkDocs: `<!-- md:setting name -->`.
pub(crate) fn macro_name(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("<!-- md:")?.strip_suffix("-->")?;
    let mut words = inner.split_whitespace();
    let (_, name) = (words.next()?, words.next()?);
    words.next().is_none().then_some(name).filter(|name| !name.contains('`'))
}

/// The name in a macro for an option in a text: `<!-- md:option name -->`.
pub(crate) fn option_name(comment: &str) -> Option<&str> {
    macro_name(comment).filter(|_| comment.contains("md:option ") || comment.contains("md:setting "))
}

#[cfg(test)]
mod tests {
    use engine::Slugs;

    use super::{
        Headings, common_slug, explicit_id, macro_name, mdbook_slug, plain, plain_for_id, python_slug, slug,
        vitepress_slug,
    };
    use crate::project::Dialect;

    #[test]
    fn ids_are_made_by_the_rule_of_the_tool() {
        assert_eq!(python_slug("What's new? – C++ & `x_y`".replace('`', "").as_str()), "whats-new-c-x_y");
        assert_eq!(python_slug("Žluťoučký kůň, Győr ½ ﬁ"), "zlutoucky-kun-gyor-12-fi");
        let mkdocs = Dialect { mkdocs: true, ..Dialect::default() };
        assert_eq!(slug(":octicons-image-16: Image", mkdocs), "image");
        assert_eq!(slug("A :simple-git: :material-a-b: or :other-x:", mkdocs), "a-or-other-x");
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
            ("<a id='one'></a> Title", "one"),
            ("<a title=\"a > b\" id=\"one\"></a> Title", "one"),
        ] {
            assert_eq!(explicit_id(text), ("Title".to_owned(), Some(id.to_owned())), "{text}");
        }
        for text in ["Use {x}", "Use `<a id=\"one\"></a>`", "Use <a title=\"id=\" href=\"x\"></a>"] {
            assert_eq!(explicit_id(text), (text.to_owned(), None));
        }
        assert_eq!(plain("A<br>b<br /> c <br/>d<br>"), "A b c d");
        assert_eq!(plain_for_id("A<br>b"), "Ab");
        assert_eq!(plain("The `a_b` **of** [x](y) <Badge>z</Badge> a_b _c_"), "The a_b of x z a_b c");
    }
}
