//! Marks for the texts of the interface in memoized HTML, which editions in several languages share. The texts are filled in
//! when a page is put together.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::escape::escaped;
use crate::parse::config::{ENGLISH, PLACEHOLDERS, Strings};

/// Begins a mark: its number among all texts follows. All three are noncharacters, since escaping replaces control characters.
const BEGIN: char = '\u{1fffe}';
/// Precedes each value of a mark, in the order of [`PLACEHOLDERS`].
const VALUE: char = '\u{2fffe}';
/// Ends a mark.
const END: char = '\u{1ffff}';
/// The number of marks that can contain each other. Ours are in one other at most; the limit bounds the recursion for those
/// that an author writes.
const DEEPEST: usize = 3;

/// The placeholders of each text.
static NAMES: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let of = |text: &str| PLACEHOLDERS.into_iter().filter(|name| text.contains(name)).collect();
    ENGLISH.all().into_iter().map(of).collect()
});

/// Instead of each text its mark, with the same placeholders.
pub(super) static MARKED: LazyLock<Strings> = LazyLock::new(|| {
    let mut marked = ENGLISH.clone();
    for ((number, text), names) in marked.all_mut().into_iter().enumerate().zip(&*NAMES) {
        let values: String = names.iter().map(|name| format!("{VALUE}{name}")).collect();
        *text = format!("{BEGIN}{number}{values}{END}").into();
    }
    marked
});

/// HTML with the texts of a site, escaped, instead of the marks. Text that only looks like a mark is kept.
pub(crate) fn with_texts<'h>(html: &'h str, s: &Strings) -> Cow<'h, str> {
    let mut begin = [0; 4];
    let finder = memchr::memmem::Finder::new(BEGIN.encode_utf8(&mut begin).as_bytes());
    let Some(first) = finder.find(html.as_bytes()) else { return html.into() };
    let texts = s.all();
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    let (mut rest, mut next) = (html, Some(first));
    while let Some(at) = next {
        out.push_str(&rest[..at]);
        let mark = &rest[at..];
        rest = read(&texts, mark, 0, &mut out).unwrap_or_else(|| {
            out.push(BEGIN);
            &mark[BEGIN.len_utf8()..]
        });
        next = finder.find(rest.as_bytes());
    }
    out.push_str(rest);
    out.into()
}

/// Appends the text of the mark that `html` begins with, one of `texts`. Returns what follows the mark; `None`, with nothing
/// appended, if it is no mark.
fn read<'h>(texts: &[&str], html: &'h str, depth: usize, out: &mut String) -> Option<&'h str> {
    let html = html.strip_prefix(BEGIN).filter(|_| depth < DEEPEST)?;
    let digits = html.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let number: usize = html[..digits].parse().ok()?;
    let mut text = escaped(texts.get(number)?);
    let mut rest = &html[digits..];
    for name in NAMES.get(number)? {
        let (value, after) = read_value(texts, rest.strip_prefix(VALUE)?, depth)?;
        text = text.replace(name, &value);
        rest = after;
    }
    let rest = rest.strip_prefix(END)?;
    out.push_str(&text);
    Some(rest)
}

/// The value that `html` begins with, and what follows it.
fn read_value<'h>(texts: &[&str], html: &'h str, depth: usize) -> Option<(String, &'h str)> {
    let (mut value, mut rest) = (String::new(), html);
    loop {
        let at = rest.find([BEGIN, VALUE, END])?;
        value.push_str(&rest[..at]);
        rest = &rest[at..];
        if !rest.starts_with(BEGIN) {
            return Some((value, rest));
        }
        rest = read(texts, rest, depth + 1, &mut value)?;
    }
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, MARKED, VALUE, with_texts};
    use crate::parse::config::{ENGLISH, Strings};

    fn german() -> Strings {
        let mut german = ENGLISH.clone();
        for text in german.all_mut() {
            *text = format!("de: {text} & so").into();
        }
        german
    }

    #[test]
    fn marks_become_the_texts_of_the_language() {
        let s = &*MARKED;
        let html = format!(
            "<i>{}</i>{} <b>{}</b>",
            s.copy(),
            s.and_more().replace("{count}", "3"),
            s.unresolved().replace("{reason}", s.recursive()).replace("{name}", "a &lt; b")
        );
        assert_eq!(
            with_texts(&html, &ENGLISH),
            "<i>Copy</i>and 3 more <b>Unresolved reference a &lt; b: recursive: a &lt; b</b>"
        );
        assert_eq!(
            with_texts(&html, &german()),
            "<i>de: Copy &amp; so</i>de: and 3 more &amp; so <b>de: Unresolved reference a &lt; b: de: recursive: a &lt; b &amp; so &amp; so</b>"
        );
        assert_eq!(with_texts("<i>none</i>", &ENGLISH), "<i>none</i>");
    }

    #[test]
    fn every_text_has_a_mark() {
        for (marked, text) in MARKED.all().into_iter().zip(ENGLISH.all()) {
            assert_eq!(with_texts(marked, &ENGLISH), crate::render::escape::escaped(text));
        }
    }

    #[test]
    fn what_only_looks_like_a_mark_stays() {
        let deep = format!("{BEGIN}0").repeat(100_000);
        let and_more = MARKED.and_more().replace("{count}", "");
        let start = and_more.trim_end_matches(END).to_owned();
        for html in [
            format!("a{BEGIN}"),
            format!("{BEGIN}x{END}"),
            format!("{BEGIN}9999{END}"),
            format!("{BEGIN}12345{END}"),
            format!("{VALUE}{END}"),
            deep,
            start.repeat(20_000),
        ] {
            assert_eq!(with_texts(&html, &ENGLISH), html);
        }
    }
}
