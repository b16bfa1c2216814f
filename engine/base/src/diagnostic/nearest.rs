//! The nearest known name, for "did you mean".

/// Names that differ by more edits are not considered misspellings, however long they are.
const MOST_EDITS: usize = 8;

/// The candidate nearest to `name`, if it is likely to be a misspelling of it: the number of edits (insertions,
/// deletions, substitutions, transpositions) is at most a third of the length and at most eight, ignoring case. A name
/// of one letter only matches itself. Ties go to the first candidate. There may be thousands of candidates for each of
/// thousands of names, so most are ruled out by their lengths and letters.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(128).flat_map(char::to_lowercase).collect();
    let letters = Letters::of(name.iter().copied());
    let mut limit = (name.len() / 3).clamp(usize::from(name.len() > 1), MOST_EDITS);
    let mut best = None;
    for candidate in candidates {
        // The length of ASCII text is known without decoding it.
        if candidate.is_ascii() && candidate.len().abs_diff(name.len()) > limit {
            continue;
        }
        let lower = || candidate.chars().take(128).flat_map(char::to_lowercase);
        if letters.least_edits(&Letters::of(lower())) > limit {
            continue;
        }
        let other: Vec<char> = lower().collect();
        if name.len().abs_diff(other.len()) > limit {
            continue;
        }
        let distance = edit_distance(&name, &other);
        if distance > limit {
            continue;
        }
        best = Some(candidate);
        // Later candidates must be nearer.
        match distance.checked_sub(1) {
            Some(less) => limit = less,
            None => break,
        }
    }
    best
}

/// Counts of the letters in a name, indexed by the low bits of each.
struct Letters([u8; 32]);

impl Letters {
    fn of(name: impl Iterator<Item = char>) -> Self {
        let mut counts = [0_u8; 32];
        for letter in name {
            let count = &mut counts[letter as usize % 32];
            *count = count.saturating_add(1);
        }
        Self(counts)
    }

    /// A lower bound on the number of edits between two names: one edit changes at most two counts by one.
    fn least_edits(&self, other: &Self) -> usize {
        let apart: usize = self.0.iter().zip(&other.0).map(|(a, b)| usize::from(a.abs_diff(*b))).sum();
        apart.div_ceil(2)
    }
}

/// The help line "did you mean `x`?" for the nearest candidate, if there is one.
#[must_use]
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// The only candidate that `name` is unambiguously a misspelling of, so that it can be fixed without asking: the only
/// one that differs just in case, or else the only one that differs in a single part between slashes, by one or two
/// letters, but not in its first letter or a digit.
pub fn only_typo<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = name.to_lowercase();
    let letters = Letters::of(folded.chars());
    let mut same: Vec<&str> = Vec::new();
    let mut near: Vec<&str> = Vec::new();
    for candidate in candidates.into_iter().filter(|candidate| *candidate != name) {
        let most = if name.is_ascii() && candidate.is_ascii() { 2 } else { 2 * char::MAX.len_utf8() };
        if name.len().abs_diff(candidate.len()) > most {
            continue;
        }
        // As in `nearest`.
        let is_ascii = name.is_ascii() && candidate.is_ascii();
        let lower = || candidate.bytes().map(|byte| byte.to_ascii_lowercase().into());
        if is_ascii && letters.least_edits(&Letters::of(lower())) > most {
            continue;
        }
        let other = candidate.to_lowercase();
        if other == folded {
            same.push(candidate);
        } else if is_typo(&folded, &other) {
            near.push(candidate);
        }
    }
    match (same.as_slice(), near.as_slice()) {
        ([one], _) | ([], [one]) => Some(one),
        _ => None,
    }
}

/// Whether two lower-case names differ in only one of their parts, by a plausible misspelling.
fn is_typo(name: &str, other: &str) -> bool {
    if name.split('/').count() != other.split('/').count() {
        return false;
    }
    let mut differing = name.split('/').zip(other.split('/')).filter(|(a, b)| a != b);
    let (Some((a, b)), None) = (differing.next(), differing.next()) else { return false };
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let (a, b, same_digits): (Vec<char>, Vec<char>, bool) =
        (a.chars().collect(), b.chars().collect(), digits(a) == digits(b));
    let limit = match a.len().min(b.len()) {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    let may_be = same_digits && a.first() == b.first() && a.len().abs_diff(b.len()) <= limit && a.len() <= 128;
    may_be && edit_distance(&a, &b) <= limit
}

/// Optimal string alignment distance.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i);
        for j in 1..=b.len() {
            let substituted = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substituted.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{nearest, only_typo};

    #[test]
    fn finds_typos_and_leaves_strangers() {
        let known = ["wc-callout", "wc-card", "wc-code-group"];
        assert_eq!(nearest("wc-calout", known), Some("wc-callout"));
        assert_eq!(nearest("WC-CARD", known), Some("wc-card"));
        assert_eq!(nearest("wc-dosomethingelse", known), None);
        assert_eq!(nearest("abcd", ["abdc", "abcd"]), Some("abcd"));
        assert_eq!(nearest("getting-started", ["start", "getting-statred", "getting-startd"]), Some("getting-statred"));
        let (long, longer) = ("guides/".repeat(9) + "a", "guides/".repeat(11) + "a");
        assert_eq!(nearest(&long, [longer.as_str()]), None);
    }

    #[test]
    fn a_typo_is_beyond_doubt() {
        let known = ["guide/setup", "guide/start", "v1/intro", "v2/intro", "en/index", "type", "Readme"];
        for (name, meant) in [
            ("guide/steup", Some("guide/setup")),
            ("Guide/Setup", Some("guide/setup")),
            ("readme", Some("Readme")),
            ("tpye", Some("type")),
            // Digits, first letters and short names are seldom mistyped.
            ("v3/intro", None),
            ("de/index", None),
            ("kype", None),
            ("guide/setup/more", None),
            ("guide/satrp", None),
        ] {
            assert_eq!(only_typo(name, known), meant, "{name}");
        }
        assert_eq!(only_typo("stepz", ["steps", "stepy"]), None);
        assert_eq!(only_typo("A", ["a", "a"]), None);
    }
}
