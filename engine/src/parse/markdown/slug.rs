//! Ids of headings and fields.

use std::collections::{BTreeMap, BTreeSet};

/// The ids of one page: slugs as on GitHub, made unique.
#[derive(Debug, Default)]
pub struct Slugs {
    /// How often each id was requested; contains the key of every taken id.
    taken: BTreeMap<Box<str>, usize>,
}

impl Slugs {
    /// A unique id for a heading with this text.
    #[must_use]
    pub fn heading(&mut self, text: &str) -> Box<str> {
        self.unique(slug(text))
    }

    /// `id`, with a number appended if it is taken or an id of ours.
    pub(crate) fn unique(&mut self, id: String) -> Box<str> {
        let id: Box<str> = id.into();
        let mut count = match self.taken.get(&id) {
            Some(&count) => count,
            None if is_ours(&id) => 0,
            None => {
                self.taken.insert(id.clone(), 0);
                return id;
            }
        };
        let free = loop {
            count += 1;
            let candidate = format!("{id}-{count}").into_boxed_str();
            if !self.taken.contains_key(&candidate) {
                break candidate;
            }
        };
        self.taken.insert(id, count);
        self.taken.insert(free.clone(), 0);
        free
    }
}

/// Whether a page may have this id from us: on footnotes and tooltips, which are numbered, and on the parts around the text.
fn is_ours(id: &str) -> bool {
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit()) && !rest.contains('-');
    ["footnote-", "footnote-ref-", "tooltip-"].iter().any(|prefix| id.strip_prefix(prefix).is_some_and(is_number))
        || id.strip_prefix("tool").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The id that GitHub generates for a heading: lower case, no punctuation except `-` and `_`, spaces as `-`.
fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.trim().chars() {
        if c.is_ascii() {
            match c {
                ' ' => slug.push('-'),
                '-' | '_' | '0'..='9' | 'a'..='z' | 'A'..='Z' => slug.push(c.to_ascii_lowercase()),
                _ => {}
            }
        } else {
            slug.extend(c.to_lowercase().filter(|&c| is_part(c)));
        }
    }
    if slug.is_empty() {
        // An id cannot be empty.
        slug.push_str("section");
    }
    slug
}

/// Whether a character that is not ASCII stays in an id. Its lower case may be ASCII, as for the Kelvin sign `K`.
fn is_part(c: char) -> bool {
    c.is_alphabetic() || is_decimal(c) || is_mark(c) || is_connector(c)
}

/// The general category Nd: numeric, but not a letter or another number (No).
fn is_decimal(c: char) -> bool {
    c.is_ascii_digit()
        || c.is_numeric()
            && !c.is_alphabetic()
            && !matches!(c,
                '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{bc}'..='\u{be}' | '\u{2070}'..='\u{2189}' | '\u{2460}'..='\u{24ff}'
                | '\u{2776}'..='\u{2793}' | '\u{2cfd}' | '\u{3192}'..='\u{3195}' | '\u{3220}'..='\u{32bf}'
                | '\u{9f4}'..='\u{9f9}' | '\u{b72}'..='\u{b77}' | '\u{bf0}'..='\u{bf2}' | '\u{f2a}'..='\u{f33}'
                | '\u{1f100}'..='\u{1f10c}')
}

/// Marks that are not alphabetic: accents, viramas, tone marks.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{64b}'..='\u{65f}' | '\u{93c}'
        | '\u{94d}' | '\u{951}'..='\u{954}' | '\u{9bc}' | '\u{9cd}' | '\u{a3c}' | '\u{a4d}' | '\u{abc}' | '\u{acd}'
        | '\u{b3c}' | '\u{b4d}' | '\u{bcd}' | '\u{c4d}' | '\u{cbc}' | '\u{ccd}' | '\u{d4d}' | '\u{dca}'
        | '\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{ec8}'..='\u{ece}' | '\u{f35}' | '\u{f37}' | '\u{f39}'
        | '\u{1037}'..='\u{103a}' | '\u{17c9}'..='\u{17d3}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20f0}' | '\u{302a}'..='\u{302f}' | '\u{3099}' | '\u{309a}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}')
}

fn is_connector(c: char) -> bool {
    matches!(c, '\u{203f}' | '\u{2040}' | '\u{2054}' | '\u{fe33}' | '\u{fe34}' | '\u{fe4d}'..='\u{fe4f}' | '\u{ff3f}')
}

/// A field's name as part of an id: see [`push_encoded`].
pub(super) fn encoded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    push_encoded(name, &mut out);
    out
}

/// Appends a name to an id. All characters except unreserved ones (RFC 3986, section 2.3) are percent-encoded, so that the id
/// and a fragment that links to it are spelled alike.
pub(crate) fn push_encoded(name: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for &byte in name.as_bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            out.extend(['%', char::from(HEX[usize::from(byte >> 4)]), char::from(HEX[usize::from(byte & 15)])]);
        }
    }
}

/// The prefixes of the ids in the endpoints of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndpointPrefixes {
    /// The number of endpoints so far.
    count: usize,
    given: BTreeSet<String>,
}

impl EndpointPrefixes {
    /// Whether the page has had no endpoint so far.
    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The prefix of the next endpoint: empty for the first one of a page, derived from its name for others, with a number if an
    /// earlier one has that name.
    pub(crate) fn next(&mut self, name: &str) -> String {
        self.count += 1;
        if self.count == 1 {
            return String::new();
        }
        let name = encoded(name);
        let mut prefix = name.clone();
        let mut number = 1;
        while !self.given.insert(prefix.clone()) {
            number += 1;
            prefix = format!("{name}-{number}");
        }
        prefix
    }
}

#[cfg(test)]
mod tests {
    use super::Slugs;

    #[test]
    fn ids_of_ours_are_not_given_away() {
        let mut slugs = Slugs::default();
        for (text, id) in [
            ("Footnote 1", "footnote-1-1"),
            ("Footnote 1", "footnote-1-2"),
            ("footnote-ref-2", "footnote-ref-2-1"),
            ("Tooltip 12", "tooltip-12-1"),
            ("Tooltip one", "tooltip-one"),
            ("Content", "content"),
            ("toolContent", "toolcontent"),
        ] {
            assert_eq!(&*slugs.heading(text), id, "{text}");
        }
        for (id, given) in [("toolContent", "toolContent-1"), ("footnote-ref-1.2", "footnote-ref-1.2-1")] {
            assert_eq!(&*slugs.unique(id.to_owned()), given, "{id}");
        }
    }

    #[test]
    fn ids_are_those_of_github() {
        let mut slugs = Slugs::default();
        for (text, id) in [
            ("Hello, World!", "hello-world"),
            ("Hello World", "hello-world-1"),
            ("hello-world-1", "hello-world-1-1"),
            ("GET /users/{id}", "get-usersid"),
            ("a  b", "a--b"),
            ("ÄÖ ü 中文 हिन्दी", "äö-ü-中文-हिन्दी"),
            ("x² & y_z-1", "x--y_z-1"),
            ("__proto__", "__proto__"),
            ("🎉 party", "-party"),
            ("", "section"),
            ("!", "section-1"),
        ] {
            assert_eq!(&*slugs.heading(text), id, "{text}");
        }
    }
}
