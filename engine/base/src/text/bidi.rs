//! Characters that change the direction of text.

use memchr::memchr_iter;

/// The first byte of these characters in UTF-8.
pub const BIDI_LEAD: u8 = 0xe2;

/// The byte offsets and names of the characters that change the direction of the text around them. Code that contains
/// them can read otherwise than it runs (CVE-2021-42574).
pub fn bidi_controls(text: &str) -> impl Iterator<Item = (usize, &'static str)> + '_ {
    let bytes = text.as_bytes();
    memchr_iter(BIDI_LEAD, bytes).filter_map(|at| {
        let name = match bytes.get(at + 1..at + 3)? {
            [0x80, 0xaa] => "U+202A LEFT-TO-RIGHT EMBEDDING",
            [0x80, 0xab] => "U+202B RIGHT-TO-LEFT EMBEDDING",
            [0x80, 0xac] => "U+202C POP DIRECTIONAL FORMATTING",
            [0x80, 0xad] => "U+202D LEFT-TO-RIGHT OVERRIDE",
            [0x80, 0xae] => "U+202E RIGHT-TO-LEFT OVERRIDE",
            [0x81, 0xa6] => "U+2066 LEFT-TO-RIGHT ISOLATE",
            [0x81, 0xa7] => "U+2067 RIGHT-TO-LEFT ISOLATE",
            [0x81, 0xa8] => "U+2068 FIRST STRONG ISOLATE",
            [0x81, 0xa9] => "U+2069 POP DIRECTIONAL ISOLATE",
            _ => return None,
        };
        Some((at, name))
    })
}
