//! File names and URLs derived from names in a spec. Independent of files: the caller knows whether a name is taken.
//!
//! A slug consists of lowercase ASCII letters, digits and single hyphens, so it is the same file name on every system
//! and needs no escapes in a URL. If it drops characters of the name, a suffix derived from its identity makes it
//! unique.

/// The longest slug in bytes, without its suffix.
const LONGEST: usize = 80;
/// The number of hexadecimal digits in a suffix.
const TAIL: usize = 6;
/// The greatest number of digits in a suffix.
const LONGEST_TAIL: usize = 16;

/// The slug of `name`, or `None` if nothing of it can be kept (it is empty, or `..`).
///
/// `identity` is unique for the named thing (for an operation its method and path): the suffix is derived from it.
pub(crate) fn slug(name: &str, identity: &str) -> Option<String> {
    let (mut slug, mut exact) = kebab(name);
    if slug.is_empty() && exact {
        return None;
    }
    if slug.len() > LONGEST {
        slug.truncate(LONGEST);
        slug.truncate(slug.trim_end_matches('-').len());
        exact = false;
    }
    if exact && !is_reserved(&slug) {
        return Some(slug);
    }
    Some(with_tail(&slug, identity, TAIL))
}

/// The first that is not taken of `base`, `base` with a suffix from `identity`, and `base` with longer suffixes.
pub(crate) fn unique(base: String, identity: &str, mut is_taken: impl FnMut(&str) -> bool) -> String {
    if !is_taken(&base) {
        return base;
    }
    for digits in TAIL..=LONGEST_TAIL {
        let candidate = with_tail(&base, identity, digits);
        if !is_taken(&candidate) {
            return candidate;
        }
    }
    let longest = with_tail(&base, identity, LONGEST_TAIL);
    let mut number = 2_u64;
    loop {
        let candidate = format!("{longest}-{number}");
        if !is_taken(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

/// The words of a name in lowercase, the first one capitalized: a title if there is no other.
pub(crate) fn words(name: &str) -> String {
    let (kebab, _) = kebab(name);
    let mut words = kebab.replace('-', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

fn with_tail(base: &str, identity: &str, digits: usize) -> String {
    let hash = format!("{:016x}", rapidhash::v3::rapidhash_v3(identity.as_bytes()));
    let tail = &hash[..digits.min(LONGEST_TAIL)];
    if base.is_empty() { tail.to_owned() } else { format!("{base}-{tail}") }
}

/// The name in kebab-case, and whether all its letters and digits were kept.
fn kebab(name: &str) -> (String, bool) {
    let chars: Vec<char> = name.chars().take(4 * LONGEST).collect();
    let mut exact = chars.len() == name.chars().take(4 * LONGEST + 1).count();
    let mut out = String::new();
    for (at, &c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            // Non-ASCII letters and marks are lost; punctuation only separates.
            exact &= c.is_ascii();
            separate(&mut out);
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied().unwrap_or(' ');
        let after = chars.get(at + 1).copied().unwrap_or(' ');
        let starts_word = c.is_ascii_uppercase()
            && (before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || (before.is_ascii_uppercase() && after.is_ascii_lowercase() && !ends_plural(&chars, at)));
        if starts_word {
            separate(&mut out);
        }
        out.push(c.to_ascii_lowercase());
    }
    out.truncate(out.trim_end_matches('-').len());
    (out, exact)
}

/// Whether the capital at `at` is the last of a plural abbreviation: the `D` of `listIDs`.
fn ends_plural(chars: &[char], at: usize) -> bool {
    let next = |n: usize| chars.get(at + n).copied().unwrap_or(' ');
    next(1) == 's' && !next(2).is_ascii_lowercase()
}

fn separate(out: &mut String) {
    if !out.is_empty() && !out.ends_with('-') {
        out.push('-');
    }
}

/// Names that are special to a system or a web server.
fn is_reserved(slug: &str) -> bool {
    let numbered = |prefix: &str| {
        slug.strip_prefix(prefix).is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    slug.is_empty() || matches!(slug, "con" | "prn" | "aux" | "nul" | "index") || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::{slug, unique, words};

    #[track_caller]
    fn check(name: &str, expected: &str) {
        assert_eq!(slug(name, "GET /x").as_deref(), Some(expected), "{name:?}");
    }

    #[test]
    fn words_are_split_where_a_reader_splits_them() {
        check("createUser", "create-user");
        check("getHTTPStatus", "get-http-status");
        check("repos/get", "repos-get");
        check("users.list_all", "users-list-all");
        check("GetUser", "get-user");
        check("getuser", "getuser");
        check("listIDs", "list-ids");
        check("listURLsByID", "list-urls-by-id");
        check("v2GetItem", "v2-get-item");
        check("oauth2Token", "oauth2-token");
        check("GET /pets/{id}", "get-pets-id");
        check("X", "x");
        check("--a__b..c--", "a-b-c");
    }

    #[test]
    fn hostile_names_become_one_portable_name() {
        check("a/b", "a-b");
        check("a\\b", "a-b");
        check("../../etc/passwd", "etc-passwd");
        check("%2e%2e", "2e-2e");
        check("-rf", "rf");
        check("a?b#c", "a-b-c");
        check("line\nbreak", "line-break");
        check("name. ", "name");
        check("NUL.txt", "nul-txt");
        check("con", "con-8f8c54");
        check("COM1", "com1-8f8c54");
        check("lpt9", "lpt9-8f8c54");
        check("index", "index-8f8c54");
        check("café", "caf-8f8c54");
        check("cafe\u{301}", "cafe-8f8c54");
        check("🦀", "8f8c54");
        check("قائمة", "8f8c54");
        for nothing in ["", ".", "..", "///", "- -"] {
            assert_eq!(slug(nothing, "GET /x"), None, "{nothing:?}");
        }
    }

    #[test]
    fn long_names_are_cut_and_told_apart() {
        let long = slug(&"a".repeat(10_240), "GET /x").unwrap();
        assert_eq!(long.len(), 80 + 7);
        assert_eq!(slug(&"word ".repeat(300), "GET /x").unwrap().len(), 79 + 7);
        assert_ne!(long, slug(&"a".repeat(10_240), "GET /y").unwrap());
        assert_eq!(slug(&"b".repeat(80), "GET /x").unwrap(), "b".repeat(80));
    }

    #[test]
    fn a_taken_name_gets_a_tail() {
        let mut taken = std::collections::BTreeSet::from(["get-user".to_owned()]);
        for digits in [6, 7, 8] {
            let name = unique("get-user".to_owned(), "GET /x", |name| taken.contains(name));
            assert_eq!(name.len(), "get-user-".len() + digits);
            assert!(taken.insert(name));
        }
        assert_eq!(unique("free".to_owned(), "GET /x", |_| false), "free");
        let everything_below_4 = unique("a".to_owned(), "GET /x", |name| !name.ends_with("-4"));
        assert!(everything_below_4.ends_with("-4"));
    }

    #[test]
    fn titles_come_from_words() {
        assert_eq!(words("createUser"), "Create user");
        assert_eq!(words("repos/get-HTTP"), "Repos get http");
        assert_eq!(words("🦀"), "");
    }
}
