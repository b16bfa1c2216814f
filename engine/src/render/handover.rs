//! Files that are loaded when they are needed: scripts that hand a text to a function of ours. Unlike data they load from
//! `file://` too.

/// A script that hands a text to the site's script (`templates/assets/site.js`): of the file at `key`, its path below `_tool/`
/// without `.js`.
pub(crate) fn handing_over(key: &str, text: &str) -> String {
    format!("toolFiles.put({},{});\n", quoted(key), quoted(text))
}

/// A string of a script. Nothing of the text can end the string, nor the element that a script is in.
pub(crate) fn quoted(text: &str) -> String {
    let mut script = String::with_capacity(text.len() + text.len() / 16 + 2);
    script.push('\'');
    for c in text.chars() {
        match c {
            '\\' => script.push_str("\\\\"),
            '\'' => script.push_str("\\'"),
            '<' => script.push_str("\\x3c"),
            '\n' => script.push_str("\\n"),
            '\r' => script.push_str("\\r"),
            '\u{2028}' => script.push_str("\\u2028"),
            '\u{2029}' => script.push_str("\\u2029"),
            '\u{feff}' => script.push_str("\\ufeff"),
            c if (c as u32) < 0x20 && c != '\t' => script.push_str(&format!("\\x{:02x}", c as u32)),
            c => script.push(c),
        }
    }
    script.push('\'');
    script
}
