//! The version of a response: a hash of its bytes. Equal bytes have equal versions across runs.

use std::fmt::{self, Display, Formatter};

/// A hash of served bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Version(u64);

impl Version {
    /// The version of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(rapidhash::v3::rapidhash_v3(bytes))
    }

    /// Parses a version as written by [`Display`].
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        hex.then(|| u64::from_str_radix(text, 16).ok()).flatten().map(Self)
    }

    /// The entity tag, weak because the same version is sent with and without compression.
    pub(crate) fn entity_tag(self) -> String {
        format!("W/\"{self}\"")
    }
}

impl Display for Version {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// Whether an entity tag in `If-None-Match` header lines equals `own` in weak comparison.
pub(crate) fn matches<'a>(lines: impl IntoIterator<Item = &'a str>, own: &str) -> bool {
    let opaque = |tag: &'a str| tag.strip_prefix("W/").unwrap_or(tag);
    let own = own.strip_prefix("W/").unwrap_or(own);
    lines.into_iter().flat_map(|line| line.split(',')).map(str::trim).any(|tag| tag == "*" || opaque(tag) == own)
}

#[cfg(test)]
mod tests {
    use super::{Version, matches};

    #[test]
    fn a_version_survives_its_text() {
        let version = Version::of(b"a page");
        assert_eq!(Version::parse(&version.to_string()), Some(version));
        for text in ["", "0", "+0000000000000000", "000000000000000g", "00000000000000000"] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }

    #[test]
    fn entity_tags_compare_weakly() {
        let own = "W/\"0a\"";
        for same in ["W/\"0a\"", "\"0a\"", "\"x\", W/\"0a\"", "*"] {
            assert!(matches([same], own), "{same}");
        }
        for other in ["", "\"0b\"", "0a", "W/0a", ",,"] {
            assert!(!matches([other], own), "{other}");
        }
    }
}
