//! The string literals of Rust sources. What it takes for one and is none is a strange seed, and does no harm.

/// The literals in order, escapes decoded.
pub(super) fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '\'', '/', 'r']) {
        let before = rest[..at].chars().next_back();
        rest = &rest[at..];
        let is_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if let Some(after) = rest.strip_prefix("//") {
            rest = after.find('\n').map_or("", |end| &after[end..]);
        } else if let Some((text, after)) = raw(rest).filter(|_| !is_word) {
            found.push(text.to_owned());
            rest = after;
        } else if let Some(after) = rest.strip_prefix('"') {
            let (text, after) = quoted(after);
            found.push(text);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('\'') {
            rest = character(after);
        } else {
            rest = &rest[1..];
        }
    }
    found
}

/// The raw literal that a text begins with, and what follows it.
fn raw(text: &str) -> Option<(&str, &str)> {
    let after = text.strip_prefix('r')?;
    let content = after.trim_start_matches('#');
    let hashes = &after[..after.len() - content.len()];
    content.strip_prefix('"')?.split_once(&format!("\"{hashes}"))
}

/// The literal whose opening quote stands before the text, and what follows it.
fn quoted(text: &str) -> (String, &str) {
    let mut decoded = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (decoded, &text[at + 1..]),
            '\\' => match chars.next().map(|(_, c)| c) {
                Some('n') => decoded.push('\n'),
                Some('r') => decoded.push('\r'),
                Some('t') => decoded.push('\t'),
                Some('0') => decoded.push('\0'),
                Some('u') => {
                    let digits: String = chars.by_ref().map(|(_, c)| c).skip(1).take_while(|&c| c != '}').collect();
                    decoded.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
                }
                Some('x') => {
                    let digits: String = chars.by_ref().map(|(_, c)| c).take(2).collect();
                    decoded.extend(u8::from_str_radix(&digits, 16).ok().map(char::from));
                }
                // The line goes on behind its indentation.
                Some('\n') => {
                    let mut ahead = chars.clone();
                    while ahead.next().is_some_and(|(_, c)| c.is_whitespace()) {
                        chars.next();
                    }
                }
                Some(other) => decoded.push(other),
                None => {}
            },
            c => decoded.push(c),
        }
    }
    (decoded, "")
}

/// What follows a character whose opening quote stands before the text; of a lifetime, all of it.
fn character(text: &str) -> &str {
    let mut chars = text.char_indices();
    let is_escape = chars.next().is_some_and(|(_, c)| c == '\\');
    if is_escape {
        chars.next();
    }
    match chars.find(|(_, c)| is_escape || *c == '\'' || !c.is_alphanumeric()) {
        Some((at, '\'')) => &text[at + 1..],
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::literals;

    #[test]
    fn literals_of_every_form_are_found() {
        let source = r####"
            // "none"
            fn f<'a>(x: &'a str) -> char { if x == "a\n\u{e9}\"" { '"' } else { '\'' } }
            let y = (r"raw\n", r##"with "# in it"##, r#"{"a": 1}"#, "over \
                lines", '\\', "\x41");
        "####;
        let expected = ["a\n\u{e9}\"", "raw\\n", "with \"# in it", "{\"a\": 1}", "over lines", "A"];
        assert_eq!(literals(source), expected);
    }
}
