//! Writes JSON values as YAML in block style, so that a document can be split by its lines.

use serde_json::Value;

/// The value as a YAML document.
pub(super) fn write_yaml(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}

/// Appends whole lines; the value begins on its own line.
fn write(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (key, value) in members {
                out.extend(std::iter::repeat_n(' ', indent));
                out.push_str(&key_text(key));
                out.push(':');
                write_below(value, indent, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                out.extend(std::iter::repeat_n(' ', indent));
                out.push('-');
                write_below(item, indent, out);
            }
        }
        scalar => {
            out.extend(std::iter::repeat_n(' ', indent));
            out.push_str(&scalar.to_string());
            out.push('\n');
        }
    }
}

/// Appends the value of a key or a dash: on the same line, or on more deeply indented lines.
fn write_below(value: &Value, indent: usize, out: &mut String) {
    let is_flat = match value {
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => true,
    };
    out.push(if is_flat { ' ' } else { '\n' });
    write(value, if is_flat { 0 } else { indent + 2 }, out);
}

/// A key, quoted unless it is clearly a string.
fn key_text(key: &str) -> String {
    let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '$'))
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '$' | '-'));
    if is_plain { key.to_owned() } else { Value::from(key).to_string() }
}
