//! One-line descriptions for lists of pages and schemas.

use super::scaffold::first_line;

/// The longest description in a list, in characters.
const LONGEST: usize = 120;

/// The first sentence of a Markdown description as plain text, without its period. Empty if it only repeats `name`.
pub(super) fn first_sentence(name: &str, markdown: &str) -> String {
    let line = first_line(markdown);
    let mut sentence = line.as_str();
    for (at, end) in line.match_indices(['.', '!', '?', '。']) {
        let (before, after) = (&line[..at], &line[at + end.len()..]);
        let word = before.rsplit(' ').next().unwrap_or_default();
        // Most abbreviations are short, contain a period, or are followed by a lowercase word.
        let is_word = end != "." || word.chars().count() > 2 && !word.contains('.');
        let next = after.trim_start();
        if end == "。" || after.starts_with(' ') && is_word && !next.starts_with(char::is_lowercase) {
            sentence = if matches!(end, "!" | "?") { &line[..at + end.len()] } else { before };
            break;
        }
    }
    let sentence = sentence.strip_suffix('.').filter(|rest| !rest.ends_with('.')).unwrap_or(sentence);
    if letters(sentence) == letters(name) { String::new() } else { shorten(sentence) }
}

/// A text on one line, cut at the end of a word if it is too long.
pub(super) fn shorten(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let size = word.chars().count();
        if length + size >= LONGEST {
            if out.is_empty() {
                out.extend(word.chars().take(LONGEST));
            }
            out.truncate(out.trim_end_matches([',', ';', ':', '.']).len());
            out.push('…');
            return out;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        length += size + 1;
    }
    out
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, first_sentence, shorten};

    #[test]
    fn a_description_is_the_first_sentence() {
        for (markdown, expected) in [
            ("A pet.", "A pet"),
            ("The **owner** of a [pet](https://x.test). More.\n\nEven more.", "The owner of a pet"),
            ("A pet, e.g. a cat or a v. 2 dog. More.", "A pet, e.g. a cat or a v. 2 dog"),
            ("Is it on? Yes.", "Is it on?"),
            ("宠物。更多", "宠物"),
            ("Used by the file `a.b.json` etc. but not here", "Used by the file a.b.json etc. but not here"),
            ("And so on...", "And so on..."),
            ("Pet Owner.", ""),
            ("", ""),
        ] {
            assert_eq!(first_sentence("pet-owner", markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_word() {
        let text = "word, ".repeat(40);
        let cut = shorten(&text);
        assert!(cut.ends_with("word…") && cut.chars().count() <= LONGEST, "{cut}");
        assert_eq!(shorten(&"語".repeat(200)).chars().count(), LONGEST + 1);
        assert_eq!(shorten(" a\n b "), "a b");
    }
}
