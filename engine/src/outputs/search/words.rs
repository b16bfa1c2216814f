//! Splits text into words. The script of the search dialog (`templates/assets/search.js`) splits queries by the same
//! rules, so both must change together.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Longer words, in bytes, are ignored: nobody types them.
const LONGEST: usize = 64;

/// A text as it is compared: in lowercase, without the diacritics of Latin, Greek and Cyrillic letters.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let lower = text.to_lowercase();
    if is_nfc_quick(lower.chars()) == IsNormalized::Yes && !lower.chars().any(may_decompose) {
        return lower;
    }
    lower.nfd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).nfc().collect()
}

/// Whether a letter may decompose into another one and a mark: excludes Hangul and Han.
fn may_decompose(c: char) -> bool {
    matches!(u32::from(c), 0xc0..=0x2bff | 0xf900..=0xffff)
}

/// Whether a character is part of a word.
fn is_word(c: char) -> bool {
    c.is_alphanumeric()
}

/// Whether a character belongs to a script without spaces between words.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(
        u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x3040..=0x30ff | 0x31f0..=0x31ff | 0x3400..=0x4dbf
            | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0xff66..=0xff9f | 0x20000..=0x3ffff
    )
}

/// Passes on the words of a text, folded. In a script without spaces, each pair of adjacent characters is a word.
pub(super) fn words(text: &str, each: &mut dyn FnMut(&str)) {
    let folded = fold(text);
    for run in folded.split(|c: char| !is_word(c)) {
        if !run.is_empty() {
            run_of(run, each);
        }
    }
}

fn run_of(run: &str, each: &mut dyn FnMut(&str)) {
    if run.is_ascii() {
        return word(run, each);
    }
    let mut rest = run;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|c| is_unspaced(c) != unspaced).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        if unspaced {
            pairs(part, each);
        } else {
            word(part, each);
        }
        rest = after;
    }
}

fn word(word: &str, each: &mut dyn FnMut(&str)) {
    if word.len() <= LONGEST {
        each(word);
    }
}

fn pairs(part: &str, each: &mut dyn FnMut(&str)) {
    let starts: Vec<usize> = part.char_indices().map(|(at, _)| at).chain([part.len()]).collect();
    match starts.as_slice() {
        [_, _] => each(part),
        starts => starts.windows(3).for_each(|at| each(&part[at[0]..at[2]])),
    }
}

/// Passes on the parts of a name: `listPullRequests`, `list_pull-requests` and `list/pull requests` have three.
pub(super) fn parts(name: &str, each: &mut dyn FnMut(&str)) {
    for run in name.split(|c: char| !is_word(c)) {
        let mut rest = run;
        while !rest.is_empty() {
            let (part, after) = rest.split_at(end_of_part(rest));
            words(part, each);
            rest = after;
        }
    }
}

/// The end of the first part in a run of letters and digits: before an uppercase letter after a lowercase one, and
/// before the last of several uppercase letters followed by a lowercase one, except in `OAuth`.
fn end_of_part(run: &str) -> usize {
    let mut before: Option<char> = None;
    let mut letters = run.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        if let Some(before) = before
            && c.is_uppercase()
            && (!before.is_uppercase()
                || at > before.len_utf8() && letters.peek().is_some_and(|(_, next)| next.is_lowercase()))
        {
            return at;
        }
        before = Some(c);
    }
    run.len()
}

/// A name as one word: its parts without separators. Empty if it is too long.
pub(super) fn whole(name: &str) -> String {
    let mut folded = fold(name);
    folded.retain(is_word);
    if folded.len() > LONGEST { String::new() } else { folded }
}

#[cfg(test)]
mod tests {
    use super::{fold, parts, whole, words};

    /// A function that splits a text.
    type Split = fn(&str, &mut dyn FnMut(&str));

    fn all(split: Split, text: &str) -> String {
        let mut found = Vec::new();
        split(text, &mut |word| found.push(word.to_owned()));
        found.join(" ")
    }

    #[test]
    fn marks_and_case_do_not_count() {
        assert_eq!(fold("Crème BRÛLÉE"), "creme brulee");
        assert_eq!(fold("cre\u{300}me Ế й"), "creme e и");
        assert_eq!(fold("한국어 東京"), "한국어 東京");
    }

    #[test]
    fn text_becomes_words() {
        assert_eq!(all(words, "Don't re-open, naïve_one 3.5!"), "don t re open naive one 3 5");
        assert_eq!(all(words, "東京都 abc漢 カ"), "東京 京都 abc 漢 カ");
        assert_eq!(all(words, &"x".repeat(65)), "");
    }

    #[test]
    fn names_become_parts() {
        assert_eq!(all(parts, "listPullRequests"), "list pull requests");
        assert_eq!(all(parts, "repos/get-all_stargazers"), "repos get all stargazers");
        assert_eq!(all(parts, "HTTPServerURL OAuth2Token v2"), "http server url oauth2 token v2");
        assert_eq!(whole("Stargazers_count"), "stargazerscount");
    }
}
