//! Checks of code blocks: too long to be highlighted, or with characters that deceive the reader.

use super::build::PageBuilder;
use base::diagnostic::{Code, Diagnostic, Span};
use base::text::bidi_controls;

/// Longer code is shown without highlighting: nobody reads it, and its markup would be several times its size.
const LONGEST: usize = 256 * 1024;

/// The limit for the characters of one line.
const LONGEST_LINE: usize = 10_000;

/// Whether code is short enough to be highlighted, whatever its language.
pub(crate) fn is_highlighted(text: &str) -> bool {
    text.len() <= LONGEST && long_line(text).is_none()
}

/// The number of the first line that is too long.
fn long_line(text: &str) -> Option<usize> {
    if text.len() <= LONGEST_LINE {
        return None;
    }
    let is_long = |line: &str| line.len() > LONGEST_LINE && line.chars().count() > LONGEST_LINE;
    text.lines().position(is_long).map(|index| index + 1)
}

impl PageBuilder<'_> {
    /// Reports a code block that is too long to be highlighted.
    pub(super) fn check_length(&mut self, text: &str, language: Option<&str>, span: Span) {
        let Some(language) = language else { return };
        let reason = match long_line(text) {
            _ if text.len() > LONGEST => format!("it has more than {} KB", LONGEST / 1024),
            Some(line) => format!("its line {line} has more than {LONGEST_LINE} characters"),
            None => return,
        };
        let language: String = language.chars().take(20).collect();
        let first_line = self.file.get(span.range()).and_then(|text| text.find('\n'));
        let end = first_line.map_or(span.end, |length| span.start + length as u32);
        self.report(
            Diagnostic::new(
                Code::LongCode,
                format!("a `{language}` code block is shown without highlighting: {reason}"),
                Span { end, ..span },
            )
            .with_help("link to a file, or show only the relevant part".to_owned()),
        );
    }

    /// Reports bidirectional control characters in code at `span`.
    pub(super) fn check_direction(&mut self, text: &str, span: Span) {
        if bidi_controls(text).next().is_none() {
            return;
        }
        let Some(written) = self.file.get(span.range()) else { return };
        for (at, name) in bidi_controls(written) {
            let start = span.start as usize + at;
            self.report(
                Diagnostic::new(
                    Code::BidiControl,
                    format!("the code contains {name}, which changes the order in which the text is displayed"),
                    Span::new(start, start + 3),
                )
                .with_help("remove it, or write it as an escape sequence of the programming language".to_owned()),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::markdown::tests::parse_page;

    #[test]
    fn reports_length_and_controls_of_direction_at_their_places() {
        let long = format!("> ```js\n> a\n> {}\n> ```\n\n```\n{0}\n```\n", "b".repeat(10_001));
        let deceiving = "`a\u{202e}` b\u{202e}\n\n> ```js\n> c\n> d\u{2066}\n> ```\n\n<wc-code-block>\ne\u{2069}\n</wc-code-block>\n";
        let text = format!("{deceiving}\n{long}");
        let tree = parse_page(&text);
        let found: Vec<_> =
            tree.diagnostics.iter().map(|found| (found.code.name(), &text[found.place.unwrap().range()])).collect();
        let control = |character| ("bidi-control", character);
        assert_eq!(found[..3], [control("\u{202e}"), control("\u{2066}"), control("\u{2069}")]);
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(found[3].0, "long-code");
        assert!(tree.diagnostics[3].message.ends_with("its line 2 has more than 10000 characters"));
    }
}
