//! The nearest of the known names, for "did you mean".

/// The candidate nearest to `name`, if it is near enough to be a likely slip: at most a third of its length in edits
/// (insertions, deletions, substitutions, swaps of neighbours), compared without case. Ties go to the first candidate.
fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(128).flat_map(char::to_lowercase).collect();
    let limit = (name.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.chars().take(128).flat_map(char::to_lowercase).collect();
        if name.len().abs_diff(other.len()) > limit {
            continue;
        }
        let distance = edit_distance(&name, &other);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The help line "did you mean `x`?" for the nearest candidate, if there is one.
#[must_use]
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
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
    use super::nearest;

    #[test]
    fn finds_slips_and_leaves_strangers() {
        let known = ["wc-callout", "wc-card", "wc-code-group"];
        assert_eq!(nearest("wc-calout", known), Some("wc-callout"));
        assert_eq!(nearest("WC-CARD", known), Some("wc-card"));
        assert_eq!(nearest("wc-dosomethingelse", known), None);
    }
}
