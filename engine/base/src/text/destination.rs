//! Classifies a link's destination by its spelling.

/// The kind of a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DestinationKind {
    /// `http:`, `https:`, `mailto:`, `tel:`.
    External,
    /// A path, a query or a fragment: within the site.
    Relative,
    /// Another scheme, or another host without a scheme. Never becomes a link.
    Refused,
}

impl DestinationKind {
    /// How a browser interprets `text`: it drops white space and control characters, and treats `\` as `/`.
    pub fn of(text: &str) -> Self {
        let mut seen = text.chars().filter(|&c| c > ' ' && c != '\u{7f}').map(|c| if c == '\\' { '/' } else { c });
        // No allowed scheme contains other than ASCII characters.
        let mut letters = [0_u8; 8];
        let mut length = 0;
        for c in seen.by_ref() {
            match c {
                ':' => {
                    return match letters.get(..length).unwrap_or_default() {
                        b"http" | b"https" | b"mailto" | b"tel" => Self::External,
                        _ => Self::Refused,
                    };
                }
                '/' if length == 0 => {
                    return if seen.next() == Some('/') { Self::Refused } else { Self::Relative };
                }
                '/' | '?' | '#' => return Self::Relative,
                // No allowed scheme is longer, but a colon may still follow.
                _ => {
                    if let Some(letter) = letters.get_mut(length) {
                        *letter = u8::try_from(c).unwrap_or(u8::MAX).to_ascii_lowercase();
                        length += 1;
                    }
                }
            }
        }
        Self::Relative
    }
}

#[cfg(test)]
mod tests {
    use super::DestinationKind;

    #[test]
    fn only_what_is_known_is_let_through() {
        for text in ["https://a", "HTTP://a", "mailto:a@b", "tel:1", " https://a", "ht\ntps://a"] {
            assert_eq!(DestinationKind::of(text), DestinationKind::External, "{text:?}");
        }
        for text in ["", "a/b", "../a.md#x", "/a:b", "#a:b", "?a=b:c", "./a:b", "a/b:c"] {
            assert_eq!(DestinationKind::of(text), DestinationKind::Relative, "{text:?}");
        }
        for text in [
            "javascript:alert(1)",
            "JaVa\tscript:x",
            "\u{1}javascript:x",
            "vbscript:x",
            "data:text/html,x",
            "//evil",
            "/\\evil",
            "\\\\evil",
            "/\t/evil",
            "file:///etc",
            "a:b",
            "httpsx:a",
            "verylongscheme:a",
            ":a",
        ] {
            assert_eq!(DestinationKind::of(text), DestinationKind::Refused, "{text:?}");
        }
    }
}
