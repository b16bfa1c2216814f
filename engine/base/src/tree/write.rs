//! Writes a subtree as JSON text; numbers keep their source spelling.

use super::{Kind, NodeRef};

impl NodeRef<'_> {
    /// Appends the value as JSON: on one line, or with two-space indentation starting at level `indent`.
    pub fn write_json(self, indent: Option<usize>, out: &mut String) {
        match self.kind() {
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => write_scalar(self.kind(), self.text(), out),
            Kind::Array => write_container(out, indent, ['[', ']'], self.items(), |item, indent, out| {
                item.write_json(indent, out);
            }),
            Kind::Object => write_container(out, indent, ['{', '}'], self.entries(), |(key, value), indent, out| {
                write_string(key.text(), out);
                out.push_str(if indent.is_some() { ": " } else { ":" });
                value.write_json(indent, out);
            }),
        }
    }

    /// The value as JSON on one line.
    pub fn to_json(self) -> String {
        let mut out = String::new();
        self.write_json(None, &mut out);
        out
    }
}

/// Appends a scalar.
pub(super) fn write_scalar(kind: Kind, text: &str, out: &mut String) {
    match kind {
        Kind::Bool => out.push_str(if text.eq_ignore_ascii_case("true") { "true" } else { "false" }),
        Kind::Number if is_json_number(text) => out.push_str(text),
        // YAML has numbers that JSON does not (`.inf`, `0x1F`).
        Kind::Number | Kind::String => write_string(text, out),
        Kind::Null | Kind::Array | Kind::Object => out.push_str("null"),
    }
}

fn write_container<T>(
    out: &mut String,
    indent: Option<usize>,
    brackets: [char; 2],
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(T, Option<usize>, &mut String),
) {
    let inner = indent.map(|level| level + 1);
    let new_line = |level: Option<usize>, out: &mut String| {
        if let Some(level) = level {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", level));
        }
    };
    out.push(brackets[0]);
    let mut any = false;
    for item in items {
        if any {
            out.push(',');
        }
        any = true;
        new_line(inner, out);
        write(item, inner, out);
    }
    if any {
        new_line(indent, out);
    }
    out.push(brackets[1]);
}

/// Appends `text` as a JSON string.
pub fn write_string(text: &str, out: &mut String) {
    write_quoted(text, |c| c >= ' ', out);
}

/// Appends `text` in double quotes, escaping all characters that are not `shown` with escapes common to JSON and YAML.
pub(super) fn write_quoted(text: &str, shown: impl Fn(char) -> bool, out: &mut String) {
    out.push('"');
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let escape = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            c if shown(c) => continue,
            c => &format!("\\u{:04x}", c as u32),
        };
        out.push_str(&text[from..at]);
        out.push_str(escape);
        from = at + c.len_utf8();
    }
    out.push_str(&text[from..]);
    out.push('"');
}

/// Whether a number is valid by RFC 8259, section 6.
pub fn is_json_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (integer, fraction) = match mantissa.split_once('.') {
        Some((integer, fraction)) => (integer, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(integer)
        && (integer == "0" || !integer.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}
