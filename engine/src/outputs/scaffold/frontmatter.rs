//! Frontmatter lines that every YAML reader parses to the same text, YAML 1.1 readers included.

use base::tree::write_yaml_string;

/// Appends `key: value` and a line ending. The value is one line; `key` is a plain word.
pub(super) fn line(key: &str, value: &str, out: &mut String) {
    out.push_str(key);
    out.push_str(": ");
    if is_plain(value) {
        out.push_str(value);
    } else {
        write_yaml_string(value, out);
    }
    out.push('\n');
}

/// Whether the value needs no quotes: words of letters, digits and harmless characters that every reader takes for a
/// string.
fn is_plain(value: &str) -> bool {
    let Some(first) = value.chars().next() else { return false };
    let is_harmless =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | ',' | '(' | ')' | '/' | '\'' | '_' | '-');
    // A number, date or time begins with a digit, sign or point; the words below are those of YAML 1.1.
    let reserved = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    first.is_alphabetic()
        && value.chars().all(is_harmless)
        && !value.ends_with(' ')
        && !reserved.iter().any(|word| value.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::line;

    const NASTY: &[&str] = &[
        "",
        " ",
        "a",
        "List users",
        "no",
        "Yes",
        "ON",
        "null",
        "~",
        "true",
        "1",
        "1.0",
        "012",
        "0x1F",
        "1_000",
        "1e3",
        "1:30",
        "2026-11-21",
        "12:30:45",
        ".inf",
        "-.INF",
        ".nan",
        "<<",
        "=",
        "- a",
        "-",
        "?",
        "? a",
        ": a",
        "a: b",
        "a:",
        "#a",
        "a #b",
        "a#b",
        "[a]",
        "{a}",
        "a]",
        "*a",
        "&a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`a`",
        "\"a\"",
        "'a'",
        "it's",
        "a\\b",
        "---",
        "...",
        "--- a",
        " a",
        "a ",
        "\ta",
        "a\tb",
        "a\u{a0}b",
        "\u{2028}",
        "a\u{85}b",
        "\u{feff}a",
        "\u{7f}",
        "\u{0}",
        "\u{1b}[31m",
        "é",
        "日本語",
        "🦀",
        "y",
        "N",
        "Null",
        "a, b",
        "a (b)",
        "get/users",
        "x\u{fffe}",
        "null a",
        "e3",
    ];

    #[test]
    fn nasty_values_are_read_back_as_they_were() {
        for value in NASTY {
            let mut out = String::new();
            line("title", value, &mut out);
            assert_eq!(out.matches('\n').count(), 1, "{out:?}");
            let read: std::collections::BTreeMap<String, serde_json::Value> = granit(&out);
            assert_eq!(read.get("title"), Some(&serde_json::Value::from(*value)), "{out:?}");
        }
    }

    /// The scalars of a flat mapping, parsed as YAML. Panics on a plain scalar to which YAML 1.1 gives another type.
    fn granit(yaml: &str) -> std::collections::BTreeMap<String, serde_json::Value> {
        use granit_parser::{Event, Parser, ScalarStyle};
        let mut scalars = Vec::new();
        for event in Parser::new_from_str(yaml) {
            if let (Event::Scalar(text, style, ..), _) = event.unwrap() {
                if style == ScalarStyle::Plain {
                    assert!(text.starts_with(char::is_alphabetic), "{text:?} is written plain");
                }
                scalars.push(text.to_string());
            }
        }
        scalars.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone().into())).collect()
    }

    #[test]
    fn plain_where_it_is_safe() {
        let written = |value| {
            let mut out = String::new();
            line("title", value, &mut out);
            out
        };
        assert_eq!(written("List users"), "title: List users\n");
        assert_eq!(written("Get the user's key (v2)"), "title: Get the user's key (v2)\n");
        assert_eq!(written("no"), "title: \"no\"\n");
        assert_eq!(written("a: b"), "title: \"a: b\"\n");
    }
}
