//! Files loaded on demand: scripts that pass a text to a function of ours. Unlike data, they also load from `file://`.

/// A script that passes a text to the site's script (`templates/assets/site.js`), for the file at `key`: its path below
/// `_tool/` without `.js`.
pub(crate) fn handing_over(key: &str, text: &str) -> String {
    format!("toolFiles.put({},{});\n", quoted(key), quoted(text))
}

/// A string literal of a script. The text can end neither the literal nor the script element.
pub(crate) fn quoted(text: &str) -> String {
    let mut script = String::with_capacity(text.len() + text.len() / 16 + 2);
    script.push('\'');
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let escape = match c {
            '\\' => "\\\\",
            '\'' => "\\'",
            '<' if changes_script(text.get(at + 1..).unwrap_or_default()) => "\\x3c",
            '\n' => "\\n",
            '\r' => "\\r",
            '\u{2028}' => "\\u2028",
            '\u{2029}' => "\\u2029",
            '\u{feff}' => "\\ufeff",
            c if (c as u32) < 0x20 && c != '\t' => &format!("\\x{:02x}", c as u32),
            _ => continue,
        };
        script.push_str(&text[from..at]);
        script.push_str(escape);
        from = at + c.len_utf8();
    }
    script.push_str(&text[from..]);
    script.push('\'');
    script
}

/// Whether the text after a `<` would end a script element or change how it is parsed (HTML, section 4.12.1.3).
fn changes_script(rest: &str) -> bool {
    let name = rest.strip_prefix('/').unwrap_or(rest);
    rest.starts_with('!') || name.get(..6).is_some_and(|name| name.eq_ignore_ascii_case("script"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn nothing_of_a_text_ends_its_string_or_its_element() {
        assert_eq!(quoted("<p>'</p>"), "'<p>\\'</p>'");
        assert_eq!(quoted("</sCript><script><!--<é"), "'\\x3c/sCript>\\x3cscript>\\x3c!--<é'");
    }
}
