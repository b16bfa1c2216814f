//! `:rocket:` as an emoji, where the source tool shows one.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The emoji by the names that GitHub gives them.
static NAMES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("emoji.txt").lines().filter_map(|line| line.split_once(' '));
    lines.flat_map(|(emoji, names)| names.split(' ').map(move |name| (name, emoji))).collect()
});

/// The longest name.
const LONGEST: usize = 40;

/// The emoji of the name that a text begins with, and the length of the name with its colons. `before` is the text in
/// front of it.
pub(super) fn emoji(text: &str, before: &str) -> Option<(usize, String)> {
    let inner = text.strip_prefix(':')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+');
    let end = inner.find(|c| !is_part(c)).filter(|end| (1..=LONGEST).contains(end))?;
    let after = inner.get(end..)?.strip_prefix(':')?;
    // `1:100:2`
    if before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric) {
        return None;
    }
    let emoji = NAMES.get(inner.get(..end)?)?;
    Some((end + 2, (*emoji).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::emoji;

    #[test]
    fn names_between_colons_are_emoji() {
        assert_eq!(emoji(":rocket: x", ""), Some((8, "🚀".to_owned())));
        assert_eq!(emoji(":+1:", "("), Some((4, "👍".to_owned())));
        for (text, before) in
            [(":100:2", "1"), (":rocket", ""), (":no-such-name:", ""), ("::", ""), (":rocket: x", "a")]
        {
            assert_eq!(emoji(text, before), None, "{text}");
        }
    }
}
