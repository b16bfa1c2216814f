//! Names of components for values of other files.

use std::collections::HashSet;

/// A valid component name (`^[a-zA-Z0-9._-]+$`): runs of other characters become one hyphen. Returns `otherwise` if
/// nothing is left.
pub(super) fn portable(name: &str, otherwise: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if is_allowed(c) {
            out.push(c);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    let trimmed = out.trim_matches('-');
    if trimmed.is_empty() { otherwise.to_owned() } else { trimmed.to_owned() }
}

/// Whether a name is a valid component name.
pub(super) fn is_portable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_allowed)
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

/// Returns the first of `base`, `base-2`, `base-3` … that is not taken, and marks it as taken.
pub(super) fn unique(base: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2_u64..).map(|number| format!("{base}-{number}"));
    let name = std::iter::once(base.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let name = name.unwrap_or_default();
    taken.insert(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{is_portable, portable, unique};

    #[test]
    fn names_are_portable_and_unique() {
        for (name, expected) in
            [("Pet", "Pet"), ("a/b c", "a-b-c"), ("_x.v1", "_x.v1"), ("{id}", "id"), ("é", "schema"), ("", "schema")]
        {
            assert_eq!(portable(name, "schema"), expected);
            assert!(is_portable(expected));
        }
        let mut taken = HashSet::from(["a".to_owned(), "a-2".to_owned()]);
        assert_eq!(unique("a", &mut taken), "a-3");
        assert_eq!(unique("a", &mut taken), "a-4");
        assert_eq!(unique("b", &mut taken), "b");
    }
}
