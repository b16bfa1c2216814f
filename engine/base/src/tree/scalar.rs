//! Resolves plain YAML scalars by the core schema of YAML 1.2 (section 10.3.2): `yes`, `1_000` and dates are strings.

use super::Kind;

/// The kind of a plain scalar.
pub(super) fn resolve(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Kind::Bool,
        _ if is_number(text) => Kind::Number,
        _ => Kind::String,
    }
}

fn is_number(text: &str) -> bool {
    if !matches!(text.as_bytes().first(), Some(b'0'..=b'9' | b'+' | b'-' | b'.')) {
        return false;
    }
    let all = |digits: &str, of: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(of);
    if let Some(digits) = text.strip_prefix("0o") {
        return all(digits, |byte| matches!(byte, b'0'..=b'7'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit);
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let decimal = u8::is_ascii_digit;
    let is_mantissa = match mantissa.split_once('.') {
        Some(("", fraction)) => all(fraction, decimal),
        Some((integer, fraction)) => all(integer, decimal) && fraction.bytes().all(|byte| byte.is_ascii_digit()),
        None => all(mantissa, decimal),
    };
    is_mantissa && exponent.is_none_or(|exponent| all(exponent.strip_prefix(['+', '-']).unwrap_or(exponent), decimal))
}

#[cfg(test)]
mod tests {
    use super::{Kind, resolve};

    #[test]
    fn the_core_schema_and_nothing_of_yaml_1_1() {
        for (kind, texts) in [
            (Kind::Null, "null Null NULL ~"),
            (Kind::Bool, "true True TRUE false False FALSE"),
            (Kind::Number, "0 -0 +12 012 0o17 0xfF 1.0 1. .5 -.5 1e3 1.5E-7 +1e+400 .inf -.INF +.Inf .nan .NaN"),
            (Kind::Number, "123456789012345678901234567890"),
            (Kind::String, "yes no on off y n tRUE nULL 1_000 0b11 0o8 0x 0o 1:30 2020-01-01 . - + .e1 1e 1e+ --1 +-1"),
            (Kind::String, "+.nan -.nan .iNF -0x1F 1.2.3 1f << ٣"),
        ] {
            for text in texts.split(' ').filter(|text| !text.is_empty()) {
                assert_eq!(resolve(text), kind, "{text}");
            }
        }
        assert_eq!(resolve(""), Kind::Null);
    }
}
